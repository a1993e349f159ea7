"""The print page: available printouts, and the progress of print packs."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from core.lettering import unprintable_letters
from drafts.models import Draft, Pick
from tournaments.models import Division, Manager, Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.round_in_play import current_rounds
from weekend.division_printouts import DIVISION_PRINTOUTS, DivisionPrintout, Moment, PrintoutRequirement
from weekend.models import PrintPack


@dataclass(frozen=True, slots=True)
class PackStatus:
    """A print pack with its state as a sentence. `can_retry` is true if its worker seems dead."""

    pack: PrintPack
    sentence: str
    kind: str  # CSS class: good, warn, bad or empty
    can_retry: bool


def pack_status(pack: PrintPack, now: datetime) -> PackStatus:
    is_silent = pack.is_silent(now)
    state = PrintPack.State(pack.state)
    progress = f"{pack.parts_done} of {pack.parts_total or '…'} sheets"
    silent_seconds = round((now - (pack.beat_at or pack.asked_at)).total_seconds())
    sentence, kind = {
        PrintPack.State.WAITING: ("It will start in a moment.", ""),
        PrintPack.State.RUNNING: (f"Making {progress}.", ""),
        PrintPack.State.DONE: (f"{pack.parts_total} sheets.", "good"),
        PrintPack.State.FAILED: (f"Failed: {pack.fault}", "bad"),
        PrintPack.State.CANCELLED: ("Canceled.", ""),
    }[state]
    if is_silent and state == PrintPack.State.WAITING:
        sentence = f"Not started after {silent_seconds} seconds. Resume it, or restart Pennant."
        kind = "warn"
    elif is_silent:
        sentence = (
            f"The worker hasn't responded for {silent_seconds} seconds, after {progress}. Finished sheets are saved."
        )
        kind = "warn"
    return PackStatus(pack, sentence, kind, can_retry=is_silent)


def pack_statuses(tournament: Tournament, now: datetime) -> list[PackStatus]:
    """Return the stored packs, newest first, without their content."""
    return [pack_status(pack, now) for pack in tournament.print_packs.defer("content")]


def unprintable_names(tournament: Tournament) -> list[tuple[str, str]]:
    """Return names with letters that the PDF font lacks, and those letters. One query."""
    columns = (
        (tournament.divisions, "name"),
        (tournament.teams, "name"),
        (Manager.objects.filter(team__tournament=tournament), "name"),
        (Pick.objects.filter(team__tournament=tournament, card__isnull=False), "card__name"),
    )
    first, *rest = (rows.order_by().values_list(column) for rows, column in columns)
    names = [tournament.name, *sorted(str(name) for (name,) in first.union(*rest))]
    letters_by_name = ((name, unprintable_letters(name)) for name in names)
    return [(name, letters) for name, letters in letters_by_name if letters]


@dataclass(frozen=True, slots=True)
class RoundToPrint:
    """A scheduled round. `value` identifies it in the form."""

    stage: str
    number: int
    label: str

    @property
    def value(self) -> str:
        return f"{self.stage}:{self.number}"


def rounds_to_print(tournament: Tournament) -> list[RoundToPrint]:
    """Return every round with a series that is not void, in order of play."""
    series = tournament.series.exclude(status=Series.Status.VOID)
    rounds = list(series.values_list("stage", "round").distinct().order_by())
    stages = [stage.value for stage in Series.Stage]
    rounds.sort(key=lambda row: (stages.index(row[0]), row[1]))
    return [RoundToPrint(stage, number, round_title(tournament, stage, number)) for stage, number in rounds]


class PrintoutLink(NamedTuple):
    """A division's printout. `is_available` is false until its requirement is met."""

    division: Division
    printout: DivisionPrintout
    is_available: bool


class MomentToPrint(NamedTuple):
    """The printouts needed at one moment of the weekend."""

    moment: Moment
    links: list[PrintoutLink]


class DivisionToPrint(NamedTuple):
    division: Division
    teams: list[Team]


@dataclass(frozen=True, slots=True)
class PrintPage:
    moments: list[MomentToPrint]
    divisions: list[DivisionToPrint]
    rounds: list[RoundToPrint]
    current_rounds: list[RoundToPrint]  # divisions can be in different rounds
    selected_round: RoundToPrint | None
    series: list[tuple[str, list[Series]]]  # by round label


def print_page(tournament: Tournament) -> PrintPage:
    """Return everything that can be printed, in a constant number of queries."""
    rounds = rounds_to_print(tournament)
    rows = tournament.series.exclude(status=Series.Status.VOID).select_related("home", "away", "division")
    all_series = list(rows.order_by("division__position", "table", "pk"))
    in_play = {(current.stage, current.number) for current in current_rounds(tournament, all_series).values()}
    current = [candidate for candidate in rounds if (candidate.stage, candidate.number) in in_play]
    divisions = _divisions(tournament)
    return PrintPage(
        moments=_moments(tournament, [entry.division for entry in divisions], all_series),
        divisions=divisions,
        rounds=rounds,
        current_rounds=current,
        selected_round=_preselected(rounds, current, all_series),
        series=[(chosen_round.label, _series_in(chosen_round, all_series)) for chosen_round in rounds],
    )


def _series_in(chosen_round: RoundToPrint, all_series: list[Series]) -> list[Series]:
    return [
        series for series in all_series if (series.stage, series.round) == (chosen_round.stage, chosen_round.number)
    ]


def _divisions(tournament: Tournament) -> list[DivisionToPrint]:
    teams = list(Team.objects.filter(tournament=tournament, division__isnull=False).order_by("slot", "name"))
    return [
        DivisionToPrint(division, [team for team in teams if team.division_id == division.pk])
        for division in Division.objects.filter(tournament=tournament)
    ]


def _moments(tournament: Tournament, divisions: list[Division], all_series: list[Series]) -> list[MomentToPrint]:
    """Return all divisions' printouts by the moment when they are needed."""
    drafts = Draft.objects.filter(division__tournament=tournament)
    ready_divisions: dict[PrintoutRequirement, set[int | None]] = {
        PrintoutRequirement.SCHEDULE: {series.division_id for series in all_series},
        PrintoutRequirement.DRAFT: set(drafts.values_list("division_id", flat=True)),
    }
    moments = {moment: MomentToPrint(moment, []) for moment in Moment}
    for division in divisions:
        for printout in DIVISION_PRINTOUTS:
            is_available = division.pk in ready_divisions[printout.requirement]
            link = PrintoutLink(division, printout, is_available)
            moments[printout.moment].links.append(link)
    return list(moments.values())


def _preselected(
    rounds: list[RoundToPrint], current: list[RoundToPrint], all_series: list[Series]
) -> RoundToPrint | None:
    """Return the first round in which no series has started, otherwise the last current one, otherwise the last."""
    started = {(series.stage, series.round) for series in all_series if series.status != Series.Status.SCHEDULED}
    for candidate in rounds:
        if (candidate.stage, candidate.number) not in started:
            return candidate
    candidates = current or rounds
    return candidates[-1] if candidates else None
