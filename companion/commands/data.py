"""``trackside data FILE [FILE]``: everything wrong in a game's data file, or what it holds."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.games.data_words import said, worded
from companion.intake import DATA_BYTES, Unreadable, taken_text
from companion.words import render
from engine.data_files import check_data, games_with_data, read_data_file
from engine.errors import BadData
from engine.registry import REGISTRY


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files, the game, and the sample."""
    names = games_with_data()
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="a data file, or two to play together"
    )
    parser.add_argument("--game", choices=names, default=names[0], help="the game they are for")
    parser.add_argument("--sample", action="store_true", help="print the sample, to begin with")
    parser.epilog = "Exit: 0 they can be played with, 1 they cannot, 2 a file cannot be read."


def run(args: argparse.Namespace) -> int:
    """Print a line for each mistake; 0 without any, 1 with some, 2 without a file to read."""
    game = REGISTRY.game(args.game)
    if args.sample:
        print(game.sample_data(), end="")
        return 0
    if not 1 <= len(args.files) <= 2:
        print("trackside data: name one data file, or two; --sample prints one", file=sys.stderr)
        return 2
    data, mistakes = [], 0
    for path in args.files:
        try:
            held, twice = read_data_file(taken_text(path, DATA_BYTES))
        except Unreadable as error:
            print(f"trackside data: {path}: {error}; {error.todo}", file=sys.stderr)
            return 2
        except BadData as error:
            mistakes += _wrong(path, error)
            continue
        data.append(held)
        mistakes += _told(path, [said(one, render) for one in twice])
    if len(data) < len(args.files):
        return 1  # a text that is no JSON holds nothing to look at
    whole = " and ".join(str(path) for path in args.files)
    try:
        notes = check_data(game, data)
    except BadData as error:
        _wrong(whole, error)
        if error.count > len(error.found):
            print(f"{whole}: … and {error.count - len(error.found)} more")
        return 1
    if mistakes:
        return 1
    _told(whole, [said(note, render) for note in notes])
    return 0


def _wrong(where: object, error: BadData) -> int:
    """Print a line for each mistake, in the words that the page has. Returns how many there are."""
    return _told(where, [worded(one, render).text for one in error.mistakes])


def _told(where: object, sentences: Sequence[str]) -> int:
    """Print a line for each. Returns how many there are."""
    for sentence in sentences:
        print(f"{where}: {sentence}")
    return len(sentences)
