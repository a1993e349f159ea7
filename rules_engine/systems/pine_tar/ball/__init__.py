"""From the batter roll to the play: walks, hits, groundouts, flyouts, bunts and errors."""
