"""Everything the companion knows of each game: its words, its pictures, its set-up."""
