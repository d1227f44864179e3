"""The virtual board's marbles: set out with a game, or after the dice for its grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.errors import HandRefused
from companion.service.inbox import Inbox, Item, Job, Remark
from companion.service.setting_out import SettingOut
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot


class Told:
    """A table, its hands and its sensors in one: what they are told is written down."""

    def __init__(self) -> None:
        self.tokens: dict[str, str] = {}
        self.beside: tuple[str, ...] = ()
        self.seq = 1
        self.gone = False
        self.set: list[tuple[dict[str, str], tuple[str, ...]]] = []
        self.felt: list[Item] = []
        self.items = Inbox()
        self.kind, self.holes, self.link = "row", ("h0", "h1"), "up"
        self.setting = SettingOut(self, self, self.items, self.felt.append, self, self)  # type: ignore[arg-type]

    @property
    def questions(self) -> Any:
        return self

    def expected_tokens(self) -> Mapping[str, str]:
        return self.tokens

    def tokens_beside(self) -> tuple[str, ...]:
        return self.beside

    def drawing(self) -> Any:
        return self

    def view(self, audience: int | None) -> Any:
        return self

    def now(self) -> float:
        return 0.0

    def resync(self) -> None:
        self.items.put(Snapshot((False, False), 0.0))

    def set_out(
        self, board: str, holes: Sequence[str], tokens: Mapping[str, str], beside: Sequence[str]
    ) -> None:
        if self.gone:
            raise HandRefused("no-board", "The board is gone.")
        self.set.append((dict(tokens), tuple(beside)))


def test_a_grid_that_was_rolled_for_is_set_out_when_it_is_known_rp_88() -> None:
    told = Told()
    told.beside = ("A", "B")
    told.setting.begun()
    assert told.set == [({}, ("B", "A"))], "nobody stands yet; the first is put last"
    told.setting.follow()
    told.tokens, told.beside, told.seq = {"h0": "A", "h1": "B"}, (), 2
    told.setting.follow()
    assert told.set[1:] == [({"h0": "A", "h1": "B"}, ())]
    assert [type(item) for item in told.felt] == [Snapshot, Snapshot]


def test_marbles_that_come_one_by_one_are_put_by_hands() -> None:
    """The first of them is no other than the rest."""
    told = Told()
    told.beside = ("A", "B")
    told.setting.begun()
    told.tokens, told.beside, told.seq = {"h0": "A"}, ("B",), 2
    told.setting.follow()
    assert told.set == [({}, ("B", "A"))]


def test_a_move_sets_nothing_out_and_an_undone_grid_is_taken_off() -> None:
    told = Told()
    told.tokens = {"h0": "A"}
    told.setting.begun()
    told.tokens, told.seq = {"h1": "A"}, 2
    told.setting.follow()
    assert len(told.set) == 1
    told.tokens, told.beside, told.seq = {}, ("A",), 3
    told.setting.follow()
    assert told.set[1:] == [({}, ("A",))]


def test_changes_of_the_old_set_up_are_dropped_and_all_else_is_kept() -> None:
    told = Told()
    job, news = Job(lambda: None), LinkChange(LinkState.UP)
    for item in (HoleChange(0, True, 0.0), Remark("h0", "A"), job, news):
        told.items.put(item)
    told.setting.set_out()
    assert told.felt == [news, Snapshot((False, False), 0.0)]
    assert told.items.get() is job
    assert told.items.empty()


def test_hands_that_are_gone_do_not_stop_a_new_game(caplog: pytest.LogCaptureFixture) -> None:
    told = Told()
    told.gone = True
    told.tokens = {"h0": "A"}
    told.setting.begun()
    assert told.set == []
    assert "not set out" in caplog.text
