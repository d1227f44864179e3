"""What hypothesis draws examples for: a few in `make test`, many among the slow tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

Check = Callable[..., None]


def few_or_many(
    drawn: Callable[[Check], Check],
    few: int,
    many: int,
    parent: settings | None = None,
    **more: Any,
) -> Callable[[Check], Check]:
    """Stands above a check where ``settings`` and ``given`` would; ``drawn`` is that ``given``."""

    def decorate(check: Check) -> Check:
        forms = {n: settings(parent, max_examples=n, **more)(drawn(check)) for n in (few, many)}

        def test(examples: int) -> None:
            forms[examples]()

        test.__name__, test.__doc__, test.__module__ = (
            check.__name__,
            check.__doc__,
            check.__module__,
        )
        counts = [few, pytest.param(many, marks=pytest.mark.slow)]
        return pytest.mark.parametrize("examples", counts)(test)

    return decorate
