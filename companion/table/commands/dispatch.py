"""What is asked of the table from the page: each command checked, carried out or refused.

A refusal leaves everything as it was and says what to do (``CommandRefused``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NoReturn

from msgspec import to_builtins

from companion.errors import CommandRefused, JournalError
from companion.model.commands import (
    Act,
    Answer,
    Caller,
    Card,
    Close,
    Command,
    Edit,
    Hint,
    Keep,
    New,
    Pause,
    Report,
    Restore,
    Roll,
    SetAside,
    Tend,
    Undo,
)
from companion.model.message import Message
from companion.model.states import TableState
from companion.play import claims, open_game
from companion.play.open_game import OpenGame
from companion.recogniser.recogniser import Kind
from companion.table import believing
from companion.table.commands import arranging, dice, helping
from companion.table.core import Core
from companion.table.shown.choices import left_by, may_tell
from companion.table.shown.prompt import ask
from companion.upkeep import service_mode
from engine.action import Action
from engine.errors import EngineError
from engine.game import OVER, Position

MOST_UNDONE: Final = 10_000
CARD_PLAYED: Final = "A card is played already; make its move or undo it."


def carry_out(core: Core, command: Command, caller: Caller) -> None:
    """Carry a command out; CommandRefused otherwise."""
    if isinstance(command, Tend):
        with _saved():
            service_mode.carry_out(core, command)
        return
    if core.tending is not None and not isinstance(command, Report):
        raise CommandRefused(
            "service",
            "The board is being tested; play goes on when that has ended.",
            key="prompt.service",
        )
    with _saved():
        if isinstance(command, New):
            _new(core, command)
        elif isinstance(command, Act):
            _act(core, command, caller)
        elif isinstance(command, Roll):
            dice.roll(core, _going_on(core), _may_roll(core, caller), command.seat)
        elif isinstance(command, Pause):
            _pause(core, command, caller)
        elif isinstance(command, Card):
            _card(core, command.card, caller)
        elif isinstance(command, Undo):
            _undo(core, command.steps, caller)
        elif isinstance(command, Answer):
            _answer(core, command, caller)
        elif isinstance(command, Close):
            _close(core, caller)
        elif isinstance(command, Keep | Edit):
            _at_table(core, caller)
            arranging.arrange(core, _game(core), command)
        elif isinstance(command, SetAside | Restore):
            _at_table(core, caller)
            arranging.sensor(core, _game(core), command)
        elif isinstance(command, Hint):
            helping.advise(core, _going_on(core), _may_act(core, caller))
        elif isinstance(command, Report):
            _report(core, caller)
    if isinstance(command, Act | Card | Answer | Roll):
        core.clocks.stir(core)
    core.evaluate()


@contextmanager
def _saved() -> Iterator[None]:
    """A journal that cannot be written refuses the command."""
    try:
        yield
    except JournalError as error:
        raise CommandRefused(
            "not-saved", f"Nothing was changed: {error}", status=503, key=error.key
        ) from error


def _game(core: Core) -> OpenGame:
    if core.game is None:
        raise CommandRefused("no-game", "No game is open; start one first.")
    return core.game


# --------------------------------------------------------------------------------- who may act


def _at_table(core: Core, caller: Caller) -> None:
    """Anybody who holds a seat, or plays for the table, may ask this."""
    if not caller.seats and not _for_table(core, caller):
        raise CommandRefused("no-seat", "Take a seat first.", status=403)


def _for_table(core: Core, caller: Caller) -> bool:
    """A browser that plays for the table may do so while the cards lie on it (FT-8)."""
    return caller.table and not (core.game is not None and core.game.dealt)


def _may_act(core: Core, caller: Caller) -> frozenset[int]:
    """The acting seats that this caller may act for; refused when there are none."""
    _at_table(core, caller)
    acting = frozenset(core.acting)
    if _for_table(core, caller):
        return acting
    mine = acting & caller.seats
    if acting and not mine:
        _refuse_turn(core, min(acting))
    return mine


def _refuse_turn(core: Core, acting: int) -> NoReturn:
    """Refuse who is not asked now, saying what is awaited."""
    game = _game(core)
    position, presenter = game.position, game.presenter
    if claims.is_open(position):
        raise CommandRefused("not-your-turn", "You are not asked now.", key="refusal.not_asked")
    choosing = core.state is TableState.CHOOSE_CARD
    told = presenter.of_others(position, acting, game.names, choosing)
    raise CommandRefused(
        "not-your-turn",
        f"It is not your turn; seat {acting} is to play.",
        key=told.key,
        params=told.params,
    )


def _going_on(core: Core) -> OpenGame:
    game = _game(core)
    if game.position.to_act is OVER:
        raise CommandRefused("over", "The game is over; start a new one.", key="prompt.over")
    return game


# ------------------------------------------------------------------------------------- playing


def _act(core: Core, command: Act, caller: Caller) -> None:
    game, text = _going_on(core), command.action
    seats = _may_act_or_made(core, game, text, caller)
    if command.seat is not None:
        seats &= {command.seat}
    found = [a for a in game.position.legal() if a.text == text and a.seat in seats]
    together = [a for a in claims.passes(game.position, seats) if a in found]
    if together:
        core.play(together, joined=True)
    elif found:
        _as_it_was(core, found[0])
        core.play((found[0],))
    else:
        _refuse_act(game, text)


def _may_roll(core: Core, caller: Caller) -> frozenset[int]:
    """The seats for which the caller may throw; chance's dice anybody at the table may."""
    if not core.acting:
        _at_table(core, caller)
        return frozenset()
    return _may_act(core, caller)


def _pause(core: Core, command: Pause, caller: Caller) -> None:
    """Stop the clocks or let them go on."""
    _going_on(core)
    _at_table(core, caller)
    if core.clocks.window is None and core.clocks.turn is None:
        raise CommandRefused("unchanged", "No clock is running.", key="refusal.no_clock")
    if command.on:
        core.clocks.stopped = True
    else:
        core.clocks.stir(core)


def _may_act_or_made(core: Core, game: OpenGame, text: str, caller: Caller) -> frozenset[int]:
    """The caller's acting seats; what was said may just have been made (PP-18)."""
    last = next((s for s in reversed(game.steps) if not s.chance), None)
    legal = any(a.text == text and a.seat in core.acting for a in game.position.legal())
    alone = last is not None and open_game.only_action(last.play.before) == last.play.action
    said = last is not None and (last.auto or alone)
    if last is not None and said and last.play.action.text == text and not legal:
        _at_table(core, caller)
        raise CommandRefused("already-made", f"{text} has just been made.")
    if not legal:
        mine = range(len(game.position.seats)) if _for_table(core, caller) else caller.seats
        claims.refuse_late(game, text, frozenset(mine))
    return _may_act(core, caller)


def _refuse_act(game: OpenGame, text: str) -> None:
    position, presenter = game.position, game.presenter
    _refuse_by_code(game, text)
    way = presenter.way(text)
    if any(a.prelude for a in position.legal()) and way is not None:
        raise CommandRefused("no-card", "Say which card was played first.", key="refusal.no_card")
    places = position.board.places
    if way is not None and way[0] in places and way[1] in places:
        told = position.explain(*way)
        reason = presenter.refusal(position, told)
        because = told.because or "no move of this card goes there"
        message = f"{text} is not legal here: {because}."
        if told.legal:
            message = f"{text} is not legal here, though {way[0]}-{way[1]} is; see the list."
        raise CommandRefused(
            "illegal-action",
            message,
            rule=told.rule,
            key=None if told.legal else reason.message.key,
            params=reason.message.params,
        )
    raise CommandRefused("illegal-action", f"{text!r} is no legal action here.")


def _refuse_by_code(game: OpenGame, text: str) -> None:
    """Refuse by the code that the game's rules name, where they name one (RP-86)."""
    try:
        game.position.apply(text)
    except EngineError as error:
        said = game.presenter.refused(error.code)
        if said is not None:
            raise CommandRefused(error.code, str(error), key=said.key) from error


def _card(core: Core, card: str, caller: Caller) -> None:
    game = _going_on(core)
    cards = game.presenter.cards()
    if card not in cards:
        known = " ".join(cards) or "none"
        raise CommandRefused(
            "unknown-card", f"Unknown card {card!r}; cards here: {known}.", status=400
        )
    seats = _may_act(core, caller)
    text = game.presenter.prelude_text(card)
    preludes = [a for a in game.position.legal() if a.prelude and a.seat in seats]
    if not preludes:
        raise CommandRefused("card-played", CARD_PLAYED)
    found = next((a for a in preludes if a.text == text), None)
    if found is None:
        raise CommandRefused("not-in-hand", f"{card} is not in the hand (FT-8).", rule="FT-8")
    _as_it_was(core, found)
    core.play((found,))


def _as_it_was(core: Core, action: Action) -> None:
    """Who names another card than the one asked for says that nothing happened with that (PP-3).

    Refused where it is then asked whether the last move was changed: that one's card lies there.
    """
    decision = core.decision
    if decision is None or decision.kind is not Kind.CARD or not action.prelude:
        return
    nothing = next((m for m in decision.matches if m.candidate is None), None)
    asked = {m.candidate.prelude for m in decision.matches if m.candidate is not None}
    if nothing is None or action in asked:
        return
    believing.believe(core, nothing)
    core.evaluate()
    if core.position is None or action not in core.position.legal():
        raise CommandRefused("card-played", CARD_PLAYED)


def _undo(core: Core, steps: int, caller: Caller) -> None:
    game = _game(core)
    if not (game.dealt and caller.host):
        _at_table(core, caller)
    if not 1 <= steps <= MOST_UNDONE:
        raise CommandRefused(
            "malformed", f"steps must be from 1 to {MOST_UNDONE}, not {steps}.", status=400
        )
    if not game.can_undo:
        raise CommandRefused("nothing-to-undo", "Nothing has been played yet.")
    if game.dealt and not caller.host:
        _own_play(game, steps, caller)
    game.undo(steps, core.rng)
    core.clocks.anew()
    core.moved()
    core.auto_held = True
    core.going_back = True
    core.notice = Message("notice.undone")


def _own_play(game: OpenGame, steps: int, caller: Caller) -> None:
    """Refuse who would take back what another has played from a dealt hand."""
    others = game.played_by(steps) - caller.seats
    if others:
        who = game.presenter.player(game.position, min(others), game.names)
        raise CommandRefused(
            "not-your-play",
            f"Seat {min(others)} played that; only its holder or the host takes it back.",
            status=403,
            key="refusal.not_your_play",
            params={"p": who},
        )


def _answer(core: Core, answer: Answer, caller: Caller) -> None:
    game = _going_on(core)
    if core.keeping is not None and answer.ask == core.keeping.id:
        _at_table(core, caller)  # whoever took the board as it stands may say what stands there
        arranging.told(core, game, core.keeping, answer.option)
        return
    if caller.seats.isdisjoint(may_tell(core, game)):
        _may_act(core, caller)
    audience = core.acting[0] if core.acting else None
    question, decision, recogniser = ask(core, audience), core.decision, core.hands.recogniser
    if question is None or decision is None or recogniser is None or question.id != answer.ask:
        raise CommandRefused("stale-question", "This question is no longer open.")
    options = [option.id for option in question.options]
    if answer.option not in options:
        known = ", ".join(options)
        raise CommandRefused(
            "unknown-option", f"Unknown answer {answer.option!r}; choose: {known}.", status=400
        )
    again = core.hands.rethought
    nothing = next((m for m in decision.matches if m.candidate is None), None)
    if again is not None:
        believing.rethink(core, again, decision, answer.option)
    elif answer.option == "neither" and decision.kind is Kind.UNSEEN:
        recogniser.deny(core.clock.now())
    elif answer.option == "neither" and decision.kind is Kind.CARD and nothing is not None:
        believing.believe(core, nothing)
    elif answer.option == "neither":
        recogniser.refuse(decision.matches)
        if not question.param:  # else the arrow back says it all
            core.notice = Message("correction.answer")
    elif decision.kind is Kind.CARD:
        prelude = next(
            m.candidate.prelude
            for m in decision.matches
            if m.candidate and m.candidate.prelude and m.candidate.prelude.text == answer.option
        )
        core.play((prelude,))
    elif question.param:
        believing.choose(core, recogniser, decision, left_by(decision, answer.option))
    else:
        core.hands.before = None  # which gesture it was is people's word: hands change it no more
        believing.believe(core, decision.matches[int(answer.option)])


# ------------------------------------------------------------------------------- opening, closing


def _new(core: Core, command: New) -> None:
    options = {k: v for k, v in to_builtins(command).items() if v is not None and k != "command"}
    options["names"] = _names(command)
    cut = ""
    try:
        game = core.registry.game(command.game)
        presenter = core.presenters.of(game.name)
        if command.first is None and (command.options or {}).get("cut") is True:
            options["first"], cut = presenter.first_player(options, core.rng)
        options = presenter.settled(options)
        options["names"] = _plain(options.get("names") or [])
        _check_board(core, game.new(presenter.engine_options(options)))
        opened = open_game.begin(core.journal, core.registry, presenter, options)
    except EngineError as error:
        raise CommandRefused(error.code, str(error), status=400) from error
    core.holders.clear()
    core.notice = None
    core.opened(opened, set_out=core.board_kind != "serial")
    if cut:
        who = presenter.player(opened.position, int(options["first"]), opened.names)
        core.notice = Message("notice.cut", {"p": who}, {"card": presenter.a_card(cut)})


def _names(command: New) -> list[str]:
    """Players' names, trimmed; CommandRefused for one too long or too many."""
    names = _plain(command.names or [])
    if any(len(name) > 40 for name in names):
        raise CommandRefused("malformed", "A name has at most 40 letters.", status=400)
    if command.players is not None and len(names) > len(command.players):
        raise CommandRefused("malformed", "There are more names than players.", status=400)
    return names


def _plain(names: Sequence[str]) -> list[str]:
    """Names without what would make a message key of them: a leading ``@``."""
    return [name.strip().lstrip("@").strip() for name in names]


def _check_board(core: Core, position: Position) -> None:
    """A real board that has other holes than the game's is refused in a sentence."""
    sensed, board = core.hands.sensed, position.board
    if core.board_kind == "serial" and sensed is not None and len(sensed) != len(board.holes):
        raise CommandRefused(
            "wrong-board",
            f"This game needs the {board.kind} board of {len(board.holes)} holes;"
            f" the one that is connected has {len(sensed)}.",
        )


def _close(core: Core, caller: Caller) -> None:
    _game(core)
    _at_table(core, caller)
    core.journal.close_game()
    core.holders.clear()
    core.notice = None
    core.closed()


def _report(core: Core, caller: Caller) -> None:
    """Something was misread; the recorder round the table keeps the last minute (PP-41)."""
    _game(core)
    _at_table(core, caller)
    core.notice = Message("notice.reported")
