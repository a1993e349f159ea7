"""Read pitching sheets, with columns by series, a row for each pitcher, footnotes and signatures."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.db.models import Q

from drafts.queries.legal_teams import requirements_waived
from games.models import Outing
from games.queries.carry_over import CarryoverRules, carryover_rules, sheet_faults
from games.queries.columns import GameColumn
from games.queries.requirements import requirements_of
from games.queries.usage import Pitcher, TeamUsage, usage_of_teams
from pitching.models import SignOff
from pitching.queries.board import card_role
from pitching.queries.footnotes import outing_footnotes
from pitching.sheet.columns import GAME, PITCHER
from rules_engine.eligibility.pitching import START
from rules_engine.eligibility.requirements import Requirement
from rules_engine.eligibility.sheet import SheetFault
from rules_engine.innings import format_innings
from tournaments.models import Manager, Team, Tournament
from tournaments.models.series import round_title


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A pitcher's cell for a game.

    `innings` is "" if he did not pitch, and "0.0" if he pitched without an out.
    `runs` is "r4" for four runs, or "" if the runs were not entered.
    """

    innings: str = ""
    starts: bool = False
    runs: str = ""
    marks: tuple[int, ...] = ()  # footnote numbers


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A pitcher's row. `is_spare` marks a position player who pitched (T25.3)."""

    card_id: int
    name: str
    role: str
    throws: str
    cells: list[SheetCell]
    is_spare: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """The opponent's valid signature, or a broken signature that needs to be replaced."""

    signer: str
    signed_at: datetime
    code: str
    broken_reason: str
    pin_set_by: str = ""  # staff member who set the PIN, if the team didn't

    @property
    def is_valid(self) -> bool:
        return not self.broken_reason


@dataclass(frozen=True, slots=True)
class SeriesBlock:
    """Consecutive columns of a single series. `signature` is None until the opponent signs."""

    series_id: int
    stage: str
    round: int
    title: str
    opponent: str
    columns: list[GameColumn]
    signature: Signature | None


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote. `is_fault` marks a violation that no one has accepted."""

    number: int
    text: str
    is_fault: bool = False


@dataclass(slots=True)
class Sheet:
    """A team's sheet. Every row has a cell for each column in all blocks, in order."""

    team: Team
    managers: list[str]
    park: str
    blocks: list[SeriesBlock] = field(default_factory=list)
    rows: list[SheetRow] = field(default_factory=list)
    footnotes: list[Footnote] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)

    pitcher_table = PITCHER
    game_table = GAME

    @property
    def columns(self) -> list[GameColumn]:
        return [column for block in self.blocks for column in block.columns]

    def add_footnote(self, text: str, *, is_fault: bool) -> int:
        """Add a footnote and return its number."""
        number = len(self.footnotes) + 1
        self.footnotes.append(Footnote(number, text, is_fault))
        return number


@dataclass(slots=True)
class _OutingNotes:
    """An appearance's runs and footnotes."""

    runs: str = ""
    footnotes: list[str] = field(default_factory=list)


_SeriesAndTeam = tuple[int, int]
_GameAndCard = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _SheetFacts:
    """Data shared by several teams' sheets, read only once."""

    tournament: Tournament
    carryover: CarryoverRules
    signatures: Mapping[_SeriesAndTeam, Signature]
    notes: Mapping[_GameAndCard, _OutingNotes]


def read_sheet(team: Team, usage: TeamUsage | None = None, *, has_waivers: bool = True) -> Sheet:
    """Return a team's sheet with its division and tournament.

    Args:
        usage: The team's usage, if it is already loaded.
        has_waivers: Whether any teams can play even though they aren't legal, if the page knows it.
    """
    if usage is None:
        usage = usage_of_teams(team.pk)[team.pk]
    sheets = _build_sheets(team.tournament, [team], {team.pk: usage}, has_waivers=has_waivers)
    return sheets[team.pk]


def read_sheets(
    tournament: Tournament,
    team_ids: list[int],
    usages: Mapping[int, TeamUsage] | None = None,
) -> dict[int, Sheet]:
    """Return sheets by team, in a constant number of queries.

    Pass `usages` if they are already loaded.
    """
    if usages is None:
        usages = usage_of_teams(*team_ids)
    teams = Team.objects.filter(pk__in=team_ids).select_related("division")
    return _build_sheets(tournament, list(teams.order_by("division__position", "slot", "pk")), usages)


def _build_sheets(
    tournament: Tournament, teams: list[Team], usages: Mapping[int, TeamUsage], *, has_waivers: bool = True
) -> dict[int, Sheet]:
    team_ids = [team.pk for team in teams]
    carryover = carryover_rules(tournament)
    facts = _SheetFacts(
        tournament=tournament,
        carryover=carryover,
        signatures=_newest_signatures(team_ids),
        notes=_outing_notes(team_ids),
    )
    waived = requirements_waived(tournament) if has_waivers else {}
    sheets = _empty_sheets(teams, usages)
    for team_id, sheet in sheets.items():
        usage = usages[team_id]
        sheet.requirements = [*requirements_of(usage, carryover), *waived.get(team_id, ())]
        sheet.blocks = _blocks(usage, facts)
        faults = sheet_faults(usage, carryover)
        for pitcher in usage.staff():
            pitcher_faults = faults.get(pitcher.card_id, ())
            sheet.rows.append(_row(sheet, usage, pitcher, pitcher_faults, facts))
    return sheets


def _empty_sheets(teams: list[Team], usages: Mapping[int, TeamUsage]) -> dict[int, Sheet]:
    managers: dict[int, list[str]] = defaultdict(list)
    manager_rows = Manager.objects.filter(team__in=[team.pk for team in teams]).values_list("team_id", "name")
    for team_id, name in manager_rows:
        managers[team_id].append(name)
    return {team.pk: Sheet(team, managers[team.pk], usages[team.pk].park) for team in teams}


def _newest_signatures(team_ids: list[int]) -> dict[_SeriesAndTeam, Signature]:
    """Return the newest signature for each sheet."""
    sign_offs = SignOff.objects.filter(sheet_of__in=team_ids).order_by("pk").defer("content")
    signatures = {}
    for sign_off in sign_offs:
        signer = sign_off.signer
        if sign_off.games:
            signer = f"{signer}, {sign_off.games_label}"
        broken_reason = ""
        if sign_off.broken_at:
            broken_reason = sign_off.broken_reason or "corrected"
        signatures[sign_off.series_id, sign_off.sheet_of_id] = Signature(
            signer=signer,
            signed_at=sign_off.signed_at,
            code=sign_off.code,
            broken_reason=broken_reason,
            pin_set_by=sign_off.pin_set_by,
        )
    return signatures


def _outing_notes(team_ids: list[int]) -> dict[_GameAndCard, _OutingNotes]:
    """Return the notes for every appearance that has any."""
    has_notes = Q(extra_outs__gt=0) | Q(injured=True) | ~Q(for_want_of="") | ~Q(accepted_by="") | Q(runs__isnull=False)
    outings = Outing.objects.filter(has_notes, team__in=team_ids).only(
        "game_id",
        "card_id",
        "runs",
        "extra_outs",
        "injured",
        "for_want_of",
        "accepted_by",
        "accepted_rule",
        "footnote",
    )
    notes: dict[_GameAndCard, _OutingNotes] = defaultdict(_OutingNotes)
    for outing in outings:
        note = notes[outing.game_id, outing.card_id]
        note.runs = "" if outing.runs is None else f"r{outing.runs}"
        note.footnotes += outing_footnotes(outing)
    return notes


def _blocks(usage: TeamUsage, facts: _SheetFacts) -> list[SeriesBlock]:
    """Return a block for each run of columns from a single series.

    A series that was interrupted by another series has two blocks.
    """
    blocks = []
    for series_id, run in groupby(usage.columns, key=attrgetter("series_id")):
        columns = list(run)
        first = columns[0]
        block = SeriesBlock(
            series_id=series_id,
            stage=first.stage,
            round=first.round,
            title=round_title(facts.tournament, first.stage, first.round),
            opponent=usage.opponents.get(first.opponent_id, ""),
            columns=columns,
            signature=facts.signatures.get((series_id, usage.team_id)),
        )
        blocks.append(block)
    return blocks


def _row(
    sheet: Sheet,
    usage: TeamUsage,
    pitcher: Pitcher,
    faults: Sequence[SheetFault],
    facts: _SheetFacts,
) -> SheetRow:
    open_faults = {number: str(ruling) for number, ruling, accepted in faults if not accepted}
    cells = []
    for column, appearance in zip(usage.columns, pitcher.cells, strict=True):
        if appearance is None:
            cells.append(SheetCell())
            continue
        note = facts.notes.get((column.game_id, pitcher.card_id), _OutingNotes())
        label = f"{pitcher.name}, game {column.number}"
        marks = [sheet.add_footnote(f"{label}: {text}", is_fault=False) for text in note.footnotes]
        if column.number in open_faults:
            fault = f"{open_faults[column.number]}: neither corrected nor accepted"
            marks.append(sheet.add_footnote(f"{label}: {fault}", is_fault=True))
        cell = SheetCell(
            innings=format_innings(appearance.outs),
            starts=appearance.role == START,
            runs=note.runs,
            marks=tuple(marks),
        )
        cells.append(cell)
    return SheetRow(
        card_id=pitcher.card_id,
        name=pitcher.name,
        role=card_role(pitcher, facts.carryover.profile),
        throws=pitcher.throws,
        cells=cells,
        is_spare=pitcher.card is None,
    )
