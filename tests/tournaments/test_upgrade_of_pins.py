"""Test that older databases open unchanged, with the director's PINs identified from the activity log."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

BEFORE = ("tournaments", "0005_who_takes_a_dropped_team_over")
AFTER = ("tournaments", "0006_attendance_pins_and_failed_attempts")


@pytest.fixture
def before():
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate([BEFORE])
    yield MigrationExecutor(connection).loader.project_state([BEFORE]).apps
    MigrationExecutor(connection).migrate(newest)


def test_upgrade_fills_in_attendance_drafting_and_pins(before):
    tournaments, teams, accesses, actions = (
        before.get_model("tournaments", name) for name in ("Tournament", "Team", "Access", "Action")
    )
    weekend = tournaments.objects.create(slug="older", name="Older")
    present, away, by_staff = (
        teams.objects.create(tournament=weekend, name=name, is_absent=name == "Away", pin_hash="a hash")
        for name in ("Here", "Away", "By the desk")
    )
    his = accesses.objects.create(tournament=weekend, team=present, role="manager", nonce="x")
    zoe = accesses.objects.create(tournament=weekend, role="assistant", label="Zoe", nonce="y")
    for team, access, actor in (
        (present, zoe, "Zoe"),
        (present, his, "Here"),
        (by_staff, his, "Here"),
        (by_staff, zoe, "Zoe"),
    ):
        actions.objects.create(
            tournament=weekend, access=access, actor=actor, verb="set_pin", subject=f"team:{team.pk}", sentence="PIN"
        )
    MigrationExecutor(connection).migrate([AFTER])

    now = MigrationExecutor(connection).loader.project_state([AFTER]).apps.get_model("tournaments", "Team")
    facts = now.objects.order_by("pk").values_list("name", "is_absent", "program_drafts", "pin_set_by")
    assert list(facts) == [
        ("Here", False, None, ""),
        ("Away", True, None, ""),
        ("By the desk", False, None, "Zoe"),
    ]
    weekend.delete()
