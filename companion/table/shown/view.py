"""The snapshot for one audience: everything it may see, as message keys and plain data."""

from __future__ import annotations

import msgspec

from companion.model.view import Pending, View
from companion.table.doubts import doubts
from companion.table.moment import Moment

from . import board, bots, claim_window, hint, keys, lesson, paying, prompt, questions
from .game_part import GameParts
from .help_level import assistance, may_see_chances, wish
from .thought import thought
from .voice import voiced


class Views:
    """The snapshot for each audience, made once for each change."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._views: dict[int | None, View] = {}
        self._parts = GameParts()
        self._seq = -1

    def of(self, audience: int | None) -> View:
        """The snapshot for a seat (None: the public)."""
        if self._seq != self._moment.seq:
            self._views.clear()
            self._seq = self._moment.seq
        if audience not in self._views:
            self._views[audience] = _build(self._moment, self._parts, audience)
        return self._views[audience]

    def glance(self, audience: int | None) -> View:
        """What leads the hands in it: sentence, question, lights, debts, hands, position."""
        moment = self._moment
        game = moment.game
        if game is None or moment.service is not None:
            return self.of(audience)
        seen = game.position.view(audience)
        plain, hand = seen.get("position"), seen.get("hand")
        view = View(
            seq=moment.seq,
            seat=audience,
            game=None,
            position=plain if isinstance(plain, dict) else seen,
            legal=(),
            prompt=prompt.prompt(moment, audience),
            state=moment.state.value,
            holes=board.holes_shown(moment),
            arrow=board.arrow(moment),
            owed=board.owed(moment, game),
            ask=questions.ask(moment, audience),
            in_hand=board.in_hand(moment),
            hand=tuple(hand) if isinstance(hand, list) and not game.position.covered else None,
        )
        return voiced(view, game.presenter)


def _build(moment: Moment, parts: GameParts, audience: int | None) -> View:
    """The view of a seat (None: the public); during a test of the board nothing is asked."""
    view = _whole(moment, parts, audience)
    if moment.game is not None:
        view = voiced(view, moment.game.presenter)
    if moment.service is None:
        return view
    return msgspec.structs.replace(
        view, dice=(), window=None, timer=None, reason=None, in_hand=(),
        arrow=None, owed=(), called_for=(), ask=None, pad=(), choices=(),
        pending=None, thought=None, doubts=(), can_undo=False, can_redo=False, can_hint=False,
    )  # fmt: skip


def _whole(moment: Moment, parts: GameParts, audience: int | None) -> View:
    game = moment.game
    link = moment.hands.sensors.link.value
    shown = prompt.prompt(moment, audience)
    watched = prompt.watched(moment, audience, shown)
    if game is None:
        return View(
            seq=moment.seq, seat=audience, game=None, position=None, legal=(), prompt=shown,
            state=moment.state.value, board=moment.board_kind, link=link,
            link_reason=moment.hands.sensors.link_reason, notice=moment.notice,
            aside=dict(moment.aside),
        )  # fmt: skip
    part = parts.of(moment, game, audience)
    told = part.all
    begun = keys.choices_left(moment, game, part.spoken)
    holes = board.holes_shown(moment)
    in_hand = board.in_hand(moment)
    if assistance(moment, audience) != "none":
        held = [one.token for one in in_hand]
        holes = dict(game.presenter.scenery.told(game.position, holes, held))
        shown = game.presenter.scenery.prompt(told.pictured, shown, holes)
        if watched is not None:
            watched = game.presenter.scenery.prompt(told.pictured, watched, holes)
    street = told.street
    if street is not None:
        owed = {debt.frm: debt.to for debt in moment.owed if debt.frm}
        street = game.presenter.scenery.led(told.pictured, street, owed)
    return View(
        seq=moment.seq,
        seat=audience,
        game=told.game,
        position=part.position,
        legal=part.legal,
        prompt=shown,
        watched=watched,
        reason=moment.reason,
        state=moment.state.value,
        board=moment.board_kind,
        link=link,
        link_reason=moment.hands.sensors.link_reason,
        holes=holes,
        in_hand=in_hand,
        arrow=board.arrow(moment),
        owed=board.owed(moment, game),
        called_for=board.called_for(moment, game, shown),
        ask=questions.ask(moment, audience),
        card=told.card,
        pad=()
        if lesson.waits_for(moment) is not None
        else part.keys + keys.held(moment, game, part.held, audience),
        hand=part.hand,
        held=part.faces,
        choices=part.choices if begun is None else begun,
        players=told.players,
        moves=told.moves,
        can_undo=told.can_undo,
        can_redo=told.can_redo,
        undo_of=told.undo_of,
        redo_of=told.redo_of,
        undo_card=told.undo_card,
        assistance=assistance(moment, audience),
        can_hint=hint.may_ask(moment, audience),
        hint=hint.hinted(moment, audience),
        pending=_pending(moment),
        bot=bots.shown(moment),
        pays=paying.pays(moment),
        thought=thought(moment),
        notice=moment.notice,
        dice=part.dice,
        window=claim_window.window(moment, audience),
        timer=moment.clocks.timer(game, moment.now()),
        paused=moment.clocks.stopped,
        doubts=doubts(moment),
        aside=board.aside(moment),
        marks=told.marks,
        race=told.race,
        street=street,
        drive=part.drive,
        chances=int(may_see_chances(moment, audience)),
        help=wish(game.options, audience),
        chart=told.chart,
        lesson=lesson.shown(moment, game),
        places=told.places,
        cuts=told.cuts,
        can_deal=told.can_deal,
        cuts_lie=told.cuts_lie,
    )


def _pending(moment: Moment) -> Pending | None:
    if moment.announced is None:
        return None
    action, due = moment.announced
    return Pending(action.text, round(max(0.0, due - moment.now()), 3))
