"""Refusals of service mode and of a new board file: code, sentence and message, each in one place.

A new refusal of the upkeep is a function here; ``companion/model/refusals.py`` has those of the
other commands.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import CommandRefused
from companion.model.told_words import because

# ------------------------------------------------------------------------------------ service mode


def not_tested() -> CommandRefused:
    """There is no service mode to end."""
    return CommandRefused("unchanged", "Nobody is testing the board.", key="refusal.not_tested")


def no_test() -> CommandRefused:
    """There is no test to lead."""
    return CommandRefused(
        "unchanged", "No test is under way; begin one first.", key="refusal.no_test"
    )


def not_asked_by_test() -> CommandRefused:
    """The test cannot use that command now."""
    return CommandRefused(
        "unchanged", "This test does not ask for that now.", key="refusal.not_asked_by_test"
    )


def unknown_test(name: str, known: Iterable[str]) -> CommandRefused:
    """There is no such test."""
    return CommandRefused(
        "malformed", f"Unknown service {name[:20]!r}; choose: {', '.join(known)}.", status=400
    )


def unknown_colour(colour: str, known: Iterable[str]) -> CommandRefused:
    """The pixels are tested in a few colours only."""
    return CommandRefused(
        "malformed", f"Unknown colour {colour[:20]!r}; choose: {', '.join(known)}.", status=400
    )


def bad_way_to_learn() -> CommandRefused:
    """Wires are learned either with or without asking where a light is."""
    return CommandRefused("malformed", "`value` is `ask` or left out here.", status=400)


def not_connected() -> CommandRefused:
    """The board is away."""
    return CommandRefused(
        "no-board",
        "The board is not connected: nothing can be tested now.",
        key="refusal.not_connected",
    )


def no_such_board(why: object) -> CommandRefused:
    """The engine knows no board of that kind."""
    return CommandRefused("no-board", str(why))


def other_holes(sensed: int, expected: int) -> CommandRefused:
    """The board has more or fewer holes than the one to be tested."""
    return CommandRefused(
        "wrong-board",
        f"The board has {sensed} holes, and {expected} were expected.",
        key="refusal.other_holes",
        params={"sensed": str(sensed), "expected": str(expected)},
    )


def nothing_learned() -> CommandRefused:
    """There are no wires to write."""
    return CommandRefused(
        "nothing-learned",
        "No wires were learned yet; begin that first.",
        key="refusal.nothing_learned",
    )


# -------------------------------------------------------------------------------------- board file


def file_of_another_board() -> CommandRefused:
    """The learned wires belong to other holes than those of the file."""
    return CommandRefused(
        "wrong-board", "The board file is of another board.", key="refusal.file_of_another_board"
    )


def file_would_not_do(finding: object) -> CommandRefused:
    """The learned wires contradict one another."""
    return CommandRefused(
        "wrong-board",
        f"The file would not do: {finding}.",
        key="refusal.file_would_not_do",
        params={"finding": str(finding)},
    )


def no_board_file() -> CommandRefused:
    """There is no board file to replace."""
    return CommandRefused(
        "no-board-file", "No board file is set; download it instead.", key="refusal.no_board_file"
    )


def unreadable_board_file(path: object, why: object) -> CommandRefused:
    """The board file is damaged or gone."""
    return CommandRefused(
        "no-board-file",
        f"The board file {path} cannot be read: {why}",
        key="refusal.unreadable_board_file",
        params={"path": str(path)},
        nested=because(why),
    )


def unwritable_board_file(path: object, why: str) -> CommandRefused:
    """The board file's folder cannot be written."""
    return CommandRefused(
        "not-saved",
        f"The board file {path} cannot be written: {why}.",
        status=503,
        key="refusal.unwritable_board_file",
        params={"path": str(path)},
        nested=because(why),
    )
