"""Sheets as one PDF at true size. Only this module imports fpdf2, when a PDF is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from companion.workshop.measure import flattened
from companion.workshop.shapes import Circle, Path, Shape, Sheet, Style, Text, Window

if TYPE_CHECKING:
    from fpdf import FPDF

SPELT: Final = str.maketrans({"Ω": "ohm", "…": "...", "–": "-"})
POINT: Final = 72 / 25.4
"""Points in a millimetre."""


def pdf(sheets: Sequence[Sheet]) -> bytes:
    """One page for each sheet, in the sheet's own size. The same sheets give the same bytes.

    Letters outside Latin-1 have no place in a PDF's built-in fonts and become ``?``.
    """
    from fpdf import FPDF, ViewerPreferences

    document = FPDF(unit="mm")
    document.set_auto_page_break(False)
    document.set_margin(0)
    document.set_title(sheets[0].title)
    document.set_creator("Trackside")
    # A viewer that fits pages to the paper by itself would shrink the board.
    document.viewer_preferences = ViewerPreferences(print_scaling="None")
    document.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    for sheet in sheets:
        document.add_page(format=(sheet.width, sheet.height))
        _Page(document).draw(sheet)
    return bytes(document.output())


class _Page:
    def __init__(self, document: FPDF) -> None:
        self.document = document

    def draw(self, sheet: Sheet) -> None:
        # Without this, lines of a fresh page reach too far by half their width.
        with self.document.local_context(stroke_cap_style="butt", stroke_join_style="round"):
            for shape in sheet.shapes:
                if isinstance(shape, Window):
                    with self.document.rect_clip(shape.x, shape.y, shape.width, shape.height):
                        for part in shape.shapes:
                            self.shape(part)
                else:
                    self.shape(shape)

    def shape(self, shape: Shape) -> None:
        if isinstance(shape, Text):
            self.text(shape)
        elif shape.style.round:
            with self.document.local_context(stroke_cap_style="round"):
                self.outline(shape)
        else:
            self.outline(shape)

    def outline(self, shape: Shape) -> None:
        document, mode = self.document, self.pen(shape.style)
        if isinstance(shape, Circle):
            document.circle(shape.x, shape.y, shape.r, style=mode)
        elif isinstance(shape, Path):
            if len(shape.points) == 2 and not shape.closed:
                (a, b) = shape.points
                document.line(a.x, a.y, b.x, b.y)
                return
            points = flattened(shape.points) if shape.closed else [(v.x, v.y) for v in shape.points]
            document.polyline(points, polygon=shape.closed, style=mode)

    def pen(self, style: Style) -> str:
        """Set colours, width and dashes. Returns which of draw and fill is meant."""
        document = self.document
        if style.stroke is not None:
            document.set_draw_color(style.stroke)
            document.set_line_width(style.width)
        dash, gap = (*style.dash, *style.dash)[:2] if style.dash else (0.0, 0.0)
        document.set_dash_pattern(dash, gap)
        if style.fill is not None:
            document.set_fill_color(style.fill)
        return ("D" if style.stroke else "") + ("F" if style.fill else "")

    def text(self, shape: Text) -> None:
        document = self.document
        words = shape.text.translate(SPELT).encode("latin-1", "replace").decode("latin-1")
        document.set_font("Helvetica", style="B" if shape.bold else "", size=shape.size * POINT)
        document.set_text_color(shape.style.fill or shape.style.stroke or "#000000")
        width = document.get_string_width(words)
        x = shape.x - {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
        y = shape.y + 0.36 * shape.size
        if shape.angle:
            with document.rotation(-shape.angle, shape.x, shape.y):
                document.text(x, y, words)
        else:
            document.text(x, y, words)
