"""Files of rule cases, and how they are run; a *form* (``forms``) knows its cases by their keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .errors import EngineError, NotJson, UnreadableCases
from .forms import Case, Form, exact
from .json_text import read_json
from .registry import REGISTRY, Registry

__all__ = [
    "FORMS", "Case", "Form", "Outcome", "PositionForm", "exact", "read_cases", "run_case",
    "run_cases",
]  # fmt: skip


class PositionForm(Form):
    """``{"position", "legal", "apply", "after"}``: all legal actions, and one of them applied."""

    name = "position"
    keys = frozenset({"id", "position", "legal", "apply", "after"})

    def __init__(self, registry: Registry = REGISTRY) -> None:
        self.registry = registry

    def recognises(self, case: Case) -> bool:
        return "position" in case

    def check(self, case: Case) -> str | None:
        for key in ("position", "legal", "apply", "after"):
            if key not in case:
                return f"expected the key {key} got none"
        action = case["apply"]
        if not isinstance(action, str):
            return f"expected a text as apply got {exact(action)}"
        try:
            position = self.registry.load(case["position"])
            legal = sorted(action.text for action in position.legal())
            if exact(legal) != exact(case["legal"]):
                return f"expected {exact(case['legal'])} got {exact(legal)}"
            after = position.apply(action).position.to_json()
        except EngineError as error:
            return f"expected a position and its action {action!r} got {error.code}: {error}"
        if exact(after) != exact(case["after"]):
            return f"expected {exact(case['after'])} got {exact(after)}"
        return None


FORMS: Final[tuple[Form, ...]] = (
    PositionForm(),
    *(form for name in REGISTRY.names for form in REGISTRY.game(name).forms),
)
"""The form that any game has, and the forms that single games add."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one case: its id or its number from 1, and the failure or None."""

    name: str
    failure: str | None


def read_cases(text: bytes | str, forms: Sequence[Form] = FORMS) -> tuple[Form, list[object]]:
    """The cases of a file's content and their form; UnreadableCases says why there are none."""
    try:
        data = read_json(text)
    except NotJson as error:
        raise UnreadableCases(str(error)) from None
    cases = data.get("cases") if isinstance(data, dict) else None
    if not isinstance(cases, list):
        raise UnreadableCases("no object with a list of cases")
    for form in forms:
        if any(isinstance(case, dict) and form.recognises(case) for case in cases):
            return form, cases
    known = ", ".join(form.name for form in forms)
    raise UnreadableCases(f"cases of an unknown form; known: {known}")


def run_case(form: Form, case: object, number: int) -> Outcome:
    """Check one case; a key that the form does not know is a failure."""
    if not isinstance(case, dict):
        return Outcome(str(number), f"expected an object got {exact(case)}")
    name = case.get("id", number)
    text = name if isinstance(name, str) else exact(name)
    unknown = sorted(key for key in case if key not in form.keys)
    if unknown:
        return Outcome(text, f"expected only keys of the form {form.name} got {unknown[0]}")
    try:
        return Outcome(text, form.check(case))
    except RecursionError:
        return Outcome(text, "expected a position got one nested too deeply")


def run_cases(text: bytes | str, forms: Sequence[Form] = FORMS) -> list[Outcome]:
    """All outcomes of a file's content, in its order; UnreadableCases if it holds no cases."""
    form, cases = read_cases(text, forms)
    return [run_case(form, case, number) for number, case in enumerate(cases, 1)]
