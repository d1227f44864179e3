"""The action buttons of a turn: what besides moves and cards may be done, or why it may not."""

from __future__ import annotations

from typing import Final

from companion.model.drive import Deed
from companion.model.message import Message
from engine.games.street_race import StreetPosition

TWO: Final = {"mull": ("no", "yes"), "extra": ("yes", "no"), "free": ("yes", "no")}
"""Questions with two answers, in the order of their buttons."""
TAKEN: Final = ("0", "1", "2")


def deeds(position: StreetPosition, seat: int | None) -> tuple[Deed, ...]:
    """The buttons of whoever is asked; none for everybody else, and for questions without any."""
    moment = position.moment
    ask = moment.ask
    if ask is None or seat is None or ask.who != (moment.race.players[seat],):
        return ()
    if ask.kind == "act":
        return _acting(position) if moment.state.actions else _spent(position)
    if ask.kind in TWO:
        return tuple(_answer(ask.kind, f"{ask.prefix}{word}") for word in TWO[ask.kind])
    if ask.kind == "take":
        offered = {action.text for action in position.legal()}
        closed = Message("street.refused.hand_full")
        return tuple(
            Deed(
                f"take_{n}",
                Message(f"street.button.take_{n}"),
                f"take {n}" if f"take {n}" in offered else "",
                None if f"take {n}" in offered else closed,
            )
            for n in TAKEN
        )
    return ()


def _answer(kind: str, text: str) -> Deed:
    name = f"{kind}_{text.split(' ')[-1]}"
    return Deed(name, Message(f"street.button.{name}"), text)


def _acting(position: StreetPosition) -> tuple[Deed, ...]:
    """Pull over, repair, swap, end: they keep their places."""
    offered = {action.text for action in position.legal()}
    swaps = any(text.startswith("swap ") for text in offered)
    return (
        _deed("pull", "pull", offered, "not_on_walk"),
        _deed("fix", "fix", offered, "not_damaged"),
        Deed("swap", Message("street.button.swap"), "", None if swaps else Message(NO_CARD)),
        _deed("end", "end", offered, "wrong_phase"),
    )


NO_CARD: Final = "street.refused.no_card"


def _spent(position: StreetPosition) -> tuple[Deed, ...]:
    """No action is left: one style buys one."""
    offered = {action.text for action in position.legal()}
    more = "style action"
    poor = None if more in offered else Message("street.refused.too_few_style", {"n": "1"})
    bought = Message("street.button.more", {"n": "1"})
    return (
        Deed("more", bought, more if more in offered else "", poor),
        _deed("end", "end", offered, "wrong_phase"),
    )


def _deed(name: str, text: str, offered: set[str], refused: str) -> Deed:
    label = Message(f"street.button.{name}")
    if text in offered:
        return Deed(name, label, text)
    return Deed(name, label, closed=Message(f"street.refused.{refused}"))
