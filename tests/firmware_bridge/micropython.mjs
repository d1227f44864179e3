// Runs the firmware's core and exercise.py under a real MicroPython; prints what they say.
// Arguments: module folder, firmware folder, exercise.py.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, firmware, exercise] = process.argv.slice(2);
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
mp.FS.mkdir("/fw");
mp.FS.mkdir("/fw/core");
for (const name of readdirSync(join(firmware, "core")).filter((name) => name.endsWith(".py"))) {
  mp.FS.writeFile(`/fw/core/${name}`, readFileSync(join(firmware, "core", name)));
}
mp.FS.writeFile("/fw/exercise.py", readFileSync(exercise));
try {
  mp.runPython(`
import sys
sys.path.append("/fw")
from exercise import run
run(print)
print("done by", sys.implementation.name)
`);
} catch (error) {
  // Node would print the whole minified module around an uncaught one.
  lines.push(error.message);
}
console.log(lines.join("\n"));
