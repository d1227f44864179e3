"""A game is followed as it goes on: told as if all was worked out anew, for a tenth of the work."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from recorded import GAMES, TWO, Played

from companion.games.packs import PACKS
from companion.play import watching
from companion.play.following import Following
from companion.play.open_game import PLAYER
from companion.service.game_archive import GameArchive
from companion.service.game_replays import GameReplays
from companion.store.journal import SqlJournal
from companion.store.shelf import Shelf
from engine.game import OVER
from engine.registry import REGISTRY

HOUSES = {**GAMES, "three": {**TWO, "players": [["A"], ["C"], ["E"]], "names": ["Anna", "", ""]}}


def happens(played: Played, rng: random.Random) -> None:
    """Some steps, a takeback, all of it again, marbles set otherwise, or another player."""
    game = played.game
    what = rng.choice(("on", "on", "on", "undo", "redo", "edit", "begin", "player"))
    if what == "undo" and game.can_undo:
        game.undo(rng.randint(1, 5), rng)
    elif what == "redo" and game.takebacks.undone:
        game.redo()
    elif what == "edit":
        game.edit(game.position, step=True)
    elif what == "begin" and rng.random() < 0.3:
        game.edit(game.position)
    elif what == "player":
        game.note(PLAYER, "0", {"name": rng.choice(("Anna", "Max", "Dora")), "bot": ""})
    else:
        played.on(rng.randint(1, 6))


@pytest.mark.parametrize("name", HOUSES)
def test_it_is_told_as_if_all_of_it_was_read_anew(name: str) -> None:
    played, rng = Played(HOUSES[name]), random.Random(5)
    following = Following(REGISTRY, played.pack, played.record)
    for _ in range(16):
        happens(played, rng)
        record = played.record
        following.take([row for row in record.rows if row.seq > following.newest])
        told, anew = following.replay(), watching.watched(REGISTRY, played.pack, record)
        assert told == (anew if anew.over else replace(anew, seats=told.seats))
        assert [one.name for one in told.seats] == [one.name for one in anew.seats]
    assert following.replay().last > 4


def test_only_what_is_new_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moments that were told stay the very same; a takeback leaves those before it."""
    played = Played(TWO).on(120)
    assert played.game.position.to_act is not OVER
    following = Following(REGISTRY, played.pack, played.record)
    following.take(played.record.rows)
    before = following.replay().stands
    asked: list[Any] = []
    chances = watching.expected_holes
    monkeypatch.setattr(
        watching, "expected_holes", lambda *parts: asked.append(parts) or chances(*parts)
    )
    played.on(2)
    following.take([row for row in played.record.rows if row.seq > following.newest])
    after = following.replay().stands
    assert len(asked) <= 3
    assert all(one is other for one, other in zip(before[:-1], after, strict=False))
    played.game.undo(6, played.rng)
    following.take([row for row in played.record.rows if row.seq > following.newest])
    back = following.replay().stands
    assert all(one is other for one, other in zip(back[:-1], before, strict=False))


def test_a_game_that_could_not_be_followed_for_once_is_followed_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it was, no row is made a second time after it."""
    address = f"sqlite:///{tmp_path}/j.db"
    journal = SqlJournal(address, board_id="b", revision="7", wall=lambda: 1000.0)
    played, archive = Played(TWO, journal).on(20), journal.archive("1")
    past, shelf = GameArchive(archive, REGISTRY, PACKS), Shelf(tmp_path / "records")
    replays = GameReplays(past, shelf, REGISTRY, PACKS, "7")
    assert replays.now() is not None
    played.on(4)
    with monkeypatch.context() as broken:
        broken.setattr(Following, "replay", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            replays.now()
    told, record = replays.now(), archive.going(0)
    archive.close()
    journal.close()
    assert told is not None
    assert record is not None
    assert told.stands == watching.watched(REGISTRY, played.pack, record).stands
