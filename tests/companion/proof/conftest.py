"""The toy game and the rehearsal under test can be imported by name from the tests of proofs."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in (HERE, HERE.parent.parent / "toy"):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
