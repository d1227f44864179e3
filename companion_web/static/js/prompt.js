// The one sentence on top: the view's, or what this page has to say about its own state.

import { clockBar, clockOf, ring } from "./clock.js";
import { disc, h, icon, refill } from "./dom.js";
import { chosenCard } from "./foot.js";
import { isVirtual } from "./model.js";
import { apart, choiceText } from "./pads.js";
import { playerName, word } from "./words.js";

/** What to show: `{ text, support, mood, colour, rule }`; `rule` is set for a refusal only. */
export function promptOf(view, ui) {
  if (ui.gone) {
    return { text: word("server_gone"), support: word("last_seen", { time: ui.gone }), mood: "gone", colour: "" };
  }
  const { prompt } = view;
  // News comes before a hint, but not before what a wrong board asks for.
  const [first, second] = prompt.mood === "say" ? [view.notice, prompt.support] : [prompt.support, view.notice];
  const support = first?.text ?? second?.text ?? "";
  if (ui.late) return { text: word("late"), support: prompt.text, mood: "late", colour: prompt.colour };
  if (ui.edit && !ui.refused) {
    return { text: word("edit"), support: word("edit_support"), mood: "say", colour: "" };
  }
  if (ui.refused) {
    return { text: ui.refused.text, support: "", mood: "refusal", colour: prompt.colour, rule: ui.refused.rule };
  }
  if (view.reason) {
    return {
      text: view.reason.text, support: support || word("arrow_support"), mood: "refusal",
      colour: prompt.colour, rule: view.reason.rule ?? "",
    };
  }
  const { p, colour } = asked(view, ui);
  if (ui.zoomed) {
    return { text: word("tap_exact", { p }), support: word("tap_outside"), mood: "say", colour };
  }
  if (Array.isArray(ui.list)) {
    const found = apart(ui.list);
    return { text: found ? choiceText(found.name) : word("take_or_swap"), support: "", mood: "ask", colour: prompt.colour };
  }
  if (!isVirtual(view) && ui.picked.from !== null) {
    return { text: word(view.assistance === "none" ? "put_plain" : "put_white", { p }), support: "", mood: "say", colour };
  }
  if (!isVirtual(view) && ui.picked.prefix.length) {
    return { text: word("second_marble", { p }), support: "", mood: "say", colour };
  }
  const card = chosenCard(view, ui);
  const about = card?.moves === 0 ? "preview_none" : Object.keys(card?.lights ?? {}).length ? "preview" : "";
  if (about && view.hint?.action !== card.action) {
    return { text: prompt.text, support: word(about, { card: card.label }), mood: prompt.mood, colour: prompt.colour };
  }
  return { text: prompt.text, support, mood: prompt.mood, colour: prompt.colour };
}

/** Whom a sentence of the page's own speaks to: who moves the marble that was picked, else whom the
 *  table asks, else who is to act first. Name and disc are one player's. */
function asked(view, ui) {
  const { prompt, players } = view;
  const picked = ui.picked.from ?? ui.picked.prefix[0]?.[0];
  const moves = view.choices.find((choice) => choice.moves.some(([from]) => from === picked));
  const seat = moves?.seat ?? prompt.seat ?? players.find((player) => player.to_act)?.seat;
  const player = players.find((one) => one.seat === seat) ?? players[0];
  return { p: playerName(player), colour: seat === prompt.seat ? prompt.colour : player?.colours[0].colour ?? "" };
}

export function showPrompt(root, said, view = null) {
  const looks = `prompt mood-${said.mood}${said.colour ? ` seat-${said.colour}` : ""}`;
  const plug = said.mood === "link" || said.mood === "gone";
  const sentence = h("p.sentence", { "data-prompt": true }, said.rule === undefined ? said.text
    : h("span", { "data-reason": true, "data-rule": said.rule }, said.text));
  const support = h("p.support", { "data-support": true }, said.support);
  const words = h("div.words", {}, sentence, support);
  const counts = !plug && view?.window && !said.colour && clockOf(view);
  const sign = plug ? icon("plug") : counts ? ring() : said.mood === "ask" && !said.colour ? icon("ask") : disc(said.colour);
  root.className = looks;
  refill(root, [sign, words, view && !counts && clockBar(view)]);
  // A support line without room has wrapped away; long names may need a fourth line besides.
  root.classList.remove("long");
  root.classList.toggle("long", linesOf(sentence) > 3.5);
  // News too long for one line takes a second, both set a little closer.
  root.classList.toggle("wordy", linesOf(support) > 1.5);
}

function linesOf(part) {
  return part.offsetHeight / parseFloat(getComputedStyle(part).lineHeight);
}
