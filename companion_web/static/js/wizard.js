// The set-up page, live: every choice asks the server for the form as it now is, and only the parts
// that changed are put in its place. Without this script the same form works by its own buttons.

import { released } from "./released.js";

const form = () => document.querySelector("[data-wizard]");

/** Two players who want the same colours change places, so that neither is without. */
function swapSeats(changed) {
  const seats = [...form().querySelectorAll("[data-seat]")];
  const before = changed.dataset.before;
  for (const other of seats) {
    if (other !== changed && other.value === changed.value) other.value = before;
  }
}

/** Somebody who is known gets the usual colour, unless somebody else has it as usual. */
function takeUsual(field) {
  const usual = (name) => [...form().querySelectorAll("#people option")].find(
    (one) => one.value.toLowerCase() === name.trim().toLowerCase())?.dataset.colour;
  const seat = field.closest("li").querySelector("[data-seat]");
  const colour = usual(field.value);
  if (!seat || !colour || seat.value === colour || ![...seat.options].some((one) => one.value === colour)) return;
  const sits = [...form().querySelectorAll("[data-seat]")].find((one) => one.value === colour);
  if (sits && usual(sits.closest("li").querySelector("[name=names]").value) === colour) return;
  seat.value = colour;
  swapSeats(seat);
  refresh();
}

function rememberSeats() {
  for (const seat of form().querySelectorAll("[data-seat]")) seat.dataset.before = seat.value;
}

function query(extra = {}) {
  const data = new FormData(form());
  data.delete("csrf_token");
  for (const [name, value] of Object.entries(extra)) data.set(name, value);
  return new URLSearchParams(data).toString();
}

function step() {
  return [1, 2, 3].find((n) => form().classList.contains(`step-${n}`)) ?? 1;
}

/** The address has every choice, so a reload keeps them; each step is one that the browser's Back leads to. */
function keep(address, next) {
  if (next) {
    // Back finds what was typed in the step that is left.
    history.replaceState(null, "", `/new?${query({ step: step() })}`);
    history.pushState(null, "", address);
  } else history.replaceState(null, "", address);
  shown = location.search;
}

let shown = location.search;
// A link within the page is no step: it leaves the choices as they are.
addEventListener("popstate", () => { if (location.search !== shown) location.reload(); });

let newest = 0;

/** Fetch the form for the present choices and put it in place; the focus stays where it was. */
async function refresh(extra = {}) {
  const mine = ++newest;
  const asked = query({ step: step(), ...extra });
  let text;
  try {
    const answer = await fetch(`/new?${asked}`, { headers: { Accept: "text/html" } });
    if (!answer.ok) return false;
    text = await answer.text();
  } catch {
    return false;
  }
  await released();
  if (mine !== newest) return true;
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-wizard]");
  if (!fresh) return false;
  const focus = document.activeElement?.id;
  keep(`/new?${asked}`, extra.step);
  form().replaceWith(document.adoptNode(fresh));
  rememberSeats();
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  return true;
}

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!field.closest?.("[data-wizard]")) return;
  if (field.matches("[data-seat]")) swapSeats(field);
  if (field.matches("[name=names]")) takeUsual(field);
  if (field.matches("[data-live]")) refresh();
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button[name=step]");
  if (!button?.closest("[data-wizard]")) return;
  event.preventDefault();
  if (await refresh({ step: button.value })) {
    window.scrollTo(0, 0);
    document.getElementById(`step-${button.value}`)?.focus({ preventScroll: true });
  } else {
    form().requestSubmit(button);
  }
});

// Enter in a name goes on to the next name; it never starts the game.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[name=names]")) return;
  event.preventDefault();
  const names = [...form().querySelectorAll("[name=names]")];
  names[names.indexOf(event.target) + 1]?.focus();
});

if (form()) rememberSeats();
