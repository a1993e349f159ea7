"""Decide which manager takes over a dropped team that would advance (T0.08)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.rolls import SIDES
from rules_engine.eligibility.dropout import CoveringPlayer, Takeover, takeover
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.covers import covering_players, team_of_successor
from tournaments.queries.playoffs import teams_to_take_over
from tournaments.queries.standings import standings_of
from tournaments.refusals import TakeoverRefusal
from tournaments.services.covers import assign_cover
from tournaments.services.seeding_guard import changes_of_seeding, seeding_in_force
from tournaments.services.undo import restore_rows


class RolledTakeover(NamedTuple):
    """A decision, with a description of the dice that led to it."""

    takeover: Takeover
    dice: str


# Rolls a d20 for each name. The second argument describes the earlier rolls.
RollDice = Callable[[Sequence[str], str], dict[str, int]]


def settle_takeover(
    *,
    team: Team,
    actor: Actor,
    further_players: Iterable[str] = (),
    rolls: Mapping[str, Sequence[int]] | None = None,
) -> Takeover:
    """Decide which manager takes over a dropped team that would advance (T0.08).

    If nobody is eligible, the next best team advances. Once the playoffs are seeded, the decision must not change the
    seeding.

    Args:
        further_players: The names of people who covered for the team without a team in this tournament.
        rolls: The d20 rolls made with real dice, by name. Tied players have a second roll. Without any, the program
            rolls and rerolls ties.

    Raises:
        Refused: If the takeover can't be settled.
    """
    with writing(team.tournament_id) as tournament:
        seeding = seeding_in_force(tournament)
        team = Team.objects.get(pk=team.pk, tournament=tournament)
        players = _find_players(tournament, team, further_players)
        if rolls:
            decision = _decide_by_table(players, rolls)
        else:
            decision = _decide(players, _roll_dice)
        settled = decision.takeover
        before = snapshot([team])
        team.taken_over_by = settled.name or ""
        team.is_passed_over = settled.name is None
        team.save(update_fields=["taken_over_by", "is_passed_over"])
        _assign_playoff_covers(tournament, team)
        if changes := changes_of_seeding(tournament, seeding):
            raise Refused(TakeoverRefusal.SEEDING_WOULD_CHANGE, subject=team.pk, changes=" ".join(changes))
        old_values, new_values = only_changes(before, snapshot([team]))
        result = f"{settled.name} takes over {team.name}" if settled.name else team.name
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SETTLE_TAKEOVER,
            subject=f"team:{team.pk}",
            sentence=f"{result}: {settled.ruling.reason} (T0.08).{decision.dice}",
            before=old_values,
            after=new_values,
            public={"team": team.pk},
        )
    return settled


def _find_players(tournament: Tournament, team: Team, further_players: Iterable[str]) -> list[CoveringPlayer]:
    """Return everyone who covered for the team. Raise Refused until division play is over."""
    tables = standings_of(tournament)
    if not all(table.is_complete for table in tables):
        raise Refused(TakeoverRefusal.GAMES_OPEN)
    pending = {dropped_team.pk for table in tables for dropped_team in teams_to_take_over(table)}
    if team.pk not in pending:
        raise Refused(TakeoverRefusal.NOTHING_TO_SETTLE, subject=team.pk, team=team.name)
    names = dict.fromkeys(name.strip()[:80] for name in further_players)
    players = covering_players(team.pk, tables)
    players += [CoveringPlayer(name, False, False) for name in names if name]
    if len({player.name for player in players}) < len(players):
        raise Refused(TakeoverRefusal.SAME_NAMES, field="others")
    return players


def _decide(players: Sequence[CoveringPlayer], roll: RollDice) -> RolledTakeover:
    """Decide by d20, and reroll tied high rolls."""
    dice = ""
    decision = takeover(players, {}, has_chance_to_advance=True)
    while decision.to_roll:
        rolls = roll(decision.to_roll, dice)
        dice += _dice_sentence(rolls)
        players = [player for player in players if player.name in rolls]
        decision = takeover(players, rolls, has_chance_to_advance=True)
    return RolledTakeover(decision, dice)


def _roll_dice(names: Sequence[str], dice: str) -> dict[str, int]:
    return {name: roll_die(SIDES) for name in names}


def _decide_by_table(
    players: Sequence[CoveringPlayer],
    rolls: Mapping[str, Sequence[int]],
) -> RolledTakeover:
    """Decide by dice rolled at the table. Raise Refused if a roll is missing or unused."""
    names = {player.name for player in players}
    if unknown := sorted(set(rolls) - names):
        raise Refused(TakeoverRefusal.DID_NOT_COVER, field="rolls", player=unknown[0])
    values = [value for player_rolls in rolls.values() for value in player_rolls]
    if not all(1 <= value <= SIDES for value in values):
        raise Refused(TakeoverRefusal.NOT_ON_THE_DIE, field="rolls", sides=SIDES)
    unused = {name: list(player_rolls) for name, player_rolls in rolls.items()}

    def take_next(rollers: Sequence[str], dice: str) -> dict[str, int]:
        if missing := [name for name in rollers if not unused.get(name)]:
            if dice:
                raise Refused(TakeoverRefusal.TIED_ROLLS_MISSING, field="rolls", tied=rollers, players=missing)
            raise Refused(TakeoverRefusal.ROLLS_MISSING, field="rolls", players=missing)
        return {name: unused[name].pop(0) for name in rollers}

    decision = _decide(players, take_next)
    if extra := [name for name, leftover in unused.items() if leftover]:
        raise Refused(TakeoverRefusal.EXTRA_ROLL, field="rolls", player=extra[0], why=decision.takeover.ruling)
    return decision


def _dice_sentence(rolls: Mapping[str, int]) -> str:
    return f" d20: {', '.join(f'{name} {value}' for name, value in rolls.items())}."


def _assign_playoff_covers(tournament: Tournament, team: Team) -> None:
    """Let the manager who took over the team enter its playoff series that haven't started."""
    scheduled = tournament.series.filter(stage=Series.Stage.PLAYOFF, status=Series.Status.SCHEDULED)
    for series in scheduled.filter(Q(home=team) | Q(away=team)):
        assign_cover(series, team_of_successor(team))


def redo_takeover(tournament: Tournament, action: Action) -> list[str]:
    changes = restore_rows(tournament, action)
    _assign_playoff_covers(tournament, _team_of(action))
    return changes


def _team_of(action: Action) -> Team:
    (key,) = action.after
    return Team.objects.get(pk=int(key.partition(":")[2]))


def undo_takeover(tournament: Tournament, action: Action) -> list[str]:
    """Undo the takeover, so that it is pending again. Raise Refused once the team has played on."""
    changes = restore_rows(tournament, action)
    team = _team_of(action)
    _assign_playoff_covers(tournament, team)
    (key,) = action.after
    player = action.after[key].get("taken_over_by")
    if player and (played := _started_playoff_series(tournament, team)):
        raise Refused(
            TakeoverRefusal.GAMES_REST_ON_IT, "T0.08", subject=team.pk, player=player, team=team.name, series=played
        )
    return changes


def _started_playoff_series(tournament: Tournament, team: Team) -> list[str]:
    playoffs = tournament.series.filter(Q(home=team) | Q(away=team), stage=Series.Stage.PLAYOFF)
    started = playoffs.exclude(status=Series.Status.SCHEDULED).select_related("home", "away")
    return [
        f"{series.away} at {series.home}, best of {series.games_planned}" for series in started.order_by("round", "pk")
    ]
