"""One sentence for people, as a key of the catalogue."""

from __future__ import annotations

from msgspec import Struct, field


class Message(Struct, frozen=True):
    """One sentence for people: key of the catalogue and its named parts.

    A param whose text begins with ``@`` names another message key (``@colour.A``, ``@hole.track``)
    that is rendered first; a number may follow it (``@colour.A 2``). ``nested`` carries messages
    that need parts of their own.
    """

    key: str
    params: dict[str, str] = field(default_factory=dict)
    nested: dict[str, Message] = field(default_factory=dict)
