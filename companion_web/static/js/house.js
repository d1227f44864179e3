// House rules, live: after each change the server says what excludes what, and its rows are put in
// place of these. Without this script the page has a button for it.

import { released } from "./released.js";

const form = () => document.querySelector("[data-house]");
let newest = 0;
let stale = false; // the rows tell of other switches than those that are chosen now

async function refresh() {
  const mine = ++newest;
  stale = true;
  const data = new FormData(form());
  data.delete("csrf_token");
  let text;
  try {
    const answer = await fetch(`/house/look?${new URLSearchParams(data)}`, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    text = await answer.text();
  } catch {
    return;
  }
  await released();
  if (mine !== newest) return;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const focus = document.activeElement?.id;
  for (const part of ["[data-parts]", "[data-was]"]) {
    const there = fresh.querySelector(part);
    if (!there) return;
    document.querySelector(part).replaceWith(document.adoptNode(there));
  }
  stale = false;
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  const said = [...document.querySelectorAll("[data-clash]")].map((one) => one.textContent).join(" ");
  const live = document.querySelector("[data-says]");
  if (live.textContent !== said) live.textContent = said;
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.("[name=switches], [name=sheet]")) refresh();
});

// What cannot be saved is shown instead of being sent. Before the server has looked, it judges.
document.addEventListener("submit", (event) => {
  const clash = document.querySelector("[data-clash]");
  if (!clash || stale || event.target !== form()) return;
  event.preventDefault();
  const row = clash.closest(".house-row");
  row.scrollIntoView({ block: "center" });
  row.querySelector("input").focus({ preventScroll: true });
});
