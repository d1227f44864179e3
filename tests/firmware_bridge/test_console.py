"""The console: wire to words, words to wire."""

from __future__ import annotations

import io
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from firmware_bridge.console import Console, Decoder, decode, parse_lights
from firmware_bridge.firmware.core.framing import wrap
from firmware_bridge.firmware.core.messages import Message, pack
from hardware.ports import LightFrame, Look, Motion

FRAME = wrap(pack(Message("RESYNC", {"request": 7})))


def test_a_frame_becomes_a_line_however_it_is_cut() -> None:
    decoder = Decoder(">")
    assert decoder.lines(FRAME[:3], 0.5) == []
    assert decoder.lines(FRAME[3:] + FRAME[:2], 1.5) == ["    1.5000 > RESYNC request=7"]


def test_damage_is_shown_and_not_hidden() -> None:
    (line,) = Decoder("<").lines(b"\x03\x01\x02\x00", 0.0)
    assert "damaged" in line
    assert line.endswith("030102")
    assert decode(b"\x03\x01\x02\x00" + FRAME) == ["RESYNC request=7"]


def test_words_become_a_light_frame() -> None:
    frame = parse_lights(["1=ff8000:breathe", "2=ff8000:breathe", "0=0000ff"], 4)
    assert frame == LightFrame(
        (Look(0, 0, 0), Look(255, 128, 0, Motion.BREATHE), Look(0, 0, 255)), (2, 1, 1, 0)
    )


@pytest.mark.parametrize(
    "word", ["", "x=ff0000", "9=ff0000", "-1=ff0000", "1=ff00", "1=gg0000", "1=ff0000:sing"]
)
def test_a_wrong_word_is_named(word: str) -> None:
    with pytest.raises(ValueError, match=f"'{word}' is not HOLE=RRGGBB"):
        parse_lights([word], 4)


def test_it_shows_the_wire_and_obeys(bench: Callable[..., Any]) -> None:
    table = bench(start=False)
    out = io.StringIO()
    read, write = os.pipe()
    words = os.fdopen(read)
    console = threading.Thread(
        target=Console(str(table.process.port), out).run, args=(words,), daemon=True
    )
    console.start()

    def until(text: str) -> None:
        end = time.monotonic() + 5
        while text not in out.getvalue():
            assert time.monotonic() < end, out.getvalue()
            table.hands.wait_shown(10**9, 0.02)

    until("link up")
    os.write(write, b"\nsing\nresync\nlights 4=00ff00 5=zz\nlights 4=00ff00\n")
    until("'5=zz' is not")
    until("LIT frame=")
    assert table.hands.lights()["pixels"] == {"h4": "00ff00"}
    os.write(write, b"fill zz\nfill 010203\n")
    until("'zz' is not RRGGBB")
    until("LIGHTS_RGB")
    table.hands.wait_shown(2, 3.0)
    assert set(table.hands.lights()["pixels"].values()) == {"010203"}
    table.hands.lift("h1")
    until("EDGES")
    os.write(write, b"off\nquit\n")
    console.join(5)
    assert not console.is_alive()
    os.close(write)
    words.close()
    text = out.getvalue()
    assert "lights HOLE=RRGGBB" in text, "an unknown word is answered with help"
    assert text.count("SNAPSHOT") >= 2
