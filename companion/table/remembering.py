"""Memory of hands for a game that is taken up again: last gesture, pace and sensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.model.journal import Facts
from companion.play import dice
from companion.play.beginning import TakenUp
from companion.play.open_game import (
    ASIDE,
    BY_HANDS,
    CHANCE_ROW,
    PLAYER,
    REDO,
    SIT,
    UNDO,
    Again,
    OpenGame,
    lately,
)
from companion.play.steps import is_forced
from companion.recogniser import lasting, retelling
from companion.recogniser.handside import HandSide
from companion.recogniser.ledger import Moved, Past, Recent
from companion.recogniser.tracking import Tracking

from .disorder import Disorder
from .fact_keeper import SEAT

TURNS: Final = 3
"""So many of the last moves may still be changed by the hands after a restart."""


def learned(hands: HandSide, game: OpenGame, aside: Mapping[str, str], now: float) -> None:
    """Take up what is known of hands and sensors. ``aside``: those that the game's rows set aside.

    From the game before, only the sensors count, and the new game writes them down. The wood stays
    the same from game to game, but the people may change.
    """
    assert hands.seating is not None
    hands.dwells.forget()
    for number, seconds in game.dwells.items():
        hands.dwells.set(number, seconds)
    names, before = hands.seating.names, hands.sensors.health.aside
    kept = {hole: why for hole, why in before.items() if hole in names and hole not in aside}
    for hole, why in kept.items():
        game.note(ASIDE, hole, {"why": why})
    hands.sensors.health.aside = {**aside, **kept}
    for hole, why in (*aside.items(), *kept.items()):
        hands.set_aside(hole, why, now)


def recent(game: OpenGame) -> Recent:
    """The last actions as hands may still change them (PP-5, PP-11, PP-15)."""
    found: list[Past] = []
    moves = 0
    for step in lately(game):
        play = step.play
        if play.before.public() == play.after.public():
            continue
        moves += bool(play.action.displacements)
        if moves > TURNS:
            break
        thrown = dice.waits(play.before)
        found.append(Past(play.before, play.action, play.after, thrown, step.forced))
    return tuple(reversed(found))


def recalled(
    hands: HandSide, disorder: Disorder, taken: TakenUp, facts: Sequence[Facts]
) -> str | None:
    """Have the hands believed as before a restart, from the facts that the journal kept (I7).

    None when that was done. Otherwise it says why not, and nothing has changed: what is believed
    then begins from the last moves.
    """
    if not facts or not taken.whole or not hands.physical:
        return "nothing was kept of them for this game"
    try:
        tracking, besides = _told(hands, taken, facts)
        if tracking.ledger.stands != tracking.game.number(taken.game.position):
            return "they lead to another position than the one that stands"
        known = lasting.read(besides["hands"])
        since = [one for one in taken.again if one.row.seq > facts[-1].after and _tells(one)]
        for one in since:
            by_hands = one.play is None and one.row.data.get("by") == BY_HANDS
            known.stand(() if one.play is None else one.play.events, by_hands=by_hands)
        if not since:
            disorder.recall(besides["disorder"])
        of_seats = {key: one for key, one in besides.items() if key.startswith(SEAT)}
        hands.dwells.recall({key.removeprefix(SEAT): one for key, one in of_seats.items()})
        retelling.doubted(tracking, hands.sensors.health.aside)
    except Exception as error:  # whatever it is: a game is always taken up, then as without them
        return f"{type(error).__name__}: {error}"
    hands.take_up(tracking, known)
    return None


def _told(
    hands: HandSide, taken: TakenUp, facts: Sequence[Facts]
) -> tuple[Tracking, Mapping[str, Any]]:
    """The tracker after all facts and rows, and what was known beside its stories."""
    assert hands.seating is not None
    game = taken.game
    told = [msgspec.json.decode(one.text, type=dict[str, Any]) for one in facts]
    tracking = retelling.read(hands.seating, game.game.load, told[0]["state"], dealt=game.dealt)
    parts = [
        retelling.Part(one.after, each.get("facts", ()))
        for one, each in zip(facts, told, strict=True)
    ]
    rows = [_row(one) for one in taken.again if _tells(one)]
    retelling.retell(tracking, game.game.load, parts, rows)
    besides: dict[str, Any] = {}
    for each in told:
        besides |= each.get("besides", {})
    return tracking, besides


def _tells(again: Again) -> bool:
    """Whether a row is about the game, not about who plays where or which sensors are believed."""
    return again.row.kind not in (SIT, PLAYER, ASIDE)


def _row(again: Again) -> retelling.Row:
    """A row as the tracker is told of it."""
    row, play = again.row, again.play
    if play is None:
        by_hands = row.data.get("by") == BY_HANDS
        back = int(row.data["steps"]) if row.kind == UNDO else 0
        moved = Moved(back, again=row.kind == REDO)
        actions = row.data["actions"] if row.kind == REDO and by_hands else ()
        return retelling.Row(row.seq, again.after, moved=moved, by_hands=by_hands, again=actions)
    thrown = row.kind == CHANCE_ROW and dice.waits(play.before)
    forced = bool(row.data.get("auto")) and is_forced(play.before, play.action)
    past = Past(play.before, play.action, play.after, thrown, forced)
    return retelling.Row(row.seq, again.after, past)
