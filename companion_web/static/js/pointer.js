// Fingers and mice on the board: a tap means the nearest hole that can be meant, a drag carries.

import { actionable, placeOf } from "./model.js";
import { svg } from "./dom.js";

const REACH = 28;
const FINE = 24;
const START = 6;
const LIFTED = 40;

/** What a tap at that point means: `{ hole }`, `{ crowded: true }`, or null for bare wood. */
export function aim(board, spaces, holes, x, y, holding, zoomed) {
  const near = board.near(x, y).filter(({ away }) => away <= Math.max(REACH, board.pitchPixels * 0.6));
  if (!near.length) return null;
  const pitch = board.pitchPixels;
  if (pitch >= FINE || zoomed) {
    return near[0].away <= Math.max(REACH, 0.55 * pitch) ? { hole: near[0].id } : null;
  }
  const meant = near.filter(({ shown, away }) => away <= REACH && actionable(shown, holding));
  // Putting back is never crowded: the origin may lie right beside the target.
  const places = new Set(meant.filter(({ shown }) => shown.role !== "origin")
    .map(({ id }) => placeOf(spaces, holes, id)));
  if (places.size > 1) return { crowded: true };
  if (meant.length) return { hole: meant[0].id };
  return near[0].away <= 0.6 * pitch ? { hole: near[0].id } : null;
}

/** Milliseconds in which a second tap of a finger is the same tap. */
const TWICE = 350;

/** Listen on the board. `table` answers: holding(), canLift(hole), tap(hole), aimAt(x, y) … */
export function listen(board, table) {
  let press = null;
  const surface = board.svg;

  surface.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // Browsers count the clicks of a mouse, however slow a double click is set; of fingers only the time is known.
    press = { x: event.clientX, y: event.clientY, drag: null, again: event.pointerType === "mouse" ? 0 : TWICE };
    surface.setPointerCapture(event.pointerId);
  });

  surface.addEventListener("mousedown", (event) => {
    if (press && event.detail > 1) press.again = Infinity;
  });

  surface.addEventListener("pointermove", (event) => {
    if (!press) return;
    if (!press.drag) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < START) return;
      press.drag = begin(board, table, press);
      press.drag.y = press.y;
      if (!press.drag) return;
    }
    carry(board, table, press.drag, event);
  });

  const end = (event) => {
    if (!press) return;
    const { drag } = press;
    const from = press;
    press = null;
    const { x, y } = from;
    if (!drag?.from) {
      // A finger that slipped a little still tapped.
      const slipped = Math.hypot(event.clientX - x, event.clientY - y);
      if (event.type === "pointerup" && slipped < REACH) table.tapAt(x, y, from.again);
      return;
    }
    drag.flyer.remove();
    drag.ring.remove();
    table.drop(drag.from, event.type === "pointerup" ? drag.over : null);
  };
  surface.addEventListener("pointerup", end);
  surface.addEventListener("pointercancel", end);

  // Assistive technology and scripts click without a pointer: then the hole itself is meant.
  surface.addEventListener("click", (event) => {
    const hole = event.target.closest?.("[data-hole]")?.dataset.hole;
    if (hole && event.detail === 0) table.tap(hole);
  });
}

function begin(board, table, press) {
  const nearest = board.near(press.x, press.y).find(({ shown, away }) =>
    shown.token && away <= Math.max(14, board.pitchPixels * 0.5));
  if (!nearest || table.holding() || !table.canLift(nearest.id)) return { from: null, looked: board.lookedAt };
  const flyer = svg("g", { class: "held" }, board.figure(nearest.id));
  const ring = svg("circle", {
    class: "target-mark", r: board.pitch * 0.6, "stroke-width": board.pitch * 0.08, visibility: "hidden",
  });
  board.flyers.append(ring, flyer);
  table.tap(nearest.id);
  return { from: nearest.id, flyer, ring, over: null };
}

function carry(board, table, drag, event) {
  if (!drag.from) {
    board.lookAround?.(event.clientY - drag.y, drag.looked);
    if (board.lookAround) table.render();
    return;
  }
  const up = event.pointerType === "touch" ? LIFTED : 0;
  const [x, y] = board.toBoard(event.clientX, event.clientY - up);
  drag.flyer.setAttribute("transform", `translate(${x} ${y})`);
  const near = board.near(event.clientX, event.clientY - up).filter(({ away }) => away <= REACH);
  const over = near.find(({ id, shown }) => id === drag.from || actionable(shown, true)) ?? near[0];
  drag.over = over?.id ?? null;
  drag.ring.setAttribute("visibility", over ? "visible" : "hidden");
  if (over) {
    const { x: hx, y: hy } = board.holes.get(over.id);
    drag.ring.setAttribute("transform", `translate(${hx} ${hy})`);
  }
}
