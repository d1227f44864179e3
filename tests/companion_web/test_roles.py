"""The lists that tell lights apart know every role of ``Role``, and no other word."""

from __future__ import annotations

import re
from pathlib import Path

from companion.games.street_race.said import LIGHTS
from companion.lights.roles import CALLS, LIFTS, PUTS, Role

ROOT = Path(__file__).resolve().parents[2]
NAMES = frozenset(role.value for role in Role)
SCRIPTS = sorted((ROOT / "companion_web" / "static" / "js").glob("*.js"))
PEOPLE = [
    ROOT / "companion" / "proof" / name
    for name in ("people/obeying.py", "second/following.py", "second/answering.py")
]
COMPARED = re.compile(
    r"\brole (?:[=!]==?) \"(\w+)\"|\[([^\[\]]*)\]\.includes\(\w+(?:\.\w+)*\.role\)"
)
ONLY_TOLD = {Role.TURN, Role.WINNER, Role.FAULT}
"""No tap on the board answers these."""


def told(text: str) -> set[str]:
    """The words with which a file compares a role."""
    found = COMPARED.findall(text)
    return {one for one, _ in found if one} | {
        word for _, many in found for word in re.findall(r'"(\w+)"', many)
    }


def test_a_tap_lifts_or_puts_at_every_role_that_calls_for_hands() -> None:
    assert set(Role) == LIFTS | PUTS | ONLY_TOLD
    assert not LIFTS & PUTS
    assert CALLS <= PUTS


def test_a_label_of_the_street_names_every_role_that_it_can_show() -> None:
    by_choice = {Role.DESTINATION.value, Role.CAPTURE.value}
    assert by_choice | {Role.TURN.value, Role.FAULT.value} == NAMES - LIGHTS
    assert LIGHTS <= NAMES
    for language in ("en", "de"):
        words = (ROOT / f"companion/games/street_race/words/{language}.po").read_text("utf-8")
        assert {name for name in LIGHTS if f'"street.label.{name}"' not in words} == set()


def test_scripts_and_simulated_people_compare_only_with_roles_that_there_are() -> None:
    found = {path.name: told(path.read_text("utf-8")) for path in (*SCRIPTS, *PEOPLE)}
    assert {name: sorted(words - NAMES) for name, words in found.items() if words - NAMES} == {}
    assert found["model.js"] >= {"movable", "hint", "return", "missing", "pen"}
    assert found["obeying.py"] >= {"wrong", "return", "pen"}
    listed = {path.name for path in SCRIPTS if '"missing"' in path.read_text("utf-8")}
    assert listed <= {"model.js"}, "whole lists come from the server"
