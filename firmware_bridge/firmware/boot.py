# mypy: disable-error-code="import-not-found"
import usb_cdc

# The second serial port is the wire; the first one stays the person's REPL.
usb_cdc.enable(console=True, data=True)
