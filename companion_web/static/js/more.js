// Behind the three dots of the foot: three questions, go back any number of moves, pause, end without a result.

import { askKeys } from "./briefing.js";
import { h } from "./dom.js";
import { moveLine, moveLines } from "./side.js";
import { opensStanding } from "./standing.js";
import { fetchRewind } from "./wire.js";
import { word } from "./words.js";

const row = (...buttons) => h("div.row.push", {}, ...buttons);
const button = (text, data, more = {}) => h("button.button", { type: "button", ...data, ...more }, text);
const away = (text = word("back")) => button(text, { "data-list": "", "data-key": "back" });

/** The key that opens it. */
export const dots = () => h("button.button.more", { type: "button", "data-list": "more", "data-key": "more", "aria-label": word("more") },
  h("span", { "aria-hidden": "true" }, "⋮"));

const goesOn = (ui) => h("button.button.honey", { type: "button", "data-command": "pause", "data-on": "false", "data-key": "go-on", disabled: Boolean(ui.gone) }, word("go_on"));

/** The questions are everybody's; who looks on has nothing else to do here. */
export const moreFoot = (view, ui) => {
  const off = { disabled: Boolean(ui.gone) };
  const [can, where, happened] = askKeys(ui);
  const stands = opensStanding(view)
    ? button(word(view.chances ? "stands" : "drive.coming"), { "data-list": "stands", "data-key": "stands" }, off) : null;
  if (!plays(view)) return [h("div.row", {}, can, where), h("div.row", {}, happened, stands, away())];
  return [h("div.row", {}, can, where),
    h("div.row", {}, happened,
      stands,
      button(word("undo.moves"), { "data-list": "rewind", "data-key": "moves" }, { disabled: off.disabled || !view.page.back.length })),
    h("div.row", {},
      view.paused ? goesOn(ui) : button(word("pause"), { "data-command": "pause", "data-on": "true", "data-key": "pause" }, off),
      button(word("end.quit"), { "data-list": "quit", "data-key": "quit" }, off), away())];
};

/** Whether somebody here sits at the table, or plays for it. */
export const plays = (view) => view.seat !== null || view.game?.hands === "physical";

export const quitFoot = (view, ui) => [
  h("div.said", {}, h("div.words", {}, h("p.line-1", {}, word("end.sure")), h("p.small", {}, word("end.kept")))),
  row(button(word("end.quit"), { "data-command": "close", "data-key": "close" }, { disabled: Boolean(ui.gone) }), away())];

/** In a pause one may go on going back: bots wait there after a takeback. */
export const pausedFoot = (view, ui, undo) => [h("div.last-moves", {}, moveLines(view, 3)), row(...undo.filter(Boolean), goesOn(ui), dots())];

/** All moves that can be gone back to, the newest first. */
export const rewindList = (view) => [
  h("div.all-moves", { role: "group", "aria-label": word("undo.moves") }, ...view.moves.filter((line) => view.page.back.includes(line.number)).map((line) =>
    h("button.row-button", { type: "button", "data-rewind": line.number, "data-key": `rewind-${line.number}` }, ...moveLine(line)))),
  row(away())];

/** A move is chosen: the board shows how it stood before it. */
export function rewindFoot(view, ui) {
  const { count } = ui.rewind;
  return [h("div.last-moves", {}), row(
    h("button.button.honey", { type: "button", "data-go-back": "", "data-key": "go-back", disabled: Boolean(ui.gone) },
      word(count === 1 ? "undo.to_one" : "undo.to", { n: count })), away())];
}

/** The holes of the chosen moment, without any light. */
export const rewound = ({ rewind }) =>
  Object.fromEntries(Object.entries(rewind.holes).map(([hole, token]) => [hole, { token, role: "", colour: "", place: "" }]));

/** A tap on a move, or on the key that goes back to it; whether it was one. */
export function rewindClick(table, dataset) {
  const { ui } = table;
  if ("rewind" in dataset) look(table, Number(dataset.rewind));
  else if ("goBack" in dataset) {
    const { move } = ui.rewind;
    ui.rewind = null;
    table.send("undo", { move });
    table.render();
  } else return false;
  return true;
}

async function look(table, move) {
  const { ui } = table;
  try {
    ui.rewind = await fetchRewind(move);
    ui.list = ui.player = null;
    table.render();
    document.querySelector('[data-key="go-back"]')?.focus({ preventScroll: true });
  } catch (error) {
    table.refuse(error);
  }
}
