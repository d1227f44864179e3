"""The app's routes, whose addresses are compiled when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.routing import Rule


class Route(Rule):
    """A rule of Werkzeug that writes its address by functions compiled at their first use.

    Werkzeug compiles two functions a rule as soon as it has one. For our routes that took most of
    the time in which an app is made, and a page asks for few of them. Should Werkzeug rename the
    method, it compiles them at once again, and a test says so.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_now = super()._compile_builder
        compiled: Callable[..., tuple[str, str]] | None = None

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            nonlocal compiled
            if compiled is None:
                compiled = compile_now(append_unknown)
            return compiled(rule, **values)

        return build


class App(Flask):
    """Flask with such routes."""

    url_rule_class = Route
