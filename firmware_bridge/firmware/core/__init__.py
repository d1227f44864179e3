"""The firmware's heart, portable Python: runs on the microcontroller and is the host's codec."""
