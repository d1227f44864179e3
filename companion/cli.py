"""The one command, ``trackside``. Each subcommand is a module of ``companion.commands``."""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import select
import signal
import sys
from collections.abc import Sequence
from typing import Final

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "play": ("companion.commands.play", "virtual board, service and page in the foreground"),
    "serve": ("companion.commands.serve", "service and page on a real or virtual board"),
    "virtual-board": ("companion.commands.virtual_board", "the firmware on simulated pins"),
    "console": ("companion.commands.console", "a person's console for the wire"),
    "wiring": ("companion.commands.wiring", "the board file: write, check, and what it makes"),
    "drill": ("companion.commands.drill", "a drill template 1:1 of any board at any size"),
    "firmware": ("companion.commands.firmware", "the Pico's files: build them, copy them to it"),
    "journal": ("companion.commands.journal", "copies of the journal: list them, restore one"),
    "doctor": ("companion.commands.doctor", "look at machine, settings and board; say what to do"),
    "engine": ("companion.commands.engine", "JSON Lines front of the rules engine"),
    "data": ("companion.commands.data", "a game's data file: name everything wrong in it"),
    "cases": ("companion.commands.cases", "run files of rule cases"),
    "bench": ("companion.commands.bench", "print the figures"),
    "hands": ("companion.commands.hands", "simulated people play; what went wrong is counted"),
    "match": ("companion.commands.match", "bots play each other; wins and their bounds"),
    "train": ("companion.commands.train", "bots learn by playing themselves"),
    "rehearse": ("companion.commands.rehearse", "the table in simulated time, for scripts"),
    "trace": ("companion.commands.trace", "run a recorded flight again"),
    "identify": ("companion.commands.identify", "count what sensors cannot tell apart"),
}
"""Name → module with ``configure(parser)`` and ``run(args) -> int``, and the line of help.

Only the module of the called command is imported.
"""


NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What a disk answers that takes no more: then a command says so, and has failed."""
READER_GONE: Final = 128 + signal.SIGPIPE
"""Exit status when the reader of the output has gone (``| head``), as a shell shows it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand. Returns the exit status."""
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()  # here a broken pipe can still be told from other trouble
    except BrokenPipeError:
        if not _reader_gone():
            raise
        _drop_output()
        return READER_GONE
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        _drop_output()
        print(f"trackside: cannot write all of this: {error.strerror}", file=sys.stderr)
        return 1


def _drop_output() -> None:
    """Python flushes once more at its end. What is left goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reader_gone() -> bool:
    """True when nobody reads standard output any more."""
    asked = select.poll()
    asked.register(sys.stdout.fileno(), select.POLLOUT)
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in asked.poll(0))


def _run(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="trackside", description=__doc__)
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    chosen = next((word for word in words if not word.startswith("-")), None)
    for name, (module, line) in COMMANDS.items():
        sub = subparsers.add_parser(name, help=line, description=line)
        if name == chosen:
            importlib.import_module(module).configure(sub)
    args = parser.parse_args(words)
    if args.version:
        from importlib.metadata import version

        print(f"trackside {version('trackside')}")
        return 0
    if args.command is None:
        parser.print_help()
        return 2
    status: int = importlib.import_module(COMMANDS[args.command][0]).run(args)
    return status


if __name__ == "__main__":
    sys.exit(main())
