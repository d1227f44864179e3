"""The exhaustive check of the tracker: a toy game, its people, and every state they can reach."""
