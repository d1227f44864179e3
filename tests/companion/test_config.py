"""Settings from file and environment: unknown keys are named, values are checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config import KEYS, PREFIX, Config, load_config
from companion.errors import ConfigError
from firmware_bridge.link.lamp import LightSettings
from hardware.debounce import Debounce

Write = Callable[[str], dict[str, str]]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    def write(toml: str) -> dict[str, str]:
        path = tmp_path / "my.toml"
        path.write_text(toml, "utf-8")
        return {"TRACKSIDE_CONFIG": str(path), "TRACKSIDE_DATA": str(tmp_path)}

    return write


def test_nothing_set_gives_what_interfaces_says(tmp_path: Path) -> None:
    config = load_config({"HOME": str(tmp_path), "TRACKSIDE_DATA": str(tmp_path)})
    assert (config.host, config.port) == ("0.0.0.0", 8080)
    assert (config.board, config.dwell_ms) == ("virtual", 350)
    assert (config.debounce_lift_ms, config.debounce_put_ms) == (20, 40)


def test_the_environment_wins_over_the_file(written: Write) -> None:
    environ = written('port = 9000\nhost = "127.0.0.1"')
    config = load_config(environ | {"TRACKSIDE_PORT": "0"})
    assert (config.host, config.port) == ("127.0.0.1", 0)


def test_every_kind_of_value_can_be_a_variable(tmp_path: Path) -> None:
    environ = {
        "TRACKSIDE_DATA": str(tmp_path),
        "TRACKSIDE_CALM": "true",
        "TRACKSIDE_MARBLES": "A=#2a2522, B=#f8f5ee",
        "TRACKSIDE_CHANNEL_MA": "16,12,12.5",
        "TRACKSIDE_SUPPLY_AMPS": "2.5",
    }
    config = load_config(environ)
    assert (config.calm, config.supply_amps) == (True, 2.5)
    assert config.marbles == {"A": "#2a2522", "B": "#f8f5ee"}
    assert config.channel_ma == (16.0, 12.0, 12.5)


def test_what_lights_need_comes_of_the_settings(written: Write) -> None:
    """PP-22, PP-23: percent to bytes, amperes to mA, the theme with the real marbles."""
    environ = written(
        'theme = "colour_blind"\nmarbles = {A = "#2a2522"}\nbrightness = 50\ncalm = true\n'
        "supply_amps = 2.5\nchannel_ma = [16, 12, 12]\nidle_ma = 0.7\n"
    )
    config = load_config(environ)
    theme = config.looks()
    assert (theme.name, theme.marble("A")) == ("colour_blind", "#2a2522")
    assert config.light_settings() == LightSettings(128, True, 2500, (16.0, 12.0, 12.0), 0.7)
    for wrong in ('theme = "disco"', 'marbles = {Q = "#ffffff"}', 'marbles = {A = "red"}'):
        with pytest.raises(ConfigError):
            load_config(written(wrong)).looks()


def test_a_supply_too_weak_for_dark_pixels_is_told(written: Write) -> None:
    """PP-22: 1,064 pixels draw 1.06 A before any of them shines."""

    def said(toml: str) -> str:
        return load_config(written(toml)).shortage(133)

    assert said("pixels_per_hole = 8") == ""
    assert said("supply_amps = 0\npixels_per_hole = 8") == "", "no limit is set"
    weak = said("supply_amps = 1.0\npixels_per_hole = 8")
    assert weak.startswith("The supply gives 1 A, but 1064 dark pixels draw 1.06 A")
    assert "set supply_amps" in weak


@pytest.mark.parametrize("key", ["debounce_lift_ms", "debounce_put_ms"])
def test_every_debounce_that_can_be_set_is_one_that_sensors_take(written: Write, key: str) -> None:
    """PP-31: a longer one started calmly, and then no hole was ever felt."""
    config = load_config(written(f"{key} = 1000"))
    Debounce(4, lift=config.debounce_lift_ms / 1000, put=config.debounce_put_ms / 1000)
    with pytest.raises(ConfigError, match=f"setting {key} holds 1001"):
        load_config(written(f"{key} = 1001"))


def test_the_command_wins_over_both(written: Write) -> None:
    environ = written('board = "serial"\ndevice = "/dev/none"')
    assert load_config(environ, board="virtual").board == "virtual"


def test_the_file_is_found_in_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "trackside.toml").write_text("dwell_ms = 400\n")
    assert load_config({"TRACKSIDE_DATA": str(tmp_path)}).dwell_ms == 400


def test_a_home_folder_is_spelt_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_config({"TRACKSIDE_DATA": "~/here"}).folder == tmp_path / "here"


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("prot = 1", "unknown key 'prot'"),
        ("[table]\nport = 1", "unknown key 'table'"),
        ('port = "8080"', "setting port holds '8080': expected a whole number, got text"),
        ("port = 70000", "setting port holds 70000: expected a whole number <= 65535"),
        ("port = true", "setting port holds True"),
        ("dwell_ms = -1", "setting dwell_ms holds -1"),
        ('board = "wood"', "must be one of virtual, serial, none"),
        ('assistance = "all"', "must be one of none, legal, hint"),
        ("brightness = 0", "setting brightness holds 0"),
        ('calm = "yes"', "setting calm holds 'yes': expected true or false, got text"),
        ("supply_amps = 70", "setting supply_amps holds 70"),
        ("channel_ma = [20, 20]", "setting channel_ma holds"),
        ("channel_ma = [20, 0, 20]", "setting channel_ma holds"),
        ("marbles = {A = 7}", "setting marbles holds"),
        ("port = ", "is not TOML"),
        (
            'data_file = "a\\u0000b.json"',
            r"The setting data_file has a NUL letter, \\u0000; take it",
        ),
        ('board = "serial"', "needs board_file, or device"),
    ],
)
def test_a_wrong_file_is_told_by_key(written: Write, toml: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        load_config(written(toml))


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("TRACKSIDE_PROT", "1", "TRACKSIDE_PROT is no setting"),
        ("TRACKSIDE_port", "1", "TRACKSIDE_port is no setting"),
        ("TRACKSIDE_PORT", "eighty", "TRACKSIDE_PORT must be a whole number, not 'eighty'"),
        ("TRACKSIDE_CALM", "maybe", "TRACKSIDE_CALM must be true or false, not 'maybe'"),
        ("TRACKSIDE_MARBLES", "red", "TRACKSIDE_MARBLES must be like A=#c2203b"),
        ("TRACKSIDE_CHANNEL_MA", "20", "TRACKSIDE_CHANNEL_MA holds"),
        ("TRACKSIDE_SUPPLY_AMPS", "many", "TRACKSIDE_SUPPLY_AMPS must be a number"),
        ("TRACKSIDE_PORT", "-1", "TRACKSIDE_PORT holds -1"),
        ("TRACKSIDE_BOARD", "wood", "TRACKSIDE_BOARD holds 'wood': must be one of"),
        ("TRACKSIDE_CONFIG", "/nowhere/x.toml", "named by TRACKSIDE_CONFIG, is not there"),
    ],
)
def test_a_wrong_variable_is_named(tmp_path: Path, variable: str, value: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        load_config({"TRACKSIDE_DATA": str(tmp_path), variable: value})


def test_an_empty_variable_counts_as_not_set(written: Write) -> None:
    environ = written("port = 9000")
    config = load_config(environ | {"TRACKSIDE_PORT": "", "TRACKSIDE_HOST": " "})
    assert config.claim_seconds is None
    assert load_config(environ | {"TRACKSIDE_CLAIM_SECONDS": "7.5"}).claim_seconds == 7.5
    assert (config.host, config.port) == ("0.0.0.0", 9000)


def test_no_data_folder_is_ever_the_folder_it_was_started_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: Write
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_config({"TRACKSIDE_DATA": ""}).folder == tmp_path / ".local/share/trackside"
    file = {"TRACKSIDE_CONFIG": written('data = ""')["TRACKSIDE_CONFIG"]}
    with pytest.raises(ConfigError, match="The setting data holds ''"):
        load_config(file)


def test_names_that_the_page_answers_to_come_from_file_or_variable(written: Write) -> None:
    file = written('hosts = ["board.fritz.box"]')
    assert load_config(file).hosts == ["board.fritz.box"]
    environ = file | {"TRACKSIDE_HOSTS": "board.fritz.box, play.example"}
    assert load_config(environ).hosts == ["board.fritz.box", "play.example"]


def test_the_home_of_nobody_is_told() -> None:
    with pytest.raises(ConfigError, match="~nobody-here/play cannot be had"):
        load_config({"TRACKSIDE_DATA": "~nobody-here/play"})


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "trackside.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config({"TRACKSIDE_DATA": str(tmp_path)})


def test_every_error_is_one_sentence(written: Write) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(written("prot = 1"))
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_each_key_has_its_variable_in_the_message() -> None:
    with pytest.raises(ConfigError) as caught:
        load_config({"TRACKSIDE_X": ""})
    for key in KEYS:
        assert PREFIX + key.upper() in str(caught.value)


def test_the_page_of_settings_lists_every_key_with_its_default(root: Path) -> None:
    text = (root / "docs" / "configuration.md").read_text("utf-8")
    rows = {
        cells[1].strip().strip("`"): cells[2].strip().strip("`")
        for line in text.splitlines()
        if line.startswith("| `") and len(cells := line.split("|")) == 5
    }
    plain = Config()

    def written(value: object) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if value is None:
            return "empty"
        return str(list(value) if isinstance(value, tuple) else value) or "empty"

    assert {key: written(getattr(plain, key)) for key in KEYS} == rows
