"""The count of actions that the sensors cannot tell apart (PP-42).

Positions come from random play. For each position, and for each card that may be played in it,
every legal action that hands announce is compared with the others. The comparison uses the very
candidates by which the recogniser reads (PP-3):

* *by end state*: occupancy and the places that changed since rest (PP-1);
* *with events*: also the order in which holes became empty and full. Each action is made as a
person makes it, marble by marble in playing order.

Doing nothing is one more reading. A board on which every hole is full again may only have been
touched (PP-4), so the table always asks about a swap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from companion.games.offer import Offer, RulesOffer
from companion.games.packs import OFFERS
from companion.play.open_game import drawn
from companion.recogniser.candidates import Candidate, Options
from engine.game import CHANCE, OVER, Position
from engine.registry import REGISTRY

from .figures import Row

POSITIONS: Final = 200
"""Positions of each rule sheet by default."""
APART: Final = 12
"""At most this many actions lie between two positions of a game, so that they are not alike."""
LONGEST: Final = 4000
"""Actions after which a random game is left."""

Presence = tuple[tuple[str, int], ...]
"""Number of marbles by place, of any colour. Places without marbles are left out."""
Sensed = tuple[tuple[str, bool], ...]
"""A gesture as the sensors report it: a place, and True when a hole of it became full."""


class EndState(NamedTuple):
    """The board that stands when the hands are off (PP-1)."""

    presence: Presence
    changed: frozenset[str]


@dataclass(slots=True)
class Count:
    """One row: a card over all positions in which it can be played.

    The card is None when the game has no cards.
    """

    positions: int = 0
    actions: int = 0
    by_end_state: int = 0
    with_events: int = 0


# ------------------------------------------------------------------------------ what sensors see


def end_state(position: Position, candidate: Candidate) -> EndState:
    """The board after that action, with captured marbles back in their places."""
    count = Counter({place: len(tokens) for place, tokens in position.occupancy().items()})
    changed: set[str] = set()
    for frm, to in _ways(candidate):
        count[frm] -= 1
        changed.add(frm)
        if to:
            count[to] += 1
            changed.add(to)
    known = position.board.places
    felt = {p: n for p, n in count.items() if n and known[p].holes}
    return EndState(tuple(sorted(felt.items())), frozenset(p for p in changed if known[p].holes))


def gesture(position: Position, candidate: Candidate) -> Sensed:
    """That action as hands make it: in playing order, each marble put before the next is lifted.

    A marble that stands on a target is taken off first. It goes to its own place, or waits in the
    other hand if the action moves it too (a swap).
    """
    full = Counter({place: len(tokens) for place, tokens in position.occupancy().items()})
    known = position.board.places
    out: list[tuple[str, bool]] = []
    lifted: set[str] = set()

    def feel(place: str, present: bool) -> None:
        full[place] += 1 if present else -1
        if place in known and known[place].holes:
            out.append((place, present))

    def lift(place: str) -> None:
        if place not in lifted:
            lifted.add(place)
            feel(place, False)

    origins = [frm for frm, _ in candidate.goals]
    loose = {item.frm: item.to for item in candidate.loose}
    for frm, to in candidate.goals:
        lift(frm)
        if to in loose and to not in lifted:
            lift(to)
            if loose[to]:
                feel(loose[to], True)
        elif to in origins:
            lift(to)
        feel(to, True)
    for place in (p for p in loose if p not in lifted):
        lift(place)
        if loose[place]:
            feel(loose[place], True)
    return tuple(out)


def _ways(candidate: Candidate) -> Iterator[tuple[str, str]]:
    yield from candidate.goals
    for item in candidate.loose:
        yield item.frm, item.to


def untold(position: Position, options: Sequence[Candidate]) -> tuple[set[int], set[int]]:
    """Numbers of the options in doubt: by the end state, and by the end state with events."""
    rest = end_state(position, Candidate((), (), ())).presence
    ends = [end_state(position, option) for option in options]
    traces = [gesture(position, option) for option in options]
    same_end, same_trace = Counter(ends), Counter(traces)
    by_end = {i for i, end in enumerate(ends) if same_end[end] > 1 or end.presence == rest}
    with_events = {i for i in by_end if same_trace[traces[i]] > 1 or ends[i].presence == rest}
    return by_end, with_events


# ---------------------------------------------------------------------------------- what is played


def random_positions(
    begin: Callable[[Random], Position], number: int, rng: Random
) -> Iterator[Position]:
    """That many positions in which a seat must act, met in games of uniformly random actions."""
    found = 0
    while found < number:
        position = begin(rng)
        skip, named = _below(rng, APART), False
        for _ in range(LONGEST):
            if found == number or position.to_act is OVER:
                break
            if position.to_act is CHANCE:
                position = position.apply(drawn(position, rng)).position
                continue
            legal = position.legal()
            if skip <= 0 and not named and any(a.prelude or a.displacements for a in legal):
                skip = 1 + _below(rng, APART)
                found += 1
                yield position
            action = legal[_below(rng, len(legal))]
            skip, named = skip - 1, action.prelude
            position = position.apply(action).position


def _below(rng: Random, number: int) -> int:
    return int(rng.random() * number)


def count_position(position: Position, counts: dict[str | None, Count]) -> None:
    """Add one position to the rows of all cards that may be played in it."""
    preludes = [action for action in position.legal() if action.prelude]
    for prelude in preludes:
        after = position.apply(prelude).position
        _add(after, counts.setdefault(_named(prelude.params, prelude.text), Count()))
    if not preludes:
        _add(position, counts.setdefault(None, Count()))


def _named(params: Mapping[str, str], text: str) -> str:
    """What a prelude names: its one choice, or its own text."""
    return next(iter(params.values()), text)


def _add(position: Position, count: Count) -> None:
    options = Options(position).direct
    by_end, with_events = untold(position, options)
    count.positions += 1
    count.actions += len(options)
    count.by_end_state += len(by_end)
    count.with_events += len(with_events)


def beginner(offer: Offer, sheet: RulesOffer) -> Callable[[Random], Position]:
    """First positions of a rule sheet: all boards, all numbers of players, one colour or more."""
    game = REGISTRY.game(offer.game)

    def begin(rng: Random) -> Position:
        kind = sheet.boards[_below(rng, len(sheet.boards))]
        numbers = offer.counts(kind)
        players = numbers[_below(rng, len(numbers))]
        sizes = offer.colours_each(sheet, kind, players)
        seats = offer.usual(kind, players, sizes[_below(rng, len(sizes))])
        chosen = {"rules": sheet.name, "board": kind, "players": [list(seat) for seat in seats]}
        options = offer.settled({"game": offer.game, **chosen})
        return game.new(offer.engine_options(options))

    return begin


def measure(
    begin: Callable[[Random], Position], game: str, rules: str | None, number: int, seed: int
) -> list[Row]:
    """One row for each card, in the order of the cards."""
    counts: dict[str | None, Count] = {}
    for position in random_positions(begin, number, Random(f"{seed}/{game}/{rules}")):
        count_position(position, counts)
    return [
        {
            "game": game,
            "rules": rules,
            "card": card,
            "positions": count.positions,
            "actions": count.actions,
            "ambiguous_by_end_state": count.by_end_state,
            "ambiguous_with_events": count.with_events,
        }
        for card, count in sorted(counts.items(), key=lambda item: _order(item[0]))
    ]


def _order(card: str | None) -> tuple[int, str]:
    ranks = ("A", *(str(n) for n in range(2, 11)), "J", "Q", "K", "JOKER")
    return (ranks.index(card) if card in ranks else len(ranks), card or "")


def run(game: str | None, rules: str | None, positions: int, seed: int) -> list[Row]:
    """The rows of every rule sheet that is meant. Raises ValueError when there is none."""
    return [
        row
        for offer, sheet in chosen(game, rules)
        for row in measure(beginner(offer, sheet), offer.game, sheet.name, positions, seed)
    ]


def chosen(game: str | None, rules: str | None) -> list[tuple[Offer, RulesOffer]]:
    """The rule sheets that are meant. ValueError names the existing ones."""
    offers = [offer for offer in OFFERS.values() if game in (None, offer.game)]
    if not offers:
        raise ValueError(f"There is no game {game!r}; known are {', '.join(OFFERS)}.")
    found = [(o, sheet) for o in offers for sheet in o.rules if rules in (None, sheet.name)]
    if not found:
        known = ", ".join(sheet.name for offer in offers for sheet in offer.rules)
        raise ValueError(f"There are no rules {rules!r}; known are {known}.")
    return found
