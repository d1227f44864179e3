"""The settings: one TOML file, overlaid by the environment; unknown keys are refused by name.

Every key of the file is also a variable: ``port`` is ``TRACKSIDE_PORT``. The file is the one that
``TRACKSIDE_CONFIG`` names, else ``trackside.toml`` in the data folder, else none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from .errors import ConfigError

PREFIX: Final = "TRACKSIDE_"
NO_SETTINGS: Final = frozenset({"CONFIG", "EVERY_TEST"})
"""Variables of our prefix that are no keys of the file: its own path, and one of the tests."""

Milliseconds = Annotated[int, Meta(ge=0, le=10_000)]


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that can be set. Times in milliseconds, current in amperes."""

    host: str = "0.0.0.0"
    """Address to listen on; 0.0.0.0 is every network of this machine."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8080
    """Port of the page; 0 takes any free one."""
    data: str = "~/.local/share/trackside"
    """Folder of journal, recorder, secret and the virtual board's link; made if missing."""
    database: str = ""
    """Database URL of the journal; empty is ``journal.db`` in the data folder."""
    board: Literal["virtual", "serial", "none"] = "virtual"
    """What feels the marbles: a simulated board, one on a serial line, or nothing."""
    board_kind: str = "hex"
    """Physical kind of the board, as long as no game says another (virtual) or at all (serial)."""
    device: str = ""
    """The serial device, for instance /dev/ttyACM0; needed with ``board = "serial"``."""
    debounce_lift_ms: Milliseconds = 20
    """How long a hole must stay empty before a lift counts (PP-31); 0 = at once."""
    debounce_put_ms: Milliseconds = 40
    """How long a hole must stay full before a put counts (PP-31); 0 = at once."""
    dwell_ms: Milliseconds = 350
    """How long a marble rests where another move could still grow out of it (PP-2)."""
    said_ms: Milliseconds = 1_500
    """How long a move without any choice is announced before the table makes it (PP-18)."""
    assistance: Literal["none", "legal"] = "legal"
    """What the lights tell before a move (PP-23)."""
    pixels_per_hole: Annotated[int, Meta(ge=1, le=8)] = 1
    """Pixels in the ring round a hole (PP-22)."""
    browsers: Annotated[int, Meta(ge=1, le=56)] = 48
    """How many pages may follow the game at once; the page's server keeps 64 threads."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """What goes to standard error."""

    @property
    def folder(self) -> Path:
        """The data folder as a path, ``~`` resolved."""
        return Path(self.data).expanduser()


KEYS: Final = Config.__struct_fields__


def load_config(environ: Mapping[str, str], **fixed: object) -> Config:
    """Settings from file and environment; ``fixed`` come from the command and win.

    ConfigError names the key or variable, what it holds and what it may be.
    """
    from_environ = _environment(environ)
    values = _file(environ, from_environ) | from_environ | fixed
    try:
        config = msgspec.convert(values, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(_sentence(error, values, from_environ)) from error
    if config.board == "serial" and not config.device:
        raise ConfigError(
            'board = "serial" needs device, for instance device = "/dev/ttyACM0" '
            "(or TRACKSIDE_DEVICE)."
        )
    return config


def _environment(environ: Mapping[str, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for variable in sorted(environ):
        if not variable.startswith(PREFIX) or variable[len(PREFIX) :] in NO_SETTINGS:
            continue
        key = variable[len(PREFIX) :].lower()
        if key not in KEYS or variable != PREFIX + key.upper():
            raise ConfigError(
                f"The variable {variable} is no setting of Trackside; known are "
                f"{', '.join(PREFIX + name.upper() for name in KEYS)}."
            )
        text = environ[variable]
        kind = type(getattr(Config(), key))
        if kind is int:
            try:
                found[key] = int(text)
            except ValueError:
                raise ConfigError(
                    f"The variable {variable} must be a whole number, not {text!r}."
                ) from None
        else:
            found[key] = text
    return found


def _file(environ: Mapping[str, str], from_environ: Mapping[str, object]) -> dict[str, object]:
    named = environ.get(PREFIX + "CONFIG")
    folder = str(from_environ.get("data", Config().data))
    path = Path(named).expanduser() if named else Path(folder).expanduser() / "trackside.toml"
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        if named:
            raise ConfigError(
                f"The configuration {path}, named by TRACKSIDE_CONFIG, is not there."
            ) from None
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The configuration {path} cannot be read: {error}.") from error
    try:
        found: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The configuration {path} is not TOML: {error}.") from error
    for key in found:
        if key not in KEYS:
            raise ConfigError(
                f"The configuration {path} has the unknown key {key!r}; known are "
                f"{', '.join(KEYS)}."
            )
    return found


def _sentence(
    error: msgspec.ValidationError, values: Mapping[str, Any], from_environ: Mapping[str, object]
) -> str:
    """msgspec's words with the key in front: ``Expected `int` <= 65535 - at `$.port```."""
    what, _, where = str(error).partition(" - at `$.")
    key = where.rstrip("`")
    if key not in KEYS:
        return f"The configuration cannot be: {error}."
    name = f"The variable {PREFIX}{key.upper()}" if key in from_environ else f"The setting {key}"
    wanted = what[0].lower() + what[1:].replace("`", "")
    wanted = wanted.replace(" int", " a whole number").replace(" str", " text")
    allowed = _ALLOWED.get(key)
    if allowed:
        wanted = f"must be one of {', '.join(allowed)}"
    return f"{name} holds {values[key]!r}: {wanted}."


_ALLOWED: Final = {
    "board": ("virtual", "serial", "none"),
    "assistance": ("none", "legal"),
    "log_level": ("debug", "info", "warning", "error"),
}
