// A crowded board on a phone: 2.3 times about the tap (more where spaces are tiny), until the exact
// hole was touched.

import { calm } from "./dom.js";

const FACTOR = 2.3;
const WANTED = 37;
const TIME = 180;

export class Zoom {
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.on = false;
    this.home = board.home.split(" ").map(Number);
    this.now = this.home;
  }

  /** Zoom about a point of the screen. */
  enter(x, y) {
    const svg = this.board.svg;
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    const [left, top, width, height] = this.home;
    const box = svg.getBoundingClientRect();
    const w = width / Math.max(FACTOR, WANTED / this.board.pitchPixels);
    const h = Math.min((w * box.height) / box.width, height);
    const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
    this.on = true;
    this.#go([clamp(point.x - w / 2, left, left + width - w), clamp(point.y - h / 2, top, top + height - h), w, h]);
    this.changed();
  }

  leave() {
    if (!this.on) return false;
    this.on = false;
    this.#go(this.home);
    this.changed();
    return true;
  }

  #go(target) {
    const start = this.now;
    const began = performance.now();
    const run = (this.run = {});
    const step = (time) => {
      if (this.run !== run) return;
      const share = calm() ? 1 : Math.min((time - began) / TIME, 1);
      const eased = 1 - (1 - share) ** 3;
      this.now = target.map((value, i) => start[i] + (value - start[i]) * eased);
      this.board.svg.setAttribute("viewBox", this.now.map((value) => value.toFixed(1)).join(" "));
      if (share < 1) requestAnimationFrame(step);
    };
    step(calm() ? began + TIME : performance.now());
  }
}
