"""I7: what is told is written and read back as it was; to say it again changes nothing."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import msgspec
import pytest
from toy_table import ToyTable
from two_forms import first

from companion.recogniser.facts import (
    Agreed,
    Answer,
    Circled,
    Colour,
    Doubted,
    Dwell,
    Edge,
    Heard,
    Misread,
    Named,
    Picture,
    Place,
    Reset,
    RuledOut,
    Stands,
    Stood,
    Told,
    Unlike,
    Waited,
)
from companion.recogniser.game_endings import GameEndings
from companion.recogniser.ledger import Moved, Past
from companion.recogniser.options import Option
from companion.recogniser.retelling import read, written
from companion.recogniser.state import replace
from companion.recogniser.tracking import Tracking
from companion.recogniser.writing import Writer
from companion.wood.seating import seat
from engine.registry import REGISTRY

GAME = REGISTRY.game("fast_track")
FIRST = GAME.new(
    {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["C"]]}
)


def endings() -> GameEndings:
    return GameEndings(seat(GAME.seating, FIRST.board), FIRST)


def plain(data: Any) -> Any:
    """The same after a journey through the journal."""
    return msgspec.json.decode(msgspec.json.encode(data))


@pytest.fixture
def writer() -> Writer:
    return Writer(endings(), GAME.load)


def facts(game: GameEndings) -> list[Heard]:
    """One of each kind, and of each that has several forms."""
    anchor = game.number(FIRST)
    out = game.told(anchor, "card:A")
    assert out is not None
    move = game.told(game.number_of(out[-1]), "Ap-A9")
    assert move is not None
    inferred = (out[0]._replace(inferred=True), move[0]._replace(home=b"\x01"))
    wood = bytes(game.holes - 1) + b"\xff"
    return [
        Edge(3, full=True),
        Edge(0, full=False, at_once=True, stood=Stood.SHORTLY),
        Edge(0, full=True, stood=Stood.LONG, late=True),
        Dwell(),
        Waited(),
        Picture(wood),
        Told("card:A"),
        Told("card:A", chance=True, seats=frozenset({0, 2})),
        Answer(None),
        Answer(Option(inferred)),
        Answer(Option(out, wood[: game.exact])),
        Named((inferred, out)),
        RuledOut(frozenset({inferred, out, ()}), out),
        Misread(),
        Circled(frozenset({0, 4})),
        Colour(2, 1),
        Unlike(2, frozenset({0, 1})),
        Place(1, None),
        Place(1, 7),
        Doubted(4, aside=True, lies=True),
        Doubted(4, aside=False),
        Agreed(inferred),
        Stands(wood),
        Reset(game.number_of(out[-1])),
    ]


def test_every_fact_is_read_back_as_it_was_written_i7(writer: Writer) -> None:
    anchor = writer.game.number(FIRST)
    for fact in facts(writer.game):
        assert writer.read_fact(plain(writer.fact(fact, anchor)), anchor) == fact


def test_facts_are_the_same_where_positions_have_other_numbers_i7(writer: Writer) -> None:
    other = Writer(endings(), GAME.load)
    for text in ("card:2", "card:3", "card:K"):
        other.game.number(FIRST.apply(text).position)
    here, there = writer.game.number(FIRST), other.game.number(FIRST)
    for fact in facts(writer.game):
        written = plain(writer.fact(fact, here))
        assert plain(other.fact(other.read_fact(written, there), there)) == written


def test_an_edge_is_short_i7(writer: Writer) -> None:
    assert len(msgspec.json.encode(writer.fact(Edge(100, full=True), 0))) < 24


@pytest.mark.parametrize("seed", first(2, range(6)))
def test_a_dwell_that_is_said_again_changes_nothing_i7(seed: int) -> None:
    """Whatever was touched: still hands stay still, however often that is said."""
    rng, table = random.Random(seed), ToyTable("ab.b.", cards=bool(seed % 2))
    full = {hole for hole, level in enumerate(table.state.levels) if level}
    for _ in range(60):
        hole = rng.randrange(table.toy.holes)
        table.happens(Edge(hole, hole not in full, rng.random() < 0.2))
        full ^= {hole}
        for fact in (Dwell(), Waited())[: rng.choice((0, 0, 1, 2))]:
            table.happens(fact)
            still = table.state
            table.happens(fact)
            assert table.state == still


def test_what_is_known_between_two_facts_is_read_back_over_a_restart_i7() -> None:
    """The places of what has passed, and of a burst that no restart goes on from, begin anew."""
    seating, holes = seat(GAME.seating, FIRST.board), FIRST.board.places["Ap"].holes
    tracking = Tracking(seating, FIRST, dict.fromkeys(holes, "A"))
    state = replace(
        tracking.state, dwelt=False, last=3, busy=True, jumped=True, fallen=frozenset((3, 7))
    )
    tracking.state = state
    kept = written(tracking, Writer(tracking.game, GAME.load))
    named = {known.name for known in fields(state)} - {"passed", "burst"}
    assert named <= set(kept)
    again = read(seating, GAME.load, plain(kept), dealt=False).state
    assert {name: getattr(again, name) for name in named if name not in ("anchor", "stories")} == {
        name: getattr(state, name) for name in named if name not in ("anchor", "stories")
    }


def test_what_the_page_took_back_is_made_again_after_a_restart_pp11() -> None:
    """The steps before an undo stay known, and those of a redo."""
    seating = seat(GAME.seating, FIRST.board)
    standing = {
        hole: token
        for place, tokens in FIRST.occupancy().items()
        for hole, token in zip(seating.holes[place], tokens, strict=False)
    }
    tracking = Tracking(seating, FIRST, standing)
    stood = [FIRST]
    for text in ("card:A", "Ap-A9", "card:5"):
        action = next(a for a in stood[-1].legal() if a.text == text)
        stood.append(stood[-1].apply(action).position)
        tracking.said(Past(stood[-2], action, stood[-1]))
    whole = [one.text for one in tracking.standing_log]
    assert whole == ["card:A", "Ap-A9", "card:5"]
    tracking.reset(stood[2], Moved(back=1))
    tracking.reset(stood[1], Moved(back=1))
    assert [one.text for one in tracking.standing_log] == whole[:1]
    again = read(
        seating, GAME.load, plain(written(tracking, Writer(tracking.game, GAME.load))), dealt=False
    )
    for one in (tracking, again):
        one.reset(stood[2], Moved(again=True))
        assert [step.text for step in one.standing_log] == whole[:2]
        one.reset(stood[3], Moved(again=True))
        assert [step.text for step in one.standing_log] == whole
        one.reset(stood[2], Moved(back=2))
        assert one.standing_log == (), "two actions back lead elsewhere"
