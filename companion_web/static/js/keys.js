// The whole page by keyboard: ways over the board, lit holes, cards, undo, why, yes and no.

import { kept, keep } from "./kept.js";
import { actionable } from "./model.js";

const RANKS = { 0: "10", a: "A", j: "J", q: "Q", k: "K", "*": "JOKER" };
const ARROWS = {
  ArrowRight: "right", ArrowLeft: "left", ArrowUp: "up", ArrowDown: "down",
  PageUp: "next_corner", PageDown: "previous_corner",
};
/** Where a lifted car goes. */
const TOWARD = { w: "ahead", a: "left", s: "back", d: "right" };
const SWITCH = "trackside.shortcuts";

let shortcuts = kept(SWITCH) !== "off";

export const shortcutsOn = () => shortcuts;

export function switchShortcuts() {
  shortcuts = !shortcuts;
  keep(SWITCH, shortcuts ? "on" : "off");
}

/** Holes with a light, in route order. */
export function litHoles(board) {
  return [...board.holes].filter(([, { shown }]) => shown.role && shown.role !== "turn").map(([id]) => id);
}

/** `table` answers: spaces(), own(), holding(), tap(id), escape(), card(rank), press(name), agree(). */
export function listenKeys(board, table, root) {
  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input") && event.key !== "Escape") return;
    const id = event.target.closest?.("[data-hole]")?.dataset.hole;
    const inFoot = Boolean(event.target.closest?.("#foot"));
    if (!id && !inFoot) {
      if (answersThought(table, event)) event.preventDefault();
      return;
    }
    if ((id && onBoard(board, table, event, id)) || anywhere(board, table, event, id)) event.preventDefault();
  });

  // A drawing that listens to the focus itself would be a stop of its own for Tab.
  const frame = board.svg.parentElement;
  frame.addEventListener("focusin", (event) => {
    const hole = event.target.closest("[data-hole]");
    if (!hole) return;
    board.rove(hole.dataset.hole, false);
    board.markFocus(hole.matches(":focus-visible") ? hole.dataset.hole : null);
  });
  frame.addEventListener("focusout", () => board.markFocus(null));
}

/** Away from board and pad, where N visits lit holes: yes or no to what the table thinks happened. */
function answersThought(table, event) {
  if (!shortcutsOn() || event.target.closest?.("input, select, textarea")) return false;
  const key = event.key.toLowerCase();
  if (key === "y") return table.agree();
  return key === "n" && table.press('[data-key="deny"]');
}

function onBoard(board, table, event, id) {
  const spaces = table.spaces();
  if (!spaces) return false;
  const go = (target) => { if (target) board.rove(target, true); return true; };
  const own = board.way(id, event.key);
  if (own !== undefined) return go(own);
  const way = ARROWS[event.key];
  if (way) return go(spaces.routes[id]?.[way]);
  if (event.key === "Home") return go(find(spaces, table.own(), "pen-exit"));
  if (event.key === "End") return go(find(spaces, table.own(), "home"));
  if (event.key === "Enter" || event.key === " ") {
    table.tap(id);
    return true;
  }
  return false;
}

function anywhere(board, table, event, id) {
  const key = event.key.toLowerCase();
  if (event.key === "Escape") return table.escape();
  if (!shortcutsOn()) return false;
  if (key === "n") {
    const target = nextLit(board, table, id, event.shiftKey);
    if (target) board.rove(target, true);
    return true;
  }
  // The letter on a key presses it: the face of a die, a speed, a token.
  if (/^[0-9]$/.test(key) && table.press(`[data-value="${key}"]`)) return true;
  if (TOWARD[key] && table.holding() && table.press(`[data-toward="${TOWARD[key]}"]`)) return true;
  if (/^[1-8]$/.test(key) && table.press(`[data-open="${key - 1}"]`)) return true;
  if (/^[1-8]$/.test(key) && table.press(`[data-number="${key - 1}"]`)) return true;
  if (key === "p" && table.press('[data-key="pass"]')) return true;
  if (key === "l" && table.press("[data-look]")) return true;
  if (key === "x" && table.press('[data-deed="end"]')) return true;
  const rank = RANKS[key] ?? (/^[2-9]$/.test(key) ? key : null);
  if (rank) return table.card(rank);
  if (key === "r") return table.sayAgain();
  if (key === "u") return table.press('[data-command="undo"]');
  if (key === "w") return table.press('[data-key="why"]');
  if (key === "h") return table.press('[data-command="hint"]');
  return false;
}

/** The side's pen exit, or its innermost home hole. */
function find(spaces, side, kind) {
  const those = [...spaces.spaces.values()].filter((space) => space.side === side && space.kind === kind);
  return those.at(-1)?.id;
}

function nextLit(board, table, id, backwards) {
  const lit = litHoles(board);
  if (!lit.length) return null;
  const order = [...board.holes.keys()];
  const here = id ? order.indexOf(id) : -1;
  if (table.holding() && id && board.holes.get(id).shown.role !== "destination" && !backwards) {
    const from = board.holes.get(id);
    const ends = lit.filter((hole) => hole !== id && actionable(board.holes.get(hole).shown, true)
      && board.holes.get(hole).shown.role !== "origin");
    const far = (hole) => Math.hypot(board.holes.get(hole).x - from.x, board.holes.get(hole).y - from.y);
    if (ends.length) return ends.sort((a, b) => far(a) - far(b))[0];
  }
  const at = (hole) => order.indexOf(hole);
  return backwards
    ? [...lit].reverse().find((hole) => at(hole) < here) ?? lit.at(-1)
    : lit.find((hole) => at(hole) > here) ?? lit[0];
}
