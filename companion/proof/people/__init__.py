"""The hands simulator (PP-40): people at a table, in simulated time."""

from companion.proof.people.disturbances import NAMES
from companion.proof.people.tally import Job, Tally, checked, run

__all__ = ["NAMES", "Job", "Tally", "checked", "run"]
