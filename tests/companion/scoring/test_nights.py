"""Nights: which games make one, how their players stand, and what a correction leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest
from msgspec import structs

from companion.errors import CommandRefused
from companion.model.journal import GameRecord
from companion.model.night import NIGHT_SECONDS, Corrected, Night
from companion.model.past import GameResult, SeatResult
from companion.model.players import Player
from companion.scoring.corrections import asked_for
from companion.scoring.nights import nights
from companion.service.score_book import ScoreBook
from companion.store.journal import SqlJournal

HOUR = 3600.0
MONDAY = 1_700_000_000.0


def seat(n: int, name: str, place: int, home: int, bot: str = "") -> SeatResult:
    return SeatResult(
        n, ("ABCD"[n],), n, name, bot, place == 1, place, 10, 50.0 + n, home, 4, 9, 0, 1, 2, 0, 3
    )


def game(number: int, at: float, *seats: SeatResult, over: bool = True) -> GameResult:
    return GameResult(
        f"g{number}", number, "wahoo", "wahoo", "hex", at, at + HOUR / 2, 80, over, True, seats
    )


ANNA, MAX, BOT = seat(0, "Anna", 1, 4), seat(1, "Max", 2, 3), seat(2, "", 3, 1, "good")
FIRST = game(1, MONDAY, ANNA, MAX, BOT)
SECOND = game(
    2, MONDAY + HOUR, seat(0, "anna", 3, 1), seat(1, "Max", 2, 2), seat(2, "", 1, 4, "good")
)


def night_of(*games: GameResult) -> Night:
    return nights(games, (), MONDAY + 2 * HOUR)[0]


def test_points_are_n_for_the_first_and_one_for_the_last() -> None:
    told = night_of(FIRST, SECOND).standings
    assert [(one.name, one.points, one.places) for one in told] == [
        ("anna", 4, (1, 3)),
        ("", 4, (3, 1)),
        ("Max", 4, (2, 2)),
    ]
    assert [one.home for one in told] == [5, 5, 5]


def test_equal_players_share_place_and_points() -> None:
    one, other = seat(1, "Max", 2, 3), seat(2, "Dora", 2, 3)
    told = night_of(game(1, MONDAY, ANNA, one, other)).standings
    assert [(s.name, s.points, s.rank) for s in told] == [
        ("Anna", 3, 1),
        ("Max", 2, 2),
        ("Dora", 2, 2),
    ]


def test_a_bot_is_listed_with_its_points_but_wins_no_night() -> None:
    told = night_of(SECOND).standings
    assert [(s.bot, s.points, s.rank, s.best) for s in told] == [
        ("good", 3, 0, False),
        ("", 2, 1, True),
        ("", 1, 2, False),
    ]


@pytest.mark.parametrize(
    ("late", "numbers"), [(NIGHT_SECONDS - 1, [[1, 2]]), (NIGHT_SECONDS, [[2], [1]])]
)
def test_a_night_is_over_eight_hours_after_it_opened(late: float, numbers: list[list[int]]) -> None:
    found = nights((FIRST, game(2, MONDAY + late, ANNA, MAX)), (), MONDAY + late)
    assert [[one.result.number for one in night.games] for night in found] == numbers
    assert [night.ended is None for night in found] == [True, False][: len(found)]


def test_only_finished_games_count_but_the_first_one_opens_the_night() -> None:
    night = night_of(game(1, MONDAY, ANNA, MAX, over=False), game(2, MONDAY + 60, ANNA, MAX))
    assert (night.opened, [one.result.number for one in night.games]) == (MONDAY, [2])


def test_time_a_turn_counts_turns_and_not_games() -> None:
    short = SeatResult(0, ("A",), 0, "Anna", "", True, 1, 2, 100.0)
    other = SeatResult(1, ("B",), 1, "Max", "", False, 2, 8, 8.0)
    long_ = SeatResult(0, ("A",), 0, "Anna", "", True, 1, 8, 80.0)
    told = night_of(game(1, MONDAY, short, other), game(2, MONDAY + 60, long_, other)).standings
    assert [(one.name, one.seconds) for one in told] == [("Anna", 18.0), ("Max", 1.0)]
    assert told[0].home is None


class Games:
    """A past that is set."""

    def __init__(self, *games: GameResult) -> None:
        self.found = list(reversed(games))

    def games(self) -> Sequence[GameResult]:
        return self.found

    def record(self, game_id: str) -> GameRecord | None:
        return None


@pytest.fixture
def past() -> Games:
    return Games(FIRST, SECOND)


@pytest.fixture
def book(past: Games, opener: Callable[..., SqlJournal]) -> ScoreBook:
    rows = opener().archive("1").scores
    return ScoreBook(past, rows, "ABCDEF", lambda: MONDAY + 2 * HOUR)


def test_an_ended_night_stays_ended_and_the_next_game_opens_another(
    book: ScoreBook, past: Games
) -> None:
    book.end("Anna")
    assert book.nights()[0].ended == MONDAY + 2 * HOUR
    with pytest.raises(CommandRefused, match="no such night"):
        book.end("Anna")
    book.reopen("Max")
    assert book.nights()[0].ended is None
    with pytest.raises(CommandRefused, match="no such night"):
        book.reopen("Max")
    book.end("Anna")
    past.found.insert(0, game(3, MONDAY + 2 * HOUR + 1, ANNA, MAX))
    assert [[g.result.number for g in night.games] for night in book.nights()] == [[3], [1, 2]]
    assert book.nights()[0].ended is None


@pytest.mark.parametrize(
    ("scheme", "points"),
    [("places", [4, 4, 4]), ("wins", [1, 1, 0]), ("home", [5, 5, 5]), ("all", [10, 10, 9])],
)
def test_a_scheme_is_chosen_for_one_night(book: ScoreBook, scheme: str, points: list[int]) -> None:
    book.choose("Anna", 1, scheme)
    assert (book.nights()[0].scheme, [s.points for s in book.nights()[0].standings]) == (
        scheme,
        points,
    )
    with pytest.raises(CommandRefused, match="not by"):
        book.choose("Anna", 1, "goals")
    with pytest.raises(CommandRefused, match="no such night"):
        book.choose("Anna", 9, "wins")


def test_a_corrected_entry_keeps_who_when_and_what_it_was(book: ScoreBook) -> None:
    swap = {(0, "place"): "2", (0, "home"): "3", (1, "place"): "1", (1, "home"): "4"}
    swap |= {(1, "name"): "Maxi", (2, "place"): "3"}
    book.correct("Dora", "g1", swap)
    book.correct("Dora", "g1", {(1, "name"): "Max"})
    first = book.nights()[0].games[0]
    assert [(s.name, s.place, s.won) for s in first.result.seats[:2]] == [
        ("Anna", 2, False),
        ("Max", 1, True),
    ]
    assert first.points == (2, 3, 1)
    assert [s.to_go for s in first.result.seats[:2]] == [None, 0], "nobody knows it of the first"
    assert {(line.who, line.at) for line in first.lines} == {("Dora", MONDAY + 2 * HOUR)}
    assert [(line.seat, line.field, line.was, line.now) for line in first.lines] == [
        (0, "place", "1", "2"),
        (0, "home", "4", "3"),
        (1, "place", "2", "1"),
        (1, "home", "3", "4"),
        (1, "name", "Max", "Maxi"),
        (1, "name", "Maxi", "Max"),
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({(0, "place"): "2"}, "Somebody must be first"),
        ({(0, "place"): "2", (1, "place"): "1"}, "Whoever is first has 4 marbles home"),
        ({(0, "home"): "0"}, "Whoever is first has 4 marbles home"),
        ({(1, "place"): "4"}, "cannot become"),
        ({(0, "home"): "5"}, "cannot become"),
        ({(2, "name"): "Hal"}, "cannot become"),
        ({(7, "place"): "1"}, "no seat 7"),
        ({(1, "name"): "ANNA"}, "would be called ANNA"),
        ({(1, "name"): "x" * 19}, "at most 18 letters"),
        ({(1, "name"): "red"}, "red is the colour of another player"),
        ({(1, "name"): " ROT "}, "ROT is the colour of another player"),
        ({(0, "took"): "3"}, "cannot become"),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(
    book: ScoreBook, changes: dict[tuple[int, str], str], said: str
) -> None:
    with pytest.raises(CommandRefused, match=said):
        book.correct("Dora", "g1", {(1, "name"): "Moritz", **changes})
    assert book.nights()[0].games[0].lines == ()


def test_a_first_place_needs_no_more_marbles_home_than_the_game_did() -> None:
    """BF-13: with five marbles the fifth wins on its pen exit."""
    winner = msgspec.structs.replace(seat(0, "Anna", 1, 4), of=5)
    other = msgspec.structs.replace(seat(1, "Max", 2, 2), of=5)
    result = game(1, MONDAY, winner, other)
    swap = {(0, "place"): "2", (1, "place"): "1", (1, "home"): "4"}
    assert len(asked_for(result, (), swap)) == 3
    with pytest.raises(CommandRefused, match="has 4 marbles home"):
        asked_for(result, (), {**swap, (1, "home"): "3"})
    # An old correction that could not be made today keeps nobody from another name.
    old = Corrected(MONDAY, "", 0, "home", "4", "1")
    assert asked_for(result, (old,), {(0, "name"): "Ann"})


def test_a_game_can_be_left_out_of_its_night_and_taken_in_again(book: ScoreBook) -> None:
    book.correct("", "g2", {(-1, "counts"): "no"})
    told = book.nights()[0]
    assert (told.games[1].counts, told.games[1].points) == (False, (0, 0, 0))
    assert [one.points for one in told.standings] == [3, 2, 1]
    book.correct("", "g2", {(-1, "counts"): "yes"})
    assert [one.points for one in book.nights()[0].standings] == [4, 4, 4]
    with pytest.raises(CommandRefused, match="no such finished game"):
        book.correct("", "g9", {})


def test_people_are_kept_with_colour_help_and_marbles_ahead(book: ScoreBook) -> None:
    book.keep(Player("  Lea   Marie ", "D", "hint", 2))
    book.keep(Player("Anna", "C"))
    assert [(p.name, p.colour, p.help, p.ahead, p.games, p.wins) for p in book.players()] == [
        ("Anna", "C", "", 0, 2, 1),
        ("Lea Marie", "D", "hint", 2, 0, 0),
        ("Max", "B", "", 0, 2, 0),
    ]
    book.keep(Player("Lea", "E"), was="lea marie")
    assert [p.name for p in book.players()] == ["Anna", "Lea", "Max"]
    with pytest.raises(CommandRefused, match="has that name"):
        book.keep(Player("ANNA"), was="Lea")
    book.forget("lea")
    assert [p.name for p in book.players()] == ["Anna", "Max"]
    with pytest.raises(CommandRefused, match="Nobody"):
        book.forget("lea")


@pytest.mark.parametrize(
    "player",
    [
        Player(" "),
        Player("\0"),
        Player("\u200b"),
        Player("A" * 19),
        Player("A", "Z"),
        Player("A", "", "much"),
        Player("A", ahead=3),
    ],
)
def test_a_player_that_cannot_be_is_refused(book: ScoreBook, player: Player) -> None:
    with pytest.raises(CommandRefused):
        book.keep(player)
    assert [p.name for p in book.players()] == ["Anna", "Max"]


def test_who_plays_now_is_listed_before_the_game_has_ended(book: ScoreBook, past: Games) -> None:
    """Also whoever a seat was handed to by name."""
    open_game = game(3, MONDAY + 2 * HOUR, ANNA, seat(1, "Zoe", 2, 1), BOT, over=False)
    past.found.insert(0, structs.replace(open_game, closed=False))
    assert [(p.name, p.games) for p in book.players()] == [("Anna", 2), ("Max", 2), ("Zoe", 0)]
    past.found[0] = open_game  # it was given up
    assert [p.name for p in book.players()] == ["Anna", "Max"]


def test_players_are_listed_from_one_look_at_the_games(
    book: ScoreBook, past: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a game that ends meanwhile would be told both as going on and as played."""
    looks = iter([past.games()])
    monkeypatch.setattr(past, "games", lambda: next(looks))
    assert [(p.name, p.games) for p in book.players()] == [("Anna", 2), ("Max", 2)]
