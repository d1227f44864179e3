"""Checks of options and JSON positions: they name what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...errors import Misfit, shown
from ...told import Told
from .position import FastTrackPosition
from .profiles import PROFILES, Profile
from .setup import Players, Setup, Teams, setup_for
from .switches import house
from .track import HOME_ROW, PEN_EXIT, RANKS, SIDE, SIDES, Track

MAX_COLOURS: Final = {"hex": {2: 3, 3: 2}, "square": {2: 2}}
"""FT-5: by board and number of players, the colours that a player may hold; otherwise one."""

KEYS: Final = frozenset(
    {"game", "rules", "board", "players", "teams", "marbles", "to_play", "card", "winner"}
)

SWITCHED: Final = "switches"
"""Key of a position whose house plays otherwise than its sheet."""


def is_number(value: object) -> bool:
    """An integer that is no boolean."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_setup(options: Mapping[str, object]) -> Setup:
    """Board, rules, players and teams of options or of a position; Misfit if they do not fit."""
    rules = options.get("rules")
    if not isinstance(rules, str) or rules not in PROFILES:
        raise Misfit(f"rules: {shown(rules)} is none of {', '.join(PROFILES)}")
    profile = house(rules, options.get(SWITCHED))
    kind = options.get("board")
    if not isinstance(kind, str) or kind not in SIDES:
        raise Misfit(f"board: {shown(kind)} is none of {', '.join(SIDES)}")
    if kind not in profile.boards:
        raise Misfit(f"board: {rules} is played on {' or '.join(profile.boards)} only")
    players = read_players(options.get("players"), kind, profile)
    teams = read_teams(options.get("teams"), len(players), profile)
    return setup_for(kind, profile, players, teams)


def read_players(value: object, kind: str, profile: Profile) -> Players:
    """FT-5: 2 to 6 players (square 4), the same number of colours each, clockwise by the first."""
    sides = SIDES[kind]
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Misfit(f"players: a list of lists of colours is needed, not {shown(value)}")
    if not 2 <= len(value) <= len(sides):
        raise Misfit(f"players: {len(value)} given, 2 to {len(sides)} can play on {kind} (FT-5)")
    players: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for number, held in enumerate(value):
        if not isinstance(held, Sequence) or isinstance(held, str) or not held:
            raise Misfit(f"players: player {number} needs a list of colours, not {shown(held)}")
        for colour in held:
            if not isinstance(colour, str) or len(colour) != 1 or colour not in sides:
                raise Misfit(
                    f"players: player {number} has {shown(colour)}; "
                    f"colours on {kind} are {' '.join(sides)} (FT-1)"
                )
            if colour in seen:
                raise Misfit(f"players: colour {colour} is given twice")
            seen.add(colour)
        players.append(tuple(held))
    most = MAX_COLOURS[kind].get(len(players), 1) if profile.several_colours else 1
    counts = {len(held) for held in players}
    if len(counts) > 1:
        raise Misfit("players: all must hold equally many colours (FT-5)")
    if max(counts) > most:
        raise Misfit(
            f"players: {len(players)} players of {profile.name} on {kind} hold at most "
            f"{most} colour{'s' if most > 1 else ''} each (FT-5)"
        )
    _check_clockwise([sides.index(held[0]) for held in players], len(sides))
    return tuple(players)


def _check_clockwise(first: Sequence[int], count: int) -> None:
    """FT-5: at most once round the board, beginning anywhere."""
    gaps = [(b - a) % count for a, b in zip(first, [*first[1:], first[0]], strict=True)]
    if sum(gaps) != count:
        raise Misfit("players: list them clockwise by their first colour (FT-5)")


def read_teams(value: object, count: int, profile: Profile) -> Teams:
    """FT-5: each player alone (also when left out), or equal teams of two or three."""
    if value is None:
        return tuple((p,) for p in range(count))
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Misfit(f"teams: a list of lists of player numbers is needed, not {shown(value)}")
    teams: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for number, members in enumerate(value):
        if not isinstance(members, Sequence) or isinstance(members, str) or not members:
            raise Misfit(f"teams: team {number} needs a list of players, not {shown(members)}")
        for player in members:
            if not is_number(player) or not 0 <= player < count:
                raise Misfit(f"teams: {shown(player)} is no player number from 0 to {count - 1}")
            if player in seen:
                raise Misfit(f"teams: player {player} is in two teams")
            seen.add(player)
        teams.append(tuple(members))
    if len(seen) != count:
        missing = min(set(range(count)) - seen)
        raise Misfit(f"teams: player {missing} is in no team")
    sizes = {len(members) for members in teams}
    if len(sizes) > 1 or max(sizes) > 3 or len(teams) < 2:
        raise Misfit("teams: equal teams of one, two or three players are needed (FT-5)")
    if max(sizes) > 1 and not profile.several_colours:
        raise Misfit(f"teams: {profile.name} is played without teams")
    return tuple(teams)


def read_position(data: object) -> FastTrackPosition:
    """A position from its interchange form; Misfit names what does not fit."""
    if not isinstance(data, Mapping):
        raise Misfit(f"a position is an object, not {shown(data)}")
    if data.get("game") != "fast_track":
        raise Misfit(f"game: {shown(data.get('game'))} is not fast_track")
    rules = data.get("rules")
    keys = KEYS
    if isinstance(rules, str) and rules in PROFILES and house(rules, data.get(SWITCHED)).penalty:
        keys = KEYS | {"penalty"}
    for key in data:
        if key not in keys and key != SWITCHED:
            raise Misfit(f"{shown(key)}: unknown key; leave it out")
    for key in sorted(keys):
        if key not in data:
            raise Misfit(f"{key}: missing; a position has {', '.join(sorted(keys))}")
    if data["teams"] is None:
        raise Misfit("teams: a list of lists of player numbers is needed, not None")
    setup = read_setup(data)
    flat = read_marbles(data["marbles"], setup)
    to_play = data["to_play"]
    if not is_number(to_play) or not 0 <= to_play < len(setup.players):
        raise Misfit(f"to_play: {shown(to_play)} is no player number")
    card = data["card"]
    if card is not None and card not in RANKS:
        raise Misfit(f"card: {shown(card)} is none of {' '.join(RANKS)} or null")
    penalty = data.get("penalty", False)
    if not isinstance(penalty, bool):
        raise Misfit(f"penalty: {shown(penalty)} is neither true nor false")
    winner = read_winner(data["winner"], setup, flat, to_play)
    if winner is not None and (card is not None or penalty):
        said = "winner: after a win no card is awaited and no penalty is open (FT-26)"
        raise Misfit(Told("after_win", said))
    return FastTrackPosition(setup, flat, to_play, card, winner, penalty)


def read_winner(value: object, setup: Setup, flat: bytes, to_play: int) -> int | None:
    """FT-26, BF-13: the winner fits the marbles."""
    size, track = setup.profile.marbles, setup.track
    homes = {
        colour: sum(track.is_home(code) for code in flat[k * size : k * size + size])
        for k, colour in enumerate(setup.colours)
    }
    full = [
        team
        for team, members in enumerate(setup.teams)
        if all(homes[c] == HOME_ROW for p in members for c in setup.players[p])
    ]
    if value is None:
        if full and not setup.profile.home_overflow:
            said = "winner: team {team} has all its marbles home, so it has won (FT-26)"
            raise Misfit(Told("has_won", said, team=full[0]))
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(setup.teams):
        raise Misfit(f"winner: {shown(value)} is neither a team number nor null")
    if value not in full or (len(full) > 1 and not setup.profile.home_overflow):
        said = "winner: team {team} has not brought its marbles home (FT-26)"
        raise Misfit(Told("not_home", said, team=value))
    if setup.team_of[to_play] != value:
        said = "to_play: after a win it stays with a player of the team that won"
        raise Misfit(Told("winner_stays", said))
    if (
        setup.profile.home_overflow
        and setup.exits[to_play] not in flat[to_play * size : to_play * size + size]
    ):
        said = "winner: team {team} has no marble on its pen exit (BF-13)"
        raise Misfit(Told("off_the_exit", said, team=value))
    return value


def read_marbles(value: object, setup: Setup) -> bytes:
    """The marbles of all colours as codes, colour by colour."""
    if not isinstance(value, Mapping):
        raise Misfit(f"marbles: an object by colour is needed, not {shown(value)}")
    for colour in value:
        if colour not in setup.colours:
            raise Misfit(f"marbles: {shown(colour)} is not a colour in play")
    flat = bytearray()
    taken: dict[int, str] = {}
    for colour, side in zip(setup.colours, setup.sides, strict=True):
        if colour not in value:
            raise Misfit(f"marbles: colour {colour} is missing")
        for code in _read_colour(value[colour], colour, side, setup):
            hole = setup.track.flat_hole[code]
            if hole not in setup.track.pens:
                if hole in taken:
                    raise Misfit(
                        f"marbles: {taken[hole]} and {colour} both stand on "
                        f"{setup.track.places[hole]}"
                    )
                taken[hole] = colour
            flat.append(code)
    return bytes(flat)


def _read_colour(texts: object, colour: str, side: int, setup: Setup) -> list[int]:
    profile, track = setup.profile, setup.track
    if not isinstance(texts, Sequence) or isinstance(texts, str):
        raise Misfit(f"marbles: {colour} needs a list, not {shown(texts)}")
    if len(texts) != profile.marbles:
        raise Misfit(f"marbles: {colour} has {len(texts)} marbles, not {profile.marbles} (FT-1)")
    codes = [_read_marble(text, colour, side, profile, track) for text in texts]
    if codes.count(track.pens[side]) > HOME_ROW:
        said = "marbles: the pen of {token} has four holes (FT-1)"
        raise Misfit(Told("full_pen", said, token=colour))
    if track.marked_eights[side] in codes and sum(map(track.is_home, codes)) != HOME_ROW:
        raise Misfit(f"marbles: {colour}8+ stands only past a full home row (BF-5)")
    return sorted(codes, key=track.order)


def _read_marble(text: object, colour: str, side: int, profile: Profile, track: Track) -> int:
    if not isinstance(text, str):
        raise Misfit(f"marbles: {colour} has {shown(text)}, which is no text")
    if text == "p":
        return track.pens[side]
    code = track.code_of.get(text)
    if code is None:
        raise Misfit(
            f"marbles: {colour} has {shown(text)}, which is no hole of the {track.kind} board"
        )
    if track.is_home(code) and not 0 <= code - track.homes[side] < HOME_ROW:
        said = "marbles: {token} stands in {hole}, another colour's home row (FT-10)"
        raise Misfit(Told("others_home", said, token=colour, hole=text))
    if code in track.marked_eights and not (
        profile.home_overflow and code == track.marked_eights[side]
    ):
        raise Misfit(f"marbles: {colour} has {text}; only its own 8 can carry + (BF-5)")
    return code


def first_marbles(setup: Setup, ahead: Sequence[int]) -> bytes:
    """FT-6: all in the pens; BF-1: one on the pen exit.

    ``ahead``  by player the marbles of the first colour that begin home, innermost holes first
    """
    flat = bytearray()
    for colour, side in zip(setup.colours, setup.sides, strict=True):
        codes = [setup.track.pens[side]] * setup.profile.marbles
        if setup.profile.starts_on_exit:
            codes[-1] = SIDE * side + PEN_EXIT
        player = setup.owners[setup.colours.index(colour)]
        if colour == setup.players[player][0]:
            for n in range(ahead[player]):
                codes[n] = setup.track.homes[side] + HOME_ROW - 1 - n
        codes.sort(key=setup.track.order)
        flat.extend(codes)
    return bytes(flat)
