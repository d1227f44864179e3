"""Hands on the virtual board: a click of the page becomes a lift or a put on simulated pins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from companion.errors import HandRefused
from firmware_bridge.errors import BadFault, BoardGone, HandsRefused
from firmware_bridge.hands import HandsClient

CODES: Final[Mapping[str, str]] = {
    "empty-hand": "nothing-in-hand",
    "unknown-token": "no-such-token",
}
"""The virtual board's codes whose name the web does not share; the others are the same."""


class VirtualHands:
    """``companion.table.ports.HandsPort`` over the control socket of whichever board runs now.

    ``client``   the running board's client; BoardGone while there is none
    ``set_out``  makes it that kind of board with these holes and sets the marbles
    """

    def __init__(
        self,
        client: Callable[[], HandsClient],
        set_out: Callable[[str, Sequence[str], Mapping[str, str]], None],
    ) -> None:
        self._client = client
        self._set_out = set_out

    def lift(self, hole: str) -> None:
        """Lift the marble of that hole; HandRefused when it is empty or unknown."""
        with _refusals():
            self._client().lift(hole)

    def put(self, hole: str, token: str | None = None) -> None:
        """Put the marble in hand into the hole; HandRefused when that cannot be."""
        with _refusals():
            self._client().put(hole, token)

    def set_out(self, board: str, holes: Sequence[str], tokens: Mapping[str, str]) -> None:
        """Make it that kind of board with these holes and set the marbles: hole → token."""
        with _refusals():
            self._set_out(board, holes, tokens)

    def in_hand(self) -> tuple[str, ...]:
        """Tokens in the virtual hand, the last lifted last."""
        with _refusals():
            return tuple(held["token"] for held in self._client().state()["hand"])

    def fault(self, name: str, on: bool) -> None:
        """Switch a named fault of the virtual board."""
        with _refusals():
            if on:
                self._client().fault(name)
            else:
                self._client().heal(name)


@contextmanager
def _refusals() -> Iterator[None]:
    """The bridge's errors in the words that the web answers with."""
    try:
        yield
    except HandsRefused as error:
        raise HandRefused(CODES.get(error.code, error.code), str(error)) from error
    except BadFault as error:
        raise HandRefused("bad-fault", str(error)) from error
    except (BoardGone, OSError) as error:
        raise HandRefused("no-board", str(error)) from error
