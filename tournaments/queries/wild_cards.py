"""Determine the advancing teams, by division places and by wild cards across divisions."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules_engine.competition.tie_steps import Answers
from rules_engine.competition.tiebreaks import advancement
from rules_engine.competition.wild_cards import (
    DivisionField,
    by_rank,
    places_outright,
    wild_cards,
)
from rules_engine.profile_lines import StandingsRules
from tournaments.queries.division_table import DivisionStandings


def with_outcome(table: DivisionStandings, places: int, rules: StandingsRules, answers: Answers) -> DivisionStandings:
    """Return the standings with ties broken for this many places. Before the first game, return them unchanged."""
    if not any(row.played for row in table.rows):
        return table
    tallies = [series.tally for series in table.series]
    return replace(
        table,
        outcome=advancement(table.rows, tallies, places, rules, answers, table.passed_over),
    )


def with_wild_cards(tables: Sequence[DivisionStandings], count: int, rules: StandingsRules) -> list[DivisionStandings]:
    """Return the standings with ties broken. Wild cards are awarded once every division has started."""
    fields = [_division_field(table) for table in tables]
    answers = _merge_answers(table.answers for table in tables)
    places = places_outright(fields, count, rules)
    tables_with_outcome = [
        with_outcome(table, division_places, rules, answers)
        for table, division_places in zip(tables, places, strict=True)
    ]
    outcomes = [table.outcome for table in tables_with_outcome if table.outcome is not None]
    wild = None
    if len(outcomes) == len(tables):
        wild = wild_cards(fields, outcomes, count, rules, answers)
    tables_with_wild_cards = []
    for place, table in enumerate(tables_with_outcome):
        table_with_wild_cards = replace(
            table,
            wild_card_places=count,
            wild_cards_by_rank=by_rank(rules),
            wild=wild,
            ties_behind=wild.own_of(place) if wild else (),
        )
        tables_with_wild_cards.append(table_with_wild_cards)
    linked_tables = []
    for table in tables_with_wild_cards:
        neighbors = [other_table for other_table in tables_with_wild_cards if other_table is not table]
        linked_tables.append(replace(table, neighbors=neighbors))
    return linked_tables


def _division_field(table: DivisionStandings) -> DivisionField:
    tallies = [series.tally for series in table.series]
    return DivisionField(table.rows, tallies, table.places, frozenset(table.passed_over))


def _merge_answers(answers: Iterable[Answers]) -> Answers:
    """Merge all divisions' answers. A tie is identified by its teams."""
    joined = Answers({}, {}, {})
    for division_answers in answers:
        joined = Answers(
            {**joined.playoff_games, **division_answers.playoff_games},
            {**joined.shootouts, **division_answers.shootouts},
            {**joined.d20, **division_answers.d20},
        )
    return joined
