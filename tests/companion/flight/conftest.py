"""The table's rig and the toy game can be imported by name from these tests too."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in (HERE, HERE.parent / "table", HERE.parent.parent / "toy"):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
