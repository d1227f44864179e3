// Taps on the foot's buttons: what each means, by the data that it carries.

import { briefingClick } from "./briefing.js";
import { driveClick } from "./drive_click.js";
import { handsClick } from "./hands_click.js";
import { diceOf } from "./pads.js";
import { rewindClick } from "./more.js";
import { noPanel, seatClick } from "./seat_panel.js";

/** No die is told yet. */
export const UNTOLD = Object.freeze({ seat: null, faces: [] });

/** Carry out a tap on a button with this data; whether it was one of these. */
export function tapped(table, dataset) {
  const { ui, view } = table;
  if (!view) return false;
  if (handsClick(table, dataset) || seatClick(table, dataset) || rewindClick(table, dataset) || briefingClick(table, dataset)) return true;
  const driven = driveClick(table, dataset);
  if (driven) table.follow(driven);
  else if ("list" in dataset) openList(table, dataset.list);
  else if ("edit" in dataset) table.edit(dataset);
  else if ("zoom" in dataset) table.zoom.leave();
  else if ("action" in dataset) choose(table, dataset.action);
  else if ("act" in dataset) table.act(dataset.act, dataset.seat);
  else if ("choose" in dataset) narrow(table, dataset.choose, dataset.value);
  else if ("face" in dataset) face(table, dataset.face);
  else if ("slot" in dataset) untell(table, Number(dataset.slot));
  else if ("diceSeat" in dataset) { ui.thrown = { seat: Number(dataset.diceSeat), faces: [] }; table.render(); }
  else if ("claimer" in dataset) { ui.claimer = dataset.claimer; table.render(); }
  else if ("held" in dataset) hold(table, Number(dataset.held));
  else if ("card" in dataset) table.send("card", { card: dataset.card });
  else if ("command" in dataset) order(table, dataset);
  else return false;
  return true;
}

/** Give the command of a button, with the fields that it carries. */
function order(table, { command, option, of, holeAside, move, quick, on }) {
  const { ui, view } = table;
  const fields = {
    card: () => ({ card: view.pad[ui.held].value }),
    answer: () => ({ ask: of, option }),
    set_aside: () => ({ hole: holeAside }),
    deny: () => ({ move: Number(move) }),
    hurry: () => ({ quick: quick === "true" }),
    pause: () => ({ on: on === "true" }),
  }[command];
  if (["set_aside", "pause", "close"].includes(command)) ui.list = null;
  table.send(command, fields ? fields() : {});
}

function openList(table, list) {
  const { ui } = table;
  ui.list = list || null;
  ui.player = ui.rewind = null;
  ui.panel = noPanel();
  table.onPick = null;
  table.render();
  if (ui.list) document.getElementById("foot").querySelector("button")?.focus({ preventScroll: true });
}

function choose(table, action) {
  const chosen = table.view.choices.find((choice) => choice.action === action);
  table.ui.list = null;
  if (table.onPick && chosen) {
    table.onPick(chosen);
    table.onPick = null;
    table.render();
  } else table.send("act", { action });
}

/** Of several actions that look alike on the board, those with this speed (or token …). */
function narrow(table, name, value) {
  const left = table.ui.list.filter((choice) => (choice.params[name] ?? "") === value);
  if (left.length === 1) choose(table, left[0].action);
  else { table.ui.list = left; table.render(); }
}

/** A die shows this; the last one sends them all. */
function face(table, shown) {
  const { ask, faces } = diceOf(table.view, table.ui);
  const told = [...faces, shown];
  if (told.length < ask.count) table.ui.thrown = { seat: ask.seat, faces: told };
  else {
    table.ui.thrown = UNTOLD;
    table.act(ask.prefix + told.join(""), null);
  }
  table.render();
}

function untell(table, index) {
  const { ask, faces } = diceOf(table.view, table.ui);
  table.ui.thrown = { seat: ask.seat, faces: faces.filter((_, i) => i !== index) };
  table.render();
}

function hold(table, index) {
  if (table.ui.held === index) table.send("card", { card: table.view.pad[index].value });
  else {
    table.ui.held = index;
    table.ui.early = null;
    table.render();
    table.speak(table.view);
  }
}
