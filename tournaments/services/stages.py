"""Move a tournament to the next stage when it is ready, or back while nothing depends on the current stage.

weekend/undo_handlers.py lists the checks for each stage.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.errors import Refused, Stale
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Series, Tournament
from tournaments.queries.divisions import division_ruling, setup_ruling
from tournaments.queries.entrants import teams_of
from tournaments.queries.playoffs import load_bracket
from tournaments.queries.schedule import divisions_that_play, scheduled_divisions
from tournaments.queries.standings import standings_of
from tournaments.refusals import StageRefusal

Stage = Tournament.Stage
ORDER = [Stage.SIGN_UP, Stage.DRAFT, Stage.ROUND_ROBIN, Stage.PLAYOFFS, Stage.FINISHED]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An obstacle to a move. The director can waive some obstacles with a reason (T0.09).

    Args:
        team_id: The team that the obstacle is about, if any.
        page: The name of the page for fixing it.
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
# Registered by weekend/undo_handlers.py at startup.
entry_checks: dict[Stage, Sequence[Check]] = {}  # checks before a tournament enters the stage
return_checks: dict[Stage, Sequence[Check]] = {}  # checks before a tournament goes back from the stage


def stage_after(tournament: Tournament) -> Stage | None:
    place = ORDER.index(Stage(tournament.stage)) + 1
    return ORDER[place] if place < len(ORDER) else None


def stage_before(tournament: Tournament) -> Stage | None:
    place = ORDER.index(Stage(tournament.stage))
    return ORDER[place - 1] if place else None


def obstacles_ahead(tournament: Tournament) -> list[Obstacle]:
    """Return the obstacles to the next stage."""
    stage = stage_after(tournament)
    return [obstacle for check in entry_checks.get(stage, ()) for obstacle in check(tournament)] if stage else []


def obstacles_behind(tournament: Tournament) -> list[Obstacle]:
    """Return the obstacles to going back: anything that depends on the current stage."""
    return [obstacle for check in return_checks.get(Stage(tournament.stage), ()) for obstacle in check(tournament)]


def move_stage(*, tournament: Tournament, actor: Actor, to: str, reason: str = "") -> Tournament:
    """Move to the next or previous stage. Waiving obstacles requires a reason.

    Raises:
        Stale: If the stage has changed in the meantime.
        Refused: With all obstacles.
    """
    with writing(tournament.pk) as current:
        if current.stage == to:
            return current  # Ignore a double click.
        if current.stage != tournament.stage or to not in (
            stage_after(current),
            stage_before(current),
        ):
            raise Stale(StageRefusal.MOVED_MEANWHILE, stage=str(current.get_stage_display()))
        forward = to == stage_after(current)
        obstacles = obstacles_ahead(current) if forward else obstacles_behind(current)
        _refuse_obstacles(obstacles, reason)
        waived_teams = sorted({obstacle.team_id for obstacle in obstacles if obstacle.team_id is not None})
        _enter(current, to, actor, "On" if forward else "Back", reason, waived_teams)
    return current


def enter_draft_stage(*, tournament: Tournament, actor: Actor, division: Division) -> None:
    """End a division's sign-up when its draft starts, in the caller's transaction.

    The first draft moves the tournament to the draft stage. The caller has checked the division. Other divisions may
    still be choosing positions on their own days.
    """
    Division.objects.filter(pk=division.pk).update(draft_started=True)
    if tournament.stage == Stage.SIGN_UP:
        _refuse_obstacles(edition_settled(tournament), "")
        _enter(tournament, Stage.DRAFT, actor, "On", "")


def _enter(
    tournament: Tournament,
    stage: str,
    actor: Actor,
    direction: str,
    reason: str,
    waived_teams: Sequence[int] = (),
) -> None:
    """Save and log the new stage. `waived_teams` are the teams that the director's reason covers."""
    before = snapshot([tournament])
    set_stage(tournament, stage)
    if stage == Stage.SIGN_UP:
        tournament.divisions.update(draft_started=False)
    old_values, new_values = only_changes(before, snapshot([tournament]))
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.MOVE_STAGE,
        subject=f"tournament:{tournament.pk}",
        sentence=f"{direction} to: {tournament.get_stage_display()}.",
        reason=reason,
        before=old_values,
        after=new_values,
        public={"stage": stage, "teams": list(waived_teams)},
    )


def set_stage(tournament: Tournament, stage: str) -> None:
    """Save a stage as part of an action that the caller checks and logs."""
    tournament.stage = stage
    tournament.version += 1
    tournament.save(update_fields=["stage", "version"])


def _refuse_obstacles(obstacles: list[Obstacle], reason: str) -> None:
    missing = [obstacle for obstacle in obstacles if not obstacle.can_be_waived]
    if missing:
        raise Refused(combine_obstacles(missing))
    if obstacles and not reason.strip():
        sentences = " ".join(obstacle.sentence for obstacle in obstacles)
        raise Refused(StageRefusal.TO_GO_ON_ALL_THE_SAME, "T0.09", field="reason", obstacles=sentences)


def combine_obstacles(obstacles: Sequence[Obstacle]) -> Ruling:
    """Return a single obstacle's ruling, or a ruling that combines the sentences of several."""
    if len(obstacles) == 1 and isinstance(obstacles[0].why, Ruling):
        return obstacles[0].why
    sentences = " ".join(obstacle.sentence for obstacle in obstacles)
    return refuse(StageRefusal.SEVERAL_OBSTACLES, "", obstacles=sentences)


def edition_settled(tournament: Tournament) -> list[Obstacle]:
    """Require that the director has set all rules that the edition leaves open (T0.09)."""
    open_rules = len(tournament.profile.open_settings)
    if not open_rules:
        return []
    if open_rules == 1:
        return [Obstacle(refuse(StageRefusal.EDITION_LEAVES_ONE_OPEN, "T0.09"), page="edition")]
    return [Obstacle(refuse(StageRefusal.EDITION_LEAVES_OPEN, "T0.09", left=open_rules), page="edition")]


def entrants_ready(tournament: Tournament) -> list[Obstacle]:
    if tournament.divisions_on_own_days:
        return _a_division_ready(tournament)
    ruling = setup_ruling(tournament)
    if not ruling:
        return [Obstacle(ruling, page="people")]
    teams = list(teams_of(tournament))
    without_position = [team.name for team in teams if team.division is None or team.slot is None]
    if without_position:
        return [
            Obstacle(
                refuse(StageRefusal.NO_DRAFT_POSITION, "T0.02", teams=without_position),
                page="rolls",
            )
        ]
    obstacles = []
    for division in tournament.divisions.all():
        positions = sorted(team.slot or 0 for team in teams if team.division_id == division.pk)
        if missing := sorted(set(range(1, len(positions) + 1)) - set(positions)):
            facts = {"division": division.name, "count": len(positions), "positions": missing}
            obstacles.append(Obstacle(refuse(StageRefusal.GAP_IN_POSITIONS, "", **facts)))
    return obstacles


def _a_division_ready(tournament: Tournament) -> list[Obstacle]:
    """Require one division that is ready to draft. The others follow on their own days."""
    obstacles = []
    for division in tournament.divisions.all():
        unplaced = list(division.teams.filter(slot=None).values_list("name", flat=True))
        ruling = division_ruling(tournament, division)
        if ruling and not unplaced:
            return []
        if ruling:
            ruling = refuse(StageRefusal.NO_DRAFT_POSITION, "T0.02", teams=unplaced)
        obstacles.append(Obstacle(ruling, page="rolls" if unplaced else "people"))
    return obstacles or [Obstacle(setup_ruling(tournament), page="people")]


def schedule_ready(tournament: Tournament) -> list[Obstacle]:
    """Require a schedule for every division that plays now."""
    return _without_schedule(tournament, divisions_that_play(tournament))


def _without_schedule(tournament: Tournament, divisions: Iterable[Division]) -> list[Obstacle]:
    scheduled = scheduled_divisions(tournament)
    return [
        Obstacle(refuse(StageRefusal.NO_SCHEDULE, "", division=division.name), page="schedule")
        for division in divisions
        if division.pk not in scheduled
    ]


def round_robin_over(tournament: Tournament) -> list[Obstacle]:
    series = Series.objects.filter(tournament=tournament, stage=Series.Stage.ROUND_ROBIN)
    open_series = series.exclude(status__in=Series.NOTHING_TO_PLAY).count()
    if not open_series:
        return [*_divisions_to_come(tournament), *_power_rounds_to_come(tournament)]
    ruling = refuse(StageRefusal.ROUND_ROBIN_OPEN, "", count=open_series)
    return [*_divisions_to_come(tournament), Obstacle(ruling, can_be_waived=True, page="results")]


def _divisions_to_come(tournament: Tournament) -> list[Obstacle]:
    """Return obstacles for the divisions that play on their own day and have no schedule yet."""
    if not tournament.divisions_on_own_days:
        return []
    return _without_schedule(tournament, tournament.divisions.all())


def _power_rounds_to_come(tournament: Tournament) -> list[Obstacle]:
    if not tournament.power_rounds:
        return []
    obstacles = []
    for table in standings_of(tournament):
        if table.power_rounds_to_come:
            facts = {"division": str(table.division), "count": table.power_rounds_to_come}
            ruling = refuse(StageRefusal.POWER_ROUNDS_TO_COME, "", **facts)
            obstacles.append(Obstacle(ruling, can_be_waived=True, page="schedule"))
    return obstacles


def started_series(tournament: Tournament) -> list[Obstacle]:
    started = Series.objects.filter(tournament=tournament).exclude(status=Series.Status.SCHEDULED).count()
    return [Obstacle(refuse(StageRefusal.SERIES_STARTED, "", count=started))] if started else []


def schedule_published(tournament: Tournament) -> list[Obstacle]:
    if Series.objects.filter(tournament=tournament).exists():
        return [Obstacle(refuse(StageRefusal.SCHEDULE_PUBLISHED, ""))]
    return []


def playoffs_seeded(tournament: Tournament) -> list[Obstacle]:
    if Series.objects.filter(tournament=tournament, stage=Series.Stage.PLAYOFF).exists():
        return [Obstacle(refuse(StageRefusal.PLAYOFFS_SEEDED, ""))]
    return []


def consolation_decided(tournament: Tournament) -> list[Obstacle]:
    if tournament.consolation_size and load_bracket(tournament, Series.Stage.CONSOLATION).champion is None:
        return [Obstacle(refuse(StageRefusal.CONSOLATION_OPEN, ""), can_be_waived=True, page="bracket")]
    return []


def champion_known(tournament: Tournament) -> list[Obstacle]:
    if load_bracket(tournament).champion is None:
        return [Obstacle(refuse(StageRefusal.NO_CHAMPION, ""), can_be_waived=True, page="bracket")]
    return []
