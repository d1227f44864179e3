"""The host's end of the wire: session, serial port, and the board behind it as hardware ports."""
