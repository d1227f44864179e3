// A Raspberry Pi Pico with CircuitPython in rp2040js, led by lines of JSON.
//
// Arguments: folder of packages, boot ROM (JSON list of words), image (plain binary), drive
// (FAT image), inputs of the chain, seconds on the chip's clock at power-up.
// A line in:  {"until": ms, "data": hex, "do": [[name, ...], …]}
// A line out: {"ms", "ready", "data", "console", "pictures", "scans", "scan_us", "resets"}
// It runs until that moment, or until the board says or shows something.
import { readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Chain } from "./chain.mjs";
import { PioPacer, Pixels } from "./pixels.mjs";
import { UsbHost } from "./usb_host.mjs";

const [packages, rom, image, drive, inputs, since] = process.argv.slice(2);
const library = join(packages, "node_modules", "rp2040js", "dist", "esm", "index.js");
const { ConsoleLogger, LogLevel, Simulator } = await import(pathToFileURL(library));

const CYCLE_NANOS = 8; // 125 MHz
const FLASH = 0x10000000;
const DRIVE = 0x100000; // where CIRCUITPY begins in the flash of a Pico
const IDLE_NANOS = 20_000; // the longest step of a sleeping core
const GPIO_HI_IN = 8; // SIO register; bit 1 is the button BOOTSEL, high when not pressed
const RANDOM_BIT = 0x1c; // ROSC register
const PINS = { clock: 2, latch: 3, data: 4, pixels: 5 };

class Pico {
  /** @param last the board before a reset: its wires and its clock stay */
  constructor(last = null) {
    const sim = new Simulator();
    this.clock = sim.clock;
    this.chip = sim.rp2040;
    this.core = this.chip.core;
    this.clock.nanosCounter = last ? last.clock.nanos : Number(since) * 1e9;
    this.resets = last ? last.resets + 1 : 0;
    this.seed = last ? last.seed : 1;
    this.dead = false;
    this.data = [];
    this.console = "";
    const nanos = () => this.clock.nanos;
    const { chip } = this;
    chip.logger = new ConsoleLogger(LogLevel.Error);
    chip.loadBootrom(new Uint32Array(JSON.parse(readFileSync(rom))));
    chip.flash.set(readFileSync(image), 0);
    chip.flash.set(readFileSync(drive), DRIVE);
    this.patch();
    this.chain = new Chain(chip.gpio, PINS, Number(inputs), nanos);
    if (last) this.chain.levels = last.chain.levels;
    this.pacer = new PioPacer(chip.pio, CYCLE_NANOS);
    this.pixels = new Pixels(chip.gpio, PINS.pixels, this.pacer, nanos);
    this.host = new UsbHost(chip.usbCtrl, (port, bytes) => {
      if (port === 0) this.console += Buffer.from(bytes).toString("latin1");
      else this.data.push(...bytes);
    });
    this.watchdog(last);
    this.core.PC = FLASH;
  }

  /** What rp2040js leaves out. */
  patch() {
    const { chip } = this;
    const sio = chip.sio.readUint32.bind(chip.sio);
    chip.sio.readUint32 = (at) => (at === GPIO_HI_IN ? sio(at) | 2 : sio(at));
    const ring = chip.peripherals[0x40060];
    const rest = ring.readUint32.bind(ring);
    ring.readUint32 = (at) => {
      if (at !== RANDOM_BIT) return rest(at);
      this.seed = (Math.imul(this.seed, 1103515245) + 12345) >>> 0;
      return (this.seed >>> 16) & 1;
    };
  }

  /** The watchdog resets the whole chip; only its reason and scratch words live on. */
  watchdog(last) {
    const dog = this.chip.peripherals[0x40058];
    if (last) {
      const before = last.chip.peripherals[0x40058];
      dog.reason = before.reason;
      dog.scratchData.set(before.scratchData);
    }
    dog.onWatchdogTrigger = () => {
      dog.alarm.enable = false; // it would come again at once, for ever
      this.dead = true;
    };
  }

  act(name, ...rest) {
    if (name === "levels") rest[0].forEach(([input, level]) => this.chain.set(input, level));
    else if (name === "flip") rest[1] ? this.chain.flips.add(rest[0]) : this.chain.flips.delete(rest[0]);
    else if (name === "cut") this.chain.cut = rest[0];
    else if (name === "stall") this.host.stall(1, rest[0]);
    else throw new Error(`no such act: ${name}`);
    this.chain.drive();
  }

  get news() {
    return this.data.length || this.pixels.pictures.length || this.console.includes("\n");
  }

  run(until) {
    const { clock, core, pacer } = this;
    while (clock.nanos < until && !this.dead && !this.news) {
      for (let turn = 0; turn < 500 && clock.nanos < until && !this.dead; turn++) {
        if (core.waiting) {
          const next = clock.nanosToNextAlarm || IDLE_NANOS;
          const step = Math.min(next, until - clock.nanos, IDLE_NANOS);
          clock.tick(Math.max(CYCLE_NANOS, step));
        } else {
          clock.tick(core.executeInstruction() * CYCLE_NANOS);
        }
        if (pacer.busy) pacer.run(clock.nanos);
      }
      this.pixels.end(clock.nanos);
    }
  }

  report() {
    const { chain } = this;
    const end = this.console.lastIndexOf("\n") + 1;
    const said = {
      ms: this.clock.nanos / 1e6,
      ready: this.host.ready,
      data: Buffer.from(this.data).toString("hex"),
      console: this.console.slice(0, end),
      pictures: this.pixels.pictures.splice(0),
      scans: chain.scans,
      scan_us: chain.scans ? chain.scanNanos / chain.scans / 1000 : 0,
      resets: this.resets,
    };
    this.data = [];
    this.console = this.console.slice(end);
    return said;
  }
}

function* lines() {
  const chunk = Buffer.alloc(65536);
  let rest = "";
  for (;;) {
    const count = readSync(0, chunk);
    if (!count) return;
    rest += chunk.toString("utf8", 0, count);
    const whole = rest.split("\n");
    rest = whole.pop();
    yield* whole;
  }
}

let pico = new Pico();
for (const line of lines()) {
  const { until, data = "", do: acts = [] } = JSON.parse(line);
  pico.host.send(1, Buffer.from(data, "hex"));
  for (const act of acts) pico.act(...act);
  pico.run(until * 1e6);
  if (pico.dead) pico = new Pico(pico);
  writeSync(1, JSON.stringify(pico.report()) + "\n");
}
