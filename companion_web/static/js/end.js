// The end of a game: who came in which place, and the way to the next game.

import { disc, h, icon } from "./dom.js";
import { word } from "./words.js";

/** The players in order of place; side column and foot draw the same rows. */
export const endRows = (view) => view.page.end.rows.map(({ place, colours, who, note, home, of, label }) =>
  h(`li${place === 1 ? ".first-place" : ""}`, {},
    h("span.rank", {}, place), h("span.discs", {}, ...colours.map(disc)), h("span.name", {}, who),
    h("span.note", {}, note),
    h("span.pips", { role: "img", "aria-label": label },
      ...Array.from({ length: of }, (_, n) => h(`span.pip.seat-${colours[0]}${n < home ? ".in" : ""}`))),
    h("b.count", { "aria-hidden": "true" }, home)));

/** A race has its podium there; its keys then share one row, since both would be too high for a phone. */
export function endFoot(view, ui, body, chart, redo, dots) {
  const { rows, again, undo } = view.page.end;
  const anew = (text) => again && h("button.button.honey", {
    type: "button", "data-command": "again", "data-key": "again", "aria-label": word("end.again"), disabled: Boolean(ui.gone),
  }, text);
  const other = h("a.button", { href: "/new", "data-key": "new" }, word("end.other"));
  const score = h("a.button", { href: "/night", "data-key": "score" }, word("end.score"));
  const watch = h("a.button", { href: view.page.end.watch, "data-key": "watch" }, word("end.watch"));
  const csrf = document.querySelector("meta[name=csrf-token]").content;
  const night = view.page.end.night && h("form", { method: "post", action: "/night/end" },
    h("input", { type: "hidden", name: "csrf_token", value: csrf }),
    h("button.button", { "data-key": "end-night" }, word("end.night")));
  const back = undo && h("button.button", {
    type: "button", "data-command": "undo", "data-key": "undo", "aria-label": rows.length ? null : word("undo"), disabled: Boolean(ui.gone),
  }, icon("undo"), rows.length ? word("undo") : null);
  const row = (...keys) => h("div.row.push", {}, ...keys.filter(Boolean));
  if (!rows.length) return [body(), row(back, redo, chart, watch, anew(word("end.again_short")) || other)];
  return [h("ol.end-rows", {}, ...endRows(view)), again ? h("div.row", {}, anew(word("end.again")), dots) : null, row(back, redo, score, watch, chart, other, night)];
}
