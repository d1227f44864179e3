# mypy: ignore-errors
# ruff: noqa: UP031
"""What the firmware's core does, as lines of text; run by CPython and by MicroPython alike.

Not a test by itself: ``test_portable.py`` runs it in both and compares. Only what MicroPython has.
"""

from core import lights as looks
from core import messages as m
from core.device import Device
from core.framing import FrameReader, cobs_decode, cobs_encode, crc16, unwrap, wrap
from core.lights import Lights
from core.messages import Message
from core.scanner import QUEUE, SENTINELS


class Noise:
    """A small generator that is the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def next(self, below):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % below

    def bytes(self, count, below=256):
        return bytes([self.next(below) for _ in range(count)])


def hexed(data):
    return "".join(["%02x" % byte for byte in data])


def codec(say):
    noise = Noise(7)
    for size in (0, 1, 2, 253, 254, 255, 256, 508, 509, 700):
        for below in (1, 2, 256):
            data = noise.bytes(size, below)
            stuffed = cobs_encode(data)
            say("%d %d %04x %04x" % (size, below, crc16(data), crc16(stuffed)))
            assert cobs_decode(stuffed) == data
            if size:
                assert unwrap(wrap(data)[:-1]) == data
    reader = FrameReader()
    stream = b"".join([wrap(noise.bytes(1 + noise.next(300))) for _ in range(20)])
    spoilt = bytearray(stream)
    for _ in range(6):
        spoilt[noise.next(len(spoilt))] ^= 1 << noise.next(8)
    bodies = []
    at = 0
    while at < len(spoilt):
        step = 1 + noise.next(90)
        bodies.extend(reader.feed(bytes(spoilt[at : at + step])))
        at += step
    say("%d bodies %d bad" % (len(bodies), reader.bad))
    for _ in range(30):
        reader.feed(noise.bytes(200, 255))
    say("%d bad" % reader.bad)


def any_message(noise, entry):
    limit = {"u8": 256, "u16": 65536, "u32": 1 << 22}
    message = Message(entry[1], {})
    for name, kind in entry[3]:
        if kind == "text":
            message.texts[name] = "pico " * noise.next(4)
        elif kind == "blob":
            message.blobs[name] = noise.bytes(noise.next(40))
        elif isinstance(kind, str):
            message.ints[name] = noise.next(limit[kind])
        else:
            message.rows[name] = [
                tuple([noise.next(limit[width]) for _, width in kind[1]])
                for _ in range(noise.next(6))
            ]
    return message


def table(say):
    noise = Noise(11)
    for entry in m.MESSAGES:
        for _ in range(3):
            message = any_message(noise, entry)
            body = m.pack(message)
            assert m.unpack(body).same(message)
            say(hexed(body))
            say(m.line(message))
        for bad in (body[:-1], body + b"\x00", b"\x33" + body):
            try:
                m.unpack(bad)
                say("taken")
            except ValueError as error:
                say("refused: " + str(error))
    umlaut = Message("ERROR", {"code": 1, "detail": 2}, texts={"text": "grün"})
    say(hexed(m.pack(umlaut)))
    assert m.unpack(m.pack(umlaut)).same(umlaut)
    try:
        m.unpack(b"\x06\x01\x00\x02\x02\xff\xfe")
    except ValueError as error:
        say(str(error))
    try:
        m.pack(Message("RESYNC", {"request": 256}))
    except ValueError as error:
        say(str(error))


def motions(say):
    palette = [(0, 0, 0, 0)] + [(250, 120, 60, motion) for motion in range(15)]
    lights = Lights(32, ring=2)
    lights.full(1, palette, bytes([at // 2 for at in range(32)]), 100)
    for calm in (False, True):
        lights.calm = calm
        for t in (0, 59, 130, 250, 401, 900, 1750, 2600, 86400000, 4294967000):
            say("%d %s" % (t, hexed(lights.render(t))))
    lights.cap = 300
    lights.brightness = 90
    say(hexed(lights.render(5)) + " %s %d" % (lights.capped, lights.peak))
    lights.delta(2, [(3, 9, 9, 9, looks.STEADY)], [(31, 3), (0, 3)], 500)
    say("%s %s" % (hexed(lights.render(500)), lights.moving()))
    lights.raw(3, bytes(range(192)))
    say(hexed(lights.render(1)))


def story(say):
    """A whole evening in short: host messages in, readings in, everything out."""
    noise = Noise(3)
    board = Device(133, 0xDEADBEEF, "micro")
    marbles = [at % 9 == 0 for at in range(133)]

    def out(now):
        board.tick(now)
        for body in FrameReader().feed(board.take()):
            say("%d %s" % (now, m.line(m.unpack(body))))

    def tell(name, now, ints, rows=None, blobs=None):
        board.receive(wrap(m.pack(Message(name, ints, rows, blobs))), now)
        out(now)

    def scan(now):
        board.scan(marbles + list(SENTINELS), now)
        out(now)

    scan(0)
    board.hello(1)
    tell("WHO", 10, {"version": m.VERSION, "host": 2})
    tell("RESYNC", 11, {"request": 1})
    palette = [(0, 0, 0, 0), (200, 100, 0, 1), (9, 9, 9, 7)]
    cells = noise.bytes(133, 3)
    settings = {"frame": 1, "brightness": 200, "calm": 0, "cap": 3000}
    settings.update(draw_red=180, draw_green=200, draw_blue=255, draw_idle=7)
    tell("LIGHTS", 20, settings, {"palette": palette}, {"cells": cells})
    got = 1
    for turn in range(60):
        now = 100 + 37 * turn
        for _ in range(1 + noise.next(3)):
            hole = noise.next(133)
            marbles[hole] = not marbles[hole]
        scan(now)
        if noise.next(3):
            got = board.outbox.next
        tell("GOT", now + 1, {"boot": 0xDEADBEEF, "next": got})
        if turn % 7 == 0:
            frame = board.lights.frame
            change = {"looks": [(1, 1, 2, 3, 4)], "cells": [(noise.next(133), 1)]}
            tell("LIGHTS_DELTA", now + 2, {"frame": frame + 1, "base": frame}, change)
        if turn % 11 == 0:
            board.receive(noise.bytes(50), now + 3)
            tell("BEAT", now + 3, {"number": turn})
    for at in range(QUEUE + 3):
        marbles[at % 133] = not marbles[at % 133]
        board.scan(marbles + list(SENTINELS), 3000)
    out(3000)
    board.scan([False] * 136, 3001)
    out(3001)
    scan(3002)
    board.overflow(3003)
    scan(3004)
    say(hexed(board.render(3004)))
    out(9000)
    say("%s %s" % (board.linked, board.due(9000)))


def run(say):
    codec(say)
    table(say)
    motions(say)
    story(say)
