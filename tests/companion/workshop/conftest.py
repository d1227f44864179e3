"""Rulers: circles, lines and words of an SVG, PDF or DXF in mm, read without our own writers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest

MM = 25.4 / 72
"""Millimetres in a point."""
Disc = tuple[float, float, float]


@dataclass
class Measured:
    """What lies on one page, mm from its upper left corner, y down."""

    width: float
    height: float
    discs: list[Disc] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    words: list[tuple[str, float, float]] = field(default_factory=list)
    window: tuple[float, float, float, float] | None = None

    def of(self, diameter: float) -> list[tuple[float, float]]:
        """Centres of all circles that wide, in the file's order."""
        return [(x, y) for x, y, r in self.discs if abs(2 * r - diameter) < 0.01]

    def bars(self) -> int:
        """How many level or upright lines of exactly 100 mm there are."""
        return sum(
            abs(math.dist(line[:2], line[2:]) - 100) < 0.005
            and (abs(line[0] - line[2]) < 1e-6 or abs(line[1] - line[3]) < 1e-6)
            for line in self.lines
        )


def _svg(data: bytes) -> Measured:
    root = ElementTree.fromstring(data)
    names = ("width", "height")
    width, height = (float(root.attrib[name].removesuffix("mm")) for name in names)
    # One unit is one millimetre, else no number in the file is a length.
    assert root.attrib["viewBox"].split()[2:] == [root.attrib[n].removesuffix("mm") for n in names]
    page = Measured(width, height)
    for node in root.iter():
        tag, at = node.tag.rpartition("}")[2], node.attrib
        if tag == "circle":
            page.discs.append((float(at["cx"]), float(at["cy"]), float(at["r"])))
        elif tag == "path":
            for way in re.findall(r"M[^M]+", at["d"]):
                points = [tuple(map(float, p.split())) for p in re.findall(r"[ML]([^LAz]+)", way)]
                if len(points) == 2:
                    page.lines.append((*points[0], *points[1]))  # type: ignore[arg-type]
        elif tag == "text" and "x" in at:
            page.words.append((node.text or "", float(at["x"]), float(at["y"])))
    return page


def _pdf(data: bytes) -> list[Measured]:
    from pypdf import PdfReader

    return [_page(page) for page in PdfReader(BytesIO(data)).pages]


def _page(page: Any) -> Measured:
    box = page.mediabox
    height = float(box.height) * MM
    found = Measured(float(box.width) * MM, height)

    def at(x: Any, y: Any) -> tuple[float, float]:
        return float(x) * MM, height - float(y) * MM

    path: list[tuple[float, float]] = []
    bent = 0
    for operands, operator in page.get_contents().operations:
        if operator == b"m":
            path, bent = [at(*operands)], 0
        elif operator == b"l":
            path.append(at(*operands))
        elif operator == b"c":
            path.append(at(*operands[4:]))
            bent += 1
        elif operator == b"re" and found.window is None:
            x, y, w, h = map(float, operands)
            top = min(at(x, y)[1], at(x, y + h)[1])
            found.window = (x * MM, top, x * MM + w * MM, top + abs(h) * MM)
        elif operator in (b"S", b"f", b"B", b"s"):
            if bent >= 4:
                xs, ys = [p[0] for p in path], [p[1] for p in path]
                middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
                found.discs.append((*middle, (max(xs) - min(xs)) / 2))
            elif len(path) == 2:
                found.lines.append((*path[0], *path[1]))
            path, bent = [], 0

    def word(text: str, cm: Any, tm: Any, font: Any, size: Any) -> None:
        if text.strip():
            found.words.append((text.strip(), *at(tm[4], tm[5])))

    page.extract_text(visitor_text=word)
    return found


@pytest.fixture(scope="session")
def svg_page() -> Callable[[bytes], Measured]:
    """Reads an SVG."""
    return _svg


@pytest.fixture(scope="session")
def pdf_pages() -> Callable[[bytes], list[Measured]]:
    """Reads a PDF."""
    return _pdf


@pytest.fixture(scope="session")
def dxf_file() -> Callable[[bytes], Any]:
    """Reads a DXF by ezdxf."""

    def read(data: bytes) -> Any:
        from io import StringIO

        import ezdxf

        return ezdxf.read(StringIO(data.decode()))

    return read
