"""People's hands on the virtual board: the table hears of each touch that the board takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.model.ports import HandsPort

from .inbox import Come, Inbox


def peoples(port: HandsPort | None, inbox: Inbox) -> HandsPort | None:
    """The hands for people, of whose touches the loop hears by its inbox; None on a real board."""
    return None if port is None else PeoplesHands(port, lambda: inbox.put(Come()))


class PeoplesHands:
    """``companion.model.ports.HandsPort`` for whoever plays; the table's own hand has none of it.

    ``port``  the virtual board's hands
    ``come``  called after each touch: what people begin they do themselves

    A touch that the board refuses changes nothing, so nobody hears of it. Of others the table hears
    here before their sensors, which rest first (PP-31).
    """

    def __init__(self, port: HandsPort, come: Callable[[], None]) -> None:
        self._port = port
        self._come = come

    def lift(self, hole: str) -> None:
        """Lift the marble from a hole."""
        self._port.lift(hole)
        self._come()

    def put(self, hole: str, token: str | None = None, origin: str | None = None) -> None:
        """Put the marble in hand into a hole."""
        self._port.put(hole, token, origin)
        self._come()

    def set_out(
        self,
        board: str,
        holes: Sequence[str],
        tokens: Mapping[str, str],
        beside: Sequence[str] = (),
    ) -> None:
        """Set a board's marbles out."""
        self._port.set_out(board, holes, tokens, beside)

    def in_hand(self) -> tuple[str, ...]:
        """Tokens in the hand."""
        return self._port.in_hand()

    def fault(self, name: str, on: bool) -> None:
        """Switch a fault of the board."""
        self._port.fault(name, on)
