"""A game at the terminal, for a man with cards and dice: session plays it, the others read, show and change."""
