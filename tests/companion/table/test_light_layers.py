"""Layers with owners, one renderer, assistance: what is legal is never hidden (PP-21, PP-23)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_rig import Rig, position
from toy_game import ToyGame, ToyPosition
from two_forms import few_or_many, first

from companion.games.packs import PACKS
from companion.lights.layers import DECORATION, TINTS, Layer, Layers, Lit, Owner, frame
from companion.lights.roles import RANK, Role
from companion.lights.theme import own_theme, standard_theme, theme_names
from companion.table.shown.prompt import SPEAK_OF_LIGHTS
from companion.table.table import TableSettings
from companion.words.catalogue import sentences
from engine.game import OVER, Position
from engine.registry import Registry
from engine.search import choose, random_action
from firmware_bridge.firmware.core.lights import Lights
from hardware.ports import LightFrame, Look, Motion

P = "p"
GLOW = Look(9, 9, 9, Motion.STEADY)
HOLES = tuple("abcdefgh")
MOMENTS = tuple(range(0, 5000, 37))
"""Milliseconds: more than the longest period, in steps that meet every phase."""


def pixels(shown: LightFrame) -> Lights:
    """The firmware's own rendering of a frame."""
    lights = Lights(len(shown.cells))
    palette = [(k.red, k.green, k.blue, k.motion.value) for k in shown.palette]
    lights.full(1, list(palette), bytes(shown.cells), 0)
    return lights


def brightest(lights: Lights, hole: int, t: int) -> int:
    """The strongest channel of a hole at that moment."""
    return max(lights.render(t)[3 * hole : 3 * hole + 3])


layers_of = st.dictionaries(
    st.sampled_from(list(Owner)),
    st.dictionaries(
        st.sampled_from(HOLES),
        st.builds(
            Lit,
            st.sampled_from(list(Role)),
            st.sampled_from(["", "A", "F"]),
            look=st.sampled_from([None, GLOW]),
        ),
    ),
)


@few_or_many(given(layers_of), 25, 100)
def test_the_strongest_meaning_wins_and_decoration_only_fills_what_is_left_pp_21(
    wanted: dict[Owner, Layer],
) -> None:
    layers = Layers()
    for owner, layer in wanted.items():
        layers.set(owner, layer)
    merged = layers.merged()
    for hole in HOLES:
        said = [
            layer[hole]
            for owner, layer in wanted.items()
            if owner not in DECORATION | TINTS and hole in layer
        ]
        shown = [wanted[owner][hole] for owner in Owner if hole in wanted.get(owner, {})]
        if said:
            assert RANK[merged[hole].role] == min(RANK[lit.role] for lit in said)
            assert merged[hole] in [_tinted(lit, wanted, hole) for lit in said]
        else:
            assert merged.get(hole) == (_tinted(shown[0], wanted, hole) if shown else None)


def _tinted(lit: Lit, wanted: dict[Owner, Layer], hole: str) -> Lit:
    """The same meaning, as the pixels show it while the beacon shines there."""
    tint = wanted.get(Owner.BEACON, {}).get(hole)
    return lit if tint is None or lit.role is not Role.TURN else lit._replace(look=tint.look)


@few_or_many(given(layers_of, st.sampled_from(HOLES)), 25, 100)
def test_an_animation_never_hides_a_legal_destination_pp_21(
    wanted: dict[Owner, Layer], hole: str
) -> None:
    """Whatever celebrates all over the board, a destination shines, white, at every moment."""
    layers = Layers()
    layers.set(Owner.GESTURE, {hole: Lit(Role.DESTINATION)})
    for owner in DECORATION:
        layers.set(owner, {each: Lit(role, "A") for each, role in zip(HOLES, Role, strict=False)})
    weaker = {h: lit for h, lit in wanted.get(Owner.TURN, {}).items() if RANK[lit.role] > 6}
    layers.set(Owner.TURN, weaker)
    merged = layers.merged()
    assert merged[hole].role is Role.DESTINATION
    lights = pixels(frame(HOLES, merged, standard_theme()))
    at = HOLES.index(hole)
    seen = {bytes(lights.render(t)[3 * at : 3 * at + 3]) for t in MOMENTS[::9]}
    assert len(seen) == 1
    assert min(next(iter(seen))) > 200


def targets(now: Position, place: str) -> set[str]:
    """Places to which a marble of that place may go by itself, in one move."""
    return {
        action.displacements[0].to
        for action in now.legal()
        if len(action.displacements) == 1 and action.displacements[0].frm == place
    }


@pytest.mark.parametrize(
    ("rules", "seed"), first(1, [("classic", 5), ("stevens", 6), ("butterfly", 7)], unpacked=True)
)
def test_in_play_every_legal_destination_of_a_lifted_marble_is_lit_at_every_moment(
    rules: str, seed: int
) -> None:
    """PP-21: from the rules to the pixels; the firmware renders what the table shows."""
    players = [["A"], ["B"], ["D"]]
    rig, rng = Rig(seed=seed).new(rules=rules, players=players), random.Random(seed)
    moment, lifted = rig.table._moment, 0
    seating = moment.known_seating()
    for _ in range(400):
        now = moment.position
        assert now is not None
        if now.to_act is OVER or lifted >= 25:
            break
        legal = now.legal()
        if legal and all(a.displacements for a in legal):
            movable = rig.lit("movable")
            assert movable, now.text
            hole = rng.choice(movable)
            allowed = targets(now, seating.places[hole])
            rig.lift(hole)
            shown, lights = rig.roles(), pixels(rig.table.lights())
            for place in allowed:
                spots = seating.holes[place]
                good = [h for h in spots if shown.get(h) in ("destination", "capture", "movable")]
                assert good, (now.text, hole, place, shown)
                for spot in good:
                    at = rig.numbers[spot]
                    assert min(brightest(lights, at, t) for t in MOMENTS[::11]) > 30
            lifted += bool(allowed)
            rig.put(hole).settle()
            assert rig.table._moment.position is now, "a marble put back is no move"
        action = random_action(now, rng)
        rig.table._referee.play((action,))
        rig.table._referee.opened(moment.game, set_out=True)  # type: ignore[arg-type]
        rig.table._referee.evaluate()
        rig.hand.clear()
        rig.plug_in()
    assert lifted >= 25


@pytest.mark.parametrize("name", theme_names())
def test_a_lit_hole_is_never_dark_for_long_in_any_theme(name: str) -> None:
    """The longest dark is that of `return`: 1240 ms; of a sweep, until it has come by once."""
    theme = own_theme(name)
    for role in Role:
        lights = pixels(frame(["a", "b"], {"a": Lit(role, "F")}, theme))
        lit = [t for t in range(2400, 12000, 10) if brightest(lights, 0, t)]
        assert max(after - before for before, after in pairwise(lit)) <= 1260, role


# -------------------------------------------------------------------------------------- assistance

SEVENS: dict[str, Any] = {"A": [P, P, "B3", "A12"], "C": [P, P, P, "D2"]}


def rig_with(assistance: str, card: str = "5", **marbles: Any) -> Rig:
    """A game of A and C at a fixed position with that card played."""
    rig = Rig(settings=TableSettings(assistance=assistance)).new()
    return rig.at(position([["A"], ["C"]], {**SEVENS, **marbles}, card))


def test_a_hint_shows_where_a_good_move_leads_until_a_hand_comes_pp_23() -> None:
    rig = rig_with("hint")
    now = rig.table._moment.position
    assert now is not None
    (move,) = choose(now, "good", random.Random(0)).displacements
    assert rig.lit("hint") == [move.to]
    assert move.frm in rig.lit("movable"), "both ends are hinted at; movable is the stronger role"
    rig.lift(move.frm)
    assert rig.lit("hint") == []
    assert move.to in rig.lit("destination")
    rig.put(move.frm).settle()
    assert rig.lit("hint") == [move.to]
    rig.carry(move.frm, move.to).settle()
    assert rig.lit("hint") == []
    assert rig.done() == [f"{move.frm}-{move.to}"]


def test_a_hint_is_the_same_for_the_same_position() -> None:
    assert rig_with("hint").lit("hint") == rig_with("hint").lit("hint")


def test_a_hint_prefers_to_take_a_marble() -> None:
    rig = rig_with("hint", "7", C=[P, P, P, "B10"])
    assert rig.lit("hint") == ["B10"]


def test_no_hint_is_shown_unless_wanted_nor_before_a_card_is_named() -> None:
    for assistance in ("legal", "none"):
        assert rig_with(assistance).lit("hint") == []
    rig = Rig(settings=TableSettings(assistance="hint")).new()
    assert "hint" not in rig.roles().values()


def test_without_a_board_the_page_is_hinted_at_too_pp_16() -> None:
    rig = Rig(board_kind="none", settings=TableSettings(assistance="hint")).new()
    rig.at(position([["A"], ["C"]], SEVENS, "5"))
    assert len(rig.lit("hint")) == 1


def test_without_assistance_no_sentence_speaks_of_lights_pp_23() -> None:
    rig = rig_with("none")
    assert rig.said == "Red, move a marble."
    rig.lift("B3")
    assert rig.said == "Red, put it where it may go."
    assert rig.view.assistance == "none"
    assert rig_with("legal").said == "Red, move a glowing marble."
    lit = SPEAK_OF_LIGHTS.union(*(pack.presenter.lit for pack in PACKS))
    assert all(f"{key}.plain" in sentences("en") for key in lit)
    lights = ("glow", "light")
    glowing = {
        key
        for key, words in sentences("en").items()
        if key.startswith(("prompt.", "street.")) and any(word in words for word in lights)
    }
    cars = {key for key in glowing if key.endswith(".car")}
    assert glowing - cars == lit
    for key in cars:
        assert key.removesuffix(".car") in lit
        assert key.replace(".car", ".plain.car") in sentences("en")


def test_without_assistance_no_held_card_says_what_it_could_do_pp_23() -> None:
    def previewed(assistance: str) -> list[bool]:
        rig = Rig(settings=TableSettings(assistance=assistance)).new(hands="virtual")
        return [bool(key.lights) for key in rig.table.view(0).pad]

    assert any(previewed("legal"))
    assert not any(previewed("none"))


def test_without_assistance_a_slip_still_shows_what_is_in_the_way_pp_8_pp_23() -> None:
    """`none` leaves out what helps before a move, not what helps out of a mistake."""
    rig = rig_with("none", "5", A=[P, P, "B3", "B6"])
    assert set(rig.roles().values()) == {"turn"}
    rig.lift("B3").put("B8").settle()
    assert rig.lit("wrong") == ["B8"]
    assert rig.lit("return") == ["B3"]
    assert rig.lit("movable") == ["B6"]


def test_a_won_game_celebrates_in_the_winners_colour() -> None:
    rig = rig_with("legal", "2", A=["Ah4", "Ah3", "Ah2", "A6"])
    rig.act("A6-Ah1")
    assert set(rig.roles().values()) == {"winner"}
    lights = pixels(rig.table.lights())
    at = rig.numbers["Ah1"]
    assert brightest(lights, at, 10_000) > 100


def test_the_winners_sweep_goes_along_home_row_and_ring_on_the_board_alone_pp_20() -> None:
    """page.md 2: on the page the stars stand on the home holes; the pixels sweep the ring too."""
    rig = rig_with("legal", "2", A=["Ah4", "Ah3", "Ah2", "A6"])
    rig.act("A6-Ah1")
    home = {f"Ah{n}" for n in range(1, 5)}
    assert set(rig.roles()) == home
    lights = pixels(rig.table.lights())
    swept = {hole for hole, at in rig.numbers.items() if brightest(lights, at, 10_000)}
    assert swept == home | {f"{side}0" for side in "ABCDEF"}
    lit = [
        sum(brightest(lights, at, t) > 0 for at in rig.numbers.values()) for t in (0, 1200, 2400)
    ]
    assert lit[0] < lit[1] < lit[2] == 10


def test_hints_come_from_the_contract_alone_so_every_game_has_them() -> None:
    """The toy race: a die, a declared choice, a claim window; a hint wherever a hand is to move."""
    rig = Rig(registry=Registry((ToyGame(),)), seed=3, settings=TableSettings(assistance="hint"))
    rig.new(game="toy", rules=None, board=None, players=None)
    rig.at(ToyPosition(at=("t1", "t7"), die=2).to_json())
    assert rig.lit("hint") == ["t3"]
    assert rig.lit("movable") == ["t1"]
