"""Who of a team is hurt or sits out its next game, in editions where that goes along from game to game."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from drafts.models import Pick
from games.models import Game
from games.queries.columns import GameColumn
from games.queries.usage import TeamUsage, usage_of_teams
from rules_engine import systems
from rules_engine.baseball.system import AnySystem
from rules_engine.eligibility.pitching import START
from rules_engine.rulings import Ruling
from tournaments.models import Series, Team, Tournament

Carried = Mapping[str, Any]
HURT = "hurt"  # in what a game entered by hand carries: side -> code -> how long, as somebody has written it down


class MissingPlayer(NamedTuple):
    """A man who may not play in the team's next game, or not pitch, and why."""

    name: str
    ruling: Ruling


class TeamAbsences(NamedTuple):
    """`unwritten`: how many games of the team were entered by hand with nobody written down as hurt."""

    team: str
    missing: list[MissingPlayer]
    unwritten: int


def injury_unit(tournament: Tournament) -> str:
    """In what an injury counts that outlasts its game, "days" or "games"; "" where none does."""
    game = tournament.profile.game
    return systems.load(game.system).injury_unit(game.edition)


def absences_of(tournament: Tournament, *teams: Team) -> list[TeamAbsences]:
    """Of each team before its next game; nothing where everybody is well by then."""
    if not injury_unit(tournament):
        return []
    absences = absences_by_team(tournament, usage_of_teams(*(team.pk for team in teams)))
    return [absences[team.pk]._replace(team=str(team)) for team in teams]


def absences_by_team(tournament: Tournament, usages: Mapping[int, TeamUsage]) -> dict[int, TeamAbsences]:
    """By team, from what is read of them already: two queries however many they are, none where nobody is missed."""
    if not injury_unit(tournament):
        return {}
    codes, stored = card_codes_by_team(usages), _carried(*usages.values())
    return {team: _absences(tournament, usage, codes[team], stored) for team, usage in usages.items()}


def _absences(
    tournament: Tournament, usage: TeamUsage, codes: Mapping[int, str], stored: Mapping[tuple[int, int], Carried]
) -> TeamAbsences:
    game = tournament.profile.game
    system = systems.load(game.system)
    names = _names(usage, codes)
    taken = _along(system, usage, codes, stored)[-1]
    absent = system.absent(system.edition(game.edition), taken, names) if taken is not None else {}
    missing = [MissingPlayer(names.get(man, man), ruling) for man, ruling in absent.items()]
    unwritten = sum(not stored.get(_place(column)) for column in usage.columns)
    return TeamAbsences(usage.name, sorted(missing, key=lambda one: one.name), unwritten)


def absences_in_series(
    series: Series, usage: TeamUsage, carried: Mapping[int, Carried]
) -> dict[int, dict[int, Ruling]]:
    """Number of a game of this series -> card -> why its man might not play in it, or not pitch, by the games before.

    `usage` is the team's with the games as they are handed in, `carried` what these carry, by number.
    """
    game = series.tournament.profile.game
    if not injury_unit(series.tournament):
        return {}
    system, codes = systems.load(game.system), card_codes(usage.team_id)
    edition, names = system.edition(game.edition), _names(usage, codes)
    cards = _cards(codes)
    stored = _carried(usage) | {(series.pk, number): of_game for number, of_game in carried.items()}
    return {
        column.game: {
            cards[man]: ruling for man, ruling in system.absent(edition, taken, names).items() if man in cards
        }
        for column, taken in zip(usage.columns, _along(system, usage, codes, stored), strict=False)
        if column.series_id == series.pk and taken is not None
    }


def _cards(codes: Mapping[int, str]) -> dict[str, int]:
    return {code: card for card, code in codes.items()}


def _names(usage: TeamUsage, codes: Mapping[int, str]) -> dict[str, str]:
    return {code: usage.pitchers[card].name for card, code in codes.items() if card in usage.pitchers}


def card_codes(team_id: int) -> dict[int, str]:
    """The codes of a team's cards by their numbers."""
    return card_codes_by_team([team_id])[team_id]


def card_codes_by_team(teams: Iterable[int]) -> dict[int, dict[int, str]]:
    """As card_codes, by team, in one query."""
    codes: dict[int, dict[int, str]] = {team: {} for team in teams}
    picks = Pick.objects.filter(team__in=codes, card__isnull=False)
    for team, card_id, code in picks.values_list("team_id", "card_id", "card__code"):
        codes[team][card_id] = code
    return codes


def carried_to_next_game(system: AnySystem, usage: TeamUsage, codes: Mapping[int, str]) -> Carried | None:
    """What a team takes along from all its games so far, by the codes of its cards; None for nothing.

    A game from the table has it stored; of one entered by hand, no more is known than its pitching sheet and who was
    written down as hurt.
    """
    return _along(system, usage, codes, _carried(usage))[-1]


def _place(column: GameColumn) -> tuple[int, int]:
    """Where a game is found that may not be stored yet: series and number."""
    return column.series_id, column.game


def _carried(*usages: TeamUsage) -> dict[tuple[int, int], Carried]:
    """Of the teams' games, by series and number."""
    games = Game.objects.filter(pk__in={column.game_id for usage in usages for column in usage.columns})
    return {(series, number): carried for series, number, carried in games.values_list("series", "number", "carried")}


def _along(
    system: AnySystem, usage: TeamUsage, codes: Mapping[int, str], stored: Mapping[tuple[int, int], Carried]
) -> list[Carried | None]:
    """What a team takes along into each of its games, and into its next one."""
    along: list[Carried | None] = []
    taken: Carried | None = None
    series = 0
    for column in usage.columns:
        if taken is not None and column.series_id != series:
            taken = system.next_series(taken)
        along.append(taken)
        series = column.series_id
        carried, side = stored.get(_place(column), {}), side_of(at_home=bool(column.at_home))
        if (own := carried.get(side)) is not None:
            taken = own
        else:
            hurt = carried.get(HURT, {}).get(side, {})
            taken = system.after_sheet(taken, _pitched(usage, column.number, codes), hurt)
    if taken is not None and usage.ahead is not None and usage.ahead.series_id != series:
        taken = system.next_series(taken)
    return [*along, taken]


def side_of(*, at_home: bool) -> str:
    return "home" if at_home else "away"


def _pitched(usage: TeamUsage, column: int, codes: Mapping[int, str]) -> dict[str, tuple[bool, int]]:
    """Who pitched in a game by its sheet: code -> whether he started, and his outs."""
    cells = {card_id: pitcher.cells[column - 1] for card_id, pitcher in usage.pitchers.items() if card_id in codes}
    return {codes[card_id]: (cell.role == START, cell.outs) for card_id, cell in cells.items() if cell is not None}


class InjuredPlayer(NamedTuple):
    """Somebody who was written down as hurt in a game: `length` in the edition's unit."""

    team: Team
    card_id: int
    name: str
    length: int


class HandEnteredGame(NamedTuple):
    """A game of a series entered by hand, in which somebody may be written down as hurt."""

    number: int
    hurt: list[InjuredPlayer]


class TeamPlayers(NamedTuple):
    """`players`: number of the card and name, by name. `cards`: code -> number."""

    team: Team
    players: list[tuple[int, str]]
    cards: Mapping[str, int]


def injuries_in_series(series: Series) -> tuple[list[HandEnteredGame], list[TeamPlayers]]:
    """The final games of a series that were entered by hand, and who may have been hurt in them."""
    teams = series.away, series.home
    usages = usage_of_teams(*(team.pk for team in teams))
    rosters = [TeamPlayers(team, _players(usages[team.pk]), _cards(card_codes(team.pk))) for team in teams]
    games = Game.objects.filter(series=series, status=Game.Status.FINAL).order_by("number")
    return [
        HandEnteredGame(game.number, [*_hurt_in(game, rosters)]) for game in games if is_entered_by_hand(game)
    ], rosters


def is_entered_by_hand(game: Game) -> bool:
    """Whether no more is carried from it than what somebody has written down."""
    return not (game.carried.keys() - {HURT})


def _players(usage: TeamUsage) -> list[tuple[int, str]]:
    return sorted(((card, man.name) for card, man in usage.pitchers.items()), key=lambda one: one[1])


def _hurt_in(game: Game, rosters: Iterable[TeamPlayers]) -> Iterable[InjuredPlayer]:
    for roster in rosters:
        names = dict(roster.players)
        written = game.carried.get(HURT, {}).get(side_of(at_home=game.home_id == roster.team.pk), {})
        for code, length in written.items():
            card = roster.cards.get(code, 0)
            yield InjuredPlayer(roster.team, card, names.get(card, code), length)
