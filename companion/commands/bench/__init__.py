"""``trackside bench engine|latency|rehearse|service``: print the figures."""

from __future__ import annotations

import argparse
from typing import Final

from companion.commands import late

BENCHES: Final = {
    "engine": ("companion.commands.bench.engine", "perft, random games and move lists"),
    "latency": ("companion.commands.bench.latency", "from a lifted marble to the light"),
    "rehearse": ("companion.commands.bench.rehearse", "lines of a script in a CPU second"),
    "service": ("companion.commands.bench.service", "the service at rest: processor and memory"),
}
"""Name → module with ``configure(parser)`` and ``run(args) -> int``, and the line of help."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add one subparser for each bench."""
    late.configure(parser, BENCHES, "bench")


def run(args: argparse.Namespace) -> int:
    """Run the chosen bench. Returns its exit status."""
    return late.run(args, BENCHES, "bench")
