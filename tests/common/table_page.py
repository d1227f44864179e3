"""The table page in a browser, with short words for what tests do on it."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Error, Page
from waiting import later

STARTED: Final = """window.requests = [];
const plain = window.fetch;
window.fetch = (path, options) => {
    window.requests.push(String(path));
    return plain(path, options);
};
const shown = () => [
    location.href, `seq ${document.body?.dataset.seq}`,
    ...['[data-prompt]', '.foot-inner'].map(part => document.querySelector(part)?.outerHTML),
].join('\\n');
const timer = window.setTimeout, clock = performance.now.bind(performance);
window.met = (test, sought, most) => new Promise((done, failed) => {
    const end = clock() + most;
    const look = () => {
        const found = test(sought);
        if (found) done(found);
        else if (clock() > end) failed(new Error(`never met: ${test} ${sought}\\n${shown()}`));
        else timer(look, 10);
    };
    look();
});"""
"""What every page begins with, before its own scripts and before a test takes its clock.

It notes what a script asks for at the moment it asks, so that a test can tell that it did not, and
knows how to wait: looks of the page at itself cost a tenth of what the browser's driver costs.
"""
MOST: Final = 20_000
"""Milliseconds until a page that does not do what it should has failed."""
THERE: Final = "sought => document.querySelector(sought) !== null"
SHOWN: Final = """sought => {
    const element = document.querySelector(sought);
    if (!element || getComputedStyle(element).visibility !== 'visible') return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
}"""
SAYS: Final = "sought => document.querySelector('[data-prompt]').innerText.includes(sought)"
DRAWN: Final = "sought => Number(document.body?.dataset.seq ?? 0) >= sought"
FRAME: Final = """sought => {
    const box = document.querySelector(sought)?.getBoundingClientRect();
    return box && {x: box.x, y: box.y, width: box.width, height: box.height};
}"""


def met(page: Page, test: str, sought: object = None) -> Any:
    """What the script ``test`` says of ``sought`` once that is true, also after the page reloads.

    The page must run scripts.
    """
    while True:
        try:
            return page.evaluate(f"sought => window.met({test}, sought, {MOST})", sought)
        except Error as error:
            if "navigation" not in error.message:
                raise


class TablePage:
    """The table page in a browser, with short words for what tests do on it."""

    def __init__(self, page: Page, url: str, scripts: bool = True, clocked: bool = False) -> None:
        self.page = page
        self.url = url
        self.errors: list[str] = []
        self.clocked = False
        page.on("pageerror", self._failed)
        page.on("console", self._heard)
        if clocked:
            self.clock()
        page.goto(url)
        self.scripts = scripts
        self._loaded()

    def reload(self) -> None:
        """Load the page again, until its script hears taps."""
        self.page.reload()
        self._loaded()

    def _loaded(self) -> None:
        """The server draws the same page without: only the script tells which view it shows."""
        if self.scripts:
            met(self.page, THERE, "body.table-page[data-seq]")
        else:
            self.page.wait_for_selector("body.table-page")

    def clock(self) -> None:
        """Take the page's clock over, for ``later``."""
        self.clocked = True
        self.page.clock.install()

    def stop_clock(self) -> None:
        """Have the clock of a ``clocked`` page stand; from here on it goes only by ``later``.

        It can only stand at a time to come, and a busy machine may be too late for that time.
        """
        while True:
            try:
                return self.page.clock.pause_at(self.page.evaluate("Date.now() + 200"))
            except Error as error:
                if "past" not in error.message:
                    raise

    def let_go(self) -> None:
        """Listen no more: the page may serve another test, but no clock is ever given back."""
        if self.clocked:
            self.page.context.close()
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._heard)

    def _failed(self, error: Any) -> None:
        self.errors.append(error.stack or str(error))

    def _heard(self, message: Any) -> None:
        # A stream that ends or an answer of 4xx is the network's news, not the page's fault.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    @property
    def prompt(self) -> str:
        """The one sentence."""
        return self.page.inner_text("[data-prompt]")

    @property
    def foot(self) -> str:
        """Which foot is shown."""
        return str(self.page.get_attribute(".foot-inner", "data-foot"))

    def holes(self) -> dict[str, tuple[str, str]]:
        """Hole → (token, role), of all that hold or show something."""
        read = """() => [...document.querySelectorAll('[data-hole]')]
            .filter(hole => hole.dataset.token || hole.dataset.role)
            .map(hole => [hole.dataset.hole, hole.dataset.token, hole.dataset.role])"""
        return {hole: (token, role) for hole, token, role in self.page.evaluate(read)}

    def with_role(self, role: str) -> list[str]:
        """Holes that show this role."""
        return [hole for hole, (_, shown) in self.holes().items() if shown == role]

    def tap(self, hole: str) -> None:
        """A click on the middle of a hole."""
        self.page.click(f'[data-hole="{hole}"]')

    def card(self, rank: str) -> None:
        """Tap a card."""
        self.page.click(f'[data-card="{rank}"]')

    def move(self, rank: str, frm: str, to: str) -> None:
        """Play a card and move a marble to an empty hole."""
        self.card(rank)
        self.role(frm, "movable")
        self.tap(frm)
        self.role(to, "destination")
        self.tap(to)

    def out(self, colour: str = "A") -> None:
        """Bring a marble of that colour out with an ace."""
        self.move("A", f"{colour}p1", f"{colour}9")
        self.token(f"{colour}9", colour)
        self.shows("pad")

    def role(self, hole: str, role: str) -> None:
        """Wait until the hole shows the role."""
        met(self.page, THERE, f'[data-hole="{hole}"][data-role="{role}"]')

    def token(self, hole: str, token: str) -> None:
        """Wait until the marble stands in the hole (empty: until none does)."""
        met(self.page, THERE, f'[data-hole="{hole}"][data-token="{token}"]')

    def says(self, sentence: str) -> None:
        """Wait for a sentence on top."""
        met(self.page, SAYS, sentence)

    def met(self, test: str, sought: object = None) -> Any:
        """What the script ``test`` says of ``sought`` once that is true."""
        return met(self.page, test, sought)

    def drawn(self, seq: int) -> None:
        """Wait until the page shows the view of this number, or a later one."""
        met(self.page, DRAWN, seq)

    def shows(self, foot: str) -> None:
        """Wait for a foot."""
        met(self.page, SHOWN, f'[data-foot="{foot}"]')

    def later(self, milliseconds: int) -> None:
        """Have a ``clocked`` page believe that so much time went by."""
        later(self.page, milliseconds)

    def requests(self) -> list[str]:
        """What the page's script has asked the server for, but for the stream."""
        found: list[str] = self.page.evaluate("window.requests")
        return found

    def box(self, selector: str = "#board svg .ts-wood") -> dict[str, float]:
        """Where something is, in pixels."""
        found: dict[str, float] = met(self.page, FRAME, selector)
        return {name: round(value, 2) for name, value in found.items()}
