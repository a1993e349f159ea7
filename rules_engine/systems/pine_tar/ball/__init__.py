"""From the batter roll to the play: walks, hits, ground outs, fly outs, bunts, errors."""
