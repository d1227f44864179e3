// The service page, live: people tap holes on the drawing, and the page follows the test.

import { Live } from "./live.js";
import { released } from "./released.js";

const FAR = 28;
const PAUSE = 200; // a light that runs through the chain shall not keep a small machine busy
const box = () => document.querySelector("[data-service]");
const csrf = () => document.querySelector('meta[name="csrf-token"]').content;

let busy = false;
let again = false;

const live = new Live(document.querySelector("#said"), document.querySelector("#said"));

/** Put the fresh page's content in the old one's place; the focus stays on the same control. */
function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-service]");
  if (!fresh) return location.reload();
  if (fresh.innerHTML === box().innerHTML) return Object.assign(box().dataset, fresh.dataset);
  const active = document.activeElement;
  const key = active?.dataset?.key ?? active?.id;
  const hole = active?.closest?.("a[data-hole]")?.dataset.hole;
  box().replaceWith(document.adoptNode(fresh));
  const found = hole ? box().querySelector(`a[data-hole="${CSS.escape(hole)}"]`)
    : key && box().querySelector(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key)}`);
  found?.focus({ preventScroll: true });
  const head = box().querySelector(".service-head");
  live.say([...head.querySelectorAll(".count strong, h1, .small")].map((part) => part.textContent).join(" "));
  return undefined;
}

async function load(url, options) {
  if (busy && !options) {
    again = true;
    return;
  }
  busy = true;
  try {
    const answer = await fetch(url, options);
    const text = await answer.text();
    await released();
    take(text);
    if (options && answer.redirected) history.replaceState(null, "", answer.url);
  } catch {
    // The stream comes back by itself, and with it the next view.
  } finally {
    busy = false;
  }
  if (again) {
    again = false;
    setTimeout(() => load(location.href), PAUSE);
  }
}

function post(fields) {
  const body = new URLSearchParams({ csrf_token: csrf(), ...fields });
  return load("/service", { method: "POST", body });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-tend]")) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  post(fields);
  // What to do next stands on top, beside the board.
  if (!["aside", "believe"].includes(fields.do)) scrollTo({ top: 0 });
});

/** The hole nearest to a tap: on a phone a hole is smaller than a fingertip. */
function nearest(event) {
  let best = null;
  let least = FAR;
  for (const link of document.querySelectorAll("[data-heat] a[data-hole]")) {
    const { left, top, width, height } = link.querySelector(".hit").getBoundingClientRect();
    const far = Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
    if (far < least) [best, least] = [link, far];
  }
  return best;
}

document.addEventListener("click", (event) => {
  const map = event.target.closest("[data-heat]");
  if (!map) return;
  const link = event.detail === 0 ? event.target.closest("a") : nearest(event);
  if (!link) return;
  event.preventDefault();
  const { hole } = link.dataset;
  const asks = "asksWhere" in box().dataset;
  const shown = new URL(link.getAttribute("href"), location.href).searchParams.get("map");
  if (asks) post({ do: "here", hole, map: shown });
  else if (box().dataset.on === "yes") {
    if (["", "hole"].includes(box().dataset.check)) post({ do: "hole", hole, map: shown });
  } else {
    history.replaceState(null, "", link.getAttribute("href"));
    load(location.href);
  }
});

document.addEventListener("keydown", (event) => {
  const link = event.target.closest?.("[data-heat] a[data-hole]");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!link || !step) return;
  event.preventDefault();
  const all = [...document.querySelectorAll("[data-heat] a[data-hole]")];
  all[(all.indexOf(link) + step + all.length) % all.length].focus();
});

const stream = new EventSource("/api/stream");
stream.addEventListener("view", (event) => {
  if (event.lastEventId !== box().dataset.seq) load(location.href);
  document.body.dataset.live = "yes";
});
