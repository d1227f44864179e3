"""The words of refusals stand in two places: of commands in the model, of files in the store."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest
from parsed import nodes_of, tree_of

from companion.model import board_refusals as of_boards
from companion.model import refusals as of_commands
from companion.model import score_refusals as of_scores
from companion.model import seat_refusals as of_seats
from companion.model.message import Message
from companion.store import refusals as of_files
from companion.upkeep import refusals as of_upkeep
from companion.words import po_files, render
from companion.words.catalogue import FOLDERS, keys

ROOMS = ("companion", "companion_web")
ROOT_CLASS = "CommandRefused"
WORDED: Final = (of_commands, of_boards, of_scores, of_seats, of_files, of_upkeep)
ENGLISH_ONLY: Final = frozenset(
    {
        # The engine's own sentence says it.
        "no_such_board",
        # No page sends this; a program or a shell does.
        "bad_way_to_learn",
        "illegal_so",
        "more_bots",
        "more_helps",
        "more_names",
        "no_cards",
        "no_move_number",
        "no_such_count",
        "no_such_scheme",
        "nobody_named",
        "player_wish",
        "too_many_steps",
        "unknown_answer",
        "unknown_card",
        "unknown_colour",
        "unknown_level",
        "unknown_test",
        "unknown_token",
    }
)
"""Functions whose refusals have no sentence in the catalogue."""
SAMPLES: Final[dict[str, object]] = {"str": "E4", "int": 3, "bool": True, "str | None": "X-1"}


def last_name(node: ast.expr) -> str:
    """``C`` of ``C`` and of ``a.b.C``; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def kinds_of_refusals(trees: Iterable[ast.Module]) -> set[str]:
    """The names of ``CommandRefused`` and of every class below it."""
    classes = [n for tree in trees for n in nodes_of(tree) if isinstance(n, ast.ClassDef)]
    kinds: set[str] = set()
    found = {ROOT_CLASS}
    while found - kinds:
        kinds |= found
        found = {c.name for c in classes if any(last_name(base) in kinds for base in c.bases)}
    return kinds


def makes_one(tree: ast.Module, kinds: set[str]) -> bool:
    """Whether a module makes a refusal, also by a module's name or under a name of its own."""
    imports = [n for n in nodes_of(tree) if isinstance(n, ast.ImportFrom)]
    own = {a.asname for n in imports for a in n.names if a.asname and a.name in kinds}
    calls = (n for n in nodes_of(tree) if isinstance(n, ast.Call))
    return any(last_name(call.func) in kinds | own for call in calls)


def test_every_refusal_is_made_in_a_module_of_refusals(root: Path) -> None:
    trees = {
        str(path.relative_to(root)): tree_of(path)
        for room in ROOMS
        for path in (root / room).rglob("*.py")
    }
    kinds = kinds_of_refusals(trees.values())
    assert kinds >= {ROOT_CLASS, "FileRefused"}
    makers = {name for name, tree in trees.items() if makes_one(tree, kinds)}
    rooms = {f"companion/{room}/refusals.py" for room in ("model", "store", "upkeep")}
    own = {f"companion/model/{of}_refusals.py" for of in ("board", "score", "seat")}
    assert makers == rooms | own


@pytest.mark.parametrize(
    "text",
    [
        "CommandRefused('over', 'Over.')",
        "errors.CommandRefused('over', 'Over.')",
        "companion.errors.FileRefused('bad-name', 'No.')",
        "from companion.errors import CommandRefused as No\nNo('over', 'Over.')",
    ],
)
def test_a_refusal_is_found_under_any_name(text: str) -> None:
    kinds = kinds_of_refusals([ast.parse("class FileRefused(errors.CommandRefused): ...")])
    assert makes_one(ast.parse(text), kinds)
    assert not makes_one(ast.parse("except_for(CommandRefused)"), kinds)


def test_no_sentence_of_a_refusal_stands_there_twice() -> None:
    files = [Path(str(module.__file__)) for module in WORDED]
    trees = [tree_of(file) for file in files]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    said = Counter(ast.unparse(node.body[-1]) for node in functions)
    assert len(functions) > 60
    assert not {what: n for what, n in said.items() if n > 1}


def functions_of(module: ModuleType) -> list[ast.FunctionDef]:
    tree = tree_of(Path(str(module.__file__)))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_every_refusal_that_people_meet_has_a_key_in_both_languages() -> None:
    spoken = {language: set[str]() for language in ("en", "de")}
    for language, found in spoken.items():
        for folder in FOLDERS:
            found.update(po_files.catalogue(folder, language))
    unkeyed, unknown = set(), set()
    for function in (one for module in WORDED for one in functions_of(module)):
        nodes = list(ast.walk(function))
        given = [n for n in nodes if isinstance(n, ast.keyword) and n.arg == "key"]
        if not given:
            unkeyed.add(function.name)
        texts = {n.value.value for n in given if isinstance(n.value, ast.Constant)}
        unknown |= texts - spoken["en"] | texts - spoken["de"]
    assert unkeyed == ENGLISH_ONLY
    assert unknown == set()


def test_the_english_sentence_is_what_programs_read() -> None:
    """Of the keys in ``en_refused.po``, whose parts are all filled."""
    words = Path(str(inspect.getfile(po_files))).parent
    text = (words / "en_refused.po").read_text(encoding="utf-8")
    left = {line.split('"')[1] for line in text.splitlines() if line.startswith('msgid "refusal.')}
    assert len(left) > 30
    assert left <= keys("de")
    for module in (of_commands, of_boards, of_seats, of_upkeep):
        for function in functions_of(module):
            make = getattr(module, function.name)
            wanted = inspect.signature(make).parameters.values()
            if function.name in ENGLISH_ONLY or not any(
                repr(k) in ast.unparse(function) for k in left
            ):
                continue
            given = {
                p.name: SAMPLES.get(str(p.annotation), "E4") for p in wanted if p.default is p.empty
            }
            flags = [True, False] if "aside" in given else [None]
            for flag in flags:
                refused = make(**given | ({} if flag is None else {"aside": flag}))
                assert render(Message(refused.key, refused.params, refused.nested)) == str(refused)
                left.discard(refused.key)
    assert left == set()
