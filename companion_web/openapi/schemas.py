"""The schemas of all JSON that the web reads and writes, taken from the structs themselves."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, inspect, structs

from companion.model.choices import Choice
from companion.model.commands import New
from companion.model.message import Message
from companion.model.view import Prompt, Reason
from companion_web.api.answers import Worded

REF: Final = "#/components/schemas/{name}"
Schema = dict[str, Any]


def schemas_of(types: Sequence[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """The schema of each type, and the named ones to which they point."""
    *plain, named = msgspec.json.decode(_text(tuple(types)))
    return plain, named


@functools.cache
def _text(types: tuple[Any, ...]) -> str:
    """The same as text: types do not change while the program runs."""
    kinds = sorted(_structs([Message, *types]), key=lambda kind: str(kind.__qualname__))
    found, named = msgspec.json.schema_components([*types, *kinds], ref_template=REF)
    names = {
        kind: str(schema["$ref"]).rpartition("/")[2]
        for kind, schema in zip(kinds, found[len(types) :], strict=True)
    }
    for kind, name in names.items():
        _tidy(kind, named[name])
    _word(names, named)
    return _briefly(msgspec.json.encode([*found[: len(types)], named]).decode())


def _briefly(text: str) -> str:
    """Where two structs share a name, msgspec names the whole module: its last part will do."""
    return re.sub(r"companion\w*\.[\w.]*?(\w+\.\w+)(?=\")", r"\1", text)


def _structs(types: Iterable[Any]) -> set[Any]:
    """All structs of which these types are made."""
    found: set[Any] = set()
    todo: list[object] = list(inspect.multi_type_info(types))
    while todo:
        info = todo.pop()
        if isinstance(info, inspect.StructType):
            if info.cls in found:
                continue
            found.add(info.cls)
        todo.extend(_parts(info))
    return found


def _parts(info: object) -> Iterator[object]:
    """The types inside a type."""
    if isinstance(info, Struct):
        for name in info.__struct_fields__:
            part = getattr(info, name)
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, inspect.Type | inspect.Field):
                    yield each


def _tidy(kind: type[Struct], schema: Schema) -> None:
    """Requests leave out what is usual. Answers have all keys, and no others."""
    if "description" in schema:
        schema["description"] = " ".join(schema["description"].split())
    if kind.__struct_config__.forbid_unknown_fields:
        return
    schema["additionalProperties"] = False
    if not kind.__struct_config__.omit_defaults:
        fields = structs.fields(kind)
        schema["required"] = [one.encode_name for one in fields if one.default is not UNSET]
        for each in schema["properties"].values():
            each.pop("default", None)


def _word(names: dict[type[Struct], str], named: dict[str, Schema]) -> None:
    """Sentences have their words beside them (``companion.words.worded_view``)."""
    worded = msgspec.json.schema(Worded)["$defs"]["Worded"]["properties"]
    named[names[Message]] |= {"properties": worded, "required": list(worded)}
    for kind in (Prompt, Reason):
        if kind in names:
            schema = named[names[kind]]
            rest = {key: each for key, each in schema["properties"].items() if key != "message"}
            schema["properties"] = {**worded, **rest}
            schema["required"] = [*worded, *rest]
    if Choice in names:
        schema = named[names[Choice]]
        schema["properties"]["kind"] = {"enum": ["move", "swap", "split"]}
        schema["required"].append("kind")
    if New in names:  # a field that only some game has may stand beside the others
        named[names[New]]["additionalProperties"] = True
