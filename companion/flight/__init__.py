"""The flight recorder (PP-41): it keeps what the table was told and what came of it, for reruns."""

from .lines import (
    Flight,
    Head,
    Input,
    Line,
    Raw,
    Seen,
    Wrote,
    make_head,
    parse,
    read_flight,
    view_form,
    write_flight,
)
from .misread import Misreads, last_seconds
from .recorder import FlightRecorder
from .rerun import Rerun, differs
from .table import FlightTable

__all__ = [
    "Flight",
    "FlightRecorder",
    "FlightTable",
    "Head",
    "Input",
    "Line",
    "Misreads",
    "Raw",
    "Rerun",
    "Seen",
    "Wrote",
    "differs",
    "last_seconds",
    "make_head",
    "parse",
    "read_flight",
    "view_form",
    "write_flight",
]
