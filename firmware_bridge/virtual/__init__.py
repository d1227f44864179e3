"""The virtual board: the firmware on simulated pins in a process of its own, and its hand."""
