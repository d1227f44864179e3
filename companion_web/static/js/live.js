// What a screen reader hears: whole sentences, a moment after the last change, never twice.

const PAUSE = 400;

export class Live {
  constructor(polite, assertive) {
    this.polite = polite;
    this.assertive = assertive;
    this.said = "";
    this.alarmed = "";
  }

  say(text) {
    clearTimeout(this.timer);
    if (!text || text === this.said) return;
    this.timer = setTimeout(() => {
      this.said = text;
      this.polite.textContent = text;
    }, PAUSE);
  }

  /** Somebody wants to hear it once more. */
  again(text) {
    this.polite.textContent = "";
    this.said = "";
    this.say(text);
  }

  alarm(text) {
    if (text === this.alarmed) return;
    this.alarmed = text;
    this.assertive.textContent = text;
  }
}
