"""Test that older databases get their order of play from the log, or from the schedule if it has none (T10.2)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

BEFORE = [("tournaments", "0030_newest_edition")]
AFTER = [("tournaments", "0032_order_of_play_from_the_log")]
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


@pytest.fixture
def before():
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    yield MigrationExecutor(connection).loader.project_state(BEFORE).apps
    MigrationExecutor(connection).migrate(newest)


def test_upgrade_orders_series_by_their_first_recorded_results(before):
    tournaments, teams, series, actions = (
        before.get_model("tournaments", name) for name in ("Tournament", "Team", "Series", "Action")
    )
    weekend = tournaments.objects.create(slug="older", name="Older")
    hawks, *opponents = (teams.objects.create(tournament=weekend, name=name) for name in "ABCDEF")
    rounds = [
        series.objects.create(
            tournament=weekend,
            round=number,
            home=hawks,
            away=opponent,
            games_planned=3,
            status=status,
            outcomes=outcomes,
        )
        for number, (opponent, status, outcomes) in enumerate(
            zip(
                opponents,
                ("complete", "complete", "playing", "scheduled", "complete"),
                ("HHA", "HHA", "H", "", "HHH"),
                strict=True,
            ),
            start=1,
        )
    ]
    for played, minutes, games in ((rounds[0], 1, [1]), (rounds[0], 2, []), (rounds[4], 3, [1]), (rounds[0], 9, [1])):
        made = actions.objects.create(
            tournament=weekend, verb="save_series_results", subject=f"series:{played.pk}", after={"games": games}
        )
        actions.objects.filter(pk=made.pk).update(at=NOON + timedelta(minutes=minutes))
    MigrationExecutor(connection).migrate(AFTER)

    now = MigrationExecutor(connection).loader.project_state(AFTER).apps.get_model("tournaments", "Series")
    places = now.objects.order_by("round").values_list("home_place", "away_place")
    # round 5 was played before round 1, and rounds 2 and 3 have no record, so they follow the previously scheduled
    # round
    assert list(places) == [(2, 1), (3, 1), (4, 1), (None, None), (1, 1)]
    weekend.delete()
