"""Settling who takes over a dropped team that advances, or that the next best does (T0.08)."""

import secrets
from collections.abc import Iterable, Mapping, Sequence

from core.errors import Refused
from rules_engine.competition.rolls import SIDES
from rules_engine.eligibility.dropout import CoveringPlayer, Takeover, takeover
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament
from tournaments.queries.best_ofs import teams_to_take_over
from tournaments.queries.covers import covering_players
from tournaments.queries.standings import standings_of
from tournaments.services.undo import put_rows_back


def settle_takeover(
    *, team: Team, actor: Actor, others: Iterable[str] = (), rolls: Mapping[str, Sequence[int]] | None = None
) -> Takeover:
    """Decide who plays on with a dropped team that would advance; where nobody may, the next best advances.

    others: people without a team here who have played for it. rolls: d20s by name as thrown on the table, a second one
    for those who were level; without any the program throws, and again for the level. Raises Refused.
    """
    with writing(team.tournament_id) as tournament:
        there = Team.objects.get(pk=team.pk, tournament=tournament)
        players = _players(tournament, there, others)
        settled, said = _decide_by_table(players, rolls) if rolls else _decide_by_program(players)
        before = snapshot([there])
        there.taken_over_by = settled.name or ""
        there.is_passed_over = settled.name is None
        there.save(update_fields=["taken_over_by", "is_passed_over"])
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
    if tournament.teams.filter(seed__isnull=False).exists():
        raise Refused("The best-ofs have been seeded already.")
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


def _decide_by_program(players: Sequence[CoveringPlayer]) -> tuple[Takeover, str]:
    """The decision with what was thrown; level high rolls are thrown again."""
    said = ""
    settled = takeover(players, {}, has_chance_to_advance=True)
    while settled.to_roll:
        thrown = {name: secrets.randbelow(SIDES) + 1 for name in settled.to_roll}
        said += _told(thrown)
        players = [one for one in players if one.name in thrown]
        settled = takeover(players, thrown, has_chance_to_advance=True)
    return settled, said


def _decide_by_table(players: Sequence[CoveringPlayer], rolls: Mapping[str, Sequence[int]]) -> tuple[Takeover, str]:
    """The same by the dice on the table: nothing is thrown for anybody, and no die is left over."""
    if strange := set(rolls) - {one.name for one in players}:
        raise Refused(f"{sorted(strange)[0]} is not among those who played for it.", field="rolls")
    if any(not 1 <= value <= SIDES for thrown in rolls.values() for value in thrown):
        raise Refused(f"A roll is not on a {SIDES}-sided die.", field="rolls")
    left = {name: [*thrown] for name, thrown in rolls.items()}
    said = ""
    settled = takeover(players, {}, has_chance_to_advance=True)
    while settled.to_roll:
        if silent := [name for name in settled.to_roll if not left.get(name)]:
            level = " and ".join(settled.to_roll) + " are level and throw again. " if said else ""
            raise Refused(
                f"{level}Type the d20 of {' and '.join(silent)}, or none and the program throws.", field="rolls"
            )
        thrown = {name: left[name].pop(0) for name in settled.to_roll}
        said += _told(thrown)
        players = [one for one in players if one.name in thrown]
        settled = takeover(players, thrown, has_chance_to_advance=True)
    if over := [name for name, values in left.items() if values]:
        raise Refused(f"{over[0]} had nothing more to roll: {settled.ruling.reason}.", field="rolls")
    return settled, said


def _told(thrown: Mapping[str, int]) -> str:
    return f" d20: {', '.join(f'{name} {value}' for name, value in thrown.items())}."


def undo_takeover(tournament: Tournament, action: Action) -> list[str]:
    if tournament.teams.filter(seed__isnull=False).exists():
        raise Refused("The best-ofs have been seeded since. Take their seeding back first.")
    return put_rows_back(tournament, action)
