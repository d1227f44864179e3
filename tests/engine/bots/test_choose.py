"""What every bot keeps: legal actions, the same ones for the same seed, no look at other hands."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from bot_tables import STARTS, first, played

from engine.bots import outlook
from engine.errors import BadConfig, IllegalAction
from engine.game import CHANCE
from engine.games.fast_track.dealt import DealtPosition
from engine.games.street_race.moment import at_rest
from engine.games.street_race.position import StreetPosition
from engine.search import LEVELS, Level, choose, random_action


class _Attentive:
    """A generator of numbers with which no action is overlooked."""

    def randrange(self, stop: int) -> int:
        return stop - 1


each_level = pytest.mark.parametrize("level", LEVELS)


@each_level
@pytest.mark.parametrize("name", STARTS)
def test_every_choice_is_a_legal_action_of_the_seat(name: str, level: Level) -> None:
    for seed in range(3):
        now = played(first(name), 20 * seed, random.Random(seed))
        for seat in now.to_act if isinstance(now.to_act, frozenset) else ():
            action = choose(now, level, random.Random(seed), seat)
            assert action.seat == seat
            assert action in now.legal()
            now.apply(action)


@each_level
def test_the_same_seed_gives_the_same_choice(level: Level) -> None:
    now = played(first("classic 2"), 60, random.Random(4))
    texts = {choose(now, level, random.Random(7)).text for _ in range(4)}
    assert len(texts) == 1


@each_level
def test_a_choice_does_not_hang_on_hidden_cards(level: Level) -> None:
    now = played(first("classic 2"), 80, random.Random(5))
    assert isinstance(now, DealtPosition)
    (seat,) = now.to_act if isinstance(now.to_act, frozenset) else (0,)
    mine, theirs = now.stocks[seat], now.stocks[1 - seat]
    swapped = theirs.deck[:5]
    other = [
        replace(mine, deck=tuple(reversed(mine.deck))),
        replace(theirs, hand=swapped, deck=(*theirs.hand, *theirs.deck[5:])),
    ]
    hidden = DealtPosition(now.base, tuple(other if seat == 0 else reversed(other)), False)
    assert hidden != now
    for seed in range(5):
        here = choose(now, level, random.Random(seed))
        assert choose(hidden, level, random.Random(seed)) == here


@each_level
def test_a_choice_in_the_street_race_does_not_hang_on_other_hands(level: Level) -> None:
    now = played(first("fhtagn 3"), 70, random.Random(6))
    while not (isinstance(now, StreetPosition) and now.moment.state.phase == "act"):
        now = played(now, 1, random.Random(6))
    assert not now.moment.since
    (seat,) = now.to_act if isinstance(now.to_act, frozenset) else (0,)
    race, state = now.moment.race, now.moment.state.copy()
    others = [player for n, player in enumerate(race.players) if n != seat]
    cards = [*(card for player in others for card in state.hands[player]), *state.pile]
    cards.reverse()
    for player in others:
        count = len(state.hands[player])
        state.hands[player], cards = sorted(cards[:count]), cards[count:]
    state.pile = sorted(cards)
    hidden = StreetPosition(at_rest(race, state))
    assert hidden != now
    for seed in range(3):
        here = choose(now, level, random.Random(seed))
        assert choose(hidden, level, random.Random(seed)) == here


def test_bots_play_the_street_race_through_windows_on_the_wood() -> None:
    now, rng, windows = played(first("fhtagn on wood"), 60, random.Random(2)), random.Random(3), 0
    for _ in range(60):
        if not isinstance(now.to_act, frozenset):
            now = played(now, 1, rng)
        seat = min(now.to_act) if isinstance(now.to_act, frozenset) else 0
        action = choose(now, "middle", rng, seat)
        windows += "claim" in action.params
        now = now.apply(action).position
        while now.to_act is CHANCE:
            now = now.apply(random_action(now, rng)).position
    assert windows > 5


def test_a_bot_without_a_turn_says_so() -> None:
    now = played(first("classic 2"), 10, random.Random(1))
    (seat,) = now.to_act if isinstance(now.to_act, frozenset) else (0,)
    with pytest.raises(IllegalAction, match=f"Seat {1 - seat}"):
        choose(now, "good", random.Random(1), 1 - seat)


def test_another_level_is_refused_by_name() -> None:
    now = played(first("classic 2"), 10, random.Random(1))
    with pytest.raises(BadConfig, match="'clever' is none of beginner, middle, good"):
        choose(now, "clever", random.Random(1))  # type: ignore[arg-type]


def test_a_bot_of_the_street_race_looks_at_the_dice_before_it_drives() -> None:
    now = played(first("fhtagn 3"), 84, random.Random(2))
    assert {"adv", "pass"} <= {action.text for action in now.legal()}
    assert isinstance(now.to_act, frozenset)
    for level in ("middle", "good"):
        assert choose(now, level, _Attentive(), min(now.to_act)).text == "adv"


def test_five_cards_that_play_again_end_near_300(monkeypatch: pytest.MonkeyPatch) -> None:
    now = played(first("classic 2"), 56, random.Random(4))
    assert isinstance(now, DealtPosition)
    (seat,) = now.to_act if isinstance(now.to_act, frozenset) else (0,)
    stocks = list(now.stocks)
    stocks[seat] = replace(stocks[seat], hand=("A", "6", "Q", "K", "JOKER"))
    known = DealtPosition(now.base, tuple(stocks), False).known_to(seat)
    values, choices = known.values(), [one for one in known.legal() if one.seat == seat]
    assert values is not None
    assert len(choices) == 5
    seen = []
    for most in (outlook.MOST_LEAVES, 100_000):
        monkeypatch.setattr(outlook, "MOST_LEAVES", most)
        looked = outlook.Outlook(known, seat, values)
        looked.whole_turn(known, choices)
        seen.append(looked.leaves)
    assert 300 <= seen[0] < 400 < seen[1]
