"""Refusals about seats and who sits there: people, bots and their names."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import CommandRefused


def long_name(most: int) -> CommandRefused:
    """A player's name is too long."""
    return CommandRefused(
        "malformed",
        f"A name has at most {most} letters.",
        status=400,
        key="refusal.long_name",
        params={"most": str(most)},
    )


def same_name(name: str) -> CommandRefused:
    """Two people at one table would have the same name, large letters or small."""
    return CommandRefused(
        "same-name",
        f"Two players would be called {name}. Change one name.",
        key="refusal.same_name",
        params={"name": name},
    )


def anothers_colour(name: str) -> CommandRefused:
    """Somebody would be called as another player's colour is."""
    return CommandRefused(
        "same-name",
        f"{name} is the colour of another player. Change the name.",
        key="refusal.anothers_colour",
        params={"name": name},
    )


def more_names() -> CommandRefused:
    """There are more names than players."""
    return CommandRefused("malformed", "There are more names than players.", status=400)


def more_bots() -> CommandRefused:
    """There are more entries for bots than players."""
    return CommandRefused("malformed", "There are more bots than players.", status=400)


def unknown_level(where: str, given: str, levels: Sequence[str]) -> CommandRefused:
    """No bot plays on that level. ``where``: the key that asks for it."""
    said = f'{where}: {given!r:.40} is no level. Give {", ".join(levels)}, or "" for a person.'
    return CommandRefused("malformed", said, status=400)


def bots_need_dealt_cards() -> CommandRefused:
    """A bot cannot hold cards of paper."""
    said = 'A bot cannot hold cards of paper. Have them dealt: "hands": "virtual".'
    return CommandRefused("bad-config", said, status=400, key="refusal.bots_need_dealt_cards")


def a_bot_sits_there() -> CommandRefused:
    """A bot plays where nobody was seen to sit."""
    return CommandRefused(
        "seat-taken", "A bot plays on this seat now.", key="refusal.a_bot_sits_there"
    )


def bot_plays(seat: int, who: str) -> CommandRefused:
    """It is a bot's turn, and it decides itself."""
    return CommandRefused(
        "not-your-turn",
        f"A bot plays seat {seat}; it decides itself.",
        key="refusal.bot",
        params={"p": who},
    )


def nobody_named() -> CommandRefused:
    """A seat is handed over, and nothing says to whom."""
    return CommandRefused(
        "malformed",
        'Say who plays on: "name" of a person, "bot" with a level, its "help", or only "back".',
        status=400,
    )


def not_your_seat() -> CommandRefused:
    """Somebody else sits there, and the host alone may hand that seat on."""
    return CommandRefused(
        "not-host",
        "Only who sits there, or the host, can hand this seat on.",
        status=403,
        key="refusal.not_your_seat",
    )


def not_your_marbles() -> CommandRefused:
    """The lights show the marbles of one's own seat."""
    return CommandRefused(
        "not-your-seat",
        "Ask only where your own stand.",
        status=403,
        key="refusal.not_your_marbles",
    )


def no_seat() -> CommandRefused:
    """Only somebody who sits at the table may ask this."""
    return CommandRefused("no-seat", "Take a seat first.", status=403, key="refusal.no_seat")


def unknown_seat(seat: int) -> CommandRefused:
    """The open game has no such seat."""
    return CommandRefused(
        "unknown-seat",
        f"There is no seat {seat}.",
        status=404,
        key="refusal.unknown_seat",
        params={"seat": str(seat)},
    )


def seat_taken() -> CommandRefused:
    """Somebody else has the seat."""
    return CommandRefused("seat-taken", "This seat was just taken.", key="refusal.seat_taken")


def other_game() -> CommandRefused:
    """A seat is asked for that was seen in the game before."""
    return CommandRefused(
        "other-game",
        "Another game has begun meanwhile. Choose a seat again.",
        key="refusal.other_game",
    )


def another_sits_there() -> CommandRefused:
    """A seat is to be freed of somebody who has got up meanwhile."""
    return CommandRefused(
        "seat-taken", "Somebody else sits there now.", key="refusal.another_sits_there"
    )


def nothing_to_hurry() -> CommandRefused:
    """The table's hand is to make haste where it has nothing to do and no bot plays."""
    said = "Nothing moves by itself now."
    return CommandRefused("unchanged", said, key="refusal.nothing_to_hurry")
