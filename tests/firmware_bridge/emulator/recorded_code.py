# mypy: ignore-errors
# code.py of the recording: what is to be done outside is printed, and the harness does it.
import board
import keypad_probe
import supervisor

while not supervisor.runtime.serial_connected:
    pass  # what is printed before is lost
print()  # ends the line of the window's title


def outside(action, *keys):
    print("do", action, *keys)


keypad_probe.run(
    {"clock": board.GP2, "latch": board.GP3, "data": board.GP4},
    outside,
    lambda line: print("told", line),
)
