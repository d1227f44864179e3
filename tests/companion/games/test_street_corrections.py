"""What people carry out for a card that the rules cannot say, told to the table (FF-155)."""

from __future__ import annotations

from typing import Any

import pytest
from by_path import module_of
from street_rig import follow, now, street
from table_rig import Rig, restarted

from companion.errors import CommandRefused
from companion.games.packs import PACKS
from companion.model.commands import Act, Caller, Pause, Undo
from companion.model.message import Message
from companion.play.watching import watched
from companion.words import render
from engine.games.street_race.discarding import LISTED_AT_TABLE
from engine.games.street_race.grid import Cell
from engine.registry import REGISTRY

MOD = "p17.1"
"""A card that B holds."""
SPACES = {"A": "1F1", "B": "2F1", "C": "2F2"}
OWNER = Caller(seats=frozenset({1}))
"""Not the one whose turn it is: whoever carries a card out tells it."""
TOLD = ("fix-dmg B yes", "fix-style C 3", "fix-card p17.1 mod A", "fix-car C 3O1")


def driving(**options: Any) -> Rig:
    """A is to act, in the middle of a race."""
    rig = street(3, 4, **options)
    told: Any = now(rig).to_json()
    told["cars"] = [{**car, "at": SPACES[car["id"]]} for car in told["cars"]]
    hands = {player: [one for one in hand if one != MOD] for player, hand in told["hands"].items()}
    hands["B"] = sorted([*hands["B"], MOD])
    pile = [one for one in told["pile"] if one != MOD]
    turn = {"turn": "A", "phase": "act", "actions": 4, "ask": None}
    rig.at({**told, **turn, "hands": hands, "pile": pile})
    return rig


def corrected(rig: Rig) -> Rig:
    for text in TOLD:
        rig.table.command(Act(text), OWNER)
    return rig


def stands(rig: Rig) -> tuple[Any, ...]:
    told: Any = now(rig).to_json()
    cars = {car["id"]: car for car in told["cars"]}
    return cars["B"]["dmg"], told["style"]["C"], cars["A"]["mods"], cars["C"]["at"]


@pytest.mark.parametrize("fast", [True, False])
def test_a_correction_is_made_at_the_table_and_kept_over_a_restart_ff_155(fast: bool) -> None:
    rig = driving(fast=fast)
    assert stands(rig) == (False, 0, [], "2F2")
    for here in (corrected(rig), restarted(rig)):
        assert stands(here) == (True, 3, ["p17.1"], "3O1")
        told: Any = now(here).to_json()
        assert (told["turn"], told["actions"]) == ("A", 4)
        assert [row.text for row in here.journal.rows if row.kind == "edit"][-4:] == [*TOLD]


def test_everybody_hears_of_it_and_it_can_be_taken_back_ff_155() -> None:
    rig = corrected(driving())
    shown = rig.view.notice
    assert shown is not None
    assert render(shown) == "Orange has put something right. Red is to move."
    for _ in TOLD:
        rig.table.command(Undo(), Caller(seats=frozenset({0, 1, 2}), host=True))
    assert stands(rig) == (False, 0, [], "2F2")


def test_a_screen_of_several_seats_says_who_has_put_it_right_ff_155() -> None:
    """Everybody reads that name, so a seat of others is refused."""
    rig, screen = driving(), Caller(seats=frozenset({0, 1}))
    rig.table.command(Act(TOLD[0], seat=1), screen)
    shown = rig.view.notice
    assert shown is not None
    assert render(shown) == "Orange has put something right. Red is to move."
    for seat in (2, 7):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Act(TOLD[1], seat=seat), screen)
        assert refused.value.code == "no-seat"
    assert stands(rig)[:2] == (True, 0)


def test_the_list_of_moves_tells_of_it_and_names_no_card_ff_155() -> None:
    rig = corrected(driving())
    assert [render(line.message) for line in rig.view.moves] == ["Something was put right"] * 4
    assert "p17.1" not in repr([rig.view.moves, rig.view.notice])
    for seat in (None, 0):
        found = rig.table.briefing(seat)
        assert found is not None
        said = [render(told) for told in found.happened]
        assert "Something was put right." in said
        assert all(one.endswith(".") for one in said)
    back = restarted(rig)
    assert [render(line.message) for line in back.view.moves] == ["Something was put right"] * 4


def test_a_race_that_ends_by_a_correction_is_told_as_an_end_ff_133_ff_155() -> None:
    """Red alone could buy a turn, and has no point left. All lines said what a correction says."""
    rig = driving()
    end = {"drawer": "C", "to_come": [], "declined": []}
    asks = {"phase": "extra", "actions": 0, "end": end}
    rig.at(module_of("browser/near_the_end").placed(now(rig).to_json(), asks))
    assert rig.said == "Red, one more turn for 3 style?"
    rig.table.command(Act("fix-style A 0"), OWNER)
    assert (rig.state, rig.said) == ("over", "Red wins the race!")
    line = "A correction ended the game"
    for here in (rig, restarted(rig)):
        last = here.view.moves[0]
        assert last.spoken is not None
        assert (render(last.message), render(last.spoken)) == (line, f"{line}.")
        record = here.journal.current()
        assert record is not None
        shown = watched(REGISTRY, PACKS.of("fhtagn"), record).stands[-1]
        assert shown.line is not None
        assert (render(shown.told), render(shown.line)) == (rig.said, line)
    german = "Eine Berichtigung hat das Spiel beendet"
    assert render(rig.view.moves[0].message, "de") == german
    rig.table.command(Undo(), OWNER)
    assert rig.said == "Red, one more turn for 3 style?"


def test_a_pause_stays_one_while_something_is_put_right_ff_155() -> None:
    rig = driving()
    rig.table.command(Pause(True), OWNER)
    rig.table.command(Act(TOLD[0]), OWNER)
    assert rig.view.paused
    rig.table.command(Pause(False), OWNER)
    rig.table.command(Act(TOLD[1]), OWNER)
    assert not rig.view.paused


def test_a_correction_that_changes_nothing_is_refused_ff_155() -> None:
    rig = driving()
    rows = len(rig.journal.rows)
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act("fix-dmg B no"), OWNER)
    assert (refused.value.code, len(rig.journal.rows)) == ("not-an-option", rows)


@pytest.mark.parametrize("cards", [13, 16, 18, 40])
def test_of_a_large_hand_any_cards_can_be_discarded_ff_48(cards: int) -> None:
    """More than twelve have more choices than a table lists: a view holds each of them, in words.
    All of sixteen were 31 MB, and the table stood still for half a minute."""
    rig = driving()
    told: Any = now(rig).to_json()
    hand, pile = told["pile"][:cards], told["pile"][cards:]
    rig.at({**told, "hands": {**told["hands"], "A": hand}, "pile": pile})
    rig.table.command(Act("end"), Caller(seats=frozenset({0})))
    listed = {action.text for action in now(rig).legal()}
    text = " ".join(("disc", *sorted(hand)[1:10]))
    assert text not in listed
    assert {"disc", f"disc {hand[0]}", " ".join(("disc", *sorted(hand)))} <= listed
    assert len(listed) == LISTED_AT_TABLE + 1
    for seat in (1, 2):
        with pytest.raises(CommandRefused):
            rig.table.command(Act(text), Caller(seats=frozenset({seat})))
    rig.table.command(Act(text), Caller(seats=frozenset({0})))
    left: Any = now(restarted(rig)).to_json()
    assert not {*sorted(hand)[1:10]} & {*left["hands"]["A"]}
    assert sorted(hand)[0] in left["hands"]["A"]


def test_hands_are_led_to_where_a_car_was_put_pp_17() -> None:
    rig = driving(board="serial")
    follow(rig)
    rig.table.command(Act("fix-car C 3O1"), OWNER)
    owed = [(one.token, one.to) for one in rig.view.owed]
    assert owed == [("C", now(rig).hole(Cell(3, -1)))]
    assert rig.said == "Yellow's car belongs on rank 3, oncoming inner lane."
    follow(rig)
    assert rig.state == "choose_move"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fix-car B 1F1", "impossible-place"),
        ("fix-car Z 1F1", "unknown-id"),
        ("fix-dmg B", "bad-syntax"),
        ("fix-card p17.1 gang B", "wrong-card-type"),
    ],
)
def test_a_wrong_correction_is_refused_by_its_code_ff_162(text: str, why: str) -> None:
    rig = driving()
    before = now(rig).to_json()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act(text), OWNER)
    assert (refused.value.code, now(rig).to_json()) == (why, before)


def sentences(rig: Rig, text: str, caller: Caller = OWNER) -> tuple[str, str]:
    """What people read where a text is refused, in English and in German."""
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act(text), caller)
    told = refused.value
    assert told.key is not None
    message = Message(told.key, told.params, told.nested)
    return render(message), render(message, "de")


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("fix-dmg B", "“fix-dmg B”: a word is missing", "„fix-dmg B“: Ein Wort fehlt"),
        ("fix-dmg Z yes", "There is no car “Z”; there are A, B, C.", "Ein Auto „Z“ gibt es nicht"),
        ("fix-dmg B so", "“so”: say yes or no after the car.", "„so“: Sag yes oder no"),
        ("fix-car B 1F1", "A is on 1F1; put that car", "Auf 1F1 steht A; setze erst"),
        ("fix-car B 1F9", "No car can be on 1F9;", "Auf 1F9 kann kein Auto stehen;"),
        ("fix-car B 900F1", "900F1 is too far off;", "900F1 ist zu weit weg;"),
        ("fix-car B there", "“there” is no space;", "„there“ ist kein Feld;"),
        ("fix-style Z 3", "There is no player “Z”;", "„Z“ spielt nicht mit;"),
        ("fix-style B x", "“x” is no number of points; 0 to", "„x“ ist keine Zahl von Punkten;"),
        ("fix-card p17.9 hand B", "There is no card “p17.9”;", "Eine Karte „p17.9“ gibt es nicht;"),
        ("fix-card p17.1 B", "A card goes to pile or discards;", "Eine Karte geht nach pile"),
        (
            "fix-card p17.1 gang B",
            "p17.1 is of type mod, and gang",
            "p17.1 ist vom Typ mod, und gang",
        ),
    ],
)
def test_a_wrong_correction_is_refused_by_a_sentence_that_names_it_ff_162(
    text: str, english: str, german: str
) -> None:
    told = sentences(driving(), text)
    assert [one[: len(wanted)] for one, wanted in zip(told, (english, german), strict=True)] == [
        english,
        german,
    ]
    assert not any("{" in one for one in told)


@pytest.mark.parametrize(
    ("words", "english", "german"),
    [
        ("{a} {a}", "{a} is named twice; name it once.", "{a} ist zweimal genannt;"),
        ("{b}", "{b} is not in A's hand; name one", "{b} ist nicht auf der Hand von A;"),
        ("x9", "There is no card “x9”;", "Eine Karte „x9“ gibt es nicht;"),
    ],
)
def test_a_wrong_discard_names_the_card_ff_48(words: str, english: str, german: str) -> None:
    """It read "One space: ahead, left, right or back." """
    rig, driver = driving(), Caller(seats=frozenset({0}))
    told: Any = now(rig).to_json()
    hand, pile = sorted(told["pile"][:2]), told["pile"][2:]
    rig.at({**told, "hands": {**told["hands"], "A": hand}, "pile": pile})
    rig.table.command(Act("end"), driver)
    cards = {"a": hand[0], "b": MOD}
    said = sentences(rig, f"disc {words.format(**cards)}", driver)
    for one, wanted in zip(said, (english, german), strict=True):
        assert one.startswith(wanted.format(**cards))


def test_nothing_is_put_right_in_the_middle_of_an_event_or_by_who_has_no_seat_ff_155() -> None:
    rig = driving()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act(TOLD[0]), Caller())
    assert refused.value.code == "no-seat"
    rig = driving(dice="table")
    rig.table.command(Act("adv"), Caller(seats=frozenset({0})))
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(Act(TOLD[0]), OWNER)
    assert refused.value.code == "wrong-phase"
    assert sentences(rig, TOLD[0])[0].startswith("Something is under way;")


def test_nothing_is_put_right_while_cars_are_placed_ff_155() -> None:
    rig = street(3, 4)
    told: Any = now(rig).to_json()
    assert told["phase"] == "place"
    assert sentences(rig, TOLD[0])[0].startswith("The cars are still being placed;")


def test_nobody_learns_by_a_correction_where_a_card_lies_ff_155() -> None:
    """It would tell whose hand has one card less, or that the pile has it."""
    rig = driving()
    before: Any = now(rig).to_json()
    for card, seat in ((MOD, 0), (MOD, 2), (before["pile"][0], 1)):
        with pytest.raises(CommandRefused) as refused:
            rig.table.command(Act(f"fix-card {card} discards"), Caller(seats=frozenset({seat})))
        assert refused.value.code == "not-your-seat"
    assert now(rig).to_json() == before
