"""The diode matrix on mock pins that are coupled by a model of the wood."""

from __future__ import annotations

import random

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from wood import Ear, MatrixWood

from hardware.errors import NoDriver
from hardware.gpio_direct import GpioDirect
from hardware.gpio_matrix import MatrixReader, gpio_matrix
from hardware.ports import Clock, LinkState
from hardware.wiring import new

BOARD = new("toy", [f"h{at}" for at in range(133)], sensors="matrix", pixels="neopixel")
PART = BOARD.sensor("main")
ROWS, COLUMNS = list(PART.rows), list(PART.columns)


def reader(pins: MockFactory, active: str = "low") -> MatrixReader:
    """An open matrix that does not wait: mock columns settle at once."""
    pull = "up" if active == "low" else "down"
    return MatrixReader(ROWS, COLUMNS, active=active, pull=pull, factory=pins, settle=lambda: None)


def lying(wood: MatrixWood) -> list[bool]:
    """What an honest matrix says of these marbles."""
    return [(row, at) in wood.marbles for row in range(len(ROWS)) for at in range(len(COLUMNS))]


@pytest.mark.parametrize("active", ["low", "high"])
def test_any_pattern_of_marbles_is_read_as_it_lies(pins: MockFactory, active: str) -> None:
    wood = MatrixWood(pins, ROWS, COLUMNS, active=active)
    matrix = reader(pins, active)
    wood.settle()
    rng = random.Random(4)
    cells = [(row, at) for row in range(12) for at in range(12)]
    for count in (0, 1, 40, 100, 144):
        wood.marbles = set(rng.sample(cells, count))
        assert matrix.read() == lying(wood)
    matrix.close()


def test_without_diodes_three_marbles_would_make_a_fourth(pins: MockFactory) -> None:
    """What the diodes are for; and that this model of the wood can show ghosts at all."""
    wood = MatrixWood(pins, ROWS, COLUMNS, diodes=False)
    matrix = reader(pins)
    wood.marbles = {(0, 0), (0, 1), (1, 0)}
    ghost = [at for at, (a, b) in enumerate(zip(matrix.read(), lying(wood), strict=True)) if a != b]
    assert ghost == [1 * 12 + 1]
    wood.diodes = True
    assert matrix.read() == lying(wood)
    matrix.close()


class EdgePin(MockPin):
    """A column that notes what would arm the kernel: gpiozero 2.0.1.post3 claims an alert in
    ``_enable_event_detect`` (``pins/lgpio.py``), which assigning ``when_changed`` calls."""

    armed = 0

    def _enable_event_detect(self) -> None:
        super()._enable_event_detect()
        type(self).armed += 1


def test_no_edge_of_a_column_is_watched(
    pins: MockFactory, ear: Ear, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EdgePin, "armed", 0)
    columns = [pins.pin(bcm, pin_class=EdgePin) for bcm in COLUMNS]
    wood = MatrixWood(pins, ROWS, COLUMNS)
    wood.marbles = {(row, 3) for row in range(0, 12, 2)}
    matrix = reader(pins)
    assert matrix.read() == lying(wood)
    assert EdgePin.armed == 0
    assert all(pin.when_changed is None for pin in columns)
    matrix.close()
    # The same ear hears that a driver which needs edges does arm them.
    direct = GpioDirect(COLUMNS, clock, factory=pins)
    with direct:
        direct.start(ear)
        ear.snapshot()
        assert EdgePin.armed == len(COLUMNS)


def test_the_rows_rest_between_two_scans(pins: MockFactory) -> None:
    wood = MatrixWood(pins, ROWS, COLUMNS)
    matrix = reader(pins)
    assert all(pin.state for pin in wood.rows)
    matrix.read()
    assert all(pin.state for pin in wood.rows)
    matrix.close()


def test_a_scanned_matrix_tells_snapshot_and_changes(
    pins: MockFactory, ear: Ear, clock: Clock
) -> None:
    wood = MatrixWood(pins, ROWS, COLUMNS)
    wood.marbles = {(0, 3), (11, 11)}
    with gpio_matrix(ROWS, COLUMNS, clock, factory=pins) as sensors:
        assert sensors.holes == 144
        sensors.start(ear)
        present = ear.snapshot()
        assert [at for at, there in enumerate(present) if there] == [3, 143]
        wood.marbles = {(0, 3)}
        assert ear.change() == (143, False)
        wood.marbles = {(0, 3), (5, 0)}
        assert ear.change() == (60, True)


def test_pins_are_let_go_when_one_of_them_cannot_be_had(pins: MockFactory) -> None:
    with pytest.raises(NoDriver, match="BCM 77 is no pin of this Raspberry Pi"):
        MatrixReader([4, 5], [6, 77], factory=pins)
    MatrixReader([4, 5], [6, 7], factory=pins).close()


def test_a_pin_in_use_is_told_and_tried_again(pins: MockFactory, ear: Ear, clock: Clock) -> None:
    taken = MatrixReader([4], [5], factory=pins)
    with gpio_matrix([6], [5], clock, factory=pins) as sensors:
        sensors.start(ear)
        assert "BCM 5 is used by something else" in ear.link(LinkState.DOWN)
    taken.close()
