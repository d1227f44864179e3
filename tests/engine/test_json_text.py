"""JSON is read so that nothing in it is lost or bent; what cannot be taken is named."""

from __future__ import annotations

import pytest

from engine.errors import NotJson
from engine.json_text import read_json
from engine.told import Told


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("", "no_json", "line 1, column 1: this is no JSON"),
        ('{"a":\n 1,}', "no_json", "line 2, column 3: this is no JSON: a comma stands before a"),
        ("[1, ]", "no_json", "column 3: this is no JSON: a comma stands before a closing bracket"),
        ("[1 2]", "no_json", "column 4: this is no JSON: a comma or a closing bracket is missing"),
        ('{"a" 1}', "no_json", "column 6: this is no JSON: a colon is missing"),
        ('{"a": "b" "c": 1}', "no_json", "column 11: this is no JSON: a comma or"),
        ("{a: 1}", "no_json", "this is no JSON: a key in double quotes is needed"),
        ('["a', "no_json", "column 2: this is no JSON: this text has no closing quote"),
        ('["a\n"]', "no_json", "a line end or a control character stands within this text"),
        ('["\\x"]', "no_json", "a backslash stands before a wrong letter"),
        ("1 2", "no_json", "something stands behind its end"),
        ('["NaN",\n NaN]', "no_number", "line 2, column 2: NaN is no number"),
        ("-Infinity", "no_number", "-Infinity is no number"),
        ("[-1e99, -1e999]", "too_large", "column 9: -1e999 is a number that is too large"),
        ("1" + "0" * 309, "too_large", "... is a number that is too large"),
        ("1" * 9999, "too_large", "... is a number that is too large"),
        ('[{"a": 1, "a": 1}]', "key_twice", "the key 'a' is there twice"),
        ('{"id": 7, "b": 1, "b": 2}', "key_twice_of", "the object with the id 7"),
        ("[" * 100_000, "too_deep", "nested too deeply"),
        ('["\\ud800"]', "half_character", "half a character"),
        (
            '["\\\\ud800", {"\\uDFFF": 1}]',
            "half_character",
            "column 14: a text has half",
        ),
        ('["\ud800"]', "half_character", "half a character"),
        (b"\xff", "no_utf8", "no text in UTF-8"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_cannot_be_taken_is_named(text: str | bytes, key: str, said: str) -> None:
    with pytest.raises(NotJson) as refused:
        read_json(text)
    assert said in str(refused.value)
    assert refused.value.told.key == key


def test_whole_characters_great_numbers_and_a_byte_order_mark_pass() -> None:
    assert read_json('["\\ud83d\\ude00", "ä", "\\\\ud800"]') == ["\U0001f600", "ä", "\\ud800"]
    assert read_json(b"\xef\xbb\xbf[1]") == read_json("\ufeff[1]") == [1]
    assert read_json("1" + "0" * 308) == 10**308
    assert read_json("-1.5e308") == -1.5e308


def test_double_keys_are_gathered_for_who_asks() -> None:
    twice: list[Told] = []
    assert read_json('[{"a": 1, "a": 2}, {"b": 1, "b": 2}]', twice) == [{"a": 2}, {"b": 2}]
    assert [told.params["key"] for told in twice] == ["'a'", "'b'"]


def test_a_text_of_one_line_is_told_without_its_line() -> None:
    with pytest.raises(NotJson) as refused:
        read_json("{")
    assert refused.value.alone.startswith("column 2: this is no JSON")
