// The track editor. The server says what is wrong with a track: it is shown every change, and its
// words, picture and offers are put in place.

import { h } from "./dom.js";
import { filled } from "./filled.js";
import { Live } from "./live.js";
import { TrackBoard } from "./tracks_board.js";
import * as model from "./tracks_model.js";
import { Refused, request } from "./wire.js";

const data = JSON.parse(document.getElementById("page-data").textContent);
const find = (selector) => document.querySelector(selector);
const live = new Live(find("#said"), find("#said"));
const keep = find("[data-keep]");

const word = (key, parts) => filled(data.words[`tracks.js.${key}`] ?? key, parts);

const history = new model.History(model.fromJson(data.look.track));
let look = data.look;
let known = history.now.state;
let kept = data.saved ? JSON.stringify(model.toJson(history.now.state)) : null;
let { name, mark } = data;
let gone = false;

const board = new TrackBoard(find("#board"), look.scale, {
  words: word,
  lay: (at) => lay(at),
  choose: (i) => change(history.now.state, history.now.pen === i ? model.looseEnd(history.now.state) : i),
  move: (i, at) => change(model.moveTile(history.now.state, i, at), penAfter(i)),
  push: (state) => change(state, model.looseEnd(state)),
  paint(at) {
    const { state, pen } = history.now;
    if (!state.tiles.length) lay(at);
    else if (model.places(state, pen).some((place) => String(place.at) === String(at))) lay(at);
  },
  bare(at) {
    const { state } = history.now;
    if (!state.tiles.length) lay(at);
    else change(state, model.looseEnd(state));
  },
});

const penAfter = (i) => (model.goesOn(history.now.state, i) ? i : history.now.pen);

function lay(at) {
  const { state, pen } = history.now;
  const after = state.tiles.length ? pen : -1;
  const next = model.lay(state, after, at);
  const closes = after + 1 < next.tiles.length - 1 && model.goesOn(next, after + 1);
  change(next, closes ? model.looseEnd(next) : after + 1);
}

/** Another track, or only another tile chosen. */
function change(state, pen) {
  const before = history.now.state;
  history.go(state, pen);
  after(before);
}

function after(before) {
  board.coins("");
  find("[data-dice-said]").textContent = "";
  show();
  if (!model.same(before, history.now.state)) ask();
}

// ------------------------------------------------------------------------------------- the server

let newest = 0;

async function ask() {
  const mine = ++newest;
  const { state } = history.now;
  try {
    const answer = await request("/api/tracks/look", { track: model.toJson(state) });
    if (mine !== newest) return;
    take(answer, state);
  } catch (error) {
    if (mine !== newest) return;
    gone = !(error instanceof Refused);
    find("[data-prompt]").textContent = gone ? word("gone") : error.message;
    if (gone) setTimeout(() => mine === newest && ask(), 2000);
  }
}

function take(answer, state) {
  gone = false;
  look = answer;
  known = state;
  board.picture(look.picture, state.tiles);
  show();
  live.say(`${find("[data-prompt]").textContent} ${find("[data-support]").textContent}`);
}

async function surprise() {
  const wishes = {};
  for (const field of document.querySelectorAll("[data-wish]")) {
    wishes[field.dataset.wish] = field.type === "checkbox" ? field.checked : Number(field.value);
  }
  try {
    const answer = await request("/api/tracks/surprise", { wishes });
    const state = model.fromJson(answer.track);
    newest += 1;
    history.go(state, model.looseEnd(state));
    board.coins("");
    take(answer, state);
    board.fit();
    scrollTo({ top: 0 });
  } catch (error) {
    find("[data-prompt]").textContent = error instanceof Refused ? error.message : word("gone");
    scrollTo({ top: 0 });
  }
}

async function dice() {
  try {
    const answer = await request("/api/tracks/dice", { track: model.toJson(history.now.state) });
    board.coins(answer.picture);
    find("[data-dice-said]").textContent = answer.text;
  } catch (error) {
    find("[data-dice-said]").textContent = error instanceof Refused ? word("dice.unsound") : word("gone");
  }
}

// ------------------------------------------------------------------------------------ the page

/** Tiles to mark: a loose end is no mistake while the road is being laid. */
function flawed() {
  const { state } = history.now;
  if (!model.same(known, state)) return new Set();
  return new Set(look.flaws.filter((flaw) => !flaw.unfinished).flatMap((flaw) => flaw.tiles));
}

function show() {
  const { state, pen } = history.now;
  const done = look.sound && model.same(known, state);
  const places = done ? [] : model.places(state, pen);
  board.show(state, pen, places, flawed());
  prompt(state, pen, places);
  flaws();
  tools(state, pen);
  keeping();
}

/** The gap that is just being closed: its white lights say enough. */
const meets = (flaw, pen) => flaw.code === `not_adjacent:${pen}`;

function prompt(state, pen, places) {
  const box = find(".track-prompt");
  const n = state.tiles.length;
  const fresh = model.same(known, state);
  const bad = fresh ? look.flaws.find((flaw) => !flaw.unfinished && !meets(flaw, pen)) : null;
  let mood = "go";
  let text = find("[data-prompt]").textContent;
  if (!n) text = word("empty");
  else if (bad) [mood, text] = ["bad", bad.text];
  else if (places.length) text = word("lay", { n: pen + 1 });
  else if (fresh && look.sound) [mood, text] = ["ok", word("sound")];
  else if (fresh && look.flaws.length) [mood, text] = ["bad", look.flaws[0].text];
  if (gone) text = word("gone");
  box.dataset.mood = mood;
  if (find("[data-prompt]").textContent !== text) find("[data-prompt]").textContent = text;
  const more = bad && look.flaws.length > 1 ? word("of", { n: look.flaws.length }) : "";
  find("[data-support]").textContent = [more, fresh ? look.facts : word(n === 1 ? "tile_one" : "tiles_many", { n })]
    .filter(Boolean).join(" · ");
}

function flaws() {
  const list = find("[data-flaws]");
  const text = JSON.stringify(look.flaws);
  if (list.dataset.text === text) return;
  list.dataset.text = text;
  if (!look.flaws.length) {
    list.replaceChildren(h("li.well-done", {}, word("no_flaws")));
    return;
  }
  list.replaceChildren(...look.flaws.map((flaw) => h("li", { "data-flaw": flaw.code }, flaw.tiles.length
    ? h(`button.flaw${flaw.unfinished ? ".todo" : ""}`, { type: "button", "data-tiles": flaw.tiles.join(" ") }, flaw.text)
    : h(flaw.unfinished ? "p.todo" : "p", {}, flaw.text))));
}

function tools(state, pen) {
  const n = state.tiles.length;
  const chosen = pen >= 0 && pen < n;
  const pits = look.offers.pit ?? [];
  const can = {
    undo: history.past.length, redo: history.future.length, out: chosen,
    left: chosen && pen < n - 1, right: chosen && pen < n - 1,
    shift_left: chosen && model.heading(state, pen), shift_right: chosen && model.heading(state, pen),
    line: chosen && pen > 0, pit: chosen && (state.pit !== null || pits.includes(pen)),
    zoom: n, reverse: n > 1, clear: n, dice: look.sound, surprise: true,
  };
  for (const button of document.querySelectorAll("[data-tool]")) {
    const { tool } = button.dataset;
    button.setAttribute("aria-disabled", can[tool] ? "false" : "true");
    if (tool === "pit") button.setAttribute("aria-pressed", state.pit !== null ? "true" : "false");
    if (tool === "zoom") button.setAttribute("aria-pressed", board.zoomed ? "true" : "false");
  }
  for (const flag of document.querySelectorAll("[data-flag]")) {
    flag.checked = state[flag.dataset.flag];
    const room = flag.dataset.flag !== "wide" || state.wide || look.offers.wide?.length;
    flag.disabled = !room;
  }
  find("[data-pit-line]").textContent = word(state.pit !== null ? "pit.on" : pits.length ? "pit.places" : "pit.none", { list: pits.join(", ") });
}

const dirty = () => kept !== JSON.stringify(model.toJson(history.now.state));

function keeping() {
  const clean = !dirty();
  const field = keep?.querySelector("[name=track]");
  if (field) field.value = JSON.stringify(model.toJson(history.now.state));
  find("[data-saved]").textContent = clean ? word("saved") : kept === null && !history.past.length ? "" : word("unsaved");
  find("[data-save]")?.classList.toggle("honey", !clean);
  const race = find("[data-race]");
  race.hidden = !(clean && look.sound && name);
  race.classList.toggle("honey", clean);
  if (name) race.href = `${race.href.split("?")[0]}?${new URLSearchParams({ game: data.game, track: name })}`;
}

// -------------------------------------------------------------------------------------- tools

const DOES = {
  undo: () => history.undo(),
  redo: () => history.redo(),
  out: (state, pen) => edit(model.takeOut(state, pen), (next) => (pen > 0 || !next.tiles.length ? pen - 1 : model.looseEnd(next))),
  left: (state, pen) => edit(model.turnRest(state, pen, "left"), () => pen),
  right: (state, pen) => edit(model.turnRest(state, pen, "right"), () => pen),
  shift_left: (state, pen) => edit(model.shiftTile(state, pen, "left"), () => pen),
  shift_right: (state, pen) => edit(model.shiftTile(state, pen, "right"), () => pen),
  line: (state, pen) => edit(model.startAt(state, pen), () => 0),
  pit: (state, pen) => edit({ ...state, pit: state.pit === null ? pen : null }, () => pen),
  reverse: (state) => edit(model.reversed(state), model.looseEnd),
  clear: (state) => edit({ tiles: [], walls: state.walls, wide: false, pit: null }, () => -1),
  surprise: () => surprise(),
  dice: () => dice(),
  zoom: () => board.zoom(),
};

function edit(next, pen) { history.go(next, pen(next)); }

function use(tool) {
  const button = find(`[data-tool="${tool}"]`);
  if (button.getAttribute("aria-disabled") === "true") return;
  const before = history.now.state;
  DOES[tool](before, history.now.pen);
  if (!["surprise", "dice"].includes(tool)) after(before);
}

document.addEventListener("click", (event) => {
  const tool = event.target.closest("[data-tool]")?.dataset.tool;
  if (tool) use(tool);
  const tiles = event.target.closest("[data-tiles]")?.dataset.tiles.split(" ").map(Number);
  if (tiles) {
    change(history.now.state, tiles[0]);
    board.rove(board.spots[tiles[0]], false);
    if (!matchMedia("(min-width: 1000px)").matches) scrollTo({ top: 0 });
  }
  if (event.target.closest("[data-other]")) otherName();
  if (event.target.closest("[data-replace]")) { event.preventDefault(); save(true); }
});

document.addEventListener("change", (event) => {
  const { flag } = event.target.dataset;
  if (flag) change({ ...history.now.state, [flag]: event.target.checked }, history.now.pen);
});

const ARROWS = { ArrowUp: "north", ArrowRight: "east", ArrowDown: "south", ArrowLeft: "west" };
const KEYS = { delete: "out", backspace: "out", l: "left", r: "right", s: "line", p: "pit", z: "zoom" };
const SHIFTED = { l: "shift_left", r: "shift_right" };

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  const typing = event.target.matches?.("input:not([type=checkbox]), select, textarea");
  if ((event.ctrlKey || event.metaKey) && !typing && (key === "z" || key === "y")) {
    use(key === "y" || event.shiftKey ? "redo" : "undo");
    event.preventDefault();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !find("#board").contains(event.target)) return;
  const way = model.WAYS[ARROWS[event.key]];
  const { state, pen } = history.now;
  if (way && event.shiftKey && state.tiles[pen]) {
    change(model.moveTile(state, pen, [state.tiles[pen][0] + way[0], state.tiles[pen][1] + way[1]]), pen);
  } else if (way) board.step([way[0] / 2, way[1] / 2]);
  else if (event.key === "Enter" || event.key === " ") board.press();
  else if (key === "n") board.nextPlace(event.shiftKey);
  else if (event.key === "Escape") board.zoomed ? board.fit() : change(state, model.looseEnd(state));
  else if (event.shiftKey && SHIFTED[key]) use(SHIFTED[key]);
  else if (KEYS[key]) use(KEYS[key]);
  else return;
  event.preventDefault();
});

// ------------------------------------------------------------------------------------- keeping

async function save(replace = false) {
  const wanted = keep.elements.name.value.trim();
  const body = { track: model.toJson(history.now.state) };
  const sent = JSON.stringify(body.track);
  const path = `/api/tracks/${encodeURIComponent(wanted)}`;
  try {
    if (replace) body.seen = (await request(path, undefined, "GET").catch(() => ({}))).mark ?? null;
    else if (name && wanted === name) body.seen = mark;
    if (!wanted) throw new Refused({ code: "bad-name", message: word("no_name") }, 409);
    const answer = await request(path, body, "PUT");
    ({ name, mark } = answer);
    kept = sent;
    keep.elements.name.value = name;
    find("[data-title]").textContent = name;
    refuse(null);
    window.history.replaceState(null, "", `/tracks/${encodeURIComponent(name)}`);
    live.say(word("saved"));
  } catch (error) {
    refuse(error instanceof Refused ? error : { message: word("gone"), code: "" });
  }
  keeping();
}

function refuse(error) {
  const line = find("#error-name");
  const field = keep.elements.name;
  line.hidden = !error;
  line.textContent = error?.message ?? "";
  find(".clash").hidden = !["name-taken", "file-changed"].includes(error?.code);
  if (!error) {
    field.removeAttribute("aria-invalid");
    return;
  }
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "error-name");
  field.focus();
}

/** The next number behind the name that looks free; the server decides. */
function otherName() {
  const field = keep.elements.name;
  const found = field.value.match(/^(.*?)(?: (\d+))?$/);
  field.value = `${found[1]} ${Number(found[2] ?? 1) + 1}`.slice(0, data.longest);
  refuse(null);
  field.focus();
  field.select();
}

keep?.addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});

addEventListener("beforeunload", (event) => {
  if (history.past.length && dirty()) event.preventDefault();
});

addEventListener("resize", () => board.fit());

document.body.classList.add("has-script");
board.picture(look.picture, history.now.state.tiles);
show();
document.body.dataset.live = "yes";
