"""FF-160: the cases of the street race's rules text."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import IllegalAction, Misfit
from ...forms import Case, Form, exact
from .cases_ops import INPUTS, outcome

ILLEGAL = {"illegal": True}
"""The whole result of something that the rules refuse."""


class StreetForm(Form):
    """``{"pos", "do": {"op", …}, "expect"}``: fragments of a race on two mats."""

    name = "street race"
    keys = frozenset({"id", "name", "cites", "note", "pos", "do", "expect"})

    def recognises(self, case: Case) -> bool:
        do = case.get("do")
        op = do.get("op") if isinstance(do, Mapping) else None
        return isinstance(op, str) and op in INPUTS

    def check(self, case: Case) -> str | None:
        do, expect = case.get("do"), case.get("expect")
        if not isinstance(do, Mapping):
            return f"expected an object as do got {exact(do)}"
        if not isinstance(expect, Mapping):
            return f"expected an object as expect got {exact(expect)}"
        try:
            got = outcome(case.get("pos"), do)
        except IllegalAction as refusal:
            if expect == ILLEGAL:
                return None
            return f"expected {exact(expect)} got {exact(ILLEGAL)}: {refusal}"
        except Misfit as error:
            return f"expected {exact(expect)} got an error: {error}"
        for key, wanted in expect.items():
            if key not in got:
                return f"expected {key} {exact(wanted)} got none"
            if exact(got[key]) != exact(wanted):
                return f"expected {key} {exact(wanted)} got {exact(got[key])}"
        return None
