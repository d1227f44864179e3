"""Every message of the wire, declared once: the table below is encoder, decoder and log line.

A field is ``(name, kind)``. Kinds: ``u8 u16 u32`` (big endian), ``text`` (u8 length, UTF-8),
``blob`` (u16 length, bytes), or a pair ``(count, columns)``: a list of rows, counted by a u8 or
u16, whose columns are plain numbers. PROTOCOL.md says the same for people; a test holds both.
"""

VERSION = 3

LEAST_CIRCUITPYTHON = (9, 2, 1)
"""In 9.1.0 to 9.2.0 ``keypad`` learns no key that is pressed at the start, 9.0 cannot debounce."""

TO_HOST = "board → host"
TO_BOARD = "host → board"

# Capability bits of HELLO.
CAN_LOOKS = 1
CAN_DELTA = 2
CAN_RGB = 4
# Flag bits of HEARTBEAT.
FLAG_CHAIN_DEAD = 1
FLAG_CAPPED = 2
# Status of LIT.
LIT_SHOWN = 0
LIT_NEEDS_FULL = 1
LIT_REFUSED = 2
# Codes of ERROR.
ERR_CHAIN = 1
ERR_OVERFLOW = 2
ERR_MESSAGE = 3
ERR_LIGHTS = 4

# Why the board started, in HELLO: what each is called.
STARTS = ("unknown", "power", "button", "reset", "hang", "error", "files", "console")

MAX_LOOKS = 64
MAX_EDGES = 48
MAX_RGB = 320
MAX_HOLES = 740
MAX_PIXELS = 1064

PRESENT = 0x8000
"""Bit of an edge's ``input`` that says: a marble came. Without it, one left."""

_ROWS_EDGES = ("u8", (("input", "u16"), ("after", "u16")))
_ROWS_PALETTE = ("u8", (("red", "u8"), ("green", "u8"), ("blue", "u8"), ("motion", "u8")))
_ROWS_LOOKS = (
    "u8",
    (("look", "u8"), ("red", "u8"), ("green", "u8"), ("blue", "u8"), ("motion", "u8")),
)
_ROWS_CELLS = ("u16", (("hole", "u16"), ("look", "u8")))

MESSAGES = (
    (
        0x01,
        "HELLO",
        TO_HOST,
        (
            ("version", "u8"),
            ("holes", "u16"),
            ("pixels", "u16"),
            ("can", "u16"),
            ("boot", "u32"),
            ("t", "u32"),
            ("start", "u8"),
            ("major", "u8"),
            ("minor", "u8"),
            ("patch", "u8"),
            ("name", "text"),
        ),
    ),
    (
        0x02,
        "SNAPSHOT",
        TO_HOST,
        (
            ("boot", "u32"),
            ("answers", "u8"),
            ("next", "u16"),
            ("t", "u32"),
            ("present", "blob"),
        ),
    ),
    (
        0x03,
        "EDGES",
        TO_HOST,
        (("boot", "u32"), ("first", "u16"), ("t", "u32"), ("edges", _ROWS_EDGES)),
    ),
    (
        0x04,
        "HEARTBEAT",
        TO_HOST,
        (
            ("boot", "u32"),
            ("next", "u16"),
            ("t", "u32"),
            ("frame", "u16"),
            ("heard", "u8"),
            ("flags", "u8"),
            ("peak", "u16"),
            ("loop", "u16"),
            ("free", "u16"),
        ),
    ),
    (0x05, "LIT", TO_HOST, (("frame", "u16"), ("status", "u8"))),
    (0x06, "ERROR", TO_HOST, (("code", "u8"), ("detail", "u16"), ("text", "text"))),
    (0x41, "WHO", TO_BOARD, (("version", "u8"), ("host", "u16"))),
    (0x42, "RESYNC", TO_BOARD, (("request", "u8"),)),
    (0x43, "GOT", TO_BOARD, (("boot", "u32"), ("next", "u16"))),
    (
        0x44,
        "LIGHTS",
        TO_BOARD,
        (
            ("frame", "u16"),
            ("brightness", "u8"),
            ("calm", "u8"),
            ("cap", "u16"),
            ("draw_red", "u8"),
            ("draw_green", "u8"),
            ("draw_blue", "u8"),
            ("draw_idle", "u8"),
            ("palette", _ROWS_PALETTE),
            ("cells", "blob"),
        ),
    ),
    (
        0x45,
        "LIGHTS_DELTA",
        TO_BOARD,
        (
            ("frame", "u16"),
            ("base", "u16"),
            ("looks", _ROWS_LOOKS),
            ("cells", _ROWS_CELLS),
        ),
    ),
    (
        0x46,
        "LIGHTS_RGB",
        TO_BOARD,
        (
            ("frame", "u16"),
            ("total", "u16"),
            ("first", "u16"),
            ("brightness", "u8"),
            ("cap", "u16"),
            ("draw_red", "u8"),
            ("draw_green", "u8"),
            ("draw_blue", "u8"),
            ("draw_idle", "u8"),
            ("pixels", "blob"),
        ),
    ),
    (0x47, "BEAT", TO_BOARD, (("number", "u8"),)),
)

_BY_ID = {entry[0]: entry for entry in MESSAGES}
_BY_NAME = {entry[1]: entry for entry in MESSAGES}
_WIDTH = {"u8": 1, "u16": 2, "u32": 4}


class Message:
    """One message: its name and its fields, sorted by sort so that each has one type."""

    def __init__(
        self,
        name: str,
        ints: dict[str, int],
        rows: dict[str, list[tuple[int, ...]]] | None = None,
        blobs: dict[str, bytes] | None = None,
        texts: dict[str, str] | None = None,
    ) -> None:
        self.name = name
        self.ints = ints
        self.rows = {} if rows is None else rows
        self.blobs = {} if blobs is None else blobs
        self.texts = {} if texts is None else texts

    def same(self, other: "Message") -> bool:
        """Whether both say the same."""
        return (
            self.name == other.name
            and self.ints == other.ints
            and self.rows == other.rows
            and self.blobs == other.blobs
            and self.texts == other.texts
        )


def _put(out: bytearray, name: str, kind: str, value: int) -> None:
    width = _WIDTH[kind]
    if not 0 <= value < 1 << (8 * width):
        raise ValueError(f"{name} = {value} does not fit a {kind}")
    for shift in range(8 * (width - 1), -1, -8):
        out.append((value >> shift) & 0xFF)


def pack(message: Message) -> bytes:
    """The body of ``message``; ValueError for an unknown name or a value out of range."""
    entry = _BY_NAME.get(message.name)
    if entry is None:
        raise ValueError(f"no message is named {message.name}")
    out = bytearray((entry[0],))
    for name, kind in entry[3]:
        if kind == "text":
            data = message.texts[name].encode()
            _put(out, name, "u8", len(data))
            out.extend(data)
        elif kind == "blob":
            data = message.blobs[name]
            _put(out, name, "u16", len(data))
            out.extend(data)
        elif isinstance(kind, str):
            _put(out, name, kind, message.ints[name])
        else:
            count, columns = kind
            rows = message.rows[name]
            _put(out, name, count, len(rows))
            for row in rows:
                for at in range(len(columns)):
                    _put(out, columns[at][0], columns[at][1], row[at])
    return bytes(out)


class _Cursor:
    """Reads a body from front to back; ValueError at its end."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.at = 1

    def take(self, size: int) -> bytes:
        stop = self.at + size
        if stop > len(self.body):
            raise ValueError("a message ends before its last field")
        data = self.body[self.at : stop]
        self.at = stop
        return data

    def number(self, kind: str) -> int:
        value = 0
        for byte in self.take(_WIDTH[kind]):
            value = (value << 8) | byte
        return value


def unpack(body: bytes) -> Message:
    """The message in a body; ValueError for an unknown type, a short or an overlong body."""
    entry = _BY_ID.get(body[0])
    if entry is None:
        raise ValueError(f"unknown message type {body[0]:#04x}")
    message = Message(entry[1], {})
    cursor = _Cursor(body)
    for name, kind in entry[3]:
        if kind == "text":
            data = cursor.take(cursor.number("u8"))
            try:
                message.texts[name] = data.decode()
            except UnicodeError:
                raise ValueError(f"{name} is not UTF-8") from None
        elif kind == "blob":
            message.blobs[name] = cursor.take(cursor.number("u16"))
        elif isinstance(kind, str):
            message.ints[name] = cursor.number(kind)
        else:
            message.rows[name] = _read_rows(cursor, kind[0], kind[1])
    if cursor.at != len(body):
        raise ValueError(f"{len(body) - cursor.at} bytes too many in {entry[1]}")
    return message


def _read_rows(
    cursor: _Cursor, count: str, columns: tuple[tuple[str, str], ...]
) -> list[tuple[int, ...]]:
    rows = []
    for _ in range(cursor.number(count)):
        rows.append(tuple([cursor.number(kind) for _, kind in columns]))
    return rows


def line(message: Message) -> str:
    """The log line of a message: its name and its fields in the order of the wire."""
    entry = _BY_NAME[message.name]
    parts = [message.name]
    for name, kind in entry[3]:
        if kind == "text":
            parts.append(f"{name}={message.texts[name]!r}")
        elif kind == "blob":
            data = message.blobs[name]
            parts.append(name + "=" + "".join([f"{byte:02x}" for byte in data]))
        elif isinstance(kind, str):
            parts.append(f"{name}={message.ints[name]}")
        else:
            rows = [",".join([str(value) for value in row]) for row in message.rows[name]]
            parts.append(name + "=[" + " ".join(rows) + "]")
    return " ".join(parts)


def pack_bits(bits: list[bool]) -> bytes:
    """One bit a hole, hole 0 lowest in the first byte; the last byte is filled with 0."""
    out = bytearray((len(bits) + 7) // 8)
    for at in range(len(bits)):
        if bits[at]:
            out[at >> 3] |= 1 << (at & 7)
    return bytes(out)


def unpack_bits(data: bytes, count: int) -> list[bool]:
    """``count`` bits; ValueError when ``data`` has another length or a bit beyond."""
    if len(data) != (count + 7) // 8:
        raise ValueError(f"{len(data)} bytes do not hold {count} holes")
    if count & 7 and data[-1] >> (count & 7):
        raise ValueError("a marble in a hole that the board does not have")
    return [bool(data[at >> 3] & (1 << (at & 7))) for at in range(count)]


def behind(later: int, earlier: int) -> int:
    """How far the 16-bit counter ``later`` is ahead of ``earlier``, −32768 … 32767."""
    return ((later - earlier + 0x8000) & 0xFFFF) - 0x8000
