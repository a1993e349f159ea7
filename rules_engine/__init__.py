"""The rules of the games and tournaments: pure Python, no Django, no randomness but the table's."""
