"""The PNG of a replay: of no board more than 200,000 bytes, whatever stands on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest

from companion.games.packs import OFFERS
from companion.proof.bots.playing import played_out
from companion.proof.bots.tables import BotTable
from companion_web.drawing.share_picture import share_picture
from engine.action import Action
from engine.game import Position

pytestmark = pytest.mark.needs_chromium

MOST = 200_000
PNG = """async address => {
    const { pngOf } = await import("/static/js/picture.js");
    const drawn = await pngOf(address);
    const { width, height } = await createImageBitmap(drawn);
    return [drawn.type, drawn.size, width, height];
}"""
NAMES = """() => {
    return [...document.querySelectorAll("svg g > svg > text")].map((text) => {
        const { left, top, right, bottom } = text.getBoundingClientRect();
        return [left, top, right, bottom];
    });
}"""
"""The boxes of the players' names."""
SHADES = """async address => {
    const { pngOf } = await import("/static/js/picture.js");
    const drawn = await createImageBitmap(await pngOf(address));
    const paper = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d");
    paper.drawImage(drawn, 0, 0);
    const far = [[0.46, 0.38], [0.54, 0.49], [0.555, 0.69], [0.42, 0.3]].map(([x, y]) =>
        [...paper.getImageData(x * drawn.width, y * drawn.height, 1, 1).data].slice(0, 3).join());
    return [...new Set(far)];
}"""
"""The colours of the bare wood, in four places."""
NOISE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1400"><filter id="n">'
    '<feTurbulence type="turbulence" baseFrequency="0.9" numOctaves="4"/></filter>'
    '<rect width="100%" height="100%" filter="url(#n)"/></svg>'
)


def fullest() -> Iterator[tuple[str, str, int]]:
    """Every board that is drawn otherwise, with as many players as it takes."""
    for game, offer in OFFERS.items():
        for board in dict.fromkeys(kind for sheet in offer.rules for kind in sheet.boards):
            sheet = next(sheet for sheet in offer.rules if board in sheet.boards)
            counts = [n for n in offer.counts(board) if offer.colours_each(sheet, board, n)]
            yield game, board, max(counts)


def in_the_middle(game: str, board: str, players: int) -> Position:
    """A game by chance after a while: marbles lie all over the board."""
    rules = next(sheet.name for sheet in OFFERS[game].rules if board in sheet.boards)
    chance, seen = random.Random(4), list[Position]()

    def chooser(position: Position, acting: frozenset[int], new_turn: bool) -> Action:
        seen.append(position)
        if len(seen) == 300:
            raise StopIteration
        return chance.choice([one for one in position.legal() if one.seat in acting])

    with suppress(StopIteration):
        played_out(BotTable(game, rules, board, players).first(), chance, chooser)
    return seen[-1].public()


def as_address(drawn: str) -> str:
    return f"data:image/svg+xml,{quote(drawn)}"


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_picture_of_the_fullest_board_keeps_to_its_bytes(
    open_page: Callable[..., Any], stage: Any, theme: str
) -> None:
    page = open_page(stage.url).page
    sizes = {}
    for game, board, players in fullest():
        position = in_the_middle(game, board, players)
        colours = [colour for seat in position.seats for colour in seat.colours]
        named = [(colour, "W" * 18) for colour in colours[:6]]
        told = "W" * 60
        drawn = share_picture(position, told, "Move 200 of 999", named, theme, plain=True)
        kind, size, width, _ = page.evaluate(PNG, as_address(drawn))
        assert (kind, width) == ("image/png", 720), "none is drawn smaller"
        sizes[game, board] = size
    assert max(sizes.values()) <= MOST, sizes


def test_names_of_six_stand_beside_each_other_and_wood_has_one_colour(
    open_page: Callable[..., Any], stage: Any
) -> None:
    """Long names lay over the next ones, and rounded shades gave the wood other colours."""
    page = open_page(stage.url).page
    position = in_the_middle("fast_track", "hex", 6)
    colours = [colour for seat in position.seats for colour in seat.colours]
    names = ["Anna", "Maximilian-Gustav", "Dora", "Green bot", "Kunigunde", "Ben"]
    players = list(zip(colours, names, strict=True))
    drawn = share_picture(position, "Ben wins!", "Move 907", players, "dark", plain=True)
    alone = page.context.new_page()
    alone.set_content(drawn)
    boxes = alone.evaluate(NAMES)
    alone.close()
    assert len(boxes) == 6
    for n, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[n + 1 :]:
            apart = right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
            assert apart, (names[n], boxes)
    assert page.evaluate(SHADES, as_address(drawn)) == ["72,48,24"]


@pytest.mark.slow
def test_what_no_rounding_makes_small_enough_is_drawn_smaller(
    open_page: Callable[..., Any], stage: Any
) -> None:
    kind, size, width, height = open_page(stage.url).page.evaluate(PNG, as_address(NOISE))
    assert (kind, size <= MOST) == ("image/png", True)
    assert 100 < width < 720
    assert height / width == pytest.approx(1400 / 1080, abs=0.01)
