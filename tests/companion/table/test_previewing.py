"""Only its holder sees what a held card could do; chips count who took how many."""

from __future__ import annotations

from table_rig import Rig, marbles, position

from companion.model.commands import Caller, Undo
from companion.recogniser.candidates import Options
from companion.table.card_preview import preview
from companion.wood.seating import identity
from engine.registry import REGISTRY


def shown(card: str, **colours: list[str]) -> dict[str, dict[str, str]]:
    """Role → holes that a card of Red's would light in this position."""
    place = REGISTRY.game("fast_track").load(position([["A"], ["C"]], marbles(**colours)))
    seating = identity(place.board)
    full = [hole for name, tokens in place.occupancy().items()
            for hole in seating.holes[name][: len(tokens)]]  # fmt: skip
    ways = [o for o in Options(place).inferred if o.prelude and o.prelude.text == f"card:{card}"]
    out: dict[str, dict[str, str]] = {}
    for hole, role in preview(seating, full, ways).items():
        out.setdefault(role, {})[hole] = role
    return out


def holes(lights: dict[str, dict[str, str]], role: str) -> set[str]:
    return set(lights.get(role, ()))


def test_a_six_shows_the_pen_and_its_exit_ft_12() -> None:
    lights = shown("6", A=[], C=[])
    assert holes(lights, "movable") == {"Ap1", "Ap2", "Ap3", "Ap4"}
    assert holes(lights, "destination") == {"A9"}


def test_a_marble_that_would_be_taken_shows_as_such_ft_11() -> None:
    lights = shown("5", A=["A9"], C=["B0"])
    assert holes(lights, "movable") == {"A9"}
    assert holes(lights, "capture") == {"B0"}
    assert not holes(lights, "destination")


def test_a_swap_lights_both_marbles_and_takes_neither_ft_21() -> None:
    lights = shown("J", A=["A11"], C=["C11"])
    assert {"A11", "C11"} <= holes(lights, "movable")
    assert not holes(lights, "capture")
    assert holes(lights, "destination") == {"A12"}


def test_a_card_that_can_do_nothing_lights_nothing() -> None:
    assert shown("2", A=[], C=[]) == {}


def test_only_the_holder_sees_what_its_cards_can_do_ft_8() -> None:
    rig = Rig().new(hands="virtual")
    acting = next(p.seat for p in rig.view.players if p.to_act)
    own, other = rig.table.view(acting), rig.table.view(1 - acting)
    assert [bool(key.lights) for key in own.pad] == [bool(key.moves) for key in own.pad]
    assert {key.value for key in own.pad} == set(own.hand or ())
    for view in (other, rig.view):
        assert not any(key.lights for key in view.pad)


def test_takes_are_counted_for_who_took_and_taken_back_with_the_move() -> None:
    rig = Rig(board_kind="none").new()
    rig.at(position([["A"], ["C"]], marbles(A=["A9"], C=["B0"])))
    rig.card("5").act("A9-B0")
    assert [player.takes for player in rig.view.players] == [1, 0]
    rig.table.command(Undo(), Caller(table=True))
    assert [player.takes for player in rig.view.players] == [0, 0]
