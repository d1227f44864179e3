"""The OpenAPI file: every JSON route is in it, and whatever is sent, the answers are as it says."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from recorded import GAMES
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from service_here import ServiceHere
from werkzeug.security import generate_password_hash

from companion_web.access import host
from companion_web.openapi.document import json_routes

FILE = "/api/openapi.json"
PIN = "2580"
HELD: dict[str, dict[str, Any]] = {
    **GAMES,
    "dealt": {**GAMES["fast_track"], "rules": "stevens", "hands": "virtual"},
    "dice": {**GAMES["racepack"], "options": {"dice": "table", "timer": True}},
    "bots": {**GAMES["fast_track"], "hands": "virtual", "bots": ["", "beginner"]},
}
"""A game of every kind, by cards of paper and dealt ones, and with a bot."""
LONGER = {"wahoo", "dice", "bots"}
"""Played where there is time."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


class Stage:
    """A whole service on the virtual board, asked within this process; the caller is the host."""

    def __init__(self, folder: Path) -> None:
        self.service = ServiceHere(folder, board="virtual", host_pin=PIN)
        self.app: Flask = self.service.app
        self.client = self.app.test_client(use_cookies=False)
        self.file: dict[str, Any] = self.client.get(FILE).get_json()
        self.tokens: dict[int, str] = {}
        self.validators: dict[tuple[str, int], Any] = {}
        self.orders = itertools.cycle(HELD.values())

    @property
    def headers(self) -> dict[str, str]:
        """Those of the host, in the seat that is to act."""
        loop = self.service.service.loop
        assert loop is not None
        acting = [one.seat for one in loop.view(None).players if one.to_act]
        held = [seat for seat in (*acting, *self.tokens) if seat in self.tokens]
        bearer = {"Authorization": f"Bearer {self.tokens[held[0]]}"} if held else {}
        return {"Host-Pin": PIN, **bearer}

    def send(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(path, json=body, headers=self.headers)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.client.get("/api/table", headers=self.headers).get_json()
        return view

    def begin(self, order: dict[str, Any]) -> None:
        """Begin a game, and sit down in each of its seats."""
        self.tokens = {}
        assert self.send("/api/commands", {"command": "new", **order}).status_code == 200
        for player in self.view()["players"]:
            if not player["bot"]:
                taken = self.send("/api/seats", {"seat": player["seat"]}).get_json()
                self.tokens[player["seat"]] = taken["token"]

    def fits(self, path: str, **where: str) -> Any:
        """The answer of a route without a body, which must be as the file says."""
        address = path.format(**where)
        answer = self.client.get(address, headers=self.headers)
        self.validator(path.partition("?")[0], answer.status_code).validate(answer.get_json())
        return answer

    def validator(self, path: str, status: int) -> Any:
        """What the file says of an answer; each part of it is read once."""
        if (path, status) not in self.validators:
            said = self.file["paths"][path]["get"]["responses"]
            schema = said[str(status)]["content"]["application/json"]["schema"]
            whole = {**schema, "components": self.file["components"]}
            self.validators[path, status] = jsonschema_rs.validator_for(whole)
        return self.validators[path, status]

    def play(self, rng: random.Random) -> None:
        """Do something that the view offers."""
        view = self.view()
        keys = [key["action"] for key in view["pad"] if key["enabled"]]
        moves = [key for key in view["legal"] if key not in keys]
        if view["dice"] or any(key["param"] == "roll" for key in view["pad"]):
            self.send("/api/commands", {"command": "roll"})
        elif view["ask"] is not None:
            option = rng.choice(view["ask"]["options"])["id"]
            body = {"command": "answer", "ask": view["ask"]["id"], "option": option}
            self.send("/api/commands", body)
        elif moves or keys:
            self.send("/api/commands", {"command": "act", "action": rng.choice(moves or keys)})


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with pytest.MonkeyPatch.context() as patch:
        cheap = partial(generate_password_hash, method="scrypt:1024:8:1")
        patch.setattr(host, "generate_password_hash", cheap)
        made = Stage(tmp_path_factory.mktemp("openapi"))
        yield made
        made.service.close()


def test_every_json_route_is_described_and_nothing_else(stage: Stage) -> None:
    routes = json_routes(stage.app)
    assert [route.path for route in routes if route.told is None] == []
    told = {(path, way) for path, ways in stage.file["paths"].items() for way in ways}
    assert told == {(route.path, route.method.lower()) for route in routes}
    assert ("/api/commands", "post") in told
    assert all(one["summary"] for ways in stage.file["paths"].values() for one in ways.values())


def test_the_file_is_sound(stage: Stage) -> None:
    schemathesis.openapi.from_dict(stage.file).validate()
    names = [one["operationId"] for ways in stage.file["paths"].values() for one in ways.values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "kind",
    [pytest.param(one, marks=pytest.mark.slow if one in LONGER else ()) for one in HELD],
)
def test_the_answers_of_a_game_are_as_the_file_says(stage: Stage, kind: str) -> None:
    stage.begin(HELD[kind])
    rng = random.Random(7)
    asked = [path for path, ways in stage.file["paths"].items() if "get" in ways]
    plain = [path for path in asked if "{" not in path and path != "/api/stream"]
    for _ in range(4):
        stage.play(rng)
        stage.fits("/api/table")
    for path in [*plain, "/api/hand?seat=0"]:
        stage.fits(path)
    assert stage.send("/api/commands", {"command": "close"}).status_code == 200
    newest = stage.fits("/api/games").get_json()["games"][0]["name"]
    assert stage.fits("/api/games/{name}", name=newest).status_code == 200
    assert stage.fits("/api/games/{name}/moves/{move}", name=newest, move="1").status_code == 200
    stage.fits("/api/games/{name}/record", name=newest)
    assert stage.fits("/api/tracks/{name}", name="default").status_code == 200
    assert stage.fits("/api/sets/{name}", name="sample").status_code == 200


def lived_in(stage: Stage, case: Any, pick: Callable[[list[Any]], Any]) -> None:
    """Put names and moves of the open game into a request that hardly anybody would guess."""
    view = stage.view()
    ask = view["ask"] or {"id": "", "options": []}
    known: dict[str, list[Any]] = {
        "action": list(view["legal"]),
        "hole": list(view["holes"]),
        "ask": [ask["id"]],
        "option": [option["id"] for option in ask["options"]],
        "card": ["A", "7", "JOKER"],
        "seat": [0, 1],
        "game": ["fast_track", "racepack", "fhtagn", "wahoo"],
        "track": [{"tiles": []}],
    }
    if isinstance(case.body, dict):
        for key in case.body.keys() & known.keys():
            if known[key]:
                case.body[key] = pick(known[key])
    if case.path_parameters and "name" in case.path_parameters:
        case.path_parameters["name"] = pick(["1", "default", "sample", "Anna", "r1"])


def send_all(stage: Stage, examples: int) -> None:
    """Send every route so many requests, half of them against the file, half of them likely."""
    schema = schemathesis.openapi.from_wsgi(FILE, stage.app)
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path == "/api/stream":
            continue
        modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
        cases = st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes])

        @seed(9)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases, chance=st.integers(0, 999))
        def ask(case: Any, chance: int) -> None:
            if stage.view()["game"] is None:
                stage.begin(next(stage.orders))
            rng = random.Random(chance)
            if chance % 2:
                stage.play(rng)
                lived_in(stage, case, rng.choice)
            # The checks read what comes as it is: they unpack nothing.
            answer = case.call(headers=stage.headers | {"Accept-Encoding": "identity"})
            case.validate_response(answer, checks=CHECKS)

        ask()


@pytest.mark.slow
def test_no_request_fails_the_service(stage: Stage) -> None:
    send_all(stage, 2)


@pytest.mark.slow
def test_no_request_of_many_fails_the_service(stage: Stage) -> None:
    send_all(stage, 40)
