"""Whole stretches of a street race, played twice: nobody learns what another hand holds (FF-151).

Both tables make the same moves, and their windows open and run out at the same times. At the second
one Orange and the pile have changed cards. Whatever is sent to the others is the same, to the byte.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from window_rig import act, dealt_anew, now, placed, race, seen

from companion.play.curves import curve
from companion.table.settings import TableSettings
from engine.game import OVER
from engine.games.street_race.sample import SAMPLE

REACTIONS = [c["id"] for c in SAMPLE["cards"] if c["type"] == "reaction"]
OTHERS = [c["id"] for c in SAMPLE["cards"] if c["type"] != "reaction"]
STILL = ("mat ", "card ", "deck ", "shuffle ", "die ")
LIVELY = ("adv", "drift", "play", "fix", "pull")


def pair(rng: random.Random, **options: Any) -> tuple[Any, Any]:
    """The same moment twice: Orange holds reactions, or none; the others the same cards."""
    able = [f"{card}.1" for card in rng.sample(REACTIONS, 4)]
    unable = [f"{card}.1" for card in rng.sample(OTHERS, 4)]
    mine, yours = [f"{c}.2" for c in rng.sample(OTHERS, 4)], [f"{c}.2" for c in REACTIONS[:3]]
    known = {f"{c['id']}.{n}" for c in SAMPLE["cards"] for n in range(1, c.get("copies", 1) + 1)}
    tables = []
    for held in (able, unable):
        hands = {"A": mine, "B": held, "C": yours}
        fits = {who: [card for card in cards if card in known] for who, cards in hands.items()}
        rig = race(7, TableSettings(), **options)
        tables.append(dealt_anew(rig, placed(**options), fits))
    return tables[0], tables[1]


def offered(rig: Any) -> dict[str, int]:
    """Texts that somebody may give now, by the seat that gives them; chance is the table's."""
    found = now(rig).legal()
    return {a.text: a.seat for a in found if a.seat >= 0 and not a.text.startswith(STILL)}


def hand(rig: Any, letter: str) -> list[str]:
    return sorted(now(rig).race.moment.state.hands[letter])


def how_it_stands(rig: Any) -> tuple[tuple[int, ...], ...]:
    """The chances to win, as everybody may look at them while the race goes on."""
    game = rig.table._moment.game
    return curve([*(s.play.before for s in game.steps if s.counts), game.position])


def played_twice(seed: int, steps: int, **options: Any) -> tuple[int, int]:
    """How many views were alike at both tables, and at how many moments a window was open."""
    rng = random.Random(f"leaks {seed}")
    one, other = pair(rng, **options)
    compared = windows = 0
    for _ in range(steps):
        alike = [n for n in (0, 2) if hand(one, "ABC"[n]) == hand(other, "ABC"[n])]
        for audience in (None, *alike):
            assert seen(one, audience) == seen(other, audience)
            compared += 1
        assert how_it_stands(one) == how_it_stands(other)
        if now(one).to_act is OVER:
            break
        if one.view.window is not None:
            windows += 1
            seat = rng.choice([None, 0, 1, 2])
            told = seat is not None and f"noreact {'ABC'[seat]}"
            for rig in (one, other) if seat is not None and told in offered(one) else ():
                act(rig, seat, str(told))
            for rig in (one, other):
                rig.wait(1.5)
            continue
        both = sorted(offered(one).items() & offered(other).items())
        lively = [row for row in both if row[0].startswith(LIVELY)]
        if not both:
            break
        text, seat = rng.choice(lively if lively and rng.random() < 0.8 else both)
        for rig in (one, other):
            act(rig, seat, text)
    return compared, windows


@pytest.mark.parametrize(
    ("seed", "steps", "options"),
    [
        (1, 30, {}),
        (1, 30, {"fourth_spend": "reroll"}),
        *(pytest.param(seed, 150, {}, marks=pytest.mark.slow) for seed in range(2, 10)),
    ],
)
def test_no_byte_for_others_tells_what_a_hand_holds_ff_151(
    seed: int, steps: int, options: dict[str, str]
) -> None:
    compared, windows = played_twice(seed, steps, **options)
    assert compared > 30
    assert windows > 5


def test_fast_reactions_do_tell_and_this_test_sees_it() -> None:
    with pytest.raises(AssertionError):
        played_twice(1, 30, fast=True)
