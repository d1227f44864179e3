"""``docs/http.md`` says what the app does, neither more nor less."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

from companion.model.commands import Command
from companion.model.reading import COMMANDS
from companion.model.view import View
from companion_web import errors
from companion_web.access.security import CONTENT_POLICY
from companion_web.api.page_view import PageView
from companion_web.pages.failures import HTTP_CODES


def page(root: Path) -> str:
    return (root / "docs" / "http.md").read_text(encoding="utf-8")


def test_every_json_route_stands_on_the_page_and_is_there(app: Any, root: Path) -> None:
    told = set(re.findall(r"\| `((?:GET|POST|PUT|DELETE) /[\w/.]+)` \|", page(root)))
    there = {
        f"{method} {rule.rule.replace('<name>', 'NAME').replace('<int:move>', 'N')}"
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") or rule.rule == "/health"
    }
    assert told == there


def test_every_page_of_the_app_is_named(app: Any, root: Path) -> None:
    text = page(root)
    for rule in app.url_map.iter_rules():
        name = rule.rule.replace("<game>/<name>", "GAME/SHEET").replace("<name>", "NAME")
        name = name.replace("<int:number>.<form>", "N.FORM")
        if rule.endpoint != "static" and not name.startswith(("/api/", "/rules/pictures/")):
            assert f"`{name}`" in text or f" {name}`" in text, name


def test_every_command_and_every_key_of_a_view_is_told(root: Path) -> None:
    text = page(root)
    assert len(COMMANDS) == len(get_args(Command))
    for word in (*COMMANDS, *View.__struct_fields__, *PageView.__struct_fields__):
        assert f"`{word}`" in text, word


def test_every_code_of_the_web_is_told(root: Path) -> None:
    text = page(root)
    sources = [*(root / "companion_web").rglob("*.py")]
    codes = {code for path in sources for code in re.findall(r'code="([a-z-]+)"', path.read_text())}
    for file in (
        "model/refusals.py",
        "model/score_refusals.py",
        "model/seat_refusals.py",
        "store/refusals.py",
    ):
        refusals = (root / "companion" / file).read_text("utf-8")
        codes |= set(re.findall(r'(?:Command|File)Refused\(\s*"([a-z-]+)"', refusals))
    codes |= {
        kind.code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.WebError)
    } - {"forbidden", "conflict"}
    codes |= {HTTP_CODES[status] for status in (400, 404, 405, 413, 415, 500)}
    assert {"csrf", "bad-token", "no-virtual-board", "no-game", "shelf-full"} <= codes
    errors_told = text.partition("\n## Errors\n")[2].partition("\n## ")[0]
    assert [code for code in sorted(codes) if f"`{code}`" not in errors_told] == []


def test_the_policy_allows_nothing_from_elsewhere() -> None:
    sources = re.findall(r"'[a-z]+'|data:|https?:[^;]*|\*", CONTENT_POLICY)
    assert set(sources) == {"'self'", "'none'", "data:"}
