"""Pins, chain and faults without a process."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import BadFault
from firmware_bridge.firmware.core.scanner import SENTINELS
from firmware_bridge.virtual.faults import DEFAULTS, FaultyWire, parse_fault
from firmware_bridge.virtual.world import ShiftChain, World


@given(st.lists(st.booleans(), min_size=136, max_size=136))
def test_a_chain_of_17_registers_gives_its_136_inputs_in_order(levels: list[bool]) -> None:
    chain = ShiftChain(136)
    assert chain.registers == 17
    chain.latch(levels)
    assert [chain.clock() for _ in range(136)] == levels
    assert chain.read(levels) == levels
    assert chain.read(levels[:100]) == [*levels[:100], *[False] * 36]
    chain.cut = True
    assert not any(chain.read(levels))


def test_a_latched_moment_is_what_is_clocked_out() -> None:
    chain, levels = ShiftChain(3), [True, False, True]
    chain.latch(levels)
    levels[0] = False
    assert [chain.clock() for _ in range(4)] == [True, False, True, False]


def test_the_pins_follow_the_marbles() -> None:
    world = World(["a", "b"], rng=Random(1))
    world.set_out({"b": "X"}, ["Y"], 0.0)
    assert world.pins(0.0) == [False, True, *SENTINELS]
    world.lift("b", 1.0)
    world.put("a", "Y", 1.0)
    assert world.pins(1.0) == [True, False, *SENTINELS]
    assert [held.origin for held in world.hand] == ["b"]


def test_setting_out_anew_clears_board_and_hand() -> None:
    world = World(["a", "b"], rng=Random(1))
    world.set_out({"a": "X"}, ["Y"], 0.0)
    world.set_out({"b": "Z"}, [], 0.0)
    assert (world.tokens, world.hand) == ({"b": "Z"}, [])
    assert world.pins(0.0)[:2] == [False, True]


def test_a_dead_or_lying_sensor_reads_what_it_is_forced_to_pp_13() -> None:
    world = World(["a", "b"], rng=Random(1))
    world.force("a", True)
    world.set_out({"b": "X"}, [], 0.0)
    assert world.pins(0.0) == [True, True, *SENTINELS]
    world.force("b", False)
    world.lift("b", 1.0)
    world.put("a", None, 1.0)
    assert world.pins(1.0) == [True, False, *SENTINELS]
    world.force("a", None)
    world.force("b", None)
    assert world.pins(1.0) == [True, False, *SENTINELS]
    assert world.tokens == {"a": "X"}


@given(st.integers(0, 999))
def test_a_bouncing_pin_comes_to_rest_where_the_marble_is(seed: int) -> None:
    world = World(["a"], bounce=0.01, rng=Random(seed))
    world.set_out({"a": "X"}, [], 0.0)
    assert world.restless
    seen = [world.pins(t / 1000)[0] for t in range(30)]
    assert all(seen[11:])
    assert not world.restless


def test_a_bounce_is_seen_by_who_looks_often_enough() -> None:
    world = World(["a"], bounce=0.01, rng=Random(1))
    world.set_out({"a": "X"}, [], 0.0)
    seen = [world.pins(t / 10000)[0] for t in range(110)]
    assert sum(a != b for a, b in pairwise(seen)) >= 4


@pytest.mark.parametrize(("names", "words"), [([], "at least one"), (["a", "a"], "same name")])
def test_names_that_cannot_be_are_refused(names: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        World(names, rng=Random(1))


@pytest.mark.parametrize("name", DEFAULTS)
def test_each_fault_has_a_value_of_its_own(name: str) -> None:
    assert parse_fault(name) == (name, DEFAULTS[name])
    assert parse_fault(f"{name}=1") == (name, 1.0)


@pytest.mark.parametrize(
    "word", ["", "sulk", "drop=2", "drop=-0.1", "drop=x", "drop=nan", "delay=11", "version=256"]
)
def test_a_fault_that_cannot_be_is_refused(word: str) -> None:
    with pytest.raises(BadFault):
        parse_fault(word)


FRAMES = [bytes((at + 1,)) * 5 + b"\x00" for at in range(200)]


def wire(**rates: float) -> FaultyWire:
    """A wire with faults, fed with 200 frames in odd pieces."""
    made = FaultyWire(Random(5))
    made.rates.update(rates)
    stream = b"".join(FRAMES)
    for at in range(0, len(stream), 7):
        made.feed(stream[at : at + 7], 0.0)
    return made


def test_a_sound_wire_changes_nothing() -> None:
    assert wire().take(0.0) == b"".join(FRAMES)


def test_each_fault_does_what_its_name_says_at_its_rate() -> None:
    dropped = wire(drop=0.25).take(0.0).split(b"\x00")[:-1]
    assert 120 < len(dropped) < 175
    assert all(frame + b"\x00" in FRAMES for frame in dropped)
    doubled = wire(duplicate=0.25).take(0.0)
    assert 225 < doubled.count(b"\x00") < 280
    spoilt = wire(corrupt=0.25).take(0.0)
    assert len(spoilt) == 1200
    wrong = sum(a != b for a, b in zip(spoilt, b"".join(FRAMES), strict=True))
    assert 25 < wrong < 75
    late = wire(delay=0.5)
    assert (late.take(0.4), late.due) == (b"", 0.5)
    assert late.take(0.5) == b"".join(FRAMES)


def test_a_reset_cuts_one_frame_in_half() -> None:
    resets: list[int] = []
    cut = FaultyWire(Random(5), lambda: resets.append(1))
    cut.reset_next = True
    cut.feed(FRAMES[0] + FRAMES[1], 0.0)
    assert cut.take(0.0) == FRAMES[0][:3] + FRAMES[1]
    assert resets == [1]
    cut.feed(b"half", 0.0)
    cut.clear()
    cut.feed(FRAMES[2], 0.0)
    assert cut.take(0.0) == FRAMES[2]


def test_crossed_wires_feel_every_marble_at_another_input() -> None:
    world = World(["a", "b", "c", "d"], rng=Random(0))
    world.set_out({"a": "x"}, ["y"], 0.0)
    world.force("d", True)
    world.cross(3, None)
    order = list(range(4))
    Random(3).shuffle(order)
    assert order != [0, 1, 2, 3]
    world.put("b", None, 1.0)
    felt = [at for at, level in enumerate(world.pins(1.0)[:4]) if level]
    assert felt == sorted((order[0], order[1], order[3]))
    world.cross(None, None)
    assert world.pins(2.0)[:4] == [True, True, False, True]
