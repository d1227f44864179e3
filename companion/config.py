"""The settings: one TOML file, overlaid by the environment. Unknown keys are refused by name.

Every key of the file is also a variable: ``port`` is ``TRACKSIDE_PORT``. ``TRACKSIDE_CONFIG`` names
the file. Without it the file is ``trackside.toml`` in the data folder, if there is one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from companion.boards.board_file import WiredBoard, load
from companion.boards.light_settings import LightSettings, light_settings, shortage
from companion.lights.theme import Theme, load_theme
from engine.errors import BadData
from hardware.power import AMPERES, CHANNEL_MA, IDLE_MA, Supply
from hardware.toml import parsed

from .errors import ConfigError
from .intake import DATA_BYTES, NotThere, Unreadable, taken_text

PREFIX: Final = "TRACKSIDE_"
NO_SETTINGS: Final = frozenset({"CONFIG", "EVERY_TEST"})
"""Variables of our prefix that are no keys: the path of the file, and one of the tests."""

Channel = Annotated[float, Meta(gt=0, le=25.5)]
Milliseconds = Annotated[int, Meta(ge=0, le=10_000)]
Resting = Annotated[int, Meta(ge=0, le=1_000)]
"""Milliseconds of a debounce; no sensor is taken at its word later than a second (PP-31)."""


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that can be set. Times are in milliseconds and currents in amperes."""

    host: str = "0.0.0.0"
    """Address to listen on. 0.0.0.0 is every network of this machine."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8080
    """Port of the page. 0 takes any free one."""
    hosts: list[str] = msgspec.field(default_factory=list)
    """Names of this machine in the network that the page answers to, besides the usual ones."""
    data: Annotated[str, Meta(min_length=1)] = "~/.local/share/trackside"
    """Folder of journal, recorder, secret and the virtual board's link. It is made if missing."""
    database: str = ""
    """Database URL of the journal. Empty means ``journal.db`` in the data folder."""
    board: Literal["virtual", "serial", "none"] = "virtual"
    """What feels the marbles: a simulated board, one on a serial line, or nothing."""
    board_kind: str = "hex"
    """Physical kind of the board. A game's own kind wins on a virtual board."""
    board_file: str = ""
    """The file of a wired board. With it ``board`` is ``serial`` unless it is set otherwise."""
    device: str = ""
    """The serial device, for instance /dev/ttyACM0. ``serial`` without a board file needs it."""
    debounce_lift_ms: Resting = 20
    """Milliseconds that a hole must stay empty before a lift counts (PP-31). 0 means at once."""
    debounce_put_ms: Resting = 40
    """Milliseconds that a hole must stay full before a put counts (PP-31). 0 means at once."""
    dwell_ms: Milliseconds = 350
    """Milliseconds that a marble rests where another move could still grow out of it (PP-2)."""
    said_ms: Milliseconds = 1_500
    """Milliseconds between the announcement of a move without choice and the move (PP-18)."""
    claim_seconds: Annotated[float, Meta(ge=0, le=3_600)] | None = None
    """Seconds in which others may claim (a token against a roll). 0 waits for everybody's word;
    None: as the game has it."""
    seed: Annotated[int, Meta(ge=0)] = 0
    """For tests. The same number deals and throws the same. 0 means the machine's own chance."""
    assistance: Literal["none", "legal", "hint"] = "legal"
    """What the lights tell before a move: nothing, the legal moves, or a good move too (PP-23)."""
    theme: str = "standard"
    """Looks of all lights: a theme's name, or a TOML file in the data folder (PP-20)."""
    marbles: dict[str, str] = msgspec.field(default_factory=dict)
    """Colours ``#rrggbb`` of the real marbles by seat. The theme gives the others."""
    brightness: Annotated[int, Meta(ge=1, le=100)] = 100
    """Percent of the pixels' full light (PP-23)."""
    calm: bool = False
    """True when all lights move at half their rate (PP-23)."""
    supply_amps: Annotated[float, Meta(ge=0, le=65)] = AMPERES
    """Amperes that the supply may give to the pixels. 0 is no limit (PP-22)."""
    channel_ma: tuple[Channel, Channel, Channel] = CHANNEL_MA
    """Milliamperes that red, green and blue of one pixel draw at full light (PP-22)."""
    idle_ma: Annotated[float, Meta(ge=0, le=25.5)] = IDLE_MA
    """Milliamperes that a dark pixel draws (PP-22)."""
    pixels_per_hole: Annotated[int, Meta(ge=1, le=8)] = 1
    """Pixels in the ring round a hole (PP-22)."""
    host_pin: Annotated[str, Meta(pattern=r"^([0-9]{4,8})?$")] = ""
    """The host's PIN, 4 to 8 digits. Empty means the one chosen on the service page, if any."""
    browsers: Annotated[int, Meta(ge=1, le=56)] = 52
    """At most this many pages follow the game at once: fifty, and two that come while two go.

    The page's server keeps 64 threads, so twelve are left for what else is asked.
    """
    browsers_of_one: Annotated[int, Meta(ge=1, le=56)] = 16
    """At most this many of them come from one address. This machine may have all."""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """Level from which messages go to standard error."""
    data_file: str = ""
    """The data file of a game that is played with one, where people choose no other."""
    wired: WiredBoard | None = None
    """What the board file of the board under the table says, read once. This is no setting."""
    own_data: Mapping[str, Any] = {}
    """What ``data_file`` holds, read once, by the games that can be played with it. No setting."""

    @property
    def folder(self) -> Path:
        """The data folder as a path, with ``~`` resolved."""
        return Path(self.data).expanduser()

    def looks(self) -> Theme:
        """The theme with the real marbles' colours. ConfigError names what is wrong (PP-20)."""
        return load_theme(self.theme, self.folder).with_marbles(self.marbles)

    def light_settings(self) -> LightSettings:
        """Brightness, calm and supply for the board's pixels (PP-22, PP-23)."""
        return light_settings(
            brightness=self.brightness,
            calm=self.calm,
            amperes=self.supply_amps,
            channel_ma=self.channel_ma,
            idle_ma=self.idle_ma,
        )

    def shortage(self, holes: int) -> str:
        """A sentence when the supply cannot feed even the dark pixels; empty when it can."""
        if not self.supply_amps:
            return ""  # no limit is set
        supply = Supply(self.supply_amps, self.channel_ma, self.idle_ma, self.pixels_per_hole)
        return shortage(supply, holes)


KEYS: Final = tuple(name for name in Config.__struct_fields__ if name not in ("wired", "own_data"))


def load_config(environ: Mapping[str, str], **fixed: object) -> Config:
    """The settings of file and environment. ``fixed`` ones come from the command and win.

    ConfigError names the key or variable, the value it holds, and the values it may hold.
    """
    from_environ = _environment(environ)
    values = _file(environ, from_environ) | from_environ | fixed
    try:
        config = msgspec.convert(values, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(_sentence(error, values, from_environ)) from error
    _spelt_out(config.data)
    if config.data_file:
        # A relative path lies in the data folder, as a theme's does.
        path = config.folder / _spelt_out(config.data_file)
        config = msgspec.structs.replace(config, own_data=_own_data(path))
    if config.board_file:
        return _wired(config, values)
    if config.board == "serial" and not config.device:
        raise ConfigError(
            'board = "serial" needs board_file, or device, for instance device = "/dev/ttyACM0" '
            "(or TRACKSIDE_DEVICE)."
        )
    return config


def _wired(config: Config, values: Mapping[str, Any]) -> Config:
    """The settings with those of the board file. Raises ConfigError where the two contradict."""
    # A relative path lies in the data folder, as a theme's does.
    path = config.folder / _spelt_out(config.board_file)
    config = msgspec.structs.replace(config, board_file=str(path.absolute()))
    if "board" in values and config.board != "serial":
        return config
    wired = load(path)
    wiring, supply = wired.wiring, wired.wiring.supply
    said: dict[str, Any] = {
        "board_kind": wired.board.kind,
        "supply_amps": supply.amperes,
        "channel_ma": supply.channel_ma,
        "idle_ma": supply.idle_ma,
        "pixels_per_hole": wiring.ring,
    }
    if config.device not in wiring.devices and wiring.devices:
        said["device"] = wiring.devices[0]
    for key, value in said.items():
        if key in values and getattr(config, key) != value:
            raise ConfigError(
                f"The setting {key} holds {values[key]!r}, but the board file {path} says "
                f"{value!r}: take {key} out of the settings."
            )
    marbles = dict(wiring.marbles) | config.marbles
    return msgspec.structs.replace(config, board="serial", marbles=marbles, wired=wired, **said)


def _own_data(path: Path) -> Mapping[str, Any]:
    """The file, by the name of each game that can be played with it. ConfigError says why not."""
    # The games are loaded here: most commands read the settings and need no game.
    from engine.data_files import check_data, games_with_data, read_data_file
    from engine.registry import REGISTRY

    whose = f"The setting data_file: {path}"
    try:
        data, twice = read_data_file(taken_text(path, DATA_BYTES))
    except Unreadable as error:
        raise ConfigError(f"{whose} cannot be read: {error}. {error.todo.capitalize()}.") from error
    except BadData as error:
        raise ConfigError(f"{whose} is no data file: {error}.") from error
    wrong = list(twice)
    fits: dict[str, Any] = {}
    for name in games_with_data():
        try:
            check_data(REGISTRY.game(name), [data])
        except BadData as error:
            wrong.extend(error.found)
        else:
            fits[name] = data
    if twice or not fits:
        more = f" and {len(wrong) - 1} more mistakes" if len(wrong) > 1 else ""
        hint = f"`trackside data {path}` names everything."
        raise ConfigError(f"{whose} cannot be played with: {wrong[0]}{more}. {hint}")
    return fits


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
        if not environ[variable].strip():
            continue  # `TRACKSIDE_DATA=` in a unit's environment file means the default.
        what, read = _READ[type(getattr(Config(), key))]
        try:
            found[key] = read(environ[variable])
        except (ValueError, KeyError):
            text = environ[variable]
            raise ConfigError(f"The variable {variable} must be {what}, not {text!r}.") from None
    return found


def _pairs(text: str) -> dict[str, str]:
    """The pairs of ``A=#c2203b,B=#dd8630`` by key."""
    return dict(_pair(part) for part in text.split(",") if part.strip())


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ValueError(text)
    return key.strip(), value.strip()


_SWITCH: Final = {"true": True, "1": True, "false": False, "0": False}

_READ: Final[Mapping[type, tuple[str, Callable[[str], object]]]] = {
    str: ("text", str),
    type(None): ("a number", float),
    int: ("a whole number", int),
    float: ("a number", float),
    bool: ("true or false", lambda text: _SWITCH[text.strip().lower()]),
    tuple: ("numbers with commas between", lambda text: [float(n) for n in text.split(",")]),
    list: ("names with commas between", lambda text: [n.strip() for n in text.split(",")]),
    dict: ("like A=#c2203b,B=#dd8630", _pairs),
}
"""How a variable's text becomes a value of its key's type."""


def _file(environ: Mapping[str, str], from_environ: Mapping[str, object]) -> dict[str, object]:
    named = environ.get(PREFIX + "CONFIG")
    folder = str(from_environ.get("data", Config().data))
    path = _spelt_out(named) if named else _spelt_out(folder) / "trackside.toml"
    try:
        text = taken_text(path)
    except NotThere:
        if named:
            raise ConfigError(
                f"The configuration {path}, named by TRACKSIDE_CONFIG, is not there."
            ) from None
        return {}
    except Unreadable as error:
        raise ConfigError(f"The configuration {path} cannot be read: {error}.") from error
    try:
        found: dict[str, object] = parsed(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"The configuration {path} is not TOML: {error}.") from error
    for key, value in found.items():
        if key not in KEYS:
            raise ConfigError(
                f"The configuration {path} has the unknown key {key!r}; known are "
                f"{', '.join(KEYS)}."
            )
        if isinstance(value, str) and "\0" in value:  # no path and no address can have one
            raise ConfigError(f"The setting {key} has a NUL letter, \\u0000; take it out.")
    return found


def _spelt_out(path: str) -> Path:
    """The path with its ``~`` resolved. Raises ConfigError when there is no such home."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise ConfigError(f"The path {path} cannot be had: {error}") from error


def _sentence(
    error: msgspec.ValidationError, values: Mapping[str, Any], from_environ: Mapping[str, object]
) -> str:
    """A sentence of msgspec's words with the key in front.

    The words are like ``Expected `int` <= 65535 - at `$.port```.
    """
    what, _, where = str(error).partition(" - at `$.")
    key = re.split(r"\W", where, maxsplit=1)[0]
    if key not in KEYS:
        return f"The configuration cannot be: {error}."
    name = f"The variable {PREFIX}{key.upper()}" if key in from_environ else f"The setting {key}"
    wanted = what[0].lower() + what[1:].replace("`", "")
    wanted = wanted.replace(" float", " a number").replace(" bool", " true or false")
    wanted = wanted.replace(" int", " a whole number").replace(" str", " text")
    allowed = _ALLOWED.get(key)
    if allowed:
        wanted = f"must be one of {', '.join(allowed)}"
    if key == "host_pin":  # nobody else needs to know what was tried
        return f'{name} must be 4 to 8 digits, in quotes in the file: host_pin = "2580".'
    return f"{name} holds {values[key]!r}: {wanted}."


_ALLOWED: Final = {
    "board": ("virtual", "serial", "none"),
    "assistance": ("none", "legal", "hint"),
    "log_level": ("debug", "info", "warning", "error"),
}
