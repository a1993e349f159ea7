"""Pairing a power round: teams close in the standings meet, without a rematch where the format forbids it."""

from collections import defaultdict

from core.errors import Refused
from rules_engine.competition.power import PowerError, PowerRound, power_round
from tournaments.action_log.snapshots import snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Series
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of


def pair_power_round(*, division: Division, actor: Actor) -> list[Series]:
    """The next power round by the standings as they are; the better team is listed at home. Raises Refused."""
    with writing(division.tournament_id) as tournament:
        (table,) = standings_of(tournament, division.pk)
        if not table.power_rounds_to_come:
            raise Refused(f"{division.name} has no power round to come.")
        power = table.power_round_due
        if power is None:
            raise Refused("A power round is paired by the standings: every game before it must be played.")
        pairing = _paired(table, tournament.advance_per_division)
        number = table.regular_rounds + power
        made = [
            Series.objects.create(
                tournament=tournament,
                division=division,
                round=number,
                table=division.first_table + place,
                home_id=better,
                away_id=other,
                games_planned=tournament.series_length,
                covered_by_id=_on_bye_for(table, pairing, {better, other}),
            )
            for place, (better, other) in enumerate(pairing.pairs)
        ]
        bye = f" {table.teams[pairing.bye].name} has the bye." if pairing.bye is not None else ""
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.PAIR_POWER_ROUND,
            subject=f"division:{division.pk}",
            sentence=f"Power round {power} of {division.name} is paired: {len(made)} series.{bye}",
            after=snapshot(made),
        )
    return made


def _on_bye_for(table: DivisionStandings, pairing: PowerRound, pair: set[int]) -> int | None:
    """T0.08: the team on bye, where one of the pair dropped out and it did not itself."""
    gone = {team.pk for team in table.in_order if team.dropped_after_round is not None}
    return pairing.bye if pair & gone and pairing.bye not in gone else None


def _paired(table: DivisionStandings, advancing: int) -> PowerRound:
    played = [frozenset(series.tally[:2]) for series in table.series]
    playing: dict[int, set[int]] = defaultdict(set)
    for series in table.series:
        playing[series.round].update(series.tally[:2])
    try:
        return power_round(
            table.order,
            met=played,
            eliminated=_mathematically_out(table),
            number=sum(number > table.regular_rounds for number in playing) + 1,
            rounds=table.power_rounds,
            advancing=advancing,
            byes=[row.team for row in table.rows for teams in playing.values() if row.team not in teams],
        )
    except PowerError as fault:
        raise Refused(
            f"No power round can be paired: {fault}. The settings can lower the number of power rounds."
        ) from None


def _mathematically_out(table: DivisionStandings) -> list[int]:
    """Teams that could not advance even by winning every game that is left: the pairings to come are not known, so that
    only what holds for all of them counts."""
    left = table.power_rounds_to_come * max((series.games_planned for series in table.series), default=0)
    over = sorted((row.games_over_500 for row in table.rows), reverse=True)
    places = table.places + table.wild_card_places  # all of them, if it comes to that
    last_place = over[places - 1] if places <= len(over) else over[-1]
    return [row.team for row in table.rows if row.games_over_500 + left < last_place - left]
