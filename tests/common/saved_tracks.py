"""Tracks of the editor's tests: a sound one, and one that is half laid."""

from __future__ import annotations

import json

HAT = json.loads(
    "[[4,0],[3,0],[2,0],[1,0],[0,0],[0,1],[0,2],[0,3],[1,3],[1,4],[2,4],[3,4],[4,4],[5,4],[5,3],"
    "[5,2],[6,2],[7,2],[8,2],[8,1],[8,0],[7,0],[6,0],[5,0]]"
)
SOUND = {"tiles": HAT, "walls": False}
DRAFT = {"tiles": HAT[:5], "walls": False}
