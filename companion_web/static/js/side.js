// Bar and side column: chips, players, last moves, the clock of the game.

import { disc, h, refill } from "./dom.js";
import { comingSigns, ownCar, raceColumns, sheetRows } from "./drive.js";
import { endRows } from "./end.js";
import { orderRows, poolRows, raceHead } from "./race.js";
import { colourName, word } from "./words.js";

/** The marbles in hands, beside the board, without a colour where nobody knows it. */
export function showInHand(root, view) {
  refill(root, view.race ? [] : view.in_hand.map(({ token, sure }) => disc(sure ? token : "?")));
}

export function showChips(root, view) {
  /** Who it is, where a name tells more than the colour, and whether it is to move. */
  const said = ({ name, bot }, { who, state }, label) =>
    [(name || bot) && !view.drive ? who : "", label, state].filter(Boolean).join(", ");
  refill(root, view.players.flatMap((player, i) => view.page.players[i].chips.map((chip, _, all) =>
    h(`a.chip${view.page.turns.includes(player.seat) ? ".chosen" : ""}${all.length > 1 ? ".mate" : ""}${player.bot ? ".bot" : ""}`,
      { href: "/join", "data-player": player.seat, "data-key": `chip-${chip.colour}`, "aria-label": said(player, view.page.players[i], chip.label) },
      disc(chip.colour), chip.count))));
}

/** The players of the side column, or the order of a race; the strip below a wide board shows it too. */
export function showPlayers(root, view) {
  if (view.drive) {
    refill(root, [raceColumns(), h("ol.sheets", {}, ...sheetRows(view)), comingSigns(view)].filter(Boolean));
    const { title, car } = ownCar(view);
    const own = document.getElementById("own-car");
    refill(own.previousElementSibling, title);
    refill(own, [car]);
    return;
  }
  if (view.race) {
    const { looks } = view.page.race;
    for (const list of document.querySelectorAll(".order[data-order]")) {
      list.className = `order ${looks}`;
      refill(list, orderRows(view));
    }
    const strip = document.getElementById("strip");
    if (strip) strip.className = `strip ${looks}`;
    for (const list of document.querySelectorAll("[data-pools]")) refill(list, poolRows(view));
    for (const head of document.querySelectorAll("[data-race-head]")) refill(head, raceHead(view));
    return;
  }
  if (view.page.end?.rows.length) { refill(root, endRows(view)); return; }
  refill(root, view.players.map((player, i) => {
    const { who, state, chips } = view.page.players[i];
    return h("li", {},
      h("span.discs", {}, ...player.colours.map(({ colour }) => disc(colour))),
      h("button.name", { type: "button", "data-player": player.seat, "data-key": `player-${player.seat}` }, who),
      player.ahead ? h("span.ahead", { "aria-hidden": "true" }, `+${player.ahead}`) : null,
      state ? h("span.acting", {}, state) : null,
      h("span.pips", { role: "img", "aria-label": chips.map((chip) => chip.label).join(", ") },
        ...player.colours.flatMap(({ colour, home, of }) => Array.from({ length: of },
          (_, n) => h(`span.pip.seat-${colour}${n < home ? ".in" : ""}`)))));
  }));
}

/** One move: whose, the card, from where to where, whom it took. */
export const moveLine = (line) => [
  disc(line.colour),
  line.label ? h("span.rank", {}, line.label) : null,
  h("span.text", { title: line.message.text }, line.message.text),
  line.took.length ? h("span.aside", {}, ...line.took.flatMap((colour) =>
    [word("took", { c: colourName(colour) }), disc(colour)])) : null,
  line.came ? h("span.aside", {}, line.came.text) : null];

/** The last moves as rows, newest first. A tap on one shows how the board stood before it. */
export function moveLines(view, most) {
  const back = view.page.back ?? [];
  const lines = view.moves.slice(0, most).map((line) => h("li", back.includes(line.number) ? { "data-rewind": line.number } : {}, ...moveLine(line)));
  return h("ul.lines", {}, ...(lines.length ? lines : [h("li.small", {}, word("no_moves"))]));
}

/** The number and the rules of the game, and for how long it runs. */
export function showGame(root, view) {
  if (!view.game) return;
  const minutes = Math.max(0, Math.floor((Date.now() / 1000 - view.game.started) / 60));
  const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  root.textContent = view.page.game_line.replace("{time}", time);
}
