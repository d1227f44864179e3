"""Who may ask at all: headers, host and origin, CSRF, and the signed tokens of seats.

A browser is known by its signed session cookie; such requests must carry the CSRF value of their
page. A script is known by ``Authorization: Bearer TOKEN``. A request with neither has no authority
that a foreign page could borrow, so it needs no CSRF value. It must be JSON, which no foreign form
can send unless we allow it beforehand.
"""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Callable
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

# Flask-WTF comes without types.
from flask_wtf.csrf import CSRFError, CSRFProtect  # type: ignore[import-untyped]
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import TooManyRequests

from companion_web.errors import BadToken, Forbidden, WebError

from .sessions import is_lost

View = TypeVar("View", bound=Callable[..., Any])

CONTENT_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS: Final[dict[str, str]] = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HOME_SUFFIXES: Final = (
    ".local",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".localhost",
    ".fritz.box",
)
LATE: Final = "trackside.late"
"""Key of a request's environment: whether it has waited too long for its turn (``door.py``)."""
SEATED: Final = "trackside.seated"
"""Key of a request's environment: whether who sent it holds a seat, who goes first there."""
RETRY_SECONDS: Final = 5
"""Seconds after which somebody whose turn never came may try again."""
MOST: Final = "most_bytes"
"""Name of what a view has that may read more than the app's limit."""
AFRESH: Final = "/afresh"
"""Where a browser begins afresh whose cookie cannot be read."""


class SeatTokens:
    """Signs and reads the tokens that hold a seat. Plain data inside: holder and seat."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="seat")

    def issue(self, holder: str, seat: int) -> str:
        """A token for that holder's seat."""
        token = self._signer.dumps([holder, seat])
        return token if isinstance(token, str) else token.decode("ascii")

    def read(self, token: str) -> tuple[str, int]:
        """Holder and seat of a token; ``BadToken`` when it was not signed here."""
        try:
            holder, seat = self._signer.loads(token)
        except (BadSignature, ValueError, TypeError):
            raise BadToken("This seat token is not of this table; take the seat again.") from None
        if not isinstance(holder, str) or type(seat) is not int:
            raise BadToken("This seat token is not of this table; take the seat again.")
        return holder, seat


def cookie_name(secret: str) -> str:
    """Name of the session cookie. Browsers share cookies between ports, so services must differ."""
    return "trackside_" + hashlib.sha256(secret.encode()).hexdigest()[:10]


def has_session_cookie() -> bool:
    """True when the request carries this service's session cookie, readable or not."""
    return current_app.config["SESSION_COOKIE_NAME"] in request.cookies


def takes(most: int) -> Callable[[View], View]:
    """Let a view read that many bytes. Already the check of its form's CSRF value reads them."""

    def mark(view: View) -> View:
        setattr(view, MOST, most)
        return view

    return mark


def guard(app: Flask, hosts: tuple[str, ...]) -> CSRFProtect:
    """Check every request before it is looked at, and dress every answer in the headers."""
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False
    # A table page stays open for a whole evening; the value lives as long as the session.
    app.config["WTF_CSRF_TIME_LIMIT"] = None
    csrf = CSRFProtect(app)
    known = frozenset(_plain(name) for name in hosts)

    def check() -> None:
        if request.environ.get(LATE):
            raise TooManyRequests(retry_after=RETRY_SECONDS)
        _check_host(known)
        if request.method in SAFE_METHODS:
            return
        need_own_site()
        _check_content_type()
        _allow_more()
        if is_lost():
            _check_afresh()
        elif has_session_cookie() or not request.path.startswith("/api/"):
            _check_csrf(csrf)

    def dress(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
            response.vary.update(("Cookie", "Authorization"))
        return response

    app.before_request(check)
    app.after_request(dress)
    return csrf


def _check_host(known: frozenset[str]) -> None:
    """Refuse a foreign name that points here (DNS rebinding)."""
    name = _plain(urlsplit(f"//{request.host}").hostname or "")
    if name in known or "." not in name or name.endswith(HOME_SUFFIXES) or _is_address(name):
        return
    raise WebError(code="unknown-host", status=421, key="refused.name", name=name[:60])


def _plain(name: str) -> str:
    """A host's name without the final dot, which says that it is a whole name."""
    return name.lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def need_own_site() -> None:
    """Refuse what a page of another site sends, or opens, in the name of its reader."""
    origin = request.headers.get("Origin")
    foreign = request.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"}
    if origin is not None:
        foreign = foreign or urlsplit(origin).netloc.lower() != request.host.lower()
    if foreign:
        raise Forbidden(code="foreign-origin", key="refused.foreign")


def _check_content_type() -> None:
    if not request.path.startswith("/api/"):
        return
    if not request.content_length and request.method == "DELETE":
        return
    if request.mimetype != "application/json":
        raise WebError(
            "Send JSON, with the header `Content-Type: application/json`.",
            code="unsupported-type",
            status=415,
        )


def _check_afresh() -> None:
    """Without a session there is no CSRF value; the browser can only begin afresh."""
    if request.path != AFRESH:
        raise Forbidden(code="lost-session", key="refused.lost", address=AFRESH)


def _allow_more() -> None:
    most = getattr(current_app.view_functions.get(request.endpoint or ""), MOST, None)
    if most is not None:
        request.max_content_length = most


def _check_csrf(csrf: CSRFProtect) -> None:
    try:
        csrf.protect()
    except CSRFError:
        raise Forbidden(code="csrf", key="refused.csrf") from None
