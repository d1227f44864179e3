"""The forms in which people fill a game's data file: fields, choices, lists; plain data.

The loader alone says what is wrong with a file. Words are keys of the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["text", "number", "switch", "choice", "texts", "numbers", "group", "entries"]


@dataclass(frozen=True, slots=True)
class Field:
    """One key of an object of the file.

    ``kind``     ``texts`` and ``numbers`` are lists of them, a number may then be null;
                 ``group`` is an object, ``entries`` a list of objects, both with ``fields``
    ``words``    its label; ``one``: what an entry is called
    ``choices``  value → words
    ``usual``    what stands for a key that is not there; ``needed``: it must be there
    ``only``     it belongs to objects whose ``type`` is one of these; empty: to all
    """

    key: str
    kind: Kind
    words: str
    choices: Mapping[str, str] = field(default_factory=dict)
    usual: Any = None
    needed: bool = False
    fields: Sequence[Field] = ()
    only: Sequence[str] = ()
    one: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of objects with ids that people open one by one.

    ``words``   of the list; ``add``: of the button that makes a new one
    ``told``    keys that are told beside the name
    ``fresh``   a new object, but for its id, which begins with ``prefix``
    """

    key: str
    words: str
    add: str
    prefix: str
    fields: Sequence[Field]
    told: Sequence[str]
    fresh: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DataForms:
    """Everything that an editor shows: the lists, and the fields beside them."""

    lists: Sequence[Listing]
    rest_words: str
    rest: Sequence[Field]
