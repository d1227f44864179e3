"""Where a game counts no features, its score has parts, and the coach tells the one that gains."""

from __future__ import annotations

import random

import pytest
from bot_tables import first, played

from companion.model.message import Message
from companion.table.shown.hint import OF_SCORES, sentence_of
from companion.words import render
from engine.action import Action
from engine.bots import coach
from engine.bots.coach import ALONG, FLAT, HOLD, HOME, OUT, PLAIN, TAKE, Reason, reason
from engine.game import Position
from engine.games.racepack.position import RacepackPosition
from engine.games.racepack.road import NONE
from engine.games.racepack.state import LAYING, PENALTY, POLE, REACT
from engine.games.street_race.grid import WALK
from engine.games.street_race.position import StreetPosition
from engine.games.wahoo.position import WahooPosition
from engine.games.wahoo.ways import route
from engine.registry import REGISTRY
from engine.search import choose


def wahoo(die: int, mine: list[str], theirs: list[str]) -> Position:
    return REGISTRY.load({
        "game": "wahoo", "board": "hex", "dice": "table", "players": [["A"], ["D"]],
        "to_play": 0, "winner": None, "die": die, "marbles": {"A": mine, "D": theirs},
    })  # fmt: skip


def why(now: Position, text: str) -> Reason:
    return reason(now, next(a for a in now.legal() if a.text == text))


P4 = ["p"] * 4


@pytest.mark.parametrize(
    ("die", "mine", "theirs", "text", "key"),
    [
        (2, ["p", "p", "B1", "C1"], ["p", "p", "p", "B3"], "B1-B3", TAKE),
        (3, ["p", "p", "A6", "B1"], P4, "A6-Ah2", HOME),
        (1, ["p", "p", "p", "B1"], P4, "Ap-A9", OUT),
    ],
)
def test_wahoo_says_why(die: int, mine: list[str], theirs: list[str], text: str, key: str) -> None:
    assert why(wahoo(die, mine, theirs), text).key == key


def test_a_win_is_told_and_what_is_taken_by_the_only_move() -> None:
    won = wahoo(1, ["Ah4", "Ah3", "Ah2", "A7"], ["p", "p", "p", "D9"])
    assert why(won, won.legal()[0].text).key == PLAIN, "it is the only one"
    only = wahoo(2, ["p", "p", "p", "B1"], ["p", "p", "p", "B3"])
    assert why(only, "B1-B3") == Reason(TAKE, None, "D")


def told(name: str, level: str, seeds: int, moves: int) -> dict[str, int]:
    """How often each reason is told in games of bots."""
    keys: dict[str, int] = {}
    for seed in range(seeds):
        now = played(first(name), 6, random.Random(seed))
        for n in range(moves):
            seat = min(now.to_act)  # type: ignore[type-var, arg-type]
            action = choose(now, level, random.Random(n), seat)  # type: ignore[arg-type]
            key = reason(now, action).key
            keys[key] = keys.get(key, 0) + 1
            now = played(now.apply(action).position, 0, random.Random(n))
    return keys


def test_racepack_tells_of_the_road_and_of_the_risk() -> None:
    found = told("racepack 4", "good", 2, 40)
    assert found["hint.road"] > 5
    assert found["hint.risk"] > 5


def test_the_street_race_tells_who_gets_ahead() -> None:
    assert told("fhtagn 3", "middle", 2, 25)["hint.ahead"] > 3


@pytest.mark.parametrize("name", ["wahoo 2", "racepack 4", "fhtagn 3", "fhtagn on wood"])
def test_every_part_that_may_be_told_has_its_sentence(name: str) -> None:
    wordless = {"home", "out", "along", "theirs"}  # these share the sentences of Fast Track
    for seed in range(3):
        now = played(first(name), 25, random.Random(seed))
        assert set(now.terms(0)) <= {*OF_SCORES, *wordless}
        seat = min(now.to_act)  # type: ignore[type-var, arg-type]
        key = reason(now, choose(now, "middle", random.Random(1), seat)).key
        known = (TAKE, HOLD, HOME, OUT, ALONG, FLAT, PLAIN)
        assert key in known or key.removeprefix("hint.") in OF_SCORES


# ------------------------------------------------------------- the sums, written out once more


def wahoo_sum(now: WahooPosition, seat: int) -> float:
    state = now.state

    def steps(way: tuple[str, ...], place: str) -> float:
        if place == "X":
            return steps(way, f"{way[0][0]}0") - 6
        return 6 + way.index(place) if place in way else 0.0

    far = [
        sum(steps(route(state.kind, colour), place) for place in places)
        for colour, places in zip(state.players, state.marbles, strict=True)
    ]
    return far[seat] - (sum(far) - far[seat]) / (len(far) - 1)


def racepack_sum(now: RacepackPosition, seat: int) -> float:
    race, state = now.race, now.state
    if state.phase in (POLE, LAYING):
        return 0.0
    rows, total = 2 * race.road.tiles, 0.0
    held = [one for h, one in enumerate(state.tokens) if race.player_of(h) == seat]
    able = {race.player_of(h) for h, one in enumerate(state.tokens) if one} - {seat}
    for number in race.players[seat][1]:
        car = state.cars[number]
        if car.place:
            total += rows * (race.laps + 1) + 60.0 * (len(state.cars) - car.place)
            continue
        spun = car.spun != NONE
        where = car.spun if spun else race.road.tile[car.at]
        total += rows * car.c + 2 * where + (-14.0 if spun else race.road.row[car.at])
        if number == state.turn.car and state.phase in (PENALTY, REACT):
            total -= 14.0 * (6 - state.threshold) / 6 + 14.0 * len(able) / 12
    return total + 1.5 * sum(len(one) for one in held)


def street_sum(now: StreetPosition, seat: int) -> float:
    state, race = now.moment.state, now.moment.race
    player, racers = race.players[seat], state.pack.racers()
    others = [car.rank for car in racers if car.owner != player]
    total = 0.8 * state.style[player] + 0.2 * len(state.hands[player])
    for place, car in enumerate(racers):
        if car.owner == player:
            total += 4.0 * (sum(others) / max(1, len(others)) - car.rank) - 2.0 * place
            total += 0.0 if car.dmg else 1.5
            total -= 0.5 if state.pack.street.zone(car.col) == WALK else 0.0
    return total


SUMS = {"wahoo 2": wahoo_sum, "racepack 4": racepack_sum, "fhtagn 3": street_sum}


@pytest.mark.parametrize("name", SUMS)
def test_the_parts_make_up_the_score_by_which_bots_choose(name: str) -> None:
    seen = set()
    for seed in range(3):
        now = first(name)
        for n in range(40):
            now = played(now, 1, random.Random(100 * seed + n))
            for seat in (s.number for s in now.seats):
                wanted = SUMS[name](now, seat)  # type: ignore[operator]
                assert now.score(seat) == pytest.approx(wanted, abs=1e-9)
                assert sum(now.terms(seat).values()) == pytest.approx(wanted, abs=1e-9)
                seen.add(round(wanted, 3))
    assert len(seen) > 5


# --------------------------------------------------------------- plain positions, in full sentences


def said(position: Position, text: str, language: str) -> str:
    """The sentence that people read of that action, as the table words it."""
    told = why(position, text)
    return render(Message(sentence_of(told, of_card=False) or told.key), language)


def race(r: str, laps: int = 0, **others: str) -> Position:
    """Car ``r`` is to move on the usual track, one lap long; ``laps`` it has begun."""
    cars = {"r": {"at": r, "c": laps}, **{name: {"at": at} for name, at in others.items()}}
    return REGISTRY.load({"game": "racepack", "laps": 1, "cars": cars, "turn": {"car": "r"}})


@pytest.mark.parametrize(
    ("position", "text", "english", "german"),
    [
        (race("1.0L", x="12.0L"), "F5", "It gets further.", "So geht es weiter voran."),
        (
            race("3.0L", x="12.0L"), "F1",
            "Less risk of a spin-out.", "Weniger Gefahr, dich zu drehen.",
        ),
        (race("21.1L", 1, x="12.0L"), "F6", "It wins the game.", "Das gewinnt das Spiel."),
        (race("21.1L", 1, x="12.0L", y="11.0L"), "F6", "Over the line.", "Über die Ziellinie."),
    ],
)  # fmt: skip
def test_racepack_says_the_sentence_of_a_plain_position(
    position: Position, text: str, english: str, german: str
) -> None:
    """A straight, a bend, and the line, which ends the race of two cars and not that of three."""
    assert (said(position, text, "en"), said(position, text, "de")) == (english, german)


def test_only_what_wins_is_told_to_win() -> None:
    now = race("21.1L", 1, x="12.0L")
    for action in now.legal():
        won = now.apply(action).position.won_by == 0
        assert (why(now, action.text).key == "hint.won") is won, action.text


def test_a_good_bot_wins_at_once_and_not_later_in_its_turn() -> None:
    """Who could win now, and wins two movements later, seems not to have seen it."""
    now = race("21.1L", 1, x="12.0L")
    for seed in range(8):
        action = choose(now, "good", random.Random(seed))
        assert now.apply(action.text).position.won_by == 0


def street(**at: str) -> Position:
    """Red is to act on the sample's street, with all its actions and no card in anybody's hand."""
    now = REGISTRY.game("fhtagn").new({"game": "fhtagn", "players": 3}).to_json()
    for car in now["cars"]:  # type: ignore[attr-defined]
        car["at"] = at[car["id"]]
    return REGISTRY.load({**now, "phase": "act", "turn": "A", "actions": 4})


@pytest.mark.parametrize(
    ("at", "text", "english", "german"),
    [
        ("4F2 2F1 1F3", "adv", "Further ahead of the others.", "Weiter vor den anderen."),
        ("1F1 2F1 3F3", "drift L", "More style points.", "Mehr Stilpunkte."),
    ],
)
def test_the_street_race_says_the_sentence_of_a_plain_position(
    at: str, text: str, english: str, german: str
) -> None:
    """And it is the middle bot's idea there, which is what a hint shows."""
    now = street(**dict(zip("ABC", at.split(), strict=True)))
    assert choose(now, "middle", random.Random(1), 0).text == text
    assert (said(now, text, "en"), said(now, text, "de")) == (english, german)


@pytest.mark.parametrize(("part", "key"), [("whole", "hint.whole"), ("ahead", FLAT)])
def test_much_the_same_is_told_by_the_curve_and_not_by_the_score(
    monkeypatch: pytest.MonkeyPatch, part: str, key: str
) -> None:
    """In the street race damage counts from the start, and a part of a rank hardly."""
    now = first("fhtagn on wood")
    best, *_ = now.legal()

    def parts(_: Position, action: Action) -> dict[str, float]:
        return {part: 0.75 if action == best else 0.0}

    monkeypatch.setattr(coach, "weighed", parts)
    assert reason(now, best).key == key
