"""How much help the table gives now (PP-23): its own level, or that of whoever is to act."""

from __future__ import annotations

from companion.table.moment import Moment


def assistance(moment: Moment) -> str:
    """The level that all who may act now want; that of the table where they differ."""
    usual = moment.settings.assistance
    own = () if moment.game is None else moment.game.options.get("help") or ()
    if not own:
        return usual
    wanted = {(own[seat] if seat < len(own) else "") or usual for seat in moment.seen_acting}
    return wanted.pop() if len(wanted) == 1 else usual
