"""The service as people start it: a child process, its ready line, its signals, its refusals."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest
from service_here import ServiceHere
from waiting import beat, until

from companion.cli import main
from companion.proof.bench_board import BenchBoard
from companion.proof.under_test import ROOT, ServiceUnderTest
from companion.service.admission import board_of_kind
from companion.service.stop_signal import StopSignal
from firmware_bridge.virtual.client import HandsClient
from firmware_bridge.virtual.process import VirtualBoardProcess
from hardware.ports import Motion

NEW = {"command": "new", "game": "fast_track", "rules": "classic", "board": "hex"}
PLAYERS = [["A"], ["D"]]

Start = Callable[..., ServiceUnderTest]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    running: list[ServiceUnderTest] = []

    def begin(folder: str = "data", **settings: object) -> ServiceUnderTest:
        service = ServiceUnderTest(settings, folder=tmp_path / folder)
        running.append(service)
        return service

    yield begin
    for service in running:
        service.close()


@pytest.fixture
def start_here(tmp_path: Path) -> Iterator[Callable[..., ServiceHere]]:
    """Starts services whose process says nothing of its own."""
    running: list[ServiceHere] = []

    def begin(folder: str = "data", **settings: object) -> ServiceHere:
        running.append(ServiceHere(tmp_path / folder, **settings))
        return running[-1]

    yield begin
    for service in running:
        service.close()


def usual(folder: Path) -> dict[str, str]:
    """The settings of a service that is to be refused."""
    wanted = {"HOST": "127.0.0.1", "PORT": "0", "DATA": str(folder)}
    return {f"TRACKSIDE_{key}": value for key, value in wanted.items()}


def refused(folder: Path, **variables: str) -> str:
    """Start where it cannot: status 2 and one sentence on stderr, which is given back."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "serve"],
        capture_output=True,
        text=True,
        timeout=30,
        env={**kept, "PYTHONPATH": str(ROOT), **usual(folder), **variables},
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.fixture
def refused_here(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """``refused`` in this process; who comes up all the same is stopped, with status 0."""
    monkeypatch.setattr(StopSignal, "wait", lambda self, seconds=None: True)

    def refused(folder: Path, *, command: str = "serve", **variables: str) -> str:
        for name in [name for name in os.environ if name.startswith("TRACKSIDE_")]:
            monkeypatch.delenv(name)
        for name, value in {**usual(folder), **variables}.items():
            monkeypatch.setenv(name, value)
        assert main([command]) == 2
        said, told = capsys.readouterr()
        assert (said, told.count("\n")) == ("", 1), told
        return told

    return refused


def new_game(service: ServiceUnderTest, **more: object) -> Mapping[str, Any]:
    service.post("/api/commands", {**NEW, "players": PLAYERS, **more})
    view: Mapping[str, Any] = service.get("/api/table")
    return view


def text_of(service: ServiceUnderTest, page: str) -> str:
    """A page as text, markup left out."""
    with urllib.request.urlopen(service.url + page, timeout=10) as answer:
        return re.sub(r"<[^>]+>", "", answer.read().decode())


def children(service: ServiceUnderTest) -> list[psutil.Process]:
    return psutil.Process(service.pid).children(recursive=True)


@pytest.mark.slow
def test_ready_is_said_when_board_and_page_can_be_used(start: Start) -> None:
    service = start()
    assert service.url.startswith("http://127.0.0.1:")
    assert not service.url.endswith(":0/")
    assert service.get("/health") == {
        "status": "ready",
        "board": "virtual",
        "link": "up",
        "game": None,
    }


@pytest.mark.slow
def test_sigterm_ends_service_and_board_with_status_0(start: Start) -> None:
    service = start()
    boards = children(service)
    assert boards, "the virtual board is a child process"
    assert service.close() == 0
    until(lambda: not any(board.is_running() for board in boards))
    left = {path.name for path in service.folder.iterdir()}
    assert "board" not in left, "the port's link goes with the board"


def test_the_lights_of_a_real_board_go_out_with_the_service(
    start_here: Start, tmp_path: Path
) -> None:
    with VirtualBoardProcess(board_of_kind("hex").holes, tmp_path) as real:
        service = start_here(board="serial", device=real.port)
        with HandsClient(real.control) as board:
            board.set_out({f"{colour}p{n}": colour for colour in "AD" for n in (1, 2, 3, 4)})
            new_game(service)
            until(lambda: board.lights()["pixels"] != {})
            service.close()
            assert board.lights()["pixels"] == {}


@pytest.mark.slow
def test_until_the_board_has_answered_the_health_says_starting_with_503(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    said: list[tuple[int, str]] = []

    def ask(seconds: float) -> None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                said.append((answer.status, json.load(answer)["status"]))
        except urllib.error.HTTPError as error:
            with error:
                said.append((error.code, json.load(error)["status"]))
        except OSError:
            beat(seconds)

    # A board that says nothing: the service waits for it a while.
    with BenchBoard(133) as silent:
        settings = {"board": "serial", "device": silent.port, "port": port}
        with ServiceUnderTest(settings, folder=tmp_path, pump=ask) as service:
            assert service.get("/health")["status"] == "ready"
    assert (503, "starting") in said


@pytest.mark.slow  # the wait for either signal: test_stop_signal.py
def test_ctrl_c_ends_it_with_status_0_too(start: Start) -> None:
    service = start()
    os.kill(service.pid, signal.SIGINT)
    assert service.wait() == 0


def test_a_game_is_set_out_and_a_marble_moves_from_click_to_table(start_here: Start) -> None:
    """The whole way: page, control socket, pins, firmware, terminal, table and back."""
    service = start_here(board="virtual", debounce_lift_ms=1, debounce_put_ms=1)
    view = new_game(service)
    assert view["holes"]["Ap1"]["token"] == "A"
    token = service.post("/api/seats", {"seat": 0})["token"]
    service.post("/api/commands", {"command": "card", "card": "A"}, token)
    service.post("/api/hands", {"do": "lift", "hole": "Ap1"})
    until(lambda: bool(service.get("/api/table")["in_hand"]))
    assert service.get("/api/table")["holes"]["A9"]["role"] == "destination"
    service.post("/api/hands", {"do": "put", "hole": "A9"})
    until(lambda: service.get("/api/table")["holes"].get("A9", {}).get("token") == "A")
    until(lambda: "A9" in service.get("/api/table")["position"]["marbles"]["A"])


def test_a_hint_is_shown_to_all_over_the_page_but_one_of_a_held_card_to_its_holder(
    start_here: Start,
) -> None:
    service = start_here()
    new_game(service)
    mine = service.post("/api/seats", {"seat": 0})["token"]
    service.post("/api/commands", {"command": "card", "card": "A"}, mine)
    service.post("/api/commands", {"command": "hint"}, mine)
    view = service.get("/api/table")
    assert view["hint"]["action"] == "Ap-A9"
    assert view["hint"]["message"]["text"] == "A good idea: Red pen → Red 9."
    assert view["holes"]["A9"]["role"] == "hint"
    new_game(service, hands="virtual")
    mine, other = (service.post("/api/seats", {"seat": seat})["token"] for seat in (0, 1))
    service.post("/api/commands", {"command": "hint"}, mine)
    seen = service.get("/api/table", mine)
    assert seen["hint"]["action"] in seen["legal"]
    for view in (service.get("/api/table"), service.get("/api/table", other)):
        assert view["hint"] is None
        assert not view["can_hint"]


@pytest.mark.slow
def test_a_game_on_another_kind_of_board_restarts_the_virtual_board_as_that_kind(
    start: Start,
) -> None:
    service = start(debounce_lift_ms=1, debounce_put_ms=1)
    (before,) = children(service)
    new_game(service, board="square")
    until(lambda: service.get("/health")["link"] == "up")
    (after,) = children(service)
    assert after.pid != before.pid
    view = service.get("/api/table")
    assert sum(1 for hole in view["holes"].values() if hole.get("token")) == 8
    assert view["owed"] == []


@pytest.mark.slow
def test_a_killed_service_takes_its_game_up_again(start: Start) -> None:
    """PP-15: every accepted move is there again, and the drawing is set out anew."""
    service = start(debounce_lift_ms=1, debounce_put_ms=1)
    new_game(service)
    token = service.post("/api/seats", {"seat": 0})["token"]
    service.post("/api/commands", {"command": "act", "action": "card:A"}, token)
    service.post("/api/hands", {"do": "lift", "hole": "Ap1"})
    service.post("/api/hands", {"do": "put", "hole": "A9"})
    until(lambda: "A9" in service.get("/api/table")["position"]["marbles"]["A"])
    service.post("/api/hands", {"do": "lift", "hole": "A9"})
    before = service.get("/api/table")
    boards = children(service)
    os.kill(service.pid, signal.SIGKILL)
    service.wait()
    until(lambda: not any(board.is_running() for board in boards))

    again = start()

    view = again.get("/api/table")
    assert view["game"]["id"] == before["game"]["id"]
    assert view["position"] == before["position"]
    assert again.get("/health")["game"] == before["game"]["id"]
    # The board is set out anew; its sensors tell so a moment after the page is up.
    until(lambda: again.get("/api/table")["holes"].get("A9", {}).get("token") == "A")
    view = again.get("/api/table")
    assert view["owed"] == []


@pytest.mark.slow
def test_a_virtual_board_that_died_is_started_again_with_its_marbles(start: Start) -> None:
    service = start()
    new_game(service)
    (board,) = children(service)
    board.kill()
    until(lambda: [c for c in children(service) if c.pid != board.pid] != [])
    until(lambda: service.get("/health")["link"] == "up")
    until(lambda: service.get("/api/table")["owed"] == [])
    view = service.get("/api/table")
    assert sum(1 for hole in view["holes"].values() if hole.get("token")) == 8


def test_settings_of_the_lights_reach_the_boards_pixels_and_the_page(start_here: Start) -> None:
    """PP-20, PP-22, PP-23: theme, real marbles, brightness, calm, and the cap from the first frame.

    Red's marbles are black, so its turn shines in their rim; 300 mA leave little after 266 mA of
    133 rings of two dark pixels.
    """
    service = start_here(
        board="virtual",
        theme="bright_room",
        marbles="A=#2a2522",
        brightness=50,
        calm="true",
        supply_amps=0.3,
        pixels_per_hole=2,
    )
    new_game(service, players=[["A"], ["D"]])
    hands = HandsClient(service.folder / "board.control")
    try:
        until(lambda: hands.lights()["pixels"] != {})
        lights = hands.lights()
    finally:
        hands.close()
    assert (lights["brightness"], lights["calm"]) == (128, True)
    red, green, blue, motion = lights["palette"][lights["cells"]["Ah1"]]
    assert motion == Motion.BREATHE_SLOW.value
    assert red > green > blue > 60, "the rim of black, at the full level of the theme"
    assert 266 < lights["peak_ma"] <= 300
    with urllib.request.urlopen(service.url + "lights.css", timeout=10) as answer:
        sheet = answer.read().decode()
    assert "--seat:#2a2522;" in sheet
    assert "6400ms" in sheet, "calm halves the page's rates too"
    until(lambda: "The most so far: " in text_of(service, "lights"))
    assert "0.3 A" in text_of(service, "lights")


def test_two_services_run_side_by_side(start_here: Start) -> None:
    one, two = start_here("one"), start_here("two")
    new_game(one)
    assert one.get("/health")["game"] is not None
    assert two.get("/health")["game"] is None


def test_a_missing_serial_device_is_told_and_play_goes_on_by_tapping(start_here: Start) -> None:
    """PP-14, PP-16."""
    service = start_here(board="serial", device="/dev/trackside-not-there")
    assert service.get("/health")["link"] == "down"
    view = new_game(service)
    assert "/dev/trackside-not-there" in view["link_reason"]
    token = service.post("/api/seats", {"seat": 0})["token"]
    service.post("/api/commands", {"command": "act", "action": "card:A"}, token)
    service.post("/api/commands", {"command": "act", "action": "Ap-A9"}, token)
    assert "A9" in service.get("/api/table")["position"]["marbles"]["A"]


def test_a_real_board_that_the_open_game_cannot_use_is_told(start_here: Start) -> None:
    """The game was begun on another board; it is kept, and played by tapping."""
    before = start_here(board="none")
    new_game(before, board="square")
    before.close()
    service = start_here(board="serial", device="/dev/trackside-not-there", board_kind="hex")
    assert service.get("/health")["link"] == "refused"
    view = service.get("/api/table")
    assert "the open game needs a square one" in view["link_reason"]
    token = service.post("/api/seats", {"seat": 0})["token"]
    service.post("/api/commands", {"command": "act", "action": "card:A"}, token)


def test_a_service_without_any_board_plays_by_tapping(start_here: Start) -> None:
    service = start_here(board="none")
    assert service.get("/health")["link"] == "none"
    new_game(service)
    token = service.post("/api/seats", {"seat": 0})["token"]
    service.post("/api/commands", {"command": "act", "action": "card:A"}, token)
    service.post("/api/commands", {"command": "act", "action": "Ap-A9"}, token)
    assert "A9" in service.get("/api/table")["position"]["marbles"]["A"]


def test_a_taken_port_is_one_sentence_and_status_2(
    refused_here: Callable[..., str], tmp_path: Path
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused_here(tmp_path, TRACKSIDE_PORT=str(port))
    assert f"Port {port} on 127.0.0.1 cannot be had" in said
    assert "TRACKSIDE_PORT" in said


def test_a_folder_that_cannot_be_written_is_one_sentence_and_status_2(
    refused_here: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    said = refused_here(tmp_path / "file" / "data", command="play")
    assert "is not writable" in said


def test_a_folder_in_use_is_one_sentence_and_status_2(
    start_here: Start, refused_here: Callable[..., str]
) -> None:
    service = start_here()
    assert "Another Trackside already works in" in refused_here(service.folder)
    assert service.get("/health")["status"] == "ready"


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"TRACKSIDE_PROT": "1"}, "TRACKSIDE_PROT is no setting"),
        ({"TRACKSIDE_PORT": "x"}, "TRACKSIDE_PORT must be a whole number"),
        ({"TRACKSIDE_BOARD_KIND": "round"}, "board_kind holds 'round': must be one of hex, square"),
        ({"TRACKSIDE_DATABASE": "mysql://x/y"}, "'mysql' is not known"),
        ({"TRACKSIDE_THEME": "disco"}, "must be one of bright_room, colour_blind, standard"),
        ({"TRACKSIDE_MARBLES": "Q=#ffffff"}, "marbles has no seat 'Q'"),
        ({"TRACKSIDE_HOST": "256.1.1.1"}, "cannot be listened on"),
    ],
)
def test_a_setting_that_cannot_be_is_one_sentence_and_status_2(
    refused_here: Callable[..., str], tmp_path: Path, variables: dict[str, str], says: str
) -> None:
    assert says in refused_here(tmp_path, **variables)


def test_an_unknown_key_in_the_file_is_named(
    refused_here: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "trackside.toml").write_text("colour = 'red'\n")
    assert "unknown key 'colour'" in refused_here(tmp_path)


def boards() -> set[int]:
    """The processes of virtual boards that this one has begun, in whatever test."""
    mine = [p for p in psutil.Process().children(recursive=True) if p.is_running()]
    return {p.pid for p in mine if "virtual" in " ".join(p.cmdline())}


@pytest.mark.slow
def test_a_refused_start_leaves_no_process_behind(tmp_path: Path) -> None:
    """The board is started last, and what was started is stopped."""
    (tmp_path / "board.control").mkdir()
    before = boards()
    said = refused(tmp_path)
    assert "virtual board does not start" in said
    assert boards() <= before


def test_a_name_in_the_settings_reaches_the_page(start_here: Start) -> None:
    """The refusal of an unknown name says which setting helps, so that setting has to help."""
    service = start_here(hosts="board.example.org")

    def status(name: str) -> int:
        asked = urllib.request.Request(service.url + "health", headers={"Host": name})
        try:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    assert status("board.example.org") == 200
    assert status("evil.example") == 421


def test_the_health_line_is_json_of_four_words(start_here: Start) -> None:
    service = start_here(board="none")
    assert json.dumps(service.get("/health")) == (
        '{"status": "ready", "board": "none", "link": "none", "game": null}'
    )
