// Setting any position (PP-12): the marbles are moved on the page, then told in one command.

import { disc, h } from "./dom.js";
import { colourName, playerName, word } from "./words.js";

/** The marbles as they stand now, to be moved about; `seat` is who plays next, `held` one from beside. */
export function beginEdit(view) {
  const tokens = new Map(Object.entries(view.holes)
    .filter(([, what]) => what.token && what.token !== "?")
    .map(([id, what]) => [id, what.token]));
  return { tokens, from: null, held: null, seat: view.players.find((player) => player.to_act)?.seat ?? 0 };
}

/** Holes as set so far; the picked marble is the only light. */
export function editedHoles(edit, view) {
  const holes = {};
  for (const [id, token] of edit.tokens) {
    holes[id] = { token, role: id === edit.from ? "movable" : "", colour: "", place: view.holes[id]?.place ?? "" };
  }
  return holes;
}

/** A tap picks a marble up, puts it into an empty hole, or takes another one instead. */
export function tapEdit(edit, id) {
  if (edit.tokens.has(id)) {
    edit.from = edit.from === id ? null : id;
    edit.held = null;
  } else if (edit.held !== null) {
    edit.tokens.set(id, edit.held);
    edit.held = null;
  } else if (edit.from !== null) {
    edit.tokens.set(id, edit.tokens.get(edit.from));
    edit.tokens.delete(edit.from);
    edit.from = null;
  }
}

/** Take the picked car off the road, or one from beside it into the hand. */
export function besideEdit(edit, token) {
  if (token === undefined) edit.tokens.delete(edit.from);
  edit.held = token === undefined || edit.held === token ? null : token;
  edit.from = null;
}

/** What becomes of the card that waits for its move: it goes where another player is to move. */
export function cardFate(view, edit) {
  if (!view.card) return word("edit_support");
  const stays = view.players.some((player) => player.to_act && player.seat === edit.seat);
  return word(stays ? "edit_card_stays" : "edit_card_void", { card: view.card.label });
}

/** The command that tells what was set. */
export const editFields = (edit) => ({ marbles: Object.fromEntries(edit.tokens), seat: edit.seat });

const taken = (view) => h("button.button", {
  type: "button", "data-edit": "keep", "data-key": "edit-keep", disabled: view.link !== "up",
}, word("edit_keep"));

const off = () => h("button.button", { type: "button", "data-edit": "off", "data-key": "edit-off" }, word("edit_off"));

/** The cars beside the road, to be put on it; and off with the one that was picked. */
function besideRow(view, edit) {
  const there = new Set(edit.tokens.values());
  const beside = view.race.order.map((runner) => runner.token).filter((token) => !there.has(token)).sort();
  return h("div.row.beside-row", {},
    beside.length ? h("div.next-seat", { role: "group", "aria-label": word("edit_beside") }, ...beside.map((token) =>
      h(`button.icon-button${token === edit.held ? ".chosen" : ""}`, {
        type: "button", "data-edit": "beside", "data-token": token, "data-key": `beside-${token}`,
        "aria-pressed": String(token === edit.held), "aria-label": word("edit_put_on", { c: colourName(token) }),
      }, disc(token)))) : null,
    edit.from === null ? taken(view) : off());
}

/** The foot while marbles are set: who plays next, and the ways out. */
export function editFoot(view, edit) {
  return [
    h("div.next-seat", { role: "group", "aria-label": word("edit_next") },
      ...view.players.map((player) => h(`button.icon-button${player.seat === edit.seat ? ".chosen" : ""}`, {
        type: "button", "data-edit": "seat", "data-seat": player.seat, "data-key": `next-${player.seat}`,
        "aria-pressed": player.seat === edit.seat ? "true" : "false", "aria-label": playerName(view, player.seat),
      }, disc(player.colours[0].colour)))),
    view.race ? besideRow(view, edit) : h("div.row", {}, taken(view)),
    h("div.row.push", {},
      h("button.button", { type: "button", "data-edit": "cancel", "data-key": "edit-cancel" }, word("back")),
      h("button.button.honey", { type: "button", "data-edit": "done", "data-key": "edit-done" }, word("edit_done")))];
}

/** The holes that may be set aside where a sensor lies (PP-13), as rows. */
export const doubtRows = (view) => view.doubts.map((doubt) => h("button.row-button", {
  type: "button", "data-command": "set_aside", "data-hole-aside": doubt.hole, "data-key": `doubt-${doubt.hole}`,
}, h("span.text", {}, doubt.message.text), h("span.aside", {}, doubt.hole)));

/** Opens the list of those holes; nothing if none is in doubt, as on a virtual board, where no sensor lies. */
export const doubtButton = (view) => (view.doubts.length && view.board !== "virtual"
  ? h("button.button", { type: "button", "data-list": "doubts", "data-key": "doubts" }, word("not_seen"))
  : null);
