// Driving: tiles with chances, cards with faces, action buttons, schematics, the dice of a test.

import { disc, h, svg } from "./dom.js";
import { carName, word } from "./words.js";

const STROKES = {
  ahead: "M10 17V3M4 9l6-6 6 6", back: "M10 3v14M4 11l6 6 6-6", left: "M17 10H3M9 4l-6 6 6 6", right: "M3 10h14M11 4l6 6-6 6",
  action: "M11 2 4 11.5h5L8.5 18 16 8.5h-5z", reaction: "M16 10a6 6 0 1 1-2-4.5M16 2.500v4h-4", mod: "M10 2.500 16.500 6v8L10 17.500 3.500 14V6zM10 7.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5z",
  crew: "M10 3a3.200 3.200 0 1 0 0 6.400a3.200 3.200 0 1 0 0-6.400M3.500 17a6.500 6 0 0 1 13 0",
  driver: "M10 2.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 1 0 0-15M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4M2.700 9l5.400.7M17.300 9l-5.400.7M10 12v5.500",
  gang: "M10 3a3.200 3.200 0 1 0 0 6.400a3.200 3.200 0 1 0 0-6.400M3.500 17a6.500 6 0 0 1 13 0",
  pull: "M5 17V8a4 4 0 0 1 4-4h7M12.500 1l3.500 3-3.500 3M14 10v7", fix: "M15 4.500a4 4 0 0 0-5.200 5.200L3.500 16a1.500 1.500 0 0 0 2 2l6.300-6.300A4 4 0 0 0 17 6.500l-2.500 2-2-.5-.5-2z",
  swap: "M3 7h13l-3.500-3.500M17 13H4l3.500 3.500", end: "M3 10h9M8.500 6l4 4-4 4M16.500 4v12",
};

export const stroke = (name) => (STROKES[name]
  ? svg("svg", { class: `stroke sign-${name}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: STROKES[name] })) : null);

const civ = (down) => svg("svg", { class: "disc civ", viewBox: "-30 -40 60 80", "aria-hidden": "true" },
  svg("g", { class: "ts-seat-civ" }, svg("use", { href: down ? "#civ-down" : "#civ-up" })));
const carMark = (token, down) => (token === "civ" ? civ(down) : disc(token));
const star = (n) => (n ? h("span.star", {}, `★ +${n}`) : null);

// ------------------------------------------------------------------------------------------- tiles

const WAYS = 4;

/** The tiles by car, four each: those of the lifted one; both cars' of who has two, until one is. */
function tilesByCar(view, ui) {
  const all = view.drive?.tiles ?? [];
  if (all[0]?.way === "place") return [all];
  const cars = Array.from({ length: all.length / WAYS }, (_, i) => all.slice(i * WAYS, (i + 1) * WAYS));
  const held = view.in_hand[0]?.token ?? view.holes[ui.picked.hole]?.token;
  const lifted = cars.filter((tiles) => cars.length === 1 || tiles.some((tile) => tile?.of === held));
  return (lifted.length ? lifted : cars).filter((tiles) => tiles.some(Boolean));
}

/** The four places; an impossible one is an empty outline. Two or fewer stand one below the other. */
export function tileParts(view, ui) {
  const cars = tilesByCar(view, ui);
  if (cars.length < 2) return cars.length ? tileGroup(view, ui, cars[0]) : null;
  return h("div.tiles-of-two", {}, ...cars.map((tiles) => h("div", {}, h("h3", {}, carName(view, tiles.find(Boolean).of)), tileGroup(view, ui, tiles))));
}

function tileGroup(view, ui, tiles) {
  const open = tiles.filter(Boolean);
  if (!open.length) return null;
  const few = open.length < 3 && !view.drive.deeds.length;
  return h(`div.tiles${open[0].way === "place" ? ".spaces" : few ? ".few" : ""}`, { role: "group", "aria-label": word("drive.moves", { p: carName(view, open[0].of) }) },
    ...(few ? [...open].sort((a, b) => (a.way === "back") - (b.way === "back")) : tiles)
      .map((tile) => (tile ? tileKey(view, tile, view.drive.tiles.indexOf(tile), ui) : h("span.tile.none", { "aria-hidden": "true" }))));
}

const moverName = (view) => view.page.asked?.name ?? "";

/** For whoever is not asked a tile only tells: it is no button and does not look like one. */
const tileLook = (view, tile, index, ui) => (view.page.may_act ? ["button.tile", {
  type: "button", "data-tile": index, "data-toward": tile.way, "data-key": `tile-${tile.way === "place" ? tile.action : tile.way}`, disabled: Boolean(ui.gone),
}] : ["div.tile.told", {}]);

function tileKey(view, tile, index, ui) {
  return h(...tileLook(view, tile, index, ui),
  stroke(tile.way), h("b", {}, tile.label.text), h("b.value", {}, tile.value.text),
  h("span.about", {}, tile.car ? carMark(tile.car, view.street?.down.includes(tile.hole)) : null,
    h("span", {}, tile.lines.map((line) => line.text).join(", ")), star(tile.style)));
}

// ------------------------------------------------------------------------------------------- cards

const waysOf = (held, index) => held.ways.filter((way) => way.cards.includes(index));

/** What playing this card would be: the actions but for those of a button. */
export const plays = (view, index) => waysOf(view.held, index).filter((way) => !way.deed);

export function cardKeys(view, ui) {
  const held = view.held?.cards ?? [];
  if (!held.length) return null;
  return h(`div.card-keys${held.length > 5 ? ".many" : ""}`, { role: "group", "aria-label": word("drive.hand") },
    ...held.map((card, i) => h(`button.card-key${i === ui.held ? ".chosen" : ""}`, {
      type: "button", "data-open": i, "data-key": `card-${i}`, "aria-pressed": String(i === ui.held), disabled: Boolean(ui.gone),
    }, card.star ? h("span.corner", { "aria-hidden": "true" }, "★") : null, stroke(card.kind), h("b", {}, card.word?.text ?? card.label),
    h("small", { "aria-hidden": "true" }, word(`drive.kind.${card.kind}`)),
    h("span.unseen", {}, word("drive.card", { k: card.label, kind: word(`drive.kind.${card.kind}`) })))));
}

/** Letters of an effect that fit into a line of a phone; a longer one is set closer. */
const LINE = 40;

/** The open card: name, effect, when and for what, its star. */
export function openCard(view, ui) {
  const card = view.held?.cards[ui.held];
  if (!card) return null;
  const effect = card.effect.map((one) => one.text).join(" ");
  return h(`div.open-card${effect.length > LINE ? ".wordy" : ""}`, {}, stroke(card.kind), h("div.words", {},
    h("b", {}, card.label), h("p", {}, effect),
    h("p.when", {}, [card.when, card.cost].filter(Boolean).map((one) => one.text).join(" · "))), star(card.star));
}

const playKey = (view, ui) => {
  const card = view.held?.cards[ui.held];
  const may = card && plays(view, ui.held).length > 0;
  return card && h(`button.button${may ? ".honey" : ""}`, {
    type: "button", "data-play": ui.held, "data-key": "play", disabled: Boolean(ui.gone) || !may,
  }, may ? view.drive.playing?.text ?? word("drive.play", { cost: card.cost?.text ?? "" }) : word("drive.not_now"));
};

// ------------------------------------------------------------------------------------------ the feet

const deedKey = (ui) => (deed) => h(`button.button.deed${deed.closed ? ".closed" : ""}`, {
  type: "button", "data-deed": deed.name, "data-key": `deed-${deed.name}`, "aria-disabled": deed.closed ? "true" : null,
  disabled: Boolean(ui.gone), title: deed.closed?.text ?? null, "aria-label": deed.closed ? `${deed.label.text}: ${deed.closed.text}` : null,
}, stroke(deed.name), deed.label.text);

const deedKeys = (view, ui) => (view.drive.deeds.length
  ? h(`div.deeds${view.drive.deeds.length === 3 ? ".three" : ""}`, {}, ...view.drive.deeds.map(deedKey(ui))) : null);

const panel = (name, title, ...parts) => {
  const inside = parts.filter(Boolean);
  return inside.length ? h(`section.drive-panel.${name}`, {}, h("h2", {}, title), ...inside) : null;
};

/** Tiles, cards and buttons: a phone shows what the moment needs, a desktop all of it. */
export const driveFoot = (view, ui) => [
  panel("moves-of", word("drive.moves", { p: moverName(view) }), tileParts(view, ui)),
  panel(view.held && ui.held !== null ? "hand-of.opened" : "hand-of", word("drive.hand"), openCard(view, ui), cardKeys(view, ui), playKey(view, ui)),
  deedKeys(view, ui),
];

/** The dice of the test that has just been decided, 44 px, with their sums. */
export function diceRows(view) {
  const { thrown } = view.drive ?? { thrown: [] };
  if (!thrown.length) return null;
  return h("div.thrown", {}, ...thrown.map(({ token, face, sum, won }) => h(`div.throw${won ? ".won" : ""}`, {
    role: "img", "aria-label": word("drive.die", { p: carName(view, token), die: face, sum: sum ?? "?" }),
  }, disc(token), h("span.name", {}, carName(view, token)), die(face),
  h("span.added", {}, sum === null ? "" : `${sum < face ? "−" : "+"} ${Math.abs(sum - face)}`), h("b.sum", {}, sum === null ? "" : String(sum)))));
}

/** "Anna, 2 and 5: 7. Max, 5 and 3: 8." */
export const diceSaid = (view) => (view.drive?.thrown ?? []).map(({ token, face, sum }) => {
  const key = sum === null ? "drive.thrown_plain" : sum < face ? "drive.thrown_less" : "drive.thrown";
  return word(key, { p: carName(view, token), die: face, n: Math.abs((sum ?? face) - face), sum });
}).join(" ");

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

const die = (face) => (PIPS[face]
  ? svg("svg", { class: "die", viewBox: "0 0 44 44", "aria-hidden": "true" }, svg("rect", { width: 44, height: 44, rx: 8 }),
    ...PIPS[face].map((n) => svg("circle", { cx: 11 + 11 * (n % 3), cy: 11 + 11 * Math.floor(n / 3), r: 4.2 })))
  : h("span.die.number", {}, String(face)));

/** How the race ended: everybody's place and car. */
export const placeRows = (view) => h("ol.places", {}, ...view.drive.sheets.map(({ token, model }, i) => h("li", {},
  h("b", {}, String(i + 1)), disc(token), h("span.name", {}, carName(view, token)), h("span.aside", {}, model))));

// ------------------------------------------------------------------------------------- the side column

const signed = (n) => `${n < 0 ? "−" : "+"}${Math.abs(n)}`;

/** The order of the race, leader first. */
export const sheetRows = (view) => view.drive.sheets.map((sheet, i) => {
  return h(`li${view.page.turns.includes(sheet.seat) ? ".acts" : ""}`, { "data-runner": sheet.token },
    h("span.rank", {}, String(i + 1)), disc(sheet.token),
    h("span.who", {}, h("b", {}, h("span.name", {}, carName(view, sheet.token)), sheet.hurt ? stroke("fix") : null), h("small", {}, sheet.model)),
    h("span.n", {}, String(sheet.drive).replace("-", "−")), h("span.n", {}, signed(sheet.fixit)), h("span.n", {}, String(sheet.style)));
});

export const raceColumns = () => h("p.columns", { "aria-hidden": "true" },
  ...["drive", "fixit", "style"].map((name) => h("span", {}, word(`drive.${name}`))));

/** The signs of the street that farsight shows. */
export const comingSigns = ({ street }) => (street.coming.length ? h("p.coming", {}, h("span.small", {}, word("drive.coming")),
  ...street.coming.map((sign) => h("b", {}, sign.text))) : null);

const hurtSign = (sheet) => (sheet.hurt ? h("span.hurt", { role: "img", "aria-label": word("drive.damaged") }, stroke("fix")) : null);

/** Speed and complexity: the face that shows is large, the other one in brackets. */
function stats(sheet) {
  const number = ([now, other], name) => h("span.stat", {}, h("b", {}, String(now).replace("-", "−")), ` ${word(`drive.${name}`)} `,
    h("small", {}, `(${String(other).replace("-", "−")})`));
  return h("p.stats", {}, number(sheet.speed, "speed"), number(sheet.complexity, "complexity"));
}

/** The names of a gang have no room on a small car: there it is told by its number. */
const gangRow = (sheet, row, small) => [
  h("span.text", {}, h("span.gang", {}, small ? row.text.text : row.name || row.text.text), h("span.cards", {}, h("span.dot", {}, " · "), word("drive.cards", { n: sheet.cards }))),
  h("b", {}, small && row.bonus ? `${word("drive.fixit")} ${row.bonus}` : row.bonus)];

const sheetRow = (sheet, small = false) => (row) => h(`li${row.name ? "" : ".empty"}`, {}, stroke(row.sign), ...(row.sign === "gang"
  ? gangRow(sheet, row, small)
  : [h("span.text", {}, [row.name, row.text?.text].filter(Boolean).join(", ")), h("b", {}, row.bonus)]));

/** One car in whole. */
const schematic = (view, sheet) => h("div.schematic", {},
  h("p.line-1", {}, disc(sheet.token), h("b.name", {}, carName(view, sheet.token)), h("span.model", {}, h("span.number", { "aria-hidden": "true" }, sheet.token.slice(1)), sheet.model), hurtSign(sheet)),
  stats(sheet), h("ul", {}, ...sheet.rows.map(sheetRow(sheet, true))));

/** A row for each free slot, where there is room. */
const apart = (row) => (row.sign === "mod" && !row.name && row.text?.params.n
  ? Array.from({ length: Number(row.text.params.n) }, () => ({ ...row, text: { text: word("drive.free") } })) : [row]);

/** The side column's car: its heading, and what it is. Two cars stand one below the other as on a phone. */
export function ownCar(view) {
  const of = (seat) => view.drive.sheets.filter((sheet) => sheet.seat === seat);
  // A screen of several seats shows the car that it speaks of.
  const alone = view.page?.shared.length ? null : view.seat;
  const seat = [alone, view.prompt.seat, view.seat, view.drive.sheets[0]?.seat].find((one) => of(one).length);
  const [sheet, ...more] = of(seat);
  if (!sheet || more.length) return { title: [h("span", {}, word("drive.own"))], car: sheet ? schematics(view, seat) : null };
  const own = seat === alone;
  const title = word(own ? "drive.own_car" : "drive.car_of", { p: carName(view, sheet.token), model: sheet.model });
  return { title: [h("span", {}, title), hurtSign(sheet)], car: h("div.schematic.boxed", {}, stats(sheet), h("ul", {}, ...sheet.rows.flatMap(apart).map(sheetRow(sheet)))) };
}

/** One player's cars, the first one first. */
export const schematics = (view, seat) => {
  const own = view.drive.sheets.filter((sheet) => sheet.seat === seat).sort((a, b) => (a.token < b.token ? -1 : 1));
  return own.length ? h(`div.schematics${own.length > 1 ? ".two" : ""}`, {}, ...own.map((sheet) => schematic(view, sheet))) : null;
};

/** Filled while an action is left. */
export const pips = (view) => (view.drive?.left ? h("span.action-pips", {
  role: "img", "aria-label": word("drive.pips", { n: view.drive.left[0], of: view.drive.left[1] }),
}, ...Array.from({ length: Math.max(...view.drive.left) }, (_, i) => h(`span${i < view.drive.left[0] ? ".left" : ""}`, {}))) : null);
