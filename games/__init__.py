"""Games, pitching appearances, results and rulings."""
