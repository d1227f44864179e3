"""``trackside journal``: the copies of the journal, and the way to go on from one of them."""

from __future__ import annotations

import argparse
import os
import sys

from companion.config import load_config
from companion.errors import ConfigError, JournalError, StartError
from companion.service.data_folder import DataFolder
from companion.service.opened_journal import FILE, shown_time
from companion.store.files import Copies, Copy, sqlite_path


def configure(parser: argparse.ArgumentParser) -> None:
    """Add what to do, and with which copy."""
    parser.add_argument("do", nargs="?", choices=("list", "restore"), default="list")
    parser.add_argument("number", nargs="?", type=int, help="the copy's number (the newest)")
    parser.epilog = (
        "A copy is made at each game's end; the newest three are kept. Restoring one needs the "
        "service stopped, and keeps the present journal under another name. "
        "PostgreSQL has its own copies: pg_dump."
    )


def run(args: argparse.Namespace) -> int:
    """List the copies, or put one in place; 2 with one sentence when that fails."""
    try:
        config = load_config(os.environ)
        path = sqlite_path(config.database) if config.database else config.folder / FILE
        if path is None:
            raise ConfigError("The journal is on PostgreSQL: its copies are made by pg_dump.")
        copies = Copies(path)
        if args.do == "list":
            return _list(copies)
        with DataFolder(config.folder):
            return _restore(copies, args.number)
    except (ConfigError, StartError, JournalError) as error:
        print(f"trackside: {error}", file=sys.stderr)
        return 2


def _list(copies: Copies) -> int:
    found = copies.all()
    for copy in found:
        print(_line(copy))
    if not found:
        print(f"There is no copy in {copies.folder} yet; one is made at each game's end.")
    return 0


def _restore(copies: Copies, number: int | None) -> int:
    found = copies.all()
    chosen = [copy for copy in found if number in (None, copy.number)]
    if not chosen:
        which = "" if number is None else f" {number}"
        raise JournalError(f"There is no copy{which} in {copies.folder} that can be read.")
    aside = copies.restore(chosen[0])
    print(f"Restored {_line(chosen[0])}")
    if aside is not None:
        print(f"The journal that was there is kept as {aside}.")
    return 0


def _line(copy: Copy) -> str:
    games = "1 game" if copy.games == 1 else f"{copy.games} games"
    return f"copy {copy.number}: {games}, last played {shown_time(copy.at)}"
