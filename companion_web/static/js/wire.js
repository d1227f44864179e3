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

async function send(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw new Refused(data.error ?? { code: "unknown", message: answer.statusText }, answer.status);
  }
  return data;
}

export const command = (name, fields = {}) => send("/api/commands", { command: name, ...fields });
export const hand = (does, hole, marble) =>
  send("/api/hands", marble ? { do: does, hole, token: marble } : { do: does, hole });

export async function fetchBoard() {
  const answer = await fetch(`/api/board${location.search}`);
  return answer.ok ? answer.json() : null;
}

/** Keep the theme in the cookie; the page changes at once. */
export async function chooseTheme(theme) {
  const body = new URLSearchParams({ theme, csrf_token: token() });
  await fetch("/theme", { method: "POST", body, redirect: "manual" });
}

const WAITS = [1000, 2000, 4000, 8000];

/** Follow the table for ever: `onView(view)`, and `onGone(true|false)` as it leaves and returns. */
export function follow(onView, onGone) {
  let tries = 0;
  let source = null;
  const open = () => {
    source = new EventSource(`/api/stream${location.search}`);
    source.addEventListener("view", (event) => {
      tries = 0;
      onGone(false);
      onView(JSON.parse(event.data));
    });
    source.onerror = () => {
      source.close();
      const wait = WAITS[Math.min(tries, WAITS.length - 1)];
      tries += 1;
      // One lost connection is silent: only when the first try again fails, the table is gone.
      if (tries > 1) onGone(true);
      setTimeout(open, wait);
    };
  };
  open();
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
