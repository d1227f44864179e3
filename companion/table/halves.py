"""Half-done actions: what is left to do after the part that stands on the board (FT-20)."""

from __future__ import annotations

from companion.recogniser.candidates import Candidate
from companion.recogniser.showing import Kind, Showing
from engine.action import Action, Displacement

Rest = tuple[Action, tuple[str, ...]]
"""An action with only the displacements that are left, and the tokens that they take."""


def left(showing: Showing | None) -> dict[Action, Rest]:
    """The actions that go on from the part that stands, each with its rest; empty without a part.

    Of two orders of the same ways, the one whose first way stands counts.
    """
    if showing is None or showing.kind not in (Kind.LIFTED, Kind.HALF):
        return {}
    found: dict[object, tuple[bool, Rest]] = {}
    for match in showing.matches:
        candidate, fit = match.candidate, match.fit
        if candidate is None or fit is None or match.world != showing.world:
            continue
        if candidate.prelude is not None or len(fit.remaining) == len(candidate.goals):
            return {}
        ways = tuple(sorted(candidate.goals)), tuple(sorted(candidate.action.params.items()))
        later = candidate.goals[0] in fit.remaining
        if ways not in found or found[ways][0] > later:
            found[ways] = later, _rest(candidate, fit.remaining)
    return {rest[0]: rest for _, rest in found.values()}


def _rest(candidate: Candidate, remaining: tuple[tuple[str, str], ...]) -> Rest:
    action = candidate.action
    ways = tuple(Displacement(frm, to) for frm, to in remaining)
    targets = {to for _, to in remaining}
    takes = tuple(item.token for item in candidate.loose if item.to and item.frm in targets)
    return Action(action.seat, action.text, ways, action.params), takes
