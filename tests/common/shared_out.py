"""Which worker runs which tests: whole files, the browser's on a third of the workers or two.

What a file's tests share is made once, not once on each worker that got some of them. A browser
costs a second to start, and another for each kind of page until its first one is drawn. Long tests
of the browser would wait for each other on so few workers: with them each test goes its own way.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler.loadscope import LoadScopeScheduling

IN_A_BROWSER = "tests/browser/"


class ByFile(LoadScopeScheduling):
    """Hands out files as they were collected: the browser's come first, for they wait longest."""

    def __init__(self, config: Any, log: Any = None) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)
        self._files: dict[str, str] = {}
        self._browsers = max(2, self.numnodes // 3)

    def _split_scope(self, nodeid: str) -> str:
        """The file of a test; files of the browser are dealt to so many piles."""
        file = nodeid.partition("::")[0]
        if not file.startswith(IN_A_BROWSER):
            return file
        pile = len(self._files) % self._browsers
        return self._files.setdefault(file, f"{IN_A_BROWSER}{pile}")
