// The foot of a shared screen where a card is to be chosen: face down, seen only while it is held.

import { h } from "./dom.js";
import { word } from "./words.js";

const few = (n) => word(`moves.${n < 2 ? n : "many"}`, { n });

/** The seat of this screen that chooses a card. */
export const choosing = (view) => view.page.shared.find((one) => one.acts) ?? view.page.shared[0];

const named = ({ label, said, word: caption, moves }) =>
  [said?.text ?? label, caption?.text, moves === null ? "" : few(moves)].filter(Boolean).join(", ");

export const handLines = (hand) => hand.cards.map((card, i) => `${i + 1}: ${named(card)}.`);

/** What a reader hears once of an open hand. */
export const handSaid = (hand) => handLines(hand).join(" ");

function slot(one, look, gone, i) {
  const card = look.seat === one.seat ? look.hand?.cards[i] : undefined;
  const chosen = look.seat === one.seat && look.chosen.includes(i);
  return h(`button.peek-card${chosen || look.over === i ? ".chosen" : ""}${card?.moves === 0 ? ".dull" : ""}`, {
    type: "button", "data-number": i, "data-one": "", "data-number-seat": one.seat, "data-key": `number-${i}`, disabled: gone,
    "aria-pressed": String(chosen), "aria-label": card ? `${i + 1}: ${named(card)}` : word("card_number", { n: i + 1 }),
  }, card ? h("span.face-up.fits", {}, h("b", {}, card.label), h("small", {}, card.moves === null ? card.word?.text ?? "" : few(card.moves)))
    : h("span.back", {}));
}

/** Cards, the bar to hold, and the key that plays what was chosen. */
export function peekFoot(view, ui, look, undo) {
  const one = choosing(view);
  const gone = Boolean(ui.gone);
  const chosen = look.seat === one.seat && look.chosen.length > 0;
  return [
    h("div.peek-cards", { role: "group", "aria-label": one.who }, ...Array.from({ length: one.cards }, (_, i) => slot(one, look, gone, i))),
    h("button.button.peek-hold", {
      type: "button", "data-peek": one.seat, "data-peek-alone": "", "data-key": `peek-${one.seat}`, disabled: gone,
      "aria-label": word("hold_who", { p: one.who }),
    }, word("peek.bar")),
    h("div.row.push", {}, undo,
      h("button.button.for-readers", { type: "button", "data-look": one.seat, "data-read": "", "data-key": "look", "aria-pressed": String(Boolean(look.hand && !look.held)) }, word("peek.show")),
      h(`button.button${chosen ? ".honey" : ""}`, { type: "button", "data-play-numbers": one.seat, "data-key": "play", disabled: gone || !chosen }, word("play_it")))];
}
