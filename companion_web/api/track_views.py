"""Tracks as the pages and the JSON of the editor show them: words and pictures.

Knows a game only as ``companion.games.packs`` hands it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from companion.errors import FileRefused
from companion.games.course import Courses, Sketch
from companion.games.data_words import said
from companion.games.packs import COURSES
from companion.model.message import Message
from companion.store import refusals
from companion.store.shelf import Kept
from companion_web.context import web
from companion_web.errors import WebError
from engine.errors import BadConfig

STANDARD: Final = "default"
"""The name, in addresses and fields, of the track that comes with the game."""
ROOM: Final = 1.0
"""Cells of wood that a picture shows round the road."""


@dataclass(frozen=True, slots=True)
class Track:
    """One track of the list: what stands under its name, or why it cannot be read."""

    name: str
    label: str
    data: Any = None
    mark: str = ""
    sketch: Sketch | None = None
    broken: str = ""

    @property
    def fixed(self) -> bool:
        """Whether it came with the game and stays as it is."""
        return self.name == STANDARD

    @property
    def sound(self) -> bool:
        """Whether it can be played on."""
        return self.sketch is not None and not self.sketch.flaws

    @property
    def flaws(self) -> list[str]:
        """What is wrong with it, in words."""
        return [web().text(flaw.message) for flaw in self.sketch.flaws] if self.sketch else []

    @property
    def facts(self) -> str:
        """What is worth knowing, in a line."""
        return facts_of(self.sketch) if self.sketch else ""

    @property
    def picture(self) -> Markup:
        """Its picture, a drawing by itself."""
        return Markup("") if self.sketch is None else picture(self.sketch, self.label)


def the_courses() -> Courses:
    """The game whose boards are laid out by the players; there is one."""
    return next(iter(COURSES.values()))


def facts_of(sketch: Sketch) -> str:
    """The facts of a track in one line."""
    return " · ".join(web().text(fact) for fact in sketch.facts)


def view_box(sketch: Sketch, room: float = ROOM) -> str:
    """What the drawing shows: the road and some wood round it."""
    west, south, east, north = sketch.bounds
    if west == east:
        west, south, east, north = 0, 0, 8, 4
    at = [west - room, -north - room, east - west + 2 * room, north - south + 2 * room]
    return " ".join(f"{sketch.scale * value:g}" for value in at)


def picture(sketch: Sketch, label: str) -> Markup:
    """A drawing of the road alone; the wood is the page's."""
    return Markup(
        '<svg class="track-picture" viewBox="{}" role="img" aria-label="{}">{}</svg>'
    ).format(view_box(sketch), label, Markup(sketch.picture))


def label_of(name: str) -> str:
    """A track's name for people."""
    return web().text(Message("course.standard")) if name == STANDARD else name


def find(name: str) -> Track:
    """One track; FileRefused when there is none of that name, or it cannot be read."""
    courses = the_courses()
    if name == STANDARD:
        return _track(Kept(STANDARD, courses.standard(), ""), order=True)
    kept = web().shelf.read(name)
    return _track(kept, order=True)


def all_tracks(*, order: bool = False) -> list[Track]:
    """The track that comes with the game, then the saved ones; broken ones with the reason."""
    found = [_track(Kept(STANDARD, the_courses().standard(), ""), order=order)]
    for name in web().shelf.names():
        try:
            found.append(_track(web().shelf.read(name), order=order))
        except FileRefused as refused:
            found.append(Track(name, name, broken=web().refused(refused)))
    return found


def _track(kept: Kept, *, order: bool) -> Track:
    """FileRefused, naming the file, for what is JSON but no track."""
    try:
        sketch = the_courses().sketch(kept.data, order=order)
    except BadConfig as error:
        raise refusals.no_track(f"{kept.name}.json", why(error)) from error
    return Track(kept.name, label_of(kept.name), sketch.data, kept.mark, sketch)


def unfit(error: BadConfig, status: int = 400) -> WebError:
    """The same as an error of the web, in the words of the language."""
    return WebError(why(error), code=error.code, status=status)


def why(error: BadConfig) -> str:
    """What does not fit, in the words of the language."""
    return said(error.args[0], web().text)


def read_course(data: object) -> Any:
    """A track that was sent; WebError 400 with the sentence."""
    try:
        return the_courses().read(data)
    except BadConfig as error:
        raise unfit(error) from error


def sketch_json(data: object) -> dict[str, Any]:
    """A track as the editor's script shows it; WebError 400 when it cannot be read."""
    try:
        sketch = the_courses().sketch(data)
    except BadConfig as error:
        raise unfit(error) from error
    return {
        "track": sketch.data,
        "sound": not sketch.flaws,
        "flaws": [
            {
                "code": flaw.code,
                "text": web().text(flaw.message),
                "tiles": list(flaw.pieces),
                "unfinished": flaw.unfinished,
            }
            for flaw in sketch.flaws
        ],
        "facts": facts_of(sketch),
        "picture": sketch.picture,
        "bounds": list(sketch.bounds),
        "scale": sketch.scale,
        "offers": {name: list(pieces) for name, pieces in sketch.offers.items()},
    }


def need_own_track(name: str) -> None:
    """FileRefused for the track that stays as it is."""
    if name == STANDARD:
        raise refusals.fixed_track()


def wishes_of(values: Mapping[str, str]) -> dict[str, Any]:
    """The form of a track by chance as wishes; unreadable numbers are left out."""
    wishes: dict[str, Any] = {name: name in values for name in ("walls", "wide", "pit")}
    for name in ("tiles", "chicanes"):
        if values.get(name, "").isdecimal():
            wishes[name] = int(values[name])
    return wishes
