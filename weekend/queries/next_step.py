"""The next step of the weekend, from sign-up to champion, in one sentence with the page where it is done."""

from dataclasses import dataclass

from django.urls import reverse

from drafts.models import Draft
from tournaments.models import Series, Tournament
from tournaments.queries.standings import standings_of


@dataclass(frozen=True, slots=True)
class Step:
    sentence: str
    address: str
    act: str


def next_step(tournament: Tournament) -> Step:
    """What moves the weekend on."""
    stages = {
        Tournament.Stage.SIGN_UP: _sign_up,
        Tournament.Stage.DRAFT: _draft,
        Tournament.Stage.ROUND_ROBIN: _round_robin,
        Tournament.Stage.PLAYOFFS: _playoffs,
        Tournament.Stage.FINISHED: _finished,
    }
    return stages[Tournament.Stage(tournament.stage)](tournament)


def _sign_up(tournament: Tournament) -> Step:
    people, rolls = (reverse(name, args=[tournament.slug]) for name in ("people", "rolls"))
    smallest = tournament.profile.division.smallest
    entered = tournament.teams.count()
    if entered < smallest:
        return Step(f"{entered} teams have entered; a division needs {smallest}.", people, "Enter teams")
    if not tournament.divisions.exists():
        return Step(f"{entered} teams have entered. Make the divisions.", people, "Make the divisions")
    unplaced = tournament.teams.filter(slot=None).count()
    if unplaced:
        return Step(f"{unplaced} teams have no draft position yet: roll the d20.", rolls, "Roll for positions")
    return Step(
        "Every team has its draft position. Open the draft.", reverse("draft", args=[tournament.slug]), "Open the draft"
    )


def _draft(tournament: Tournament) -> Step:
    page = reverse("draft", args=[tournament.slug])
    drafts = Draft.objects.filter(division__tournament=tournament)
    finished = drafts.filter(state=Draft.State.FINISHED).count()
    divisions = tournament.divisions.count()
    if drafts.count() < divisions:
        return Step("Choose the cards and the clock of the draft.", page, "Open the draft")
    if finished < divisions:
        return Step(f"{finished} of {divisions} drafts are finished.", page, "Go to the draft")
    return Step(
        "Every team is drafted. Make the schedule.", reverse("schedule", args=[tournament.slug]), "Make the schedule"
    )


def _round_robin(tournament: Tournament) -> Step:
    series = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN).exclude(status=Series.Status.VOID)
    total, left = series.count(), series.exclude(status=Series.Status.COMPLETE).count()
    if not total:
        return Step("There is no schedule yet.", reverse("schedule", args=[tournament.slug]), "Make the schedule")
    if left:
        return Step(
            f"{left} of {total} series are still to be played.",
            reverse("results", args=[tournament.slug]),
            "Enter results",
        )
    if any(table.needs for table in standings_of(tournament)):
        return Step(
            "All series are played; ties are still open.",
            reverse("standings", args=[tournament.slug]),
            "Break the ties",
        )
    return Step(
        "The round robin is decided. Start the best-ofs.",
        reverse("bracket", args=[tournament.slug]),
        "Start the best-ofs",
    )


def _playoffs(tournament: Tournament) -> Step:
    bracket = reverse("bracket", args=[tournament.slug])
    left = tournament.series.filter(stage=Series.Stage.PLAYOFF).exclude(status=Series.Status.COMPLETE).count()
    if left:
        return Step(f"{left} best-of{'s are' if left > 1 else ' is'} being played.", bracket, "Open the best-ofs")
    return Step("Every best-of on the board is decided.", bracket, "Open the best-ofs")


def _finished(tournament: Tournament) -> Step:
    return Step("The weekend is over.", reverse("printing", args=[tournament.slug]), "Print the final sheets")
