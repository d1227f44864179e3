"""Named files of people in a folder, JSON as a rule, read strictly and written whole.

The shelf knows nothing of what is in them. Nothing is lost by accident: a name that is taken is
refused, and a file is replaced only by somebody who has seen it (``mark``). Safe from any thread.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import FileRefused
from companion.intake import Unreadable, by_system, larger_than, taken
from companion.store import refusals
from engine.errors import NotJson
from engine.json_text import read_json

LONGEST: Final = 40
"""At most this many letters are in a name."""
MOST: Final = 200
"""At most this many files are on a shelf."""
BIGGEST: Final = 64 * 1024
"""At most this many bytes are in a file."""
_ALSO: Final = " -_'’()"


class Form(NamedTuple):
    """How the files of a shelf are written.

    ``suffix``  the end of their names; ``write``: data as a text
    ``read``    bytes, file name and limit to data; FileRefused names the file and its fault
    """

    suffix: str
    read: Callable[[bytes, str, int], Any]
    write: Callable[[Any], str]


class Kept(NamedTuple):
    """A file as it was read. ``mark`` changes with every change of its bytes."""

    name: str
    data: Any
    mark: str


def tidy(name: str) -> str:
    """The name as it is kept: composed letters, single spaces.

    >>> tidy("  Grandpa’s   ring ")
    'Grandpa’s ring'
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def checked(name: str) -> str:
    """The tidy name. Raises FileRefused unless it is safe as a file's name everywhere.

    A name has letters and digits of any script, and between them spaces and ``-_'()``. So no name
    leads out of the folder or hides a file.
    """
    name = tidy(name)
    if not name:
        raise refusals.no_name()
    if len(name) > LONGEST:
        raise refusals.long_name(len(name), LONGEST)
    wrong = next(
        (c for c in name if not (c.isalnum() or unicodedata.combining(c) or c in _ALSO)), ""
    )
    if wrong or not name[0].isalnum():
        raise refusals.bad_name(wrong or name[0])
    return name


class Shelf:
    """The files of one folder. The first file that is kept makes the folder.

    ``folder``    None when nothing can be kept here
    ``reserved``  names that belong to something else (in any case of letters)
    ``biggest``   at most this many bytes are in a file
    ``form``      how they are written; None: as JSON
    """

    def __init__(
        self,
        folder: Path | None,
        reserved: tuple[str, ...] = (),
        biggest: int = BIGGEST,
        form: Form | None = None,
    ) -> None:
        self._folder = folder
        self._form = form or Form(".json", parsed, _as_json)
        self._biggest = biggest
        self._reserved = {name.casefold() for name in reserved}
        self._lock = threading.RLock()

    # ---------------------------------------------------------------------------------- reading

    def names(self) -> list[str]:
        """The names in alphabetical order."""
        found = (path.stem for path in self._paths())
        return sorted(found, key=lambda name: (name.casefold(), name))

    def strays(self) -> list[str]:
        """Files of the folder whose names nobody can choose."""
        known = {path.name for path in self._paths()}
        return sorted(path.name for path in self._files() if path.name not in known)

    def __contains__(self, name: str) -> bool:
        return self._found(tidy(name)) is not None

    def read(self, name: str) -> Kept:
        """One file. Raises FileRefused when it is missing, too large, or not of its form."""
        path = self._found(tidy(name))
        if path is None:
            raise refusals.unknown(tidy(name)[:LONGEST])
        try:
            raw = taken(path, self._biggest)
        except Unreadable as error:
            raise refusals.unreadable(path.name, error.args[0]) from error
        return Kept(path.stem, self._form.read(raw, path.name, self._biggest), _mark(raw))

    # ---------------------------------------------------------------------------------- changing

    def save(self, name: str, data: Any, *, seen: str | None = None) -> Kept:
        """Keep ``data`` under that name, whole or not at all.

        ``seen`` is the mark of the file that may be replaced. With None there must be no file of
        that name. Otherwise FileRefused says ``name-taken`` or ``file-changed``.
        """
        name = self._free_to_use(name)
        raw = self._form.write(data).encode()
        with self._lock:
            there = self._found(name)
            if there is None:
                if len(list(self._paths())) >= MOST:
                    raise refusals.full(MOST)
            elif seen is None:
                raise refusals.name_taken(there.stem)
            elif _mark_of(there) != seen:
                raise refusals.changed(there.stem)
            path = self._path(name if there is None else there.stem)
            self._write(path, raw)
            return Kept(path.stem, data, _mark(raw))

    def rename(self, name: str, new: str) -> str:
        """Give a file another name.

        Returns it as it is kept, or raises FileRefused when it is taken.
        """
        new = self._free_to_use(new)
        with self._lock:
            path = self._found(self.read(name).name)
            there = self._found(new)
            assert path is not None
            if there is not None and there != path:
                raise refusals.name_taken(there.stem)
            try:
                path.rename(self._path(new))
            except OSError as error:
                raise refusals.unwritable(path.name, error) from error
        return new

    def delete(self, name: str) -> None:
        """Remove a file. Raises FileRefused when it is missing."""
        with self._lock:
            path = self._found(self.read_name(name))
            assert path is not None
            try:
                path.unlink()
            except OSError as error:
                raise refusals.unwritable(path.name, error) from error

    def read_name(self, name: str) -> str:
        """The name of a present file, spelt as it is kept.

        Raises FileRefused when it is missing.
        """
        path = self._found(tidy(name))
        return path.stem if path is not None else self.read(name).name

    def mark(self, name: str) -> str | None:
        """The mark of the file of that name as it is now, readable or not.

        None when there is none.
        """
        path = self._found(tidy(name))
        try:
            return None if path is None else _mark_of(path)
        except OSError as error:
            file = f"{tidy(name)}{self._form.suffix}"
            raise refusals.unreadable(file, by_system(error)) from error

    def free_name(self, name: str) -> str:
        """That name, or the first free one of ``NAME 2``, ``NAME 3`` and so on."""
        name = tidy(name)
        number, tried = 1, name
        while tried in self or tried.casefold() in self._reserved:
            number += 1
            tail = f" {number}"
            tried = name[: LONGEST - len(tail)].rstrip() + tail
        return tried

    # ------------------------------------------------------------------------------------ inside

    def _free_to_use(self, name: str) -> str:
        name = checked(name)
        if name.casefold() in self._reserved:
            raise refusals.name_reserved(name)
        return name

    def _files(self) -> Iterator[Path]:
        if self._folder is None:
            return
        try:
            found = list(self._folder.iterdir())
        except OSError:
            return
        suffix = self._form.suffix
        yield from (p for p in found if p.suffix == suffix and p.is_file() and p.name[0] != ".")

    def _paths(self) -> Iterator[Path]:
        for path in self._files():
            if _fits(path.stem) and path.stem.casefold() not in self._reserved:
                yield path

    def _path(self, name: str) -> Path:
        if self._folder is None:
            raise refusals.no_folder()
        return self._folder / f"{name}{self._form.suffix}"

    def _found(self, name: str) -> Path | None:
        """The file of that name, whatever the case of its letters."""
        wanted = name.casefold()
        exact = [path for path in self._paths() if path.stem.casefold() == wanted]
        return next((path for path in exact if path.stem == name), next(iter(exact), None))

    def _write(self, path: Path, raw: bytes) -> None:
        draft = path.with_name(f".{path.name}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("wb") as out:
                out.write(raw)
                out.flush()
                os.fsync(out.fileno())
            draft.replace(path)
        except OSError as error:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise refusals.unwritable(path.name, error) from error


def parsed(raw: bytes, file: str, biggest: int = BIGGEST) -> Any:
    """The JSON of a file that people hand in. FileRefused names the file and its fault."""
    if len(raw) > biggest:
        raise refusals.unreadable(file, larger_than(biggest))
    try:
        return read_json(raw)
    except NotJson as error:
        raise refusals.unreadable(file, error.told) from None


def _as_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _mark(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


def _mark_of(path: Path) -> str:
    """The mark of a file that may be of any size."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _fits(name: str) -> bool:
    try:
        return checked(name) == name
    except FileRefused:
        return False
