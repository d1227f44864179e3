"""One mat as cases and data files write it."""

from __future__ import annotations

from ...errors import Misfit
from .checks import listed, mapping, one_of, truth, whole
from .grid import OPEN, SIDEWALKS, Mat


def read_mat(value: object, key: str, half_width: int) -> Mat:
    """A mat with lanes from the centreline outwards; FF-11: they leave room for the walk."""
    data = mapping(value, key, ("lanes", "sidewalk", "median"), ("lanes",))
    lanes = tuple(
        None if number is None else whole(number, f"{key}: lanes")
        for number in listed(data["lanes"], f"{key}: lanes")
    )
    if not 1 <= len(lanes) < half_width:
        raise Misfit(f"{key}: {len(lanes)} lanes do not fit on a half width of {half_width}")
    sidewalk = one_of(data.get("sidewalk", OPEN), f"{key}: sidewalk", SIDEWALKS)
    return Mat(lanes, sidewalk, truth(data.get("median", False), f"{key}: median"))
