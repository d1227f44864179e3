// The drawn board: changes its elements in place, so that nothing moves but lights and marbles.

import { seatOf, svg } from "./dom.js";
import { Drawn } from "./drawn.js";
import { hole as holeOf } from "./model.js";
import { holeLabel, page } from "./words.js";

const BADGED = new Set(page.badged);
const MARKED = new Set(page.marked);
const SEAT_ROLES = new Set(page.seatRoles);

export class BoardView extends Drawn {
  constructor(root) {
    super(root);
    this.turned = this.svg.querySelector(".turned");
    this.badges = this.svg.querySelector(".badges");
    for (const group of this.svg.querySelectorAll("[data-hole]")) {
      const [x, y] = group.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      this.holes.set(group.dataset.hole, { group, x, y, shown: read(group) });
    }
    const first = [...this.holes.values()][0];
    this.pitch = Number(first.group.querySelector(".hit").getAttribute("r")) * 2;
  }

  get plane() { return this.turned; }

  /** Show these holes; marbles that changed place travel there (`inHand`: where from). */
  show(view, holes, inHand, arrow = true, walk = []) {
    const { mover } = view.page;
    const gone = [];
    const come = [];
    for (const [id, entry] of this.holes) {
      const now = holeOf(holes, id);
      const mark = view.marks[id] ?? "";
      const label = holeLabel(id, now, mover, mark, walk.indexOf(id) + 1);
      const key = `${now.token}|${now.role}|${now.colour}|${now.place}|${mark}|${label}`;
      if (entry.key === key) continue;
      const before = entry.shown;
      if (before.token !== now.token) {
        if (before.token) gone.push({ id, token: before.token });
        if (now.token) come.push({ id, token: now.token });
      }
      entry.key = key;
      entry.shown = now;
      this.#fill(id, entry, now, label, mark, now.role === "hint" && walk.includes(id));
    }
    this.fly(gone, come, inHand);
    this.showCount(walk);
    this.svg.querySelector(".cuts")?.setAttribute("visibility", view.cuts_lie ? "visible" : "hidden");
    this.#turn(view.page.turn);
    this.#pools(view.page.lit);
    this.showRest(view, arrow);
  }

  /** `counted`: the number of "Why?" stands in the hole in place of a sign. */
  #fill(id, entry, now, label, mark, counted) {
    const { group, x, y } = entry;
    group.dataset.token = now.token;
    group.dataset.role = now.role;
    if (now.place) group.dataset.place = now.place;
    else delete group.dataset.place;
    if (mark) group.dataset.mark = mark;
    else delete group.dataset.mark;
    group.setAttribute("aria-label", label);
    const seat = SEAT_ROLES.has(now.role) ? ` seat-${now.colour || now.token}` : "";
    const step = /\d$/.test(id) ? ` step-${id.at(-1)}` : "";
    const kind = `role-${now.role}${seat}${step}`;
    const parts = [group.firstElementChild];
    const coin = mark ? svg("use", { class: "coin", href: mark.endsWith("-up") ? "#x-up" : "#x-coin" }) : "";
    if (!now.role || now.role === "turn") parts.push(coin);
    else {
      parts.push(svg("use", { class: "dark", href: "#well" }));
      parts.push(svg("use", { class: `light ${kind}`, href: `#r-${now.role}` }), coin);
      if (!now.token && MARKED.has(now.role) && !counted) parts.push(svg("use", { class: `light upright ${kind}`, href: `#k-${now.role}` }));
    }
    if (now.token) parts.push(tokenMark(group.dataset.heading, seatOf(now.token)));
    group.replaceChildren(...parts.filter(Boolean));
    this.halos.querySelector(`[data-halo="${id}"]`)?.remove();
    const radius = page.halo[now.role];
    if (radius) {
      const glow = SEAT_ROLES.has(now.role) ? `seat-${now.colour || now.token}` : now.role;
      this.halos.append(svg("circle", {
        class: `halo role-${now.role}`, "data-halo": id, cx: x, cy: y,
        r: (radius * this.pitch).toFixed(1), fill: `url(#halo-${glow})`,
      }));
    }
    this.badges.querySelector(`[data-badge="${id}"]`)?.remove();
    if (BADGED.has(now.role) && now.token) {
      this.badges.append(svg("g", { class: "badge", "data-badge": id, transform: `translate(${x} ${y})` },
        svg("use", { class: "dark upright", href: "#disc" }),
        svg("use", { class: `light upright role-${now.role}${seat}`, href: `#b-${now.role}` })));
    }
  }

  /** The viewer's side lies at the bottom (narrow screens turn the board by this class). */
  #turn(side) {
    if (this.side === side) return;
    this.side = side;
    for (let i = 0; i < page.sides.length; i += 1) this.svg.classList.toggle(`turn-${i}`, i === side);
  }

  #pools(lit) {
    for (const pool of this.svg.querySelectorAll("[data-pool]")) {
      pool.classList.toggle("ts-on", lit.includes(pool.dataset.pool));
    }
  }
}

/** A marble, or on a square space a car that looks along the road with its symbol upright. */
function tokenMark(heading, seat) {
  if (heading === undefined) return svg("use", { class: "marble upright", href: `#m-${seat}` });
  return svg("g", { class: "marble" },
    svg("use", { href: `#c-${seat}`, transform: `rotate(${heading})` }),
    svg("use", { class: "upright", href: `#s-${seat}` }));
}

function read(group) {
  const { token, role, place } = group.dataset;
  return { token, role, colour: "", place: place ?? "" };
}
