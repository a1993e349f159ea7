"""Tables with who advances: by the places of the division, and across the divisions where the format has wild cards."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules_engine.competition.tie_steps import Answers
from rules_engine.competition.tiebreaks import advancement
from rules_engine.competition.wild_cards import DivisionField, by_rank, places_outright, wild_cards
from rules_engine.profile_lines import StandingsRules
from tournaments.queries.division_table import DivisionStandings


def with_outcome(table: DivisionStandings, places: int, rules: StandingsRules, answers: Answers) -> DivisionStandings:
    """The table with its ties broken for so many places; as it is before the first game."""
    if not any(row.played for row in table.rows):
        return table
    tallies = [series.tally for series in table.series]
    return replace(table, outcome=advancement(table.rows, tallies, places, rules, answers, table.passed_over))


def with_wild_cards(tables: Sequence[DivisionStandings], count: int, rules: StandingsRules) -> list[DivisionStandings]:
    """The tables with their ties broken and so many wild cards shared out, once every division has begun."""
    fields = [_field(table) for table in tables]
    answers = _joined(table.answers for table in tables)
    broken = [
        with_outcome(table, places, rules, answers)
        for table, places in zip(tables, places_outright(fields, count, rules), strict=True)
    ]
    outcomes = [table.outcome for table in broken if table.outcome is not None]
    wild = wild_cards(fields, outcomes, count, rules, answers) if len(outcomes) == len(tables) else None
    shared = [
        replace(
            table,
            wild_card_places=count,
            wild_cards_by_rank=by_rank(rules),
            wild=wild,
            ties_behind=wild.own_of(place) if wild else (),
        )
        for place, table in enumerate(broken)
    ]
    return [replace(table, others=[other for other in shared if other is not table]) for table in shared]


def _field(table: DivisionStandings) -> DivisionField:
    tallies = [series.tally for series in table.series]
    return DivisionField(table.rows, tallies, table.places, frozenset(table.passed_over))


def _joined(answers: Iterable[Answers]) -> Answers:
    """Those of all divisions: a tie is known by its teams, wherever it was broken."""
    joined = Answers({}, {}, {})
    for each in answers:
        joined = Answers(
            {**joined.playoff_games, **each.playoff_games},
            {**joined.shootouts, **each.shootouts},
            {**joined.d20, **each.d20},
        )
    return joined
