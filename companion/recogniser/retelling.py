"""The tracker as it was before a restart: its state of a moment, and what was told since (I7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.wood.seating import Seating
from engine.game import Position

from .endings import Log
from .facts import Agreed, Answer, Dwell, Edge, Heard, Named, Reset, Stands, Stood
from .hypothesis import Hypothesis
from .ledger import ELSEWHERE, Moved, Past, standing_again
from .sensor_health import LIES
from .state import Owed, Patience, State
from .taken_back import Gone, Made
from .tracking import Tracking, in_these_pens
from .writing import Load, Plain, Writer, form

Plainly = dict[str, Any]


class Row(NamedTuple):
    """What the table did after what was told before it, and wrote into the game's record.

    ``past``      the action that was played; None: the table stands at another ``position`` since
    ``moved``     how it came there; ``by_hands``: hands did so on the board
    ``again``     the actions that hands have made again
    """

    number: int
    position: Position
    past: Past | None = None
    moved: Moved = ELSEWHERE
    by_hands: bool = False
    again: Sequence[str] = ()


@dataclass(frozen=True)
class Part:
    """What was told after the row of that number, and before the next one."""

    after: int
    facts: Sequence[Plain]


# ------------------------------------------------------------------------------------ one moment


def written(tracking: Tracking, writer: Writer) -> Plainly:
    """All that the tracker knows, in plain lists and texts."""
    game, state, anchor = tracking.game, tracking.state, tracking.state.anchor
    wood = state.stories[0][0].wood
    ledger = tracking.ledger
    made = ledger.made_since(state)
    line, gone = list(made), list[Plain]()
    for kept, steps in reversed(ledger.gone.since(state.passed, state.passed + len(made))):
        gone.append([kept, _steps(writer, steps, _reached(writer, line[:kept], anchor))])
        line[kept:] = steps
    return {
        "form": form(game),
        "first": writer.position(0),
        "anchor": writer.position(anchor),
        "wood": writer.wood(wood, writer.nothing),
        "stories": [_story(writer, h, cost, anchor, wood) for h, cost in state.stories],
        "levels": writer.wood(state.levels, writer.nothing),
        "dwelt": state.dwelt,
        "presumed": state.presumed,
        "committed": writer.log(state.committed, anchor),
        "restored": None if state.restored is None else writer.log(state.restored, anchor),
        "last": state.last,
        "again": sorted([hole, stood.value] for hole, stood in state.again),
        "patience": state.patience.value,
        "shown": _owed(state.shown),
        "read": _owed(state.read),
        "unfollowed": _owed(state.unfollowed),
        "busy": state.busy,
        "meanwhile": state.meanwhile,
        "jumped": state.jumped,
        "fallen": sorted(state.fallen),
        "dark": state.dark,
        "rejected": sorted((writer.option(o, anchor) for o in state.rejected), key=repr),
        "seen": sorted(map(list, state.seen)),
        "denied": writer.log(state.denied, anchor),
        "others": [_story(writer, h, cost, anchor, wood) for h, cost in state.others],
        "made": _steps(writer, made, anchor),
        "gone": gone[::-1],
        "lifts": tracking.touches.written(),
    }


def _steps(writer: Writer, made: Iterable[Made], at: int) -> Plain:
    """Steps that begin at a position."""
    found = []
    for one in made:
        found.append([writer.step(one.step, at), int(one.counts), int(one.by_hands)])
        at = writer.game.number_of(one.step)
    return found


def _reached(writer: Writer, made: Sequence[Made], anchor: int) -> int:
    """The number of the position after these steps."""
    return writer.game.number_of(made[-1].step) if made else anchor


def _story(writer: Writer, h: Hypothesis, cost: int, anchor: int, like: bytes) -> Plain:
    return [
        cost,
        writer.log(h.log, anchor),
        writer.wood(h.wood, like),
        writer.wood(h.base, h.wood),
        h.hand.hex(),
        h.bag.hex(),
        sorted(h.dead),
        h.touched,
        h.standing,
        *([] if h.position == _after(h.log, anchor) else [writer.position(h.position)]),
    ]


def _owed(debts: Iterable[Owed]) -> Plain:
    return sorted([owed.hole, owed.has, owed.wants] for owed in debts)


def _read_owed(plain: Iterable[Plain]) -> frozenset[Owed]:
    return frozenset(Owed(*map(int, owed)) for owed in plain)


def _after(log: Log, anchor: int) -> object:
    """The number of the position after a log."""
    return log[-1].position if log else anchor


def read(seating: Seating, load: Load, plain: Mapping[str, Any], *, dealt: bool) -> Tracking:
    """The tracker that was written. What it raises if that is none: see ``Writer``."""
    tracking = Tracking(seating, load(plain["first"]), {})
    game = tracking.game
    if plain["form"] != form(game):
        raise ValueError("The holes or marbles of this game have other numbers now.")
    writer = Writer(game, load)
    anchor = writer.number(plain["anchor"])
    wood = writer.read_wood(plain["wood"], writer.nothing)
    restored = plain["restored"]
    tracking.board.dealt = dealt
    made = _made(writer, plain["made"], anchor)
    line, gone = list(made), list[Gone]()
    for kept, steps in reversed(plain["gone"]):
        before = _reached(writer, line[: int(kept)], anchor)
        gone.append(Gone(int(kept), _made(writer, steps, before)))
        line[int(kept) :] = gone[-1].steps
    tracking.ledger.begin(anchor, made, gone[::-1])
    tracking.touches.read(plain["lifts"])
    tracking.state = State(
        anchor,
        tuple(_read_story(writer, one, anchor, wood) for one in plain["stories"]),
        writer.read_wood(plain["levels"], writer.nothing),
        bool(plain["dwelt"]),
        bool(plain["presumed"]),
        writer.read_log(plain["committed"], anchor),
        None if restored is None else writer.read_log(restored, anchor),
        last=int(plain["last"]),
        again=frozenset((int(hole), Stood(stood)) for hole, stood in plain["again"]),
        patience=Patience(plain["patience"]),
        shown=_read_owed(plain["shown"]),
        read=_read_owed(plain["read"]),
        unfollowed=_read_owed(plain.get("unfollowed", ())),
        busy=bool(plain.get("busy")),
        meanwhile=bool(plain.get("meanwhile")),
        jumped=bool(plain["jumped"]),
        fallen=frozenset(map(int, plain.get("fallen", ()))),
        dark=bool(plain.get("dark")),
        rejected=frozenset(writer.read_option(o, anchor) for o in plain["rejected"]),
        seen=frozenset((int(one[0]), int(one[1])) for one in plain["seen"]),
        denied=writer.read_log(plain["denied"], anchor),
        others=tuple(_read_story(writer, one, anchor, wood) for one in plain["others"]),
    )
    if not tracking.state.stories:
        raise ValueError("No story was written.")
    return tracking


def _made(writer: Writer, plain: Iterable[Plain], anchor: int) -> list[Made]:
    found = []
    for step, counts, by_hands in plain:
        one = writer.read_step(step, anchor)
        found.append(Made(one, bool(counts), bool(by_hands)))
        anchor = writer.game.number_of(one)
    return found


def _read_story(writer: Writer, plain: Plain, anchor: int, like: bytes) -> tuple[Hypothesis, int]:
    cost, log, wood, base, hand, bag, dead, touched, standing, *elsewhere = plain
    steps = writer.read_log(log, anchor)
    stands = writer.read_wood(wood, like)
    story = Hypothesis(
        steps,
        writer.number(elsewhere[0]) if elsewhere else _after(steps, anchor),
        stands,
        bytes.fromhex(hand),
        bytes.fromhex(bag),
        frozenset(map(int, dead)),
        int(touched),
        int(standing),
        writer.read_wood(base, stands),
    )
    return story, int(cost)


# ------------------------------------------------------------------------------------ and since


def retell(tracking: Tracking, load: Load, parts: Iterable[Part], rows: Iterable[Row]) -> None:
    """What was told happens again, and between it what the table did."""
    writer, left = Writer(tracking.game, load), list(rows)
    for part in parts:
        while left and left[0].number <= part.after:
            followed(tracking, left.pop(0))
        for plain in part.facts:
            happened(tracking, writer.read_fact(plain, tracking.state.anchor))
    for row in left:
        followed(tracking, row)
    tracking.heard.clear()


def doubted(tracking: Tracking, aside: Mapping[str, str]) -> None:
    """The rows of the game say which sensors are set aside: hole → why."""
    for hole in tracking.read.unfelt ^ (aside.keys() & tracking.game.numbers.keys()):
        why = aside.get(hole)
        tracking.distrust(hole, doubted=why is not None, lies=why == LIES)


def happened(tracking: Tracking, fact: Heard) -> None:
    """A fact of before a restart happens again."""
    match fact:
        case Edge():
            tracking.touches.again(fact)
            tracking.happens(fact)
        case Dwell():
            tracking.dwell()
        case Answer():
            tracking.answer(fact.option)
        case Named():
            tracking.name(fact.logs)
        case Agreed():
            tracking.agree(fact.log)
        case Stands():
            tracking.state = in_these_pens(tracking.board, tracking.state, fact.wood)
        case Reset():
            tracking.reset(tracking.game.at(fact.position))
        case _:
            tracking.happens(fact)


def followed(tracking: Tracking, row: Row) -> None:
    """The table has written a row: it plays what the hands have changed, or what somebody said.

    The table reads the hands before it hears anybody. So if they have changed anything, the row is
    about that.
    """
    change = tracking.change()
    if row.past is None:
        back = row.moved.back
        if row.by_hands and back and change is not None and change.back == back:
            tracking.undone(change)
        elif row.again and change is not None and not change.back:
            tracking.redone(standing_again(change, row.again), row.position)
        else:
            tracking.reset(row.position, row.moved)
        return
    action = row.past.action
    wanted = change.play[0] if change is not None and change.play and not change.back else None
    if wanted is not None and (wanted[0].text, wanted[0].seat) == (action.text, action.seat):
        tracking.made(wanted[1], row.past.after)
    else:
        tracking.said(row.past)
