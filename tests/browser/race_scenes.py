"""States of a race as views, set by hand: every foot, clock and list, without a table."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.model.choices import Choice, DiceAsk, PadKey, Timer, Window
from companion.model.message import Message
from companion.model.race import Chip, Fact, Pool, Race, Standing
from companion.model.view import (
    Arrow,
    Ask,
    ColourView,
    GameView,
    HoleView,
    InHand,
    MoveLine,
    Option,
    Owed,
    PlayerView,
    Prompt,
    Reason,
    View,
)

CARS = "ABCDEFGH"
NAMES = ("Anna", "Ben", "Carla", "Dora", "Max", "Fritz", "Wanda", "Bruno")
AT = ("6.1R", "5.1R", "5.0L", "3.1L", "2.0R", "23.1L", "22.0R", "21.1L")
FACES = ("0", "1", "2", "3", "4", "5")


def text(words: str) -> Message:
    """A sentence as it stands (the catalogue shows an unknown key as itself)."""
    return Message("move.other", {"action": words})


def said(words: str, colour: str = "A", mood: str = "say", support: str = "") -> Prompt:
    seat = CARS.index(colour) if colour else None
    return Prompt(text(words), text(support) if support else None, mood, seat, colour)


def players(count: int, acting: tuple[int, ...] = (0,), winner: int = -1) -> tuple[PlayerView, ...]:
    return tuple(
        PlayerView(
            i, NAMES[i], (ColourView(CARS[i], 1 if i < 3 else 0, 3),), i,
            to_act=i in acting and winner < 0, winner=i == winner,
        )
        for i in range(count)
    )  # fmt: skip


def chips(spent: str = "") -> tuple[Chip, ...]:
    return tuple(Chip(label, label in spent) for label in ("A", "2", "3", "4", "5"))


def race(count: int, **changed: Any) -> Race:
    states = {"D": ("spun", "spun out"), "F": ("grid", "waits")}
    order = tuple(
        Standing(
            car, i, 0, 1 if i < 3 else 0, states.get(car, ("", ""))[0],
            text(states[car][1]) if car in states else None,
            chips(("", "A3", "245", "A2345", "5", "", "2", "A4")[i]), i == 0, i > 4,
        )
        for i, car in enumerate(CARS[:count])
    )  # fmt: skip
    facts = (
        Fact("movement", "2", text("Movement 2 of 3")),
        Fact("speed", "2-5", text("Speed was 4: now 2 to 5")),
    )
    usual: dict[str, Any] = {"order": order, "laps": 3, "left": 2, "label": text("2 laps to go")}
    return Race(**{**usual, "round": 4, "facts": facts, **changed})


def cars(count: int, **roles: HoleView) -> dict[str, HoleView]:
    holes = {AT[i]: HoleView(CARS[i]) for i in range(count) if CARS[i] != "D"}
    return {**holes, **{name[1:].replace("_", "."): what for name, what in roles.items()}}


MOVES = tuple(
    MoveLine(20 - i, i % 4, "ABCD"[i % 4], "", "F3", text(words))
    for i, words in enumerate(
        ["Tile 4 → Tile 6, speed 3", "Tile 3 → Tile 5, lane left, speed 4", "The 4 is safe",
         "Tile 1 → Tile 4, speed 6", "Spun out in corner 2"]
    )
)  # fmt: skip
CHOICES = tuple(
    Choice(f"F{n}", 0, (("6.1R", to),), {"speed": str(n)}, text(f"Forward {n}"))
    for n, to in ((1, "7.0R"), (2, "7.1R"))
) + tuple(
    Choice(
        f"L{n}{'*' + token if token else ''}", 0, (("6.1R", "7.0L"),),
        {"speed": str(n), **({"token": token} if token else {})},
        text(f"Lane left, speed {n}" + (f", token {token}" if token else "")),
    )
    for n, token in ((1, ""), (2, ""), (5, "5"))
)  # fmt: skip


def view(prompt: Prompt, count: int = 4, **fields: Any) -> View:
    usual: dict[str, Any] = {
        "seq": 1,
        "seat": None,
        "game": GameView("g", 3, "racepack", "race", "tiles", "physical", 1.8e9, {}),
        "position": {},
        "legal": (),
        "players": players(count),
        "moves": MOVES,
        "board": "virtual",
        "link": "up",
        "can_undo": True,
        "holes": cars(count),
        "race": race(count),
        "marks": {"8.0L": "hazard", "12.1R": "hazard-up", "16.0R": "hazard", "19.1L": "hazard-up"},
    }
    return View(prompt=prompt, **{**usual, **fields})


def dice(seat: int, count: int, prefix: str, words: str) -> DiceAsk:
    labels = ("–", "A", "2", "3", "4", "5")
    return DiceAsk(seat, count, FACES, labels, prefix, "die", text(words))


def claims(*seats: int) -> tuple[PadKey, ...]:
    keys = []
    for i in seats:
        keys += [
            PadKey(f"!{CARS[i]}:{n}", "claim", f"{CARS[i]}:{n}", n, seat=i, colour=CARS[i])
            for n in ("2", "4", "5")[: 3 - i % 2]
        ]
        keys.append(PadKey("-", "claim", "-", "", Message("key.pass"), seat=i, colour=CARS[i]))
    return tuple(keys)


ROLL = PadKey("", "roll", "", "", Message("key.roll"))

SCENES: dict[str, View] = {
    "go": view(
        said("Anna, move a glowing car."),
        choices=CHOICES,
        holes=cars(4, _6_1R=HoleView("A", "movable")),
    ),
    "eight": view(
        said("Anna, move a glowing car."),
        8,
        game=GameView("of eight", 4, "racepack", "race", "tiles", "physical", 1.8e9, {}),
        choices=CHOICES,
        holes=cars(8, _6_1R=HoleView("A", "movable")),
    ),
    "pools": view(
        said("Player 1, move a glowing car."),
        6,
        choices=CHOICES,
        players=tuple(
            PlayerView(
                i, ("", "Bernadette", "")[i], tuple(ColourView(car, 1, 3) for car in pair), i,
                to_act=not i, called=None if i == 1 else Message(f"seat.{i + 1}"),
            )
            for i, pair in enumerate(("AD", "BE", "CF"))
        ),
        race=race(
            6,
            order=tuple(
                Standing(car, i % 3, 0, 1, "spun" if car == "D" else "",
                         text("spun out") if car == "D" else None, (), not i, i > 3)
                for i, car in enumerate("ABCDEF")
            ),
            pools=tuple(
                Pool(i, tuple(Chip(label, label in spent) for label in ("A", *"2345", "W", "W")))
                for i, spent in enumerate(("", "A3", "2345W"))
            ),
        ),
        holes=cars(6, _6_1R=HoleView("A", "movable")),
    ),
    "lifted": view(
        said("Anna, put it on a white light."),
        choices=CHOICES,
        in_hand=(InHand("A", "6.1R"),),
        holes=cars(
            4,
            _6_1R=HoleView(role="origin"),
            _7_0R=HoleView(role="destination"),
            _7_1R=HoleView(role="destination"),
            _7_0L=HoleView(role="destination"),
            _8_0L=HoleView(role="destination"),
        ),
    ),
    "ways": view(
        said("Anna, move a glowing car."),
        board="none",
        choices=CHOICES,
        holes=cars(4, _6_1R=HoleView("A", "movable")),
    ),
    "wrong": view(
        said("Not there: Ben's car is in the way.", mood="refusal"),
        reason=Reason("RP-33", text("Not there: a car is in the way."), None, "7.0R"),
        holes=cars(
            4,
            _6_1R=HoleView(role="return"),
            _9_0L=HoleView("A", "wrong"),
            _7_0R=HoleView("B", "movable"),
        ),
        arrow=Arrow("9.0L", "6.1R"),
    ),
    "speed": view(
        said("Anna, which speed was that?", mood="ask"),
        ask=Ask(
            "q",
            text("Anna, which speed was that?"),
            (
                *(
                    Option(n, text(f"Speed {n}"), label=n, actions=(f"L{n}{spent}",))
                    for n, spent in zip("1234567", ("", "", "", "", "*5", "*2", "*3"), strict=True)
                ),
                Option("neither", text("None of these, put it back")),
            ),
            "speed",
        ),
        choices=CHOICES,
        holes=cars(4, _7_0L=HoleView("A", "ask")),
    ),
    "die": view(
        said("Anna, roll: a 5 spins you out."),
        dice=(dice(0, 1, "D", "What does the die show?"),),
        pad=(ROLL,),
        holes=cars(4, _6_1R=HoleView("A", "ask")),
    ),
    "pole": view(
        said("Everybody rolls three dice for the grid.", ""),
        dice=tuple(dice(i, 3, f"P{i}:", f"{NAMES[i]}: three dice") for i in (0, 2, 3)),
        pad=(ROLL,),
        players=players(4, (0, 2, 3)),
        holes={},
        race=race(4, facts=(), order=tuple(
            Standing(car, i, 0, 0, "paddock", text("waits for the grid"), chips())
            for i, car in enumerate(CARS[:4])
        )),
    ),
    "close_up": view(
        said("Close up: Red to Tile 23, second row, right.", mood="correction"),
        called_for=tuple(
            Owed(car, f"23.0{lane[0].upper()}", f"23.1{lane[0].upper()}", True,
                 text(f"Tile 23, first row, {lane} → Tile 23, second row, {lane}"))
            for car, lane in (("A", "right"), ("B", "left"))
        ),
        holes=cars(4, _23_0R=HoleView("A", "extra", "A"), _23_1R=HoleView("", "missing", "A")),
        arrow=Arrow("23.0R", "23.1R"),
    ),
    "spun": view(
        said("Dora, put your car back on a white light.", "D"),
        choices=tuple(
            Choice(f"E{hole}", 3, (("spun", hole),), {}, text(f"Back on {hole}"))
            for hole in ("4.0L", "4.1L")
        ),
        players=players(4, (3,)),
        race=race(4, order=tuple(
            Standing(car, CARS.index(car), 0, 1, state, text("spun out") if state else None,
                     chips("3"), car == "D")
            for car, state in (("A", ""), ("B", ""), ("D", "spun"), ("C", "spun")))),
        holes=cars(2, _4_0L=HoleView(role="destination"), _4_1L=HoleView(role="destination")),
    ),
    "roll": view(said("Anna, roll the die."), pad=(ROLL,)),
    "claim": view(
        said("Safe so far. Who claims another roll?", ""),
        window=Window(
            text("Safe so far. Who claims another roll?"), 7.0, 10.0, False, (1, 2, 3),
            (*claims(1, 2, 3), PadKey("-", "claim", "--", "", Message("key.all_pass"))),
        ),
        players=players(4, (1, 2, 3)),
    ),
    "claim_two": view(
        said("Safe so far. Who claims another roll?", ""),
        window=Window(
            text("Safe so far. Who claims another roll?"), 7.0, 10.0, False, (1, 2), claims(1, 2)
        ),
        players=players(4, (1, 2)),
    ),
    "claim_eight": view(
        said("Safe so far. Who claims another roll?", ""),
        window=Window(
            text("Safe so far. Who claims another roll?"), 7.0, 10.0, False, tuple(range(1, 8)),
            (*claims(*range(1, 8)), PadKey("-", "claim", "--", "", Message("key.all_pass"))),
        ),
        players=players(8, tuple(range(1, 8))),
    ),
    "claim_own": view(
        said("Safe so far. Who claims another roll?", ""),
        window=Window(
            text("Safe so far. Who claims another roll?"), 7.0, 10.0, False, (1, 2, 3), claims(2)
        ),
        players=players(4, (1, 2, 3)),
    ),
    "claim_cars": view(
        said("Safe so far. Who claims another roll?", ""),
        window=Window(
            text("Safe so far. Who claims another roll?"), 7.0, 10.0, False, (0,),
            (
                *(replace(key, seat=0) for key in claims(0, 1, 2) if key.value != "-"),
                PadKey("-", "claim", "-", "", Message("key.pass"), seat=0, colour="A"),
            ),
        ),
        players=(replace(players(1)[0], colours=tuple(ColourView(car, 1, 3) for car in "ABC")),
                 players(4, ())[3]),
    ),
    "timed": view(
        said("Anna, move a glowing car."),
        choices=CHOICES,
        timer=Timer(0, "A", 19.0, 30.0, False, False, "T"),
        holes=cars(4, _6_1R=HoleView("A", "movable")),
    ),
    "space": view(
        said("Where lies the small sign of tile 8?"),
        pad=tuple(
            PadKey(f"H{hole}", "space", hole, "", Message("hole.tile", {
                "n": "8", "row": f"@row.{hole[2]}", "lane": f"@lane.{hole[3]}"}), hole=hole)
            for hole in ("8.0L", "8.0R", "8.1L", "8.1R")
        ),
        marks={},
        holes=cars(4, _8_0L=HoleView(role="ask"), _8_0R=HoleView(role="ask"),
                   _8_1L=HoleView(role="ask"), _8_1R=HoleView(role="ask")),
    ),
    "over": view(
        said("Carla wins!", "C", "win"),
        players=players(4, (), 2),
        holes=cars(2),
        race=race(4, left=0, label=text("The race is over"), facts=(), order=tuple(
            Standing(car, CARS.index(car), place, 3 if place else 2, "finished" if place else "",
                     text("finished") if place else None, chips("A23"))
            for car, place in (("C", 1), ("A", 2), ("D", 3), ("B", 0)))),
    ),
}  # fmt: skip
