"""Copies a build on to a Pico's drive so that a half copy never looks like a whole one.

Every file is written beside its place, brought to the disk, moved over the old one and read back
from the disk. The manifest goes first and comes back last: a drive with one has everything.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.errors import NoDrive
from firmware_bridge.flash.building import MANIFEST, Built, read_manifest
from firmware_bridge.flash.drives import Drive

KEPT_CODE: Final = "code_before_trackside.py"
"""Where somebody's own ``code.py`` is kept."""
_HELLO: Final = b'print("Hello World!")'
"""What a fresh CircuitPython has as its ``code.py``."""
_HALF: Final = ".new"
_CLUSTER: Final = 4096
"""Space is counted in pieces of this size: no FAT of a Pico has larger ones."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was done: paths on the drive that were ``written``, already right, or removed.

    ``saved``   name under which a foreign ``code.py`` is kept, empty when there was none
    ``replug``  the board must be unplugged and plugged in again: its serial ports change
    ``shadow``  a file of the drive that CircuitPython would run in place of ours
    """

    written: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]
    saved: str
    replug: bool
    shadow: str


def copy(built: Built, drive: Drive, told: Callable[[str], None] = lambda name: None) -> Copied:
    """Bring the drive to that build; unchanged files stay untouched.

    ``told`` hears every path before it is written. NoDrive says what stands in the way.
    """
    root = drive.path
    with _sentences(root):
        changed = [name for name, data in built.files.items() if _content(root / name) != data]
        obsolete = tuple(_obsolete(built, root))
        if changed:
            _room(built, changed, root)
            saved = _save_code(root)
            _gone(root / MANIFEST)
        else:
            saved = ""
        for name in obsolete:
            _gone(root / name)
        if obsolete and MANIFEST not in changed:
            changed.append(MANIFEST)
        for name in changed:
            told(name)
            _write(root / name, built.files[name])
        _verify(built, root)
    return Copied(
        written=tuple(changed),
        kept=tuple(name for name in built.files if name not in changed),
        removed=obsolete,
        saved=saved,
        replug="boot.py" in changed,
        shadow="code.txt" if os.path.isfile(root / "code.txt") else "",
    )


@contextlib.contextmanager
def _sentences(root: Path) -> Iterator[None]:
    """Every fault of the drive as one sentence that says what to do."""
    try:
        yield
    except NoDrive:
        raise
    except OSError as error:
        said = {
            errno.EROFS: "can only be read: eject it, press the Pico's reset button, try again",
            errno.ENOSPC: "is full: delete what you do not need there",
            errno.EACCES: "may not be written by this user: mount it with uid=$(id -u)",
            errno.EPERM: "may not be written by this user: mount it with uid=$(id -u)",
        }.get(
            error.errno or 0,
            f"went away while it was written ({error.strerror or error}): plug the Pico in "
            "again and repeat the copy",
        )
        raise NoDrive(f"The drive {root} {said}.") from error


def _content(path: Path) -> bytes | None:
    """What stands at ``path``; None when nothing does."""
    return path.read_bytes() if path.is_file() else None


def _obsolete(built: Built, root: Path) -> Iterator[str]:
    """Files of an earlier build that are no longer needed."""
    earlier = read_manifest(root)
    for name in earlier["files"] if earlier else ():
        if name not in built.files and (root / name).is_file():
            yield name


def _room(built: Built, changed: list[str], root: Path) -> None:
    """NoDrive when the changed files do not fit beside one of them written twice."""

    def pieces(size: int) -> int:
        return -(-size // _CLUSTER) * _CLUSTER

    new = [pieces(len(built.files[name])) for name in changed]
    old = [pieces(len(_content(root / name) or b"")) for name in changed]
    needed = sum(max(0, n - o) for n, o in zip(new, old, strict=True)) + max(new)
    free = shutil.disk_usage(root).free
    if needed > free:
        raise NoDrive(
            f"The drive {root} has {free // 1024} kB free, the firmware needs "
            f"{-(-needed // 1024)} kB: delete what you do not need there."
        )


def _save_code(root: Path) -> str:
    """Keep a ``code.py`` that somebody wrote; the name it has now, or nothing."""
    code = _content(root / "code.py")
    ours = code is not None and b"trackside_board" in code
    if code is None or ours or code.strip() in (b"", _HELLO) or (root / KEPT_CODE).exists():
        return ""
    os.replace(root / "code.py", root / KEPT_CODE)
    return KEPT_CODE


def _gone(path: Path) -> None:
    path.unlink(missing_ok=True)
    if path.parent.is_dir():
        _to_disk(path.parent)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + _HALF)
    try:
        with half.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)
    except OSError:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)
        raise
    _to_disk(path.parent)


def _to_disk(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some file systems write a folder to the disk by themselves and refuse the request.
        if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def _verify(built: Built, root: Path) -> None:
    """Read everything back, from the disk and not from the system's memory of it."""
    for name, data in built.files.items():
        with (root / name).open("rb") as file:
            if hasattr(os, "posix_fadvise"):  # not on a Mac
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            if file.read() != data:
                _gone(root / MANIFEST)
                raise NoDrive(
                    f"{root / name} reads back otherwise than it was written: the drive is "
                    "damaged. Put CircuitPython on the Pico anew, then repeat the copy."
                )
