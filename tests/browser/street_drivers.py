"""People who drive a street race on its pages. What they do hangs on what a page shows them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

from waiting import until

NAMES = ("Red", "Orange", "Yellow")
"""As the set-up page calls the seats."""
ANSWERS = (
    "mull_no", "deploy_without", "disc_without", "opt_without", "extra_no", "free_yes", "take_1",
    "take_0",
)  # fmt: skip
"""Buttons that answer a question; where two are there, the first is pressed."""
CARDS = REACTIONS = 3
REPAIRS = 1
"""So many are played. Then the race is only driven."""
MANY = 80
"""Turns. A race with the sample has some twenty."""
DEEDS = 1500
"""So much is done in no race that goes on. One takes some 400, with all its windows some 1,000."""
TILE = "[data-tile]"
PASS = '[data-foot="claim"] .pass'
CLAIM = '[data-foot="claim"] [data-act]:not(.pass)'
PRESS = """async sought => {
    const key = [...document.querySelectorAll(sought)].find(one => !one.disabled);
    const before = window.requests.length;
    key?.click();
    return key ? before : -1;
}"""
"""In one step, as the next view may take the button away; how much was asked for before it."""
SHOWN = """() => {
    const all = (sought, name) => [...document.querySelectorAll(sought)]
        .filter(one => !one.disabled && one.ariaDisabled !== 'true').map(one => one.dataset[name]);
    const hole = role => all(`[data-hole][data-role=${role}]`, 'hole');
    return {
        deeds: all('[data-deed]', 'deed'),
        tiles: Object.fromEntries([...document.querySelectorAll('[data-tile]')].map(tile => [
            tile.dataset.toward,
            Number(/\\d+/.exec(tile.querySelector('.value').textContent) ?? 100)])),
        cards: all('[data-open]', 'open'),
        asked: all('[data-option]', 'option'),
        listed: all('.all-moves [data-action]', 'action'),
        left: document.querySelectorAll('.action-pips .left').length,
        movable: hole('movable'), free: hole('destination'),
        places: [...hole('destination'), ...hole('capture')],
        claims: all('[data-foot=claim] [data-act]:not(.pass)', 'act'),
    };
}"""
"""What a person sees who looks at this page."""
TOLD = """before => new Promise(done => {
    const end = performance.now() + 1000;
    const look = () => {
        const told = window.requests.length > before;
        if (told || performance.now() > end) done(told);
        else requestAnimationFrame(look);
    };
    look();
})"""
"""Whether the page has told the board of a tap; one that it did not hear may be made again."""
OPEN = """card => {
    document.querySelector(`[data-open="${card}"][aria-pressed=false]`)?.click();
    return document.querySelector('[data-play]:not(:disabled)') !== null;
}"""


class Drivers:
    """Three people, each with a browser of their own. What they do hangs on what they see."""

    def __init__(self, pages: Sequence[Any]) -> None:
        self.pages = pages
        self.done: Counter[str] = Counter()
        self.latest: deque[tuple[str, int]] = deque(maxlen=6)
        """What was done last, each with the view that it was done upon."""
        self.reactions: set[tuple[int, str]] = set()
        """What was played in windows, as everybody is told."""
        self.aside = -1
        """The last turn in which a car was put aside."""
        self.leading: tuple[int, str] | None = None
        """Who has lifted a car where an arrow began, and where that arrow ends."""

    def view(self, seat: int = 0) -> Any:
        """What whoever sits there may see; the first one stands for everybody."""
        page = self.pages[seat]
        return page.page.request.get(page.url + "api/table").json()

    def race(self) -> list[str]:
        """Drive until somebody has won; the names by place."""
        while self.go_on():
            assert self.view()["position"]["turns"] < MANY, self.done
            assert self.done.total() < DEEDS, self.done
        return [NAMES["ABC".index(car)] for car in self.view()["position"]["ranking"]]

    def go_on(self) -> bool:
        """One thing that the table waits for; whether the race is still on."""
        view = self.view()
        for page in self.pages:
            page.drawn(view["seq"])
        told = ((move["number"], move["action"]) for move in view["moves"])
        self.reactions |= {one for one in told if one[1].startswith("react ")}
        if view["position"]["ranking"]:
            return False
        until(lambda: self.step(view), lambda: self.told(view))
        return True

    def told(self, view: Any) -> Any:
        """For whoever reads that the race stands still."""
        pages = [(page.prompt, page.page.evaluate(SHOWN)) for page in self.pages]
        now = (view["seq"], bool(view["window"]), view["state"], view["owed"], view["in_hand"])
        return self.done, list(self.latest), view["prompt"]["key"], now, pages

    def step(self, view: Any) -> bool:
        """Do what is asked for, unless it is being read; whether the table has moved on.

        A tap on a street that has just rolled, and a key of a window that nobody can have read,
        do nothing: whoever sees that does it again.
        """
        if self.view()["seq"] == view["seq"]:
            what = self.deed(view)
            if what:
                if what != "led: lift":
                    self.leading = None
                self.done[what] += 1
                self.latest.append((what, view["seq"]))
                until(lambda: self.view()["seq"] > view["seq"], lambda: (what, *self.told(view)))
        return bool(self.view()["seq"] > view["seq"])

    def deed(self, view: Any) -> str:
        """What was done and told to the service; empty where there was nothing to do."""
        if view["prompt"]["key"] == "street.half":
            return ""  # a car was put down, and is to stand for a moment
        if view["owed"] or view["state"] in ("wrong", "stray"):
            return self.follow(view)
        if self.leading and view["state"] == "lifted" and view["in_hand"]:
            seat, hole = self.leading  # other lights may stand there now
            self.leading = None
            return self.tap(seat, hole, "led: put") if not self.full(hole) else ""
        if view["state"] == "lifted" and not self.lit(view, "destination", "capture"):
            return ""  # a car is being led, and that is still being read
        for seat, page in enumerate(self.pages):
            shown = page.page.evaluate(SHOWN)
            if shown["asked"]:
                what = self.press(seat, "[data-option]", "ask")
            elif view["window"]:
                what = self.answer(seat, shown)
            elif view["players"][seat]["to_act"] and view["state"] != "ask":
                what = self.drive(seat, view, shown)
            else:
                what = ""
            if what:
                return what
        return ""

    def press(self, seat: int, sought: str, what: str) -> str:
        """Press the first key of these that is there, and see whether the service was told."""
        page = self.pages[seat].page
        before = page.evaluate(PRESS, sought)
        return what if before >= 0 and page.evaluate(TOLD, before) else ""

    def tap(self, seat: int, hole: str, what: str) -> str:
        """Tap a square, and see a car come there or go; empty where nobody heard the tap."""
        page = self.pages[seat]
        full = self.full(hole)
        before = len(page.requests())
        page.page.click(f'[data-hole="{hole}"]', force=True)
        if not page.page.evaluate(TOLD, before):
            return ""
        until(lambda: self.full(hole) != full, lambda: (what, hole, *self.told(self.view())))
        return what

    def lit(self, view: Any, *roles: str) -> list[str]:
        """The squares with one of these lights."""
        return [hole for hole, what in view["holes"].items() if what.get("role") in roles]

    def full(self, hole: str) -> bool:
        """Whether a car is shown on this square."""
        return bool(self.view()["holes"].get(hole, {}).get("token"))

    def follow(self, view: Any) -> str:
        """Carry a car where the arrow and the lights lead it; the hand is the player's in turn."""
        seat = "ABC".find(view["position"]["turn"] or "A")
        held = [one["token"] for one in view["in_hand"]]
        full = {hole for hole, what in view["holes"].items() if what.get("token")}
        arrow = view["arrow"]
        if arrow and arrow["frm"] in full and arrow["to"] not in full:
            self.leading = seat, arrow["to"]
            return self.tap(seat, arrow["frm"], "led: lift")
        for debt in view["owed"]:
            if debt["token"] in held and debt["to"] and debt["to"] not in full:
                return self.tap(seat, debt["to"], "led: put")
        for debt in view["owed"]:
            if debt["frm"] in full:
                self.leading = (seat, debt["to"]) if debt["to"] else None
                return self.tap(seat, debt["frm"], "led: lift")
        for debt in view["owed"]:
            if not debt["frm"] and debt["to"] and debt["to"] not in full:
                return self.tap(seat, debt["to"], "led: put")
        back = self.lit(view, "return")
        if held and back:
            return self.tap(seat, back[0], "put back")
        return ""

    def answer(self, seat: int, shown: Any) -> str:
        """Who can react is asked: the first ones play a card, later ones pass."""
        if shown["claims"] and self.done["reaction"] < REACTIONS:
            return self.press(seat, CLAIM, "reaction")
        return self.press(seat, PASS, "pass")

    def drive(self, seat: int, view: Any, shown: Any) -> str:
        """Answers a question, ends the turn, repairs, plays a card, or drives."""
        deeds, tiles = shown["deeds"], shown["tiles"]
        for name in ANSWERS:
            if name in deeds:
                return self.press(seat, f'[data-deed="{name}"]', name.split("_")[0])
        if view["in_hand"]:
            lit = shown["places"]
            held = {one["token"] for one in view["in_hand"]}
            now = self.view(seat)
            drive = now["drive"] or {"tiles": []}
            its_own = any(tile["of"] in held for tile in drive["tiles"] if tile)
            if now["seq"] != view["seq"] or any(self.full(hole) for hole in shown["free"]):
                return ""  # the page's own hand has put it meanwhile
            if lit and not its_own:  # lifted again, and the page has lights for it alone
                return self.tap(seat, lit[0], "put")
            return self.go(view, seat, tiles) if lit else ""
        if "place" in tiles:
            lit = shown["places"]
            if any(self.full(hole) for hole in shown["free"]):
                return ""  # the page's own hand has put it there, and it has to stand for a moment
            return self.tap(seat, lit[0], "place") if lit else self.press(seat, TILE, "spin")
        if "end" in deeds and not shown["left"]:
            return self.press(seat, '[data-deed="end"]', "end")
        if "fix" in deeds and self.done["fix"] < REPAIRS:
            return self.press(seat, '[data-deed="fix"]', "fix")
        if shown["listed"]:
            return self.press(seat, ".all-moves [data-action]", "card")
        if "end" in deeds and self.done["card"] < CARDS and self.open_card(seat, shown["cards"]):
            return self.press(seat, "[data-play]", "card")
        if shown["movable"] and "end" in deeds:
            own = view["players"][seat]["colours"][0]["colour"]
            lit = [hole for hole in shown["movable"] if view["holes"][hole].get("token") == own]
            return self.tap(seat, lit[0], "lift") if lit else ""
        return self.go(view, seat, tiles)

    def go(self, view: Any, seat: int, tiles: dict[str, int]) -> str:
        """Put the car ahead if that is as likely as not, else aside; after that ahead anyhow."""
        way = max(tiles, key=lambda it: (it != "back", tiles[it]), default="")
        turn = view["position"]["turns"]
        if "ahead" in tiles and (tiles["ahead"] >= 50 or self.aside == turn):
            way = "ahead"
        elif view["position"]["phase"] == "act":
            self.aside = turn
        return self.press(seat, f'[data-tile][data-toward="{way}"]', f"goes {way}") if way else ""

    def open_card(self, seat: int, cards: Sequence[str]) -> bool:
        """Open one card after the other, up to one that may be played now."""
        page = self.pages[seat].page
        return any(page.evaluate(OPEN, card) for card in cards)
