"""Board files with the wires that were learned by lights and marbles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.intake import Unreadable, by_system, taken_text
from companion.model.service import Learned
from engine.told import Told
from hardware.errors import BadWiring, HardwareError
from hardware.power import AMPERES
from hardware.wiring import BoardFile, check, new, read, write

from . import refusals


def rewired(board: BoardFile, learned: Learned) -> BoardFile:
    """The same board, each hole with the input and the pixels that were found to be its own."""
    wires = {wire.hole: wire for wire in board.holes}
    holes = tuple(
        replace(
            wire,
            input=wires[learned.inputs[wire.hole]].input,
            pixels=wires[learned.pixels[wire.hole]].pixels,
        )
        for wire in board.holes
    )
    return replace(board, holes=holes)


class BoardFileKeeper:
    """The board file that the service works by, and the way learned wires come into it.

    ``path``  None if there is no file: the text is then that of a new file to download
    """

    def __init__(
        self, path: Path | None = None, *, ring: int = 1, amperes: float = AMPERES
    ) -> None:
        self.path = path
        self._ring, self._amperes = ring, amperes

    def text(self, learned: Learned, kind: str, holes: Sequence[str]) -> str:
        """The file with those wires; CommandRefused if the present file cannot be used."""
        try:
            board = self._present(kind, holes)
            if {wire.hole for wire in board.holes} != set(learned.inputs):
                raise refusals.file_of_another_board()
            text = write(rewired(board, learned))
            if findings := check(text, holes):
                raise refusals.file_would_not_do(findings[0])
        except BadWiring as error:
            line = error.findings[0].line
            why = Told("wiring_line", "{text}", text=str(error), line=line)
            raise refusals.unreadable_board_file(self.path, why) from error
        except (HardwareError, Unreadable) as error:
            raise refusals.unreadable_board_file(self.path, error) from error
        return text

    def save(self, text: str) -> Path:
        """Replace the file by this text, whole or not at all; the old file stays beside it."""
        if self.path is None:
            raise refusals.no_board_file()
        draft = self.path.with_name(f".{self.path.name}.new")
        kept = self.path.with_name(f"{self.path.name}.before")
        try:
            draft.write_text(text, "utf-8")
            kept.write_bytes(self.path.read_bytes())
            draft.replace(self.path)
        except OSError as error:
            raise refusals.unwritable_board_file(self.path, by_system(error)) from error
        return self.path

    def _present(self, kind: str, holes: Sequence[str]) -> BoardFile:
        if self.path is None:
            return new(kind, holes, ring=self._ring, amperes=self._amperes)
        return read(taken_text(self.path), holes)
