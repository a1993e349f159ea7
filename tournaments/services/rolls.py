"""Roll for draft positions, and choose them in order (T0.02)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from core.dice import roll_die
from core.errors import Refused
from rules_engine.draft.slots import Slot, check_slot, draw_imputed, may_choose
from tournaments.action_log.snapshots import Snapshot, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.field_names import roll_field
from tournaments.models import Division, SlotRoll, Team, Tournament
from tournaments.queries.divisions import division_ruling, setup_ruling
from tournaments.queries.rolls import RollsBoard, rolls_board, rolls_of
from tournaments.refusals import SlotRefusal


def throw_rolls(
    *, tournament: Tournament, actor: Actor, only: Team | None = None, division: Division | None = None
) -> list[Team]:
    """Roll once for every team that must roll now, or for only one team (T0.02).

    `division` is the division to roll for if divisions have their own days.
    """
    with writing(tournament.pk) as tournament:
        board = _open_board(tournament, only.division if only else division)
        teams = [team for team in board.must_roll if only is None or team == only]
        if only is not None and not teams:
            raise Refused(SlotRefusal.NOT_ROLLING, subject=only.pk, team=only.name)
        if not teams:
            return []
        rolls = {team: board.dice.roll(roll_die) for team in teams}
        _save_rolls(tournament, actor, rolls, SlotRoll.RolledBy.PROGRAM)
    return teams


def record_rolls(
    *, tournament: Tournament, actor: Actor, rolls: dict[int, int], division: Division | None = None
) -> None:
    """Record rolls made with real dice, by team ID. Check all rolls before saving any.

    The director can roll for an absent manager (T0.02). Raise Refused for the field roll_<team id>.
    """
    with writing(tournament.pk) as tournament:
        board = _open_board(tournament, division)
        expected = {team.pk: team for team in [*board.must_roll, *board.may_be_rolled_for]}
        value_by_team = {}
        for team_id, value in rolls.items():
            if team_id not in expected:
                raise Refused(SlotRefusal.ROLLS_CHANGED, field=roll_field(team_id), subject=team_id)
            if not board.dice.fewest <= value <= board.dice.most:
                raise Refused(
                    SlotRefusal.NOT_ON_THE_DICE,
                    field=roll_field(team_id),
                    subject=team_id,
                    roll=value,
                    dice=board.dice.description,
                )
            value_by_team[expected[team_id]] = value
        if not value_by_team:
            raise Refused(SlotRefusal.NO_ROLL)
        _save_rolls(tournament, actor, value_by_team, SlotRoll.RolledBy.TABLE)


def draw_imputed_slots(
    *,
    tournament: Tournament,
    actor: Actor,
    roll: Callable[[int], int] = roll_die,
    division: Division | None = None,
) -> None:
    """Assign random positions to imputed teams before anyone chooses (T0.02).

    `roll` returns a number from 1 to its argument. Practice tournaments pass a seeded function.
    """
    with writing(tournament.pk) as tournament:
        board = _open_board(tournament, division)
        _require_decided(tournament, board)
        if not (imputed_teams := board.imputed_waiting):
            return
        before = snapshot(imputed_teams)
        for team in imputed_teams:
            if team.division is None:
                raise Refused(SlotRefusal.NO_DIVISION, subject=team.pk, team=team.name)
        pairs = [(team.division.name, team.name) for team in imputed_teams if team.division]
        new_board = draw_imputed(board.board, pairs, roll)
        slot_by_team = {name: slot for slot, name in new_board.holders.items()}
        for team in imputed_teams:
            team.slot = slot_by_team[team.name].position
            team.save(update_fields=["slot"])
        positions = ", ".join(f"{team.name} {team.slot}" for team in imputed_teams)
        _record(
            tournament,
            actor,
            Verb.DRAW_IMPUTED_SLOTS,
            f"Positions drawn for imputed teams (T0.02): {positions}.",
            before,
            imputed_teams,
        )


def choose_slot(*, team: Team, actor: Actor, division_id: int, position: int) -> None:
    """Let the team whose turn it is choose a position (T0.02). Raise Refused with the ruling."""
    with writing(team.tournament_id) as tournament:
        board = _open_board(tournament, team.division)
        _require_decided(tournament, board)
        if board.imputed_waiting:
            raise Refused(SlotRefusal.IMPUTED_FIRST, "T0.02")
        team, slot, division = _find_choice(tournament, board, team.pk, division_id, position)
        if _is_placed_at(team, division, position):
            return  # Ignore a double click.
        ruling = may_choose(
            board.board,
            slot,
            team.name,
            board.choosing_order,
            [absent.name for absent in board.away],
        )
        if not ruling:
            raise Refused(ruling)
        _refuse_closed_slot(board, team, slot)
        _place(tournament, actor, Verb.CHOOSE_SLOT, team, division, position, "drafts")


def choose_in_order(*, tournament: Tournament, actor: Actor, division: Division | None = None) -> list[Team]:
    """Assign each manager present the first open position, in choosing order (T0.02)."""
    with writing(tournament.pk) as tournament:
        placed = _place_on_turn(tournament, actor, division, are_absent=False)
        if not placed:
            raise Refused(SlotRefusal.NOBODY_TO_CHOOSE)
    return placed


def place_team(*, team: Team, actor: Actor, division_id: int, position: int) -> None:
    """Place a team at a position out of turn, such as a late entrant (T0.09)."""
    with writing(team.tournament_id) as tournament:
        board = _open_board(tournament, team.division)
        team, slot, division = _find_choice(tournament, board, team.pk, division_id, position)
        if _is_placed_at(team, division, position):
            return
        ruling = check_slot(board.board, slot, team.name)
        if not ruling:
            raise Refused(ruling)
        _place(
            tournament,
            actor,
            Verb.PLACE_TEAM,
            team,
            division,
            position,
            "is placed by the director (T0.09) and drafts",
        )


def place_absent(*, tournament: Tournament, actor: Actor, division: Division | None = None) -> list[Team]:
    """Assign absent managers the highest open positions, once all present managers have chosen (T0.02)."""
    with writing(tournament.pk) as tournament:
        placed = _place_on_turn(tournament, actor, division, are_absent=True)
        if not placed:
            raise Refused(SlotRefusal.PRESENT_TEAMS_FIRST)
    return placed


def _place_on_turn(tournament: Tournament, actor: Actor, division: Division | None, *, are_absent: bool) -> list[Team]:
    """Place teams as long as the next team to choose matches `are_absent`. Return the placed teams."""
    verb, how = (Verb.PLACE_ABSENT, "is absent and drafts") if are_absent else (Verb.CHOOSE_SLOT, "drafts")
    placed: list[Team] = []
    while True:
        board = _open_board(tournament, division)
        _require_decided(tournament, board)
        team = board.on_turn
        if team is None or (team in board.away) != are_absent:
            return placed
        slot = board.slot_for_absent_team(team) if are_absent else next(iter(board.open_to(team)), None)
        if slot is None:
            raise Refused(SlotRefusal.NO_POSITION_LEFT, subject=team.pk, team=team.name)
        _place(tournament, actor, verb, team, board.division_of(slot), slot.position, how)
        placed.append(team)


# Staff actions that place several teams at once, by their name in forms and the API.
SETTLEMENTS: Final[Mapping[str, Callable[..., object]]] = {
    "imputed": draw_imputed_slots,
    "absent": place_absent,
    "in_order": choose_in_order,
}


def teams_with_needless_rolls(tournament: Tournament) -> set[str]:
    """Return the names of teams that rerolled without a tie, such as after the other tied team left."""
    divisions = list(tournament.divisions.all()) if tournament.divisions_on_own_days else [None]
    return {name for division in divisions for name in rolls_board(tournament, division).order.needless}


def _open_board(tournament: Tournament, division: Division | None) -> RollsBoard:
    board = rolls_board(tournament, division)
    if not board.is_open:
        raise Refused(SlotRefusal.DRAFT_IS_OPEN)
    return board


def _require_decided(tournament: Tournament, board: RollsBoard) -> None:
    if not board.order.decided:
        raise Refused(SlotRefusal.ROLLS_MISSING, teams=len(board.must_roll))
    own_division = board.division
    ruling = setup_ruling(tournament) if own_division is None else division_ruling(tournament, own_division)
    if not ruling:
        raise Refused(ruling)


def _find_choice(
    tournament: Tournament, board: RollsBoard, team_id: int, division_id: int, position: int
) -> tuple[Team, Slot, Division]:
    division = tournament.divisions.filter(pk=division_id).first()
    team = next((team for team in board.teams if team.pk == team_id), None)
    if division is None or team is None:
        raise Refused(SlotRefusal.NOT_FOUND, subject=team_id)
    return team, Slot(division.name, position), division


def _is_placed_at(team: Team, division: Division, position: int) -> bool:
    return team.division_id == division.pk and team.slot == position


def _refuse_closed_slot(board: RollsBoard, team: Team, slot: Slot) -> None:
    if slot in board.open_to(team):
        return
    if team.division is not None:
        raise Refused(
            SlotRefusal.OTHER_DIVISION,
            subject=team.pk,
            team=team.name,
            division=team.division.name,
        )
    raise Refused(SlotRefusal.RESERVED, subject=team.pk, division=slot.division)


def _place(
    tournament: Tournament,
    actor: Actor,
    verb: Verb,
    team: Team,
    division: Division,
    position: int,
    how: str,
) -> None:
    before = snapshot([team])
    team.division, team.slot = division, position
    team.save(update_fields=["division", "slot"])
    sentence = f"{team.name} {how} at position {position} in {division.name}."
    _record(tournament, actor, verb, sentence, before, [team])


def _save_rolls(tournament: Tournament, actor: Actor, rolls: dict[Team, int], rolled_by: SlotRoll.RolledBy) -> None:
    before = snapshot(rolls)
    for team, value in rolls.items():
        SlotRoll.objects.create(team=team, attempt=len(rolls_of(team)) + 1, value=value, thrown_by=rolled_by)
    reloaded = list(Team.objects.filter(pk__in=[team.pk for team in rolls]).prefetch_related("managers", "slot_rolls"))
    roll_text = ", ".join(f"{team.name} {value}" for team, value in rolls.items())
    how = "Pennant rolled" if rolled_by == SlotRoll.RolledBy.PROGRAM else "Rolled at the table"
    _record(tournament, actor, Verb.ROLL_FOR_SLOTS, f"{how}: {roll_text}.", before, reloaded)


def _record(
    tournament: Tournament,
    actor: Actor,
    verb: Verb,
    sentence: str,
    before: Snapshot,
    teams: Sequence[Team],
) -> None:
    old_values, new_values = only_changes(before, snapshot(teams))
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        sentence=sentence,
        before=old_values,
        after=new_values,
    )
