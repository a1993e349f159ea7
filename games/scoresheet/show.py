"""The grid of a series as the page draws it: one row for each game's score, one table of cells for each staff."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.models import Game
from games.queries.usage import Pitcher, TeamUsage
from games.scoresheet.entries import CONCEDED, FORFEITED, SUSPENDED, GridLayout, SubmittedBy
from games.scoresheet.faults import OPPONENT, GridFault
from games.scoresheet.read import SPARE, Values, cell, field_of
from games.scoresheet.report import StaffTotal
from games.scoresheet.rows import suspended_game_numbers
from games.scoresheet.sheet import Scoresheet
from rules_engine.eligibility.pitching import LAST_THIRD
from rules_engine.eligibility.position_players import NO_PITCHER_REASON_TEXT, NoPitcherReason
from tournaments.models import Series, Team


@dataclass(slots=True)
class GridField:
    """One field: its name, what is in it, what it is for, and the fault it has."""

    name: str
    value: str
    label: str
    fault: str = ""


@dataclass(slots=True)
class CellFields:
    innings: GridField
    started: GridField
    runs: GridField


@dataclass(slots=True)
class PitcherRow:
    name: str
    throws: str
    cells: list[CellFields]
    left: GridField | None = None  # what he may still pitch; None for the spare row

    @property
    def is_spare(self) -> bool:
        return self.left is None


@dataclass(slots=True)
class TotalField:
    name: str
    value: str
    span: str  # the outs wanted, for the steppers


@dataclass(slots=True)
class StaffTable:
    team: Team
    rows: list[PitcherRow]
    totals: list[TotalField]
    others: list[tuple[int, str]]  # who may be put into the spare row
    spare: GridField


@dataclass(slots=True)
class GameRow:
    number: int
    home: Team
    innings: GridField
    ending: GridField
    runs: list[GridField]
    lines: list[GridField]
    never: GridField | None = None  # for a game that is marked suspended, or was: this was a mistake


@dataclass(slots=True)
class FaultNote:
    """A fault as the page shows it, with the fields by which it may be remedied or accepted."""

    id: str
    heading: str
    fault: GridFault
    field: str
    accept: GridField | None = None
    note: GridField | None = None
    remedy: GridField | None = None
    reasons: tuple[tuple[str, str], ...] = ()  # T25.3: why no pitcher was left, to be chosen in `remedy`
    who: str = ""  # who may accept it, where the one who types may not


@dataclass(slots=True)
class Grid:
    series: Series
    games: list[GameRow]
    staffs: list[StaffTable]
    totals: dict[str, str] = field(default_factory=dict)  # by the name of the field that shows it
    spans: dict[str, str] = field(default_factory=dict)  # of outs wanted, by the same name
    notes: list[FaultNote] = field(default_factory=list)
    endings: list[tuple[str, str]] = field(default_factory=list)
    facts: list[GridField] = field(default_factory=list)
    unchecked: list[tuple[str, GridFault]] = field(default_factory=list)  # heading and note: no breach


def build_grid(sheet: Scoresheet, values: Values, faults: Sequence[GridFault]) -> Grid:
    """The grid with what is typed and these faults of it."""
    layout, usages, series = sheet.layout, sheet.usages, sheet.series
    teams = {series.away_id: series.away, series.home_id: series.home}
    notes = [
        _note(fault, place, values, usages, teams, sheet.submitted_by) for place, fault in enumerate(faults, start=1)
    ]
    ids = {note.field: note.id for note in notes if note.field and not note.fault.is_accepted}
    left, totals = sheet.left, sheet.totals
    made, marked = _Maker(layout, usages, values, ids, teams, left), suspended_game_numbers(sheet.stored)
    return Grid(
        series=series,
        games=[made.game(number, number in marked) for number in range(1, series.games_planned + 1)],
        staffs=[made.staff(team, totals) for team in teams.values()],
        totals={
            **{f"total-{game}-{team}": str(total) for (game, team), total in totals.items()},
            **{f"left-{team}-{card}": words for (team, card), words in left.items()},
        },
        spans={f"total-{game}-{team}": total.span for (game, team), total in totals.items()},
        notes=notes,
        endings=_endings(series, teams, sheet.submitted_by),
        facts=_facts(values, notes, usages),
        unchecked=[(_heading(one, usages, teams), one) for one in sheet.checked.notes],
    )


def _endings(series: Series, teams: Mapping[int, Team], submitted_by: SubmittedBy) -> list[tuple[str, str]]:
    endings = [(Game.Ending.PLAYED_OUT.value, "played out")]
    if series.tournament.profile.game.mercy:
        endings.append((Game.Ending.MERCY.value, "mercy"))
    endings += [(f"{CONCEDED}:{number}", f"{team} conceded") for number, team in teams.items()]
    endings.append((SUSPENDED, "suspended"))
    if submitted_by.team_id is None:
        endings.append((Game.Ending.NOT_FINISHED.value, "not finished: a tie"))
        endings += [(f"{FORFEITED}:{number}", f"{team} forfeits") for number, team in teams.items()]
    return endings


class _Maker:
    def __init__(
        self,
        layout: GridLayout,
        usages: Mapping[int, TeamUsage],
        values: Values,
        ids: Mapping[str, str],
        teams: Mapping[int, Team],
        left: Mapping[tuple[int, int], str],
    ) -> None:
        self.left = left
        self.layout, self.usages, self.values, self.ids, self.teams = layout, usages, values, ids, teams
        self.numbers = range(1, layout.series.games_planned + 1)

    def field(self, name: str, label: str) -> GridField:
        return GridField(name, self.values.get(name, ""), label, self.ids.get(name, ""))

    def game(self, number: int, marked: bool) -> GameRow:
        home, _ = self.layout.sides(number)
        return GameRow(
            number=number,
            home=self.teams[home],
            innings=self.field(f"innings-{number}", f"Innings played in game {number}"),
            ending=self.field(f"ending-{number}", f"How game {number} ended"),
            runs=[
                self.field(f"runs-{number}-{pk}", f"Runs of {team}, game {number}") for pk, team in self.teams.items()
            ],
            lines=[
                self.field(f"line-{number}-{pk}", f"Line score of {team}, game {number}")
                for pk, team in self.teams.items()
            ],
            never=self.field(f"never-{number}", f"Game {number} was never suspended") if marked else None,
        )

    def staff(self, team: Team, totals: Mapping[tuple[int, int], StaffTotal]) -> StaffTable:
        usage = self.usages[team.pk]
        cards = self.layout.cards[team.pk]
        rows = [self.row(team.pk, usage.pitchers[card], usage.pitchers[card].card_id) for card in cards]
        rows.append(self.row(team.pk, None, SPARE))
        return StaffTable(
            team=team,
            rows=rows,
            totals=[_total(f"total-{number}-{team.pk}", totals.get((number, team.pk))) for number in self.numbers],
            others=[(one.card_id, one.name) for one in usage.pitchers.values() if one.card_id not in cards],
            spare=self.field(f"spare-{team.pk}", f"Position player or stand-in of {team} who pitched"),
        )

    def row(self, team_id: int, pitcher: Pitcher | None, card: int | str) -> PitcherRow:
        name = pitcher.name if pitcher else "Spare row"
        cells = [
            CellFields(
                self.field(cell("p", number, team_id, card), f"Innings of {name} in game {number}"),
                self.field(cell("s", number, team_id, card), f"{name} started game {number}"),
                self.field(cell("r", number, team_id, card), f"Runs that {name} gave up in game {number}"),
            )
            for number in self.numbers
        ]
        if pitcher is None:
            return PitcherRow(name, "", cells)
        left = GridField(f"left-{team_id}-{card}", self.left.get((team_id, pitcher.card_id), ""), "")
        return PitcherRow(name, pitcher.throws, cells, left)


def _total(name: str, total: StaffTotal | None) -> TotalField:
    return TotalField(name, str(total or ""), total.span if total else "")


def _note(
    fault: GridFault,
    place: int,
    values: Values,
    usages: Mapping[int, TeamUsage],
    teams: Mapping[int, Team],
    submitted_by: SubmittedBy,
) -> FaultNote:
    note = FaultNote(f"fault-{place}", _heading(fault, usages, teams), fault, field_of(fault))
    if fault.remedy == "want":
        name = cell("want", fault.game, fault.team_id or 0, fault.card_id or 0)
        note.remedy, note.reasons = GridField(name, values.get(name, ""), "No pitcher was left"), _REASONS
    if not fault.may_accept:
        return note
    if fault.team_id is None or fault.card_id is None:
        accept, text = f"gaccept-{fault.game}", f"gnote-{fault.game}"
        may = submitted_by.team_id is None
    else:
        accept, text = (cell(kind, fault.game, fault.team_id, fault.card_id) for kind in ("accept", "note"))
        may = submitted_by.may_accept_from(fault.team_id)
        note.remedy = _remedy(fault, values)
    note.note = GridField(text, values.get(text, ""), "Footnote: why it was allowed")
    if may:
        note.accept = GridField(accept, values.get(accept, ""), "Accepted: let it stand with this footnote")
    elif fault.may_accept == OPPONENT:
        other = next((str(team) for number, team in teams.items() if number != fault.team_id), "the opponent")
        note.who = f"The manager of {other} may accept it, or the director."
    else:
        note.who = "The director may let it stand."
    return note


def _remedy(fault: GridFault, values: Values) -> GridField | None:
    kind = {"double_play": "dp", "injured": "injured"}.get(fault.remedy)
    if kind is None:
        return None
    name = cell(kind, fault.game, fault.team_id or 0, fault.card_id or 0)
    return GridField(name, values.get(name, ""), _FACTS[kind])


_REASONS = tuple((want.value, words) for want, words in NO_PITCHER_REASON_TEXT.items())
_FACTS = {"dp": f"his last outs came on a double play ({LAST_THIRD})", "injured": "he left injured (T25.2)"}


def _facts(values: Values, notes: Sequence[FaultNote], usages: Mapping[int, TeamUsage]) -> list[GridField]:
    """What was noted of an outing and is no fault any more; it stays on the form, to be kept or taken off."""
    shown = {note.remedy.name for note in notes if note.remedy}
    facts = []
    for name, value in values.items():
        kind, *rest = name.split("-")
        if kind not in _FACTS or not value or name in shown or not all(part.isdecimal() for part in rest):
            continue
        game, team_id, card_id = map(int, rest)
        known = usages[team_id].pitchers.get(card_id) if team_id in usages else None
        if known is not None:
            facts.append(GridField(name, value, f"Game {game}, {known.name}: {_FACTS[kind]}"))
    return [*facts, *(one for one in _wants(values, usages) if one.name not in shown)]


def _wants(values: Values, usages: Mapping[int, TeamUsage]) -> Iterator[GridField]:
    """T25.3: what was answered of a position player who pitched."""
    for name, value in values.items():
        kind, *rest = name.split("-")
        if kind != "want" or value not in set(NoPitcherReason) or not all(part.isdecimal() for part in rest):
            continue
        game, team_id, card_id = map(int, rest)
        known = usages[team_id].pitchers.get(card_id) if team_id in usages else None
        if known is not None:
            said = NO_PITCHER_REASON_TEXT[NoPitcherReason(value)]
            yield GridField(name, value, f"Game {game}, {known.name}: the pitchers who were left were {said} (T25.3)")


def _heading(fault: GridFault, usages: Mapping[int, TeamUsage], teams: Mapping[int, Team]) -> str:
    parts = [f"Game {fault.game}"] if fault.game else []
    if fault.team_id is not None and fault.team_id in teams:
        parts.append(str(teams[fault.team_id]))
        known = usages[fault.team_id].pitchers.get(fault.card_id or 0)
        if known is not None:
            parts.append(known.name)
    return ", ".join(parts)
