"""One mat as cases and data files write it."""

from __future__ import annotations

from typing import Final

from ...errors import Misfit
from ...told import Told
from .checks import whole
from .entries import SCORES, Entry, Mistakes
from .grid import OPEN, SIDEWALKS, Mat

KEYS: Final = ("lanes", "sidewalk", "median")


def read_mat(value: object, key: str, half_width: int) -> Mat:
    """The mat of a case; Misfit tells the first mistake."""
    mistakes = Mistakes()
    mat = mat_of(Entry.of(value, key, mistakes, KEYS, ("lanes",)), half_width)
    if mistakes.count:
        raise Misfit(next(iter(mistakes.texts)))
    return mat


def mat_of(entry: Entry, half_width: int) -> Mat:
    """A mat with lanes from the centreline outwards; FF-11: they leave room for the walk."""
    lanes = entry.listed("lanes")
    told = isinstance(entry.held.get("lanes"), list | tuple)
    if told and not 1 <= len(lanes) < half_width:
        text = "{n} lanes do not fit on a half width of {width}"
        entry.wrong("lanes", Told("lanes", text, n=len(lanes), width=half_width))
    numbers = [
        None if lane is None else entry.taken(0, whole, lane, "lanes", *SCORES, index=index)
        for index, lane in enumerate(lanes)
    ]
    sidewalk = entry.one_of("sidewalk", SIDEWALKS, OPEN)
    return Mat(tuple(numbers), sidewalk, entry.truth("median"))
