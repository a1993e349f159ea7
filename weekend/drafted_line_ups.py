"""Two drafted teams with the cards of a season: line-ups, and what the pitching sheets leave the pitchers."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar

from rules_engine.baseball.state import Side
from rules_engine.eligibility.pitching import Allowance, Availability
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from seasons.lahman import SeasonError
from seasons.strat_o_matic.line_ups import side_behind, starters_of, starts_by_card
from seasons.strat_o_matic.season_cards import SeasonCards

SeasonT = TypeVar("SeasonT")
TWIN: Final = "-2"  # ends the code of the home team's man where the visitors have drafted him too


@dataclass(frozen=True, slots=True)
class DraftedTeam:
    """`players`: code of the card -> name, in drafting order. `sheet`: what a pitcher may do in the next game.

    `brought`: what the team takes along from its games before, by code, as the game's system has it; None for nothing.
    """

    name: str
    players: Mapping[str, str]
    sheet: Mapping[str, Availability]
    brought: Mapping[str, Any] | None = None
    line_ups: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)  # against which hand -> its spots


@dataclass(frozen=True, slots=True)
class DraftedGame:
    """Visitors and home team; `season` is None where not both drafted from the cards of one real season."""

    title: str
    profile: Profile  # the edition that the tournament has stored
    suspending: Ruling  # whether it may be suspended (T33.0)
    best_of: bool
    card_sets: tuple[str, ...]
    season: int | None
    away: DraftedTeam
    home: DraftedTeam


@dataclass(frozen=True, slots=True)
class DraftedMeeting(Generic[SeasonT]):
    """Everything that a drafted game needs; `without_card` are the names of men left out."""

    season: SeasonT
    sides: tuple[Side, Side]
    relief: Mapping[str, Allowance]
    sheets: Mapping[str, Ruling]  # whether a pitcher may start this game
    without_card: tuple[str, ...]


def meet(
    game: DraftedGame,
    season: SeasonCards,
    starters: tuple[str, str] = ("", ""),
    absent: Collection[str] = (),
) -> DraftedMeeting[SeasonCards]:
    """The two teams in the field. `starters` are parts of names; "" takes the best man who may start by his sheet.
    `absent`: codes of men who are not there.

    Raises SeasonError where a team cannot take the field.
    """
    away, home = (
        {code: man for code, man in _with_cards(team, season).items() if code not in absent}
        for team in (game.away, game.home)
    )
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
    starts = {ids[code]: able.start for team, ids in sheets for code, able in team.sheet.items() if code in ids}
    missing = [name for team, _ in sheets for code, name in team.players.items() if code not in season.cards]
    return DraftedMeeting(season, (sides[0], sides[1]), relief, starts, tuple(missing))


def renamed(brought: Any, names: Mapping[str, str]) -> Any:
    """What a team takes along, its men called otherwise: in a game a twin has a code of his own."""
    if not isinstance(brought, Mapping):
        return brought
    return {names.get(key, key): renamed(value, names) for key, value in brought.items()}


def with_twins(season: SeasonCards, players: Iterable[str]) -> SeasonCards:
    """Cards of their own for men drafted in both divisions, for a man has one line in a box score."""
    twins = {
        man: replace(card, name=f"{card.name} (home)")
        for man in players
        if man not in season.cards and (card := season.cards.get(man.removesuffix(TWIN))) is not None
    }
    return replace(season, cards={**season.cards, **twins}) if twins else season


def _with_cards(team: DraftedTeam, season: SeasonCards) -> dict[str, str]:
    """Code -> player as the game names him, for those who have a card."""
    return {code: code for code in team.players if code in season.cards}


def _swingmen_last(season: SeasonCards, ids: Mapping[str, str]) -> list[str]:
    """A bench brings in its relievers before those who start."""
    return [ids[code] for code in sorted(ids, key=lambda code: starts_by_card(season, code))]


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
