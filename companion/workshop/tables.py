"""A table for people and programs: aligned text, Markdown or CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

from companion.errors import WorkshopError

FORMS: Final = ("text", "markdown", "csv")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], form: str = "text") -> str:
    """The table with an end of line. Raises WorkshopError for an unknown form.

    >>> print(table(["a", "b"], [["1", "x"]]), end="")
    a  b
    1  x
    """
    if form == "csv":
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerows([head, *rows])
        return out.getvalue()
    if form == "markdown":
        lines = ["| " + " | ".join(_escaped(row)) + " |" for row in (head, *rows)]
        return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]]) + "\n"
    if form != "text":
        raise WorkshopError(f"Form {form!r:.20} is not known: say {', '.join(FORMS)}.")
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (head, *rows)
    )
    return "\n".join(padded) + "\n"


def _escaped(row: Sequence[str]) -> list[str]:
    return [cell.replace("|", "\\|") for cell in row]
