"""The rule sheets of ``docs/rules`` as pages: finds them and turns their plain Markdown into HTML.

Of a file's own HTML only the anchors ``<a id="FT-12"></a>`` get through. Links to files that are no
pages here become plain words.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup, escape

from companion.games.packs import OFFERS
from engine.drawing.look import theme_tokens
from engine.drawing.street_look import street_tokens

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "rules"

_ANCHOR: Final = re.compile(r'<a (?:id|name)="([\w.-]+)">|</a>')
_SISTER: Final = re.compile(r"(?:[^)\s]*/)?([\w-]+)\.md(#[\w.-]+)?")
_SHOWN: Final = re.compile(r"!\[[^\]]*\]\((?:[^)\s]*/)?([\w-]+\.svg)\)")
_PICTURE: Final = re.compile(r"(?:[^)\s]*/)?([\w-]+\.svg)")

_TOKENS: Final[tuple[Callable[[str], str], ...]] = (
    theme_tokens,
    lambda theme: theme_tokens(theme, road=True),
    lambda theme: theme_tokens(theme, road=True) + street_tokens(theme),
)
"""The properties of a theme at the end of a picture's rule: of a board, a road, a street."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One rule sheet: its game and name, its chapters (anchor, title), and the page's body."""

    game: str
    name: str
    body: Markup
    chapters: tuple[tuple[str, str], ...] = ()


def first_picture(folder: Path | None, game: str, name: str) -> str:
    """The address of the first picture that a sheet shows; empty without one."""
    try:
        text = _path(folder, game, name).read_text(encoding="utf-8")
    except OSError:
        return ""
    found = _SHOWN.search(text)
    return f"/rules/pictures/{found[1]}" if found else ""


def list_rules(folder: Path | None) -> list[tuple[str, str]]:
    """Game and name of every rule sheet whose page is there."""
    return [
        (game, sheet.name)
        for game, offer in OFFERS.items()
        for sheet in offer.rules
        if _path(folder, game, sheet.name).is_file()
    ]


def find_rules(folder: Path | None, game: str, name: str) -> Sheet | None:
    """One rule sheet; None when there is no such game, sheet or file."""
    offer = OFFERS.get(game)
    if offer is None or offer.sheet(name) is None:
        return None
    try:
        text = _path(folder, game, name).read_text(encoding="utf-8")
    except OSError:
        return None
    tokens = _reader().parse(text)
    body = Markup(_reader().renderer.render(tokens, _reader().options, {}))
    return Sheet(game, name, body, tuple(_chapters(tokens)))


def find_picture(folder: Path | None, name: str) -> bytes | None:
    """A picture that the sheets show: one of the ``.svg`` files of ``pictures`` beside them."""
    if not re.fullmatch(r"[\w-]+\.svg", name):
        return None
    try:
        return ((folder or FOLDER).parent / "pictures" / name).read_bytes()
    except OSError:
        return None


def in_theme(drawing: bytes, theme: str) -> bytes:
    """A picture of a board in a theme of the page, whichever its file has.

    ``system``: in the one that the device prefers, since a picture cannot ask its page
    """
    text = drawing.decode()
    for tokens_of in _TOKENS:
        dark, light = (f"{tokens_of(each)}}}" for each in ("dark", "light"))
        shown = {"light": light, "dark": dark}.get(
            theme, f"{dark}@media (prefers-color-scheme:light){{.ts-board{{{light}}}"
        )
        drawn = dark if dark in text else light
        text = text.replace(drawn, shown)
    return text.encode()


def to_html(text: str) -> Markup:
    """Markdown as HTML.

    >>> print(to_html("# One\\n\\n- a **b**"), end="")
    <h1>One</h1>
    <ul>
    <li>a <strong>b</strong></li>
    </ul>
    """
    return Markup(_reader().render(text))


def _path(folder: Path | None, game: str, name: str) -> Path:
    """The file of a sheet: ``GAME_SHEET.md``, or ``GAME.md`` where a game has a single one."""
    pages = OFFERS[game].pages or game if game in OFFERS else game
    sheet = (folder or FOLDER) / f"{pages}_{name}.md"
    alone = (folder or FOLDER) / f"{pages}.md"
    return alone if alone.is_file() and not sheet.is_file() else sheet


@functools.cache
def _reader() -> MarkdownIt:
    """CommonMark with tables; HTML of a file is let through only where it is an anchor."""
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    reader.core.ruler.push("ways", _ways)
    reader.core.ruler.push("figures", _figures)
    reader.core.ruler.push("headings", _headings)
    reader.core.ruler.push("drawings", _drawings)
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("table_close", _table_close)
    reader.add_render_rule("html_caption", _caption)
    reader.add_render_rule("html_inline", _html)
    reader.add_render_rule("html_block", _html)
    return reader


def _html(_: object, tokens: Sequence[Token], at: int, *__: object) -> str:
    """Anchors as they are, everything else as text."""
    content = tokens[at].content
    parts: list[str] = []
    end = 0
    for found in _ANCHOR.finditer(content):
        parts.append(str(escape(content[end : found.start()])))
        parts.append(f'<a id="{found[1]}" class="anchor">' if found[1] else "</a>")
        end = found.end()
    return "".join((*parts, str(escape(content[end:]))))


def _figures(state: StateCore) -> None:
    """A picture that stands alone is a figure, its words the caption below it."""
    for at, block in enumerate(state.tokens):
        picture = block.children[0] if block.children and len(block.children) == 1 else None
        if picture is None or picture.type != "image":
            continue
        caption = Token("html_caption", "", 0, content=_plain(picture))
        block.children = [picture, caption]
        picture.children, picture.content = [], ""
        for side in (at - 1, at + 1):
            state.tokens[side].tag = "figure"


def _drawings(state: StateCore) -> None:
    """Make whatever may scroll sideways reachable by keyboard."""
    for token in state.tokens:
        if token.type in ("code_block", "fence"):
            token.attrSet("tabindex", "0")


def _caption(_: object, tokens: Sequence[Token], at: int, *__: object) -> str:
    return f"<figcaption>{escape(tokens[at].content)}</figcaption>"


def _headings(state: StateCore) -> None:
    """Give each chapter an anchor."""
    for at, token in enumerate(state.tokens):
        if token.type == "heading_open" and token.tag == "h2":
            token.attrs = {"id": _slug(_plain(state.tokens[at + 1]))}


def _chapters(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            yield str(token.attrGet("id")), _plain(tokens[at + 1])


def _plain(inline: Token) -> str:
    """The words of a heading or a picture."""
    parts = (
        child.content for child in inline.children or () if child.type in ("text", "code_inline")
    )
    return "".join(parts).strip()


def _slug(title: str) -> str:
    """A title as an anchor, ``c-`` before it so that no rule's own anchor is met.

    >>> _slug("Order, laps and the end")
    'c-order-laps-and-the-end'
    """
    return "c-" + "-".join(re.findall(r"\w+", title.lower()))


def _table_open(*_: object) -> str:
    return '<div class="table-scroll"><table>'


def _table_close(*_: object) -> str:
    return "</table></div>"


def _ways(state: StateCore) -> None:
    """Links lead to rule sheets and places of this page, pictures to our own; others are words."""
    for block in state.tokens:
        kept: list[Token] = []
        dropped: list[bool] = []
        for token in block.children or ():
            if token.type == "image":
                picture = _PICTURE.fullmatch(str(token.attrGet("src")))
                if picture is None:
                    continue
                token.attrs = {"src": f"/rules/pictures/{picture[1]}", "alt": "", "loading": "lazy"}
            elif token.type == "link_open":
                way = _way(str(token.attrGet("href")))
                dropped.append(way is None)
                if way is None:
                    continue
                token.attrs = {"href": way}
            elif token.type == "link_close" and dropped.pop():
                continue
            kept.append(token)
        if block.children is not None:
            block.children = kept


def _way(target: str) -> str | None:
    """The address to which a link of a rule sheet leads here; None for a file that is no page."""
    if target.startswith("#"):
        return target
    found = _SISTER.fullmatch(target)
    for game, offer in OFFERS.items() if found else ():
        name = found[1].removeprefix(f"{game}_") if found else ""
        if found and name == game and len(offer.rules) == 1:
            name = offer.rules[0].name
        if found and offer.sheet(name) is not None:
            return f"/rules/{game}/{name}{found[2] or ''}"
    return None
