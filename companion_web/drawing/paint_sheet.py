"""The style sheet of the painted board, as the page serves it (``static/css/paint.css``)."""

from __future__ import annotations

from engine.drawing.look import board_rules, theme_tokens


def paint_sheet() -> str:
    """Dark tokens, light ones by system or choice, then the rules; the file holds exactly this."""
    dark, light = theme_tokens("dark", road=True), theme_tokens("light", road=True)
    return (
        "/* Written by companion_web.drawing.paint_sheet from engine.drawing.look. */\n"
        f":root{{{dark}}}\n"
        f'@media (prefers-color-scheme: light){{:root:not([data-theme="dark"]){{{light}}}}}\n'
        f':root[data-theme="light"]{{{light}}}\n{board_rules(road=True)}'
    )
