"""The snapshot for one audience: everything it may see, as message keys and plain data."""

from __future__ import annotations

import msgspec

from companion.model.states import UNDER_WAY
from companion.model.step import GameStep
from companion.model.view import (
    Arrow,
    Choice,
    GameView,
    HoleView,
    InHand,
    MoveLine,
    Owed,
    PadKey,
    Pending,
    PlayerView,
    View,
)
from companion.play import claims, race_chart
from companion.play.open_game import OpenGame, Step
from companion.recogniser.boardstate import BoardState
from companion.recogniser.matching import likeliest
from companion.recogniser.recogniser import Kind
from companion.table.commands import dice, helping
from companion.table.core import Core
from companion.table.doubts import doubts
from companion.table.halves import left
from companion.wood.marbles import HAND, World
from engine.action import Action
from engine.game import OVER, Position

from . import prompt
from .card_preview import Preview
from .light_meanings import differing, return_hole
from .voice import voiced

LAST_MOVES = 24
"""So many lines of the history a view carries."""


def build(core: Core, audience: int | None) -> View:
    """The view of a seat, or of the public for None; while the board is tested nothing is asked."""
    view = _build(core, audience)
    if core.game is not None:
        view = voiced(view, core.game.presenter)
    if core.tending is None:
        return view
    return msgspec.structs.replace(
        view, dice=(), window=None, timer=None, reason=None, in_hand=(),
        arrow=None, owed=(), ask=None, pad=(), choices=(),
        pending=None, doubts=(), can_undo=False, can_hint=False,
    )  # fmt: skip


def _build(core: Core, audience: int | None) -> View:
    game = core.game
    link = core.hands.link.value
    shown = prompt.prompt(core, audience)
    if game is None:
        return View(
            seq=core.seq, seat=audience, game=None, position=None, legal=(), prompt=shown,
            state=core.state.value, board=core.board_kind, link=link,
            link_reason=core.hands.link_reason, notice=core.notice,
            aside=dict(core.hands.health.aside),
        )  # fmt: skip
    position = game.position
    seen = position.view(audience)
    plain = seen.get("position")
    legal = tuple(position.legal_for(audience))
    hand = seen.get("hand")
    spoken = _spoken(core, position, legal)
    race = game.presenter.race(position, game.names)
    return View(
        seq=core.seq,
        seat=audience,
        game=_game(game),
        position=plain if isinstance(plain, dict) else seen,
        legal=tuple(sorted({action.text for action in legal})),
        prompt=shown,
        reason=core.reason,
        state=core.state.value,
        board=core.board_kind,
        link=link,
        link_reason=core.hands.link_reason,
        holes=_holes(core),
        in_hand=_in_hand(core),
        arrow=_arrow(core),
        owed=_owed(core, game),
        ask=prompt.ask(core, audience),
        card=_card(game),
        pad=dice.key(game, audience) + _pad(core, game, spoken, hand, audience),
        hand=tuple(hand) if isinstance(hand, list) else None,
        choices=_choices(core, game, spoken),
        players=_players(core, game),
        moves=_moves(game),
        can_undo=game.can_undo,
        undo_card=game.undo_is_card,
        assistance=core.settings.assistance,
        can_hint=helping.may_ask(core, audience),
        hint=prompt.hinted(core, audience),
        pending=_pending(core),
        notice=core.notice,
        dice=dice.asked(core, game, audience),
        window=claims.window(core, audience),
        timer=core.clocks.timer(core),
        paused=core.clocks.stopped,
        doubts=doubts(core),
        aside=_aside(core),
        marks=_marks(core, game),
        race=race,
        chart=race_chart.begun(race, over=position.to_act is OVER),
    )


def _spoken(core: Core, position: Position, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Actions that have keys and lines of their own: no dice, claims, nor what the clock makes.

    Nor those that differ from another one in nothing (RP-85).
    """
    limit = core.clocks.limit
    if claims.is_open(position):
        return ()
    distinct = frozenset(position.distinct())
    return tuple(
        action
        for action in legal
        if action in distinct
        and dice.told_on_keys(action)
        and (limit is None or action.text != limit.action)
    )


def _marks(core: Core, game: OpenGame) -> dict[str, str]:
    """What lies on holes and is not sensed."""
    holes = core.known_seating().holes
    return {hole: kind for place, kind in game.position.marks().items() for hole in holes[place]}


def _aside(core: Core) -> dict[str, str]:
    """Holes of this board whose sensors are not believed."""
    names = core.known_seating().places
    return {hole: why for hole, why in core.hands.health.aside.items() if hole in names}


def _game(game: OpenGame) -> GameView:
    options = game.options
    return GameView(
        id=game.id,
        number=game.number,
        name=str(options.get("game", "")),
        rules=str(options.get("rules") or ""),
        board=game.position.board.kind,
        hands=str(options.get("hands") or "physical"),
        started=game.started,
        options=dict(options),
    )


# ----------------------------------------------------------------------------------- the board


def _unknown(core: Core, state: BoardState) -> set[str]:
    """Holes of which nobody knows whose marble stands there: no colour is shown as known (PP-3).

    Of a question those that it is about; of a dwell, and of a card that nobody named yet, all that
    may stand otherwise.
    """
    decision = core.decision
    if decision is not None and decision.kind is Kind.ASK:
        return differing(state, [match.world for match in decision.matches])
    if decision is not None and (decision.kind is Kind.CARD or decision.world not in state.worlds):
        return differing(state, state.worlds)
    return {hole for debt in core.owed for hole in debt.among}


def _shown(core: Core, state: BoardState) -> World:
    """What is believed to stand where: as the lights say, where they speak of that state."""
    decision = core.decision
    if decision is not None and decision.world in state.worlds:
        return decision.world
    return likeliest(state)


def _holes(core: Core) -> dict[str, HoleView]:
    """Holes that hold or show something."""
    state, seating = core.hands.state, core.known_seating()
    if core.hands.playing and state is not None:
        world = _shown(core, state)
        tokens = {hole: token or "?" for hole, token in state.tokens(world).items()}
        tokens |= dict.fromkeys(_unknown(core, state), "?")
    else:
        tokens = core.expected()
    out = {}
    for hole in seating.names:
        lit = core.lit.get(hole)
        if lit is not None and lit.pixel:
            lit = None
        token = tokens.get(hole, "")
        if lit is None and not token:
            continue
        place = seating.places[hole]
        out[hole] = HoleView(
            token=token,
            role="" if lit is None else lit.role.value,
            colour="" if lit is None else lit.token,
            place="" if place == hole else place,
        )
    return out


def _in_hand(core: Core) -> tuple[InHand, ...]:
    """Marbles in hands, and where each was lifted, by the position that stands."""
    if not core.hands.playing or core.hands.recogniser is None:
        return ()
    state = core.hands.recogniser.state
    if core.hands.counting_on and core.hands.state is not None:
        state = core.hands.state  # it goes back to where it began to count (PP-2)
    world = _shown(core, state)
    out = []
    for i in state.in_hand(world):
        marble = state.marbles[i]
        if not marble.place:
            continue
        frm = "" if marble.waiting else return_hole(state, world, marble.place, core.options)
        out.append(InHand(marble.token, frm))
    return tuple(out)


def _arrow(core: Core) -> Arrow | None:
    decision, state = core.decision, core.hands.state
    if decision is None or state is None:
        return None
    if decision.kind is Kind.WRONG:
        return Arrow(decision.world.at[decision.marble], core.back) if core.back else None
    if decision.kind is Kind.CORRECTION:
        first = next((debt for debt in core.owed if debt.blocking), None)
        if first is not None and HAND not in (first.frm, first.to):
            return Arrow(first.frm, first.to)
    return None


def _owed(core: Core, game: OpenGame) -> tuple[Owed, ...]:
    """The debts, unless the hands are just in the middle of a gesture."""
    if core.state in UNDER_WAY:
        return ()
    return tuple(
        Owed(
            token=debt.token,
            frm=debt.frm,
            to=debt.to,
            blocking=debt.blocking,
            message=prompt.debt_line(game, debt.token, debt.frm, debt.to),
        )
        for debt in core.owed
    )


# ------------------------------------------------------------------------------ keys and choices


def _card(game: OpenGame) -> PadKey | None:
    card = game.presenter.played(game.position)
    if card is None:
        return None
    return game.presenter.key(game.position, card, game.presenter.prelude_text(card))


def _pad(
    core: Core, game: OpenGame, legal: tuple[Action, ...], hand: object, audience: int | None
) -> tuple[PadKey, ...]:
    if not isinstance(hand, list):
        return game.presenter.pad(game.position, legal)
    return _held(core, game, [str(card) for card in hand], audience)


def _held(core: Core, game: OpenGame, hand: list[str], audience: int | None) -> tuple[PadKey, ...]:
    """A seat's own cards, with the moves each has now while that seat is to choose."""
    presenter = game.presenter
    offered = {a.text for a in game.position.legal() if a.prelude}
    mine = audience in core.acting and bool(offered)
    seating, full = core.known_seating(), core.expected()
    previews = core.previews.cards(core.options, seating, full) if mine else {}
    helped = core.settings.assistance != "none"
    keys = []
    for card in hand:
        text = presenter.prelude_text(card)
        found = previews.get(text, Preview())
        key = presenter.key(game.position, card, text, found.moves if mine else None)
        lights = dict(found.lights) if helped else {}
        keys.append(msgspec.structs.replace(key, enabled=mine, lights=lights))
    return tuple(keys)


def _choices(core: Core, game: OpenGame, legal: tuple[Action, ...]) -> tuple[Choice, ...]:
    """Actions as lines; once a part of one stands, those that go on from it, by what is left."""
    takes = {option.action: option.takes for option in core.options.direct}
    begun = left(core.decision)
    out = []
    for action in legal:
        if action.prelude or (begun and action not in begun):
            continue
        rest, taken = begun.get(action, (action, takes.get(action, ())))
        out.append(
            Choice(
                action=action.text,
                seat=action.seat,
                moves=tuple((d.frm, d.to) for d in rest.displacements),
                params=dict(action.params),
                message=prompt.line(game, rest),
                takes=taken,
            )
        )
    return tuple(out)


def _pending(core: Core) -> Pending | None:
    if core.pending is None:
        return None
    action, due = core.pending
    return Pending(action.text, round(max(0.0, due - core.clock.now()), 3))


# ------------------------------------------------------------------------------ players and moves


def _players(core: Core, game: OpenGame) -> tuple[PlayerView, ...]:
    position, presenter = game.position, game.presenter
    winners = presenter.winners(position, game.last) if position.to_act is OVER else ()
    return tuple(
        PlayerView(
            seat=seat.number,
            name=game.names.get(seat.number, ""),
            colours=tuple(presenter.progress(position, colour) for colour in seat.colours),
            team=seat.team,
            taken=seat.number in core.holders,
            to_act=seat.number in core.acting,
            winner=seat.number in winners,
            takes=game.takes.get(seat.number, 0),
            called=presenter.called(position, seat.number),
        )
        for seat in position.seats
    )


def _moves(game: OpenGame) -> tuple[MoveLine, ...]:
    """The last moves, newest first; a card that awaits its move is no line yet."""
    out = []
    for step in reversed(game.steps):
        if not step.counts:
            continue
        out.append(_move_line(game, step))
        if len(out) == LAST_MOVES:
            break
    return tuple(out)


def _move_line(game: OpenGame, step: Step) -> MoveLine:
    kept = game.lines.get(step.number)
    if kept is not None and kept[0] is step:
        return kept[1]
    presenter = game.presenter
    play = dice.credited(step.play, presenter) if step.chance else step.play
    card = presenter.played(play.before)
    took = presenter.took(play)
    line = MoveLine(
        number=step.number,
        seat=play.action.seat,
        colour=_moved_colour(game, play),
        card=card or "",
        action=play.action.text,
        message=presenter.move(play),
        took=took,
        spoken=presenter.spoken(play, game.names),
    )
    game.lines[step.number] = (step, line)
    return line


def _moved_colour(game: OpenGame, play: GameStep) -> str:
    """The token that moved, else the seat's own."""
    for event in play.events:
        if event.moved:
            return event.moved[0].token
    return game.presenter.colour_of(play.before, play.action.seat)
