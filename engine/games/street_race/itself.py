"""A key that tells a thing apart from all others, equal ones too."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Itself(Generic[T]):
    """Equal only for the same object, so nobody compares what it holds."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)
