"""A browser's session: a signed cookie that no clock can spoil.

A Pi without a network begins a day or a year behind. So we never compare the server's time. The
signature is good as long as the key is, and the browser itself counts the days that it keeps the
cookie (``Max-Age``).
"""

from __future__ import annotations

from typing import Any, cast

from flask import Flask, Request, Response, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadData


class BrowserSession(SecureCookieSession):
    """``lost``: the browser sent a cookie of ours, and it cannot be read."""

    lost = False


def is_lost() -> bool:
    """Whether this request's cookie is ours and cannot be read."""
    return cast(BrowserSession, session).lost


def begin_afresh() -> None:
    """Give up a cookie that cannot be read; from now on the session is kept in a new one."""
    cast(BrowserSession, session).lost = False


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie, whose time is ignored.

    A cookie that cannot be read stays where it is: it may hold a seat, and looking at a page must
    not throw that away. Only ``begin_afresh`` does.
    """

    session_class = BrowserSession

    def open_session(self, app: Flask, request: Request) -> BrowserSession:
        """What the cookie says; empty without one."""
        sent = request.cookies.get(self.get_cookie_name(app))
        if not sent:
            return BrowserSession()
        try:
            return BrowserSession(self._serializer(app).loads(sent))
        except (BadData, ValueError, TypeError):
            unread = BrowserSession()
            unread.lost = True
            return unread

    def save_session(self, app: Flask, session: Any, response: Response) -> None:
        """Send the cookie where something in it changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if session.lost or not session or not session.modified:
            return
        response.set_cookie(
            self.get_cookie_name(app),
            self._serializer(app).dumps(dict(session)),
            max_age=app.permanent_session_lifetime,
            path=self.get_cookie_path(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )

    def _serializer(self, app: Flask) -> Any:
        # It writes the time into the cookie; without ``max_age`` nobody reads that time.
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "create_app demands a key"
        return serializer
