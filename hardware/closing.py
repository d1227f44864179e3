"""What a ``with`` statement closes: sensors, lights, and all else that is held until ``close``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Base of what holds pins, threads, files or processes until it is closed."""

    @abstractmethod
    def close(self) -> object:
        """Let go of everything; may be called twice. What it answers is the class's own matter."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
