"""Elo ratings: 1500 for someone new, and up to 32 points for each game."""

from collections.abc import Mapping, Sequence

from pennant_baseball.plugins import RatedPairing

START, MOST_FOR_A_GAME = 1500.0, 32

title = "Elo"


def rate(ratings: Mapping[int, float], pairings: Sequence[RatedPairing]) -> Mapping[int, float]:
    new_ratings: dict[int, float] = {}
    for pairing in pairings:
        own = ratings.get(pairing.person_id, START)
        other = ratings.get(pairing.opponent_id, START)
        expected = 1 / (1 + 10 ** ((other - own) / 400))
        games = pairing.wins + pairing.losses + pairing.ties
        gain = MOST_FOR_A_GAME * (pairing.wins + pairing.ties / 2 - games * expected)
        new_ratings[pairing.person_id] = new_ratings.get(pairing.person_id, own) + gain
        new_ratings[pairing.opponent_id] = new_ratings.get(pairing.opponent_id, other) - gain
    return new_ratings
