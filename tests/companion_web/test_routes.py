"""Routes write the addresses that Werkzeug's own would, and are compiled only when asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Map, Rule

from companion_web.routes import Route


def test_an_app_is_made_without_compiling_an_address(
    monkeypatch: pytest.MonkeyPatch, make_app: Callable[..., Flask], table: Any
) -> None:
    compiled: list[str] = []
    real = Rule._compile_builder

    def counted(rule: Rule, append_unknown: bool = True) -> Any:
        compiled.append(rule.rule)
        return real(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", counted)
    app = make_app(table, language="en")  # with a setting it is a new one
    assert compiled == []
    with app.test_request_context():
        assert app.url_for("pages.menu") == app.url_for("pages.menu") == "/menu"
    assert compiled == ["/menu"]


def test_every_address_is_werkzeugs(app: Flask) -> None:
    rules = list(app.url_map.iter_rules())
    plain = Map([Rule(rule.rule, endpoint=rule.endpoint, methods=rule.methods) for rule in rules])
    ours, theirs = app.url_map.bind("a.host"), plain.bind("a.host")
    assert len(rules) > 100
    for rule in rules:
        assert isinstance(rule, Route)
        values = dict.fromkeys(rule.arguments, "7" if "int:" in rule.rule else "a b/ß")
        for more in ({}, {"move": 9, "rule": "x&y"}):
            asked = {"values": {**values, **more}, "method": sorted(rule.methods or ())[-1]}
            assert ours.build(rule.endpoint, **asked) == theirs.build(rule.endpoint, **asked)
