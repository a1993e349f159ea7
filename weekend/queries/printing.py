"""The print page: what can be printed, and the progress of print packs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from core.lettering import unprintable_letters
from drafts.models import Draft, Pick
from tournaments.models import Division, Manager, Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.round_in_play import current_rounds
from weekend.division_papers import DIVISION_PAPERS, DivisionPaper, PaperNeeds
from weekend.models import PrintPack
from weekend.tables import TABLES


@dataclass(frozen=True, slots=True)
class PackOnPage:
    """A print pack with its state. `may_go_on` is true if its worker seems dead."""

    pack: PrintPack
    sentence: str
    kind: str  # good, warn, bad or empty, as the style sheet has it
    may_go_on: bool


def pack_on_page(pack: PrintPack, now: datetime) -> PackOnPage:
    silent = pack.is_silent(now)
    state = PrintPack.State(pack.state)
    heard = round((now - (pack.beat_at or pack.asked_at)).total_seconds())
    sentence, kind = {
        PrintPack.State.WAITING: ("Waiting for the worker.", ""),
        PrintPack.State.RUNNING: (f"Being made: {pack.parts_done} of {pack.parts_total or '…'} sheets.", ""),
        PrintPack.State.DONE: (f"Ready: {pack.parts_total} sheets.", "good"),
        PrintPack.State.FAILED: (f"Failed: {pack.fault}", "bad"),
        PrintPack.State.CANCELLED: ("Cancelled.", ""),
    }[state]
    if silent and state == PrintPack.State.WAITING:
        sentence, kind = f"No worker has taken it up for {heard} seconds. Is a worker running?", "warn"
    elif silent:
        made = f"{pack.parts_done} of {pack.parts_total or '…'} sheets"
        sentence, kind = f"The worker has said nothing for {heard} seconds, after {made}. What is made is kept.", "warn"
    return PackOnPage(pack, sentence, kind, silent)


def packs_of(tournament: Tournament, now: datetime) -> list[PackOnPage]:
    """Return the stored packs, newest first, without their content."""
    return [pack_on_page(pack, now) for pack in tournament.print_packs.defer("content")]


def names_not_printed(tournament: Tournament) -> list[tuple[str, str]]:
    """Return names with letters that the PDF font lacks, and those letters. One query."""
    rows = (
        (tournament.divisions, "name"),
        (tournament.teams, "name"),
        (Manager.objects.filter(team__tournament=tournament), "name"),
        (Pick.objects.filter(team__tournament=tournament, card__isnull=False), "card__name"),
    )
    first, *more = (found.order_by().values_list(column) for found, column in rows)
    named = first.union(*more)
    names = [tournament.name, *sorted(str(name) for (name,) in named)]
    found = ((name, unprintable_letters(name)) for name in names)
    return [(name, letters) for name, letters in found if letters]


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
    rows = tournament.series.exclude(status=Series.Status.VOID).values_list("stage", "round").distinct().order_by()
    order = list(Series.Stage)
    known = sorted((order.index(Series.Stage(stage)), number) for stage, number in rows)
    return [
        RoundToPrint(order[place].value, number, round_title(tournament, order[place], number))
        for place, number in known
    ]


@dataclass(frozen=True, slots=True)
class PapersOfNeed:
    """Printouts of a division with the same requirement. `there` says whether they can be drawn."""

    needs: PaperNeeds
    papers: list[DivisionPaper]
    there: bool


@dataclass(frozen=True, slots=True)
class DivisionToPrint:
    division: Division
    teams: list[Team]
    papers: list[PapersOfNeed]


@dataclass(frozen=True, slots=True)
class PrintPage:
    divisions: list[DivisionToPrint]
    rounds: list[RoundToPrint]
    now: list[RoundToPrint]  # those in play: divisions may be in different ones
    chosen: RoundToPrint | None  # beforehand
    series: list[tuple[str, list[Series]]]  # by the round's label
    tables: list[tuple[str, str]]


def print_page(tournament: Tournament) -> PrintPage:
    """Return everything that can be printed, in a constant number of queries."""
    rounds = rounds_to_print(tournament)
    found = tournament.series.exclude(status=Series.Status.VOID).select_related("home", "away", "division")
    series = list(found.order_by("division__position", "table", "pk"))
    by_round = [(one.label, [s for s in series if (s.stage, s.round) == (one.stage, one.number)]) for one in rounds]
    current = {(one.stage, one.number): one.is_open for one in current_rounds(tournament, series).values()}
    return PrintPage(
        divisions=_divisions(tournament, series),
        rounds=rounds,
        now=[one for one in rounds if (one.stage, one.number) in current],
        chosen=_chosen(rounds, current),
        series=by_round,
        tables=[(name, table.title) for name, table in TABLES.items()],
    )


def _divisions(tournament: Tournament, series: list[Series]) -> list[DivisionToPrint]:
    by_need = {need: [paper for paper in DIVISION_PAPERS if paper.needs is need] for need in PaperNeeds}
    teams = list(Team.objects.filter(tournament=tournament, division__isnull=False).order_by("slot", "name"))
    drafts = Draft.objects.filter(division__tournament=tournament)
    there: dict[PaperNeeds, set[int | None]] = {
        PaperNeeds.SCHEDULE: {one.division_id for one in series},
        PaperNeeds.DRAFT: set(drafts.values_list("division_id", flat=True)),
    }
    return [
        DivisionToPrint(
            division,
            [team for team in teams if team.division_id == division.pk],
            [PapersOfNeed(need, papers, division.pk in there[need]) for need, papers in by_need.items()],
        )
        for division in Division.objects.filter(tournament=tournament)
    ]


def _chosen(rounds: list[RoundToPrint], current: Mapping[tuple[str, int], bool]) -> RoundToPrint | None:
    """Return the first current round with a game to start, otherwise the last current one, otherwise the last."""
    in_play = [one for one in rounds if (one.stage, one.number) in current]
    to_begin = [one for one in in_play if current[one.stage, one.number]]
    return to_begin[0] if to_begin else next(iter([*in_play[-1:], *rounds[-1:]]), None)
