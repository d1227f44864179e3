"""The forms of the data file: every key that the loader knows has a field, and no other key has."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import pytest

from companion.games.data_forms import Field
from companion.games.packs import PACKS
from companion.model.message import Message
from companion.words import render
from engine.data_files import check_data
from engine.errors import BadData
from engine.games.street_race.content import TYPES
from engine.games.street_race.loading import KEYS, NEEDED
from engine.games.street_race.loading_cards import KEYS as OF_TYPE
from engine.games.street_race.loading_cards import PLAIN_KEYS
from engine.games.street_race.sample import SAMPLE
from engine.registry import REGISTRY

FORMS = PACKS.of("fhtagn").forms
assert FORMS is not None
CARDS, CARS, MATS = FORMS.lists
GAME = REGISTRY.game("fhtagn")


def everything(fields: Sequence[Field]) -> list[Field]:
    """Fields and the fields in them."""
    return [one for each in fields for one in (each, *everything(each.fields))]


def told(data: dict[str, Any]) -> str:
    """What the loader says of it."""
    try:
        check_data(GAME, [data])
    except BadData as error:
        return "\n".join(error.found)
    return ""


@pytest.mark.parametrize("kind", TYPES)
def test_a_card_has_a_field_for_each_key_of_its_type(kind: str) -> None:
    shown = {field.key for field in CARDS.fields if not field.only or kind in field.only}
    assert shown == {*PLAIN_KEYS, *OF_TYPE[kind]}


def test_the_whole_file_has_a_field_or_a_list_for_each_key() -> None:
    assert FORMS is not None
    keys = [*(field.key for field in FORMS.rest), *(one.key for one in FORMS.lists)]
    assert sorted(keys) == sorted(KEYS)
    needed = {field.key for field in FORMS.rest if field.needed}
    assert needed == set(NEEDED) - {one.key for one in FORMS.lists}


def test_every_key_and_value_of_a_form_is_taken_by_the_loader() -> None:
    """One value of each choice, one key of each field: the loader knows them all."""
    assert FORMS is not None
    for listing in FORMS.lists:
        for field in everything(listing.fields):
            for value in field.choices:
                data: Any = copy.deepcopy(SAMPLE)
                data[listing.key][0] = entry = {**data[listing.key][0]}
                where = next(
                    (one for one in listing.fields if field in one.fields and one.kind != "group"),
                    None,
                )
                if where is None and field in listing.fields:
                    entry[field.key] = value
                elif where is not None:
                    entry[where.key] = [{field.key: value}]
                assert f"{value!r} is none of" not in told(data), (listing.key, field.key)


def test_what_is_usual_in_a_form_is_usual_for_the_loader() -> None:
    """A file without any key that may be left out plays like one with what the form shows."""
    assert FORMS is not None
    bare: Any = {k: v for k, v in copy.deepcopy(SAMPLE).items() if k in NEEDED}
    whole = copy.deepcopy(bare)
    for field in FORMS.rest:
        inner = {one.key: one.usual for one in field.fields if one.usual is not None}
        if field.usual is not None or inner:
            whole[field.key] = inner or field.usual
    for listing in FORMS.lists:
        for entry in whole[listing.key]:
            for field in listing.fields:
                mine = not field.only or entry.get("type") in field.only
                if mine and field.usual is not None:
                    entry.setdefault(field.key, field.usual)
    contents = [vars(GAME.with_beside({"data": data}))["_content"] for data in (bare, whole)]
    for name in ("cards", "racers", "mats", "die_sides", "half_width", "actions", "hand_limit"):
        assert getattr(contents[0], name) == getattr(contents[1], name), name
    for name in ("civilians", "civilian_speed", "returned_mats", "expected_deck", "mod_slots"):
        assert getattr(contents[0], name) == getattr(contents[1], name), name


def test_a_fresh_entry_lacks_only_what_people_write() -> None:
    assert FORMS is not None
    for listing in FORMS.lists:
        data: Any = copy.deepcopy(SAMPLE)
        written = {"id": "new"} | ({"name": "New"} if listing.key != "mats" else {})
        data[listing.key].append({**copy.deepcopy(dict(listing.fresh)), **written})
        data["racers"] = data["racers"][-8:]
        assert told(data) == "", listing.key


def test_every_label_is_a_sentence_of_the_catalogues() -> None:
    assert FORMS is not None
    fields = everything([*FORMS.rest, *(one for each in FORMS.lists for one in each.fields)])
    keys = {word for one in fields for word in (one.words, one.one, *one.choices.values()) if word}
    keys |= {word for one in FORMS.lists for word in (one.words, one.add)} | {FORMS.rest_words}
    for key in keys:
        assert render(Message(key)) != key, key
