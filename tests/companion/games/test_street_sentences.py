"""Sentences of a street race that fit their moment, for all who look."""

from __future__ import annotations

import pytest
import street_views
from street_table import begun, loaded, new, play

from companion.games.scenery import Pictured
from companion.games.street_race.prompting import awaited, of_others
from companion.games.street_race.scenery import StreetScenery
from companion.model.message import Message
from companion.model.view import HoleView, Prompt
from companion.words import render
from engine.games.street_race import StreetPosition

LANGUAGES = ("en", "de")


def name(who: str) -> str:
    return {"A": "Anna", "B": "Ben", "C": "Carla"}[who]


def told(position: object, who: str) -> tuple[set[str], set[str]]:
    """What the one who is asked reads, and all others, in both languages."""
    assert isinstance(position, StreetPosition)
    own, others = awaited(position, name, who), of_others(position, name, who)
    return {render(own, lang) for lang in LANGUAGES}, {render(others, lang) for lang in LANGUAGES}


def test_who_may_advance_for_free_is_not_at_the_curb_ff_96() -> None:
    """Anna pulls over; Ben, behind her, is asked."""
    there = {"A": "1F3", "B": "2F1", "C": "3F1"}
    asked = play(loaded(begun(new(3), at=there)), "pull")
    own, others = told(asked, "B")
    assert own == {"Ben, one free advance?", "Ben, einmal frei vor?"}
    assert others == {"Ben may advance once for free.", "Ben darf einmal frei vor."}


@pytest.mark.parametrize(
    ("lines", "english", "german"),
    [
        (
            ("mat F m21", "mat O m05", "die 6"),
            "Ben must come in from no man's land.",
            "Ben muss aus dem Niemandsland herein.",
        ),
        (
            ("mat F m15", "mat O m05"),
            "Ben must leave the blocked walk.",
            "Ben muss vom gesperrten Gehweg herunter.",
        ),
    ],
)
def test_whom_new_mats_call_in_was_not_pushed_ff_43_ff_44(
    lines: tuple[str, ...], english: str, german: str
) -> None:
    """Ben stands on a walk; Anna's card changes the street under him."""
    there = {"A": "1F1", "B": "2F3", "C": "3F1"}
    race = loaded(begun(new(3), at=there, hands={"A": ["p10.1"]}))
    own, others = told(play(race, "play p10.1", *lines), "B")
    assert own == others == {english, german}


def test_a_car_that_spins_out_is_shown_its_places_once_it_is_lifted_ff_83() -> None:
    moment = Pictured(street_views.position(), {})
    prompt = Prompt(Message("street.spin", {"p": "Anna"}), None, "say", 0, "A")
    standing = StreetScenery().prompt(moment, prompt, {"b2": HoleView("A", "movable")})
    assert render(standing.message) == "Anna spins out. Put it on a free space."
    lifted = StreetScenery().prompt(moment, prompt, {"c2": HoleView("", "destination")})
    assert render(lifted.message) == "Anna spins out. Put it on a white light."
