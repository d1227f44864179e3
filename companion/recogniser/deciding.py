"""The one rule: what the likely hypotheses share is done, what they differ on is asked.

Nothing else in the program decides what hands meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import costs
from .decisions import PAIR, Ask, AskColours, AskWhere, Commit, Decision, Lead, Rest, Wait
from .endings import EMPTY, UNSURE, Log
from .hypothesis import (
    Hypothesis,
    fits,
    grows,
    has_begun,
    heard,
    holds,
    in_bag,
    liars,
    lifted_out,
    may_be_begun,
    may_be_ended,
    out_of_pen,
)
from .lifting import unfelt
from .logs import dropped, follows, in_common, named, shared
from .options import Option
from .outcomes import gone_back_to, outcomes
from .outlook import Board
from .shared_debts import shared_debts, untouched
from .standing import told_price
from .state import Patience, State, committed_position, likely, price


def decide(board: Board, state: State) -> Decision:
    """What the table does now."""
    known = board.decided
    if known is None or known[0] is not state:
        known = board.decided = state, _decided(board, state)
    decision: Decision = known[1]
    return decision


def _decided(board: Board, state: State) -> Decision:
    stories = likely(state)
    voices = _counting(board, state, _voices(board, stories, state.dwelt))
    if len({voice.log for voice in voices}) > 1:
        voices = [_by_hands(voice, state.committed) for voice in voices]
    logs = {voice.log for voice in voices}
    held = any(holds(board, voice) and not fits(board, voice) for voice in voices)
    waits = held and state.patience is Patience.WAITING
    if len(logs) == 1:
        (log,) = logs
        if log != state.committed:
            return _agreed(board, state, stories, log)
        if not state.dwelt:
            return Wait(hand=False)
        return _nothing_new(board, state, voices, held)
    if not state.dwelt or waits:
        return Wait(hand=state.dwelt)
    begun = in_common(logs)
    if len(begun) > len(state.committed) and follows(begun, state.committed):
        return Commit(begun)
    unsure = _unsure(board, voices)
    if unsure:
        return AskColours(unsure)
    options = outcomes(board, voices)
    options += gone_back_to(board, state, options)
    earlier = min(logs, key=len)
    gone_back = follows(state.committed, earlier) and dropped(earlier, state.committed)
    as_before = len({option.wood for option in options}) == 1 and any(
        fits(board, voice) for voice in voices if voice.log == earlier
    )
    if gone_back and as_before and logs == {earlier, state.committed}:
        return Ask((Option(earlier), Option(state.committed)), back=True)
    return Ask(options, first=_too_far(state, logs))


def _by_hands(voice: Hypothesis, committed: Log) -> Hypothesis:
    """The voice without what chance brought last, unless that is accepted: nobody can be asked
    which card was drawn, and after a takeback another one may come."""
    log, kept = voice.log, shared(voice.log, committed)
    n = len(log)
    while n > kept and log[n - 1].chance:
        n -= 1
    return voice if n == len(log) else voice._replace(log=log[:n])


def _too_far(state: State, logs: Iterable[Log]) -> bool:
    """Whether too many turns were made, or too many readings are alive, with a question open."""
    ahead = (sum(step.moves for step in log[shared(log, state.committed) :]) for log in logs)
    return max(ahead) >= costs.TURNS_AHEAD or len(state.stories) > costs.TOO_MANY


def _counting(board: Board, state: State, voices: list[Hypothesis]) -> list[Hypothesis]:
    """The voices without those that only say that a committed move is not over yet.

    Where one with the same board says that it is, and neither explains the rest, they tell nothing
    apart that people could be asked for. Nor do those that come to the committed position another
    way, as a car that has finished with one speed or another.
    """
    stood = [v for v in voices if v.log == state.committed]
    done = {(v.wood, v.hand, v.bag) for v in stood}
    same = {(v.position, v.wood, v.hand, v.bag) for v in stood}
    voices = [v for v in voices if v in stood or (v.position, v.wood, v.hand, v.bag) not in same]
    return [
        v
        for v in voices
        if v.log == state.committed
        or v.log != state.committed[: len(v.log)]
        or (v.wood, v.hand, v.bag) not in done
        or fits(board, v)
    ]


def _voices(board: Board, stories: Sequence[Hypothesis], dwelt: bool) -> list[Hypothesis]:
    """What the stories say. One whose action stands here leaves that to those that say it is over.

    Else it would ask again between named choices of which one was chosen already.
    """
    found: list[Hypothesis] = []
    for h in stories:
        own = heard(board, h, dwelt)
        if not any(_says(other, voice) for voice in own for other in stories if voice is not h):
            found += own
    return found


def _says(h: Hypothesis, voice: Hypothesis) -> bool:
    """Whether a story says that this and perhaps more was played, with the same tokens here."""
    same = (h.wood, h.hand, h.bag) == (voice.wood, voice.hand, voice.bag)
    return same and h.log[: len(voice.log)] == voice.log


def _agreed(
    board: Board, state: State, stories: Sequence[Hypothesis], log: Log
) -> Commit | Ask | Wait:
    """All likely readings say the same, and it is not what is committed."""
    common = shared(log, state.committed)
    if dropped(log, state.committed[: named(state.committed, dealt=board.dealt)]) > 1:
        return Ask((Option(log), Option(state.committed)), back=True)
    waits = state.patience is Patience.WAITING
    going_on = not state.dwelt or any(lifted_out(board, h) for h in stories)
    if dropped(log, state.committed) and common == len(log) and waits and going_on:
        return Wait(hand=state.dwelt)  # it is being replaced, not taken back
    if dropped(log, state.committed) and waits and _may_be_halfway(board, state):
        return Wait(hand=state.dwelt)
    more = common == len(state.committed) and waits
    if more and any(h.log != log and grows(board, h) for h in stories):
        return Wait(hand=True)
    return Commit(log)


def _may_be_halfway(board: Board, state: State) -> bool:
    """Whether a part of the next action stands there, and the hand has the rest or has just put it.

    A part that stood alone for a dwell is charged until the rest stands, too, so another story may
    be the likely one. Where the rest is put will tell; until then nothing is replaced.
    """
    most = min(price(priced) for priced in state.stories) + costs.MARGIN
    return any(
        h.log == state.committed
        and (h.hand or not state.dwelt)
        and has_begun(board, h)
        and may_be_ended(board, h)
        and cost + told_price(board, h, state.anchor) <= most
        for h, cost in state.stories
    )


def _nothing_new(board: Board, state: State, voices: Sequence[Hypothesis], held: bool) -> Decision:
    """All likely readings say what is committed: it is about the wood only."""
    held = held and not untouched(board, voices)
    waits = held and state.patience is Patience.WAITING
    unsure = _unsure(board, voices)
    if unsure and not waits:
        return AskColours(tuple(sorted({*unsure, *_mixed(board, voices)})))
    if all(voice.bag and not (waits and may_be_begun(board, voice)) for voice in voices):
        debts = shared_debts(board, voices)
        if debts:
            return Lead(debts)
    if not _same_wood(board, voices):
        return Wait(hand=True) if waits else _ask_wood(board, voices)
    mixed = () if waits else _mixed(board, voices)
    if mixed:
        return AskColours(mixed)
    doubtful = () if state.patience is Patience.WAITING else _doubtful(board, state, voices)
    if doubtful and (held or _is_out(board, voices, doubtful)):
        return AskColours(doubtful)
    if all(fits(board, voice) for voice in voices):
        return Rest(_late(board, min(voices, key=lambda voice: len(voice.dead))))
    if waits:
        return Wait(hand=True)
    debts = shared_debts(board, voices)
    out = held and (not debts or all(holds(board, voice) for voice in voices))
    if out and state.patience is Patience.OVER:
        return AskWhere(_out(voices))
    differing = () if debts else _differing(board, voices)
    if differing:
        return AskColours(differing)
    # The same was played, and dice have told what only some know: the others owe it, too.
    told = [voice for voice in voices if voice.position == committed_position(state)]
    debts = debts or (shared_debts(board, told) if told else debts)
    return Lead(debts) if debts else Wait(hand=False)


def _doubtful(board: Board, state: State, voices: Sequence[Hypothesis]) -> tuple[int, ...]:
    """The holes that are felt full, or not felt, and believed empty, and nobody has looked: what is
    out may stand there. First those that it may have been on its way to."""
    seen = state.looked_into
    holes = {
        n
        for voice in voices
        for n in liars(voice.wood, state.levels)
        if state.levels[n] == 1 and n not in seen
    }
    holes |= {
        n
        for n in unfelt(state.levels)
        if n < board.exact and n not in seen and all(_lacks(board, v, n) for v in voices)
    }
    out, looks = _out(voices), [board.outlook(voice.position) for voice in voices]

    def astray(hole: int) -> bool:
        return hole < board.exact and not any(
            look.wood[hole] == token or look.wants(hole, token) for look in looks for token in out
        )

    return tuple(sorted(holes, key=lambda hole: (astray(hole), hole)))


def _lacks(board: Board, voice: Hypothesis, hole: int) -> bool:
    """Whether that hole is believed empty, and what should stand there is out."""
    wanted = board.outlook(voice.position).wood[hole]
    return voice.wood[hole] == EMPTY != wanted and wanted in lifted_out(board, voice)


def _is_out(board: Board, voices: Sequence[Hypothesis], doubtful: Sequence[int]) -> bool:
    """Whether a token may be out that stands in one of these holes: it has left its pen, or the
    lights call for it there, where nobody can put it; or it was taken and is not home yet."""
    called = {debt.hole for debt in shared_debts(board, voices) if debt.has == EMPTY}
    if not called.isdisjoint(doubtful) or any(out_of_pen(board, voice) for voice in voices):
        return True
    return all(_late(board, voice) for voice in voices)


def _ask_wood(board: Board, voices: Sequence[Hypothesis]) -> Ask | AskColours:
    """Which of two boards stands here? Of more it is asked hole by hole, and where nobody knows the
    tokens."""
    options = outcomes(board, voices)
    mixed = any(UNSURE in voice.wood[: board.exact] for voice in voices)
    if len(options) == PAIR and not mixed:
        return Ask(options)
    return AskColours(tuple(n for n in _differing(board, voices) if n < board.exact))


def _mixed(board: Board, voices: Sequence[Hypothesis]) -> tuple[int, ...]:
    """The holes of shared groups in which the likely readings have different tokens. Which one
    stands where counts: each of them goes back to a place of its own."""
    together = (n for group in board.shared for n in group)
    return tuple(n for n in together if len({voice.wood[n] for voice in voices}) > 1)


def _same_wood(board: Board, voices: Iterable[Hypothesis]) -> bool:
    """Whether the likely readings agree on what stands on the exact holes."""
    return len({voice.wood[: board.exact] for voice in voices}) == 1


def _unsure(board: Board, voices: Iterable[Hypothesis]) -> tuple[int, ...]:
    """The holes in which some likely reading does not know the token, and its colour matters.

    Where nothing should stand, and no action has just brought one of them, any token goes off.
    """
    found: set[int] = set()
    for voice in voices:
        look = board.outlook(voice.position)
        found |= {
            n
            for n, token in enumerate(voice.wood)
            if token == UNSURE
            and (
                n >= board.exact
                or look.wood[n] != EMPTY
                or (voice.base[n] != UNSURE and any(look.wants(n, t) for t in set(voice.bag)))
            )
        }
    return tuple(sorted(found))


def _differing(board: Board, voices: Sequence[Hypothesis]) -> tuple[int, ...]:
    """The holes in which the likely readings do not agree."""
    return tuple(n for n in range(board.holes) if len({voice.wood[n] for voice in voices}) > 1)


def _out(voices: Sequence[Hypothesis]) -> bytes:
    """The tokens that may be out."""
    return bytes(sorted({token for voice in voices for token in voice.hand + voice.bag}))


def _late(board: Board, h: Hypothesis) -> bytes:
    """The tokens of the hand that do not belong off the board."""
    left = sorted(h.hand + (h.bag if in_bag(h) else b""))
    for token in board.outlook(h.position).off:
        if token in left:
            left.remove(token)
    return bytes(left)
