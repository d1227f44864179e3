"""The players as the page shows them: their names, chips, and the lines of their panels."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.model.race import Race
from companion.model.view import ColourView, PlayerView, View
from companion_web.drawing.board import Say
from companion_web.words.table_words import Teller

from .feet import nobody_sits
from .race_view import called, colour_name, few, runner_lines, word


class Line(Struct, frozen=True):
    """A line of text; ``colour``: the disc before it."""

    colour: str
    text: str


class ColourShown(Struct, frozen=True):
    """The chip of one colour: ``2/4``, and what a reader hears."""

    colour: str
    count: str
    label: str


class PlayerShown(Struct, frozen=True):
    """One player: what it is called, how it stands (``to move``), its chips, lines of its panel."""

    seat: int
    who: str
    state: str
    chips: tuple[ColourShown, ...]
    lines: tuple[Line, ...]


class Absent(Struct, frozen=True):
    """The seat that the table waits for though nobody sits there, and the key that takes it."""

    seat: int
    text: str


def absent_shown(view: View, foot: str, say: Say) -> Absent | None:
    """For whoever sits already, where the foot waits for such a seat."""
    if view.seat is None or foot not in ("hand", "deeds", "seat") or not nobody_sits(view):
        return None
    player = next(one for one in view.players if one.to_act)
    return Absent(player.seat, word(say, "seat.take_free", p=called(say, player)))


def who_goes_on(view: View, say: Say) -> str:
    """Who can let a paused game go on, for whoever may not: by name, if they are one or two."""
    names = [called(say, player) for player in view.players if player.taken and not player.bot]
    if len(names) > 2:
        return word(say, "go_on.all")
    key = "go_on.two" if len(names) == 2 else "go_on.one"
    return word(say, key, **dict(zip("pq", names, strict=False)))


def players_shown(view: View, say: Say) -> tuple[PlayerShown, ...]:
    def told(players: Sequence[PlayerView], _: Race | None) -> tuple[PlayerShown, ...]:
        return tuple(_player(view, player, say) for player in players)

    parts = (view.players, view.race)
    return say.players.told(told, *parts) if isinstance(say, Teller) else told(*parts)


def _player(view: View, player: PlayerView, say: Say) -> PlayerShown:
    state = "won" if player.winner else "to_move" if player.to_act else ""
    chips = _style_chips(view, player, say) if view.drive else _home_chips(player, say)
    if view.race:
        lines = tuple(Line(token, text) for token, text in runner_lines(view.race, player, say))
    elif view.drive:
        lines = tuple(Line("", chip.label) for chip in chips)
    else:
        takes = word(say, f"takes.{few(player.takes)}", n=player.takes)
        said = _home_lines(player, chips, say)
        lines = (*(Line("", text) for text in said), Line("", takes))
    return PlayerShown(
        player.seat, called(say, player), word(say, state) if state else "", chips, lines
    )


def _home_lines(player: PlayerView, chips: Sequence[ColourShown], say: Say) -> tuple[str, ...]:
    """What its chips say, below its name: of a single colour that is not said again."""
    if len(player.colours) != 1:
        return tuple(chip.label for chip in chips)
    (c,) = player.colours
    home = word(say, "home_count", n=c.home, of=c.of)
    return (_with_ahead(home, player.ahead, say),)


def _home_chips(player: PlayerView, say: Say) -> tuple[ColourShown, ...]:
    """How many of each colour are home; beside the first one, how many began there (``+1``)."""
    return tuple(
        _home_chip(c, player.ahead if c is player.colours[0] else 0, say) for c in player.colours
    )


def _home_chip(c: ColourView, ahead: int, say: Say) -> ColourShown:
    label = word(say, "colour_home", c=colour_name(say, c.colour), n=c.home, of=c.of)
    count = f"{c.home}/{c.of} +{ahead}" if ahead else f"{c.home}/{c.of}"
    return ColourShown(c.colour, count, _with_ahead(label, ahead, say))


def _with_ahead(label: str, ahead: int, say: Say) -> str:
    """The same, and how many began there."""
    return f"{label}, {word(say, 'colour_ahead', n=ahead)}" if ahead else label


def _style_chips(view: View, player: PlayerView, say: Say) -> tuple[ColourShown, ...]:
    """The style of each player, on the first car."""
    sheets = view.drive.sheets if view.drive else ()
    style = {sheet.token: sheet.style for sheet in sheets}
    return tuple(
        ColourShown(
            c.colour,
            f"★ {style.get(c.colour, 0)}",
            word(say, "drive.style_of", p=called(say, player), n=style.get(c.colour, 0)),
        )
        for c in player.colours[:1]
    )
