"""Every game's pack: its words, its offer, its wood."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.games.pack import GamePack
from companion.games.packs import OFFERS, PACKS, hole_name, keyboard_routes
from companion.model.message import Message
from companion.model.step import GameStep
from companion.words import render
from companion.words.catalogue import FOLDERS, sentences
from companion.words.po_files import catalogue
from engine.board import Space
from engine.game import OVER
from engine.registry import REGISTRY

each_pack = pytest.mark.parametrize("pack", list(PACKS), ids=lambda pack: pack.game)


def test_every_game_of_the_engine_has_its_pack() -> None:
    assert {pack.game for pack in PACKS} == set(REGISTRY.names)


@each_pack
def test_a_game_has_one_name(pack: GamePack) -> None:
    assert OFFERS[pack.game].game == pack.game
    assert PACKS.of(pack.game) is pack


@each_pack
def test_the_words_of_a_game_lie_in_its_own_folder(pack: GamePack) -> None:
    """The set-up's names of a game stand there, and what stands there is found."""
    own = catalogue(pack.words, "en")
    assert pack.words in FOLDERS
    assert own.items() <= sentences("en").items()
    wanted = {f"game.{pack.game}"}
    for sheet in pack.offer.rules:
        wanted |= {f"rules.{pack.game}.{sheet.name}", f"rules.{pack.game}.{sheet.name}.line"}
        for kind in sheet.boards:
            for players in pack.offer.counts(kind):
                for each in pack.offer.colours_each(sheet, kind, players):
                    for wish in pack.offer.wishes(kind, players, each):
                        name = f"wish.{pack.game}.{wish.name}"
                        wanted.add(name)
                        if wish.switch:
                            wanted.add(f"{name}.line")
                        wanted |= {f"{name}.{v}" for v in wish.values if isinstance(v, str)}
    assert wanted <= set(own)
    assert {name.key for name in pack.marks.values()} <= set(own)


@each_pack
def test_every_hole_of_its_boards_has_a_name_and_ways_for_the_keys(pack: GamePack) -> None:
    for kind in {kind for sheet in pack.offer.rules for kind in sheet.boards}:
        board = pack.offer.board(kind)
        names = [pack.hole_name(space) for space in board.spaces]
        assert None not in names
        assert [hole_name(space) for space in board.spaces] == names
        assert len({render(name) for name in names if name is not None}) > len(names) / 2
        ways = keyboard_routes(board, board.spaces[0].side)
        assert ways == pack.routes(board, board.spaces[0].side)
        assert set(ways) == set(board.holes)


@each_pack
def test_a_game_without_cards_is_never_spoken_to_of_cards(pack: GamePack) -> None:
    """All that is said while a game of chance moves is played by the first offer."""
    told = "\n".join(render(message) for message in all_told(pack))
    assert len(told) > 1000
    cards = pack.presenter.cards is not None or "virtual" in pack.offer.hands
    assert (re.search(r"\bcards?\b", told) is not None) == cards


def all_told(pack: GamePack) -> Iterator[Message]:
    """What players are told of 120 chance actions of a game, and in what words they are read."""
    words, offer, rng = pack.presenter, pack.offer, random.Random(4)
    sheet = offer.rules[0]
    kind = sheet.boards[0]
    players = min(offer.counts(kind))
    each = offer.colours_each(sheet, kind, players)[0]
    colours = [list(held) for held in offer.usual(kind, players, each)]
    game = REGISTRY.game(pack.game)
    asked = {"game": pack.game, "rules": sheet.name, "board": kind, "players": colours}
    position = game.new(offer.engine_options(offer.settled(asked)))
    for _ in range(120):
        if position.to_act is OVER:
            return
        if isinstance(position.to_act, frozenset):
            for seat in position.to_act:
                yield words.awaiting(position, seat, {}, False, None)
                choosing = any(action.prelude for action in position.legal())
                yield words.of_others(position, seat, {}, choosing)
        action = rng.choice(list(position.legal()))
        if action.seat >= 0 and not action.prelude:
            yield words.nothing(position, action, {})
        applied = position.apply(action)
        step = GameStep(action, applied.events, position, applied.position)
        if not action.prelude:
            yield words.spoken(step, {})
        position = applied.position


def test_a_hole_that_no_game_names_is_called_by_its_id() -> None:
    assert render(hole_name(Space("T7", "T7", "tile", None, 0.0, 0.0))) == "T7"
