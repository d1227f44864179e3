"""The wire, the link to the microcontroller, the firmware itself, and the virtual board.

Import what is needed from its module: ``devices.SerialBoard`` (the hardware ports over a serial
port), ``hands.HandsClient``, ``virtual_process.VirtualBoardProcess``.
"""
