"""The street race as people meet it: its words, its lights, its ways for the keys."""
