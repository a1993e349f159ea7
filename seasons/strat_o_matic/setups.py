"""Set up a game between a season's clubs: cards, park, and the habits of the home team's league."""

from collections.abc import Iterable, Mapping, Sequence

from rules_engine.systems.strat_o_matic.batting.parks import Park, load_parks, named_park
from rules_engine.systems.strat_o_matic.cards.cards import Card
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits
from rules_engine.systems.strat_o_matic.cards.reading import Mark
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from seasons.lahman import SeasonError
from seasons.strat_o_matic.season_cards import SeasonCards


def park_of(name: str) -> Park | None:
    """Return the park with this key (30.3, 30.5). Raise SeasonError with the list of parks if there is none."""
    try:
        return named_park(name)
    except ValueError as error:
        raise SeasonError(str(error)) from None


def setup_at(edition: Ruleset, season: SeasonCards, cards: Mapping[str, Card], park: str, home: str) -> GameSetup:
    """Set up a game in the home team's park with these cards.

    Raise SeasonError for an unknown park, for cards that need a park, and for cards that lack the required side.
    """
    _check_card_sides(edition, cards.values())
    home_park = park_of(park)
    if home_park is None and _uses_park_symbols(edition, cards.values()):
        raise SeasonError(f"these cards have ballpark symbols; choose a park from {', '.join(load_parks())}")
    return GameSetup(edition, cards, home_park, habits=season.habits.get(home, ManagerHabits()))


def _uses_park_symbols(edition: Ruleset, cards: Iterable[Card]) -> bool:
    """Return whether any of these cards has a ballpark symbol that these rules use (30.3, 30.4)."""
    if not edition.parks.symbols:
        return False
    symbols = Mark.PARK_HOMERUN | Mark.PARK_SINGLE
    lines = (line for card in cards for column in card.columns.values() for lines in column for line in lines)
    return any(line.marks & symbols for line in lines)


def _check_card_sides(edition: Ruleset, cards: Iterable[Card]) -> None:
    """Raise SeasonError unless every card has the side that these rules use (11.1)."""
    side = "left" if edition.cards.sides else "basic"
    names = [card.name for card in cards if side not in card.columns]
    if not names:
        return
    labels = {"left": "left and right sides", "basic": "basic side"}
    raise SeasonError(
        f"the ruleset {edition.title} uses the {labels[side]} on a card (11.1), but {len(names)} "
        f"of these cards don't have it, such as {names[0]}"
    )


def setups_by_home(edition: Ruleset, season: SeasonCards, park: str, teams: Sequence[str]) -> dict[str, GameSetup]:
    """Return game setups by home team. Teams with the same manager habits share a setup.

    Raise SeasonError like `setup_at`.
    """
    setups: dict[str, GameSetup] = {}
    cards = {player: season.cards[player] for team in teams for player in season.teams[team]}
    _check_card_sides(edition, cards.values())
    for team in teams:
        habits = season.habits.get(team, ManagerHabits())
        shared = next((setup for setup in setups.values() if setup.habits == habits), None)
        setups[team] = shared or GameSetup(edition, cards, park_of(park), habits=habits)
    return setups
