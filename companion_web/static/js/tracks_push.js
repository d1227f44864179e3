// A straight of a closed road pushed sideways: the roads at its ends grow or shrink, and the circuit
// stays closed. The server says whether that makes a good track, as always.

import { covered, goesOn, meet } from "./tracks_model.js";

const plus = ([x, y], [dx, dy], k = 1) => [x + k * dx, y + k * dy];
const equal = (a, b) => a[0] === b[0] && a[1] === b[1];
const way = (a, b) => [b[0] - a[0], b[1] - a[1]];

/** First and last tile of the straight through tile `i` that lies across a direction, or null. */
function straight(tiles, i, [sx, sy]) {
  const n = tiles.length;
  const out = (k) => way(tiles[((k % n) + n) % n], tiles[(((k + 1) % n) + n) % n]);
  const across = (step) => step[0] * sx + step[1] * sy === 0 && Math.abs(step[0] + step[1]) === 2;
  const along = [out(i), out(i - 1)].find(across);
  if (!along) return null;
  let [a, b] = [i, i];
  while (equal(out(a - 1), along) && b - a < n - 1) a -= 1;
  while (equal(out(b), along) && b - a < n - 1) b += 1;
  return b - a < n - 2 && b > a ? [a, b] : null;
}

/**
 * The track with the straight through tile `i` pushed `k` tiles in direction `side` ([±2, 0] or
 * [0, ±2]); null where the road is open or leaves no room for that.
 */
export function pushed(state, i, side, k) {
  const n = state.tiles.length;
  if (!k || n < 8 || state.tiles.some((_, at) => !goesOn(state, at))) return null;
  const found = straight(state.tiles, i, side);
  if (!found) return null;
  const [a, b] = found;
  const tile = (at) => ({ at: state.tiles[((at % n) + n) % n], id: ((at % n) + n) % n });
  const moved = [];
  for (let at = a; at <= b; at += 1) moved.push({ ...tile(at), at: plus(tile(at).at, side, k) });
  let rest = [];
  for (let at = b + 1; at < a + n; at += 1) rest.push(tile(at));
  const [first, last] = [tile(a).at, tile(b).at];
  rest = tail(rest, first, side, k);
  rest = rest && tail(rest.reverse(), last, side, k)?.reverse();
  if (!rest?.length) return null;
  const ring = [...rest, ...moved];
  const linked = ring.every(({ at }, j) => meet(at, ring[(j + 1) % ring.length].at));
  return linked ? numbered(state, ring) : null;
}

/** The road before the end `corner` of the straight, made `k` tiles longer or shorter. */
function tail(rest, corner, side, k) {
  const before = rest.at(-1)?.at;
  if (before && equal(plus(before, side), corner)) {
    const more = Array.from({ length: k }, (_, j) => ({ at: plus(corner, side, j), id: -1 }));
    return [...rest, ...more];
  }
  for (let j = 1; j <= k; j += 1) {
    if (!rest.length || !equal(rest.at(-j)?.at ?? [], plus(corner, side, j))) return null;
  }
  return rest.slice(0, -k);
}

/** The ring from its tile 0 on, or from what now stands where that was. */
function numbered(state, ring) {
  const ids = ring.map(({ id }) => id);
  const least = Math.min(...ids.filter((id) => id >= 0));
  const start = ids.indexOf(least);
  const order = [...ring.slice(start), ...ring.slice(0, start)];
  const pit = state.pit === null ? -1 : order.findIndex(({ id }) => id === state.pit);
  return { ...state, tiles: order.map(({ at }) => at), pit: pit < 0 ? null : pit };
}

/** The track after a drag of tile `i` by some cells: `{ state }`, or null. */
export function dragged(state, i, [dx, dy]) {
  const across = Math.abs(dx) > Math.abs(dy);
  const far = across ? dx : dy;
  const side = across ? [2 * Math.sign(dx), 0] : [0, 2 * Math.sign(dy)];
  return pushed(state, i, side, Math.round(Math.abs(far) / 2));
}

/** Tiles of `next` at places where `state` has none. */
export const fresh = (state, next) => next.tiles.filter((at) => covered(state, at) < 0);
