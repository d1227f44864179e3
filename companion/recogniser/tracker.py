"""The tracker: facts in, hypotheses on. ``step`` is pure; ``decide`` says what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import costs
from .anchoring import anchored
from .at_rest import at_dwell, at_home, presumed, resting, waited, without
from .deciding import decide
from .decisions import Ask, AskColours, Commit, Rest, Wait
from .edges import are_falling, fallen_into, followers, lifted_again
from .endings import EMPTY, Log, Position
from .facts import (
    UNFELT,
    Answer,
    Circled,
    Colour,
    Doubted,
    Dwell,
    Edge,
    Fact,
    History,
    Misread,
    Named,
    Picture,
    Place,
    Reset,
    RuledOut,
    Told,
    Unlike,
    Waited,
)
from .gaps import after_picture, exchanged, turned_back
from .hypothesis import (
    Hypothesis,
    claims,
    first,
    fits,
)
from .lifting import Priced
from .looking import after_look, after_place, after_unlike, left_by, looked, unmoved
from .misreading import misread
from .named_action import confirmed
from .options import Option
from .outlook import Board
from .pruning import pruned
from .saying import (
    after_answer,
    after_chance,
    after_doubt,
    after_name,
    after_reset,
    after_told,
    begun_with,
    is_taken,
    played,
    possible,
    unseen,
)
from .shared_debts import arrow_ends, led_by
from .state import Owed, Patience, State, committed_position, likely, price, replace
from .unknown import circled


def step(board: Board, state: State, fact: Fact) -> State:
    """The state after one more fact. What all likely readings agree on is committed in it."""
    match fact:
        case Edge():
            after = _edge(board, anchored(board, state), fact)
        case Dwell():
            after = at_dwell(board, state)
        case Waited():
            after = waited(state)
        case Picture():
            after = _picture(board, state, fact.levels)
        case Told():
            after = _told(board, state, fact)
        case Answer():
            after = _answer(board, state, fact)
        case Named():
            after = _named(board, state, fact.logs)
        case RuledOut():
            after = _ruled_out(board, state, fact)
        case Misread():
            after = misread(board, state)
        case Circled():
            after = _circled(board, state, fact)
        case Colour() | Place():
            after = _informed(board, state, fact)
        case Unlike():
            after = _unlike(board, state, fact)
        case Reset():
            after = _reset(board, state, fact)
        case Doubted():
            after = _doubted(board, state, fact)
    return settled(board, after)


def _edge(board: Board, state: State, edge: Edge) -> State:
    """A sensor changed."""
    if state.levels[edge.hole] == UNFELT:
        return _stirred(state)
    levels = bytearray(state.levels)
    levels[edge.hole] = edge.full
    state = _looking(board, state, edge)
    after = pruned(board, followers(board, state, edge, bytes(levels)))
    return presumed(
        board,
        replace(
            state,
            stories=after,
            levels=bytes(levels),
            dwelt=False,
            presumed=False,
            last=edge.hole,
            burst=(*(state.burst if edge.at_once and not state.dwelt else ()), edge.hole),
            again=lifted_again(state, edge),
            patience=Patience.WAITING,
            meanwhile=state.meanwhile if edge.full else state.patience is Patience.OVER,
            rejected=frozenset(),
            seen=frozenset(one for one in state.seen if one[0] != edge.hole),
            denied=(),
            others=(),
            read=frozenset() if edge.full else state.read,
            unfollowed=_unfollowed(state, edge),
            jumped=(edge.at_once and not edge.full) or are_falling(state, edge),
            fallen=fallen_into(state, edge),
            dark=False,
        ),
    )


def _looking(board: Board, state: State, edge: Edge) -> State:
    """What of the lights whoever does this has read.

    Who puts what none of them calls for, or lifts what stands in its place, is about something
    else, and reads none of them before it is done, but for an arrow that it follows. What jumps out
    or falls is nobody's doing. Into a pen, or out of it, a marble may go by any light.
    """
    falling = edge.at_once or are_falling(state, edge)
    if not falling and edge.hole < board.exact and not _by_a_light(board, state, edge):
        return replace(state, read=frozenset(), unfollowed=frozenset(), busy=True)
    busy = state.busy and not falling and not edge.idle
    reads = edge.late and not busy and not _are_gone(board, state)
    read = state.shown if reads else state.read
    known = _arrow(state, edge) if busy else _known_still(state, edge)
    return replace(state, busy=busy, read=read | known)


def _arrow(state: State, edge: Edge) -> frozenset[Owed]:
    """What an arrow calls for whose start hands have lifted, in time to have read it."""
    if not edge.late or edge.full:
        return frozenset()
    return arrow_ends((d for d in state.shown if d.hole == edge.hole), state.shown)


def _unfollowed(state: State, edge: Edge) -> frozenset[Owed]:
    """What of the lights is read and not followed yet, after this edge. Who is called to put
    several puts one after the other, though the next one may then make an action, too."""
    known = state.read | state.unfollowed
    if not edge.full:
        return state.unfollowed
    followed = edge.late and any(d.hole == edge.hole and d.has == EMPTY for d in known)
    return frozenset(d for d in known if followed and d.hole != edge.hole)


def _known_still(state: State, edge: Edge) -> frozenset[Owed]:
    """What hands may follow of what they have read, though its light is out. Of two that nobody can
    tell apart, and one action may put, no light has called for one."""
    if not edge.late or any(h.bag for h in likely(state)):
        return frozenset()
    return state.unfollowed


def _by_a_light(board: Board, state: State, edge: Edge) -> bool:
    """Whether a light may have called for that change of an exact hole."""
    lit = state.shown | state.read | _known_still(state, edge)
    if any((debt.hole, debt.has == EMPTY) == (edge.hole, edge.full) for debt in lit):
        return True
    in_place = board.outlook(committed_position(state)).wood[edge.hole] != EMPTY
    return not edge.full and not in_place


def _stirred(state: State) -> State:
    """A sensor that is set aside tells nothing. But the token that somebody has said to be out may
    have come there since."""
    if state.patience is not Patience.STILL_OUT:
        return state
    return replace(state, dwelt=False, presumed=False, patience=Patience.WAITING)


def _are_gone(board: Board, state: State) -> bool:
    """Whether a question has taken the place of the lights, or the lights of an action that the
    hand may make of what it has lifted. Who has read them knows them still."""
    decision = decide(board, state)
    return isinstance(decision, Ask | AskColours) or (
        isinstance(decision, Wait) and not state.shown
    )


def _picture(board: Board, state: State, levels: bytes) -> State:
    """Every sensor at once, after a gap. As before, with no hand out, it tells nothing, unless
    tokens had to change places: they may have done so."""
    quiet = levels == state.levels
    owed = bool(state.shown) and any(exchanged(board, h, ()) for h in likely(state))
    if quiet and not state.holding and not owed:
        return replace(state, last=-1, burst=())
    after = (
        follower
        for h, cost in state.stories
        for follower in (
            *after_picture(board, h, cost, state.levels, levels),
            *(() if quiet else turned_back(board, h, cost, state.anchor, levels)),
        )
    )
    return replace(
        state,
        stories=pruned(board, after),
        levels=levels,
        rejected=state.rejected if quiet else frozenset(),
        seen=state.seen if quiet else frozenset(),
        denied=state.denied if quiet else (),
        others=state.others if quiet else (),
        dwelt=state.dwelt and quiet,
        presumed=state.presumed and quiet,
        last=-1,
        burst=(),
        dark=quiet and state.holding,
        patience=state.patience if quiet else Patience.WAITING,
    )


def _told(board: Board, state: State, fact: Told) -> State:
    """An action was named. Where no likely reading allows it, nothing happens."""
    if not is_taken(board, state, fact):
        return state
    moved = _moves_tokens(board, committed_position(state), fact.text)
    stories, dropped = (possible(s, state.anchor, fact) for s in (state.stories, state.others))
    after = _heard(board, state, stories, fact, moved=moved)
    others = _heard(board, state, dropped, fact, moved=moved)
    return replace(
        state,
        stories=pruned(board, after, state.dwelt),
        committed=confirmed(board, state.anchor, state.committed, fact) or state.committed,
        denied=state.denied if fact.chance else (),
        others=tuple(others),
    )


def _heard(
    board: Board, state: State, stories: Iterable[Priced], fact: Told, *, moved: bool
) -> Iterator[Priced]:
    """These stories, with what was named in each of them."""
    for h, cost in stories:
        if fact.chance:
            yield after_chance(board, state, h, cost, fact, moved=moved)
        elif _knows(state, h, fact.text):
            yield h, cost - costs.KNOWN
        else:
            yield from after_told(board, state, h, cost, fact)


def _knows(state: State, h: Hypothesis, text: str) -> bool:
    """Whether a story says that this action is what was played since the table's last one.

    A card that was named already is no such action: to name it again says something new.
    """
    since = h.log[len(state.committed) :]
    if h.log[: len(state.committed)] != state.committed or not since:
        return False
    named = not since[-1].moves and not since[-1].inferred
    return since[-1].text == text and not named and not any(one.moves for one in since[:-1])


def _takes_back(board: Board, state: State, option: Option) -> bool:
    """Whether an answer says that the last steps were taken back, and nothing else; or that others
    were made in their place, and all that is likely says so, too. Then it is not asked again."""
    if option.log == state.committed[: len(option.log)]:
        return True
    left = decide(board, state)
    return isinstance(left, Ask) and left.back and left.options[0].log == option.log


def _moves_tokens(board: Board, position: Position, text: str) -> bool:
    """Whether that action leaves tokens to be moved by the hands (PP-17)."""
    path = board.game.told(position, text)
    if not path:
        return False
    return board.outlook(path[-1].position).wood != board.outlook(position).wood


def _answer(board: Board, state: State, answer: Answer) -> State:
    """A question was answered. Turns that somebody agrees to take back are taken back here."""
    decision, option = decide(board, state), answer.option
    wood = isinstance(decision, Ask) and len({other.log for other in decision.options}) == 1
    after = after_answer(board, state, option, wood=wood)
    state = replace(state, denied=(), others=(), read=frozenset(), unfollowed=frozenset())
    if state.dwelt:
        state = resting(board, state, after)
    else:
        state = replace(state, stories=pruned(board, after))
    if isinstance(decision, Ask) and option is None:
        state = replace(state, rejected=state.rejected | frozenset(decision.options))
        state = _explained(board, state)
    if isinstance(decision, Ask) and option is not None and _takes_back(board, state, option):
        state = _committed(board, state, option.log)
    return state


def _explained(board: Board, state: State) -> State:
    """Where nothing that was offered is true, and nothing likely explains the board, what explains
    it and was a little too dear is asked for: somebody changed the mind later than people do."""
    if not state.dwelt or any(fits(board, h) for h in likely(state)):
        return state
    most = min(map(price, state.stories)) + costs.MARGIN
    near = most + costs.CHANGE_OF_MIND
    stories = [
        (h, min(cost, most - h.standing) if fits(board, h) and price((h, cost)) <= near else cost)
        for h, cost in state.stories
    ]
    return replace(state, stories=pruned(board, stories, state.dwelt))


def _named(board: Board, state: State, logs: tuple[Log, ...]) -> State:
    """Somebody has named the card of what was played."""
    stories = pruned(board, after_name(board, state, logs), state.dwelt)
    found = (begun_with(state.committed, log) for log in logs)
    committed = next((log for log in found if log is not None), state.committed)
    return replace(state, stories=stories, committed=committed, denied=(), others=())


def _ruled_out(board: Board, state: State, fact: RuledOut) -> State:
    """None of these was played, but what else explains the board may have been."""
    stories = [
        (h, cost + (costs.AGAINST if played(board, h, state.dwelt) <= fact.logs else 0))
        for h, cost in state.stories
    ]
    stories_left = pruned(board, stories, state.dwelt)
    return replace(state, stories=stories_left, committed=fact.committed)


def _informed(board: Board, state: State, fact: Colour | Place) -> State:
    """Somebody says what stands in a hole, or where a token is."""
    if isinstance(fact, Colour):
        return _seen(board, state, fact)
    after = [after_place(h, cost, fact.token, fact.hole) for h, cost in state.stories]
    patience = Patience.STILL_OUT if fact.hole is None else Patience.WAITING
    seen = state.seen if fact.hole is None else looked(state.seen, fact.hole, fact.token)
    state = replace(state, stories=pruned(board, after), patience=patience, seen=seen)
    return state if fact.hole is None else at_dwell(board, replace(state, dwelt=False))


def _seen(board: Board, state: State, fact: Colour) -> State:
    """Somebody looked into a hole. Where all is well then, what stands there is over, as after a
    dwell."""
    told: Iterable[Priced] = after_look(board, state, fact.hole, fact.token)
    if state.rejected and state.dwelt:
        told = without(board, told, state.rejected)
    left = pruned(board, told, state.dwelt)
    state = replace(state, stories=left, seen=looked(state.seen, fact.hole, fact.token))
    if not state.rested or not isinstance(decide(board, settled(board, state)), Rest):
        return state
    return at_dwell(board, replace(state, rejected=frozenset(), dwelt=False))


def _circled(board: Board, state: State, fact: Circled) -> State:
    """The lights have led in a circle, so whoever follows them knows that they are wrong: nobody is
    waited for, and the colours are asked for."""
    stories = pruned(board, circled(board, state, fact.holes), state.dwelt)
    patience = Patience.OVER if state.patience is Patience.WAITING else state.patience
    return replace(
        state,
        stories=stories,
        patience=patience,
        read=frozenset(),
        unfollowed=frozenset(),
        seen=frozenset(),
        denied=(),
    )


def _unlike(board: Board, state: State, fact: Unlike) -> State:
    """Somebody looked into a hole, and what was offered does not stand there.

    Whoever has answered need not put down what is in the hand.
    """
    stories = after_unlike(board, state, fact.hole, fact.tokens)
    left = left_by(state, fact.tokens)
    seen = looked(state.seen, fact.hole, left[0]) if len(left) == 1 else state.seen
    return waited(replace(state, stories=pruned(board, stories, state.dwelt), seen=seen))


def _reset(board: Board, state: State, fact: Reset) -> State:
    """The page has set the position."""
    if fact.wood is not None:
        stories: Iterable[Priced] = [(first(fact.position, fact.wood), 0)]
    else:
        stories = after_reset(
            board, state.stories, fact.position, state.levels, goes_on=fact.goes_on
        )
    anchor, log, passed = fact.history or History(fact.position, (), 0)
    return replace(
        state,
        anchor=anchor,
        stories=pruned(board, ((h._replace(log=log), cost) for h, cost in stories)),
        committed=log,
        passed=passed,
        shown=frozenset(),
        rejected=frozenset(),
        denied=(),
        others=(),
    )


def _doubted(board: Board, state: State, fact: Doubted) -> State:
    """A sensor is set aside, or believed again: then it says what is believed until it changes."""
    levels, hole = bytearray(state.levels), fact.hole
    if not fact.aside:
        levels[hole] = min(state.stories, key=price)[0].wood[hole] != EMPTY
        return replace(state, levels=bytes(levels))
    if levels[hole] == UNFELT:
        return state
    stories = [
        after_doubt(board, h, cost, fact, full=bool(levels[hole])) for h, cost in state.stories
    ]
    levels[hole] = UNFELT
    settling = [
        (h if claims(board, h) else unseen(board, h, bytes(levels)), cost) for h, cost in stories
    ]
    state = replace(state, stories=pruned(board, settling), levels=bytes(levels))
    return at_dwell(board, replace(state, dwelt=False)) if state.dwelt else state


def settled(board: Board, state: State) -> State:
    """Commit what is agreed, remember what the lights show."""
    state = at_home(board, state)
    decision = decide(board, state)
    while isinstance(decision, Commit):
        state = _committed(board, state, decision.log)
        decision = decide(board, state)
    shown = led_by(board, state, decision)
    return state if shown == state.shown else replace(state, shown=shown)


def _committed(board: Board, state: State, log: Log) -> State:
    """The table has accepted that log; it may go back to it. What was seen in a hole out of which,
    or into which, it moves another token was seen before."""
    back = log == state.committed[: len(log)]
    before = board.outlook(committed_position(state)).wood
    after = replace(state, committed=log, restored=log if back else state.restored)
    wood = board.outlook(committed_position(after)).wood
    seen = unmoved(board, state.seen, before, wood)
    return after if seen == state.seen else replace(after, seen=seen)
