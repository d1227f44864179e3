"""Every player's car as everybody may see it: its faces, driver, mods, gang and style."""

from __future__ import annotations

from companion.model.drive import Sheet, SheetRow
from companion.model.message import Message
from engine.games.street_race.moment import Moment
from engine.games.street_race.pack import Car
from engine.games.street_race.play import begun

GANG, DRIVER = "gang", "driver"


def sheets(moment: Moment) -> tuple[Sheet, ...]:
    """One for each racer, the leader first; cars that are not placed yet come last."""
    pack = moment.state.pack
    placed = pack.racers()
    rest = (car for car in pack.cars.values() if car.racer and not car.col)
    return tuple(_sheet(moment, car) for car in (*placed, *rest))


def _sheet(moment: Moment, car: Car) -> Sheet:
    race, state = moment.race, moment.state
    assert car.owner is not None
    model, run = race.content.racers[car.model], begun(race, state)
    speed, complexity = model.speed, model.complexity
    if car.dmg:
        speed, complexity = speed[::-1], complexity[::-1]
    return Sheet(
        token=car.id,
        seat=race.players.index(car.owner),
        model=model.name,
        hurt=car.dmg,
        speed=speed,
        complexity=complexity,
        drive=run.driving(car, ""),
        fixit=run.fixing(car, "", gang=True),
        style=state.style.get(car.owner, 0),
        cards=len(state.hands[car.owner]),
        rows=(*_driver(moment, car), *_mods(moment, car), _gang(moment, car.owner)),
    )


def _driver(moment: Moment, car: Car) -> tuple[SheetRow, ...]:
    if car.driver is None:
        return (SheetRow(DRIVER, text=Message("street.sheet.no_driver")),)
    card = moment.race.content.by_copy[car.driver]
    return (SheetRow(DRIVER, card.name, bonus=signed(card.drive)),)


def _mods(moment: Moment, car: Car) -> tuple[SheetRow, ...]:
    content = moment.race.content
    rows = []
    for mod in car.mods:
        card = content.by_copy[mod]
        bonus = card.bonus[0] if card.bonus else None
        when = bonus and bonus.when and Message(f"street.card.use.{bonus.when}")
        rows.append(SheetRow("mod", card.name, when or None, signed(bonus.n) if bonus else ""))
    free = max(0, content.mod_slots - len(car.mods))
    rows += [SheetRow("mod", text=Message("street.sheet.free", {"n": str(free)}))] if free else []
    return tuple(rows)


def _gang(moment: Moment, owner: str) -> SheetRow:
    crew = [moment.race.content.by_copy[card] for card in moment.state.gangs[owner]]
    if not crew:
        return SheetRow(GANG, text=Message("street.sheet.no_gang"))
    names = ", ".join(card.name for card in crew)
    size = Message("street.sheet.gang", {"n": str(len(crew))})
    return SheetRow(GANG, names, size, signed(sum(card.fixit for card in crew)))


def signed(number: int) -> str:
    """A bonus as it is written: ``+2``, ``+0``, ``−1``.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '+0', '−1')
    """
    return f"{'−' if number < 0 else '+'}{abs(number)}"
