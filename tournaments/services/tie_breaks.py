"""Break ties with a tiebreaker game or d20 rolls."""

from collections.abc import Collection, Mapping

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.tie_proof import NameOf
from rules_engine.competition.tie_steps import Need
from tournaments.action_log.snapshots import snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.field_names import roll_field
from tournaments.models import Division, Series, Shootout, Team, TieBreakRoll, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of
from tournaments.refusals import TiebreakerRefusal

GAME_NEEDS = frozenset({"playoff_game", "shootout"})  # ties that are broken by playing a game
DICE_NEEDS = frozenset({"d20", "coin", "director"})  # ties that are broken by a d20 roll


def schedule_playoff_game(*, division: Division, teams: frozenset[int], actor: Actor) -> Series:
    """Schedule a one-game tiebreaker between two teams. All pitching carries over.

    Raise Refused unless the standings are complete and require exactly this game.
    """
    with writing(division.tournament_id) as tournament:
        table = needed_table(tournament, division.pk, GAME_NEEDS, teams)
        refuse_second_game(division.pk, teams)
        first, second = (Team.objects.get(pk=team.pk) for team in table.all_teams if team.pk in teams)
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
    *,
    division: Division,
    teams: frozenset[int],
    actor: Actor,
    rolls: Mapping[int, int] | None = None,
) -> TieBreakRoll:
    """Roll a d20 for each tied team, or record rolls made with real dice. Ties require another roll."""
    with writing(division.tournament_id) as tournament:
        table = needed_table(tournament, division.pk, DICE_NEEDS, teams)
        values = dict(rolls) if rolls is not None else {team: roll_die(20) for team in sorted(teams)}
        _check_rolls(values, table.name_of, teams)
        roll = TieBreakRoll.objects.create(
            tournament=tournament,
            division=division,
            rolls={str(team): value for team, value in values.items()},
        )
        roll_text = ", ".join(f"{table.name_of(team)} {value}" for team, value in sorted(values.items()))
        roller = "the table" if rolls is not None else "the program"
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ROLL_TIE_BREAK,
            subject=f"division:{division.pk}",
            sentence=f"d20 to break a tie in {division}, rolled by {roller}: {roll_text}.",
            after=snapshot([roll]),
        )
        return roll


def needed_table(
    tournament: Tournament, division: int, kinds: Collection[str], teams: frozenset[int]
) -> DivisionStandings:
    """Return the division's standings if these teams must break a tie this way. Otherwise, raise Refused."""
    tables = standings_of(tournament, division)
    if not tables or not tables[0].is_complete:
        raise Refused(TiebreakerRefusal.GAMES_OPEN)
    if not any(_is_needed(need, kinds, teams) for need in tables[0].all_needs):
        raise Refused(TiebreakerRefusal.NOT_NEEDED)
    return tables[0]


def refuse_second_game(division: int, teams: frozenset[int]) -> None:
    games = Series.objects.filter(division=division, stage=Series.Stage.TIE_BREAK)
    if games.filter(home__in=teams, away__in=teams).exists():
        raise Refused(TiebreakerRefusal.GAME_SCHEDULED)
    if Shootout.objects.filter(division=division, home__in=teams, away__in=teams).exists():
        raise Refused(TiebreakerRefusal.SHOOTOUT_OPEN)


def _is_needed(need: Need, kinds: Collection[str], teams: frozenset[int]) -> bool:
    return need.kind in kinds and frozenset(need.teams) == teams


def _check_rolls(rolls: Mapping[int, int], name_of: NameOf, teams: frozenset[int]) -> None:
    if set(rolls) != teams:
        raise Refused(TiebreakerRefusal.ROLLS_MISSING)
    for team, value in rolls.items():
        if not 1 <= value <= 20:
            raise Refused(
                TiebreakerRefusal.NOT_ON_THE_DIE,
                field=roll_field(team),
                subject=team,
                team=name_of(team),
                roll=value,
            )
