"""Pages where results are entered and rulings asked."""
