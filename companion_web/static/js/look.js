// A look at hidden cards: fetched when somebody looks, gone from page and memory when the look ends.

import { fetchHand } from "./wire.js";

const OPEN = 8000;
const HOLD = 300;

/** Of alike cards the first one stands for all. */
const first = (hand, place) => hand.cards.findIndex((card) => card.card === hand.cards[place]?.card);

/** The ways to play just these cards (places among them, in order). */
export function waysWith(hand, places) {
  const named = places.map((place) => first(hand, place));
  return hand.ways.filter((way) => way.cards.length === named.length && way.cards.every((place, i) => place === named[i]));
}

/** Whether a card can be played now, alone or with others. */
export const fits = (hand, place) => hand.ways.some((way) => way.cards.includes(first(hand, place)));

/**
 * What is looked at now: `hand` and `held` (only while a bar is held), or nothing.
 * `chosen` are places of cards; they stay after the look, since they name no card. `over`: the
 * place to which a finger that holds the bar has slid.
 */
export class Look {
  constructor(onChange) {
    this.onChange = onChange;
    this.chosen = [];
    this.seat = null;
    this.#empty();
    addEventListener("blur", () => this.close());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.close(); });
  }

  #empty() {
    clearTimeout(this.timer);
    this.hand = null;
    this.held = false;
    this.pressed = false;
    this.wanted = null;
    this.over = null;
  }

  /** Turn the own cards over for a while; what was chosen stays only if it is to be kept. */
  async open(seat, keep = false) {
    this.#empty();
    if (!keep || this.seat !== seat) this.chosen = [];
    this.seat = seat;
    if (await this.#fetch(seat)) this.timer = setTimeout(() => this.close(), OPEN);
  }

  /** A finger or a key lies on a bar; after a moment its hand is shown. */
  press(seat) {
    if (this.pressed) return;
    this.close();
    this.pressed = true;
    if (this.seat !== seat) this.chosen = [];
    this.seat = seat;
    this.timer = setTimeout(() => { this.held = true; this.#fetch(seat); }, HOLD);
  }

  async #fetch(seat) {
    const asked = (this.wanted = Symbol("look"));
    const hand = await fetchHand(seat).catch(() => null);
    // Whoever has let go meanwhile sees nothing any more.
    if (this.wanted !== asked) return false;
    this.hand = hand;
    this.onChange();
    return hand !== null;
  }

  /** The look is over, however it ends. */
  close() {
    const shown = this.hand !== null || this.held;
    this.#empty();
    if (shown) this.onChange();
  }

  /** The bar is let go. */
  release() {
    if (this.pressed) this.close();
  }

  toggle(place) {
    const kept = this.chosen.filter((one) => one !== place);
    this.chosen = kept.length < this.chosen.length ? kept : [...kept, place].sort((a, b) => a - b);
  }

  /** Choose this card alone, or none. */
  choose(place) {
    this.chosen = this.chosen.includes(place) ? [] : [place];
  }

  /** Another moment of the game: places chosen in the last one mean nothing. */
  forget() {
    this.close();
    this.chosen = [];
    this.seat = null;
  }

  /** A finger that holds the bar slides to a card: to let go there chooses it. */
  #slide(event) {
    if (!this.held || !this.hand) return;
    const place = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-number], [data-place]")?.dataset;
    const over = place ? Number(place.number ?? place.place) : null;
    if (over === this.over) return;
    this.over = over;
    this.onChange();
  }

  #letGo() {
    if (this.over !== null) this.chosen = [this.over];
    this.release();
  }

  /** Bars in `root` that are held by finger, mouse or Space. */
  listen(root) {
    const bar = (event) => event.target.closest?.("[data-peek]");
    root.addEventListener("pointerdown", (event) => {
      const found = bar(event);
      if (!found || event.button) return;
      root.setPointerCapture?.(event.pointerId);
      this.press(Number(found.dataset.peek));
    });
    root.addEventListener("pointermove", (event) => this.#slide(event));
    root.addEventListener("pointerup", () => this.#letGo());
    for (const end of ["pointercancel", "lostpointercapture"]) root.addEventListener(end, () => this.release());
    root.addEventListener("contextmenu", (event) => { if (bar(event)) event.preventDefault(); });
    root.addEventListener("keydown", (event) => {
      const found = event.key === " " && bar(event);
      if (!found) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) this.press(Number(found.dataset.peek));
    });
    // Where one bar stands alone, Space holds it from anywhere on the page that has no use for it.
    document.addEventListener("keydown", (event) => {
      const alone = event.key === " " && event.target === document.body && root.querySelector("[data-peek-alone]");
      if (!alone) return;
      event.preventDefault();
      if (!event.repeat) this.press(Number(alone.dataset.peek));
    });
    document.addEventListener("keyup", (event) => { if (event.key === " ") this.release(); });
    // A bar that is drawn anew loses the focus and gets it back: only what lasts counts. A press
    // that comes before the timer is a new one: browsers hand out keys first.
    root.addEventListener("focusout", () => {
      if (this.pressed) setTimeout(() => { if (!root.contains(document.activeElement)) this.release(); });
    });
  }
}
