"""The set-up of the street race: how many play, who rolls, and the named options."""

from __future__ import annotations

import pytest
from street_rig import HOST, now, street
from table_rig import Rig

from companion.errors import CommandRefused
from companion.games.packs import OFFERS
from companion.model.commands import New
from engine.errors import BadConfig


def test_the_set_up_offers_three_to_six_and_who_rolls() -> None:
    offer = OFFERS["fhtagn"]
    assert offer.counts("street") == (3, 4, 5, 6)
    assert offer.hands == ("virtual",)
    for players in offer.counts("street"):
        cars = [list(one) for one in offer.usual("street", players, 1)]
        rig = Rig(board_kind="none")
        rig.table.command(New(game="fhtagn", players=cars), HOST)
        assert len(rig.view.players) == players
    with pytest.raises(BadConfig, match="players: a list of 3 to 6"):
        offer.settled({"players": [["A"], ["B"]]})
    with pytest.raises(BadConfig, match="in the order of the seats"):
        offer.settled({"players": [["B"], ["A"], ["C"]]})
    cars = [["A"], ["B"], ["C"]]
    with pytest.raises(BadConfig, match="first: a number from 0 to 2"):
        offer.settled({"players": cars, "first": 3})
    rig = Rig(board_kind="none")
    rig.new(game="fhtagn", rules=None, board=None, players=cars, options={"order": ["B", "C", "A"]})
    assert now(rig).race.moment.race.order == ("B", "C", "A"), "FF-21"
    with pytest.raises(BadConfig, match="order: each of the players' letters once"):
        offer.settled({"players": cars, "options": {"order": ["B", "C"]}})
    for further, told in (
        ({"fast": "no"}, "fast: true or false is needed, not 'no'"),
        ({"open_windows": False}, "open_windows: the table decides that"),
    ):
        with pytest.raises(BadConfig, match=told):
            offer.settled({"players": cars, "options": further})
    with pytest.raises(BadConfig, match="no sheet 'classic'"):
        offer.settled({"players": [["A"], ["B"], ["C"]], "rules": "classic"})


def test_the_set_up_offers_the_named_options_that_a_table_can_play() -> None:
    """FF-26, FF-45, FF-107, FF-121, FF-141: each by itself, and all of them at once."""
    offered = {wish.name for wish in OFFERS["fhtagn"].wishes("street", 3, 1) if wish.switch}
    named = ["any_crossing", "barrel_once", "deploy_scores", "farsight", "timid_civilians"]
    assert offered == {"fast", "dual", "mirror", *named}
    offered -= {"dual"}
    named = [*named, "mirror"]
    for chosen_ones in ([], *([name] for name in named), named):
        rig = street(3, 1, **{name: name in chosen_ones for name in offered})
        options = now(rig).to_json()["options"]
        assert isinstance(options, dict)
        assert {name for name in options if name != "open_windows"} == set(chosen_ones)
        assert rig.said == "Red, put your car on a white light."


def test_more_than_four_players_have_one_car_each_ff_140() -> None:
    assert "dual" not in {wish.name for wish in OFFERS["fhtagn"].wishes("street", 5, 1)}
    cars = [[letter] for letter in "ABCDE"]
    with pytest.raises(CommandRefused, match="3 to 4 play, not 5"):
        Rig(board_kind="none").table.command(
            New(game="fhtagn", players=cars, options={"dual": True}), HOST
        )
