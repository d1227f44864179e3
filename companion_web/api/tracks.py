"""The JSON of the track editor: looks at a track, makes one by chance, keeps named ones."""

from __future__ import annotations

import random
from typing import Any, Final

from flask import Blueprint, Response, request
from msgspec import Struct

from companion_web.context import web
from engine.errors import BadConfig

from .answers import DicedTrack, Kept, KeptTrack, SketchedTrack, Tracks
from .described import described
from .keepers import need_keeper
from .kept_names import Named, name_routes
from .schema import read
from .table import reply
from .track_views import (
    all_tracks,
    find,
    need_own_track,
    read_course,
    sketch_json,
    the_courses,
    unfit,
)

tracks_api = Blueprint("tracks_api", __name__, url_prefix="/api/tracks")
NAMED: Final = Named(lambda: web().shelf, need_own_track)


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tracks/look`` and ``…/dice``: a track, sound or not."""

    track: Any


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tracks/surprise``: what the track by chance shall have."""

    wishes: dict[str, Any]


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """``PUT /api/tracks/NAME``: ``seen`` is the mark of the track that may be replaced."""

    track: Any
    seen: str | None = None


@tracks_api.get("")
@described(Tracks, whoever=True)
def listed() -> Response:
    """Every track: name, whether it can be raced on, or why it cannot be read."""
    tracks = [
        {
            "name": track.name,
            "label": track.label,
            "sound": track.sound,
            "facts": track.facts,
            "broken": track.broken or None,
        }
        for track in all_tracks()
    ]
    return reply({"tracks": tracks})


@tracks_api.post("/look")
@described(SketchedTrack, takes=Look, whoever=True)
def look() -> Response:
    """What is wrong with a track, and its picture; keeps nothing."""
    return reply(sketch_json(read(request.get_data(), Look).track))


@tracks_api.post("/dice")
@described(DicedTrack, takes=Look, refuses=(409,), whoever=True)
def dice() -> Response:
    """What the dice of a set-up could lay on a sound track."""
    course = read(request.get_data(), Look).track
    try:
        sample = the_courses().sample(random.SystemRandom(), course)
    except BadConfig as error:
        raise unfit(error, 409) from error
    return reply({"picture": sample.picture, "text": web().text(sample.message)})


@tracks_api.post("/surprise")
@described(SketchedTrack, takes=Wishes, whoever=True)
def surprise() -> Response:
    """A sound track by chance, as ``look`` answers it."""
    wishes = read(request.get_data(), Wishes).wishes
    try:
        course = the_courses().surprise(random.SystemRandom(), wishes)
    except BadConfig as error:
        raise unfit(error) from error
    return reply(sketch_json(course))


@tracks_api.get("/<name>")
@described(KeptTrack, refuses=(404, 409), whoever=True)
def one(name: str) -> Response:
    """One track with its mark."""
    track = find(name)
    return reply({"name": track.name, "mark": track.mark, **sketch_json(track.data)})


@tracks_api.put("/<name>")
@described(Kept, takes=Keep, refuses=(404, 409))
def keep(name: str) -> Response:
    """Keep a track under that name, a draft too."""
    need_keeper()
    wish = read(request.get_data(), Keep)
    kept = web().shelf.save(name, read_course(wish.track), seen=wish.seen)
    return reply({"name": kept.name, "mark": kept.mark})


name_routes(tracks_api, NAMED)
