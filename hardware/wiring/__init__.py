"""The board file: which hole hangs on which sensor input and pixels. Names only."""

from hardware.errors import BadWiring, Finding, NoRoom

from .making import DEVICE, SENSOR_WAYS, new
from .model import (
    CHIP_PINS,
    PIXEL_DRIVERS,
    SENSOR_DRIVERS,
    SENTINELS,
    BoardFile,
    HoleWire,
    Input,
    PixelPart,
    PixelRun,
    SensorPart,
)
from .pins import SPI_PINS, spi_pins
from .reading import Draft, check, read
from .writing import write

__all__ = [
    "CHIP_PINS",
    "DEVICE",
    "PIXEL_DRIVERS",
    "SENSOR_DRIVERS",
    "SENSOR_WAYS",
    "SENTINELS",
    "SPI_PINS",
    "BadWiring",
    "BoardFile",
    "Draft",
    "Finding",
    "HoleWire",
    "Input",
    "NoRoom",
    "PixelPart",
    "PixelRun",
    "SensorPart",
    "check",
    "new",
    "read",
    "spi_pins",
    "write",
]
