"""Positions that each test one sentence of the rules, with the answer worked out by hand.

``marbles`` is ``A: A9 Ah2; C: C9``; what is not named is in the pen. ``legal`` is the whole list;
``has`` and ``lacks`` are parts of a long one. ``after`` is asked once ``play`` was made: a colour's
marbles, or a key of the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from naive_board import Json


class Question(NamedTuple):
    """One sentence of the rules as a position."""

    rule: str
    says: str
    marbles: str
    card: str
    legal: str | None = None
    has: str = ""
    lacks: str = ""
    play: str = ""
    after: Mapping[str, Any] = {}
    rules: str = "classic"
    board: str = "hex"
    players: str = ""
    teams: str = ""
    to_play: int = 0
    penalty: bool = False

    def position(self) -> Json:
        """The interchange form."""
        standing = {}
        for part in self.marbles.split(";"):
            colour, _, places = part.partition(":")
            standing[colour.strip()] = places.split()
        held = self.players.split() or list(standing)
        teams = [[int(n) for n in team] for team in self.teams.split()]
        size = 5 if self.rules == "butterfly" else 4
        position: Json = {
            "game": "fast_track",
            "rules": self.rules,
            "board": self.board,
            "players": [list(colours) for colours in held],
            "teams": teams or [[n] for n in range(len(held))],
            "marbles": {c: filled(standing.get(c, []), size) for c in "".join(held)},
            "to_play": self.to_play,
            "card": self.card,
            "winner": None,
        }
        if self.rules == "butterfly":
            position["penalty"] = self.penalty
        return position


def filled(places: list[str], size: int) -> list[str]:
    """The places in canonical order, the missing marbles in the pen."""
    return ["p"] * (size - len(places)) + sorted(places, key=lambda p: (p != "p", p))


# A question a line or two reads as a table; opened up it is four times as long.
# fmt: off
Q = Question
SHEETS = [
    Q("FT-10", "from the turn-in home", "A: A7; C: C9", "2", "A7-Ah2"),
    Q("FT-10", "others pass the turn-in", "A: C9; C: A7", "K", "A7-A8", to_play=1),
    Q("FT-10", "past the turn-in round the board", "A: A8; C: C9", "10", "A8-B4"),
    Q("FT-10", "on in the home row", "A: Ah2; C: C9", "2", "Ah2-Ah4"),
    Q("FT-10", "no further than the last home hole", "A: Ah2; C: C9", "3", "--"),
    Q("FT-11", "no hopping over the own colour", "A: A10 A12; C: C9", "3", "A12-B1 A12-X"),
    Q("FT-11", "nor in the home row", "A: Ah1 Ah2; C: C9", "2", "Ah2-Ah4"),
    Q("FT-11", "a partner may be hopped", "A: A10; B: B9; D: A11; E: E9", "3",
      "A10-A13 A11-B0", teams="02 13"),
    Q("FT-11", "a partner landed on goes back", "A: A10; B: B9; D: A11; E: E9", "K",
      "A10-A11 A11-A12", teams="02 13", play="A10-A11", after={"D": "p p p p", "A": "p p p A11"}),
    Q("FT-12", "out with a six and no further", "A:; C: A9", "6", "Ap-A9",
      play="Ap-A9", after={"C": "p p p p", "A": "p p p A9", "to_play": 0}),
    Q("FT-12", "not on to an own marble", "A: A9; C: C9", "6", "A9-B1 A9-X"),
    Q("FT-12", "a king brings nobody out", "A:; C: C9", "K", "--"),
    Q("FT-13", "along the track or the ring", "A: C0; C: C9", "3", "C0-C3 C0-F0",
      play="C0-F0", after={"A": "p p p F0*", "to_play": 1}),
    Q("FT-13", "the ring ends at the own corner", "A: E0; C: C9", "3", "E0-A1 E0-E3",
      play="E0-A1", after={"A": "p p p A1"}),
    Q("FT-13", "home along the ring", "A: F0; C: C9", "9", "F0-Ah1 F0-F9"),
    Q("FT-13", "from the own corner the track only", "A: A0; C: C9", "3", "A0-A3"),
    Q("FT-13", "a corner in mid-move is no way to the ring", "A: A12; C: C9", "5", "A12-B3"),
    Q("FT-13", "a ring of four on the square board", "A: B0; C: C9", "3", "B0-A0 B0-B3",
      board="square", play="B0-A0", after={"A": "p p p A0*"}),
    Q("FT-14", "committed, the ring only", "A: C0*; C: C9", "2", "C0-E0"),
    Q("FT-14", "committed on the own corner, the track", "A: A0*; C: C9", "2", "A0-A2",
      play="A0-A2", after={"A": "p p p A2"}),
    Q("FT-14", "an arrival by the track commits nobody", "A: A12; C: C9", "2", "A12-B0",
      play="A12-B0", after={"A": "p p p B0"}),
    Q("FT-14", "back along the ring commits too", "A: A0; C: C9", "4", "A0-C0 A0-F10",
      play="A0-C0", after={"A": "p p p C0*"}),
    Q("FT-14", "a swap ends it, on both sides", "A: C0*; C: D0*", "J", "C0-D0 C0=D0",
      play="C0=D0", after={"A": "p p p D0", "C": "p p p C0", "to_play": 0}),
    Q("FT-15", "one past a corner", "A: A13; C: X", "2", "A13-B1 A13-X",
      play="A13-X", after={"A": "p p p X", "C": "p p p p"}),
    Q("FT-15", "classic: never from a corner", "A: B0; C: C9", "K", "B0-B1 B0-C0"),
    Q("FT-15", "classic: never along the ring", "A: F0; C: C9", "2", "F0-A1 F0-F2"),
    Q("FT-15", "never on to an own marble", "A: A13 X; C: C9", "2", "A13-B1"),
    Q("FT-15", "the hole after the corner is no matter", "A: A13 B1; C: C9", "2", "A13-X B1-B3"),
    Q("FT-15", "classic: the own corner serves too", "A: F12; C: C9", "3", "F12-A1 F12-X"),
    Q("FT-15", "backward too", "A: A3; C: C9", "4", "A3-F13 A3-X"),
    Q("FT-15", "stevens: one from a corner", "A: B0; C: C9", "K", "B0-B1 B0-C0 B0-X",
      rules="stevens"),
    Q("FT-15", "stevens: past the own corner by the ring", "A: F0; C: C9", "2",
      "F0-A1 F0-F2 F0-X", rules="stevens"),
    Q("FT-15", "stevens: from the own corner", "A: A0; C: C9", "Q", "A0-A1 A0-X",
      rules="stevens"),
    Q("FT-15", "stevens: committed on the own corner", "A: A0*; C: C9", "Q", "A0-A1 A0-X",
      rules="stevens"),
    Q("FT-15", "stevens: committed elsewhere the ring only", "A: C0*; C: C9", "Q", "C0-D0",
      rules="stevens"),
    Q("FT-15", "stevens: back off the ring", "A: E0*; C: C9", "4", "E0-A13 E0-X",
      rules="stevens"),
    Q("FT-15", "classic: not back off the ring", "A: E0; C: C9", "4", "E0-A13 E0-D10"),
    Q("FT-15", "stevens: the last hole may be taken", "A: F0 A1; C: C9", "2", "F0-F2 F0-X",
      rules="stevens"),
    Q("FT-16", "back past pen exit and turn-in", "A: A10; C: C9", "4", "A10-A6"),
    Q("FT-16", "committed, back along the ring only", "A: D0*; C: C9", "4", "D0-A12",
      play="D0-A12", after={"A": "p p p A12"}),
    Q("FT-16", "committed on the own corner, back along the ring", "A: A0*; C: C9", "4", "A0-C0",
      play="A0-C0", after={"A": "p p p C0*"}),
    Q("FT-16", "never out of a home row or the bull's eye", "A: Ah4 X; C: C9", "4", "--"),
    Q("FT-16", "nearest the pen both ways are one", "A: B0; C: C9", "4", "B0-A10"),
    Q("FT-17", "out to the own corner", "A: X; C: A0*", "K", "X-A0",
      play="X-A0", after={"A": "p p p A0", "C": "p p p p"}),
    Q("FT-17", "an ace does not", "A: Ah4 X; C: C9", "A", "Ap-A9"),
    Q("FT-18", "a four never goes forward", "A: A0 F10; C: C9", "4", "A0-C0"),
    Q("FT-19", "a pen exit is a forward play", "A: A6; C: C9", "6", "Ap-A9"),
    Q("FT-19", "no forward play, so backward", "A: A5; C: C9", "10", "A5-F9"),
    Q("FT-19", "no effect, and another card", "A:; C: C9", "K", "--",
      play="--", after={"to_play": 0, "card": None}),
    Q("FT-19", "no effect, and the turn passes", "A:; C: C9", "9", "--",
      play="--", after={"to_play": 1, "card": None}),
    Q("FT-19", "a swap stands beside no effect", "A:; C: C9; E: E9", "J", "-- C9=E9",
      play="--", after={"to_play": 0}),
    Q("FT-19", "a swap stands beside a backward move", "A: A0 A1 F13; C: C9", "J", "A0-F0 A0=C9"),
    Q("FT-19", "a swap stands beside a sending back", "A: A0* A1 F0; C: C9", "J", "A0-p A0=C9"),
    Q("FT-20", "either order, and each half into the bull's eye", "A: A9 Ah1; C: C9", "7",
      "A9-A13,Ah1-Ah4 A9-B0,Ah1-Ah3 A9-B1,Ah1-Ah2 A9-B2 A9-X,Ah1-Ah2 "
      "Ah1-Ah2,A9-B1 Ah1-Ah2,A9-X Ah1-Ah3,A9-B0 Ah1-Ah4,A9-A13"),
    Q("FT-20", "the first half makes room", "A: A10 A12; C: C9", "7",
      has="A12-B1,A10-B0 A12-X,A10-B0", lacks="A12-B0,A10-B1 A10-B3"),
    Q("FT-20", "a first half that would win is not offered", "A: A6 Ah2 Ah3 Ah4; C: C9", "7",
      "A6-F13 A6-X"),
    Q("FT-20", "no pen exit in a seven", "A: A9; C: C9", "7", "A9-B2"),
    Q("FT-20", "the second half may send the first one back", "A: A12; B: B9; D: A13; E: E9", "7",
      has="A12-B2,A13-B2", teams="02 13", play="A12-B2,A13-B2",
      after={"A": "p p p p", "D": "p p p B2"}),
    Q("FT-20", "both into the bull's eye, the second stays", "A: A11; D: A12", "7",
      has="A11-X,A12-X", players="AD BE", play="A11-X,A12-X",
      after={"A": "p p p p", "D": "p p p X"}),
    Q("FT-20", "the first half may free the bull's eye", "A: A11; D: A12 X", "7",
      has="A11-X,A12-X", players="AD BE", play="A11-X,A12-X",
      after={"A": "p p p p", "D": "p p p X"}),
    Q("FT-21", "two others' marbles, bull's eye too, pens and homes not", "A: Ah1; C: C9; E: X",
      "J", "Ah1-Ah2 C9=X"),
    Q("FT-21", "two of one colour are not offered", "A:; C: C9 C10; E:", "J", "--"),
    Q("FT-22", "of one colour the nearest", "A: C0 E0; C: C9", "2", "E0-A0 E0-E2"),
    Q("FT-22", "the own corner is nearest of all", "A: A0 F0; C: C9", "2", "A0-A2"),
    Q("FT-22", "nobody out of the pen meanwhile", "A: C0 A5; C: C9", "6", "C0-A2 C0-C6"),
    Q("FT-22", "of several colours any nearest", "A: C0 A10; D: B0 F0 D10", "2",
      "B0-B2 B0-D0 C0-C2 C0-E0", players="AD BE"),
    Q("FT-22", "partners' marbles bind each other", "A: A10; B: B9; D: F0; E: E9", "2",
      "F0-B0 F0-F2", teams="02 13", rules="stevens"),
    Q("FT-22", "stevens alone: other colours are free", "A: C0 A10; D: D10", "2",
      "C0-C2 C0-E0 D10-D12", players="AD BE", rules="stevens"),
    Q("FT-23", "who stays on the ring leaves no second half", "A: C0 A9; C: C9", "7",
      "C0-A1,A9-A11 C0-A2,A9-A10 C0-A3 C0-C1,A9-B1 C0-C1,A9-X C0-C2,A9-B0 C0-C3,A9-A13 "
      "C0-C4,A9-A12 C0-C5,A9-A11 C0-C6,A9-A10 C0-C7"),
    Q("FT-23", "the own corner obliges too", "A: A0 A10; C: C9", "7",
      has="A0-A1,A10-B2 A0-A6,A10-A11", lacks="A10-A11,A0-A6 A10-B3"),
    Q("FT-23", "the one behind is not named meanwhile", "A: C0 E0; C: C9", "7",
      has="E0-E1,C0-C6 E0-E1,C0-A2", lacks="E0-F0,C0-C6 E0-F0,C0-A2 C0-C1,E0-A4"),
    Q("FT-23", "another colour's is", "A: E0; D: B0", "7",
      has="E0-F0,B0-B6 B0-C0,E0-E6 E0-E1,B0-B6", players="AD BE"),
    Q("FT-23", "who is newly there obliges nobody", "A: A12 Ah1; C: C9", "7",
      has="A12-B2,Ah1-Ah4 Ah1-Ah4,A12-B2 A12-B5"),
    Q("FT-23", "nor who came on a corner in the first half", "A: A12 B5; C: C9", "7",
      has="A12-B0,B5-B10 B5-B10,A12-B0"),
    Q("FT-23", "stevens alone: sent back, obliges nobody", "A: C0; D: D9 E0", "7",
      has="C0-E0,D9-E0", players="AD BE", rules="stevens"),
    Q("FT-23", "classic: the sender still does", "A: C0; D: D9 E0", "7",
      lacks="C0-E0,D9-E0", players="AD BE"),
    Q("FT-24", "a swap of the one on duty", "A: C0 A9; C: C9; E: E9", "J",
      "C0-C1 C0-D0 C0=C9 C0=E9"),
    Q("FT-24", "two on duty", "A: C0; D: E0 D9; B: B9", "J",
      "B9=C0 B9=E0 C0-C1 C0-D0 C0=E0 E0-E1 E0-F0", players="AD BE"),
    Q("FT-24", "stevens alone: others may be swapped", "A: C0 A9; C: C9; E: E9", "J",
      "C0-C1 C0-D0 C0-X C0=C9 C0=E9 C9=E9", rules="stevens"),
    Q("FT-24", "stevens with partners: not", "A: C0 A9; B: B9; D:; E: E9", "J",
      "B9=C0 C0-C1 C0-D0 C0-X C0=E9", rules="stevens", teams="02 13"),
    Q("FT-25", "nothing possible, so back to the pen", "A: A0* A1 F0; C: C9", "2", "A0-p",
      play="A0-p", after={"A": "p p A1 F0", "to_play": 1}),
    Q("FT-25", "with a four too", "A: C0* A13 B0; C: C9", "4", "C0-p"),
    Q("FT-25", "stevens alone: a free colour's move comes first", "A: A0* A1 F0; D: D10", "2",
      "D10-D12", players="AD BE", rules="stevens"),
    Q("FT-26", "the team's last marble", "A: Ah1 Ah2 Ah3 Ah4; B:; D: D6 Dh2 Dh3 Dh4; E:", "2",
      "D6-Dh1", teams="02 13", play="D6-Dh1", after={"winner": 0, "to_play": 0}),
    Q("FT-26", "a partner's marble is missing", "A: A6 Ah2 Ah3 Ah4; B:; D: Dh1; E:", "2",
      "A6-Ah1 Dh1-Dh3", teams="02 13", play="A6-Ah1", after={"winner": None, "to_play": 1}),
    Q("FT-27", "the last player is followed by the first", "A:; C: C9", "2", "C9-C11", to_play=1,
      play="C9-C11", after={"to_play": 0}),
]

F = partial(Question, rules="butterfly")
FULL = "Ah1 Ah2 Ah3 Ah4"
BUTTERFLY = [
    F("BF-2", "no move ends the turn whatever the card", "A: A9 X Ah4 Ah3 Ah2; D: D9", "J",
      "A9-A10 X-A0"),
    F("BF-2", "a king that nobody can use", "A: Ah4; D: D9", "K", "--", play="--",
      after={"to_play": 1}),
    F("BF-2", "a move with a king gives another draw", "A: A10; D: D9", "K", "A10-A11",
      play="A10-A11", after={"to_play": 0, "card": None}),
    F("BF-3", "an ace enters", "A: A10; D: A9", "A", "A10-A11 Ap-A9", play="Ap-A9",
      after={"A": "p p p A10 A9", "D": "p p p p D9"}),
    F("BF-3", "not on to an own peg", "A: A9; D: D9", "6", "A9-B1"),
    F("BF-4", "no passing an own peg", "A: A10 A12; D: D9", "3", "A12-B1"),
    F("BF-4", "no forced backward move", "A: A6; D: D9", "10", "--"),
    F("BF-4", "no duty on a corner, no swap", "A: C0 A10; D: D10", "J", "A10-A11 C0-C1"),
    F("BF-5", "past a full safe zone", f"A: A6 {FULL}; D: D9", "2", "A6-A8", play="A6-A8",
      after={"A": f"A8+ {FULL}", "winner": None, "to_play": 1}),
    F("BF-5", "and no further than the exit", f"A: A6 {FULL}; D: D9", "5", "--"),
    F("BF-5", "from the eighth only to the exit", f"A: A8+ {FULL}; D: D9", "2", "--"),
    F("BF-5", "a four ends the plus", f"A: A8+ {FULL}; D: D9", "4", "A8-A4", play="A8-A4",
      after={"A": f"A4 {FULL}"}),
    F("BF-5", "backed up, it has no plus", f"A: A12 {FULL}; D: D9", "4", "A12-A8", play="A12-A8",
      after={"A": f"A8 {FULL}"}),
    F("BF-5", "without a plus it goes round", f"A: A8 {FULL}; D: D9", "2", "A8-A10"),
    F("BF-5", "so does one on the exit", f"A: A9 {FULL}; D: D9", "5", "A9-B0", play="A9-B0",
      after={"A": f"{FULL} B0*"}),
    F("BF-5", "the safe zone is judged half by half", "A: A4 A6 Ah2 Ah3 Ah4; D: D9", "7",
      "A6-Ah1,A4-A9", play="A6-Ah1,A4-A9", after={"winner": 0, "to_play": 0}),
    F("BF-5", "not full, it turns in", "A: A6 Ah2 Ah3 Ah4; D: D9", "2", "A6-Ah1"),
    F("BF-6", "on the own corner too", "A: F12; D: D9", "2", "F12-A0", play="F12-A0",
      after={"A": "p p p p A0*"}),
    F("BF-6", "a four never gives it", "A: B4; D: D9", "4", "B4-B0", play="B4-B0",
      after={"A": "p p p p B0"}),
    F("BF-7", "ring or track", "A: C0*; D: D9", "3", "C0-C3 C0-F0", play="C0-F0",
      after={"A": "p p p p F0*"}),
    F("BF-7", "bull's eye from the own corner too", "A: A0*; D: D9", "JOKER",
      "A0-A1 A0-X Ap-A9", play="A0-X", after={"A": "p p p p X"}),
    F("BF-7", "not with a two", "A: E0*; D: D9", "2", "E0-A0 E0-E2"),
    F("BF-7", "not in FT mode, the track only", "A: C0; D: D9", "K", "C0-C1"),
    F("BF-7", "past the own corner on the track", "A: E0*; D: D9", "3", "E0-A1 E0-E3",
      play="E0-A1", after={"A": "p p p p A1"}),
    F("BF-8", "the penalty hangs until the turn ends", "A: A9 C0*; D: D9", "K",
      "A9-A10 C0-C1 C0-D0 C0-X", play="A9-A10",
      after={"A": "p p p A10 C0*", "penalty": True, "to_play": 0}),
    F("BF-8", "and then all lose FT mode", "A: A10 C0* E0*; D: D0*", "2", has="E0-A0",
      play="E0-A0", penalty=True,
      after={"A": "p p A0 A10 C0", "D": "p p p p D0*", "penalty": False, "to_play": 1}),
    F("BF-8", "at once with a two", "A: A9 C0*; D: D9", "2", has="A9-A11", play="A9-A11",
      after={"A": "p p p A11 C0", "penalty": False}),
    F("BF-8", "who ends on a corner is not punished", "A: A13 C0*; D: D9", "K", has="A13-B0",
      play="A13-B0", after={"A": "p p p B0* C0*", "penalty": False}),
    F("BF-8", "entering counts", "A: C0*; D: D9", "6", has="Ap-A9", play="Ap-A9",
      after={"A": "p p p A9 C0*", "penalty": True}),
    F("BF-8", "coming out of the bull's eye does not", "A: C0* X; D: D9", "Q", has="X-A0",
      play="X-A0", after={"A": "p p p A0* C0*", "penalty": False}),
    F("BF-8", "leaving by the track does not", "A: C0* E0*; D: D9", "K", has="C0-C1",
      play="C0-C1", after={"A": "p p p C1 E0*", "penalty": False}),
    F("BF-8", "no move ends the turn too", "A: A0* A5 Ah2 Ah3 Ah4; D: D9", "6", "--", play="--",
      penalty=True, after={"A": "A0 A5 Ah2 Ah3 Ah4", "penalty": False, "to_play": 1}),
    F("BF-8", "without penalty it stays", "A: A0* A5 Ah2 Ah3 Ah4; D: D9", "6", "--", play="--",
      after={"A": "A0* A5 Ah2 Ah3 Ah4", "penalty": False, "to_play": 1}),
    F("BF-8", "a four ends it for all", "A: A9 C0* F0*; D: E0*", "4", "A9-A5 C0-B10 F0-E10",
      play="A9-A5", after={"A": "p p A5 C0 F0", "D": "p p p p E0*"}),
    F("BF-8", "a four without move too", "A: D13 E0* Ah1; D: D9", "4", "--", play="--",
      after={"A": "p p Ah1 D13 E0", "to_play": 1}),
    F("BF-8", "judged at the second half: punished", "A: A12 B5; D: D9", "7",
      has="A12-B0,B5-B10", play="A12-B0,B5-B10", after={"A": "p p p B0 B10"}),
    F("BF-8", "judged at the second half: not punished", "A: A12 B5; D: D9", "7",
      has="B5-B10,A12-B0", play="B5-B10,A12-B0", after={"A": "p p p B0* B10"}),
    F("BF-9", "own peg on the own corner: the corner before", "A: A0 X; D: D9", "K",
      "A0-A1 X-F0", play="X-F0", after={"A": "p p p A0 F0*"}),
    F("BF-9", "and the one before that, cutting there", "A: A0 F0 X; D: E0", "Q",
      "A0-A1 F0-F1 X-E0", play="X-E0", after={"A": "p p A0 E0* F0", "D": "p p p p D9"}),
    F("BF-9", "closed while anyone is in it", "A: C0*; D: X", "K", "C0-C1 C0-D0"),
    F("BF-9", "an ace brings nobody out", "A: A9 X; D: D9", "A", "A9-A10"),
    F("BF-10", "backward past anything but own pegs", "A: A13 A10; D: A8", "4", "A10-A6"),
    F("BF-10", "FT mode or not, along the track", "A: C0*; D: D9", "4", "C0-B10"),
    F("BF-10", "never into the bull's eye", "A: B3; D: D9", "4", "B3-A13"),
    F("BF-11", "the first half may not cut", "A: A9 B5; D: A10", "7",
      has="B5-B11,A9-A10 A9-A11,B5-B10", lacks="A9-A10,B5-B11"),
    F("BF-11", "FT mode on a foreign corner splits with its like", "A: A9 C0*; D: D9", "7",
      "A9-B2 C0-A3 C0-C7"),
    F("BF-11", "two in FT mode", "A: C0* E0*; D: D9", "7",
      has="C0-C1,E0-E6 E0-E1,C0-C6 E0-F0,C0-C6"),
    F("BF-11", "on the own corner it splits with any", "A: A0* A9; D: D9", "7",
      has="A0-A1,A9-B1 A9-B1,A0-A1"),
    F("BF-11", "own and foreign corner", "A: A0* C0*; D: D9", "7",
      has="A0-A1,C0-C6 C0-C6,A0-A1"),
    F("BF-11", "a corner without FT mode is no like", "A: C0* E0; D: D9", "7",
      "C0-C7 E0-E7"),
    F("BF-11", "neither entering nor bull's eye", "A: A0* A9; D: D9", "7",
      lacks="A0-X,A9-B1 A9-X,A0-A1"),
    F("BF-12", "to its pen", "A: A10; D: A12 D9", "2", "A10-A12", play="A10-A12",
      after={"D": "p p p p D9"}),
    F("BF-12", "its pen is full, so to its exit", "A: A10; D: A12", "2", "A10-A12",
      play="A10-A12", after={"D": "p p p p D9"}),
    F("BF-12", "where a third is cut", "A: A10; D: A12; E: D9 E9", "2", "A10-A12",
      play="A10-A12", after={"D": "p p p p D9", "E": "p p p p E9"}),
    F("BF-12", "and a fourth", "A: A10; B: E9; D: A12; E: D9", "2", "A10-A12",
      play="A10-A12", after={"D": "p p p p D9", "E": "p p p p E9", "B": "p p p p B9"}),
    F("BF-12", "unless the chain ends on the mover", "A: A10 B9; B: E9; D: A12; E: D9", "2",
      "B9-B11"),
    F("BF-12", "the landing one included", "A: D7; D: D9", "2", "--"),
    F("BF-12", "the hole it left has room", "A: D9; D: D11", "2", "D9-D11", play="D9-D11",
      after={"A": "p p p p D11", "D": "p p p p D9"}),
    F("BF-12", "not with room in the pen", "A: D7; D: D10 D9", "2", "D7-D9", play="D7-D9",
      after={"D": "p p p p D10"}),
    F("BF-12", "with a four too", "A: E0; D: D10", "4", "E0-D10", play="E0-D10",
      after={"D": "p p p p D9"}),
    F("BF-13", "the fifth on its exit", f"A: A6 {FULL}; D: A9", "3", "A6-A9", play="A6-A9",
      after={"winner": 0, "to_play": 0, "D": "p p p p D9"}),
    F("BF-13", "from the eighth with a plus", f"A: A8+ {FULL}; D: D9", "K", "A8-A9",
      play="A8-A9", after={"winner": 0, "card": None}),
    F("BF-13", "not from a plain eighth", f"A: A8 {FULL}; D: D9", "K", "A8-A9",
      play="A8-A9", after={"winner": None, "to_play": 0}),
    F("BF-13", "along the ring", f"A: F0* {FULL}; D: D9", "10", "F0-A9 F0-F10",
      play="F0-A9", after={"winner": 0}),
    F("BF-13", "not from the pen", "A: Ah1 Ah2 Ah3 Ah4; D: D9", "A", "Ap-A9",
      play="Ap-A9", after={"winner": None}),
]
QUESTIONS = SHEETS + BUTTERFLY
