"""Racepack's circuits for the editor: problems in words, pictures, circuits by chance (RP-10 …)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games.course import Flaw, Laying, Sample, Sketch
from companion.model.message import Message
from engine.board import Board
from engine.drawing.svg_road import coin
from engine.errors import BadConfig
from engine.games.racepack.board import board_of
from engine.games.racepack.cases_track import HAZARDS, hazard_tiles
from engine.games.racepack.draft import CELL, bounds_of, draft_paint
from engine.games.racepack.generate import circuit
from engine.games.racepack.road import road
from engine.games.racepack.track import (
    DEFAULT,
    FEWEST,
    MOST,
    PIT_TILES,
    Track,
    course,
    fits_grid,
    problems,
)
from engine.told import Told

from .offer import GAME

MOST_CARS: Final = 8
FACES: Final = 6
"""Null, ace, 2 … 5 on every die (RP-1)."""


class RaceCourses:
    """RP-10 … RP-19, RP-75 … RP-79; a course is RP-19's form of a track."""

    game = GAME
    laying = Laying(first=(6, 4), fewest=4, pit=PIT_TILES)

    def standard(self) -> Any:
        """RP-18's circuit, written out so that it can be changed."""
        return _written(DEFAULT)

    def read(self, data: object) -> Any:
        """The track after a strict reading; BadTrack says what is wrong."""
        return _written(Track.from_json(data))

    def flaws(self, data: object) -> tuple[Flaw, ...]:
        """RP-11's problems in words, in the rules' order."""
        track = Track.from_json(data)
        if not track.tiles:
            return (Flaw("empty", Message("course.empty"), unfinished=True),)
        found = problems(track)
        if len(track) == 1:
            found = tuple(code for code in found if not code.startswith("not_adjacent"))
        return tuple(_flaw(code, len(track)) for code in found)

    def refusal(self, data: object, tokens: int) -> Message | None:
        """Refuse a draft, or a track whose last tiles have no room for the grid (RP-12)."""
        track = Track.from_json(data)
        if problems(track):
            return Message("course.unsound")
        if not fits_grid(track, tokens):
            return Message("course.no_grid", {"n": str((tokens + 3) // 4), "cars": str(tokens)})
        return None

    def sketch(self, data: object, *, order: bool = True) -> Sketch:
        """Everything the editor shows."""
        track = Track.from_json(data)
        flaws = self.flaws(data)
        return Sketch(
            data=_written(track),
            flaws=flaws,
            facts=_facts(track, sound=not flaws),
            picture=draft_paint(track, order=order),
            bounds=bounds_of(track),
            scale=CELL,
            offers=_offers(track) if order else {},
        )

    def board(self, data: object) -> Board:
        """The board of a sound circuit; BadTrack."""
        return board_of(Track.from_json(data))

    def surprise(self, rng: random.Random, wishes: Mapping[str, Any]) -> Any:
        """A circuit by ``tiles``, ``walls``, ``chicanes``, ``wide``, ``pit``, all optional."""
        known = {"tiles": int, "walls": bool, "chicanes": int, "wide": bool, "pit": bool}
        for key, value in wishes.items():
            if known.get(key) is not type(value):
                raise BadConfig(f"A circuit by chance has no wish {key!r:.40} = {value!r:.40}.")
        tiles = wishes.get("tiles", FEWEST)
        if tiles % 2 or not FEWEST <= tiles <= MOST:
            said = "A circuit by chance has an even number of tiles, {few} to {most}."
            raise BadConfig(Told("circuit_tiles", said, few=str(FEWEST), most=str(MOST)))
        chicanes = max(0, min(4, wishes.get("chicanes", 0)))
        switches = {key: wishes.get(key, False) for key in ("walls", "wide", "pit")}
        try:
            return _written(circuit(rng, tiles=tiles, chicanes=chicanes, **switches))
        except ValueError:
            said = "No circuit turned up with all of that: wish for less."
            raise BadConfig(Told("circuit_none", said)) from None

    def sample(self, rng: random.Random, data: object) -> Sample:
        """RP-26: four coins by the die, each on one of the four spaces of its tile."""
        track = Track.from_json(data)
        rolls = _rolls(rng)
        tiles = hazard_tiles(track, rolls)
        coins = []
        taken: set[int] = set()
        for tile in tiles:
            free = [s for s in range(4 * tile, 4 * tile + 4) if s not in taken]
            space = free[rng.randrange(len(free))]
            taken.add(space)
            x, y = road(track).cells[space]
            at = f"translate({(x + 0.5) * CELL:g} {-(y + 0.5) * CELL:g})"
            coins.append(f'<g transform="{at}">{coin("hazard", CELL)}</g>')
        faces = [_face(face) for face in rolls]
        return Sample(
            "".join(coins),
            Message(
                "course.sample",
                {"dice": ", ".join(faces), "tiles": ", ".join(map(str, tiles))},
            ),
        )


def _written(track: Track) -> Any:
    """RP-19's form with every tile written out, also for the default circuit."""
    if track != DEFAULT:
        return track.to_json()
    other = replace(track, walls=True).to_json()
    assert isinstance(other, dict)
    return {**other, "walls": False}


def _rolls(rng: random.Random) -> list[int]:
    """Faces until four hazards lie; a null after the first is thrown again (RP-26)."""
    rolls = [rng.randrange(FACES)]
    while len(rolls) < HAZARDS:
        rolls.append(1 + rng.randrange(FACES - 1))
    return rolls


def _face(face: int) -> str:
    return {0: "–", 1: "A"}.get(face, str(face))


def _flaw(code: str, n: int) -> Flaw:
    """The words for a code, and the road tiles that it names."""
    kind, _, rest = code.partition(":")
    names = rest.split(",") if rest else []
    tiles = [int(name) for name in names if name.lstrip("-").isdigit()]
    params = {"a": names[0] if names else "", "b": names[1] if len(names) > 1 else ""}
    if kind == "not_adjacent":
        tiles = [tiles[0], (tiles[0] + 1) % n]
        params["b"] = str(tiles[1])
        kind = "open" if tiles[1] == 0 else kind
    elif kind in ("chicane_at_corner", "chicane_after_start"):
        tiles = [tiles[0] % n, (tiles[0] + 1) % n]
        params = {"a": str(tiles[0]), "b": str(tiles[1])}
    elif kind == "line_not_on_straight":
        tiles = [n - 1, 0]
        params = {"a": str(n - 1), "b": "0"}
    elif kind == "too_few":
        params = {"n": str(FEWEST - n), "have": str(n)}
    elif kind == "too_many":
        params = {"n": str(n - MOST), "have": str(n)}
    else:
        params, kind = _beside(kind, params, names)
    unfinished = kind in ("open", "too_few")
    return Flaw(code, Message(f"course.{kind}", params), tuple(tiles), unfinished)


def _beside(kind: str, params: dict[str, str], names: list[str]) -> tuple[dict[str, str], str]:
    """``overlap`` and ``touch`` also name outer tiles (``O3``) and the pit row (``P0``)."""
    if any(name[:1] == "P" for name in names):
        return {}, f"{kind}_pit"
    if any(name[:1] == "O" for name in names):
        return {}, f"{kind}_wide"
    return params, kind


def _facts(track: Track, *, sound: bool) -> tuple[Message, ...]:
    n = len(track)
    facts = [Message("course.tiles" if n != 1 else "course.tile", {"n": str(n)})]
    way = course(track)
    if not sound or way is None:
        return tuple(facts)
    facts.append(Message("course.corners", {"n": str(len(way.corners))}))
    cars = max((c for c in range(1, MOST_CARS + 1) if fits_grid(track, c)), default=0)
    facts.append(Message("course.cars", {"n": str(cars)}))
    facts.append(Message("course.spaces", {"n": str(len(road(track).spaces))}))
    if n > FEWEST:
        facts.append(Message("course.two_sets"))
    return tuple(facts)


def _offers(track: Track) -> dict[str, tuple[int, ...]]:
    """The tiles where a pit lane may begin (RP-77), and whether a wide start fits (RP-79)."""
    if problems(replace(track, pit=None, wide=False)):
        return {"pit": (), "wide": ()}
    pits = [i for i in range(len(track)) if not problems(replace(track, pit=i))]
    wide = not problems(replace(track, wide=True))
    return {"pit": tuple(pits), "wide": (-1,) if wide else ()}
