"""The setup, which stays the same through a game: board, profile, players, teams and results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...action import Action
from ...events import Captured, TurnPassed
from ...game import Seat
from .kinds import Swap
from .profiles import Profile
from .steps import Row, SideSteps, side_steps
from .track import PEN_EXIT, RANKS, SIDE, track_for

Players = tuple[tuple[str, ...], ...]
Teams = tuple[tuple[int, ...], ...]


class Crew(NamedTuple):
    """One colour of a team: number in ``Setup.colours``, its slice of the marbles, its steps."""

    colour: int
    lo: int
    hi: int
    steps: SideSteps


class Lane(NamedTuple):
    """What one card gives one colour of a team: its slice of the marbles and its steps.

    ``over`` replaces ``row`` when the marbles fill ``home`` (BF-5); None if nothing overflows.
    """

    lo: int
    hi: int
    row: Row
    over: Row | None
    home: int


class Setup:
    """The unchanging part of a position, shared by all positions of a game.

    Marbles are held colour by colour in the order of ``colours``, ``profile.marbles`` each.
    """

    __slots__ = (
        "actions", "bits", "by_colour", "captured", "card_actions", "card_moves", "colours",
        "crews", "duty_bits", "exits", "kind", "lanes", "long_splits", "next_turn", "owners",
        "pen_bytes", "players", "profile", "seats", "sides", "swaps", "team_of", "teams", "track",
    )  # fmt: skip

    def __init__(self, kind: str, profile: Profile, players: Players, teams: Teams) -> None:
        track = track_for(kind)
        self.kind = kind
        self.profile = profile
        self.track = track
        self.bits = track.bits
        self.players = players
        self.teams = teams
        self.colours = tuple(colour for held in players for colour in held)
        self.sides = tuple(track.sides.index(colour) for colour in self.colours)
        self.owners = tuple(p for p, held in enumerate(players) for _ in held)
        self.team_of = tuple(
            next(t for t, members in enumerate(teams) if p in members) for p in range(len(players))
        )
        self.seats = tuple(Seat(p, held, self.team_of[p]) for p, held in enumerate(players))
        n = profile.marbles
        line = [
            Crew(k, n * k, n * k + n, side_steps(kind, profile, side))
            for k, side in enumerate(self.sides)
        ]
        self.crews = tuple(
            tuple(crew for crew in line if self.team_of[self.owners[crew.colour]] == team)
            for team in self.team_of
        )
        self.lanes = tuple({rank: lanes(crews, rank) for rank in RANKS} for crews in self.crews)
        """By player and rank: one lane for each colour of the team, in the order of ``crews``."""
        self.duty_bits = track.corner_bits if profile.corners_first else 0
        """Holes whose marbles must move first (FT-22)."""
        self.by_colour = tuple(
            profile.duty_by_colour and len(teams[team]) == 1 for team in self.team_of
        )
        """By player: whether the duty of FT-22 belongs to each colour alone."""
        into = profile.bullseye_past_corner or profile.bullseye_any_route
        self.long_splits = (
            (profile.bullseye_closed and into)
            or (profile.capture_needs_room and profile.split_first_captures)
            or (profile.split_circuit and (profile.several_colours or profile.corners_first))
        )
        """Whether halves of a seven must be tried one after the other (a house's switches)."""
        self.pen_bytes = tuple(bytes((track.pens[side],)) for side in self.sides)
        self.exits = tuple(SIDE * side + PEN_EXIT for side in self.sides)
        count = len(players)
        self.next_turn = tuple(
            ((p + 1) % count, (TurnPassed((p + 1) % count),)) for p in range(count)
        )
        self.card_moves = {f"card:{rank}": rank for rank in RANKS}
        self.card_actions = tuple(
            tuple(
                Action(p, text, params={"card": self.card_moves[text]}, prelude=True)
                for text in sorted(self.card_moves)
            )
            for p in range(count)
        )
        self.actions: tuple[dict[str, Action], ...] = tuple({} for _ in players)
        """By player: actions met so far, by text; actions are immutable and worth sharing."""
        self.swaps: dict[tuple[int, int], Swap] = {}
        """By the two codes: at most some thousands, shared like the actions."""
        self.captured: dict[tuple[int, int, int], Captured] = {}
        """By colour, code left, code reached."""


def lanes(crews: Sequence[Crew], rank: str) -> tuple[Lane, ...]:
    """The lanes of a team's colours for one card."""
    out = []
    for _, lo, hi, steps in crews:
        if rank == "4" and steps.profile.four_backward:
            out.append(Lane(lo, hi, steps.back[rank], None, steps.home))
        else:
            over = steps.plays[1][rank] if len(steps.plays) > 1 else None
            out.append(Lane(lo, hi, steps.plays[0][rank], over, steps.home))
    return tuple(out)


@lru_cache(maxsize=256)
def setup_for(kind: str, profile: Profile, players: Players, teams: Teams) -> Setup:
    """The setup of checked options; shared between positions so that equal ones are identical."""
    return Setup(kind, profile, players, teams)
