// Clocks that the table runs: a window for claims, the time of a turn. Views say how many seconds
// were left when they were made; from there this page counts by itself, once a moment.

import { h, svg } from "./dom.js";
import { word } from "./words.js";

const STEP = 200;
const ROUND = 100;

let clock = null;

/** Seconds before the end of a covered window at which it is told once more. */
const WARNED = 3;

let warning = 0;

/** Run what this view says from now on; `tell` says aloud that a covered window is about to end. */
export function setClock(view, tell) {
  const found = view.page.clock;
  clearTimeout(warning);
  if (found?.running && view.page.window && found.seconds > WARNED) {
    warning = setTimeout(() => tell(word("window.left", { n: WARNED })), (found.seconds - WARNED) * 1000);
  }
  clock = found ? { ...found, at: performance.now() } : null;
  tick();
}

function left() {
  if (!clock) return 0;
  const gone = clock.running ? (performance.now() - clock.at) / 1000 : 0;
  return Math.max(0, clock.seconds - gone);
}

/** A ring that empties, with the seconds inside. */
export const ring = () => h("span.ring", { "data-clock": "ring", role: "timer" },
  svg("svg", { viewBox: "-26 -26 52 52", "aria-hidden": "true" },
    svg("circle", { class: "ring-track", r: 22 }),
    svg("circle", { class: "ring-run", r: 22, pathLength: ROUND, "stroke-dasharray": ROUND, "stroke-dashoffset": 0, transform: "rotate(-90)" })),
  h("span.ring-text", {}));

/** A sand-glass, its sand running down, and the seconds. */
const glass = () => h("span.glass", { "data-clock": "glass", role: "timer" },
  svg("svg", { viewBox: "0 0 20 28", "aria-hidden": "true" },
    svg("clipPath", { id: "glass-top" }, svg("path", { d: "M4 3H16L10.6 13.4H9.4z" })),
    svg("clipPath", { id: "glass-low" }, svg("path", { d: "M4 25H16L10.6 14.6H9.4z" })),
    svg("rect", { class: "sand sand-top", x: 0, y: 3, width: 20, height: 11, "clip-path": "url(#glass-top)" }),
    svg("rect", { class: "sand sand-low", x: 0, y: 14, width: 20, height: 11, "clip-path": "url(#glass-low)" }),
    svg("path", { class: "glass-frame", d: "M2 2H18M2 26H18M4 2V4L9.4 14L4 24V26M16 2V4L10.6 14L16 24V26" })),
  h("span.glass-text", {}));

/** The sand-glass beside the lap die, while a turn is timed. */
export const clockParts = (view) => (view.timer && view.timer.of ? [glass()] : []);

/** A thin bar along the lower edge of the prompt. */
export const clockBar = (view) => (view.page.clock
  ? svg("svg", { class: "prompt-clock", "data-clock": "bar", viewBox: `0 0 ${ROUND} 1`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-run", width: ROUND, height: 1 }))
  : null);

/** The seconds of a covered window, a step each: the same on every screen. */
export const clockSteps = (view) => (view.page.clock
  ? h("span.steps", { "data-clock": "steps", role: "timer" }, h("span.steps-text", {}),
    h("span.steps-run", { "aria-hidden": "true" }, ...Array.from({ length: Math.ceil(view.page.clock.of) }, () => h("i", {}))))
  : null);

const FILL = {
  steps(root, share, text) {
    write(root.querySelector(".steps-text"), text);
    root.querySelectorAll("i").forEach((step, i) => step.classList.toggle("left", i < Number(text)));
  },
  ring(root, share, text) {
    root.querySelector(".ring-run").setAttribute("stroke-dashoffset", (ROUND * (1 - share)).toFixed(1));
    write(root.querySelector(".ring-text"), text);
  },
  glass(root, share, text) {
    const top = root.querySelector(".sand-top");
    top.setAttribute("y", (14 - 11 * share).toFixed(2));
    const low = root.querySelector(".sand-low");
    low.setAttribute("y", (14 + 11 * share).toFixed(2));
    write(root.querySelector(".glass-text"), text);
  },
  bar(root, share) {
    root.querySelector(".bar-run").setAttribute("width", (ROUND * share).toFixed(1));
  },
};

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Show the seconds that are left wherever a clock stands; call it after filling parts anew. */
export function tick() {
  const seconds = left();
  const share = clock ? Math.min(1, seconds / clock.of) : 0;
  const text = clock ? String(Math.ceil(seconds)) : "";
  for (const root of document.querySelectorAll("[data-clock]")) {
    FILL[root.dataset.clock](root, share, text);
    root.classList.toggle("held", Boolean(clock && !clock.running));
    if (root.dataset.clock !== "bar") {
      const label = clock && !clock.running ? word("clock.held") : word("clock.left", { n: text });
      if (root.getAttribute("aria-label") !== label) root.setAttribute("aria-label", label);
    }
  }
}

setInterval(() => { if (clock?.running) tick(); }, STEP);
