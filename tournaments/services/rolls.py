"""The d20 rolls for draft positions and the choices made in their order (T0.02)."""

from collections.abc import Callable, Sequence

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.rolls import RollError
from rules_engine.draft.slots import Slot, draw_imputed, may_choose, slot_available
from rules_engine.rulings import Finding, refuse
from tournaments.action_log.snapshots import Snapshot, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, SlotRoll, Team, Tournament
from tournaments.queries.divisions import setup_ruling
from tournaments.queries.rolls import RollsBoard, rolls_board, rolls_of


def throw_rolls(*, tournament: Tournament, actor: Actor, only: Team | None = None) -> list[Team]:
    """The program throws once for everybody who has to roll now (T0.02), or for one team that has to."""
    with writing(tournament.pk) as now:
        board = _open_board(now)
        teams = [team for team in board.must_roll if only is None or team == only]
        if only is not None and not teams:
            raise Refused(f"{only.name} has nothing to roll now.")
        if not teams:
            return []
        thrown = {team: board.dice.throw(roll_die) for team in teams}
        _write_rolls(now, actor, thrown, SlotRoll.ThrownBy.PROGRAM)
    return teams


def record_rolls(*, tournament: Tournament, actor: Actor, rolls: dict[int, int]) -> None:
    """Rolls made on the table, by number of team. All are checked before one is written.

    An absent manager may be rolled for (T0.02). Raises Refused with field roll_<team number>.
    """
    with writing(tournament.pk) as now:
        board = _open_board(now)
        expected = {team.pk: team for team in [*board.must_roll, *board.may_be_rolled_for]}
        thrown = {}
        for team_id, value in rolls.items():
            if team_id not in expected:
                raise Refused("This team has nothing to roll now; look at the rolls again.", field=f"roll_{team_id}")
            if not board.dice.fewest <= value <= board.dice.most:
                raise Refused(f"{value} is not on {board.dice.in_words}.", field=f"roll_{team_id}")
            thrown[expected[team_id]] = value
        if not thrown:
            raise Refused("Type at least one roll.")
        _write_rolls(now, actor, thrown, SlotRoll.ThrownBy.TABLE)


def draw_imputed_slots(*, tournament: Tournament, actor: Actor, throw: Callable[[int], int] = roll_die) -> None:
    """Imputed teams get random positions before anybody chooses (T0.02). Needs decided rolls and a legal set-up.

    `throw` gives 1..number; only practice weekends, which come from a seed, bring their own.
    """
    with writing(tournament.pk) as now:
        board = _open_board(now)
        _refuse_unsettled(now, board)
        if not (waiting := board.imputed_waiting):
            return
        before = snapshot(waiting)
        for team in waiting:
            if team.division is None:
                raise Refused(f"{team.name} has no division yet.")
        pairs = [(team.division.name, team.name) for team in waiting if team.division]
        drawn = draw_imputed(board.board, pairs, throw)
        places = {name: slot for slot, name in drawn.taken.items()}
        for team in waiting:
            team.slot = places[team.name].position
            team.save(update_fields=["slot"])
        told = ", ".join(f"{team.name} {team.slot}" for team in waiting)
        _record(
            now, actor, Verb.DRAW_IMPUTED_SLOTS, f"Positions drawn for imputed teams (T0.02): {told}.", before, waiting
        )


class SlotRefusal(Finding):
    """Why nobody chooses a position yet."""

    IMPUTED_FIRST = "The imputed teams are drawn first ({rule})."


def choose_slot(*, team: Team, actor: Actor, division_id: int, position: int) -> None:
    """The team whose turn it is takes a position (T0.02). Raises Refused with the ruling."""
    with writing(team.tournament_id) as now:
        board = _open_board(now)
        _refuse_unsettled(now, board)
        if board.imputed_waiting:
            raise Refused(refuse(SlotRefusal.IMPUTED_FIRST, "T0.02"))
        there, slot, division = _chosen(now, board, team.pk, division_id, position)
        if _has(there, division, position):
            return  # a double click
        ruling = may_choose(board.board, slot, there.name, board.choosing_order, [t.name for t in board.away])
        if not ruling:
            raise Refused(ruling)
        _refuse_elsewhere(board, there, slot)
        _place(now, actor, Verb.CHOOSE_SLOT, there, division, position, "drafts")


def place_team(*, team: Team, actor: Actor, division_id: int, position: int) -> None:
    """The director puts a team at a position out of turn, such as for a late entrant (T0.09)."""
    with writing(team.tournament_id) as now:
        board = _open_board(now)
        there, slot, division = _chosen(now, board, team.pk, division_id, position)
        if _has(there, division, position):
            return
        ruling = slot_available(board.board, slot, there.name)
        if not ruling:
            raise Refused(ruling)
        _place(now, actor, Verb.PLACE_TEAM, there, division, position, "is placed by the director (T0.09) and drafts")


def place_absent(*, tournament: Tournament, actor: Actor) -> list[Team]:
    """Absent managers get the highest position still open, once everybody present has chosen (T0.02)."""
    placed: list[Team] = []
    with writing(tournament.pk) as now:
        while True:
            board = _open_board(now)
            _refuse_unsettled(now, board)
            team = board.on_turn
            if team is None or team not in board.away:
                break
            slot = board.for_absent(team)
            if slot is None:
                raise Refused(f"No position is left for {team.name}.")
            division = next(one.division for one in board.divisions if one.division.name == slot.division)
            _place(now, actor, Verb.PLACE_ABSENT, team, division, slot.position, "is absent and drafts")
            placed.append(team)
        if not placed:
            raise Refused("Nobody absent is to be placed now: those present choose first.")
    return placed


def refuse_crooked_rolls(tournament: Tournament) -> None:
    """After an undo: rolls that nothing asked for any more mean that later rolls must be undone first."""
    try:
        rolls_board(tournament).order  # noqa: B018
    except RollError:
        raise Refused("Others have rolled again since because of this roll. Undo those rolls first.") from None


def _open_board(tournament: Tournament) -> RollsBoard:
    if tournament.stage != Tournament.Stage.SIGN_UP:
        raise Refused("The draft has been opened: draft positions are settled. Go back to sign-up first.")
    return rolls_board(tournament)


def _refuse_unsettled(tournament: Tournament, board: RollsBoard) -> None:
    if not board.order.decided:
        raise Refused(f"{len(board.must_roll)} teams have still to roll.")
    ruling = setup_ruling(tournament)
    if not ruling:
        raise Refused(ruling)


def _chosen(
    tournament: Tournament, board: RollsBoard, team_id: int, division_id: int, position: int
) -> tuple[Team, Slot, Division]:
    division = tournament.divisions.filter(pk=division_id).first()
    there = next((team for team in board.teams if team.pk == team_id), None)
    if division is None or there is None:
        raise Refused("This team or division is no longer there.")
    return there, Slot(division.name, position), division


def _has(team: Team, division: Division, position: int) -> bool:
    return team.division_id == division.pk and team.slot == position


def _refuse_elsewhere(board: RollsBoard, team: Team, slot: Slot) -> None:
    if slot in board.open_to(team):
        return
    if team.division is not None:
        raise Refused(f"{team.name} plays in {team.division.name} and chooses a position there.")
    raise Refused(f"The positions left in {slot.division} are for the teams already placed there.")


def _place(
    tournament: Tournament, actor: Actor, verb: Verb, team: Team, division: Division, position: int, how: str
) -> None:
    before = snapshot([team])
    team.division, team.slot = division, position
    team.save(update_fields=["division", "slot"])
    sentence = f"{team.name} {how} at position {position} of {division.name}."
    _record(tournament, actor, verb, sentence, before, [team])


def _write_rolls(tournament: Tournament, actor: Actor, thrown: dict[Team, int], thrown_by: SlotRoll.ThrownBy) -> None:
    before = snapshot(thrown)
    for team, value in thrown.items():
        SlotRoll.objects.create(team=team, attempt=len(rolls_of(team)) + 1, value=value, thrown_by=thrown_by)
    again = list(Team.objects.filter(pk__in=[team.pk for team in thrown]).prefetch_related("managers", "slot_rolls"))
    told = ", ".join(f"{team.name} {value}" for team, value in thrown.items())
    how = "The program threw" if thrown_by == SlotRoll.ThrownBy.PROGRAM else "Rolled on the table"
    _record(tournament, actor, Verb.ROLL_FOR_SLOTS, f"{how}: {told}.", before, again)


def _record(
    tournament: Tournament, actor: Actor, verb: Verb, sentence: str, before: Snapshot, teams: Sequence[Team]
) -> None:
    was, becomes = only_changes(before, snapshot(teams))
    record_action(tournament=tournament, actor=actor, verb=verb, sentence=sentence, before=was, after=becomes)
