"""The street race: ranks and lanes, tests, pushed cars, cards and reactions."""
