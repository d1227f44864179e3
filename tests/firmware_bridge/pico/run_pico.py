# mypy: ignore-errors
"""Runs a built folder as a Pico would: boot.py, then code.py, over a pseudo-terminal.

Arguments: the built folder, the link of the port. Lines on standard input set levels: ``low 7``,
``high 7``; its end ends the board.
"""

import os
import runpy
import select
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(built, link):
    """Run for ever."""
    sys.path[:0] = [str(HERE), built, f"{built}/lib"]
    import world

    from firmware_bridge.pseudo import PseudoPort

    port = PseudoPort(Path(link))
    port.plug()
    rest = b""

    def turn():
        nonlocal rest
        if not select.select([0], [], [], 0.002)[0]:
            return
        data = os.read(0, 4096)
        if not data:
            sys.exit(0)
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            word, number = line.split()
            world.put(int(number), word == b"high")

    world.wire = lambda: port
    world.turn = turn
    world.say = lambda *words: print(" ".join(words), flush=True)
    # Three sentinels behind the last hole, wired as the guide says: ground, 3.3 V, ground.
    settings = runpy.run_path(f"{built}/trackside_settings.py")
    if settings["SENTINELS"]:
        world.put(settings["HOLES"], False)
        world.put(settings["HOLES"] + 2, False)
    runpy.run_path(f"{built}/boot.py")
    runpy.run_path(f"{built}/code.py")


if __name__ == "__main__":
    main(*sys.argv[1:])
