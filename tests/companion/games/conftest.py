"""The table's rig serves the presenters' tests too."""

from __future__ import annotations

import sys
from pathlib import Path

RIG = Path(__file__).resolve().parent.parent / "table"
if str(RIG) not in sys.path:
    sys.path.append(str(RIG))
