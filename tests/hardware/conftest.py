"""Mock pins, a clock and an ear; ``wood`` can be imported by name from the tests of hardware."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

HERE = Path(__file__).resolve().parent
if str(HERE) not in sys.path:
    sys.path.append(str(HERE))

from wood import Ear, WallClock  # noqa: E402


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def clock() -> WallClock:
    return WallClock()


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """A Pi 4 of mock pins; all pins are let go at the end."""
    factory = MockFactory(revision="c03112")
    # gpiozero's software SPI takes its pins from there, whatever factory it was made by.
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.close()
