"""A series' grid for the page, with a row per game and a table per pitching staff."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from django.utils.safestring import SafeString

from games.models import Game
from games.queries.usage import Pitcher
from games.scoresheet.entries import CONCEDED, FORFEITED, SUSPENDED
from games.scoresheet.faults import OPPONENT, GridFault
from games.scoresheet.read import SPARE, Values, cell_name, field_name
from games.scoresheet.rows import suspended_game_numbers
from games.scoresheet.sheet import Scoresheet
from rules_engine.eligibility.pitching import LAST_THIRD
from rules_engine.eligibility.position_players import NO_PITCHER_REASON_TEXT, NoPitcherReason
from tournaments.models import Series, Team


@dataclass(slots=True)
class GridField:
    """A form field. `fault` is the ID of its error message, if any."""

    name: str
    value: str
    label: str
    fault: str = ""

    @property
    def attributes(self) -> str:
        """Return name, value and label as HTML attributes."""
        return f' name="{escape(self.name)}" value="{escape(self.value)}" aria-label="{escape(self.label)}"'


@dataclass(slots=True)
class CellFields:
    innings: GridField
    started: GridField
    runs: GridField
    available: str = ""  # the pitcher's availability for this game

    @property
    def innings_html(self) -> str:
        """Return the pitcher's innings cell, with the checkbox for the starter."""
        field, started = self.innings, self.started
        hint = f' data-available="{escape(self.available)}"' if self.available else ""
        fault = f' aria-invalid="true" aria-describedby="{escape(field.fault)}"' if field.fault else ""
        checked = " checked" if started.value else ""
        return (
            f'<td class="nowrap"><input class="n"{field.attributes}{hint} inputmode="decimal" maxlength="16"{fault}>'
            f'<label class="start"><input type="checkbox" name="{escape(started.name)}" value="1"'
            f' aria-label="{escape(started.label)}"{checked}>S</label></td>'
        )

    @property
    def runs_html(self) -> str:
        """Return the pitcher's cell for runs allowed."""
        return f'<td class="n"><input class="n"{self.runs.attributes} inputmode="numeric" maxlength="3"></td>'


@dataclass(slots=True)
class PitcherRow:
    name: str
    throws: str
    cells: list[CellFields]
    availability: GridField | None = None  # None for the spare row

    @property
    def is_spare(self) -> bool:
        return self.availability is None

    @property
    def innings_cells(self) -> SafeString:
        """Return all of the pitcher's innings cells.

        Joining strings takes a fraction of the time of template nodes.
        """
        return SafeString("".join([cell.innings_html for cell in self.cells]))

    @property
    def runs_cells(self) -> SafeString:
        return SafeString("".join([cell.runs_html for cell in self.cells]))


@dataclass(slots=True)
class TotalField:
    name: str
    value: str
    span: str  # expected outs, for the steppers


@dataclass(slots=True)
class StaffTable:
    team: Team
    rows: list[PitcherRow]
    totals: list[TotalField]
    more_players: list[tuple[int, str]]  # players for the spare row
    spare: GridField


@dataclass(slots=True)
class GameRow:
    number: int
    home: str  # "home Bears", or "" until the roll for home is entered (T0.16)
    innings: GridField
    ending: GridField
    runs: list[GridField]
    lines: list[GridField]
    never: GridField | None = None  # "never suspended", for a game that is or was marked suspended


@dataclass(slots=True)
class FaultNote:
    """A violation on the page, with fields to remedy or accept it."""

    id: str
    heading: str
    fault: GridFault
    field: str
    accept: GridField | None = None
    note: GridField | None = None
    remedy: GridField | None = None
    reasons: tuple[tuple[str, str], ...] = ()  # choices for `remedy`: reasons why no pitcher was left (T25.3)
    acceptor_hint: str = ""  # names the people who can accept the violation, if the submitter can't


@dataclass(slots=True)
class Grid:
    """Everything on the page. `totals` and `spans` have a value per field name."""

    series: Series
    games: list[GameRow]
    staffs: list[StaffTable]
    totals: dict[str, str] = field(default_factory=dict)
    available: dict[str, str] = field(default_factory=dict)  # pitcher availability by innings field
    spans: dict[str, str] = field(default_factory=dict)
    notes: list[FaultNote] = field(default_factory=list)
    endings: list[tuple[str, str]] = field(default_factory=list)
    facts: list[GridField] = field(default_factory=list)
    warnings: list[tuple[str, GridFault]] = field(default_factory=list)  # heading and note


_REASONS = tuple((reason.value, text) for reason, text in NO_PITCHER_REASON_TEXT.items())
_FACT_LABELS = {
    "dp": f"last outs came on a double play ({LAST_THIRD})",
    "injured": "left injured (T25.2)",
}
_FACT_BY_REMEDY = {"double_play": "dp", "injured": "injured"}


def build_grid(sheet: Scoresheet, values: Values, faults: Sequence[GridFault]) -> Grid:
    """Return the grid with the typed values and these errors."""
    return _GridBuilder(sheet, values).grid(faults)


class _GridBuilder:
    def __init__(self, sheet: Scoresheet, values: Values) -> None:
        self.sheet = sheet
        self.values = values
        self.layout = sheet.layout
        self.usages = sheet.usages
        self.series = sheet.series
        self.submitted_by = sheet.submitted_by
        self.teams = {
            self.series.away_id: self.series.away,
            self.series.home_id: self.series.home,
        }
        self.availability = sheet.availability
        self.totals = sheet.totals
        self.available = {
            cell_name("p", game, team, card): text for (game, team, card), text in sheet.availability_by_game.items()
        }
        self.numbers = range(1, self.series.games_planned + 1)
        self.fault_ids: dict[str, str] = {}

    def grid(self, faults: Sequence[GridFault]) -> Grid:
        notes = [self.note(fault, number) for number, fault in enumerate(faults, start=1)]
        for note in notes:
            if note.field and not note.fault.is_accepted:
                self.fault_ids[note.field] = note.id
        suspended = suspended_game_numbers(self.sheet.stored)
        totals = {f"total-{game}-{team}": str(total) for (game, team), total in self.totals.items()}
        for (team, card), text in self.availability.items():
            totals[f"left-{team}-{card}"] = text
        return Grid(
            series=self.series,
            games=[self.game_row(number, number in suspended) for number in self.numbers],
            staffs=[self.staff_table(team) for team in self.teams.values()],
            totals=totals,
            available=self.available,
            spans={f"total-{game}-{team}": total.span for (game, team), total in self.totals.items()},
            notes=notes,
            endings=self.endings(),
            facts=self.facts(notes),
            warnings=[(self.heading(note), note) for note in self.sheet.checked.notes],
        )

    def endings(self) -> list[tuple[str, str]]:
        endings = [(Game.Ending.PLAYED_OUT.value, "final")]
        if self.series.tournament.profile.game.mercy:
            endings.append((Game.Ending.MERCY.value, "mercy"))
        for number, team in self.teams.items():
            endings.append((f"{CONCEDED}:{number}", f"{team} conceded"))
        endings.append((SUSPENDED, "suspended"))
        if self.submitted_by.is_staff:
            endings.append((Game.Ending.NOT_FINISHED.value, "not finished: a tie"))
            for number, team in self.teams.items():
                endings.append((f"{FORFEITED}:{number}", f"{team} forfeits"))
        return endings

    def field(self, name: str, label: str) -> GridField:
        return GridField(name, self.values.get(name, ""), label, self.fault_ids.get(name, ""))

    def plain_field(self, name: str, label: str) -> GridField:
        """Return a field that can't have an error."""
        return GridField(name, self.values.get(name, ""), label)

    def game_row(self, number: int, is_suspended: bool) -> GameRow:
        home, _ = self.layout.sides(number)
        runs = []
        lines = []
        for team_id, team in self.teams.items():
            runs.append(self.field(f"runs-{number}-{team_id}", f"Runs for {team}, game {number}"))
            lines.append(self.field(f"line-{number}-{team_id}", f"Line score for {team}, game {number}"))
        never = None
        if is_suspended:
            never = self.field(f"never-{number}", f"Game {number} was never suspended")
        return GameRow(
            number=number,
            home=self.home_label(home),
            innings=self.field(f"innings-{number}", f"Innings played in game {number}"),
            ending=self.field(f"ending-{number}", f"How game {number} ended"),
            runs=runs,
            lines=lines,
            never=never,
        )

    def home_label(self, home: int) -> str:
        is_open = self.sheet.asks_home and not self.series.home_decided
        return "" if is_open else f"home {self.teams[home]}"

    def staff_table(self, team: Team) -> StaffTable:
        usage = self.usages[team.pk]
        cards = self.layout.cards[team.pk]
        rows = [self.pitcher_row(team.pk, usage.pitchers[card]) for card in cards]
        rows.append(self.spare_row(team.pk))
        label = f"{team} position player or stand-in"
        return StaffTable(
            team=team,
            rows=rows,
            totals=[self.total_field(number, team.pk) for number in self.numbers],
            more_players=list(self.layout.spare_names[team.pk].items()),
            spare=self.field(f"spare-{team.pk}", label),
        )

    def pitcher_row(self, team_id: int, pitcher: Pitcher) -> PitcherRow:
        card = pitcher.card_id
        text = self.availability.get((team_id, card), "")
        return PitcherRow(
            name=pitcher.name,
            throws=pitcher.throws,
            cells=self.cells(team_id, pitcher.name, card),
            availability=GridField(f"left-{team_id}-{card}", text, ""),
        )

    def spare_row(self, team_id: int) -> PitcherRow:
        name = "Spare row"
        return PitcherRow(name, "", self.cells(team_id, name, SPARE))

    def cells(self, team_id: int, name: str, row: int | str) -> list[CellFields]:
        cells = []
        for number in self.numbers:
            innings_name = cell_name("p", number, team_id, row)
            started_name = cell_name("s", number, team_id, row)
            runs_name = cell_name("r", number, team_id, row)
            cell = CellFields(
                innings=self.field(innings_name, f"Innings for {name} in game {number}"),
                started=self.field(started_name, f"{name} started game {number}"),
                runs=self.field(runs_name, f"Runs allowed by {name} in game {number}"),
                available=self.available.get(innings_name, ""),
            )
            cells.append(cell)
        return cells

    def total_field(self, number: int, team_id: int) -> TotalField:
        name = f"total-{number}-{team_id}"
        total = self.totals.get((number, team_id))
        if total is None:
            return TotalField(name, "", "")
        return TotalField(name, str(total), total.span)

    def note(self, fault: GridFault, number: int) -> FaultNote:
        note = FaultNote(
            id=f"fault-{number}",
            heading=self.heading(fault),
            fault=fault,
            field=field_name(fault),
        )
        if fault.remedy == "want":
            name = self.outing_field_name("want", fault)
            note.remedy = self.plain_field(name, "No pitcher was left")
            note.reasons = _REASONS
        if fault.acceptor:
            self.add_acceptance(note)
        return note

    def add_acceptance(self, note: FaultNote) -> None:
        """Add the footnote field, plus the checkbox to accept or a hint naming the people who can accept."""
        fault = note.fault
        if fault.team_id is None or fault.card_id is None:
            accept_name = f"gaccept-{fault.game}"
            footnote_name = f"gnote-{fault.game}"
            may_accept = self.submitted_by.is_staff
        else:
            accept_name = self.outing_field_name("accept", fault)
            footnote_name = self.outing_field_name("note", fault)
            may_accept = self.submitted_by.may_accept_from(fault.team_id)
            note.remedy = self.remedy(fault)
        note.note = self.plain_field(footnote_name, "Footnote: why it was allowed")
        if may_accept:
            label = "Accept with this footnote"
            note.accept = self.plain_field(accept_name, label)
        elif fault.acceptor == OPPONENT:
            opponents = [str(team) for number, team in self.teams.items() if number != fault.team_id]
            opponent = opponents[0] if opponents else "the opponent"
            note.acceptor_hint = f"The manager of {opponent} or the director can accept it."
        else:
            note.acceptor_hint = "The director can accept it."

    def remedy(self, fault: GridFault) -> GridField | None:
        kind = _FACT_BY_REMEDY.get(fault.remedy)
        if kind is None:
            return None
        return self.plain_field(self.outing_field_name(kind, fault), _FACT_LABELS[kind])

    def outing_field_name(self, kind: str, fault: GridFault) -> str:
        return cell_name(kind, fault.game, fault.team_id or 0, fault.card_id or 0)

    def facts(self, notes: Sequence[FaultNote]) -> list[GridField]:
        """Return stored facts that no violation needs any longer, so that they can be left or removed."""
        shown = {note.remedy.name for note in notes if note.remedy}
        outing_facts = []
        reasons = []
        for name, value in self.values.items():
            kind, *numbers = name.split("-")
            if not value or name in shown or not all(part.isdecimal() for part in numbers):
                continue
            if kind in _FACT_LABELS:
                text = _FACT_LABELS[kind]
                outing_facts += self.fact(name, numbers, text)
            elif kind == "want" and value in set(NoPitcherReason):
                reason = NO_PITCHER_REASON_TEXT[NoPitcherReason(value)]
                text = f"the remaining pitchers were {reason} (T25.3)"
                reasons += self.fact(name, numbers, text)
        return [*outing_facts, *reasons]

    def fact(self, name: str, numbers: Sequence[str], text: str) -> list[GridField]:
        """Return a fact's field, or an empty list if the pitcher is not on the team."""
        game, team_id, card_id = map(int, numbers)
        usage = self.usages.get(team_id)
        pitcher = usage.pitchers.get(card_id) if usage is not None else None
        if pitcher is None:
            return []
        return [self.plain_field(name, f"Game {game}, {pitcher.name}: {text}")]

    def heading(self, fault: GridFault) -> str:
        parts = []
        if fault.game:
            parts.append(f"Game {fault.game}")
        if fault.team_id is not None and fault.team_id in self.teams:
            parts.append(str(self.teams[fault.team_id]))
            if fault.card_id is not None:
                parts.append(self.usages[fault.team_id].pitchers[fault.card_id].name)
        return ", ".join(parts)
