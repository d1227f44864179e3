// Few and calm sounds, made by the browser, if somebody has switched them on in it.

import { kept, keep } from "./kept.js";

const SWITCH = "trackside.sounds";
const LOUD = 0.14;
/** Tones by what they say: hertz, and when each begins, in seconds. */
const TONES = {
  accepted: [[392, 0]],
  turn: [[392, 0], [523, 0.16]],
  detour: [[330, 0], [294, 0.18]],
  win: [[392, 0], [494, 0.18], [587, 0.36], [784, 0.54]],
};
const LASTS = 0.32;

let on = kept(SWITCH) === "on";
let context = null;

export const soundsOn = () => on;
export const hasSounds = () => typeof window.AudioContext === "function";

export function switchSounds() {
  on = !on;
  keep(SWITCH, on ? "on" : "off");
  if (on) wake().then(() => play("accepted")).catch(() => null);
}

/** Which sound a new view asks for; at most one. */
export function soundOf(before, view) {
  const is = (mood) => view.prompt.mood === mood && before.prompt.mood !== mood;
  if (is("win")) return "win";
  if (is("refusal") || is("correction")) return "detour";
  const acts = ({ page, prompt }) => (page.may_act ? prompt.seat : null);
  if (acts(view) !== null && acts(view) !== acts(before)) return "turn";
  return (view.moves[0]?.number ?? 0) > (before.moves[0]?.number ?? 0) ? "accepted" : "";
}

/** Play it, if the page was touched: before that a browser makes no sound. */
export function play(name) {
  if (!on || !TONES[name]) return;
  try {
    wake().catch(() => null);
    // The time of a context that sleeps stands still: all its tones would sound at once as it wakes.
    if (context?.state === "running") sound(name);
  } catch {
    // A device that cannot make it is no reason to stop.
  }
}

function sound(name) {
  for (const [hertz, after] of TONES[name]) tone(hertz, context.currentTime + after);
}

/** Have the context run; a browser lets it only after the page was touched. */
async function wake() {
  if (!hasSounds()) return;
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume();
}

// The first touch wakes it, so that the next sound is heard.
for (const touch of ["click", "keydown"]) {
  document.addEventListener(touch, () => { if (on) wake().catch(() => null); }, true);
}

function tone(hertz, begin) {
  const source = context.createOscillator();
  const level = context.createGain();
  source.frequency.value = hertz;
  level.gain.setValueAtTime(0, begin);
  level.gain.linearRampToValueAtTime(LOUD, begin + 0.03);
  level.gain.exponentialRampToValueAtTime(0.001, begin + LASTS);
  source.connect(level).connect(context.destination);
  source.start(begin);
  source.stop(begin + LASTS);
}
