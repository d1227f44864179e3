"""Commands of ``trackside`` in processes of their own, forked from one that has loaded the program.

To load it is four fifths of what a start costs, and hundreds of tests start a service. Each has its
own process, surroundings, output and signals all the same. That a new interpreter starts it
too is shown by those that start it so: ``companion.proof.under_test`` and tests of commands.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping
from multiprocessing.reduction import DupFd
from typing import Any, Final

from flask import Flask
from werkzeug.datastructures import ImmutableDict

LOADED: Final = (
    "companion.cli",
    "companion.commands.play",
    "companion.service.service",
    "companion_web.server",
    "sqlalchemy.dialects.sqlite",
)
"""What a service loads until it is ready."""
FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(list(LOADED))


class Forked:
    """``trackside`` with these words and surroundings; its output is read as text."""

    def __init__(self, words: list[str], env: Mapping[str, str]) -> None:
        read, write = os.pipe()
        with open(write, "wb") as told:
            self._child = FORKS.Process(
                target=_begin,
                args=(words, dict(env), Flask.jinja_options, DupFd(told.fileno())),
                daemon=True,
            )
            self._child.start()
        self.stdout: Final = os.fdopen(read, encoding="utf-8")

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._child.pid is not None
        return self._child.pid

    def poll(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._child.exitcode

    def terminate(self) -> None:
        """Ask it to stop as a person does."""
        self._child.terminate()

    def wait(self, seconds: float) -> int:
        """Its exit status once it has ended."""
        self._child.join(seconds)
        status = self._child.exitcode
        assert status is not None, f"{seconds} seconds went by, and it still runs"
        return status


def _begin(words: list[str], env: dict[str, str], templates: dict[str, Any], output: Any) -> None:
    """Templates are compiled once for all services, and a browser asks for a script once."""
    Flask.jinja_options = templates
    Flask.default_config = ImmutableDict(Flask.default_config, SEND_FILE_MAX_AGE_DEFAULT=3600)
    os.environ.clear()
    os.environ.update(env)
    os.dup2(output.detach(), 1)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    from companion.cli import main

    sys.exit(main(words))
