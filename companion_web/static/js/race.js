// How a race stands: the order with tokens and laps, the lap die, the facts of the turn.

import { disc, h } from "./dom.js";
import { clockParts } from "./clock.js";
import { colourName, playerName, word } from "./words.js";

/** "1st", "2nd", "3rd", "4th". */
export const placeText = (n) => word(n < 4 ? `place.${n}` : "place.many", { n });

/** Who drives: the player's name, or the car's colour. */
function nameOf(view, runner) {
  const player = view.players.find((one) => one.seat === runner.seat);
  return player?.name || colourName(runner.token);
}

/** The tokens of one runner; spent ones keep their place, hollow. */
function coins(chips) {
  if (!chips.length) return null;
  const left = chips.filter((chip) => !chip.used).map((chip) => chip.label);
  return h("span.coins", {
    role: "img", "aria-label": left.length ? word("race.tokens", { list: left.join(", ") }) : word("race.no_tokens"),
  }, ...chips.map((chip) => h(`span.token${chip.used ? ".used" : ""}`, {}, chip.used ? "" : chip.label)));
}

/** What is worth saying beside the name: its go, a place, off the road. While others are asked
 *  whether they claim, nobody is to move. */
function stateOf(view, runner) {
  if (runner.place) return h("span.acting", {}, placeText(runner.place));
  if (runner.to_act && !view.window) return h("span.acting", {}, word("to_move"));
  return runner.state && runner.message ? h("span.away", {}, runner.message.text) : null;
}

/** One row a runner, leader first. */
export function orderRows(view) {
  return view.race.order.map((runner, i) => h(
    `li${runner.to_act ? ".acts" : ""}${runner.state ? `.is-${runner.state}` : ""}${runner.done ? ".had" : ""}`,
    { "data-runner": runner.token },
    h("span.rank", {}, String(i + 1)),
    disc(runner.token),
    // Whose cars they are stands once, beside the tokens that they share.
    h("span.name", {}, view.race.pools.length ? colourName(runner.token) : nameOf(view, runner)),
    stateOf(view, runner),
    coins(runner.tokens),
    h("span.lap", { role: "img", "aria-label": word("colour_home", { c: colourName(runner.token), n: runner.lap, of: view.race.laps }) },
      `${runner.lap}/${view.race.laps}`)));
}

/** One row a player, where both cars of each share their tokens. */
export function poolRows(view) {
  return view.race.pools.map((pool) => {
    const player = view.players.find((one) => one.seat === pool.seat);
    return h("li", { "data-pool": pool.seat },
      h("span.discs", {}, ...player.colours.map(({ colour }) => disc(colour))),
      h("span.name", {}, playerName(player)), coins(pool.tokens));
  });
}

/** The lap die: laps that the leader still has to go. */
export function lapDie(race) {
  return h("span.lap-die", { "aria-hidden": "true" }, h("span.die-face", {}, String(race.left)));
}

/** Over the order: the lap die and its line, and a clock where one runs. */
export function raceHead(view) {
  return [lapDie(view.race), h("span.lap-line", {}, view.race.label.text), ...clockParts(view)];
}

/** The lines of the turn: which movement, which speeds. */
export const factLines = (view) => (view.race?.facts ?? []).map((fact) => fact.message.text);

/** The first three on their steps, the winner in the middle. */
export function podium(view) {
  const first = [...view.race.order].filter((runner) => runner.place).sort((a, b) => a.place - b.place).slice(0, 3);
  return h("ol.podium", {}, ...[1, 0, 2].filter((i) => first[i]).map((i) => h(`li.step.step-${i + 1}`, {},
    disc(first[i].token), h("span.name", {}, nameOf(view, first[i])),
    h("span.block", {}, placeText(first[i].place)))));
}

/** More about one runner, for the panel that its chip opens. */
export function runnerLines(view, player) {
  const pool = view.race.pools.find((one) => one.seat === player.seat)?.tokens ?? [];
  return view.race.order.filter((runner) => runner.seat === player.seat).map((runner, i) => {
    const place = view.race.order.indexOf(runner) + 1;
    const tokens = pool.length && !i ? pool : runner.tokens;
    const left = tokens.filter((chip) => !chip.used).map((chip) => chip.label);
    return h("p.small", {}, disc(runner.token), [
      placeText(runner.place || place),
      word("colour_home", { c: colourName(runner.token), n: runner.lap, of: view.race.laps }),
      runner.state && runner.message ? runner.message.text : "",
      left.length ? word("race.tokens", { list: left.join(" ") }) : tokens.length ? word("race.no_tokens") : "",
    ].filter(Boolean).join(" · "));
  });
}
