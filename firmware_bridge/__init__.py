"""The wire, the link to the microcontroller, the firmware itself, and the virtual board.

``link/``      the host's end: the session, the serial port, ``devices.SerialBoard``
``virtual/``   the virtual board, ``process.VirtualBoardProcess``; its hand: ``client.HandsClient``
``firmware/``  what runs on the Pico; ``firmware/core`` is the host's codec, too
``flash/``     the Pico's files, put together and copied to its drive
"""
