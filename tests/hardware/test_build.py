"""From a board file to a board: every driver, wires crossed, on mock pins and chains of memory."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory
from wood import Ear, MatrixWood, MemoryChain

from firmware_bridge.firmware.core.lights import Lights
from hardware.build import Factories, PicoBoard, Wired, build
from hardware.errors import BadSetting
from hardware.mock import MockLights, MockSensors
from hardware.ports import Clock, LightFrame, LinkChange, LinkState, Look, SensorSink, Snapshot
from hardware.power import PowerUse
from hardware.wiring import BoardFile, Input, PixelRun, new, read

HOLES = [f"h{at}" for at in range(12)]
DARK = Look(0, 0, 0)


class MemoryPico(MockSensors):
    """A Pico of memory: sensors and lights behind one port."""

    def __init__(self, device: str, holes: int) -> None:
        super().__init__(holes)
        self.device = device
        self.lights = MockLights(holes)
        self.started = 0
        self.power = PowerUse(4000, 120, False)

    def start(self, sink: SensorSink) -> None:
        """Count, and begin."""
        self.started += 1
        super().start(sink)

    def show(self, frame: LightFrame) -> None:
        """Light."""
        self.lights.show(frame)

    def off(self) -> None:
        """Dark."""
        self.lights.off()

    def close(self) -> None:
        """End both."""
        self.lights.close()
        super().close()


class Workbench:
    """Factories that keep what they made."""

    def __init__(self, clock: Clock, pins: MockFactory) -> None:
        self.picos: dict[str, MemoryPico] = {}
        self.chains: dict[str, MemoryChain] = {}
        self.factories = Factories(
            clock,
            pico=self.pico,
            engine=lambda holes, ring, dark: Lights(holes, ring),
            pins=pins,
            neopixel=self.chain,
            neopixel_spi=self.chain,
        )

    def pico(self, device: str, holes: int) -> PicoBoard:
        """A Pico of memory."""
        return self.picos.setdefault(device, MemoryPico(device, holes))

    def chain(self, where: str, count: int, order: str) -> MemoryChain:
        """A chain of memory."""
        return self.chains.setdefault(where, MemoryChain())


@pytest.fixture
def bench(clock: Clock, pins: MockFactory) -> Workbench:
    return Workbench(clock, pins)


def crossed(board: BoardFile, seed: int = 3) -> BoardFile:
    """The same parts, but every hole wired to another input and other pixels."""
    rng = random.Random(seed)
    inputs, lights = list(range(len(board.holes))), list(range(len(board.holes)))
    rng.shuffle(inputs)
    rng.shuffle(lights)
    ring = board.ring
    return replace(
        board,
        holes=tuple(
            replace(
                wire,
                input=Input("main", inputs[at]),
                pixels=PixelRun("main", ring * lights[at], ring * lights[at] + ring - 1),
            )
            for at, wire in enumerate(board.holes)
        ),
    )


def wires(board: BoardFile, hole: str) -> tuple[int, int]:
    """Input and first pixel of a hole."""
    wire = board.wire(hole)
    assert wire.input
    assert wire.pixels
    return wire.input.number, wire.pixels.first


def start(wired: Wired, ear: Ear) -> tuple[bool, ...]:
    """Begin; the first snapshot."""
    wired.start(ear)
    return ear.snapshot()


@pytest.mark.parametrize("ring", [1, 3])
def test_a_crossed_pico_board_feels_and_lights_the_holes_of_its_file(
    bench: Workbench, ear: Ear, ring: int
) -> None:
    board = crossed(new("toy", HOLES, ring=ring))
    wired = build(board, HOLES, bench.factories)
    pico = bench.picos["/dev/trackside"]
    for at, hole in enumerate(HOLES):
        pico.put(wires(board, hole)[0])
        assert sum(start(wired, ear)) == at + 1
    cells = tuple(1 if hole == "h4" else 0 for hole in HOLES)
    wired.lights.show(LightFrame((DARK, Look(1, 2, 3)), cells))
    lit = [at for at, cell in enumerate(pico.lights.frame.cells) if cell]
    assert lit == [wires(board, "h4")[1] // ring]
    assert wired.power == PowerUse(4000, 120, False)
    assert wired.fault == ""
    wired.close()
    wired.close()
    assert pico.lights.closed


def test_the_order_is_the_tables_whatever_the_file_says(bench: Workbench, ear: Ear) -> None:
    board = new("toy", HOLES)
    backwards = replace(board, holes=board.holes[::-1])
    wired = build(backwards, HOLES, bench.factories)
    bench.picos["/dev/trackside"].put(0)
    assert start(wired, ear)[0]
    wired.close()


def test_a_crossed_matrix_with_pixels_at_the_pi(
    bench: Workbench, ear: Ear, pins: MockFactory
) -> None:
    board = crossed(new("toy", HOLES, sensors="matrix", pixels="neopixel", ring=2))
    part = board.sensor("main")
    wood = MatrixWood(pins, list(part.rows), list(part.columns))
    number, pixel = wires(board, "h7")
    wood.marbles = {divmod(number, len(part.columns))}
    wired = build(board, HOLES, bench.factories)
    assert [at for at, there in enumerate(start(wired, ear)) if there] == [7]
    wired.lights.show(LightFrame((DARK, Look(9, 9, 9)), tuple(int(h == "h7") for h in HOLES)))
    colours = bench.chains.setdefault("D18", MemoryChain()).until(any)
    assert [at for at in range(24) if colours[3 * at]] == [pixel, pixel + 1]
    wired.close()


def test_single_pins_with_pixels_by_spi(bench: Workbench, ear: Ear, pins: MockFactory) -> None:
    board = crossed(new("toy", HOLES, sensors="gpio", pixels="neopixel_spi"))
    wired = build(board, HOLES, bench.factories)
    assert not any(start(wired, ear))
    pins.pin(board.sensor("main").pins[wires(board, "h2")[0]]).drive_low()
    assert ear.change() == (2, True)
    wired.lights.show(LightFrame((DARK, Look(9, 9, 9)), (1,) * 12))
    assert bench.chains.setdefault("0.0", MemoryChain()).until(any) == b"\x09" * 36
    wired.close()


MIXED = """
version = 1
kind = "toy"
[supply]
amperes = 0.5
[sensors.wood]
driver = "pico"
inputs = 8
[sensors.pens]
driver = "gpio"
pins = [4, 17, 27, 22]
[pixels.pens]
driver = "neopixel"
count = 5
spare = [0]
[pixels.wood]
driver = "pico"
device = "/dev/lights"
count = 8
[holes]
"""
MIXED += "".join(
    f'h{at} = {{ input = "wood:{7 - at}", pixels = "wood:{at}" }}\n' for at in range(8)
)
MIXED += "".join(
    f'h{at} = {{ input = "pens:{at - 8}", pixels = "pens:{12 - at}" }}\n' for at in range(8, 12)
)


def test_a_mixed_board_has_two_picos_and_pins_and_a_chain(
    bench: Workbench, ear: Ear, pins: MockFactory
) -> None:
    wired = build(read(MIXED, HOLES), HOLES, bench.factories)
    assert set(bench.picos) == {"/dev/trackside", "/dev/lights"}
    bench.picos["/dev/trackside"].put(7)
    assert [at for at, there in enumerate(start(wired, ear)) if there] == [0]
    assert bench.picos["/dev/lights"].started == 1
    pins.pin(27).drive_low()
    assert ear.change() == (10, True)
    wired.lights.show(LightFrame((DARK, Look(255, 255, 255)), (1,) * 12))
    colours = bench.chains.setdefault("D18", MemoryChain()).until(any)
    assert colours[:3] == b"\0\0\0"
    # Twelve white pixels are 720 mA; the supply gives 500 to both chains together (PP-22).
    assert len(set(colours[3:])) == 1
    assert 100 < colours[3] < 180
    assert {look.red for look in bench.picos["/dev/lights"].lights.frame.palette} == {
        0,
        colours[3],
    }
    assert wired.power is not None
    assert wired.power.limit_ma == 4000
    wired.close()


def test_a_lighting_pico_that_goes_leaves_the_board_up_pp_14(bench: Workbench, ear: Ear) -> None:
    wired = build(read(MIXED, HOLES), HOLES, bench.factories)
    start(wired, ear)
    bench.picos["/dev/lights"].unplug()
    bench.picos["/dev/trackside"].put(0)
    assert ear.change() == (7, True)
    links = [event for event in ear.all if isinstance(event, LinkChange)]
    assert [link.state for link in links] == [LinkState.UP]
    wired.close()


def test_a_board_without_lights_has_no_power_to_tell(bench: Workbench, ear: Ear) -> None:
    text = 'version = 1\nkind = "toy"\n[sensors.main]\ndriver = "gpio"\npins = [4]\n'
    wired = build(
        read(text + '[holes]\nh0 = { input = "main:0" }\n', ["h0"]), ["h0"], bench.factories
    )
    assert start(wired, ear) == (False,)
    wired.lights.show(LightFrame((DARK, Look(1, 1, 1)), (1,)))
    assert wired.power is None
    wired.resync()
    assert isinstance(ear.until(lambda event: isinstance(event, Snapshot)), Snapshot)
    wired.close()


def test_a_file_of_another_board_is_refused(bench: Workbench) -> None:
    with pytest.raises(BadSetting):
        build(new("toy", HOLES), HOLES[:-1], bench.factories)
