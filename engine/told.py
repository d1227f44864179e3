"""English sentences that know their key and their parts, so that they can be said otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


class Quoted(str):
    """A text of a file, in quotes; ``bare`` without them, for whoever has quotes of its own."""

    bare: str

    def __new__(cls, quoted: str, bare: str) -> Quoted:
        """Both are cut short."""
        made = super().__new__(cls, quoted)
        made.bare = bare
        return made


class Told(str):
    """One sentence: a text like any other, with ``key`` and ``params`` for a catalogue.

    A part may be such a sentence itself.

    >>> told = Told("whole", "a whole number is needed, not {value}", value="'x'")
    >>> told, told.key, dict(told.params)
    ("a whole number is needed, not 'x'", 'whole', {'value': "'x'"})
    """

    key: str
    params: Mapping[str, str]

    def __new__(cls, key: str, template: str, /, **params: object) -> Told:
        """``template``: the English sentence with its parts in braces."""
        parts = {name: v if isinstance(v, str) else str(v) for name, v in params.items()}
        made = super().__new__(cls, template.format(**parts))
        made.key = key
        made.params = MappingProxyType(parts)
        return made
