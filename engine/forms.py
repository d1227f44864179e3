"""A form of rule cases: it knows the cases of one rules text by their keys."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping

Case = Mapping[str, object]


class Form(ABC):
    """The cases of one rules text. ``keys``: all keys that a case may have."""

    name: str
    keys: frozenset[str]

    @abstractmethod
    def recognises(self, case: Case) -> bool:
        """Whether this looks like a case of the form."""

    @abstractmethod
    def check(self, case: Case) -> str | None:
        """None if the case holds, else ``expected … got …``."""


def exact(value: object) -> str:
    """A value as text: ``1``, ``1.0`` and ``true`` differ, the order of keys does not matter."""
    return json.dumps(value, sort_keys=True)
