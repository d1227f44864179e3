"""What answers of one question say beside their move: what parts those that would read alike, and
that more was played after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from companion.model.message import Message
from companion.model.view import Option
from companion.play.open_game import OpenGame
from companion.recogniser.asking import Asked

Suffix = tuple[str, dict[str, str]]
"""The key of a sentence that says something more about an answer, and its fields."""

_MORE: Final = "ask.and_more"
"""The key of an answer after which more was moved."""

_ANOTHER: Final[Suffix] = ("ask.other_card", {})


def told_apart(game: OpenGame, options: Sequence[Option], asked: Asked) -> list[Option]:
    """Answers that would read alike say what else parts them: the card, or that more steps go.

    Of dealt hands only cards that their holder has named are told: one screen may show the question
    to others, too (PP-7).
    """
    alike: dict[str, list[int]] = {}
    for i, option in enumerate(options):
        alike.setdefault(repr(option.message), []).append(i)
    told = list(options)
    for group in (group for group in alike.values() if len(group) > 1):
        heard = {i: _is_named(asked, i) for i in group}
        said = [i for i in group if heard[i]] if game.dealt else group
        apart = by_cards(heard, {i: _card(game, asked, i) for i in said}) or _by_steps(asked, group)
        for i, (key, params) in apart.items():
            told[i] = replace(told[i], message=Message(key, params, {"it": told[i].message}))
    return told


def gone_on(options: Sequence[Option], asked: Asked) -> list[Option]:
    """Answers after which more was moved say so, where others end there: whoever took a move back
    and made another one would else find the one in an answer that has it still."""
    if not any(asked.further) or all(asked.further):
        return list(options)
    return [
        replace(option, message=Message(_MORE, nested={"it": option.message})) if more else option
        for option, more in zip(options, asked.further, strict=False)
    ]


def by_cards(
    heard: Mapping[int, bool | None], cards: Mapping[int, str | None]
) -> Mapping[int, Suffix]:
    """What is said of the card of each answer, by number; empty where cards do not part them all.

    ``heard``  whether somebody has named the card of an answer; None where it has none
    ``cards``  the labels of those cards that may be told
    """
    other = [i for i in heard if i not in cards]
    apart = None not in cards.values() and len(set(cards.values())) == len(cards)
    if apart and len(cards) > 1 and len(other) < 2:
        labels = {i: ("ask.by_card", {"card": str(card)}) for i, card in cards.items()}
        return {**labels, **dict.fromkeys(other, _ANOTHER)}
    if sorted(heard.values(), key=str) == [False, True]:
        return {i: ("ask.named_card", {}) if known else _ANOTHER for i, known in heard.items()}
    return {}


def _by_steps(asked: Asked, group: Sequence[int]) -> Mapping[int, Suffix]:
    """What is said of the steps that go with each, by number; nothing of one with the fewest."""
    kept = {i: _kept(asked, i) for i in group}
    said: dict[int, Suffix] = {}
    for i, steps in kept.items():
        if (more := max(kept.values()) - steps) > 0:
            does = "more" if asked.showing.matches[i].candidate is None else "less"
            said[i] = (f"ask.step_{does}" if more == 1 else f"ask.steps_{does}", {"n": str(more)})
    return said


def _card(game: OpenGame, asked: Asked, n: int) -> str | None:
    """The card that a reading was played with, as a param."""
    match = asked.showing.matches[n] if n < len(asked.showing.matches) else None
    prelude = match.candidate.prelude if match and match.candidate else None
    cards = game.presenter.cards
    return cards.in_words(cards.value(prelude)) if prelude is not None and cards else None


def _is_named(asked: Asked, n: int) -> bool | None:
    """Whether people have named the card of a reading, or it is only guessed; None without one."""
    match = asked.showing.matches[n] if n < len(asked.showing.matches) else None
    candidate = match.candidate if match else None
    group = asked.options[n] if n < len(asked.options) else ()
    if candidate is None or candidate.prelude is None or not group:
        return None
    log = group[0].log
    steps = [step for step in log if step.text == candidate.prelude.text]
    before = [a for a, b in pairwise(log) if a in steps and b.text == candidate.action.text]
    return not (before or steps)[-1].inferred if steps else None


def _kept(asked: Asked, n: int) -> int:
    """How many steps of the game stand in a reading."""
    group = asked.options[n] if n < len(asked.options) else ()
    return len(group[0].log) if group else 0
