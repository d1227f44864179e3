"""Copying on to a drive: whole or visibly not, no file of others lost, faults told."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.errors import NoDrive
from firmware_bridge.flash import (
    Drive,
    PicoSettings,
    assemble,
    copy,
    copying,
    look_at,
    pico_settings,
)
from firmware_bridge.flash.building import MANIFEST
from hardware.wiring import new

SETTINGS = pico_settings(new("toy", ["A0", "A1", "A2"]))
BUILT = assemble(SETTINGS)
FRESH = 'print("Hello World!")\n'


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    """A Pico fresh from CircuitPython."""
    (tmp_path / "boot_out.txt").write_text(
        "Adafruit CircuitPython 10.0.3 on 2026-01-20; Raspberry Pi Pico with rp2040\n"
    )
    (tmp_path / "code.py").write_text(FRESH)
    (tmp_path / "lib").mkdir()
    (tmp_path / "settings.toml").write_text('WIFI = "mine"\n')
    return look_at(tmp_path)


def content(drive: Drive) -> dict[str, bytes]:
    """All files of the drive."""
    root = drive.path
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_a_fresh_pico_gets_everything_and_keeps_what_is_its_own(drive: Drive) -> None:
    told: list[str] = []
    done = copy(BUILT, drive, told.append)
    there = content(drive)
    assert {name: there[name] for name in BUILT.files} == dict(BUILT.files)
    assert set(there) - set(BUILT.files) == {"boot_out.txt", "settings.toml"}
    assert told == list(done.written) == list(BUILT.files)
    assert told[-2:] == ["code.py", MANIFEST]
    assert (done.replug, done.saved, done.removed) == (True, "", ())


def test_a_second_copy_writes_nothing(drive: Drive) -> None:
    copy(BUILT, drive)
    before = {p: p.stat().st_mtime_ns for p in drive.path.rglob("*")}
    done = copy(BUILT, drive)
    assert not done.written
    assert len(done.kept) == len(BUILT.files)
    assert not done.replug
    assert {p: p.stat().st_mtime_ns for p in drive.path.rglob("*")} == before


def test_only_what_changed_is_written(drive: Drive) -> None:
    copy(BUILT, drive)
    done = copy(assemble(PicoSettings("Other", 3, order="RGB")), drive)
    assert done.written == ("trackside_settings.py", MANIFEST)
    assert not done.replug, "the serial ports stay as they are"


def test_somebodys_own_program_is_kept(drive: Drive) -> None:
    (drive.path / "code.py").write_text("import my_weather_station\n")
    done = copy(BUILT, drive)
    assert done.saved == "code_before_trackside.py"
    assert (drive.path / done.saved).read_text() == "import my_weather_station\n"
    assert copy(BUILT, drive).saved == ""


def test_files_of_an_earlier_build_go(drive: Drive) -> None:
    """Builds before 2026-11 had a library of pixels."""
    copy(BUILT, drive)
    manifest = json.loads((drive.path / MANIFEST).read_text())
    manifest["files"]["lib/neopixel.py"] = {"bytes": 0, "sha256": ""}
    (drive.path / MANIFEST).write_text(json.dumps(manifest))
    (drive.path / "lib" / "neopixel.py").touch()
    (drive.path / "core" / "mine.py").write_text("")
    assert copy(BUILT, drive).removed == ("lib/neopixel.py",)
    assert (drive.path / "core" / "mine.py").exists()


def test_a_file_that_would_run_in_place_of_ours_is_named(drive: Drive) -> None:
    (drive.path / "code.txt").write_text("print('me first')")
    assert copy(BUILT, drive).shadow == "code.txt"


# faults -----------------------------------------------------------------------------------------


def test_a_copy_that_breaks_off_never_looks_whole_and_can_be_repeated(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy(BUILT, drive)
    newer = assemble(PicoSettings("Newer", 5))
    real = os.replace
    left = [0]

    def pulled(source: Any, target: Any) -> None:
        if not left[0]:
            raise OSError(errno.EIO, "Input/output error")
        left[0] -= 1
        real(source, target)

    monkeypatch.setattr(copying.os, "replace", pulled)
    for count in range(2):
        left[0] = count
        with pytest.raises(NoDrive, match=r"went away while it was written .* repeat the copy"):
            copy(newer, drive)
        assert MANIFEST not in content(drive)
        assert not [name for name in content(drive) if name.endswith(".new")]
    left[0] = 99
    copy(newer, drive)
    assert content(drive).items() >= newer.files.items()


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EROFS, "can only be read: eject it, press the Pico's reset button"),
        (errno.ENOSPC, "is full"),
        (errno.EACCES, "may not be written by this user: mount it with uid="),
    ],
)
def test_what_the_system_refuses_is_told_with_what_to_do(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(copying.os, "replace", refuse)
    with pytest.raises(NoDrive, match=said):
        copy(BUILT, drive)
    assert (drive.path / "code.py").read_text() == FRESH


def test_too_little_space_is_told_before_anything_is_written(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(1 << 20, 1 << 20, 20_480))
    before = content(drive)
    with pytest.raises(NoDrive, match=r"has 20 kB free, the firmware needs \d\d+ kB: delete"):
        copy(BUILT, drive)
    assert content(drive) == before


def test_a_full_drive_still_takes_a_small_change(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there already needs no room again."""
    copy(BUILT, drive)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(1 << 20, 1 << 20, 8_192))
    copy(assemble(PicoSettings("Other", 3, order="RGB")), drive)


def test_what_reads_back_otherwise_is_not_believed(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = copying._write

    def spoil(path: Path, data: bytes) -> None:
        real(path, data if path.name != "device.py" else data[:-1] + b"?")

    monkeypatch.setattr(copying, "_write", spoil)
    with pytest.raises(NoDrive, match=r"device\.py reads back otherwise"):
        copy(BUILT, drive)
    assert MANIFEST not in content(drive)
