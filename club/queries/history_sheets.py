"""Plan an import of past results from a sheet with one row per person and tournament, or per person and year."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

from club.models import FIRST_YEAR, LAST_YEAR, PastResult, Person
from club.queries.linking import persons_by_name_key, regions_agree
from club.queries.names import key_text
from club.queries.seasons import counted_tournaments, tournament_day
from club.refusals import HistoryFault
from core.imports.headings import ColumnChoices, ImportTarget, Section, find_sections, unknown_headings
from core.imports.tables import ImportTable
from core.names import clean_name, folded
from rules_engine.names import split_name
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.queries.sheet_rows import RowFault

LEAVE_OUT: Final = "-"
NEW_PERSON: Final = "+"
SAME_PERSON: Final = "="
TARGETS: Final = (
    ImportTarget("name", "Person", ("name", "full name", "manager", "player", "member", "owner", "who")),
    ImportTarget("year", "Year", ("season", "yr", "date")),
    ImportTarget("region", "Region", ("state", "state or region", "area", "club", "chapter")),
    ImportTarget("tournament", "Tournament", ("event", "tourney", "weekend", "site", "location", "competition")),
    ImportTarget("record", "W-L", ("record", "won lost", "wl", "w/l", "w l")),
    ImportTarget("wins", "Wins", ("w", "won", "reg season wins", "regular season wins", "round robin wins")),
    ImportTarget("losses", "Losses", ("l", "lost", "loss", "regular season losses")),
    ImportTarget("ties", "Ties", ("t", "tied", "tie")),
    ImportTarget("finish", "Finish", ("place", "title", "result", "standing", "placed", "rank", "award", "titles")),
    ImportTarget("points", "Points", ("pts", "season points", "total points", "total", "score")),
    ImportTarget("playoff_wins", "Playoff wins", ("play-off wins", "po wins", "post season wins", "pw", "playoffs")),
    ImportTarget("entrants", "Teams", ("entrants", "field", "number of teams", "entries", "managers")),
)
_NEEDED: Final = {"name"}
_CHAMPION: Final = frozenset(("1", "1st", "first", "champion", "champ", "champions", "winner", "won", "title", "gold"))
_RUNNER_UP: Final = frozenset(("2", "2nd", "second", "runner-up", "runner up", "runnerup", "finalist", "silver"))
_RECORD: Final = re.compile(r"\s*(\d{1,3})\s*[-–:/]\s*(\d{1,3})(?:\s*[-–:/]\s*(\d{1,3}))?\s*")
_YEAR: Final = re.compile(r"(?<!\d)(\d{4})(?!\d)")
_TOTALS: Final = frozenset(("total", "totals", "sum", "average", "averages", "all", "grand total"))
_LONGEST_NAME: Final = 80
_LONGEST_TOURNAMENT: Final = 120
_LONGEST_FINISH: Final = 40
_MOST: Final = {"wins": 999, "losses": 999, "ties": 999, "playoff_wins": 99, "entrants": 9999}
_MOST_POINTS: Final = 10_000


class SheetPerson(NamedTuple):
    """The person in a row: a known person, or a new one with a name and region. Rows with equal keys share a person."""

    key: str
    name: str
    region: str
    person: Person | None = None

    @property
    def shown(self) -> str:
        return str(self.person) if self.person is not None else f"{self.name} (new)"


class HistoryRow(NamedTuple):
    """A row that can be imported. `result` has no person yet."""

    row: int
    person: SheetPerson
    result: PastResult


class PersonQuestion(NamedTuple):
    """A name that matches more than one person. The answer applies to all rows with this name and region.

    Attributes:
        candidates: Matching people in the club.
        earlier_row: The row of a new person with the same name and a different region, or 0.
        rows: How many rows the answer affects.
    """

    row: int
    name: str
    region: str
    candidates: Sequence[Person]
    earlier_row: int
    rows: int


@dataclass(slots=True)
class HistoryPlan:
    """A sheet's results, the questions about people, and the rows that are left out."""

    table: ImportTable
    sections: list[Section]
    has_headings: bool = True
    rows: list[HistoryRow] = field(default_factory=list)
    questions: list[PersonQuestion] = field(default_factory=list)
    left_out: list[RowFault] = field(default_factory=list)

    @property
    def new_people(self) -> int:
        return len({row.person.key for row in self.rows if row.person.person is None})

    @property
    def is_settled(self) -> bool:
        """Return whether all questions and columns are settled and there is something to import."""
        return self.has_headings and bool(self.rows) and not self.questions


def plan_history(
    table: ImportTable, choices: ColumnChoices, answers: Mapping[int, str], year: int | None = None
) -> HistoryPlan:
    """Plan the import. The plan has no results if no column contains names.

    Args:
        choices: The organizer's choice of columns.
        answers: For each row with a question, the person's id, or NEW_PERSON, SAME_PERSON or LEAVE_OUT.
        year: The year for rows without one.
    """
    sections = find_sections(table, TARGETS, needed=_NEEDED, choices=choices) or unknown_headings(table, choices)
    complete = [section for section in sections if section.headings.by_target.keys() >= _NEEDED]
    plan = HistoryPlan(table, sections, has_headings=bool(complete))
    reader = _ResultReader(plan, answers, year)
    for section in complete:
        for row, cells in section.rows:
            if not section.headings.repeats(cells):
                reader.read(row, section.title, section.headings.values(cells))
    reader.finish_questions()
    return plan


class _ResultReader:
    """Finds the person and the numbers in each row."""

    def __init__(self, plan: HistoryPlan, answers: Mapping[int, str], year: int | None) -> None:
        self._plan = plan
        self._answers = answers
        self._year = year
        self._persons = persons_by_name_key()
        self._decided: dict[tuple[str, str], SheetPerson | str] = {}
        self._questions: dict[tuple[str, str], PersonQuestion] = {}
        self._rows_of_question: dict[tuple[str, str], int] = {}
        self._first_rows: dict[str, tuple[int, SheetPerson]] = {}
        self._row_by_result: dict[tuple[str, int, str], int] = {}
        self._stored = _stored_results()
        self._played = _played_tournaments()

    def read(self, row: int, title: str, values: Mapping[str, str]) -> None:
        name = clean_name(values["name"])
        if not name or folded(name).rstrip(":.") in _TOTALS:
            self._leave_out(row, HistoryFault.NO_NAME)
            return
        result = self._result(row, title, values)
        if isinstance(result, Ruling):
            self._plan.left_out.append(RowFault(row, result))
            return
        person = self._person(row, name, clean_name(values.get("region", "")))
        if isinstance(person, SheetPerson):
            self._add(row, person, result)
        elif person == LEAVE_OUT:
            self._leave_out(row, HistoryFault.CHOSEN)

    def _add(self, row: int, person: SheetPerson, result: PastResult) -> None:
        """Add a result, unless the club or an earlier row already has it."""
        tournament = folded(result.tournament)
        if (tournament, result.year) in self._played:
            self._leave_out(row, HistoryFault.PLAYED_HERE, tournament=result.tournament)
            return
        if person.person is not None and (person.person.pk, result.year, tournament) in self._stored:
            self._leave_out(row, HistoryFault.ALREADY_IMPORTED, name=person.name, year=result.year)
            return
        first = self._row_by_result.setdefault((person.key, result.year, tournament), row)
        if first != row:
            first_row = self._plan.table.place(first).lower()
            self._leave_out(row, HistoryFault.LISTED_TWICE, name=person.name, year=result.year, first_row=first_row)
            return
        self._plan.rows.append(HistoryRow(row, person, result))

    def _person(self, row: int, name: str, region: str) -> SheetPerson | str:
        """Return the person in a row, LEAVE_OUT, or "" if the organizer has to decide."""
        key = (key_text(name), folded(region))
        if key not in self._decided:
            self._decided[key] = self._decide(row, name, region)
        self._rows_of_question[key] = self._rows_of_question.get(key, 0) + 1
        return self._decided[key]

    def _decide(self, row: int, name: str, region: str) -> SheetPerson | str:
        name_key = key_text(name)
        candidates = self._persons.get(name_key, [])
        answer = self._answers.get(row, "")
        if answer == LEAVE_OUT:
            return LEAVE_OUT
        earlier_row, earlier = self._first_rows.get(name_key, (0, None))
        if answer == SAME_PERSON and earlier is not None:
            return earlier
        chosen = [person for person in candidates if str(person.pk) == answer]
        matches = chosen or ([] if answer == NEW_PERSON else _certain_matches(candidates, region))
        if matches:
            return self._remember(row, SheetPerson(f"person {matches[0].pk}", name, region, matches[0]))
        is_open = bool(candidates) or (earlier is not None and not regions_agree(earlier.region, region))
        if is_open and answer != NEW_PERSON:
            new_row = earlier_row if earlier is not None and earlier.person is None else 0
            question = PersonQuestion(row, name, region, candidates, new_row, 0)
            self._questions[name_key, folded(region)] = question
            return ""
        if earlier is not None and answer != NEW_PERSON:
            return earlier
        shown = split_name(name).shown[:_LONGEST_NAME]
        return self._remember(row, SheetPerson(f"row {row}", shown, region[:40]))

    def _remember(self, row: int, person: SheetPerson) -> SheetPerson:
        self._first_rows.setdefault(key_text(person.name), (row, person))
        return person

    def finish_questions(self) -> None:
        """Add the questions with the number of rows that each one affects."""
        for key, question in self._questions.items():
            self._plan.questions.append(question._replace(rows=self._rows_of_question[key]))

    def _result(self, row: int, title: str, values: Mapping[str, str]) -> PastResult | Ruling:
        """Return the numbers in a row, or the reason why they can't be parsed."""
        year = _year_in(values.get("year", "")) or self._year or _year_in(title)
        if year is None:
            return refuse(HistoryFault.NO_YEAR, "", text=values.get("year", ""), first=FIRST_YEAR, last=LAST_YEAR)
        result = PastResult(year=year, tournament=clean_name(values.get("tournament", ""))[:_LONGEST_TOURNAMENT])
        for read_cells in (_read_record, _read_numbers, _read_points):
            fault = read_cells(result, values)
            if fault is not None:
                return fault
        _read_finish(result, values.get("finish", ""))
        if (result.wins is None) != (result.losses is None):
            return refuse(HistoryFault.HALF_A_RECORD, "")
        if result.wins is None and result.points is None and not result.finish:
            return refuse(HistoryFault.NO_RESULT, "")
        return result

    def _leave_out(self, row: int, reason: Finding, **facts: object) -> None:
        self._plan.left_out.append(RowFault(row, refuse(reason, "", **facts)))


def _certain_matches(candidates: Sequence[Person], region: str) -> list[Person]:
    """Return the only certain match as a list, or an empty list if there is none."""
    return [*candidates] if len(candidates) == 1 and regions_agree(region, candidates[0].region) else []


def _stored_results() -> set[tuple[int, int, str]]:
    rows = PastResult.objects.order_by().values_list("person_id", "year", "tournament")
    return {(person, year, folded(tournament)) for person, year, tournament in rows}


def _played_tournaments() -> set[tuple[str, int]]:
    """Return the names and years of the tournaments whose results are in this program."""
    tournaments = [row.tournament for row in counted_tournaments()]
    return {(folded(tournament.name), tournament_day(tournament).year) for tournament in tournaments}


def _year_in(text: str) -> int | None:
    """Return the only year in a text such as 2011, "2011-05-07" or "Season 2011"."""
    years = {int(number) for number in _YEAR.findall(text) if FIRST_YEAR <= int(number) <= LAST_YEAR}
    return years.pop() if len(years) == 1 else None


def _read_record(result: PastResult, values: Mapping[str, str]) -> Ruling | None:
    text = values.get("record", "")
    if not text.strip():
        return None
    match = _RECORD.fullmatch(text)
    if match is None:
        return refuse(HistoryFault.BAD_RECORD, "", text=text)
    wins, losses, ties = (int(number or 0) for number in match.groups())
    result.wins, result.losses, result.ties = wins, losses, ties
    return None


def _read_numbers(result: PastResult, values: Mapping[str, str]) -> Ruling | None:
    for key, most in _MOST.items():
        text = values.get(key, "").strip()
        if not text or text in ("-", "–"):
            continue
        if not (text.isascii() and text.isdecimal()) or int(text[:9]) > most:
            title = next(target.title for target in TARGETS if target.key == key)
            return refuse(HistoryFault.BAD_NUMBER, "", column=title, text=text, most=most)
        setattr(result, key, int(text))
    return None


def _read_points(result: PastResult, values: Mapping[str, str]) -> Ruling | None:
    text = values.get("points", "").strip().replace("−", "-")
    if not text or text in ("-", "–"):
        return None
    if re.fullmatch(r"-?\d+,\d{1,2}", text):
        text = text.replace(",", ".")
    try:
        points = Decimal(text.replace(",", "")).quantize(Decimal("0.01"))
    except InvalidOperation:
        return refuse(HistoryFault.BAD_POINTS, "", text=text)
    if not points.is_finite() or abs(points) > _MOST_POINTS:
        return refuse(HistoryFault.BAD_POINTS, "", text=text)
    result.points = points
    return None


def _read_finish(result: PastResult, text: str) -> None:
    result.finish = clean_name(text)[:_LONGEST_FINISH]
    word = folded(result.finish).strip(" .!*")
    if result.tournament:  # for a whole year, place 1 is a rank rather than a title
        result.place = 1 if word in _CHAMPION else 2 if word in _RUNNER_UP else 0
