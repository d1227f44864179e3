"""The hands simulator (PP-40): people at a table, in simulated time."""

from .disturbances import NAMES
from .tally import Job, Tally, checked, run

__all__ = ["NAMES", "Job", "Tally", "checked", "run"]
