"""A seat changes hands in the middle of a game: to a name, to a bot, and back."""

from __future__ import annotations

import pytest
from bot_rig import Played
from table_rig import AT_TABLE, Rig, restarted

from companion.errors import CommandRefused
from companion.model.commands import Caller, Close, HandOver
from companion.model.journal import Row
from companion.table.seats import BOT

ANNA, BEN = Caller(frozenset((0,)), name="anna"), Caller(frozenset((1,)), name="ben")
NOBODY = Caller(name="watcher")


def dealt() -> Rig:
    """Anna and Ben with dealt cards, each on a phone."""
    rig = Rig().new(hands="virtual", players=[["A"], ["D"]], names=["Anna", "Ben"])
    for seat, who in enumerate(("anna", "ben")):
        rig.table.sit(seat, who)
    return rig


def who(rig: Rig, seat: int) -> tuple[str, str, bool]:
    """Name, level of the bot, and whether somebody sits there."""
    player = rig.view.players[seat]
    return player.name, player.bot, player.taken


def test_a_seat_goes_to_a_name_and_a_restart_keeps_it() -> None:
    rig = dealt()
    before = rig.view.position
    rig.table.command(HandOver(0, name="  Cara ", free=True), ANNA)
    for table in (rig, restarted(rig)):
        assert who(table, 0) == ("Cara", "", False)
        assert who(table, 1) == ("Ben", "", True)
        assert table.view.position == before
    rig.table.sit(0, "cara")
    assert rig.table.holder(0) == "cara"


def test_a_name_breaks_no_line_and_turns_no_sentence_around() -> None:
    rig = dealt()
    rig.table.command(HandOver(0, name="\u202eevil\u2066\nCara \u05d0\u200d\U0001f600"), ANNA)
    assert who(rig, 0)[0] == "evil Cara \u05d0\u200d\U0001f600"


@pytest.mark.parametrize("name", ["\u200b", "\u00ad\u3164", "\u2800 \u115f", "\u0301", "@ \u200d"])
def test_a_name_in_which_nothing_is_to_be_seen_is_none(name: str) -> None:
    """The page then says the colour; a sentence without its subject is nobody's."""
    rig = Rig().new(names=[name, "@ @Ben \U0001fae8"])
    assert who(rig, 0)[0] == ""
    assert who(rig, 1)[0] == "Ben \U0001fae8"


def test_the_phone_may_stay_with_the_seat() -> None:
    """Several people play on one phone: the seat gets another name, and the phone keeps it."""
    rig = dealt()
    rig.table.command(HandOver(1, name="Dora"), BEN)
    assert who(rig, 1) == ("Dora", "", True)
    assert rig.table.holder(1) == "ben"


def test_a_bot_plays_on_from_where_the_person_stood() -> None:
    """Anna's card lies there; the bot makes its move, then its next ones. Then Anna is back."""
    rig = Played()
    rig.new(hands="virtual", players=[["A"], ["D"]], names=["Anna", "Ben"])
    rig.table.sit(0, "anna")
    rig.table.sit(1, "ben")
    seat = rig.view.prompt.seat
    assert seat is not None
    caller = (ANNA, BEN)[seat]
    rig.table.command(HandOver(seat, bot="middle"), caller)
    assert who(rig, seat) == ("", "middle", True)
    rig.run(30)
    played = {line.seat for line in rig.view.moves}
    assert played == {seat}
    for table in (rig, restarted(rig)):
        table.table.command(HandOver(seat, bot=""), NOBODY)
        assert who(table, seat) == (("Anna", "Ben")[seat], "", False)
    rig.table.sit(seat, caller.name)
    assert rig.view.game is not None
    assert not any(rig.view.game.options["bots"])


def test_a_name_that_went_along_to_another_seat_does_not_come_back() -> None:
    """Anna lets a bot play and takes Ben's place. Whoever sits down for the bot has no name yet."""
    rig = dealt()
    rig.table.command(HandOver(0, bot="good"), ANNA)
    rig.table.command(HandOver(1, name="anna"), BEN)
    with pytest.raises(CommandRefused, match="would be called Anna"):
        rig.table.command(HandOver(0, back=True), NOBODY)
    rig.table.sit(0, "cara", bot=True)
    assert (who(rig, 0), who(rig, 1)) == (("", "", True), ("anna", "", True))


def test_a_bot_that_has_decided_gives_its_turn_back() -> None:
    """What it had decided binds nobody: all moves of the card are open again."""
    rig = Played().bots_turn(["D1"], ["C9", "B3"], card="5")
    while rig.view.bot is None or not rig.view.bot.action:
        rig.clock.t = rig.table.deadline() or rig.clock.t
        rig.table.tick()
    assert len(rig.table.view(1).legal) == 1
    rig.table.command(HandOver(1, name="Ben"), NOBODY)
    rig.table.sit(1, "ben")
    assert rig.view.bot is None
    assert len(rig.table.view(1).legal) > 1
    rig.run(20)
    assert rig.view.prompt.seat == 1  # nobody plays for a person


@pytest.mark.parametrize(
    ("command", "caller", "code"),
    [
        (HandOver(0, name="Ben"), BEN, "not-host"),
        (HandOver(0, bot="good"), NOBODY, "not-host"),
        (HandOver(7, name="Ben"), ANNA, "unknown-seat"),
        (HandOver(0), ANNA, "malformed"),
        (HandOver(0, name="Ben", bot="good"), ANNA, "malformed"),
        (HandOver(0, bot="grand"), ANNA, "malformed"),
        (HandOver(0, name="x" * 19), ANNA, "malformed"),
        (HandOver(0, name=" BEN"), ANNA, "same-name"),
        (HandOver(0, name="GREEN"), ANNA, "same-name"),
    ],
)
def test_what_cannot_be_handed_over_is_refused(
    command: HandOver, caller: Caller, code: str
) -> None:
    """And nothing has changed."""
    rig = dealt()
    with pytest.raises(CommandRefused) as refused:
        rig.table.command(command, caller)
    assert refused.value.code == code
    assert (who(rig, 0), who(rig, 1)) == (("Anna", "", True), ("Ben", "", True))


def test_the_host_hands_on_a_seat_whose_phone_is_gone() -> None:
    rig = dealt()
    rig.table.command(HandOver(0, bot="beginner"), Caller(host=True))
    assert who(rig, 0) == ("", "beginner", True)
    assert rig.table.holder(0) == "bot"


def test_cards_of_paper_are_refused_to_a_bot_but_go_to_a_name() -> None:
    rig = Rig().new(hands="physical", names=["Anna", "Ben"])
    with pytest.raises(CommandRefused, match="cards of paper"):
        rig.table.command(HandOver(0, bot="good"), AT_TABLE)
    rig.table.command(HandOver(0, name="Cara"), AT_TABLE)
    assert who(rig, 0) == ("Cara", "", False)


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("wahoo", [["A"], ["B"]]),
        ("racepack", [["A", "C"], ["B", "D"]]),
        ("fhtagn", [["A"], ["B"], ["C"]]),
    ],
)
def test_every_game_takes_a_bot_in_the_middle(game: str, players: list[list[str]]) -> None:
    board = "hex" if game == "wahoo" else None
    rig = Rig().new(game=game, rules=None, board=board, players=players)
    assert rig.view.game is not None
    caller = AT_TABLE if rig.view.game.hands == "physical" else Caller(host=True)
    rig.table.command(HandOver(1, bot="beginner"), caller)
    assert who(restarted(rig), 1) == ("", "beginner", True)


@pytest.mark.parametrize("again", [False, True])
def test_back_has_who_sat_there_before_with_name_bot_and_help(again: bool) -> None:
    """Ben's seat was a bot's; Cara got it, and gives it back. A restart between changes nothing."""
    rig = dealt()
    rig.table.command(HandOver(1, help="none"), BEN)
    rig.table.command(HandOver(1, bot="middle"), BEN)
    rig.table.command(HandOver(1, name="Cara", help="hint"), NOBODY)
    assert (who(rig, 1)[:2], rig.table.view(1).help) == (("Cara", ""), "hint")
    if again:
        rig = restarted(rig)
    rig.table.command(HandOver(1, back=True), NOBODY)
    assert who(rig, 1) == ("", "middle", True)
    rig.table.command(HandOver(1, bot=""), NOBODY)
    assert (who(rig, 1)[:2], rig.table.view(1).help) == (("Ben", ""), "none")


@pytest.mark.parametrize("told", [{"back": True, "bot": ""}, {"back": True}, {}])
def test_back_stands_alone_and_needs_somebody_before(told: dict[str, object]) -> None:
    rig = dealt()
    with pytest.raises(CommandRefused, match="Say who plays on"):
        rig.table.command(HandOver(1, **told), BEN)  # type: ignore[arg-type]


def full_after_a_row(rig: Rig) -> None:
    """The disk takes one row more, then none."""

    def fills(_: Row) -> None:
        rig.journal.broken = True

    rig.journal._written = fills


def test_who_plays_and_who_sits_there_are_one_row_so_no_full_disk_parts_them_pp_15() -> None:
    """Of a bot that got up without the phone that asked, nobody could play the seat."""
    rig = dealt()
    rig.table.command(HandOver(0, bot="good"), ANNA)
    rig.journal.broken = True
    with pytest.raises(CommandRefused) as refused:
        rig.table.sit(0, "cara", bot=True)
    assert refused.value.code == "not-saved"
    assert who(rig, 0) == ("", "good", True), "nothing has changed"
    rig.journal.broken = False
    full_after_a_row(rig)
    rig.table.sit(0, "cara", bot=True)
    assert rig.table.holder(0) == "cara"
    rig.journal.broken, rig.journal._written = False, None
    again = restarted(rig)
    assert (who(again, 0), again.table.holder(0)) == (who(rig, 0), "cara")
    full_after_a_row(rig)
    rig.table.command(HandOver(0, bot="good"), Caller(frozenset((0,)), name="cara"))
    rig.journal.broken, rig.journal._written = False, None
    for table in (rig, restarted(rig)):
        assert who(table, 0) == ("", "good", True)
        assert table.table.holder(0) == BOT, "no phone holds the seat of a bot"


@pytest.mark.parametrize("closed", [False, True])
def test_the_same_seats_are_those_of_who_played_there_last(closed: bool) -> None:
    """As the first page asks for them, also after a restart."""
    rig = dealt()
    rig.table.command(HandOver(0, name="Cara", free=True), ANNA)
    rig.table.command(HandOver(1, bot="good"), BEN)
    if closed:
        rig.table.command(Close(), BEN)
    for table in (rig, Rig(journal=rig.journal)):
        last = table.table.last()
        assert last is not None
        assert list(last["names"])[:1] == ["Cara"]
        assert list(last["bots"]) == ["", "good"]
        assert last["players"] == [["A"], ["D"]]
