"""A card's face in words: one word for its key, what it does, when, for what, and its star."""

from __future__ import annotations

from companion.model.hand import HeldCard
from companion.model.message import Message
from engine.games.street_race.content import ACTION, CREW, MOD, REACTION, Card, Effect

from .schematic import signed


def face(card_id: str, card: Card) -> HeldCard:
    """The face of a card."""
    return HeldCard(
        card_id,
        card.name,
        card.type,
        word=_word(card),
        effect=_effect(card),
        when=_when(card),
        cost=_cost(card),
        star=int(card.style),
    )


def _word(card: Card) -> Message:
    if card.type == CREW:
        skills = (str(n).replace("-", "−") for n in (card.drive, card.fixit))
        return Message("street.card.number", {"n": " · ".join(skills)})
    if card.type == MOD:
        if card.bonus:
            return Message("street.card.number", {"n": signed(card.bonus[0].n)})
        return Message("street.card.word.mod")
    first = card.do[0] if card.do else None
    if first is None:
        return Message("street.card.word.manual")
    if first.op == "test_mod":
        return Message("street.card.number", {"n": signed(first.n)})
    return Message(f"street.card.word.{first.op}")


def _effect(card: Card) -> tuple[Message, ...]:
    if card.type == CREW:
        told = {"n": signed(card.drive), "m": signed(card.fixit)}
        return (Message("street.card.drives", told),)
    if card.type == MOD:
        bonuses = (
            Message(
                f"street.card.bonus.{bonus.to}",
                {"n": signed(bonus.n), "use": f"@street.card.use.{bonus.when or 'always'}"},
            )
            for bonus in card.bonus
        )
        return tuple(bonuses) or (Message("street.card.looks"),)
    told_of = [_does(effect) for effect in card.do]
    free = any(not effect.test for effect in card.do)
    return (*told_of, *([Message("street.card.no_test")] if free else []))


def _does(effect: Effect) -> Message:
    number = signed(effect.n) if effect.op == "test_mod" else str(effect.n)
    return Message(
        f"street.card.do.{effect.op}", {"who": f"@street.card.who.{effect.who}", "n": number}
    )


def _when(card: Card) -> Message:
    if card.type == REACTION and card.on is not None:
        return Message(f"street.card.on.{card.on.replace('.', '_')}")
    return Message("street.card.when.turn" if card.type == ACTION else "street.card.when.curb")


def _cost(card: Card) -> Message:
    if card.cost_style:
        return Message("street.card.cost.style", {"n": str(card.cost_style)})
    return Message("street.card.cost.free" if card.type == REACTION else "street.card.cost.action")
