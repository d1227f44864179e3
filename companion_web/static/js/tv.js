// The page for a television: it follows the public view. The server writes the column beside the board.

import { BoardView } from "./board.js";
import { clockSteps, setClock } from "./clock.js";
import { StreetBoard } from "./street.js";
import { follow } from "./wire.js";
import { page, word } from "./words.js";

const STILL = 3000;
const byId = (id) => document.getElementById(id);
const board = page.game === null ? null : new (page.street ? StreetBoard : BoardView)(byId("board"));
let moves = null;
let waits = null;

/** For how long the game runs, in hours and minutes. */
function showTime() {
  for (const part of document.querySelectorAll("[data-started]")) {
    const minutes = Math.max(0, Math.floor((Date.now() / 1000 - part.dataset.started) / 60));
    part.textContent = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  }
}

/** The column as it is now, with the clock of an open window; the old one stays while the table cannot be asked. */
async function showSide(view) {
  const answer = await fetch(`/tv/side${location.search}`).catch(() => null);
  if (!answer?.ok) return;
  byId("side").innerHTML = await answer.text();
  showTime();
  const steps = view.page.window && clockSteps(view);
  if (steps) byId("tv-sentence").after(steps);
  setClock(view, () => {});
  waitForStandings(view);
  const sentence = byId("tv-sentence")?.textContent ?? "";
  if (byId("said").textContent !== sentence) byId("said").textContent = sentence;
}

/** After the places of a game come the standings of its night. */
function waitForStandings(view) {
  clearTimeout(waits);
  const wait = document.querySelector("[data-wait]")?.dataset.wait;
  if (wait) waits = setTimeout(() => showSide(view), wait * 1000);
}

async function take(view) {
  if ((view.game?.id ?? null) !== page.game) {
    location.reload();
    return;
  }
  if (board) board.show(view, view.holes, moves ?? []);
  moves = view.in_hand;
  await showSide(view);
  document.body.dataset.seq = view.seq;
}

/** The pointer hides when nobody moves it. */
let hiding = null;
function showPointer() {
  document.body.classList.remove("still");
  clearTimeout(hiding);
  hiding = setTimeout(() => document.body.classList.add("still"), STILL);
}

showTime();
setInterval(showTime, 30000);
showPointer();
addEventListener("pointermove", showPointer);
follow(take, (is) => {
  document.body.classList.toggle("gone", is);
  byId("lost").textContent = is ? word("server_gone") : "";
}, () => {}, "?watch");
