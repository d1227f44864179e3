"""`make firmware-proof`: our firmware on a real CircuitPython image, on an emulated Pico.

Arguments: the image (UF2 or plain binary), the folder of the emulator's packages, names of
scenarios (all).
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from emulated import Failed
from game import play
from kit import Kit, Missing, find
from scenarios import SCENARIOS, Figures

ALL = {**SCENARIOS, "game": play}


def main(image: str, packages: str, *names: str) -> int:
    """How many scenarios failed."""
    unknown = [name for name in names if name not in ALL]
    if unknown:
        print(f"No scenario is called {unknown[0]!r}: choose from {', '.join(ALL)}.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        try:
            kit = find(image, Path(packages).resolve(), Path(folder))
        except (Missing, ValueError) as error:
            print(error)
            return 1
        return sum(not _run(name, kit) for name in names or ALL)


def _run(name: str, kit: Kit) -> bool:
    began = time.monotonic()
    try:
        figures = ALL[name](kit)
    except Failed as error:
        print(f"FAILED  {name}: {error}", flush=True)
        return False
    print(f"ok      {name} ({time.monotonic() - began:.0f} s): {_line(figures)}", flush=True)
    return True


def _line(figures: Figures) -> str:
    words = [f"{k} {v:.3g}" if isinstance(v, float) else f"{k} {v}" for k, v in figures.items()]
    return "; ".join(words)


if __name__ == "__main__":
    sys.exit(min(main(*sys.argv[1:]), 1))
