"""What the routes of one app share: the table, its renderer, its streams, the settings."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from flask import Flask, current_app, g, request
from msgspec import Struct, field

from companion.errors import CommandRefused, JournalError
from companion.games.house import shelf as house_shelf
from companion.lights.theme import Theme, standard_theme
from companion.model.book import Book, NoBook
from companion.model.message import Message
from companion.model.past import NoPast, Past
from companion.model.ports import TablePort
from companion.model.replay import Replays
from companion.store.shelf import Shelf
from companion.words.worded_view import Render
from companion_web.access.host import HostPin, is_here, may_begin, unlocked
from companion_web.access.seats import Visitor, audience_of, held_seats, is_host, read_visitor
from companion_web.access.security import SeatTokens
from companion_web.api.stream import Hub
from companion_web.api.views import Renderer, Shown
from companion_web.drawing.light_sheet import LightSheet
from companion_web.errors import WebError
from companion_web.words.language import of_request
from companion_web.words.texts import page_text

EXTENSION: Final = "trackside"
RESERVED: Final = ("default", "new", "import", "save")
"""Names of tracks that are addresses of pages."""
RESERVED_SETS: Final = ("sample", "settings", "new", "import", "save")
"""The same of data files."""


NO_PAST: Final = NoPast()
NO_BOOK: Final = NoBook()


class WebConfig(Struct, frozen=True, kw_only=True):
    """Settings of the web.

    ``secret_key``    signs sessions and seat tokens; keep it over restarts, at least 16 letters
    ``open_to_phones``  other devices can reach the port, too
    ``hosts``         names this table answers to beside addresses, single words and home domains
    ``language``      language of the sentences for whoever asks for none that we have
    ``most_streams``  places of the event stream; keep it below the server's threads
    ``most_of_one``   how many of them one address may have; this machine may have all
    ``ping_seconds``  silence after which a stream says that it is alive
    ``lights``        how every light and marble looks; ``calm`` halves the rates (PP-23)
    ``host_pin``      opens what is the host's; empty: the one chosen on the page, in ``pin_file``
    ``notes``         what the start found damaged; stands on the pages beside the table
    ``rules_folder``  where the rules pages lie; None: ``docs/rules`` beside the packages
    ``tracks_folder``  where tracks of the players' own are kept; None: nowhere
    ``sets_folder``    where data files of the owner's own are kept; None: nowhere
    ``house_folder``   where house rules are kept; None: nowhere
    ``own_data``       the data file of the settings, by the game that is played with it
    """

    secret_key: str
    open_to_phones: bool = False
    hosts: tuple[str, ...] = ()
    language: str = "en"
    most_streams: int = 52
    most_of_one: int = 16
    ping_seconds: float = 15.0
    rules_folder: Path | None = None
    tracks_folder: Path | None = None
    sets_folder: Path | None = None
    house_folder: Path | None = None
    own_data: Mapping[str, Any] = {}
    lights: Theme = field(default_factory=standard_theme)
    calm: bool = False
    host_pin: str = ""
    pin_file: Path | None = None
    notes: tuple[Message, ...] = ()


class Stood:
    """For how long the newest end of a game has stood, by a clock that nobody sets."""

    def __init__(self) -> None:
        self._since = ("", 0.0)

    def seconds(self, end: str, told: float) -> float:
        """Seconds since that end. ``told``: by the time of day; only the first one counts."""
        seen, since = self._since
        now = time.monotonic()
        if seen != end:
            since = now - max(0.0, told)
            self._since = (end, since)
        return now - since


class Web:
    """One app's own things; kept in ``app.extensions``."""

    def __init__(
        self,
        config: WebConfig,
        table: TablePort,
        render: Render,
        past: Past = NO_PAST,
        book: Book = NO_BOOK,
        replays: Replays | None = None,
    ) -> None:
        self.config = config
        self.table = table
        self.past = past
        self.book = book
        self.replays = replays
        self.renderer = Renderer(table, render)
        self.tokens = SeatTokens(config.secret_key)
        self.pin = HostPin(config.host_pin, config.pin_file)
        self.lights = LightSheet(config.lights, config.calm)
        self.shelf = Shelf(config.tracks_folder, RESERVED)
        self.sets = Shelf(config.sets_folder, RESERVED_SETS)
        self.houses = house_shelf(config.house_folder)
        self.stood = Stood()
        self.hub = Hub(table, config.most_streams, config.ping_seconds, config.most_of_one)

    @property
    def language(self) -> str:
        """The language of this answer, looked up once."""
        if "language" not in g:
            g.language = of_request(self.config.language)
        return str(g.language)

    def visitor(self) -> Visitor:
        """Who sent this request."""
        visitor = read_visitor(self.tokens)
        if "host" not in g:
            g.host = unlocked(self.pin)
        here = visitor.browser and not self.pin.known and is_here()
        return msgspec.structs.replace(visitor, host=g.host, here=here)

    def shown(self, visitor: Visitor, wanted: int | None, language: str) -> Shown:
        """What this visitor sees now."""
        while True:
            audience = audience_of(self.table, visitor, wanted)
            public = self.table.view(None)
            seats = held_seats(self.table, visitor, public)
            ends = bool(public.places) and may_begin(self.pin, visitor, public, seats)
            ends = ends and self._night_goes_on()
            screen = visitor is NOBODY  # not merely one without a seat
            host = is_host(visitor, public)
            shown = self.renderer.shown(
                audience, language, seats, ends=ends, screen=screen, host=host
            )
            # The turn may have passed meanwhile: whoever holds both seats gets the new one's view.
            if audience_of(self.table, visitor, wanted) == audience:
                return shown

    def _night_goes_on(self) -> bool:
        try:
            nights = self.book.nights()
        except JournalError:
            return False
        return bool(nights) and nights[0].ended is None

    def text(self, message: Message) -> str:
        """A message in words."""
        return self.renderer.text(message, self.language)

    def refused(self, refused: CommandRefused | WebError) -> str:
        """A refusal of the table, or of the web itself, in words."""
        if not refused.key:
            return str(refused)
        if isinstance(refused, WebError):
            told = refused.params.items()
            parts = {k: self.text(v) if isinstance(v, Message) else v for k, v in told}
            return page_text(refused.key, self.language, **parts)
        return self.text(Message(refused.key, refused.params, refused.nested))


def web() -> Web:
    """The current app's own things."""
    found: Web = current_app.extensions[EXTENSION]
    return found


NOBODY: Final = Visitor()
"""Whoever looks at what everybody may see, whatever seats the browser holds."""


def asker() -> Visitor:
    """Who sent this request; nobody with ``?watch``: the public view."""
    return NOBODY if "watch" in request.args else web().visitor()


def wanted_seat() -> int | None:
    """``?seat=N`` of this request; None when missing or no number."""
    return request.args.get("seat", type=int)


def close_streams(app: Flask) -> None:
    """End all event streams of an app, so that its server can stop; may be called twice."""
    app.extensions[EXTENSION].hub.close()


def phone_address(path: str) -> str | None:
    """The full address of ``path`` for other devices; None where none can reach this machine.

    A browser on this very machine asks for ``127.0.0.1``, but phones need the name by which the
    network knows the machine.
    """
    host = request.host
    if is_own_name(host):
        found = own_address() if web().config.open_to_phones else None
        if found is None:
            return None
        port = urlsplit(f"//{host}").port
        host = found if port is None else f"{found}:{port}"
    return f"{request.scheme}://{host}{path}"


def is_own_name(host: str) -> bool:
    """Whether a machine calls only itself by this name.

    >>> [is_own_name(host) for host in ("localhost:80", "127.0.0.1", "[::1]:8080", "board.local")]
    [True, True, True, False]
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def own_address() -> str | None:
    """This machine's address in its network; None without one. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address from the block for documentation: it selects the way out and reaches
            # nobody.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address
