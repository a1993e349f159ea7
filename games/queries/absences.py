"""Players who are injured or must sit out the next game, for rules editions that carry absences over."""

from collections.abc import Iterable, Iterator, Mapping
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
CarriedByGame = Mapping[tuple[int, int], Carried]  # by (series, game number)
HURT = "hurt"  # key for injuries recorded by hand in a game's carried data: side -> code -> length


class MissingPlayer(NamedTuple):
    """A player who can't play or pitch in the team's next game, with the ruling."""

    name: str
    ruling: Ruling


class TeamAbsences(NamedTuple):
    """A team's missing players. `unwritten` counts games entered by hand without recorded injuries."""

    team: str
    missing: list[MissingPlayer]
    unwritten: int


def injury_unit(tournament: Tournament) -> str:
    """Return the unit for injuries that outlast a game, "days" or "games", or "" if there are none."""
    game = tournament.profile.game
    return systems.load(game.system).injury_unit(game.edition)


def absences_of(tournament: Tournament, *teams: Team) -> list[TeamAbsences]:
    """Return each team's absences before its next game."""
    if not injury_unit(tournament):
        return []
    usages = usage_of_teams(*[team.pk for team in teams])
    absences = absences_by_team(tournament, usages)
    return [absences[team.pk]._replace(team=str(team)) for team in teams]


def absences_by_team(tournament: Tournament, usages: Mapping[int, TeamUsage]) -> dict[int, TeamAbsences]:
    """Return absences by team. Runs two queries, or none if the rules edition has no long injuries."""
    if not injury_unit(tournament):
        return {}
    codes = card_codes_by_team(usages)
    carried = _carried_by_game(*usages.values())
    return {team: _team_absences(tournament, usage, codes[team], carried) for team, usage in usages.items()}


def _team_absences(
    tournament: Tournament,
    usage: TeamUsage,
    codes: Mapping[int, str],
    carried_by_game: CarriedByGame,
) -> TeamAbsences:
    game = tournament.profile.game
    system = systems.load(game.system)
    names = _names_by_code(usage, codes)
    carried = _carried_into_games(system, usage, codes, carried_by_game)[-1]
    rulings: Mapping[str, Ruling] = {}
    if carried is not None:
        rulings = system.absent(system.edition(game.edition), carried, names)
    missing = [MissingPlayer(names.get(code, code), ruling) for code, ruling in rulings.items()]
    unwritten = sum(not carried_by_game.get(_game_key(column)) for column in usage.columns)
    return TeamAbsences(usage.name, sorted(missing, key=lambda player: player.name), unwritten)


def absences_in_series(
    series: Series, usage: TeamUsage, carried: Mapping[int, Carried]
) -> dict[int, dict[int, Ruling]]:
    """Return rulings on absent players for each game of the series, based on the games before it.

    Args:
        usage: The team's usage with the submitted games.
        carried: Data carried from these games, by game number.
    """
    game = series.tournament.profile.game
    if not injury_unit(series.tournament):
        return {}
    system = systems.load(game.system)
    edition = system.edition(game.edition)
    codes = card_codes(usage.team_id)
    names = _names_by_code(usage, codes)
    cards = _cards_by_code(codes)
    carried_by_game = dict(_carried_by_game(usage))
    for number, of_game in carried.items():
        carried_by_game[series.pk, number] = of_game
    absences: dict[int, dict[int, Ruling]] = {}
    carried_into_games = _carried_into_games(system, usage, codes, carried_by_game)
    for column, carried_in in zip(usage.columns, carried_into_games, strict=False):
        if column.series_id != series.pk or carried_in is None:
            continue
        rulings = system.absent(edition, carried_in, names)
        absences[column.game] = {cards[code]: ruling for code, ruling in rulings.items() if code in cards}
    return absences


def _cards_by_code(codes: Mapping[int, str]) -> dict[str, int]:
    return {code: card for card, code in codes.items()}


def _names_by_code(usage: TeamUsage, codes: Mapping[int, str]) -> dict[str, str]:
    return {code: usage.pitchers[card].name for card, code in codes.items() if card in usage.pitchers}


def card_codes(team_id: int) -> dict[int, str]:
    """Return card codes by card ID for a team."""
    return card_codes_by_team([team_id])[team_id]


def card_codes_by_team(teams: Iterable[int]) -> dict[int, dict[int, str]]:
    """Return card codes by card ID for several teams. Runs a single query."""
    codes: dict[int, dict[int, str]] = {team: {} for team in teams}
    picks = Pick.objects.filter(team__in=codes, card__isnull=False)
    for team, card_id, code in picks.values_list("team_id", "card_id", "card__code"):
        codes[team][card_id] = code
    return codes


def carried_to_next_game(system: AnySystem, usage: TeamUsage, codes: Mapping[int, str]) -> Carried | None:
    """Return the data a team carries over from all its games, by card code.

    Games played with the engine store this data. Games entered by hand have only the pitching sheet and the recorded
    injuries.
    """
    return _carried_into_games(system, usage, codes, _carried_by_game(usage))[-1]


def _game_key(column: GameColumn) -> tuple[int, int]:
    """Return the series and game number, which identify a game before it is stored."""
    return column.series_id, column.game


def _carried_by_game(*usages: TeamUsage) -> CarriedByGame:
    game_ids = {column.game_id for usage in usages for column in usage.columns}
    games = Game.objects.filter(pk__in=game_ids)
    rows = games.values_list("series", "number", "carried")
    return {(series, number): carried for series, number, carried in rows}


def _carried_into_games(
    system: AnySystem,
    usage: TeamUsage,
    codes: Mapping[int, str],
    carried_by_game: CarriedByGame,
) -> list[Carried | None]:
    """Return the data a team carries into each of its games, and into its next game."""
    carried_into_games: list[Carried | None] = []
    carried: Carried | None = None
    series = 0
    for column in usage.columns:
        if carried is not None and column.series_id != series:
            carried = system.next_series(carried)
        carried_into_games.append(carried)
        series = column.series_id
        of_game = carried_by_game.get(_game_key(column), {})
        side = side_of(at_home=bool(column.at_home))
        if of_game.get(side) is not None:
            carried = of_game[side]
        else:
            injuries = of_game.get(HURT, {}).get(side, {})
            outings = _outings_by_code(usage, column.number, codes)
            carried = system.after_sheet(carried, outings, injuries)
    next_series = usage.ahead
    if carried is not None and next_series is not None and next_series.series_id != series:
        carried = system.next_series(carried)
    return [*carried_into_games, carried]


def side_of(*, at_home: bool) -> str:
    return "home" if at_home else "away"


def _outings_by_code(usage: TeamUsage, column: int, codes: Mapping[int, str]) -> dict[str, tuple[bool, int]]:
    """Return a game's pitchers by card code, each with whether the pitcher started and the outs recorded."""
    outings = {}
    for card_id, pitcher in usage.pitchers.items():
        cell = pitcher.cells[column - 1]
        if card_id in codes and cell is not None:
            outings[codes[card_id]] = (cell.role == START, cell.outs)
    return outings


class InjuredPlayer(NamedTuple):
    """A player recorded as injured in a game. `length` is in the rules edition's unit."""

    team: Team
    card_id: int
    name: str
    length: int


class HandEnteredGame(NamedTuple):
    """A game entered by hand, with its recorded injuries."""

    number: int
    injuries: list[InjuredPlayer]


class TeamPlayers(NamedTuple):
    """A team's roster. `players` lists (card, name) by name. `cards` maps codes to card IDs."""

    team: Team
    players: list[tuple[int, str]]
    cards: Mapping[str, int]


def injuries_in_series(series: Series) -> tuple[list[HandEnteredGame], list[TeamPlayers]]:
    """Return the final games entered by hand with their injuries, and both rosters."""
    teams = (series.away, series.home)
    usages = usage_of_teams(*[team.pk for team in teams])
    rosters = []
    for team in teams:
        cards = _cards_by_code(card_codes(team.pk))
        rosters.append(TeamPlayers(team, _players_by_name(usages[team.pk]), cards))
    games = Game.objects.filter(series=series, status=Game.Status.FINAL).order_by("number")
    hand_entered = [
        HandEnteredGame(game.number, list(_injuries(game, rosters))) for game in games if is_entered_by_hand(game)
    ]
    return hand_entered, rosters


def is_entered_by_hand(game: Game) -> bool:
    """Return whether the game carries no data except recorded injuries."""
    return not (game.carried.keys() - {HURT})


def _players_by_name(usage: TeamUsage) -> list[tuple[int, str]]:
    players = [(card, player.name) for card, player in usage.pitchers.items()]
    return sorted(players, key=lambda player: player[1])


def _injuries(game: Game, rosters: Iterable[TeamPlayers]) -> Iterator[InjuredPlayer]:
    for roster in rosters:
        names = dict(roster.players)
        side = side_of(at_home=game.home_id == roster.team.pk)
        recorded = game.carried.get(HURT, {}).get(side, {})
        for code, length in recorded.items():
            card = roster.cards.get(code, 0)
            yield InjuredPlayer(roster.team, card, names.get(card, code), length)
