"""Pages as people get them: where they lead, what they weigh, how they read without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CommandRefused
from companion.games.packs import OFFERS, words
from companion.lights.roles import Role
from companion.lights.theme import own_theme, theme_names
from companion.model import refusals
from companion.words import keys
from companion_web import context
from companion_web.pages.lights import light_samples
from companion_web.pages.rules import _path, to_html
from companion_web.words.texts import words_of
from hardware.ports import Motion

TWO = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
SIX = {**TWO, "players": [[c] for c in "ABCDEF"]}
KB = 1000
STATIC = Path(__file__).resolve().parents[2] / "companion_web" / "static"


class Checker(HTMLParser):
    """Collects ids, and holds that every element that must be closed is."""

    VOID = frozenset(
        (
            *("meta", "link", "input", "br", "img", "hr", "wbr"),
            *("circle", "path", "use", "stop", "rect", "line"),
        )
    )

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.unlabelled: list[str] = []
        self.open: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag in ("h1", "h2"):
            self.headings.append(tag)
        if tag == "svg" and not {"aria-hidden", "aria-label"} & set(found):
            self.unlabelled.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open, f"</{tag}> closes nothing"
            last = self.open.pop()
            assert last == tag, f"</{tag}> closes <{last}>"


def test_the_root_is_the_first_page_until_a_game_is_open(
    make_table: Any, make_app: Any, make_browser: Any
) -> None:
    table = make_table()
    browser = make_browser(make_app(table))
    for path in ("/", "/table"):
        page = browser.get(path)
        assert page.status_code == 200
        assert page.text.count('data-key="play"') == 1
        assert 'data-hole="Ap1" data-token="A"' in page.text
        assert page.text.count("button honey") == 1
    browser.post("/api/commands", {"command": "new", **TWO})
    assert browser.get("/").status_code == 200


@pytest.mark.parametrize(
    "path", ["/new", "/new?step=2&count=6&teams=2", "/join", "/menu", "/rules", "/lights", "/nope"]
)
def test_pages_are_well_formed_with_one_title_and_one_main_button(browser: Any, path: str) -> None:
    text = browser.get(path).text
    checker = Checker()
    checker.feed(text)
    assert not checker.open
    assert len(checker.ids) == len(set(checker.ids))
    assert checker.headings.count("h1") == 1
    assert not checker.unlabelled
    assert '<html lang="en"' in text
    if "/new" not in path:
        assert text.count("button honey") <= 1
    assert not re.search(
        r"wizard\.|join\.|menu\.|error\.|lights\.[a-z]+\b(?!\.css)", _visible(text)
    )


def _visible(text: str) -> str:
    """The page without its tags."""
    return re.sub(r"<[^>]*>", " ", text)


def with_imports(files: set[Path]) -> set[Path]:
    """These files and every script that they bring along."""
    found = set(files)
    while files:
        named = ((file, re.findall(r'from "\./([\w.]+)"', file.read_text())) for file in files
                 if file.suffix == ".js")  # fmt: skip
        files = {file.with_name(name) for file, names in named for name in names} - found
        found |= files
    return found


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/new?count=6", 150 * KB),
        ("/new?count=6&each=1&board=hex", 150 * KB),
        ("/join", 150 * KB),
        ("/", 150 * KB),
        ("/sets/new?like=sample", 40 * KB),
        ("/menu", 40 * KB),
        ("/rules", 40 * KB),
        ("/rules/fast_track/classic", 40 * KB),
        ("/rules/fast_track/butterfly", 40 * KB),
        ("/lights", 40 * KB),
        ("/nope", 40 * KB),
    ],
)
def test_pages_stay_within_their_budget_with_styles_and_scripts(
    make_table: Any, make_app: Any, make_browser: Any, path: str, most: int
) -> None:
    """What a phone has to load before the page works: its text, styles, and every script."""
    browser = make_browser(make_app(make_table(SIX)))
    text = browser.get(path).text
    files = {STATIC / name for name in re.findall(r'(?:href|src)="/static/([^"]+)"', text)}
    sheet = re.search(r'href="(/lights\.css[^"]+)"', text)
    assert sheet is not None
    wanted = [path, sheet[1]]
    wanted += [f"/static/{file.relative_to(STATIC)}" for file in with_imports(files)]
    gzip = {"Accept-Encoding": "gzip"}
    weight = sum(len(browser.get(each, headers=gzip, buffered=True).data) for each in wanted)
    assert weight <= most


@pytest.mark.parametrize(
    ("path", "method", "status", "title"),
    [
        ("/nope", "GET", 404, "Nothing here"),
        ("/menu", "POST", 403, "Not yours to do"),
        ("/rules/fast_track/none", "GET", 404, "Nothing here"),
        ("/rules/none/classic", "GET", 404, "Nothing here"),
        ("/rules/pictures/..%2fREADME.md", "GET", 404, "Nothing here"),
        ("/rules/pictures/none.svg", "GET", 404, "Nothing here"),
    ],
)
def test_errors_have_one_page_title_sentence_button(
    browser: Any, path: str, method: str, status: int, title: str
) -> None:
    answer = browser.client.open(path, method=method)
    assert answer.status_code == status
    assert f"<h1>{title}</h1>" in answer.text
    assert answer.text.count('class="button') == 1


@pytest.mark.parametrize("refusal", [refusals.starting(), refusals.closing()])
def test_who_reloads_during_a_restart_is_led_back_without_a_tap(
    app: Any, table: Any, monkeypatch: pytest.MonkeyPatch, refusal: CommandRefused
) -> None:
    script = app.test_client()
    assert "Refresh" not in script.get("/").headers

    def away(*_: object) -> None:
        raise refusal

    monkeypatch.setattr(table, "view", away)
    answer = script.get("/")
    assert (answer.status_code, answer.headers["Refresh"]) == (503, "3")
    assert "Refresh" not in script.get("/nope").headers


def test_a_form_is_refused_with_the_sentence_of_the_table(browser: Any) -> None:
    answer = browser.submit("/form/command", {"command": "act", "action": "X-A0"})
    assert answer.status_code == 409
    assert "X-A0 cannot be played now." in answer.text
    assert "Rule FT-9" in answer.text
    missing = browser.submit("/form/command", {"command": "fly"})
    assert missing.status_code == 400
    assert "fly" in missing.text


def test_a_whole_turn_by_forms_alone(browser: Any, table: Any) -> None:
    for fields in ({"command": "card", "card": "6"}, {"command": "act", "action": "Ap-A9"}):
        answer = browser.submit("/form/command", fields)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert table.position.to_json()["marbles"]["A"][-1] == "A9"
    assert browser.submit("/form/command", {"command": "undo", "steps": "1"}).status_code == 303
    assert table.position.to_json()["card"] == "6"


def test_hands_by_form(browser: Any, table: Any) -> None:
    assert browser.submit("/form/hands", {"do": "lift", "hole": "Ap1"}).status_code == 303
    assert table.hands.in_hand() == ("A",)
    assert browser.submit("/form/hands", {"do": "put", "hole": "Ap1"}).status_code == 303
    assert browser.submit("/form/hands", {"do": "throw", "hole": "A9"}).status_code == 400
    assert browser.submit("/form/hands", {"do": "lift", "hole": "A9"}).status_code == 409


def test_the_theme_is_kept_in_a_cookie(browser: Any) -> None:
    assert "data-theme" not in browser.get("/menu").text
    answer = browser.submit("/theme", {"theme": "light"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/menu")
    for path in ("/menu", "/", "/new"):
        assert 'data-theme="light"' in browser.get(path).text
    browser.submit("/theme", {"theme": "system"})
    assert "data-theme" not in browser.get("/menu").text
    assert browser.submit("/theme", {"theme": "pink"}).status_code == 400


@pytest.mark.parametrize(
    ("referrer", "target"),
    [
        ("http://localhost/rules", "/rules"),
        ("http://evil.example/x", "/menu"),
        ("http://localhost//evil.example", "/menu"),
    ],
)
def test_the_theme_leads_back_only_to_pages_of_ours(
    browser: Any, referrer: str, target: str
) -> None:
    answer = browser.client.post(
        "/theme",
        data={"theme": "dark", "csrf_token": browser.csrf},
        headers={"Referer": referrer},
    )
    assert answer.headers["Location"] == target


def test_pages_and_views_speak_the_language_that_the_browser_asks_for(browser: Any) -> None:
    wish = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
    page = browser.client.get("/menu", headers=wish).text
    assert '<html lang="de"' in page
    assert "Nach dem Brett sehen" in page
    view = browser.client.get("/api/table", headers=wish).json
    assert view["prompt"]["key"] == "prompt.card"
    assert view["prompt"]["text"] == "Rot, welche Karte hast du gespielt?"
    stream = browser.client.get("/api/stream", headers=wish)
    event = next(part for part in stream.response if b"event: view" in part)
    assert "welche Karte hast du gespielt" in event.decode()
    stream.close()
    for other in ({}, {"Accept-Language": "fr"}, {"Accept-Language": "*"}):
        assert '<html lang="en"' in browser.client.get("/menu", headers=other).text


def test_the_language_chosen_on_the_menu_page_outweighs_the_browser(browser: Any) -> None:
    assert browser.submit("/language", {"language": "de"}).status_code == 303
    for path in ("/menu", "/", "/new", "/join", "/rules", "/lights", "/service", "/nowhere"):
        assert '<html lang="de"' in browser.get(path).text, path
    browser.submit("/language", {"language": "auto"})
    assert '<html lang="en"' in browser.get("/menu").text
    assert browser.submit("/language", {"language": "tlh"}).status_code == 400


def test_rule_sheets_are_served_with_every_anchor_and_picture(browser: Any, root: Path) -> None:
    for game, offer in OFFERS.items():
        for sheet in offer.rules:
            source = _path(root / "docs" / "rules", game, sheet.name).read_text("utf-8")
            page = browser.get(f"/rules/{game}/{sheet.name}").text
            for anchor in re.findall(r'<a id="([\w-]+)">', source):
                assert f'id="{anchor}"' in page
            assert "&lt;a " not in page
            for picture in re.findall(r'src="(/rules/pictures/[^"]+)"', page):
                answer = browser.get(picture)
                assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_rule_sheets_let_no_markup_through_but_anchors() -> None:
    html = to_html('<b onclick="x">a</b> `<i>` [x](javascript:y) [w](../x.md) <a id="FT-1"></a>')
    assert set(re.findall(r"<[^>]+>", html)) == {
        *("<p>", "</p>", "<code>", "</code>", '<a id="FT-1" class="anchor">', "</a>")
    }
    assert "w" in html


def test_tables_of_rule_sheets_scroll_by_themselves() -> None:
    html = to_html("|a|b|\n|-|-|\n|1|`2`|")
    assert html.startswith('<div class="table-scroll"><table>')
    assert "<td><code>2</code></td>" in html


def test_every_light_has_a_sample_and_its_words() -> None:
    told = words_of("en")
    for name in theme_names():
        _, samples = light_samples(own_theme(name), "en")
        assert [sample.role for sample in samples] == [role.value for role in Role]
        for sample in samples:
            assert f"lights.{sample.role}" in told
            assert f"lights.{sample.role}.look" in told
            assert sample.colour in told.values()
            assert "lights.motion" not in sample.motion
            assert str(sample.picture).startswith("<svg")
            assert f"pixel role-{sample.role}" in sample.picture
    assert {f"lights.motion.{motion.name.lower()}" for motion in Motion} <= set(told)


def test_every_text_that_a_template_asks_for_is_in_the_catalogue(root: Path) -> None:
    told = words_of("en")
    asked: set[str] = set()
    for path in (root / "companion_web" / "templates").rglob("*.html"):
        asked |= set(re.findall(r"""\bsay\(["']([\w.]+)["'][,)]""", path.read_text("utf-8")))
    assert len(asked) > 40
    assert asked <= set(told)


def test_every_offer_has_its_words() -> None:
    for game, offer in OFFERS.items():
        wanted = [f"game.{game}", *(f"board.{kind}" for s in offer.rules for kind in s.boards)]
        for sheet in offer.rules:
            wanted += [f"rules.{game}.{sheet.name}", f"rules.{game}.{sheet.name}.line"]
        assert set(wanted) <= keys()
    assert words("rules.none.house_rules") == "House rules"
    assert words("game.fast_track", "xx") == "Fast Track"


def test_a_seat_by_name_and_free_seats_on_the_join_page(
    app: Any, make_browser: Callable[..., Any]
) -> None:
    page = make_browser(app).get("/join", base_url="http://board.local").text
    assert page.count('name="seat"') == 2
    assert ">Red<" in page
    assert 'aria-label="http://board.local/join"' in page
    assert "board.local<wbr>/join" in page


def test_the_menu_is_in_the_order_in_which_it_is_used(browser: Any) -> None:
    """What concerns the board comes last, under its own heading."""
    text = browser.get("/menu").text
    rows = re.findall(r'<a class="row" href="([^"]+)"', text)
    order = ["/", "/join", "/night", "/history", "/players", "/tv", "/new", "/house"]
    order += ["/rules", "/lights", "/sensors", "/service", "/host"]
    assert rows == [path for path in order if path in rows]
    assert {"/", "/join", "/new", "/rules", "/lights", "/host"} <= set(rows)
    assert all(browser.get(path).status_code == 200 for path in rows)
    assert text.index("/theme") < text.index("The board") < text.index('href="/service"')


def test_one_script_puts_the_parts_into_the_texts() -> None:
    """It knows the form for one and the form for more, so no other script may fill a text."""
    scripts = (STATIC / "js").glob("*.js")
    fill = {path.name for path in scripts if r"\{(\w+)\}" in path.read_text("utf-8")}
    assert fill == {"filled.js"}


@pytest.mark.parametrize("page", ["/", "/join", "/tv"])
@pytest.mark.parametrize(
    ("host", "open_to_phones", "own", "shown"),
    [
        ("localhost:8080", False, "192.168.7.1", "To let them in, start Trackside with"),
        ("[::1]:8080", True, None, "This machine is in no network"),
        ("127.0.0.1:8080", True, "192.168.7.1", 'aria-label="http://192.168.7.1:8080/'),
        ("board.local", False, None, 'aria-label="http://board.local/'),
    ],
)
def test_no_code_is_shown_that_no_phone_can_use(
    make_table: Callable[..., Any],
    make_app: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    host: str,
    open_to_phones: bool,
    own: str | None,
    shown: str,
) -> None:
    monkeypatch.setattr("companion_web.context.own_address", lambda: own)
    app = make_app(make_table(), open_to_phones=open_to_phones)
    if page == "/join":
        game = {"game": "fast_track", "rules": "classic", "board": "hex", "players": [["A"], ["D"]]}
        app.test_client(use_cookies=False).post("/api/commands", json={"command": "new", **game})
    said = app.test_client().get(page, base_url=f"http://{host}").text
    assert shown in said
    assert ('class="qr"' in said) is ("aria-label" in shown)


def test_the_language_of_an_answer_is_looked_up_once(
    browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def of_request(default: str) -> str:
        asked.append(default)
        return "de"

    monkeypatch.setattr(context, "of_request", of_request)
    assert "Fast Track" in browser.get("/rules").text
    assert asked == ["en"]
