"""Which tokens in a hand can still be told apart: those that hands have lifted themselves."""

from __future__ import annotations

import street_views

from companion.recogniser.facts import Edge
from companion.recogniser.game_endings import GameEndings
from companion.recogniser.hypothesis import Hypothesis, first, in_bag
from companion.recogniser.lifting import Moment, after_edge, lifted
from companion.recogniser.outlook import Board
from companion.wood.seating import seat
from engine.games.street_race import WoodPosition
from engine.games.street_race.on_wood import CIVILIAN, PUSHED
from engine.registry import REGISTRY

AT = {"A": "1F1", "B": "3F1", "C": "1F2"}
CIVS = {"c1": ("2F1", "F"), "c2": ("3F2", "F")}


def story(out_before: bool) -> tuple[GameEndings, Board, Hypothesis]:
    """The story of a moment in which a pushed Civilian is in a hand (FF-65).

    ``out_before``  that one was out already when the last action was over
    """
    begun = street_views.begun(street_views.new(3), at=AT, civs=CIVS)
    here = street_views.GAME.load({**begun, "wood": {"origin": 0, "aside": []}})
    moment = here.apply("drift B").position
    assert isinstance(here, WoodPosition)
    assert isinstance(moment, WoodPosition)
    assert moment.occupancy()[PUSHED] == (CIVILIAN,)
    game = GameEndings(seat(REGISTRY.game("fhtagn").seating, moment.board), moment)
    board, number = Board(game), game.number(moment)
    h = first(number, game.full_wood(moment), game.off(number) + game.in_hand(number))
    if not out_before:
        h = h._replace(base=game.full_wood(here))
    return game, board, h


def after_lifting(*tokens: str, out_before: bool) -> Hypothesis:
    """The same when a hand lifts these, too."""
    game, board, h = story(out_before)
    for token in tokens:
        h = lifted(board, h, h.wood.index(game.token(token)))
    return h


def test_a_civilian_that_was_out_hides_no_other_that_is_lifted_ff_65() -> None:
    """All Civilians are one token: who lifts a second one and two cars holds four unlike tokens."""
    assert in_bag(after_lifting(CIVILIAN, "B", "C", out_before=True)) == 4


def test_a_civilian_that_had_to_be_lifted_counts_for_nothing_ff_65() -> None:
    assert in_bag(after_lifting("B", "C", out_before=False)) == 0
    assert in_bag(after_lifting("B", "C", out_before=True)) == 0


def test_of_alike_cars_out_and_beside_the_board_either_may_be_put() -> None:
    """Whoever sets a bumped street right takes the next Civilian that lies there. None that comes
    from beside the board was touched."""
    game, board, h = story(out_before=True)
    civilian = game.token(CIVILIAN)
    hole = h.wood.index(civilian)
    for token in (CIVILIAN, "B", "C"):
        h = lifted(board, h, h.wood.index(game.token(token)))
    levels = bytes(n == hole or token != 0 for n, token in enumerate(h.wood))
    after = list(after_edge(board, h, 0, Edge(hole, full=True), Moment(levels, -1)))
    beside = [(one, cost) for one, cost in after if len(one.hand) < len(h.hand)]
    assert {one.wood[hole] for one, _ in beside} == {civilian}
    assert [(one.touched, cost) for one, cost in beside] == [(False, 0)]
