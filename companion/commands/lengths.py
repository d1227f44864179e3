"""Lengths on the command line: millimetres, with a sentence for what is none."""

from __future__ import annotations

import argparse

from companion.errors import WorkshopError
from companion.workshop.measure import length


def length_told(text: str) -> float:
    """An argument as millimetres. ArgumentTypeError says what is wrong with it."""
    try:
        return length(text)
    except WorkshopError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
