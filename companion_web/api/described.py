"""What a route takes and answers, said beside it; ``companion_web.openapi`` makes the file of it.

The address, the method and the sentence are the route's own: its rule and its docstring.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec import Struct

JSON: Final = "application/json"
STREAM: Final = "text/event-stream"
_MARK: Final = "trackside_described"

View = TypeVar("View", bound=Callable[..., Any])


class Described(Struct, frozen=True):
    """One route.

    ``answer``   the type of what it answers with 200
    ``takes``    the type of the JSON that it is sent; None: it takes none
    ``refuses``  statuses of its own refusals, beside those that every route has
    ``asks``     whole numbers of its query; ``texts``: texts of it
    ``flags``    what may stand there without a value
    ``whoever``  it does not look who is asking
    ``unready``  the type of what it answers with 503 beside refusals
    ``kind``     media type of the answer
    """

    answer: Any
    takes: Any = None
    refuses: tuple[int, ...] = ()
    asks: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    whoever: bool = False
    unready: Any = None
    kind: str = JSON


def described(
    answer: Any,
    *,
    takes: Any = None,
    refuses: tuple[int, ...] = (),
    asks: tuple[str, ...] = (),
    texts: tuple[str, ...] = (),
    flags: tuple[str, ...] = (),
    whoever: bool = False,
    unready: Any = None,
    kind: str = JSON,
) -> Callable[[View], View]:
    """Say what a route takes and answers; stands below the line with its address."""

    def mark(view: View) -> View:
        told = Described(answer, takes, refuses, asks, texts, flags, whoever, unready, kind)
        setattr(view, _MARK, told)
        return view

    return mark


def description_of(view: Callable[..., Any]) -> Described | None:
    """What was said of that route; None if nothing was."""
    found: Described | None = getattr(view, _MARK, None)
    return found
