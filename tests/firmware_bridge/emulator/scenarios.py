"""What the firmware must do on a real CircuitPython; each scenario gives figures or fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from typing import Final

from emulated import EmulatedPico, Failed, Hosted, Picture
from kit import Kit, make_drive

from firmware_bridge.flash import PicoSettings, assemble
from firmware_bridge.link.lamp import LightSettings, whole
from firmware_bridge.link.session import Session
from hardware.ports import (
    HoleChange,
    LightFrame,
    LinkChange,
    LinkState,
    Look,
    Motion,
    Snapshot,
)

HOLES: Final = 133
SENTINELS: Final = 3
MARBLES: Final = (2, 40, 132)
AMBER: Final = Look(200, 120, 0)
BREATHE: Final = Look(0, 160, 90, Motion.BREATHE)
SPOILT: Final = """
from core.device import Device
_tick = Device.tick
def tick(self, now):
    _tick(self, now)
    if now > {when}:
        {what}
Device.tick = tick
"""
"""Stands at the end of the settings, so that a board that works has this one thing wrong."""

Figures = Mapping[str, float | str]


@contextmanager
def board(
    kit: Kit,
    ring: int = 1,
    *,
    spoilt: tuple[int, str] | None = None,
    since: float = 0.0,
    marbles: tuple[int, ...] = MARBLES,
) -> Iterator[Hosted]:
    """A Pico with our firmware, its chain and its marbles; the power has just come."""
    files = dict(assemble(PicoSettings("Proof", HOLES, ring)).files)
    if spoilt:
        files["trackside_settings.py"] += SPOILT.format(when=spoilt[0], what=spoilt[1]).encode()
    drive = make_drive(files, kit.folder / "drive.img")
    pico = EmulatedPico(kit, drive, HOLES + SENTINELS, since)
    hosted = Hosted(pico, Session(HOLES, wanted_pixels=HOLES * ring))
    try:
        hosted.levels(False, HOLES, HOLES + 2, *marbles)
        yield hosted
    finally:
        pico.close()


def come_up(on: Hosted, seconds: float = 8.0) -> None:
    """Wait until the host knows what stands on the board."""
    on.until(
        lambda: on.session.state is LinkState.UP and on.session.present is not None,
        "the board's holes are known",
        seconds,
    )


def changes(on: Hosted) -> list[tuple[float, HoleChange]]:
    """Every change that the host was told, with the moment it was told."""
    return [(at, event) for at, event in on.events if isinstance(event, HoleChange)]


# scenarios ---------------------------------------------------------------------------------------


def power_up(kit: Kit) -> Figures:
    """Sentinels and marbles that stand when the power comes are learned."""
    with board(kit) as on:
        come_up(on)
        present = next(e for _, e in on.events if isinstance(e, Snapshot)).present
        found = tuple(at for at, full in enumerate(present) if full)
        if found != MARBLES:
            raise Failed(f"marbles stand in {MARBLES}, the board told of {found}")
        assert on.opened is not None
        on.run(1.0)
        scanned, since = on.pico.scans, on.now
        on.run(1.0)
        return {
            "power to USB, s": on.opened,
            "USB to all holes known, s": next(at for at, e in on.events if isinstance(e, Snapshot))
            - on.opened,
            "scans a second": (on.pico.scans - scanned) / (on.now - since),
            "a scan, µs": on.pico.scan_us,
        }


def hands(kit: Kit) -> Figures:
    """A lift and a put are seen, at the moment they were made."""
    with board(kit) as on:
        come_up(on)
        waits = []
        for hole, present in ((40, False), (77, True), (77, False), (40, True)):
            on.run(0.137)
            began, before = on.now, len(changes(on))
            on.levels(not present, hole)
            on.until(lambda b=before: len(changes(on)) > b, f"hole {hole} changed", 1.0)
            at, change = changes(on)[-1]
            if (change.hole, change.present) != (hole, present):
                raise Failed(f"hole {hole} became {present}, the board told {change}")
            waits.append(1000 * (at - began))
        return {"hand to host, ms, mean": sum(waits) / len(waits), "most": max(waits)}


def lights(kit: Kit, ring: int) -> Figures:
    """A picture comes out right, is acknowledged, and moves."""
    with board(kit, ring) as on:
        come_up(on)
        on.run(0.3)
        wanted = [ring * hole + at for hole in (0, 7, 132) for at in range(ring)]
        cells = tuple(1 if hole in (0, 7, 132) else 0 for hole in range(HOLES))
        began = on.now
        _, first = _lit(on, (Look(0, 0, 0), AMBER), cells)
        if first.lit != wanted or first.rgb[wanted[0]] != (AMBER.red, AMBER.green, AMBER.blue):
            raise Failed(f"pixels {wanted[:3]} … should be {AMBER}, but {first.lit[:9]} shine")
        shown = first.ended - began
        _lit(on, (Look(0, 0, 0), BREATHE), (1,) * HOLES)
        on.run(0.5)
        pictures, since = len(on.pictures), on.now
        on.run(2.0)
        rate = (len(on.pictures) - pictures) / (on.now - since)
        waits = []
        for turn in range(10):
            on.run(0.2 + turn / 90)
            wait, _ = _lit(on, (Look(0, 0, 0), BREATHE, Look(turn, 9, 9)), (1,) * 100 + (2,) * 33)
            waits.append(wait)
        return {
            "asked to last pixel, ms": 1000 * shown,
            "on the line, ms": 1000 * (first.ended - first.began),
            "moving pictures a second": rate,
            "LIT meanwhile, ms, mean": 1000 * sum(waits) / len(waits),
            "most": 1000 * max(waits),
            "frames sent again": on.session.lamp.resent,
        }


def _lit(on: Hosted, palette: tuple[Look, ...], cells: tuple[int, ...]) -> tuple[float, Picture]:
    """Show a frame; the seconds until it was acknowledged, and the next picture after that."""
    on.session.show(LightFrame(palette, cells), on.now)
    wait = on.until(lambda: on.session.lamp.settled, "the frame is acknowledged", 3.0)
    at = on.now
    on.until(lambda: on.pictures[-1].began >= at - 0.05, "a picture goes out", 3.0)
    return wait, on.pictures[-1]


def bounce(kit: Kit) -> Figures:
    """A contact bounces while whole frames come in and the host does not read."""
    with board(kit) as on:
        come_up(on)
        for turn in range(8):
            on.act("stall", True)
            for at in range(20):
                if at % 3 == 0:
                    frame = LightFrame((Look(0, 0, 0), Look(turn, at, 9)), (1,) * HOLES)
                    on.say(whole(1000 + 20 * turn + at, frame, LightSettings()))
                on.levels(bool(at % 2), 77)
                on.run(0.008)
            on.run(0.2)
            on.act("stall", False)
            on.run(0.4)
            on.levels(True, 77)
            on.run(0.1)
        _alive(on)
        told = [event for _, event in changes(on)]
        backwards = [1000 * (one.t - other.t) for one, other in pairwise(told) if other.t < one.t]
        if backwards:
            raise Failed(f"edges go back in time by {backwards} ms")
        gaps = [
            round(1000 * (other.t - one.t))
            for one, other in pairwise(told)
            if other.t - one.t < 0.02
        ]
        return {"edges": len(told), "gaps of 8 ms told as, ms": f"{min(gaps)} to {max(gaps)}"}


def cut_chain(kit: Kit) -> Figures:
    """The chain is cut and comes back: told once, then whole again."""
    with board(kit) as on:
        come_up(on)
        on.act("cut", True)
        down = on.until(lambda: on.session.state is LinkState.DOWN, "the cut is told", 3.0)
        on.run(1.0)
        on.act("cut", False)
        up = on.until(lambda: on.session.state is LinkState.UP, "the chain is whole again", 5.0)
        on.run(0.5)
        present = on.session.present or []
        if [at for at, full in enumerate(present) if full] != [*MARBLES]:
            raise Failed("after the cut other holes are full")
        lost = sum(message.name == "ERROR" for _, message in on.heard)
        return {"cut told after, s": down, "whole again after, s": up, "errors told": lost}


def after_an_error(kit: Kit) -> Figures:
    """An error nobody foresaw: the board restarts by itself, at once when it had run a while."""
    return _restart(kit, 11_000, "raise RuntimeError('spoilt by the proof')")


def after_a_hang(kit: Kit) -> Figures:
    """An endless loop: the watchdog bites."""
    return _restart(kit, 1_500, "while True: pass")


def after_days(kit: Kit) -> Figures:
    """The chip's clock has run for a week: everything is learned all the same."""
    with board(kit, since=7 * 86400.0) as on:
        began = on.now
        come_up(on)
        return {"power to all holes known, s": on.now - began}


def _restart(kit: Kit, when: int, what: str) -> Figures:
    with board(kit, spoilt=(when, what)) as on:
        come_up(on)
        on.session.show(LightFrame((Look(0, 0, 0), AMBER), (1,) * HOLES), on.now)
        known = len(_greetings(on))
        while on.now < 25.0 and len(_greetings(on)) == known:
            on.turn(25.0)
        if len(_greetings(on)) == known:
            raise Failed(f"the board stays dead. {[x for x in on.pico.console if x][-4:]}")
        again = _greetings(on)[known]
        silent = max(at for at, _ in on.heard if at < again)
        come_up(on)
        dark = next(p.ended for p in on.pictures if p.ended > silent and not p.lit)
        return {
            "silent for, s": again - silent,
            "lights out after, s": dark - silent,
            "holes known again after, s": on.now - silent,
        }


def _greetings(on: Hosted) -> list[float]:
    """When the board said who it is, each start once."""
    starts: dict[int, float] = {}
    for at, message in on.heard:
        if message.name == "HELLO":
            starts.setdefault(message.ints["boot"], at)
    return sorted(starts.values())


def _alive(on: Hosted) -> None:
    """Fails when the board has stopped talking."""
    on.until(lambda: bool(on.heard) and on.heard[-1][0] > on.now - 0.3, "the board talks", 2.0)
    lost = [e for _, e in on.events if isinstance(e, LinkChange) and e.state is LinkState.DOWN]
    if lost or len(_greetings(on)) > 1:
        raise Failed(f"the link broke: {lost}; {[x for x in on.pico.console if x][-6:]}")


SCENARIOS: Final[Mapping[str, Callable[[Kit], Figures]]] = {
    "power-up": power_up,
    "hands": hands,
    "lights": lambda kit: lights(kit, 1),
    "lights-of-8": lambda kit: lights(kit, 8),
    "bounce": bounce,
    "cut-chain": cut_chain,
    "after-an-error": after_an_error,
    "after-a-hang": after_a_hang,
    "after-a-week": after_days,
}
