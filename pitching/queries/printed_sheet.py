"""The pitching sheet as paper needs it: columns for games to come, what pitchers have left, and what stands signed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from django.db.models import Q

from drafts.models import PlayerCard
from games.queries.carry_over import format_of
from games.queries.columns import GameColumn
from games.queries.usage import Pitcher, TeamUsage, usage_of_teams
from pitching.queries.board import BoardRow, board_from, role_of
from pitching.queries.sheets import Footnote, SeriesBlock, Sheet, SheetCell, Signature, sheets_of_teams
from rules_engine.competition.bracket import byes
from rules_engine.competition.timetable import RoundToPlay
from rules_engine.eligibility.requirements import Requirement
from rules_engine.innings import format_innings
from rules_engine.profile import Profile
from tournaments.models import Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.standings import rounds_of
from tournaments.queries.timetable import rounds_to_play

BLANK, CURRENT, SIGNED = "blank", "current", "signed"
KINDS = (BLANK, CURRENT, SIGNED)
SPARE_ROWS = 2
_OPEN = (Series.Status.SCHEDULED, Series.Status.PLAYING)
_ROLES_IN_ORDER = ("S", "S/R", "R", "")


@dataclass(frozen=True, slots=True)
class PrintedBlock:
    """The columns of one series; `opponent` is empty where the pen fills it in. `cells_from`: its first cell."""

    heading: str  # such as "Round 3" or "Best of 5"
    short: str  # such as "R3", for narrow columns
    opponent: str
    columns: list[GameColumn]
    signature: Signature | None = None


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A pitcher. `start` and `relief` say what he may do in the next game: "yes", innings, "g9" or a dash."""

    name: str
    role: str
    throws: str
    endurance: str
    cells: list[SheetCell]
    start: str = ""
    relief: str = ""
    is_spare: bool = False


@dataclass(slots=True)
class PrintedSheet:
    """One team's sheet on paper. Every row has a cell for each column of all blocks, in order."""

    tournament: Tournament
    team: Team
    kind: str
    managers: list[str]
    park: str
    blocks: list[PrintedBlock] = field(default_factory=list)
    rows: list[PrintedRow] = field(default_factory=list)
    footnotes: list[Footnote] = field(default_factory=list)
    next_game: int | None = None  # the game that "available" is about
    requirements: list[Requirement] = field(default_factory=list)  # of rulings; none on a sheet as it was signed

    @property
    def columns(self) -> list[GameColumn]:
        return [column for block in self.blocks for column in block.columns]

    @property
    def newest_signature(self) -> Signature | None:
        standing = [one.signature for one in self.blocks if one.signature is not None and one.signature.stands]
        return max(standing, key=lambda one: one.signed_at, default=None)


def printed_sheet(tournament: Tournament, team_id: int, kind: str) -> PrintedSheet:
    return printed_sheets(tournament, [team_id], kind)[team_id]


def printed_sheets(tournament: Tournament, team_ids: list[int], kind: str) -> dict[int, PrintedSheet]:
    """Sheets by team in a constant number of queries. `kind` is one of KINDS."""
    usages = usage_of_teams(*team_ids)
    sheets = sheets_of_teams(tournament, team_ids, usages)
    series = _series_of(team_ids)
    endurance = _endurance({card for usage in usages.values() for card in usage.pitchers})
    rounds = rounds_to_play(tournament) if kind != SIGNED else []
    return {
        team: _printed(tournament, sheet, usages[team], series[team], rounds, endurance, kind)
        for team, sheet in sheets.items()
    }


def _series_of(team_ids: list[int]) -> dict[int, list[Series]]:
    """Every series that is not void, by team and in its order of play."""
    found = Series.objects.filter(Q(home__in=team_ids) | Q(away__in=team_ids)).exclude(status=Series.Status.VOID)
    by_team: dict[int, list[Series]] = defaultdict(list)
    for one in found.select_related("home", "away"):
        by_team[one.home_id].append(one)
        by_team[one.away_id].append(one)
    ordered = {team: in_order_of_play(series, team) for team, series in by_team.items()}
    return defaultdict(list, ordered)


def _endurance(cards: Iterable[int]) -> dict[int, str]:
    """Points of weakness by card, where the cards give them: "S7 R2/3"."""
    rated = PlayerCard.objects.filter(pk__in=set(cards), is_pitcher=True).values_list("pk", "ratings")
    return {card: endurance_text(ratings) for card, ratings in rated}


def endurance_text(ratings: dict[str, object]) -> str:
    text = str(ratings.get("endurance") or ratings.get("pow") or "")
    for word, letter in (("starter", "S"), ("relief", "R"), ("(", ""), (")", "")):
        text = text.replace(word, letter)
    return text


def _printed(
    tournament: Tournament,
    sheet: Sheet,
    usage: TeamUsage,
    series: list[Series],
    rounds: list[RoundToPlay],
    endurance: dict[int, str],
    kind: str,
) -> PrintedSheet:
    printed = PrintedSheet(tournament, sheet.team, kind, sheet.managers, sheet.park)
    places: list[int | None] = []  # for each printed column, which cell of the sheet stands in it
    for block, at in _blocks(tournament, sheet, series, rounds, kind):
        printed.blocks.append(block)
        places += at
    if kind == CURRENT and tournament.stage != Tournament.Stage.FINISHED:
        printed.next_game = usage.next_game
    board = {row.card_id: row for row in board_from(usage, format_of(tournament)).rows}
    rows = zip(sheet.rows, usage.staff(), strict=True)
    for row, pitcher in sorted(rows, key=lambda pair: _ROLES_IN_ORDER.index(pair[0].role)):
        if kind != CURRENT and row.is_spare and not any(_cells(row.cells, places, kind)):
            continue
        cells = _cells(row.cells, places, kind)
        printed.rows.append(_row(pitcher, cells, board, endurance, tournament.profile, with_board=printed.next_game))
    printed.footnotes = _footnotes(sheet, printed)
    printed.requirements = [] if kind == SIGNED else sheet.requirements
    return printed


def _cells(cells: list[SheetCell], places: list[int | None], kind: str) -> list[SheetCell]:
    empty = SheetCell()
    if kind == BLANK:
        return [empty] * len(places)
    return [empty if place is None else cells[place] for place in places]


def _row(
    pitcher: Pitcher,
    cells: list[SheetCell],
    board: dict[int, BoardRow],
    endurance: dict[int, str],
    profile: Profile,
    *,
    with_board: int | None,
) -> PrintedRow:
    able = board.get(pitcher.card_id) if with_board is not None else None
    return PrintedRow(
        name=pitcher.name,
        role=role_of(pitcher, profile),
        throws=pitcher.throws,
        endurance=endurance.get(pitcher.card_id, ""),
        cells=cells,
        start=start_text(able) if able else "",
        relief=relief_text(able) if able else "",
        is_spare=pitcher.card is None,
    )


def start_text(able: BoardRow) -> str:
    """Whether he may start the next game, else the first game in which he may if he rests."""
    return "yes" if able.start_now else f"g{able.earliest_start}" if able.earliest_start else "–"


def relief_text(able: BoardRow) -> str:
    """The innings he may relieve in the next game, else the first game in which he may."""
    if able.relieve_now:
        return format_innings(able.relief_outs)
    return f"g{able.earliest_relief}" if able.earliest_relief else "–"


def _footnotes(sheet: Sheet, printed: PrintedSheet) -> list[Footnote]:
    """Those that a printed cell carries."""
    shown = {mark for row in printed.rows for cell in row.cells for mark in cell.marks}
    return [note for note in sheet.footnotes if note.number in shown]


Placed = tuple[PrintedBlock, list[int | None]]


def _blocks(
    tournament: Tournament, sheet: Sheet, series: list[Series], rounds: list[RoundToPlay], kind: str
) -> Iterator[Placed]:
    """The printed blocks in order of play, each with the places of its columns among the sheet's cells."""
    begun = {block.series_id: block for block in sheet.blocks}
    if kind == SIGNED:
        signed = (one for one in sheet.blocks if one.signature is not None and one.signature.stands)
        yield from (_begun_block(one) for one in signed)
        return
    known = {one.pk for one in series}
    # columns that stay although the series is void (T0.08) come where they were played
    kept = [one for one in sheet.blocks if one.series_id not in known]
    last = max((column.number for column in sheet.columns), default=0)
    for one in series:
        block = begun.get(one.pk)
        while kept and (block is None or kept[0].columns[0].number < block.columns[0].number):
            yield _without_signs(_begun_block(kept.pop(0)), kind)
        if one.status not in _OPEN and block is not None:
            yield _without_signs(_begun_block(block), kind)
        elif one.status in _OPEN:
            placed = _open_block(tournament, sheet.team, one, block, last)
            last = max(last, max((column.number for column in placed[0].columns), default=0))
            yield _without_signs(placed, kind)
    yield from (_without_signs(_begun_block(one), kind) for one in kept)
    for pen in _pen_blocks(tournament, sheet.team, series, rounds):
        empty: list[int | None] = [None] * len(pen.columns)
        yield pen, empty


def _begun_block(block: SeriesBlock) -> Placed:
    heading, short = _heading(block.title, block.stage, block.round)
    places: list[int | None] = [column.number - 1 for column in block.columns]
    return PrintedBlock(heading, short, block.opponent, block.columns, block.signature), places


def _open_block(tournament: Tournament, team: Team, series: Series, begun: SeriesBlock | None, last: int) -> Placed:
    """A series with games to come: what was begun stands, the others get the numbers that follow."""
    done = {column.game: column for column in begun.columns} if begun else {}
    columns: list[GameColumn] = []
    places: list[int | None] = []
    for game in range(1, max(series.games_planned, *done, 0) + 1 if done else series.games_planned + 1):
        if game in done:
            columns.append(done[game])
            places.append(done[game].number - 1)
            continue
        last += 1
        columns.append(GameColumn(last, game, _at_home(tournament, team, series, game)))
        places.append(None)
    heading, short = _heading(round_title(tournament, series.stage, series.round), series.stage, series.round)
    opponent = series.away if series.home_id == team.pk else series.home
    return PrintedBlock(heading, short, opponent.name, columns, begun.signature if begun else None), places


def _at_home(tournament: Tournament, team: Team, series: Series, game: int) -> bool | None:
    if not series.home_decided:
        return None
    home, _ = series.home_and_away(game, tournament.home_pattern)
    return home == team.pk


def _without_signs(placed: Placed, kind: str) -> Placed:
    """On a blank sheet nothing has happened yet."""
    if kind != BLANK:
        return placed
    block, places = placed
    columns = [column.unplayed() for column in block.columns]
    return replace(block, columns=columns, signature=None), places


_SHORT: Final = {"Final": "F", "Semifinals": "SF", "Quarterfinals": "QF"}


def _heading(title: str, stage: str, number: int) -> tuple[str, str]:
    """`title`: of the round; the second is for narrow columns."""
    if stage == Series.Stage.TIE_BREAK:
        return "Tie-break", "TB"
    if stage == Series.Stage.CONSOLATION:
        return title, f"C{number}"
    return title, _SHORT.get(title, f"BO{number}" if stage == Series.Stage.PLAYOFF else f"R{number}")


def _pen_blocks(
    tournament: Tournament, team: Team, series: list[Series], rounds: list[RoundToPlay]
) -> Iterator[PrintedBlock]:
    """Empty columns for what is not on any schedule yet. `rounds` are those of the format."""
    if not any(one.stage == Series.Stage.ROUND_ROBIN for one in series):
        for each in _round_robin_of(tournament, team, rounds):
            yield _pen_block(*_heading(each.title, each.stage, each.number), each.games)
    if tournament.stage not in (Tournament.Stage.PLAYOFFS, Tournament.Stage.FINISHED):
        if not any(one.stage == Series.Stage.TIE_BREAK for one in series):
            yield _pen_block("Tie-break", "TB", 1)
        lengths = [each.games for each in rounds if each.stage == Series.Stage.PLAYOFF]
    else:
        lengths = _lengths_to_come(tournament, team, series, rounds)
    for length in lengths:
        yield _pen_block(f"Best of {length}", f"BO{length}", length)


def _pen_block(heading: str, short: str, games: int) -> PrintedBlock:
    return PrintedBlock(heading, short, "", [GameColumn(0, game) for game in range(1, games + 1)])


def _round_robin_of(tournament: Tournament, team: Team, rounds: list[RoundToPlay]) -> list[RoundToPlay]:
    """The rounds that a team of a division of this size is to play; one of odd size has byes in the others."""
    of_format = [each for each in rounds if each.stage == Series.Stage.ROUND_ROBIN]
    if team.division is None:
        return of_format
    playing = team.division.teams.that_play().count()
    byes_of_team = tournament.round_robins * (playing % 2) if not tournament.rounds_played else 0
    return of_format[: max(1, rounds_of(tournament, playing) + tournament.power_rounds - byes_of_team)]


def _lengths_to_come(tournament: Tournament, team: Team, series: list[Series], rounds: list[RoundToPlay]) -> list[int]:
    """Lengths of the best-ofs, or of the consolation tourney, that a team plays if it goes on winning."""
    stage, seed, field = Series.Stage.PLAYOFF, team.seed, tournament.seeded
    if team.consolation_seed is not None:
        stage, seed, field = Series.Stage.CONSOLATION, team.consolation_seed, tournament.consoled
    last = max((one for one in series if one.stage == stage), key=lambda one: one.round, default=None)
    if seed is None or tournament.stage == Tournament.Stage.FINISHED or (last is not None and _is_lost(last, team)):
        return []
    played = last.round if last is not None else int(field > 1 and seed in byes(field))
    return [each.games for each in rounds if each.stage == stage and each.number > played]


def _is_lost(series: Series, team: Team) -> bool:
    own, other = series.home_wins, series.away_wins
    if series.away_id == team.pk:
        own, other = other, own
    return series.status == Series.Status.COMPLETE and own < other
