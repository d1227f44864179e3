// What a strip of WS2812 would show: the pin's pulses, taken apart into bytes.
// The PIO that makes them is paced here by the simulated clock; rp2040js runs it by a timer.

const LATCH_NANOS = 50_000; // a line that rests so long ends a picture
const ONE_CYCLES = 6; // a pulse of more PIO cycles is a one: CircuitPython's are 4 and 9

export class PioPacer {
  constructor(pios, cycleNanos) {
    this.pios = pios;
    this.cycleNanos = cycleNanos;
    this.cycles = 0; // of the machine whose pins change just now
    this.began = new Map();
    for (const pio of pios) pio.run = () => {};
  }

  get busy() {
    return this.pios.some((pio) => !pio.stopped);
  }

  run(now) {
    for (const pio of this.pios) {
      if (pio.stopped) continue;
      for (const machine of pio.machines) this.runMachine(pio, machine, now);
    }
  }

  runMachine(pio, machine, now) {
    if (!machine.enabled) {
      this.began.delete(machine);
      return;
    }
    const each = (machine.clockDivInt + machine.clockDivFrac / 256) * this.cycleNanos;
    let begun = this.began.get(machine);
    if (!begun || machine.cycles < begun.cycles) begun = { now, cycles: machine.cycles };
    this.began.set(machine, begun);
    while (machine.enabled && begun.now + (machine.cycles - begun.cycles) * each <= now) {
      this.cycles = machine.cycles;
      machine.step();
      pio.checkChangedPins();
      if (machine.waiting) {
        // It stalls: its own time goes on from here.
        this.began.set(machine, { now, cycles: machine.cycles });
        return;
      }
    }
  }
}

export class Pixels {
  constructor(gpio, pin, pacer, nanos) {
    this.pictures = [];
    this.bits = [];
    this.pacer = pacer;
    this.nanos = nanos;
    this.rose = 0;
    this.first = 0;
    this.last = 0;
    gpio[pin].addListener((state, before) => {
      const now = nanos();
      if (state === 1 && before === 0) {
        this.end(now);
        if (!this.bits.length) this.first = now;
        this.rose = pacer.cycles;
      } else if (state === 0 && before === 1) {
        this.bits.push(pacer.cycles - this.rose > ONE_CYCLES ? 1 : 0);
      }
      this.last = now;
    });
  }

  /** Close the picture when the line has rested. */
  end(now) {
    if (!this.bits.length || now - this.last < LATCH_NANOS) return;
    const bytes = Buffer.alloc(this.bits.length >> 3);
    this.bits.forEach((bit, at) => {
      if (at >> 3 < bytes.length) bytes[at >> 3] = (bytes[at >> 3] << 1) | bit;
    });
    this.pictures.push({
      from: this.first / 1e6,
      to: this.last / 1e6,
      bits: this.bits.length,
      hex: bytes.toString("hex"),
    });
    this.bits = [];
  }
}
