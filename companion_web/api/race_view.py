"""The standing of a race, in the words and the order of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from companion.model.message import Message
from companion.model.race import Chip, Race, Standing
from companion.model.view import PlayerView, View

Say = Callable[[Message], str]

FEW = 4
"""The most runners that stand one below the other on a small screen."""


class Runner(Struct, frozen=True):
    """One row of the order. ``looks``: classes of the row; ``note``: words beside the name.

    ``noted``  class of the note; ``coins`` what a reader hears of the tokens, empty without any
    """

    token: str
    looks: str
    name: str
    note: str
    noted: str
    coins: str
    lap: str
    lap_label: str


class PoolRow(Struct, frozen=True):
    """One player's row, where runners share what they may spend."""

    seat: int
    name: str
    colours: tuple[str, ...]
    coins: str


class Step(Struct, frozen=True):
    """One step of the podium: its number, who stands on it, the place in words."""

    n: int
    token: str
    name: str
    place: str


class RaceShown(Struct, frozen=True):
    """Rows in the order of the view's ``race``; steps as they stand: second, first, third.

    ``looks``  classes of the order: ``many`` runners, and ``pooled`` where players share tokens
    """

    looks: str
    order: tuple[Runner, ...]
    pools: tuple[PoolRow, ...]
    podium: tuple[Step, ...]


def word(say: Say, key: str, **params: object) -> str:
    """One text of the page itself."""
    return say(Message(f"page.{key}", {name: str(value) for name, value in params.items()}))


def few(n: int) -> str:
    """The ending of a text's key for so many: ``0``, ``1`` or ``many``."""
    return str(n) if n < 2 else "many"


def colour_name(say: Say, colour: str) -> str:
    """The name of a colour; a token without a seat has its own name."""
    key = f"colour.{colour}"
    named = say(Message(key))
    return colour if named == key else named


def called(say: Say, player: PlayerView) -> str:
    """A player's name, or for the unnamed the view's ``called``, or else their first colour."""
    if player.name:
        return player.name
    if player.called is not None:
        return say(player.called)
    return colour_name(say, player.colours[0].colour) if player.colours else ""


def place_text(say: Say, n: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``."""
    return word(say, f"place.{n if n < 4 else 'many'}", n=n)


def race_shown(view: View, race: Race, say: Say) -> RaceShown:
    """The rows of a race."""
    players = {player.seat: player for player in view.players}
    looks = {"many": len(race.order) > FEW, "pooled": race.pools}
    return RaceShown(
        _classes(looks),
        tuple(_runner(view, race, runner, players, say) for runner in race.order),
        tuple(
            PoolRow(
                pool.seat,
                called(say, players[pool.seat]),
                tuple(c.colour for c in players[pool.seat].colours),
                _coins(say, pool.tokens),
            )
            for pool in race.pools
        ),
        _podium(race, players, say),
    )


def _classes(looks: Mapping[str, object]) -> str:
    return " ".join(look for look, on in looks.items() if on)


def _runner(
    view: View, race: Race, runner: Standing, players: dict[int, PlayerView], say: Say
) -> Runner:
    looks = {"acts": runner.to_act, f"is-{runner.state}": runner.state, "had": runner.done}
    note, noted = _note(view, runner, say)
    # The owner's name stands once, beside the tokens that the cars share.
    name = colour_name(say, runner.token) if race.pools else _driver(runner, players, say)
    return Runner(
        runner.token,
        _classes(looks),
        name,
        note,
        noted,
        _coins(say, runner.tokens),
        f"{runner.lap}/{race.laps}",
        _lap_label(race, runner, say),
    )


def _driver(runner: Standing, players: dict[int, PlayerView], say: Say) -> str:
    """The player's name, what a bot is called, or the colour driven."""
    player = players.get(runner.seat)
    if player is None:
        return colour_name(say, runner.token)
    called = say(player.called) if player.called else ""
    return player.name or called or colour_name(say, runner.token)


def _note(view: View, runner: Standing, say: Say) -> tuple[str, str]:
    """The note beside the name (a place, its turn, off the road) and its class.

    While others are asked whether they claim, nobody is to move.
    """
    if runner.place:
        return place_text(say, runner.place), "acting"
    if runner.to_act and view.window is None:
        return word(say, "to_move"), "acting"
    if runner.state and runner.message is not None:
        return say(runner.message), "away"
    return "", ""


def _lap_label(race: Race, runner: Standing, say: Say) -> str:
    c = colour_name(say, runner.token)
    return word(say, "colour_home", c=c, n=runner.lap, of=race.laps)


def _coins(say: Say, chips: Sequence[Chip], between: str = ", ") -> str:
    """What is left to spend, for readers; empty where there was nothing."""
    left = between.join(chip.label for chip in chips if not chip.used)
    if left:
        return word(say, "race.tokens", list=left)
    return word(say, "race.no_tokens") if chips else ""


def _podium(race: Race, players: dict[int, PlayerView], say: Say) -> tuple[Step, ...]:
    first = sorted((r for r in race.order if r.place), key=lambda runner: runner.place)[:3]
    steps = [
        Step(n, runner.token, _driver(runner, players, say), place_text(say, runner.place))
        for n, runner in enumerate(first, start=1)
    ]
    return tuple(steps[i] for i in (1, 0, 2) if i < len(steps))


def runner_lines(race: Race, player: PlayerView, say: Say) -> list[tuple[str, str]]:
    """More about each runner of a player: its token, and a line."""
    pool = next((pool.tokens for pool in race.pools if pool.seat == player.seat), ())
    lines: list[tuple[str, str]] = []
    for place, runner in enumerate(race.order, start=1):
        if runner.seat != player.seat:
            continue
        chips = pool if pool and not lines else runner.tokens
        parts = (
            place_text(say, runner.place or place),
            _lap_label(race, runner, say),
            say(runner.message) if runner.state and runner.message else "",
            _coins(say, chips, " "),
        )
        lines.append((runner.token, " · ".join(part for part in parts if part)))
    return lines
