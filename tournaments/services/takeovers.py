"""Settling who takes over a dropped team that advances, or that the next best does (T0.08)."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.db.models import Q

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.rolls import SIDES
from rules_engine.eligibility.dropout import CoveringPlayer, Takeover, takeover
from rules_engine.rulings import Finding, refuse
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.best_ofs import teams_to_take_over
from tournaments.queries.covers import covering_players, player_for
from tournaments.queries.standings import standings_of
from tournaments.services.covers import put_cover
from tournaments.services.seeding_guard import changes_of_seeding, seeding_in_force
from tournaments.services.undo import put_rows_back


def settle_takeover(
    *, team: Team, actor: Actor, others: Iterable[str] = (), rolls: Mapping[str, Sequence[int]] | None = None
) -> Takeover:
    """Decide who plays on with a dropped team that would advance; where nobody may, the next best advances.

    others: people without a team here who have played for it. rolls: d20s by name as thrown on the table, a second one
    for those who were level; without any the program throws, and again for the level. Once the best-ofs are seeded only
    what leaves the seeding as it is can be settled. Raises Refused.
    """
    with writing(team.tournament_id) as tournament:
        in_force = seeding_in_force(tournament)
        there = Team.objects.get(pk=team.pk, tournament=tournament)
        players = _players(tournament, there, others)
        settled, said = _decide_by_table(players, rolls) if rolls else _decide(players, _thrown_here)
        before = snapshot([there])
        there.taken_over_by = settled.name or ""
        there.is_passed_over = settled.name is None
        there.save(update_fields=["taken_over_by", "is_passed_over"])
        _name_on_the_board(tournament, there)
        if changes := changes_of_seeding(tournament, in_force):
            raise Refused(f"The best-ofs have been seeded, and this would change them: {' '.join(changes)}")
        was, becomes = only_changes(before, snapshot([there]))
        what = f"{settled.name} takes {there.name} over" if settled.name else there.name
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SETTLE_TAKEOVER,
            subject=f"team:{there.pk}",
            sentence=f"{what}: {settled.ruling.reason} (T0.08).{said}",
            before=was,
            after=becomes,
            public={"team": there.pk},
        )
    return settled


def _players(tournament: Tournament, team: Team, others: Iterable[str]) -> list[CoveringPlayer]:
    """Everybody who has played for the team, once division play is over everywhere."""
    tables = standings_of(tournament)
    if not all(table.is_complete for table in tables):
        raise Refused("A dropped team is taken over once division play has concluded; some games are still open.")
    if team.pk not in {one.pk for table in tables for one in teams_to_take_over(table)}:
        raise Refused(f"{team.name} is not a dropped team that could advance and is not settled yet.")
    named = [CoveringPlayer(name, False, False) for name in dict.fromkeys(name.strip()[:80] for name in others) if name]
    players = [*covering_players(team.pk, tables), *named]
    if len({one.name for one in players}) < len(players):
        raise Refused("Two of those who played for it have the same name; tell them apart.", field="others")
    return players


def _decide(
    players: Sequence[CoveringPlayer], throw: Callable[[Sequence[str], str], dict[str, int]]
) -> tuple[Takeover, str]:
    """The decision with what was thrown; level high rolls are thrown again. `throw` is told what was thrown before."""
    said = ""
    settled = takeover(players, {}, has_chance_to_advance=True)
    while settled.to_roll:
        thrown = throw(settled.to_roll, said)
        said += _dice_sentence(thrown)
        players = [one for one in players if one.name in thrown]
        settled = takeover(players, thrown, has_chance_to_advance=True)
    return settled, said


def _thrown_here(names: Sequence[str], said: str) -> dict[str, int]:
    return {name: roll_die(SIDES) for name in names}


def _decide_by_table(players: Sequence[CoveringPlayer], rolls: Mapping[str, Sequence[int]]) -> tuple[Takeover, str]:
    """The same by the dice on the table: nothing is thrown for anybody, and no die is left over."""
    if strange := set(rolls) - {one.name for one in players}:
        raise Refused(f"{sorted(strange)[0]} is not among those who played for it.", field="rolls")
    if any(not 1 <= value <= SIDES for thrown in rolls.values() for value in thrown):
        raise Refused(f"A roll is not on a {SIDES}-sided die.", field="rolls")
    left = {name: [*thrown] for name, thrown in rolls.items()}

    def next_typed(names: Sequence[str], said: str) -> dict[str, int]:
        if silent := [name for name in names if not left.get(name)]:
            level = " and ".join(names) + " are level and throw again. " if said else ""
            raise Refused(
                f"{level}Type the d20 of {' and '.join(silent)}, or none and the program throws.", field="rolls"
            )
        return {name: left[name].pop(0) for name in names}

    settled, said = _decide(players, next_typed)
    if over := [name for name, values in left.items() if values]:
        raise Refused(f"{over[0]} had nothing more to roll: {settled.ruling.reason}.", field="rolls")
    return settled, said


def _dice_sentence(thrown: Mapping[str, int]) -> str:
    return f" d20: {', '.join(f'{name} {value}' for name, value in thrown.items())}."


class TakeoverRefusal(Finding):
    """Why a takeover is not taken back."""

    GAMES_REST_ON_IT = "{player} has played on for {team}: {series:list}. Undo those results first."


def _name_on_the_board(tournament: Tournament, team: Team) -> None:
    """Its best-ofs that have not begun are entered by whoever has taken it over now."""
    waiting = tournament.series.filter(stage=Series.Stage.PLAYOFF, status=Series.Status.SCHEDULED)
    for series in waiting.filter(Q(home=team) | Q(away=team)):
        put_cover(series, player_for(team))


def redo_takeover(tournament: Tournament, action: Action) -> list[str]:
    changes = put_rows_back(tournament, action)
    _name_on_the_board(tournament, _taken_over(action))
    return changes


def _taken_over(action: Action) -> Team:
    (key,) = action.after
    return Team.objects.get(pk=int(key.partition(":")[2]))


def undo_takeover(tournament: Tournament, action: Action) -> list[str]:
    """Nobody has settled it then. What it does to a seeding in force is asked by whoever undoes, as for every act."""
    changes = put_rows_back(tournament, action)
    team = _taken_over(action)
    _name_on_the_board(tournament, team)
    (key,) = action.after
    if player := action.after[key].get("taken_over_by"):
        begun = tournament.series.filter(Q(home=team) | Q(away=team), stage=Series.Stage.PLAYOFF)
        begun = begun.exclude(status=Series.Status.SCHEDULED).select_related("home", "away").order_by("round", "pk")
        if series := [f"{one.away} at {one.home}, best of {one.games_planned}" for one in begun]:
            finding = TakeoverRefusal.GAMES_REST_ON_IT
            raise Refused(refuse(finding, "T0.08", subject=team.pk, player=player, team=team.name, series=series))
    return changes
