"""Reasons that the engine or the system gives, as messages that both languages can say."""

from __future__ import annotations

from typing import Any, Final

from engine.told import Quoted, Told

from .message import Message

WRONG: Final = "data.wrong."
QUOTED: Final = "data.quoted"
"""A text of a file, in the quotation marks of the language."""
PLACE: Final = "data.place."


def as_message(told: str) -> Message:
    """A sentence of the engine or of the system; one without a key stays as it is."""
    if isinstance(told, Quoted):
        return Message(QUOTED, {"text": _literal(told.bare)})
    if not isinstance(told, Told):
        return Message("data.as_it_is", {"text": _literal(told)})
    plain = {name: part for name, part in told.params.items() if not _is_told(part)}
    params = {name: _literal(part) for name, part in plain.items()}
    if "one" in params:
        params["one"] = f"@{PLACE}{params['one']}"
    if "token" in params:
        params["token"] = f"@colour.{params['token']}"
    nested = {name: as_message(part) for name, part in told.params.items() if _is_told(part)}
    return Message(WRONG + told.key, params, nested)


def because(why: object) -> dict[str, Any]:
    """The reason ``why`` as a nested message of a refusal."""
    text = why.args[0] if isinstance(why, Exception) and why.args else why
    return {"why": as_message(text if isinstance(text, str) else str(why))}


def _is_told(part: str) -> bool:
    return isinstance(part, Told | Quoted)


def _literal(text: str) -> str:
    """A text of a file, in which a leading ``@`` names no message."""
    return f"@{text}" if text.startswith("@") else text
