"""Two drafted teams with the cards of a season: line-ups, and what the pitching sheets leave the pitchers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules_engine.baseball.state import Side
from rules_engine.eligibility.pitching import Allowance, Availability
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from seasons.lahman import SeasonError
from seasons.strat_o_matic.line_ups import side_behind, starters_of
from seasons.strat_o_matic.season_cards import SeasonCards

TWIN: Final = "-2"  # ends the code of the home team's man where the visitors have drafted him too


@dataclass(frozen=True, slots=True)
class DraftedTeam:
    """`men`: code of the card -> name, in the order of the draft. `sheet`: what a pitcher may do in the next game."""

    name: str
    men: Mapping[str, str]
    sheet: Mapping[str, Availability]


@dataclass(frozen=True, slots=True)
class DraftedGame:
    """Visitors and home team; `season` is None where not both drafted from the cards of one real season."""

    title: str
    profile_key: str
    edition: str  # of the game's rules
    card_sets: tuple[str, ...]
    season: int | None
    away: DraftedTeam
    home: DraftedTeam


@dataclass(frozen=True, slots=True)
class Meeting:
    """Everything of a drafted game that a StratGame needs; `without_card` are the names of men left out."""

    season: SeasonCards
    sides: tuple[Side, Side]
    relief: Mapping[str, Allowance]
    without_card: tuple[str, ...]


def meet(game: DraftedGame, season: SeasonCards, starters: tuple[str, str] = ("", "")) -> Meeting:
    """The two teams in the field. `starters` are parts of names; "" takes the best man who may start by his sheet.

    Raises SeasonError where a team cannot take the field.
    """
    away, home = _with_cards(game.away, season), _with_cards(game.home, season)
    home = {code: f"{code}{TWIN}" if code in away else code for code in home}
    sheets: list[tuple[DraftedTeam, Mapping[str, str]]] = [(game.away, away), (game.home, home)]
    teams = {team.name: _swingmen_last(season, ids) for team, ids in sheets}
    season = with_twins(replace(season, teams=teams), home.values())
    sides = [_side(season, *sheet, starter) for sheet, starter in zip(sheets, starters, strict=True)]
    relief = {
        ids[code]: Allowance(able.relief, able.relief_outs)
        for team, ids in sheets
        for code, able in team.sheet.items()
        if code in ids
    }
    missing = [name for team, ids in sheets for code, name in team.men.items() if code not in ids]
    return Meeting(season, (sides[0], sides[1]), relief, tuple(missing))


def with_twins(season: SeasonCards, men: Iterable[str]) -> SeasonCards:
    """Cards of their own for men drafted in both divisions, for a man has one line in a box score."""
    twins = {
        man: replace(card, name=f"{card.name} (home)")
        for man in men
        if man not in season.cards and (card := season.cards.get(man.removesuffix(TWIN))) is not None
    }
    return replace(season, cards={**season.cards, **twins}) if twins else season


def _with_cards(team: DraftedTeam, season: SeasonCards) -> dict[str, str]:
    """Code -> player as the game names him, for those who have a card."""
    return {code: code for code in team.men if code in season.cards}


def _swingmen_last(season: SeasonCards, ids: Mapping[str, str]) -> list[str]:
    """A bench brings in its relievers before those who start."""

    def starts(code: str) -> bool:
        card = season.cards[code]
        return isinstance(card, PitcherCard) and bool(card.endurance.starter)

    return [ids[code] for code in sorted(ids, key=starts)]


def _side(season: SeasonCards, team: DraftedTeam, ids: Mapping[str, str], words: str) -> Side:
    starters = starters_of(season, team.name)
    sheet = {ids[code]: able.start for code, able in team.sheet.items() if code in ids}
    names = season.names_of(season.teams[team.name])
    if words:
        pitcher = named_starter(season, team.name, starters, words)
        if pitcher in sheet and not sheet[pitcher]:
            raise SeasonError(f"{names[pitcher]} may not start for {team.name}: {sheet[pitcher]}")
        return side_behind(season, team.name, pitcher)
    may_start = [man for man in starters if sheet.get(man)]
    if not may_start:
        reasons = "; ".join(f"{names[man]}, {ruling}" for man, ruling in sheet.items() if man in starters)
        raise SeasonError(f"nobody may start for {team.name}: {reasons or 'it has no starter with a card'}")
    return side_behind(season, team.name, may_start[0])


def named_starter(season: SeasonCards, team: str, starters: Iterable[str], words: str) -> str:
    """The one starter of this number, or whose name has these words in it. Raises SeasonError."""
    everybody = season.names_of(season.teams[team])
    names = {man: everybody[man] for man in starters}
    wanted = words.strip().casefold()
    able = [man for man, name in names.items() if wanted in name.casefold()]
    if wanted in names:
        return wanted
    if len(able) != 1:
        raise SeasonError(f"“{words}” is not one starter of {team}; it has {', '.join(names.values())}")
    return able[0]
