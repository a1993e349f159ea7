"""The ratings of the made cards of a season, for players whose printed ratings are unknown."""

from pathlib import Path

from rules_engine.systems.strat_o_matic.cards.printed_cards import ratings_of_card


def made_ratings(year: int, folder: Path) -> dict[str, dict[str, str]]:
    """Return ratings by player. Raises SeasonError for a year without statistics.

    Args:
        folder: Where made cards are cached. Making them takes some seconds, reading them none.
    """
    # making cards needs numpy, for which no first page waits
    from seasons.strat_o_matic.cached_cards import cached_season  # noqa: PLC0415

    season = cached_season(year, folder, may_start_processes=False)
    return {player: ratings_of_card(card) for player, card in season.cards.items()}
