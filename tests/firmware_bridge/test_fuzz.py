"""Both ends against noise: a bad wire, a bad chain, and clocks that run, stand and go back."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from two_forms import first

from firmware_bridge.firmware.core.device import Device
from firmware_bridge.firmware.core.scanner import SENTINELS
from firmware_bridge.link.lamp import LightSettings, PixelFrame
from firmware_bridge.link.session import BridgeEvent, Session
from hardware.ports import HoleChange, LightFrame, LinkState, Look, Motion

HOLES = 20
STEPS = 400
PALETTE = (
    Look(0, 0, 0),
    *(Look(at, 255 - at, 7 * at % 256, motion) for at, motion in enumerate(Motion)),
)


class Noisy:
    """A board and its host; every step does something by chance, at a time by chance."""

    def __init__(self, seed: int, *, orderly: bool) -> None:
        self.noise = Random(seed)
        self.orderly = orderly
        self.now = 0.0
        self.latest = 0.0
        self.levels = [False] * HOLES + list(SENTINELS)
        self.board = Device(HOLES, seed + 1, "fuzz", 2)
        self.host = Session(HOLES)
        self.to_board = self.to_host = b""
        self.told: list[list[HoleChange]] = [[]]
        self.board.scan(self.levels, 0)
        self.hear(self.host.opened(0.0))

    def time(self) -> float:
        """Mostly a little later; out of order also earlier, or much later for once."""
        chance = self.noise.random()
        self.now += chance * 0.02
        moment = self.now
        if not self.orderly and chance < 0.3:
            moment += self.noise.uniform(-0.5, 0.3)
        self.latest = max(self.latest, moment)
        return max(0.0, moment)

    def hear(self, events: list[BridgeEvent]) -> None:
        """What the host was told."""
        self.told[-1] += [event for event in events if isinstance(event, HoleChange)]

    def step(self) -> None:
        """One thing of many."""
        noise = self.noise
        ms = round(self.time() * 1000)
        deed = noise.randrange(12)
        if deed < 4:
            for _ in range(noise.choice((1, 1, 2, 5))):
                hole = noise.randrange(HOLES)
                self.levels[hole] = not self.levels[hole]
            self.board.scan(list(self.levels), ms)
        elif deed == 4:
            self.board.scan([noise.random() < 0.5 for _ in self.levels], ms)
            self.board.scan(list(self.levels), round(self.time() * 1000))
        elif deed == 5 and noise.random() < 0.2:
            self.board.overflow(ms)
            self.board.scan(list(self.levels), ms)
        elif deed == 6:
            cells = tuple(noise.randrange(len(PALETTE)) for _ in range(HOLES))
            self.host.show(LightFrame(PALETTE, cells), self.time())
        elif deed == 7:
            self.host.settings(LightSettings(noise.randrange(256), False, 500), self.time())
            self.host.show(PixelFrame(noise.randbytes(6 * HOLES)), self.time())
        elif deed == 8:
            self.board.render(ms)
        elif deed == 9 and noise.random() < 0.2:
            self.board.receive(noise.randbytes(noise.randrange(80)), ms)
            self.hear(self.host.receive(noise.randbytes(noise.randrange(80)), self.time()))
        self.carry()

    def carry(self, *, clean: bool = False) -> None:
        """Let both do what is due, and carry what they say, some of it lost, spoilt or doubled."""
        self.hear(self.host.tick(self.time()))
        self.board.tick(round(self.time() * 1000))
        self.to_board += self.host.data_to_send()
        self.to_host += self.board.take()
        part = len(self.to_board) if clean else self.noise.randrange(len(self.to_board) + 1)
        data, self.to_board = self.to_board[:part], self.to_board[part:]
        self.board.receive(data if clean else self.spoilt(data), round(self.time() * 1000))
        part = len(self.to_host) if clean else self.noise.randrange(len(self.to_host) + 1)
        data, self.to_host = self.to_host[:part], self.to_host[part:]
        self.hear(self.host.receive(data if clean else self.spoilt(data), self.time()))

    def spoilt(self, data: bytes) -> bytes:
        """Mostly as it was."""
        chance = self.noise.random()
        if not data or chance < 0.9:
            return data
        at = self.noise.randrange(len(data))
        if chance < 0.94:
            return data[:at] + bytes((data[at] ^ 1 << self.noise.randrange(8),)) + data[at + 1 :]
        return data[:at] if chance < 0.97 else data + data


@pytest.mark.parametrize("orderly", [True, False], ids=["time-in-order", "time-out-of-order"])
@pytest.mark.parametrize("seed", first(4, range(40)))
def test_noise_stops_neither_end_and_afterwards_both_agree(seed: int, orderly: bool) -> None:
    fuzz = Noisy(seed, orderly=orderly)
    for _ in range(STEPS):
        fuzz.step()
    times = [change.t for change in fuzz.told[-1]]
    assert times
    assert all(a <= b for a, b in pairwise(times)), "the board's time never goes back"

    fuzz.orderly, fuzz.now = True, fuzz.latest
    frame = LightFrame(PALETTE, tuple(seed % len(PALETTE) for _ in range(HOLES)))
    fuzz.board.scan(list(fuzz.levels), round(fuzz.time() * 1000))
    fuzz.host.show(frame, fuzz.time())
    end = fuzz.now + 5
    while fuzz.now < end:
        fuzz.carry(clean=True)
    assert fuzz.host.state is LinkState.UP, fuzz.host.reason
    assert fuzz.host.present == fuzz.levels[:HOLES]
    assert fuzz.board.lights.cells == bytes(frame.cells)
    assert fuzz.host.lamp.settled
