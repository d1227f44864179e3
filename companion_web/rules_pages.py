"""The rule sheets of ``docs/rules`` as pages: finds them and turns their plain Markdown into HTML.

Only what those files use is understood: headings, paragraphs, lists, tables, quotes, code, bold,
italics, links, and the anchors ``<a id="FT-12"></a>``. All else is shown as text; no HTML of a file
ever gets through but those anchors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

from companion.presenters.setups import OFFERS

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "rules"

_ANCHOR = re.compile(r"&lt;a (?:id|name)=&#34;([\w.-]+)&#34;&gt;&lt;/a&gt;")
_SISTER = re.compile(r"\[([^\]]+)\]\((?:[^)\s]*/)?([\w-]+)\.md(#[\w.-]+)?\)")
_INLINE: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (
        re.compile(r"!\[([^\]]*)\]\((?:[^)\s]*/)?([\w-]+\.svg)\)"),
        r'<img src="/rules/pictures/\2" alt="\1" loading="lazy">',
    ),
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"(?<![\w*])[*_]([^*_]+)[*_](?![\w*])"), r"<em>\1</em>"),
    (re.compile(r"\[([^\]]+)\]\((#[\w.-]+)\)"), r'<a href="\2">\1</a>'),
    # Other files are no pages here: keep the words, drop the way.
    (re.compile(r"\[([^\]]+)\]\([^)\s]+\)"), r"\1"),
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One rule sheet: its game and name, and the page's body."""

    game: str
    name: str
    body: Markup


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
    return Sheet(game, name, to_html(text))


def find_picture(folder: Path | None, name: str) -> bytes | None:
    """A picture that the sheets show: one of the ``.svg`` files of ``pictures`` beside them."""
    if not re.fullmatch(r"[\w-]+\.svg", name):
        return None
    try:
        return ((folder or FOLDER).parent / "pictures" / name).read_bytes()
    except OSError:
        return None


def to_html(text: str) -> Markup:
    """Markdown as HTML.

    >>> print(to_html("# One\\n\\n- a **b**"))
    <h1>One</h1>
    <ul><li>a <strong>b</strong></li></ul>
    """
    return Markup("\n".join(_blocks(text.splitlines())))


def _path(folder: Path | None, game: str, name: str) -> Path:
    return (folder or FOLDER) / f"{game}_{name}.md"


def _inline(text: str) -> str:
    html = _ANCHOR.sub(r'<a id="\1" class="anchor"></a>', str(escape(text.strip())))
    html = _SISTER.sub(_link, html)
    for pattern, replacement in _INLINE:
        html = pattern.sub(replacement, html)
    return html


def _link(found: re.Match[str]) -> str:
    """A link to another rule sheet, wherever the file says it lies."""
    for game, offer in OFFERS.items():
        name = found[2].removeprefix(f"{game}_")
        if offer.sheet(name) is not None:
            return f'<a href="/rules/{game}/{name}{found[3] or ""}">{found[1]}</a>'
    return found[1]


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif heading := re.match(r"(#{1,4}) +(.*)", line):
            level = len(heading[1])
            yield f"<h{level}>{_inline(heading[2])}</h{level}>"
            at += 1
        else:
            end = _end(lines, at)
            yield from _block(lines[at:end])
            at = end


def _end(lines: list[str], at: int) -> int:
    """Index after the block that begins at ``at``: up to a blank line or a heading."""
    fence = lines[at].startswith("```")
    end = at + 1
    while end < len(lines):
        if fence:
            if lines[end].startswith("```"):
                return end + 1
        elif not lines[end].strip() or lines[end].startswith("#"):
            break
        end += 1
    return end


def _block(block: list[str]) -> Iterator[str]:
    first = block[0]
    if first.startswith("```"):
        inside = block[1:-1] if block[-1].startswith("```") else block[1:]
        yield f"<pre>{escape(chr(10).join(inside))}</pre>"
    elif first.startswith("|"):
        yield _table(block)
    elif re.match(r"\s*[-*] ", first):
        yield f"<ul>{_items(block, r'[-*]')}</ul>"
    elif re.match(r"\s*\d+\. ", first):
        yield f"<ol>{_items(block, r'[0-9]+[.]')}</ol>"
    elif first.startswith(">"):
        words = " ".join(line.lstrip("> ") for line in block)
        yield f"<blockquote><p>{_inline(words)}</p></blockquote>"
    elif html := _inline(" ".join(block)):
        yield f"<p>{html}</p>"


def _items(block: list[str], mark: str) -> str:
    items: list[str] = []
    for line in block:
        if found := re.match(rf"\s*{mark} +(.*)", line):
            items.append(found[1])
        else:
            items[-1] += " " + line.strip()
    return "".join(f"<li>{_inline(item)}</li>" for item in items)


def _table(block: list[str]) -> str:
    rows = [line.strip().strip("|").split("|") for line in block]
    ruled = len(rows) > 1 and all(re.fullmatch(r"\s*:?-+:?\s*", cell) for cell in rows[1])
    head = "".join(f"<th>{_inline(cell)}</th>" for cell in rows[0]) if ruled else ""
    body = "".join(
        "<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>"
        for row in (rows[2:] if ruled else rows)
    )
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f'<div class="table-scroll"><table>{top}<tbody>{body}</tbody></table></div>'
