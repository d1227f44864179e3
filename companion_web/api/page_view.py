"""Everything the page shows of a view, decided once: templates and scripts only draw it.

It goes with every view under the key ``page``; all words in it are sentences for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.games.offer import house_of
from companion.games.packs import OFFERS, hole_name
from companion.model.message import Message
from companion.model.past import NAMELESS
from companion.model.race import Race
from companion.model.states import TableState
from companion.model.view import Ask, GameView, Owed, Reason, View
from companion_web.drawing.arrow import arrow_path
from companion_web.drawing.board import Say, board_title, own_turn
from companion_web.drawing.mover import (
    lit_sides,
    moved_in_hand,
    mover_colours,
    mover_of,
    turn_seats,
)
from companion_web.drawing.street_board import arrow_home
from companion_web.words.table_words import Teller
from engine.board import Board

from .asking_view import (
    Asked,
    Claimer,
    ClaimKey,
    Named,
    asked_of_places,
    asked_player,
    claim_key,
    claimers_of,
    named_choices,
)
from .bar_view import amiss
from .bot_view import BotShown, bot_levels, bot_shown
from .clock_view import Clock, ClockKey, clock_key_shown, clock_shown
from .end_view import EndShown, end_shown
from .feet import foot_kind, foot_of_watcher, may_act, offered_moves, open_cards
from .hidden_view import (
    SharedSeat,
    WindowShown,
    asks_face_down,
    peeks,
    shared_seats,
    window_shown,
)
from .player_view import Absent, PlayerShown, absent_shown, players_shown, who_goes_on
from .prompt_view import Denial, Said, denial_shown, prompt_shown
from .race_view import RaceShown, colour_name, few, race_shown, word
from .rights import Rights

NOBODY: Mapping[int, View] = MappingProxyType({})
TOKEN = "token"
"""The named choice of an action that spends one."""
READINGS = "ask.was"
"""The question whose answers are numbered: what was played instead."""
SHORT = 8
"""The most letters of an answer that may stand beside others."""


class Button(Struct, frozen=True):
    """The words on a button, and whether it can be pressed."""

    text: str
    enabled: bool


class Lifted(Struct, frozen=True):
    """What the foot says about a marble in hand; the page picks marbles up by itself, too.

    ``text``    of the one that the table knows of; ``of`` place → the same for each that may move
    """

    text: str
    support: str
    of: dict[str, str]


class Share(Struct, frozen=True):
    """The row for all splits: what is shared, and in how many ways."""

    text: str
    ways: str


class OwedRow(Struct, frozen=True):
    """Debts that sound the same: their number, or when their turn comes."""

    token: str
    text: str
    times: int
    aside: str


class NumberedHole(Struct, frozen=True):
    """A hole, and the numbers of the readings that end there."""

    hole: str
    n: str


class Answers(Struct, frozen=True):
    """The layout of a question's answers: on keys, or in ``columns`` of short ones.

    ``wide``    ids of the answers that need a row of their own
    ``spends``  ids of the keys that spend a token, whatever else is asked for after them
    ``numbers`` ids of answers that are numbered from 1, and of each its number
    ``spots``   the numbers on the board
    """

    keyed: bool
    columns: str
    wide: tuple[str, ...]
    spends: tuple[str, ...] = ()
    numbers: dict[str, str] = {}
    spots: tuple[NumberedHole, ...] = ()


class Wrong(Struct, frozen=True):
    """A refusal: two lines, others once somebody has asked why; the rule's address, or empty."""

    lines: tuple[str, str]
    rules: str
    rule: str


class PageView(Struct, frozen=True):
    """Everything the page shows that is not plainly in the view (docs/http.md)."""

    foot: str
    picked_foot: str
    may_act: bool
    hands: bool
    bots: tuple[str, ...]
    prompt: Said
    undo: Button
    redo: Button | None
    keeps: bool
    back: tuple[int, ...]
    players: tuple[PlayerShown, ...]
    mover: str
    movers: tuple[str, ...]
    lit: tuple[str, ...]
    title: str
    turn: int
    turns: tuple[int, ...]
    game_line: str = ""
    arrow: str = ""
    denial: Denial | None = None
    lifted: Lifted | None = None
    offered: tuple[str, ...] = ()
    share: Share | None = None
    owed: tuple[OwedRow, ...] = ()
    answers: Answers | None = None
    wrong: Wrong | None = None
    clock: Clock | None = None
    clock_key: ClockKey | None = None
    counts: tuple[str, ...] = ()
    claims: tuple[ClaimKey, ...] = ()
    claimers: tuple[Claimer, ...] = ()
    asked: Asked | None = None
    asked_of: dict[str, Asked] = {}
    choose: tuple[Named, ...] = ()
    race: RaceShown | None = None
    window: WindowShown | None = None
    shared: tuple[SharedSeat, ...] = ()
    face_down: bool = False
    bot: BotShown | None = None
    absent: Absent | None = None
    waits: str = ""
    end: EndShown | None = None
    lesson: str = ""
    deal: str = ""
    amiss: str = ""


def page_view(
    view: View,
    board: Board | None,
    say: Say,
    shared: Mapping[int, View] = NOBODY,
    *,
    ends: bool = False,
    screen: bool = False,
    host: bool = False,
) -> PageView:
    """All of it; ``board`` is the drawing, None without a game.

    ``shared``  the seats of a shared screen, each with its own view
    ``screen``  everybody at the table looks at it, such as a television: it calls whoever is to act
    ``ends``    a night goes on, and this visitor may end it
    ``host``    in dealt hands this visitor may take back what anybody has played
    """
    foot, picked = foot_kind(view), foot_kind(view, picked=True)
    if foot == "wait" and peeks(view, shared):
        foot = "peek"
    rights = Rights.of(view, shared, host=host)
    waits = foot == "paused" and not rights.stops
    if waits:
        foot = picked = foot_of_watcher(view)
    clock = clock_shown(view)
    face_down = asks_face_down(view, shared)
    heard = view
    if view.watched is not None and foot in ("seat", "watch") and not screen:
        heard = replace(view, prompt=view.watched)
    return PageView(
        foot=foot,
        picked_foot=picked,
        may_act=may_act(view),
        hands=takes_hands(view),
        bots=bot_levels(view),
        prompt=prompt_shown(heard, clock, say, face_down=face_down),
        face_down=face_down,
        undo=Button(
            word(say, "undo_card" if view.undo_card else "undo"),
            (view.can_undo or view.undo_card) and rights.may(view.undo_of),
        ),
        redo=Button(word(say, "redo"), True)
        if view.can_redo and rights.may(view.redo_of)
        else None,
        keeps=rights.sits,
        back=tuple(
            line.number
            for line in view.moves
            if line.back_of is not None and rights.may(line.back_of)
        ),
        players=players_shown(view, say),
        mover=mover_of(view),
        movers=mover_colours(view),
        lit=lit_sides(view),
        title=board_title(view, say),
        turn=own_turn(view, board) if board else 0,
        turns=turn_seats(view),
        game_line=_game_line(view, view.game, say) if view.game else "",
        arrow=_arrow(view, board),
        denial=denial_shown(view, say),
        lifted=_lifted(view, board, say) if picked == "lifted" else None,
        offered=tuple(c.action for c in offered_moves(view)) if foot == "moves" else (),
        share=_share(view, say) if foot == "moves" else None,
        owed=_owed_rows(view, say) if foot == "correction" else (),
        answers=_answers(view, view.ask, say) if view.ask else None,
        wrong=_wrong(view, view.reason, board, say) if view.reason else None,
        clock=clock,
        clock_key=clock_key_shown(view, view.timer, say) if view.timer and rights.stops else None,
        counts=_counts(view, say) if foot == "hand" else (),
        claims=tuple(claim_key(view, key, say) for key in view.window.keys) if view.window else (),
        claimers=claimers_of(view, view.window.keys, say) if view.window else (),
        asked=asked_player(view, say) if view.players else None,
        asked_of=asked_of_places(view, say),
        choose=named_choices(view, say),
        race=_race(view, view.race, say) if view.race else None,
        window=window_shown(view, say),
        shared=shared_seats(view, shared, say),
        bot=bot_shown(view, say),
        absent=absent_shown(view, foot, say),
        waits=who_goes_on(view, say) if waits else "",
        lesson=_lesson(view, say),
        amiss=amiss(view, lambda key, **parts: word(say, key.removeprefix("page."), **parts)),
        deal=word(say, "deal") if view.can_deal and foot == "pad" else "",
        end=end_shown(view, say, rights, ends=ends) if foot == "over" else None,
    )


def _lesson(view: View, say: Say) -> str:
    """How far the lesson is; empty in any other game, and for who only watches."""
    step = None if view.seat is None and not open_cards(view) else view.lesson
    return word(say, "lesson.step", n=step.step, of=step.of) if step else ""


def _arrow(view: View, board: Board | None) -> str:
    """The path of the white arrow on the board as it is drawn; empty without one."""
    if board is None or view.arrow is None:
        return ""
    return arrow_home(view, view.street) if view.street else arrow_path(board, view.arrow)


def takes_hands(view: View) -> bool:
    """Whether the page moves marbles on the board itself: only on a virtual one whose cable
    is in.
    """
    return view.board == "virtual" and view.link == "up"


def _game_line(view: View, game: GameView, say: Say) -> str:
    """The number and the rules of the game; the page writes the time at ``{time}`` as it runs. Once
    the game is over no time runs."""
    line = _running(game, say)
    return line.removesuffix(" · {time}") if view.state == TableState.OVER.value else line


def _running(game: GameView, say: Say) -> str:
    if not game.rules:
        return word(say, "elapsed_plain", n=game.number, time="{time}")
    key = f"rules.{game.name}.{game.rules}"
    house = house_of(game.options)
    named = say(Message("house.unnamed" if house == NAMELESS else key))
    named = house if house not in ("", NAMELESS) else named
    rules = game.rules if named == key else named
    return word(say, "elapsed", n=game.number, rules=rules, time="{time}")


def _race(view: View, race: Race, say: Say) -> RaceShown:
    def told(race: Race, *_: object) -> RaceShown:
        return race_shown(view, race, say)

    parts = (race, view.players, view.window is None)
    return say.races.told(told, *parts) if isinstance(say, Teller) else told(*parts)


def _lifted(view: View, board: Board | None, say: Say) -> Lifted:
    facts = view.race.facts if view.race else ()
    support = " ".join(
        part for part in (word(say, "put_back"), " · ".join(say(f.message) for f in facts)) if part
    )
    held = moved_in_hand(view)
    picks = () if takes_hands(view) else view.choices
    sources = {frm for choice in picks for frm, _ in choice.moves}
    return Lifted(
        _in_hand(view, board, held.frm, held.token, say) if held else "",
        support,
        {place: _picked(view, board, place, say) for place in sorted(sources)},
    )


def _picked(view: View, board: Board | None, place: str, say: Say) -> str:
    """The words for the marble of a place, once it was picked up."""
    known = board.places.get(place) if board else None
    holes = known.holes if known else ()
    full = (hole for hole in holes if hole in view.holes and view.holes[hole].token)
    hole = next(full, "")
    return _in_hand(view, board, hole, view.holes[hole].token, say) if hole else ""


def _in_hand(view: View, board: Board | None, hole: str, token: str, say: Say) -> str:
    """``Red 9 is in your hand``; a pen's holes are alike: its marble is named by its colour."""
    alike = hole in view.holes and view.holes[hole].place
    if board and hole in board.holes and board.space(hole).kind == "bullseye":
        return word(say, "in_hand_bullseye")
    if board and hole in board.holes and not alike and not (view.race or view.drive):
        return word(say, "in_hand", hole=_hole_name(board, hole, say))
    return word(say, "in_hand_some", c=colour_name(say, token))


def _hole_name(board: Board, hole: str, say: Say) -> str:
    return say(hole_name(board.space(hole)))


def _share(view: View, say: Say) -> Share | None:
    ways = sum(choice.kind == "split" for choice in view.choices)
    if not ways or view.card is None:
        return None
    return Share(word(say, "share", card=view.card.label), word(say, "ways", n=ways))


def _owed_rows(view: View, say: Say) -> tuple[OwedRow, ...]:
    """What to put right now and next: debts that sound the same are one row with their number."""
    rows: list[tuple[Owed, int]] = []
    for owed in view.called_for:
        if rows and (rows[-1][0].token, rows[-1][0].message) == (owed.token, owed.message):
            rows[-1] = (rows[-1][0], rows[-1][1] + 1)
        else:
            rows.append((owed, 1))
    turns = ("now", "next")
    return tuple(
        OwedRow(
            owed.token,
            say(owed.message),
            times,
            word(say, "times", n=times) if times > 1 else word(say, turns[i]),
        )
        for i, (owed, times) in enumerate(rows[:2])
    )


def _answers(view: View, ask: Ask, say: Say) -> Answers:
    """Short answers, such as colours, stand side by side where a phone has too few rows for
    them.
    """
    options = ask.options
    if any(one.label for one in options):
        return Answers(True, "", (), _spending(view, ask))
    if ask.message.key == READINGS:
        return _numbered(ask)
    wide = tuple(one.id for one in options if len(say(one.message)) > SHORT)
    short = len(options) - len(wide)
    if len(options) <= 3 or short < 2:
        return Answers(False, "", wide)
    return Answers(False, "in-two" if short <= 4 else "in-three", wide)


def _numbered(ask: Ask) -> Answers:
    """Readings have numbers, in the list and on the board. The last answer is none of them."""
    numbers = {one.id: str(n) for n, one in enumerate(ask.options[:-1], 1)}
    ends: dict[str, list[str]] = {}
    for one in ask.options:
        if one.at:
            ends.setdefault(one.at, []).append(numbers[one.id])
    spots = tuple(NumberedHole(hole, " ".join(each)) for hole, each in ends.items())
    return Answers(False, "", (), numbers=numbers, spots=spots)


def _spending(view: View, ask: Ask) -> tuple[str, ...]:
    """Answers of which every action spends a token; none where the token itself is asked for."""
    if ask.param == TOKEN:
        return ()
    spent = {choice.action for choice in view.choices if choice.params.get(TOKEN)}
    return tuple(one.id for one in ask.options if one.actions and spent.issuperset(one.actions))


def _wrong(view: View, reason: Reason, board: Board | None, say: Say) -> Wrong:
    detail = say(reason.detail) if reason.detail else word(say, "put_back")
    rule = word(say, "rule", rule=reason.rule) if reason.rule else ""
    lines = (detail, f"{rule} {word(say, 'nothing_lost')}".strip())
    if reason.told and reason.blocked_by and board and reason.blocked_by in board.holes:
        blocked = word(say, "why_blocked", hole=_hole_name(board, reason.blocked_by, say))
        lines = (blocked, detail)
    elif reason.told and reason.why is not None:
        lines = (say(reason.why), detail)
    address = ""
    if reason.rule and view.game:
        offer, sheet = OFFERS.get(view.game.name), view.game.rules
        page = offer.page_of(reason.rule, sheet) if offer else sheet
        address = f"/rules/{view.game.name}/{page}#{reason.rule}"
    return Wrong(lines, address, word(say, "rule_long", rule=reason.rule or ""))


def _counts(view: View, say: Say) -> tuple[str, ...]:
    """The number of moves under each held card; empty where that is not told."""
    return tuple(
        "" if key.moves is None else word(say, f"moves.{few(key.moves)}", n=key.moves)
        for key in view.pad
    )
