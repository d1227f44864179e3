"""The foot of the page: what the thumb needs in each state. Only this file decides it."""

from __future__ import annotations

from companion.model.choices import Choice
from companion.model.view import View
from companion_web.drawing.mover import moved_in_hand, moves_again


def may_act(view: View) -> bool:
    """Whether the visitor may choose now: it has the seat to act, or cards lie open."""
    if view.bot is not None and view.bot.stuck:
        return True
    if view.seat is None:
        return open_cards(view) and (view.bot is None or _people_act(view))
    return any(player.seat == view.seat and player.to_act for player in view.players)


def open_cards(view: View) -> bool:
    """Whether cards of paper lie on the table, so that any page may tell what was played."""
    return view.game is not None and view.game.hands == "physical"


def _people_act(view: View) -> bool:
    return any(player.to_act and not player.bot for player in view.players)


def nobody_sits(view: View) -> bool:
    """Whether the table waits for somebody who is not there: the hand of a seat that nobody has
    taken."""
    acting = [player for player in view.players if player.to_act]
    gone = all(not player.taken and not player.bot for player in acting)
    return bool(acting) and gone and not open_cards(view)


def goes_on(view: View) -> bool:
    """Whether the last move goes on in a hand. It has its own foot, not the next player's keys
    (PP-5).

    Held cards stay in their holder's sight.
    """
    if view.hand is not None or not moves_again(view) or moved_in_hand(view) is None:
        return False
    return may_act(view) or view.seat == view.prompt.seat


def foot_kind(view: View, picked: bool = False) -> str:
    """The name of the foot that the state asks for.

    ``picked``  a marble was picked up on the page alone, or the board is shown larger
    """
    if view.game is None:
        return "none"
    if (kind := _asking_foot(view)) is not None:
        return kind
    if view.window is not None and view.window.covered:
        return "window"
    if view.prompt.message.key == "prompt.paused":
        return "paused"
    if view.seat is None and not open_cards(view):
        return foot_of_watcher(view)
    if (kind := _bot_foot(view)) is not None:
        return kind
    if view.hand == () and not any(p.to_act for p in view.players):
        return "drawing"
    if view.window is not None and view.window.keys:
        return "claim"
    if view.dice:
        return "dice"
    if any(key.param == "roll" for key in view.pad):
        return "roll"
    if goes_on(view):
        return "lifted"
    if not may_act(view):
        if view.held is not None and view.held.cards:
            return "deeds"
        if view.hand is not None and view.pad:
            return "hand"
        return "seat" if nobody_sits(view) else "wait"
    return _acting_foot(view, picked)


def foot_of_watcher(view: View) -> str:
    """The foot of who has no seat in a dealt game: it leads to a seat, if one can be taken."""
    return "seat" if any(not one.taken or one.bot for one in view.players) else "watch"


def _asking_foot(view: View) -> str | None:
    """The foot of a question, of a mistake and of the end; these come before all others."""
    if view.ask is not None:
        return "ask"
    if view.reason is not None:
        return "wrong"
    if any(p.winner for p in view.players):
        return "over"
    if view.called_for:
        return "correction"
    return "stray" if view.state == "stray" and view.doubts else None


def _bot_foot(view: View) -> str | None:
    """The foot while nobody but a bot is to act: on a real board hands make its move."""
    if view.bot is None or view.bot.stuck or _people_act(view):
        return None
    return "moves" if view.board == "serial" and view.choices else "bot"


def _acting_foot(view: View, picked: bool) -> str:
    """The foot of the player who is to choose something."""
    if view.drive is not None and (kind := _driving_foot(view, picked)):
        return kind
    moving = view.card is not None or view.race is not None or view.choices
    if moving and (picked or moved_in_hand(view) is not None):
        return "lifted"
    if view.race is None and view.choices:
        return "moves"
    if view.hand is not None and view.pad:
        return "hand"
    if view.pad:
        return "pad" if all(key.param == "card" for key in view.pad) else "keys"
    return "go" if view.race and view.choices else "wait"


def _driving_foot(view: View, picked: bool) -> str:
    """Tiles for a car that is lifted, or that was pushed and must go; else cards and buttons."""
    assert view.drive is not None
    driven = picked or moved_in_hand(view) is not None
    if any(view.drive.tiles) and (driven or not view.drive.deeds):
        return "tiles"
    return "deeds" if (view.drive.deeds or view.drive.playing) and not driven else ""


def offered_moves(view: View) -> list[Choice]:
    """The moves with a row of their own in the foot: first the hint, if one was asked for.

    Splits have none: one row names them together as a number of ways.
    """
    singles = [c for c in view.choices if c.kind != "split"]
    shown = singles[: 1 if len(singles) < len(view.choices) else 2]
    if view.hint is None:
        return shown
    ideas = [c for c in view.choices if c.action == view.hint.action]
    return [*ideas, *(c for c in shown if c not in ideas)][: max(1, len(shown))]
