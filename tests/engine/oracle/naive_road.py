"""A second reading of Racepack's geometry, cell by cell and slowly, from the rules text alone.

It shares no code with the engine: a track is its JSON, a place is a pair of numbers, and every
question is asked anew. Ids are only made at the very end. East is +x, north is +y.
"""

from __future__ import annotations

from typing import Any

Place = tuple[float, float]
"""South-west corner of a space in tile units; a space is half a tile on a side."""

COMPASS: dict[str, Place] = {"N": (0, 0.5), "E": (0.5, 0), "S": (0, -0.5), "W": (-0.5, 0)}
RIGHT_OF = {"N": "E", "E": "S", "S": "W", "W": "N"}
LEFT_OF = {new: old for old, new in RIGHT_OF.items()}


class NaiveRoad:
    """RP-10 … RP-17 and the widenings of RP-77 and RP-79, for a sound track."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.tiles: list[Place] = [(float(x), float(y)) for x, y in data["tiles"]]
        self.wide = bool(data.get("wide"))
        self.pit = data.get("pit")

    def out(self, i: int) -> str:
        """RP-13: which way from tile i to the next; a chicane's link is longer along the road."""
        (ax, ay), (bx, by) = self.tiles[i % len(self.tiles)], self.tiles[(i + 1) % len(self.tiles)]
        if abs(bx - ax) > abs(by - ay):
            return "E" if bx > ax else "W"
        return "N" if by > ay else "S"

    def turns(self, i: int) -> str:
        """RP-13: ``L`` or ``R`` on a corner tile, nothing on a straight one."""
        before, after = self.out(i - 1), self.out(i)
        if before == after:
            return ""
        return "R" if RIGHT_OF[before] == after else "L"

    def inside(self, i: int) -> str:
        """RP-15: walk on until the road turns."""
        n = len(self.tiles)
        return next(self.turns((i + k) % n) for k in range(1, n + 1) if self.turns((i + k) % n))

    def corner_1(self) -> int:
        return next(i for i in range(len(self.tiles)) if self.turns(i))

    def aside(self, tile: Place, heading: str, side: str, length: float) -> Place:
        dx, dy = COMPASS[RIGHT_OF[heading] if side == "R" else LEFT_OF[heading]]
        return tile[0] + 2 * length * dx, tile[1] + 2 * length * dy

    def spaces(self) -> dict[str, tuple[Place, int]]:
        """Every id with its place and its road tile (RP-14, RP-77, RP-79)."""
        found: dict[str, tuple[Place, int]] = {}
        for i, tile in enumerate(self.tiles):
            for row in (0, 1):
                for lane in "LR":
                    found[f"{i}.{row}{lane}"] = (self.quarter(tile, self.out(i), row, lane), i)
        if self.wide:
            last = self.corner_1() - 1
            for i in range(last + 1):
                near = self.inside(i)
                far = "L" if near == "R" else "R"
                beside = self.aside(self.tiles[i], self.out(i), far, 1)
                for row in (0, 1):
                    found[f"{i}.{row}O2"] = (self.quarter(beside, self.out(i), row, near), i)
                    if (i, row) != (last, 1):
                        found[f"{i}.{row}O3"] = (self.quarter(beside, self.out(i), row, far), i)
        if self.pit is not None:
            for k in range(8):
                i = (self.pit + k // 2) % len(self.tiles)
                near = self.inside(i)
                far = "L" if near == "R" else "R"
                beside = self.aside(self.tiles[i], self.out(i), far, 1)
                found[f"P{k}"] = (self.quarter(beside, self.out(i), k % 2, near), i)
        return found

    def quarter(self, tile: Place, heading: str, row: int, lane: str) -> Place:
        """RP-14: start in the middle of the tile and go to the quarter's middle."""
        x, y = tile[0] + 0.5, tile[1] + 0.5
        fx, fy = COMPASS[heading]
        sx, sy = COMPASS[RIGHT_OF[heading] if lane == "R" else LEFT_OF[heading]]
        sign = 1 if row == 1 else -1
        x, y = x + (sign * fx + sx) / 2, y + (sign * fy + sy) / 2
        return x - 0.25, y - 0.25

    def steps(self, frm: str, heading: str) -> dict[str, str]:
        """RP-17: what ``F``, ``L`` and ``R`` of one step lead to, by name."""
        everything = self.spaces()
        (x, y), tile = everything[frm]
        fx, fy = COMPASS[heading]
        lx, ly = COMPASS[LEFT_OF[heading]]
        wished = {
            "F": (x + fx, y + fy),
            "L": (x + fx + lx, y + fy + ly),
            "R": (x + fx - lx, y + fy - ly),
        }
        found = {}
        for word, place in wished.items():
            for name, (there, number) in everything.items():
                near = number in (tile, (tile + 1) % len(self.tiles))
                if there == place and near and self.pit_allows(frm, name, number, word):
                    found[word] = name
        return found

    def pit_allows(self, frm: str, to: str, to_tile: int, word: str) -> bool:
        """RP-77: between pit lane and road only lane changes, and only by the outside lane.

        A corner tile is met on the space straight ahead of that lane, its outside entry (RP-16).
        """
        inside_pit = [name.startswith("P") for name in (frm, to)]
        if inside_pit[0] == inside_pit[1]:
            return True
        if inside_pit[0] and self.turns(to_tile):
            return word != "F" and to.endswith("0" + self.turns(to_tile))
        road, tile = (to, to_tile) if inside_pit[0] else (frm, int(frm.split(".")[0]))
        outside = "L" if self.inside(tile) == "R" else "R"
        return word != "F" and road[-1] == outside and "O" not in road
