"""Games played with the engine: playing, simulation, card sheets, lineups and odds."""
