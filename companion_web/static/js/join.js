// Taking a seat, live: the button says where and leads once a seat is chosen, and seats that others
// take or leave show at once.

import { released } from "./released.js";

const box = () => document.querySelector("[data-join]");

function name(chosen) {
  const button = box().querySelector("[data-sit]");
  if (!button) return;
  if (!chosen) button.textContent = button.dataset.none;
  else button.textContent = "bot" in chosen.dataset ? button.dataset.bots : button.dataset.template.replace("{p}", chosen.dataset.name);
  const leads = Boolean(chosen) || !box().querySelector(".choice.mine");
  button.classList.toggle("honey", leads);
  box().querySelector(".go a").classList.toggle("honey", !leads);
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-join] input[name=seat]")) name(event.target);
});

function taken(players) {
  return players.map((player) => `${player.seat}:${player.name}:${player.bot}:${player.taken}`).join(" ");
}

let asked = 0;
let shown = 0;

/** Show the form as it is now. An answer that comes after that to a later question is dropped. */
async function refresh() {
  const mine = ++asked;
  const answer = await fetch("/join").catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  if (text === null) return;
  await released();
  if (mine < shown) return;
  shown = mine;
  const chosen = box().querySelector("input[name=seat]:checked")?.value;
  const said = box().querySelector(".refusal");
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-join]");
  if (!fresh) return location.reload();
  for (const one of fresh.querySelectorAll("noscript")) one.remove(); // what was parsed apart runs no scripts, and has it as parts
  box().replaceWith(document.adoptNode(fresh));
  choose(chosen, said);
}

/** Keep the choice. Where somebody was quicker nothing is chosen instead: a tap that is on its way means the old seat. */
function choose(chosen, said) {
  const seats = [...box().querySelectorAll("input[name=seat]")];
  const kept = seats.find((one) => one.value === chosen && !one.disabled);
  const gone = chosen !== undefined && !kept;
  for (const one of seats) one.checked = one === kept;
  name(kept);
  const told = gone ? note() : said;
  if (told) box().querySelector("form").before(told);
}

function note() {
  const note = document.createElement("p");
  note.className = "refusal";
  note.setAttribute("role", "alert");
  note.textContent = box().dataset.taken;
  return note;
}

let seen = null;
let game = null;
const stream = new EventSource("/api/stream");
stream.addEventListener("view", (event) => {
  const view = JSON.parse(event.data);
  const now = taken(view.players);
  if (seen !== null && (now !== seen || view.game?.id !== game)) refresh();
  seen = now;
  game = view.game?.id;
  box().dataset.live = "";
});
