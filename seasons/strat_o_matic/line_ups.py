"""Line-ups of a season's clubs: the best men with each starter of the rotation."""

from collections.abc import Collection
from typing import Final

from rules_engine.baseball.lineups import NoLineupError, hit_for_pitcher, proposed_side
from rules_engine.baseball.state import Side
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard, hitters_card
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_edition
from seasons.lahman import SeasonError
from seasons.strat_o_matic.season_cards import SeasonCards

STARTERS: Final = 5
USUAL: Final = "star"  # the edition whose cards and symbols say what a bat is worth


def line_up(season: SeasonCards, team: str, starter: int = 0) -> Side:
    """At each position the man rated there who batted most, on-base men first; the n-th starter of the rotation."""
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


def starts_by_card(season: SeasonCards, man: str) -> bool:
    """Whether he has a starter's rating."""
    card = season.cards[man]
    return isinstance(card, PitcherCard) and bool(card.endurance.starter)


def side_behind(
    season: SeasonCards, team: str, pitcher: str, without: Collection[str] = (), *, hitter: bool = False
) -> Side:
    """The best line-up with this pitcher; those in `without` are not on the bench either.

    Where there is a designated `hitter`, hitters without a position take the field last.
    """
    cards, men = season.cards, season.teams[team]
    batters = {man: card for man in men if (card := hitters_card(cards[man]))}
    regulars = sorted(batters, key=lambda man: (hitter and not batters[man].fielding, -batters[man].at_bats_and_walks))
    pitchers = [man for man in men if man not in batters]
    setup = GameSetup(load_edition(USUAL), {man: cards[man] for man in (*men, pitcher)})
    try:
        return proposed_side(setup, [*regulars, *pitchers], pitcher, hitter=hitter, without=without)
    except NoLineupError as fault:
        raise SeasonError(f"{team} cannot take the field: {fault}") from None


def with_hitter(season: SeasonCards, side: Side) -> Side:
    """5.11: the same men, with the best bat of the bench in place of the pitcher in the order."""
    setup = GameSetup(load_edition(USUAL), {man: season.cards[man] for man in (*side.field, *side.bench)})
    try:
        return hit_for_pitcher(setup, side)
    except NoLineupError as fault:
        raise SeasonError(str(fault)) from None
