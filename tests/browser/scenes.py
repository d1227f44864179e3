"""A table that shows whatever view it is given: every state of the page, without playing to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.errors import CommandRefused
from companion.model.briefing import Briefing, Spot
from companion.model.choices import Choice, PadKey
from companion.model.commands import Caller, Command, Outcome
from companion.model.message import Message
from companion.model.ports import Health
from companion.model.seen_seat import UNSEEN, SeenSeat
from companion.model.view import (
    Arrow,
    Ask,
    ColourView,
    Doubt,
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
from engine.board import Board
from engine.boards.marble import board_for
from hardware.power import PowerUse

TOKENS = {
    "A": "Ap1 Ap2 A9 Ah1", "B": "Bp1 Bp2 B10 B13", "C": "Cp1 Cp2 Cp3 D10",
    "D": "Dp1 Dh3 Dh4 E10", "E": "X Ep1 Ep2 Ep3", "F": "Fp1 Fh2 F10 B3",
}  # fmt: skip
NAMES = ("Anna", "Ben", "Carla", "Dora", "Max", "Fritz")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JOKER")
CAPTIONS = {"A": "out_one", "4": "back", "6": "out", "7": "split", "J": "swap", "Q": "one"}


def text(words: str) -> Message:
    """A sentence as it stands (the catalogue shows an unknown key as itself)."""
    return Message("move.other", {"action": words})


def lit(**roles: HoleView) -> dict[str, HoleView]:
    """The usual marbles, and these holes instead."""
    usual = {hole: HoleView(c) for c, holes in TOKENS.items() for hole in holes.split()}
    return {**usual, **roles}


def key(rank: str, moves: int | None = None) -> PadKey:
    caption = Message(f"pad.{CAPTIONS[rank]}") if rank in CAPTIONS else None
    label = "★" if rank == "JOKER" else rank
    return PadKey(f"card:{rank}", "card", rank, label, caption, moves)


def players(acting: int = 0, winner: int = -1) -> tuple[PlayerView, ...]:
    return tuple(
        PlayerView(
            i,
            name,
            (ColourView("ABCDEF"[i], (1, 0, 0, 2, 0, 1)[i], 4),),
            i,
            to_act=i == acting and winner < 0,
            winner=i == winner,
        )
        for i, name in enumerate(NAMES)
    )


def said(message: str, colour: str = "A", mood: str = "say", support: str = "") -> Prompt:
    seat = "ABCDEF".index(colour) if colour else None
    return Prompt(text(message), text(support) if support else None, mood, seat, colour)


MOVES = tuple(
    MoveLine(
        34 - i,
        seat,
        "ABCDEF"[seat],
        card,
        "x",
        text(words),
        took,
        label="★" if card == "JOKER" else card,
    )
    for i, (seat, card, words, took) in enumerate(
        [
            (5, "8", "Red 8 → Orange 2", ()),
            (4, "10", "Orange 5 → bull's eye", ()),
            (3, "5", "Blue 1 → Blue 6", ("A",)),
            (2, "3", "Green 9 → Green 12", ()),
            (1, "JOKER", "Orange pen → Orange 9", ()),
        ]
    )
)
CHOICES = (
    Choice("A9-B2", 0, (("A9", "B2"),), {}, text("Red 9 → Orange 2"), ("F",)),
    Choice("Ah1-Ah4", 0, (("Ah1", "Ah4"),), {}, text("Red home 1 → Red home 4")),
    *(
        Choice(
            f"A9-A{9 + n},Ah1-Ah{8 - n}",
            0,
            (("A9", f"A{9 + n}"), ("Ah1", f"Ah{8 - n}")),
            {},
            text(f"Red 9 → Red {9 + n}, Red home 1 → Red home {8 - n}"),
        )
        for n in (4,)
    ),
    Choice("A9-B1,Ah1-Ah2", 0, (("A9", "B1"), ("Ah1", "Ah2")), {}, text("Red 9 → Orange 1, …")),
)


def view(prompt: Prompt, **fields: Any) -> View:
    usual: dict[str, Any] = {
        "seq": 1,
        "seat": None,
        "game": GameView("g", 3, "fast_track", "classic", "hex", "physical", 1.8e9, {}),
        "position": {},
        "legal": (),
        "players": players(),
        "moves": MOVES,
        "board": "virtual",
        "link": "up",
        "can_undo": True,
        "holes": lit(),
    }
    return View(prompt=prompt, **{**usual, **fields})


SCENES: dict[str, View] = {
    "card": view(
        said("Red, which card did you play?", support="Tap it, or move."),
        pad=tuple(map(key, RANKS)),
    ),
    "move": view(
        said("Anna, move a glowing marble."),
        card=key("7"),
        undo_card=True,
        choices=CHOICES,
        holes=lit(A9=HoleView("A", "movable"), Ah1=HoleView("A", "movable")),
    ),
    "lifted": view(
        said("Red, put it on a white light.", support="Or share the 7."),
        card=key("7"),
        undo_card=True,
        choices=CHOICES,
        in_hand=(InHand("A", "A9"),),
        holes=lit(
            A9=HoleView(role="origin"),
            A13=HoleView(role="destination"),
            B0=HoleView(role="destination"),
            B1=HoleView(role="destination"),
            B3=HoleView("F", "capture"),
            X=HoleView("E", "capture"),
        ),
    ),
    "wrong": view(
        said("Not there: a Red marble is in the way.", mood="refusal"),
        reason=Reason(
            "FT-11",
            Message("refusal.pass", {"colour": "@colour.A"}),
            text("No marble passes its own colour."),
            "A12",
        ),
        card=key("7"),
        undo_card=True,
        holes=lit(
            A9=HoleView(role="return"),
            B2=HoleView("A", "wrong"),
            A12=HoleView("A", "movable"),
        ),
        arrow=Arrow("B2", "A9"),
    ),
    "correction": view(
        said(
            "Orange: from Yellow 6 to Yellow 3.",
            "B",
            "correction",
            "1 of 2. Goes on alone.",
        ),
        called_for=(
            Owed("B", "C6", "C3", True, text("Yellow 6 → Yellow 3")),
            Owed("C", "D10", "D12", True, text("Green 10 → Green 12")),
        ),
        holes=lit(C6=HoleView("B", "extra", "B"), C3=HoleView("", "missing", "B")),
        arrow=Arrow("C6", "C3"),
    ),
    "ask": view(
        said("Which marble is on Orange 2?", "", "ask"),
        ask=Ask(
            "q1",
            Message("ask.identity", {"h": "Orange 2"}),
            (
                Option("red", text("Red"), "A"),
                Option("purple", text("Purple"), "F"),
                Option("neither", Message("ask.neither")),
            ),
        ),
        holes=lit(B2=HoleView("?", "ask")),
    ),
    "others": view(said("Dora is moving.", "D", support="You are next."), players=players(3)),
    "win": view(
        said("Anna wins!", mood="win"),
        players=players(winner=0),
        holes={
            **{h: v for h, v in lit().items() if v.token != "A"},
            **{f"Ah{i}": HoleView("A", "winner", "A") for i in range(1, 5)},
        },
    ),
    "link": view(
        said("Board cable is out. Play on here.", "", "link"),
        pad=tuple(map(key, RANKS)),
        link="down",
    ),
    "lights": view(
        said("Red: every light of the board."),
        pad=tuple(map(key, RANKS)),
        holes=lit(
            A9=HoleView("A", "movable"), B0=HoleView("", "destination"),
            B3=HoleView("F", "capture"), C4=HoleView("", "origin"),
            F12=HoleView("D", "wrong"), E8=HoleView("", "return"),
            E3=HoleView("", "missing", "E"), F10=HoleView("F", "extra", "F"),
            Cp4=HoleView("", "pen", "C", "Cp"), D5=HoleView("", "ask"),
            C9=HoleView("", "hint"), Ah1=HoleView("A", "winner", "A"), D8=HoleView("", "fault"),
        ),
    ),
}  # fmt: skip

DOUBTED = {
    f"{name}_doubted": msgspec.structs.replace(
        SCENES[name],
        board="serial",
        doubts=(Doubt("B2", True, text("No marble stands on Orange 2.")),),
    )
    for name in ("lifted", "wrong", "correction")
}
"""States in which a sensor may lie, so that their foot has a button more (PP-13)."""
SCENES.update(DOUBTED)

HAND = view(
    said("Blue, choose a card.", "E"),
    seat=4,
    hand=("6", "J", "10", "4", "2"),
    pad=(
        msgspec.structs.replace(
            key("6", 1),
            lights={"Ep1": "movable", "Ep2": "movable", "Ep3": "movable", "E9": "destination"},
        ),
        key("J", 8),
        key("10", 0),
        key("4", 0),
        key("2", 0),
    ),
    players=players(4),
)
DRAWING = view(said("Cards are being dealt.", ""), seat=4, hand=(), players=players(-1))


def visit(page: Any, stage: Any, state: str) -> None:
    """Show a state and wait until the page shows it too."""
    stage.table.show(SCENES[state])
    page.drawn(stage.table.seq)
    wanted = SCENES[state]
    sentence = wanted.reason or wanted.prompt
    page.says(dict(sentence.message.params).get("action", "Not there"))


class SceneTable:
    """The whole ``TablePort``; ``show`` changes what everybody sees."""

    def __init__(self, first: View) -> None:
        self.shown = first
        self.seq = 1
        self.commands: list[Command] = []
        self.lifts: list[tuple[str, str, str | None]] = []
        self.refuse: CommandRefused | None = None
        self.holders: dict[int, str] = {}
        self._wakes: list[Callable[[int], None]] = []

    def show(self, shown: View) -> None:
        """Everybody sees this view now."""
        self.shown = shown
        self.seq += 1
        for wake in list(self._wakes):
            wake(self.seq)

    def view(self, audience: int | None) -> View:
        return msgspec.structs.replace(self.shown, seq=self.seq)

    def view_json(self, audience: int | None) -> bytes:
        return msgspec.json.encode(self.view(audience))

    def submit(self, command: Command, caller: Caller) -> Outcome:
        self.commands.append(command)
        if self.refuse is not None:
            raise self.refuse
        return Outcome(self.seq)

    def sit(self, seat: int, holder: str, seen: SeenSeat = UNSEEN) -> Outcome:
        self.holders[seat] = holder
        return Outcome(self.seq)

    def leave(self, holder: str, seat: int | None = None) -> Outcome:
        self.holders = {s: h for s, h in self.holders.items() if h != holder or s != seat}
        return Outcome(self.seq)

    def holder(self, seat: int) -> str | None:
        return self.holders.get(seat)

    def subscribe(self, wake: Callable[[int], None]) -> Callable[[], None]:
        self._wakes.append(wake)
        return lambda: self._wakes.remove(wake)

    def drawing(self) -> Board | None:
        return board_for("hex")

    def briefing(self, audience: int | None) -> Briefing | None:
        """Three answers; the marbles are those of the scenes that stand on the board."""
        own = (("A9", "Red A9"), ("", "beside the board"), ("Ah1", "Red Ah1"))
        spots = tuple(Spot(hole, "A", text(said)) for hole, said in own)
        can, where = (text("Anna, choose."), text("One choice:")), (text("Red: 1 home."),)
        happened = (text("Dora, 5: Blue 1 to Blue 6."), text("Max, 3: no move."))
        seat = self.shown.seat
        return Briefing(seat, can, where, happened, spots, seat is not None, lights=True)

    @property
    def hands(self) -> SceneTable | None:
        return self

    def lift(self, hole: str) -> None:
        self.lifts.append(("lift", hole, None))

    def put(self, hole: str, token: str | None = None, origin: str | None = None) -> None:
        self.lifts.append(("put", hole, token if origin is None else f"from {origin}"))

    def set_out(self, board: str, holes: object, tokens: object, beside: object = ()) -> None:
        self.lifts.clear()

    def in_hand(self) -> tuple[str, ...]:
        return ()

    def fault(self, name: str, on: bool) -> None:
        self.lifts.append(("fault", name, str(on)))

    def health(self) -> Health:
        return Health("ready", "virtual", "up", "g")

    def power(self) -> PowerUse | None:
        return PowerUse(4000, 1870, False)
