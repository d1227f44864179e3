"""The player and the marble that move now, as a ``View`` tells it."""

from __future__ import annotations

from companion.model.view import InHand, PlayerView, View


def moves_again(view: View) -> bool:
    """Whether somebody holds the marble of the last move again, though another is to act."""
    asked = next((player for player in view.players if player.seat == view.prompt.seat), None)
    return view.state in ("lifted", "half") and asked is not None and not asked.to_act


def mover_colours(view: View) -> tuple[str, ...]:
    """Colours that may be moved now: those of the players who move, and of their partners."""

    def moves(player: PlayerView) -> bool:
        return player.seat == view.prompt.seat if again else player.to_act

    again = moves_again(view)
    teams = {player.team for player in view.players if moves(player)}
    moved = (player for player in view.players if player.team in teams)
    return tuple(shown.colour for player in moved for shown in player.colours)


def moved_in_hand(view: View) -> InHand | None:
    """The marble in hand that is being moved: the mover's or a partner's, else one to be swapped.

    A captured one is moved by nobody.
    """
    own = mover_colours(view)
    swaps = (choice for choice in view.choices if choice.kind == "swap")
    swapped = {frm for choice in swaps for frm, _ in choice.moves}
    held = view.in_hand[::-1]
    return next(
        (one for one in held if one.token in own),
        next((one for one in held if one.frm in swapped), None),
    )


def mover_of(view: View) -> str:
    """The colour that moves now: that of the marble in hand, else the prompt's."""
    held = moved_in_hand(view)
    return held.token if held else view.prompt.colour


def turn_seats(view: View) -> tuple[int, ...]:
    """The seats shown as those to act; in a covered window about one player, that player's alone.

    Such a window asks everybody. Whose moment it is would not be seen any more.
    """
    about = view.prompt.seat if view.window is not None and view.window.covered else None
    return tuple(p.seat for p in view.players if p.to_act and about in (None, p.seat))


def lit_sides(view: View) -> tuple[str, ...]:
    """Colours whose side lies in the pool of light: those to act, or those that won."""
    winners = [p for p in view.players if p.winner]
    shown = winners or [p for p in view.players if p.to_act]
    return tuple(colour.colour for player in shown for colour in player.colours)
