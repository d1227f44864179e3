"""Named files: allowed names, nothing lost by accident, every fault told with its file's name."""

from __future__ import annotations

from pathlib import Path
from threading import Barrier, Thread

import pytest

from companion.errors import FileRefused
from companion.store.shelf import BIGGEST, LONGEST, MOST, Shelf, checked, parsed


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """An empty shelf whose folder is not there yet."""
    return Shelf(tmp_path / "tracks", ("default",))


def code_of(what: pytest.ExceptionInfo[FileRefused]) -> tuple[str, str | None]:
    return what.value.code, what.value.key


def test_what_was_kept_is_read_again_and_listed_by_the_alphabet(
    shelf: Shelf, tmp_path: Path
) -> None:
    assert shelf.names() == []
    for name in ("zebra", "Überring", "Abc 2"):
        shelf.save(name, {"name": name})
    assert shelf.names() == ["Abc 2", "zebra", "Überring"]
    assert shelf.read("Überring").data == {"name": "Überring"}
    assert (tmp_path / "tracks" / "Überring.json").is_file()


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", ".", "..", "../up", "a/b", "a\\b", "/etc/passwd", ".hidden", "a.json", "-x"),
        *("a\0b", "a\nb:c", "con:", "a*", "~root", "a\u202eb", "x" * (LONGEST + 1), "%2e%2e", "'"),
    ],
)
def test_a_name_that_could_lead_elsewhere_is_refused(
    shelf: Shelf, name: str, tmp_path: Path
) -> None:
    with pytest.raises(FileRefused) as refused:
        shelf.save(name, {})
    assert refused.value.code == "bad-name"
    assert [path.name for path in tmp_path.iterdir()] == []
    assert name not in shelf


def test_a_name_is_tidied_before_it_is_kept() -> None:
    assert checked("  Grandpa's   Ring (2) ") == "Grandpa's Ring (2)"
    assert checked("e\u0301cole") == "école"


def test_a_taken_name_is_asked_about_whatever_its_case(shelf: Shelf) -> None:
    first = shelf.save("Monza", [1])
    with pytest.raises(FileRefused) as refused:
        shelf.save("monza", [2])
    assert code_of(refused) == ("name-taken", "file.taken")
    assert refused.value.params == {"name": "Monza"}
    assert shelf.read("Monza") == first
    with pytest.raises(FileRefused, match="Default") as kept:
        shelf.save("Default", [])
    assert code_of(kept) == ("name-taken", "file.reserved")


def test_who_replaces_must_have_seen_what_lies_there(shelf: Shelf) -> None:
    seen = shelf.save("Monza", [1]).mark
    other = shelf.save("monza", [2], seen=seen)
    assert (other.name, shelf.names()) == ("Monza", ["Monza"])
    with pytest.raises(FileRefused) as refused:
        shelf.save("Monza", [3], seen=seen)
    assert code_of(refused) == ("file-changed", "file.changed")
    assert shelf.read("Monza").data == [2]


def test_of_many_who_take_a_name_at_once_one_gets_it(shelf: Shelf) -> None:
    start, got = Barrier(6), list[str]()

    def take(number: int) -> None:
        start.wait()
        try:
            shelf.save("Monza", number)
            got.append("kept")
        except FileRefused as refused:
            got.append(refused.code)

    threads = [Thread(target=take, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == ["kept"] + ["name-taken"] * 5


def test_renaming_keeps_the_file_and_overwrites_none(shelf: Shelf) -> None:
    shelf.save("One", 1)
    shelf.save("Two", 2)
    with pytest.raises(FileRefused, match="already"):
        shelf.rename("One", "two")
    assert shelf.rename("One", "one") == "one"
    assert shelf.rename("one", "Three") == "Three"
    assert {name: shelf.read(name).data for name in shelf.names()} == {"Three": 1, "Two": 2}


def test_what_is_not_there_can_neither_be_read_nor_renamed_nor_deleted(shelf: Shelf) -> None:
    for act in (shelf.read, shelf.delete, lambda name: shelf.rename(name, "New")):
        with pytest.raises(FileRefused) as refused:
            act("Monza")
        assert (refused.value.code, refused.value.status) == ("unknown-file", 404)
    shelf.save("Monza", 1)
    shelf.delete("monza")
    assert shelf.names() == []


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "line 1, column 1: this is no JSON"),
        (b'{"tiles": [\n1,]}', "line 2, column 2: this is no JSON"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b"[NaN]", "NaN is no number that JSON knows"),
        (b"[1e999]", "1e999 is a number that is too large"),
        (b'{"a": 1, "a": 2}', "the key 'a' is there twice"),
        (b'["\\ud800"]', "half a character"),
        (b"[" * 20_000, "nested too deeply"),
        (b" " * (BIGGEST + 1), "larger than 64 KiB"),
    ],
)
def test_an_unreadable_file_is_told_by_name_with_what_to_do(
    shelf: Shelf, tmp_path: Path, raw: bytes, why: str
) -> None:
    shelf.save("Good", 1)
    (tmp_path / "tracks" / "Odd.json").write_bytes(raw)
    with pytest.raises(FileRefused, match=r"Odd\.json .*Mend it or take another") as refused:
        shelf.read("Odd")
    assert why in str(refused.value)
    assert shelf.names() == ["Good", "Odd"]
    assert shelf.mark("Odd") is not None


def test_a_byte_order_mark_does_no_harm() -> None:
    assert parsed(b"\xef\xbb\xbf[1]", "x.json") == [1]


def test_files_of_impossible_names_are_told_apart(shelf: Shelf, tmp_path: Path) -> None:
    shelf.save("Good", 1)
    for stray in ("default.json", "a+b.json", "notes.txt", ".Good.json.new"):
        (tmp_path / "tracks" / stray).write_text("1")
    (tmp_path / "tracks" / "Folder.json").mkdir()
    assert shelf.names() == ["Good"]
    assert shelf.strays() == ["a+b.json", "default.json"]


def test_a_free_name_is_numbered(shelf: Shelf) -> None:
    assert shelf.free_name("Ring") == "Ring"
    shelf.save("Ring", 1)
    shelf.save("Ring 2", 1)
    assert shelf.free_name("ring") == "ring 3"
    shelf.save("x" * LONGEST, 1)
    assert shelf.free_name("x" * LONGEST) == "x" * (LONGEST - 2) + " 2"


def test_a_shelf_is_full_some_day(shelf: Shelf) -> None:
    for number in range(MOST):
        shelf.save(f"T{number}", 1)
    with pytest.raises(FileRefused, match="delete one first"):
        shelf.save("One more", 1)
    assert shelf.save("T0", 2, seen=shelf.read("T0").mark).data == 2


def test_without_a_folder_nothing_is_kept_and_nothing_breaks() -> None:
    shelf = Shelf(None)
    assert (shelf.names(), shelf.strays(), shelf.free_name("x")) == ([], [], "x")
    with pytest.raises(FileRefused) as refused:
        shelf.save("Ring", 1)
    assert code_of(refused) == ("not-saved", "file.nowhere")


def test_a_folder_that_cannot_be_written_leaves_no_half_file(tmp_path: Path) -> None:
    (tmp_path / "tracks").write_text("a file in the way")
    with pytest.raises(FileRefused) as refused:
        Shelf(tmp_path / "tracks").save("Ring", 1)
    assert (refused.value.code, refused.value.status) == ("not-saved", 503)
    assert [path.name for path in tmp_path.iterdir()] == ["tracks"]


def test_every_refusal_has_words(root: Path) -> None:
    from companion.words import keys

    text = (root / "companion" / "store" / "refusals.py").read_text("utf-8")
    used = {part.split('"')[0] for part in text.split('key="')[1:]}
    assert len(used) > 7
    assert used <= keys()
