"""The files of a drill template, by format, and the sentences that go with them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Final

from companion.errors import WorkshopError
from companion.workshop.measure import mm
from companion.workshop.plan import Plan
from companion.workshop.template import from_where, one_sheet, tool_line

FORMATS: Final = {
    "svg": ("{stem}.svg", "one sheet, to look at or to cut by"),
    "pdf": ("{stem}.pdf", "one sheet, for a plotter or a copy shop"),
    "a4": ("{stem}_a4.pdf", "sheets of A4 to tape together, with a map"),
    "letter": ("{stem}_letter.pdf", "sheets of Letter to tape together, with a map"),
    "dxf": ("{stem}.dxf", "for a CNC or a laser"),
    "csv": ("{stem}.csv", "every bore's place, as a table"),
}
"""Format → name of its file and what it is for."""


def stem(plan: Plan, *, below: bool = False) -> str:
    """The beginning of the files' names: ``drill_hex_600mm``."""
    return f"drill_{plan.board.kind}_{plan.at.size:.0f}mm{'_below' if below else ''}"


def made(plan: Plan, kind: str, *, below: bool = False) -> bytes:
    """One file of the template; WorkshopError for an unknown format."""
    if kind == "svg":
        from companion.workshop.as_svg import svg

        return svg(one_sheet(plan, below=below)).encode()
    if kind == "pdf":
        from companion.workshop.as_pdf import pdf

        return pdf([one_sheet(plan, below=below)])
    if kind in ("a4", "letter"):
        from companion.workshop.as_pdf import pdf
        from companion.workshop.tiling import tiled

        return pdf(tiled(plan, kind, below=below))
    if kind == "dxf":
        from companion.workshop.as_dxf import dxf

        return dxf(plan, below=below).encode()
    if kind == "csv":
        return table(plan, below=below).encode()
    raise WorkshopError(f"Format {kind!r:.20} is not known: say {', '.join(FORMATS)}.")


def table(plan: Plan, *, below: bool = False) -> str:
    """Every bore as CSV, in mm from the board's middle, x right, y up as on a machine."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("hole", "bore", "x_mm", "y_mm", "diameter_mm"))
    flip = -1 if below else 1
    for bore in plan.bores:
        x, y = flip * bore.x + 0.0, -bore.y + 0.0
        writer.writerow((bore.hole, bore.tool, f"{x:.3f}", f"{y:.3f}", f"{bore.diameter:g}"))
    return out.getvalue().replace("-0.000", "0.000")


def told(plan: Plan, *, below: bool = False) -> Iterator[str]:
    """What the terminal says: size, room, tools, warnings."""
    yield from plan.facts()
    if below:
        yield from_where(below)
    for tool in plan.tools:
        count = sum(bore.tool == tool.name for bore in plan.bores)
        yield f"  {tool_line(tool, count)}: {tool.how}"
    if plan.sizes.light == "beside":
        off = plan.sizes.marble / 2 + plan.sizes.light_mm / 2 + 1
        thing = "square" if plan.squares else "hole"
        yield f"  The light stands {mm(off)} beside its {thing}'s centre, the sensor under it."
    else:
        yield "  The light shines up through its dimple, the sensor stands beside it."
    for note in plan.notes:
        yield f"Mind: {note}"
