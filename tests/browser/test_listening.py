"""For those who do not look: three questions in every foot, the browser's voice, sounds, the menu.

Headless browsers have no voices: a stand-in for ``speechSynthesis`` writes down what is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import street_views
from msgspec.structs import replace
from two_forms import first

from companion.model.commands import Where
from companion.model.view import HoleView

pytestmark = pytest.mark.needs_chromium

VOICES = """voices => {
    window.read = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, 'speechSynthesis', { configurable: true, value: {
        getVoices: () => voices, cancel() {}, addEventListener() {},
        get speaking() { return window.speaks ?? false; },
        speak(said) {
            window.reader = said;
            window.read.push([said.text, said.lang, said.voice.name]);
        },
    } });
}"""
OWN = {"name": "Own", "lang": "en-GB", "localService": True}
AFAR = {"name": "Afar", "lang": "en-US", "localService": False}
TONES = """() => {
    window.tones = [];
    const level = { setValueAtTime() {}, linearRampToValueAtTime() {},
        exponentialRampToValueAtTime() {} };
    const node = () => ({ connect: (to) => to, gain: level, frequency: {}, stop() {},
        start() { window.tones.push(this.frequency.value); } });
    window.AudioContext = class {
        state = 'running';
        constructor() { window.sound = this; }
        get currentTime() { return 0; }
        async resume() { if (window.touched) this.state = 'running'; }
        createOscillator() { if (window.broken) throw new Error('no sound'); return node(); }
        createGain() { return node(); }
    };
}"""
MORE = "before => window.read.length > before"
BOTH = """async (calls) => {
    const own = document.querySelector("script[src*='js/table.js']").src;
    const { Live } = await import(new URL('live.js', own).href);
    const [polite, alert] = [document.createElement('p'), document.createElement('p')];
    const live = new Live(polite, alert);
    for (const [call, text] of calls) live[call](text);
    while (!polite.textContent) await new Promise(requestAnimationFrame);
    return polite.textContent;
}"""
"""What a reader hears of calls that come at once."""
HEARD = "sought => (window.read ?? []).some(([text]) => text.includes(sought))"
SPOTS = """() => [...document.querySelectorAll('.spots [data-spot]')]
    .map((spot) => [spot.dataset.spot, spot.getAttribute('transform')])"""
PLACE = "hole => document.querySelector(`[data-hole='${hole}']`).getAttribute('transform')"
SAID = "sought => document.getElementById('said').textContent.includes(sought)"


def read(page: Any) -> list[list[str]]:
    """What was read so far: text, language, voice."""
    found: list[list[str]] = page.page.evaluate("window.read")
    return found


def switch(page: Any, name: str) -> None:
    """Press a switch of the table's menu."""
    page.page.click("#menu summary")
    page.page.click(f"#menu [data-{name}]")
    page.page.click("#menu summary")


def ask(page: Any, question: str) -> None:
    """Ask one of the three questions."""
    page.page.click("[data-key=more]:visible")
    page.page.click(f"[data-ask={question}]")
    page.shows("briefing")


# ------------------------------------------------------------------------------ the questions


@pytest.mark.slow
def test_without_scripts_all_that_lies_behind_the_dots_can_be_reached(
    borrow: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """It opens over the foot, also over the keys of cards, and the dots close it again."""
    page = borrow((360, 640), java_script_enabled=False)
    covered = """() => [...document.querySelectorAll('.behind-dots .button, .foot .more')]
        .filter((key) => {
            const { x, y, width, height } = key.getBoundingClientRect();
            return !key.contains(document.elementFromPoint(x + width / 2, y + height / 2))
                || Math.min(width, height) < 48 || y + height > innerHeight;
        }).map((key) => key.textContent)"""
    for name in ("card", "move", "wrong", "others"):
        stage.table.show(replace(scenes.SCENES[name], chances=1, seat=0))
        page.goto(stage.url)
        page.click(".foot .more")
        assert page.locator(".behind-dots .button").count() == 4, name
        assert page.evaluate(covered) == [], name
        page.click(".foot .more")
        assert page.locator(".behind-dots .button:visible").count() == 0, name


@pytest.mark.slow
def test_the_dots_stand_in_every_foot(
    open_page: Callable[..., Any],
    stage: Any,
    scenes: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_page(stage.url)
    seen = "() => [...document.querySelectorAll('#foot .more')].filter((e) => e.offsetWidth).length"
    for name, scene in {**scenes.SCENES, "hand": scenes.HAND, "drawing": scenes.DRAWING}.items():
        stage.table.show(scene)
        page.drawn(stage.table.seq)
        assert page.page.evaluate(seen) == 1, name
    monkeypatch.setattr(type(stage.table), "drawing", lambda _: street_views.board())
    found = street_views.scenes()
    stage.table.show(found["choose"])
    page = open_page(stage.url)
    for name, scene in found.items():
        stage.table.show(scene)
        page.drawn(stage.table.seq)
        assert page.page.evaluate(seen) == 1, name


def test_where_numbers_the_own_marbles_on_the_page_and_lights_them_on_the_board(
    open_page: Callable[..., Any], stage: Any
) -> None:
    page = open_page(stage.url)
    where = page.box()
    ask(page, "where")
    spots = page.page.evaluate(SPOTS)
    assert spots == [[str(n), page.page.evaluate(PLACE, h)] for n, h in ((1, "A9"), (2, "Ah1"))]
    told = page.page.inner_text(".answer").split("\n")
    assert told == ["1", "Red A9", "–", "beside the board", "2", "Red Ah1"]
    page.met(SAID, "Red: 1 home.")
    assert stage.table.commands == [Where()]
    assert page.box() == where
    page.page.click("[data-key=back]")
    page.shows("pad")
    assert page.page.evaluate(SPOTS) == []
    ask(page, "where")
    scene = stage.table.shown
    stage.table.show(scene)
    page.drawn(stage.table.seq)
    assert len(page.page.evaluate(SPOTS)) == 2, "the marbles stand where they stood"
    stage.table.show(replace(scene, holes={**scene.holes, "A9": HoleView("")}))
    page.drawn(stage.table.seq)
    assert page.page.evaluate(SPOTS) == []
    page.shows("pad")


def test_what_is_asked_in_anothers_turn_is_answered_until_it_is_closed(
    open_page: Callable[..., Any], stage: Any, scenes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, it went as the own turn began, without a word. It tells of what stands now."""
    mine = scenes.SCENES["card"]
    bots = replace(mine.players[1], bot="good")
    players = tuple(
        replace(bots if n == 1 else player, seat=n, to_act=n == 1)
        for n, player in enumerate(mine.players)
    )
    stage.table.show(replace(mine, seat=0, players=players, state="choose_move", legal=()))
    page = open_page(stage.url)
    ask(page, "where")
    assert len(page.page.evaluate(SPOTS)) == 2
    told = stage.table.briefing(0)
    spots = (replace(told.spots[0], hole="B3"), *told.spots[1:])
    monkeypatch.setattr(type(stage.table), "briefing", lambda *_: replace(told, spots=spots))
    stage.table.show(replace(mine, seat=0, holes={**mine.holes, "A9": HoleView("")}))
    page.drawn(stage.table.seq)
    at = page.page.evaluate(PLACE, "B3")
    page.page.wait_for_function(f"() => ({SPOTS})()[0][1] === '{at}'")
    assert page.foot == "briefing"
    page.page.click("[data-key=back]")
    page.shows("pad")


@pytest.mark.parametrize("size", first(1, [(360, 640), (768, 1024)]))
@pytest.mark.parametrize("locale", ["de", pytest.param("en", marks=pytest.mark.slow)])
def test_what_can_be_done_stands_whole_with_what_the_lights_mean(
    open_page: Callable[..., Any],
    stage: Any,
    scenes: Any,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    locale: str,
) -> None:
    """While another acts there is one sentence. The red light's line was cut by the foot's edge."""
    kind = type(stage.table)
    told = kind.briefing
    monkeypatch.setattr(
        kind,
        "briefing",
        lambda table, who: replace(told(table, who), can=told(table, who).can[:1]),
    )
    page = open_page(stage.url, size, locale=locale)
    ask(page, "can")
    page.page.wait_for_selector(".answer")
    assert not page.page.locator(".answer .legend").count(), "nothing is lit"
    step_back = page.page.locator('[data-key="back"]')
    step_back.click()
    stage.table.show(scenes.SCENES["move"])
    page.drawn(stage.table.seq)
    ask(page, "can")
    page.page.wait_for_selector(".answer .legend")
    cut = page.page.locator(".answer").evaluate("e => e.scrollHeight - e.clientHeight")
    assert cut <= 0


def test_the_questions_are_asked_and_left_by_the_keyboard_alone(
    open_page: Callable[..., Any], stage: Any
) -> None:
    page = open_page(stage.url)
    page.page.focus("[data-key=more]")
    page.page.keyboard.press("Enter")
    page.shows("more")
    assert page.page.evaluate("document.activeElement.dataset.key") == "ask-can"
    for _ in range(2):
        page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    page.shows("briefing")
    assert page.page.evaluate("document.activeElement.className") == "answer"
    told = page.page.inner_text(".answer")
    assert " ".join(told.split()) == "Dora, 5: Blue 1 to Blue 6. Max, 3: no move."
    page.met(SAID, "Dora, 5: Blue 1 to Blue 6. Max, 3: no move.")
    page.page.keyboard.press("Escape")
    page.shows("pad")


def test_who_only_looks_on_is_asked_nothing_more(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    """Whoever has no seat in a dealt game may ask, and cannot stop the game."""
    game = replace(scenes.SCENES["others"].game, hands="virtual")
    taken = tuple(replace(player, taken=True) for player in scenes.SCENES["others"].players)
    stage.table.show(replace(scenes.SCENES["others"], game=game, players=taken))
    page = open_page(stage.url)
    page.shows("watch")
    keys_end = "e => e.map((key) => key.getBoundingClientRect().bottom)"
    ends = page.page.eval_on_selector_all("#foot [data-key]", keys_end)
    assert max(ends) <= 640, "the last key stood half below the phone's edge"
    page.page.click("[data-key=more]")
    keys = "() => [...document.querySelectorAll('#foot [data-key]')].map((e) => e.dataset.key)"
    assert page.page.evaluate(keys) == ["ask-can", "ask-where", "ask-happened", "back"]


# ---------------------------------------------------------------------------------- the voice


@pytest.mark.slow
def test_the_voice_is_off_until_it_is_wanted_and_reads_the_live_sentence(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url)
    page.page.evaluate(VOICES, [AFAR, OWN])
    stage.table.show(scenes.SCENES["move"])
    page.met(SAID, "glowing marble")
    assert read(page) == []
    switch(page, "voice")
    page.met(HEARD, "The voice is on.")
    stage.table.show(scenes.SCENES["card"])
    page.met(HEARD, "which card did you play?")
    assert {(lang, name) for _, lang, name in read(page)} == {("en", "Own")}
    stage.table.show(scenes.SCENES["wrong"])
    page.shows("wrong")
    page.met(HEARD, page.page.inner_text("[data-reason]"))
    ask(page, "happened")
    page.met(HEARD, "Dora, 5: Blue 1 to Blue 6.")
    before = len(read(page))
    page.page.evaluate("window.speaks = true")
    page.page.click("[data-key=say-again]")
    page.met(MORE, before)
    assert read(page)[-1][0].startswith("Dora, 5")
    stage.table.show(scenes.SCENES["card"])
    page.met(SAID, "which card did you play?")
    assert read(page)[-1][0].startswith("Dora, 5"), "an answer is read to its end"
    page.page.evaluate("() => { window.speaks = false; window.reader.onend(); }")
    assert "which card did you play?" in read(page)[-1][0]
    assert not [path for path in page.requests() if path.startswith("http")]
    calls = [("say", "A sentence."), ("answer", "An answer.")]
    assert page.page.evaluate(BOTH, calls) == "An answer. A sentence."


@pytest.mark.parametrize(
    ("calls", "heard"),
    [
        (["say A.", "warn 3 seconds."], "A. 3 seconds."),
        (["warn 3 seconds.", "say A."], "3 seconds. A."),
        (["say A.", "warn 3 seconds.", "say B."], "B. 3 seconds."),
        (["warn 3.", "warn 2.", "answer A.", "say B."], "A. 3. 2. B."),
    ],
)  # fmt: skip
def test_what_is_said_in_passing_takes_no_other_sentence_away(
    open_page: Callable[..., Any], stage: Any, calls: list[str], heard: str
) -> None:
    """A newer sentence of the table stands for an older one; nothing else is left out."""
    page = open_page(stage.url)
    assert page.page.evaluate(BOTH, [one.split(" ", 1) for one in calls]) == heard


def test_the_switch_is_kept_in_this_browser(open_page: Callable[..., Any], stage: Any) -> None:
    page = open_page(stage.url)
    pressed = "() => document.querySelector('#menu [data-voice]').getAttribute('aria-pressed')"
    assert page.page.evaluate(pressed) == "false"
    switch(page, "voice")
    page.reload()
    page.met("sought => document.body.dataset.seq", "")
    assert page.page.evaluate(pressed) == "true"
    page.page.goto(f"{stage.url}menu")
    menu = "() => document.querySelector('#aloud [data-voice]').getAttribute('aria-pressed')"
    assert page.page.evaluate(menu) == "true"
    assert page.page.is_visible("#aloud")


@pytest.mark.slow
def test_a_voice_from_the_net_reads_nothing_and_the_menu_says_that_there_is_none(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url)
    page.page.evaluate(VOICES, [AFAR])
    switch(page, "voice")
    stage.table.show(scenes.SCENES["move"])
    page.met(SAID, "glowing marble")
    assert read(page) == []
    page.page.click("#menu summary")
    page.page.wait_for_selector("#menu [data-no-voice]:visible")


@pytest.mark.slow
def test_no_voice_reads_a_hand_unless_it_is_asked_to(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    hand = {
        "seat": 4,
        "cards": [
            {"label": "6", "word": {"text": "out"}, "moves": 1},
            {"label": "J", "said": {"text": "Jack"}, "word": {"text": "swap"}, "moves": 8},
        ],
        "ways": [],
        "fill": "",
    }
    stage.table.show(scenes.HAND)
    page = open_page(stage.url)
    page.page.route("**/api/hand*", lambda route: route.fulfill(body=json.dumps(hand)))
    page.page.evaluate(VOICES, [OWN])
    switch(page, "voice")
    page.page.click('[data-key="held-0"]')
    page.met(SAID, "6")
    prompt = scenes.said("Was that a 3?", "E")
    asking = replace(prompt, mood="ask", own=True)
    stage.table.show(replace(scenes.HAND, prompt=asking, state="ask"))
    page.met(SAID, "Was that a 3?")
    page.met(HEARD, "The screen asks you alone.")
    before = len(read(page))
    page.page.keyboard.press("r")
    page.met(MORE, before)
    assert read(page)[-1][0] == "The screen asks you alone."
    assert page.page.evaluate(SAID, "Was that a 3?"), "a reader hears again what it heard"
    stage.table.show(scenes.HAND)
    page.met(HEARD, "Blue, choose a card.")
    ask(page, "can")
    page.met(HEARD, "One choice:")
    heard = " ".join(text for text, _, _ in read(page))
    assert not [word for word in ("6", "Jack", "swap", "Was that", "move", "10") if word in heard]
    page.page.click("[data-key=read-cards]")
    page.met(HEARD, "1: 6, out, 1 move. 2: Jack, swap, 8 moves.")
    before = len(read(page))
    page.page.click("[data-key=back]")
    page.shows("hand")
    assert not page.page.evaluate(SAID, "Jack"), "a hand goes with its answer"
    page.page.keyboard.press("r")
    page.met(MORE, before)
    assert "One choice:" in read(page)[-1][0]


# ----------------------------------------------------------------------------------- sounds


def test_sounds_are_off_until_they_are_wanted_then_few(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url)
    page.page.evaluate(TONES)
    tones = "() => window.tones.splice(0)"

    def after(scene: str) -> list[int]:
        stage.table.show(scenes.SCENES[scene])
        page.drawn(stage.table.seq)
        found: list[int] = page.page.evaluate(tones)
        return found

    assert after("wrong") == []
    assert after("card") == []
    switch(page, "sounds")
    assert page.page.evaluate(tones) == [392]
    assert after("others") == [392, 523], "somebody else's turn on this page"
    assert after("card") == [392, 523]
    assert after("card") == []
    assert after("correction") == [330, 294]
    page.page.evaluate("window.sound.state = 'suspended'")
    assert after("card") == after("correction") == [], "nothing is put by for the first touch"
    page.page.evaluate("window.touched = true")
    page.page.click("#menu summary")
    assert page.page.evaluate(tones) == []
    assert after("win") == [392, 494, 587, 784]
    page.page.evaluate("window.broken = true")
    assert after("correction") == [], "the view is drawn all the same"


# ---------------------------------------------------------------------------------- the menu


def test_the_menu_has_one_order_and_counts_what_needs_a_look(
    open_page: Callable[..., Any], stage: Any, scenes: Any
) -> None:
    page = open_page(stage.url)
    places = "root => [...document.querySelectorAll(`${root} a`)].map((a) => a.pathname)"
    wanted = ["/", "/join", "/night", "/history", "/players", "/tv", "/new"]
    assert page.page.evaluate(places, "#menu .menu-places")[:7] == wanted
    scene = scenes.SCENES["card"]
    stage.table.show(replace(scene, aside={"A9": "chatter", "B3": "lies"}, link="down"))
    page.met("sought => document.getElementById('amiss').textContent === sought", "3 need a look")
    page.page.goto(f"{stage.url}menu")
    assert page.page.evaluate(places, "#main .links")[:7] == wanted
    assert "3 need a look" in page.page.inner_text("#main")
