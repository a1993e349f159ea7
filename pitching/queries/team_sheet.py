"""What a team sheet tells its manager (T0.03): the roster with real lines, the park, what every pitcher has left."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from drafts.models import Ballpark, Pick, PlayerCard
from drafts.queries.legal_teams import requirements_waived
from drafts.queries.pool_cards import COLUMNS, PoolCard, pool_card
from drafts.queries.roster import rated_positions_for_rules
from games.queries.carry_over import format_of
from games.queries.usage import TeamUsage, usage_of_teams
from pitching.queries.board import BoardRow, board_from
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.pitching import START, Cell
from rules_engine.eligibility.requirements import Requirement
from rules_engine.innings import format_innings
from tournaments.models import Manager, Team, Tournament

GAMES_SHOWN = 3  # those that decide what a pitcher has left (T10.2)


class HitterLine(NamedTuple):
    """A position player: his card, and his name told apart from his namesakes."""

    card: PoolCard
    name: str


@dataclass(frozen=True, slots=True)
class PitcherLine:
    """A pitcher: his card, what he did in the games shown ("S 7.0", "1.2", ""), and what he may do next."""

    card: PoolCard
    lately: list[str]
    able: BoardRow


@dataclass(slots=True)
class TeamSheet:
    """One team's page of information. `games_shown` are the numbers of the latest games begun."""

    tournament: Tournament
    team: Team
    managers: list[str]
    park: str
    next_game: int
    games_shown: list[int]
    hitters: list[HitterLine] = field(default_factory=list)
    pitchers: list[PitcherLine] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)  # of rulings on the team

    @property
    def by_position(self) -> dict[str, list[PoolCard]]:
        """Who has each position on his card, most games there first (T10.11, T31.10)."""
        return {
            at: sorted(
                (card for card, _ in self.hitters if at in rated_positions_for_rules(card)),
                key=lambda card: -card.games_at.get(at, 0),
            )
            for at in POSITIONS
        }


def team_sheet(tournament: Tournament, team_id: int) -> TeamSheet:
    return team_sheets(tournament, [team_id])[team_id]


def team_sheets(tournament: Tournament, team_ids: list[int]) -> dict[int, TeamSheet]:
    """Team sheets by team in a constant number of queries."""
    usages, form, waived = usage_of_teams(*team_ids), format_of(tournament), requirements_waived(tournament)
    cards, parks, managers = _cards(tournament, team_ids), _parks(team_ids), _managers(team_ids)
    teams = Team.objects.filter(pk__in=team_ids).select_related("division")
    sheets = {}
    for team in teams:
        usage = usages[team.pk]
        shown = list(range(max(1, usage.next_game - GAMES_SHOWN), usage.next_game))
        park = parks.get(team.pk, "")
        sheet = TeamSheet(tournament, team, managers[team.pk], park, usage.next_game, shown)
        of_team = board_from(usage, form)
        board = {row.card_id: row for row in of_team.rows}
        sheet.requirements = [*of_team.requirements, *waived.get(team.pk, ())]
        _add_players(sheet, cards[team.pk], usage, board)
        sheets[team.pk] = sheet
    return sheets


def _cards(tournament: Tournament, team_ids: list[int]) -> dict[int, list[PoolCard]]:
    of_team = dict(Pick.objects.filter(team__in=team_ids, card__isnull=False).values_list("card_id", "team_id"))
    # a card may be drafted once in each division, so the pick that counts is one of these teams'
    rows: Any = PlayerCard.objects.filter(pk__in=list(of_team)).values(*COLUMNS)
    known = {row["id"]: pool_card(row, tournament.profile) for row in rows}
    held: dict[int, list[PoolCard]] = defaultdict(list)
    for team_id, card_id in Pick.objects.filter(team__in=team_ids, card__isnull=False).values_list(
        "team_id", "card_id"
    ):
        held[team_id].append(known[card_id or 0])
    return held


def _parks(team_ids: list[int]) -> dict[int, str]:
    found = Pick.objects.filter(team__in=team_ids, card__isnull=True).select_related("park")
    return {pick.team_id: _park_text(pick.park, pick.designed_park) for pick in found if not pick.is_skipped}


def _park_text(park: Ballpark | None, designed: dict[str, Any] | None) -> str:
    """The park's name with its chances of 20, where they are known."""
    if park is None:
        facts = designed or {}
        chances = f"singles 1-{facts.get('singles')}, homeruns 1-{facts.get('homeruns')}"
        return f"{facts.get('name', 'Designed park')}: {chances}"
    numbers = (
        ("singles L", park.singles_left),
        ("R", park.singles_right),
        ("homeruns L", park.homeruns_left),
        ("R", park.homeruns_right),
    )
    known = [f"{label} 1-{value}" for label, value in numbers if value is not None]
    return f"{park.name}: {', '.join(known)}" if known else park.name


def _managers(team_ids: list[int]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = defaultdict(list)
    for team_id, name in Manager.objects.filter(team__in=team_ids).values_list("team_id", "name"):
        names[team_id].append(name)
    return names


def _add_players(sheet: TeamSheet, cards: list[PoolCard], usage: TeamUsage, board: dict[int, BoardRow]) -> None:
    hitters = sorted(
        (card for card in cards if card.is_hitter),
        key=lambda card: (_first_position(card), -card.at_bats, card.words),
    )
    sheet.hitters = [HitterLine(card, usage.pitchers[card.id].name) for card in hitters]
    for card in cards:
        if card.is_pitcher and card.id in board:
            cells = usage.pitchers[card.id].cells
            lately = [_cell_text(cells[number - 1]) for number in sheet.games_shown]
            sheet.pitchers.append(PitcherLine(card, lately, board[card.id]))
    order = ("S", "S/R", "R", "")
    sheet.pitchers.sort(key=lambda line: (order.index(line.able.role), -line.card.outs_pitched))


def _first_position(card: PoolCard) -> int:
    played = rated_positions_for_rules(card)
    return POSITIONS.index(played[0]) if played and played[0] in POSITIONS else len(POSITIONS)


def _cell_text(cell: Cell) -> str:
    if cell is None:
        return ""
    innings = format_innings(cell.outs)
    return f"S {innings}" if cell.role == START else innings
