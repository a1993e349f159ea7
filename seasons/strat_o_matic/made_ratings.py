"""Ratings on a season's generated cards, for players whose printed ratings are unknown."""

from pathlib import Path

from rules_engine.systems.strat_o_matic.cards.printed_cards import ratings_of_card


def made_ratings(year: int, folder: Path) -> dict[str, dict[str, str]]:
    """Return ratings by player. Raise SeasonError for a year without statistics.

    Args:
        folder: The folder with cached generated cards. Making the cards takes a few seconds, but loading them is
            instant.
    """
    # making cards needs numpy, and the first page must not wait for its import
    from seasons.strat_o_matic.cached_cards import cached_season  # noqa: PLC0415

    season = cached_season(year, folder, may_start_processes=False)
    return {player: ratings_of_card(card) for player, card in season.cards.items()}
