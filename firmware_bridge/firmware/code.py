# Runs the board's program. An error is printed, and the program starts again.
import supervisor

began = supervisor.ticks_ms()
try:
    from trackside_board import main

    main()
except Exception as error:
    import time
    import traceback

    traceback.print_exception(type(error), error, error.__traceback__)
    # What fails at once fails again: time to read the error, or to copy other files.
    if (supervisor.ticks_ms() - began) % (1 << 29) < 10000:
        time.sleep(3)
    supervisor.reload()
