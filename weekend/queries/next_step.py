"""The weekend's next step, from sign-up to champion, with a link to the page for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse

from drafts.models import Draft
from rules_engine.rulings import Ruling
from tournaments.models import Division, Series, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.divisions import division_ruling, setup_ruling
from tournaments.queries.playoffs import load_bracket
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings_table import DivisionName

Stage = Tournament.Stage
_STAGES_OF_OWN_DAYS = (Stage.SIGN_UP, Stage.DRAFT, Stage.ROUND_ROBIN)


@dataclass(frozen=True, slots=True)
class Step:
    """The next step. If `for_director` is set, assistants see it but only directors can open the page."""

    sentence: str
    address: str
    link_text: str
    for_director: bool = False


def next_steps(snapshot: TournamentSnapshot, tables: Sequence[DivisionStandings] = ()) -> list[Step]:
    """Return the next step, or one for each division if the divisions play on separate days."""
    tournament = snapshot.tournament
    if tournament.divisions_on_own_days and tournament.stage in _STAGES_OF_OWN_DAYS:
        divisions = list(tournament.divisions.all())
        steps = [step for division in divisions if (step := _division_step(tournament, division)) is not None]
        if steps:
            return steps
    return [next_step(snapshot, tables)]


def next_step(snapshot: TournamentSnapshot, tables: Sequence[DivisionStandings] = ()) -> Step:
    """Return the next step. `tables` are the standings, which are required until the playoffs are seeded."""
    tournament = snapshot.tournament
    if tournament.stage == Stage.ROUND_ROBIN:
        return _round_robin(snapshot, tables)
    if tournament.stage == Stage.PLAYOFFS:
        return _playoffs(tournament, tables)
    step_by_stage = {
        Stage.SIGN_UP: _sign_up,
        Stage.DRAFT: _draft,
        Stage.FINISHED: _finished,
    }
    return step_by_stage[Stage(tournament.stage)](tournament)


def _division_step(tournament: Tournament, division: Division) -> Step | None:
    """Return the next step for a division with its own day, or None after its last series."""
    draft = Draft.objects.filter(division=division).first()
    if draft is None or draft.state == Draft.State.WAITING:
        return _step_to_the_draft(tournament, division, draft)
    if draft.state != Draft.State.FINISHED:
        return _step(tournament, f"{division} is drafting.", "draft", "Go to the draft")
    series = division.series.filter(stage=Series.Stage.ROUND_ROBIN)
    count, left = series.count(), series.exclude(status__in=Series.NOTHING_TO_PLAY).count()
    if not count:
        return _step(
            tournament, f"{division} has finished drafting. Make its schedule.", "schedule", "Make the schedule"
        )
    if tournament.stage != Stage.ROUND_ROBIN:
        sentence = f"The schedule for {division} is published."
        return _step(tournament, sentence, "stage", "Start the round robin", for_director=True)
    if not left:
        return None
    sentence = f"{division}: {_left_text(left, count)}"
    return _step(tournament, sentence, "results", "Enter results")


def _step_to_the_draft(tournament: Tournament, division: Division, draft: Draft | None) -> Step:
    ruling = division_ruling(tournament, division)
    if not ruling:
        return _divisions_step(tournament, f"{division}: {ruling}.", "Change the divisions")
    if unplaced := division.teams.filter(slot=None).count():
        teams = _count_text(unplaced, "team has", "teams have")
        rolls = f"{reverse('rolls', args=[tournament.slug])}?division={division.pk}"
        return Step(f"{division}: {teams} no draft position yet: roll the d20.", rolls, "Roll")
    if draft is None:
        return _step(tournament, f"{division}: choose the cards and the clock.", "draft", "Set up the draft")
    return _step(tournament, f"{division}: the draft is set up but hasn't started.", "draft", "Start the draft")


def _sign_up(tournament: Tournament) -> Step:
    smallest = tournament.profile.division.smallest
    counts = tournament.teams.aggregate(all=Count("pk"), unplaced=Count("pk", filter=Q(slot=None)))
    count = counts["all"]
    teams = _count_text(count, "team has", "teams have")
    if count < smallest:
        return _step(tournament, f"{teams} entered. A division needs {smallest} (T0.02).", "people", "Enter teams")
    if not tournament.divisions.exists():
        return _divisions_step(tournament, f"{teams} entered. Make the divisions.", "Make the divisions")
    ruling: Ruling = setup_ruling(tournament)
    if not ruling:
        return _divisions_step(tournament, f"{ruling}.", "Change the divisions")
    if unplaced := counts["unplaced"]:
        sentence = f"{_count_text(unplaced, 'team has', 'teams have')} no draft position yet: roll the d20."
        return _step(tournament, sentence, "rolls", "Roll for positions")
    if tournament.profile.open_settings:
        sentence = "Every team has its draft position. Set the rules that this edition leaves to the director (T0.09)."
        return _step(tournament, sentence, "edition", "Set them", for_director=True)
    return _step(tournament, "Every team has its draft position. Choose the cards and the clock.", "draft", "Draft")


def _draft(tournament: Tournament) -> Step:
    state_by_division = dict(tournament.divisions.values_list("pk", "draft__state"))
    divisions = len(state_by_division)
    states = [state for state in state_by_division.values() if state is not None]
    finished = states.count(Draft.State.FINISHED)
    if len(states) < divisions:
        return _step(tournament, "Choose the draft cards and clock.", "draft", "Set up the draft")
    if waiting := states.count(Draft.State.WAITING):
        sentence = f"{_count_text(waiting, 'draft is', 'drafts are')} set up but not started."
        return _step(tournament, sentence, "draft", "Start the draft")
    if finished < divisions:
        return _step(tournament, f"{finished} of {divisions} drafts are finished.", "draft", "Go to the draft")
    if _has_unscheduled_division(tournament):
        return _step(tournament, "Every team has been drafted. Make the schedule.", "schedule", "Make the schedule")
    return _step(tournament, "The schedule is published.", "stage", "Start the round robin", for_director=True)


def _has_unscheduled_division(tournament: Tournament) -> bool:
    is_round_robin = Q(series__stage=Series.Stage.ROUND_ROBIN)
    divisions = tournament.divisions.annotate(series_count=Count("series", filter=is_round_robin))
    return divisions.filter(series_count=0).exists()


def _round_robin(snapshot: TournamentSnapshot, tables: Sequence[DivisionStandings]) -> Step:
    tournament = snapshot.tournament
    statuses = [series.status for series in snapshot.series if series.stage == Series.Stage.ROUND_ROBIN]
    if not statuses:
        return _step(tournament, "There is no schedule yet.", "schedule", "Make the schedule")
    if left := sum(status not in Series.NOTHING_TO_PLAY for status in statuses):
        return _step(tournament, _left_text(left, len(statuses)), "results", "Enter results")
    if table := next((table for table in tables if table.power_round_due), None):
        sentence = f"Power round {table.power_round_due} of {table.division} can now be paired by the standings."
        return _step(tournament, sentence, "schedule", "Pair it", for_director=True)
    if any(table.all_needs for table in tables):
        return _tie_step(tournament, tables)
    return _step(tournament, "The round robin is decided.", "bracket", "Start the playoffs")


def _tie_step(tournament: Tournament, tables: Sequence[DivisionStandings]) -> Step:
    """Return the step that leads to the first open tie on the standings page."""
    table = next((table for table in tables if table.needs), None)
    page = reverse("standings", args=[tournament.slug])
    anchor = tie_anchor(table.division if table else None)
    return Step("All series have been played, but some ties aren't broken yet.", page + anchor, "Break the ties")


def tie_anchor(division: DivisionName | None) -> str:
    """Return the anchor of a division's or the wild cards' tiebreaker prompt on the standings page."""
    return f"#tie-{division.pk}" if division else "#tie-wild-cards"


def _left_text(left: int, count: int) -> str:
    return f"{left} of {count} series {'is' if left == 1 else 'are'} still to be played."


def _playoffs(tournament: Tournament, tables: Sequence[DivisionStandings]) -> Step:
    playoffs = load_bracket(tournament)
    if not playoffs.seeds and any(table.is_complete and table.all_needs for table in tables):
        return _tie_step(tournament, tables)
    if not playoffs.seeds:
        return _step(tournament, "The playoffs are not seeded yet.", "bracket", "Seed the playoffs")
    champion = playoffs.champion
    if champion and _is_consolation_over(tournament):
        return _step(tournament, f"{champion} is the champion.", "stage", "Close the tournament", for_director=True)
    if champion:
        sentence = f"{champion} is the champion"
    else:
        ready = sum(matchup.pairing.ready for matchup in playoffs.meetings)
        sentence = _count_text(ready, "playoff series is open", "playoff series are open")
    sentence = f"{sentence}{_consolation_clause(tournament)}."
    return _step(tournament, sentence, "bracket", "Open the playoffs")


def _is_consolation_over(tournament: Tournament) -> bool:
    """Return whether the consolation bracket is finished or not played."""
    if not tournament.consolation_size:
        return True
    return load_bracket(tournament, Series.Stage.CONSOLATION).champion is not None


def _consolation_clause(tournament: Tournament) -> str:
    """Return a clause about open games in the consolation bracket, or ""."""
    if not tournament.consolation_size:
        return ", but the consolation bracket is not seeded" if tournament.consolation_lengths else ""
    bracket = load_bracket(tournament, Series.Stage.CONSOLATION)
    ready = sum(matchup.pairing.ready for matchup in bracket.meetings)
    if not ready:
        return ""
    return f"; {ready} consolation series {'is' if ready == 1 else 'are'} open"


def _finished(tournament: Tournament) -> Step:
    champion = load_bracket(tournament).champion
    sentence = f"The tournament is over. {champion} won." if champion else "The tournament is over."
    return _step(tournament, sentence, "closing", "Final results")


def _divisions_step(tournament: Tournament, sentence: str, link_text: str) -> Step:
    return Step(sentence, f"{reverse('people', args=[tournament.slug])}#divisions", link_text)


def _step(tournament: Tournament, sentence: str, page: str, link_text: str, *, for_director: bool = False) -> Step:
    return Step(sentence, reverse(page, args=[tournament.slug]), link_text, for_director)


def _count_text(count: int, singular: str, plural: str) -> str:
    return f"{count} {singular if count == 1 else plural}"
