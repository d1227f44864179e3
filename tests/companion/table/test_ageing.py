"""A view that is fetched late says how much is left then."""

from __future__ import annotations

from corner_rig import corner, race

from companion.model.commands import Pause
from companion.service.published import aged

AT_ONCE = 0.1


def test_a_window_and_a_timer_have_run_on_meanwhile() -> None:
    view = race(corner(), dice="table", board_kind="none").act("F2", "D3").view
    assert view.window is not None
    assert aged(view, AT_ONCE) is view
    later = aged(view, 4).window
    assert later is not None
    assert (later.seconds, later.of, later.keys) == (6, 10, view.window.keys)
    end = aged(view, 60).window
    assert end is not None
    assert end.seconds == 0
    rig = race(corner(), dice="table", timer=True, board_kind="none")
    waiting = rig.view
    assert aged(waiting, 60) == waiting, "it stands"
    from table_rig import AT_TABLE

    rig.table.command(Pause(on=False), AT_TABLE)
    running = aged(rig.view, 12).timer
    assert running is not None
    assert running.seconds == 18


def test_a_window_without_a_limit_does_not_age() -> None:
    view = race(corner(), dice="table", board_kind="none", claim_seconds=0).act("F2", "D3").view
    assert aged(view, 60) == view
