"""What an editor learns of circuits: problems in words, facts, chance, hazards by the dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.packs import COURSES
from companion.words import keys, render
from engine.errors import BadConfig

COURSE = COURSES["racepack"]
STRAIGHT = [[x, 0] for x in range(6)]


def ring(width: int = 7, height: int = 7) -> list[list[float]]:
    """An oblong of tiles, driven clockwise from the middle of its bottom."""
    bottom = [[float(x), 0.0] for x in range(width - 1, 0, -1)]
    left = [[0.0, float(y)] for y in range(height - 1)]
    top = [[float(x), height - 1.0] for x in range(width - 1)]
    right = [[width - 1.0, float(y)] for y in range(height - 1, 0, -1)]
    around = bottom + left + top + right
    return around[width // 2 - 1 :] + around[: width // 2 - 1]


def words(tiles: list[Any], **more: Any) -> list[str]:
    return [render(flaw.message) for flaw in COURSE.flaws({"tiles": tiles, **more})]


@pytest.mark.parametrize(
    ("tiles", "more", "sentence", "pieces"),
    [
        ([], {}, "No tile lies there yet.", ()),
        (STRAIGHT, {}, "The road is open: tile 5 does not reach tile 0.", (5, 0)),
        (ring()[:-1], {}, "1 more to lay: a circuit has 24 tiles.", ()),
        (ring(20, 20), {}, "28 too many: two sets have 48 tiles.", ()),
        ([*ring()[:9], *ring()[10:]], {}, "Tiles 8 and 9 do not meet.", (8, 9)),
        ([[0, 0], [1, 0], [0, 0]], {}, "Tiles 0 and 2 lie on each other.", (0, 2)),
        (ring(12, 2), {}, "Tiles 0 and 13 touch: move one, or allow walls.", (0, 13)),
        (ring()[4:] + ring()[:4], {}, "The line needs a straight tile before and behind it.", ()),
        (ring(), {"pit": 2}, "The pit lane needs four straight tiles in a row.", ()),
    ],
)
def test_every_problem_is_told_in_words_with_the_tiles_it_is_about(
    tiles: list[Any], more: dict[str, Any], sentence: str, pieces: tuple[int, ...]
) -> None:
    """RP-11's codes, as the page shows them."""
    flaws = COURSE.flaws({"tiles": tiles, **more})
    told = {render(flaw.message): flaw for flaw in flaws}
    assert sentence in told
    if pieces:
        assert told[sentence].pieces == pieces


def test_chicanes_in_the_wrong_place_name_both_tiles() -> None:
    """RP-76: not before corner 1, not beside a corner."""
    tiles = ring(11, 5)
    tiles[1] = [tiles[1][0], -0.5]
    told = words(tiles)
    assert "Between 0 and 1: no chicane before corner 1." in told
    assert "Between 1 and 2: no chicane before corner 1." in told
    tiles = ring(11, 5)
    corner = next(i for i, at in enumerate(tiles) if at == [0, 4])
    tiles[corner + 1] = [1, 4.5]
    assert f"Between {corner} and {corner + 1} the chicane meets a corner." in words(tiles)


def test_what_is_only_unfinished_is_no_mistake() -> None:
    unfinished = {flaw.code.split(":")[0] for flaw in COURSE.flaws({"tiles": STRAIGHT})}
    assert unfinished == {"not_adjacent", "too_few"}
    assert all(flaw.unfinished for flaw in COURSE.flaws({"tiles": STRAIGHT}))
    assert all(flaw.unfinished for flaw in COURSE.flaws({"tiles": [[0, 0]]}))
    assert not any(flaw.unfinished for flaw in COURSE.flaws({"tiles": ring(12, 2)}))


def test_sentences_are_short_and_all_there() -> None:
    used = [key for key in keys() if key.startswith("course.")]
    assert len(used) > 18
    codes = "not_adjacent:1 overlap:1,2 overlap:O1,3 overlap:3,P0 too_few too_many"
    codes += " touch:1,2 touch:O1,9 touch:4,P3 line_not_on_straight pit_off_straight"
    codes += " chicane_at_corner:8 chicane_after_start:-1"
    from companion.games.racepack.courses import _flaw

    for code in codes.split():
        text = render(_flaw(code, 24).message)
        assert len(text.split()) <= 12, text
        assert "{" not in text
        assert not text.startswith("course.")


def test_a_sound_circuit_tells_what_it_is() -> None:
    sketch = COURSE.sketch(COURSE.standard())
    assert sketch.flaws == ()
    assert [render(fact) for fact in sketch.facts] == [
        "24 tiles",
        "8 corners",
        "grid for 8",
        "96 spaces",
    ]
    assert sketch.offers == {"pit": (0, 21, 22, 23), "wide": (-1,)}
    assert sketch.bounds == (0, 0, 18, 10)
    assert len(COURSE.board(sketch.data).holes) == 96


def test_extras_are_offered_where_the_road_would_be_sound_without_them() -> None:
    """RP-77: a pit lane that lies wrong does not hide where it could lie."""
    wrong = COURSE.sketch({"tiles": ring(), "pit": 2})
    assert wrong.flaws
    assert wrong.offers["pit"] == COURSE.sketch({"tiles": ring()}).offers["pit"] != ()
    assert COURSE.sketch({"tiles": STRAIGHT}).offers == {"pit": (), "wide": ()}


def test_a_grid_that_is_too_long_is_refused_in_words() -> None:
    """RP-12: one straight tile before the line for every four cars."""
    assert COURSE.refusal({"tiles": ring(9, 5)}, 8) is None
    tiles = ring()
    assert COURSE.flaws({"tiles": tiles}) == ()
    assert COURSE.refusal({"tiles": tiles}, 4) is None
    told = COURSE.refusal({"tiles": tiles}, 8)
    assert told is not None
    assert render(told) == "8 cars need 2 straight tiles before the line."
    draft = COURSE.refusal({"tiles": STRAIGHT}, 2)
    assert draft is not None
    assert render(draft) == "This track is a draft: mend it before the race."


@pytest.mark.parametrize("seed", range(6))
def test_a_circuit_by_chance_is_sound_and_has_what_was_wished(seed: int) -> None:
    rng = random.Random(seed)
    data = COURSE.surprise(rng, {"tiles": 32, "wide": True, "pit": True, "chicanes": 1})
    assert COURSE.flaws(data) == ()
    assert (len(data["tiles"]), data["wide"], "pit" in data) == (32, True, True)
    assert COURSE.read(data) == data


@pytest.mark.parametrize(
    "wishes", [{"tiles": 25}, {"tiles": 50}, {"tiles": "24"}, {"walls": 1}, {"speed": 3}]
)
def test_wishes_that_cannot_be_are_refused_in_a_sentence(wishes: dict[str, Any]) -> None:
    with pytest.raises(BadConfig, match=r"^A circuit by chance .*\.$"):
        COURSE.surprise(random.Random(1), wishes)


def test_the_dice_lay_four_hazards_as_the_rule_counts() -> None:
    """RP-26: from corner 1 on, each from the one before; a null only as the first throw."""
    from engine.games.racepack.cases_track import hazard_tiles
    from engine.games.racepack.track import DEFAULT

    for seed in range(40):
        sample = COURSE.sample(random.Random(seed), COURSE.standard())
        assert sample.picture.count("<g ") == 4
        faces = [{"–": 0, "A": 1}.get(f) for f in sample.message.params["dice"].split(", ")]
        rolls = [
            int(text) if face is None else face
            for face, text in zip(faces, sample.message.params["dice"].split(", "), strict=True)
        ]
        assert 0 not in rolls[1:]
        told = [int(tile) for tile in sample.message.params["tiles"].split(", ")]
        assert told == hazard_tiles(DEFAULT, rolls)
    with pytest.raises(BadConfig):
        COURSE.sample(random.Random(1), {"tiles": STRAIGHT})


@pytest.mark.parametrize(
    "data", [None, [], {"tiles": [[0]]}, {"tiles": [[0.25, 0]]}, {"tiles": [], "name": "x"}]
)
def test_what_is_no_track_is_refused_whatever_is_asked(data: object) -> None:
    for ask in (COURSE.read, COURSE.flaws, COURSE.sketch, COURSE.board):
        with pytest.raises(BadConfig):
            ask(data)


def test_the_default_circuit_is_written_out_so_that_it_can_be_changed() -> None:
    assert COURSE.read("default") == COURSE.standard()
    assert len(COURSE.standard()["tiles"]) == 24
