"""Every fault of a pin becomes one sentence that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from hardware import gpio
from hardware.errors import NoDriver
from hardware.gpio import sentences


class BadPinFactory(ImportError):
    """As gpiozero's own."""


class LgpioError(Exception):
    """As lgpio's own, which is no OSError."""


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModuleNotFoundError("No module", name="gpiozero"), "library gpiozero is missing"),
        (BadPinFactory("Unable to find pin factory 'x'"), "GPIOZERO_PIN_FACTORY names pins that"),
        (FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "set LG_WD to one of its own"),
        (LgpioError("'GPIO busy'"), "BCM 4 is used by something else"),
        (LgpioError("can not open gpiochip"), "add the service's user to the group gpio"),
        (PermissionError(13, "Permission denied"), "add the service's user to the group gpio"),
        (RuntimeError("smoke"), r"BCM 4 cannot be used \(RuntimeError: smoke\)"),
    ],
)
def test_an_error_at_a_pin_is_a_sentence(error: Exception, words: str) -> None:
    with pytest.raises(NoDriver, match=words) as told, sentences(4):
        raise error
    assert "\n" not in str(told.value)
    assert str(told.value).endswith((".", ")."))


def test_pins_that_are_there_but_not_ours_are_no_missing_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gpiozero says the same of whatever factory failed."""
    chip = tmp_path / "gpiochip0"
    chip.touch()
    monkeypatch.setattr(gpio, "CHIPS", str(tmp_path / "gpiochip*"))
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(chip))
    with pytest.raises(NoDriver, match="add the service's user to the group gpio"), sentences(4):
        raise BadPinFactory("Unable to load any default pin factory!")


def test_a_missing_lgpio_is_named_where_there_are_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without pins no library would help, and that is what is said."""
    error = ModuleNotFoundError("No module named 'lgpio'", name="lgpio")
    monkeypatch.setattr(gpio, "CHIPS", str(tmp_path / "gpiochip*"))
    with pytest.raises(NoDriver, match="No pins were found: this is no Ra"), sentences(4):
        raise error
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(NoDriver, match="python3-lgpio is missing: run make setup-"), sentences(4):
        raise error


LIKE_LGPIO = """
import os
folder = os.environ.get("LG_WD") or os.getcwd()
os.chdir(folder)
try: os.mkfifo(os.path.join(folder, ".lgd-nfy0"), 0o664)
except OSError: open(".lgd-nfy-3", "rb")
def __getattr__(name):
    if name.isupper(): return 0
    raise AttributeError(name)
def gpiochip_open(chip): raise Exception("can not open gpiochip")
"""
"""lgpio 0.2.2.0 at its import, for a Python that pip has none for: ``lguGetWorkDir`` in lgUtil.c,
``lgNotifyOpenWithSize`` in lgNotify.c, ``_callback_thread`` in lgpio_extra.py. The real one is held
to the same."""
LGPIO = ["like lgpio"] + ["lgpio"] * (find_spec("lgpio") is not None)
LOOK_FOR_PINS = """
import os, warnings
from gpiozero.pins.local import LocalPiFactory
from hardware.errors import NoDriver
from hardware.gpio import input_pin
here = os.getcwd()
warnings.simplefilter("ignore")
{pretend}
try: input_pin(4, "low", "up", None)
except NoDriver as error: print(error)
import lgpio
print(os.getcwd() == here, os.environ.get("LG_WD"))
"""
A_PI = "LocalPiFactory._get_revision = lambda self: 0xc03112"


def look_for_pins(tmp_path: Path, which: str, cwd: str, pretend: str = "") -> list[str]:
    """What is said on this machine, in the folder ``cwd``; and that lgpio could be imported."""
    modules = tmp_path / "modules"
    modules.mkdir()
    if which != "lgpio":
        (modules / "lgpio.py").write_text(LIKE_LGPIO, "utf-8")
    kept = {k: v for k, v in os.environ.items() if k not in ("GPIOZERO_PIN_FACTORY", "LG_WD")}
    done = subprocess.run(
        [sys.executable, "-c", LOOK_FOR_PINS.format(pretend=pretend)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**kept, "PYTHONPATH": os.pathsep.join([str(modules), *sys.path])},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("which", LGPIO)
def test_a_machine_without_pins_is_told_so(tmp_path: Path, which: str) -> None:
    said, _ = look_for_pins(tmp_path, which, str(tmp_path))
    assert said == "No pins were found: this is no Raspberry Pi."
    assert [path.name for path in tmp_path.iterdir()] == ["modules"], "no pipe is left behind"


@pytest.mark.parametrize("which", LGPIO)
def test_the_pins_come_by_lgpio_from_a_folder_that_nobody_can_write(
    tmp_path: Path, which: str
) -> None:
    """Not even root makes a pipe in /proc. The process stays in the folder it was in."""
    said, after = look_for_pins(tmp_path, which, "/proc", pretend=A_PI)
    assert said.startswith("The pins may not be used: add the service's user to the group gpio")
    assert after == "True None"
