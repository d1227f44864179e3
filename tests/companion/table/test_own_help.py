"""A level of help for each seat: lights, page and hints follow whoever is to act (PP-23)."""

from __future__ import annotations

import random

import pytest
from corner_rig import corner, race
from dealt_rig import dealt
from table_rig import AT_TABLE, Rig, restarted

from companion.errors import CommandRefused
from companion.games.packs import PACKS
from companion.lights.roles import Role
from companion.model.commands import Act, Caller, HandOver, Hint
from companion.play.records import read, written
from companion.words import render
from engine.games.wahoo.position import WahooPosition
from engine.registry import REGISTRY

ANNA, MAX = Caller(frozenset((0,)), name="anna"), Caller(frozenset((1,)), name="max")
HAND = ("A", "5", "6", "10", "K")


def lit(rig: Rig) -> set[Role]:
    return {one.role for one in rig.table.lit.values()}


def levels(rig: Rig) -> tuple[str, ...]:
    return tuple(rig.table.view(seat).help for seat in (0, 1))


def two(*helps: str) -> Rig:
    """Anna and Max with cards of paper; she has played a 6."""
    rig = Rig(board_kind="none").new(players=[["A"], ["D"]], names=["Anna", "Max"], help=[*helps])
    return rig.card("6")


def hidden(*helps: str) -> Rig:
    """Anna and Max with dealt cards, each on a phone; Anna is to choose one."""
    rig = Rig().new(hands="virtual", names=["Anna", "Max"], help=[*helps])
    for seat, who in enumerate(("anna", "max")):
        rig.table.sit(seat, who)
    return rig.at(dealt(HAND, random.Random(4)))


def test_no_lights_while_anna_plays_and_lights_while_max_does() -> None:
    rig = two("none", "")
    assert Role.MOVABLE not in lit(rig)
    assert rig.view.assistance == "none"
    rig.act("Ap-A9").card("5").act("A9-B0").card("6")
    assert rig.view.players[1].to_act
    assert Role.MOVABLE in lit(rig)
    assert rig.view.assistance == "legal"


def test_who_wants_good_moves_sees_the_star_on_a_dealt_card_without_asking() -> None:
    """Only its holder does, and no light of the board tells of it."""
    rig = hidden("hint", "none")
    hint = rig.table.view(0).hint
    assert hint is not None
    assert hint.action.removeprefix("card:") in HAND
    assert rig.table.view(0).prompt.support == hint.message
    assert render(hint.message)
    assert rig.view.hint is None
    assert rig.table.view(1).hint is None
    assert Role.HINT not in lit(rig)
    assert hint.others
    rig.table.command(Hint(), ANNA)
    another = rig.table.view(0).hint
    assert another is not None
    assert another.action != hint.action


def test_who_wants_no_help_is_offered_no_hint_and_no_preview() -> None:
    rig = hidden("none", "hint")
    mine = rig.table.view(0)
    assert (mine.hint, mine.can_hint) == (None, False)
    assert not any(key.lights for key in mine.pad)
    with pytest.raises(CommandRefused, match="level of help is none"):
        rig.table.command(Hint(), ANNA)


def test_where_several_may_act_each_page_has_the_level_of_its_own_seat() -> None:
    """The lights, which all see, have that of the table."""
    rig = race(corner(), dice="table", board_kind="none")
    for seat, level in ((1, "none"), (2, "hint")):
        rig.table.command(HandOver(seat, help=level), AT_TABLE)
    rig.act("F2", "D3")
    assert len(rig.table._moment.seen_acting) > 1
    shown = [rig.table.view(audience).assistance for audience in (1, 2, 3, None)]
    assert shown == ["none", "hint", "legal", "legal"]


def test_the_panel_changes_the_level_at_once_and_a_restart_keeps_it() -> None:
    rig = two("", "")
    assert Role.MOVABLE in lit(rig)
    rig.table.command(HandOver(0, help="none"), AT_TABLE)
    for table in (rig, restarted(rig)):
        assert Role.MOVABLE not in lit(table)
        assert levels(table) == ("none", "")
        assert table.view.players[0].name == "Anna"


def test_a_hint_goes_with_the_wish_for_it() -> None:
    rig = hidden("hint", "")
    rig.table.command(HandOver(0, help="none"), ANNA)
    assert rig.table.view(0).hint is None
    assert rig.table.holder(0) == "anna"
    rig.table.command(HandOver(0, help="hint"), ANNA)
    assert rig.table.view(0).hint is not None


def test_somebody_else_has_the_help_of_the_table_and_who_comes_back_the_own() -> None:
    """A bot that plays on meanwhile needs the lights as the table has them."""
    rig = hidden("none", "hint")
    rig.table.command(HandOver(0, bot="good"), ANNA)
    assert rig.view.assistance == "legal"
    rig.table.command(HandOver(0, bot=""), ANNA)
    assert (rig.view.players[0].name, levels(rig)) == ("Anna", ("none", "hint"))
    rig.table.command(HandOver(0, name="Cara"), ANNA)
    assert levels(restarted(rig)) == ("", "hint")


def test_a_level_is_told_to_its_own_seat_alone() -> None:
    rig = hidden("none", "hint")
    assert levels(rig) == ("none", "hint")
    assert rig.view.help == ""
    for audience in (None, 0, 1):
        game = rig.table.view(audience).game
        assert game is not None
        assert "help" not in game.options


def test_a_record_tells_no_level_of_help_and_leads_to_the_same_game() -> None:
    rig = two("", "legal")
    rig.table.command(HandOver(1, help="hint"), AT_TABLE)
    rig.table.command(Act("Ap-A9"), AT_TABLE)
    kept = rig.journal.current()
    assert kept is not None
    data = written(REGISTRY, PACKS, kept)
    back = read(REGISTRY, PACKS, data, "r1", kept.revision)
    row = next(row for row in back.rows if row.kind == "player")
    assert row.data == {"name": "Max", "bot": ""}
    assert "help" not in back.rows[0].data
    old = {**data, "options": {**data["options"], "help": ["", "legal"]}}
    assert read(REGISTRY, PACKS, old, "r1", kept.revision).rows[0].data["help"] == ["", "legal"]


def test_a_level_that_there_is_not_is_refused() -> None:
    rig = two("", "")
    with pytest.raises(CommandRefused, match="help cannot be 'much'"):
        rig.table.command(HandOver(0, help="much"), AT_TABLE)
    assert levels(rig) == ("", "")


def test_how_it_stands_is_nothing_for_who_wants_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that lie open are looked at by all, dealt ones by their holders."""

    def seen(rig: Rig) -> list[bool]:
        return [rig.table.view(audience).chances for audience in (None, 0, 1)]

    assert seen(two("", "hint")) == [True, True, True]
    assert seen(two("none", "")) == [False, False, True]
    assert seen(hidden("", "none")) == [False, True, False]
    wahoo = Rig(board_kind="none").new(game="wahoo", rules=None)
    assert seen(wahoo) == [True] * 3
    monkeypatch.setattr(WahooPosition, "steepness", None)
    wahoo.table.command(HandOver(0, help="hint"), AT_TABLE)
    assert seen(wahoo) == [False] * 3, "nobody knows the chances"
