"""Pair a power round between teams close in the standings, without rematches if the format forbids them."""

from collections import defaultdict

from core.errors import Refused
from rules_engine.competition.power import PowerError, PowerRound, power_round
from tournaments.action_log.snapshots import snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Series
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of
from tournaments.refusals import ScheduleRefusal


def pair_power_round(*, division: Division, actor: Actor) -> list[Series]:
    """Pair the next power round based on the current standings, with the better team at home.

    Raise Refused if that isn't possible.
    """
    with writing(division.tournament_id) as tournament:
        table = next(iter(standings_of(tournament, division.pk)), None)  # None without a schedule
        if table is None or not table.power_rounds_to_come:
            raise Refused(ScheduleRefusal.NO_POWER_ROUND_LEFT, subject=division.pk, division=division.name)
        power = table.power_round_due
        if power is None:
            raise Refused(ScheduleRefusal.EARLIER_GAMES_OPEN, subject=division.pk)
        pairing = _pair_teams(table, tournament.advance_per_division)
        number = table.regular_rounds + power
        paired_series = []
        for place, (better, opponent) in enumerate(pairing.pairs):
            series = Series.objects.create(
                tournament=tournament,
                division=division,
                round=number,
                table=division.first_table + place,
                home_id=better,
                away_id=opponent,
                games_planned=tournament.series_length,
                covered_by_id=_bye_team_for(table, pairing, {better, opponent}),
            )
            paired_series.append(series)
        bye = ""
        if pairing.bye is not None:
            bye = f" {table.teams[pairing.bye].name} has the bye."
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.PAIR_POWER_ROUND,
            subject=f"division:{division.pk}",
            sentence=f"Power round {power} for {division.name} was paired: {len(paired_series)} series.{bye}",
            after=snapshot(paired_series),
        )
    return paired_series


def _bye_team_for(table: DivisionStandings, pairing: PowerRound, pair: set[int]) -> int | None:
    """Return the team with the bye if it covers for a team in this pair (T0.08), or None."""
    dropped = {team.pk for team in table.in_order if team.dropped_after_round is not None}
    return pairing.bye if pair & dropped and pairing.bye not in dropped else None


def _pair_teams(table: DivisionStandings, advancing: int) -> PowerRound:
    played = [frozenset(series.tally[:2]) for series in table.series]
    playing: dict[int, set[int]] = defaultdict(set)
    for series in table.series:
        playing[series.round].update(series.tally[:2])
    try:
        return power_round(
            table.order,
            met=played,
            eliminated=_eliminated_teams(table),
            number=sum(number > table.regular_rounds for number in playing) + 1,
            rounds=table.power_rounds,
            advancing=advancing,
            byes=[row.team for row in table.rows for teams in playing.values() if row.team not in teams],
        )
    except PowerError as fault:
        raise Refused(ScheduleRefusal.NO_PAIRING, fault=str(fault)) from None


def _eliminated_teams(table: DivisionStandings) -> list[int]:
    """Return the teams that couldn't advance even by winning every remaining game.

    The pairings aren't known yet, so a team counts only if this is true for all possible pairings.
    """
    games_left = table.power_rounds_to_come * max((series.games_planned for series in table.series), default=0)
    games_over = sorted((row.games_over_500 for row in table.rows), reverse=True)
    places = table.places + table.wild_card_places  # A single division could get every wild card.
    last_place = games_over[places - 1] if places <= len(games_over) else games_over[-1]
    return [row.team for row in table.rows if row.games_over_500 + games_left < last_place - games_left]
