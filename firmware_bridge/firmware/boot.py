import supervisor
import usb_cdc

# The name by which the machine knows this board among other Picos (systemd/60-trackside.rules).
supervisor.set_usb_identification("Trackside", "Trackside board")
# The second serial port is the wire; the first one stays the person's REPL.
usb_cdc.enable(console=True, data=True)
