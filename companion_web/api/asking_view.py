"""Whom the page asks, and for what: players, claims in a window, named choices."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.model.choices import PadKey
from companion.model.message import Message
from companion.model.view import View

from .race_view import Say, called, colour_name, word


class ClaimKey(Struct, frozen=True):
    """One key of the claim window, in order: its name, and whether it passes."""

    about: str
    text: str
    passes: bool


class Claimer(Struct, frozen=True):
    """A car whose tokens may be claimed; a seat that can only pass has its first car here.

    ``tokens``  places among the window's keys of its claims; ``passes`` those with which it passes
    ``open``    whether any key of its seat can still be pressed
    """

    seat: int
    colour: str
    name: str
    tokens: tuple[int, ...]
    passes: tuple[int, ...]
    open: bool


class Asked(Struct, frozen=True):
    """The player to whom a sentence speaks: its name, and the colour of its disc."""

    name: str
    colour: str


class Named(Struct, frozen=True):
    """A named choice of an action (``speed``), and the question for it."""

    name: str
    text: str


def claim_key(view: View, key: PadKey, say: Say) -> ClaimKey:
    """A key without a label claims nothing: it passes, for one seat or for all.

    Of several cars each has tokens of its own: whose it is belongs to the name.
    """
    passes = not key.label
    player = next((one for one in view.players if one.seat == key.seat), None)
    names = [called(say, player)] if player else []
    if player and not passes and len(player.colours) > 1:
        names.append(colour_name(say, key.colour))
    p = ", ".join(names)
    text = say(key.caption) if key.caption else key.label or word(say, "pass")
    if passes:
        return ClaimKey(word(say, "claim.pass", p=p) if p else word(say, "claim.all"), text, True)
    return ClaimKey(word(say, "claim.use", p=p, token=key.label), text, False)


def claimers_of(view: View, keys: Sequence[PadKey], say: Say) -> tuple[Claimer, ...]:
    """Every car with claims of its own, in the order of the keys; seats that can only pass, too."""
    claiming = {key.seat for key in keys if key.label}
    cars: dict[str, int] = {}
    for key in keys:
        if key.seat is not None and (key.label or key.seat not in claiming):
            cars[key.colour] = key.seat
    names = {player.seat: called(say, player) for player in view.players}
    own = {s: [(i, k) for i, k in enumerate(keys) if k.seat == s] for s in cars.values()}
    return tuple(
        Claimer(
            seat,
            colour,
            names.get(seat, ""),
            tuple(i for i, k in own[seat] if k.label and k.colour == colour),
            tuple(i for i, k in own[seat] if not k.label),
            any(k.enabled for _, k in own[seat]),
        )
        for colour, seat in cars.items()
    )


def asked_player(view: View, say: Say, seat: int | None = None) -> Asked:
    """The player to whom the page's own sentences speak: the one of ``seat``, else whom the table
    asks, else who is to act first. Name and disc are one player's.
    """
    wanted = next(
        (one for one in (seat, view.prompt.seat) if one is not None),
        next((player.seat for player in view.players if player.to_act), None),
    )
    player = next((one for one in view.players if one.seat == wanted), view.players[0])
    own = player.colours[0].colour if player.colours else ""
    at_prompt = wanted is not None and wanted == view.prompt.seat
    return Asked(called(say, player), view.prompt.colour if at_prompt else own)


def asked_of_places(view: View, say: Say) -> dict[str, Asked]:
    """Place → the player who moves its marble, where that is not who is asked anyway."""
    if not view.players:
        return {}
    usual = asked_player(view, say)
    seats: dict[str, int] = {}
    for choice in view.choices:
        for frm, _ in choice.moves:
            seats.setdefault(frm, choice.seat)
    told = {seat: asked_player(view, say, seat) for seat in sorted({*seats.values()})}
    return {place: told[seat] for place, seat in seats.items() if told[seat] != usual}


def named_choices(view: View, say: Say) -> tuple[Named, ...]:
    """The named choices of the actions, in the order in which the game names them."""
    names = dict.fromkeys(name for choice in view.choices for name in choice.params)
    return tuple(Named(name, _question(name, say)) for name in names)


def _question(name: str, say: Say) -> str:
    """The words for a named choice; one that has none of its own is asked for in general."""
    key = Message(f"page.choose.{name}")
    told = say(key)
    return word(say, "choose.any") if told == key.key else told
