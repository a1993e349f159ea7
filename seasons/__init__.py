"""Real seasons: what was recorded of them, cards made from that, replays with the cards, and reports. No Django."""
