"""The snapshot for one audience: everything it may see, as message keys and plain data."""

from __future__ import annotations

import msgspec

from companion.model.view import GameView, Pending, PlayerView, View
from companion.play import race_chart
from companion.play.open_game import OpenGame
from companion.table.core import Core
from companion.table.doubts import doubts
from engine.game import OVER

from . import board, claim_window, dice, hint, history, keys, prompt, questions
from .voice import voiced


def build(core: Core, audience: int | None) -> View:
    """The view of a seat, or of the public for None; while the board is tested nothing is asked."""
    view = _build(core, audience)
    if core.game is not None:
        view = voiced(view, core.game.presenter)
    if core.service is None:
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
    spoken = keys.spoken(core, position, legal)
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
        holes=board.holes_shown(core),
        in_hand=board.in_hand(core),
        arrow=board.arrow(core),
        owed=board.owed(core, game),
        ask=questions.ask(core, audience),
        card=keys.named_card(game),
        pad=dice.key(game, audience) + keys.pad(core, game, spoken, hand, audience),
        hand=tuple(hand) if isinstance(hand, list) else None,
        choices=keys.choices(core, game, spoken),
        players=_players(core, game),
        moves=history.moves(game),
        can_undo=game.can_undo,
        undo_card=game.undo_is_card,
        assistance=core.settings.assistance,
        can_hint=hint.may_ask(core, audience),
        hint=hint.hinted(core, audience),
        pending=_pending(core),
        notice=core.notice,
        dice=dice.asked(core, game, audience),
        window=claim_window.window(core, audience),
        timer=core.clocks.timer(core),
        paused=core.clocks.stopped,
        doubts=doubts(core),
        aside=board.aside(core),
        marks=board.marks(core, game),
        race=race,
        chart=race_chart.begun(race, over=position.to_act is OVER),
    )


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


def _pending(core: Core) -> Pending | None:
    if core.pending is None:
        return None
    action, due = core.pending
    return Pending(action.text, round(max(0.0, due - core.clock.now()), 3))


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
