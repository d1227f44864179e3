"""The sentences for games whose tokens are no marbles: ``Take the car off …``.

A presenter names its pawn, and the sentences that have a form for it; nothing else changes.
"""

from __future__ import annotations

import msgspec

from companion.games.presenter import Presenter
from companion.games.presenter import voiced as in_form
from companion.model.message import Message
from companion.model.view import Ask, Doubt, Option, Owed, Prompt, Reason, View


def voiced(view: View, presenter: Presenter) -> View:
    """The view with every sentence in its form for that game's pawn."""
    if not presenter.pawn:
        return view
    voice = _Voice(presenter)
    return msgspec.structs.replace(
        view,
        prompt=voice.prompt(view.prompt),
        watched=None if view.watched is None else voice.prompt(view.watched),
        reason=None if view.reason is None else voice.reason(view.reason),
        ask=None if view.ask is None else voice.ask(view.ask),
        owed=tuple(map(voice.debt, view.owed)),
        called_for=tuple(map(voice.debt, view.called_for)),
        notice=voice.may(view.notice),
        doubts=tuple(map(voice.doubt, view.doubts)),
    )


class _Voice:
    """The messages in one presenter's voice."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter

    def say(self, message: Message) -> Message:
        """The message, and those within it, in the form for the pawn if there is one."""
        return in_form(self._presenter, message)

    def may(self, message: Message | None) -> Message | None:
        """The same for a message that may be missing."""
        return None if message is None else self.say(message)

    def prompt(self, prompt: Prompt) -> Prompt:
        """The prompt with both lines in that form."""
        return msgspec.structs.replace(
            prompt, message=self.say(prompt.message), support=self.may(prompt.support)
        )

    def reason(self, reason: Reason) -> Reason:
        """The reason with headline and detail in that form."""
        return msgspec.structs.replace(
            reason, message=self.say(reason.message), detail=self.may(reason.detail)
        )

    def ask(self, ask: Ask) -> Ask:
        """The question and its answers in that form."""
        return msgspec.structs.replace(
            ask, message=self.say(ask.message), options=tuple(map(self.option, ask.options))
        )

    def option(self, option: Option) -> Option:
        """One answer in that form."""
        return msgspec.structs.replace(option, message=self.say(option.message))

    def debt(self, debt: Owed) -> Owed:
        """One debt in that form."""
        return msgspec.structs.replace(debt, message=self.say(debt.message))

    def doubt(self, doubt: Doubt) -> Doubt:
        """One doubt in that form."""
        return msgspec.structs.replace(doubt, message=self.say(doubt.message))
