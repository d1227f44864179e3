"""What the rules ask for while an event runs: dice, choices and cards.

The rules are generators. Each yields an ``Ask`` and is sent the answer: one of its options, or,
with ``any_order``, the words of its one option in another order.
Where the order of words says nothing, they may come in any, and the option is what is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Final, TypeVar

CHANCE: Final = "chance"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a window is about, as everybody knows it.

    ``event``   its name (FF-150)
    ``cars``    the cars that it is about; in a test the one that tests comes first
    ``target``  the number that a test must reach, None against another car
    ``sums``    what each car adds to its die; with the die once ``rolled``
    ``card``    the played card that it is about, and ``by`` whom it was played
    ``laid``    reactions that lie on the table, in the order in which they came: player and card
    """

    event: str
    cars: tuple[str, ...] = ()
    target: int | None = None
    sums: tuple[int, ...] = ()
    rolled: bool = False
    card: str | None = None
    by: str | None = None
    laid: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of an event.

    ``kind``     the word of the position's ``ask``: die, mat, card, choose, spin, react …
    ``who``      the players who must answer, or ``chance``
    ``prefix``   begins the text of each answer
    ``options``  the answers without the prefix
    ``declined``  players who have said no and are not asked again
    ``about``     what a window is about
    ``sorts``     makes of an answer in other words' order the option, where that order says nothing
    ``unlisted``  whether a text that is no option answers, too, where there are too many to list
    """

    kind: str
    who: tuple[str, ...]
    prefix: str
    options: tuple[str, ...]
    any_order: bool = False
    declined: tuple[str, ...] = ()
    about: Occasion | None = None
    sorts: Callable[[str], str] | None = field(default=None, compare=False)
    unlisted: Callable[[str], bool] | None = field(default=None, compare=False)

    @property
    def texts(self) -> list[str]:
        """All answers as texts, by code point."""
        return sorted(self.prefix + option for option in self.options)

    @property
    def awaited(self) -> str:
        """What is asked and of whom; who is still asked in a window is nobody's business."""
        if self.kind == "react":
            return "A window is open, which asks for react or noreact"
        return f"Now {self.kind} is asked of {', '.join(self.who)}"

    def answer(self, text: str) -> str | None:
        """The answer that a text gives; None if it gives none."""
        if not text.startswith(self.prefix):
            return None
        option = text[len(self.prefix) :]
        if option in self.options:
            return option
        if self.any_order and sorted(option.split(" ")) == self.options[0].split(" "):
            return option
        same = option if self.sorts is None else self.sorts(option)
        if same in self.options or (self.unlisted is not None and self.unlisted(same)):
            return same
        return None

    def listed(self, text: str) -> str:
        """The text as it is offered; as it is if it answers nothing."""
        answer = self.answer(text)
        return text if answer is None else self.prefix + answer


def in_order(words: str) -> str:
    """Words in the order in which options have them, sorted."""
    return " ".join(sorted(words.split(" ")))


Flow = Generator[Ask, str, T]
"""Rules in progress that end with a result."""


def nothing() -> Flow[None]:
    """Rules that ask for nothing."""
    yield from ()


def run_through(flow: Flow[T]) -> T:
    """The result of rules that ask for nothing."""
    try:
        ask = next(flow)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError(f"asked for {ask.kind}")
