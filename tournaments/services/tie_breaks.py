"""Breaking ties at the table: the play-off game of two, and d20 rolls, thrown by the program or typed in."""

from collections.abc import Collection, Mapping

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.tie_proof import NameOf
from rules_engine.competition.tie_steps import Need
from tournaments.action_log.snapshots import snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Series, Shootout, Team, TieBreakRoll, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of

BY_GAME = frozenset({"playoff_game", "shootout"})  # what a tie-break may ask for that is played, here or at a table
BY_DICE = frozenset({"d20", "coin", "director"})  # and what a d20 settles


def schedule_playoff_game(*, division: Division, teams: frozenset[int], actor: Actor) -> Series:
    """Put the one-game play-off of two tied teams on the schedule; all pitching carries over.

    Raises Refused unless the standings are complete and the tie-break asks for exactly this game.
    """
    with writing(division.tournament_id) as tournament:
        table = needed_table(tournament, division.pk, BY_GAME, teams)
        refuse_second_game(division.pk, teams)
        first, second = (Team.objects.get(pk=team.pk) for team in table.everybody if team.pk in teams)
        series = Series.objects.create(
            tournament=tournament,
            division=division,
            stage=Series.Stage.TIE_BREAK,
            round=1,
            home=first,
            away=second,
            games_planned=1,
        )
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SCHEDULE_PLAYOFF_GAME,
            subject=f"series:{series.pk}",
            sentence=f"{first} and {second} play one game to break their tie.",
            after=snapshot([series]),
        )
        return series


def roll_tie_break(
    *, division: Division, teams: frozenset[int], actor: Actor, rolls: Mapping[int, int] | None = None
) -> TieBreakRoll:
    """One d20 for each tied team: `rolls` as typed in from the table, or thrown here. Level rolls call for another."""
    with writing(division.tournament_id) as tournament:
        table = needed_table(tournament, division.pk, BY_DICE, teams)
        thrown = dict(rolls) if rolls is not None else {team: roll_die(20) for team in sorted(teams)}
        _check_rolls(thrown, table.name_of, teams)
        roll = TieBreakRoll.objects.create(
            tournament=tournament, division=division, rolls={str(team): value for team, value in thrown.items()}
        )
        said = ", ".join(f"{table.name_of(team)} {value}" for team, value in sorted(thrown.items()))
        by = "the table" if rolls is not None else "the program"
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ROLL_TIE_BREAK,
            subject=f"division:{division.pk}",
            sentence=f"d20 to break a tie in {division}, thrown by {by}: {said}.",
            after=snapshot([roll]),
        )
        return roll


def needed_table(
    tournament: Tournament, division: int, kinds: Collection[str], teams: frozenset[int]
) -> DivisionStandings:
    """The standings of a division whose tie-break asks for just this of these teams. Raises Refused."""
    tables = standings_of(tournament, division)
    if not tables or not tables[0].is_complete:
        raise Refused("Ties are broken when every game of the division has been played; some are still open.")
    if not any(_asks(need, kinds, teams) for need in tables[0].asks):
        raise Refused("The tie-break no longer asks for this; look at the standings as they are now.")
    return tables[0]


def refuse_second_game(division: int, teams: frozenset[int]) -> None:
    games = Series.objects.filter(division=division, stage=Series.Stage.TIE_BREAK)
    if games.filter(home__in=teams, away__in=teams).exists():
        raise Refused("This play-off game is on the schedule already.")
    if Shootout.objects.filter(division=division, home__in=teams, away__in=teams).exists():
        raise Refused("A shootout of these two is open; take it back first.")


def _asks(need: Need, kinds: Collection[str], teams: frozenset[int]) -> bool:
    return need.kind in kinds and frozenset(need.teams) == teams


def _check_rolls(thrown: Mapping[int, int], name_of: NameOf, teams: frozenset[int]) -> None:
    if set(thrown) != teams:
        raise Refused("Type one roll for each of the tied teams.")
    for team, value in thrown.items():
        if not 1 <= value <= 20:
            raise Refused(f"{name_of(team)}: {value} is not on a 20-sided die; type 1 to 20.", field=f"roll_{team}")
