"""Fast Track in words: holes by colour and name, cards, keys, the sentences of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.marble_wood import holes_to_go, marble_hole, marble_whereabouts
from companion.games.presenter import NOBODY, Names, Presenter
from companion.games.whereabouts import Whereabouts
from companion.model.message import Message
from companion.model.step import GameStep
from companion.model.view import ColourView
from engine.action import Action
from engine.game import OVER, Position

from .cards import RANKS, FastTrackCards
from .hands import FastTrackHands

CORNER: Final = "corner"
STEPS: Final[Mapping[str, int]] = {rank: int(rank) for rank in RANKS if rank.isdigit()}
"""Step values of the number cards (FT-9); any other card moves one step."""


class FastTrackPresenter(Presenter):
    """The words of the three profiles."""

    cards: FastTrackCards = FastTrackCards()
    hidden = FastTrackHands()

    def hole(self, position: Position, hole: str) -> Message:
        """``Orange 2``, ``Red corner``, ``Red home 3``, ``Red pen``, ``bull's eye``."""
        return marble_hole(hole)

    def to_go(self, position: Position, colour: str) -> int:
        """Along the track, into the free holes of the home row."""
        return holes_to_go(position, colour)

    def whereabouts(self, position: Position, colour: str) -> Whereabouts:
        """How many are in the pen and at home, and how far each other one has to go."""
        return marble_whereabouts(position, colour)

    # ------------------------------------------------------------------------------- prompts

    def awaiting(
        self, position: Position, seat: int, names: Names, dealt: bool, last: GameStep | None
    ) -> Message:
        """Card, move, corner first (FT-22), backward (FT-19), Jack (FT-21), sent back (FT-25)."""
        card = self.cards.played(position)
        moves = [a for a in position.legal() if a.seat == seat and a.displacements]
        who = self.player(position, seat, names)
        if card is None or not moves:
            return super().awaiting(position, seat, names, dealt, last)
        if any(a.text.endswith("-p") for a in moves):
            back = next(a for a in moves if a.text.endswith("-p"))
            return Message(
                "prompt.sent_back", nested={"h": self.hole(position, back.displacements[0].frm)}
            )
        if all("=" in a.text for a in moves):
            return Message("prompt.swap", {"p": who})
        if self._on_duty(position, moves):
            return Message("prompt.corner_first", {"p": who})
        if not self.cards.goes_back(position, card) and self._backward(position, moves, card):
            return Message("prompt.backward", {"p": who, "n": str(STEPS.get(card, 1))})
        return Message("prompt.move", {"p": who})

    def _on_duty(self, position: Position, moves: Sequence[Action]) -> bool:
        """FT-22: only marbles on corners may move, though others stand on the track."""
        kinds = {name: place.kind for name, place in position.board.places.items()}
        mine = {c for s in position.seats if s.number == moves[0].seat for c in s.colours}
        if any(kinds[a.displacements[0].frm] != CORNER for a in moves if "=" not in a.text):
            return False
        return any(
            kinds[name] not in (CORNER, "home") and mine & set(tokens)
            for name, tokens in position.occupancy().items()
        )

    def _backward(self, position: Position, moves: Sequence[Action], card: str) -> bool:
        """FT-19: every move goes counter-clockwise, judged on the track's plain holes."""
        plain = [a for a in moves if "=" not in a.text and "," not in a.text]
        track = [s.id for s in position.board.spaces if s.side and s.id[1:].isdigit()]
        at = {hole: i for i, hole in enumerate(track)}
        steps = STEPS.get(card, 1)
        ways = [a.displacements[0] for a in plain]
        along = [w for w in ways if w.frm in at and w.to in at]
        return (
            bool(along)
            and len(along) == len(ways)
            and any((at[w.frm] - at[w.to]) % len(track) == steps for w in along)
        )

    def half(self, position: Position, seat: int, done: tuple[str, str], names: Names) -> Message:
        """FT-20: how much of the seven is left, by the splits that begin like this."""
        left = {self._length(position, a, done) for a in position.legal() if a.seat == seat} - {
            None
        }
        if len(left) != 1:
            return super().half(position, seat, done, names)
        who = self.player(position, seat, names)
        return Message("prompt.half", {"p": who, "n": str(left.pop())})

    def _length(self, position: Position, action: Action, done: tuple[str, str]) -> int | None:
        """Steps of the other half of a split; None if it is no split with that half."""
        ways = [tuple(way) for way in action.displacements]
        if len(ways) != 2 or done not in ways or ways[0] == ways[1][::-1]:
            return None
        total = STEPS.get(self.cards.played(position) or "", 0)
        steps = steps_along(position, *done)
        return None if steps is None else total - steps

    # ----------------------------------------------------------------------------------- lines

    def move(self, step: GameStep, prefix: str = "move", names: Names = NOBODY) -> Message:
        """The base's line; a card without effect reads ``no move``, or ``no swap`` beside swaps."""
        if step.action.text == "--":
            alone = len(step.before.legal()) == 1
            return Message(f"{prefix}.none" if alone else f"{prefix}.no_swap")
        return super().move(step, prefix, names)

    def progress(self, position: Position, colour: str) -> ColourView:
        """Marbles in the home row; all of the winners', also the one on the exit (BF-13)."""
        so_far = super().progress(position, colour)
        if position.to_act is not OVER:
            return so_far
        team = position.to_json().get("winner")
        won = any(s.team == team and colour in s.colours for s in position.seats)
        return ColourView(colour, so_far.of, so_far.of) if won else so_far

    # ------------------------------------------------------------------------------- set-up

    def way(self, text: str) -> tuple[str, str] | None:
        """The first way that an action's text names: ``A9-B2,B3-B7`` is A9 to B2."""
        first = text.split(",")[0]
        for sign in ("-", "="):
            frm, found, to = first.partition(sign)
            if found and frm and to:
                return frm, (f"{frm[0]}p" if to == "p" else to)
        return None

    def rearranged(
        self, position: Position, tokens: Mapping[str, str], seat: int | None = None
    ) -> dict[str, object] | None:
        """The interchange form with the marbles as they stand; marbles not named are in their pen.

        Marbles left alone keep their marks. Another seat to play begins with a card of its own.
        """
        data = dict(position.to_json())
        old = data.get("marbles")
        if not isinstance(old, dict):
            return None
        marbles: dict[str, list[str]] = {colour: [] for colour in old}
        for hole, token in tokens.items():
            if token not in marbles:
                return None
            if hole[1:2] == "p":
                marbles[token].append("p")
                continue
            marks = [m for m in old[token] if m.rstrip("*+") == hole]
            marbles[token].append(marks[0] if marks else hole)
        for colour, there in marbles.items():
            there += ["p"] * (len(old[colour]) - len(there))
        data["marbles"] = marbles
        data["winner"] = None
        if seat is not None and seat != data.get("to_play"):
            data |= {"to_play": seat, "card": None}
        return data


def steps_along(position: Position, frm: str, to: str) -> int | None:
    """How many steps a half of a seven took: the only count that leads there (FT-20).

    The notation does not say it, but the geometry of the way does: along the track, along the ring,
    into the home row. None if several counts fit.
    """
    found = set()
    for count in range(1, 8):
        if to in reachable(position, frm, count):
            found.add(count)
    return found.pop() if len(found) == 1 else None


def reachable(position: Position, frm: str, count: int) -> set[str]:
    """Holes ``count`` steps forward from ``frm`` on an empty board, by any way."""
    token = next(iter(position.occupancy().get(frm, ())), "")
    track = [s.id for s in position.board.spaces if s.side and s.id[1:].isdigit()]
    corners = [hole for hole in track if hole[1:] == "0"]
    after = dict(zip(track, track[1:] + track[:1], strict=True))
    ring = dict(zip(corners, corners[1:] + corners[:1], strict=True))

    def following(hole: str, started: bool) -> set[str]:
        if hole[1:2] == "h":
            return {f"{hole[0]}h{int(hole[2:]) + 1}"} if hole[2:] != "4" else set()
        if hole == f"{token}7":
            return {f"{token}h1"}
        out = {after[hole]} if hole in after else set()
        if hole in ring and hole != f"{token}0" and started:
            out.add(ring[hole])
        return out

    paths = {(frm, True)}
    for step in range(count):
        last = step == count - 1
        nxt: set[tuple[str, bool]] = set()
        for hole, on_ring in paths:
            for to in following(hole, on_ring):
                along_ring = hole in ring and ring.get(hole) == to
                nxt.add((to, along_ring))
            if last and hole in ring and frm != "X":
                nxt.add(("X", False))
        paths = nxt
    return {hole for hole, _ in paths}
