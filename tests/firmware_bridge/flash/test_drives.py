"""How a Pico's drive is told from others."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.errors import NoDrive
from firmware_bridge.flash import Drive, find_drive, look_at

ABOUT = (
    "Adafruit CircuitPython {} on 2026-01-20; Raspberry Pi Pico with rp2040\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:DF6050A04B5A2829\r\nboot.py output:\r\n"
)


def pico(path: Path, version: str = "10.0.3") -> Path:
    path.mkdir(parents=True)
    (path / "boot_out.txt").write_text(ABOUT.format(version), newline="")
    return path


def find(tmp_path: Path, **more: Path) -> Drive:
    """The search in a machine that is all in ``tmp_path``."""
    options = {"mounts": tmp_path / "mounts", "labels": tmp_path / "by-label", **more}
    return find_drive([f"{tmp_path}/media/*/*", f"{tmp_path}/mnt"], **options)


def test_the_picos_drive_is_found_where_desktops_mount_it(tmp_path: Path) -> None:
    path = pico(tmp_path / "media" / "anna" / "CIRCUITPY")
    (tmp_path / "media" / "anna" / "PHOTOS").mkdir()
    assert find(tmp_path) == Drive(path, "10.0.3", "Raspberry Pi Pico with rp2040")


def test_a_drive_mounted_by_hand_is_found_whatever_it_is_called(tmp_path: Path) -> None:
    path = pico(tmp_path / "my place")
    (tmp_path / "mounts").write_text(
        f"/dev/sda1 {str(path).replace(' ', chr(92) + '040')} vfat rw,uid=1000 0 0\n"
        f"/dev/sdb1 {tmp_path}/nowhere vfat rw 0 0\nproc /proc proc rw 0 0\n"
    )
    assert find(tmp_path).path == path


def test_the_same_drive_in_two_lists_is_one(tmp_path: Path) -> None:
    path = pico(tmp_path / "mnt")
    (tmp_path / "mounts").write_text(f"/dev/sda1 {path} vfat rw 0 0\n")
    assert find(tmp_path).path == path


def test_of_two_drives_one_must_be_named(tmp_path: Path) -> None:
    pico(tmp_path / "media" / "anna" / "CIRCUITPY")
    pico(tmp_path / "media" / "anna" / "CIRCUITPY1")
    with pytest.raises(NoDrive, match=r"Several .*CIRCUITPY, .*CIRCUITPY1\. Name the board's one"):
        find(tmp_path)


def test_without_any_drive_the_cable_is_suspected(tmp_path: Path) -> None:
    with pytest.raises(NoDrive, match="plug the Pico in by a cable that carries data"):
        find(tmp_path)


@pytest.mark.parametrize("name", ["CIRCUITPY", "RPI-RP2", "RP2350"])
def test_a_drive_that_is_not_mounted_is_told_with_the_line_that_mounts_it(
    tmp_path: Path, name: str
) -> None:
    """On a Pi without a desktop nothing mounts it by itself."""
    label = tmp_path / "by-label" / name
    label.parent.mkdir()
    label.touch()
    said = rf"its drive {name} is not mounted\. Mount it with sudo mount -o \S+ -u\) {label} /mnt"
    with pytest.raises(NoDrive, match=said):
        find(tmp_path)


@pytest.mark.parametrize("name", ["RPI-RP2", "RP2350"])  # a Pico's, a Pico 2's
def test_a_boot_loader_is_told_to_need_circuitpython_first(tmp_path: Path, name: str) -> None:
    boot = tmp_path / "media" / "anna" / name
    boot.mkdir(parents=True)
    (boot / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    for search in (lambda: find(tmp_path), lambda: look_at(boot)):
        with pytest.raises(NoDrive, match=r"boot loader: drag CircuitPython 9\.2\.1 or newer"):
            search()


@pytest.mark.parametrize("version", ["8.2.10", "9.0.5", "9.1.0", "9.2.0"])
def test_an_old_circuitpython_is_refused(tmp_path: Path, version: str) -> None:
    with pytest.raises(NoDrive, match=rf"runs CircuitPython {version}, the firmware needs 9\.2\.1"):
        look_at(pico(tmp_path / "p", version))


@pytest.mark.parametrize("version", ["9.2.1", "9.2.2-rc.0", "10.0.0", "10.1.0-beta.2", "11.0.0"])
def test_a_new_one_is_welcome(tmp_path: Path, version: str) -> None:
    assert look_at(pico(tmp_path / "p", version)).version == version


def test_what_is_no_such_drive_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(NoDrive, match=r"no CircuitPython drive, it has no boot_out\.txt"):
        look_at(tmp_path)
    with pytest.raises(NoDrive, match="There is no drive at"):
        look_at(tmp_path / "nowhere")
    (tmp_path / "boot_out.txt").write_text("")
    with pytest.raises(NoDrive, match="names no version"):
        look_at(tmp_path)
