"""The Pico's files: put together from a board file, copied to its drive, told apart by name."""

from .building import Built, assemble, read_folder, write_folder
from .copying import Copied, copy
from .drives import Drive, find_drive, look_at
from .release import firmware_files, firmware_name, older
from .settings import PicoSettings, pico_settings

__all__ = [
    "Built",
    "Copied",
    "Drive",
    "PicoSettings",
    "assemble",
    "copy",
    "find_drive",
    "firmware_files",
    "firmware_name",
    "look_at",
    "older",
    "pico_settings",
    "read_folder",
    "write_folder",
]
