"""Refusals of commands: code, sentence and message for people, each in one place.

A new refusal of a command is a function here. ``companion/store/refusals.py`` has those of files,
``companion/upkeep/refusals.py`` those of service mode. Beside this file, ``board_refusals.py`` has
those of the board, ``seat_refusals.py`` of seats and bots, ``score_refusals.py`` of the score book.
``key`` names its sentence in the catalogue of words (``companion/words``); without one, people read
the English sentence. The engine and the game's own words tell why the rules refuse a move.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import CommandRefused, FileRefused, JournalError
from engine.errors import EngineError
from engine.told import Told

from .message import Message
from .told_words import because

# ------------------------------------------------------------------------------- game and players


def no_game() -> CommandRefused:
    """A command needs an open game."""
    said = "No game is open; start one first."
    return CommandRefused("no-game", said, key="refusal.no_game")


def no_such_game(name: str) -> FileRefused:
    """No game and no loaded record has that name."""
    return FileRefused(
        "no-such-game",
        f"There is no game {name[:40]!r} here.",
        status=404,
        key="file.no_such_game",
        params={"name": name[:40]},
    )


def over() -> CommandRefused:
    """Nothing is played any more."""
    return CommandRefused("over", "The game is over; start a new one.", key="prompt.over")


def not_over() -> CommandRefused:
    """The same game is not begun anew while it goes on."""
    said = "The game still goes on; play it to its end, or close it first."
    return CommandRefused("not-over", said, key="refusal.not_over")


def lesson_shows() -> CommandRefused:
    """A lesson takes the move that it shows and no other."""
    said = "The lesson shows another move; play that one, or leave the lesson."
    return CommandRefused("lesson", said, key="lesson.not_that")


def lesson_waits() -> CommandRefused:
    """A lesson goes on once the taken marble lies in its pen."""
    said = "The lesson waits: first the taken marble goes into its pen."
    return CommandRefused("lesson", said, key="lesson.pen_first")


def no_lesson() -> CommandRefused:
    """There is no lesson to be left."""
    return CommandRefused("no-lesson", "This game is no lesson.", key="refusal.no_lesson")


def engine_said(code: str, why: str) -> CommandRefused:
    """The options of a new game do not fit; the engine's words say why."""
    return CommandRefused(code, why, status=400, key="refusal.engine", nested=because(why))


def not_saved(error: JournalError) -> CommandRefused:
    """The journal cannot be written, and what is not written does not happen."""
    return CommandRefused("not-saved", f"Nothing was changed: {error}", status=503, key=error.key)


# ---------------------------------------------------------------------------------------- playing


def not_asked() -> CommandRefused:
    """Others are asked whether they claim something."""
    return CommandRefused("not-your-turn", "You are not asked now.", key="refusal.not_asked")


def not_your_turn(acting: int, told: Message) -> CommandRefused:
    """Another seat is to play. ``told`` says what is awaited of it."""
    return CommandRefused(
        "not-your-turn",
        f"It is not your turn; seat {acting} is to play.",
        key=told.key,
        params=told.params,
        nested=told.nested,
    )


def already_made(text: str) -> CommandRefused:
    """The table was quicker: it made the only action by itself (PP-18)."""
    return CommandRefused("already-made", f"{text} has just been made.", key="refusal.already_made")


def shut() -> CommandRefused:
    """A claim came after everybody had let the window go by."""
    return CommandRefused(
        "too-late", "Everybody has let it go by; it is too late.", key="refusal.shut"
    )


def other_window() -> CommandRefused:
    """An answer to a claim window came when that window was no longer open."""
    return CommandRefused("no-window", "That moment is over.", key="refusal.other_window")


def too_late(first: int, player: str) -> CommandRefused:
    """A claim came after another seat's. ``player`` names that seat for people."""
    return CommandRefused(
        "too-late",
        f"Seat {first} was first; nothing was spent.",
        key="refusal.too_late",
        params={"p": player},
    )


def illegal(text: str) -> CommandRefused:
    """An action names no way from place to place."""
    return CommandRefused(
        "illegal-action", f"{text!r} is no legal action here.", key="refusal.no_action"
    )


def illegal_so(text: str, way: str) -> CommandRefused:
    """The way is legal, but the action is not written as the list has it."""
    return CommandRefused(
        "illegal-action", f"{text} is not legal here, though {way} is; see the list."
    )


def against_the_rules(
    text: str, because: str | None, rule: str | None, told: Message
) -> CommandRefused:
    """The rules do not allow a move. ``told`` says why, for people."""
    return CommandRefused(
        "illegal-action",
        f"{text} is not legal here: {because or 'no move goes there'}.",
        rule=rule,
        key=told.key,
        params=told.params,
        nested=told.nested,
    )


def named_by_the_game(code: str, why: str, key: str) -> CommandRefused:
    """The game has a sentence of its own for this refusal."""
    return CommandRefused(code, why, key=key)


def told_by_the_engine(error: EngineError) -> CommandRefused | None:
    """The engine's sentence, if it has words in both languages; it names what is wrong."""
    why = error.args[0] if error.args else None
    if not isinstance(why, Told):
        return None
    return CommandRefused(error.code, why, key="refusal.engine", nested=because(why))


def no_card() -> CommandRefused:
    """A move was told without its card."""
    return CommandRefused("no-card", "Say which card was played first.", key="refusal.no_card")


def unknown_card(card: str, cards: Iterable[str]) -> CommandRefused:
    """The game has no such card."""
    known = " ".join(cards)
    return CommandRefused(
        "unknown-card", f"Unknown card {card!r}; cards here: {known}.", status=400
    )


def no_cards() -> CommandRefused:
    """The game is played with dice, without cards."""
    return CommandRefused("unknown-card", "This game has no cards.", status=400)


def cards_dealt() -> CommandRefused:
    """The page deals the cards already."""
    return CommandRefused("already-made", "The cards are dealt already.", key="refusal.cards_dealt")


def card_played() -> CommandRefused:
    """A card is played already, and a move takes one card."""
    return CommandRefused(
        "card-played",
        "A card is played already; make its move or undo it.",
        key="refusal.card_played",
    )


def not_in_hand(card: str, rule: str | None) -> CommandRefused:
    """The dealt hand does not hold this card; ``rule`` is the game's rule of dealt hands."""
    cited = f" ({rule})" if rule else ""
    return CommandRefused(
        "not-in-hand",
        f"{card} is not in the hand{cited}.",
        rule=rule,
        key="refusal.not_in_hand",
        params={"card": card, "cited": cited},
    )


def no_dice() -> CommandRefused:
    """Nobody is to throw dice."""
    return CommandRefused("no-dice", "No dice are to be thrown now.", key="refusal.no_dice")


def other_dice() -> CommandRefused:
    """Another seat is to throw."""
    return CommandRefused("no-dice", "These dice are not yours.", key="refusal.other_dice")


def no_window() -> CommandRefused:
    """A whole turn's windows are let go by while one is open, in games that have several a turn."""
    return CommandRefused("unchanged", "No window is open.", key="refusal.no_window")


def too_many_steps(steps: int, most: int) -> CommandRefused:
    """More moves are to be taken back than any game has."""
    return CommandRefused("malformed", f"steps must be from 1 to {most}, not {steps}.", status=400)


def no_move_number(move: int) -> CommandRefused:
    """Moves are counted from 1."""
    return CommandRefused("malformed", f"move must be 1 or more, not {move}.", status=400)


def nothing_to_undo() -> CommandRefused:
    """No move can be taken back."""
    return CommandRefused(
        "nothing-to-undo", "Nothing has been played yet.", key="refusal.nothing_to_undo"
    )


def not_played(move: int) -> CommandRefused:
    """The move that is to be taken back was not made, or is taken back already."""
    return CommandRefused(
        "nothing-to-undo",
        f"There is no move {move} that can be taken back.",
        key="refusal.not_played",
        params={"move": str(move)},
    )


def nothing_to_redo() -> CommandRefused:
    """Nothing was taken back, or somebody has played since."""
    return CommandRefused(
        "nothing-to-redo",
        "Nothing was taken back since the last move.",
        key="refusal.nothing_to_redo",
    )


def not_the_last_move() -> CommandRefused:
    """A move was denied that is not the last one, or that nobody has read from the board."""
    return CommandRefused(
        "not-the-last-move",
        "The table has not just read that move. Take it back instead.",
        key="refusal.not_the_last_move",
    )


def not_your_play(seat: int, player: str) -> CommandRefused:
    """Another seat played that from its dealt hand. ``player`` names it for people."""
    return CommandRefused(
        "not-your-play",
        f"Seat {seat} played that; only its holder or the host takes it back or makes it again.",
        status=403,
        key="refusal.not_your_play",
        params={"p": player},
    )


def hidden_card() -> CommandRefused:
    """A correction names a card that its sender can't see: an answer would tell where it is."""
    return CommandRefused(
        "not-your-seat",
        "That card is hidden from you.",
        status=403,
        key="refusal.hidden_card",
    )


def already_so(text: str) -> CommandRefused:
    """A correction changes nothing."""
    return CommandRefused("not-an-option", f"{text!r:.60}: it is so already.", key="refusal.so")


def no_hints() -> CommandRefused:
    """The settings allow no hints."""
    return CommandRefused(
        "no-hints",
        "The level of help is none (setting assistance, or the seat's own): hints are off.",
        key="refusal.no_hints",
    )


def nothing_to_explain() -> CommandRefused:
    """No marble stands wrong, so there is no "Why?"."""
    return CommandRefused("not-now", "Nothing stands wrong now.", key="refusal.nothing_to_explain")


def hint_later() -> CommandRefused:
    """Nobody is to choose just now."""
    return CommandRefused(
        "not-now",
        "There is no hint while something else is under way; finish that first.",
        key="refusal.hint_later",
    )


def hint_of_hand() -> CommandRefused:
    """A hint tells of a hand, and several people see the screen that asks for it."""
    return CommandRefused(
        "not-now",
        "A hint would show the hand to all who see this screen; ask on a phone of your own.",
        key="refusal.hint_of_hand",
    )


# -------------------------------------------------------------------------------------- questions


def stale_question() -> CommandRefused:
    """An answer came too late."""
    return CommandRefused(
        "stale-question", "This question is no longer open.", key="refusal.stale_question"
    )


def answer_first() -> CommandRefused:
    """An action was named that would take back what may stand on the board."""
    return CommandRefused(
        "answer-first", "Answer first what was played.", key="refusal.answer_first"
    )


def unknown_answer(answer: str, known: Iterable[str]) -> CommandRefused:
    """The question has no such answer."""
    return CommandRefused(
        "unknown-option", f"Unknown answer {answer!r}; choose: {', '.join(known)}.", status=400
    )


# ------------------------------------------------------------------------------------- the service


def being_tested() -> CommandRefused:
    """The game waits while somebody looks after the board."""
    return CommandRefused(
        "service",
        "The board is being tested; play goes on when that has ended.",
        key="prompt.service",
    )


def nothing_recorded() -> CommandRefused:
    """The recorder's folder cannot be written, so there is no last minute to keep."""
    return CommandRefused(
        "not-saved",
        "Nothing is recorded here: the data folder cannot be written.",
        status=503,
        key="refusal.nothing_recorded",
    )


def other_board(kind: str, needed: str, said_by: str) -> CommandRefused:
    """The settings or the wires say that another board lies under the table."""
    return CommandRefused(
        "wrong-board",
        f"This board is a {kind} one, and that game needs a {needed} one (so says "
        f"{said_by}): choose another game.",
        key="refusal.other_board",
        params={"kind": kind, "needed": needed, "said_by": said_by},
    )


def starting() -> CommandRefused:
    """The loop does not run yet."""
    return CommandRefused(
        "starting", "The service is just starting.", status=503, key="refusal.starting"
    )


def closing() -> CommandRefused:
    """The loop has ended."""
    return CommandRefused("closing", "The service is stopping.", status=503, key="refusal.closing")


def busy() -> CommandRefused:
    """The loop did not answer in time."""
    return CommandRefused(
        "busy", "The table is busy; try again in a moment.", status=503, key="refusal.busy"
    )


def internal() -> CommandRefused:
    """A fault of the program's own."""
    return CommandRefused(
        "internal",
        "Something went wrong inside the service; the game is as it was before.",
        status=500,
        key="refusal.internal",
    )
