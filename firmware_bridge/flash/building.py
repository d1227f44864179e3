"""All files for one Pico, put together in memory, with a manifest of versions and checksums."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from firmware_bridge.errors import BadBuild
from firmware_bridge.firmware.core import messages as m
from firmware_bridge.flash.release import firmware_files, program_version, revision
from firmware_bridge.flash.settings import FILE, PicoSettings

MANIFEST: Final = "trackside_manifest.json"
LAST: Final = ("boot.py", "code.py", MANIFEST)
"""The files written last, in this order: CircuitPython restarts ``code.py`` at every change, and
only a drive with a manifest has everything.
"""


@dataclass(frozen=True, slots=True)
class Built:
    """The Pico's files by their path on the drive, in the order in which they are written."""

    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(len(data) for data in self.files.values())


def assemble(settings: PicoSettings) -> Built:
    """Everything that goes on that Pico's drive. CircuitPython contains the rest."""
    files = dict(firmware_files())
    files[FILE] = settings.text().encode()
    manifest = {
        "trackside": program_version(),
        "revision": revision(),
        "wire": m.VERSION,
        "circuitpython": ".".join(map(str, m.LEAST_CIRCUITPYTHON)),
        "board": settings.board,
        "holes": settings.holes,
        "pixels": settings.holes * settings.ring if settings.pixels else 0,
        "files": {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        },
    }
    files[MANIFEST] = (json.dumps(manifest, indent=2) + "\n").encode()
    return Built(_in_order(files), manifest)


def write_folder(built: Built, out: Path) -> None:
    """Write the files into ``out``; BadBuild when that folder holds files that are not ours.

    An earlier build there is replaced, files that are no longer needed go.
    """
    if out.exists() and not out.is_dir():
        raise BadBuild(f"{out} is no folder: name another with --out.")
    if out.is_dir() and any(out.iterdir()):
        for name in _earlier(out):
            if name not in built.files:
                (out / name).unlink(missing_ok=True)
    try:
        for name, data in built.files.items():
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise BadBuild(f"{out} cannot be written: {error.strerror or error}.") from error


def read_folder(folder: Path) -> Built:
    """What ``write_folder`` wrote; BadBuild when it is no build, or was changed since."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise BadBuild(f"{folder} has no {MANIFEST}: name a folder of trackside firmware build.")
    files = {}
    for name, told in manifest["files"].items():
        try:
            data = (folder / name).read_bytes()
        except OSError as error:
            raise BadBuild(f"{folder / name} cannot be read: build the folder again.") from error
        if hashlib.sha256(data).hexdigest() != told["sha256"]:
            raise BadBuild(f"{folder / name} was changed since it was built: build it again.")
        files[name] = data
    files[MANIFEST] = (folder / MANIFEST).read_bytes()
    return Built(_in_order(files), manifest)


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """The manifest of a folder or drive; None where there is none that can be read."""
    try:
        found = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return None
    files = found.get("files") if isinstance(found, dict) else None
    if not isinstance(files, dict) or not all(_harmless(name) for name in files):
        return None
    if not all(isinstance(told, dict) and "sha256" in told for told in files.values()):
        return None
    return dict(found)


def _harmless(name: str) -> bool:
    """Whether a path of a manifest stays inside its folder."""
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts


def _earlier(out: Path) -> list[str]:
    manifest = read_manifest(out)
    if manifest is None:
        raise BadBuild(
            f"{out} holds other things already: name an empty or a new folder with --out."
        )
    return list(manifest["files"])


def _in_order(files: Mapping[str, bytes]) -> dict[str, bytes]:
    first = sorted(name for name in files if name not in LAST)
    return {name: files[name] for name in (*first, *LAST) if name in files}
