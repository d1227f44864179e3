"""The open game: position, history and journal. It writes every change before it makes it (PP-15).

Nothing here knows of marbles on wood; ``recogniser/handside`` has the hands' side.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from companion.games.lesson import Lesson
from companion.games.pack import ClaimTime
from companion.games.presenter import Presenter
from companion.model.journal import Facts, Journal, Row
from companion.model.step import GameStep
from companion.model.view import MoveLine
from engine.action import CHANCE_SEAT, Action
from engine.events import Event
from engine.game import ChanceRequest, Game, Position
from engine.search import Level, mixed

from . import bots
from .steps import ARRANGED, CORRECTED, Step, players, without
from .takebacks import Takeback, Takebacks

ACTION: Final = "action"
CHANCE_ROW: Final = "chance"
UNDO: Final = "undo"
BY_HANDS: Final = "hands"
"""Who took something back: nobody asked the page for it."""
REDO: Final = "redo"
EDIT: Final = "edit"
SIT: Final = "sit"
"""Who holds a seat (``holder``); None frees it."""
PLAYER: Final = "player"
"""Who plays a seat from now on: a person's ``name`` or the level of a ``bot``, and ``help``."""
PACE: Final = "pace"
"""Whether bots take half the time (``quick``)."""
ASIDE: Final = "aside"
"""``why`` a hole's sensor is not believed (PP-13); None: it is again."""


class Unrecorded(Protocol):
    """What the hands did and no row tells. It is written with the next row."""

    def since(self, row: int) -> Facts | None:
        """What they did since that row; None if there is nothing."""

    def written(self) -> None:
        """What ``since`` gave last is in the journal."""


class NoHands:
    """Nothing unrecorded: a game without hands."""

    def since(self, row: int) -> Facts | None:
        """Nothing."""

    def written(self) -> None:
        """Nothing was."""


class Again(NamedTuple):
    """A row that was read back, and the position after it. ``play``: the action that it made."""

    row: Row
    after: Position
    play: GameStep | None


class KeptOutcome(NamedTuple):
    """The line of a deed with what dice said of it, up to the last step that followed it.

    ``line``  None if nothing is decided; ``steps``: so many steps after the deed decided it
    """

    deed: Step
    last: Step
    line: MoveLine | None
    steps: int


@dataclass
class OpenGame:
    """A game that is being played.

    ``options``  those of the command ``new``, with those who play now; ``initial``: the position
                 that they led to
    ``sat_before``  who played a seat before its last change, as the row ``player`` has it
    ``steps``    the steps that stand (undone ones are gone from here, not from the journal)
    """

    journal: Journal
    game: Game
    presenter: Presenter
    claim_time: ClaimTime
    advice: Level
    options: dict[str, Any]
    id: str
    number: int
    started: float
    initial: Position
    position: Position
    steps: list[Step] = field(default_factory=list)
    takebacks: Takebacks = field(default_factory=Takebacks)
    last_row: int = 0
    unrecorded: Unrecorded = field(default_factory=NoHands)
    dwells: dict[int, float] = field(default_factory=dict)  # by seat, as last written (PP-2)
    sat_before: dict[int, dict[str, str]] = field(default_factory=dict)
    lines: dict[int, tuple[Step, MoveLine]] = field(default_factory=dict)
    """Lines of the history by number, kept because every change shows them again."""
    outcomes: dict[int, KeptOutcome] = field(default_factory=dict)  # what dice said of them
    quick: bool = False  # people want bots to take half the time
    lesson: Lesson | None = None
    """The guided first game that this is, until it is left."""
    counted: tuple[Step | None, Mapping[int, int]] = (None, MappingProxyType({}))
    """The takes by seat after a step, kept for the same reason."""

    @property
    def names(self) -> Mapping[int, str]:
        """Seat → name as a param of a message: people's names, and those of all bots."""
        return bots.names(self.options, self.presenter, self.initial)

    @property
    def bots(self) -> Mapping[int, str]:
        """Seat → level of the bots (docs/http.md)."""
        return bots.of(self.options)

    @property
    def dealt(self) -> bool:
        """Whether the service deals the cards (FT-8)."""
        return self.options.get("hands") == "virtual"

    @property
    def takes(self) -> Mapping[int, int]:
        """Seat → marbles that its moves have sent off; seats without any are left out."""
        self.counted = _counted(self.steps, self.presenter, *self.counted)
        return self.counted[1]

    @property
    def last(self) -> GameStep | None:
        """The last action that stands; None since the marbles were set otherwise."""
        last = next((s for s in reversed(self.steps) if not s.chance), None)
        return None if last is None or last.arranged else last.play

    # -------------------------------------------------------------------------------- playing

    def play(
        self,
        action: Action,
        *,
        auto: bool = False,
        joined: bool = False,
        thrown: bool = False,
        instead: bool = False,
        dwells: Mapping[int, float] | None = None,
    ) -> tuple[Event, ...]:
        """Write an action, then make it. A checkpoint goes with it when the turn passes.

        ``joined``  it is taken back with the one before; ``thrown``: the service threw these dice
        ``instead`` of what was just taken back, which redo can make again (I8)
        ``dwells``: what was learned of the seats' hands; anything new goes with the row (PP-2).
        """
        before = self.position
        applied = before.apply(action)
        after = applied.position
        checkpoint = after.to_json() if after.to_act != before.to_act else None
        marks = {"auto": auto, "joined": joined, "thrown": thrown, "instead": instead}
        data: dict[str, Any] = {"seat": action.seat} | {k: True for k, on in marks.items() if on}
        if dwells and dwells != self.dwells:
            data["dwell"] = {str(seat): seconds for seat, seconds in dwells.items()}
            self.dwells = dict(dwells)
        self._write(ACTION, action.text, data, checkpoint)
        self._stand(action, after, applied.events, auto=auto, joined=joined, instead=instead)
        return applied.events

    def draw(self, rng: random.Random, action: Action | None = None) -> tuple[Event, ...]:
        """Draw, write and make what chance is due for (``action``, if it is drawn already)."""
        action = action or drawn(self.position, rng)
        applied = self.position.apply(action)
        self._write(CHANCE_ROW, action.text, {}, applied.position.to_json())
        self._stand(action, applied.position, applied.events, chance=True)
        return applied.events

    def undo(self, steps: int, rng: random.Random, *, by: str = "page", whole: bool = True) -> int:
        """Take back ``steps`` actions, with the chance that followed; returns how many there were.

        Somebody may have seen cards of a deck meanwhile, so it is shuffled anew; the row says how.
        ``whole``  actions that were made together count as one, and so does a card without effect
        (PP-18); letting a covered window go by counts as none. The journal counts every action.
        ``by``: ``page``, or ``hands`` if hands did so on the board (PP-5, PP-11).
        """
        kept, taken = without(self.steps, steps, whole=whole)
        if not taken:
            return 0
        position = self.steps[len(kept)].play.before
        data: dict[str, Any] = {"steps": taken, "by": by}
        if orders := [order(seen, rng) for seen in position.seen_since(self.position)]:
            data["shuffled"] = orders
            position = position.reshuffled(orders)
        self._write(UNDO, str(taken), data, position.to_json())
        self._take_back(kept, position, by_hands=by == BY_HANDS)
        return taken

    def redo(self, by_hands: Sequence[str] = ()) -> None:
        """Make again what the last takeback took, with all that chance had brought (PP-11).

        The position is exactly the one before the takeback, so nobody learns anything new.
        ``by_hands``  these actions were made again on the board; nobody asked the page for it
        """
        last = self.takebacks.undone[-1]
        steps = str(sum(not step.chance for step in last.steps))
        data = {"by": BY_HANDS, "actions": list(by_hands)} if by_hands else {}
        self._write(REDO, steps, data, last.position.to_json())
        self._make_again()

    def played_by(self, steps: int, *, whole: bool = True) -> frozenset[int]:
        """The seats whose actions ``undo`` would take back."""
        kept, _ = without(self.steps, steps, whole=whole)
        return players(self.steps[len(kept) :])

    def edit(self, position: Position, text: str = "", **marks: bool) -> None:
        """Go on from another position (PP-12); nothing before it can be taken back.

        ``text``    the correction that made it, as people told it
        ``step``    but it is a step that can be; ``joined``: with the step before
        ``learnt``  the lesson is over; ``dealt``: from here on the service deals the cards
        """
        data = {"position": position.to_json(), **{k: True for k, on in marks.items() if on}}
        self._write(EDIT, text, data, data["position"])
        self._edited(position, text, data)

    def note(self, kind: str, text: str, data: dict[str, Any]) -> None:
        """Write what is no play: ``ASIDE``, ``SIT``, ``PLAYER`` or ``PACE``."""
        self._write(kind, text, data)
        if kind == PLAYER:
            self._hand(int(text), data)
        elif kind == PACE:
            self.quick = bool(data["quick"])

    @property
    def can_undo(self) -> bool:
        """Whether an action stands."""
        return any(not step.chance for step in self.steps)

    @property
    def undo_is_card(self) -> bool:
        """Whether the last action only said how to read the next one."""
        return bool(self.steps) and self.steps[-1].play.action.prelude

    def _hand(self, seat: int, data: dict[str, Any]) -> None:
        stood = bots.stands(self.options, seat)
        self.options = bots.handed(self.options, seat, data)
        self.sat_before[seat] = stood

    def _write(self, kind: str, text: str, data: dict[str, Any], stands: Any = None) -> None:
        """Write a row, and with it what the hands did before it."""
        facts = self.unrecorded.since(self.last_row)
        self.last_row = self.journal.append(kind, text, data, stands, facts)
        self.unrecorded.written()

    def _stand(
        self,
        action: Action,
        after: Position,
        events: tuple[Event, ...],
        *,
        chance: bool = False,
        auto: bool = False,
        joined: bool = False,
        arranged: bool = False,
        instead: bool = False,
    ) -> None:
        play = GameStep(action, events, self.position, after)
        number = 1 + next((s.number for s in reversed(self.steps) if s.counts), 0)
        self.steps.append(Step(number, play, chance, auto, joined, arranged))
        self.position = after
        self.takebacks.played(instead=instead, by_itself=chance or auto)

    def _edited(self, position: Position, text: str, marks: Mapping[str, Any]) -> None:
        if marks.get("step"):
            action = Action(CHANCE_SEAT, CORRECTED if text else ARRANGED)
            joined = bool(marks.get("joined"))
            self._stand(action, position, (), joined=joined, arranged=True)
        else:
            self.begin_at(position)
        self.lesson = None if marks.get("learnt") else self.lesson
        if marks.get("dealt"):
            self.options = {**self.options, "hands": "virtual"}

    def _take_back(self, kept: list[Step], position: Position, *, by_hands: bool) -> None:
        taken = tuple(self.steps[len(kept) :])
        self.takebacks.add(Takeback(taken, self.position, len(kept), by_hands))
        self.steps, self.position = kept, position

    def _make_again(self) -> None:
        steps, position, kept, _ = self.takebacks.made_again()
        self.steps, self.position = [*self.steps[:kept], *steps], position

    def begin_at(self, position: Position) -> None:
        """Go on from a position; nothing before it is known any more."""
        self.position = self.initial = position
        self.steps, self.takebacks = [], Takebacks()

    # ------------------------------------------------------------------------------ reading back

    def repeat(self, row: Row) -> None:
        """Make what a row of the journal tells; EngineError if it cannot be made any more."""
        self.last_row = row.seq
        if row.kind in (ACTION, CHANCE_ROW):
            chance = row.kind == CHANCE_ROW
            seat = CHANCE_SEAT if chance else int(row.data.get("seat", 0))
            action = find(self.position, row.text, seat) or Action(seat, row.text)
            applied = self.position.apply(action)
            marks = {mark: bool(row.data.get(mark)) for mark in ("auto", "joined", "instead")}
            if "dwell" in row.data:
                self.dwells = {int(seat): float(s) for seat, s in row.data["dwell"].items()}
            self._stand(action, applied.position, applied.events, chance=chance, **marks)
        elif row.kind == UNDO:
            kept, _ = without(self.steps, int(row.data["steps"]))
            if len(kept) < len(self.steps):
                before = self.steps[len(kept)].play.before
                position = before.reshuffled(row.data.get("shuffled", ()))
                self._take_back(kept, position, by_hands=row.data.get("by") == BY_HANDS)
        elif row.kind == REDO and self.takebacks.undone:
            self._make_again()
        elif row.kind == EDIT:
            self._edited(self.game.load(row.data["position"]), row.text, row.data)
        elif row.kind == PLAYER:
            self._hand(int(row.text), row.data)
        elif row.kind == PACE:
            self.quick = bool(row.data["quick"])


def lately(game: OpenGame) -> Iterator[Step]:
    """The steps since the marbles were set otherwise, the last one first."""
    return takewhile(lambda step: not step.arranged, reversed(game.steps))


def latest(game: OpenGame) -> Iterator[GameStep]:
    """The actions and the chance that stand since then, the last one first."""
    return (step.play for step in lately(game))


def drawn(position: Position, rng: random.Random) -> Action:
    """What chance brings: a listed action, or the order or item that the request asks for."""
    request = position.chance()
    if request is None:
        return rng.choice(list(position.legal()))
    if request.kind == "shuffle":
        return Action(CHANCE_SEAT, order(request, rng))
    text = request.prefix + rng.choice(request.domain)
    return find(position, text, CHANCE_SEAT) or Action(CHANCE_SEAT, text)


def order(request: ChanceRequest, rng: random.Random) -> str:
    """The text of a shuffle."""
    order = list(request.domain)
    if request.late:
        order = mixed(request, rng)
    else:
        rng.shuffle(order)
    return request.prefix + " ".join(order)


def _counted(
    steps: Sequence[Step], presenter: Presenter, known: Step | None, sums: Mapping[int, int]
) -> tuple[Step | None, Mapping[int, int]]:
    """The newest step, and the takes by seat up to it. ``sums``: those up to the ``known`` one."""
    newest = steps[-1] if steps else None
    if newest is known and newest is not None:
        return known, sums
    since = list(takewhile(lambda step: step is not known, reversed(steps)))
    counts = Counter[int](sums if len(since) < len(steps) else ())
    for step in since:
        if not step.chance:
            counts[step.play.action.seat] += len(presenter.took(step.play))
    return newest, MappingProxyType(+counts)


def find(position: Position, text: str, seat: int | None = None) -> Action | None:
    """The legal action with this text (and seat)."""
    return next((a for a in position.legal() if a.text == text and seat in (None, a.seat)), None)
