// What a screen reader hears: whole sentences, a moment after the last change, never twice. The browser's voice reads them, too.

import { speak } from "./voice.js";

const PAUSE = 400;

export class Live {
  constructor(polite, assertive) {
    this.polite = polite;
    this.assertive = assertive;
    this.said = "";
    this.aloud = "";
    this.alarmed = "";
  }

  /** `aloud`: what of it everybody round the table may hear. */
  say(text, aloud = text) {
    if (!text) return;
    clearTimeout(this.timer);
    if (text === this.said) return;
    this.timer = setTimeout(() => {
      this.said = text;
      this.#tell(text, aloud);
    }, PAUSE);
  }

  /** Somebody wants to hear it once more. */
  again(text, aloud = text) {
    this.polite.textContent = "";
    this.said = "";
    this.say(text, aloud);
  }

  /** Somebody has asked for it; the sentences of the table are as new as before. */
  answer(text) {
    clearTimeout(this.asked);
    this.asked = setTimeout(() => this.#tell(text, text), PAUSE);
  }

  /** What was read last, once more. */
  repeat() { this.answer(this.aloud); }

  alarm(text) {
    if (text === this.alarmed) return;
    this.alarmed = text;
    this.assertive.textContent = text;
    this.#read(text);
  }

  #tell(text, aloud) {
    // The same text again is no change to a reader.
    if (this.polite.textContent === text) this.polite.textContent = "";
    this.polite.textContent = text;
    this.#read(aloud);
  }

  #read(text) {
    if (!text) return;
    this.aloud = text;
    speak(text);
  }
}
