"""The data folder: one service, made when missing, one sentence when it cannot be."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.errors import StartError
from companion.service.data_folder import DataFolder
from companion.store.synced import write_whole


def test_the_folder_is_made_with_all_its_parents(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "a" / "b") as folder:
        assert folder.path.is_dir()


def test_a_second_service_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    first = DataFolder(tmp_path)
    with pytest.raises(StartError, match="Another Trackside already works in"):
        DataFolder(tmp_path)
    first.close()
    first.close()
    DataFolder(tmp_path).close()


def test_a_folder_below_a_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StartError, match="is not writable") as caught:
        DataFolder(tmp_path / "file" / "below")
    assert "\n" not in str(caught.value)


def test_secret_and_board_id_stay_the_same_and_are_ours_alone(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        secret, board = folder.secret(), folder.board_id()
    with DataFolder(tmp_path) as folder:
        assert (folder.secret(), folder.board_id()) == (secret, board)
    assert len(secret) >= 32
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_two_folders_are_two_boards(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "a") as one, DataFolder(tmp_path / "b") as two:
        assert one.board_id() != two.board_id()
        assert one.secret() != two.secret()


def test_a_secret_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    with DataFolder(tmp_path) as folder, pytest.raises(StartError, match="secret cannot be used"):
        folder.secret()


def test_small_files_are_on_the_disk_before_their_names_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def fsync(handle: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        there = (tmp_path / "host-pin").exists()
        synced.append(f"{'folder' if is_folder else 'file'} {'after' if there else 'before'}")

    monkeypatch.setattr(os, "fsync", fsync)
    write_whole(tmp_path / "host-pin", "text\n")
    assert synced == ["file before", "folder after"]
    assert [path.name for path in tmp_path.iterdir()] == ["host-pin"]
