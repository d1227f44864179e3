"""The OpenAPI document of an app: every JSON route, with what it takes, answers and refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from flask import Flask
from werkzeug.routing import Rule

from companion_web.api.described import JSON, STREAM, Described, description_of
from companion_web.api.schema import ErrorBody

from .schemas import Schema, schemas_of

VERSION: Final = "3.1.0"
METHODS: Final = ("GET", "POST", "PUT", "DELETE")
EVERY: Final = (421, 429, 500, 503)
"""Statuses with which any route may refuse: the host's name, a flood, a crash, an end."""
WHO: Final = (401,)
"""The same of routes that look who asks: a bad token. A wrong PIN, once too often, is 429 too."""
CHANGES: Final = (403,)
"""The same of routes that change something: a foreign page, a stale form, no right to."""
BODY: Final = (400, 413, 415)
"""The same of routes that are sent JSON."""


class Route(NamedTuple):
    """One JSON route of the app: its address as OpenAPI writes it, its method, what it does."""

    path: str
    method: str
    rule: Rule
    words: str
    told: Described | None


def json_routes(app: Flask) -> list[Route]:
    """Every JSON route in order; ``told`` is None where nobody has described it."""
    return sorted(_routes(app), key=lambda route: (route.path, METHODS.index(route.method)))


def _routes(app: Flask) -> Iterator[Route]:
    for rule in app.url_map.iter_rules():
        if not (rule.rule.startswith("/api/") or rule.rule == "/health"):
            continue
        view = app.view_functions[rule.endpoint]
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        words = " ".join((view.__doc__ or "").split())
        for method in METHODS:
            if method in (rule.methods or ()):
                yield Route(path, method, rule, words, description_of(view))


def document(app: Flask) -> dict[str, Any]:
    """The whole document, as plain data."""
    routes = [(route, route.told) for route in json_routes(app) if route.told is not None]
    types = [ErrorBody, *(kind for _, told in routes for kind in _types(told))]
    (error, *found), named = schemas_of(types)
    paths: dict[str, dict[str, Any]] = {}
    for number, (route, told) in enumerate(routes):
        answer, takes, unready = found[3 * number : 3 * number + 3]
        made = _operation(route, told, answer, takes, error)
        if told.unready is not None:
            made["responses"]["503"] = _said("Not ready.", JSON, {"anyOf": [unready, error]})
        paths.setdefault(route.path, {})[route.method.lower()] = made
    return {
        "openapi": VERSION,
        "info": {
            "title": "Trackside",
            "version": "1",
            "description": "How a program talks to the table; docs/http.md says what it means.",
        },
        "paths": paths,
        "components": {"schemas": named, "securitySchemes": _SECURITY},
    }


def _types(told: Described) -> tuple[Any, Any, Any]:
    return told.answer, told.takes, told.unready


_SECURITY: Final[dict[str, Any]] = {
    "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat."},
    "host": {"type": "apiKey", "in": "header", "name": "Host-Pin", "description": "The PIN."},
}


def _operation(
    route: Route, told: Described, answer: Schema, takes: Schema, error: Schema
) -> dict[str, Any]:
    statuses = {*EVERY, *told.refuses}
    statuses |= set() if told.whoever else set(WHO)
    statuses |= set() if route.method == "GET" else set(CHANGES)
    statuses |= {415} if route.method == "DELETE" else set()
    statuses |= set() if told.takes is None else set(BODY)
    made: dict[str, Any] = {
        "operationId": route.rule.endpoint.replace(".", "_"),
        "summary": route.words,
        "parameters": _parameters(route.rule, told),
        "responses": {
            "200": _said("What was asked for, or what it led to.", told.kind, answer),
            **{str(one): _said(HTTPStatus(one).phrase, JSON, error) for one in sorted(statuses)},
        },
    }
    if not told.whoever:
        made["security"] = [{}, {"seat": []}, {"host": []}]
    if told.takes is not None:
        made["requestBody"] = {"required": True, "content": {JSON: {"schema": takes}}}
    return made


def _said(words: str, kind: str, schema: Schema) -> dict[str, Any]:
    shape = {"type": "string"} if kind == STREAM else schema
    return {"description": words, "content": {kind: {"schema": shape}}}


def _parameters(rule: Rule, told: Described) -> list[dict[str, Any]]:
    """Parts of the address and numbers of the query."""
    whole = {"type": "integer"}
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": whole | {"minimum": 0}
            if f"<int:{name}>" in rule.rule
            else {"type": "string", "minLength": 1},
        }
        for name in re.findall(r"<(?:\w+:)?(\w+)>", rule.rule)
    ]
    texts = {name: {"type": "string"} for name in (*told.texts, *told.flags)}
    asked = dict.fromkeys(told.asks, whole) | texts
    return [*in_path, *({"name": n, "in": "query", "schema": one} for n, one in asked.items())]
