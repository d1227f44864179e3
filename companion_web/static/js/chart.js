// The lap chart below a wide board: drawn by the server, fetched when another round has begun.

import { word } from "./words.js";

let shown = "";

/** Show the chart of this view, if the page has a visible place for it. */
export async function showChart(view) {
  const box = document.getElementById("chart-box");
  if (!box || !box.offsetParent) return;
  const over = view.players.some((player) => player.winner);
  const wanted = view.chart ? `${view.game.id} ${view.race.round} ${over}` : "";
  if (wanted === shown) return;
  shown = wanted;
  box.parentElement.querySelector("a").hidden = !wanted;
  if (!wanted) {
    const begins = document.createElement("p");
    begins.className = "small";
    begins.textContent = word("chart_begins");
    box.replaceChildren(begins);
    return;
  }
  try {
    const answer = await fetch(`/chart/strip?width=${box.clientWidth}&height=${box.clientHeight}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg");
    if (drawn && wanted === shown) box.replaceChildren(document.importNode(drawn, true));
  } catch {
    // The next round asks again; the order of the race stands beside the board anyway.
    shown = "";
  }
}
