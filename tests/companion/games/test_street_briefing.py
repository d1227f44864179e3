"""The three answers of a street race for people who do not look; they tell of no hand."""

from __future__ import annotations

import msgspec
from window_rig import ABLE, UNABLE, opened, started

from companion.model.briefing import Briefing
from companion.words import render


def told(rig: object, seat: int | None) -> Briefing:
    """The answers of a seat."""
    found = rig.table.briefing(seat)  # type: ignore[attr-defined]
    assert isinstance(found, Briefing)
    return found


def test_where_tells_rank_lane_and_place_in_the_pack() -> None:
    rig = started(ABLE)
    said = [render(told(rig, seat).where[0]) for seat in range(3)]
    assert said[0] == "Red: rank 1, inner lane, number 1 of 3."
    assert said[1] == "Orange: rank 1, outer lane, number 2 of 3."
    german = render(told(rig, 2).where[0], "de")
    assert german == "Gelb: Reihe 2, innere Spur, Nummer 3 von 3."


def test_what_can_i_do_names_no_card_of_the_hand() -> None:
    rig = started(ABLE)
    own = told(rig, 2)
    said = [render(message) for message in own.can]
    assert own.hand
    assert said[-1].startswith("Your cards are not said aloud.")
    faces = {card.label for card in rig.table.hand(2).cards}  # type: ignore[union-attr]
    assert faces
    assert not [face for face in faces for one in said if face in one]


def test_the_answers_are_the_same_whether_a_hand_could_react_ff_151() -> None:
    able, unable = opened(ABLE), opened(UNABLE)
    for seat in (None, 0, 1, 2):
        one, other = (msgspec.json.encode(told(rig, seat)) for rig in (able, unable))
        assert one == other
    said = [render(message) for message in told(able, 1).can]
    assert said[-1] == "Pass, or look at your cards."
    assert [render(message) for message in told(able, 1).happened][-1].endswith(
        "Loose Hubcap: Orange."
    )
