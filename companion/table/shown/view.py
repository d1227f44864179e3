"""The snapshot for one audience: everything it may see, as message keys and plain data."""

from __future__ import annotations

import msgspec

from companion.model.view import GameView, Pending, PlayerView, View
from companion.play import race_chart
from companion.play.open_game import OpenGame
from companion.table.doubts import doubts
from companion.table.moment import Moment
from engine.game import OVER

from . import board, claim_window, dice, hint, history, keys, prompt, questions
from .thought import thought
from .voice import voiced


class Views:
    """The snapshot for each audience, made once for each change."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._views: dict[int | None, View] = {}
        self._seq = -1

    def of(self, audience: int | None) -> View:
        """The snapshot for a seat (None: the public)."""
        if self._seq != self._moment.seq:
            self._views.clear()
            self._seq = self._moment.seq
        if audience not in self._views:
            self._views[audience] = build(self._moment, audience)
        return self._views[audience]


def build(moment: Moment, audience: int | None) -> View:
    """The view of a seat (None: the public); during a test of the board nothing is asked."""
    view = _build(moment, audience)
    if moment.game is not None:
        view = voiced(view, moment.game.presenter)
    if moment.service is None:
        return view
    return msgspec.structs.replace(
        view, dice=(), window=None, timer=None, reason=None, in_hand=(),
        arrow=None, owed=(), ask=None, pad=(), choices=(),
        pending=None, thought=None, doubts=(), can_undo=False, can_redo=False, can_hint=False,
    )  # fmt: skip


def _build(moment: Moment, audience: int | None) -> View:
    game = moment.game
    link = moment.hands.sensors.link.value
    shown = prompt.prompt(moment, audience)
    if game is None:
        return View(
            seq=moment.seq, seat=audience, game=None, position=None, legal=(), prompt=shown,
            state=moment.state.value, board=moment.board_kind, link=link,
            link_reason=moment.hands.sensors.link_reason, notice=moment.notice,
            aside=dict(moment.aside),
        )  # fmt: skip
    position = game.position
    seen = position.view(audience)
    plain = seen.get("position")
    legal = tuple(position.legal_for(audience))
    hand = seen.get("hand")
    spoken = keys.spoken(moment, position, legal)
    race = game.presenter.race(position, game.names)
    return View(
        seq=moment.seq,
        seat=audience,
        game=_game(game),
        position=plain if isinstance(plain, dict) else seen,
        legal=tuple(sorted({action.text for action in legal})),
        prompt=shown,
        reason=moment.reason,
        state=moment.state.value,
        board=moment.board_kind,
        link=link,
        link_reason=moment.hands.sensors.link_reason,
        holes=board.holes_shown(moment),
        in_hand=board.in_hand(moment),
        arrow=board.arrow(moment),
        owed=board.owed(moment, game),
        ask=questions.ask(moment, audience),
        card=keys.named_card(game),
        pad=dice.key(game, audience) + keys.pad(moment, game, spoken, hand, audience),
        hand=tuple(hand) if isinstance(hand, list) and not position.covered else None,
        choices=keys.choices(moment, game, spoken),
        players=_players(moment, game),
        moves=history.moves(game),
        can_undo=game.can_undo,
        can_redo=bool(game.undone),
        undo_card=game.undo_is_card,
        assistance=moment.settings.assistance,
        can_hint=hint.may_ask(moment, audience),
        hint=hint.hinted(moment, audience),
        pending=_pending(moment),
        thought=thought(moment),
        notice=moment.notice,
        dice=dice.asked(moment, game, audience),
        window=claim_window.window(moment, audience),
        timer=moment.clocks.timer(game, moment.now()),
        paused=moment.clocks.stopped,
        doubts=doubts(moment),
        aside=board.aside(moment),
        marks=board.marks(moment, game),
        race=race,
        street=game.presenter.scenery.street(position),
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


def _pending(moment: Moment) -> Pending | None:
    if moment.announced is None:
        return None
    action, due = moment.announced
    return Pending(action.text, round(max(0.0, due - moment.now()), 3))


def _players(moment: Moment, game: OpenGame) -> tuple[PlayerView, ...]:
    position, presenter = game.position, game.presenter
    winners = presenter.winners(position, game.last) if position.to_act is OVER else ()
    return tuple(
        PlayerView(
            seat=seat.number,
            name=game.names.get(seat.number, ""),
            colours=tuple(presenter.progress(position, colour) for colour in seat.colours),
            team=seat.team,
            taken=seat.number in moment.holders,
            to_act=seat.number in moment.seen_acting,
            winner=seat.number in winners,
            takes=game.takes.get(seat.number, 0),
            called=presenter.called(position, seat.number),
            cards=presenter.hidden.size(position, seat.number) if game.dealt else None,
        )
        for seat in position.seats
    )
