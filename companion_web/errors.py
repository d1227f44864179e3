"""What the web raises on purpose. One root; each leaf is also the builtin it resembles."""

from __future__ import annotations

from companion.model.message import Message
from companion_web.words.texts import page_text


class WebError(Exception):
    """Root of the web's own errors; ``status`` and ``code`` are what the client is told.

    ``message``  what was wrong; without it the sentence of ``key`` in English
    ``key``      its sentence among the page's words with ``params``, where people may meet it; a
                 param may be a message of the table's
    """

    status = 500
    code = "internal"

    def __init__(
        self,
        message: str = "",
        *,
        code: str | None = None,
        status: int | None = None,
        key: str = "",
        **params: str | Message,
    ) -> None:
        texts = {name: part for name, part in params.items() if isinstance(part, str)}
        super().__init__(message or page_text(key, **texts))
        self.key, self.params = key, params
        if code is not None:
            self.code = code
        if status is not None:
            self.status = status


class Malformed(WebError, ValueError):
    """A request cannot be read: no JSON object, a missing, unknown or mistyped key (400)."""

    status = 400
    code = "malformed"


class Forbidden(WebError, PermissionError):
    """A request has no right to be made: foreign origin, stale form, unknown host name (403)."""

    status = 403
    code = "forbidden"


class BadToken(WebError, PermissionError):
    """The seat token is not one of this table's (401)."""

    status = 401
    code = "bad-token"


class Conflict(WebError, RuntimeError):
    """The request is good, but not now: there is no virtual board, or no open game (409)."""

    status = 409
    code = "conflict"


class TooManyTries(WebError, PermissionError):
    """The PIN was wrong too often: ``seconds`` to wait (429)."""

    status = 429
    code = "too-many-tries"

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        minutes = -(-self.seconds // 60)
        super().__init__(key="refused.tries", n=str(minutes))


class TooManyStreams(WebError, RuntimeError):
    """All places of the event stream are taken (503)."""

    status = 503
    code = "too-many-streams"


class CrowdedAddress(TooManyStreams):
    """All places of the event stream that one address may have are taken (429)."""

    status = 429
    code = "too-many-at-once"
