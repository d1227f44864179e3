"""A table with all that it needs: simulated hands on marbles, a set clock, a journal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.pack import Packs
from companion.games.packs import PACKS
from companion.model.commands import Act, Caller, Card, New
from companion.model.view import View
from companion.recogniser.dwell import STOP as SURE
from companion.store.memory import MemoryJournal
from companion.table.table import Table, TableSettings
from companion.words import render
from engine.registry import REGISTRY, Registry
from hardware.ports import HoleChange, LinkChange, LinkState, Snapshot

AT_TABLE = Caller(table=True)
EVERYBODY = Caller(seats=frozenset(range(6)), table=True)


class SetClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.t = 100.0

    def now(self) -> float:
        """Seconds."""
        return self.t


class Rig:
    """A table, and hands over a board of marbles that stand where the hands put them.

    ``wood``  hole → token, what really stands there; ``hand`` tokens in the hand, the last last
    """

    def __init__(
        self,
        *,
        board_kind: str = "virtual",
        journal: MemoryJournal | None = None,
        registry: Registry = REGISTRY,
        packs: Packs = PACKS,
        seed: int = 1,
        settings: TableSettings | None = None,
    ) -> None:
        self.clock = SetClock()
        self.journal = journal or MemoryJournal()
        self.table = Table(
            registry,
            packs,
            self.journal,
            self.clock,
            random.Random(seed),
            settings or TableSettings(),
            board_kind,
        )
        self.board_kind = board_kind
        self.wood: dict[str, str] = {}
        self.hand: list[str] = []
        self.lies: dict[str, bool] = {}
        """Hole → what its sensor says for good, whatever stands there."""
        self.numbers: dict[str, int] = {}

    # -------------------------------------------------------------------------------- set-up

    def new(self, **fields: Any) -> Rig:
        """Begin a game and have the virtual board set out."""
        fields = {"game": "fast_track", "rules": "classic", "board": "hex"} | fields
        fields.setdefault("players", [["A"], ["C"]])
        self.table.command(New(**fields), AT_TABLE)
        self.plug_in()
        return self

    def new_again(self) -> Rig:
        """The same game anew, with nothing set out."""
        moment = self.table._moment
        assert moment.game is not None
        known = ("game", "rules", "board", "players")
        fields = {key: moment.game.options[key] for key in known}
        self.table.command(New(**fields), AT_TABLE)
        return self

    def plug_in(self, wood: Mapping[str, str] | None = None) -> Rig:
        """The board's link comes up with its picture; unless given, set out as expected."""
        board = self.table.questions.drawing()
        assert board is not None
        self.numbers = {hole: i for i, hole in enumerate(board.holes)}
        if self.board_kind == "none":
            return self
        self.wood = dict(self.table.questions.expected_tokens() if wood is None else wood)
        self.table.sensors(LinkChange(LinkState.UP))
        self.picture()
        return self

    def picture(self) -> None:
        """Send all holes."""
        full = tuple(self.lies.get(hole, hole in self.wood) for hole in self.numbers)
        self.table.sensors(Snapshot(full, self.clock.t))

    # --------------------------------------------------------------------------------- hands

    def lift(self, *holes: str) -> Rig:
        """Lift marbles, a tenth of a second each."""
        for hole in holes:
            self.hand.append(self.wood.pop(hole))
            self._sense(hole, False)
        return self

    def put(self, hole: str, token: str | None = None) -> Rig:
        """Put the last lifted marble, or the one of that token."""
        assert hole not in self.wood, f"{hole} is full"
        if token is None:
            token = self.hand.pop()
        else:
            self.hand.reverse()
            self.hand.remove(token)
            self.hand.reverse()
        self.wood[hole] = token
        self._sense(hole, True)
        return self

    def tell(self, hole: str, token: str) -> Rig:
        """Put the marble of that token, and say so as the virtual hand does."""
        self.table.remark(hole, token)
        return self.put(hole, token)

    def carry(self, frm: str, to: str) -> Rig:
        """Lift and put."""
        return self.lift(frm).put(to)

    def _sense(self, hole: str, present: bool) -> None:
        self.wait(0.1)
        if hole not in self.lies:
            self.table.sensors(HoleChange(self.numbers[hole], present, self.clock.t))

    def wait(self, seconds: float) -> Rig:
        """Let time pass, with the ticks that the table asks for."""
        return self.wait_until(self.clock.t + seconds)

    def wait_until(self, end: float) -> Rig:
        """The same to a moment, exactly."""
        for _ in range(50):
            due = self.table.deadline()
            if due is None or due > end:
                break
            self.clock.t = max(self.clock.t, due)
            self.table.tick()
        self.clock.t = end
        return self

    def settle(self) -> Rig:
        """Keep the hands still for longer than the dwell."""
        return self.wait(0.5)

    # ------------------------------------------------------------------------------ commands

    def card(self, rank: str, caller: Caller = AT_TABLE) -> Rig:
        """Play a card."""
        self.table.command(Card(rank), caller)
        return self

    def act(self, *texts: str) -> Rig:
        """Make actions on the page."""
        for text in texts:
            self.table.command(Act(text), AT_TABLE)
        return self

    def at(self, position: Mapping[str, Any]) -> Rig:
        """Go on from a position: it is kept as an edit of the open game and set out."""
        referee, game = self.table._referee, self.table._moment.game
        assert game is not None
        referee.edit(game.game.load(dict(position)))
        referee.opened(game, set_out=True, aside=dict(self.table._moment.aside))
        self.hand.clear()
        referee.evaluate()
        return self.plug_in()

    # ------------------------------------------------------------------------------- looking

    @property
    def view(self) -> View:
        """What the public sees."""
        return self.table.view(None)

    @property
    def said(self) -> str:
        """The prompt in English."""
        return render(self.view.prompt.message)

    @property
    def support(self) -> str:
        """The second line in English."""
        support = self.view.prompt.support
        return "" if support is None else render(support)

    @property
    def state(self) -> str:
        """The table's state by name."""
        return self.view.state

    def roles(self) -> dict[str, str]:
        """Hole → role of every lit hole."""
        return {hole: shown.role for hole, shown in self.view.holes.items() if shown.role}

    def lit(self, role: str) -> list[str]:
        """Holes of that role, sorted."""
        return sorted(hole for hole, name in self.roles().items() if name == role)

    def marbles(self) -> dict[str, str]:
        """Hole → token as the table believes."""
        return {hole: shown.token for hole, shown in self.view.holes.items() if shown.token}

    def done(self) -> list[str]:
        """Actions of the journal that stand, without cards."""
        return [line.action for line in reversed(self.view.moves)]


def marbles(**colours: Iterable[str]) -> dict[str, list[str]]:
    """Marbles of a position: four a colour, those not named in the pen."""
    return {c: [*["p"] * (4 - len(list(at))), *at] for c, at in colours.items()}


def position(
    players: list[list[str]], marbles: Mapping[str, list[str]], card: str | None = None, **more: Any
) -> dict[str, Any]:
    """A position of Fast Track in the interchange form."""
    out: dict[str, Any] = {
        "game": "fast_track",
        "rules": "classic",
        "board": "hex",
        "players": players,
        "teams": [[i] for i in range(len(players))],
        "marbles": dict(marbles),
        "to_play": 0,
        "card": card,
        "winner": None,
    }
    return out | more


def at(card: str | None, a: list[str], c: list[str], **more: object) -> Rig:
    """Red and yellow with these marbles, red to play."""
    return Rig().new().at(position([["A"], ["C"]], {"A": a, "C": c}, card, **more))


def restarted(rig: Rig) -> Rig:
    """The same board, marbles and hand after a power cut."""
    again = Rig(journal=rig.journal)
    again.table.resume()
    again.hand = rig.hand
    return again.plug_in(rig.wood)


# -------------------------------------------------------------------------------- whole games


def perform(rig: Rig, action: Any, rng: random.Random, capture: str = "mixed") -> None:
    """Make a legal action with the hands, as people do, and follow up what it leaves to do.

    ``capture`` is ``own`` (own marble lifted first), ``other`` or ``mixed``.
    """
    if not action.displacements:
        rig.wait(2.0)
        return
    before = rig.view.moves[0].number if rig.view.moves else 0
    ways = [(hole_of(rig, d.frm, True), d.to) for d in action.displacements]
    if len(ways) == 2 and ways[0] == (ways[1][1], ways[1][0]):
        swap(rig, ways[0][0], ways[1][0])
    else:
        for frm, place in ways:
            to = hole_of(rig, place, False)
            move(rig, frm, to, rng.choice(("own", "other")) if capture == "mixed" else capture)
    rig.settle()
    if rig.state == "lifted":  # the captured marble in the hand may yet make this a swap (rule 2)
        rig.wait(3)
    if rig.view.ask is not None:
        answer_for(rig, action)
    made = rig.view.moves[0]
    assert (made.action, made.number) == (action.text, before + 1), (action.text, made, rig.said)
    if rng.random() < 0.7:
        tidy(rig)


def move(rig: Rig, frm: str, to: str, order: str) -> None:
    """One marble to a hole, taking off first or last what stands there."""
    if not frm:  # the pen's marbles are all still in the hand
        token = next(t for t in reversed(rig.hand) if to.startswith(t))
        if to in rig.wood:
            rig.lift(to)
        rig.put(to, token)
        return
    token = rig.wood[frm]
    if to not in rig.wood:
        rig.carry(frm, to)
    elif order == "own":
        rig.lift(frm, to).put(to, token)
    else:
        rig.lift(to, frm).put(to, token)


def swap(rig: Rig, one: str, other: str) -> None:
    """Two marbles change places, both in hand."""
    first, second = rig.wood[one], rig.wood[other]
    rig.lift(one, other).put(other, first).put(one, second)


def answer_for(rig: Rig, action: Any) -> None:
    """Answer the question as the one who meant that action."""
    from companion.model.commands import Answer

    view = rig.view
    assert view.ask is not None
    for option in view.ask.options:
        if option.hole and rig.wood.get(option.hole) == option.token:
            rig.table.command(Answer(view.ask.id, option.id), EVERYBODY)
            return
        if option.actions == (action.text,):  # a change of the last move is no choice of the next
            rig.table.command(Answer(view.ask.id, option.id), EVERYBODY)
            return
    public = rig.table.view(action.seat)
    wanted = next(c.message for c in public.choices if c.action == action.text)
    for option in view.ask.options:
        if option.message == wanted:
            rig.table.command(Answer(view.ask.id, option.id), EVERYBODY)
            return
    raise AssertionError(f"no answer fits {action.text}: {view.ask}")


def look_and_tell(rig: Rig) -> None:
    """Say which marbles stand in the holes that the table asks about, as they stand."""
    from companion.model.commands import Answer

    for _ in range(12):
        ask = rig.view.ask
        if ask is None:
            return
        right = next(o for o in ask.options if o.hole and o.token == rig.wood.get(o.hole, ""))
        rig.table.command(Answer(ask.id, right.id), EVERYBODY)
    raise AssertionError(f"it is asked without end: {rig.said}")


def hole_of(rig: Rig, place: str, full: bool) -> str:
    """A hole of that place that is full or empty on the wood; a single hole is itself."""
    board = rig.table.questions.drawing()
    assert board is not None
    holes = board.places[place].holes
    if len(holes) == 1:
        return holes[0]
    return next((hole for hole in holes if (hole in rig.wood) == full), "")


def tidy(rig: Rig) -> None:
    """Bring captured marbles to the lit holes of their pen."""
    for token in list(rig.hand):
        free = [h for h, v in rig.view.holes.items() if v.role == "pen" and v.colour == token]
        assert free, (token, rig.roles(), rig.said)
        rig.put(free[-1], token)
    rig.settle()


def play_game(
    rig: Rig, rng: random.Random, choose: Any, most: int = 4000, hands: Any = perform
) -> int:
    """Play with ``hands`` until somebody has won; returns the number of actions."""
    for count in range(most):
        moment = rig.table._moment
        at = moment.position
        assert at is not None
        if rig.state == "over":
            return count
        legal = list(at.legal())
        if rig.state == "pending":
            rig.wait(2.0)
        elif legal[0].prelude:
            rig.table.command(Act(choose(at, legal, rng).text), EVERYBODY)
        else:
            hands(rig, choose(at, legal, rng), rng)
    assert most < 4000, "nobody has won"
    return most


# --------------------------------------------------------------------------- clumsy hands


def clumsy(rig: Rig, action: Any, rng: random.Random) -> str:
    """Make an action as people do, with one disturbance on the way; returns which."""
    kinds = ["counting", "nudge", "wrong place", "put back", "pause", "change of mind"]
    kind = rng.choice(kinds)
    if not action.displacements or len(action.displacements) > 1:
        perform(rig, action, rng)
        return "none"
    before = rig.view.moves[0].number if rig.view.moves else 0
    (frm_place, to_place) = action.displacements[0]
    frm, to = hole_of(rig, frm_place, True), hole_of(rig, to_place, False)
    if not frm:
        perform(rig, action, rng)
        return "none"
    token = rig.wood[frm]
    free = [hole for hole in rig.numbers if hole not in rig.wood and hole != to]
    if kind == "nudge":
        other = rng.choice(sorted(set(rig.wood) - {frm, to}))
        rig.lift(other).wait(0.05).put(other)
    elif kind == "put back":
        rig.lift(frm).wait(0.3).put(frm).wait(0.1)
    elif kind == "change of mind":
        for choice in rig.table.view(action.seat).choices:
            if len(choice.moves) == 1 and choice.action != action.text and not choice.takes:
                start, end = choice.moves[0]
                a, b = hole_of(rig, start, True), hole_of(rig, end, False)
                if a and b not in rig.wood:
                    rig.carry(a, b).carry(b, a)
                    break
    if kind == "wrong place":
        rig.lift(frm).put(rng.choice(free), token).settle()
        where = next(hole for hole, there in rig.wood.items() if there == token and hole in free)
        rig.lift(where)
    elif kind == "counting":
        rig.lift(frm)
        for hole in rng.sample(free, 3):
            rig.put(hole, token).wait(0.08).lift(hole)
    else:
        rig.lift(frm)
    if kind == "pause":
        rig.wait(3)
    if to in rig.wood:
        rig.lift(to)
    rig.put(to, token).settle()
    rig.wait(SURE)  # a move made instead of one just made is believed when it has rested
    if rig.view.ask is not None:
        answer_for(rig, action)
    made = rig.view.moves[0]
    assert (made.action, made.number) == (action.text, before + 1), (kind, action.text, made.action)
    if rng.random() < 0.6:
        tidy(rig)
    return kind
