"""The unit, its user, the udev rule and the example of settings, as a Pi gets them."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from companion.config import KEYS, PREFIX, Config, load_config
from engine.boards import board_of
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.wiring import DEVICE, new, write

UNIT = "trackside.service"
COMMAND = "/opt/trackside/.venv/bin/trackside"


@pytest.fixture
def folder(root: Path) -> Path:
    return root / "systemd"


@pytest.fixture
def unit(folder: Path) -> dict[str, list[str]]:
    """All keys of the unit with their values, in order."""
    found: dict[str, list[str]] = {}
    for line in (folder / UNIT).read_text("utf-8").splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture
def here(folder: Path, tmp_path: Path) -> Path:
    """The unit as if the program were installed: its command is one that this machine has."""
    text = (folder / UNIT).read_text("utf-8")
    assert text.count(COMMAND) == 1
    path = tmp_path / UNIT
    path.write_text(text.replace(COMMAND, sys.executable), "utf-8")
    return path


# the unit ---------------------------------------------------------------------------------------


@pytest.mark.needs_systemd
def test_systemd_has_not_a_word_to_say_about_the_unit(here: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.needs_systemd
def test_systemd_would_say_something_about_an_unknown_key(here: Path) -> None:
    """The test above can fail: unknown keys are only warned of, with status 0."""
    here.write_text(here.read_text("utf-8").replace("KillMode=", "KilMode="), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "KilMode" in done.stderr


@pytest.mark.needs_systemd
def test_the_unit_is_as_shut_in_as_the_page_says(here: Path, folder: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(here)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    measured = re.search(r"Overall exposure level for trackside\.service: ([\d.]+)", done.stdout)
    told = re.search(r"its\s+exposure\s+at ([\d.]+)", (folder / "README.md").read_text("utf-8"))
    assert measured is not None, done.stderr
    assert told is not None
    # Other versions of systemd weigh a little differently.
    assert float(measured[1]) == pytest.approx(float(told[1]), abs=0.3)


@pytest.mark.needs_systemd
def test_the_drop_in_for_pwm_pixels_opens_what_their_library_opens(
    here: Path, folder: Path
) -> None:
    """rpi_ws281x 5.0.0: ``/dev/mem`` (lib/ws2811.c) and ``/dev/vcio`` (lib/mailbox.c), as root."""
    (drop_in,) = re.findall(r"```ini\n(.*?)```", (folder / "README.md").read_text("utf-8"), re.S)
    beside = here.with_name(f"{UNIT}.d")
    beside.mkdir()
    (beside / "override.conf").write_text(drop_in, "utf-8")
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")
    # The offline look reads one file, so both go into it, as systemd would put them together.
    here.write_text(here.read_text("utf-8") + drop_in, "utf-8")
    looked = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--json=short", str(here)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    told = {row["json_field"]: row["description"] for row in json.loads(looked.stdout)}
    allowed = told["DeviceAllow"].partition(": ")[2].split()
    assert {"/dev/mem:rw", "/dev/vcio:rw", "char-gpiochip:rw"} <= set(allowed)
    assert told["CapabilityBoundingSet_CAP_SYS_RAWIO"] == "Service has raw I/O access"
    assert told["UserOrDynamicUser"] == "Service runs as root user"


def test_the_unit_starts_a_command_that_there_is(root: Path, unit: dict[str, list[str]]) -> None:
    program, command = unit["ExecStart"][0].split()
    assert program == COMMAND
    scripts = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert Path(program).name in scripts
    assert command in COMMANDS


def test_the_unit_stops_as_the_service_wants_to_be_stopped(unit: dict[str, list[str]]) -> None:
    """SIGTERM to the service alone: it darkens the lights before its own children end."""
    assert unit["KillSignal"] == ["SIGTERM"]
    assert unit["KillMode"] == ["mixed"]
    assert unit["Restart"] == ["on-failure"]


def test_the_unit_may_open_what_boards_are_made_of(unit: dict[str, list[str]]) -> None:
    """Numbers of Linux: 166 ttyACM, 188 ttyUSB, 204 ttyAMA, 153 spidev; pins have only a name."""
    allowed = {line.split()[0] for line in unit["DeviceAllow"]}
    assert {"char-166", "char-188", "char-204", "char-153", "char-gpiochip"} <= allowed
    assert unit["DevicePolicy"] == ["closed"]
    assert "PrivateDevices" not in unit


def test_the_unit_keeps_its_data_where_its_setting_says(unit: dict[str, list[str]]) -> None:
    data = dict(line.split("=", 1) for line in unit["Environment"])["TRACKSIDE_DATA"]
    assert data == f"/var/lib/{unit['StateDirectory'][0]}"
    assert unit["EnvironmentFile"] == ["-/etc/trackside/trackside.env"]


def test_the_unit_gives_lgpio_a_folder_for_its_pipe(unit: dict[str, list[str]]) -> None:
    folder = dict(line.split("=", 1) for line in unit["Environment"])["LG_WD"]
    assert folder == f"/run/{unit['RuntimeDirectory'][0]}"


# user and port ----------------------------------------------------------------------------------


@pytest.mark.needs_systemd
def test_the_user_comes_into_the_groups_of_ports_and_pins(
    folder: Path, tmp_path: Path, unit: dict[str, list[str]]
) -> None:
    (tmp_path / "etc").mkdir()
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", str(folder / "trackside.sysusers")],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 0, done.stderr
    users = [line.split(":") for line in (tmp_path / "etc/passwd").read_text().splitlines()]
    groups = [line.split(":") for line in (tmp_path / "etc/group").read_text().splitlines()]
    assert [user[0] for user in users] == unit["User"] == unit["Group"]
    assert users[0][6].endswith("nologin")
    members = {group[0] for group in groups if "trackside" in group[3].split(",")}
    assert members == {"dialout", "gpio", "spi"}


def rules(folder: Path) -> list[dict[str, str]]:
    """Every rule as key with operator → value; what is no rule of udev fails."""
    found = []
    for line in (folder / "60-trackside.rules").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        parts = re.findall(r'([A-Z]+(?:\{\w+\})?(?:==|!=|\+=|=))"([^"]*)"', line)
        assert ", ".join(f'{key}"{value}"' for key, value in parts) == line
        found.append(dict(parts))
    return found


def test_the_picos_data_port_has_a_name_of_its_own(folder: Path, root: Path) -> None:
    port = rules(folder)[0]
    assert port["SYMLINK+="] == "trackside"
    assert port["ENV{ID_USB_INTERFACE_NUM}=="] == "02", "00 is the console of a person"
    assert "/dev/" + port["SYMLINK+="] == DEVICE, "what new board files name"
    assert port["GROUP="] in (folder / "trackside.sysusers").read_text("utf-8").split()


def test_the_rule_knows_the_pico_by_the_name_that_its_firmware_gives_it(
    folder: Path, root: Path
) -> None:
    boot = (root / "firmware_bridge/firmware/boot.py").read_text("utf-8")
    named = re.search(r'set_usb_identification\("([^"]+)", "([^"]+)"\)', boot)
    assert named is not None
    port, device = rules(folder)
    assert port["ATTRS{product}=="] == device["ATTR{product}=="] == named[2]


@pytest.mark.needs_systemd
def test_udev_has_not_a_word_to_say_about_the_rules(folder: Path) -> None:
    """``udevadm verify`` came with systemd 254; an older one gets the look of the tests above."""
    done = subprocess.run(
        ["udevadm", "verify", "--no-summary", str(folder / "60-trackside.rules")],
        capture_output=True,
        text=True,
        timeout=30,
    )
    if "Unknown command verb" in done.stderr:
        assert len(rules(folder)) == 2
    else:
        assert (done.returncode, done.stderr) == (0, "")


# settings ---------------------------------------------------------------------------------------


def example(folder: Path) -> dict[str, str]:
    """Every variable of the example, commented or not."""
    text = (folder / "trackside.env.example").read_text("utf-8")
    return dict(re.findall(r"^#?(TRACKSIDE_\w+)=(.*)$", text, re.M))


def plainly(value: object) -> str:
    """A default as it would stand in a variable."""
    if value is None:
        return ""
    if isinstance(value, tuple | list):
        return ",".join(str(part) for part in value)
    if isinstance(value, dict):
        return ",".join(f"{key}={part}" for key, part in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_the_example_has_every_setting_and_no_other(folder: Path) -> None:
    wanted = {PREFIX + key.upper() for key in KEYS} | {"TRACKSIDE_CONFIG"}
    given = set(example(folder))
    assert not wanted - given, "write it into systemd/trackside.env.example too"
    assert not given - wanted


def test_what_the_example_leaves_out_is_the_default(folder: Path) -> None:
    text = (folder / "trackside.env.example").read_text("utf-8")
    defaults = {PREFIX + key.upper(): plainly(getattr(Config(), key)) for key in KEYS}
    for name, value in re.findall(r"^#(TRACKSIDE_\w+)=(.*)$", text, re.M):
        if name not in ("TRACKSIDE_CONFIG", "TRACKSIDE_DATA"):  # the unit sets these places
            assert value == defaults[name], name


def test_the_example_can_be_used_as_it_is_and_with_every_line_switched_on(
    folder: Path, tmp_path: Path
) -> None:
    """With the board file where the page says, in the data folder."""
    holes = board_of("hex").holes
    (tmp_path / "board.toml").write_text(write(new("hex", holes)), "utf-8")
    text = (folder / "trackside.env.example").read_text("utf-8")
    active = dict(re.findall(r"^(TRACKSIDE_\w+)=(.*)$", text, re.M))
    config = load_config(active | {"TRACKSIDE_DATA": str(tmp_path)})
    assert (config.board, config.device) == ("serial", "/dev/trackside")
    everything = example(folder)
    del everything["TRACKSIDE_CONFIG"]
    assert load_config(everything | {"TRACKSIDE_DATA": str(tmp_path)}).board == "virtual"


# the page ---------------------------------------------------------------------------------------


def test_the_installation_names_files_that_there_are_and_puts_them_where_the_table_says(
    folder: Path, root: Path
) -> None:
    page = (folder / "README.md").read_text("utf-8")
    table = dict(re.findall(r"^\| `([\w.-]+)` \| `([^`]+)` \|", page, re.M))
    blocks = "".join(re.findall(r"```sh\n(.*?)```", page, re.S))
    put = {}
    for line in blocks.splitlines():
        words = shlex.split(line, comments=True)
        if words[-2:-1] == ["board.toml"]:  # the person's own
            named = example(folder)["TRACKSIDE_BOARD_FILE"]
            assert words[-1] == f"/var/lib/trackside/{named}"
        elif words[:2] == ["sudo", "install"] and "-d" not in words:
            assert (root / words[-2]).is_file(), line
            put[Path(words[-2]).name] = words[-1]
    assert set(put) == set(table) == {path.name for path in folder.iterdir()} - {"README.md"}
    for name, place in table.items():
        assert put[name] == (place + name if place.endswith("/") else place)


def test_every_shell_line_of_the_page_is_good_shell(folder: Path) -> None:
    for block in re.findall(r"```sh\n(.*?)```", (folder / "README.md").read_text("utf-8"), re.S):
        done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_the_service_comes_up_with_the_units_environment_and_stops_as_the_unit_stops_it(
    folder: Path, unit: dict[str, list[str]], tmp_path: Path
) -> None:
    """The example's settings, a board file in the data folder, a board at its port; SIGTERM."""
    data = tmp_path / "data"
    data.mkdir()
    holes = board_of("hex").holes
    with VirtualBoardProcess(holes, tmp_path) as board:
        file = new("hex", holes, device=str(board.port))
        (data / "board.toml").write_text(write(file), "utf-8")
        text = (folder / "trackside.env.example").read_text("utf-8")
        settings = dict(re.findall(r"^(TRACKSIDE_\w+)=(.*)$", text, re.M))
        kept = {key: value for key, value in os.environ.items() if not key.startswith(PREFIX)}
        more = {"TRACKSIDE_DATA": str(data), "TRACKSIDE_HOST": "127.0.0.1", "TRACKSIDE_PORT": "0"}
        words = unit["ExecStart"][0].split()[1:]
        service = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", *words],
            env={**kept, "PYTHONPATH": str(folder.parent), **settings, **more},
            cwd=data,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert service.stdout is not None
        try:
            ready = service.stdout.readline().split()
            assert ready[:1] == ["ready"]
            with urllib.request.urlopen(f"{ready[1]}health", timeout=10) as answer:
                assert json.load(answer)["link"] == "up"
            rights = {path.name: path.stat().st_mode & 0o777 for path in data.glob("journal.db*")}
            assert set(rights.values()) == {0o600}
            assert {"journal.db", "journal.db-wal"} <= set(rights)
        finally:
            service.send_signal(getattr(signal, unit["KillSignal"][0]))
            service.communicate(timeout=float(unit["TimeoutStopSec"][0]))
        assert service.returncode == 0
