"""Questions of the tracker as readings that the page can put into words, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.wood.marbles import HAND, World
from engine.action import Action
from engine.game import Position

from .boardstate import BoardState
from .candidates import candidate
from .decisions import PAIR, Ask
from .endings import EMPTY, Log
from .guidance import Guidance
from .logs import shared
from .matching import WHOLE, Match
from .options import Option
from .saying import bare
from .showing import Kind, Showing
from .tracking import Tracking, looked


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what each answer means.

    ``showing``  the readings as the page puts them
    ``answers``   beside each reading: what is to be told to the tracker when it is chosen
    ``options``   beside each reading: what was played in it, once for each way in which it went on
    ``before``    the position in which the readings begin; None: the one that the table stands at
    ``first``     more was played since, so it asks how it began
    ``names``     beside each reading: what was played up to the card that is named, and its move;
                  empty where no card is asked for
    """

    showing: Showing
    answers: tuple[Callable[[], None], ...]
    options: tuple[tuple[Option, ...], ...] = ()
    before: Position | None = None
    first: bool = False
    names: tuple[Log, ...] = ()
    by_word: bool = False
    """It asks for a word about a move that nobody doubts."""
    back: int = 0
    """It asks whether so many moves are taken back, and nothing else was played (PP-11)."""
    instead: tuple[int, ...] = ()
    """Beside each reading: so many moves that the table has played are not; 0 where no fewer are.
    Nobody agrees to that without having read it (I8)."""
    further: tuple[bool, ...] = ()
    """Beside each reading: whether more was moved after what it names, however it went on."""
    neither: Callable[[], None] | None = None
    """What is to be told to the tracker when none of it is true, if this question has its own."""


class Questions:
    """Makes the question of a showing."""

    def __init__(self, tracking: Tracking, state: BoardState, guide: Guidance) -> None:
        self._tracking, self._state, self._guide = tracking, state, guide

    def readings(self, ask: Ask) -> Asked | None:
        """The question what was played."""
        tracking = self._tracking
        if ask.back:
            return self._back(ask)
        logs = [option.log for option in ask.options]
        common = min(shared(logs[0], log) for log in (*logs, tracking.standing_log))
        anchor = logs[0][common - 1].position if common else tracking.state.anchor
        options = _distinct(ask.options)
        led_back = next((o for o in options if self._leads_back(o, common)), None)
        if led_back is not None:
            options.remove(led_back)
        parted, at = _parted(options, common)
        if at == common and _only_goes_on(parted, tracking.standing_log, common):
            at = len(tracking.standing_log)
        stays = _stays(parted, tracking.standing_log, common)
        if stays:
            parted, at, common = stays, len(tracking.standing_log), len(tracking.standing_log)
        later = any(_moved_since(option.log, at) > 1 for group in parted for option in group)
        more = later and len(parted) > 1
        matches = [self._match(group[0], at, common) for group in parted]
        again = common < len(tracking.standing_log)
        before = tracking.game.at(anchor) if again else None
        guessed = any(one.inferred for g in parted for one in _next_part(g[0].log, at))
        moves = [m.candidate for m in matches if m.candidate is not None]
        carded = guessed and all(move.prelude for move in moves)
        kind = Kind.CARD if carded and not again and at == common else Kind.ASK
        names = [_named_next(group[0].log, at) for group in parted]
        if kind is Kind.CARD:
            same = [m.candidate and m.candidate.action for m in matches]
            for found in self._guide.cards(matches):
                assert found.candidate is not None
                named = tracking.ledger.followed_by(tracking.state, found.candidate.path).log
                if bare(named) != bare(tracking.state.denied):
                    matches.append(found)
                    names.append(named)
                    parted.append(parted[same.index(found.candidate.action)])
        world = next((m.world for m in matches if m.candidate is None), matches[0].world)
        showing = Showing(kind, world, tuple(matches))
        instead = tuple(
            min(_taken_out(option.log, tracking.standing_log) for option in group)
            for group in parted
        )
        answers = [self._chosen(group, parted) for group in parted]
        neither = self._unlike(showing, parted)
        hole, tokens = in_doubt(self._state, showing) if kind is Kind.ASK else ("", [])
        if _is_told_by(tracking, hole, tokens, parted):
            showing = replace(showing, hole=hole)
            neither = neither or _stay(showing, answers, instead)
            for n, token in enumerate(tokens):
                if instead[n] <= 1:
                    answers[n] = partial(looked, tracking, hole, token)
        return Asked(
            showing,
            tuple(answers),
            tuple(parted),
            before,
            more,
            names=tuple(names) if kind is Kind.CARD else (),
            instead=instead,
            further=tuple(all(_moved_since(o.log, at) > 1 for o in group) for group in parted),
            neither=partial(tracking.answer, led_back) if led_back else neither,
        )

    def _leads_back(self, option: Option, common: int) -> bool:
        """Whether nothing was played in an option, and the board is wrong. Whoever has said no to a
        move finds that behind "none of these", which shows the way back."""
        if not self._tracking.state.denied or len(option.log) > common or option.wood is None:
            return False
        position = option.log[-1].position if option.log else self._tracking.state.anchor
        return option.wood != self._tracking.board.outlook(position).wood

    def _chosen(
        self,
        group: Sequence[Option],
        parted: Sequence[Sequence[Option]],
    ) -> Callable[[], None]:
        """What is told when a reading is chosen: the one way in which it went on, or that it was
        none of the other readings."""
        if len(group) == 1:
            return partial(self._tracking.answer, group[0])
        others = [option for other in parted if other is not group for option in other]
        return partial(self._tracking.rule_out, others)

    def _back(self, ask: Ask) -> Asked:
        """The question whether moves are taken back: the board stands as it did before them, or as
        it would if something else had been played instead."""
        tracking, world = self._tracking, self._state.worlds[0]
        earlier, now = ask.options
        played, said = bare(tracking.standing_log), bare(earlier.log)
        common = shared(said, played)
        moves = _moved_since(played, common)
        answers = tuple(partial(tracking.answer, option) for option in (earlier, now))
        if not _moved_since(said, common):
            showing = Showing(Kind.ASK, world, (Match(world, None),))
            options = tuple((option,) for option in ask.options)
            return Asked(showing, answers, options, back=moves, neither=answers[1])
        anchor = earlier.log[common - 1].position if common else tracking.state.anchor
        showing = Showing(Kind.ASK, world, (self._match(earlier, common, common),))
        return Asked(
            showing,
            answers[:1],
            ((earlier,),),
            tracking.game.at(anchor),
            instead=(moves,),
            neither=answers[1],
        )

    def _match(self, option: Option, at: int, common: int) -> Match:
        """The reading of an option: the action that tells it from the others, which share ``at``
        steps; if it ended there, its last one since the ``common`` ones."""
        tracking = self._tracking
        worlds = self._state.worlds
        world = worlds[min(tracking.read.number(option), len(worlds) - 1)]
        begin, end = at, at + len(_next_part(option.log, at))
        while begin == end and end > common:
            begin = common
            while (part := _next_part(option.log, begin)) and begin + len(part) < end:
                begin += len(part)
        if not any(one.moves for one in option.log[begin:end]):
            return Match(world, None)  # at most a card was named since
        anchor = option.log[begin - 1].position if begin else tracking.state.anchor
        path = tracking.ledger.actions(option.log[begin:end], anchor)
        return Match(world, candidate(tuple(action for _, action in path), path[-1][0]), WHOLE)

    def word(self) -> Asked | None:
        """The question which card a move was played with, or whether something is spent."""
        tracking = self._tracking
        log = tracking.waiting_for_a_word
        path = [action for _, action in tracking.ledger.actions(log, tracking.ledger.stands)]
        if not path:
            return None
        if not any(action.prelude for action in path):  # it spends something
            world = self._state.worlds[0]
            before = tracking.game.at(tracking.ledger.stands)
            showing = Showing(
                Kind.ASK, world, (Match(world, candidate(tuple(path), before), WHOLE),)
            )
            option = tracking.ledger.followed_by(tracking.state, path)
            agree = partial(tracking.agree, log)
            return Asked(showing, (agree,), ((option,),), by_word=True)
        if log[-1] == tracking.state.committed[-1] and not self._stand(path[-1]):
            return None  # it is lifted again: another move of its card may follow (PP-5)
        found = self._guide.card(path[-1])
        return None if found is None else self.cards(found)

    def _stand(self, move: Action) -> bool:
        """Whether marbles stand where a move brought them."""
        standing, holes = self._tracking.read.standing, self._tracking.game.seating.holes
        return all(any(hole in standing for hole in holes[d.to]) for d in move.displacements)

    def cards(self, found: Showing) -> Asked:
        """The question which of these cards it was."""
        tracking = self._tracking
        options = [
            tracking.ledger.followed_by(tracking.state, match.candidate.path)
            for match in found.matches
            if match.candidate is not None
        ]
        answers = tuple(partial(tracking.answer, option) for option in options)
        groups, names = tuple((o,) for o in options), tuple(o.log for o in options)
        return Asked(found, answers, groups, names=names, by_word=True)

    def unseen(self, ask: Ask, aside: Container[str]) -> Asked | None:
        """The same, where the readings differ in holes only that are set aside (PP-13)."""
        names = self._tracking.game.names
        felt = [n for n in range(self._tracking.board.exact) if names[n] not in aside]
        woods = {bytes(o.wood[n] for n in felt) for o in ask.options if o.wood is not None}
        return self.where(aside) if aside and len(woods) == 1 else None

    def where(self, aside: Container[str]) -> Asked | None:
        """The question whether the lifted marble stands in a hole that is set aside (PP-13)."""
        found = self._guide.hidden(aside)
        if not found:
            return None
        answers = []
        for match in found:
            assert match.fit is not None
            token = self._state.marbles[match.fit.held[0][0]].token
            answers.append(partial(self._stands, token, match))
        showing = Showing(Kind.UNSEEN, found[0].world, tuple(found))
        tokens = {self._state.marbles[m.fit.held[0][0]].token for m in found if m.fit}
        return Asked(showing, tuple(answers), neither=partial(self._out, tokens))

    def _out(self, tokens: Iterable[str]) -> None:
        """Somebody says that these marbles are still in a hand."""
        for token in tokens:
            self._tracking.place(token, "")

    def _stands(self, token: str, match: Match) -> None:
        """Somebody says that the marble stands there, and with which choice it came."""
        assert match.fit is not None
        assert match.candidate is not None
        self._tracking.place(token, match.fit.hidden[0])
        asked = self._tracking.decision
        options = asked.options if isinstance(asked, Ask) else ()
        text = match.candidate.action.text
        meant = next((o for o in options if o.log and o.log[-1].text == text), None)
        if meant is not None:
            self._tracking.answer(meant)

    def colours(self, holes: Sequence[int]) -> Asked | None:
        """The question which marble stands in the first of these holes.

        That none does is an answer where its sensor may be the one that lies.
        """
        tracking, state = self._tracking, self._state
        unclear = [tracking.game.names[n] for n in holes]
        hole = unclear[0]
        worlds = []
        for token in tracking.read.tokens(holes[0]):
            world = _with_token(state, state.worlds[0], hole, token, unclear)
            if world is not None:
                worlds.append((token, world))
        if not worlds:
            return None
        matches = tuple(Match(world, None) for _, world in worlds)
        showing = Showing(Kind.ASK, matches[0].world, matches, hole)
        answers = tuple(partial(tracking.remark, hole, token) for token, _ in worlds)
        return Asked(showing, answers, neither=self._unlike(showing, ()))

    def _unlike(
        self, showing: Showing, parted: Sequence[Sequence[Option]]
    ) -> Callable[[], None] | None:
        """If only the marble in a hole is in question: that it is none of those offered.

        If it tells apart what was played: that it was none of it, nor nothing. Where only two may
        stand there, whoever wants neither wants to be shown the way back.
        """
        hole, tokens = in_doubt(self._state, showing)
        if not hole:
            return None
        if any(match.candidate for match in showing.matches):
            several = len(parted) > PAIR
            told = several and all(option.wood is not None for group in parted for option in group)
            return partial(self._tracking.answer, None) if told else None
        return partial(self._tracking.unlike, hole, tokens)


def _is_told_by(
    tracking: Tracking, hole: str, tokens: Sequence[str], parted: Sequence[Sequence[Option]]
) -> bool:
    """Whether what stands in that hole tells the readings apart, in whichever way each of them went
    on: else whoever says what stands there would say more than that."""
    game = tracking.game
    number = game.numbers.get(hole, -1)
    if not 0 <= number < tracking.board.exact:
        return number >= 0 and all(o.wood is not None for group in parted for o in group)
    return all(
        option.wood is not None and option.wood[number] == (game.token(token) if token else EMPTY)
        for token, group in zip(tokens, parted, strict=True)
        for option in group
    )


def _stay(
    showing: Showing, answers: Sequence[Callable[[], None]], instead: Sequence[int]
) -> Callable[[], None] | None:
    """The answer that nothing was played, if that is one of the readings: whoever wants neither of
    two marbles wants to be shown the way back."""
    for match, answer, dropped in zip(showing.matches, answers, instead, strict=True):
        if match.candidate is None and not dropped:
            return answer
    return None


def _parted(options: Sequence[Option], common: int) -> tuple[list[tuple[Option, ...]], int]:
    """The options by what was played next after all that they share, and how many steps that are.

    Those in which nothing was played after the ``common`` steps come last.
    """
    if len({option.log for option in options}) == 1:
        return [(option,) for option in options], common
    at = common
    while True:
        groups: dict[Log, list[Option]] = {}
        for option in options:
            groups.setdefault(bare(_next_part(option.log, at)), []).append(option)
        (part, group), *others = groups.items()
        if others or not part:
            break
        at += len(part)
    if not others:
        return [(option,) for option in group], at  # they differ in what was named only
    found = sorted(groups.items(), key=lambda item: not item[0] and at == common)
    return [tuple(group) for _, group in found], at


def _only_goes_on(parted: Sequence[Sequence[Option]], standing: Log, common: int) -> bool:
    """Whether one answer follows on what the table has played, and the rest take some of it back.

    Then what is new tells that one: what stands already says nothing to whoever made the next move.
    """
    going = [group for group in parted if _next_part(group[0].log, common)]
    if len(going) != 1 or len(going[0]) != 1 or len(parted) == 1:
        return False
    log = bare(going[0][0].log)
    return log[: len(standing)] == bare(standing) and _moved_since(log, len(standing)) == 1


def _stays(
    parted: Sequence[Sequence[Option]], standing: Log, common: int
) -> list[tuple[Option, ...]]:
    """The answers from where the table stands, if nothing new is one of them, each other one goes
    on from there by one move, and the rest take a move back. Empty otherwise."""
    stood = len(standing)
    going = [option for group in parted if _next_part(group[0].log, common) for option in group]
    logs = [bare(option.log) for option in going]
    played = bare(standing)
    if played not in logs or len(going) == sum(map(len, parted)):
        return []
    if any(log[:stood] != played or _moved_since(log, stood) > 1 for log in logs):
        return []
    new = [option for option, log in zip(going, logs, strict=True) if _moved_since(log, stood)]
    same = tuple(o for o, log in zip(going, logs, strict=True) if not _moved_since(log, stood))
    back = [tuple(group) for group in parted if not _next_part(group[0].log, common)]
    return [*((option,) for option in new), same, *back] if new else []


def _next_part(log: Log, at: int) -> Log:
    """The steps after the first ``at``, up to the next move; none if nothing was moved since."""
    end = next((n + 1 for n in range(at, len(log)) if log[n].moves), at)
    return log[at:end]


def _named_next(log: Log, at: int) -> Log:
    """The log up to the next move after the first ``at`` steps, with its card as somebody names it;
    empty if nothing was moved since."""
    part = _next_part(log, at)
    return log[:at] + bare(part) if part else ()


def _taken_out(log: Log, played: Log) -> int:
    """How many moves that the table has played are not in a log, if it has fewer.

    What follows on another card than the drawn one is none of it: that card is drawn anew.
    """
    drawn = {one.text.partition(":")[0] for one in played if one.chance}
    anew = (
        n
        for n in range(shared(log, played), len(log))
        if log[n].chance or log[n].text.partition(":")[0] in drawn
    )
    played, said = bare(played), bare(log[: next(anew, len(log))])
    common = shared(said, played)
    dropped = _moved_since(played, common)
    return dropped if _moved_since(said, common) < dropped else 0


def _moved_since(log: Log, at: int) -> int:
    """How many moves a log has after its first ``at`` steps."""
    return sum(one.moves for one in log[at:])


def _distinct(options: Sequence[Option]) -> list[Option]:
    """Without options in which the same was played, if they do not differ in the wood alone."""
    logs = dict.fromkeys(option.log for option in options)
    if len(logs) == 1:
        return list(options)
    woods = {log: {o.wood for o in options if o.log == log} for log in logs}
    return [Option(log, next(iter(w)) if len(w) == 1 else None) for log, w in woods.items()]


def _with_token(
    state: BoardState, world: World, hole: str, token: str, unclear: Sequence[str]
) -> World | None:
    """The world with a marble of that token in that hole, by preference one that is out or from one
    of the ``unclear``; without a token the hole is empty."""
    there = next((i for i, at in enumerate(world.at) if at == hole), None)
    held = "" if there is None else state.marbles[there].token
    if held == token:
        return world
    at = list(world.at)
    if token:
        alike = [i for i, marble in enumerate(state.marbles) if marble.token == token]
        if not alike:
            return None
        other = min(alike, key=lambda i: world.at[i] not in (*unclear, HAND))
        at[other], left = hole, at[other]
    else:
        left = HAND
    if there is not None:
        at[there] = left
    return World(tuple(at), world.lifts)


def in_doubt(board: BoardState, showing: Showing) -> tuple[str, list[str]]:
    """The hole that is asked for, or one that differs in every reading; and the token in each.

    That nothing stands there is asked only where nothing else tells the readings apart.
    """
    worlds = [match.world for match in showing.matches]
    if showing.hole:
        return showing.hole, [board.tokens(world).get(showing.hole, "") for world in worlds]
    if len(worlds) < PAIR:
        return "", []
    played = any(match.candidate is not None for match in showing.matches)
    for empty_too in (False,) if played else (False, True):
        for hole in sorted({at for world in worlds for at in world.at if at != HAND}):
            tokens = [board.tokens(world).get(hole, "") for world in worlds]
            if len(set(tokens)) == len(tokens) and (empty_too or all(tokens)):
                return hole, tokens
    return "", []
