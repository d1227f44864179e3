"""What the first reader and the prototype fell into: A1 to A9 and the traps, on the toy board."""

from __future__ import annotations

from toy_table import ToyTable, letters

from companion.recogniser.decisions import Ask, AskColours, AskWhere, Lead, Rest, Wait
from companion.recogniser.endings import UNSURE
from companion.recogniser.facts import Answer, Colour, Picture, Place, Reset, Told
from companion.recogniser.looking import believing
from companion.recogniser.outlook import Board
from companion.recogniser.saying import is_taken
from companion.recogniser.state import begin, likely, replace
from companion.recogniser.tracker import step


def colours(table: ToyTable) -> set[str]:
    """The ring in every story that is alive."""
    return {letters(h.wood[: table.board.exact]) for h, _ in table.state.stories}


def holes(decision: object) -> set[int]:
    """The holes that the lights lead by."""
    assert isinstance(decision, Lead), decision
    return {debt.hole for debt in decision.debts}


# -- A1: questions --


def test_the_next_card_answers_a_question_if_only_one_story_allows_it() -> None:
    table = ToyTable("a.b..", cards=True)
    table.moves("card:s -0 -2 +0 +2 .")
    assert isinstance(table.decision, Ask)
    assert table.moves("card:1") == Rest(b"")
    assert table.played == "card:s 0=2 card:1"


def test_a_card_that_no_likely_story_allows_is_refused_and_changes_nothing() -> None:
    table = ToyTable("a.b..", cards=True)
    table.moves("card:1")
    before = table.state
    assert not is_taken(table.board, table.state, Told("card:2"))
    table.moves("card:2")
    assert table.state == before


def test_the_same_card_named_again_is_the_next_turns() -> None:
    """Blue came out where it was taken; nobody named Red's card."""
    for words in ("card:o +2 . card:o", "+2 . card:o card:o"):
        table = ToyTable("a.b..", cards=True)
        table.moves(f"-0 -2 +2 . -2 {words} ~")
        assert ("card:2 0+2 card:o out card:o", "..b..") in table.options


def test_two_put_back_one_after_the_other_are_no_capture_pp_4() -> None:
    table = ToyTable("a.b..", cards=True)
    table.moves("card:2 -2 -0 +2 .")
    assert table.played == "card:2 0+2"
    assert table.moves("+0 . ~") == Rest(b"")
    assert table.played == "card:2"


def test_after_two_more_turns_the_question_has_to_be_answered_first() -> None:
    table = ToyTable("a.b..")
    for gesture, first in (("-0 -2 +0 +2 .", False), ("-0 +1 .", False), ("-2 +3 .", True)):
        decision = table.moves(gesture)
        assert isinstance(decision, Ask)
        assert decision.first == first
        assert {log.startswith("0=2") for log, _ in table.options} == {True, False}
    table.answer("0=2 0+1 2+1")
    assert table.played == "0=2 0+1 2+1"


def test_a_token_too_many_is_led_off_where_it_is_not_sure_that_one_is_out() -> None:
    """Two faults: a stray lift, and a sensor that lies. Somebody says which colours stand there,
    and that nothing was played."""
    table = ToyTable("a.b..")
    table.moves("-5 -2 +1 . -0 . ~")
    table.happens(Answer(None))
    table.happens(Colour(1, 1))
    table.moves("+2 .")
    table.happens(Colour(0, 1))
    table.moves("~")
    table.happens(Colour(2, 2))
    assert isinstance(table.decision, Ask)
    table.happens(Answer(next(option for option in table.decision.options if not option.log)))
    assert holes(table.decision) == {1}


# -- A2: takebacks --


def test_one_marble_that_rests_where_it_once_stood_takes_nothing_back() -> None:
    table = ToyTable("a.b..", cards=True)
    assert holes(table.moves("card:1 -0 +1 . card:1 -2 +3 . -1 +0 .")) == {0, 1}
    assert table.played == "card:1 0+1 card:1 2+1"


def test_one_turn_is_taken_back_on_the_board() -> None:
    table = ToyTable("a.b..", cards=True)
    assert table.moves("card:1 -0 +1 . card:1 -2 +3 . -3 +2 .") == Rest(b"")
    assert table.played == "card:1 0+1 card:1"


def test_two_turns_are_taken_back_only_after_a_question() -> None:
    """I8."""
    table = ToyTable("a.b..", cards=True)
    table.moves("card:1 -0 +1 . card:1 -2 +3 . card:2 -3 +2 . -1 +0 .")
    decision = table.decision
    assert isinstance(decision, Ask)
    assert decision.back
    assert table.played == "card:1 0+1 card:1 2+1 card:2"
    table.answer("card:1")
    assert table.played == "card:1"
    assert table.decision == Rest(b"")


def test_who_says_what_was_played_instead_of_two_turns_is_not_asked_again() -> None:
    """I5, I8. The sensor of hole 3 lies, and Blue is in the hand: two moves seem to be played."""
    table = ToyTable("a.b..", behind=1)
    table.moves("-0 +1 +3 -2 . -1 +2 .")
    assert table.played == "0+1 2+1"
    table.answer("0+2")
    assert table.played == "0+2"
    assert table.decision == Rest(b"\2")


def test_who_does_not_want_them_back_is_led_to_the_board_as_it_was() -> None:
    table = ToyTable("a.b..", cards=True)
    table.moves("card:1 -0 +1 . card:1 -2 +3 . card:2 -3 +2 . -1 +0 .")
    table.answer("card:1 0+1 card:1 2+1 card:2")
    assert holes(table.decision) == {0, 1, 2, 3}
    assert table.moves("-0 +1 -2 +3 .") == Rest(b"")


# -- A3: captured marbles --


def test_a_captured_marble_in_the_wrong_pen_is_led_to_its_own() -> None:
    table = ToyTable("a.b..", cards=True)
    assert holes(table.moves("card:2 -0 -2 +2 +6 .")) == {6}
    assert table.played == "card:2 0+2"
    assert table.moves("-6 +8 .") == Rest(b"")


# -- A4: moves on the page --


def test_a_page_swap_is_owed_until_the_wood_shows_it() -> None:
    table = ToyTable("a.b..", cards=True)
    assert holes(table.moves("card:s 0=2 -5 -7 +5 +7 .")) == {0, 2}
    table.moves("-0 -2 +0 +2 .")
    assert {ring for _, ring in table.options} == {"a.b..", "b.a.."}
    assert table.played == "card:s 0=2"


# -- A5: disturbances --


def test_a_sleeve_over_three_holes_does_not_lose_a_swap() -> None:
    table = ToyTable("a.b..", cards=True)
    table.moves("card:s +1 +3 +4 . -0 -2 +0 +2 . -1 -3 -4 .")
    assert {log for log, _ in table.options} == {"card:s", "card:s 0=2"}


# -- A6: the card after the move --


def test_a_move_before_its_card_does_not_take_the_last_one_back() -> None:
    table = ToyTable("a.b..", cards=True)
    assert table.moves("card:1 -0 +1 . -2 +3 .") == Rest(b"")
    assert table.played == "card:1 0+1 card:1 2+1"


def test_naming_the_card_of_the_move_just_made_is_no_second_card() -> None:
    table = ToyTable("a.b..", cards=True)
    assert table.moves("-0 +1 . card:1") == Rest(b"")
    assert table.played == "card:1 0+1"
    table.moves("card:1")
    assert table.played == "card:1 0+1 card:1"


# -- A7: a marble in the hand --


def test_a_dwell_with_a_marble_in_the_hand_is_waited_for_and_then_asked() -> None:
    table = ToyTable("a.b..")
    assert table.moves("-0 -2 +0 .") == Wait(hand=True)
    assert table.played == ""
    assert isinstance(table.moves("~"), Ask | AskWhere)


def test_where_is_it_is_asked_once_and_then_led() -> None:
    """I5: every wait ends."""
    table = ToyTable("a.b..")
    assert table.moves("-0 .") == Wait(hand=True)
    assert table.moves("~") == AskWhere(b"\1")
    table.happens(Place(1, None))
    assert holes(table.decision) == {0}


def test_a_marble_that_stands_where_no_sensor_sees_it_is_told() -> None:
    table = ToyTable("a.b..")
    table.moves("-0 . ~")
    table.happens(Place(1, 1))
    assert table.played == "0+1"
    assert table.decision == Rest(b"")


# -- A8, A9 --


def test_a_slide_over_two_holes_is_one_move() -> None:
    table = ToyTable("a...b", cards=True)
    assert table.moves("card:2 +1 -0! +2 -1! .") == Rest(b"")
    assert table.played == "card:2 0+2"


def test_the_next_card_named_in_a_dwell_says_that_the_move_is_over() -> None:
    table = ToyTable("a.b..", cards=True)
    assert table.moves("-0 +1 card:2 .") == Rest(b"")
    assert table.played == "card:1 0+1 card:2"
    table = ToyTable("a.b..", cards=True)
    assert table.moves("card:1 -0 +1 card:1") == Rest(b"")
    assert table.played == "card:1 0+1 card:1"


def test_a_card_named_at_a_stop_is_that_moves_own_once_hands_go_on_by_it() -> None:
    for begun in ("-0 +1 card:2 .", "-0 +1 . card:2"):
        table = ToyTable("a...b.", cards=True)
        assert table.moves(begun) == Rest(b"")
        assert table.played == "card:1 0+1 card:2"
        table.moves("-1 +2 . ~")
        assert table.played == "card:2 0+2"
        table = ToyTable("a...b.", cards=True)
        table.moves(f"{begun} -4 +0 . ~")
        assert table.played == "card:1 0+1 card:2 4+2"


# -- bags --


def test_three_colours_out_at_once_are_a_bag_that_is_asked_for() -> None:
    table = ToyTable("ab.c..", colours=3)
    assert table.moves("-0 -1 -3 +1 +3 +0 .") == AskColours((0, 1, 3))
    for hole, token in ((0, 2), (1, 3), (3, 1)):
        table.happens(Colour(hole, token))
    assert holes(table.decision) == {0, 1, 3}
    assert colours(table) == {"bc.a.."}


def test_no_rest_while_a_bag_is_on_the_board() -> None:
    """I9."""
    table = ToyTable("ab.c..", colours=3)
    table.moves("-0 -1 -3 +1 +3 +0 .")
    table.happens(Colour(0, 1))
    assert isinstance(table.decision, AskColours)


# -- none of these --


def test_none_of_these_makes_the_table_ask_for_colours() -> None:
    table = ToyTable("a.b..")
    table.moves("-0 -2 +0 +2 .")
    table.happens(Answer(None))
    assert isinstance(table.decision, AskColours)


# -- pictures, restart, the virtual hand --


def test_a_move_made_in_a_gap_is_read_from_the_picture() -> None:
    table = ToyTable("a.b..")
    table.moves("-0")
    levels = bytearray(table.state.levels)
    levels[1] = 1
    table.happens(Picture(bytes(levels)))
    assert table.moves(".") == Rest(b"")
    assert table.played == "0+1"


def test_the_same_picture_changes_nothing() -> None:
    table = ToyTable("a.b..")
    table.moves("-0 -2 +0 +2 .")
    before = table.state
    table.happens(Picture(table.state.levels))
    assert table.state == before


def test_the_same_facts_find_the_same_stories_again() -> None:
    """I7: a restart plays the facts since the anchor once more."""
    table = ToyTable("a.b..")
    moment = table.toy.moment("a.b..")
    facts = [table.fact(word) for word in ["-0", "-2", "+0", "+2", ".", "-5"]]
    for fact in facts:
        table.happens(fact)
    board = Board(table.toy)
    again = begin(board, moment, table.toy.set_out(moment))
    for fact in facts:
        again = step(board, again, fact)
    assert again == table.state


def test_the_virtual_hand_says_which_marble_it_puts_so_nothing_is_asked() -> None:
    table = ToyTable("a.b..")
    table.moves("-0 -2 +0")
    table.happens(Colour(0, 2))
    table.moves("+2")
    table.happens(Colour(2, 1))
    assert table.moves(".") == Rest(b"")
    assert table.played == "0=2"


# -- the page sets the position --


def test_undo_on_the_page_leads_the_wood_back() -> None:
    table = ToyTable("a.b..")
    moment = table.toy.moment("a.b..")
    table.moves("-0 +1 .")
    table.happens(Reset(moment))
    assert holes(table.decision) == {0, 1}
    assert table.moves("-1 +0 .") == Rest(b"")
    assert table.played == ""


def test_what_has_passed_the_anchor_is_counted() -> None:
    table = ToyTable("a....", cards=True, behind=1)
    table.moves("card:1 -0 +1 . card:o -7 +2 . card:2 -1 +3 .")
    assert table.state.passed >= 2
    assert table.played.endswith("card:2 1+2")


def test_a_dead_sensor_that_is_right_again_has_followed_no_light() -> None:
    """I2. The light called for a lift there; the truth, Red on hole 2, does not pay for that."""
    table = ToyTable("a.b..")
    assert 3 in holes(table.moves("-0 +3 ."))
    table.moves("-2 +2 -3")
    stories = {(letters(h.wood[:5]), h.hand) for h, _ in table.state.stories if not h.log}
    assert ("..a..", b"\2") in stories


# -- A9: bumps --

BUMP = "-0 -1! -3! -4! ."


def test_so_many_of_two_colours_out_at_once_are_not_told_apart() -> None:
    """Their order could cost more than the margin, and the truth would be lost."""
    table = ToyTable("aa.bb.")
    assert table.moves(f"{BUMP} +0 . +1 . +3 . +4 . ~") == AskColours((0, 1, 3, 4))


def test_after_a_bump_the_board_is_led_at_once() -> None:
    """No action explains so much, so there is no waiting for its end."""
    table = ToyTable("aa.bb.")
    assert holes(table.moves(BUMP)) == {0, 1, 3, 4}


def test_who_had_time_to_read_the_lights_puts_what_they_call_for() -> None:
    table = ToyTable("aa.bb.")
    assert table.moves(f"{BUMP} +0^ . +1^ . +3^ . +4^ .") == Rest(b"")


def test_one_reading_is_for_one_marble() -> None:
    table = ToyTable("aa.bb.")
    assert table.moves(f"{BUMP} +0^ . +1 . +3 . +4 . ~") == AskColours((1, 3, 4))


def test_what_falls_into_a_pen_may_be_any_colour() -> None:
    """A hand brings a marble to its own pen, by a light that it has read; what was lifted at once
    with others falls, also after a short dwell."""
    put = ToyTable("aa.bb.")
    for falls in ("-0 -1! -3! -4! +6 .", f"{BUMP} +6 ."):
        falling = ToyTable("aa.bb.")
        falling.moves(falls)
        assert {h.wood[6] for h in likely(falling.state)} == {UNSURE}
    put.moves(f"{BUMP} +6^ .")
    assert {h.wood[6] for h in likely(put.state)} == {1}


def test_a_token_that_is_named_comes_from_where_its_like_was_not_seen_i5() -> None:
    """Nobody sees more of a colour than the game has."""
    table = ToyTable("ab.a.")
    h = table.state.stories[0][0]
    wood = h.wood[:2] + b"\x01" + h.wood[3:]  # a third one, where somebody saw something else
    state = replace(table.state, seen=frozenset({(0, 1), (2, 2)}))
    after = believing(table.board, h._replace(wood=wood), 4, 1, state)
    assert sorted(after.wood).count(1) == sorted(wood).count(1)


def test_no_token_is_lost_where_its_like_was_seen_everywhere_i5() -> None:
    """One of the answers was wrong, and nobody can tell which."""
    table = ToyTable("ab.a.")
    h = table.state.stories[0][0]
    state = replace(table.state, seen=frozenset({(0, 1), (3, 1)}))
    after = believing(table.board, h, 1, 1, state)
    assert after.wood[1] == 1
    assert sorted(after.wood) == sorted(h.wood)


def test_a_token_that_is_named_comes_first_from_where_something_fell_i5() -> None:
    """What fell into a hole may be another one than was believed."""
    table = ToyTable("ab.a.")
    h = table.state.stories[0][0]
    for fallen in (0, 3):
        state = replace(table.state, fallen=frozenset({fallen}))
        after = believing(table.board, h, 4, 1, state)
        assert (after.wood[fallen], after.wood[4]) == (0, 1)


def test_a_card_that_nobody_can_use_is_no_reason_to_doubt_the_move_before_it_i4() -> None:
    """A has no use for *o*, so it is B's card, who brings a marble out with it and captures."""
    table = ToyTable("a.b..", cards=True)
    table.moves("-0 -2 +2 . card:o -2 +2 .")
    assert table.alive("card:2 0+2 card:o out")
    options = {log for log, _ in table.options}
    assert "card:2 0+2 card:o out" in options


def test_a_card_that_is_named_for_what_may_be_over_leaves_both_ways_i2() -> None:
    """A sensor had flickered, the question was ignored, and the card named is that of the move."""
    table = ToyTable("a.b..", cards=True)
    table.moves("+1 . -0 . ~ card:1")
    woods = {letters(h.wood[:5]) for h, _ in table.state.stories if h.log[-1].text == "card:1"}
    assert ".ab.." in woods
