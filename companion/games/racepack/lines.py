"""Lines of a race: what an action did, in a few words (RP-82 … RP-88)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from companion.games.presenter import Presenter
from companion.games.scenery import Scenery
from companion.model.message import Message
from companion.model.race import Fact
from engine.action import Action
from engine.events import Event
from engine.games.racepack import RacepackPosition
from engine.games.racepack.deciding import LATE, PASS
from engine.games.racepack.events import ClosedUp, Finished, Gridded, SpunOut
from engine.games.racepack.moves import Driving
from engine.games.racepack.race import HAZARDS, SPIN_OUT
from engine.games.racepack.state import LAYING, MOVE, MOVEMENTS
from engine.games.racepack.ways import ALL_SPEEDS, SPEEDS_IN

FACES: Final[Mapping[str, str]] = {"0": "–", "1": "A"}
"""The text on a die or token in place of its number (RP-1)."""

CODES: Final = frozenset(
    {
        "race_over",
        "wrong_phase",
        "bad_die",
        "own_player",
        "no_token",
        "illegal_movement",
        "bad_track",
        "bad_config",
        "bad_position",
    }
)
"""RP-86: reasons to refuse an action or a set-up."""


def line(
    words: Presenter,
    race: RacepackPosition,
    action: Action,
    events: Sequence[Event],
    prefix: str,
) -> Message:
    """The action as a line; ``prefix`` is ``move`` (seen) or ``said`` (read aloud)."""
    if action.displacements:
        return _drive(words, race, action, prefix)
    kind, rest = action.text[:1], action.text[1:]
    if action.text == LATE:
        return Message("move.late")
    if action.text == PASS:
        return Message("move.pass")
    if kind == "!":
        return Message("move.claim", {"token": _token(rest.partition(":")[2])})
    if kind == "P":
        thrown = " ".join(_face(face) for face in rest.partition(":")[2])
        return Message("move.throws", {"n": thrown})
    if kind == "D":
        return _roll(rest, events)
    if rest.isdigit():
        return Message("move.throws", {"n": _face(rest)})
    return Message("move.hazard", nested={"b": words.hole(race, rest)})


def _drive(words: Presenter, race: RacepackPosition, action: Action, prefix: str) -> Message:
    nested = {"b": words.hole(race, action.displacements[0].to)}
    if "speed" not in action.params:
        return Message(f"{prefix}.reentry", nested=nested)
    params = {"n": action.params["speed"]}
    if "token" not in action.params:
        return Message(f"{prefix}.drive", params, nested)
    return Message(
        f"{prefix}.drive_token", params | {"token": _token(action.params["token"])}, nested
    )


def _roll(face: str, events: Sequence[Event]) -> Message:
    """RP-43: the roll; with the events, also what came of it."""
    key = "move.rolls"
    if events:
        key = "move.spins" if any(isinstance(e, SpunOut) for e in events) else "move.safe"
    return Message(key, {"n": _face(face)})


def _face(face: str) -> str:
    return FACES.get(face, face)


def _token(value: str) -> str:
    """A token in words: ``A``, ``3``, ``W``, or ``W2`` for one that counts as two."""
    return FACES["1"] if value == "1" else value


def owes(car: str, events: Sequence[Event], token: str, debt: Message) -> Message | None:
    """The debt of a car with its reason, if one of these events moved it there."""
    for event in events:
        key = _REASONS.get(type(event))
        if key is None or all(move.token != token for move in event.moved):
            continue
        params = {"c": car}
        if isinstance(event, Finished):
            params["n"] = str(event.place)
        wanted = "b" if key in ("correction.closes", "correction.grid") else "a"
        return Message(key, params, debt.nested) if wanted in debt.nested else None
    return None


_REASONS: Final[Mapping[type[Event], str]] = {
    SpunOut: "correction.spun",
    Finished: "correction.finished",
    ClosedUp: "correction.closes",
    Gridded: "correction.grid",
}
"""Events that move a car without a hand, and what is said of each."""


class RaceScenery(Scenery):
    """A race draws nothing of its own. Two of its reasons call hands to take a car off, and "Why?"
    counts by speed."""

    counts = "why.speed"
    calls = frozenset({"correction.spun", "correction.finished"})


def facts(race: RacepackPosition) -> Iterator[Fact]:
    """The numbers that everybody should see now: turn, penalty die, hazards."""
    state = race.state
    if state.phase == MOVE:
        yield from _of_turn(race)
    if state.threshold == SPIN_OUT:
        yield Fact("threshold", str(SPIN_OUT), Message("race.threshold_five"))
    elif state.threshold:
        face = _face(str(state.threshold))
        yield Fact("threshold", str(state.threshold), Message("race.threshold", {"n": face}))
    if state.phase == LAYING:
        yield _fact("hazards", str(HAZARDS - len(state.hazards)))
    if state.extra is not None:
        yield _fact("extra", str(state.extra))


def _of_turn(race: RacepackPosition) -> Iterator[Fact]:
    """The number of the movement, and the speeds it may have without a token (RP-30, RP-32)."""
    turn = race.state.turn
    number = str(turn.made + 1)
    message = Message("race.movement", {"n": number, "of": str(MOVEMENTS)})
    yield Fact("movement", number, message)
    free = Driving(race.race, race.state).free_speeds()
    if free == ALL_SPEEDS:
        yield Fact("speed", "1-7", Message("race.any_speed"))
        return
    speeds = SPEEDS_IN[free]
    low, high = str(speeds[0]), str(speeds[-1])
    if low == high:
        yield Fact("speed", low, Message("race.one_speed", {"n": low}))
        return
    params = {"low": low, "high": high, "n": str(turn.speed)}
    yield Fact("speed", f"{low}-{high}", Message("race.speed", params))


def _fact(key: str, value: str) -> Fact:
    return Fact(key, value, Message(f"race.{key}", {"n": value}))
