"""The sentence on top of the page, the line under it, and the key that says No to it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.model.message import Message
from companion.model.view import View
from companion_web.drawing.board import Say

from .clock_view import Clock
from .race_view import word

ASKS_FOR_CARD = ("prompt.card_laid", "prompt.card_support")
"""Lines that only say how to tell a card."""
NAMELESS: Final = frozenset(
    (
        "correction.done",
        "notice.resumed",
        "notice.edited",
        "notice.edited.car",
        "notice.kept",
        "notice.card_stays",
        "notice.card_void",
    )
)
"""Second lines that name the player to act; ``KEY_plain`` is the same without the name."""


class Said(Struct, frozen=True):
    """The sentence on top. ``rule`` only of a refusal; ``sign``: ``plug``, ``clock``, ``ask``, or
    ``disc`` for that of the colour."""

    text: str
    support: str
    mood: str
    colour: str
    sign: str
    rule: str | None = None


class Denial(Struct, frozen=True):
    """The key beside what the table thinks happened: the move's number, its word, what it says."""

    move: int
    text: str
    label: str


def prompt_shown(view: View, clock: Clock | None, say: Say, *, face_down: bool = False) -> Said:
    """The table's sentence.

    News comes before a hint, but not before what a wrong board asks for. Where the cards that a
    question is about lie ``face_down``, it says how to see them.
    """
    prompt, reason = view.prompt, view.reason
    told = view.thought.message if _thinks(view) and view.thought else _news(view)
    support = say(_named_once(told, prompt.message)) if told else ""
    if face_down and prompt.mood in ("say", "ask"):
        support = word(say, "face_down", hands=word(say, "hands"))
    if prompt.mood == "link":
        sign = "plug"
    elif clock and view.window and not prompt.colour:
        sign = "clock"
    else:
        sign = "ask" if prompt.mood == "ask" and not prompt.colour else "disc"
    if reason is None:
        return Said(say(prompt.message), support, prompt.mood, prompt.colour, sign)
    support = support or word(say, "arrow_support")
    return Said(say(reason.message), support, "refusal", prompt.colour, sign, reason.rule or "")


def denial_shown(view: View, say: Say) -> Denial | None:
    if view.thought is None or not _thinks(view):
        return None
    label = word(say, "deny_long", move=say(view.thought.message))
    return Denial(view.thought.move, word(say, "deny"), label)


def _named_once(below: Message, above: Message) -> Message:
    """The second line without the name that the sentence above it says already."""
    twice = below.key in NAMELESS and below.params.get("p") == above.params.get("p")
    return replace(below, key=f"{below.key}_plain") if twice else below


def _news(view: View) -> Message | None:
    news = (view.notice, view.prompt.support)
    return next((one for one in (news if view.prompt.mood == "say" else news[::-1]) if one), None)


def _thinks(view: View) -> bool:
    """Whether the second line says what the table thinks happened; whatever is to be done comes
    first.
    """
    news = _news(view)
    return view.thought is not None and (news is None or news.key in ASKS_FOR_CARD)
