"""The board file among the settings, and the rig that is made of it."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from waiting import until

from companion.boards.kind import Rig
from companion.boards.wired import WiredRig, light_engine
from companion.commands.serve import web_server
from companion.config import load_config
from companion.errors import CommandRefused, ConfigError
from companion.model.commands import New
from companion.service.admission import admission
from companion.service.service import MonotonicClock, Service
from engine.boards import board_of
from firmware_bridge.link.lamp import LightSettings
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.mock import ManualClock
from hardware.ports import LightFrame, LinkChange, LinkState, Look, SensorEvent, Snapshot
from hardware.wiring import new, write

HOLES = board_of("hex").holes
Environ = Callable[..., dict[str, str]]


@pytest.fixture
def environ(tmp_path: Path) -> Environ:
    """Variables that name a fresh board file, and what else is given."""

    def made(driver: str = "pico", **more: str) -> dict[str, str]:
        pixels = "pico" if driver == "pico" else "neopixel"
        board = new("hex", HOLES, sensors=driver, pixels=pixels, ring=2, amperes=6.0)
        colours = '[marbles]\nA = "#111111"\nB = "#222222"\n'
        text = write(board).replace("[sensors", colours + "[sensors", 1)
        (tmp_path / "board.toml").write_text(text, "utf-8")
        return {
            "TRACKSIDE_DATA": str(tmp_path),
            "TRACKSIDE_BOARD_FILE": "board.toml",
            **{f"TRACKSIDE_{key.upper()}": value for key, value in more.items()},
        }

    return made


def test_a_board_file_says_what_board_there_is(environ: Environ, tmp_path: Path) -> None:
    config = load_config(environ())
    assert (config.board, config.board_kind) == ("serial", "hex")
    assert config.board_file == str(tmp_path / "board.toml")
    assert (config.supply_amps, config.pixels_per_hole) == (6.0, 2)
    assert config.marbles == {"A": "#111111", "B": "#222222"}


def test_marbles_of_the_settings_lie_over_those_of_the_file(environ: Environ) -> None:
    config = load_config(environ(marbles="B=#333333"))
    assert config.marbles == {"A": "#111111", "B": "#333333"}


def test_a_setting_that_says_the_same_may_stay(environ: Environ) -> None:
    said = {"board": "serial", "board_kind": "hex", "supply_amps": "6", "device": "/dev/trackside"}
    assert load_config(environ(**said)).supply_amps == 6.0


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("board_kind", "square", "'hex'"),
        ("supply_amps", "4", "6.0"),
        ("pixels_per_hole", "1", "2"),
        ("idle_ma", "0.5", "1.0"),
        ("channel_ma", "12,12,12", r"\(20.0, 20.0, 20.0\)"),
        ("device", "/dev/ttyACM0", "'/dev/trackside'"),
    ],
)
def test_a_setting_that_contradicts_the_file_is_named(
    environ: Environ, key: str, value: str, says: str
) -> None:
    with pytest.raises(ConfigError, match=rf"The setting {key} .* says {says}: take {key} out"):
        load_config(environ(**{key: value}))


@pytest.mark.parametrize("board", ["virtual", "none"])
def test_whoever_asks_for_another_board_gets_it(environ: Environ, board: str) -> None:
    config = load_config(environ(board=board, supply_amps="2"))
    assert (config.board, config.supply_amps, config.pixels_per_hole) == (board, 2.0, 1)


def test_a_file_that_is_missing_or_wrong_is_a_sentence(environ: Environ, tmp_path: Path) -> None:
    variables = environ()
    path = tmp_path / "board.toml"
    path.write_text(path.read_text("utf-8").replace("A3 =", "A33 ="), "utf-8")
    with pytest.raises(ConfigError, match=r"board.toml cannot be used: line \d+: No line for A3\."):
        load_config(variables)
    path.unlink()
    with pytest.raises(ConfigError, match=r"board.toml is not there; trackside wiring new"):
        load_config(variables)


def test_a_serial_board_needs_one_or_the_other(tmp_path: Path) -> None:
    variables = {"TRACKSIDE_DATA": str(tmp_path), "TRACKSIDE_BOARD": "serial"}
    with pytest.raises(ConfigError, match="needs board_file, or device"):
        load_config(variables)


@pytest.mark.slow
def test_serve_refuses_a_bad_board_file_in_one_line(tmp_path: Path) -> None:
    text = write(new("hex", HOLES)).replace('kind = "hex"', 'kind = "hx"')
    (tmp_path / "board.toml").write_text(text, "utf-8")
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "serve", "--board-file", "board.toml"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), "TRACKSIDE_PORT": "0"},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"trackside: The board file {tmp_path / 'board.toml'} cannot be")
    assert "line 5: There is no board 'hx'; choose hex, square" in done.stderr
    assert done.stderr.count("\n") == 1


def test_pins_that_cannot_be_had_leave_the_table_to_the_page(
    environ: Environ, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PP-14: no Raspberry Pi here; the rig says so and stays."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    config = load_config(environ("shift"))
    wiring = new("hex", HOLES, sensors="shift", pixels="neopixel", ring=2, amperes=6.0)
    rig: Rig = WiredRig(wiring, board_of("hex"), LightSettings(), ManualClock())
    heard: queue.Queue[SensorEvent] = queue.Queue()
    rig.start(heard.put)
    event = heard.get(timeout=10)
    assert isinstance(event, LinkChange)
    assert (event.state, event.code) == (LinkState.DOWN, "driver")
    assert re.search("spidev is missing: run make setup-pi|SPI 0.0 is not there", event.reason)
    assert (rig.kind, rig.holes, rig.about, rig.hands) == ("hex", 133, None, None)
    rig.close()
    rig.close()
    assert config.board == "serial"


def test_a_rig_goes_on_by_other_wires_and_is_closed_for_good(tmp_path: Path) -> None:
    """The same port is let go of and opened anew; a picture of all holes comes by the new wires."""
    row = replace(board_of("square"), spaces=board_of("square").spaces[:3])
    with VirtualBoardProcess(row.holes, tmp_path) as wood, HandsClient(wood.control) as hand:
        wiring = new("square", row.holes, device=str(wood.port))
        rig = WiredRig(wiring, row, LightSettings(), MonotonicClock())
        heard: queue.Queue[SensorEvent] = queue.Queue()
        hand.set_out({"A0": "A"})
        rig.start(heard.put)
        assert picture(heard) == (True, False, False)
        first, second, third = wiring.holes
        crossed = (
            replace(first, input=second.input, pixels=third.pixels),
            replace(second, input=first.input),
            replace(third, pixels=first.pixels),
        )
        assert rig.place("A0") == "chip 1 pin H, pixel 0"
        assert rig.chain() == ("A0", "A1", "A2")
        rig.rewire(replace(wiring, holes=crossed))
        assert rig.place("A0") == "chip 1 pin G, pixel 2"
        assert rig.chain() == ("A2", "A1", "A0")
        assert picture(heard) == (False, True, False)
        assert rig.about is not None
        assert (rig.about.holes, rig.about.chain, rig.fault) == (3, True, "")
        lit = Look(0, 0, 9)
        rig.show(LightFrame((Look(0, 0, 0), lit), (1, 0, 0)))
        until(lambda: list(hand.lights()["cells"]) == ["A2"])
        rig.close()
        rig.rewire(wiring)
        assert not hand.lights()["cells"], "what was closed is not opened again"


def picture(heard: queue.Queue[SensorEvent]) -> tuple[bool, ...]:
    """The next picture of all holes."""
    while not isinstance(event := heard.get(timeout=10), Snapshot):
        pass
    return event.present


def test_the_engine_of_pixels_here_takes_the_settings_of_the_lights() -> None:
    """PP-22, PP-23: what pixels of no hole draw is taken off the cap."""
    settings = LightSettings(
        brightness=128, calm=True, milliamps=1000, channel_ma=(16, 12.5, 11), idle_ma=0.7
    )
    lights = light_engine(10, 2, 20, settings)
    assert (lights.brightness, lights.calm, lights.ring) == (128, True, 2)
    assert (lights.draw, lights.idle) == ((160, 125, 110), 7)
    assert lights.cap == 1000 - 14
    assert light_engine(1, 1, 5000, settings).cap == 1
    assert light_engine(1, 1, 5, LightSettings()).cap == 0


def test_only_a_real_board_refuses_games(environ: Environ) -> None:
    race = New(game="racepack", players=[["A"], ["B"], ["C"], ["D"]])
    assert admission(load_config(environ(board="virtual")))(race) == race
    with pytest.raises(CommandRefused) as refused:
        admission(load_config(environ(board="serial", board_kind="hex")))(race)
    assert refused.value.code == "wrong-board"


def test_a_start_parses_the_board_file_once(
    environ: Environ, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings read it, and hand on what they read."""
    texts: list[str] = []
    whole = tomllib.loads

    def counted(text: str) -> dict[str, object]:
        texts.append(text)
        return whole(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    config = load_config(environ(host="127.0.0.1", port="0"))
    with Service(config, web_server) as service:
        assert isinstance(service.rig, WiredRig)
        assert service.rig.chain()[:3] == HOLES[:3]
    board_file = Path(config.board_file).read_text("utf-8")
    assert texts.count(board_file) == 1
