// Feet for hidden cards: an open window that looks alike to all, and hands on a shared screen.

import { disc, h } from "./dom.js";
import { stroke } from "./drive.js";
import { fits, waysWith } from "./look.js";
import { word } from "./words.js";

/** Whoever presses a key within this time after another window came has meant the one before. */
export const UNREAD = 300;

/** The window that an answer is for, so that it never answers the next one. */
export const answering = ({ window: open }) => (open ? { window: open.number } : {});

/** What tells one moment of hidden hands from the next: the window, and what was played in it. */
export const momentOf = ({ window: open, moves, page }) =>
  JSON.stringify([open && [open.number, open.asked], moves[0]?.number, page.shared.map((one) => one.acts)]);

/** Whether another window stands in the place of one that was open. */
export const another = (before, { window: open }) => Boolean(before?.window && open && before.window.number !== open.number);

const backs = (count) => Array.from({ length: count }, () => h("span.back", {}));

const crowd = (count) => (count > 5 ? ".many" : "");

/** The cards that were played and wait, numbered as they came. */
const queue = ({ laid }) => (laid.length ? h("ol.laid", {}, ...laid.map((one) =>
  h("li", { "aria-label": one.about }, h("b", {}, String(one.number)), disc(one.colour), h("span", {}, one.label)))) : null);

const faceUp = (look, i) => {
  const card = look.hand.cards[i];
  const chosen = look.chosen.includes(i);
  return h(`button.face-up${fits(look.hand, i) ? ".fits" : ""}${chosen ? ".chosen" : ""}`, {
    type: "button", "data-number": i, "data-key": `face-${i}`, "aria-pressed": String(chosen), "data-kind": card.kind,
  }, stroke(card.kind), h("span.named", {}, card.label));
};

/** A key that lets a window go by: it rests until the window could be read. */
const letsGo = (ui, text, data, disabled) => wide(text, { ...data, "aria-disabled": ui.unread ? "true" : null }, disabled);

const wide = (text, data, disabled = false, honey = false) =>
  h(`button.button${honey ? ".honey" : ""}`, { type: "button", ...data, disabled }, text);

/** What a chosen card does, in its own words. */
const effect = ({ hand, chosen }) => {
  const card = chosen.length === 1 ? hand.cards[chosen[0]] : null;
  return card?.effect?.length ? h("p.small", {}, card.effect.map((one) => one.text).join(" ")) : null;
};

/** What the chosen cards may do: one button, or a row for each way. */
function plays(look, gone, pass) {
  const ways = look.chosen.length ? waysWith(look.hand, look.chosen) : [];
  if (ways.length < 2) {
    return h("div.row.push", {}, pass, wide(word("play_free"), { "data-way": ways[0]?.action ?? "", "data-key": "play" }, gone || !ways.length, ways.length > 0));
  }
  return h("div.all-moves", {}, ...ways.map((way) => h("button.row-button", {
    type: "button", "data-way": way.action, "data-key": `way-${way.action}`, disabled: gone,
  }, h("span.text", {}, way.message.text))));
}

/** What is claimed without a card of the hand: a style point, a car's ability. */
const freeKeys = (free, seat, gone) => free.map(({ action, label, text }) =>
  wide(label, { "data-act": action, "data-seat": seat, "data-key": `free-${action}`, "aria-label": text, title: text }, gone));

/** The same for everybody until somebody looks. */
export function windowFoot(view, ui, look) {
  const shown = view.page.window;
  const gone = Boolean(ui.gone);
  if (view.page.shared.length) return sharedWindow(view, ui, look);
  const pass = letsGo(ui, word("pass"), { "data-act": shown.answer, "data-seat": view.seat, "data-key": "pass" }, gone || !shown.answer);
  if (look.hand) {
    return [queue(shown), h(`div.faces-up${crowd(look.hand.cards.length)}`, {}, ...look.hand.cards.map((_, i) => faceUp(look, i))), effect(look), plays(look, gone, pass)];
  }
  const top = h("div.window-cards", {}, queue(shown),
    h(`div.backs${crowd(shown.backs)}`, { "aria-hidden": "true" }, ...backs(shown.backs)),
    h("span.passed", {}, shown.passed));
  if (view.seat === null) return [top];
  return [top,
    h("div.row", {}, pass, wide(word("look"), { "data-look": view.seat, "data-key": "look" }, gone || !shown.answer)),
    h("div.row.push", {}, h(`button.button${shown.skips ? ".chosen" : ""}`, {
      type: "button", "data-skip": String(!shown.skips), "data-key": "skip", "aria-pressed": String(shown.skips), disabled: gone,
    }, word("pass_turn")), ...freeKeys(shown.free, view.seat, gone))];
}

// ---------------------------------------------------------------------------- a shared screen

const bar = ({ seat, who, colour, cards }) => h("button.peek-bar", {
  type: "button", "data-peek": seat, "data-key": `peek-${seat}`, "aria-label": `${word("hold_who", { p: who })} ${word("cards", { n: cards })}`,
}, disc(colour), h("span.who", {}, who), h("span.aside", {}, word("hold")));

/** What the card does to which a finger has slid; before that, how to read one. */
const told = ({ hand, over }) => {
  const card = hand.cards[over];
  const says = (one) => one.effect?.length || one.when;
  if (!card) return h("p.small", {}, word(hand.cards.some(says) ? "away_slide" : "away"));
  const when = [card.when, card.cost].filter(Boolean).map((one) => one.text).join(" · ");
  return h("p.small", {}, [...(card.effect ?? []).map((one) => one.text), when && `${when}.`].filter(Boolean).join(" "));
};

/** While a bar is held: that hand, numbered. Nothing of it can be tapped. */
const held = (look) => h("div.peeked", {},
  h(`ol.faces-up${crowd(look.hand.cards.length)}`, {}, ...look.hand.cards.map((card, i) =>
    h(`li.face-up${fits(look.hand, i) ? ".fits" : ""}${look.over === i || look.chosen.includes(i) ? ".chosen" : ""}`, { "data-kind": card.kind, "data-place": i },
      h("span.sign", {}, String(i + 1), stroke(card.kind), card.word ? h("span.brief", {}, card.word.text) : null), h("span.named", {}, card.label)))),
  told(look));

/** Numbers for the cards of one seat, by which it plays them face down. */
const numbers = (one, look, gone) => h("div.card-numbers", { role: "group", "aria-label": one.who },
  ...Array.from({ length: one.cards }, (_, i) => h(`button.key${look.seat === one.seat && look.chosen.includes(i) ? ".chosen" : ""}`, {
    type: "button", "data-number": i, "data-number-seat": one.seat, "data-key": `number-${i}`, disabled: gone,
    "aria-pressed": String(look.seat === one.seat && look.chosen.includes(i)), "aria-label": word("card_number", { n: i + 1 }),
  }, String(i + 1))));

const playNumbers = (one, look, gone) => wide(word("play_it"), { "data-play-numbers": one.seat, "data-key": "play" },
  gone || look.seat !== one.seat || !look.chosen.length, true);

/** The bars of all seats; what is looked at stands above them, in the place of the numbers. */
export function handsFoot(view, ui, look, back) {
  const { shared } = view.page;
  const one = shared.find((each) => each.seat === look.seat) ?? shared.find((each) => each.acts) ?? shared[0];
  const gone = Boolean(ui.gone);
  const top = look.held && look.hand ? held(look)
    : h("div.numbered", {}, disc(one.colour), numbers(one, look, gone), playNumbers(one, look, gone));
  return [top, h("div.peek-bars", {}, ...shared.map(bar)), h("div.row", {}, back)];
}

/** Discs stop the clock; whoever has stopped it may still do nothing, so a claim tells nothing. */
function sharedWindow(view, ui, look) {
  const { window: shown, shared } = view.page;
  const gone = Boolean(ui.gone);
  const one = shared.find((each) => each.seat === ui.reacting);
  if (!one || !view.paused) {
    return [h("div.window-cards", {}, queue(shown), h("span.passed", {}, shown.passed)),
      h("div.react-keys", {}, ...shared.map(({ seat, who, colour }) => h("button.react-key", {
        type: "button", "data-react": seat, "data-key": `react-${seat}`, disabled: gone, "aria-label": word("react_who", { p: who }),
      }, disc(colour), h("span", {}, word("react"))))),
      h("div.row.push", {}, letsGo(ui, word("nobody"), { "data-nobody": "", "data-key": "nobody" }, gone))];
  }
  const top = look.held && look.hand ? held(look)
    : h("div.numbered", {}, disc(one.colour), numbers(one, look, gone), playNumbers(one, look, gone));
  return [top, bar(one), h("div.row.push", {}, ...freeKeys(one.free, one.seat, gone), wide(word("nothing"), { "data-nothing": "", "data-key": "nothing" }, gone))];
}
