// The browser's own voice: it reads the live text, if somebody has switched it on in this browser.

import { kept, keep } from "./kept.js";

const SWITCH = "trackside.voice";
const PATIENCE = 1500;

let on = kept(SWITCH) === "on";
let waited = false;
/** The answer that is being read, and the newest sentence that waits for its end. */
let answer = null;
let behind = "";

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
  answer = null;
  behind = "";
  if (!on) speech()?.cancel();
}

/** Read this sentence now, or after the answer that is being read; what was being read else is over. */
export function speak(text) {
  if (!text) return;
  // A browser may fail to tell that it has ended.
  if (answer && (speech()?.speaking || speech()?.pending)) behind = text;
  else read(text);
}

/** Read what somebody has asked for, to its end. */
export function answerAloud(text) {
  if (!text) return;
  const said = read(text);
  if (!said) return;
  answer = said;
  said.onend = said.onerror = () => { if (answer === said) goOn(); };
}

/** The answer has ended. */
function goOn() {
  const next = behind;
  answer = null;
  if (next) read(next);
}

/** The utterance; null where none is wanted, or no voice is there. */
function read(text) {
  answer = null;
  behind = "";
  const voice = on ? found() : null;
  if (!voice) return null;
  const said = new SpeechSynthesisUtterance(text.replaceAll("→", ","));
  said.lang = language();
  said.voice = voice;
  speech().cancel();
  speech().speak(said);
  return said;
}

/** Tell `changed` when the browser has found its voices, or has not. */
export function watchVoices(changed) {
  speech()?.addEventListener?.("voiceschanged", changed);
  setTimeout(() => { waited = true; changed(); }, PATIENCE);
}
