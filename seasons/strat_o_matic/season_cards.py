"""A season's Strat-O-Matic cards and teams: combine the leagues, write a file, and load it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_engine.namesakes import Named, distinct_names
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.card_making.proof import Comparison
from rules_engine.systems.strat_o_matic.cards.cards import Card, CardError, PitcherCard, parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits, parse_habits
from rules_engine.systems.strat_o_matic.charts.chart_files import cached_per_chart_set
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES
from seasons.made_cards import SeasonCardSet, has_card, read_card_file
from seasons.strat_o_matic.league_cards import make_league


@dataclass(frozen=True)
class SeasonCards(SeasonCardSet):
    """A season's cards, with the known habits of each team's managers."""

    habits: Mapping[str, ManagerHabits] = field(default_factory=dict)

    def names_of(self, players: Iterable[str]) -> dict[str, str]:
        """Return the name on each player's card. Players with the same name get their hand, or their code if needed."""
        named = {}
        for player in players:
            card = self.cards[player]
            named[player] = Named(card.name, (_hand(card), player))
        return distinct_names(named)


def _hand(card: Card) -> str:
    return card.throws if isinstance(card, PitcherCard) else f"bats {card.bats}"


@cached_per_chart_set
def make_season(year: int) -> tuple[SeasonCards, list[Comparison]]:
    """Make a season's cards by exact count, and report their totals. `fit.py` fits cards by replays."""
    leagues = [make_league(year, name) for name in LEAGUES]
    return combine_leagues(leagues), combined_report(leagues)


def combine_leagues(leagues: Sequence[LeagueCards]) -> SeasonCards:
    """Return all leagues' cards as one season."""
    cards = {player: card for league in leagues for player, card in league.cards.items()}
    teams = {team: players for league in leagues for team, players in league.teams.items()}
    habits = {team: league.league.aims.habits for league in leagues for team in league.teams}
    return SeasonCards(cards, teams, habits=habits)


def combined_report(leagues: Sequence[LeagueCards]) -> list[Comparison]:
    """Add up the leagues' exact-count reports."""
    report = []
    for lines in zip(*(league.report for league in leagues), strict=True):
        played = sum(line.played for line in lines)
        by_cards = sum(line.cards for line in lines)
        report.append(Comparison(lines[0].name, played, by_cards))
    return report


def save_cards(season: SeasonCards, path: Path) -> None:
    """Write the season to a JSON file that `load_cards` can parse."""
    path.write_bytes(cards_document(season))


def cards_document(season: SeasonCards) -> bytes:
    """Return a card file's content."""
    document = {
        "teams": season.teams,
        "cards": {player: write_card(card) for player, card in season.cards.items()},
        "habits": {team: habits.document() for team, habits in season.habits.items()},
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def clubs_only(season: SeasonCards, teams: Iterable[str]) -> SeasonCards:
    """Return the season with only these clubs."""
    players = {team: season.teams[team] for team in teams}
    cards = {player: season.cards[player] for club in players.values() for player in club}
    habits = {team: season.habits[team] for team in players if team in season.habits}
    return SeasonCards(cards, players, habits=habits)


def read_cards(document: Mapping[str, Any]) -> SeasonCards:
    """Return the cards in a document that this program has written."""
    habits = {team: parse_habits(values) for team, values in document["habits"].items()}
    return SeasonCards(LazyCards(document["cards"]), document["teams"], habits=habits)


class LazyCards(Mapping[str, Card]):
    """Cards from a file by player, parsed at first use, because a game needs fifty of nine hundred."""

    def __init__(self, documents: Mapping[str, Mapping[str, Any]]) -> None:
        self._documents = documents
        self._parsed: dict[str, Card] = {}

    def __getitem__(self, player: str) -> Card:
        card = self._parsed.get(player)
        if card is None:
            card = parse_card(self._documents[player])
            self._parsed[player] = card
        return card

    def __contains__(self, player: object) -> bool:
        return player in self._documents

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)


def load_cards(path: Path, *, is_lazy: bool = False) -> SeasonCards:
    """Load a JSON file or an .xlsx workbook. Raise SeasonError for a bad file, CardError for a bad card.

    Args:
        is_lazy: Whether to parse each card at first use. Only for a file that this program has written.
    """
    if path.suffix.lower() == ".xlsx":
        return _load_workbook(path)
    document = read_card_file(path)
    cards, teams = document["cards"], document["teams"]
    try:
        habits = {team: parse_habits(values) for team, values in dict(document.get("habits", {})).items()}
    except Exception as error:  # a foreign file can raise any exception, so the error names the file
        raise SeasonError(f"{path} is not a card file: {error}") from None
    for player, card in cards.items():
        if not isinstance(card, dict):
            raise SeasonError(f"{path}: the entry for {player} is not a card")
    for team, players in teams.items():
        for player in players:
            if not has_card(document, player):
                raise SeasonError(f"{path}: {team} has {player}, who has no card in this file")
    if is_lazy:
        return SeasonCards(LazyCards(cards), teams, habits=habits)
    parsed = {player: _parse(path, player, card) for player, card in cards.items()}
    return SeasonCards(parsed, teams, habits=habits)


def _parse(path: Path, player: str, document: dict[str, Any]) -> Card:
    try:
        return parse_card(document)
    except CardError:
        raise
    except Exception as error:  # a foreign file can raise any exception, so the error names the file
        raise SeasonError(f"{path}: the entry for {player} is not a card ({error})") from None


def _load_workbook(path: Path) -> SeasonCards:
    # openpyxl is slow to import, and few games need it
    from rules_engine.systems.strat_o_matic import system as strat_o_matic  # noqa: PLC0415
    from seasons.card_workbook import read_cards  # noqa: PLC0415
    from seasons.workbooks import CardFileFaults  # noqa: PLC0415

    try:
        return SeasonCards(*read_cards(strat_o_matic, path))
    except (OSError, CardFileFaults) as error:
        raise SeasonError(f"{path}: {error}") from None
