// The drawing on which a track is laid: the server's picture below, and over it what hands may
// touch: tiles, white places, the chosen tile. A tap means the nearest of them.

import { calm, svg } from "./dom.js";
import { covered, goesOn } from "./tracks_model.js";
import { dragged, fresh } from "./tracks_push.js";

const REACH = 28;
const START = 7;
const LIFTED = 40;
const FINE = 24;
const ZOOM = 2.3;
const TIME = 180;
const ROOM = 3;

export class TrackBoard {
  /** `hands` answers: lay(at), choose(i), move(i, at), push(state), paint(at), bare(at), words(key, parts). */
  constructor(root, scale, hands) {
    this.svg = root.querySelector("svg");
    this.note = root.querySelector(".zoomed-note");
    this.scale = scale;
    this.hands = hands;
    this.layers = {};
    for (const name of ["picture", "coins", "waiting", "marks", "spots", "ghost"]) {
      this.layers[name] = this.svg.querySelector(`.${name}`);
    }
    this.spots = [];
    this.zoomed = false;
    this.#listen();
  }

  // ------------------------------------------------------------------------------------ showing

  /** The server's picture of the track. */
  picture(markup, tiles) {
    this.#fill(this.layers.picture, markup);
    this.drawn = tiles.map(String);
    this.layers.waiting.replaceChildren();
  }

  coins(markup) { this.#fill(this.layers.coins, markup); }

  /** Our own server's drawing, parsed as SVG: no script could run in it. */
  #fill(layer, markup) {
    const text = `<svg xmlns="http://www.w3.org/2000/svg"><g>${markup}</g></svg>`;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    layer.replaceChildren(...document.importNode(parsed.documentElement.firstChild, true).childNodes);
  }

  /** Tiles to touch, places to light, mistakes; `chosen` is the pen's tile. */
  show(state, chosen, places, flawed) {
    this.state = state;
    const { marks, spots, waiting } = this.layers;
    const focused = spots.contains(document.activeElement);
    const k = this.scale;
    waiting.replaceChildren(...state.tiles.filter((tile) => !this.drawn?.includes(String(tile)))
      .map(([x, y]) => this.#box([x, y], "waiting-tile", 0.12)));
    marks.replaceChildren(
      ...[...flawed].filter((i) => i < state.tiles.length).flatMap((i) => this.#wrong(state.tiles[i])),
      ...(state.pit === null ? [] : [this.#flag(state.tiles[state.pit])]),
      ...(state.tiles[chosen] ? [this.#box(state.tiles[chosen], "chosen-tile glow-movable", 0.1)] : []));
    this.spots = [
      ...state.tiles.map((at, i) => ({ kind: "tile", i, at, label: this.#tileLabel(i, chosen, flawed) })),
      ...places.map(({ at, way }) => ({ kind: "place", at, label: this.hands.words(`place.${way}`, { n: chosen + 1, a: chosen }) })),
    ];
    const was = this.active;
    spots.replaceChildren(...this.spots.map((spot) => this.#spot(spot, k)));
    const next = this.spots.find((spot) => was && spot.kind === was.kind && String(spot.at) === String(was.at))
      ?? this.spots[chosen] ?? this.spots[0];
    this.rove(next, focused);
    this.#keepInSight([...state.tiles, ...places.map(({ at }) => at)]);
  }

  #spot(spot, k) {
    const [x, y] = spot.at;
    const group = svg("g", {
      class: spot.kind === "tile" ? "spot tile-spot" : "spot place-spot glow-destination", role: "button", tabindex: -1,
      "aria-label": spot.label, transform: `translate(${(x + 1) * k} ${-(y + 1) * k})`,
      "data-tile-spot": spot.kind === "tile" ? spot.i : null, "data-place": spot.kind === "place" ? `${x / 2},${y / 2}` : null,
    });
    group.append(svg("rect", { class: "hit", x: -k, y: -k, width: 2 * k, height: 2 * k }));
    if (spot.kind === "place") {
      group.append(
        svg("circle", { class: "place-glow", r: 0.98 * k }), svg("circle", { class: "place-well", r: 0.55 * k }),
        svg("circle", { class: "place-ring", r: 0.5 * k }), svg("circle", { class: "place-dot", r: 0.14 * k }));
    }
    group.append(svg("rect", { class: "spot-focus", x: -1.02 * k, y: -1.02 * k, width: 2.04 * k, height: 2.04 * k, rx: 0.24 * k }));
    spot.group = group;
    return group;
  }

  #tileLabel(i, chosen, flawed) {
    const key = i === chosen ? "tile.chosen" : "tile";
    const text = this.hands.words(key, { n: i });
    return flawed.has(i) ? `${text}, ${this.hands.words("tile.wrong")}` : text;
  }

  #box([x, y], name, inset) {
    const k = this.scale;
    const size = (2 - 2 * inset) * k;
    return svg("rect", { class: name, x: (x + inset) * k, y: -(y + 2 - inset) * k, width: size, height: size, rx: 0.22 * k });
  }

  #wrong(tile) {
    const k = this.scale;
    const [x, y] = [(tile[0] + 1.62) * k, -(tile[1] + 1.62) * k];
    const d = 0.16 * k;
    return [this.#box(tile, "wrong-tile glow-wrong", 0.1), svg("g", { class: "wrong-badge glow-wrong", transform: `translate(${x} ${y})` },
      svg("circle", { r: 0.36 * k }), svg("path", { d: `M${-d} ${-d}L${d} ${d}M${d} ${-d}L${-d} ${d}` }))];
  }

  /** Where the pit lane begins. */
  #flag([x, y]) {
    const k = this.scale;
    return svg("g", { class: "pit-flag glow-return", transform: `translate(${(x + 0.4) * k} ${-(y + 1.6) * k})` },
      svg("circle", { r: 0.34 * k }), svg("path", { d: `M${-0.1 * k} ${0.2 * k}v${-0.4 * k}h${0.14 * k}a${0.11 * k} ${0.11 * k} 0 0 1 0 ${0.22 * k}h${-0.14 * k}` }));
  }

  // ---------------------------------------------------------------------------------- the outlook

  /** The whole track with room to build, in the shape of the drawing's frame. */
  fit() {
    this.zoomed = false;
    this.#go(this.#around(this.#reach()));
  }

  /** Zoom in about a point of the drawing, or out again. */
  zoom(at = null) {
    if (this.zoomed) return this.fit();
    const [, , width, height] = this.box;
    const chosen = this.active?.at ?? [0, 0];
    const [x, y] = at ?? [(chosen[0] + 1) * this.scale, -(chosen[1] + 1) * this.scale];
    this.zoomed = true;
    this.#go([x - width / ZOOM / 2, y - height / ZOOM / 2, width / ZOOM, height / ZOOM]);
    return undefined;
  }

  #reach(extra = []) {
    const all = [...(this.state?.tiles ?? []), ...extra];
    const xs = all.map(([x]) => x);
    const ys = all.map(([, y]) => y);
    if (!all.length) return [-1, 0, 15, 10];
    return [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM, Math.max(...xs) + 2 + ROOM, Math.max(...ys) + 2 + ROOM];
  }

  /** A box of at least some tiles about these cells, as wide and high as the frame wants it. */
  #around([west, south, east, north]) {
    const frame = this.svg.getBoundingClientRect();
    const shape = frame.width && frame.height ? frame.width / frame.height : 1.2;
    let width = Math.max(east - west, 18);
    let height = Math.max(north - south, 12);
    if (width / height < shape) width = height * shape;
    else height = width / shape;
    const k = this.scale;
    return [((west + east) / 2 - width / 2) * k, -((south + north) / 2 + height / 2) * k, width * k, height * k];
  }

  /** The outlook grows only when the road leaves it, so places do not move. */
  #keepInSight(cells) {
    if (this.box === undefined) return this.fit();
    const k = this.scale;
    const [left, top, width, height] = this.box;
    const hidden = cells.some(([x, y]) => x * k < left || (x + 2) * k > left + width
      || -(y + 2) * k < top || -y * k > top + height);
    if (!hidden) return undefined;
    if (this.zoomed) {
      const at = this.active?.at;
      if (at) this.#go([(at[0] + 1) * k - width / 2, -(at[1] + 1) * k - height / 2, width, height]);
      return undefined;
    }
    const grown = this.#around(this.#reach());
    if (grown[2] < width) {
      // Enough room on the other side: slide only.
      const [gl, gt, gw, gh] = grown;
      return this.#go([gl + gw / 2 - width / 2, gt + gh / 2 - height / 2, width, height]);
    }
    return this.#go(grown);
  }

  #go(target) {
    const start = this.box ?? target;
    this.box = target;
    this.note.hidden = !this.zoomed;
    const began = performance.now();
    const run = (this.run = {});
    const step = (time) => {
      if (this.run !== run) return;
      const share = calm() ? 1 : Math.min(Math.max(0, time - began) / TIME, 1);
      const eased = 1 - (1 - share) ** 3;
      const now = target.map((value, i) => start[i] + (value - start[i]) * eased);
      this.svg.setAttribute("viewBox", now.map((value) => value.toFixed(1)).join(" "));
      if (share < 1) requestAnimationFrame(step);
    };
    step(calm() || start === target ? began + TIME : began);
  }

  /** Pixels of a tile's side, now. */
  get tilePixels() { return 2 * this.scale * Math.abs(this.svg.getScreenCTM().a); }

  #point(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x / this.scale, -point.y / this.scale];
  }

  // -------------------------------------------------------------------------------------- hands

  /** Spots by distance from a point of the screen, in pixels. */
  #near(x, y) {
    const [cx, cy] = this.#point(x, y);
    const pixels = this.tilePixels / 2;
    return this.spots.map((spot) => ({
      spot, away: Math.hypot(spot.at[0] + 1 - cx, spot.at[1] + 1 - cy) * pixels,
    })).sort((a, b) => a.away - b.away);
  }

  /** The place of the grid under a point: whole tiles, or half ones. */
  #snap(x, y, half) {
    const [cx, cy] = this.#point(x, y);
    return half ? [Math.round(cx - 1), Math.round(cy - 1)] : [2 * Math.round((cx - 1) / 2), 2 * Math.round((cy - 1) / 2)];
  }

  #meant(x, y) {
    const near = this.#near(x, y);
    const reach = Math.max(REACH, this.tilePixels * 0.75);
    const close = near.filter(({ away }) => away <= reach);
    if (!close.length) return null;
    const crowded = this.tilePixels < FINE && !this.zoomed && close.filter(({ away }) => away <= REACH).length > 1
      && close[1].away - close[0].away < 8;
    return crowded ? "crowded" : close[0].spot;
  }

  #listen() {
    let press = null;
    const surface = this.svg;
    surface.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const found = this.#meant(event.clientX, event.clientY);
      press = { x: event.clientX, y: event.clientY, spot: found === "crowded" ? null : found, drag: null, box: this.box };
      surface.setPointerCapture(event.pointerId);
    });
    surface.addEventListener("pointermove", (event) => {
      if (!press) return;
      if (!press.drag && Math.hypot(event.clientX - press.x, event.clientY - press.y) < START) return;
      press.drag ??= press.spot?.kind === "tile" ? this.#grip(event) : press.spot ? "paint" : "pan";
      this.#carry(press, event);
    });
    const end = (event) => {
      if (!press) return;
      const done = press;
      press = null;
      this.layers.ghost.replaceChildren();
      if (event.type !== "pointerup") return;
      if (!done.drag) this.#tap(done.x, done.y);
      else if (done.drag === "move" && done.to) this.hands.move(done.spot.i, done.to);
      else if (done.drag === "push" && done.next) this.hands.push(done.next);
    };
    surface.addEventListener("pointerup", end);
    surface.addEventListener("pointercancel", end);
    // Assistive technology clicks without a pointer.
    surface.addEventListener("click", (event) => {
      const spot = this.spots.find(({ group }) => group.contains(event.target));
      if (spot && event.detail === 0) this.#act(spot);
    });
    // A drawing that listens to the focus itself would be a stop of its own for Tab.
    surface.parentElement.addEventListener("focusin", (event) => {
      const spot = this.spots.find(({ group }) => group === event.target);
      if (spot && spot !== this.active) this.rove(spot, false);
    });
  }

  /** A tile of a closed road takes its straight along; with Shift, or on an open road, it goes alone. */
  #grip(event) {
    const closed = this.state.tiles.every((_, i) => goesOn(this.state, i));
    return closed && !event.shiftKey ? "push" : "move";
  }

  #carry(press, event) {
    if (press.drag === "push") {
      const [from, to] = [this.#point(press.x, press.y), this.#point(event.clientX, event.clientY)];
      press.next = dragged(this.state, press.spot.i, [to[0] - from[0], to[1] - from[1]]);
      const shown = press.next ? fresh(this.state, press.next) : [];
      this.layers.ghost.replaceChildren(...shown.map((at) => this.#box(at, "ghost-tile glow-destination", 0.06)));
    } else if (press.drag === "move") {
      const up = event.pointerType === "touch" ? LIFTED : 0;
      press.to = this.#snap(event.clientX, event.clientY - up, event.shiftKey);
      const wrong = covered(this.state, press.to, press.spot.i) >= 0;
      this.layers.ghost.replaceChildren(this.#box(press.to, wrong ? "ghost-tile glow-wrong" : "ghost-tile glow-destination", 0.06));
    } else if (press.drag === "paint") {
      const at = this.#snap(event.clientX, event.clientY, false);
      if (String(at) !== String(press.last)) {
        press.last = at;
        this.hands.paint(at);
      }
    } else if (this.zoomed) {
      const k = this.tilePixels / 2 / this.scale;
      const [left, top, width, height] = press.box;
      this.box = [left - (event.clientX - press.x) / k, top - (event.clientY - press.y) / k, width, height];
      this.svg.setAttribute("viewBox", this.box.join(" "));
    }
  }

  #tap(x, y) {
    const found = this.#meant(x, y);
    if (found === "crowded") this.zoom(this.#point(x, y).map((value, i) => value * this.scale * (i ? -1 : 1)));
    else if (found) this.#act(found);
    else this.hands.bare(this.#snap(x, y, false));
  }

  #act(spot) {
    this.active = spot;
    if (spot.kind === "tile") this.hands.choose(spot.i);
    else this.hands.lay(spot.at);
  }

  // -------------------------------------------------------------------------------------- focus

  /** Make a spot the drawing's tab stop, and go there if asked. */
  rove(spot, go) {
    for (const { group } of this.spots) group.setAttribute("tabindex", "-1");
    this.active = spot;
    spot?.group.setAttribute("tabindex", "0");
    if (go) spot?.group.focus({ preventScroll: true });
  }

  /** The nearest spot in a direction from the one that has the focus. */
  step([dx, dy]) {
    const from = this.active?.at;
    if (!from) return;
    const ways = this.spots.filter((spot) => spot !== this.active).map((spot) => {
      const [x, y] = [spot.at[0] - from[0], spot.at[1] - from[1]];
      return { spot, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
    }).filter(({ along, aside }) => along > 0 && aside <= along);
    ways.sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside);
    if (ways.length) this.rove(ways[0].spot, true);
  }

  press() { if (this.active) this.#act(this.active); }

  /** The next white place, or tile where there is none. */
  nextPlace(back) {
    const lit = this.spots.filter(({ kind }) => kind === "place");
    const list = lit.length ? lit : this.spots;
    const at = list.indexOf(this.active);
    if (list.length) this.rove(list[(at + (back ? -1 : 1) + list.length) % list.length], true);
  }
}
