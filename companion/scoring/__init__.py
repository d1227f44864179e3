"""The score: nights and their standings, corrections, and what is handed to other programs."""
