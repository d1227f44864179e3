"""Which games are played on boards that the players lay out: an explicit list.

The one place where the editor's pages learn about games.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .course import Courses
from .race_courses import RaceCourses

COURSES: Final[Mapping[str, Courses]] = MappingProxyType(
    {courses.game: courses for courses in (RaceCourses(),)}
)
"""Courses by the game that they belong to."""
