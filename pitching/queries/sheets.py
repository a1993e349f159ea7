"""The pitching sheet of a team as it is printed: columns by series, a row for each pitcher, footnotes, signatures."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db.models import Count, Q

from drafts.models import Pick
from drafts.queries.legal_teams import requirements_waived
from games.models import Outing
from games.queries.carry_over import Format, faults_of_team, format_of
from games.queries.columns import GameColumn
from games.queries.requirements import requirements_of
from games.queries.usage import Pitcher, TeamUsage, usage_of_teams
from pitching.models import SignOff
from pitching.queries.board import role_of
from pitching.queries.sheet_table import GAME, PITCHER
from rules_engine.eligibility.pitching import START, allow_extra_thirds
from rules_engine.eligibility.position_players import NO_PITCHER_REASON_TEXT, NoPitcherReason
from rules_engine.eligibility.requirements import Requirement
from rules_engine.eligibility.sheet import SheetFault
from rules_engine.innings import format_innings
from tournaments.models import Manager, Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.order_of_play import in_order_of_start


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One cell: "" did not pitch, "0.0" pitched without an out. `runs` given up, such as "r4", "" where not entered.

    `marks` are the numbers of its footnotes.
    """

    innings: str = ""
    starts: bool = False
    runs: str = ""
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A pitcher's row. `is_spare`: a position player who pitched (T25.3)."""

    card_id: int
    name: str
    role: str
    throws: str
    cells: list[SheetCell]
    is_spare: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """The opponent's standing signature, or the broken one that still has to be replaced.

    `pin_set_by`: who of the desk had set the PIN it was made with.
    """

    signer: str
    signed_at: datetime
    code: str
    broken_reason: str
    pin_set_by: str = ""

    @property
    def stands(self) -> bool:
        return not self.broken_reason


@dataclass(frozen=True, slots=True)
class SeriesBlock:
    """The columns of one series. `signature` is None until the opponent signs."""

    series_id: int
    stage: str
    round: int
    title: str
    opponent: str
    columns: list[GameColumn]
    signature: Signature | None


@dataclass(frozen=True, slots=True)
class Footnote:
    """`is_fault`: a breach that nobody has accepted."""

    number: int
    text: str
    is_fault: bool = False


@dataclass(slots=True)
class Sheet:
    """One team's sheet. Every row has one cell for each column of all blocks, in order."""

    team: Team
    managers: list[str]
    park: str
    blocks: list[SeriesBlock] = field(default_factory=list)
    rows: list[SheetRow] = field(default_factory=list)
    footnotes: list[Footnote] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)  # of rulings on the team

    pitcher_table, game_table = PITCHER, GAME

    @property
    def columns(self) -> list[GameColumn]:
        return [column for block in self.blocks for column in block.columns]


def sheet_of_team(team: Team) -> Sheet:
    return sheets_of_teams(team.tournament, [team.pk])[team.pk]


def sheets_of_teams(
    tournament: Tournament, team_ids: list[int], usages: Mapping[int, TeamUsage] | None = None
) -> dict[int, Sheet]:
    """Sheets by team in a constant number of queries; `usages` where the caller has read them."""
    form = format_of(tournament)
    usages = usage_of_teams(*team_ids) if usages is None else usages
    sheets = _blank_sheets(team_ids)
    opponents = {column.opponent_id for usage in usages.values() for column in usage.columns}
    names = dict(Team.objects.filter(pk__in=opponents).values_list("pk", "name")) if opponents else {}
    signatures, remarks = _signatures(team_ids), _remarks(team_ids)
    waived = requirements_waived(tournament)
    for team_id, sheet in sheets.items():
        sheet.requirements = [*requirements_of(usages[team_id], form), *waived.get(team_id, ())]
        titled = partial(round_title, tournament)
        _fill(sheet, usages[team_id], form, titled, names, signatures, remarks)
    return sheets


def _blank_sheets(team_ids: list[int]) -> dict[int, Sheet]:
    managers: dict[int, list[str]] = defaultdict(list)
    for team_id, name in Manager.objects.filter(team__in=team_ids).values_list("team_id", "name"):
        managers[team_id].append(name)
    parks: dict[int, str] = {}
    picks = Pick.objects.filter(Q(park__isnull=False) | Q(designed_park__isnull=False), team__in=team_ids)
    for team_id, name, designed in picks.values_list("team_id", "park__name", "designed_park"):
        parks[team_id] = name or str((designed or {}).get("name", "")) or "Designed park"
    teams = Team.objects.filter(pk__in=team_ids).select_related("division").order_by("division__position", "slot", "pk")
    return {team.pk: Sheet(team, managers[team.pk], parks.get(team.pk, "")) for team in teams}


def _signatures(team_ids: list[int]) -> dict[tuple[int, int], Signature]:
    """(series, team) -> its newest signature; a standing one wins."""
    found = SignOff.objects.filter(sheet_of__in=team_ids).order_by("pk")
    return {
        (one.series_id, one.sheet_of_id): Signature(
            f"{one.signer}, {one.part}" if one.games else one.signer,
            one.signed_at,
            one.code,
            (one.broken_reason or "corrected") if one.broken_at else "",
            one.pin_set_by,
        )
        for one in found.defer("content")
    }


@dataclass(slots=True)
class _Remarks:
    """What the sheet has to say about an outing beside its innings."""

    runs: str = ""
    footnotes: list[str] = field(default_factory=list)


def _remarks(team_ids: list[int]) -> dict[tuple[int, int], _Remarks]:
    """(game, card) -> remarks, for outings that have any."""
    said: dict[tuple[int, int], _Remarks] = defaultdict(_Remarks)
    wanted = Q(extra_outs__gt=0) | Q(injured=True) | ~Q(for_want_of="") | ~Q(accepted_by="") | Q(runs__isnull=False)
    rows = Outing.objects.filter(wanted, team__in=team_ids).values_list(
        "game_id", "card_id", "runs", "extra_outs", "injured", "for_want_of", "accepted_by", "accepted_rule", "footnote"
    )
    for game, card, runs, extra, injured, want, by, rule, footnote in rows:
        one = said[game, card]
        one.runs = "" if runs is None else f"r{runs}"
        if extra:
            one.footnotes.append(str(allow_extra_thirds(extra)))
        if injured:
            one.footnotes.append("T25.2: left injured")
        if want:
            one.footnotes.append(f"T25.3: the pitchers left were {NO_PITCHER_REASON_TEXT[NoPitcherReason(want)]}")
        if by:
            one.footnotes.append(f"{rule}, accepted by {by}: {footnote}")
    return said


def _fill(
    sheet: Sheet,
    usage: TeamUsage,
    form: Format,
    titled: Callable[[str, int], str],
    names: Mapping[int, str],
    signatures: Mapping[tuple[int, int], Signature],
    remarks: Mapping[tuple[int, int], _Remarks],
) -> None:
    by_series: dict[int, list[GameColumn]] = defaultdict(list)
    for column in usage.columns:
        by_series[column.series_id].append(column)
    for series_id, columns in by_series.items():
        first = columns[0]
        sheet.blocks.append(
            SeriesBlock(
                series_id,
                first.stage,
                first.round,
                titled(first.stage, first.round),
                names.get(first.opponent_id, ""),
                columns,
                signatures.get((series_id, usage.team_id)),
            )
        )
    broken = faults_of_team(usage, form)
    for pitcher in usage.staff():
        sheet.rows.append(_row(sheet, usage, pitcher, form, broken.get(pitcher.card_id, ()), remarks))


def _row(
    sheet: Sheet,
    usage: TeamUsage,
    pitcher: Pitcher,
    form: Format,
    broken: Sequence[SheetFault],
    remarks: Mapping[tuple[int, int], _Remarks],
) -> SheetRow:
    open_faults = {number: str(ruling) for number, ruling, accepted in broken if not accepted}
    cells = []
    for column, cell in zip(usage.columns, pitcher.cells, strict=True):
        if cell is None:
            cells.append(SheetCell())
            continue
        said = remarks.get((column.game_id, pitcher.card_id), _Remarks())
        about = [(text, False) for text in said.footnotes]
        if column.number in open_faults:
            about.append((f"{open_faults[column.number]}: neither corrected nor accepted", True))
        marks = tuple(_add_note(sheet, pitcher.name, column, text, fault) for text, fault in about)
        cells.append(SheetCell(format_innings(cell.outs), cell.role == START, said.runs, marks))
    role = role_of(pitcher, form.profile)
    return SheetRow(pitcher.card_id, pitcher.name, role, pitcher.throws, cells, pitcher.card is None)


def _add_note(sheet: Sheet, name: str, column: GameColumn, text: str, is_fault: bool) -> int:
    number = len(sheet.footnotes) + 1
    sheet.footnotes.append(Footnote(number, f"{name}, game {column.number}: {text}", is_fault))
    return number


_SHOWN = (
    *("series__round", "series__tournament_id", "sheet_of_id", "signed_by_id", "signer", "pin_set_by", "games"),
    *("signed_at", "code", "broken_at", "broken_reason"),
)


def latest_signatures(tournament: Tournament, most: int) -> list[SignOff]:
    """The newest first, with their series and teams: as many queries for many as for one."""
    found = SignOff.objects.filter(series__tournament=tournament).select_related("series").only(*_SHOWN)
    signatures, teams = list(found.order_by("-signed_at", "-pk")[:most]), tournament.teams.in_bulk()
    for signature in signatures:
        signature.series.tournament = tournament
        signature.sheet_of, signature.signed_by = teams[signature.sheet_of_id], teams[signature.signed_by_id]
    return signatures


@dataclass(frozen=True, slots=True)
class ToSign:
    """A series whose results are final, with the parts of the sheets that nobody has signed yet."""

    series: Series
    unsigned: list[Team]


def sheets_to_sign(tournament: Tournament) -> list[ToSign]:
    """Series with an unsigned part that are complete, or but for suspended games (T33.0)."""
    counts = Q(sign_offs__broken_at=None) & (Q(sign_offs__games="") | Q(status=Series.Status.SUSPENDED))
    standing = Count("sign_offs__sheet_of", distinct=True, filter=counts)
    is_over = Q(status=Series.Status.COMPLETE) | Q(status=Series.Status.SUSPENDED) & ~Q(outcomes="")
    of_tournament = Series.objects.filter(is_over, tournament=tournament).order_by()
    # counted by number alone: grouped by every column of a series it costs several times as much
    counted = of_tournament.values_list("pk").annotate(signed=standing).filter(signed__lt=2)
    unsigned = list(counted.values_list("pk", flat=True))
    if not unsigned:
        return []
    series = in_order_of_start(Series.objects.filter(pk__in=unsigned))
    teams = Team.objects.in_bulk({number for one in series for number in (one.home_id, one.away_id)})
    stands = SignOff.objects.filter(Q(games="") | Q(series__status=Series.Status.SUSPENDED), broken_at=None)
    signed = set(stands.filter(series__in=series).values_list("series_id", "sheet_of_id"))
    for one in series:
        one.tournament, one.home, one.away = tournament, teams[one.home_id], teams[one.away_id]
    open_parts = ((one, [part for part in one.teams() if (one.pk, part.pk) not in signed]) for one in series)
    return [ToSign(one, parts) for one, parts in open_parts if parts]


def to_be_signed_by(signer: Team, to_sign: Iterable[ToSign]) -> list[ToSign]:
    """Those that the team's manager must sign, in order of play: the opponent's part."""
    to_sign = list(to_sign)
    played = ((each.series, each.unsigned, each.series.side_played_by(signer.pk)) for each in to_sign)
    parts = ((one, [part for part in parts if part.pk != mine]) for one, parts, mine in played if mine is not None)
    unsigned = {one.pk: theirs for one, theirs in parts if theirs}
    series = [each.series for each in to_sign if each.series.pk in unsigned]
    return [ToSign(one, unsigned[one.pk]) for one in in_order_of_start(series)]
