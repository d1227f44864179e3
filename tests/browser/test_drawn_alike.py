"""The page is decided once: what the server draws and what the script draws say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from companion.model.view import View

pytestmark = pytest.mark.needs_chromium

READ = """() => {
    const text = (part) => part.textContent.replace(/\\s+/g, ' ').trim();
    const texts = (places) => [...document.querySelectorAll(places)].map(text);
    const labels = (places) => [...document.querySelectorAll(places)]
        .map((part) => part.getAttribute('aria-label'));
    const board = document.querySelector('#board svg');
    const undo = document.querySelector('[data-foot]:not([data-foot="dice"]) [data-key="undo"]');
    return {
        holes: Object.fromEntries([...document.querySelectorAll('[data-hole]')].map((hole) =>
            [hole.dataset.hole, [hole.dataset.token, hole.dataset.role, hole.dataset.place ?? '',
                hole.getAttribute('aria-label')]])),
        title: text(board.querySelector('title')),
        turned: [...board.classList].filter((name) => name.startsWith('turn-')),
        lit: [...board.querySelectorAll('[data-pool].ts-on')].map((pool) => pool.dataset.pool),
        arrow: [...board.querySelectorAll('.arrow path')].map((path) => path.getAttribute('d')),
        prompt: texts('[data-prompt], [data-support]'),
        mood: [...document.querySelector('#prompt').classList]
            .filter((name) => name.startsWith('mood-') || name.startsWith('seat-')),
        rule: document.querySelector('[data-rule]')?.dataset.rule ?? '',
        chips: [texts('.chip'), labels('.chip'), texts('.chip.chosen')],
        players: [texts('#players li'), labels('#players [role=img]')],
        pools: [texts('.side [data-pools] li'), labels('.side [data-pools] [role=img]')],
        order: [...document.querySelectorAll('.side [data-runner]')]
            .map((row) => [...row.classList]),
        moves: texts('#last-moves li'),
        foot: document.querySelector('[data-foot]').dataset.foot,
        said: texts('#foot .said .line-1, #foot .said .small, #foot .row-line, #foot .podium li'),
        rows: texts('#foot .said .rows .text, #foot .hand .held-card'),
        wide: texts('#foot .rows > .row-button.wide'),
        // Who tells several dice to the script has their seats in the place of this button.
        undo: undo && [text(undo), undo.disabled],
    };
}"""


def drawn(page: Any, tables: Mapping[str, Callable[[], int]]) -> dict[str, Any]:
    """What the page says in every scene, drawn by the script as its views come."""
    found = {}
    for name, show in tables.items():
        page.drawn(show())
        found[name] = page.page.evaluate(READ)
    return found


def served(chromium: Browser, url: str, tables: Mapping[str, Callable[[], int]]) -> dict[str, Any]:
    """The same, drawn by the server alone."""
    context = chromium.new_context(viewport=ViewportSize(width=1440, height=900))
    page = context.new_page()
    page.route("**/js/table.js", lambda route: route.abort())
    found = {}
    for name, show in tables.items():
        show()
        page.goto(url, wait_until="domcontentloaded")
        found[name] = page.evaluate(READ)
    context.close()
    return found


def shows(stage: Any, scenes: Mapping[str, View]) -> dict[str, Callable[[], int]]:
    """For every scene what brings it on stage and tells its number."""

    def show(scene: View) -> Callable[[], int]:
        def begin() -> int:
            stage.table.show(scene)
            return int(stage.table.seq)

        return begin

    return {name: show(scene) for name, scene in scenes.items()}


def test_marbles(chromium: Browser, open_page: Callable[..., Any], stage: Any, scenes: Any) -> None:
    tables = shows(stage, scenes.SCENES)
    page = open_page(stage.url, (1440, 900))
    alike(drawn(page, tables), served(chromium, stage.url, tables))


def test_cars(
    chromium: Browser, open_page: Callable[..., Any], raced: Any, race_scenes: Any
) -> None:
    tables = shows(raced, race_scenes.SCENES)
    page = open_page(raced.url, (1440, 900))
    alike(drawn(page, tables), served(chromium, raced.url, tables))


def alike(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Both say the same in every scene."""
    for name, says in one.items():
        assert says == other[name], name
