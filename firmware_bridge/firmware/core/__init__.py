"""The firmware's portable part: it runs on the microcontroller and is the host's codec."""
