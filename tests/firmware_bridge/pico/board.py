# mypy: ignore-errors
"""``board`` of a Raspberry Pi Pico: the pins of its header."""

for _number in range(29):
    if _number not in (23, 24, 25):
        globals()[f"GP{_number}"] = f"GP{_number}"
