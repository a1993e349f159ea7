"""Prepare a game of two drafted teams: lineups by season cards, pitchers by pitching sheets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules_engine.baseball.state import Side
from rules_engine.eligibility.pitching import Availability, ReliefLeft
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet
from seasons.season_play import SeasonPlay, find_starter

TWIN: Final = "-2"  # ends the code of the home team's man where the visitors have drafted him too


@dataclass(frozen=True, slots=True)
class DraftedTeam:
    """A drafted team before a game.

    Attributes:
        players: Name by card code, in drafting order.
        sheet: What each pitcher may do in the next game.
        brought: Carryover from earlier games by card code, or None.
    """

    name: str
    players: Mapping[str, str]
    sheet: Mapping[str, Availability]
    brought: Mapping[str, Any] | None = None
    line_ups: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)  # against which hand -> its spots

    def may_start(self, code: str) -> bool:
        """Check whether a player may start by the pitching sheet. Position players always may."""
        return code not in self.sheet or bool(self.sheet[code].start)


@dataclass(frozen=True, slots=True)
class DraftedGame:
    """A game of two drafted teams. `season` is None unless both drafted cards of one real season."""

    title: str
    profile: Profile  # the edition that the tournament has stored
    suspending: Ruling  # whether it may be suspended (T33.0)
    best_of: bool
    card_sets: tuple[str, ...]
    season: int | None
    away: DraftedTeam
    home: DraftedTeam


@dataclass(frozen=True, slots=True)
class DraftedMatchup:
    """Lineups and pitching limits of a drafted game. `without_card` names the players left out."""

    sides: tuple[Side, Side]
    relief: Mapping[str, ReliefLeft]
    sheets: Mapping[str, Ruling]  # whether a pitcher may start this game
    without_card: tuple[str, ...]


def drafted_season(play: SeasonPlay, game: DraftedGame, season: SeasonCardSet) -> SeasonCardSet:
    """Return the season cards of two drafted teams, with the player ids of the game."""
    away = {code: code for code in game.away.players if code in season.cards}
    home = {code: f"{code}{TWIN}" if code in away else code for code in game.home.players if code in season.cards}
    teams = {
        team.name: [ids[code] for code in play.bench_order(season, ids, team.may_start)]
        for team, ids in ((game.away, away), (game.home, home))
    }
    return add_twins(replace(season, teams=teams), home.values())


def add_twins(season: SeasonCardSet, players: Iterable[str]) -> SeasonCardSet:
    """Add separate cards for players drafted in both divisions, because a box score has one line per player."""
    twins = {
        man: replace(card, name=f"{card.name} (home)")
        for man in players
        if man not in season.cards and (card := season.cards.get(man.removesuffix(TWIN))) is not None
    }
    return replace(season, cards={**season.cards, **twins}) if twins else season


def renamed(brought: Any, names: Mapping[str, str]) -> Any:
    """Return a carryover with its players renamed."""
    if not isinstance(brought, Mapping):
        return brought
    return {names.get(key, key): renamed(value, names) for key, value in brought.items()}


def meet(
    play: SeasonPlay, setup: Any, game: DraftedGame, season: SeasonCardSet, starters: tuple[str, str] = ("", "")
) -> DraftedMatchup:
    """The two teams in the field, by their pitching sheets. `starters` are parts of names; "" takes the best man who
    may start by his sheet. Raises SeasonError where a team cannot take the field."""
    sides: list[Side] = []
    relief: dict[str, ReliefLeft] = {}
    sheets: dict[str, Ruling] = {}
    missing: list[str] = []
    hitter = play.system.has_hitter(game.profile.game.edition)
    for team, words in zip((game.away, game.home), starters, strict=True):
        codes = {man: man if man in team.players else man.removesuffix(TWIN) for man in season.teams[team.name]}
        of_team = {man: team.sheet[code] for man, code in codes.items() if code in team.sheet}
        relief |= {man: ReliefLeft(able.relief, able.relief_outs) for man, able in of_team.items()}
        may_start = {man: able.start for man, able in of_team.items()}
        sheets |= may_start
        missing += [name for code, name in team.players.items() if code not in codes.values()]
        pitcher = _starter(play.staff(setup, season, team.name), setup, season, team.name, may_start, words)
        sides.append(play.side(setup, season, team.name, pitcher, hitter=hitter))
    return DraftedMatchup((sides[0], sides[1]), relief, sheets, tuple(missing))


def _starter(
    staff: Sequence[str], setup: Any, season: SeasonCardSet, team: str, sheet: Mapping[str, Ruling], words: str
) -> str:
    """Return the named starter, or the first who may start by sheet, card and injuries. Raises SeasonError."""
    rulings = {man: sheet[man] and setup.may_pitch(man, start=True) for man in staff if man in sheet}
    names = season.names_of(season.teams[team])
    if words:
        pitcher = find_starter(season, team, rulings, words)
        if not rulings[pitcher]:
            raise SeasonError(f"{names[pitcher]} may not start for {team}: {rulings[pitcher]}")
        return pitcher
    able = [man for man, ruling in rulings.items() if ruling]
    if not able:
        reasons = "; ".join(f"{names[man]}, {ruling}" for man, ruling in rulings.items())
        raise SeasonError(f"nobody may start for {team}: {reasons or 'it has no starter with a card'}")
    return able[0]
