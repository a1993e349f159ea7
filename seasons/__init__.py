"""Real seasons: recorded statistics, cards made from them, replays with the cards, and reports. It needs no Django."""
