// How it stands: the chances to win, only while somebody has opened them; at the end who was winning.

import { h } from "./dom.js";
import { word } from "./words.js";

let kept = { key: "", html: "" };

/** The server's part for this state, fetched once; then the page is drawn again. */
function part(view, key, render) {
  if (kept.key === key) return kept.html;
  kept = { key, html: kept.html };
  fetch(`/stands${location.search}`).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "").then((html) => {
    if (kept.key !== key) return;
    kept = { key, html };
    render();
  });
  return kept.html;
}

/** The foot while it is opened. */
export function standsFoot(view, ui) {
  const shown = h("div.stands", { role: "group", "aria-label": word("stands") });
  shown.innerHTML = part(view, `stands ${view.moves[0]?.number}`, ui.render);
  return [shown, h("div.row.push", {}, h("button.button", { type: "button", "data-list": "", "data-key": "back" }, word("back")))];
}

/** What stands beside a game that is over; the server has drawn it where the page began with it. */
export function showEndPanels(root, view, render) {
  if (!root) return;
  const over = Boolean(view.page.end?.rows.length);
  if (!over) { root.replaceChildren(); delete root.dataset.of; return; }
  const key = `end ${view.moves[0]?.number} ${view.prompt.text}`;
  if (root.dataset.of === String(view.game.number)) return;
  const html = part(view, key, render);
  if (!html || kept.key !== key) return;
  root.innerHTML = html;
  root.dataset.of = view.game.number;
}
