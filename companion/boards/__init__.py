"""The boards under the table: on a serial line, on the Pi's pins, or virtual."""
