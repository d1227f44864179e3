// Feet with keys that are not cards: faces of dice, claims in a window, a speed or a token to choose.

import { disc, h } from "./dom.js";
import { colourName, playerName, word } from "./words.js";

// -------------------------------------------------------------------------------- dice

/** Whose dice are told now, and the faces told so far. */
export function diceOf(view, ui) {
  const ask = view.dice.find((one) => one.seat === ui.thrown.seat) ?? view.dice[0];
  return { ask, faces: ask.seat === ui.thrown.seat ? ui.thrown.faces : [] };
}

const label = (ask, face) => ask.labels[ask.faces.indexOf(face)];

const faceKeys = (ask, ui) => h(`div.faces`, { role: "group", "aria-label": ask.message.text },
  ...ask.faces.map((face) => h("button.face", {
    type: "button", "data-face": face, "data-value": face, "data-key": `face-${face}`, disabled: Boolean(ui.gone),
    "aria-label": word("dice.face", { face: label(ask, face) }),
  }, label(ask, face))));

/** The dice as they were told, one place each; a tap on one takes it back. */
const slots = (ask, faces) => h("div.slots", {}, ...Array.from({ length: ask.count }, (_, i) => {
  const told = i < faces.length;
  const text = told ? word("dice.die", { n: i + 1, face: label(ask, faces[i]) }) : word("dice.empty", { n: i + 1 });
  return h(`button.slot${told ? ".told" : ""}`, {
    type: "button", "data-slot": i, "data-key": `slot-${i}`, disabled: !told, "aria-label": text,
  }, told ? label(ask, faces[i]) : "");
}));

/** Who else may tell dice now. */
const others = (view, ask) => (view.dice.length < 2 ? null
  : h("div.next-seat", {}, ...view.dice.map(({ seat }) => {
    const player = playerOf(view, seat);
    return h(`button.icon-button${seat === ask.seat ? ".chosen" : ""}`, {
      type: "button", "data-dice-seat": seat, "data-key": `dice-${seat}`, "aria-pressed": String(seat === ask.seat),
      "aria-label": word("dice.whose", { p: playerName(view, seat) }),
    }, disc(player.colours[0].colour));
  })));

export const rollKey = (view) => view.pad.find((key) => key.param === "roll");

/** The service throws the dice: the one honey button, or a plain one beside real dice. */
const rollButton = (view, ui, honey) => (rollKey(view) ? h(`button.button${honey ? ".honey" : ""}`, {
  type: "button", "data-command": "roll", "data-key": "roll", disabled: Boolean(ui.gone),
}, honey ? rollKey(view).caption?.text || word("roll") : word("roll_for_me")) : null);

export function diceFoot(view, ui, undo) {
  const { ask, faces } = diceOf(view, ui);
  const keys = faceKeys(ask, ui), roll = rollButton(view, ui, false);
  const row = h("div.row.push", {}, undo, roll);
  if (ask.count < 2) return [h("p.ask-line", {}, word("dice.shows")), keys, row];
  const seats = others(view, ask);
  if (!seats) return [h("div.told-line", {}, h("p.ask-line", {}, word("dice.show")), slots(ask, faces)), keys, row];
  const whose = h("p.ask-line", {}, word("dice.whose_show", { p: playerName(view, ask.seat) }));
  return [h("div.seats-line", {}, seats, whose), keys, h("div.row.push.slots-row", {}, slots(ask, faces), roll)];
}

export const rollFoot = (view, ui, undo, lines) => [
  lines.length ? h("div.facts", {}, ...lines.map((line) => h("p", {}, line))) : null,
  h("div.row.push", {}, undo, rollButton(view, ui, true))];

// ------------------------------------------------------------------------------ claims

const claimKey = (view, ui, big) => (key) => {
  const { about, text, passes } = aboutOf(view, key);
  const worded = !passes && key.caption;
  return h(passes ? "button.button.pass" : worded ? "button.row-button" : `button.token-key${big ? ".big" : ""}`, {
    type: "button", "data-act": key.action, "data-seat": key.seat, "data-claim": key.value,
    "data-key": `claim-${key.seat ?? "all"}-${key.value}`, disabled: Boolean(ui.gone) || !key.enabled, "aria-label": worded ? null : about,
  }, worded ? h("span.text", {}, text) : passes ? text : key.label);
};

const aboutOf = (view, key) => view.page.claims[view.window.keys.indexOf(key)];

const playerOf = (view, seat) => view.players.find((one) => one.seat === seat);

/** An open window: the claims of each seat; a phone shows only its own. The prompt counts down. */
export function claimFoot(view, ui) {
  const cars = view.page.claimers;
  const keysAt = (places, big) => places.map((i) => claimKey(view, ui, big)(view.window.keys[i]));
  const all = view.window.keys.filter((key) => key.seat === null && aboutOf(view, key).passes).map(claimKey(view, ui, false));
  const seats = new Set(cars.map((car) => car.seat));
  const worded = (car) => car.tokens.some((i) => view.window.keys[i].caption);
  const tokens = (car, big) => h(worded(car) ? "div.all-moves" : `div.token-keys${big ? ".own" : ""}`, {}, ...keysAt(car.tokens, big));
  const pass = (car, big) => keysAt(car.passes, big);
  const group = (car, ...parts) => h("div.claim-row", { role: "group", "aria-label": car.name }, ...parts);
  if (cars.length === 1) return [tokens(cars[0], true), h("div.row.push", {}, ...pass(cars[0], true))];
  if (cars.length === 2 && seats.size === 2) {
    return [h("div.claims", {}, ...cars.map((car) => group(car,
      h("span.discs", {}, disc(car.colour)), tokens(car, false), ...pass(car, false)))),
    all.length ? h("div.row.push", {}, ...all) : null];
  }
  // Three and more: one car's tokens at a time, as with dice, so that nothing scrolls while seconds run.
  const shown = cars.find((car) => car.colour === ui.claimer) ?? cars.find((car) => car.open) ?? cars[0];
  const who = h("div.next-seat.claimers", {}, ...cars.map((car) => h(`button.icon-button${car === shown ? ".chosen" : ""}`, {
    type: "button", "data-claimer": car.colour, "data-key": `claimer-${car.colour}`, "aria-pressed": String(car === shown),
    "aria-label": `${car.name}, ${colourName(car.colour)}`,
  }, disc(car.colour))));
  return [who, group(shown, h("span.name", {}, shown.name), tokens(shown, false)),
    h("div.row.push", {}, ...pass(shown, false), ...all)];
}

// ----------------------------------------------------------------------- named choices

/** The first named choice in which these actions differ, its question and its values; null if there is none. */
export function apart(view, choices) {
  for (const { name, text } of view.page.choose) {
    const values = [...new Set(choices.map((choice) => choice.params[name] ?? ""))];
    if (values.length > 1) return { name, text, values: values.sort() };
  }
  return null;
}

export function chooseFoot(found, back) {
  return [h("div.numbers", { role: "group", "aria-label": found.text }, ...found.values.map((value) =>
    h("button.key", { type: "button", "data-choose": found.name, "data-value": value, "data-key": `choose-${value}` },
      value || word("choose.plain")))), back];
}

const answer = (ask, option, ui, more, ...inside) => h(`button.${more}`, {
  type: "button", "data-command": "answer", "data-option": option.id, "data-of": ask.id, "data-key": `option-${option.id}`,
  "data-value": option.label || null, "aria-label": option.message.text, disabled: Boolean(ui.gone),
}, ...inside);

/** Its answers: keys, and below them the one that needs words ("none of these"). */
export function askFoot(view, ui, undo) {
  const { ask } = view;
  const keys = ask.options.filter((option) => option.label);
  const rest = ask.options.filter((option) => !option.label);
  return [
    h("div.numbers", { role: "group", "aria-label": ask.message.text }, ...keys.map((option) =>
      answer(ask, option, ui, view.page.answers.spends.includes(option.id) ? "key.spends" : "key", option.label))),
    h("div.row.push", {}, ...(rest.length ? rest.map((option) => answer(ask, option, ui, "button", option.message.text)) : [undo]))];
}

/** Keys of the pad that are no cards: tell an action, some of them a space. */
export const padRows = (keys, ui) => h("div.rows.scrolls", {}, ...keys.map((key) => h("button.row-button", {
  type: "button", "data-act": key.action, "data-seat": key.seat, "data-value": key.label, "data-key": `pad-${key.action}`,
  disabled: Boolean(ui.gone) || !key.enabled,
}, key.colour ? disc(key.colour) : null, h("span.text", {}, key.caption?.text || key.label), key.caption && key.label
  ? h("span.aside", {}, key.label) : null)));
