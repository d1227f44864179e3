// The browser's own voice: it reads the live text, if somebody has switched it on in this browser.

import { kept, keep } from "./kept.js";

const SWITCH = "trackside.voice";
const PATIENCE = 1500;

let on = kept(SWITCH) === "on";
let waited = false;

const speech = () => (typeof SpeechSynthesisUtterance === "function" ? window.speechSynthesis : undefined);
const language = () => document.documentElement.lang;

/** Only a voice of this device: those of the net would be sent every sentence. */
const found = () => speech()?.getVoices().find((voice) => voice.localService && voice.lang.toLowerCase().startsWith(language()));

export const voiceOn = () => on;

/** What there is to say about it: `ok`, `waits` while the browser looks for its voices, or `none`. */
export const voiceState = () => {
  if (!speech()) return "none";
  if (found()) return "ok";
  return waited ? "none" : "waits";
};

export function switchVoice() {
  on = !on;
  keep(SWITCH, on ? "on" : "off");
  if (!on) speech()?.cancel();
}

/** Read this now; what was being read is over. */
export function speak(text) {
  const voice = on && text ? found() : null;
  if (!voice) return;
  const said = new SpeechSynthesisUtterance(text.replaceAll("→", ","));
  said.lang = language();
  said.voice = voice;
  speech().cancel();
  speech().speak(said);
}

/** Tell `changed` when the browser has found its voices, or has not. */
export function watchVoices(changed) {
  speech()?.addEventListener?.("voiceschanged", changed);
  setTimeout(() => { waited = true; changed(); }, PATIENCE);
}
