"""What holds in every position, whatever is played (Hypothesis)."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strewn import QUICK, check_marbles, strewn

from engine.errors import IllegalAction
from engine.events import Moved, SentBack, Swapped, TurnPassed, Won
from engine.game import OVER
from engine.games.fast_track import PROFILES, FastTrackGame, FastTrackPosition


@st.composite
def boards(draw: st.DrawFn) -> FastTrackPosition:
    """Any position of a published sheet, marbles strewn over the board."""
    return strewn(draw, draw(st.sampled_from(sorted(PROFILES))), {})


@QUICK
@given(boards())
def test_every_legal_action_applies_and_keeps_the_marbles(position: FastTrackPosition) -> None:
    before = position.to_json()
    actions = position.legal()
    assert actions
    assert [a.text for a in actions] == sorted({a.text for a in actions})
    for action in actions:
        follow = position.apply(action).position
        assert isinstance(follow, FastTrackPosition)
        check_marbles(follow)
        assert follow.card is None
    assert position.to_json() == before


@QUICK
@given(boards())
def test_json_round_trips(position: FastTrackPosition) -> None:
    text = json.dumps(position.to_json())
    again = FastTrackGame().load(json.loads(text))
    assert again == position
    assert json.dumps(again.to_json()) == text
    assert [a.text for a in again.legal()] == [a.text for a in position.legal()]


@QUICK
@given(boards(), st.data())
def test_what_is_not_legal_is_refused(position: FastTrackPosition, data: st.DataObject) -> None:
    legal = {action.text for action in position.legal()}
    places = list(dict.fromkeys(position.setup.track.places))
    frm, to = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places))
    for text in (f"{frm}-{to}", f"{frm}={to}", f"{frm}-p", "--", "card:7", "", "nonsense"):
        if text not in legal:
            with pytest.raises(IllegalAction):
                position.apply(text)


@QUICK
@given(boards(), st.data())
def test_an_explanation_agrees_with_the_list(
    position: FastTrackPosition, data: st.DataObject
) -> None:
    places = list(dict.fromkeys(position.setup.track.places))
    frm = data.draw(st.sampled_from(sorted(position.occupancy())))
    offered = {way for action in position.legal() for way in action.displacements}
    for to in places:
        told = position.explain(frm, to)
        assert told.legal == ((frm, to) in offered)
        if told.blocked_by is not None and told.key in ("refusal.pass", "refusal.land"):
            assert position.occupancy()[told.blocked_by] == position.occupancy()[frm][:1]


@QUICK
@given(boards())
def test_events_tell_the_whole_change(position: FastTrackPosition) -> None:
    for action in position.legal():
        follow, events = position.apply(action)
        board = {place: list(tokens) for place, tokens in position.occupancy().items()}
        movers = [e for e in events if isinstance(e, Moved | SentBack)]
        assert tuple((e.frm, e.to) for e in movers) == action.displacements[: len(movers)]
        for event in events:
            if isinstance(event, Swapped):
                board[event.a], board[event.b] = board[event.b], board[event.a]
        moved = [move for event in events for move in event.moved]
        # First put, then take away: in mid-move two marbles may share a hole.
        for move in moved:
            board.setdefault(move.to, []).append(move.token)
        for move in moved:
            board[move.frm].remove(move.token)
        after = {place: sorted(held) for place, held in board.items() if held}
        assert after == {place: sorted(held) for place, held in follow.occupancy().items()}
        names = [type(event) for event in events]
        assert Won not in names[:-1]
        passed = [event.to_play for event in events if isinstance(event, TurnPassed)]
        assert passed == (
            [] if follow.to_act in (OVER, position.to_act) else [follow.to_json()["to_play"]]
        )


@pytest.mark.parametrize("rules", sorted(PROFILES))
def test_a_whole_random_game_keeps_all_of_it(rules: str) -> None:
    rng = random.Random(7)
    players = [["A"], ["B"], ["D"], ["E"]]
    position = FastTrackGame().new({"rules": rules, "board": "hex", "players": players})
    plies = 0
    while position.to_act is not OVER:
        assert isinstance(position, FastTrackPosition)
        if plies % 25 == 0:
            check_marbles(position)
            assert FastTrackGame().load(position.to_json()) == position
        position = position.apply(rng.choice(position.legal())).position
        plies += 1
        assert plies < 20_000
    assert position.to_json()["winner"] is not None
