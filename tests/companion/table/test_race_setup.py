"""How a race is set up, and what is refused (RP-20 … RP-28, RP-86, RP-88, RP-90)."""

from __future__ import annotations

from typing import Any

import pytest
from race_rig import FOUR, asked, now, race, wood_of
from table_rig import AT_TABLE, Rig

from companion.errors import CommandRefused
from companion.games.packs import OFFERS, PACKS, words
from companion.model.commands import Act, Caller, New
from companion.service.admission import only_kind, unfit
from companion.words import render
from engine.boards import board_of

ROUND = [
    *([x, 0] for x in range(7)),
    *([6, y] for y in range(1, 7)),
    *([x, 6] for x in range(5, -1, -1)),
    *([0, y] for y in range(5, 0, -1)),
]
RING = {"tiles": ROUND[3:] + ROUND[:3]}
"""A square of 24 tiles, driven anticlockwise, the line in the middle of its lower side."""


def order_of(rig: Rig) -> list[str]:
    order = now(rig).to_json()["order"]
    assert isinstance(order, list)
    return order


def test_a_list_of_players_stands_in_seat_order() -> None:
    rig = race([["C"], ["A"], ["B"], ["H"]], names=["Cleo", "", "Bo"], setup=True)
    assert [[c.colour for c in p.colours] for p in rig.view.players] == [["C"], ["A"], ["B"], ["H"]]
    assert [p.name for p in rig.view.players] == ["Cleo", "", "Bo", ""]
    prefixes = {a.text.partition(":")[0] for a in now(rig).legal()}
    assert prefixes == {"P1", "P2", "P3", "P4"}
    assert rig.said == "Throw three dice each, for the grid."


def test_the_fields_of_op_new_are_taken_as_they_are_rp_90() -> None:
    players = {"ben": ["b"], "anna": ["a"], "C": ["c"], "7": ["d"]}
    rig = Rig()
    told = {
        "players": players, "ranking": ["ben", "anna", "C", "7"], "laps": 2, "hazards": ["6.1R"],
        "track": "default", "token_mode": "car", "options": {"timer": 40},
    }  # fmt: skip
    rig.table.command(asked(told), AT_TABLE)
    rig.plug_in()
    assert order_of(rig) == ["B", "A", "C", "D"]
    assert [p.name for p in rig.view.players] == ["", "", "anna", "ben"], "by id; C and 7 are none"
    data = now(rig).to_json()
    assert (data["laps"], data["options"]) == (2, {"timer": 40, "dice": "table"})
    assert rig.view.marks == {"6.1R": "hazard"}


def test_cars_are_called_by_the_letters_of_their_colours() -> None:
    assert wood_of(race([["a"], ["d"], ["b"], ["h"]])) == {
        "23.1R": "A", "23.1L": "D", "23.0R": "B", "23.0L": "H",
    }  # fmt: skip
    rig = race([["a1", "a2"], ["b1", "b2"]])
    assert [[c.colour for c in p.colours] for p in rig.view.players] == [["A", "B"], ["C", "D"]]


def test_without_dice_the_grid_is_the_order_of_the_seats_or_the_ranking_rp_22() -> None:
    assert order_of(race()) == ["A", "B", "C", "D"]
    assert order_of(race(ranking=[3, 0, 2, 1])) == ["D", "A", "C", "B"]
    assert order_of(race([["A", "B"], ["C", "D"]], ranking=["2", "1"])) == ["C", "A", "B", "D"]


def test_the_dice_are_told_by_their_players_and_the_grid_is_led_rp_88() -> None:
    rig = race(FOUR, setup=True)
    assert (rig.state, rig.wood) == ("choose", {})
    with pytest.raises(CommandRefused, match="not your turn") as refused:
        rig.table.command(Act("P1:555"), Caller(seats=frozenset({7})))
    assert refused.value.code == "not-your-turn"
    for seat, faces in enumerate(("555", "444", "333", "222")):
        rig.table.command(Act(f"P{seat + 1}:{faces}"), Caller(seats=frozenset({seat})))
    assert {(d.token, d.frm, d.to) for d in rig.view.owed} == {
        ("A", "", "23.1R"), ("B", "", "23.1L"), ("C", "", "23.0R"), ("D", "", "23.0L"),
    }  # fmt: skip
    assert rig.said == "Red starts on Tile 23, second row, right."
    for token, hole in (("D", "23.0L"), ("A", "23.1R"), ("C", "23.0R"), ("B", "23.1L")):
        rig.hand = [token]
        rig.put(hole).settle()
    assert rig.said == "Red, throw a die for the next hazard."
    rig.act("H2")
    assert rig.said == "Red, tap the space above the tile's suit sign."
    assert [key.hole for key in rig.view.pad if key.param == "space"] == [
        "6.0L", "6.0R", "6.1L", "6.1R",
    ]  # fmt: skip
    for text in ("H6.0L", "H3", "H9.0R", "H0", "H5", "H14.1L", "H1", "H15.0L"):
        rig.act(text)
    assert rig.said == "Red, start: your first movement has speed 1."
    assert rig.view.marks == dict.fromkeys(("6.0L", "9.0R", "14.1L", "15.0L"), "hazard")


def test_the_default_is_to_throw_for_the_grid() -> None:
    rig = Rig()
    rig.table.command(New(game="racepack", players=FOUR), AT_TABLE)
    assert now(rig).to_json()["phase"] == "pole"
    assert rig.view.game is not None
    assert (rig.view.game.rules, rig.view.game.board) == ("race", "tiles")


def test_a_track_that_is_handed_in_is_raced_on_and_sensed_rp_19() -> None:
    rig = race(track=RING)
    board = rig.table.drawing()
    assert board is not None
    assert len(board.holes) == 96
    assert rig.view.position is not None
    assert rig.view.position["track"]["tiles"] == RING["tiles"]
    rig = race(options={"track": RING, "laps": 5})
    assert rig.view.race is not None
    assert rig.view.race.laps == 5


def test_options_may_be_flat_or_as_the_rules_nest_them() -> None:
    for options in (
        {"laps": 2, "timer": True, "extra_hazards": 4, "dice": "service"},
        {"laps": 2, "options": {"timer": True, "extra_hazards": 4, "dice": "service"}},
    ):
        data = now(race(options=options)).to_json()
        assert data["laps"] == 2
        assert data["options"] == {"timer": True, "extra_hazards": 4, "dice": "service"}
    assert "timer" not in now(race(options={"timer": False})).to_json()["options"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"players": None}, "bad_config", "players: say who drives which cars"),
        ({"players": [["A"], ["B"]]}, "bad_config", "2, 3 or 4 players with two cars each"),
        ({"players": [["A"], ["A"], ["B"], ["C"]]}, "bad_config", "the car A is given twice"),
        ({"players": [["A", "B", "C"]] * 3}, "bad_config", "is given twice"),
        ({"players": [[f"x{n}"] for n in range(9)]}, "bad_config", "9 cars are too many"),
        ({"rules": "classic"}, "bad_config", "no sheet 'classic'"),
        ({"board": "hex"}, "bad_config", "raced on tiles, not on 'hex'"),
        ({"teams": [[0, 2], [1, 3]]}, "bad_config", "nobody has partners"),
        ({"first": 2}, "bad_config", "the dice or `ranking` say who starts"),
        ({"ranking": ["1", "2"]}, "bad_config", "is not every player once"),
        ({"laps": 0}, "bad_config", "laps"),
        ({"track": {"tiles": [[0, 0]]}}, "bad_track", "cannot be raced on"),
        ({"track": "Monza"}, "bad_track", "A track is"),
        ({"token_mode": "pool"}, "bad_config", "three players with two cars each"),
        ({"options": {"weather": "rain"}}, "bad_config", "there is no 'weather'"),
        ({"options": {"dice": "mine"}}, "bad_config", "neither of table, service"),
        ({"options": {"options": 3}}, "bad_config", "options is an object"),
    ],
)
def test_a_race_that_cannot_be_is_refused_in_a_sentence_rp_86(
    fields: dict[str, Any], code: str, said: str
) -> None:
    rig = Rig()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(asked({"players": FOUR, **fields}), AT_TABLE)
    assert (refused.value.code, refused.value.status) == (code, 400)
    assert said in str(refused.value)
    assert rig.view.game is None


def test_other_games_know_nothing_of_laps() -> None:
    with pytest.raises(CommandRefused, match="laps"):
        Rig().table.command(
            asked({"game": "fast_track", "players": [["A"], ["C"]], "laps": 3}), AT_TABLE
        )


def test_a_real_board_carries_only_games_of_its_kind() -> None:
    new = New(game="racepack", players=FOUR)
    only_kind("tiles")(new)
    with pytest.raises(CommandRefused, match="a hex one, and that game needs a tiles one"):
        only_kind("hex")(new)
    with pytest.raises(CommandRefused, match="a tiles one, and that game needs a hex one"):
        only_kind("tiles")(
            New(game="fast_track", rules="classic", board="hex", players=[["A"], ["C"]])
        )


def test_a_circuit_of_more_spaces_than_the_real_board_has_is_refused() -> None:
    from hardware.ports import Snapshot

    rig = Rig(board_kind="serial")
    rig.table.sensors(Snapshot((False,) * 96, 0.0))
    wide = {**RING, "wide": True}
    with pytest.raises(CommandRefused, match="needs the tiles board of 1"):
        race([[c] for c in "ABCDEFGH"], rig=rig, track=wide)


def test_with_phones_for_hands_only_a_seats_holder_drives_for_it() -> None:
    rig = race(hands="virtual")
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("F1"), AT_TABLE)
    assert refused.value.code == "no-seat"
    rig.table.command(Act("F1"), Caller(seats=frozenset({0})))
    assert rig.done() == ["F1"]


def test_a_race_that_is_open_on_another_circuit_is_not_taken_to_a_smaller_board() -> None:
    wide = race([[c] for c in "ABCDEFGH"], track={**RING, "wide": True}).table.drawing()
    assert wide is not None
    assert unfit(board_of("tiles"), wide).startswith("This board has 96 holes, and the open game")
    assert unfit(board_of("tiles"), board_of("tiles")) == ""
    assert "is a hex one, and the open game needs a tiles one" in unfit(board_of("hex"), wide)


# ------------------------------------------------------------------------------- what is offered


def test_every_number_of_players_that_is_offered_can_race_rp_20() -> None:
    offer = OFFERS["racepack"]
    (sheet,) = offer.rules
    found = set()
    for players in offer.counts("tiles"):
        for each in offer.colours_each(sheet, "tiles", players):
            seats = offer.usual("tiles", players, each)
            rig = race([list(cars) for cars in seats], rules=sheet.name, board="tiles")
            assert len(rig.wood) == players * each
            found.add((players, each))
    assert found == {(2, 2), (3, 2), (4, 1), (4, 2), (5, 1), (6, 1), (7, 1), (8, 1)}
    assert words("game.racepack") == "Racepack"
    assert words("rules.racepack.race.line").endswith(".")


def test_white_and_black_are_called_by_their_colours() -> None:
    rig = race([[c] for c in "ABCDEFGH"])
    presenter = PACKS.of("racepack").presenter
    assert render(presenter.together(now(rig), {})) != ""
    names = [presenter.player(now(rig), seat, {}) for seat in (6, 7)]
    assert names == ["@colour.G", "@colour.H"]
