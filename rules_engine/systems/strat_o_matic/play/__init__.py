"""Play a game: the managers' options, the dice, and the resulting plays."""
