"""Hands dealt for a test, and what everybody except their holder sees of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from table_rig import Rig, marbles, position

from companion.errors import CommandRefused
from companion.model.commands import Caller, Card, Command
from engine.games.fast_track.dealt import DECK
from engine.games.fast_track.track import RANKS

RED, YELLOW = Caller(frozenset({0})), Caller(frozenset({1}))
OTHERS = ("3", "8", "J", "K", "A")
"""What Yellow holds, always the same."""
OUT = {"A": ["A9", "B3", "E11"], "C": ["B8", "C4"]}
"""Red may take on B8, swap with it, and leave the pen only after A9."""


def stock(hand: Sequence[str], rng: random.Random) -> dict[str, Any]:
    """A player's cards: this hand, all others in the deck."""
    deck = list((Counter(DECK) - Counter(hand)).elements())
    rng.shuffle(deck)
    held = sorted(hand, key=RANKS.index)
    return {"deck": deck, "pile": [], "hand": held, "owed": 0}


def dealt(
    hand: Sequence[str],
    rng: random.Random,
    out: dict[str, list[str]] = OUT,
    card: str | None = None,
) -> dict[str, Any]:
    """Red is to play that hand; ``card`` lies on the table already."""
    first = stock(hand, rng)
    if card is not None:
        first["deck"].remove(card)
        first["pile"].append(card)
    stocks = [first, stock(OTHERS, rng)]
    return position([["A"], ["C"]], marbles(**out), card, dealt=stocks)


def three_played(seed: int = 1) -> Rig:
    """Red has played a 3 from a dealt hand and drawn; Yellow is to play."""
    rig = Rig(seed=seed).new(hands="virtual")
    rig.at(dealt(("3", "4", "5", "9", "K"), random.Random(9)))
    rig.table.command(Card("3"), RED)
    rig.carry("B3", "B6").settle()
    assert rig.done() == ["B3-B6"]
    return rig


class WatchedRig(Rig):
    """Writes down what the public, Yellow and the wood show after everything that is told."""

    def __init__(self, hand: Sequence[str], seed: int, **more: Any) -> None:
        super().__init__(**more)
        self.seen: list[bytes] = []
        self.new(hands="virtual")
        self.at(dealt(hand, random.Random(seed)))
        for name in ("sensors", "tick"):
            setattr(self.table, name, self._watched(getattr(self.table, name)))
        self.look()

    def _watched(self, tell: Callable[..., Any]) -> Callable[..., Any]:
        def told(*what: Any) -> None:
            tell(*what)
            self.look()

        return told

    def tell(self, command: Command, caller: Caller) -> None:
        """Send a command; a refusal is written down where Red does not ask."""
        refused: Any = None
        try:
            self.table.command(command, caller)
        except CommandRefused as error:
            refused = (error.code, str(error), error.key, error.params)
        self.look(None if caller == RED else refused)

    def look(self, refused: Any = None) -> None:
        """What is to be seen now by all but Red, as plain data."""
        table = self.table
        seen = {
            "at": self.clock.t,
            "seq": table.seq,
            "frames": table.frames,
            "due": table.deadline(),
            "state": table.state,
            "refused": refused,
            "lit": table.lit,
            "lights": table.lights(),
            "public": table.view(None),
            "yellow": table.view(1),
        }
        self.seen.append(msgspec.json.encode(seen))


def difference(one: Sequence[bytes], other: Sequence[bytes]) -> str:
    """Where two recordings differ first, for who reads a failed test; empty where they do not."""
    for i, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return f"after {i} events{_apart(msgspec.json.decode(a), msgspec.json.decode(b))}"
    return "" if len(one) == len(other) else f"{len(one)} and {len(other)} events"


def _apart(one: Any, other: Any, path: str = "") -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f".{key}", one.get(key), other.get(key)) for key in {**one, **other}]
    elif isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) != len(other):
            return f"{path}: {len(one)} and {len(other)} of them"
        pairs = [(f"[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other else f"{path}: {one!r} and {other!r}"
    return next(filter(None, (_apart(a, b, path + key) for key, a, b in pairs)), "")
