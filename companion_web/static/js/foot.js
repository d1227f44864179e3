// The foot: what the thumb needs now. The server names it; a foot opened on the page comes first.

import { briefingFoot, QUESTIONS } from "./briefing.js";
import { disc, h, icon } from "./dom.js";
import { diceRows, driveFoot, placeRows } from "./drive.js";
import { doubtButton, doubtRows, editFoot } from "./edit.js";
import { endFoot } from "./end.js";
import { apart, askFoot, chooseFoot, claimFoot, diceFoot, padRows, rollFoot } from "./pads.js";
import { factLines, orderRows, podium, poolRows } from "./race.js";
import { peekFoot } from "./peek.js";
import { playerFoot } from "./seat_panel.js";
import { moveLines } from "./side.js";
import { dots, moreFoot, pausedFoot, quitFoot, rewindFoot, rewindList } from "./more.js";
import { standsFoot } from "./standing.js";
import { handsFoot, windowFoot } from "./window.js";
import { colourName, word } from "./words.js";

/** The held card that is chosen and not yet played; undefined without one. */
export const chosenCard = (view, ui) =>
  (view.game && footKind(view, ui) === "hand" ? view.pad[ui.held] : undefined);

/** Which foot the state asks for. */
export function footKind(view, ui) {
  if (ui.edit) return "edit";
  if (ui.rewind) return "rewind";
  if (ui.player !== null) return "player";
  if (ui.list === "hands" && view.page.shared.length && view.page.foot !== "window") return "hands";
  if (["more", "quit", "stands"].includes(ui.list)) return ui.list;
  if (QUESTIONS.includes(ui.list)) return "briefing";
  if (ui.list === "rewind") return "list";
  if (ui.list === "doubts" && view.doubts.length) return "doubts";
  if (ui.list === "order" && view.race) return "order";
  if (ui.list && ui.list !== "doubts") return "list";
  return ui.picked.from !== null || ui.zoomed ? view.page.picked_foot : view.page.foot;
}

const dotted = (name) => (name ? `.${name}` : "");

const row = (...buttons) => h("div.row.push", {}, ...buttons);

const button = (text, data, more = {}) => h("button.button", { type: "button", ...data, ...more }, text);

/** Beside Undo stands Redo until somebody plays; the two are known by their signs. */
const undo = (view, ui) => {
  const { undo: { text, enabled }, redo: again } = view.page;
  return [h("button.button", {
    type: "button", "data-command": "undo", "data-key": "undo", "aria-label": again ? text : null,
    disabled: ui.gone || !enabled,
  }, icon("undo"), again ? null : text), redo(view, ui)];
};

/** Empty where nothing was taken back. */
const redo = (view, ui) => (view.page.redo ? h("button.button.redo", {
  type: "button", "data-command": "redo", "data-key": "redo", "aria-label": view.page.redo.text,
  disabled: Boolean(ui.gone),
}, icon("redo")) : null);

/** Beside a hand, where keys need the room, Undo is its sign alone; left out where nothing can be taken back. */
const undoSign = (view, ui) => [view.page.undo.enabled ? h("button.button", {
  type: "button", "data-command": "undo", "data-key": "undo", "aria-label": view.page.undo.text, disabled: Boolean(ui.gone),
}, icon("undo")) : null, redo(view, ui)];

const allMoves = (view) =>
  button(word("all_moves"), { "data-list": "moves", "data-key": "list" }, { disabled: !view.choices.length });

/** Where nobody sits at the seat that is to act, whoever sits elsewhere may take that one, too. */
const absentButton = ({ page: { absent } }, ui, honey = "") => (absent ? h(`button.button${honey}`, {
  type: "button", "data-absent": absent.seat, "data-key": "absent", disabled: Boolean(ui.gone),
}, absent.text) : null);

/** Empty where no hint can be had. While one shows, the next idea may be asked for. */
const hintButton = (view, ui) => (view.can_hint
  ? button(word(view.hint?.others ? "hint_others" : "hint"), { "data-command": "hint", "data-key": "hint" },
    { disabled: Boolean(ui.gone || (view.hint && !view.hint.others)) })
  : null);

const isHinted = (view, action) => Boolean(view.hint) && view.hint.action === action;

function cardFace(card) {
  if (!card) return null;
  return h("div.card", { "data-face": card.value }, card.label,
    card.caption ? h("small", {}, card.caption.text) : null);
}

const moveRow = (view) => (choice) => h(`button.row-button${isHinted(view, choice.action) ? ".hinted" : ""}`, {
  type: "button", "data-command": "act", "data-action": choice.action, "data-key": `act-${choice.action}`,
},
h("span.text", {}, choice.message.text),
choice.takes.length ? h("span.aside", {}, word("takes"), ...choice.takes.map(disc),
  h("span.unseen", {}, choice.takes.map(colourName).join(", "))) : null);

function saidBlock(card, first, second) {
  return h("div.said", {}, cardFace(card),
    h("div.words", {}, h("p.line-1", {}, first), h("p.small", {}, second)));
}

const chartLink = (view) => (view.chart ? h("a.button", { href: "/chart", "data-key": "chart" }, word("chart")) : null);

/** A timed turn: start its clock, stop it, let it go on. */
function clockButton(view) {
  const key = view.page.clock_key;
  return key && button(key.text, { "data-command": "pause", "data-on": String(key.on), "data-key": "pause" });
}

/** The facts of this turn, or the last moves where the game tells none. */
function factBlock(view) {
  const lines = factLines(view);
  if (!lines.length) return h("div.last-moves", {}, moveLines(view, 3));
  return h("div.said", {}, h("div.facts", {}, ...lines.map((line) => h("p", {}, line))), clockButton(view),
    button(word("race.order"), { "data-list": "order", "data-key": "order" }, { "aria-label": word("home") }));
}

/** Whether the car that is led back has just lost its own test; whoever was tested against is pushed, not led back. */
const lostTest = ({ drive, called_for: called }) => {
  const [tester] = drive?.thrown ?? [];
  return Boolean(tester && !tester.won && tester.token === called[0]?.token);
};

const showButton = () => button(word("drive.again"), { "data-show": "", "data-key": "show" });

const answerRow = ({ ask, page: { answers: { wide, numbers } } }) => ({ id, token, message }) =>
  h(`button.row-button${wide.includes(id) ? ".wide" : ""}`, {
    type: "button", "data-command": "answer", "data-option": id, "data-of": ask.id, "data-key": `option-${id}`,
  }, disc(token), numbers[id] ? h("b.number", {}, numbers[id]) : null, h("span.text", {}, message.text));

const FEET = {
  briefing: briefingFoot,

  player: playerFoot,

  more: moreFoot,
  quit: quitFoot,
  stands: standsFoot,
  paused: (view, ui) => pausedFoot(view, ui, undoSign(view, ui)),
  rewind: rewindFoot,

  list: (view, ui) => {
    if (ui.list === "rewind") return rewindList(view);
    const open = ui.list === "moves" ? view.choices
      : ui.list === "splits" ? view.choices.filter((choice) => choice.kind === "split") : ui.list;
    const found = Array.isArray(ui.list) ? apart(view, open) : null;
    if (found) return chooseFoot(found, row(button(word("back"), { "data-list": "", "data-key": "back" })));
    return [
      h("div.all-moves", { role: "group", "aria-label": word("all_moves") }, ...open.map(moveRow(view))),
      row(button(word("back"), { "data-list": "", "data-key": "back" }))];
  },

  ask: (view, ui) => {
    const { keyed, columns, numbers } = view.page.answers;
    if (keyed) return askFoot(view, ui, undo(view, ui));
    const rows = view.ask.options.map(answerRow(view));
    // The answer that none of the numbered ones is true is always in sight.
    const none = Object.keys(numbers).length ? row(rows.pop()) : null;
    return [h(`div.rows.scrolls${dotted(columns)}`, {}, ...rows), none];
  },

  wrong: (view, ui) => {
    const { lines, rules, rule } = view.page.wrong;
    const asks = !rules ? null : view.reason.told
      ? h("a.button", { href: rules, target: "_blank", rel: "noopener", "data-key": "why" }, rule)
      : button(word("why"), { "data-command": "why", "data-key": "why" });
    return [saidBlock(view.card, ...lines), row(asks, undo(view, ui), doubtButton(view))];
  },

  edit: (view, ui) => editFoot(view, ui.edit),

  doubts: (view) => [
    h("div.all-moves", { role: "group", "aria-label": word("not_seen") }, ...doubtRows(view)),
    row(button(word("back"), { "data-list": "", "data-key": "back" }))],

  stray: (view, ui) => [saidBlock(view.card, word("put_back"), word("nothing_lost")),
    row(undo(view, ui), doubtButton(view))],

  correction: (view, ui) => [
    lostTest(view) ? diceRows(view) : null,
    h("div.rows", {}, ...view.page.owed.map(({ token, text, times, aside }, i) =>
      h(`div.row-line${i ? ".waits" : ""}`, {}, disc(token), h("span.text", {}, text),
        h("span.aside", {}, times > 1 ? h("b", {}, aside) : aside)))),
    row(lostTest(view) ? showButton() : !view.page.keeps || view.pays ? null : button(word("keep"), { "data-command": "keep", "data-key": "keep" }), redo(view, ui), doubtButton(view))],

  over: (view, ui) => endFoot(view, ui, () => (view.page.race?.podium.length ? podium(view)
    : view.drive ? placeRows(view) : h("div.last-moves", {}, moveLines(view, 3))), view.street ? showButton() : chartLink(view), redo(view, ui), dots()),

  lifted: (view, ui) => {
    const { text, support, of } = view.page.lifted;
    const first = ui.picked.from !== null ? of[ui.picked.from] : text;
    return [
      saidBlock(view.card, first, first ? support : word("tap_outside")),
      // All moves stay where they were before the marble was lifted: a second tap there hits nothing else.
      row(undo(view, ui), doubtButton(view), ui.zoomed
        ? button(word("whole_board"), { "data-zoom": "", "data-key": "whole" }) : allMoves(view))];
  },

  moves: (view, ui) => {
    const { offered, share } = view.page;
    const rows = offered.map((action) => view.choices.find((choice) => choice.action === action)).map(moveRow(view));
    if (share) {
      rows.push(h("button.row-button", { type: "button", "data-list": "splits", "data-key": "splits" },
        h("span.text", {}, share.text), h("span.aside", {}, share.ways)));
    }
    return [h("div.said", {}, cardFace(view.card), h("div.rows", {}, ...rows)),
      row(undo(view, ui), hintButton(view, ui), allMoves(view))];
  },

  hand: (view, ui) => {
    const chosen = view.pad[ui.held];
    // Of cards that are alike one has the star: that which is chosen, else the first.
    const starred = isHinted(view, chosen?.action) ? ui.held : view.pad.findIndex((key) => isHinted(view, key.action));
    return [
      h("div.hand", {}, ...view.pad.map((key, i) => h(
        `button.held-card${i === ui.held ? ".chosen" : ""}${key.moves === 0 ? ".dull" : ""}${i === starred ? ".hinted" : ""}`, {
          type: "button", "data-command": "card", "data-card": key.value, "data-held": i, "data-key": `held-${i}`,
          "aria-pressed": i === ui.held ? "true" : "false", disabled: ui.gone || !key.enabled,
        },
        h("span.card", {}, key.label,
          key.caption ? h("small", {}, key.caption.text) : null),
        view.page.counts[i] ? h("span.count", {}, view.page.counts[i]) : null))),
      row(undoSign(view, ui), hintButton(view, ui), absentButton(view, ui) ?? h(`button.button${chosen ? ".honey" : ""}`, {
        type: "button", "data-command": "card", "data-key": "play", disabled: !chosen || Boolean(ui.gone),
      }, chosen ? word("play", { card: chosen.label }) : word("choose_card")))];
  },

  dice: (view, ui) => diceFoot(view, ui, undo(view, ui)),

  roll: (view, ui) => rollFoot(view, ui, undo(view, ui), factLines(view)),

  claim: (view, ui) => claimFoot(view, ui),

  window: (view, ui, look) => windowFoot(view, ui, look),

  peek: (view, ui, look) => peekFoot(view, ui, look, undoSign(view, ui)),

  hands: (view, ui, look) => handsFoot(view, ui, look, button(word("back"), { "data-list": "", "data-key": "back" })),

  keys: (view, ui) => [padRows(view.pad, ui), row(undo(view, ui))],

  go: (view, ui) => [factBlock(view),
    row(undo(view, ui), hintButton(view, ui), allMoves(view))],

  order: (view) => [h("div.order-list", {}, h("ol.order", {}, ...orderRows(view)),
    h("ul.pools", { "aria-label": word("race.pools") }, ...poolRows(view))),
    row(button(word("back"), { "data-list": "", "data-key": "back" }))],

  drawing: () => [
    h("div.hand.hand-back", { "aria-hidden": "true" }, ...Array.from({ length: 5 },
      () => h("span.held-card", {}, h("span.card", {})))),
    h("p.small.push", {}, word("drawing"))],

  pad: (view, ui) => [h(`div.pad${view.page.redo ? ".redoes" : ""}`, {},
    ...view.pad.map((key) => h("button.key", {
      type: "button", "data-command": "card", "data-card": key.value, "data-key": `card-${key.value}`, disabled: ui.gone || !key.enabled,
    }, key.label, key.caption ? h("small", {}, key.caption.text) : null)),
    h("button.key.undo", {
      type: "button", "data-command": "undo", "data-key": "undo", "aria-label": word("undo"),
      disabled: ui.gone || !view.page.undo.enabled,
    }, icon("undo"), h("small", {}, word("undo"))),
    view.page.redo ? h("button.key.undo", {
      type: "button", "data-command": "redo", "data-key": "redo", "aria-label": view.page.redo.text,
      disabled: Boolean(ui.gone),
    }, icon("redo"), h("small", {}, view.page.redo.text)) : null)],

  seat: (view, ui) => [absentButton(view, ui, ".honey") ?? h("a.button.honey", { href: "/join", "data-key": "sit" }, word(view.players.every((one) => one.taken) ? "seat.take_bots" : "join")),
    view.page.waits ? h("p.small", {}, view.page.waits) : null,
    h("div.last-moves", {}, moveLines(view, view.page.waits ? 2 : 3))],

  watch: (view) => [h("p.small", {}, view.page.waits || word("seat.watch")), h("div.last-moves", {}, moveLines(view, 2)),
    row(button(word("ask.can"), { "data-ask": "can", "data-key": "help" }))],

  bot: (view, ui) => {
    const { text, itself, quick } = view.page.bot;
    return [
      view.card ? saidBlock(view.card, text, view.prompt.support?.text ?? "") : h("div.last-moves", {}, moveLines(view, 3)),
      row(undo(view, ui), itself ? button(word("bot.quick"), { "data-command": "hurry", "data-quick": String(!quick), "data-key": "quick" },
        { "aria-pressed": String(quick), disabled: Boolean(ui.gone) }) : null)];
  },

  tiles: driveFoot,

  deeds: (view, ui) => [...driveFoot(view, ui), view.page.absent ? row(absentButton(view, ui)) : null,
    view.drive.deeds.length || ui.held !== null ? null : h("div.last-moves", {}, moveLines(view, 2))],

  wait: (view, ui) => [h("div.last-moves", {}, moveLines(view, 3)),
    row(undo(view, ui), hintButton(view, ui), view.page.may_act && view.choices.length ? allMoves(view)
      : button(word("ask.can"), { "data-ask": "can", "data-key": "help" }))],
};

/** Feet that a key leads out of: the three dots stand at the end of all others. */
const OPENED = ["briefing", "list", "player", "more", "quit", "stands", "rewind", "edit", "doubts", "order", "hands"];

/** The foot's children for this state. */
export function footParts(view, ui, look) {
  const kind = footKind(view, ui);
  const parts = FEET[kind](view, ui, look).flat().filter(Boolean);
  if (!OPENED.includes(kind) && !parts.some((part) => part.querySelector(".more"))) {
    const last = parts.at(-1);
    if (last?.matches(kind === "tiles" ? ".row" : ".row, .pad, .deeds")) last.append(dots());
    else parts.push(dots());
  }
  // On a shared screen every foot leads to the hands, which lie open nowhere, until the game is over.
  if (view.page?.shared.some(({ cards }) => cards) && !["window", "hands", "list", "peek", "player", "more", "quit", "stands", "paused", "rewind", "briefing", "over"].includes(kind)) {
    const first = view.page.face_down;
    const key = h(`button.button${first ? ".honey.hands-first" : ""}`, { type: "button", "data-list": "hands", "data-key": "hands" }, word("hands"));
    const last = parts.at(-1);
    if (!last?.matches(".row, .deeds")) parts.push(row(key));
    else if (first) last.prepend(key);
    else last.append(key);
  }
  return { kind, parts };
}
