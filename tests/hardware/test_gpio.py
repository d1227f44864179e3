"""Whatever goes wrong at a pin becomes one sentence that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
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
        (BadPinFactory("Unable to load any default pin factory!"), "this is no Raspberry Pi"),
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
    """gpiozero says the same of both: it found no library that would do."""
    chip = tmp_path / "gpiochip0"
    chip.touch()
    monkeypatch.setattr(gpio, "CHIPS", str(tmp_path / "gpiochip*"))
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(chip))
    with pytest.raises(NoDriver, match="add the service's user to the group gpio"), sentences(4):
        raise BadPinFactory("Unable to load any default pin factory!")


def test_a_machine_without_pins_is_told_so() -> None:
    """gpiozero's own search for pins, on this machine, which is no Raspberry Pi."""
    code = (
        "import warnings; warnings.simplefilter('ignore')\n"
        "from hardware.gpio import input_pin\n"
        "from hardware.errors import NoDriver\n"
        "try: input_pin(4, 'low', 'up', None)\n"
        "except NoDriver as error: print(error)\n"
    )
    environ = {k: v for k, v in os.environ.items() if k != "GPIOZERO_PIN_FACTORY"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environ, timeout=60
    )
    assert done.stdout.startswith("No pins were found: this is no Raspberry Pi"), done.stderr
