// To the table and back: commands, hands, and the stream of views.

const token = () => document.querySelector('meta[name="csrf-token"]').content;

/** The table said no: `code` and, where a rule decided, `rule`. */
export class Refused extends Error {
  constructor(error, status) {
    super(error.message);
    this.code = error.code;
    this.rule = error.rule ?? "";
    this.status = status;
  }
}

async function send(path, body, method = "POST") {
  const answer = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw new Refused(data.error ?? { code: "unknown", message: answer.statusText }, answer.status);
  }
  return data;
}

export { send as request };

export const command = (name, fields = {}) => send("/api/commands", { command: name, ...fields });
/** `which` of several marbles in hand is put: `token`, or `from`. */
export const hand = (does, hole, which) => send("/api/hands", { do: does, hole, ...which });

/** Free a seat of whom the page has seen there (`sitter`), not of who sits there by now; without it one's own. */
export const freeSeat = (seat, sitter = "") => send(`/api/seats?seat=${seat}${sitter && `&sitter=${sitter}`}`, undefined, "DELETE");

/** Take a seat as it was `seen`: in that `game`, and whether from a `bot`. */
export const takeSeat = (seat, seen = {}) => send("/api/seats", { seat, ...seen });

/** All seats, and what may be done with them from here; none while the table cannot be asked. */
export async function fetchSeats() {
  const answer = await fetch("/api/seats").catch(() => null);
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  return told ?? { seats: [], people: [] };
}

export async function fetchBoard() {
  // The table may also go while it answers: then null, and the next view asks again.
  try {
    const answer = await fetch(`/api/board${location.search}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The board as it stood before a move; Refused where it cannot be taken back. */
export async function fetchRewind(move) {
  const answer = await fetch(`/api/rewind?move=${move}`);
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(data.error ?? { code: "unknown", message: answer.statusText }, answer.status);
  return data;
}

/** Three answers in words for a seat of this browser; Refused without a game. */
export async function fetchBriefing(seat) {
  const answer = await fetch(`/api/briefing${seat === null ? location.search : `?seat=${seat}`}`, { cache: "no-store" });
  const data = await answer.json().catch(() => null); // the service may go while it answers
  if (!answer.ok || !data) throw new Refused(data?.error ?? { code: "unknown", message: answer.statusText }, answer.status);
  return data;
}

/** A hand of one's own; null while the table cannot be asked. */
export async function fetchHand(seat) {
  const answer = await fetch(`/api/hand?seat=${seat}`, { cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

/** Keep the theme in the cookie; the page changes at once. */
export async function chooseTheme(theme) {
  const body = new URLSearchParams({ theme, csrf_token: token() });
  await fetch("/theme", { method: "POST", body, redirect: "manual" }).catch(() => null);
}

const WAITS = [1000, 2000, 4000, 8000];
const PATIENCE = 400;

/**
 * Follow the table for ever: `onView(view)`, `onGone(true|false)` as it leaves and returns, and
 * `onLate()` when the next view has been awaited so long that it should be said. `asks` is the
 * query: which seat's view, or with `?watch` the public one.
 */
export function follow(onView, onGone, onLate, asks = location.search) {
  let tries = 0;
  let source = null;
  let timer = null;
  const wait = () => { timer ??= setTimeout(onLate, PATIENCE); };
  const open = () => {
    wait();
    source = new EventSource(`/api/stream${asks}`);
    source.addEventListener("view", (event) => {
      tries = 0;
      clearTimeout(timer);
      timer = null;
      onGone(false);
      onView(JSON.parse(event.data));
    });
    source.onerror = () => {
      source.close();
      wait();
      const pause = WAITS[Math.min(tries, WAITS.length - 1)];
      tries += 1;
      // One lost connection is silent: the table is gone only when the first new try fails.
      if (tries > 1) onGone(true);
      setTimeout(open, pause);
    };
  };
  open();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
