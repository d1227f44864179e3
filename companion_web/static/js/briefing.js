// Three questions behind the dots: what can I do, where are my marbles, what happened. The server answers.

import { h } from "./dom.js";
import { handLines } from "./peek.js";
import { command, fetchBriefing, fetchHand } from "./wire.js";
import { word } from "./words.js";

export const QUESTIONS = ["can", "where", "happened"];

const button = (text, data, more = {}) => h("button.button", { type: "button", ...data, ...more }, text);

/** The keys that ask. */
export const askKeys = (ui) => QUESTIONS.map((name) =>
  button(word(`ask.${name}`), { "data-ask": name, "data-key": `ask-${name}` }, { disabled: Boolean(ui.gone) }));

/** The own marbles while their numbers stand on the board. */
export const spotsOf = (ui) => (ui.list === "where" ? numbered(ui.briefing?.spots ?? []).filter((one) => one.n) : []);

/** Marbles beside the board have no number: nobody could find it there. */
const numbered = (spots) => {
  let n = 0;
  return spots.map((spot) => ({ ...spot, n: spot.hole ? String(n += 1) : "" }));
};

/** An answer as it is read aloud. */
const saidOf = (told) => told.map((one) => one.text).join(" ");

/** Whether the key is drawn that reads the own cards: not on a screen that several seats share. */
const readsCards = (view, briefing) => briefing.hand && !view.page.shared.length;

/** The sentences of an answer, without those that name a key which is not drawn. */
const toldOf = (view, briefing, question) =>
  briefing[question].filter((one) => one.key !== "briefing.cards" || readsCards(view, briefing));

/** Whether the answer to "where" tells of a position that is over. */
export const whereChanged = (before, view, { spots }) =>
  before.moves[0]?.number !== view.moves[0]?.number
  || spots.some(({ hole }) => hole && before.holes[hole]?.token !== view.holes[hole]?.token);

/** Whether the answer stays until somebody closes it: it was asked for while others acted. */
export const stays = ({ list, briefing }) => QUESTIONS.includes(list) && briefing.waited;

let newest = 0;

/** The same question again, of what stands now; an answer that a later one has overtaken is not shown. */
export async function askAnew({ ui, view }) {
  const mine = ++newest;
  const found = await fetchBriefing(view.seat).catch(() => null);
  if (mine !== newest || !stays(ui)) return;
  if (found) ui.briefing = { ...found, waited: true };
  else ui.list = null; // what stands there may be true no more
  ui.cards = null;
  ui.render();
}

/** The marbles by number; who plays none, or has none on the board, gets the sentences. */
const answer = (view, ui) => {
  const { spots } = ui.briefing;
  if (ui.list === "where" && spots.length) {
    return [h(`ol.spots${spots.length > 4 ? ".many" : ""}`, {}, ...numbered(spots).map(({ message, n }) =>
      h("li", {}, h("b", { "aria-hidden": "true" }, n || "–"), h("span.text", {}, message.text))))];
  }
  const lines = toldOf(view, ui.briefing, ui.list).map((one) => h("p", {}, one.text));
  return ui.list === "can" ? [...lines, legend(view)] : lines;
};

/** What the lights mean that shine now. */
function legend(view) {
  const lit = new Set(Object.values(view.holes).map(({ role }) => role));
  const shown = ["movable", "destination", "capture", "wrong"].filter((role) => lit.has(role));
  return shown.length ? h("ul.legend", {}, ...shown.map((role) => h("li", {}, word(`help.${role}`)))) : null;
}

/** The foot with an answer, and the keys under it. */
export function briefingFoot(view, ui) {
  const { briefing } = ui;
  return [
    h(`div.answer${ui.cards ? ".cards" : ""}`, { tabindex: 0, role: "group", "aria-label": word(`ask.${ui.list}`), "data-key": "answer" },
      ...(ui.cards ? ui.cards.map((line) => h("p", {}, line)) : answer(view, ui))),
    h("div.row.push", {},
      ui.list === "can" && readsCards(view, briefing) ? button(word("ask.cards"), { "data-read-cards": briefing.seat, "data-key": "read-cards" }, { disabled: Boolean(ui.gone) }) : null,
      button(word("ask.again"), { "data-say-again": "", "data-key": "say-again" }),
      button(word("back"), { "data-list": "", "data-key": "back" }))];
}

/** A tap on one of these keys; whether it was one. */
export function briefingClick(table, dataset) {
  if ("ask" in dataset) ask(table, dataset.ask);
  else if ("readCards" in dataset) readCards(table, Number(dataset.readCards));
  else if ("sayAgain" in dataset) table.sayAgain();
  else return false;
  return true;
}

async function ask(table, question) {
  const { ui } = table;
  try {
    ui.briefing = { ...await fetchBriefing(table.view.seat), waited: !table.view.page.may_act };
  } catch (error) {
    table.refuse(error);
    return;
  }
  ui.list = question;
  ui.cards = null;
  ui.player = ui.rewind = null;
  table.render();
  document.querySelector("#foot .answer")?.focus({ preventScroll: true });
  table.tell(saidOf(toldOf(table.view, ui.briefing, question)));
  // The wood shows it, too: to whoever may ask for it there.
  if (question === "where" && ui.briefing.lights) command("where", { seat: ui.briefing.seat }).catch(() => null);
}

/** The own hand, only because somebody has asked for it. */
async function readCards(table, seat) {
  const { ui } = table;
  const hand = await fetchHand(seat).catch(() => null);
  if (!hand || ui.list !== "can") return;
  ui.cards = hand.cards.length ? handLines(hand) : [word("ask.no_cards")];
  table.render();
  table.live.answerHand(ui.cards.join(" "));
}
