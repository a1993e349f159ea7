"""A game at the terminal, a thin shell on the dialogue: session plays it, asking says what is wanted, words show it."""
