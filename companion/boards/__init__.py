"""What lies under the table: a board on a serial line, parts on the Pi's pins, or a virtual one."""
