"""The table's rig, the street's windows and its positions serve the presenters' tests too."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
for folder in (
    TESTS / "companion" / "games",
    TESTS / "companion" / "table",
    TESTS / "companion" / "flight",
    TESTS / "engine" / "games" / "street_race",
):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
