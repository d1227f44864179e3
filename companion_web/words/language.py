"""The language of an answer: chosen on the menu page, else the browser's, else the service's."""

from __future__ import annotations

from typing import Final

from flask import request

from companion.words import LANGUAGES

COOKIE: Final = "trackside_language"
AS_BROWSER: Final = "auto"
CHOICES: Final = (AS_BROWSER, *LANGUAGES)
"""What the menu page offers."""


def choice() -> str:
    """What this browser chose on the menu page."""
    wanted = request.cookies.get(COOKIE, AS_BROWSER)
    return wanted if wanted in CHOICES else AS_BROWSER


def of_request(default: str) -> str:
    """The language to answer this request in. ``default``: for whoever asks for none of ours."""
    chosen = choice()
    if chosen != AS_BROWSER:
        return chosen
    return request.accept_languages.best_match(LANGUAGES, default) or default
