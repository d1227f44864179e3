// Hands on the virtual board: every tap becomes lifts and puts, sent one after the other.

import { hand } from "./wire.js";
import { isSwap, placeOf } from "./model.js";
import { page, word } from "./words.js";

const SETTLE = 400;
const FELT = 900;

export class Hands {
  /**
   * `refused(error)` hears what the board would not do.
   *
   * `held`: a marble in hand has its `token`, "?" where nobody knows it; `frm`, where it belongs; and
   * `out`, the hole that this page lifted it from. By that the hand tells a marble that nobody knows.
   */
  constructor(refused) {
    this.refused = refused;
    this.held = [];
    this.waiting = 0;
    this.last = -SETTLE;
    this.laid = { id: "", token: undefined, frm: "", at: -Infinity };
    this.others = false;
    this.queue = Promise.resolve();
  }

  /** Believe the table again once it has our own gestures. */
  sync(view) {
    const stood = this.known?.holes ?? view.holes;
    this.known = view;
    // Another page has put one: it may have been ours, and the one in the hand may be another.
    this.others ||= Object.entries(view.holes).some(([id, { token }]) => token && token !== stood[id]?.token && id !== this.laid.id);
    // The table knows of it: wherever the marble is from now on, the view tells.
    if (this.laid.token && view.holes[this.laid.id]?.token === this.laid.token) this.laid.token = undefined;
    if (!this.waiting && performance.now() - this.last > SETTLE) {
      const alone = this.held.length === 1 && view.in_hand.length === 1 && !this.others;
      this.others = false;
      this.held = view.in_hand.map(({ token, frm, sure }) => {
        const out = this.held.find((one) => alone || one.out === frm)?.out;
        // Where it belongs is a guess, too, but where it was lifted is none.
        return sure ? { token, frm, out } : { token: "?", frm: out ?? frm, out };
      });
    } else if (!this.timer) {
      this.timer = setTimeout(() => { this.timer = null; this.sync(this.known); }, SETTLE);
    }
  }

  lift(hole, token) {
    if (hole === this.laid.id) this.laid = { id: "", at: -Infinity };
    const one = { token, frm: hole, out: hole };
    this.others = false;
    this.held.push(one);
    this.send("lift", hole);
    return one;
  }

  /** Put this one: of those in hand, or one with a `token` that came in beside the board. */
  put(hole, one = this.held.at(-1)) {
    const at = this.held.findLastIndex(({ token, frm }) => token === one?.token && (token !== "?" || frm === one.frm));
    this.laid = { id: hole, token: one?.token, frm: this.held[at]?.frm ?? hole, at: performance.now() };
    if (at >= 0) this.held.splice(at, 1);
    return this.send("put", hole, one);
  }

  send(does, hole, one) {
    this.waiting += 1;
    this.queue = this.queue.then(async () => {
      try {
        if (!this.broken) await this.#say(does, hole, one);
      } catch (error) {
        // Forget the steps planned after this: they would move the wrong marble.
        this.broken = true;
        this.refused(error);
      } finally {
        this.waiting -= 1;
        this.last = performance.now();
        if (!this.waiting) {
          if (this.broken) this.last = -SETTLE;
          this.broken = false;
          if (this.known) this.sync(this.known);
        }
      }
    });
    return this.queue;
  }

  /** Unsaid, the hand would put the one lifted last: that may lie beside the board. */
  async #say(does, hole, one) {
    if (one?.token === "?") return hand(does, hole, { from: one.out });
    return hand(does, hole, { token: one?.token }).catch((error) => {
      // The table was told another colour than the marble has: it is the one lifted there all the same.
      if (error.code !== "no-such-token" || !one.out) throw error;
      return hand(does, hole, { from: one.out }).catch(() => { throw error; });
    });
  }

  /** The sensors never feel a hole empty that is filled again too soon: wait for the table. */
  #untilFelt(id) {
    this.queue = this.queue.then(async () => {
      const end = performance.now() + FELT;
      while (!this.broken && this.known?.holes[id]?.token && performance.now() < end) {
        await new Promise((done) => { setTimeout(done, 15); });
      }
    });
  }

  /** Whether this hole was filled so shortly ago that no view may tell of it yet. */
  justLaid(id) {
    const told = Math.max(this.laid.at, this.last);
    return id !== "" && id === this.laid.id && (this.waiting > 0 || performance.now() - told < FELT);
  }

  /** Take up again what was put so shortly ago that no view tells of it yet; false where one does, or it was something else. */
  liftAgain(token) {
    const { id, frm } = this.laid;
    const stands = Object.keys(this.known?.holes ?? {}).find((hole) => this.known.holes[hole].token === token);
    if (token !== this.laid.token || !this.justLaid(id) || ![undefined, frm].includes(stands)) return false;
    this.held.push({ token, frm, out: id });
    this.send("lift", id);
    return true;
  }

  /** Put the marble that was lifted last back to where it came from. */
  putBack() {
    const last = this.held.at(-1);
    if (last) this.put(last.frm, last);
    return Boolean(last);
  }

  /** What a tap means now, the second of a double tap where that hole was filled less than `again` milliseconds ago; returns true, an action to be explained, or choices to pick from. */
  tap(view, board, id, again = 0) {
    const what = view.holes[id] ?? {};
    // A double tap puts a marble once, and does not lift it again.
    if (!this.held.length && id === this.laid.id && performance.now() - this.laid.at < again) return { done: true };
    if (!this.held.length) return this.#pickUp(view, board, id, what);
    if (!what.token) {
      this.put(id, this.held.length > 1 || view.race || view.street ? this.fitting(view, board, id) : undefined);
      return { done: true };
    }
    return this.#ontoMarble(view, board, id, what);
  }

  /** Which of the tokens beside the board comes in on this hole; undefined where none does. */
  #waiting(view, board, id) {
    if (view.drive) return this.#coming(view, id);
    if (!view.race) return undefined;
    const place = placeOf(board, view.holes, id);
    const owed = view.owed.find((debt) => debt.to && placeOf(board, view.holes, debt.to) === place);
    const comes = view.choices.find((choice) => choice.moves.some(([from, to]) =>
      to === place && board?.places.get(from)?.length === 0));
    const seat = comes && view.players.find((player) => player.seat === comes.seat);
    return owed?.token ?? view.race?.order.find((one) => one.to_act)?.token ?? seat?.colours[0].colour;
  }

  /** Which car that stands nowhere may come to this place of a street; undefined where none does. */
  #coming(view, id) {
    const stand = Object.values(view.holes).map(({ token }) => token);
    return view.owed.length ? undefined : view.drive.tiles.find((tile) => tile?.hole === id && !stand.includes(tile.of))?.of;
  }

  /** The car that was pushed off its square and may now push on, onto the car in this hole. */
  #pushed(view, id) {
    const ways = view.owed.length ? [] : view.drive?.tiles ?? [];
    const waits = Object.values(view.street?.out ?? {});
    return ways.find((tile) => tile?.hole === id && waits.includes(tile.of))?.of;
  }

  #pickUp(view, board, id, what) {
    if (what.token) {
      const pushed = this.#pushed(view, id);
      if (!pushed) return this.#liftOwed(view, id, what);
      this.#onto({ token: pushed, frm: "" }, id, what.token);
      return { done: true };
    }
    if (view.arrow?.to === id && view.holes[view.arrow.frm]?.token) {
      this.put(id, this.lift(view.arrow.frm, view.holes[view.arrow.frm].token));
      return { done: true };
    }
    if (page.calls.includes(what.role)) {
      const token = this.#waiting(view, board, id);
      const twice = token && token === this.laid.token && this.justLaid(id);
      if (token && !twice) this.liftAgain(token);
      if (!twice) this.put(id, this.held.at(-1) ?? (token && { token }));
      return { done: true };
    }
    return null;
  }

  #liftOwed(view, id, { token }) {
    this.lift(id, token);
    // A token that leaves the board for now is laid beside it: the hand is free again.
    if (view.owed.some((debt) => debt.frm === id && !debt.to)) this.held.pop();
    return { done: true };
  }

  #ontoMarble(view, board, id, what) {
    const place = placeOf(board, view.holes, id);
    const from = (one) => placeOf(board, view.holes, one.frm);
    for (const own of [...this.held].reverse()) {
      const ways = view.choices.filter((choice) =>
        choice.moves.some((pair) => pair[0] === from(own) && pair[1] === place));
      const swaps = ways.filter(isSwap);
      const takes = ways.filter((choice) => !isSwap(choice));
      if (swaps.length && takes.length) {
        return {
          list: [...takes.slice(0, 1), ...swaps.slice(0, 1)],
          pick: (choice) => this.#onto(own, id, what.token, isSwap(choice)),
        };
      }
      // For one that nobody knows the lights say more than the moves: a marble that stands where it may go changes places.
      const swap = swaps.length > 0 || (!ways.length && own.token === "?" && what.role === "destination");
      if (ways.length || ((swap || what.role === "capture") && own === this.held.at(-1))) {
        this.#onto(own, id, what.token, swap);
        return { done: true };
      }
    }
    const last = this.held.at(-1);
    const unsure = last.token === "?";
    if (what.role === "movable" && (what.token === last.token || (unsure && last.out))) {
      // Another marble of the same colour: a change of mind.
      this.putBack();
      this.lift(id, what.token);
      return { done: true };
    }
    const { movers } = view.page;
    if (!unsure && !movers.includes(last.token) && movers.includes(what.token)) {
      // The victim was lifted first, now the marble that takes it: both are in hand.
      this.lift(id, what.token);
      return { done: true };
    }
    // A pushed car waits in the hand while others still have to make room.
    if (view.owed.some((debt) => debt.frm === id)) return this.#liftOwed(view, id, what);
    return { refuse: `${from(last)}-${place}` };
  }

  #onto(own, id, other, swap) {
    const unsure = own.token === "?";
    // Where nobody knows the one, nobody knows the other.
    const lifted = this.lift(id, unsure ? "?" : other);
    this.#untilFelt(id);
    if (unsure) this.#tellApart(own, lifted);
    this.put(id, own);
    if (swap) this.put(own.frm, lifted);
  }

  /** With both in the hand, the table may know which is which: then each goes where its own marble belongs. */
  #tellApart(own, other) {
    this.queue = this.queue.then(() => {
      const [mine, its] = [own, other].map((one) => this.known.in_hand.find(({ frm, sure }) => sure && frm === one.frm));
      if (mine && its && mine !== its) [own.token, other.token] = [mine.token, its.token];
      // Another page lifted it, and nothing tells the hand which one to put: both stay there.
      else if (!own.out) {
        this.broken = true;
        this.refused({ message: word("which_is_which") });
      }
    });
  }

  /** The one of several marbles in hand that belongs into this empty hole. */
  fitting(view, board, id) {
    const place = placeOf(board, view.holes, id);
    const space = board?.spaces.get(id);
    const held = [...this.held].reverse();
    const owed = view.owed.filter((debt) => debt.to && placeOf(board, view.holes, debt.to) === place);
    // What a light calls for comes first: the next move may lead to the same place.
    // Another page may have lifted it.
    const found =
      [...held, ...view.in_hand.filter(({ sure }) => sure)].find((one) => owed.some((debt) => debt.token === one.token))
      ?? held.find((one) => view.choices.some((choice) => choice.moves.some(
        (pair) => pair[0] === placeOf(board, view.holes, one.frm) && pair[1] === place)))
      ?? (space?.kind === "pen" ? held.find((one) => one.token[0] === space.side) : undefined)
      ?? held.find((one) => one.frm === id)
      ?? held[0];
    return found;
  }
}
