// The panel of a player, by a tap on its chip: how it stands, and who plays on there.

import { disc, h } from "./dom.js";
import { schematics } from "./drive.js";
import { plays } from "./more.js";
import { command, fetchSeats, freeSeat, takeSeat } from "./wire.js";
import { awake } from "./wake.js";
import { colourName, page, word } from "./words.js";

/** Milliseconds in which a change can be taken back. */
const TAKE_BACK = 10_000;

/**
 * What is shown of it: a `step` (the name, the level, what was done), the seat's `line`, the known `people`, the way `back`;
 * what was typed (`name`), and why the table `refused` it, with the `code`.
 */
export const noPanel = () => ({ step: "", line: null, mine: 0, people: [], back: null, said: "", name: "", refused: "", code: "" });
/** Refusals in which the name itself is at fault. */
const FAULTY = ["same-name", "malformed"];
/** The levels of help; empty: that of the table. */
const HELPS = ["", "none", "legal", "hint"];

const button = (text, data, more = {}) => h("button.button", { type: "button", ...data, ...more }, text);
const row = (...buttons) => h("div.row", {}, ...buttons);
/** Why the table has said no, in the place of what is said there else. */
const said = ({ panel: { refused } }, otherwise) => (refused ? h("p.refused", { id: "seat-refused" }, refused) : otherwise);
const away = (text = word("back")) => button(text, { "data-list": "", "data-key": "back" });

/** Open the panel of a seat, or close it. What may be done there, the server says. */
export async function openPlayer(table, seat) {
  const { ui } = table;
  ui.player = ui.player === seat ? null : seat;
  ui.list = null;
  ui.panel = noPanel();
  table.render();
  if (ui.player !== null) await learn(table, seat);
}

/** Ask who sits there, and what may be done; the panel may be closed meanwhile. */
async function learn(table, seat) {
  const { panel } = table.ui;
  const { seats, people } = await fetchSeats();
  if (table.ui.panel !== panel || !seats.length) return;
  panel.people = people;
  panel.line = seats.find((line) => line.seat === seat) ?? null;
  panel.mine = seats.filter((line) => line.yours).length;
  table.render();
}

const head = (player, shown) => {
  const colours = player.colours.map(({ colour }) => colourName(colour)).join(", ");
  const who = player.bot ? `${shown.who} · ${word(`seat.level.${player.bot}`)}` : shown.who === colours ? shown.who : `${shown.who} · ${colours}`;
  return h("p.line-1", {}, ...player.colours.map(({ colour }) => disc(colour)), who);
};

/** Who plays on: the ways that are open to this browser. */
function ways(view, ui, player) {
  const { line } = ui.panel;
  const off = { disabled: Boolean(ui.gone) };
  if (!line?.may_hand) return [row(away())];
  const leave = line.yours ? word("seat.stand") : word("free_seat");
  const bots = !player.bot && view.page.bots.length;
  return [
    row(button(word("seat.hand"), { "data-seat-step": "hand", "data-key": "hand" }, off),
      player.bot ? button(word("seat.take_bots"), { "data-seat-do": "take", "data-key": "take" }, off) : null,
      line.may_free ? button(leave, { "data-free": player.seat, "data-key": "free" }, off) : null),
    row(bots ? button(word("seat.bot"), { "data-seat-step": "bot", "data-key": "bot" }, off) : null,
      player.bot ? null : button(word("seat.help"), { "data-seat-step": "help", "data-key": "help-level" }, off), away())];
}

const STEPS = {
  hand: (view, ui, { name, refused, code, people } = ui.panel) => [h("form.hand-over", {},
    h(`label${refused ? ".unseen" : ""}`, { for: "hand-to" }, word("seat.hand_to")),
    h("input", { id: "hand-to", name: "name", value: name || null, maxlength: page.longestName, autocomplete: "off", list: "known-people", "data-key": "name",
      "aria-invalid": FAULTY.includes(code) ? "true" : null, "aria-describedby": refused ? "seat-refused" : null }),
    said(ui, null),
    h("datalist", { id: "known-people" }, ...people.map((one) => h("option", { value: one }))),
    row(h("button.button.honey", { "data-seat-do": "name", "data-key": "hand", disabled: Boolean(ui.gone) }, word("seat.hand_over")), away()))],
  bot: (view, ui) => [
    said(ui, h("p.small", {}, word("seat.which_bot"))),
    row(...view.page.bots.map((level) => button(word(`seat.level.${level}`), { "data-seat-do": "bot", "data-level": level, "data-key": level }, { disabled: Boolean(ui.gone) }))),
    row(away())],
  help: (view, ui) => {
    const level = (help) => button(word(`seat.help.${help || "usual"}`), { "data-seat-do": "help", "data-level": help, "data-key": `help-${help || "usual"}` },
      { "aria-pressed": String((ui.panel.line?.help ?? "") === help), disabled: Boolean(ui.gone) });
    return [said(ui, h("p.small", {}, word("seat.which_help"))), row(...HELPS.slice(0, 2).map(level)), row(...HELPS.slice(2).map(level), away())];
  },
  done: (view, ui) => [
    h("p.line-1.push", {}, ui.panel.said),
    row(button(word("seat.take_back"), { "data-seat-do": "back", "data-key": "take-back" }, { disabled: Boolean(ui.gone) }), away(word("seat.keep")))],
};

/** The foot of the panel. */
export function playerFoot(view, ui) {
  const at = view.players.findIndex((one) => one.seat === ui.player);
  const player = view.players[Math.max(at, 0)];
  const shown = view.page.players[Math.max(at, 0)];
  const { step } = ui.panel;
  if (STEPS[step]) return [h("div.seat-panel", {}, head(player, shown), ...STEPS[step](view, ui))];
  if (view.drive && step !== "seat") {
    return [schematics(view, player.seat), row(button(word("seat.who"), { "data-seat-step": "seat", "data-key": "seat" }), away())];
  }
  // Where there are buttons, there is one line for all; how many marbles one took stands elsewhere.
  const keys = Boolean(ui.panel.line?.may_hand) && shown.lines.length > 1;
  const lines = shown.lines.slice(0, keys ? -1 : undefined).map(({ text }) => text);
  const stands = [shown.state, ...lines].filter(Boolean).join(" · ");
  return [h("div.seat-panel", {}, head(player, shown), said(ui, h("p.small.how", {}, stands)),
    ...ways(view, ui, player), plays(view) && !ui.panel.refused ? h("p.small.wake", {}, word(awake() ? "seat.awake" : "seat.asleep")) : null)];
}

/** Sit at one seat more, which nobody has; for a while it can be taken back. */
async function sitToo(table, seat) {
  const { ui, view } = table;
  ui.panel = { ...noPanel(), line: { seat } };
  try {
    await takeSeat(seat, { game: view.game.id });
    offer(table, () => freeSeat(seat), "sit");
  } catch (error) {
    ui.panel = noPanel();
    table.refuse(error);
  }
}

/** A tap on one of its buttons; whether it was one. */
export function seatClick(table, dataset) {
  if ("absent" in dataset) sitToo(table, Number(dataset.absent));
  else if ("seatStep" in dataset) {
    Object.assign(table.ui.panel, { step: dataset.seatStep, refused: "", code: "" });
    table.render();
    document.getElementById("hand-to")?.focus();
  } else if ("seatDo" in dataset) change(table, dataset);
  else if ("free" in dataset) change(table, { seatDo: "free" });
  else return false;
  return true;
}

/** Change who plays there, and offer the way back for a while. */
async function change(table, { seatDo, level }) {
  const { ui: { panel }, view } = table;
  const { line, line: { seat }, mine, back } = panel;
  const name = document.getElementById("hand-to")?.value ?? "";
  const again = Boolean(panel.refused);
  Object.assign(panel, { name, refused: "", code: "" });
  if (again) table.render(); // the same reason once more is news, to a reader too
  const hand = (fields) => command("hand_over", { seat, ...fields });
  const sits = line?.yours ? () => takeSeat(seat) : () => null;
  const before = async () => { await hand({ back: true }); await sits(); };
  const does = {
    // The last seat of a phone goes with the name: its next holder has a phone, too.
    name: async () => { await hand({ name: name.trim(), free: !line.yours || mine === 1 }); return before; },
    bot: async () => { await hand({ bot: level }); return before; },
    help: async () => { await hand({ help: level }); return () => hand({ back: true }); },
    take: async () => { await (view.game.hands === "virtual" || mine ? takeSeat(seat, { game: view.game.id, bot: true }) : hand({ bot: "" })); return before; },
    free: async () => { await freeSeat(seat, line.sitter); return line?.yours ? () => takeSeat(seat) : null; },
    back: async () => { await back(); return null; },
  };
  try {
    const way = await does[seatDo]();
    offer(table, way, seatDo);
  } catch (error) {
    if (table.ui.panel === panel && table.ui.player === seat) refuse(table, error);
    else table.refuse(error); // the panel was closed meanwhile
  }
}

/** The panel stays open, with the reason in it and what was typed. Somebody else may sit there by now. */
function refuse(table, { message, code }) {
  const { ui } = table;
  const { step, line: { seat } } = ui.panel;
  // The way back goes after a while; the reason does not.
  ui.panel = { ...ui.panel, step: step === "done" ? "seat" : step, refused: message, code };
  table.render();
  document.getElementById("hand-to")?.focus({ preventScroll: true });
  learn(table, seat);
}

/** The way back stays for ten seconds, whatever happens on the board meanwhile. */
function offer(table, way, done = "") {
  const { ui } = table;
  const { line } = ui.panel;
  ui.panel = noPanel();
  ui.player = null;
  if (way && line) {
    const shown = { ...noPanel(), line, step: "done", back: way, said: word(`seat.done.${done}`) };
    ui.player = line.seat;
    ui.panel = shown;
    setTimeout(() => { if (ui.panel === shown) offer(table, null); }, TAKE_BACK);
  }
  table.render();
}
