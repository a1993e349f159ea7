"""Games, outings, results and rulings."""
