"""What people say is evidence: cards, moves on the page, answers, colours and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from . import costs
from .crossing import crossed
from .deciding import decide
from .decisions import Ask
from .endings import EMPTY, Log, Position
from .facts import UNFELT, Doubted, Told
from .going_on import otherwise
from .hypothesis import (
    Hypothesis,
    claims,
    claims_owing,
    fits,
    heard,
    holds,
    may_go_on,
    put,
)
from .lifting import Priced, unfelt
from .logs import follows
from .named_action import based, is_begun, is_done, is_just_made, is_named_again, with_told
from .options import Option
from .outlook import Board, changed
from .standing import standing_price, told_price
from .state import State, likely, price
from .unknown import unknown

# -- an action that is named --


def is_taken(board: Board, state: State, fact: Told) -> bool:
    """Whether some likely reading lets that action be named now; else it is refused."""
    return any(
        told is not None
        for h in likely(state)
        for source, _ in _speakers(board, state, h, 0, fact)
        for told in (with_told(board, state.anchor, source, fact),)
    )


def takes_back_alone(board: Board, state: State, fact: Told) -> bool:
    """Whether an action is named while it is asked what was played, and it can be named only where
    something that was accepted was taken back, though that may stand as well: the wood was there
    before the word, so the word does not outweigh it."""
    if not isinstance(decide(board, state), Ask):
        return False
    kept, taken = False, False
    for voice in (v for h in likely(state) for v in heard(board, h, state.dwelt)):
        back = not follows(voice.log, state.committed)
        kept = kept or not back
        if with_told(board, state.anchor, voice, fact) is not None:
            if not back:
                return False
            taken = True
    return kept and taken


def after_chance(
    board: Board, state: State, h: Hypothesis, cost: int, fact: Told, *, moved: bool
) -> Priced:
    """The story when chance brought something: that says nothing of the hands (PP-5).

    Where it ``moved`` tokens, the lights lead them, and the action before it is over.
    """
    after = with_told(board, state.anchor, h, fact)
    if after is None:
        return h, cost + (costs.AGAINST + costs.AGAINST_LIGHTS if moved else 0)
    after = unseen(board, after, state.levels) if moved else after
    return (after._replace(base=after.wood) if fits(board, after) else after), cost


def possible(stories: Sequence[Priced], anchor: Position, fact: Told) -> Sequence[Priced]:
    """These stories without those that guess another card where chance has brought one: nobody has
    played what was not drawn. All of them if none is left."""
    if not fact.chance or fact.at is None:
        return stories
    return [s for s in stories if not _guesses_another(s[0].log, anchor, fact)] or stories


def _guesses_another(log: Log, anchor: Position, fact: Told) -> bool:
    """Whether a log goes on from where chance brought that, by another card nobody has named."""
    before = (anchor, *(step.position for step in log))
    found = (step for step, at in zip(log, before, strict=False) if at == fact.at)
    return any(step.inferred and not step.moves and step.text != fact.text for step in found)


def after_told(
    board: Board, state: State, h: Hypothesis, cost: int, fact: Told
) -> Iterator[Priced]:
    """The stories that go on when an action was named. It says that the one before it is over."""
    taken, made = False, is_just_made(board, state, fact)
    for source, paid in _speakers(board, state, h, cost, fact):
        after = with_told(board, state.anchor, source, fact)
        if after is not None:
            taken, after = True, unseen(board, after, state.levels)
            begun = is_begun(board, source, after)
            again = made and not (begun or is_done(board, source, after))
            if again or is_named_again(state, source, fact):
                paid += costs.ONCE_MORE
            if begun or fits(board, after):
                after = after._replace(base=after.wood)
            else:
                if is_done(board, source, after):
                    after = based(board, source, after)
                if state.dwelt and not source.standing:
                    after = after.costing(told_price(board, after, state.anchor))
            yield after, paid
    if not taken:
        yield h, cost + costs.AGAINST


def _speakers(board: Board, state: State, h: Hypothesis, cost: int, fact: Told) -> Iterator[Priced]:
    """The stories for which ``h`` may be told something.

    After a dwell, what people name follows what the table has accepted; that it replaces the last
    move is possible, but never cheap. A card may also be that of a move which nobody has named, and
    which goes on by it: then ``h`` was in the middle of that, and has not changed the mind.
    """
    over = claims(board, h) or (() if state.dwelt else claims_owing(board, h))
    stood = h.standing if state.dwelt else 0  # touches were counted then, and nothing was mended
    amid = False
    for claim in over:
        passed_over = _passed_over(board, state.anchor, claim, fact)
        amid = amid or passed_over > 0
        paid = cost + otherwise(board, state, h, claim)
        yield claim.costing(stood), paid + passed_over
    yield from crossed(board, h, cost)
    if over and state.dwelt:
        cost += -costs.CHANGE_OF_MIND if amid else costs.REPLACED
    yield h, cost + _passed_over(board, state.anchor, h, fact)


def _passed_over(board: Board, anchor: Position, h: Hypothesis, fact: Told) -> int:
    """What it costs if a card was named for the move after the last one of ``h``, though nobody has
    named the card of that one, and it could go on by this card."""
    n = len(h.log) - 1
    if n < 1 or not h.log[n].moves or not h.log[n - 1].inferred:
        return 0
    while n and h.log[n - 1].inferred:
        n -= 1
    before = h.log[n - 1].position if n else anchor
    path = board.game.told(before, fact.text)
    if not path or path[-1].moves or not fact.names(path[-1]):
        return 0
    if any(way[: len(path)] == path for way in board.outlook(before).alike(h.log[-1])):
        return 0  # it names that move
    position = path[-1].position
    if not board.outlook(position).at_once:
        return 0  # nobody can use that card there
    amid = h._replace(log=h.log[:n] + path, position=position)
    return costs.PASSED_OVER if may_go_on(board, amid) else 0


# -- answers --


def after_answer(
    board: Board, state: State, option: Option | None, *, wood: bool
) -> Iterator[Priced]:
    """The stories after an answer. If none of them believes it, one is made that does.

    ``wood``: it was only asked what stands where, so the answer does not say what was played.
    """
    believed = False
    told = option is not None and _is_told(board, state, option, wood)
    offered = {o for h in likely(state) for o in outcomes(board, h, state.dwelt)}
    denied = {o.log for o in offered} - {state.committed if option is None else option.log}
    left: list[Priced] = []
    for h, cost in state.stories:
        said = outcomes(board, h, state.dwelt)
        if option is None:
            against = bool(said & offered) or any(o.log in denied for o in said)
            left += [] if against or said & state.rejected else [(h, cost)]
        else:
            against = not any(_is(outcome, option, wood) for outcome in said)
            believed = believed or not against
            if not against and not _is(_outcome(board, h), option, wood):
                if not told:
                    yield from _told_apart(board, state, h, cost, option, wood)
                cost += costs.CHANGE_OF_MIND  # whoever has said it is seldom still on the way
            if against:
                for over, paid in _beside_it(board, state, h, cost, option):
                    done = not holds(board, over)  # else it may go on from there
                    yield _owing(board, state, over, denied) if done else over, paid
                over = _owing(board, state, h, (o.log for o in said))
                if over != h and _is(_outcome(board, h), option, wood=False):
                    believed = True  # no more was played, and what stands there is owed
                    yield over, cost + costs.DENIED
            elif h.log == option.log and not holds(board, h):
                h = _owing(board, state, h, denied)
        yield h, cost + (costs.AGAINST if against else 0)
    if option is None:
        yield from unknown(board, state, frozenset(offered) | state.rejected, left)
    elif not believed:
        yield _believing(board, state, option), 0


def after_name(board: Board, state: State, logs: Sequence[Log]) -> Iterator[Priced]:
    """The stories after somebody has named a card: they began with one of these logs."""
    believed = False
    for h, cost in state.stories:
        after = _after_name(board, state, h, logs)
        believed = believed or after is not None
        yield (h, cost + costs.AGAINST) if after is None else (after, cost)
    if not believed:
        yield _believing(board, state, Option(logs[0])), 0


def _after_name(
    board: Board, state: State, h: Hypothesis, logs: Sequence[Log]
) -> Hypothesis | None:
    """``h`` with the card that was named; None if it has played something else.

    If its move is not over yet, it may still be changed.
    """
    for log in logs:
        now = begun_with(h.log, log)
        if now is not None:
            return h._replace(log=now)
        if any(begun_with(voice.log, log) for voice in heard(board, h, state.dwelt)):
            position = log[-2].position if len(log) > 1 else state.anchor
            return h._replace(log=log[:-1], position=position)
    return None


def begun_with(log: Log, first: Log) -> Log | None:
    """``log`` with its first steps as they are named in ``first``; None if other moves were made.

    Of the cards that lead to the same move, any may be named, if none was. If that card was named
    before, it was not named for the next move.
    """
    if len(log) < len(first):
        return None
    after = log[len(first) :]
    for mine, named in zip(log, first, strict=False):
        if mine.moves != named.moves or (mine.moves and mine != named):
            return None
        again = bool(after) and after[0].text == named.text
        if mine.text != named.text and (again or not mine.inferred):
            return None
    return first + log[len(first) :]


def _is_told(board: Board, state: State, option: Option, wood: bool) -> bool:
    """Whether some likely story says this itself, and not only that it may be over."""
    return any(_is(_outcome(board, h), option, wood) for h in likely(state))


def _told_apart(
    board: Board, state: State, h: Hypothesis, cost: int, option: Option, wood: bool
) -> Iterator[Priced]:
    """What stands in ``h`` may have been several actions: those that were answered are over.

    Else the same would be asked again.
    """
    for voice in heard(board, h, state.dwelt):
        if _is(_outcome(board, voice), option, wood):
            yield voice, cost


def _beside_it(
    board: Board, state: State, h: Hypothesis, cost: int, option: Option
) -> Iterator[Priced]:
    """The story in which what was answered is over, and something else lies about besides."""
    n = len(h.log)
    if len(option.log) <= n or option.log[:n] != h.log:
        return
    position = option.log[-1].position
    now = board.outlook(position).wood
    moved = changed(board.outlook(h.position).wood, now)
    if not moved or any(h.wood[hole] != now[hole] for hole in moved):
        return
    base = bytes(h.wood[m] if m in moved else token for m, token in enumerate(h.base))
    over = h._replace(log=option.log, position=position, touched=0, standing=0, base=base)
    yield over.costing(standing_price(board, over, state.anchor)), cost


def _owing(board: Board, state: State, h: Hypothesis, offered: Iterable[Log]) -> Hypothesis:
    """The story in which no more was played than in ``h``, and what stands where more was
    ``offered`` to have been is owed: else it would go on saying so."""
    was, base = board.outlook(h.position).wood, bytearray(h.base)
    for log in offered:
        if len(log) > len(h.log) and log[: len(h.log)] == h.log:
            now = board.outlook(log[-1].position).wood
            moved = changed(was, now)
            if all(h.wood[hole] == now[hole] for hole in moved):
                for hole in moved:
                    base[hole] = now[hole]
    if base == h.base:
        return h
    over = h._replace(base=bytes(base))
    return over.costing(min(h.standing, standing_price(board, over, state.anchor)))


def outcomes(board: Board, h: Hypothesis, dwelt: bool) -> set[Option]:
    """What a hypothesis says was played, and what stands then."""
    return {_outcome(board, voice) for voice in heard(board, h, dwelt)}


def _outcome(board: Board, voice: Hypothesis) -> Option:
    return Option(voice.log, voice.wood[: board.exact])


def played(board: Board, h: Hypothesis, dwelt: bool) -> set[Log]:
    """What a hypothesis says was played, without the notes which card was named."""
    return {bare(voice.log) for voice in heard(board, h, dwelt)}


def bare(log: Log) -> Log:
    """The log without the notes which card was named."""
    if not any(one.inferred for one in log):
        return log
    return tuple(one.by_word() for one in log)


def following(board: Board, state: State, logs: frozenset[Log]) -> frozenset[Log]:
    """These logs, and those that go on from one of them."""
    said = {log for h, _ in state.stories for log in played(board, h, state.dwelt)}
    return logs | {log for log in said if any(log[: len(one)] == one for one in logs)}


def elsewise(board: Board, state: State, logs: frozenset[Log]) -> bool:
    """Whether another story than these, and not dear, explains the board."""
    near = costs.AGAINST - costs.MARGIN
    return any(
        not played(board, h, state.dwelt) & logs
        for h, cost in state.stories
        if price((h, cost)) < near and (fits(board, h) or claims(board, h))
    )


def _is(outcome: Option, option: Option, wood: bool) -> bool:
    return (wood or outcome.log == option.log) and option.wood in (None, outcome.wood)


def _believing(board: Board, state: State, option: Option) -> Hypothesis:
    """The cheapest reading of the wood, with the log that was answered."""
    h = likely(state)[0]
    position = option.log[-1].position if option.log else state.anchor
    return h._replace(log=option.log, position=position, touched=0, standing=0, base=h.wood)


# -- positions --


def after_reset(
    board: Board, stories: Sequence[Priced], position: Position, levels: bytes, *, goes_on: bool
) -> Iterator[Priced]:
    """The page has set the position; what stands on the wood stays as it was read.

    ``goes_on``  what hands have begun goes on, in the stories that have the same tokens on the wood
    """
    for h, cost in stories:
        if goes_on and board.same_wood(h.position, position):
            yield h._replace(log=(), position=position), cost
            continue
        after = h._replace(log=(), position=position, touched=0, standing=0)
        after = unseen(board, after, levels)
        yield after._replace(base=after.wood), cost + h.standing


# -- sensors --


def after_doubt(board: Board, h: Hypothesis, cost: int, fact: Doubted, *, full: bool) -> Priced:
    """The sensor of a hole, which says full or not, is set aside. What its lies have cost comes
    back; who believed it pays, if somebody says that it lies.

    A token that seemed to be lifted there has never left, if it is still out. What a chattering
    sensor told is no sign that somebody touched the token there.
    """
    if not fact.lies and h.wood[fact.hole] == h.base[fact.hole]:
        h = h._replace(touched=0)
    if fact.hole in h.dead:
        return h._replace(dead=h.dead - {fact.hole}), cost - costs.LIE - costs.LASTING
    if (h.wood[fact.hole] != EMPTY) != full:
        return h, cost - costs.LIE
    if not fact.lies:
        return h, cost
    stood = h.base[fact.hole]
    if full or stood == EMPTY or stood not in h.hand:
        return h, cost + costs.AGAINST
    n = h.hand.rindex(stood)
    wood = put(h.wood, fact.hole, stood)
    return h._replace(wood=wood, hand=h.hand[:n] + h.hand[n + 1 :]), cost


def unseen(board: Board, h: Hypothesis, levels: bytes) -> Hypothesis:
    """``h`` as the position has it, if only holes differ that nobody feels: dead or set aside.

    Tokens come out of the hand, or out of a pen hole that is set aside, and go there.
    """
    look, shape = board.outlook(h.position), h.wood[: board.exact]
    holes = changed(shape, look.wood)
    if not holes or any(levels[n] != UNFELT and n not in h.dead for n in holes):
        return h
    wood, hand = bytearray(look.wood + h.wood[board.exact :]), h.hand
    pens = [n for n in unfelt(levels) if n >= board.exact]
    stood, stands = Counter(shape[n] for n in holes), Counter(look.wood[n] for n in holes)
    del stood[EMPTY], stands[EMPTY]
    for token in (stands - stood).elements():
        source = next((n for n in pens if wood[n] == token), None)
        if source is not None:
            wood[source] = EMPTY
        elif hand.count(token) > look.off.count(token):
            hand = hand.replace(bytes((token,)), b"", 1)
        else:
            return h
    for token in (stood - stands).elements():
        free = next((n for n in pens if wood[n] == EMPTY and token in board.welcome[n]), None)
        if hand.count(token) < look.off.count(token):
            hand += bytes((token,))
        elif free is not None:
            wood[free] = token
        else:
            return h
    return h._replace(wood=bytes(wood), hand=hand)
