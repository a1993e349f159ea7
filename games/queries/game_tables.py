"""Games and pitching appearances with names, and their columns for files and the API."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from core.tables import Column, Place, TableDefinition
from drafts.models import Pick, PlayerCard
from drafts.queries.pool_cards import NAME_COLUMNS, CardName, names_of_cards
from games.models import Game, Outing
from rules_engine.innings import format_innings

_SUSPENDED = Game.Status.SUSPENDED.value


class NamedOuting(NamedTuple):
    """A pitching appearance. `name` distinguishes the pitcher from any namesakes."""

    outing: Outing
    name: str


class GameRecord(NamedTuple):
    """A game with its pitching appearances."""

    game: Game
    outings: Sequence[NamedOuting] = ()

    @property
    def ending(self) -> str:
        """Return a description of the game's ending, or that it is suspended (T33.0)."""
        return self.game.status if self.game.status == _SUSPENDED else self.game.ending


def _by_inning(runs: list[int]) -> str:
    return " ".join(map(str, runs))


_FILE, _API = Place.FILE, Place.API

GAMES: TableDefinition[GameRecord] = TableDefinition(
    "games",
    (
        Column("stage", "Stage", lambda played: played.game.series.get_stage_display(), _FILE),
        Column("round", "Round", lambda played: played.game.series.round, _FILE),
        Column("number", "Game", lambda played: played.game.number, _FILE | _API),
        Column("home", "Home", lambda played: played.game.home_id, _API),
        Column("away", "Away", lambda played: played.game.away_id, _API),
        Column("away_name", "Away", lambda played: played.game.away.name, _FILE),
        Column("home_name", "Home", lambda played: played.game.home.name, _FILE),
        Column("away_runs", "Away runs", lambda played: played.game.away_runs, _FILE | _API, is_nullable=True),
        Column("home_runs", "Home runs", lambda played: played.game.home_runs, _FILE | _API, is_nullable=True),
        Column("innings", "Innings", lambda played: played.game.innings, _API, is_nullable=True),
        Column("away_by_inning", "Away by inning", lambda played: _by_inning(played.game.away_line), _FILE),
        Column("home_by_inning", "Home by inning", lambda played: _by_inning(played.game.home_line), _FILE),
        Column("away_line", "Away by inning", lambda played: played.game.away_line, _API, kind=list[int]),
        Column("home_line", "Home by inning", lambda played: played.game.home_line, _API, kind=list[int]),
        Column("status", "State", lambda played: played.game.status, _API, kind=Game.Status),
        Column("state", "State", lambda played: played.game.get_status_display(), _FILE),
        Column("ending", "Ending", lambda played: played.ending, _API, kind=(*Game.Ending.values, _SUSPENDED)),
        Column("ending_name", "Ending", lambda played: played.game.get_ending_display(), _FILE),
        Column("division_name", "Division", lambda played: getattr(played.game.series.division, "name", ""), _FILE),
        Column(
            *("conceded_by", "Conceded by", lambda played: played.game.conceded_by_id, _API),
            is_nullable=True,
            help="the team that conceded or forfeited it",
        ),
        Column(
            *("resumed", "Resumed", lambda played: played.game.home_resumed_after is not None, _API),
            kind=bool,
            help="suspended and finished later (T33.0)",
        ),
        Column("accepted_rule", "Accepted under", lambda played: played.game.accepted_rule, _API, kind=str),
        Column("accepted_by", "Accepted by", lambda played: played.game.accepted_by, _API, kind=str),
        Column("footnote", "Footnote", lambda played: played.game.footnote, _API, kind=str),
        Column("outings", "Pitchers", lambda played: played.outings, _API, kind=list),
    ),
)

OUTINGS: TableDefinition[NamedOuting] = TableDefinition(
    "pitching",
    (
        Column("team", "Team", lambda pitched: pitched.outing.team_id, _API),
        Column("card", "Card", lambda pitched: pitched.outing.card_id, _API),
        Column("team_name", "Team", lambda pitched: pitched.outing.team.name, _FILE),
        Column("stage", "Stage", lambda pitched: pitched.outing.game.series.get_stage_display(), _FILE),
        Column("round", "Round", lambda pitched: pitched.outing.game.series.round, _FILE),
        Column("game", "Game", lambda pitched: pitched.outing.game.number, _FILE),
        Column(
            "pitcher",
            "Pitcher",
            lambda pitched: pitched.name,
            _FILE | _API,
            kind=str,
            help="his name; `card` is who he is",
        ),
        Column("order", "Order", lambda pitched: pitched.outing.order, _API),
        Column("part", "Part", lambda pitched: pitched.outing.get_part_display(), _FILE),
        Column("starts", "Starts", lambda pitched: pitched.outing.part == Outing.Part.START, _API, kind=bool),
        Column("innings", "Innings", lambda pitched: format_innings(pitched.outing.outs), _FILE | _API, kind=str),
        Column("runs", "Runs", lambda pitched: pitched.outing.runs, _FILE | _API, is_nullable=True),
        Column("extra_outs", "Extra outs", lambda pitched: pitched.outing.extra_outs, _API),
        Column("injured", "Injured", lambda pitched: pitched.outing.injured, _API, kind=bool),
        Column("accepted_rule", "Accepted under", lambda pitched: pitched.outing.accepted_rule, _FILE | _API, kind=str),
        Column("accepted_by", "Accepted by", lambda pitched: pitched.outing.accepted_by, _API, kind=str),
        Column("footnote", "Footnote", lambda pitched: pitched.outing.footnote, _FILE | _API, kind=str),
    ),
)

PlayerKey = tuple[int, int]  # team ID and card ID


def sheet_names(players: Collection[PlayerKey]) -> dict[PlayerKey, str]:
    """Return names that distinguish players from every namesake on their team.

    Players without a card are omitted. Runs a single query, or two if a player has left the team's roster.
    """
    names = _names_on_rosters({team for team, _ in players}) if players else {}
    left = {card for team, card in players if (team, card) not in names}
    plain = dict(PlayerCard.including_hidden.filter(pk__in=left).values_list("pk", "name")) if left else {}
    return {
        (team, card): names.get((team, card), plain.get(card, ""))
        for team, card in players
        if (team, card) in names or card in plain
    }


def _names_on_rosters(teams: Iterable[int]) -> dict[PlayerKey, str]:
    drafted = Pick.objects.filter(team__in=teams, card__isnull=False)
    rosters: dict[int, list[CardName]] = {}
    for team, *card in drafted.values_list("team_id", *(f"card__{column}" for column in NAME_COLUMNS)):
        rosters.setdefault(team, []).append(CardName(*card))
    return {(team, card): name for team, cards in rosters.items() for card, name in names_of_cards(cards).items()}
