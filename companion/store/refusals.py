"""Refusals of saved files: code, sentence and message for people, each in one place.

A new refusal of a file is a function here; ``companion/model/refusals.py`` has those of commands.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import FileRefused
from companion.intake import by_system
from companion.model.told_words import because

# ------------------------------------------------------------------------------------------ names


def no_name() -> FileRefused:
    """A file without a name cannot be kept."""
    return FileRefused("bad-name", "Give it a name first.", key="file.no_name")


def long_name(length: int, most: int) -> FileRefused:
    """The name has too many letters."""
    return FileRefused(
        "bad-name",
        f"A name has at most {most} letters; this one has {length}.",
        key="file.long_name",
        params={"n": str(most)},
    )


def bad_name(letter: str) -> FileRefused:
    """This letter cannot stand there in a name."""
    return FileRefused(
        "bad-name",
        f"A name is made of letters, digits and spaces, and begins with a letter or digit: "
        f"{letter!r} does not fit.",
        key="file.bad_name",
        params={"letter": letter if letter.isprintable() else "?"},
    )


def name_reserved(name: str) -> FileRefused:
    """A page of this service has that address."""
    return FileRefused(
        "name-taken",
        f"The page itself uses the name {name!r}: choose another one.",
        key="file.reserved",
        params={"name": name},
    )


def name_taken(name: str) -> FileRefused:
    """Another file has that name, or it belongs to something else."""
    return FileRefused(
        "name-taken",
        f"There is a {name!r} already: choose another name, or replace it.",
        key="file.taken",
        params={"name": name},
    )


# ------------------------------------------------------------------------------------ the folder


def unknown(name: str) -> FileRefused:
    """No file has that name."""
    return FileRefused(
        "unknown-file",
        f"There is no file {name!r}.",
        status=404,
        key="file.unknown",
        params={"name": name},
    )


def full(most: int) -> FileRefused:
    """No more files can be kept."""
    return FileRefused(
        "shelf-full",
        f"There are {most} files already; delete one first.",
        key="file.full",
        params={"n": str(most)},
    )


def changed(name: str) -> FileRefused:
    """Somebody changed the file since it was read."""
    return FileRefused(
        "file-changed",
        f"{name!r} was changed elsewhere since it was opened here.",
        key="file.changed",
        params={"name": name},
    )


def no_folder() -> FileRefused:
    """Nothing can be kept here."""
    return FileRefused(
        "not-saved", "There is no folder to keep files in.", status=503, key="file.nowhere"
    )


def unwritable(file: str, error: OSError) -> FileRefused:
    """The disk does not take the file."""
    why = by_system(error)
    return FileRefused(
        "not-saved",
        f"The file {file} cannot be written: {why}. Nothing was changed.",
        status=503,
        key="file.unwritable",
        params={"file": file},
        nested=because(why),
    )


# ------------------------------------------------------------------------------- what is in them


def unreadable(file: str, why: str) -> FileRefused:
    """What is in the file cannot be read; ``why`` is a clause."""
    return FileRefused(
        "bad-file",
        f"The file {file[:80]} cannot be read: {why}. Mend it or take another.",
        status=400,
        key="file.unreadable",
        params={"file": file[:80]},
        nested=because(why),
    )


def no_track(file: str, why: str) -> FileRefused:
    """The file can be read, but it is no track; ``why`` is the game's sentence."""
    return FileRefused(
        "bad-file",
        f"The file {file} is no track: {why} Mend it or delete it.",
        status=409,
        key="file.unreadable",
        params={"file": file, "why": why.rstrip(".")},
    )


def no_house(file: str, why: str) -> FileRefused:
    """The file can be read, but it holds no house rules; ``why`` names the key and its fault."""
    return FileRefused(
        "bad-file",
        f"The file {file} holds no house rules: {why}. Mend it or delete it.",
        status=409,
        key="file.no_house",
        params={"file": file},
        nested=because(why),
    )


def house_clash(pair: str, told: str) -> FileRefused:
    """These house rules cannot be played; ``pair`` names both settings, ``told`` to people."""
    return FileRefused(
        "house-clash",
        f"These house rules cannot be kept: {pair}. Turn one of the two.",
        key="file.house_clash",
        params={"why": told},
    )


def fixed_set() -> FileRefused:
    """Nobody changes the data file that comes with the game, or the one of the settings."""
    return FileRefused(
        "fixed", "This set stays as it is: change a copy of it.", key="file.fixed_set"
    )


def fixed_track() -> FileRefused:
    """Nobody renames or deletes the track that comes with the game."""
    return FileRefused(
        "fixed", "The track that came with the game stays as it is.", key="file.fixed"
    )


# ------------------------------------------------------------------------------- games and records


def still_played() -> FileRefused:
    """Nobody watches a game that still goes on."""
    said = "This game is still being played. It can be watched when it is over."
    return FileRefused("still-played", said, key="file.still_played")


def hands_hidden() -> FileRefused:
    """A record tells every hand, and the game could still be gone on with."""
    said = "The record shows every hand, and this game can still be played on."
    return FileRefused("hands-hidden", said, key="file.hands_hidden")


def half_character() -> FileRefused:
    """A text of the file has half a character, which no file in UTF-8 can hold."""
    said = "A text has half a character, so it cannot be saved. Write this text anew."
    return FileRefused("half-character", said, status=400, key="file.half_character")


def no_such_move(move: int, last: int) -> FileRefused:
    """The game has no such move."""
    return FileRefused(
        "no-such-move",
        f"This game has {last} moves, so there is no move {move}.",
        status=404,
        key="file.no_such_move",
        params={"n": str(last), "m": str(move)},
    )


def over_there() -> FileRefused:
    """Nothing can be played from the end of a game."""
    said = "The game is over there. Choose an earlier move to play on from."
    return FileRefused("over-there", said, key="file.over_there")


def game_unreadable(why: str) -> FileRefused:
    """The rows of a game lead nowhere any more."""
    return FileRefused("unreadable", f"This game cannot be read: {why}", key="file.game")


def bad_record(why: str, key: str, params: Mapping[str, str]) -> FileRefused:
    """What was handed in is no record; ``why`` is a whole sentence, the key that for people."""
    said = f"This record was not loaded. {why} Load the file as Trackside kept it, or another one."
    return FileRefused("bad-record", said, status=400, key=key, params=params)
