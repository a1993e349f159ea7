"""Test that `pennant verify` checks stored data against itself and against the activity log."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from drafts.models import Draft, Pick
from drafts.services.late_teams import add_late_team
from games.models import Game, Outing
from pitching.models import SignOff
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Division, Manager, Series, Team, Tournament
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.divisions import keep_apart
from tournaments.services.entrants import remove_team
from tournaments.services.undo import undo_action
from weekend.practice.weekend import PracticeField, build_weekend
from weekend.queries.verification import CHECKS, verify_database, verify_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def weekend() -> Tournament:
    return build_weekend(
        stage="round_robin",
        seed=8,
        field=PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=2),
    )


def change_tally(tournament: Tournament) -> None:
    series = tournament.series.filter(status=Series.Status.COMPLETE)
    Series.objects.filter(pk=series[0].pk).update(home_runs=99)


def change_score(tournament: Tournament) -> None:
    Game.objects.filter(pk=_final_game(tournament).pk).update(home_runs=99)


def change_innings(tournament: Tournament) -> None:
    signed = SignOff.objects.filter(series__tournament=tournament).first()
    assert signed is not None
    outing = Outing.objects.filter(game__series=signed.series, team=signed.sheet_of).first()
    assert outing is not None
    Outing.objects.filter(pk=outing.pk).update(outs=outing.outs + 1)


def remove_outing(tournament: Tournament) -> None:
    Outing.objects.filter(game=_final_game(tournament), order=1).delete()


def remove_games(tournament: Tournament) -> None:
    _final_game(tournament).delete()


def remove_pick(tournament: Tournament) -> None:
    Pick.objects.filter(draft__division__tournament=tournament, card__isnull=False)[0].delete()


def swap_picks(tournament: Tournament) -> None:
    first, second = Pick.objects.filter(draft__division__tournament=tournament, card__isnull=False)[:2]
    Pick.objects.filter(pk=first.pk).update(card=None)
    Pick.objects.filter(pk=second.pk).update(card=first.card_id)
    Pick.objects.filter(pk=first.pk).update(card=second.card_id)


def change_crest(tournament: Tournament) -> None:
    Team.objects.filter(tournament=tournament).update(crest="QQ")


def add_manager(tournament: Tournament) -> None:
    Manager.objects.create(team=tournament.teams.all()[0], name="Nobody entered me", position=9)


def rename_division(tournament: Tournament) -> None:
    Division.objects.filter(tournament=tournament).update(name="Renamed")


def change_setting(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(advance_per_division=1)


def share_place(tournament: Tournament) -> None:
    team = tournament.teams.all()[0]
    Series.objects.filter(home=team, home_place__isnull=False).update(home_place=1)
    Series.objects.filter(away=team, away_place__isnull=False).update(away_place=1)


def _final_game(tournament: Tournament) -> Game:
    return Game.objects.filter(series__tournament=tournament, status=Game.Status.FINAL)[0]


CHANGES = {
    change_tally: "tallies",
    change_score: "results",
    change_innings: "seals",
    remove_outing: "pitchers",
    remove_games: "tallies",
    remove_pick: "picks",
    swap_picks: "picks",
    change_crest: "rows",
    add_manager: "rows",
    rename_division: "rows",
    change_setting: "rows",
    share_place: "order of play",
}


def test_practice_weekend_matches_its_log(weekend: Tournament) -> None:
    assert verify_database() == []
    assert verify_tournament(weekend) == []
    assert set(CHANGES.values()) == set(CHECKS), "every check is tried"


def test_unlogged_changes_are_detected(weekend: Tournament) -> None:
    for change, check in CHANGES.items():
        with transaction.atomic():
            change(weekend)
            findings = verify_tournament(Tournament.objects.get(pk=weekend.pk))
            transaction.set_rollback(True)
        assert check in {difference.check for difference in findings}, change.__name__
    assert verify_tournament(Tournament.objects.get(pk=weekend.pk)) == []


def test_log_and_rows_match_after_removing_a_team() -> None:
    tournament = build_weekend(
        stage="signup", seed=8, field=PracticeField(managed=8, divisions=2, has_imputed_team=False)
    )
    first, second = tournament.teams.all()[:2]
    keep_apart(team=first, actor=PROGRAM, other_team=second)
    remove_team(team=second, actor=PROGRAM)
    assert verify_tournament(tournament) == []
    undo_action(action=tournament.actions.latest("pk"), actor=PROGRAM)
    assert verify_tournament(tournament) == []
    first.refresh_from_db()
    assert first.apart_from == second


def test_verify_reports_differences_and_exits_with_1(weekend: Tournament) -> None:
    out = StringIO()
    call_command("verify", weekend.slug, stdout=out)
    assert [line.split()[0] for line in out.getvalue().splitlines()] == ["ok", "ok"]
    change_score(weekend)
    with pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=out)
    assert ended.value.code == 1
    assert "fault  " in out.getvalue()
    with pytest.raises(CommandError, match="Tournament nowhere not found"):
        call_command("verify", "nowhere")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL never lets such a row in")
def test_dangling_reference_is_detected(weekend: Tournament) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        cursor.execute(
            "UPDATE tournaments_manager SET team_id = 999999 WHERE id = (SELECT MIN(id) FROM tournaments_manager)"
        )
    assert [difference.check for difference in verify_database()] == ["database"]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_manager WHERE team_id = 999999")


def test_late_team_renumbers_logged_picks() -> None:
    field = PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=2)
    tournament = build_weekend(stage="draft", seed=8, field=field)
    draft = Draft.objects.get(division__tournament=tournament)
    assert Pick.objects.filter(draft=draft, overall__gt=8, card__isnull=False).exists()
    add_late_team(draft_id=draft.pk, actor=PROGRAM, entrant=Entrant("Late Arrivals", (Person("Lee Late"),)))
    assert list(verify_tournament(tournament)) == []
    undo_action(action=tournament.actions.get(verb=Verb.ADD_LATE_TEAM), actor=PROGRAM)
    assert list(verify_tournament(tournament)) == []
