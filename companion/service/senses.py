"""The way of the sensors' news to the table: recorded, counted and debounced."""

from __future__ import annotations

from companion.boards.debounced import Debounced
from companion.model.ports import OwnedTable, Recorder
from companion.upkeep.sensor_record import Upkeep

from .inbox import Come, Item, Job, Remark, Stop


class Senses:
    """Hands sensor events to recorder, sensor record and table. Only the loop's thread calls it.

    ``debounce``  between the sensors and the table; ``timers.py`` gives what it holds back
    """

    def __init__(
        self, table: OwnedTable, debounce: Debounced, upkeep: Upkeep, recorder: Recorder | None
    ) -> None:
        self._table = table
        self._debounce = debounce
        self._upkeep = upkeep
        self._recorder = recorder

    def feel(self, item: Item) -> None:
        """Take a sensor event, as the queue gave it."""
        assert not isinstance(item, (Come, Job, Remark, Stop))
        if self._recorder is not None:
            self._recorder.event(item)
        self._upkeep.feel(item)
        for event in self._debounce.feed(item):
            self._table.sensors(event)

    @property
    def restless(self) -> frozenset[int]:
        """Holes that change on and on. Their changes may wait."""
        return self._debounce.restless

    def rest(self) -> None:
        """Write what was recorded, because there is nothing else to do."""
        if self._recorder is not None:
            self._recorder.flush()
