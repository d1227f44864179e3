"""A program that ends by an error or hangs starts again, and the host hears why."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pico_process import Pico, running_pico

from firmware_bridge.flash import assemble, pico_settings, write_folder
from firmware_bridge.link.devices import SerialBoard
from hardware.ports import LightFrame, LinkChange, LinkState, Look, SensorEvent
from hardware.wiring import new

HOLES = [f"h{at}" for at in range(20)]
WAIT = 20.0
DARK = "pixels GP5 " + "000000" * 20
LIT = "pixels GP5 " + "090909" * 20
SABOTAGE = '''

HANG_S = 4
_turn = Board.turn


def turn(self):
    """Does what the file says that lies beside it, once."""
    _turn(self)
    try:
        with open(__file__.replace("trackside_board.py", "sabotage")) as file:
            deed = file.read()
        os.remove(file.name)
    except OSError:
        return
    exec(deed)


Board.turn = turn
'''


class Bench:
    """Built files, and the process and host that are made of them."""

    def __init__(self, tmp_path: Path, stack: ExitStack) -> None:
        self.built = tmp_path / "built"
        self.link = tmp_path / "port"
        self.events: queue.Queue[SensorEvent] = queue.Queue()
        self._stack = stack
        write_folder(assemble(pico_settings(new("toy", HOLES))), self.built)
        with (self.built / "trackside_board.py").open("a") as file:
            file.write(SABOTAGE)

    def run(self) -> tuple[Pico, SerialBoard]:
        """A Pico that runs them, and its host."""
        pico = self._stack.enter_context(running_pico(self.built, self.link))
        board = self._stack.enter_context(SerialBoard(str(self.link), 20))
        board.start(self.events.put)
        return pico, board

    def up(self) -> None:
        """Wait until the link is up."""
        while True:
            event = self.events.get(timeout=WAIT)
            if isinstance(event, LinkChange) and event.state is LinkState.UP:
                return

    def sabotage(self, deed: str) -> None:
        """Have the program do that in its next turn."""
        (self.built / "half").write_text(deed)
        (self.built / "half").rename(self.built / "sabotage")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with ExitStack() as stack:
        yield Bench(tmp_path, stack)


@pytest.mark.parametrize(
    ("deed", "start", "says"),
    [
        ("raise ValueError('as a test')", "error", "ended by an error"),
        pytest.param("while True: pass", "hang", "had hung", marks=pytest.mark.slow),
    ],
)
def test_a_program_that_fails_starts_again_and_goes_on(
    bench: Bench, deed: str, start: str, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Lights of before go out at once, and what the host wants comes back."""
    pico, board = bench.run()
    bench.up()
    assert board.about.health.start == "power"
    board.show(LightFrame((Look(0, 0, 0), Look(9, 9, 9)), (1,) * 20))
    pico.await_line(LIT)
    pico.said.clear()
    bench.sabotage(deed)
    pico.await_line(DARK)
    bench.up()
    pico.await_line(LIT)
    assert pico.said.index(DARK) < pico.said.index(LIT)
    assert board.about.health.start == start
    assert says in caplog.text


@pytest.mark.slow
def test_what_fails_at_once_is_tried_again_after_a_pause(bench: Bench) -> None:
    """No storm of restarts: time to read the error, and to copy other files."""
    right = (bench.built / "trackside_settings.py").read_text()
    pico, board = bench.run()
    bench.up()
    bench.sabotage(
        "open(__file__.replace('trackside_board', 'trackside_settings'), 'a')"
        ".write('CLOCK = \"GP24\"'); raise ValueError"
    )
    pico.said.clear()
    pico.until(lambda: pico.said.count(DARK) == 2)  # each start begins with dark lights
    (bench.built / "trackside_settings.py").write_text(right)
    bench.up()
    assert pico.said.count(DARK) <= 4
    assert board.about.health.start == "error"
