"""Records what the real ``keypad`` tells, so that the stand-in can be compared with it.

Arguments: the image, the folder of the emulator's packages, the folder to write into.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path

from emulated import EmulatedPico, Failed
from kit import HERE, find, make_drive

SECONDS = 30.0


def record(image: str, packages: str, out: str) -> None:
    """Run the probe to its end and keep its lines."""
    with tempfile.TemporaryDirectory() as folder:
        kit = find(image, Path(packages).resolve(), Path(folder))
        names = {"code.py": "recorded_code.py", "keypad_probe.py": "keypad_probe.py"}
        files = {name: (HERE / ours).read_bytes() for name, ours in names.items()}
        pico = EmulatedPico(kit, make_drive(files, Path(folder) / "drive.img"), 8)
        try:
            told = listen(pico)
        finally:
            pico.close()
        found = re.search(rb"(\d+\.\d+\.\d+)\x00", kit.image.read_bytes())
    if found is None:
        raise Failed("the image does not say which CircuitPython it is")
    version = found[1].decode()
    path = Path(out) / f"keypad_{version.replace('.', '_')}.json"
    what = {"circuitpython": version, "board": "raspberry_pi_pico", "on": "rp2040js", "told": told}
    path.write_text(json.dumps(what, indent=1, sort_keys=True) + "\n", "utf-8")
    print(f"{path}: {len(told)} steps")


def listen(pico: EmulatedPico) -> list[dict[str, object]]:
    """Do what the probe asks for; all that it tells."""
    told: list[dict[str, object]] = []
    heard = 0
    acts: list[tuple[object, ...]] = []
    while not told or told[-1]["step"] != "over":
        if pico.now > SECONDS:
            raise Failed(f"the probe did not end: {pico.console[-8:]}")
        pico.step(pico.now + 1.0, do=acts)
        acts = []
        for line in pico.console[heard:]:
            word, _, rest = line.partition(" ")
            if word == "told":
                told.append(json.loads(rest))
            elif word == "do":
                acts += [act(*rest.split())]
        heard = len(pico.console)
    return told


def act(action: str, *keys: str) -> tuple[object, ...]:
    """One act on the chain for pico.mjs."""
    numbers = [int(key) for key in keys]
    if action in ("press", "release"):
        return ("levels", [[key, action == "release"] for key in numbers])
    return ("flip", numbers[0], action == "flip")


if __name__ == "__main__":
    record(*sys.argv[1:])
