"""The price of every way in which hands, sensors and people may depart from the plain story.

A hypothesis pays for what it has to assume. Prices add up like improbabilities. *Quirks* are what
everybody does: cheap. *Errors* happen now and then. *Sensors* seldom lie. What people *say* is
nearly always so. The order between the prices is what counts, and a test holds it.
"""

from __future__ import annotations

from typing import Final

MARGIN: Final = 2
"""Readings within this of the cheapest are likely: what they disagree on is asked, not guessed."""
KEEP: Final = 10
"""Readings dearer than the cheapest by more than this are forgotten."""
REST: Final = 3
"""The same once everything fits and everybody agrees: a change of mind and the margin stay. Not so
while a token is out, and by the story it is another one: where that is put will tell."""
MOST: Final = 100
"""At most so many readings are kept, the cheapest first."""
TOO_MANY: Final = 64
"""With more readings than this and a question open, the table says "answer first"."""
TURNS_AHEAD: Final = 3
"""So many turns with a question open, the one in question among them: "answer first"."""

# Quirks: no more than the margin, so that what only a quirk tells apart is asked.

OLDER: Final = 1
"""The token put is not the one lifted last. Hands put down what they took last."""
CHANGE_OF_MIND: Final = 1
"""A move stood for a dwell and goes on all the same (PP-5)."""
COUNTED: Final = 4
"""An action was over where its token stood as shortly as in a hole that is counted, and the same
token was lifted again. Above change of mind and margin: who counts is not asked."""
ANOTHER: Final = 2
"""An action that was accepted is not over, but what is lifted next is no part of it. With the
change of mind above the margin: whoever goes on elsewhere is done with it."""
UNTOLD: Final = 3
"""The same token makes the next action before anybody has told how the last one was meant. With the
change of mind no more than the margin: whether it was set elsewhere or went on is asked."""
RESTED: Final = 2
"""A token that stood long goes on with its action, though its next action could begin there. With
the change of mind above the margin: who drives on is not asked."""
EARLY: Final = 2
"""An action was over before its dwell had passed. People rest, but not always."""
EARLY_TOO: Final = 1
"""The same where each hole is as full as before: then hands have done with it in any story. With
the older token put first no more than the margin: who is quick after a swap is asked (PP-3)."""
TWO_HANDS: Final = 2
"""A lift at once after another change. One hand needs longer."""
THREE_HANDS: Final = 4
"""A third token is put at once after two others. Nobody has three hands: something lies over these
holes. Above the margin, so that a token put under it is asked about."""
FETCHED: Final = 5
"""A token that lies beside the board is put at once after another one. As much as a lie of the
sensor: no hand fetches it in that time."""
CROSSED_TURNS: Final = 4
"""Two actions are over, and the second one was begun before the first had ended. Above the margin:
who waits for the other is not asked. Below two tokens that nothing explains."""
WHILE_OWED: Final = 3
"""An action of which nobody has named the card was made while hands paid what was owed. Above the
margin: they are about the debt, and whatever else they touch is that."""
FULL_HAND: Final = 2
"""Standing. A dwell with a token in the hand, and what was put fits no action."""

ONCE_MORE: Final = 3
"""A move that is named within the dwell of the same move is still to be made, once more or in place
of another; or it was taken back, and is named again. Above the margin: who taps what a hand has
just made says that it was made, and nobody takes back what is meant."""

UNCALLED: Final = 3
"""A token that lies beside the board is put, and no action brings it, though one brings another.
Above the margin: where a car is to be placed, what comes on to the street is that car."""

BESIDE_A_FALL: Final = 5
"""A token that lies beside the board is put while several that jumped out still fall. As much as a
token that nothing explains: if an action brings it there, what stands there is asked."""

CHANGED_IN_A_FALL: Final = 5
"""An action that was accepted is another one, by a token that fell there with others. As much as a
token that nothing explains: who bumps a board changes no move, so it is asked."""

FELL_THERE: Final = 4
"""An action ends where a token fell with others, and lights call that away. Within the margin of a
token that nothing explains: it is asked, or led back while a hand has another one."""

# Errors: above the margin, so that they lose against any quirk.

TOUCHED: Final = 4
"""Standing. A token was lifted and put back while others were out."""
TOUCHED_MEANWHILE: Final = 3
"""The same, lifted when the table had waited in vain for the hand. Within the margin of the older
token put first: who thinks with a car in the hand, and somebody else touches another one, leaves
what a push leaves, and that is asked."""
TOUCHES: Final = (0, TOUCHED, TOUCHED_MEANWHILE)
"""What a story pays by its ``touched``."""
WRONG_PEN: Final = 4
"""Standing. A token lies in a pen that is not its own."""
CHANGED_PLACES: Final = 1
"""Standing, instead of that. The token lies in the pen that its taker has left, so all is as full
as before; one that was home at the last action has no part in that. With a quirk no more than the
margin: two that are out together and both holes full again are asked about."""
UNEXPLAINED: Final = 5
"""Standing. A token was put where no action and no position has it."""
UNEXPLAINED_TOO: Final = 2
"""Standing. Each further one of these, so that the story in which fewer are odd is believed."""
CROSSED: Final = 1
"""Standing, besides that. Each hole is as full as the position has it, and only tokens have changed
places. Who mends a board by eye leaves it so, and has mended it: that is asked before it is led."""
TAKEN_BACK: Final = 2
"""Turns were taken back on the board, besides 1 for each turn."""
AS_BEFORE: Final = 2
"""So much of what stands unexplained stays paid where hands have left each hole as full as it was
one turn ago. Whoever goes on from there may have taken that turn back: what was asked then, and
what may have changed places by it, is asked still."""
CARD_LOST: Final = 5
"""A card that was named for the next move goes with them. So one marble that goes back is led on
again, but two turns that are undone are asked about."""

# Sensors: dearer than any error alone.

LIE: Final = 5
"""A sensor told what did not happen, or missed a change."""
AT_ONCE: Final = 4
"""So much of it comes back if the sensor agrees again at once: a flicker or an overlap."""
SILENT: Final = 3
"""Besides a lie. A token has left a hole whose sensor goes on telling of it, and no card was named
that takes it there: a hole that seems full is likelier covered. It comes back if the sensor lets go
before a dwell has passed; or at once with those of the holes beside it, so that it was covered with
them. Where three of these are covered, it is not charged at all. The same, without a lie, if a
token that was owed to a hole set aside has gone on to another such hole."""
COVERED: Final = 1
"""It tells so at once after another one, instead of that; while a hand holds something, from three
on, or once two have let go together. What covers one sensor covers those beside it, too; no hand
puts two tokens down at once."""
LASTING: Final = 3
"""A lie that lasts for a dwell: the sensor counts as dead from then on. Once for all that seem
full, since one thing may lie over them."""
PASSED: Final = 2
"""So much of that comes back where the last of these holes has let go and all is well: something
has passed by, and no sensor died. The rest stays, so that it is asked whether a token stood there,
where another hole is felt full instead."""
DEAD_USED: Final = 3
"""A token moved through a dead hole unseen. Not free, else a dead hole could explain anything."""
DEAD_FLICKER: Final = 1
"""A dead sensor changes: it tells nothing."""
UNFELT_LIFT: Final = 2
"""A token left a hole that is set aside while another one was out. No more than the margin: what
nobody can see is asked (PP-13)."""

# What is said

AGAINST: Final = 6
"""Against an answer, or against a card or move that was named. It stays."""
SEEN: Final = 9
"""Against what somebody saw in a hole and said. Dearer than any standing price."""
KNOWN: Final = 3
"""Comes back to a story that knew of the action that is named: its sensors missed that one."""
REPLACED: Final = 3
"""An action is named that would replace the move accepted before it, instead of following it."""
PASSED_OVER: Final = 2
"""A card is named for the next move, though the one before waits for its own and could go on by
this card. What stands in the middle of a move costs more by more than the margin, so the card is
the next one; but the other reading is kept at rest, and is believed once hands go on so."""
AGAINST_LIGHTS: Final = 2
"""Somebody followed a light that this reading would not have shown. It stays, so that lights
followed to the end never lead round in a circle."""
DENIED: Final = 2
"""Besides that. The light came of an action that this reading denies: to do what it says by chance
takes more than the margin. So much also costs what stands by chance where an action would have put
it, once somebody has denied that action."""
GAP: Final = 2
"""A whole picture after a gap differs from what stood before it."""
TAKEN_UNSEEN: Final = 3
"""In such a gap a token took another, and that one is in the hand still. Above the margin, else
every lift in a gap is asked about; within it of a wrong pen, so that it is asked once the pen has
one more."""
