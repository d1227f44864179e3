// Words of the page, from the data block that the server wrote into it.

import { filled } from "./filled.js";

export const page = JSON.parse(document.getElementById("page-data").textContent);

/** One text of the page: `word("moves.many", { n: 8 })`. */
export const word = (key, parts) => filled(page.words[`page.${key}`] ?? key, parts);

export const holeName = (hole) => page.names?.[hole] ?? hole;
export const colourName = (colour) => page.colours?.[colour] ?? colour;

/** The name of a player. */
export const playerName = (view, seat) => view.page.players.find((one) => one.seat === seat)?.who ?? "";

/** *Name, what is special, marble, light.* The server writes the same (drawing/board.py). */
export function holeLabel(hole, shown, mover, mark = "", count = 0) {
  const parts = [holeName(hole)];
  const lit = shown.role && shown.role !== "turn";
  const special = page.special?.[hole];
  if (special) parts.push(special);
  if (mark) parts.push(word(`mark.${mark}`));
  if (shown.token) {
    const known = page.colours?.[shown.token];
    parts.push(word(known ? "label.marble" : "label.some_marble", { c: known }));
  }
  else if (lit || special) parts.push(word("label.empty"));
  if (lit) {
    const who = shown.role === "capture" ? mover : shown.colour || shown.token;
    const counted = count && shown.role === "hint";
    parts.push(counted ? word("label.counted", { n: count }) : word(`label.${shown.role}`, { c: colourName(who) }));
  }
  return `${parts.join(", ")}.`;
}

/** The name of who drives a token, with the number of one of two cars. */
export function carName(view, token) {
  if (token === "civ") return word("street.civ");
  const at = view.players.findIndex((player) => player.colours.some(({ colour }) => colour === token));
  return at < 0 ? word("street.some") : `${view.page.players[at].who} ${token.slice(1)}`.trim();
}

/** *Place, ground, car, state, light* of a space of a street. The server writes the same (drawing/street_board.py). */
export function spaceLabel(view, hole, shown, row, column, count = 0) {
  const { where, special, hurt, wraps } = view.street;
  const lit = shown.role && shown.role !== "turn";
  const parts = [holeName(hole)];
  if (column >= 0) {
    const eighth = wraps && (shown.token || !["destination", "capture"].includes(shown.role));
    parts[0] = word(row || eighth ? "street.rank" : "street.ahead", { n: row || 8, where: where[column].text });
    if (special[column]) parts.push(special[column].text);
  }
  if (shown.token) {
    parts.push(carName(view, shown.token));
    if (hurt.includes(shown.token)) parts.push(word("street.hurt"));
  } else if (lit) parts.push(word("label.empty"));
  if (lit) {
    const who = shown.colour || shown.token;
    const goal = ["destination", "capture"].includes(shown.role);
    const held = view.in_hand[0]?.token;
    const there = goal ? view.drive?.tiles.filter((one) => one?.hole === hole) ?? [] : [];
    const tile = there.find((one) => one.of === held) ?? there[0];
    const tests = shown.role === "destination" && shown.token;
    const key = shown.role === "capture" ? "street.push" : tests ? "street.tests" : `label.${shown.role}`;
    parts.push(tile ? tile.said.text : count && shown.role === "hint" ? word("label.counted", { n: count }) : word(key, { c: who ? carName(view, who) : "" }));
  }
  return `${parts.join(", ")}.`;
}

/** "Three places: Red 10, Red 12, Orange corner." Above six only their number. */
export function placesText(holes) {
  if (!holes.length) return "";
  if (holes.length > 6) return word("count.many", { n: holes.length });
  return word(`count.${holes.length}`, { list: holes.map(holeName).join(", ") });
}
