// The editor of a data file. Every change is shown to the table, which names each mistake with its
// place; they stand at their fields, their rows and their tabs.

import { h } from "./dom.js";
import { filled } from "./filled.js";
import { Live } from "./live.js";
import { Fields, id, showMistakes } from "./sets_fields.js";
import { countBelow, fits, freeId, isObject, written } from "./sets_model.js";
import { Refused, request } from "./wire.js";

const PAUSE = 300;
const told = JSON.parse(document.getElementById("page-data").textContent);
const find = (selector) => document.querySelector(selector);
const live = new Live(find("#said"), find("#said"));
const [editor, rows, tabs, form, keep] =
  ["editor", "rows", "tabs", "form", "keep"].map((name) => find(`[data-${name}]`));
const area = find("textarea[name=text]");
const { lists, rest } = told.forms;

let { data, look, name, mark } = told;
let kept = name ? JSON.stringify(data) : "";
let tab = lists[0];
let open = null;
let out = null;
let asked = 0;
let timer = 0;

const say = (key, parts) => filled(told.words[`sets.js.${key}`] ?? key, parts);

const fields = new Fields({ say, changed, rebuild });
const dirty = () => JSON.stringify(data) !== kept;

// ------------------------------------------------------------------------------------ the table

/** Something in the data is different now. */
function changed() {
  find("[data-saved]").textContent = dirty() ? say("unsaved") : "";
  fillRows();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

async function check() {
  const mine = ++asked;
  try {
    const answer = await request("/api/sets/look", { data });
    if (mine === asked) shown(answer);
  } catch (error) {
    if (mine === asked) find("[data-status]").textContent = error instanceof Refused ? error.message : say("gone");
  }
}

/** What the table says of the file, at every place. */
function shown(answer) {
  look = answer;
  const status = look.sound ? `${say("sound")} ${look.notes[0] ?? ""}` : say("mistakes", { n: look.count });
  find("[data-status]").textContent = status;
  find(".set-prompt").dataset.mood = look.sound ? "ok" : "bad";
  find("[data-next]").hidden = look.sound;
  live.say(look.sound ? say("sound") : status);
  buttons();
  fillTabs();
  fillRows();
  showMistakes(document, look.mistakes);
}

function buttons() {
  const saved = Boolean(name) && !dirty();
  const play = find("[data-play]");
  play.hidden = !(saved && look.sound);
  play.href = `/new?${new URLSearchParams({ game: told.game, data: name })}`;
  find("[data-save]").classList.toggle("honey", play.hidden);
}

// ------------------------------------------------------------------------------------ the lists

function fillTabs() {
  const all = [...lists, { ...rest, key: "" }];
  tabs.replaceChildren(...all.map((one) => {
    const wrong = one.key
      ? countBelow(look.mistakes, [one.key])
      : look.mistakes.filter(({ path }) => !lists.some((list) => list.key === path[0])).length;
    const button = h("button.segment", { type: "button", "data-tab": one.key, "aria-pressed": String(one.key === (tab?.key ?? "")) },
      one.words, badge(wrong));
    button.addEventListener("click", () => turnTo(one.key ? one : null));
    return button;
  }));
}

function badge(wrong) {
  if (!wrong) return null;
  return h("span.set-wrong", {}, h("span.unseen", {}, say("mistakes", { n: "" })), String(wrong));
}

function turnTo(list) {
  tab = list;
  open = null;
  fillTabs();
  fillRows();
  fillForm();
  tabs.querySelector('[aria-pressed="true"]').focus({ preventScroll: true });
}

function fillRows() {
  find("[data-add]").hidden = !tab;
  find("[data-add]").textContent = tab?.add ?? "";
  const back = find("[data-putback]");
  back.hidden = !out || out.list !== tab;
  if (out) back.textContent = say("put_back", { name: titleOf(out.entry) });
  rows.hidden = !tab;
  // What no form can show is mended as text.
  if (!tab || editor.hidden) return;
  const focus = rows.contains(document.activeElement) ? document.activeElement.dataset.row : null;
  const wrong = h("li", {}, h("p.error", { "data-error": tab.key, hidden: true }));
  const scrolled = rows.scrollTop;
  const made = (data[tab.key] ?? []).map((entry, i) => {
    const button = h("button.set-row", { type: "button", "data-row": String(i), "aria-pressed": String(open === i) },
      h("span.set-name", {}, titleOf(entry)), h("span.small", {}, about(entry)),
      badge(countBelow(look.mistakes, [tab.key, i])));
    button.addEventListener("click", () => openRow(i));
    return h("li", {}, button);
  });
  rows.replaceChildren(wrong, ...made);
  rows.scrollTop = scrolled;
  showMistakes(rows, look.mistakes);
  if (focus !== null) rows.querySelector(`[data-row="${focus}"]`)?.focus({ preventScroll: true });
}

const titleOf = (entry) => String(entry.name || entry.id || say("unnamed"));

/** What is told beside the name. */
function about(entry) {
  return tab.told.map((key) => {
    const field = tab.fields.find((one) => one.key === key);
    const value = entry[key] ?? field.usual;
    if (value === undefined) return "";
    if (Array.isArray(value)) return value.map((one) => one ?? say("none")).join(" ");
    const words = field.choices?.find(([one]) => one === value);
    return words ? words[1] : field.choices ? String(value) : `${field.words} ${value}`;
  }).filter(Boolean).join(" · ");
}

function openRow(i, focus = null) {
  open = i;
  fillRows();
  fillForm();
  const target = focus && document.getElementById(focus);
  (target || form).focus({ preventScroll: Boolean(target) });
  target?.scrollIntoView({ block: "center" });
}

// ------------------------------------------------------------------------------------- the form

function fillForm() {
  editor.classList.toggle("opened", open !== null || !tab);
  if (!tab) {
    form.replaceChildren(h("h2", {}, rest.words), fields.object(rest.fields, data, [], lists.map((one) => one.key)));
  } else if (open === null) {
    form.replaceChildren(h("p.small", {}, say("choose")));
  } else {
    const entry = data[tab.key][open];
    form.replaceChildren(
      h("div.set-does", {}, does("back", close, "set-back"), does("copy", copyRow), does("delete", deleteRow)),
      fields.object(tab.fields, entry, [tab.key, open]));
  }
  form.setAttribute("aria-label", tab && open !== null ? titleOf(data[tab.key][open]) : tab?.words ?? rest.words);
  showMistakes(form, look.mistakes);
}

function does(key, run, more = "") {
  const button = h(`button.button${more && `.${more}`}`, { type: "button", "data-do": key }, say(key));
  button.addEventListener("click", run);
  return button;
}

/** The same form with the fields that belong to the object now. */
function rebuild(focus = document.activeElement?.id) {
  fillForm();
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

function close() {
  const row = open;
  open = null;
  fillForm();
  fillRows();
  rows.querySelector(`[data-row="${row}"]`)?.focus();
}

function addRow(entry, at) {
  data[tab.key] = [...(data[tab.key] ?? [])];
  data[tab.key].splice(at, 0, entry);
  changed();
  openRow(at, id([tab.key, at, tab.fields[0].key]));
}

function copyRow() {
  const entry = structuredClone(data[tab.key][open]);
  addRow({ ...entry, id: freeId(data, lists, tab.prefix) }, open + 1);
}

function deleteRow() {
  out = { list: tab, at: open, entry: data[tab.key].splice(open, 1)[0] };
  open = null;
  changed();
  fillForm();
  find("[data-putback]").focus();
}

find("[data-add]").addEventListener("click", () => {
  addRow({ id: freeId(data, lists, tab.prefix), ...structuredClone(tab.fresh) }, (data[tab.key] ?? []).length);
});

find("[data-putback]").addEventListener("click", () => {
  const { at, entry } = out;
  out = null;
  addRow(entry, Math.min(at, data[tab.key].length));
});

// Each press shows the next mistake; after the last one the first.
let next = 0;
find("[data-next]").addEventListener("click", async () => {
  // No form shows the file: its text is mended, and the mistake stands beside it.
  if (editor.hidden) {
    if (takeText()) await besideText();
    return;
  }
  const one = look.mistakes[next++ % look.mistakes.length];
  const list = lists.find((each) => each.key === one.path[0]);
  tab = list ?? null;
  open = list && one.path.length > 1 ? one.path[1] : null;
  fillTabs();
  fillRows();
  fillForm();
  const path = [...one.path];
  while (path.length && !document.getElementById(id(path))) path.pop();
  const target = document.getElementById(id(path)) ?? form;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
});

/** The next mistake of the text as it is now. */
async function besideText() {
  await check();
  const one = look.mistakes[next++ % look.mistakes.length];
  const error = find("[data-text-error]");
  error.textContent = one?.text ?? "";
  error.hidden = !one;
  area.focus({ preventScroll: true });
  error.scrollIntoView({ block: "center" });
}

form.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && open !== null) close();
});

// -------------------------------------------------------------------------------------- keeping

async function save(seen) {
  const wanted = keep.elements.name.value.trim();
  const sent = JSON.stringify(data);
  problem("");
  try {
    const answer = await request(`/api/sets/${encodeURIComponent(wanted)}`, { data, seen }, "PUT");
    ({ name, mark } = answer);
    kept = sent;
    keep.elements.seen.value = mark;
    find("[data-label]").textContent = name;
    window.history.replaceState(null, "", `/sets/${encodeURIComponent(name)}`);
    find("[data-saved]").textContent = say(dirty() ? "unsaved" : "saved");
    shown(answer);
  } catch (error) {
    const taken = error instanceof Refused && ["name-taken", "file-changed"].includes(error.code);
    problem(error instanceof Refused ? error.message : say("gone"), taken);
  }
}

function problem(text, taken = false) {
  find("#error-name").textContent = text;
  find("#error-name").hidden = !text;
  find("[data-replace]").hidden = !taken;
  if (text) keep.elements.name.setAttribute("aria-invalid", "true");
  else keep.elements.name.removeAttribute("aria-invalid");
}

keep.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!takeText()) return;
  const wanted = keep.elements.name.value.trim();
  const own = name && wanted.toLowerCase() === name.toLowerCase();
  if (!event.submitter?.matches("[data-replace]")) await save(own ? mark : null);
  else {
    const there = await fetch(`/api/sets/${encodeURIComponent(wanted)}`).then((answer) => answer.json()).catch(() => ({}));
    await save(there.mark ?? null);
  }
});

window.addEventListener("beforeunload", (event) => {
  if (dirty()) event.preventDefault();
});

// --------------------------------------------------------------------------------- the file as text

let text = area.value;

// The toggle event would come too late: what is pasted at once would be mixed with what it writes.
find("[data-as-text] summary").addEventListener("click", (event) => {
  if (find("[data-as-text]").open) return;
  event.preventDefault();
  if (takeText()) area.value = text = written(data);
  find("[data-as-text]").open = true;
});
area.addEventListener("change", takeText);

/** Line and column out of a browser's own message, which is English and of its own kind; null where it names none. */
function placeOf(message, written) {
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return { line: named[1], column: named[2] };
  const at = /position (\d+)/.exec(message) ?? (/end of JSON/.test(message) ? [0, written.length] : null);
  const lines = at && written.slice(0, Number(at[1])).split("\n");
  return lines && { line: lines.length, column: lines.at(-1).length + 1 };
}

/** Take over what was changed in the text; false where it is no file. */
function takeText() {
  const error = find("[data-text-error]");
  error.hidden = true;
  if (area.value === text) return true;
  try {
    const read = JSON.parse(area.value);
    if (!isObject(read)) throw new Refused({ message: say("no_json", { why: say("no_object") }) });
    data = read;
    text = area.value;
  } catch (wrong) {
    const at = placeOf(wrong.message, area.value);
    const said = at ? say("no_json_at", at) : say("no_json", { why: say("not_json") });
    error.textContent = wrong instanceof Refused ? wrong.message : said;
    error.hidden = false;
    find("[data-as-text]").open = true;
    area.focus();
    return false;
  }
  begin();
  changed();
  return true;
}

function begin() {
  const may = fits(data, lists);
  editor.hidden = !may;
  if (!may) {
    find("[data-as-text]").open = true;
    return;
  }
  // Where list and form stand side by side, the first one is open.
  open = matchMedia("(min-width: 1000px)").matches && tab && data[tab.key]?.length ? 0 : null;
  fillTabs();
  fillRows();
  fillForm();
}

find("[data-listed]")?.remove();
begin();
if (editor.hidden) find("[data-status]").textContent = say("otherwise");
showMistakes(document, look.mistakes);
buttons();

document.body.dataset.live = "yes";
