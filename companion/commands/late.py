"""Subcommands of a subcommand, each in its own module that is imported only when it is called."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping, Sequence
from typing import Any

Works = Mapping[str, tuple[str, str]]
"""Name → module with ``configure(parser)`` and ``run(args) -> int``, and the line of help."""


class LateParser(argparse.ArgumentParser):
    """A parser that asks its module for options only when it is the one called."""

    module: str | None = None

    # argparse overloads it by the namespace's type. Here there is one kind of namespace.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        module, self.module = self.module, None
        if module is not None:
            importlib.import_module(module).configure(self)
        return super().parse_known_args(args, namespace)


def configure(parser: argparse.ArgumentParser, works: Works, dest: str) -> None:
    """Add one subparser for each of ``works``. The chosen name is ``args.<dest>``."""
    parsers = parser.add_subparsers(
        dest=dest, metavar=dest.upper(), required=True, parser_class=LateParser
    )
    for name, (module, line) in works.items():
        work = parsers.add_parser(name, help=line, description=line)
        work.module = module


def run(args: argparse.Namespace, works: Works, dest: str) -> int:
    """Run the chosen one. Returns its exit status."""
    status: int = importlib.import_module(works[getattr(args, dest)][0]).run(args)
    return status
