"""Each reason why the board cannot be read has its own words: cable, machine, wire (PP-14)."""

from __future__ import annotations

import pytest
from table_rig import Rig

from companion.table.shown.prompt import DOWN
from hardware.ports import LinkChange, LinkState

CAUSES = [
    ("", "Board cable is out. Play on here."),
    ("driver", "Sensors out of reach. The service page says why. Play on."),
    ("wires", "A sensor wire is broken. The service page says where. Play on."),
]


@pytest.mark.parametrize(("code", "words"), CAUSES)
def test_a_lost_board_is_said_by_its_cause_and_the_game_goes_on(code: str, words: str) -> None:
    rig = Rig().new().plug_in()
    before = rig.view.prompt.message
    rig.table.sensors(LinkChange(LinkState.DOWN, "SPI 0.0 is not there.", code))
    assert rig.said == words
    assert rig.view.prompt.support == before
    assert rig.view.link_reason == "SPI 0.0 is not there."


def test_every_cause_has_its_words() -> None:
    assert set(DOWN) == {code for code, _ in CAUSES if code}
