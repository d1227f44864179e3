"""The style sheets of painted boards, as the page serves them.

``static/css/paint.css`` serves every board, ``static/css/street_paint.css`` a street besides.
"""

from __future__ import annotations

from engine.drawing.look import board_rules, theme_tokens
from engine.drawing.street_look import street_rules, street_tokens


def paint_sheet() -> str:
    """Dark tokens, light ones by system or choice, then the rules; the file holds exactly this."""
    dark, light = theme_tokens("dark", road=True), theme_tokens("light", road=True)
    return _sheet("look", dark, light) + board_rules(road=True)


def street_sheet() -> str:
    """The same of a street; the file holds exactly this."""
    return _sheet("street_look", street_tokens("dark"), street_tokens("light")) + street_rules()


def _sheet(source: str, dark: str, light: str) -> str:
    return (
        f"/* Written by companion_web.drawing.paint_sheet from engine.drawing.{source}. */\n"
        f":root{{{dark}}}\n"
        f'@media (prefers-color-scheme: light){{:root:not([data-theme="dark"]){{{light}}}}}\n'
        f':root[data-theme="light"]{{{light}}}\n'
    )
