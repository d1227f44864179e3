// A replay: the page of one move becomes that of another, at once or at a pace. The server writes the same page for ?move=N.

import { BoardView } from "./board.js";
import { disc, h, refill } from "./dom.js";
import { filled } from "./filled.js";
import { pngOf } from "./picture.js";
import { page } from "./words.js";

const told = page.replay;
const { moves, curve, teams } = told;
const LAST = moves.length - 1;
const PACE = 1400;
const SPEEDS = 4;
const find = (part) => document.querySelector(`[data-${part}]`);
/** What stands in the side column stands behind a phone's dots, too. */
const both = (part) => document.querySelectorAll(`[data-${part}]`);
const main = document.getElementById("main");
const slider = find("scrubber");
const said = document.getElementById("said");
const say = (key, parts) => filled(told.words[`replay.js.${key}`], parts);

const stands = [{}];
moves.forEach((move, n) => {
  stands[n] = { ...(stands[n - 1] ?? {}), ...move.holes };
});
const marked = moves.flatMap((move, n) => (move.took || move.home || told.turning[n] ? [n] : []));

const board = told.street ? null : new BoardView(document.getElementById("board"));
let at = told.at;
let speed = 1;
let timer = 0;

// ------------------------------------------------------------------------------------ what is shown

/** Who wins with what chance, the best first. */
const chances = () => (curve.length
  ? curve[at].map((chance, i) => ({ chance, colour: teams[i][0], name: teams[i][1] })).sort((a, b) => b.chance - a.chance)
  : []);

/** Nobody has lost before the end, and a game that broke off has none. */
const percent = (chance) => (chance === 0 && !(told.over && at === LAST) ? say("under") : say("percent", { n: chance }));

/** "Move 139 of 162. Dora, ace: Green pen to Green 9, takes Blue. Max 60, Anna 34 percent." */
function sentence() {
  const [a, b] = chances();
  const two = a && b ? ` ${say("two", { a: a.name, x: a.chance, b: b.name, y: b.chance })}` : "";
  const move = at ? say("said", { n: at, last: LAST, said: moves[at].said }) : say("start", { last: LAST });
  return move + two;
}

function showBoard() {
  const move = moves[at];
  if (told.street) {
    drawStreet();
    return;
  }
  const holes = {};
  for (const [id, token] of Object.entries(stands[at])) if (token) holes[id] = { token };
  for (const [id, [role, colour]] of Object.entries(move.lit ?? {})) holes[id] = { ...holes[id], role, colour };
  const lit = move.sides ?? [];
  const view = { page: { mover: move.token ?? "", turn: 0, lit, arrow: move.arrow ?? "", title: board.title.textContent }, marks: move.marks ?? {}, game: true };
  board.show(view, holes, []);
}

/** A street moves under its cars, so the server draws it; only the newest answer counts. */
async function drawStreet() {
  const wanted = at;
  const answer = await fetch(`/replay/${told.name}/board?move=${wanted}`).catch(() => null);
  if (!answer?.ok || wanted !== at) return;
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg");
  if (drawn && wanted === at) document.getElementById("board").replaceChildren(document.adoptNode(drawn));
}

function showPrompt() {
  const move = moves[at];
  const card = find("prompt-card");
  const sign = move.sign ?? move.token;
  card.className = `prompt${sign ? ` seat-${sign[0]}` : ""}`;
  find("disc").replaceChildren(...[disc(sign)].filter(Boolean));
  find("told").textContent = move.told;
  find("line").textContent = move.line ?? "";
  find("card").hidden = !move.card;
  find("card").textContent = move.card ?? "";
  find("where").textContent = say("move", { n: at });
  find("turning").hidden = !told.turning[at];
  find("turning-text").textContent = told.turning[at] ?? "";
}

function showRows() {
  const first = Math.max(1, Math.min(at - Math.floor(told.rows / 2), LAST - told.rows + 1));
  const rows = moves.slice(first, first + told.rows).map((move, i) => {
    const n = first + i;
    const took = (move.took ?? []).map(disc);
    return h("li", { "data-row": n, class: n === at ? "now" : n > at ? "later" : false, "aria-current": n === at && "true" },
      h("a", { href: `?move=${n}`, "data-key": `row-${n}`, "data-to": n },
        h("span.n", {}, String(n)), disc(move.token) ?? h("span"), h("span.rank", {}, move.card ?? ""),
        h("span.text", {}, move.line ?? ""), took.length ? h("span.aside", {}, say("takes"), ...took) : null));
  });
  if (rows.length) refill(find("rows"), rows);
}

function showStrip() {
  for (const line of document.querySelectorAll(".timeline")) {
    const [x0, x1] = [Number(line.dataset.x0), Number(line.dataset.x1)];
    const x = (x0 + ((x1 - x0) * at) / Math.max(1, LAST)).toFixed(1);
    line.querySelector("[data-past]").setAttribute("width", at < LAST ? x : line.viewBox.baseVal.width);
    const bar = line.querySelector("[data-done]");
    bar.setAttribute("d", bar.getAttribute("d").replace(/H.*/, `H${x}`));
    line.querySelector("[data-knob]").setAttribute("transform", `translate(${x} 0)`);
  }
  slider.value = at;
  slider.setAttribute("aria-valuetext", sentence());
  const rows = chances();
  if (!rows.length) return;
  find("chances").replaceChildren(...rows.map((one) => h("li", {}, disc(one.colour), h("span.name", {}, one.name), h("b", {}, percent(one.chance)))));
  const open = rows.length > 1 && rows[0].chance - rows[1].chance <= 8 && rows[0].chance < 100;
  find("open").classList.toggle("is-open", open);
  find("open").firstElementChild.textContent = say(open ? "open" : "chance");
}

function showWays() {
  const to = { first: 0, back: Math.max(0, at - 1), next: Math.min(LAST, at + 1), last: LAST };
  for (const way of document.querySelectorAll("[data-go]")) way.href = `?move=${to[way.dataset.go]}`;
  for (const way of both("svg")) way.href = way.href.replace(/move=\d+/, `move=${at}`);
  for (const way of both("on")) {
    way.href = `/replay/${told.name}/on?move=${at}`;
    way.removeAttribute("aria-disabled");
    if (!told.over || at < LAST) continue;
    way.removeAttribute("href"); // nothing can be played at the end
    way.setAttribute("aria-disabled", "true");
  }
}

/** Show a move. `aloud`: readers are told of it. */
function show(move, aloud = true) {
  const wanted = Math.max(0, Math.min(LAST, move));
  if (wanted === at) return;
  at = wanted;
  showBoard();
  showPrompt();
  showRows();
  showStrip();
  showWays();
  if (aloud && document.activeElement !== slider) said.textContent = sentence();
  history.replaceState(null, "", `?move=${at}`);
}

// ------------------------------------------------------------------------------------ being played

function stop() {
  clearTimeout(timer);
  timer = 0;
  showPlay();
}

function showPlay() {
  const play = find("play");
  play.setAttribute("aria-label", say(timer ? "pause" : "play"));
  play.querySelector("path").setAttribute("d", timer ? "M6 3V17M14 3V17" : "M6 3L16 10L6 17Z");
}

function tick() {
  timer = setTimeout(() => {
    show(at + 1, speed <= 2);
    if (at === LAST) stop();
    else tick();
  }, PACE / speed);
}

function playOrStop() {
  if (timer) {
    stop();
    return;
  }
  if (at === LAST) show(0);
  tick();
  showPlay();
}

function setSpeed(wanted) {
  speed = wanted;
  find("speed").textContent = say("speed", { n: speed });
}

/** The first move of the next turn, or of this one and then of the one before. */
function turn(step) {
  const of = (n) => moves[n].turn ?? 0;
  let n = at;
  if (step > 0) while (n < LAST && of(n) === of(at)) n += 1;
  else {
    n = Math.max(0, n - 1);
    while (n > 0 && of(n - 1) === of(n)) n -= 1;
  }
  show(n);
}

const hide = () => {
  const hides = main.classList.toggle("hides");
  find("hide").setAttribute("aria-pressed", String(hides));
  find("hide").textContent = say(hides ? "reveal" : "hide");
};

/** Close what the dots opened; whether it was open. */
const closed = () => {
  const dots = document.querySelector(".dots");
  const was = dots.open;
  if (was) dots.querySelector("summary").focus();
  dots.open = false;
  return was;
};

const KEYS = {
  " ": playOrStop,
  ArrowRight: (event) => (event.shiftKey ? turn(1) : show(at + 1)),
  ArrowLeft: (event) => (event.shiftKey ? turn(-1) : show(at - 1)),
  Home: () => show(0),
  End: () => show(LAST),
  m: () => show(marked.find((n) => n > at) ?? marked[0] ?? at),
  p: () => find("on").click(),
};
for (let n = 1; n <= SPEEDS; n += 1) KEYS[n] = () => setSpeed(n);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target;
  const presses = event.key === " " && on.closest("a, button, summary");
  if (presses || on.matches("input:not([type=range]), select, textarea")) return;
  const does = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (event.key === "Escape" && closed()) event.preventDefault();
  if (!does) return;
  event.preventDefault();
  if (![" ", "1", "2", "3", "4"].includes(event.key)) stop();
  does(event);
});

document.addEventListener("click", (event) => {
  const way = event.target.closest("[data-go], [data-to]");
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(Number(new URL(way.href).searchParams.get("move")));
});
slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
find("play").addEventListener("click", playOrStop);
find("speed").addEventListener("click", () => setSpeed((speed % SPEEDS) + 1));
find("hide").addEventListener("click", hide);

// ---------------------------------------------------------------------------------- the picture

async function png() {
  try {
    const address = URL.createObjectURL(await pngOf(find("svg").href.replace("keep&", "plain&")));
    h("a", { href: address, download: `trackside-${told.name}-${at}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch {
    find("trouble").hidden = false;
    find("trouble").textContent = say("png_failed");
  }
}
for (const key of both("png")) key.addEventListener("click", png);

for (const part of ["play", "speed", "hide", "png"]) for (const key of both(part)) key.hidden = false;
slider.setAttribute("aria-valuetext", sentence());
showPlay();
main.dataset.ready = "";
