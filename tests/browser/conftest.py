"""A real Chromium, a page of a scene or of the real service, and what tests read from the board."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import urllib.request
from collections.abc import Callable, Generator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest
import street_views
from by_path import module_of
from forked import Forked
from loaded_pages import read_only_loaded
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from table_page import STARTED, TablePage

from companion.words import render
from companion_web import WebConfig
from companion_web.context import EXTENSION, Web, close_streams
from companion_web.server import WebServer
from engine.boards import board_of
from firmware_bridge.virtual.client import HandsClient

read_only_loaded()
ROOT = Path(__file__).resolve().parents[2]
RIGS = str(ROOT / "tests" / "companion" / "table")
if RIGS not in sys.path:
    sys.path.append(RIGS)  # the table's rig can be imported by name from these tests too
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
PHONE, TABLET, DESKTOP = (360, 640), (768, 1024), (1440, 900)
CONFIG = WebConfig(secret_key="a secret of the browser tests")


@pytest.fixture(scope="session")
def scenes() -> ModuleType:
    """Module ``scenes``: ``SCENES`` by name, ``HAND``, ``SceneTable``."""
    return module_of("browser/scenes")


@pytest.fixture(scope="session")
def race_scenes() -> ModuleType:
    """Module ``race_scenes``: ``SCENES`` by name."""
    return module_of("browser/race_scenes")


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """One headless Chromium for a test process."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=ARGUMENTS.split())
        yield browser
        browser.close()


OpenPage = Callable[..., TablePage]


class Empty(BaseHTTPRequestHandler):
    """Answers whatever is asked with a page that shows nothing."""

    def do_GET(self) -> None:
        """The page names an empty icon, and so asks for none."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b'<link rel="icon" href="data:,">')

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


class Tabs:
    """Pages that serve one test after the other, each as good as new.

    A new context has a new process, and with it the second that the browser computes until the
    first page is drawn. Whatever a test leaves is taken away: cookies, storage, routes, the mouse.
    A page that is free waits at ``rest``, an empty page: that ends its stream. It keeps its process
    only because that page is of the same host, and of a server that outlives every test's.
    """

    def __init__(self, browser: Browser, rest: str) -> None:
        self._browser = browser
        self._rest = rest
        self._free: dict[str, list[Page]] = {}

    def take(self, size: tuple[int, int], theme: str, still: bool, **more: Any) -> Page:
        """A page of that size for somebody who likes that theme, with motion or without.

        ``more`` are options of the context, with which it stays.
        """
        free = self._free.get(repr(more))
        page = free.pop() if free else self._new(**more)
        page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
        page.emulate_media(
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce" if still else "no-preference",
        )
        return page

    def _new(self, **more: Any) -> Page:
        """A page in a context of its own."""
        page = self._browser.new_context(**more).new_page()
        page.set_default_timeout(20_000)
        page.add_init_script(STARTED)
        return page

    def give_back(self, page: Page, **more: Any) -> None:
        """The test is over, and it went well; ``more`` as it was taken."""
        page.unroute_all()
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.goto(self._rest)
        page.mouse.move(0, 0)
        page.context.clear_cookies()
        self._free.setdefault(repr(more), []).append(page)


@pytest.fixture(scope="session")
def tabs(chromium: Browser) -> Iterator[Tabs]:
    """The pages of this test process."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Empty) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Tabs(chromium, f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()
        thread.join()


Borrow = Callable[..., Page]
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether this try of the test has failed so far."""
    report = yield
    item.stash[FAILED] = report.failed or (call.when != "setup" and item.stash[FAILED])
    return report


@pytest.fixture
def borrow(tabs: Tabs, request: pytest.FixtureRequest) -> Iterator[Borrow]:
    """Lends a page: ``borrow(size=PHONE, theme="dark", still=True, **context)``.

    A test closes the context of a page that it cannot make as good as new: one whose clock it took.
    What it listens to, it lets go again. No page of a test that failed serves another one.
    """
    lent: list[tuple[Page, dict[str, Any]]] = []

    def begin(
        size: tuple[int, int] = PHONE,
        theme: str = "dark",
        still: bool = True,
        **context: Any,
    ) -> Page:
        page = tabs.take(size, theme, still, **context)
        lent.append((page, context))
        return page

    yield begin
    for page, context in lent:
        if request.node.stash[FAILED]:
            page.context.close()
        elif not page.is_closed():
            tabs.give_back(page, **context)


@pytest.fixture
def open_page(borrow: Borrow) -> Iterator[OpenPage]:
    """Opens a table page: ``open_page(url, size=PHONE, theme="dark", still=True, clocked=False)``.

    Every page that was opened must have stayed without script errors and broken policies.
    """
    opened: list[TablePage] = []

    def begin(
        url: str,
        size: tuple[int, int] = PHONE,
        theme: str = "dark",
        still: bool = True,
        clocked: bool = False,
        **more: Any,
    ) -> TablePage:
        scripts = more.get("java_script_enabled", True)
        if scripts:
            more.pop("java_script_enabled", None)  # as a page has it anyhow
        opened.append(TablePage(borrow(size, theme, still, **more), url, scripts, clocked))
        return opened[-1]

    yield begin
    for each in opened:
        each.let_go()
    for each in opened:
        assert each.errors == []


class Stage:
    """A scene table behind the real web server, which may go and come back.

    One server plays for all tests of a process, always at one address: it fills its templates and
    the browser compiles its scripts once. What it knows of a table is new with every table.
    """

    def __init__(self) -> None:
        self.table: Any = None
        self._port = 0
        self._server: WebServer | None = None

    @property
    def url(self) -> str:
        """Where a page finds it."""
        return f"http://127.0.0.1:{self._port}/"

    def begin(self, table: Any, **kept: Any) -> None:
        """Serve this table; ``kept``: its past and its score book, if the scene has them."""
        self.table = table
        if self._server is None:
            self.open()
        if self._server is not None:
            self._server.app.extensions[EXTENSION] = Web(CONFIG, table, render, **kept)

    def end(self) -> None:
        """The table is over: its streams end, and nothing more comes of it."""
        if self._server is not None:
            close_streams(self._server.app)

    def open(self) -> None:
        """Serve, on the same port as before."""
        listener = socket.create_server(("127.0.0.1", self._port))
        self._port = listener.getsockname()[1]
        self._server = WebServer(CONFIG, table=self.table, listener=listener)
        # The browser need not ask for every script again whether it has changed.
        self._server.app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 3600

    def close(self) -> None:
        """Hang up; may be called twice."""
        if self._server is not None:
            self._server.close()
            self._server = None


@pytest.fixture(scope="session")
def house() -> Iterator[Stage]:
    """The stage of this test process, without a table."""
    made = Stage()
    yield made
    made.close()


@pytest.fixture
def stage(house: Stage, scenes: ModuleType) -> Iterator[Stage]:
    """The scene ``card``, to be changed by ``stage.table.show(view)``."""
    house.begin(scenes.SceneTable(scenes.SCENES["card"]))
    yield house
    house.end()


@pytest.fixture
def raced(stage: Stage, race_scenes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """The stage with the road of tiles, at the scene ``go``."""
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: board_of("tiles"))
    monkeypatch.setattr(type(stage.table), "chart", lambda _: None, raising=False)
    stage.table.show(race_scenes.SCENES["go"])
    return stage


@pytest.fixture
def street(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """The stage with a street, at the moment when a car or a card is chosen."""
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: street_views.board())
    stage.table.show(street_views.scenes()["choose"])
    return stage


class Service:
    """``trackside play`` (or another command) in a folder of its own."""

    def __init__(self, folder: Path, command: str = "play", **settings: object) -> None:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
        wanted = {"host": "127.0.0.1", "port": 0, "data": folder, **settings}
        self.folder = folder
        own = {f"TRACKSIDE_{key.upper()}": str(value) for key, value in wanted.items()}
        self._child = Forked([command], {**kept, **own})
        line = self._child.stdout.readline()
        assert line.startswith("ready http://"), line
        self.url = line.split()[1]

    def get(self, path: str) -> Any:
        """JSON of the service."""
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send JSON as a script does, without a cookie."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def board(self) -> HandsClient:
        """The virtual board itself, for what a page's hands cannot do; to be closed."""
        return HandsClient(self.folder / "board.control")

    def new(self, **options: Any) -> None:
        """Start a new game."""
        usual = {"game": "fast_track", "rules": "classic", "board": "hex"}
        self.post("api/commands", {"command": "new", **usual, **options})

    def worked(self) -> float:
        """Seconds that it and its virtual board have had of a processor so far."""
        own = psutil.Process(self._child.pid)
        spent = [one.cpu_times() for one in (own, *own.children(recursive=True))]
        return sum(one.user + one.system for one in spent)

    @property
    def runs(self) -> bool:
        """Whether it was not closed yet."""
        return self._child.poll() is None

    def close(self) -> int:
        """Stop as a person does; the exit status."""
        self._child.terminate()
        status = self._child.wait(20)
        self._child.stdout.close()
        return status


@pytest.fixture
def start_service() -> Iterator[Callable[..., Service]]:
    """Starts services of a test's own: ``start_service(folder, command, port=0, …)``.

    What a test that failed has left running is ended.
    """
    begun: list[Service] = []

    def start(folder: Path, command: str = "play", **settings: object) -> Service:
        begun.append(Service(folder, command, **settings))
        return begun[-1]

    yield start
    for service in begun:
        if service.runs:
            service.close()


@pytest.fixture(scope="module")
def fresh_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The real service with short waits, one for a module that asks what it was before a game."""
    running = Service(tmp_path_factory.mktemp("table"), dwell_ms=120, said_ms=150)
    yield running
    assert running.close() == 0


Serve = Callable[[], Service]


@pytest.fixture(scope="session")
def lasting_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """The service of this test process; another one where a test has closed the last."""
    running: list[Service] = []

    def serve() -> Service:
        if not running or not running[-1].runs:
            running.append(Service(tmp_path_factory.mktemp("table"), dwell_ms=120, said_ms=150))
        return running[-1]

    yield serve
    for each in running:
        assert not each.runs or each.close() == 0


@pytest.fixture
def service(lasting_service: Serve, request: pytest.FixtureRequest) -> Iterator[Service]:
    """The real service with short waits, for tests that begin with a game of their own.

    A test that failed may leave anything: nobody goes on from there.
    """
    failed = request.session.testsfailed
    running = lasting_service()
    yield running
    if request.session.testsfailed > failed:
        running.close()
