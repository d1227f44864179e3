"""Which worker runs which tests: whole files, the browser's on a third of the workers or two.

What a file's tests share is made once, not once on each worker that got some of them. A browser
costs a second to start, and another for each kind of page until its first one is drawn. Long tests
of the browser would wait for each other on so few workers: with them each test goes its own way.
"""

from __future__ import annotations

from typing import Any, Final

from xdist.scheduler.loadscope import LoadScopeScheduling

IN_A_BROWSER: Final = "tests/browser/"
TOGETHER: Final = "tests/house/"
"""A folder whose files share the syntax trees of all others: one worker reads them, for all."""
LONGEST_FIRST: Final = (
    "tests/browser/test_street_drive.py",
    "tests/browser/test_dealt_hands.py",
    "tests/browser/test_street_fits.py",
    "tests/browser/test_race_states.py",
    "tests/browser/test_axe.py",
    "tests/browser/test_hands.py",
    "tests/browser/test_street_page.py",
    "tests/browser/test_street_windows.py",
    "tests/browser/test_setup_pages.py",
    "tests/browser/test_seat_panel.py",
    "tests/browser/test_states.py",
    "tests/browser/test_prompt_card.py",
    "tests/browser/test_wahoo.py",
    "tests/browser/test_street_sight.py",
    "tests/browser/test_listening.py",
    "tests/browser/test_first_page.py",
    "tests/browser/test_street_taps.py",
    "tests/house/",
    "tests/systemd/test_unit.py",
    "tests/companion/proof/test_scenarios.py",
    "tests/companion/proof/test_exhaustive.py",
    "tests/companion/proof/test_second_people.py",
    "tests/companion/test_service.py",
    "tests/companion/proof/test_second_street.py",
    "tests/companion/proof/test_hands.py",
    "tests/companion_web/test_openapi.py",
    "tests/companion/test_damaged_files.py",
    "tests/firmware_bridge/test_virtual_board.py",
    "tests/end_to_end/test_pty_games.py",
    "tests/companion/flight/test_replay.py",
    "tests/firmware_bridge/flash/test_guard.py",
    "tests/firmware_bridge/test_glue.py",
    "tests/companion/workshop/test_drill.py",
    "tests/companion_web/test_every_page.py",
    "tests/companion_web/test_replay_page.py",
    "tests/companion/workshop/test_diagram.py",
    "tests/engine/test_oracle.py",
    "tests/engine/test_street_oracle.py",
    "tests/companion/games/test_street_table.py",
    "tests/companion/test_cli.py",
    "tests/companion/doctor/test_asking.py",
)
"""What takes three seconds and more. If it began last, all cores but one would be idle."""


class ByFile(LoadScopeScheduling):
    """Each worker takes the longest file that is left for it, and helps where none is."""

    def __init__(self, config: Any, log: Any = None) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)
        self._with_browser: list[Any] = []
        self._rank = {file: rank for rank, file in enumerate(LONGEST_FIRST)}

    def schedule(self) -> None:
        """Choose whose the browser's files are, before the first file goes out."""
        if self.collection is None:
            self._with_browser = self.nodes[: max(2, self.numnodes // 3)]
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        """The file of a test, or the folder that stays together."""
        return TOGETHER if nodeid.startswith(TOGETHER) else nodeid.partition("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        """Give a worker its next file, which the queue has first then."""
        browser = node in self._with_browser
        own = [file for file in self.workqueue if file.startswith(IN_A_BROWSER) == browser]
        file = min(own or self.workqueue, key=lambda one: self._rank.get(one, len(self._rank)))
        self.workqueue.move_to_end(file, last=False)
        super()._assign_work_unit(node)
