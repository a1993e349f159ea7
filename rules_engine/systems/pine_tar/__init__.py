"""Pine Tar Baseball 2.1: 100-cell cards, with one roll of two ten-sided dice for most plays."""
