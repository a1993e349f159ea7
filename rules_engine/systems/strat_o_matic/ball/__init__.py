"""From the dice to a ball in play: hits, flies, groundballs, X chances and bunts, and where the runners go."""
