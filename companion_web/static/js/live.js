// What a screen reader hears: whole sentences, a moment after the last change, never twice. The browser's voice reads them, too.

import { answerAloud, speak } from "./voice.js";

const PAUSE = 400;

/** Several sentences as one; `aloud`: what of it everybody round the table may hear. */
const joined = (parts) => ({
  text: parts.map((one) => one.text).join(" "),
  aloud: parts.map((one) => one.aloud).filter(Boolean).join(" "),
});

export class Live {
  constructor(polite, assertive) {
    this.polite = polite;
    this.assertive = assertive;
    this.said = this.standing = "";
    this.alarmed = "";
    /** Due in a moment: the sentence of the table, and what somebody has asked for. */
    this.sentence = this.asked = null;
    /** What is said in passing; `first`: before the sentence that is due with it. */
    this.passing = null;
    /** What was told last, for whoever wants it again; `hand`: the same while a hand is in it. */
    this.last = this.hand = null;
  }

  /** `aloud`: what of it everybody round the table may hear; `standing`: the same without its news, which stands on after it. */
  say(text, aloud = text, standing = text) {
    if (!text) return;
    const told = this.sentence ? this.sentence.standing : this.standing;
    if (text === standing && text === told) return;
    this.sentence = text === this.said ? null : { text, aloud, standing };
    this.#soon();
  }

  /** Said in passing: the sentence of the table stands, and is not told once more after it. */
  warn(text) {
    this.passing = { ...joined([this.passing, { text, aloud: text }].filter(Boolean)), first: this.passing?.first ?? !this.sentence };
    this.#soon();
  }

  /** Somebody wants to hear it once more. */
  again(text, aloud = text) {
    this.polite.textContent = "";
    this.said = this.standing = "";
    this.say(text, aloud);
  }

  /** Somebody has asked for it; the sentences of the table are as new as before. */
  answer(text, aloud = text) {
    this.asked = { text, aloud, hand: false };
    this.#soon();
  }

  /** Somebody has asked for a hand: it is told only until it closes. */
  answerHand(text, aloud = text) {
    this.asked = { text, aloud, hand: true };
    this.#soon();
  }

  /** The hand that was told is closed: nobody hears it again. */
  forgetHand() {
    if (this.asked?.hand) this.asked = null;
    if (!this.hand) return;
    if (this.polite.textContent === this.hand.text) this.polite.textContent = "";
    this.hand = null;
  }

  /** What was told last, once more. */
  repeat() {
    const last = this.hand ?? this.last;
    if (!last) return;
    this.asked = { ...last, hand: Boolean(this.hand) };
    this.#soon();
  }

  alarm(text) {
    if (text === this.alarmed) return;
    this.alarmed = text;
    this.assertive.textContent = text;
    if (!text) return;
    this.last = { text, aloud: text };
    this.hand = null;
    speak(text);
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#tell(), PAUSE);
  }

  /** What was asked for comes first; the sentence follows, and what is said in passing. Nothing is left out. */
  #tell() {
    const { asked, sentence, passing } = this;
    const due = (passing?.first ? [passing, sentence] : [sentence, passing]).filter(Boolean);
    const parts = [asked, ...due].filter(Boolean);
    if (!parts.length) return;
    this.asked = this.sentence = this.passing = null;
    if (sentence) [this.said, this.standing] = [sentence.text, sentence.standing];
    const whole = joined(parts);
    this.hand = asked?.hand ? whole : null;
    const open = parts.filter((one) => !one.hand);
    if (open.length) this.last = joined(open);
    // The same text again is no change to a reader.
    if (this.polite.textContent === whole.text) this.polite.textContent = "";
    this.polite.textContent = whole.text;
    if (asked) answerAloud(asked.aloud);
    if (due.length) speak(joined(due).aloud);
  }
}
