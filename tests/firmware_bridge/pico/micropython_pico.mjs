// Runs a built folder under a real MicroPython: boot.py, then code.py, for a few turns.
// Arguments: module folder, built folder, folder of stand-ins, what the host says (hex), a hole.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, built, pico, asked, hole] = process.argv.slice(2);
const home = join(modules, "node_modules", "@micropython", "micropython-webassembly-pyscript");
const { loadMicroPython } = await import(pathToFileURL(join(home, "micropython.mjs")));
const lines = [];
const mp = await loadMicroPython({
  url: join(home, "micropython.wasm"),
  heapsize: 4 * 1024 * 1024,
  linebuffer: true,
  stdout: (line) => lines.push(line),
  stderr: (line) => lines.push(line),
});

const copy = (from, to) => {
  mp.FS.mkdir(to);
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (statSync(path).isDirectory()) copy(path, `${to}/${name}`);
    else mp.FS.writeFile(`${to}/${name}`, readFileSync(path));
  }
};
copy(built, "/drive");
mp.FS.mkdir("/pico");
const modules_of_the_board = [
  "board", "digitalio", "keypad", "microcontroller", "neopixel_write", "supervisor", "usb_cdc",
  "watchdog", "world",
];
for (const name of modules_of_the_board) {
  mp.FS.writeFile(`/pico/${name}.py`, readFileSync(join(pico, `${name}.py`)));
}

try {
  mp.runPython(`
import sys
sys.path[:] = ["/pico", "/drive"]
import os, time, world

# This port of MicroPython has other names for these two; CircuitPython has both.
if not hasattr(time, "monotonic"):
    class Time:
        def monotonic(self):
            return time.ticks_ms() / 1000
        def monotonic_ns(self):
            return time.ticks_ms() * 1000000
        def ticks_ms(self):
            return time.ticks_ms()
    sys.modules["time"] = Time()
if not hasattr(os, "urandom"):
    class Os:
        def urandom(self, count):
            return bytes(range(1, count + 1))
    sys.modules["os"] = Os()

class Stop(BaseException):
    pass

class Wire:
    reads = 0
    asked = bytes([int("${asked}"[at : at + 2], 16) for at in range(0, len("${asked}"), 2)])
    def read(self):
        self.reads += 1
        if self.reads > 300:
            raise Stop
        data, self.asked = self.asked, b""
        return data
    def write(self, data):
        print("sent", "".join(["%02x" % byte for byte in data]))

wire = Wire()
world.wire = lambda: wire
from trackside_settings import HOLES
world.put(HOLES, False)
world.put(HOLES + 2, False)
world.put(${hole}, False)
try:
    for name in ("boot.py", "code.py"):
        with open("/drive/" + name) as file:
            exec(file.read(), {"__name__": "__main__"})
except Stop:
    pass
print("done by", sys.implementation.name)
`);
} catch (error) {
  lines.push(error.message);
}
console.log(lines.join("\n"));
