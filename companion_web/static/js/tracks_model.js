// A track as it is being laid: an ordered list of tiles on half steps of the grid, and what hands do
// to it. Positions are in cells (half tiles), y to the north. This file does not know what is wrong
// with a track: the server says so.

/** What the game says of its tiles: where the first goes, how many make a ring, how long a pit lane is. */
const { laying } = JSON.parse(document.getElementById("page-data").textContent);

/** The server's form of a track → the editor's. */
export function fromJson(track) {
  return {
    tiles: track.tiles.map(([x, y]) => [Math.round(2 * x), Math.round(2 * y)]),
    walls: Boolean(track.walls), wide: Boolean(track.wide), pit: track.pit ?? null,
  };
}

/** The editor's form → the server's. */
export function toJson(state) {
  const track = { tiles: state.tiles.map(([x, y]) => [x / 2, y / 2]), walls: state.walls };
  if (state.wide) track.wide = true;
  if (state.pit !== null) track.pit = state.pit;
  return track;
}

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether two tiles share an edge, or half a one. */
export function meet([ax, ay], [bx, by]) {
  const [dx, dy] = [Math.abs(ax - bx), Math.abs(ay - by)];
  return (dx === 2 && dy <= 1) || (dy === 2 && dx <= 1);
}

/** The tile that covers a part of this place, or -1. */
export const covered = (state, [x, y], but = -1) =>
  state.tiles.findIndex(([tx, ty], i) => i !== but && Math.abs(tx - x) < 2 && Math.abs(ty - y) < 2);

/** Whether the road goes on from tile `i` to the next. */
export function goesOn(state, i) {
  const n = state.tiles.length;
  // Too few tiles make no ring: the last one next to the first is still an end.
  if (i < 0 || i >= n || (i === n - 1 && n < laying.fewest)) return false;
  return meet(state.tiles[i], state.tiles[(i + 1) % n]);
}

/** The tile after which the next one is laid, if none was chosen: the first loose end, or -1. */
export function looseEnd(state) {
  const n = state.tiles.length;
  if (n === 1) return 0;
  if (n && !goesOn(state, n - 1)) return n - 1;
  for (let i = 0; i < n; i += 1) if (!goesOn(state, i)) return i;
  return -1;
}

export const WAYS = { north: [0, 2], east: [2, 0], south: [0, -2], west: [-2, 0] };

/** Where a tile may be laid after tile `pen`: `{ at, way }`; a tile can always follow the last one. */
export function places(state, pen) {
  if (!state.tiles.length) return [{ at: laying.first, way: "first" }];
  if (pen < 0 || (pen < state.tiles.length - 1 && goesOn(state, pen))) return [];
  const [x, y] = state.tiles[pen];
  return Object.entries(WAYS).map(([way, [dx, dy]]) => ({ at: [x + dx, y + dy], way }))
    .filter(({ at }) => covered(state, at) < 0);
}

/** A tile at a place, after tile `pen`. */
export function lay(state, pen, at) {
  const tiles = [...state.tiles];
  tiles.splice(pen + 1, 0, at);
  const pit = state.pit !== null && state.pit > pen ? state.pit + 1 : state.pit;
  return { ...state, tiles, pit };
}

export function takeOut(state, i) {
  const tiles = state.tiles.filter((_, k) => k !== i);
  let { pit } = state;
  if (pit !== null && pit > i) pit -= 1;
  if (pit !== null && pit >= tiles.length) pit = null;
  return { ...state, tiles, pit };
}

export const moveTile = (state, i, at) =>
  ({ ...state, tiles: state.tiles.map((tile, k) => (k === i ? at : tile)) });

/** All tiles after tile `i` swung round it by a quarter. */
export function turnRest(state, i, side) {
  const [x, y] = state.tiles[i];
  const turn = side === "left" ? ([dx, dy]) => [-dy, dx] : ([dx, dy]) => [dy, -dx];
  const swung = (tile) => { const [dx, dy] = turn([tile[0] - x, tile[1] - y]); return [x + dx, y + dy]; };
  return { ...state, tiles: state.tiles.map((tile, k) => (k > i ? swung(tile) : tile)) };
}

/** The direction of driving on a tile, or null for a tile without neighbours. */
export function heading(state, i) {
  const n = state.tiles.length;
  const pairs = [];
  if (goesOn(state, i)) pairs.push([i, (i + 1) % n]);
  if (n > 1 && goesOn(state, (i + n - 1) % n)) pairs.push([(i + n - 1) % n, i]);
  if (!pairs.length) return null;
  const [a, b] = pairs[0].map((k) => state.tiles[k]);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  return Math.abs(dx) === 2 ? [Math.sign(dx), 0] : [0, Math.sign(dy)];
}

/** A tile pushed sideways by one space, as the driver sees it (a chicane). */
export function shiftTile(state, i, side) {
  const way = heading(state, i);
  if (!way) return state;
  const [dx, dy] = way;
  const [x, y] = state.tiles[i];
  const left = [-dy, dx];
  const sign = side === "left" ? 1 : -1;
  return moveTile(state, i, [x + sign * left[0], y + sign * left[1]]);
}

/** The same road with the line before tile `i`. */
export function startAt(state, i) {
  const n = state.tiles.length;
  const tiles = [...state.tiles.slice(i), ...state.tiles.slice(0, i)];
  return { ...state, tiles, pit: state.pit === null ? null : (state.pit - i + n) % n };
}

/** The same road driven the other way; the line stays where it is. */
export function reversed(state) {
  const n = state.tiles.length;
  const pit = state.pit === null ? null : (((n - laying.pit - state.pit) % n) + n) % n;
  return { ...state, tiles: [...state.tiles].reverse(), pit };
}

/** Past and future of the track. */
export class History {
  constructor(state) {
    this.now = { state, pen: looseEnd(state) };
    this.past = [];
    this.future = [];
  }

  go(state, pen) {
    if (same(state, this.now.state)) {
      this.now = { state, pen };
      return;
    }
    this.past.push(this.now);
    this.future = [];
    this.now = { state, pen };
  }

  undo() { return this.#step(this.past, this.future); }

  redo() { return this.#step(this.future, this.past); }

  #step(from, to) {
    if (!from.length) return false;
    to.push(this.now);
    this.now = from.pop();
    return true;
  }
}
