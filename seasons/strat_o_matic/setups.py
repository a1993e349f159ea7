"""The book of a game between clubs of a season: cards, park, the habits of the home team's league."""

from collections.abc import Iterable, Mapping, Sequence

from rules_engine.systems.strat_o_matic.batting.parks import Park, load_parks, named_park
from rules_engine.systems.strat_o_matic.cards.cards import Card
from rules_engine.systems.strat_o_matic.cards.habits import Habits
from rules_engine.systems.strat_o_matic.cards.reading import Mark
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Edition
from seasons.lahman import SeasonError
from seasons.strat_o_matic.season_cards import SeasonCards


def park_of(name: str) -> Park | None:
    """30.3, 30.5: a park as the game's own files name it. Raises SeasonError naming those there are."""
    try:
        return named_park(name)
    except ValueError as fault:
        raise SeasonError(str(fault)) from None


def setup_at(edition: Edition, season: SeasonCards, cards: Mapping[str, Card], park: str, home: str) -> GameSetup:
    """A game at this team's, with these of the season's cards.

    Raises SeasonError for a park there is not, for cards that need one, and for cards without a side that is read.
    """
    _check_sides(edition, cards.values())
    where = park_of(park)
    if where is None and _needs_park(edition, cards.values()):
        raise SeasonError(f"these cards carry ballpark symbols: choose a park, {', '.join(load_parks())}")
    return GameSetup(edition, cards, where, habits=season.habits.get(home, Habits()))


def _needs_park(edition: Edition, cards: Iterable[Card]) -> bool:
    """30.3, 30.4: whether these rules would read a ballpark symbol on one of these cards."""
    lines = (line for card in cards for column in card.columns.values() for lines in column for line in lines)
    return edition.parks.symbols and any(line.marks & (Mark.PARK_HOMERUN | Mark.PARK_SINGLE) for line in lines)


def _check_sides(edition: Edition, cards: Iterable[Card]) -> None:
    """11.1: whether every card has the side that these rules read. Raises SeasonError."""
    side, other = ("left", "basic") if edition.cards.sides else ("basic", "left")
    if lacking := [card.name for card in cards if side not in card.columns]:
        known = {"left": "sides against left-handers and right-handers", "basic": "basic side"}
        raise SeasonError(
            f"the {edition.title} rules read the {known[side]} of a card (11.1); {len(lacking)} of these cards have "
            f"the {known[other]} alone, such as {lacking[0]}"
        )


def setups_by_home(edition: Edition, season: SeasonCards, park: str, teams: Sequence[str]) -> dict[str, GameSetup]:
    """By home team; teams whose managers have the same habits share one, and what its rules are compiled to.

    Raises SeasonError as `book_at` does.
    """
    setups: dict[str, GameSetup] = {}
    cards = {man: season.cards[man] for team in teams for man in season.teams[team]}
    _check_sides(edition, cards.values())
    for team in teams:
        habits = season.habits.get(team, Habits())
        alike = next((setup for setup in setups.values() if setup.habits == habits), None)
        setups[team] = alike or GameSetup(edition, cards, park_of(park), habits=habits)
    return setups
