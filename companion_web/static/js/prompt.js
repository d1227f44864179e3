// The sentence on top: the view's, or the page's own about its state.

import { clockBar, clockSteps, ring } from "./clock.js";
import { disc, h, icon, refill, seatOf } from "./dom.js";
import { pips } from "./drive.js";
import { cardFate } from "./edit.js";
import { chosenCard, footKind } from "./foot.js";
import { apart } from "./pads.js";
import { choosing } from "./peek.js";
import { word } from "./words.js";

/** What to show: `{ text, support, mood, colour, rule }`; `rule` is set for a refusal only. */
export function promptOf(view, ui, look) {
  if (ui.gone) {
    return { text: word("server_gone"), support: word("last_seen", { time: ui.gone }), mood: "gone", colour: "", sign: "plug" };
  }
  const { prompt, hands } = view.page;
  if (ui.late) return { text: word("late"), support: view.prompt.text, mood: "late", colour: prompt.colour };
  if (ui.rewind && !ui.refused) {
    return { text: word("undo.stood"), support: word("undo.stood_support"), mood: "say", colour: "" };
  }
  if (ui.edit && !ui.refused) {
    return { text: word("edit"), support: cardFate(view, ui.edit), mood: "say", colour: "" };
  }
  if (ui.refused) {
    return { text: ui.refused.text, support: "", mood: "refusal", colour: prompt.colour, rule: ui.refused.rule };
  }
  if (view.reason) return prompt;
  const { name: p, colour } = asked(view, ui);
  if (ui.zoomed) {
    return { text: word("tap_exact", { p }), support: word("tap_outside"), mood: "say", colour };
  }
  if (Array.isArray(ui.list) && !view.drive) {
    const found = apart(view, ui.list);
    return { text: found ? found.text : ui.list[0]?.asks ?? word("take_or_swap"), support: "", mood: "ask", colour: prompt.colour, sign: prompt.colour ? "disc" : "ask" };
  }
  if (!hands && ui.picked.from !== null) {
    return { text: word(view.assistance === "none" ? "put_plain" : "put_white", { p }), support: "", mood: "say", colour };
  }
  if (!hands && ui.picked.prefix.length) {
    return { text: word("second_marble", { p }), support: "", mood: "say", colour };
  }
  if (view.page.denial && view.page.denial.move === ui.agreed) return { ...prompt, support: "" };
  if (footKind(view, ui) === "peek") {
    const { seat, who: p } = choosing(view);
    const chosen = look.over !== null || (look.seat === seat && look.chosen.length);
    return { ...prompt, text: chosen ? word("peek.chosen") : word("peek.hold", { p }) };
  }
  const card = chosenCard(view, ui);
  if (card && ui.early === ui.held) return { ...prompt, support: word("preview_first", { card: card.label }) };
  // Where no card has a move, that is said already, and what to do then.
  const dead = view.pad.every((key) => key.moves === 0);
  const about = card?.moves === 0 ? (dead ? "" : "preview_none") : Object.keys(card?.lights ?? {}).length ? "preview" : "";
  if (about && !view.lesson && view.hint?.action !== card.action) {
    return { ...prompt, support: word(about, { card: card.label }) };
  }
  return prompt;
}

/** Whom a sentence of the page's own speaks to: who moves the marble that was picked, else who is asked. */
function asked({ page }, ui) {
  const picked = ui.picked.from ?? ui.picked.prefix[0]?.[0];
  return page.asked_of[picked] ?? page.asked ?? { name: "", colour: "" };
}

export function showPrompt(root, said, view = null) {
  const looks = `prompt mood-${said.mood}${said.colour ? ` seat-${seatOf(said.colour)}` : ""}`;
  // The page's own sentences have the disc of their colour, or the clock of an open window.
  const kind = said.sign ?? (!said.colour && view?.window && view.page.clock ? "clock" : "disc");
  const sign = { plug: () => icon("plug"), ask: () => icon("ask"), clock: ring, disc: () => disc(said.colour) }[kind]();
  const sentence = h("p.sentence", { "data-prompt": true }, typeof said.rule !== "string" ? said.text
    : h("span", { "data-reason": true, "data-rule": said.rule }, said.text));
  // Nothing covers the street: how far a phone looks behind the leader stands here.
  const below = [said.support, view?.street ? document.getElementById("board").dataset.lead : ""].filter(Boolean).join(" · ");
  const support = h("p.support", { "data-support": true }, view && below ? pips(view) : null, below);
  const words = h("div.words", {}, sentence, support);
  const left = view && pips(view);
  root.className = looks;
  refill(root, [left ? h("div.signed", {}, sign, left) : sign, words, said === view?.page.prompt && (denial(view.page.denial) || dealing(view.page.deal)), view && kind !== "clock" && (view.page.window ? clockSteps(view) : clockBar(view))]);
  // What is shown already stays, so the lines are measured where they stand.
  const [first, second] = [".sentence", ".support"].map((part) => root.querySelector(part));
  // A support line without room has wrapped away; long names may also need a fourth line.
  root.classList.toggle("long", linesOf(first) > 3.5);
  // News too long for one line takes a second, both set a little closer.
  root.classList.toggle("wordy", linesOf(second) > 1.5);
  // A "No" says what it denies: its line gets room, or the key goes with it.
  const away = () => root.querySelector(".deny") && second.offsetLeft > first.offsetLeft;
  if (away()) root.classList.add("long");
  root.classList.toggle("lineless", Boolean(away()));
}

/** The key for people who have no cards of paper after all. */
const dealing = (text) => text && h("button.button.deny.deal", {
  type: "button", "data-command": "deal", "data-key": "deal",
}, text);

/** The key that says no to what the table thinks happened. */
const denial = (key) => key && h("button.button.deny", {
  type: "button", "data-command": "deny", "data-move": key.move, "data-key": "deny", "aria-label": key.label,
}, key.text);

function linesOf(part) {
  return part.offsetHeight / parseFloat(getComputedStyle(part).lineHeight);
}
