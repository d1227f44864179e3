"""Two forms of one test: a short one in `make test`, and the long one among the slow tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

Check = Callable[..., None]


def first(count: int, values: Iterable[Any], unpacked: bool = False) -> list[Any]:
    """Values of a parameter: the first few are played in every run, the others are slow.

    ``unpacked``  each value is a tuple for several parameters
    """
    slow = pytest.mark.slow
    return [
        value if number < count else pytest.param(*(value if unpacked else (value,)), marks=slow)
        for number, value in enumerate(values)
    ]


def few_or_many(
    drawn: Callable[[Check], Check],
    few: int,
    many: int,
    parent: settings | None = None,
    **more: Any,
) -> Callable[[Check], Check]:
    """So many examples of what hypothesis draws.

    It stands above a check where ``settings`` and ``given`` would; ``drawn`` is that ``given``.
    An ``example`` stands below it, a mark above.
    """

    def decorate(check: Check) -> Check:
        forms = {n: settings(parent, max_examples=n, **more)(drawn(check)) for n in (few, many)}

        def test(examples: int) -> None:
            forms[examples]()

        for name in ("__name__", "__doc__", "__module__"):
            setattr(test, name, getattr(check, name))
        counts = [few, pytest.param(many, marks=pytest.mark.slow)]
        return pytest.mark.parametrize("examples", counts)(test)

    return decorate
