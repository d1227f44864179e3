"""The bench of the rehearsal: lines a CPU second, from text to text, with a look in every gesture.

A simple script plays: it lifts and puts where a move is plain, and makes all others on the page.
Where cards are dealt it looks and acts as a player who is to act. Its own thinking is not counted.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from time import process_time
from typing import Any, Final

from companion.games.packs import OFFERS

from .figures import Row
from .rehearsal.front import answer
from .rehearsal.rehearsal import Rehearsal
from .rehearsal.shown import Page

LINES: Final = 4000
Json = dict[str, Any]


def games() -> Iterator[Json]:
    """The smallest usual game of each kind, as the command ``new`` takes it."""
    for offer in OFFERS.values():
        sheet = offer.rules[0]
        kind = sheet.boards[0]
        players = offer.counts(kind)[0]
        each = offer.colours_each(sheet, kind, players)[0]
        usual = [list(colours) for colours in offer.usual(kind, players, each)]
        yield {"game": offer.game, "rules": sheet.name, "board": kind, "players": usual}


class Player:
    """A script that plays one game in a rehearsal, and the processor time of its answers."""

    def __init__(self, game: Mapping[str, Any], seed: int, page: Page | None) -> None:
        self._rehearsal = Rehearsal(page)
        self._rng = random.Random(seed)
        self._game, self._seed, self._at = game, seed, 0.0
        self._led = 0
        """Gestures one after the other in which the board was put right."""
        self._seat: int | None = None
        """Who looks and acts; None: a browser that plays for the table."""
        self.lines = self.looks = self.refused = 0
        self.seconds = 0.0

    def play(self, lines: int) -> None:
        """Play on until that many lines were answered."""
        self._begin()
        while self.lines < lines:
            seen = self._ask(0.5, look=True)
            if self._takes_turns(seen["view"]):
                continue
            for later, keys in self._gesture(seen["state"], seen["view"]):
                self._ask(later, **keys)

    def _begin(self) -> None:
        self._at, self._led, self._seat = 0.0, 0, None
        self._ask(0.0, new=self._game, seed=self._seed)

    def _ask(self, later: float, **keys: Any) -> Json:
        self._at = round(self._at + later, 6)
        self.lines += 1
        self.looks += bool(keys.get("look"))
        if self._seat is not None and keys.keys() & {"look", "command"}:
            keys["seat"] = self._seat
        line = json.dumps({"at": self._at, **keys})
        begin = process_time()
        told = answer(line, self._rehearsal)
        self.seconds += process_time() - begin
        found: Json = json.loads(told)
        self.refused += "error" in found
        return found

    def _takes_turns(self, view: Json) -> bool:
        """Whether somebody else looks and acts from here on, where hands of cards are hidden."""
        if view["game"]["hands"] == "physical":
            return False
        may = [player["seat"] for player in view["players"] if player["to_act"]]
        if not may or (self._seat in may and view["legal"]):
            return False
        before = self._seat
        self._seat = next((seat for seat in may if before is not None and seat > before), may[0])
        return self._seat != before

    def _gesture(self, state: str, view: Json) -> Iterator[tuple[float, Json]]:
        """The next lines: how much later than the one before, and their keys."""
        if state == "over":
            self._begin()
        elif state == "pending":
            yield 1.6, {}
        elif state == "ask":
            option = self._rng.choice(view["ask"]["options"])["id"]
            yield (
                0.1,
                {"command": {"command": "answer", "ask": view["ask"]["id"], "option": option}},
            )
        elif state in ("choose_card", "choose_move", "choose"):
            yield from self._choose(view)
        elif self._led < 2:
            self._led += 1
            yield 0.1, {"picture": sorted(self._rehearsal.table.expected_tokens())}
        else:
            self._begin()

    def _choose(self, view: Json) -> Iterator[tuple[float, Json]]:
        self._led = 0
        board = self._rehearsal.table.drawing()
        assert board is not None
        plain = [
            moves[0]
            for choice in view["choices"]
            if len(moves := choice["moves"]) == 1
            and not choice["takes"]
            and all(len(board.places[place].holes) == 1 for place in moves[0])
        ]
        if plain:
            frm, to = self._rng.choice(plain)
            yield 0.3, {"edge": [frm, False]}
            yield 0.1, {}
            yield 0.4, {"edge": [to, True]}
            yield 0.1, {"look": True}
        elif view["legal"]:
            yield 0.3, {"command": {"command": "act", "action": self._rng.choice(view["legal"])}}
            yield 0.1, {"picture": sorted(self._rehearsal.table.expected_tokens())}
        else:
            yield 0.3, {"command": {"command": "roll"}}


def run(seed: int, lines: int = LINES, page: Page | None = None) -> list[Row]:
    """A row for each game: lines, how many looked and were refused, lines a CPU second."""
    rows: list[Row] = []
    for game in games():
        player = Player(game, seed, page)
        player.play(lines)
        rows.append(
            {
                "name": "rehearse",
                "game": game["game"],
                "lines": player.lines,
                "looks": player.looks,
                "refused": player.refused,
                "per_second": player.lines / player.seconds,
            }
        )
    return rows
