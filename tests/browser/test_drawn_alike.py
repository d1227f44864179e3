"""The page is decided once: what the server draws and what the script draws say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

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


TAKE_IN = """async () => {
    const sent = await (await fetch(location.href)).text();
    const next = new DOMParser().parseFromString(sent, 'text/html');
    const styles = (one) => [...one.querySelectorAll('link, style')].map((e) => e.outerHTML).join();
    document.body.replaceWith(document.adoptNode(next.body));
    for (const { name, value } of next.documentElement.attributes)
        document.documentElement.setAttribute(name, value);
    return styles(document) === styles(next);
}"""
"""Shows the page as the server sends it now, and says whether the same style sheets are for it."""


SEEN = """() => {
    const words = (place) => document.querySelector(place).innerText.replace(/\\s+/g, ' ');
    return {
        uses: [...document.querySelectorAll('[data-hole]')].map((hole) => [
            hole.dataset.hole, hole.dataset.mark ?? '',
            [...hole.querySelectorAll('use')].map((use) => use.getAttribute('href')
                + ' ' + use.getAttribute('class'))]),
        halos: [...document.querySelectorAll('[data-halo]')].map((halo) => halo.dataset.halo
            + halo.getAttribute('class') + halo.getAttribute('fill')).sort(),
        badges: [...document.querySelectorAll('[data-badge]')].map((badge) => badge.dataset.badge
            + badge.innerHTML).sort(),
        coins: [...document.querySelectorAll('.coins')].map((one) => one.ariaLabel),
        seen: [words('[data-prompt]'), words('[data-support]')],
        'seen of the foot': words('.foot-inner'),
        'seen of the side': words('#side'),
    };
}"""
"""What is there to be seen, in the browser's own words: without what the style sheets hide."""


def read(page: Any) -> dict[str, Any]:
    """All that is compared."""
    return {**page.evaluate(READ), **page.evaluate(SEEN)}


def drawn(page: Any, tables: Mapping[str, Callable[[], int]]) -> dict[str, Any]:
    """What the page says in every scene, drawn by the script as its views come."""
    found = {}
    for name, show in tables.items():
        page.drawn(show())
        found[name] = read(page.page)
    return found


def served(page: Any, url: str, tables: Mapping[str, Callable[[], int]]) -> dict[str, Any]:
    """The same, drawn by the server alone.

    The page is loaded once. Then it takes in what the server sends, under the same head.
    """
    page.goto(url)
    found = {}
    for name, show in tables.items():
        show()
        assert page.evaluate(TAKE_IN), name
        found[name] = read(page)
    return found


ALL = [pytest.param((), marks=pytest.mark.slow, id="all")]


def only(scenes: Mapping[str, View], chosen: tuple[str, ...]) -> Mapping[str, View]:
    """The chosen scenes, or all of them."""
    return {name: scenes[name] for name in chosen or scenes}


def shows(stage: Any, scenes: Mapping[str, View]) -> dict[str, Callable[[], int]]:
    """For every scene what brings it on stage and tells its number."""

    def show(scene: View) -> Callable[[], int]:
        def begin() -> int:
            stage.table.show(scene)
            return int(stage.table.seq)

        return begin

    return {name: show(scene) for name, scene in scenes.items()}


@pytest.mark.parametrize("chosen", [("card", "move", "ask"), *ALL])
def test_marbles(
    borrow: Callable[..., Any],
    open_page: Callable[..., Any],
    stage: Any,
    scenes: Any,
    chosen: tuple[str, ...],
) -> None:
    tables = shows(stage, only(scenes.SCENES, chosen))
    page = open_page(stage.url, (1440, 900))
    alike(
        drawn(page, tables),
        served(borrow((1440, 900), java_script_enabled=False), stage.url, tables),
    )


@pytest.mark.parametrize("chosen", [("speed", "die", "timed"), *ALL])
def test_cars(
    borrow: Callable[..., Any],
    open_page: Callable[..., Any],
    raced: Any,
    race_scenes: Any,
    chosen: tuple[str, ...],
) -> None:
    """The script alone folds a race's feet, and its seconds run down."""
    found = only(race_scenes.SCENES, chosen)
    tables = shows(raced, found)
    page = open_page(raced.url, (1440, 900))
    scripted = drawn(page, tables)
    for name, scene in found.items():
        del scripted[name]["seen of the foot"]
        if scene.timer is not None:
            del scripted[name]["seen of the side"]
    alike(scripted, served(borrow((1440, 900), java_script_enabled=False), raced.url, tables))


def alike(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Both say the same in every scene."""
    for name, says in one.items():
        for part, shown in says.items():
            assert shown == other[name][part], (name, part)
