"""``trackside bench engine|latency|service``: print the figures."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from typing import Any, Final

BENCHES: Final = {
    "engine": ("companion.proof.bench_engine", "perft, random games and move lists"),
    "latency": ("companion.proof.bench_latency", "from a lifted marble to the light"),
    "service": ("companion.proof.bench_service", "the service at rest: processor and memory"),
}
"""Name → module with ``configure(parser)`` and ``run(args) -> int`` and the line of help."""


class _Late(argparse.ArgumentParser):
    """A parser that asks its module for options only when it is the one called."""

    module: str | None = None

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        module, self.module = self.module, None
        if module is not None:
            importlib.import_module(module).configure(self)
        return super().parse_known_args(args, namespace)


def configure(parser: argparse.ArgumentParser) -> None:
    """One subparser a bench."""
    benches = parser.add_subparsers(
        dest="bench", metavar="BENCH", required=True, parser_class=_Late
    )
    for name, (module, line) in BENCHES.items():
        bench = benches.add_parser(name, help=line, description=line)
        bench.module = module


def run(args: argparse.Namespace) -> int:
    """Run the chosen bench; its exit status."""
    status: int = importlib.import_module(BENCHES[args.bench][0]).run(args)
    return status
