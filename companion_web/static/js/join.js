// Taking a seat, live: the button says where, and seats that others take or leave show at once.

const box = () => document.querySelector("[data-join]");

function name(chosen) {
  const button = box().querySelector("[data-sit]");
  if (!button || !chosen) return;
  button.textContent = "bot" in chosen.dataset ? button.dataset.bots : button.dataset.template.replace("{p}", chosen.dataset.name);
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-join] input[name=seat]")) name(event.target);
});

function taken(players) {
  return players.map((player) => `${player.seat}:${player.name}:${player.taken}`).join(" ");
}

async function refresh() {
  const chosen = box().querySelector("input[name=seat]:checked")?.value;
  const answer = await fetch("/join").catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null;
  if (text === null) return;
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-join]");
  if (!fresh) return location.reload();
  box().replaceWith(document.adoptNode(fresh));
  const again = box().querySelector(`input[name=seat][value="${chosen}"]:not(:disabled)`);
  if (again) {
    again.checked = true;
    name(again);
  }
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
