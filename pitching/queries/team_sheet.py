"""The team sheet (T0.03): the roster with real-life statistics, the ballpark and relief innings left."""

import operator
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from core.tables import Align, Column, Place, TableDefinition
from drafts.models import Ballpark, Pick, PlayerCard
from drafts.queries.legal_teams import requirements_waived
from drafts.queries.pool_cards import COLUMNS, PoolCard, pool_card
from drafts.queries.roster import rated_positions_for_rules
from drafts.queries.statistics import format_positions, statistic, win_loss_record
from games.queries.carry_over import carryover_rules
from games.queries.usage import TeamUsage, usage_of_teams
from pitching.queries.board import BoardRow, build_board
from pitching.queries.endurance import endurance_label
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.pitching import START, Cell
from rules_engine.eligibility.requirements import Requirement
from rules_engine.innings import format_innings
from tournaments.models import Manager, Team, Tournament

GAMES_SHOWN = 3  # the games that determine a pitcher's relief innings left (T10.2)
_ROLE_ORDER = ("S", "S/R", "R", "")
_PAPER = Place.PAPER
_LEFT, _CENTER = Align.LEFT, Align.CENTER


class HitterLine(NamedTuple):
    """A position player's card, with a name that distinguishes him from other players with the same name."""

    card: PoolCard
    name: str


@dataclass(frozen=True, slots=True)
class PitcherLine:
    """A pitcher's card, his recent games ("S 7.0", "1.2" or ""), and his board row."""

    card: PoolCard
    recent_games: list[str]
    board_row: BoardRow


@dataclass(slots=True)
class TeamSheet:
    """A team's information page. `games_shown` lists the latest games."""

    tournament: Tournament
    team: Team
    managers: list[str]
    park: str
    next_game: int
    games_shown: list[int]
    hitters: list[HitterLine] = field(default_factory=list)
    pitchers: list[PitcherLine] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)

    @property
    def cards_by_position(self) -> dict[str, list[PoolCard]]:
        """Return the cards rated at each position, in order of games there (T10.11, T31.10)."""
        cards_by_position = {}
        for position in POSITIONS:
            cards = [line.card for line in self.hitters if position in rated_positions_for_rules(line.card)]
            cards_by_position[position] = _most_games_first(cards, position)
        return cards_by_position


def _most_games_first(cards: list[PoolCard], position: str) -> list[PoolCard]:
    return sorted(cards, key=lambda card: -card.games_at.get(position, 0))


def read_team_sheet(tournament: Tournament, team_id: int) -> TeamSheet:
    return read_team_sheets(tournament, [team_id])[team_id]


def read_team_sheets(tournament: Tournament, team_ids: list[int]) -> dict[int, TeamSheet]:
    """Return team sheets by team in a constant number of queries."""
    usages = usage_of_teams(*team_ids)
    carryover = carryover_rules(tournament)
    waived = requirements_waived(tournament)
    cards = _cards_by_team(tournament, team_ids)
    parks = _parks_by_team(team_ids)
    managers = _managers_by_team(team_ids)
    sheets = {}
    for team in Team.objects.filter(pk__in=team_ids).select_related("division"):
        usage = usages[team.pk]
        first_game = max(1, usage.next_game - GAMES_SHOWN)
        sheet = TeamSheet(
            tournament=tournament,
            team=team,
            managers=managers[team.pk],
            park=parks.get(team.pk, ""),
            next_game=usage.next_game,
            games_shown=list(range(first_game, usage.next_game)),
        )
        board = build_board(usage, carryover)
        sheet.requirements = [*board.requirements, *waived.get(team.pk, ())]
        board_rows = {row.card_id: row for row in board.rows}
        sheet.hitters = _hitter_lines(cards[team.pk], usage)
        sheet.pitchers = _pitcher_lines(cards[team.pk], usage, board_rows, sheet.games_shown)
        sheets[team.pk] = sheet
    return sheets


def _cards_by_team(tournament: Tournament, team_ids: list[int]) -> dict[int, list[PoolCard]]:
    """Return the drafted cards. Several teams can draft the same card, one team in each division."""
    picks = Pick.objects.filter(team__in=team_ids, card__isnull=False)
    pairs = list(picks.values_list("team_id", "card_id"))
    card_ids = [card_id for _, card_id in pairs]
    rows: Any = PlayerCard.objects.filter(pk__in=card_ids).values(*COLUMNS)
    card_by_id = {row["id"]: pool_card(row, tournament.profile) for row in rows}
    cards: dict[int, list[PoolCard]] = defaultdict(list)
    for team_id, card_id in pairs:
        cards[team_id].append(card_by_id[card_id or 0])
    return cards


def _parks_by_team(team_ids: list[int]) -> dict[int, str]:
    picks = Pick.objects.filter(team__in=team_ids, card__isnull=True).select_related("park")
    return {pick.team_id: _park_label(pick.park, pick.designed_park) for pick in picks if not pick.is_skipped}


def _park_label(park: Ballpark | None, designed: dict[str, Any] | None) -> str:
    """Return the ballpark's name and its known chances out of 20."""
    if park is None:
        facts = designed or {}
        name = facts.get("name", "Designed park")
        return f"{name}: singles 1-{facts.get('singles')}, home runs 1-{facts.get('homeruns')}"
    chances = (
        ("singles L", park.singles_left),
        ("R", park.singles_right),
        ("home runs L", park.homeruns_left),
        ("R", park.homeruns_right),
    )
    chances_text = [f"{label} 1-{value}" for label, value in chances if value is not None]
    return f"{park.name}: {', '.join(chances_text)}" if chances_text else park.name


def _managers_by_team(team_ids: list[int]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = defaultdict(list)
    managers = Manager.objects.filter(team__in=team_ids)
    for team_id, name in managers.values_list("team_id", "name"):
        names[team_id].append(name)
    return names


def _hitter_lines(cards: list[PoolCard], usage: TeamUsage) -> list[HitterLine]:
    hitters = sorted(
        (card for card in cards if card.is_hitter),
        key=lambda card: (_first_position(card), -card.at_bats, card.words),
    )
    return [HitterLine(card, usage.pitchers[card.id].name) for card in hitters]


def _pitcher_lines(
    cards: list[PoolCard],
    usage: TeamUsage,
    board_rows: dict[int, BoardRow],
    games_shown: list[int],
) -> list[PitcherLine]:
    lines = []
    for card in cards:
        if card.is_pitcher and card.id in board_rows:
            cells = usage.pitchers[card.id].cells
            recent_games = [_cell_label(cells[number - 1]) for number in games_shown]
            lines.append(PitcherLine(card, recent_games, board_rows[card.id]))
    return sorted(
        lines,
        key=lambda line: (_ROLE_ORDER.index(line.board_row.role), -line.card.outs_pitched),
    )


def _first_position(card: PoolCard) -> int:
    positions = rated_positions_for_rules(card)
    if positions and positions[0] in POSITIONS:
        return POSITIONS.index(positions[0])
    return len(POSITIONS)


def _cell_label(cell: Cell) -> str:
    if cell is None:
        return ""
    innings = format_innings(cell.outs)
    return f"S {innings}" if cell.role == START else innings


def _text(
    name: str,
    title: str,
    value: Callable[[Any], str],
    width: float,
    align: Align = _LEFT,
    *,
    is_bold: bool = False,
) -> Column[Any]:
    return Column(name, title, value, _PAPER, align, width, is_bold=is_bold)


def _rating(name: str, title: str, width: float, align: Align = _LEFT) -> Column[Any]:
    return _text(name, title, lambda line: str(line.card.ratings.get(name) or ""), width, align)


def _hold_rating(line: PitcherLine) -> str:
    return str(line.card.ratings.get("hold", ""))


def _endurance(line: PitcherLine) -> str:
    return endurance_label(dict(line.card.ratings))


HITTERS: TableDefinition[HitterLine] = TableDefinition(
    "hitters",
    (
        _text("player", "Player", lambda line: line.name, 96, is_bold=True),
        _text("bats", "B", lambda line: line.card.bats, 10, _CENTER),
        _text("positions", "Positions (games)", lambda line: format_positions(line.card.games_at), 86),
        _rating("fielding", "Fielding", 62),
        _rating("steal", "Steal", 34),
        _rating("running", "Run", 18, Align.RIGHT),
        statistic("games", "G", _PAPER, 19),
        statistic("at_bats", "AB", _PAPER, 19),
        statistic("runs", "R", _PAPER, 19),
        statistic("hits", "H", _PAPER, 19),
        statistic("doubles", "2B", _PAPER, 19),
        statistic("triples", "3B", _PAPER, 19),
        statistic("homeruns", "HR", _PAPER, 19),
        statistic("runs_batted_in", "RBI", _PAPER, 19),
        statistic("walks", "W", _PAPER, 19),
        statistic("strikeouts", "SO", _PAPER, 19),
        statistic("stolen_bases", "SB", _PAPER, 19),
        statistic("caught_stealing", "CS", _PAPER, 19),
        statistic("average", "AVG", _PAPER, 23),
        statistic("on_base", "OBP", _PAPER, 23),
        statistic("slugging", "SLG", _PAPER, 23),
    ),
)

PITCHERS: TableDefinition[PitcherLine] = TableDefinition(
    "pitchers",
    (
        _text("player", "Player", lambda line: line.board_row.name, 92, is_bold=True),
        _text("throws", "T", lambda line: line.card.throws, 10, _CENTER),
        _text("role", "Role", lambda line: line.board_row.role or "–", 20, _CENTER),
        _text("endurance", "POW", _endurance, 32),
        _text("hold", "Hold", _hold_rating, 18, Align.RIGHT),
        statistic("pitching_games", "G", _PAPER, 18),
        statistic("games_started", "GS", _PAPER, 18),
        statistic("outs_pitched", "IP", _PAPER, 28),
        _text("record", "W-L", lambda line: win_loss_record(line.card), 27, Align.RIGHT),
        statistic("saves", "Sv", _PAPER, 20),
        statistic("hits_allowed", "H", _PAPER, 20),
        statistic("homeruns_allowed", "HR", _PAPER, 20),
        statistic("walks_allowed", "W", _PAPER, 20),
        statistic("strikeouts_made", "SO", _PAPER, 20),
        statistic("earned_run_average", "ERA", _PAPER, 24),
        _text("lately", "Lately", lambda line: ", ".join(line.recent_games), 24, _CENTER),
        _text("start", "start", lambda line: line.board_row.start_label, 24, _CENTER, is_bold=True),
        _text("relief", "relief", lambda line: line.board_row.relief_label, 24, _CENTER, is_bold=True),
    ),
)

DEPTH_CHART: TableDefinition[dict[str, str]] = TableDefinition(
    "cover",
    tuple(_text(position, position, operator.itemgetter(position), 1) for position in POSITIONS),
)


def hitters_table(sheet: TeamSheet) -> TableDefinition[HitterLine]:
    """Return the hitters table, with ratings if the cards have any. Ratings include the positions."""
    is_rated = any(line.card.ratings.get("fielding") for line in sheet.hitters)
    if is_rated:
        return HITTERS.without("positions")
    return HITTERS.without("fielding", "steal", "running")


def pitchers_table(sheet: TeamSheet) -> TableDefinition[PitcherLine]:
    """Return the pitchers table with a column for each game shown, and ratings if the cards have any."""
    table = PITCHERS
    if not any(_endurance(line) for line in sheet.pitchers):
        table = table.without("endurance", "hold")
    games = [_game_column(index, number) for index, number in enumerate(sheet.games_shown)]
    return table.replace_column("lately", *games)


def _game_column(index: int, number: int) -> Column[PitcherLine]:
    return _text(
        f"game_{number}",
        f"g{number}",
        lambda line: line.recent_games[index],
        24,
        _CENTER,
    )


def depth_chart_rows(sheet: TeamSheet) -> list[dict[str, str]]:
    """Return rows of names, with the regular at each position in the first row and the backups below."""
    short_names = _short_names(sheet)
    columns = [[short_names[card.id] for card in cards] for cards in sheet.cards_by_position.values()]
    return [dict(zip(POSITIONS, row, strict=True)) for row in zip_longest(*columns, fillvalue="")]


def _surname(card: PoolCard) -> str:
    return card.sort_name.split(",")[0]


def _short_names(sheet: TeamSheet) -> dict[int, str]:
    """Return each card's shortest unique name: surname, initial and surname, or full name."""
    candidates = {}
    for line in sheet.hitters:
        surname = _surname(line.card)
        initial = line.card.name[:1]
        candidates[line.card.id] = (surname, f"{initial}. {surname}")
    counts = Counter(name for names in candidates.values() for name in names)
    short_names = {}
    for line in sheet.hitters:
        unique_names = [name for name in candidates[line.card.id] if counts[name] == 1]
        short_names[line.card.id] = unique_names[0] if unique_names else line.name
    return short_names
