// What a tap on a tile, a card or an action button means.

import { showAgain } from "./again.js";
import { plays } from "./drive.js";
import { word } from "./words.js";

/** An action to make, choices to pick from, or `done`; null for a tap on anything else. */
export function driveClick(table, dataset) {
  const { ui, view } = table;
  if (!view.drive) return null;
  if ("show" in dataset) {
    showAgain(table);
    return { done: true };
  }
  if ("tile" in dataset) return goes(table, view.drive.tiles[dataset.tile]);
  if ("open" in dataset) {
    ui.held = ui.held === Number(dataset.open) ? null : Number(dataset.open);
    table.render();
    return { done: true };
  }
  if ("play" in dataset) return oneOf(view, plays(view, Number(dataset.play)));
  return "deed" in dataset ? does(table, view.drive.deeds.find((deed) => deed.name === dataset.deed)) : null;
}

/** The car is put there, lifted first where it still stands; without hands on this page it is said to go there. */
function goes(table, tile) {
  const { hands, view } = table;
  const held = hands.held.some(({ token }) => token === tile.of || token === "?");
  const waits = held || Object.values(view.street?.out ?? {}).includes(tile.of);
  const put = view.in_hand.some(({ token }) => token === tile.of) || view.holes[tile.hole]?.token === tile.of || hands.justLaid(tile.hole);
  // It was put down a moment ago: who presses twice means nothing else in the hand.
  if (!waits && put) return { done: true };
  if (!waits && hands.held.length) {
    table.refuse({ code: "", message: word("drive.other_held") });
    return { done: true };
  }
  if (!view.page.hands || !tile.hole) return { act: tile.action };
  const stands = Object.keys(view.holes).find((id) => view.holes[id].token === tile.of);
  if (!waits && !hands.liftAgain(tile.of) && stands) hands.lift(stands, tile.of);
  return hands.tap(view, table.spaces(), tile.hole) ?? { act: tile.action };
}

/** A button that is for a card takes the open card, or asks for one. */
function does(table, { name, action, ways, closed }) {
  const { ui, view } = table;
  if (closed) {
    table.refuse({ code: "", message: closed.text });
    return { done: true };
  }
  if (action) return { act: action };
  if (ways.length) return oneOf(view, view.choices.filter((choice) => ways.includes(choice.action)));
  if (name === "others") {
    const told = [...(view.held?.ways ?? []), ...view.drive.deeds].map((way) => way.action);
    return oneOf(view, view.choices.filter((choice) => !told.includes(choice.action)));
  }
  if (!view.held) {
    // A shared screen shows no cards: they are chosen by their numbers.
    ui.list = "hands";
    table.render();
    return { done: true };
  }
  const fitting = view.held.ways.filter((way) => way.deed === name);
  const open = fitting.filter((way) => way.cards.includes(ui.held));
  return oneOf(view, open.length ? open : fitting);
}

/** The only one of these ways, or a list of them. Two copies of a card are told alike, and are one way. */
function oneOf(view, ways) {
  const apart = ways.filter((way, i) => ways.findIndex((other) => other.message.text === way.message.text) === i);
  if (apart.length === 1) return { act: apart[0].action };
  return { list: apart.map((way) => view.choices.find(({ action }) => action === way.action) ?? { ...way, params: {}, takes: [] }) };
}
