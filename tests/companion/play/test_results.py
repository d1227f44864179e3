"""Results of recorded games: counted from the rows that stand, for every game that ships."""

from __future__ import annotations

import pytest
from recorded import GAMES, TWO, Played
from two_forms import first

from companion.play.open_game import PLAYER
from companion.play.results import BREAK_SECONDS
from companion.play.watching import watched
from engine.events import Captured
from engine.game import OVER
from engine.registry import REGISTRY


@pytest.mark.parametrize(
    ("game", "most"),
    first(2, [("wahoo", 4000), ("racepack", 1500), ("fhtagn", 2500)], unpacked=True),
)
def test_a_whole_game_has_a_winner_and_places_by_its_own_rules(game: str, most: int) -> None:
    played = Played(GAMES[game]).on(most)
    assert played.game.position.to_act is OVER
    told = played.result()
    assert (told.why, told.over) == ("", True)
    winners = played.game.presenter.winners(played.game.position, played.game.last)
    assert [s.seat for s in told.seats if s.won] == list(winners) != []
    assert sorted(s.place for s in told.seats) == list(range(1, len(told.seats) + 1))
    assert all(s.place == 1 for s in told.seats if s.won)
    assert sum(s.began for s in told.seats) == 1
    assert told.moves == max(s.number for s in played.game.steps if s.counts)
    events = [e for step in played.game.steps for e in step.play.events]
    if game == "wahoo":
        took = [s.took or 0 for s in told.seats]
        assert sum(took) == sum(isinstance(e, Captured) for e in events) > 0
        assert [s.lost for s in told.seats] == took[::-1]  # of two, one takes what the other loses
        assert max(s.home or 0 for s in told.seats) == 4
    else:
        assert {s.took for s in told.seats} == {s.home for s in told.seats} == {None}


def test_what_was_taken_back_is_not_counted_and_made_again_it_is_counted_once() -> None:
    played = Played(TWO).go(
        "card:6", "Ap-A9", "card:2", "A9-A11", "card:2", "--", "card:3", "A11-B0"
    )
    before = played.result()
    played.game.undo(1, played.rng)
    without = played.result()
    played.game.redo()
    again = played.result()
    assert (before.moves, without.moves, again.moves) == (4, 3, 4)
    assert again.seats == before.seats
    assert [s.began for s in without.seats] == [True, False]
    assert [s.turns for s in without.seats] == [2, 1]  # the card of the second still lies


def test_a_clock_that_is_set_back_an_hour_takes_no_time_from_anybody() -> None:
    played = Played(TWO).go("card:6", "Ap-A9", "card:2")
    played.wall.t -= 3600
    told = played.go("A9-A11", "card:2", "--").result()
    assert [one.seconds for one in told.seats] == [6.0, 4.0]
    assert told.ended >= told.started
    stands = watched(REGISTRY, played.pack, played.record).stands
    assert [one.at for one in stands] == sorted(one.at for one in stands)


def test_captures_belong_to_who_took_and_to_who_lost() -> None:
    data = Played(TWO).game.position.to_json()
    played = Played(TWO)
    marbles = dict(data["marbles"])  # type: ignore[call-overload]
    marbles |= {"A": ["A9", "p", "p", "p"], "D": ["A11", "p", "p", "p"]}
    played.game.edit(played.game.game.load({**data, "marbles": marbles}))
    played.go("card:2", "A9-A11")
    a, d = played.result().seats
    assert (a.took, a.lost, d.took, d.lost) == (1, 0, 0, 1)


def test_the_time_of_a_turn_leaves_out_supper() -> None:
    played = Played(TWO).go("card:2", "--")
    played.wall.step = BREAK_SECONDS + 1
    played.go("card:2")
    played.wall.step = 2.0
    played.go("--", "card:5", "--")
    a, d = played.result().seats
    assert (a.turns, a.seconds) == (2, 8.0)
    assert (d.turns, d.seconds) == (1, 2.0)


def test_the_longest_wait_is_a_run_of_own_turns_with_nothing_on_the_way() -> None:
    played = Played(TWO).go(*("card:2", "--") * 5, "card:6", "Dp-D9", "card:2", "D9-D11")
    played.go("card:2", "--", "card:3", "D11-E0")
    assert [s.waited for s in played.result().seats] == [4, 2]


def test_places_come_from_marbles_home_then_holes_to_go_and_equals_share() -> None:
    four = {**TWO, "players": [["A"], ["B"], ["C"], ["D"]]}
    position = Played(four).game.position
    data = position.to_json()
    stand = {
        "A": ["Ah1", "Ah2", "Ah3", "Ah4"],
        "B": ["Bh3", "Bh4", "B5", "p"],
        "C": ["Ch3", "Ch4", "C6", "p"],
        "D": ["Dh3", "Dh4", "D5", "p"],
    }
    played = Played(four)
    played.game.edit(played.game.game.load({**data, "marbles": stand, "winner": 0}))
    seats = played.result().seats
    assert [(s.place, s.won) for s in seats] == [(1, True), (3, False), (2, False), (3, False)]
    assert [s.to_go for s in seats] == [0, 2 + 83 + 3, 1 + 83 + 3, 2 + 83 + 3]


def test_a_game_that_cannot_be_read_says_why() -> None:
    played = Played(TWO).go("card:A", "Ap-A9")
    played.journal.append("action", "Z9-Z10", {"seat": 1})
    told = played.result()
    assert told.why
    assert (told.number, told.rules, told.seats) == (1, "classic", ())


def test_a_result_counts_for_whoever_sits_there_at_the_end_and_tells_who_was_ahead() -> None:
    played = Played({**TWO, "names": ["Anna", "Max"], "options": {"ahead": [1, 0]}})
    played.go("card:2", "--")
    played.game.note(PLAYER, "1", {"name": "Dora", "bot": ""})
    a, d = played.result().seats
    assert [(s.name, s.bot) for s in (a, d)] == [("Anna", ""), ("Dora", "")]
    assert [(s.ahead, s.home) for s in (a, d)] == [(1, 1), (0, 0)]
    played.game.note(PLAYER, "1", {"name": "", "bot": "good"})
    assert [(s.name, s.bot) for s in played.result().seats] == [("Anna", ""), ("", "good")]


def test_marbles_that_people_have_set_are_a_step_of_nobodys() -> None:
    played = Played(TWO).go("card:6", "Ap-A9", "card:2", "A9-A11")
    data = played.game.position.to_json()
    marbles = dict(data["marbles"], A=["p", "p", "p", "p"])  # type: ignore[call-overload]
    played.game.edit(played.game.game.load({**data, "marbles": marbles}))
    played.go("card:2", "--")
    a, d = played.result().seats
    assert (a.turns, a.seconds, d.turns, d.seconds) == (1, 8.0, 1, 4.0)
    played.game.undo(2, played.rng)
    assert [s.turns for s in played.result().seats] == [1, 0]


@pytest.mark.parametrize(
    ("kind", "text", "data"),
    [
        ("undo", "1", {}),  # KeyError
        ("undo", "1", {"steps": None}),  # TypeError
        ("action", "Ap-A9", {"seat": "first"}),  # ValueError
        ("action", "Ap-A9", {"seat": 0, "dwell": [1]}),  # AttributeError
        ("player", "-9", {"name": "Dora", "bot": ""}),  # IndexError
        ("player", "1", {"name": 5, "bot": ""}),
    ],
)
def test_a_torn_row_breaks_neither_the_list_nor_the_replay(
    kind: str, text: str, data: dict[str, object]
) -> None:
    played = Played(TWO).go("card:A")
    played.journal.append(kind, text, data)
    assert played.result().why
    torn = watched(REGISTRY, played.pack, played.record)
    assert (torn.last, torn.why) == (0, played.result().why)
