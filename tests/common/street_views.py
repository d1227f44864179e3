"""Views of the street race at chosen moments, by the game's own words, without a table.

The first ones are the design's pictures: a lifted car, a failed test, a pushed car, a wide look.
"""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "engine/games/street_race"))
from msgspec.structs import replace
from street_table import GAME, begun, new

from companion.games.packs import PACKS
from companion.games.scenery import Pictured
from companion.model.choices import Choice
from companion.model.drive import Drive, Thrown
from companion.model.hand import Hand, Way
from companion.model.message import Message
from companion.model.view import (
    Arrow,
    GameView,
    HoleView,
    InHand,
    MoveLine,
    Owed,
    PlayerView,
    Prompt,
    View,
)
from engine.board import Board
from engine.games.street_race import WoodPosition
from engine.games.street_race.on_wood import table_wood
from engine.games.street_race.sample import SAMPLE

WORDS = PACKS.of("fhtagn").presenter
LETTERS = "ABCDEF"
NAMES = dict(enumerate(("Anna", "Ben", "Carla", "Dora", "Max", "Fritz")))
AT = {"A": "3F1", "B": "1F1", "C": "3F2", "D": "4O3", "E": "2F2", "F": "5F2"}
CIVS = {"c1": ("1O2", "O"), "c2": ("1F2", "F"), "c3": ("3O1", "O")}
HANDS = {"A": ["p04.1", "p11.1", "p14.1", "p17.1", "p27.1"], "B": ["p06.1", "p12.1"]}
NIGHT = ("m05", "m12")
"""The mats of the pictures: lanes of 4 and 5 with an open walk, lanes of 5 with a chop shop."""
CLOSED = ("m18", "m26")


def board(half_width: int = 3) -> Board:
    """The wood under a street of six columns, or of eight."""
    return table_wood(half_width)


def position(
    origin: int = 2, aside: tuple[str, ...] = (), *, players: int = 6, **change: Any
) -> WoodPosition:
    """The race of the pictures, or a changed one."""
    usual = {"at": AT, "civs": CIVS, "hands": HANDS, "street": NIGHT, "dmg": ("C",)}
    made = begun(new(players), **{**usual, **change})
    made["actions"] = change.get("actions", 3)
    wood = {"origin": origin, "aside": list(aside)}
    loaded = GAME.load({**made, "wood": wood})
    assert isinstance(loaded, WoodPosition)
    return loaded


def wide() -> WoodPosition:
    """The same cars on a street of eight columns, by a data file with wider mats."""
    mats = copy.deepcopy(SAMPLE["mats"])
    next(mat for mat in mats if mat["id"] == NIGHT[0])["lanes"] = [4, 5, 6]
    data = {**SAMPLE, "set": "wide", "half_width": 4, "mats": mats}
    game = GAME.with_beside({"data": data})
    source = game.new({"game": "fhtagn", "players": 6, "options": {}})
    made = begun(source, at=AT, civs=CIVS, hands=HANDS, street=NIGHT)
    loaded = game.load({**made, "wood": {"origin": 2}})
    assert isinstance(loaded, WoodPosition)
    return loaded


def pictured(moment: WoodPosition) -> Pictured:
    """The moment as the game's pictures need it."""
    return Pictured(moment, NAMES)


def players(moment: WoodPosition, seat: int) -> tuple[PlayerView, ...]:
    """Everybody, with style points; one is to act."""
    acting = moment.to_act if isinstance(moment.to_act, frozenset) else frozenset()
    return tuple(
        PlayerView(
            n,
            NAMES[n],
            tuple(WORDS.progress(moment, c) for c in at.colours),
            n,
            True,
            n in acting,
            cards=WORDS.hidden.size(moment, n),
        )
        for n, at in enumerate(moment.seats)
    )


def holes(moment: WoodPosition, lifted: str = "", token: str = "") -> dict[str, HoleView]:
    """What stands where, and the lights of who may be lifted or of where a lifted car may go."""
    found = {
        place: HoleView(tokens[0])
        for place, tokens in moment.occupancy().items()
        if place in moment.board.holes and tokens
    }
    for row, token in zip("edcb", sorted(moment.wood.aside), strict=False):
        found[f"{row}8"] = HoleView(token)
    for action in moment.legal():
        for frm, to in action.displacements:
            if lifted and frm == lifted:
                taken = found.get(to, HoleView()).token
                found[to] = HoleView(taken, "capture" if taken else "destination")
            elif not lifted and frm in found and moment.race.moment.ask.kind != "spin":
                found[frm] = HoleView(found[frm].token, "movable")
            elif not lifted:
                taken = found.get(to, HoleView()).token
                found[to] = HoleView(taken, "capture" if taken else "destination")
    if lifted:
        found[lifted] = HoleView("", "origin")
    return dict(WORDS.scenery.told(moment, found, [token] if token else ()))


def view(moment: WoodPosition, lifted: str = "", seat: int | None = 0, **change: Any) -> View:
    """What a seat sees at that moment; ``lifted``: the square of the car that is in a hand."""
    who = min(moment.to_act) if isinstance(moment.to_act, frozenset) else 0
    token = next((c for c in moment.race.moment.race.models if lifted == _square(moment, c)), "")
    shown = holes(moment, lifted, token)
    asked = WORDS.awaiting(moment, who, NAMES, True, None)
    prompt = Prompt(asked, None, "say", who, LETTERS[who])
    prompt = WORDS.scenery.prompt(pictured(moment), prompt, shown)
    if lifted:
        lift = Prompt(Message("prompt.lifted", {"p": NAMES[who]}), None, "say", who, LETTERS[who])
        prompt = WORDS.scenery.prompt(pictured(moment), lift, shown)
    usual: dict[str, Any] = {
        "seq": 1,
        "seat": seat,
        "game": GameView("g1", 4, "fhtagn", "street", "street", "virtual", 1.0, {}),
        "position": {"to": ["A"]},
        "legal": tuple(action.text for action in moment.legal_for(seat)),
        "prompt": prompt,
        "state": "lifted" if lifted else "choose_move",
        "board": "virtual",
        "link": "up",
        "holes": shown,
        "in_hand": (InHand(token, lifted),) if lifted else (),
        "choices": choices(moment, seat),
        "players": players(moment, who),
        "hand": tuple(HANDS.get(LETTERS[seat], ())) if seat is not None else None,
        "moves": (line(2, "C", "street.did.ahead"), line(1, "B", "street.did.left")),
        "can_undo": True,
        "street": WORDS.scenery.street(moment),
        "drive": drive(moment, seat),
        "held": hand(moment, seat),
    }
    return View(**{**usual, **change})


def drive(moment: WoodPosition, seat: int | None) -> Drive:
    """What drivers need, with the buttons of a seat."""
    scenery = WORDS.scenery
    return replace(scenery.drive(pictured(moment)), deeds=scenery.deeds(moment, seat))


def _square(moment: WoodPosition, car: str) -> str:
    return moment.standing(moment.race.moment.state.pack.cars[car])


def hand(moment: WoodPosition, seat: int | None) -> Hand | None:
    """The cards of a seat with their faces and ways."""
    if seat is None:
        return None
    cards = HANDS.get(LETTERS[seat], [])
    ways = []
    for action in moment.legal_for(seat):
        spent = [card for card in WORDS.hidden.spends(moment, action) if card in cards]
        if spent:
            places = tuple(cards.index(card) for card in spent)
            line = Message("move.other", {"action": action.text})
            ways.append(Way(action.text, places, line, WORDS.hidden.deed(action)))
    faces = tuple(WORDS.hidden.card(moment, card) for card in cards)
    return Hand(seat, faces, tuple(ways))


def choices(moment: WoodPosition, seat: int | None) -> tuple[Choice, ...]:
    """The actions as lines."""
    return tuple(
        Choice(
            action.text,
            action.seat,
            tuple((way.frm, way.to) for way in action.displacements),
            {},
            Message("move.other", {"action": action.text}),
        )
        for action in moment.legal_for(seat)
    )


def line(number: int, colour: str, key: str) -> MoveLine:
    """One of the last moves."""
    return MoveLine(number, LETTERS.index(colour), colour, "", "", Message(key))


def failed() -> View:
    """Anna's test against Max has failed: an arrow leads her car home."""
    moment = position(actions=2)
    shown = holes(moment)
    shown |= {"e5": HoleView("", "return"), "d5": HoleView("A", "extra", colour="A")}
    owed = Owed("A", "d5", "e5", True, Message("street.back"))
    held = Message("street.lost", {"q": "Max"})
    said = Prompt(held, Message("street.back"), "correction", 0, "A")
    dice = (Thrown("A", 2, 5, won=False), Thrown("E", 5, 7, won=True))
    return view(
        moment,
        holes=shown,
        arrow=Arrow("d5", "e5"),
        owed=(owed,),
        called_for=(owed,),
        prompt=said,
        drive=replace(drive(moment, 0), thrown=dice),
    )


def over() -> View:
    """Ben has won."""
    shown = view(position(), choices=(), legal=(), held=None, state="over")
    seats = tuple(replace(p, winner=p.seat == 1, to_act=False) for p in shown.players)
    said = Prompt(Message("street.over", {"p": "Ben"}), None, "win", 1, "B")
    drive = replace(shown.drive, tiles=(), deeds=(), left=None)
    return replace(shown, players=seats, prompt=said, drive=drive)


def pushed(**change: Any) -> View:
    """Anna drives over Carla's space: Carla chooses a way."""
    moment = position(hands={}, dmg=(), **change)
    for text in ("drift R", "die 6", "die 1"):
        found = moment.apply(next(a for a in moment.legal() if a.text == text)).position
        assert isinstance(found, WoodPosition)
        moment = found
    return view(moment, seat=2)


def still() -> View:
    """The same, but hands have moved neither car yet."""
    seen = pushed()
    cars = {"e5": HoleView("A", "extra", colour="A"), "e6": HoleView("C", "extra", colour="C")}
    return replace(seen, holes={**seen.holes, **cars})


def two(**change: Any) -> WoodPosition:
    """Two cars each, where one place is open to both of Anna's (FF-140)."""
    at = {"A1": "3F1", "A2": "2F2", "B1": "1F1", "B2": "4O1", "C1": "3O2", "C2": "4F2"}
    usual = {"at": at, "hands": HANDS, "street": NIGHT, "dmg": ("A1", "A2", "C2")}
    made = {**begun(new(3, dual=True), **{**usual, **change}), "actions": 5}
    loaded = GAME.load({**made, "wood": {"origin": 2}})
    assert isinstance(loaded, WoodPosition)
    return loaded


def placing(**options: Any) -> WoodPosition:
    """The second car is placed."""
    first = GAME.new({"players": 4, "options": options, "wood": {}})
    found = first.apply(first.legal()[0]).position
    assert isinstance(found, WoodPosition)
    return found


def dealt() -> WoodPosition:
    """Whoever leads looks at the first hand (FF-25)."""
    found = placing()
    while (ask := found.race.moment.ask) is None or ask.kind != "mull":
        after = found.apply(found.legal()[0]).position
        assert isinstance(after, WoodPosition)
        found = after
    return found


def spun() -> WoodPosition:
    """Traffic has hit a damaged car: its owner places it anew (FF-84)."""
    found = position(hands={}, dmg=tuple(AT))
    for text in ("adv", "die 6", "die 5", "die 1", "die 4"):
        after = found.apply(text).position
        assert isinstance(after, WoodPosition)
        found = after
    return found


def forced() -> WoodPosition:
    """A card of Ben's makes Anna discard two of hers (FF-155)."""
    oil = {"id": "p99", "type": "action", "name": "Oil", "do": [
        {"op": "discard_hand", "who": "choose_other", "n": 2}]}  # fmt: skip
    cards: list[Any] = [*SAMPLE["cards"], oil]
    game = GAME.with_beside({"data": {**SAMPLE, "set": "oil", "cards": cards}})
    source = game.new({"game": "fhtagn", "players": 6, "options": {}})
    hands = {"A": HANDS["A"], "B": ["p99.1"]}
    made = begun(source, at=AT, civs={}, hands=hands, street=NIGHT, turn="B")
    found = game.load({**made, "wood": {"origin": 2}})
    for text in ("play p99.1 A", "noreact A"):
        found = found.apply(text).position
    assert isinstance(found, WoodPosition)
    return found


def closed() -> WoodPosition:
    """A median, a closed walk, no man's land; the last car waits in the lay-by."""
    at = {"A": "9F1", "B": "1F1", "C": "7F3", "D": "1F2", "E": "4F2", "F": "2F1"}
    civs = {"c1": ("2O1", "O")}
    return position(5, ("A",), at=at, civs=civs, street=CLOSED, turn="B", dmg=("A", "C"))


def scenes() -> dict[str, View]:
    """The moments by name."""
    return {
        "choose": view(position()),
        "lifted": view(position(), lifted="e5"),
        "failed": failed(),
        "pushed": pushed(),
        "still": still(),
        "dora": view(position(turn="D"), seat=3),
        "forced": view(forced()),
        "over": over(),
        "place": view(placing(), seat=1),
        "spin": view(spun(), seat=min(spun().to_act)),
        "two": view(two()),
        "two_lifted": view(two(), lifted="d6"),
        "closed": view(closed()),
        "stray": view(position(), holes={**holes(position()), "a1": HoleView("B", "wrong")}),
    }
