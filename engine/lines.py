"""The JSON Lines front of the engine (``trackside engine``): each line asks, each line answers.

>>> answer('{"id": 7, "op": "legal", "position": 5}')
'{"id": 7, "error": {"code": "malformed", "message": "position: an object is needed, not 5"}}'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import BinaryIO, Final

from .action import Action
from .errors import EngineError, Malformed, NotJson, UnknownGame, UnknownOp
from .game import Position
from .json_text import read_json
from .perft import perft
from .registry import REGISTRY, Registry

DEEPEST: Final = 100
"""Largest ``depth`` of op perft."""

Request = Mapping[str, object]


def serve(source: BinaryIO, sink: BinaryIO, registry: Registry = REGISTRY) -> None:
    """Answer each line of ``source`` on ``sink``, in order and flushed; blank lines get none."""
    for line in source:
        if line.strip():
            sink.write(answer(line, registry).encode("ascii") + b"\n")
            sink.flush()


def answer(line: bytes | str, registry: Registry = REGISTRY) -> str:
    """The answer to one request as one line of JSON. Whatever comes in, an answer goes out."""
    name: object = None
    try:
        request = parse(line)
        name = request.get("id")
        return _text({"id": name, **respond(request, registry)})
    except EngineError as error:
        return _failure(name, error.code, str(error))
    except RecursionError:
        return _failure(None, Malformed.code, "nested too deeply")
    except Exception as error:
        # The front is the last line: a fault of ours is reported, and the next request is served.
        return _failure(name, "internal-error", f"{type(error).__name__}: {error}")


def _text(value: object) -> str:
    return json.dumps(value, allow_nan=False)


def _failure(name: object, code: str, message: str) -> str:
    try:
        return _text({"id": name, "error": {"code": code, "message": message}})
    except (RecursionError, ValueError):
        return _text({"id": None, "error": {"code": code, "message": message}})


def parse(line: bytes | str) -> dict[str, object]:
    """The request as an object; Malformed for anything else (``json_text`` says what).

    Half a character passes: an id is any JSON value, and answers are ASCII.
    """
    try:
        value = read_json(line, halves=True)
    except NotJson as error:
        raise Malformed(error.alone) from None
    if not isinstance(value, dict):
        raise Malformed("a request is a JSON object")
    return value


def respond(request: Request, registry: Registry = REGISTRY) -> dict[str, object]:
    """The answer's keys without ``id``; EngineError says what is wrong with the request."""
    op = need(request, "op", str, "a text")
    assert isinstance(op, str)
    handler = OPS.get(op)
    if handler is None:
        raise UnknownOp(f"op {op!r:.60} is none of {', '.join(OPS)}")
    return handler(request, registry)


def need(request: Request, key: str, kind: type | tuple[type, ...], what: str) -> object:
    """A key of the request, of this type; Malformed otherwise. A boolean is no number."""
    if key not in request:
        raise Malformed(f"{key}: missing; {what} is needed")
    value = request[key]
    if not isinstance(value, kind) or (isinstance(value, bool) and not _takes(kind, bool)):
        raise Malformed(f"{key}: {what} is needed, not {_shown(value)}")
    return value


def _takes(kind: type | tuple[type, ...], one: type) -> bool:
    return one in (kind if isinstance(kind, tuple) else (kind,))


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _position(request: Request, registry: Registry) -> Position:
    data = need(request, "position", dict, "an object")
    beside = _beside(request)
    if isinstance(data, dict) and data.get("game") in registry.names:
        for key, option in registry.game(data["game"]).beside.items():
            if key in beside:
                need(request, key, option.types, _WORDS[option.types[0]])
    return registry.load(data, beside)


def _beside(request: Request) -> dict[str, object]:
    """What is no key of every request, and so may be for the game alone."""
    return {key: value for key, value in request.items() if key not in _COMMON}


_COMMON: Final = ("id", "op", "game", "position", "hand", "action", "from", "to", "depth")


def _new(request: Request, registry: Registry) -> dict[str, object]:
    name = need(request, "game", str, "the game's name")
    assert isinstance(name, str)
    try:
        game = registry.game(name)
    except UnknownGame as unknown:
        raise EngineError(f"game: {unknown}", code="bad-config") from None
    for key, option in game.options.items():
        if key in request or option.required:
            need(request, key, option.types, _WORDS[option.types[0]])
    # Dealt hands stand beside a position here; this front does not care how they are held.
    options = {key: value for key, value in request.items() if key not in ("id", "op", "hands")}
    return {"position": game.new(options).to_json()}


_WORDS: Final = {
    str: "a text",
    list: "a list",
    int: "a number",
    dict: "an object",
    bool: "true or false",
}


def _legal(request: Request, registry: Registry) -> dict[str, object]:
    position = _position(request, registry)
    actions = position.legal()
    if "hand" in request:
        hand = _hand(request, registry.game(position.game).ranks)
        actions = [action for action in actions if not action.prelude or _card(action) in hand]
    return {"legal": sorted({action.text for action in actions}), **position.legal_notes()}


def _hand(request: Request, ranks: tuple[str, ...]) -> set[str]:
    """FT-8: the ranks held; Malformed if one is no rank."""
    cards = need(request, "hand", list, "a list of ranks")
    assert isinstance(cards, list)
    hand: set[str] = set()
    for card in cards:
        if not isinstance(card, str) or card not in ranks:
            raise Malformed(f"hand: {_shown(card)} is none of {' '.join(ranks) or 'no ranks'}")
        hand.add(card)
    return hand


def _card(action: Action) -> str | None:
    return action.params.get("card")


def _apply(request: Request, registry: Registry) -> dict[str, object]:
    action = need(request, "action", str, "a text")
    assert isinstance(action, str)
    position, events = _position(request, registry).apply(action)
    return {"position": position.to_json(), "events": [event.to_json() for event in events]}


def _explain(request: Request, registry: Registry) -> dict[str, object]:
    frm = need(request, "from", str, "a hole")
    to = need(request, "to", str, "a hole")
    assert isinstance(frm, str)
    assert isinstance(to, str)
    return _position(request, registry).explain(frm, to).to_json()


def _perft(request: Request, registry: Registry) -> dict[str, object]:
    depth = need(request, "depth", int, "a number")
    assert isinstance(depth, int)
    if not 0 <= depth <= DEEPEST:
        raise Malformed(f"depth: a number from 0 to {DEEPEST} is needed, not {_shown(depth)}")
    return {"nodes": perft(_position(request, registry), depth, spoken=True)}


def _odds(request: Request, registry: Registry) -> dict[str, object]:
    return {"odds": _position(request, registry).odds()}


def _svg(request: Request, registry: Registry) -> dict[str, object]:
    from .drawing.svg import svg

    return {"svg": svg(_position(request, registry))}


OPS: Final[Mapping[str, Callable[[Request, Registry], dict[str, object]]]] = {
    "new": _new,
    "legal": _legal,
    "apply": _apply,
    "explain": _explain,
    "perft": _perft,
    "odds": _odds,
    "svg": _svg,
}
"""The operations that people may ask of the front."""
