// What the page shows: the table's view, and over it what this browser has picked up so far.

import { page } from "./words.js";

const DARK = Object.freeze({ token: "", role: "", colour: "", place: "", figure: "", badge: "" });

export const hole = (holes, id) => ({ ...DARK, ...(holes[id] ?? {}) });

/** Two marbles change places; a `split` moves several in turn. */
export const isSwap = (choice) => choice.kind === "swap";

/** The place that a hole belongs to (pen holes share one). */
export function placeOf(board, holes, id) {
  return holes[id]?.place || board?.spaces.get(id)?.place || id;
}

/** Choices that go on from the pairs already made on the page. */
export function going(view, prefix) {
  return view.choices.filter((choice) =>
    prefix.every((pair, i) => choice.moves[i]?.[0] === pair[0] && choice.moves[i]?.[1] === pair[1]));
}

/** Whether a token comes from beside the board: then only its target can be tapped. */
const fromBeside = (board, choice, n) => board?.places.get(choice.moves[n]?.[0])?.length === 0;

/** How a tap leads on when marbles are moved on the page alone. */
export function tapChoice(view, board, picked, id) {
  const place = placeOf(board, view.holes, id);
  const n = picked.prefix.length;
  const open = going(view, picked.prefix);
  const begins = open.some((choice) => movesFrom(choice, n, place));
  const enters = picked.from === null && !begins
    ? open.filter((choice) => fromBeside(board, choice, n) && choice.moves[n][1] === place) : [];
  if (enters.length) return enters.length === 1 ? { act: enters[0].action } : { list: enters };
  if (picked.from === null) return begins ? { picked: { ...picked, from: place, hole: id } } : null;
  if (place === picked.from) return { picked: { ...picked, from: null, hole: null } };
  const fits = open.filter((choice) => leads(choice, n, picked.from, place));
  if (!fits.length) {
    return begins
      ? { picked: { ...picked, from: place, hole: id } }
      : { refuse: `${picked.from}-${place}` };
  }
  const done = fits.filter((choice) => choice.moves.length === n + 1 || isSwap(choice));
  if (done.length === 1 && fits.length === 1) return { act: done[0].action };
  if (done.length) return { list: done.length === fits.length ? done : fits };
  return { picked: { prefix: [...picked.prefix, [picked.from, place]], from: null, hole: null } };
}

function movesFrom(choice, n, place) {
  if (isSwap(choice)) return n === 0 && choice.moves.some(([from]) => from === place);
  return choice.moves[n]?.[0] === place;
}

function leads(choice, n, from, to) {
  if (isSwap(choice)) return n === 0 && choice.moves.some((pair) => pair[0] === from && pair[1] === to);
  return choice.moves[n]?.[0] === from && choice.moves[n]?.[1] === to;
}

/** Holes as shown: the view's, with the marbles and lights of what was picked on the page. */
export function overlay(view, board, picked) {
  if (!board || view.page.hands || !view.choices.length) return view.holes;
  if (picked.from === null && !picked.prefix.length) return view.holes;
  const holes = {};
  for (const [id, what] of Object.entries(view.holes)) {
    holes[id] = { ...what, role: what.role === "turn" ? "turn" : "" };
  }
  const at = (id) => (holes[id] ??= { ...DARK });
  for (const [from, to] of picked.prefix) moveToken(board, holes, at, from, to);
  if (view.assistance === "none") {
    if (picked.from !== null) at(picked.hole).role = "origin";
    return holes;
  }
  const n = picked.prefix.length;
  const open = going(view, picked.prefix);
  const holesOf = (place) => board.places.get(place) ?? [place];
  if (picked.from === null) {
    for (const choice of open) {
      for (const id of holesOf(choice.moves[n]?.[0])) if (holes[id]?.token) at(id).role = "movable";
      if (fromBeside(board, choice, n)) at(choice.moves[n][1]).role = "destination";
    }
    return holes;
  }
  for (const choice of open) {
    for (const [from, to] of isSwap(choice) ? choice.moves : choice.moves.slice(n, n + 1)) {
      if (from !== picked.from) continue;
      for (const id of holesOf(to)) {
        if (holesOf(to).length > 1 && holes[id]?.token) continue;
        at(id).role = choice.takes.length && holes[id]?.token ? "capture" : "destination";
        const tile = view.drive?.tiles.find((one) => one?.hole === id && one.action === choice.action);
        // A street says chances, and whom a car pushes.
        if (tile) Object.assign(at(id), { figure: tile.figure, badge: tile.badge, role: holes[id].token ? "capture" : "destination" });
      }
    }
  }
  at(picked.hole).role = "movable";
  return holes;
}

/** Holes as shown while a held card is chosen: what it could do, below whatever the board asks. */
export function preview(view, lights) {
  const holes = { ...view.holes };
  for (const [id, role] of Object.entries(lights)) {
    const what = hole(holes, id);
    if (!what.role || what.role === "turn") holes[id] = { ...what, role };
  }
  return holes;
}

function moveToken(board, holes, at, from, to) {
  const source = (board.places.get(from) ?? [from]).find((id) => holes[id]?.token);
  if (!source) return;
  const token = holes[source].token;
  at(source).token = "";
  at((board.places.get(to) ?? [to])[0]).token = token;
}

const LIFTS = new Set(page.lifts);
const PUTS = new Set(page.puts);

/** Whether a tap on this hole is meant: `holding` says if a marble is in hand. */
export function actionable(what, holding) {
  if (holding) return PUTS.has(what.role) || (what.role === "movable" && Boolean(what.token));
  if (what.role === "hint") return Boolean(what.token);
  return LIFTS.has(what.role) || ((what.role === "return" || what.role === "missing" || what.role === "pen") && !what.token);
}

/** Whether the later of two views differs in more than its number: what a gesture comes to may show nothing new. */
export function tellsMore(before, view) {
  return JSON.stringify({ ...before, seq: 0 }) !== JSON.stringify({ ...view, seq: 0 });
}
