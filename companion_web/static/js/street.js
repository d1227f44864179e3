// The drawn street: cars where the tokens stand, lights with chances, the ring of rows that rolls with the leader.

import { calm, seatOf, svg } from "./dom.js";
import { Drawn } from "./drawn.js";
import { hole as holeOf } from "./model.js";
import { page, spaceLabel } from "./words.js";

const BADGED = new Set(page.badged);
const MARKED = new Set(page.marked);
const SEAT_ROLES = new Set(page.seatRoles);
const ROLL = 280;
const DEAF = 300;
const SHOWN_ROWS = 6;
/** Only a phone looks at a part of the street. */
const NARROW = matchMedia("(max-width: 699.9px)");
const ASIDE = 0.62;
const PAIR = { by: [-25, -19], out: [24, 21] };
const calmRole = (role) => !role || role === "turn";
const look = (token) => (token === "civ" ? "civ" : seatOf(token));
const seatClass = (token) => `ts-seat-${look(token)}`;
const debtKey = ({ token, frm, to }) => `${token} ${frm} ${to}`;
const rowY = (row) => 100 * (row - 3.5);
/** A racer's roof: its symbol, and the number of one of two cars. The server draws the same (engine/drawing/street_cars.py). */
const roof = (token) => (token.length > 1
  ? [svg("use", { href: `#y-${look(token)}`, transform: "translate(0-9)scale(.75)" }), svg("text", { class: "ts-number", y: 33, "font-size": 24 }, token.slice(1))]
  : [svg("use", { href: `#y-${look(token)}` })]);
const matsKey = ({ columns, median, finish, mirror }) => JSON.stringify([columns, median, finish, mirror]);

/** The children that are wanted, by key: what stays as it is keeps its element, so no light begins anew. One that is `low` lies below the others. */
function keep(layer, parts) {
  const wanted = new Map(parts.map(([key, make, low]) => [key, { make, low }]));
  for (const child of [...layer.children]) {
    if (wanted.has(child.partKey)) wanted.delete(child.partKey);
    else child.remove();
  }
  for (const [key, { make, low }] of wanted) {
    const made = make();
    made.partKey = key;
    if (low) layer.prepend(made);
    else layer.append(made);
  }
}

export class StreetBoard extends Drawn {
  constructor(root) {
    super(root);
    this.pitch = 100;
    this.ground = page.street ? matsKey(page.street) : "";
    this.layer = (name) => this.svg.querySelector(`.live .${name}`);
    this.halves = Number(this.svg.dataset.half);
    this.letters = "";
    this.rolledAt = -DEAF;
    this.looked = null;
    /** The debts since the street stands as it does: hands may be paying them there. */
    this.owed = new Set();
    for (const group of this.svg.querySelectorAll("[data-hole]")) {
      const column = group.parentElement;
      const x = Number(column.getAttribute("transform").match(/-?[\d.]+/)[0]) + 50;
      const y = Number(group.getAttribute("y")) + 50;
      const id = group.dataset.hole;
      this.#button(group);
      if (this.letters.length < 8) this.letters += id[0];
      const beside = column.classList.contains("ts-beside");
      this.holes.set(id, { group, x, y, beside, side: column.getAttribute("class"), shown: holeOf({}, id) });
    }
    addEventListener("pointerdown", () => { this.pressed = true; });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => { this.pressed = false; if (this.pending) this.show(...this.pending); });
    }
  }

  /** Make a space one that can be operated: without a script it cannot. */
  #button(space) {
    space.classList.add("hole");
    space.setAttribute("role", "button");
    if (!space.hasAttribute("tabindex")) space.setAttribute("tabindex", "-1");
  }

  get plane() { return this.svg.querySelector(".holes"); }

  /** Whether a tap may have been meant for a street that has just rolled on. */
  deaf() { return performance.now() - this.rolledAt < DEAF; }

  show(view, holes, inHand, arrow = true, walk = []) {
    const { street } = view;
    if (!street) return;
    this.view = view;
    this.#mats(street);
    const rolls = street.letters !== this.letters;
    // A debt that comes with a new front waits for no hand yet: it is shown where it will be paid.
    const owes = view.owed.length > 0 && view.owed.every((debt) => this.owed.has(debtKey(debt)));
    if (!rolls) this.owed = new Set(view.owed.map(debtKey));
    const rest = !this.pressed && !view.in_hand.length && !view.ask && !owes && !view.window;
    this.pending = rolls && !rest ? [view, holes, inHand, arrow, walk] : null;
    if (rolls && rest) {
      this.owed = new Set(view.owed.map(debtKey));
      this.#roll(street.letters);
    }
    const gone = [];
    const come = [];
    for (const [id, entry] of this.holes) {
      const now = holeOf(holes, id);
      const before = entry.shown.token;
      if (before !== now.token) {
        if (before) gone.push({ id, token: before });
        if (now.token) come.push({ id, token: now.token });
      }
      entry.shown = now;
      this.#dress(id, entry, now, walk.indexOf(id) + 1);
    }
    // One that still stands there is drawn as it stands.
    const out = Object.entries(street.out).filter(([id, token]) => this.holes.has(id) && holeOf(holes, id).token !== token);
    keep(this.halos, this.#glows(view, out));
    keep(this.layer("rings"), this.#rings(walk, out));
    keep(this.layer("cars"), this.#cars(street, out));
    keep(this.layer("over"), this.#marks(street));
    this.#margins(street);
    this.#lookAtLights();
    if (!rolls) this.fly(gone, come, inHand);
    this.showCount(walk);
    this.showRest(view, arrow);
    // Until the street rolls the rows lie where they lay; so does the arrow.
    const behind = this.pending ? rowY(this.letters.indexOf(street.letters[1])) - rowY(1) : 0;
    this.svg.querySelector(".arrow").setAttribute("transform", `translate(0 ${behind})`);
  }

  // ---------------------------------------------------------------------------- mats and rows

  /** New mats are drawn by the server. */
  async #mats(street) {
    const key = matsKey(street);
    if (key === this.ground) return;
    this.ground = key;
    try {
      const answer = await fetch("/street/mats");
      if (!answer.ok) throw new Error(answer.statusText);
      const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
      if (this.ground !== key) return;
      for (const name of ["mats", "signs"]) {
        const fresh = drawn.querySelector(`.${name}`);
        this.svg.querySelector(`.ts-static .${name}`).replaceWith(document.importNode(fresh, true));
      }
      this.#margins(this.view.street);
    } catch {
      this.ground = "";
    }
  }

  /** Letters, numbers and cars go on by rows together; the frame stays. */
  #roll(letters) {
    const on = ((letters.indexOf(this.letters[1]) - 1 + 12) % 8) - 4;
    this.letters = letters;
    for (const [id, entry] of this.holes) {
      const row = letters.indexOf(id[0]);
      entry.y = rowY(row);
      entry.group.setAttribute("y", entry.y - 50);
    }
    this.rolledAt = performance.now();
    if (calm()) return;
    this.svg.classList.add("rolling");
    for (const rolls of this.svg.querySelectorAll(".rolls")) {
      const rolled = rolls.animate([{ transform: `translateY(${-100 * on}px)` }, { transform: "none" }], { duration: ROLL, easing: "ease-out" });
      rolled.onfinish = rolled.oncancel = () => this.svg.classList.remove("rolling");
    }
  }

  #row(id) { return this.letters.indexOf(id[0]); }

  #margins({ last, wraps }) {
    const root = this.svg.querySelector(".margins");
    const see = (part, seen) => (seen ? part.removeAttribute("visibility") : part.setAttribute("visibility", "hidden"));
    for (const rank of root.querySelectorAll(".ts-rank")) see(rank, rank.classList.contains("ts-wraps") ? wraps : Number(rank.textContent) <= last);
    see(root.querySelector(".ts-caret"), !wraps);
    root.querySelectorAll(".ts-row").forEach((text, row) => {
      text.textContent = this.letters[row];
      text.classList.toggle("ts-far", row > last);
      const right = [...this.holes].find(([id, { beside, x }]) => beside && x > 0 && this.#row(id) === row);
      see(text, !right?.[1].shown.token);
    });
    const start = Math.min(400, rowY(last) + 50);
    for (const fade of this.svg.querySelectorAll(".ts-fade")) {
      fade.setAttribute("y", start);
      fade.setAttribute("height", 400 - start);
    }
  }

  /** A phone shows six rows: it looks at the lights, or at what a finger drew into sight. */
  #lookAtLights() {
    let rows = this.#rowsOf(({ role }) => !calmRole(role));
    // Lights at both ends: first the car that is to be lifted, then where it goes.
    if (Math.max(...rows) - Math.min(...rows) >= SHOWN_ROWS) {
      const now = this.#rowsOf(({ role }) => (this.view.in_hand.length ? page.calls : page.lifts).includes(role));
      if (now.length) rows = now;
    }
    if (rows.length) this.looked = null;
    const far = Math.max(0, ...rows) - SHOWN_ROWS + 1;
    const on = this.looked ?? (rows.length && far > 0 && Math.min(...rows) >= far ? far : 0);
    this.#lookAt(on);
  }

  #rowsOf(test) {
    return [...this.holes].filter(([, { shown }]) => test(shown)).map(([id]) => this.#row(id));
  }

  #lookAt(on) {
    if (on > 0) this.root.dataset.rolled = on;
    else delete this.root.dataset.rolled;
    this.root.dataset.lead = on > 0 && NARROW.matches ? page.words[`page.street.view_${on}`] : "";
  }

  /** A finger drags the street by so many pixels. */
  lookAround(pixels, from) {
    this.looked = Math.min(2, Math.max(0, Math.round(from - pixels / this.pitchPixels)));
    this.#lookAt(this.looked);
  }

  get lookedAt() { return Number(this.root.dataset.rolled ?? 0); }

  // ------------------------------------------------------------------------------ lights and cars

  #dress(id, { group, beside }, now, count) {
    for (const [name, value] of Object.entries({ token: now.token, role: now.role, place: now.place })) {
      if (value) group.dataset[name] = value;
      else delete group.dataset[name];
    }
    const column = beside ? -1 : this.view.street.names.indexOf(id.slice(1));
    const label = spaceLabel(this.view, id, now, this.#row(id), column, count);
    if (group.getAttribute("aria-label") !== label) group.setAttribute("aria-label", label);
  }

  #spot(id, pair = "") {
    const { x, y, beside } = this.holes.get(id);
    const [dx, dy] = PAIR[pair] ?? [0, 0];
    return { x: x + dx, y: y + dy, size: beside ? ASIDE : 1 };
  }

  #at(id, make, name = "", pair = "", size = null) {
    const spot = this.#spot(id, pair);
    const scale = size ?? spot.size;
    return svg("g", {
      class: `${this.holes.get(id).side}${name}`, "data-at": id,
      transform: `translate(${spot.x} ${spot.y})${scale === 1 ? "" : `scale(${scale})`}`,
    }, ...make);
  }

  #lit() { return [...this.holes].filter(([, { shown }]) => !calmRole(shown.role)); }

  #glows({ players }, out) {
    const parts = [];
    const asked = players.filter((player) => player.to_act);
    const acting = asked.length === 1 ? asked[0].colours.map(({ colour }) => colour) : [];
    for (const [id, { shown, beside }] of this.holes) {
      const { x, y, size } = this.#spot(id);
      const seat = `seat-${look(shown.colour || shown.token)}`;
      const glow = (radius, name, fill) => [`${id} ${x} ${y} ${name} ${fill}`, () => svg("circle", {
        class: `${name} ${this.holes.get(id).side}`, cx: x, cy: y, r: radius * size, fill: `url(#halo-${fill})`,
      })];
      if (shown.token && (acting.includes(shown.token) || (shown.role === "turn" && !beside))) {
        const [key, pool] = glow(175, "pool ts-pool ts-on", `seat-${look(shown.token)}`);
        parts.push([key, () => svg("g", { "clip-path": "url(#wood-edge)" }, pool())]);
      }
      const reach = page.halo[shown.role];
      if (reach) parts.push(glow(100 * reach, `halo role-${shown.role}`, SEAT_ROLES.has(shown.role) ? seat : shown.role));
    }
    const pushed = out.map(([id]) => {
      const { x, y } = this.#spot(id, "out");
      return [`out ${id} ${y}`, () => svg("circle", {
        class: `halo role-movable ${this.holes.get(id).side}`, cx: x, cy: y, r: 90 * page.halo.movable, fill: "url(#halo-movable)",
      })];
    });
    return [...parts, ...pushed];
  }

  #rings(walk, out) {
    const ring = (id, shown, pair) => {
      const seat = SEAT_ROLES.has(shown.role) ? ` seat-${look(shown.colour || shown.token)}` : "";
      const kind = `light role-${shown.role}${seat}`;
      const use = (mark) => svg("use", { class: kind, href: `#${mark}-${shown.role}` });
      const dark = svg("use", { class: "dark", href: "#well" });
      if (pair || shown.role === "origin") return [use("r")];
      if (shown.token) return [dark, use("r")];
      if (shown.figure && shown.role === "destination") return [dark, use("r"), figure(shown.figure, 37, 13)];
      const counted = shown.role === "hint" && walk.includes(id);
      return [dark, use("r"), MARKED.has(shown.role) && !counted ? use("k") : null];
    };
    const parts = this.#lit().map(([id, { shown, y }]) => [
      `${id} ${y} ${shown.role} ${shown.token} ${shown.colour} ${shown.figure} ${walk.includes(id)}`, () => this.#at(id, ring(id, shown)),
    ]);
    // The ring of a car that was pushed goes round it, over all others.
    return [...parts, ...out.map(([id, token]) => [`out ${id} ${this.holes.get(id).y} ${token}`,
      () => this.#at(id, ring(id, { role: "movable", token }, "out"), "", "out", 0.9)])];
  }

  #cars(street, out) {
    const body = (id, token) => (token === "civ"
      ? [svg("use", { href: `#civ-${street.down.includes(id) ? "down" : "up"}` })]
      : [svg("use", { href: street.hurt.includes(token) ? "#hurt" : "#car" }), ...roof(token)]);
    const car = (id, token, pair) => [
      `${id} ${this.holes.get(id).y} ${token} ${pair} ${street.hurt.includes(token)} ${street.down.includes(id)}`, () => {
        const tilt = pair === "out" ? "rotate(16)" : "";
        const made = this.#at(id, body(id, token), ` ts-car ${seatClass(token)}`, pair, pair ? 0.84 : null);
        if (tilt) made.setAttribute("transform", made.getAttribute("transform").replace("scale", `${tilt}scale`));
        return made;
      }];
    const pushed = new Set(out.map(([id]) => id));
    const parts = [...this.holes].filter(([, { shown }]) => shown.token)
      .map(([id, { shown }]) => car(id, shown.token, pushed.has(id) ? "by" : ""));
    const waiting = street.beside[1] ? [] : street.aside;
    return [...parts, ...out.map(([id, token]) => car(id, token, "out")),
      ...waiting.map(([token, rank], n) => this.#waits(token, rank, waiting.length - 1 - n))];
  }

  /** A car that the wood has no row for: small, in the right margin, its rank below. */
  #waits(token, rank, above) {
    const x = 100 * (this.halves + 0.46);
    const y = rowY(7) - 100 * above;
    return [`aside ${token} ${rank} ${y}`, () => svg("g", { class: `ts-beside ${seatClass(token)}`, transform: `translate(${x} ${y})` },
      svg("rect", { class: "ts-aside", x: -26, y: -48, width: 52, height: 96, rx: 8 }),
      svg("g", { transform: `translate(0 -15)scale(${ASIDE})` },
        svg("use", { href: token === "civ" ? "#civ-up" : "#car" }), ...(token === "civ" ? [] : roof(token))),
      svg("text", { class: "ts-rank", y: 38, "font-size": 24 }, String(rank)))];
  }

  /** Over the cars: who is damaged, the sign of a role, rival or step, the chance of a push; ranks beside the street. */
  #marks(street) {
    const parts = [];
    const aside = new Map(street.aside);
    for (const [id, { shown, y, beside, x }] of this.holes) {
      if (street.hurt.includes(shown.token)) {
        parts.push([`hurt ${id} ${y}`, () => svg("use", {
          class: this.holes.get(id).side, href: "#broken",
          ...(beside ? { transform: `translate(${x - 33 * ASIDE} ${y - 33 * ASIDE})scale(${ASIDE})` } : { x: x - 33, y: y - 33 }) }), true]);
      }
      if (beside && aside.has(shown.token)) {
        parts.push([`rank ${id} ${y} ${aside.get(shown.token)}`, () => this.#at(id,
          [svg("text", { class: "ts-rank", y: 48, "font-size": 24 }, String(aside.get(shown.token)))], "", "", 1)]);
      }
      const made = badges(shown);
      if (made.length) {
        parts.push([`${id} ${y} ${shown.role} ${shown.token} ${shown.colour} ${shown.figure} ${shown.badge}`, () => this.#at(id, badges(shown))]);
      }
    }
    return parts;
  }

  // -------------------------------------------------------------------------- where things are

  token(id) { return this.layer("cars").querySelector(`.ts-car[data-at="${id}"]`); }

  figure(id) {
    const copy = this.token(id).cloneNode(true);
    copy.removeAttribute("transform");
    return copy;
  }

  /** By the spaces as they are drawn: a phone closes a wide street up. */
  near(x, y) {
    return [...this.holes].map(([id, { group, shown }]) => {
      const box = group.getBoundingClientRect();
      return { id, shown, away: Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) };
    }).sort((a, b) => a.away - b.away);
  }

  markFocus(id) {
    super.markFocus(id);
    if (!id) return;
    const box = this.holes.get(id).group.getBoundingClientRect();
    const [x, y] = this.toBoard(box.x + box.width / 2, box.y + box.height / 2);
    this.mark.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** Up and down a rank, left and right a column, from car to car; nothing wraps but the cars. */
  way(id, key) {
    const { street, page: { movers }, seat, players } = this.view;
    const at = (row, name) => `${this.letters[row]}${name}`;
    const known = (hole) => (hole && this.holes.has(hole) ? hole : null);
    const row = this.#row(id);
    const column = street.names.indexOf(id.slice(1));
    const order = street.order.filter((hole) => this.holes.get(hole)?.shown.token);
    const colours = players.find((one) => one.seat === seat)?.colours.map(({ colour }) => colour) ?? movers;
    const here = order.indexOf(id);
    const behind = here >= 0 ? here + 1 : order.filter((hole) => this.#row(hole) < row).length;
    const before = here >= 0 ? here - 1 : behind - 1;
    const car = (n) => order[(n + order.length) % order.length];
    const ways = {
      ArrowUp: () => at(row - 1, id.slice(1)),
      ArrowDown: () => at(row + 1, id.slice(1)),
      ArrowLeft: () => at(row, street.names[column - 1]),
      ArrowRight: () => at(row, street.names[column + 1]),
      Home: () => order.find((hole) => this.holes.get(hole).shown.token !== "civ"),
      End: () => order.find((hole) => colours.includes(this.holes.get(hole).shown.token)),
      PageUp: () => car(before),
      PageDown: () => car(behind),
    };
    return key in ways ? known(ways[key]()) : undefined;
  }
}

/** Beside three digits a ring has no room for the sign. */
function figure(chance, size, down) {
  return svg("text", { class: "figure role-destination", y: down, "font-size": size }, chance,
    ...(String(chance).length < 3 ? [svg("tspan", { "font-size": 0.6 * size }, "%")] : []));
}

function badges(shown) {
  const parts = [];
  const { role, token, badge } = shown;
  if (BADGED.has(role) && token && role !== "pen") {
    const seat = SEAT_ROLES.has(role) ? ` seat-${look(shown.colour || token)}` : "";
    parts.push(svg("g", { class: "badge" }, svg("use", { class: "dark", href: "#disc" }),
      svg("use", { class: `light role-${role}${seat}`, href: `#b-${role}` })));
  }
  if (badge === "step") {
    parts.push(svg("g", { class: "rival role-destination", transform: "translate(41-41)" },
      svg("use", { class: "rival-dark", href: "#rival" }), svg("use", { href: "#step" })));
  } else if (badge) {
    parts.push(svg("g", { class: `rival ${seatClass(badge)}`, transform: "translate(41-41)" },
      svg("use", { href: "#rival" }), svg("use", { href: `#y-${look(badge)}`, transform: "scale(.8)translate(0-13)" })));
  }
  if (shown.figure && role === "capture") {
    parts.push(svg("g", { transform: "translate(0 53)" }, svg("use", { class: "role-capture", href: "#plate" }),
      figure(shown.figure, 27, 9.5)));
  }
  return parts;
}

