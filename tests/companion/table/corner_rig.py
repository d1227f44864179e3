"""Races on the rig's table, from any position of the rules' own form (RP-80)."""

from __future__ import annotations

from typing import Any

from table_rig import MemoryJournal, Rig

from companion.table.settings import TableSettings

FOUR = [["A"], ["B"], ["C"], ["D"]]


def race(
    position: dict[str, Any] | None = None,
    *,
    players: list[list[str]] | None = None,
    seed: int = 1,
    journal: MemoryJournal | None = None,
    board_kind: str = "virtual",
    claim_seconds: float = 10.0,
    setup: bool = False,
    laps: int = 3,
    **options: Any,
) -> Rig:
    """A race on the grid, or going on from that position; its board is set out.

    ``options``  those of the rules (dice, timer, extra_hazards)
    """
    rig = Rig(
        board_kind=board_kind,
        seed=seed,
        journal=journal,
        settings=TableSettings(claim_seconds=claim_seconds),
    )
    more = {"setup": setup, "laps": laps, "options": options}
    rig.new(game="racepack", rules=None, board=None, players=players or FOUR, options=more)
    if position is not None:
        rig.at({"game": "racepack", "options": options} | position)
    return rig


def corner(**more: Any) -> dict[str, Any]:
    """Red before corner 1, which it can enter at 2; the others are far behind."""
    cars = {
        "A": {"at": "3.1R"},
        "B": {"at": "20.0L"},
        "C": {"at": "20.0R"},
        "D": {"at": "21.0L"},
    }
    return {"cars": cars, "turn": {"car": "A"}} | more
