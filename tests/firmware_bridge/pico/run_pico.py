# mypy: ignore-errors
"""Runs a built folder as a Pico would: boot.py, then code.py, over a pseudo-terminal.

Arguments: the built folder, the link of the port. Lines on standard input set levels: ``low 7``,
``high 7``; its end ends the board. A program that ends by itself or by an error leaves the board
idle with its last lights on, as ``main.c`` of CircuitPython does; ``supervisor.reload()`` runs
code.py again and the watchdog starts the board anew.
"""

import gc
import os
import runpy
import select
import signal
import sys
import traceback
from pathlib import Path

HERE = Path(__file__).parent


class Outside:
    """The wire, and the hands that set levels."""

    def __init__(self, world, port):
        self._world = world
        self._port = port
        self._rest = b""

    def turn(self, wait=0.001):
        """Do what the test asked for meanwhile."""
        if not select.select([0], [], [], wait)[0]:
            return
        data = os.read(0, 4096)
        if not data:
            sys.exit(0)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            word, number = line.split()
            self._world.put(int(number), word == b"high")

    def bite(self, number, frame):
        """Nobody fed the watchdog."""
        raise self._world.Reset("watchdog")

    def replug(self):
        """The host sees the board go and come."""
        self._port.unplug()
        self._port.plug()


def run_program(built):
    """Run code.py until it asks for a reload. The modules of the drive are loaded afresh."""
    import microcontroller
    import supervisor

    while True:
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(f"{built}/"):
                del sys.modules[name]
        try:
            runpy.run_path(f"{built}/code.py")
        except supervisor.ReloadException:
            continue
        finally:
            microcontroller.watchdog.mode = None
        return


def main(built, link):
    """Run for ever."""
    sys.path[:0] = [str(HERE), built, f"{built}/lib"]
    import board_time
    import microcontroller
    import supervisor
    import world

    from firmware_bridge.virtual.pseudo import PseudoPort

    port = PseudoPort(Path(link))
    port.plug()
    outside = Outside(world, port)
    world.wire = lambda: port
    world.turn = outside.turn
    world.say = lambda *words: print(" ".join(words), flush=True)
    world.alarm = lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.signal(signal.SIGALRM, outside.bite)
    sys.modules["time"] = board_time
    gc.mem_free, gc.mem_alloc = (lambda: 100_000), (lambda: 60_000)
    # Three sentinels behind the last hole, wired as the guide says: ground, 3.3 V, ground.
    settings = runpy.run_path(f"{built}/trackside_settings.py")
    if settings["SENTINELS"]:
        world.put(settings["HOLES"], False)
        world.put(settings["HOLES"] + 2, False)
    while True:
        try:
            runpy.run_path(f"{built}/boot.py")
            run_program(built)
        except world.Reset as reset:
            microcontroller.cpu.reset_reason = getattr(
                microcontroller.ResetReason, str(reset).upper()
            )
            supervisor.runtime.run_reason = supervisor.RunReason.STARTUP
            outside.replug()
            continue
        except Exception:
            world.say("ended by", traceback.format_exc().splitlines()[-1])
        else:
            world.say("ended")
        while True:
            outside.turn(None)


if __name__ == "__main__":
    main(*sys.argv[1:])
