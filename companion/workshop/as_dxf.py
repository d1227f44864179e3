"""A plan as DXF for a CNC or a laser. Only this module imports ezdxf, when a DXF is asked for."""

from __future__ import annotations

from io import StringIO
from typing import Final

from companion.workshop.measure import mm
from companion.workshop.plan import Plan
from companion.workshop.template import label_of

COLOURS: Final = {"dimple": 7, "light": 5, "sensor": 1}
"""AutoCAD's numbers for black or white, blue, and red."""


def dxf(plan: Plan, *, below: bool = False) -> str:
    """The bores in mm about the board's middle, y up; layers ``drill_…``, ``outline``, ``text``.

    ``below``  seen from the underside, with x mirrored
    """
    from ezdxf import units
    from ezdxf.enums import TextEntityAlignment
    from ezdxf.filemanagement import new

    document = new("R2010", units=units.MM)
    document.header["$MEASUREMENT"] = 1
    space = document.modelspace()
    flip = -1 if below else 1
    for tool in plan.tools:
        layer = document.layers.add(f"drill_{tool.name}", color=COLOURS[tool.name])
        layer.description = f"{mm(tool.diameter)} {tool.how}"
    document.layers.add("outline", color=3)
    document.layers.add("text", color=8)
    for bore in plan.bores:
        space.add_circle(
            (flip * bore.x, -bore.y),
            bore.diameter / 2,
            dxfattribs={"layer": f"drill_{bore.tool}"},
        )
    # y is mirrored, and with it the sense of a bend. Seen from below, x turns the bend back.
    edge = [(flip * v.x, -v.y, -flip * v.bulge) for v in plan.at.outline]
    space.add_lwpolyline(edge, format="xyb", close=True, dxfattribs={"layer": "outline"})
    for space_of in plan.board.spaces:
        at = label_of(plan, space_of.id)
        text = space.add_text(
            space_of.id, height=at.size, dxfattribs={"layer": "text"}, rotation=0.0
        )
        text.set_placement((flip * at.x, -at.y), align=TextEntityAlignment.MIDDLE_CENTER)
    left, _, _, bottom = plan.at.box
    bar = (left, -bottom - 15.0)
    space.add_line(bar, (bar[0] + 100, bar[1]), dxfattribs={"layer": "text"})
    side = "seen from below" if below else "seen from above"
    words = f"100 mm - {plan.board.kind}, pitch {mm(plan.at.pitch)}, {side}"
    text = space.add_text(words, height=3.0, dxfattribs={"layer": "text"})
    text.set_placement((bar[0], bar[1] + 2.0))
    out = StringIO()
    document.write(out)
    return out.getvalue()
