"""Apps, tables and browsers of the web's tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from by_path import module_of
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

from companion.words import render
from companion_web import WebConfig, close_streams, create_app
from companion_web.access import host
from companion_web.context import EXTENSION, Web


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PIN is hashed as always, only with little work: that it takes long is no test's matter."""
    cheap = partial(generate_password_hash, method="scrypt:1024:8:1")
    monkeypatch.setattr(host, "generate_password_hash", cheap)


SECRET = "a secret of the tests, long enough"


TWO: dict[str, Any] = module_of("companion_web/fake_table").TWO


@pytest.fixture
def make_table() -> Callable[..., Any]:
    """Builds a ``FakeTable``: options of a first game (or none), ``board=``."""
    kinds = (
        module_of("companion_web/fake_service").FakeService,
        module_of("companion_web/fake_table").FakeTable,
    )
    make: Callable[..., Any] = type("FakeTable", kinds, {})
    return make


@pytest.fixture
def table(make_table: Callable[..., Any]) -> Any:
    """A table with a classic game of Red and Green, open cards, virtual board."""
    return make_table(TWO)


@pytest.fixture
def dealt(make_table: Callable[..., Any]) -> Any:
    """The same with dealt hands."""
    return make_table({**TWO, "hands": "virtual"})


@pytest.fixture(scope="session")
def idle_apps() -> list[Flask]:
    """Apps without settings of their own that no test uses now: routes and templates stay."""
    return []


@pytest.fixture
def make_app(idle_apps: list[Flask]) -> Iterator[Callable[..., Flask]]:
    """Builds apps, and ends their streams afterwards. What one knows is new in each test.

    An app before which a test has put something else serves no other test.
    """
    apps: list[Flask] = []
    plain: list[tuple[Flask, Any]] = []

    def make(table: Any, **settings: Any) -> Flask:
        config = WebConfig(secret_key=SECRET, **settings)
        if idle_apps and not settings:
            app = idle_apps.pop()
            app.extensions[EXTENSION] = Web(config, table, render)
        else:
            app = create_app(config, table=table)
        app.testing = True
        app.config["PROPAGATE_EXCEPTIONS"] = False
        apps.append(app)
        if not settings:
            plain.append((app, app.wsgi_app))
        return app

    yield make
    for app in apps:
        close_streams(app)
    idle_apps += [app for app, served in plain if app.wsgi_app == served]


@pytest.fixture
def app(table: Any, make_app: Callable[..., Flask]) -> Flask:
    """The app of ``table``."""
    return make_app(table)


@pytest.fixture
def script(app: Flask) -> FlaskClient:
    """A program: no cookies, JSON only."""
    return app.test_client(use_cookies=False)


class Browser:
    """A browser: keeps cookies, sends the CSRF value of its page and its origin."""

    def __init__(self, app: Flask, start: str = "/menu", address: str = "127.0.0.1") -> None:
        self.client = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address
        page = self.client.get(start)
        found = re.search(r'name="csrf-token" content="([^"]+)"', page.text)
        assert found is not None
        self.csrf = found[1]

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, **more)

    def post(self, path: str, data: dict[str, Any], **more: Any) -> Any:
        """JSON, as the page's scripts send it."""
        headers = {"X-CSRFToken": self.csrf, "Origin": "http://localhost", **more}
        return self.client.post(path, json=data, headers=headers)

    def submit(self, path: str, data: dict[str, Any]) -> Any:
        """A form, as a browser without scripts sends it."""
        return self.client.post(path, data={**data, "csrf_token": self.csrf})

    def delete(self, path: str) -> Any:
        return self.client.delete(path, headers={"X-CSRFToken": self.csrf})


@pytest.fixture
def make_browser() -> Callable[..., Browser]:
    """Builds browsers for an app."""
    return Browser


@pytest.fixture
def browser(app: Flask) -> Browser:
    """A browser that has opened the page."""
    return Browser(app)
