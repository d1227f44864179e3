"""Fast Track in words: prompts, holes, keys, lines and refusals, all in the catalogue."""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import pytest
from said import check_words
from table_rig import Rig, position

from companion.games.fast_track.cards import FastTrackCards
from companion.games.fast_track.offer import OFFER
from companion.games.fast_track.presenter import FastTrackPresenter
from companion.model.message import Message
from companion.words import keys, render
from engine.game import OVER
from engine.games.fast_track.cut import cut_for
from engine.registry import REGISTRY

P = "p"
WORDS = FastTrackPresenter()


def at(card: str | None, a: list[str], c: list[str], **more: object) -> Rig:
    """Red and yellow with these marbles, red to play, no board."""
    rig = Rig(board_kind="none").new()
    return rig.at(position([["A"], ["C"]], {"A": a, "C": c}, card, **more))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("A", "Anna hebt ein Ass ab und beginnt."),
        ("7", "Anna hebt eine 7 ab und beginnt."),
        ("J", "Anna hebt einen Buben ab und beginnt."),
        ("K", "Anna hebt einen König ab und beginnt."),
        ("JOKER", "Anna hebt einen Joker ab und beginnt."),
    ],
)
def test_german_bends_the_article_of_a_card_that_is_cut_or_played(card: str, said: str) -> None:
    """„Anna hebt ein König ab“, „Ben spielt ein Joker“."""
    told = Message("cut.told", {"p": "Anna"}, {"card": WORDS.cards.as_object(card)})
    assert render(told, "de") == said
    plays = Message("replay.plays", {"p": "Ben"}, {"card": WORDS.cards.as_object(card)})
    assert render(plays, "de").removeprefix("Ben spielt ")[:-1] in said


@pytest.mark.parametrize(
    ("hole", "name"),
    [
        ("B2", "Orange 2"),
        ("A0", "Red corner"),
        ("Ah3", "Red home 3"),
        ("Ap", "Red pen"),
        ("Ap4", "Red pen"),
        ("X", "bull's eye"),
        ("F13", "Purple 13"),
    ],
)
def test_holes_have_names_for_people(hole: str, name: str) -> None:
    game = REGISTRY.game("fast_track")
    start = game.new({"rules": "classic", "board": "hex", "players": [["A"], ["C"]]})
    assert render(WORDS.hole(start, hole)) == name


@pytest.mark.parametrize(
    ("card", "red", "yellow", "said"),
    [
        (None, [P, P, P, "A9"], [P, P, P, P], "Red, which card did you play?"),
        ("3", [P, P, P, "A9"], [P, P, P, P], "Red, move a glowing marble."),
        ("3", [P, P, "A9", "D0"], [P, P, P, P], "Red, move the corner marble first."),
        ("9", [P, P, P, "A6"], [P, P, P, P], "No way forward. Red, move back 9."),
        ("4", [P, P, P, "B9"], [P, P, P, P], "Red, move a glowing marble."),
        ("4", [P, P, "A0*", "F0"], [P, P, P, P], "Ring blocked: Red corner goes to its pen."),
        ("5", [P, P, P, P], [P, P, P, P], "Nothing to do. Yellow is next."),
        ("K", [P, P, P, P], [P, P, P, P], "Nothing to do. Red, play another card."),
    ],
)
def test_the_prompt_says_what_is_awaited(
    card: str | None, red: list[str], yellow: list[str], said: str
) -> None:
    rig = at(card, red, yellow)
    assert rig.said == said
    check_words(rig.view)


def test_a_jack_that_only_swaps_says_so_ft_21() -> None:
    rig = at("J", [P, P, P, "X"], [P, P, P, "A0"], to_play=0)
    swaps = [text for text in rig.view.legal if "=" in text]
    assert swaps
    if len(swaps) == len(rig.view.legal):
        assert rig.said == "Red, swap two glowing marbles."


def test_names_stand_for_colours_where_players_have_them() -> None:
    rig = Rig(board_kind="none").new(names=["Anna", "@colour.A{p}"])
    assert rig.said == "Anna, which card did you play?"
    rig.card("5").wait(2)
    assert rig.said == "colour.A{p}, which card did you play?"


def test_others_are_told_who_is_to_play_and_who_is_next() -> None:
    rig = Rig(board_kind="none").new(players=[["A"], ["C"], ["E"]])
    own, following, later = (rig.table.view(seat).prompt for seat in range(3))
    assert render(own.message) == "Red, which card did you play?"
    assert render(following.message) == "Red is choosing a card."
    assert following.support is not None
    assert render(following.support) == "You are next."
    assert later.support is None
    rig.card("6")
    assert render(rig.table.view(1).prompt.message) == "Red is moving."


def test_card_keys_carry_one_small_word() -> None:
    captions = {
        key.value: render(key.caption) for key in Rig().new().view.pad if key.caption is not None
    }
    assert captions == {
        "A": "out · 1",
        "4": "back",
        "6": "out",
        "7": "split",
        "J": "swap",
        "Q": "1",
        "K": "1",
        "JOKER": "Joker",
    }
    butterfly = Rig().new(rules="butterfly", players=[["A"], ["D"]]).view.pad
    assert next(render(k.caption) for k in butterfly if k.value == "J" and k.caption) == "1"
    assert [key.label for key in butterfly][-1] == "★"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_joker_has_one_name_below_its_star_and_in_every_sentence(language: str) -> None:
    cards = FastTrackCards()
    name = render(cards.name("JOKER"), language)
    says = [way("JOKER") for way in (cards.first_name, cards.with_article, cards.at_last)]
    says += [cards.as_object("JOKER"), Message("ask.by_card", {"card": cards.in_words("JOKER")})]
    says += [Message("bot.played_card", {"p": "Max", "card": cards.in_words("JOKER"), "move": ""})]
    assert [name in render(one, language) for one in says] == [True] * len(says)
    key = next(key for key in Rig().new().view.pad if key.value == "JOKER")
    assert key.caption is not None
    assert (key.label, render(key.caption, language)) == ("★", name)
    assert cards.in_words("7") == "7"


def test_a_move_is_read_aloud_in_one_sentence() -> None:
    rig = Rig(board_kind="none").new(names=["Dora", "Max"])
    marbles = {"A": [P, P, P, "A9"], "C": [P, P, P, "A12"]}
    rig.at(position([["A"], ["C"]], marbles, "3")).act("A9-A12")
    line = rig.view.moves[0]
    assert render(line.message) == "Red 9 → Red 12"
    assert line.spoken is not None
    assert render(line.spoken) == "Dora, 3: Red 9 to Red 12, takes Yellow. Max is next."


def test_the_winner_is_named() -> None:
    marbles = {"A": ["Ah2", "Ah3", "Ah4", "A7"], "C": [P, P, P, P]}
    rig = Rig(board_kind="none").new().at(position([["A"], ["C"]], marbles, "K"))
    rig.act("A7-Ah1")
    assert rig.state == "over"
    assert rig.said == "Red wins!"
    assert rig.view.prompt.mood == "win"
    assert rig.lit("winner") == ["Ah1", "Ah2", "Ah3", "Ah4"]
    assert [player.winner for player in rig.view.players] == [True, False]


@pytest.mark.parametrize("rules", ["classic", "stevens", "butterfly"])
def test_every_refusal_of_the_engine_has_its_sentence(rules: str) -> None:
    rng = random.Random(3)
    game = REGISTRY.game("fast_track")
    seen = set()
    for _ in range(12):
        at: Any = game.new({"rules": rules, "board": "hex", "players": [["A"], ["C"], ["E"]]})
        for _ in range(rng.randrange(40, 160)):
            if not isinstance(at.to_act, frozenset):
                break
            at = at.apply(rng.choice(list(at.legal()))).position
        full = [place for place, tokens in at.occupancy().items() if tokens]
        for frm in full:
            for to in rng.sample(list(at.board.places), 30):
                told = at.explain(frm, to)
                if told.legal:
                    continue
                reason = WORDS.refusal(at, told)
                assert reason.message.key in keys(), told
                sentence = render(reason.message)
                assert "{" not in sentence, (told, sentence)
                assert len(sentence.split()) <= 12
                seen.add(reason.message.key)
    assert len(seen) >= 8


def test_who_begins_is_cut_for_in_two_profiles_ft_6_bf_1() -> None:
    options = {"rules": "classic", "players": [["A"], ["C"], ["E"]]}
    cuts = [OFFER.first_player(options, random.Random(seed)) for seed in range(30)]
    assert {first for first, _ in cuts} == {0, 1, 2}
    assert all(set(rounds[-1].values()) <= set(WORDS.cards.ranks) for _, rounds in cuts)
    for first, rounds in cuts:
        replayed = cut_for("classic", 3)
        for seat, card in chain(*(one.items() for one in rounds)):
            replayed = replayed.apply(f"cut:{seat} {card}")
        assert replayed.first == first
    butterfly = {"rules": "butterfly", "players": [["A"], ["D"]]}
    assert {OFFER.first_player(butterfly, random.Random(seed)) for seed in range(9)} == {(0, ())}


def test_the_winner_in_butterfly_has_all_five_home_bf_13() -> None:
    home = ["A8+", "Ah1", "Ah2", "Ah3", "Ah4"]
    start = REGISTRY.game("fast_track").load(
        {
            "game": "fast_track", "rules": "butterfly", "board": "hex",
            "players": [["A"], ["D"]], "teams": [[0], [1]], "penalty": False,
            "marbles": {"A": home, "D": ["p", "p", "p", "p", "D9"]},
            "to_play": 0, "card": "A", "winner": None,
        }
    )  # fmt: skip
    assert WORDS.progress(start, "A").home == 4
    won = start.apply("A8-A9").position
    assert won.to_act is OVER
    assert (WORDS.progress(won, "A").home, WORDS.progress(won, "A").of) == (5, 5)
    assert WORDS.progress(won, "D").home == 0
