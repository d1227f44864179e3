// The panel of a player, by a tap on its chip: how it stands, and who plays on there.

import { disc, h } from "./dom.js";
import { schematics } from "./drive.js";
import { plays } from "./more.js";
import { command, fetchSeats, freeSeat, takeSeat } from "./wire.js";
import { awake } from "./wake.js";
import { colourName, page, word } from "./words.js";

/** Milliseconds in which a change can be taken back. */
const TAKE_BACK = 10_000;

/** What is shown of it: a `step` (the name, the level, what was done), the seat's `line`, the known `people`, the way `back`. */
export const noPanel = () => ({ step: "", line: null, mine: 0, people: [], back: null, said: "" });
/** The levels of help; empty: that of the table. */
const HELPS = ["", "none", "legal", "hint"];

const button = (text, data, more = {}) => h("button.button", { type: "button", ...data, ...more }, text);
const row = (...buttons) => h("div.row", {}, ...buttons);
const away = (text = word("back")) => button(text, { "data-list": "", "data-key": "back" });

/** Open the panel of a seat, or close it. What may be done there, the server says. */
export async function openPlayer(table, seat) {
  const { ui } = table;
  ui.player = ui.player === seat ? null : seat;
  ui.list = null;
  ui.panel = noPanel();
  table.render();
  if (ui.player === null) return;
  const { seats: lines, people } = await fetchSeats();
  if (ui.player !== seat) return;
  ui.panel.people = people;
  ui.panel.line = lines.find((line) => line.seat === seat) ?? null;
  ui.panel.mine = lines.filter((line) => line.yours).length;
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
  hand: (view, ui) => [h("form.hand-over", {},
    h("label", { for: "hand-to" }, word("seat.hand_to")),
    h("input", { id: "hand-to", name: "name", maxlength: page.longestName, autocomplete: "off", list: "known-people", "data-key": "name" }),
    h("datalist", { id: "known-people" }, ...ui.panel.people.map((name) => h("option", { value: name }))),
    row(h("button.button.honey", { "data-seat-do": "name", "data-key": "hand", disabled: Boolean(ui.gone) }, word("seat.hand_over")), away()))],
  bot: (view, ui) => [
    h("p.small", {}, word("seat.which_bot")),
    row(...view.page.bots.map((level) => button(word(`seat.level.${level}`), { "data-seat-do": "bot", "data-level": level, "data-key": level }, { disabled: Boolean(ui.gone) }))),
    row(away())],
  help: (view, ui) => {
    const level = (help) => button(word(`seat.help.${help || "usual"}`), { "data-seat-do": "help", "data-level": help, "data-key": `help-${help || "usual"}` },
      { "aria-pressed": String((ui.panel.line?.help ?? "") === help), disabled: Boolean(ui.gone) });
    return [h("p.small", {}, word("seat.which_help")), row(...HELPS.slice(0, 2).map(level)), row(...HELPS.slice(2).map(level), away())];
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
  return [h("div.seat-panel", {}, head(player, shown), h("p.small.stands", {}, stands),
    ...ways(view, ui, player), plays(view) ? h("p.small.wake", {}, word(awake() ? "seat.awake" : "seat.asleep")) : null)];
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
    table.ui.panel.step = dataset.seatStep;
    table.render();
    document.getElementById("hand-to")?.focus();
  } else if ("seatDo" in dataset) change(table, dataset);
  else if ("free" in dataset) change(table, { seatDo: "free" });
  else return false;
  return true;
}

/** Change who plays there, and offer the way back for a while. */
async function change(table, { seatDo, level }) {
  const { ui, view } = table;
  const { seat } = ui.panel.line;
  const { line, mine, back } = ui.panel;
  const hand = (fields) => command("hand_over", { seat, ...fields });
  const sits = line?.yours ? () => takeSeat(seat) : () => null;
  const before = async () => { await hand({ back: true }); await sits(); };
  const name = document.getElementById("hand-to")?.value.trim() ?? "";
  const does = {
    // The last seat of a phone goes with the name: its next holder has a phone, too.
    name: async () => { await hand({ name, free: !line.yours || mine === 1 }); return before; },
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
    ui.player = null;
    table.refuse(error);
  }
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
