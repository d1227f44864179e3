"""A game of the engine as the tracker sees it: numbers for holes, tokens and positions.

Only ``legal()``, ``apply()``, ``occupancy()`` and the board are asked, so every game of the engine
plays. What a hidden hand holds does not count: ``public()`` is asked first (PP-7).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, groupby
from typing import Final

from companion.wood.seating import Seating
from engine.action import CHANCE_SEAT, Action
from engine.board import IN_HAND
from engine.game import Position as Played
from engine.game import acting, only_action

from .candidates import Candidate, options
from .endings import EMPTY, UNSURE, Path, Step, Token, Wood

SEVERAL: Final = 2
FORCED: Final = 8
"""So many forced passes in a row are looked through: more seats than any game has."""


class GameEndings:
    """One open game behind ``Endings``.

    ``names``   hole number → the hole's name: places of one hole first, then groups
    ``tokens``  token number - 1 → its name
    ``named``   token number → its name, empty for one that nobody knows
    """

    def __init__(self, seating: Seating, first: Played) -> None:
        self.seating: Final = seating
        sizes = {place: len(holes) for place, holes in seating.holes.items()}
        placed = [hole for hole in seating.names if seating.places.get(hole)]
        self.names: Final = (
            *(hole for hole in placed if sizes[seating.places[hole]] == 1),
            *(hole for hole in placed if sizes[seating.places[hole]] > 1),
        )
        self.numbers: Final = {name: number for number, name in enumerate(self.names)}
        self.exact: Final = sum(sizes[seating.places[hole]] == 1 for hole in placed)
        colours = {token for tokens in first.occupancy().values() for token in tokens}
        self.tokens: Final = tuple(sorted(colours))
        self._token: Final = {name: number for number, name in enumerate(self.tokens, 1)}
        self.named: Final = {UNSURE: "", **dict(enumerate(self.tokens, 1))}
        self.near: Final = self._neighbours(first)
        self.welcome: Final = self._own_pens(first)
        self._shared_places: Final = tuple(
            place
            for place, holes in seating.holes.items()
            if len(holes) > 1 and first.board.places[place].side is None
        )
        self.shared: Final = tuple(
            tuple(self.numbers[hole] for hole in seating.holes[place])
            for place in self._shared_places
        )
        self._known: dict[Played, int] = {}
        self._positions: list[Played] = []
        self._forced: set[Step] = set()
        self._told: dict[tuple[int, str], Path | None] = {}

    @property
    def holes(self) -> int:
        """How many holes have a sensor and a place."""
        return len(self.names)

    # ------------------------------------------------------------------------------- translation

    def number(self, position: Played) -> int:
        """The number of a position, as everybody knows it."""
        known = position.public()
        found = self._known.get(known)
        if found is None:
            found = self._known[known] = len(self._positions)
            self._positions.append(known)
        return found

    def at(self, number: object) -> Played:
        """The position with that number."""
        assert isinstance(number, int)
        return self._positions[number]

    def token(self, name: str) -> Token:
        """The number of a token's name; EMPTY of an empty name."""
        return self._token[name] if name else EMPTY

    # --------------------------------------------------------------------------------- the board

    def _neighbours(self, first: Played) -> tuple[tuple[int, ...], ...]:
        """Holes one pitch away along a way; in a group, the others of the group."""
        board, holes = first.board, self.seating.holes
        by_place = {place: holes[place] for place in holes}
        out = []
        for hole in self.names:
            place = self.seating.places[hole]
            beside = [h for h in by_place[place] if h != hole]
            for other in board.neighbours.get(place, board.neighbours.get(hole, ())):
                beside += by_place.get(other, (other,) if other in self.numbers else ())
            out.append(tuple(sorted({self.numbers[h] for h in beside if h in self.numbers})))
        return tuple(out)

    def _own_pens(self, first: Played) -> tuple[bytes, ...]:
        """Hole of a group → the tokens of its side, or those that stand there at the start."""
        out = []
        for number, hole in enumerate(self.names):
            place = self.seating.places[hole]
            side = first.board.places[place].side
            names = {side} if side in self._token else set(first.occupancy().get(place, ()))
            none = number < self.exact or side is None
            out.append(b"" if none else bytes(self._token[n] for n in sorted(names)))
        return tuple(out)

    # ------------------------------------------------------------------------------- the tracker

    def wood(self, position: int) -> Wood:
        """What stands on the exact holes."""
        return self._wood(self.at(position))

    def _wood(self, played: Played) -> Wood:
        wood = bytearray(self.exact)
        holes, numbers = self.seating.holes, self.numbers
        for place, tokens in played.occupancy().items():
            at = holes.get(place, ())
            if len(at) == 1 and tokens:
                wood[numbers[at[0]]] = self._token[tokens[0]]
        return bytes(wood)

    def off(self, position: int) -> bytes:
        """The tokens that belong on no hole and in no hand, sorted."""
        return self._beside(position, in_hand=False)

    def in_hand(self, position: int) -> bytes:
        """The tokens that the position has in a hand, sorted."""
        return self._beside(position, in_hand=True)

    def _beside(self, position: int, *, in_hand: bool) -> bytes:
        holes, played = self.seating.holes, self.at(position)
        places, occupancy = played.board.places, played.occupancy()
        beside = [place for place in occupancy if not holes.get(place)]
        away = [
            t for at in beside if (places[at].kind == IN_HAND) == in_hand for t in occupancy[at]
        ]
        return bytes(sorted(self._token[token] for token in away))

    def in_shared(self, position: int) -> tuple[bytes, ...]:
        """The tokens of each shared group, sorted."""
        occupancy = self.at(position).occupancy()
        return tuple(
            bytes(sorted(self._token[token] for token in occupancy.get(place, ())))
            for place in self._shared_places
        )

    def full_wood(self, played: Played) -> Wood:
        """Every hole of a position set out as it should be; groups fill from their first hole."""
        wood = bytearray(self.holes)
        for place, tokens in played.occupancy().items():
            for hole, token in zip(self.seating.holes.get(place, ()), tokens, strict=False):
                wood[self.numbers[hole]] = self._token[token]
        return bytes(wood)

    def ends(self, position: int) -> Mapping[Wood, tuple[Path, ...]]:
        """Every end state, and the ways to play there (PP-1, PP-7, PP-18)."""
        found: dict[Wood, list[Path]] = {}
        forced, played = self._behind_passes(self.at(position))
        before, may = self._wood(played), options(played)
        for card, ways in groupby(chain(may.direct, may.inferred), lambda way: way.prelude):
            behind, path, stands = played, forced, before
            for n, way in enumerate(ways):
                assert way.before is not None
                if card is not None and not n:
                    behind = way.before.public()
                    path = (*forced, self.step(played, card, behind))
                    stands = self._wood(behind)
                step, woods = self._announced(behind, stands, way)
                for wood in woods:
                    if wood != before:
                        found.setdefault(wood, []).append((*path, step))
        return {wood: tuple(paths) for wood, paths in found.items()}

    def _announced(
        self, played: Played, stands: Wood, way: Candidate
    ) -> tuple[Step, tuple[Wood, ...]]:
        """An action that moves something, and the woods that announce it: what it displaces stands
        there, what it takes is off, or stands in the hole that it is sent to. ``stands``: the wood
        before it.

        Besides come the tokens that it displaces into a group. What play then waits for, such as
        cars that close up, is owed afterwards (PP-17). But what had to make room may stand already
        where it goes from there: hands that know it have put it. What is taken only because a taken
        token comes to its hole may still stand there.
        """
        only, occupancy = way.only or {}, played.occupancy()
        wood, home, holes = bytearray(stands), bytearray(), self.seating.holes
        for frm in (*(frm for frm, _ in way.goals), *(item.frm for item in way.loose)):
            at = holes.get(frm, ())
            if len(at) == 1:
                wood[self.numbers[at[0]]] = EMPTY
        for goal in way.goals:
            at = holes.get(goal[1], ())
            token = self._token[only.get(goal) or occupancy[goal[0]][0]]
            if len(at) == 1:
                wood[self.numbers[at[0]]] = token
            elif at:
                home.append(token)
        assert way.after is not None
        step = self.step(played, way.action, way.after, bytes(home))
        if not way.loose:
            return step, (bytes(wood),)
        sent, cut = bytearray(wood), bytearray(wood)
        for item in way.loose:
            at = holes.get(item.to, ())
            if len(at) == 1:
                sent[self.numbers[at[0]]] = self._token[item.token]
        for item in way.in_the_way:
            cut[self.numbers[holes[item.frm][0]]] = self._token[item.token]
        pushed = [self._wood(way.after)] if any(not item.to for item in way.loose) else []
        return step, tuple(dict.fromkeys((bytes(wood), bytes(sent), bytes(cut), *pushed)))

    def at_once(self, position: int) -> bool:
        """Whether something may be moved with nothing said before."""
        return bool(options(self.at(position)).direct)

    def is_forced(self, step: Step) -> bool:
        """Whether that step is a forced pass before an end."""
        return step in self._forced

    def _behind_passes(self, played: Played) -> tuple[Path, Played]:
        """The forced passes that come first, and the position behind them (PP-18)."""
        forced: list[Step] = []
        while len(forced) < FORCED and acting(played):
            only = only_action(played)
            if only is None or only.prelude:
                break
            step = self.step(played, only, played.apply(only).position)
            forced.append(step)
            self._forced.add(step)
            played = self.at(self.number_of(step))
        return tuple(forced), played

    def step(self, played: Played, action: Action, after: Played, home: bytes = b"") -> Step:
        """An action as a step of a log; ``played`` is the public position before it. ``home``: the
        tokens that hands must bring into a group."""
        choice = "|".join(action.params.values()) if action.displacements else ""
        number, moves = self.number(after), bool(action.displacements)
        chance = action.seat == CHANCE_SEAT
        text, seat = said(played, action), action.seat
        return Step(text, number, moves, False, home, choice, chance, seat)

    def number_of(self, step: Step) -> int:
        """The number of the position that a step leads to."""
        assert isinstance(step.position, int)
        return step.position

    def told(self, position: int, text: str) -> Path | None:
        """What an action leads to when it is said, behind forced passes; None if not legal.

        Kept: many stories of one position hear the same word.
        """
        asked = (position, text)
        if asked not in self._told:
            self._told[asked] = self._said(position, text)
        return self._told[asked]

    def _said(self, position: int, text: str) -> Path | None:
        played = self.at(position)
        action = named(played, text)
        forced: Path = ()
        if action is None:
            forced, played = self._behind_passes(played)
            action = named(played, text) if forced else None
        if action is None:
            return None
        return (*forced, self.step(played, action, played.apply(action).position))


def said(played: Played, action: Action) -> str:
    """The text of an action's step. Where several seats may act, it names the seat as well."""
    return _text(action, len(acting(played)))


def named(played: Played, text: str) -> Action | None:
    """The legal action whose step has that text.

    What was said where one seat could act may be heard where several can, and the other way round:
    the table need not have played yet what stands on the wood.
    """
    bare, _, seat = text.partition("@")
    legal = [action for action in played.legal() if action.text == bare]
    legal = [action for action in legal if not seat or str(action.seat) == seat]
    sure = len(legal) == 1 or seat or len(acting(played)) < SEVERAL
    return legal[0] if legal and sure else None


def _text(action: Action, seats: int) -> str:
    return action.text if seats < SEVERAL else f"{action.text}@{action.seat}"
