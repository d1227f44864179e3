"""The toy game can be imported by name from the tests of proofs."""

from __future__ import annotations

import sys
from pathlib import Path

TOY = Path(__file__).resolve().parent.parent.parent / "toy"
if str(TOY) not in sys.path:
    sys.path.append(str(TOY))
