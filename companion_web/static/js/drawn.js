// What every drawn board has: its holes, where things are on the screen, the focus, cars and marbles in flight.

import { calm, svg } from "./dom.js";

const TRAVEL = 280;

export class Drawn {
  /** `holes`: id → `{ group, x, y, shown }`, filled by the board's own class; `pitch` in its units. */
  constructor(root) {
    this.root = root;
    this.svg = root.querySelector("svg");
    this.halos = this.svg.querySelector(".halos");
    this.flyers = this.svg.querySelector(".flyers");
    this.counts = svg("g", { class: "counts", "aria-hidden": "true" });
    this.spots = svg("g", { class: "counts spots", "aria-hidden": "true" });
    this.flyers.before(this.counts, this.spots);
    this.mark = this.svg.querySelector(".focus-mark");
    this.title = this.svg.querySelector("title");
    this.arrow = [...this.svg.querySelectorAll(".arrow path")];
    this.holes = new Map();
    this.home = this.svg.getAttribute("viewBox");
  }

  /** The element whose units are the board's. */
  get plane() { return this.svg; }

  /** The drawing of the token in a hole; null without one. */
  token(id) { return this.holes.get(id)?.group.querySelector(".marble") ?? null; }

  /** Where a way of the keyboard leads from a hole, if the board knows better than the routes. */
  way() { return undefined; }

  /** The white arrow and the title. */
  showRest(view, arrow) {
    for (const line of this.arrow) line.setAttribute("d", arrow ? view.page.arrow : "");
    if (view.game && this.title.textContent !== view.page.title) this.title.textContent = view.page.title;
  }

  /** The holes that "Why?" counts, each with its number; on an empty one a disc keeps it clear of the arrow. */
  showCount(walk) {
    this.counts.replaceChildren(...walk.filter((id) => this.holes.has(id)).map((id, i) => {
      const { x, y, shown } = this.holes.get(id);
      const size = (0.62 * this.pitch).toFixed(1);
      return svg("g", { "data-count": i + 1, transform: `translate(${x} ${y})` },
        shown.token ? null : svg("circle", { r: (0.39 * this.pitch).toFixed(1) }),
        svg("text", { class: "upright", "font-size": size, dy: "0.35em" }, String(i + 1)));
    }));
  }

  /** The own marbles by number, for whoever asked where they are. */
  showSpots(spots) {
    this.spots.replaceChildren(...spots.map(({ hole, n }) => [this.holes.get(hole), n]).filter(([at]) => at).map(([{ x, y }, n]) =>
      svg("g", { "data-spot": n, transform: `translate(${x} ${y})` },
        svg("circle", { r: (0.4 * this.pitch).toFixed(1) }),
        svg("text", { class: "upright", "font-size": (0.6 * this.pitch).toFixed(1), dy: "0.35em" }, n))));
  }

  /** Tokens that changed place travel there; `inHand`: where from. */
  fly(gone, come, inHand) {
    for (const { id, token } of come) {
      const from = inHand.find((one) => one.token === token)?.frm
        ?? gone.find((one) => one.token === token)?.id;
      if (from && from !== id) this.travel(from, id);
    }
  }

  travel(from, to) {
    const start = this.holes.get(from);
    const end = this.holes.get(to);
    const marble = this.token(to);
    if (!start || !end || !marble || calm()) return;
    const flyer = svg("g", {}, this.figure(to));
    this.flyers.append(flyer);
    marble.setAttribute("visibility", "hidden");
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    const flight = flyer.animate([{ transform: at(start) }, { transform: at(end) }],
      { duration: TRAVEL, easing: "ease-out", fill: "forwards" });
    flight.onfinish = flight.oncancel = () => { flyer.remove(); marble.removeAttribute("visibility"); };
  }

  /** A copy of the token in a hole, about the origin. */
  figure(id) { return this.token(id).cloneNode(true); }

  // -------------------------------------------------------------------------- where things are

  /** A point of the screen in the board's units. */
  toBoard(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.plane.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /** Pixels between neighbouring holes, now. */
  get pitchPixels() {
    const matrix = this.plane.getScreenCTM();
    return Math.hypot(matrix.a, matrix.b) * this.pitch;
  }

  /** Holes by distance from a point of the screen, in pixels. */
  near(x, y) {
    const [bx, by] = this.toBoard(x, y);
    const scale = this.pitchPixels / this.pitch;
    return [...this.holes].map(([id, entry]) =>
      ({ id, shown: entry.shown, away: Math.hypot(entry.x - bx, entry.y - by) * scale }))
      .sort((a, b) => a.away - b.away);
  }

  // ------------------------------------------------------------------------------------- focus

  /** Make this hole the board's tab stop, and go there if asked. */
  rove(id, go) {
    for (const { group } of this.holes.values()) {
      if (group.getAttribute("tabindex") === "0") group.setAttribute("tabindex", "-1");
    }
    const entry = this.holes.get(id);
    entry.group.setAttribute("tabindex", "0");
    if (go) entry.group.focus({ preventScroll: true });
  }

  markFocus(id) {
    const entry = id ? this.holes.get(id) : null;
    this.mark.setAttribute("visibility", entry ? "visible" : "hidden");
    if (entry) this.mark.setAttribute("transform", `translate(${entry.x} ${entry.y})`);
  }
}
