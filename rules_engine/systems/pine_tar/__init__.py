"""Pine Tar Baseball 2.1: cards of 100 cells, one throw of two ten-sided dice for most of what a batter does."""
