// The foot: what the thumb needs now. Chosen in the same order as on the server (pages/table.py).

import { disc, h, icon } from "./dom.js";
import { doubtButton, doubtRows, editFoot } from "./edit.js";
import { isSplit, movesAgain, movedInHand } from "./model.js";
import { apart, askFoot, chooseFoot, claimFoot, diceFoot, keyed, padRows, rollFoot, rollKey } from "./pads.js";
import { factLines, orderRows, podium, poolRows, runnerLines } from "./race.js";
import { homeLabel, moveLines } from "./side.js";
import { colourName, holeName, movesText, page, playerName, takesText, word } from "./words.js";

/** Whether who looks may choose now: the seat to act, or anybody where cards lie open. */
function mayAct(view) {
  if (view.seat === null) return view.game.hands === "physical";
  return view.players.some((player) => player.seat === view.seat && player.to_act);
}

/** The last move goes on in a hand: its own foot, not the keys of who is next; held cards stay in sight. */
const goesOn = (view) => !view.hand && movesAgain(view) && Boolean(movedInHand(view))
  && (mayAct(view) || view.seat === view.prompt.seat);

/** An empty hand while nobody is to act: cards are being dealt. */
const isDrawing = (view) =>
  view.hand !== null && !view.hand.length && !view.players.some((player) => player.to_act);

/** The held card that is chosen and not yet played; undefined without one. */
export const chosenCard = (view, ui) =>
  (view.game && footKind(view, ui) === "hand" ? view.pad[ui.held] : undefined);

/** Which foot the state asks for. */
export function footKind(view, ui) {
  if (!view.game) return "none";
  if (ui.edit) return "edit";
  if (ui.player !== null) return "player";
  if (ui.list === "help") return "help";
  if (ui.list === "doubts" && view.doubts.length) return "doubts";
  if (ui.list === "order" && view.race) return "order";
  if (ui.list && ui.list !== "doubts") return "list";
  if (view.ask) return "ask";
  if (view.reason) return "wrong";
  if (view.players.some((player) => player.winner)) return "over";
  if (view.prompt.mood === "correction" && view.owed.length) return "correction";
  if (view.state === "stray" && view.doubts.length) return "stray";
  if (isDrawing(view)) return "drawing";
  if (view.window?.keys.length) return "claim";
  if (view.dice.length) return "dice";
  if (rollKey(view)) return "roll";
  if (goesOn(view)) return "lifted";
  if (!mayAct(view)) return view.hand && view.pad.length ? "hand" : "wait";
  if ((view.card || view.race) && (movedInHand(view) || ui.picked.from !== null || ui.zoomed)) return "lifted";
  if (view.card && view.choices.length) return "moves";
  if (view.hand && view.pad.length) return "hand";
  if (view.pad.length) return view.pad.every((key) => key.param === "card") ? "pad" : "keys";
  if (view.race && view.choices.length) return "go";
  return "wait";
}

const row = (...buttons) => h("div.row.push", {}, ...buttons);

const button = (text, data, more = {}) => h("button.button", { type: "button", ...data, ...more }, text);

function undo(view, ui) {
  const text = word(view.undo_card ? "undo_card" : "undo");
  return h("button.button", {
    type: "button", "data-command": "undo", "data-key": "undo",
    disabled: ui.gone || !(view.can_undo || view.undo_card),
  }, icon("undo"), text);
}

const allMoves = (view) =>
  button(word("all_moves"), { "data-list": "moves", "data-key": "list" }, { disabled: !view.choices.length });

/** Nothing where no hint is to be had; the one that is shown already is not shown again. */
const hintButton = (view, ui) => (view.can_hint
  ? button(word("hint"), { "data-command": "hint", "data-key": "hint" }, { disabled: Boolean(ui.gone || view.hint) })
  : null);

/** The moves with a row of their own: a good idea first, if one was asked for. */
function offered(view, most) {
  const shown = view.choices.filter((choice) => !isSplit(choice)).slice(0, most);
  const ideas = view.choices.filter((choice) => isHinted(view, choice.action));
  return [...ideas, ...shown.filter((choice) => !ideas.includes(choice))].slice(0, Math.max(1, shown.length));
}

const isHinted = (view, action) => view.hint?.action === action;

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

/** A turn that is timed: its clock is started, stopped, let go on. */
function clockButton(view) {
  if (!view.timer) return null;
  const stands = view.paused || view.timer.waits;
  const text = word(view.paused ? "clock.go_on" : view.timer.waits ? "clock.start" : "clock.stop");
  return button(text, { "data-command": "pause", "data-on": String(!stands), "data-key": "pause" });
}

/** What counts in this turn, or the last moves where the game tells nothing of the kind. */
function factBlock(view) {
  const lines = factLines(view);
  if (!lines.length) return h("div.last-moves", {}, moveLines(view, 3));
  return h("div.said", {}, h("div.facts", {}, ...lines.map((line) => h("p", {}, line))), clockButton(view),
    button(word("race.order"), { "data-list": "order", "data-key": "order" }, { "aria-label": word("home") }));
}

/** Short answers, colours say, stand side by side where there are more than a phone has rows for. */
const isShort = (option) => option.message.text.length <= 8;
function columns(options) {
  const short = options.filter(isShort).length;
  return options.length <= 3 || short < 2 ? "" : short <= 4 ? ".in-two" : ".in-three";
}

/** What to put right now and next: debts that sound the same are one row with their number. */
function owedRows(view) {
  const rows = [];
  for (const owed of view.owed) {
    const last = rows.at(-1);
    if (last?.owed.token === owed.token && last.owed.message.text === owed.message.text) last.times += 1;
    else rows.push({ owed, times: 1 });
  }
  return rows.slice(0, 2);
}

const FEET = {
  none: () => [h("p.small", {}, word("no_game_support")),
    row(h("a.button.honey", { href: "/new", "data-key": "new" }, word("new_game")))],

  help: () => [
    h("ul.legend", {}, ...["movable", "destination", "capture", "wrong"].map(
      (role) => h("li", {}, word(`help.${role}`)))),
    row(button(word("back"), { "data-list": "", "data-key": "back" }))],

  player: (view, ui) => {
    const player = view.players.find((one) => one.seat === ui.player) ?? view.players[0];
    const state = player.winner ? word("won") : player.to_act ? word("to_move") : "";
    const mayFree = player.taken
      && (page.host || view.game.hands === "physical" || view.seat === player.seat);
    return [
      h("div.said", {}, h("div.words", {},
        h("p.line-1", {}, [playerName(player), state].filter(Boolean).join(" · ")),
        ...(view.race ? runnerLines(view, player)
          : [...player.colours.map((colour) => h("p.small", {}, homeLabel(colour))), h("p.small", {}, takesText(player.takes))]))),
      row(button(word("back"), { "data-list": "", "data-key": "back" }),
        mayFree ? button(word("free_seat"), { "data-free": player.seat, "data-key": "free" },
          { disabled: Boolean(ui.gone) }) : null)];
  },

  list: (view, ui) => {
    const open = ui.list === "moves" ? view.choices
      : ui.list === "splits" ? view.choices.filter(isSplit) : ui.list;
    const found = Array.isArray(ui.list) ? apart(open) : null;
    if (found) return chooseFoot(found, row(button(word("back"), { "data-list": "", "data-key": "back" })));
    return [
      h("div.all-moves", { role: "group", "aria-label": word("all_moves") }, ...open.map(moveRow(view))),
      row(button(word("back"), { "data-list": "", "data-key": "back" }))];
  },

  ask: (view, ui) => (keyed(view.ask) ? askFoot(view, ui, undo(view, ui))
    : [h(`div.rows.scrolls${columns(view.ask.options)}`, {}, ...view.ask.options.map((option) =>
    h(`button.row-button${isShort(option) ? "" : ".wide"}`, {
      type: "button", "data-command": "answer", "data-option": option.id, "data-key": `option-${option.id}`,
    }, disc(option.token), h("span.text", {}, option.message.text))))]),

  wrong: (view, ui) => {
    const { reason } = view;
    const detail = reason.detail?.text || word("put_back");
    const blocked = reason.blocked_by ? word("why_blocked", { hole: holeName(reason.blocked_by) }) : "";
    const small = [reason.rule ? word("rule", { rule: reason.rule }) : "", word("nothing_lost")];
    const rules = `/rules/${view.game.name}/${view.game.rules}#${reason.rule}`;
    const why = !reason.rule ? null : ui.why
      ? h("a.button", { href: rules, target: "_blank", rel: "noopener", "data-key": "why" }, word("rule_long", { rule: reason.rule }))
      : button(word("why"), { "data-why": "", "data-key": "why" });
    return [
      saidBlock(view.card, ...(ui.why && blocked ? [blocked, detail] : [detail, small.join(" ").trim()])),
      row(why, undo(view, ui), doubtButton(view))];
  },

  edit: (view, ui) => editFoot(view, ui.edit),

  doubts: (view) => [
    h("div.all-moves", { role: "group", "aria-label": word("not_seen") }, ...doubtRows(view)),
    row(button(word("back"), { "data-list": "", "data-key": "back" }))],

  stray: (view, ui) => [saidBlock(view.card, word("put_back"), word("nothing_lost")),
    row(undo(view, ui), doubtButton(view))],

  correction: (view) => [
    h("div.rows", {}, ...owedRows(view).map(({ owed, times }, i) =>
      h(`div.row-line${i ? ".waits" : ""}`, {}, disc(owed.token), h("span.text", {}, owed.message.text),
        h("span.aside", {}, times > 1 ? h("b", {}, word("times", { n: times })) : word(i ? "next" : "now"))))),
    row(button(word("keep"), { "data-command": "keep", "data-key": "keep" }), doubtButton(view))],

  over: (view, ui) => [
    view.race?.order.some((runner) => runner.place) ? podium(view) : h("div.last-moves", {}, moveLines(view, 3)),
    row(undo(view, ui), chartLink(view), h("a.button.honey", { href: "/new", "data-key": "new" }, word("new_game")))],

  lifted: (view, ui) => {
    const held = ui.picked.from !== null
      ? { token: ui.picked.token, frm: ui.picked.hole } : movedInHand(view);
    // A pen's holes are alike: the marble is named by its colour, not by where it lay.
    const alone = held && held.frm && !view.holes[held.frm]?.place && !view.race;
    const first = !held ? "" : alone ? word("in_hand", { hole: holeName(held.frm) })
      : word("in_hand_some", { c: colourName(held.token) });
    return [
      saidBlock(view.card, first, held ? [word("put_back"), factLines(view).join(" · ")].filter(Boolean).join(" ") : word("tap_outside")),
      row(undo(view, ui), ui.zoomed
        ? button(word("whole_board"), { "data-zoom": "", "data-key": "whole" }) : allMoves(view),
      doubtButton(view))];
  },

  moves: (view, ui) => {
    const splits = view.choices.filter(isSplit);
    const rows = offered(view, splits.length ? 1 : 2).map(moveRow(view));
    if (splits.length) {
      rows.push(h("button.row-button", { type: "button", "data-list": "splits", "data-key": "splits" },
        h("span.text", {}, word("share", { card: view.card.label })),
        h("span.aside", {}, word("ways", { n: splits.length }))));
    }
    return [h("div.said", {}, cardFace(view.card), h("div.rows", {}, ...rows)),
      row(undo(view, ui), hintButton(view, ui), allMoves(view))];
  },

  hand: (view, ui) => {
    const chosen = view.pad[ui.held];
    return [
      h("div.hand", {}, ...view.pad.map((key, i) => h(
        `button.held-card${i === ui.held ? ".chosen" : ""}${key.moves === 0 ? ".dull" : ""}${isHinted(view, key.action) ? ".hinted" : ""}`, {
          type: "button", "data-command": "card", "data-card": key.value, "data-held": i, "data-key": `held-${i}`,
          "aria-pressed": i === ui.held ? "true" : "false", disabled: ui.gone || !key.enabled,
        },
        h("span.card", {}, key.label,
          key.caption ? h("small", {}, key.caption.text) : null),
        key.moves === null ? null : h("span.count", {}, movesText(key.moves))))),
      row(hintButton(view, ui), h(`button.button${chosen ? ".honey" : ""}`, {
        type: "button", "data-command": "card", "data-key": "play", disabled: !chosen || Boolean(ui.gone),
      }, chosen ? word("play", { card: chosen.label }) : word("choose_card")))];
  },

  dice: (view, ui) => diceFoot(view, ui, undo(view, ui)),

  roll: (view, ui) => rollFoot(view, ui, undo(view, ui), factLines(view)),

  claim: (view, ui) => claimFoot(view, ui),

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

  pad: (view, ui) => [h("div.pad", {},
    ...view.pad.map((key) => h("button.key", {
      type: "button", "data-command": "card", "data-card": key.value, "data-key": `card-${key.value}`, disabled: ui.gone || !key.enabled,
    }, key.label, key.caption ? h("small", {}, key.caption.text) : null)),
    h("button.key.undo", {
      type: "button", "data-command": "undo", "data-key": "undo", "aria-label": word("undo"),
      disabled: ui.gone || !view.can_undo,
    }, icon("undo"), h("small", {}, word("undo"))))],

  wait: (view, ui) => [h("div.last-moves", {}, moveLines(view, 3)),
    row(undo(view, ui), hintButton(view, ui), mayAct(view) && view.choices.length ? allMoves(view)
      : button(word("help"), { "data-list": "help", "data-key": "help" }))],
};

/** The foot's children for this state. */
export function footParts(view, ui) {
  const kind = footKind(view, ui);
  return { kind, parts: FEET[kind](view, ui) };
}
