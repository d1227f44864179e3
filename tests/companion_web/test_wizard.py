"""The set-up of a new game: what it offers, adjusts, refuses and starts."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.games.packs import OFFERS
from companion.model.names import LONGEST
from companion.model.view import View
from companion_web.pages.wizard import Wizard, read_wizard, values_of
from engine.registry import REGISTRY


def wizard(strict: bool = False, wood: bool = False, **fields: object) -> Wizard:
    """A form with these values; lists stand for repeated fields."""
    values = MultiDict(
        (name, str(one))
        for name, value in fields.items()
        for one in (value if isinstance(value, list) else [value])
    )
    return read_wizard(values, strict=strict, wood=wood)


def test_an_empty_form_takes_what_is_usual() -> None:
    """FT-5: four players sit at A, B, D and E; FT-6: they cut for the first turn."""
    form = wizard()
    command = form.command()
    assert (command.game, command.rules, command.board) == ("fast_track", "classic", "hex")
    assert command.players == [["A"], ["B"], ["D"], ["E"]]
    assert command.teams == [[0], [1], [2], [3]]
    assert command.hands == "virtual"
    assert (command.first, command.options) == (None, {"cut": True})


@pytest.mark.parametrize(("board", "usual"), [("virtual", "virtual"), ("serial", "physical")])
def test_the_page_deals_unless_people_have_cards_beside_a_real_board(
    make_app: Any, make_browser: Any, make_table: Any, board: str, usual: str
) -> None:
    """Nobody needs a deck to play on a virtual board; either may be chosen on both."""
    table = make_table(board=board)
    browser = make_browser(make_app(table))
    page = browser.get("/new").text
    assert f'id="hands-{usual}" data-live checked' in page
    assert page.index("Deal on the page") < page.index("We have cards")
    browser.submit("/new", {"count": "2", "first": "0"})
    assert table.commands[-1][0].hands == usual
    for chosen in ("physical", "virtual"):
        assert f'id="hands-{chosen}" data-live checked' in browser.get(f"/new?hands={chosen}").text


def test_two_colours_each_sit_as_the_rules_say() -> None:
    """FT-5: three players of two colours sit at AD, BE and CF."""
    form = wizard(count=3, each=2)
    assert form.command().players == [["A", "D"], ["B", "E"], ["C", "F"]]
    assert form.colours == ("A", "D", "B", "E", "C", "F")


def test_partners_sit_alternately() -> None:
    """FT-5: teams of two among four."""
    form = wizard(count=4, teams=2)
    assert form.command().teams == [[0, 2], [1, 3]]
    assert [row.team for row in form.rows] == [0, 1, 0, 1]


def test_the_square_board_seats_four_and_the_other_sheets_have_none() -> None:
    """FT-1; the sheets ``stevens`` and ``butterfly`` are for six sides only."""
    assert wizard(board="square", count=6).count == 4
    assert wizard(board="square", rules="stevens").board == "hex"


def test_butterfly_is_one_colour_each_no_teams_and_the_first_listed_begins() -> None:
    """BF-1."""
    form = wizard(rules="butterfly", count=4, each=2, teams=2, first="cut")
    assert (form.each, form.partners, form.first) == (1, 1, "0")
    assert (form.command().first, form.command().options) == (0, None)


def test_chosen_seats_are_listed_clockwise_with_their_names() -> None:
    form = wizard(count=2, players=["E", "B"], names=["Max", "  Ben   B. "])
    assert [(row.colours, row.name) for row in form.rows] == [(("B",), "Ben B."), (("E",), "Max")]
    assert form.command().names == ["Ben B.", "Max"]


@pytest.mark.parametrize(
    ("fields", "field", "error"),
    [
        ({"players": ["A", "A"]}, "players", "wizard.error.twice"),
        ({"names": ["x" * (LONGEST + 1), ""]}, "names", "wizard.error.long_name"),
        ({"names": ["Anna", "anna "]}, "names", "wizard.error.same_name"),
        ({"names": ["Anna", "red"]}, "names", "wizard.error.anothers_colour"),
        ({"names": ["Grün", ""]}, "names", "wizard.error.anothers_colour"),
    ],
)
def test_what_does_not_fit_stands_under_its_field(
    browser: Any, fields: dict[str, list[str]], field: str, error: str
) -> None:
    assert wizard(True, count=2, **fields).errors == {field: error}
    answer = browser.submit("/new", {"count": "2", **fields})
    assert answer.status_code == 400
    assert f'id="error-{field}"' in answer.text
    assert 'class="wizard step-2"' in answer.text  # a phone shows one step, and this has the field
    assert 'aria-invalid="true"' in answer.text
    assert "autofocus" in answer.text


def test_the_own_colour_and_one_that_nobody_has_are_names_like_others() -> None:
    assert wizard(True, count=2, names=["Rot", "Green"]).errors == {}
    assert wizard(True, count=2, names=["Blau", "Yellow"]).errors == {}


def test_unnamed_players_are_no_clash() -> None:
    assert wizard(True, count=2, names=["", ""]).errors == {}


WORDS = st.sampled_from(
    [
        "",
        "0",
        "1",
        "2",
        "3",
        "4",
        "6",
        "9",
        "-1",
        "x",
        "hex",
        "square",
        "stevens",
        "butterfly",
        "cut",
    ]
)
SEATS = st.lists(st.text("ABCDEFX ", max_size=5), max_size=7)


@given(
    fields=st.dictionaries(
        st.sampled_from(["game", "rules", "board", "hands", "count", "each", "teams", "first"]),
        WORDS,
    ),
    players=SEATS,
)
@settings(max_examples=200, deadline=None)
def test_whatever_is_sent_a_form_without_errors_starts_a_game(
    fields: dict[str, str], players: list[str]
) -> None:
    form = wizard(True, players=players, **fields)
    if form.errors:
        return
    command = form.command()
    options = {
        "rules": command.rules,
        "board": command.board,
        "players": command.players,
        "teams": command.teams,
        "first": command.first or 0,
    }
    position = REGISTRY.game(command.game).new(options)
    assert list(chain(*(seat.colours for seat in position.seats))) == list(form.colours)


@pytest.mark.parametrize("game", list(OFFERS))
def test_the_colours_of_another_game_never_keep_a_game_from_starting(game: str) -> None:
    """Whoever changes the game brings along the colours that were chosen for the last one."""
    form = wizard(True, game=game, count=4, players=["A", "B", "D", "E"])
    assert not form.errors
    assert (form.offer.game, form.count) == (game, 4)
    offer, command = form.offer, form.command()
    options = {"players": command.players, "teams": command.teams, "hands": command.hands}
    settled = offer.settled({**options, "rules": command.rules, "board": command.board})
    position = REGISTRY.game(game).new(offer.engine_options(settled))
    assert tuple(chain(*(seat.colours for seat in position.seats))) == form.colours


@pytest.mark.parametrize("rules", ["classic", "stevens", "butterfly"])
def test_every_offered_size_can_be_played(rules: str) -> None:
    offer = wizard(rules=rules).offer
    sheet = offer.sheet(rules)
    assert sheet is not None
    sizes = [
        (board, count, each, team)
        for board in sheet.boards
        for count in offer.counts(board)
        for each in offer.colours_each(sheet, board, count)
        for team in offer.team_sizes(sheet, count)
    ]
    assert len(sizes) >= 5
    for board, count, each, team in sizes:
        form = wizard(True, rules=rules, board=board, count=count, each=each, teams=team)
        assert (form.board, form.count, form.each, form.partners) == (board, count, each, team)
        command = form.command()
        options = {"rules": rules, "board": board}
        REGISTRY.game(command.game).new(
            {**options, "players": command.players, "teams": command.teams}
        )


def test_starting_leads_to_the_table_or_to_the_seats(browser: Any, table: Any) -> None:
    number = table.number
    fields = {"count": "2", "players": ["A", "D"], "names": ["Anna", "Dora"], "first": "1"}
    started = browser.submit("/new", {**fields, "hands": "physical"})
    assert (started.status_code, started.headers["Location"]) == (303, "/")
    assert table.number == number + 1
    command, caller = table.commands[-1]
    assert (command.first, command.names) == (1, ["Anna", "Dora"])
    assert caller.table
    dealt = browser.submit("/new", {**fields, "hands": "virtual"})
    assert dealt.headers["Location"] == "/join"


def test_the_button_that_starts_says_which_command_it_sends(browser: Any) -> None:
    assert browser.get("/new").text.count('data-command="new"') == 1


def test_the_next_set_up_begins_with_the_last_game(browser: Any, table: Any) -> None:
    browser.submit(
        "/new",
        {
            "rules": "stevens",
            "count": "2",
            "each": "2",
            "players": ["A D", "B E"],
            "names": ["Anna", "Ben"],
            "first": "0",
        },
    )
    again = browser.get("/new").text
    assert 'value="Anna"' in again
    assert 'value="stevens" id="rules-stevens" data-live checked' in again
    view = table.view(None)
    form = read_wizard(MultiDict(values_of(view.game)))
    assert form.command().players == [["A", "D"], ["B", "E"]]


def test_a_live_change_answers_with_the_form_as_it_now_is(browser: Any) -> None:
    page = browser.get("/new?count=6&rules=butterfly&step=2").text
    assert page.count('name="names"') == 6
    assert 'name="teams"' not in page
    assert "step-2" in page


def test_a_refusal_of_the_table_is_shown_on_the_form(
    browser: Any, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.errors import CommandRefused

    def refuse(command: object, caller: object) -> None:
        raise CommandRefused("board-kind", "This board has four sides.")

    monkeypatch.setattr(table, "submit", refuse)
    answer = browser.submit("/new", {"count": "2"})
    assert answer.status_code == 409
    assert "This board has four sides." in answer.text


def test_the_first_page_says_why_the_board_is_not_there(
    table: Any, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever flashed the wrong files meets this page first."""
    assert "data-board-says" not in browser.get("/new").text
    why = "The board speaks version 1 of the wire: trackside firmware copy."
    real = table.view

    def refused(audience: int | None) -> View:
        view: View = real(audience)
        return msgspec.structs.replace(view, link="refused", link_reason=why)

    monkeypatch.setattr(table, "view", refused)
    text = browser.get("/new").text
    assert f'data-board-says>{why} <a href="/service">Look after the board</a>' in text


def test_a_seat_may_be_a_bots_which_has_its_cards_dealt() -> None:
    """It keeps its level when the seats change, and has no name of its own."""
    seats = {"players": ["D", "A"], "bots": ["good", ""], "names": ["HAL", "Anna"]}
    command = wizard(count=2, hands="physical", **seats).command()
    assert (command.players, command.bots) == ([["A"], ["D"]], ["", "good"])
    assert (command.names, command.hands) == (["Anna", ""], "virtual")
    assert wizard(count=2, hands="physical", bots=["grand", ""]).command().bots is None


def test_the_pages_before_a_game_call_a_bot_by_its_colour(browser: Any, table: Any) -> None:
    page = browser.get("/new?count=2&players=A&players=D&bots=&bots=good").text
    assert "Green bot" in page


@pytest.mark.parametrize("bots", ["bots=&bots=good", "bots=&bots="])
def test_the_set_up_names_the_bot_that_cannot_hold_cards_of_paper(browser: Any, bots: str) -> None:
    page = browser.get(f"/new?hands=physical&count=2&players=A&players=D&{bots}").text
    sits = "good" in bots
    assert ("Green bot cannot hold cards of paper, so the page deals." in page) == sits
    assert ("Then no bot plays." in page) == sits
    assert f'id="hands-{"virtual" if sits else "physical"}" data-live checked' in page


def test_cards_of_paper_are_offered_beside_a_bot_and_put_people_in_all_seats(browser: Any) -> None:
    """The choice was closed for a seat's sake that is given away only in the next step."""
    fields = "count=2&players=A&players=D&bots=good&bots="
    page = browser.get(f"/new?{fields}").text
    closed = re.search(r'<input[^>]*id="hands-physical"[^>]*disabled', page)
    assert closed is None
    assert "Then no bot plays." in page
    page = browser.get(f"/new?{fields}&hands=physical&hands_before=virtual").text
    assert re.search(r'<input[^>]*id="hands-physical"[^>]*checked', page)
    assert "Red bot" not in page
    # A bot that is chosen afterwards has its cards dealt, and the page says so.
    page = browser.get(f"/new?{fields}&hands=physical&hands_before=physical").text
    assert re.search(r'<input[^>]*id="hands-virtual"[^>]*checked', page)
    assert "Red bot cannot hold cards of paper, so the page deals." in page


def test_a_form_with_cards_of_paper_and_a_bot_is_asked_about(browser: Any) -> None:
    """Without scripts both can be chosen in one step, and no page has said what becomes of it."""
    fields = {"count": "2", "players": ["A", "D"], "bots": ["", "good"], "hands": "physical"}
    answer = browser.submit("/new", {**fields, "hands_before": "virtual"})
    assert answer.status_code == 400
    assert "A bot cannot hold cards of paper." in answer.text
    assert 'class="wizard step-2"' in answer.text
    assert "Green bot" not in answer.text


def test_who_sets_up_a_game_against_bots_alone_sits_at_once(browser: Any, table: Any) -> None:
    fields = {"count": "2", "players": ["A", "D"], "bots": ["", "good"], "hands": "virtual"}
    started = browser.submit("/new", fields)
    assert (started.status_code, started.headers["Location"]) == (303, "/")
    assert table.holder(0) is not None
