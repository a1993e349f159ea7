"""How far the weekend has come: on to the next stage when nothing is missing, and back while nothing depends on it.

Which checks stand before which stage is in the table of weekend/acts.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.errors import Refused, Stale
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Tournament
from tournaments.queries.best_ofs import best_ofs_of
from tournaments.queries.divisions import setup_ruling
from tournaments.queries.entrants import teams_of
from tournaments.queries.standings import standings_of

Stage = Tournament.Stage
ORDER = [Stage.SIGN_UP, Stage.DRAFT, Stage.ROUND_ROBIN, Stage.PLAYOFFS, Stage.FINISHED]


class StageRefusal(Finding):
    """What stands against going on or back."""

    TO_GO_ON_ALL_THE_SAME = "{obstacles} To go on all the same, write the reason ({rule})."
    EDITION_LEAVES_OPEN = "This edition leaves {left:# rule} to the director ({rule}): set them."
    EDITION_LEAVES_ONE_OPEN = "This edition leaves one rule to the director ({rule}): set it."
    NO_DRAFT_POSITION = "No draft position yet: {teams:commas} ({rule})."


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands against a move. The director may go on over one that can be waived, with a reason (T0.09).

    team_id: whom it is about, where it is about one team. page: the name of the page where it is put right.
    """

    why: Ruling | str
    can_be_waived: bool = False
    team_id: int | None = None
    page: str = ""

    @property
    def sentence(self) -> str:
        return str(self.why)

    @property
    def state(self) -> str:
        return "open" if self.can_be_waived else "missing"

    @property
    def tone(self) -> str:
        return "warn" if self.can_be_waived else "bad"


Check = Callable[[Tournament], list[Obstacle]]
# handed down by weekend/acts.py when the program starts
entry_checks: dict[Stage, Sequence[Check]] = {}  # what is missing before a tournament may enter the stage
return_checks: dict[Stage, Sequence[Check]] = {}  # what depends on the stage, so that there is no way back


def stage_after(tournament: Tournament) -> Stage | None:
    place = ORDER.index(Stage(tournament.stage)) + 1
    return ORDER[place] if place < len(ORDER) else None


def stage_before(tournament: Tournament) -> Stage | None:
    place = ORDER.index(Stage(tournament.stage))
    return ORDER[place - 1] if place else None


def obstacles_ahead(tournament: Tournament) -> list[Obstacle]:
    """What is missing before the next stage."""
    stage = stage_after(tournament)
    return [found for check in entry_checks.get(stage, ()) for found in check(tournament)] if stage else []


def obstacles_behind(tournament: Tournament) -> list[Obstacle]:
    """What depends on the present stage, so that there is no way back."""
    return [found for check in return_checks.get(Stage(tournament.stage), ()) for found in check(tournament)]


def move_stage(*, tournament: Tournament, actor: Actor, to: str, reason: str = "") -> Tournament:
    """On to the next stage or back to the one before. Waiving what is open needs a reason.

    Raises Stale where somebody has moved the tournament meanwhile, Refused with everything that is missing.
    """
    with writing(tournament.pk) as now:
        if now.stage == to:
            return now  # a double click
        if now.stage != tournament.stage or to not in (stage_after(now), stage_before(now)):
            raise Stale(f"The tournament is at {now.get_stage_display()} by now.")
        forward = to == stage_after(now)
        obstacles = obstacles_ahead(now) if forward else obstacles_behind(now)
        _refuse_obstacles(obstacles, reason)
        let_in = sorted({each.team_id for each in obstacles if each.team_id is not None})
        _enter(now, to, actor, "On" if forward else "Back", reason, let_in)
    return now


def enter_draft_stage(*, tournament: Tournament, actor: Actor) -> None:
    """The first draft that starts takes a tournament from sign-up to the draft; inside that service's transaction.

    What a draft needs has been checked for its own division; the others may still be choosing their positions.
    """
    if tournament.stage == Stage.SIGN_UP:
        _refuse_obstacles(edition_settled(tournament), "")
        _enter(tournament, Stage.DRAFT, actor, "On", "")


def _enter(tournament: Tournament, stage: str, actor: Actor, way: str, reason: str, let_in: Sequence[int] = ()) -> None:
    """`let_in`: the teams that the director's reason was for."""
    before = snapshot([tournament])
    tournament.stage = stage
    tournament.version += 1
    tournament.save(update_fields=["stage", "version"])
    was, becomes = only_changes(before, snapshot([tournament]))
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.MOVE_STAGE,
        subject=f"tournament:{tournament.pk}",
        sentence=f"{way} to: {tournament.get_stage_display()}.",
        reason=reason,
        before=was,
        after=becomes,
        public={"stage": stage, "teams": list(let_in)},
    )


def _refuse_obstacles(obstacles: list[Obstacle], reason: str) -> None:
    missing = [found for found in obstacles if not found.can_be_waived]
    if missing:
        raise Refused(_all_of(missing))
    if obstacles and not reason.strip():
        said = " ".join(found.sentence for found in obstacles)
        raise Refused(refuse(StageRefusal.TO_GO_ON_ALL_THE_SAME, "T0.09", obstacles=said), field="reason")


def _all_of(obstacles: Sequence[Obstacle]) -> Ruling | str:
    """What to refuse with: the ruling where one alone stands in the way, else their sentences."""
    if len(obstacles) == 1:
        return obstacles[0].why
    return " ".join(found.sentence for found in obstacles)


def edition_settled(tournament: Tournament) -> list[Obstacle]:
    """T0.09: what the edition leaves open is settled before the draft."""
    left = len(tournament.profile.still_asked)
    if not left:
        return []
    if left == 1:
        return [Obstacle(refuse(StageRefusal.EDITION_LEAVES_ONE_OPEN, "T0.09"), page="edition")]
    return [Obstacle(refuse(StageRefusal.EDITION_LEAVES_OPEN, "T0.09", left=left), page="edition")]


def entrants_ready(tournament: Tournament) -> list[Obstacle]:
    ruling = setup_ruling(tournament)
    if not ruling:
        return [Obstacle(ruling, page="people")]
    teams = list(teams_of(tournament))
    waiting = [team.name for team in teams if team.division is None or team.slot is None]
    if waiting:
        return [Obstacle(refuse(StageRefusal.NO_DRAFT_POSITION, "T0.02", teams=waiting), page="rolls")]
    faults = []
    for division in tournament.divisions.all():
        held = sorted(team.slot or 0 for team in teams if team.division_id == division.pk)
        if missing := sorted(set(range(1, len(held) + 1)) - set(held)):
            places = ", ".join(map(str, missing))
            faults.append(Obstacle(f"{division.name} has {len(held)} teams, and nobody drafts at position {places}."))
    return faults


def schedule_ready(tournament: Tournament) -> list[Obstacle]:
    without = [
        division.name
        for division in tournament.divisions.all()
        if not Series.objects.filter(division=division, stage=Series.Stage.ROUND_ROBIN).exists()
    ]
    return [Obstacle(f"No schedule yet for {name}.", page="schedule") for name in without]


def round_robin_over(tournament: Tournament) -> list[Obstacle]:
    done = (Series.Status.COMPLETE, Series.Status.VOID)
    series = Series.objects.filter(tournament=tournament, stage=Series.Stage.ROUND_ROBIN)
    left = series.exclude(status__in=done).count()
    if not left:
        return _power_rounds_to_come(tournament)
    what = "One series of the round robin is" if left == 1 else f"{left} series of the round robin are"
    advice = (
        "enter what will not be played as “not finished: a tie” (where no inning was begun it is in the record, but no "
        "meeting in head-to-head); the best-ofs cannot be seeded before"
    )
    return [Obstacle(f"{what} not complete: {advice}.", can_be_waived=True, page="results")]


def _power_rounds_to_come(tournament: Tournament) -> list[Obstacle]:
    if not tournament.power_rounds:
        return []
    return [
        Obstacle(
            f"Power rounds of {table.division} still to be paired: {table.power_rounds_to_come}. "
            "The settings can lower their number.",
            can_be_waived=True,
            page="schedule",
        )
        for table in standings_of(tournament)
        if table.power_rounds_to_come
    ]


def series_begun(tournament: Tournament) -> list[Obstacle]:
    begun = Series.objects.filter(tournament=tournament).exclude(status=Series.Status.SCHEDULED).count()
    what = "One series has" if begun == 1 else f"{begun} series have"
    return [Obstacle(f"{what} begun.")] if begun else []


def schedule_out(tournament: Tournament) -> list[Obstacle]:
    if Series.objects.filter(tournament=tournament).exists():
        return [Obstacle("The schedule is out; take it back first.")]
    return []


def best_ofs_seeded(tournament: Tournament) -> list[Obstacle]:
    if Series.objects.filter(tournament=tournament, stage=Series.Stage.PLAYOFF).exists():
        return [Obstacle("The best-ofs have been seeded; take their bracket back first.")]
    return []


def consolation_decided(tournament: Tournament) -> list[Obstacle]:
    if tournament.consoled and best_ofs_of(tournament, Series.Stage.CONSOLATION).champion is None:
        return [Obstacle("The consolation tourney is not decided.", can_be_waived=True, page="bracket")]
    return []


def champion_known(tournament: Tournament) -> list[Obstacle]:
    if best_ofs_of(tournament).champion is None:
        return [Obstacle("There is no champion yet: the best-ofs are not decided.", can_be_waived=True, page="bracket")]
    return []
