"""Random positions for the oracle, thick with the places where the rules are hard.

Seeded by the generator passed in; every position is one that the rules allow to stand on a board.
"""

from __future__ import annotations

import random
from types import ModuleType

import naive_butterfly
import naive_sheets
from naive_board import PLAY_AGAIN, RANKS, SIDES, TRACK, Json, is_corner

Seats = tuple[list[list[str]], list[list[int]]]


def oracle(rules: str) -> ModuleType:
    """The oracle of a profile: a module with ``legal`` and ``apply``."""
    return naive_butterfly if rules == "butterfly" else naive_sheets


def pick_seats(rng: random.Random, rules: str, sides: str) -> Seats:
    """Players and teams of any kind that FT-5 and the head of ``butterfly`` know."""
    kinds: list[tuple[int, int, int]] = [(n, 1, 1) for n in range(2, len(sides) + 1)]
    if rules != "butterfly":
        kinds += [(2, 2, 1), (4, 1, 2)]
        if len(sides) == 6:
            kinds += [(2, 3, 1), (3, 2, 1), (6, 1, 2), (6, 1, 3)]
            kinds += [(3, 2, 1), (2, 3, 1), (6, 1, 3)]  # the ones with most of the rules in play
    count, each, partners = rng.choice(kinds)
    taken = sorted(rng.sample(sides, count * each))
    if rng.random() < 0.5 and each > 1:
        rest = taken[count:]
        rng.shuffle(rest)
        taken = taken[:count] + rest
    players = [sorted(taken[i::count]) for i in range(count)]
    number_of_teams = count // partners
    teams = [list(range(count))[i::number_of_teams] for i in range(number_of_teams)]
    return players, teams


def tricky_places(colour: str, board: str) -> list[str]:
    """Places of one colour where a sentence of the rules has its edge."""
    sides = SIDES[board]
    after = sides[(sides.index(colour) + 1) % len(sides)]
    before = sides[sides.index(colour) - 1]
    near = [f"{colour}{n}" for n in (0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13)]
    beyond = [f"{after}{n}" for n in (0, 1, 3)]
    return [*near, *beyond, *(f"{before}{n}" for n in (0, 12, 13))]


KINDS = ("corner", "beside", "tricky", "eye", "exit", "any")
MOODS = {
    "mixed": (3, 3, 4, 1, 1, 2),
    "ring": (12, 1, 1, 1, 0, 1),  # FT-22 to FT-25, BF-7 to BF-11
    "edge": (4, 10, 1, 2, 0, 0),  # FT-11, FT-15, FT-16 at the corners
    "chain": (1, 0, 2, 0, 12, 0),  # BF-12
    "turn-in": (1, 0, 12, 0, 1, 0),  # FT-10, BF-5
}


def pick_place(rng: random.Random, colour: str, board: str, mood: str, homely: float) -> str:
    """One place, by kind: home, corner, next to a corner, tricky, X, a pen exit, anywhere."""
    if rng.random() < homely:
        return f"{colour}h{rng.randint(1, 4)}"
    side = rng.choice(SIDES[board])
    kind = rng.choices(KINDS, MOODS[mood])[0]
    if kind == "corner":
        return side + "0"
    if kind == "beside":
        return side + rng.choice(("1", "2", "4", "8", "10", "11", "12", "13"))
    if kind == "exit":
        return side + "9"
    if kind == "tricky":
        return rng.choice(tricky_places(colour, board))
    return "X" if kind == "eye" else rng.choice(TRACK[board])


def marked(rng: random.Random, colour: str, place: str, full: bool, rules: str) -> str:
    """The place with ``*`` or ``+`` where one may be and the dice say so."""
    if is_corner(place) and rng.random() < 0.5:
        return place + "*"
    if rules == "butterfly" and place == colour + "8" and full and rng.random() < 0.6:
        return place + "+"
    return place


def pick_marbles(rng: random.Random, colours: list[str], rules: str, board: str) -> Json:
    """Marbles of all colours, no two on a hole, no colour finished."""
    count = 5 if rules == "butterfly" else 4
    taken: set[str] = set()
    marbles: Json = {}
    mood = rng.choice(list(MOODS))
    for colour in colours:
        in_pen = 4 if mood == "chain" else rng.choices(range(5), (5, 3, 2, 2, 3))[0]
        homely = rng.choice((0.0, 0.2, 0.9))
        if rng.random() < (0.4 if mood == "turn-in" else 0.1):
            in_pen, homely = (0, 1.0)
        places = ["p"] * min(in_pen, count - 1)
        while len(places) < count:
            last = len(places) == count - 1 and homely == 1.0
            place = pick_place(rng, colour, board, mood, 0.0 if last else homely)
            if place not in taken:
                taken.add(place)
                places.append(place)
            elif rng.random() < 0.1 and places.count("p") < 4:
                places.append("p")
        full = sum("h" in place for place in places) == 4
        texts = [marked(rng, colour, place, full, rules) for place in places]
        marbles[colour] = sorted(texts, key=lambda text: (text != "p", text))
    return marbles


def finished(position: Json) -> bool:
    """Whether some team of a four-marble sheet has everything home."""
    return any(
        all(
            "h" in place
            for player in team
            for colour in position["players"][player]
            for place in position["marbles"][colour]
        )
        for team in position["teams"]
    )


def random_position(rng: random.Random, rules: str, board: str) -> Json:
    """One position with a card on the table and nobody having won."""
    sides = SIDES[board]
    while True:
        players, teams = pick_seats(rng, rules, sides)
        colours = [colour for player in players for colour in player]
        position: Json = {
            "game": "fast_track",
            "rules": rules,
            "board": board,
            "players": players,
            "teams": teams,
            "marbles": pick_marbles(rng, colours, rules, board),
            "to_play": rng.randrange(len(players)),
            "card": rng.choice((*RANKS, "7", "7", "J", "4")),
            "winner": None,
        }
        if rules == "butterfly":
            position["penalty"] = rng.random() < 0.2
            if position["card"] == "4" and rng.random() < 0.5:
                position["card"] = rng.choice(PLAY_AGAIN)
        if not finished(position):
            return position
