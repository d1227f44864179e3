"""The colours and the style sheet of a drawn street, on top of ``look``.

Classes: ``ts-street`` ``ts-cell`` ``ts-far`` (the road ahead) ``ts-slab`` ``ts-chop`` ``ts-tool``
``ts-bar-of`` ``ts-speck`` (grounds) · ``ts-dash`` ``ts-brass`` ``ts-curb`` ``ts-dots``
``ts-median`` ``ts-stud`` ``ts-check`` (lines) · ``ts-sign`` ``ts-sign-line`` ``ts-sign-text`` ·
``ts-rank`` ``ts-row`` ``ts-plate`` ``ts-plate-text`` ``ts-caret`` ``ts-fade`` ``ts-aside``
(margins) · ``ts-screen`` ``ts-crack`` ``ts-chevron`` ``ts-lamp`` ``ts-broken`` (cars) ·
``ts-l`` and ``ts-r``: what lies left and right of the centreline, so that a narrow page can close
the strip · ``ts-seat-civ``: a car that nobody drives.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CIVILIAN_BODY: Final = "#8a837b"
CIVILIAN_RIM: Final = "#dcd3c4"
CIVILIAN_INK: Final = "#120a05"
CIVILIAN_LIGHT: Final = "#928c82"
"""The light that stands for such a car: two fifths of its rim's; its motion tells it from white."""

STREET_TOKENS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "dark": {
            "street": "#231b16",
            "street-edge": "#1a100a",
            "cell": "#372d25",
            "dash": "#8f8578",
            "walk": "#54493d",
            "slab": "#3b3229",
            "curb": "#dccfb8",
            "chop": "#503c1d",
            "chop-cell": "#38291a",
            "tool": "#7f5e33",
            "bar-of": "#372d25",
            "speck": "#24140a",
            "strip": "#c79a5b",
            "stud": "#231b16",
            "sign": "#120a05",
            "sign-edge": "#6f5d4b",
            "rank": "#eadfcd",
            "plate": "#c79a5b",
            "plate-ink": "#1c130a",
            "aside": "#120a05",
        },
        "light": {
            "street": "#6b5a4a",
            "street-edge": "#8f6c42",
            "cell": "#57483a",
            "dash": "#d8c9ae",
            "walk": "#cfc0a6",
            "slab": "#a39376",
            "curb": "#fff6e4",
            "chop": "#a9843f",
            "chop-cell": "#8a6a30",
            "tool": "#f2dcae",
            "bar-of": "#9d8c78",
            "speck": "#96703c",
            "strip": "#e8be7a",
            "stud": "#57483a",
            "sign": "#35271e",
            "sign-edge": "#e8d9bd",
            "rank": "#4a2f1a",
            "plate": "#8a4f0b",
            "plate-ink": "#fffaf2",
            "aside": "#6f4a26",
        },
    }
)
"""Properties that only a street needs, by theme."""


def street_tokens(theme: str) -> str:
    """The custom properties of a theme as CSS declarations; KeyError for another theme."""
    return "".join(f"--ts-{name}:{value};" for name, value in STREET_TOKENS[theme].items())


_LINES: Final = ("dash", "curb", "dots", "brass", "slab", "sign-line", "caret", "crack", "chevron")

_RULES: Final = """\
.ts-street{fill:var(--ts-street);stroke:var(--ts-street-edge)}
.ts-cell{fill:var(--ts-cell)}
.ts-far{opacity:.45}
.ts-walk{fill:var(--ts-walk)}
.ts-slab{stroke:var(--ts-slab)}
.ts-chop{fill:var(--ts-chop)}
.ts-chop-cell{fill:var(--ts-chop-cell)}
.ts-tool{fill:var(--ts-tool)}
.ts-bar-of{fill:var(--ts-bar-of)}
.ts-speck{fill:none;stroke:var(--ts-speck);stroke-linecap:round;opacity:.55}
.ts-dash{stroke:var(--ts-dash)}
.ts-brass{stroke:var(--ts-strip)}
.ts-curb{stroke:var(--ts-curb)}
.ts-dots{stroke:var(--ts-strip);stroke-linecap:round}
.ts-median{fill:var(--ts-walk);stroke:var(--ts-curb)}
.ts-stud{fill:none;stroke:var(--ts-stud);stroke-linecap:round}
.ts-check-1{fill:#120a05}
.ts-check-2{fill:#f6ecdf}
.ts-sign{fill:var(--ts-sign);stroke:var(--ts-sign-edge)}
.ts-sign-line{stroke:#f0e6d6;stroke-linejoin:round;stroke-linecap:round}
.ts-sign .ts-tool,.ts-sign-tool{fill:#f0d9ae}
[id^=y-]{fill-rule:evenodd}
.ts-sign-text{fill:#f0e6d6;font-size:29px}
.ts-rank{fill:var(--ts-rank)}
.ts-row{fill:var(--ts-rank);opacity:.62}
.ts-row.ts-far{opacity:.4}
.ts-caret{stroke:var(--ts-rank);opacity:.7;stroke-linecap:round;stroke-linejoin:round}
.ts-plate{fill:var(--ts-plate)}
.ts-plate-text{fill:var(--ts-plate-ink)}
.ts-fade-1,.ts-fade-2{stop-color:var(--ts-wood-3)}
.ts-aside{fill:var(--ts-aside);opacity:.4}
.ts-number{fill:var(--ts-ink)}
.ts-sign-text,.ts-rank,.ts-row,.ts-plate-text,.ts-number{font-family:system-ui,sans-serif;font-weight:700;text-anchor:middle}
.ts-screen{fill:#120a05;opacity:.5}
.ts-car .ts-body,.ts-car .ts-outline{stroke-linejoin:round}
.ts-crack,.ts-chevron{stroke:var(--ts-ink);stroke-linejoin:round}
.ts-chevron{stroke-linecap:round}
.ts-lamp{fill:#fff3c4}
.ts-broken{fill:#120a05;stroke:#fdf3e3}
.ts-broken-tool{fill:#fdf3e3}
"""


def street_rules() -> str:
    """The style sheet of a street without a theme: needs ``street_tokens()`` on ``.ts-board``."""
    lines = ",".join(f".ts-{name}" for name in _LINES)
    civilian = f"--ts-seat:{CIVILIAN_BODY};--ts-ink:{CIVILIAN_INK};--ts-rim:{CIVILIAN_RIM}"
    return f"{lines}{{fill:none}}\n{_RULES}.ts-seat-civ{{{civilian}}}\n"
