"""What is said of a bot's marble that somebody lifts: it speaks to the table (PP-23)."""

from __future__ import annotations

import pytest
from bot_rig import Played

from companion.model.message import Message
from companion.table.settings import TableSettings
from companion.table.shown.bots import to_all
from companion.words import render


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "For Yellow bot: put it on a white light."),
        ("de", "Für Bot Gelb: auf ein weißes Licht."),
    ],
)
def test_who_lifts_the_bots_marble_again_is_told_to_put_it_for_the_bot(
    language: str, told: str
) -> None:
    """A bot has no hands: the sentence speaks to whoever sits nearest."""
    rig = Played(board_kind="serial").bots_turn(["A9"], ["C9", "B3"], "5").run(3.0)
    assert rig.view.bot is not None
    frm, to = rig.view.bot.action.split("-")
    rig.carry(frm, to).settle()
    rig.lift(to)
    assert render(rig.view.prompt.message, language) == told
    assert rig.lit("destination") == [to]
    rig.put(to).settle()
    assert rig.said == "Red, choose a card."


def test_sentences_about_a_bots_marble_name_no_light_where_none_shines_pp_23() -> None:
    rig = Played(board_kind="serial", settings=TableSettings(assistance="none"))
    rig.bots_turn(["A9"], ["C9", "B3"], "5").run(3.0)
    assert rig.view.bot is not None
    frm, to = rig.view.bot.action.split("-")
    rig.carry(frm, to).settle()
    rig.lift(to)
    assert rig.said == "For Yellow bot: put it where it may go."


@pytest.mark.parametrize(
    ("key", "told"),
    [("lifted_capture", "prompt.lifted_capture.bot"), ("half_other", "prompt.finish.bot")],
)
def test_every_gesture_of_a_bot_is_everybodys(key: str, told: str) -> None:
    message = to_all(Message(f"prompt.{key}", {"p": "@bot.C", "q": "@token.A"}))
    assert message.key == told
    assert "Yellow bot" in render(message)
