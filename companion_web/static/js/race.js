// How a race stands: the order with tokens and laps, the lap die, the facts of the turn.

import { disc, h } from "./dom.js";
import { clockParts } from "./clock.js";

/** The tokens of one runner; spent ones keep their place, hollow. */
const coins = (chips, label) => (chips.length ? h("span.coins", { role: "img", "aria-label": label },
  ...chips.map((chip) => h(`span.token${chip.used ? ".used" : ""}`, {}, chip.used ? "" : chip.label))) : null);

/** One row a runner, leader first. */
export function orderRows(view) {
  return view.page.race.order.map((row, i) => h("li", { class: row.looks, "data-runner": row.token },
    h("span.rank", {}, String(i + 1)),
    disc(row.token),
    h("span.name", {}, row.name),
    row.note ? h(`span.${row.noted}`, {}, row.note) : null,
    coins(view.race.order[i].tokens, row.coins),
    h("span.lap", { role: "img", "aria-label": row.lap_label }, row.lap)));
}

/** One row a player, where both cars of each share their tokens. */
export const poolRows = (view) => view.page.race.pools.map((row, i) => h("li", { "data-pool": row.seat },
  h("span.discs", {}, ...row.colours.map(disc)), h("span.name", {}, row.name),
  coins(view.race.pools[i].tokens, row.coins)));

/** The lap die: laps that the leader still has to go. */
export function lapDie(race) {
  return h("span.lap-die", { "aria-hidden": "true" }, h("span.die-face", {}, String(race.left)));
}

/** Over the order: the lap die and its line, and a clock where one runs. */
export function raceHead(view) {
  return [lapDie(view.race), h("span.lap-line", {}, view.race.label.text), ...clockParts(view)];
}

/** The lines of the turn: the movement and its speeds. */
export const factLines = (view) => (view.race?.facts ?? []).map((fact) => fact.message.text);

/** The first three on their steps, the winner in the middle. */
export const podium = (view) => h("ol.podium", {}, ...view.page.race.podium.map((step) => h(`li.step.step-${step.n}`, {},
  disc(step.token), h("span.name", {}, step.name), h("span.block", {}, step.place))));
