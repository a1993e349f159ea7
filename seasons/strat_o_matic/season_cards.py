"""The cards and teams of a whole season: the leagues' made cards as one set, and as a file that is read back."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_engine.namesakes import Named, distinct_names
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.card_making.proof import Compared
from rules_engine.systems.strat_o_matic.cards.cards import Card, PitcherCard, parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.habits import Habits, parse_habits
from rules_engine.systems.strat_o_matic.charts.chart_files import kept_until_other_charts
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES
from seasons.made_cards import SeasonOfCards
from seasons.strat_o_matic.league_cards import make_league


@dataclass(frozen=True)
class SeasonCards(SeasonOfCards):
    """A season's cards by player, the teams, and the habits of each team's managers as far as they are known."""

    habits: Mapping[str, Habits] = field(default_factory=dict)

    def names_of(self, players: Iterable[str]) -> dict[str, str]:
        """By player the name on his card; namesakes with the hand or, where that is the same, the player's number."""
        return distinct_names({man: Named(self.cards[man].name, (_hand(self.cards[man]), man)) for man in players})


def _hand(card: Card) -> str:
    return card.throws if isinstance(card, PitcherCard) else f"bats {card.bats}"


@kept_until_other_charts
def make_season(year: int) -> tuple[SeasonCards, list[Compared]]:
    """The cards of a season, right by exact count, and the report of what they give against what was played.

    What needs replays is not in them: fit.py.
    """
    leagues = [make_league(year, name) for name in LEAGUES]
    return joined(leagues), added(leagues)


def joined(leagues: Sequence[LeagueCards]) -> SeasonCards:
    """The leagues of a season as one set of cards."""
    cards = {man: card for league in leagues for man, card in league.cards.items()}
    teams = {team: players for league in leagues for team, players in league.teams.items()}
    habits = {team: league.league.aims.habits for league in leagues for team in league.teams}
    return SeasonCards(cards, teams, habits=habits)


def added(leagues: Sequence[LeagueCards]) -> list[Compared]:
    """The leagues' reports by exact count as one."""
    both = zip(*(league.report for league in leagues), strict=True)
    return [
        Compared(lines[0].name, sum(line.played for line in lines), sum(line.cards for line in lines)) for lines in both
    ]


def save_cards(season: SeasonCards, path: Path) -> None:
    """The whole season as one JSON file; load_cards reads it back."""
    path.write_bytes(cards_document(season))


def cards_document(season: SeasonCards) -> bytes:
    """What the file holds."""
    document = {
        "teams": season.teams,
        "cards": {player: write_card(card) for player, card in season.cards.items()},
        "habits": {team: habits.document() for team, habits in season.habits.items()},
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


class CardsAsWanted(Mapping[str, Card]):
    """Cards of a file by player, each read when it is first wanted: a game needs fifty of nine hundred."""

    def __init__(self, documents: Mapping[str, Mapping[str, Any]]) -> None:
        self._documents, self._read = documents, dict[str, Card]()

    def __getitem__(self, player: str) -> Card:
        card = self._read.get(player)
        if card is None:
            card = self._read[player] = parse_card(self._documents[player])
        return card

    def __contains__(self, player: object) -> bool:
        return player in self._documents

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)


def load_cards(path: Path, *, as_wanted: bool = False) -> SeasonCards:
    """From JSON or, by its name, a workbook. Raises SeasonError for a file that is none, CardError for a bad card.

    `as_wanted` is for a file that this program has written: a card is read when it is asked for.
    """
    if path.suffix.lower() == ".xlsx":
        return _load_workbook(path)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        cards, teams = (
            dict(document["cards"]),
            {str(team): list(players) for team, players in dict(document["teams"]).items()},
        )
        habits = {str(team): parse_habits(known) for team, known in dict(document.get("habits", {})).items()}
    except OSError as fault:
        raise SeasonError(f"{path}: not a file of cards: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise SeasonError(f"{path}: not a file of cards: it is no text") from None
    except json.JSONDecodeError as fault:
        raise SeasonError(f"{path}: not a file of cards: it is no JSON (line {fault.lineno})") from None
    except KeyError as fault:
        raise SeasonError(f"{path}: not a file of cards: it has no {fault.args[0]}") from None
    except TypeError:
        raise SeasonError(f"{path}: not a file of cards: cards and teams by name are wanted") from None
    except ValueError as fault:
        raise SeasonError(f"{path}: not a file of cards: {fault}") from None
    if strange := next((player for player, card in cards.items() if not isinstance(card, dict)), None):
        raise SeasonError(f"{path}: what stands for {strange} is no card")
    if missing := next((man for players in teams.values() for man in players if man not in cards), None):
        raise SeasonError(f"{path}: a team has {missing}, of whom there is no card")
    if as_wanted:
        return SeasonCards(CardsAsWanted(cards), teams, habits=habits)
    return SeasonCards({player: parse_card(card) for player, card in cards.items()}, teams, habits=habits)


def _load_workbook(path: Path) -> SeasonCards:
    # only here, for few who play with cards have them in a workbook, and openpyxl is long in coming
    from rules_engine.systems.strat_o_matic import system as strat_o_matic  # noqa: PLC0415
    from seasons.card_workbook import read_cards  # noqa: PLC0415
    from seasons.workbooks import CardFileFaults  # noqa: PLC0415

    try:
        return SeasonCards(*read_cards(strat_o_matic, path))
    except (OSError, CardFileFaults) as fault:
        raise SeasonError(f"{path}: {fault}") from None
