"""Test a team dropping out of the round robin: odd and even divisions, voided games and valid games (T0.08)."""

import pytest

from core.errors import Refused, Stale
from tests.edition_scenes.scene import words
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.queries.dropouts import drop_out
from tournaments.queries.schedule import schedule_page
from tournaments.queries.standings import standings_of
from tournaments.services.dropouts import drop_team
from tournaments.services.scheduling import publish_schedule
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def playing(size: int, rounds_played: int = 0) -> Division:
    division = DivisionFactory(tournament=TournamentFactory(stage=Tournament.Stage.ROUND_ROBIN))
    for slot in range(1, size + 1):
        TeamFactory(division=division, slot=slot, name=f"Team {slot}")
    publish_schedule(division=division, actor=PROGRAM)
    division.series.filter(round__lte=rounds_played).update(
        status=Series.Status.COMPLETE, outcomes="HAH", home_wins=2, away_wins=1
    )
    return division


def of_team(team: Team) -> list[Series]:
    return sorted(
        [s for s in Series.objects.filter(division=team.division_id) if team.pk in (s.home_id, s.away_id)],
        key=lambda series: series.round,
    )


def drop(team: Team, after_round: int, cover: str = "nobody", **more):
    return drop_team(team=team, actor=PROGRAM, after_round=after_round, cover=cover, **more)


def test_branch_1_team_on_bye_covers_in_an_odd_division():
    division = playing(9, rounds_played=3)
    team = division.teams.get(slot=1)
    worked_out = drop(team, 3, cover="nobody")
    assert (worked_out.branch, worked_out.games_void) == ("bye", 0)
    assert not Series.objects.filter(status=Series.Status.VOID).exists()
    for series in worked_out.left:
        assert series.cover is not None
        playing_then = division.series.filter(round=series.series.round).values_list("home_id", "away_id")
        assert series.cover.pk not in {pk for pair in playing_then for pk in pair}
    team.refresh_from_db()
    assert team.dropped_after_round == 3


def test_schedule_lists_the_team_covering_for_a_dropped_team(client):
    division = playing(9, rounds_played=3)
    worked_out = drop(division.teams.get(slot=1), 3)
    page = client.get(f"/t/{division.tournament.slug}/schedule/").content.decode()
    assert page.count("covers for Team 1 (T0.08)") == len(worked_out.left)
    assert f"{worked_out.left[0].cover.name} covers for Team 1" in page


def test_branch_2_outside_team_covers_in_an_even_division():
    division = playing(8, rounds_played=3)
    team = division.teams.get(slot=1)
    assert drop(team, 3, cover="outside").branch == "outside"
    assert [series.status for series in of_team(team)].count(Series.Status.VOID) == 0


def test_branch_3_games_are_discarded_without_a_cover():
    division = playing(8, rounds_played=3)
    team = division.teams.get(slot=1)
    last = of_team(team)[2]
    worked_out = drop(team, 3)
    assert worked_out.games_void == 9
    assert {series.status for series in of_team(team)} == {Series.Status.VOID}
    assert worked_out.last_opponent.series == last
    assert [series.has_faced for series in worked_out.series] == [True] * 3 + [False] * 4
    rounds = schedule_page(division.tournament)[0].rounds
    assert all(len(round_made.byes) == 1 for round_made in rounds[3:])
    assert "9 games played against it are void" in division.tournament.actions.first().sentence


def test_r_08g_opponent_in_an_unfinished_series_counts_as_the_last_opponent():
    division = playing(8, rounds_played=2)
    team = division.teams.get(slot=1)
    cut = of_team(team)[2]
    Series.objects.filter(pk=cut.pk).update(status=Series.Status.PLAYING, outcomes="H")
    worked_out = drop_out(team, 3)
    assert worked_out.last_opponent.series == cut
    assert worked_out.games_void == 7


def test_r_08h_even_division_becomes_odd_after_an_uncovered_drop():
    division = playing(8, rounds_played=1)
    first, second = division.teams.filter(slot__in=(1, 2))
    drop(first, 1)
    worked_out = drop_out(second, 1)
    assert worked_out.teams_playing == 7
    assert worked_out.branch == "bye"
    assert {series.opponent for series in worked_out.series}.isdisjoint({first})


def test_standings_include_a_covered_dropped_team_and_exclude_an_uncovered_team(client):
    division = playing(8, rounds_played=3)
    out, covered = division.teams.get(slot=1), division.teams.get(slot=2)
    drop(out, 3, cover="nobody")
    assert drop(covered, 4).branch == "bye"
    page = client.get(f"/t/{division.tournament.slug}/standings/")
    assert page.status_code == 200
    (table,) = standings_of(division.tournament)
    assert [team.pk for team in table.removed] == [out.pk]
    assert covered.pk in {row.team for row in table.rows}


def test_bye_team_covers_for_only_one_dropped_team():
    division = playing(9, rounds_played=3)
    first = drop(division.teams.get(slot=1), 3)
    assert first.branch == "bye"
    leaver = first.left[0].cover
    second = drop_out(leaver, 3)
    assert second.branch == "nobody"  # every bye is used, because the rest of the division is now even
    before = sorted(division.series.values_list("pk", "covered_by", "status"))
    drop(leaver, 3, cover="outside")
    assert not division.series.filter(covered_by=leaver).exists()
    covers = division.series.filter(covered_by__isnull=False).values_list("round", "covered_by")
    assert len(set(covers)) == len(covers) > 0
    undo_action(action=Action.objects.filter(verb="drop_team").latest("pk"), actor=PROGRAM)
    assert sorted(division.series.values_list("pk", "covered_by", "status")) == before


def test_dropping_before_the_first_series_only_creates_byes():
    division = playing(8)
    worked_out = drop(division.teams.get(slot=1), 0)
    assert (worked_out.games_void, worked_out.last_opponent) == (0, None)


def test_rejects_dropping_a_team_that_has_played_all_its_series():
    division = playing(8, rounds_played=7)
    with pytest.raises(Refused, match="played all its series"):
        drop(division.teams.get(slot=1), 7)


def test_rejects_a_second_drop_or_a_drop_before_played_rounds():
    division = playing(8, rounds_played=3)
    team = division.teams.get(slot=1)
    with pytest.raises(Refused, match="completed its round 3 series"):
        drop(team, 2)
    with pytest.raises(Refused, match="round from 1 to 7"):
        drop(team, 8)
    drop(team, 3)
    with pytest.raises(Refused, match="dropped out after round 3"):
        drop(team, 3)
    Tournament.objects.update(stage=Tournament.Stage.DRAFT)
    with pytest.raises(Refused, match="only during the round robin"):
        drop(division.teams.get(slot=2), 3)


def test_dropout_previewed_before_a_result_is_stale():
    division = playing(8, rounds_played=3)
    team = division.teams.get(slot=1)
    old = fingerprint(of_team(team))
    Series.objects.filter(pk=of_team(team)[3].pk).update(status=Series.Status.PLAYING)
    with pytest.raises(Stale):
        drop(team, 3, made_from=old)


def test_undoing_a_dropout_restores_every_series():
    division = playing(8, rounds_played=3)
    team = division.teams.get(slot=1)
    before = [(series.pk, series.status, series.outcomes) for series in of_team(team)]
    drop(team, 3)
    undo_action(action=division.tournament.actions.first(), actor=PROGRAM)
    team.refresh_from_db()
    assert team.dropped_after_round is None
    assert [(series.pk, series.status, series.outcomes) for series in of_team(team)] == before


def test_page_describes_each_dropout_branch(director_of):
    division = playing(8, rounds_played=2)
    team = division.teams.get(slot=1)
    browser = director_of(division.tournament)
    address = f"/t/{division.tournament.slug}/people/{team.pk}/drop/"
    page = browser.get(address).content.decode()
    assert "Remove Team 1 and void 6 games" in as_single_line(page)
    assert "its series are covered" in page
    assert not Series.objects.filter(status=Series.Status.VOID).exists()
    for _ in range(2):  # a double click
        answer = browser.post(address, {"after_round": "2", "cover": "nobody"}, follow=True)
    assert "dropped out after round" in answer.content.decode()
    assert Series.objects.filter(status=Series.Status.VOID).count() == 7
    odd = playing(9, rounds_played=2)
    covering_team = odd.teams.get(slot=1)
    page = director_of(odd.tournament).get(f"/t/{odd.tournament.slug}/people/{covering_team.pk}/drop/").content.decode()
    assert "the teams on bye play its" in as_single_line(page)
    assert "void" not in page


def test_cover_for_a_series_between_two_dropped_teams_stays(director_of):
    division = playing(8, rounds_played=3)
    outsider = TeamFactory(division=DivisionFactory(tournament=division.tournament, name="West"), name="Outsider")
    first = division.teams.get(slot=1)
    last = of_team(first)[-1]
    second = last.away if last.home_id == first.pk else last.home
    drop(first, 3, cover="outside", covers={series.pk: outsider.pk for series in of_team(first)[3:]})
    address = f"/t/{division.tournament.slug}/people/{second.pk}/drop/"
    director = director_of(division.tournament)
    page = words(director.get(address))
    assert "played by Outsider, for Team 1, as planned" in as_single_line(page)
    assert f"Outsider still plays round {last.round} for it" in page
    assert f'name="cover_{last.pk}"' not in director.get(address).content.decode()
    drop(second, 3, cover="outside")
    assert Series.objects.get(pk=last.pk).covered_by == outsider
    assert "dropped out after round 3" in words(director.get(f"/t/{division.tournament.slug}/people/{second.pk}/"))
