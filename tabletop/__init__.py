"""Games played with the engine: play, simulate, card sheets, lineups and odds."""
