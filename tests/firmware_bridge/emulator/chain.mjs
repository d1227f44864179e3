// The chain of 74HC165 on three pins: latch low loads all inputs, each rising clock shifts by one.

export class Chain {
  /** @param nanos the simulated clock, for the time a scan takes */
  constructor(gpio, { clock, latch, data }, inputs, nanos) {
    this.levels = new Array(inputs).fill(true); // pulled up: no magnet
    this.cut = false; // nothing drives the data pin any more
    this.scans = 0;
    this.scanNanos = 0;
    this.flips = new Set();
    this.data = gpio[data];
    this.nanos = nanos;
    this.loaded = [...this.levels];
    this.at = 0;
    this.shifting = false;
    this.since = 0;
    gpio[latch].addListener((state) => this.onLatch(state === 1));
    gpio[clock].addListener((state, before) => {
      if (state === 1 && before === 0 && this.shifting) this.at += 1;
      this.drive();
    });
    this.drive();
  }

  onLatch(high) {
    if (high && !this.shifting) {
      this.scans += 1;
      this.since = this.nanos();
      for (const input of this.flips) this.levels[input] = !this.levels[input];
    } else if (!high && this.shifting) {
      this.scanNanos += this.nanos() - this.since;
    }
    if (high !== this.shifting) {
      this.loaded = [...this.levels];
      this.at = 0;
    }
    this.shifting = high;
    this.drive();
  }

  set(input, level) {
    this.levels[input] = level;
  }

  drive() {
    const level = this.cut ? false : this.at < this.loaded.length && this.loaded[this.at];
    this.data.setInputValue(level);
  }
}
