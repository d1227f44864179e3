"""The lap chart as a page, and as the strip that the table shows below a wide board."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request
from markupsafe import Markup

from companion.model.chart import Chart, ChartCar
from companion.model.message import Message
from companion_web.access.seats import greet
from companion_web.context import web
from companion_web.drawing.lap_chart import chart_svg

from .parts import colour_name, say

charts = Blueprint("charts", __name__)

WIDE, NARROW, STRIP = 880, 336, 880
"""Widths of the drawing: on the page for desktops and for phones, below the board."""


@charts.get("/chart")
def chart() -> Response:
    """The story of the race: a drawing, a table of laps, what befell whom; 404 where there is
    none.
    """
    greet()
    made = web().table.chart()
    if made is None:
        abort(404)
    page = render_template(
        "chart.html",
        chart=made,
        wide=drawing(made, WIDE),
        narrow=drawing(made, NARROW),
        standing=standing(made),
        tell=_tell,
        lap_places=lap_places(made),
    )
    return Response(page, mimetype="text/html")


@charts.get("/chart/strip")
def strip() -> Response:
    """The drawing alone, for the table's page."""
    made = web().table.chart()
    if made is None:
        abort(404)
    width = max(280, min(request.args.get("width", STRIP, type=int), 2000))
    height = max(80, min(request.args.get("height", 200, type=int), 1000))
    return Response(drawing(made, width, height), mimetype="image/svg+xml")


def _tell(message: Message) -> str:
    return web().text(message)


def name_of(car: ChartCar) -> str:
    """The player's name with the car's colour, or the colour alone."""
    colour = colour_name(car.token)
    return f"{car.name} ({colour})" if car.name else colour


def standing(chart: Chart) -> list[ChartCar]:
    """The runners as they stand now, leader first."""
    cars = {car.token: car for car in chart.cars}
    order = chart.turns[-1].order if chart.turns else ()
    return [cars[token] for token in order if token in cars]


def lap_places(chart: Chart) -> dict[str, list[int]]:
    """Token → its place at the end of each lap; 0 where it has not done that lap."""
    return {
        car.token: [
            lap.order.index(car.token) + 1 if car.token in lap.order else 0 for lap in chart.by_lap
        ]
        for car in chart.cars
    }


def drawing(chart: Chart, width: int, height: int | None = None) -> Markup:
    """The chart as SVG, named by who leads."""
    names = ", ".join(name_of(car) for car in standing(chart))
    laps = {lap.lap: _tell(lap.label) for lap in chart.by_lap}
    return Markup(chart_svg(chart, width, say("chart.label", list=names), laps, height))
