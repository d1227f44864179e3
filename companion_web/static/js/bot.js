// The hand of the table moves marbles: a tap on the board or the space bar hurries it. The first hand shows what to do.

/** Whether a bot moves now, and moves its marbles itself. */
export const botMoves = (view) => Boolean(view?.page.foot === "bot" && view.page.bot.itself);

/** Whether the table's own hand moves marbles and everybody waits for it. */
export const tableMoves = (view) => botMoves(view) || Boolean(view?.pays);

/** Space hurries it, unless it belongs to what has the focus. */
export function listenSpace(table, hurry) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !table.hurries()) return;
    if (event.target.closest?.("button, a, input, select, summary")) return;
    event.preventDefault();
    hurry();
  });
}

let shown = false;

/** Against a bot, the first hand begins with a card chosen that can move something; in a lesson each. */
export function firstCard(view) {
  if (view.lesson) {
    shown = true; // what the lesson says at its end is read first
    return view.page.foot === "hand" ? 0 : null;
  }
  if (shown || view.moves.length || view.page.foot !== "hand" || !view.page.may_act) return null;
  shown = true;
  const at = view.players.some((player) => player.bot) ? view.pad.findIndex((key) => key.moves) : -1;
  return at < 0 ? null : at;
}
