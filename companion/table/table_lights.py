"""The table's lights: what every hole means now, and how often that has changed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.lights.layers import Layer, Layers, Lit, Owner

from .beacon import Beacon
from .card_preview import Previews
from .moment import Moment
from .shown import lights


class TableLights:
    """The layers, and the lights that they make.

    ``previews``  what each held card could do, shown on its holder's page
    ``beacon``    whose marbles shine, for whoever asked where they are
    ``frames``    rises with every change of the lights, also if nothing else changes
    """

    def __init__(self) -> None:
        self._layers = Layers()
        self._lit: Mapping[str, Lit] = {}
        self.previews = Previews()
        self.beacon = Beacon()
        self.frames = 0

    @property
    def lit(self) -> Mapping[str, Lit]:
        """What every lit hole means, whatever the theme."""
        return self._lit

    @property
    def grains(self) -> int:
        """How many lights of the sand-glass are shown."""
        return len(self._layers.of(Owner.GLASS))

    def show(self, moment: Moment, *, waiting: bool) -> None:
        """Show what stands now; ``waiting``: what still stands while a dwell is awaited."""
        if waiting:
            lights.wait(moment, self._layers)
        else:
            lights.show(moment, self._layers)
            self._layers.set(Owner.BEACON, lights.beacon(moment, self.beacon.seats))
        self._lit = self._layers.merged()

    def sift(self, moment: Moment) -> None:
        """Take a change of the sand-glass alone: new lights, and nothing else to tell."""
        self._layers.set(Owner.GLASS, lights.glass(moment))
        self._lit = self._layers.merged()
        self.frames += 1

    def darken(self, moment: Moment) -> None:
        """Take the end of the beacon: new lights, and nothing else to tell."""
        self._layers.set(Owner.BEACON, lights.beacon(moment, self.beacon.seats))
        self._lit = self._layers.merged()
        self.frames += 1

    def only(self, owner: Owner, layer: Layer) -> None:
        """Show the lights of one owner, and no others (PP-21)."""
        self._layers.clear()
        self._layers.set(owner, layer)
        self._lit = self._layers.merged()

    def layer(self, owner: Owner) -> Layer:
        """What an owner shows."""
        return self._layers.of(owner)
