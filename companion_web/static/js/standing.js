// How it stands: the chances to win, only while somebody has opened them; at the end who was winning.

import { h } from "./dom.js";
import { comingSigns } from "./drive.js";
import { word } from "./words.js";

/** The newest part: `of` which state it is, and whether it was `asked` for, `told`, or `failed` to come. */
let kept = { of: null, html: "", state: "" };

/** The server's part for this state, fetched once; then the page is drawn again. Until it has come, that of the state before. */
function part(view, render) {
  if (kept.of === view.seq) return kept;
  const asked = { of: view.seq, html: kept.html, state: "asked" };
  kept = asked;
  fetch(`/stands/part${location.search}`)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
    .then((html) => ({ html, state: "told" }), () => ({ html: "", state: "failed" }))
    .then((come) => {
      if (kept !== asked) return;
      kept = { of: asked.of, ...come };
      render();
    });
  return kept;
}

const failure = () => h("p.small", { role: "status" }, word("stands_failed"));

/** Whether there is something to open: the chances, or the street that farsight shows, which is public. */
export const opensStanding = (view) => Boolean(view.chances || view.street?.coming.length);

/** Whether somebody has opened it and was not told yet: a reader, and the voice, tell it once. */
let unsaid = false;

/** The foot while it is opened; whoever opens it anew asks anew for what did not come. */
export function standsFoot(view, ui) {
  if (!document.querySelector("div.stands")) {
    unsaid = true;
    if (kept.state === "failed") kept = { of: null, html: "", state: "" };
  }
  const shown = h("div.stands", view.chances ? { role: "group", "aria-label": word("stands") } : {});
  const { html, state } = view.chances ? part(view, ui.render) : { html: "", state: "told" };
  if (state === "failed") shown.append(failure());
  else shown.innerHTML = html;
  const signs = view.street && comingSigns(view);
  if (unsaid && state === "told") {
    unsaid = false;
    const next = signs ? `${word("drive.coming")}: ${view.street.coming.map((sign) => sign.text).join(", ")}` : "";
    ui.tell([next, shown.querySelector("[data-said]")?.dataset.said].filter(Boolean).join(". "));
  }
  return [signs, shown, h("div.row.push", {}, h("button.button", { type: "button", "data-list": "", "data-key": "back" }, word("back")))];
}

/** What stands beside a game that is over; the server has drawn it where the page began with it. */
export function showEndPanels(root, view, render) {
  if (!root) return;
  const over = Boolean(view.page.end?.rows.length);
  if (!over) { root.replaceChildren(); delete root.dataset.of; return; }
  if (root.dataset.of === String(view.game.number)) return;
  const { html, state } = part(view, render);
  if (state === "failed") root.replaceChildren(failure());
  if (state !== "told") return;
  root.innerHTML = html;
  root.dataset.of = view.game.number;
}
