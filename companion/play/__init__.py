"""The open game: its history, its chance, its clocks."""
