"""Test My team: the next game, the manager's tasks, and eligible pitchers, with rulings but without advice."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from drafts.models import Draft
from games.models import Game, RulingRequest
from pitching.models import SignOff
from tests.drafts.rooms import on_the_clock, running
from tests.factories import DivisionFactory, DraftFactory, GameFactory, ManagerFactory, SeriesFactory, TeamFactory
from tests.games.building import League, complete_games, won_by_home
from tests.markup import as_single_line
from tests.weekend.test_desk import signed
from tournaments.models import Series, SlotRoll

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(manager_of):
    def page(team, client=None):
        response = (client or manager_of(team)).get(f"/t/{team.tournament.slug}/me/")
        assert response.status_code == 200
        return response.content.decode()

    return page


@pytest.fixture
def league():
    return League(stage="round_robin")


def test_next_series_shows_opponent_table_round_and_home_roll(read):
    series = SeriesFactory(round=2, table=5, home__name="Sharks", away__name="Bears")
    page = read(series.away)
    assert "</i>Sharks</p>" in as_single_line(page)
    assert "<strong>Table 5</strong>, round 2, 3 games." in " ".join(page.split())
    assert "The d20 roll decides who is home in game 1" in as_single_line(page)
    assert f"/schedule/home/{series.pk}/" in page


def test_page_shows_home_or_host_after_the_rolls(read):
    series = SeriesFactory(home__name="Sharks", away__name="Bears", home_decided=True)
    assert "at Sharks</p>" in as_single_line(read(series.away))
    page = read(series.home)
    assert "</i>Bears at home</p>" in as_single_line(page)
    assert "you bat last" in as_single_line(page)
    assert "/schedule/home/" not in page


def test_home_and_away_alternate_in_the_second_game(read, league):
    league.save([won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")])])
    page = read(league.sharks.team)
    assert "Next: game 2 of 3" in as_single_line(page)
    assert "at Bears</p>" in as_single_line(page)
    assert "3 games. 1-0 so far." in " ".join(page.split())
    assert "0-1 so far" in read(league.bears.team)


def test_bye_before_the_next_series_is_shown(read):
    division = DivisionFactory(tournament__stage="round_robin")
    first_team, two, three = (TeamFactory(division=division, slot=slot) for slot in (1, 2, 3))
    done = {"status": Series.Status.COMPLETE, "outcomes": "HHH", "home_wins": 3}
    SeriesFactory(division=division, round=1, home=first_team, away=two, **done)
    second = SeriesFactory(division=division, round=2, home=two, away=three)
    SeriesFactory(division=division, round=3, home=first_team, away=three)
    assert "You have a bye in round 2." in read(first_team)
    assert "You have a bye" not in read(three)
    Series.objects.filter(pk=second.pk).update(**done)
    assert "You have a bye" not in read(first_team), "the room plays round 3"


def test_shows_eligible_pitchers_with_innings_and_rulings(read, league):
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])
    games[2] = won_by_home(3, [sharks.start(3, "7.1"), sharks.relief(1, "1.2")], [bears.start(3, "8.0")])
    league.save(games)
    page = read(sharks.team)
    assert "Bullpen before game 4" in page
    starters = [str(card.pk) for card in (sharks.starters[3], sharks.starters[4], sharks.swingman)]
    assert re.findall(r'data-starts="(\d+)"', page) == starters
    may_start, _, rest = as_single_line(page).partition("May relieve</caption>")
    may_relieve, _, may_not = rest.partition("May not</caption>")
    assert "Sharks Starter 4" in may_start
    assert "T10.2: started game 3: must rest games 4-6" in may_not
    assert "Sharks Starter 3" in may_not
    assert "<strong>2.1</strong>" in may_relieve
    for advice in ("recommend", "should", "best choice", "suggest"):
        assert advice not in page.lower()


def test_t10_2_opponents_sheet_waits_for_a_signature(read, league, settings):
    settings.PAGE_CACHE_SECONDS = 0  # the signature is added without an action
    league.save(complete_games(league, league.series[0]))
    series = Series.objects.get(pk=league.series[0].pk)
    page = read(league.bears.team)
    assert "The Sharks sheet, round 1 (T10.2)" in page
    assert f"/series/{series.pk}/" in page
    signed(series, league.sharks.team)
    assert "To sign" not in read(league.bears.team)
    assert "The Bears sheet, round 1 (T10.2)" in read(league.sharks.team)


def test_partial_and_suspended_games_are_shown_only_to_their_teams(read, league):
    series = league.series[0]
    GameFactory(series=series, number=1, status=Game.Status.SUSPENDED)
    GameFactory(series=series, number=2, status=Game.Status.DRAFT)
    stranger = TeamFactory(division=league.division)
    page = read(league.bears.team)
    assert "Game 1 against Sharks, round 1" in page
    assert "Finish it (T33.0)" in page
    assert "Game 2 against Sharks, round 1" in page
    assert "You're all caught up." in read(stranger)


def test_ruling_request_is_shown_to_both_teams_until_answered(read, league):
    ruling = RulingRequest.objects.create(series=league.series[0], asked_by="Ann", question="May he bunt?")
    assert "May he bunt?" in read(league.bears.team)
    ruling.ruled_at = timezone.now()
    ruling.save()
    assert "May he bunt?" not in read(league.bears.team)


def test_shows_rank_record_and_games_left(read, league):
    league.save(complete_games(league, league.series[0]))
    assert "2-1, rank 1, 6 games left" in as_single_line(read(league.sharks.team))


def test_shows_on_the_clock_on_deck_and_picks_until_your_turn(read):
    draft = running()
    first = on_the_clock(draft)
    second, third = (draft.division.teams.get(slot=slot) for slot in (2, 3))
    page = read(first)
    assert "You are on the clock" in page
    assert f"/draft/{draft.division_id}/pick/" in page
    assert "Pick now" in page
    assert "On deck" in read(second)
    assert "2 picks until yours" in read(third)
    assert "Your next pick is 1.03" in read(third)
    assert "Pick now" not in read(third)


def test_unstarted_draft_shows_the_first_pick(read):
    division = DivisionFactory(tournament__stage="draft")
    TeamFactory(division=division, slot=1)
    team = TeamFactory(division=division, slot=2)
    DraftFactory(division=division)
    assert "Your draft position is 2, and your first pick is 1.02" in " ".join(read(team).split())
    Draft.objects.update(state=Draft.State.FINISHED)
    assert "first pick" not in read(team)


def test_posting_enforces_an_expired_draft_clock(read, client):
    draft = running()
    team = on_the_clock(draft)
    past = timezone.now() - timedelta(seconds=5)
    Draft.objects.update(deadline=past, seconds_per_pick=60, on_expiry=Draft.OnExpiry.SKIP)
    client.post(reverse("settle_draft_clocks", args=[draft.division.tournament.slug]))
    page = read(team)
    assert "Picks you can still make up: 1.01" in page
    assert "Pick now" in page


def test_t0_02_draft_position_roll_and_choice_wait_at_sign_up(read):
    division = DivisionFactory()
    teams = [TeamFactory(division=None, tournament=division.tournament, name=name) for name in ("Ann", "Bob")]
    for team in teams:
        ManagerFactory(team=team)
    assert "Roll the d20 for your draft position (T0.02)" in read(teams[0])
    for team, value in zip(teams, (17, 4), strict=True):
        SlotRoll.objects.create(team=team, attempt=1, value=value, thrown_by="table")
    assert "Choose your draft position (T0.02)" in read(teams[0])
    assert "You're all caught up" in read(teams[1])


def test_dropped_team_has_no_next_series(read):
    series = SeriesFactory(home__dropped_after_round=1, tournament__stage="round_robin", round=2)
    page = read(series.home)
    assert "dropped out after round 1 (T0.08)" in page
    assert "Enter results" not in page


def test_dropped_team_without_games_has_no_eligible_pitchers(manager_of, league):
    address = f"/t/{league.tournament.slug}/me/"
    sharks = league.sharks.team
    assert "May start" in manager_of(sharks).get(address).content.decode()
    sharks.dropped_after_round = 1
    sharks.save()
    assert "May start" in manager_of(sharks).get(address).content.decode()
    league.tournament.series.update(status="void", home_decided=False)
    page = manager_of(sharks).get(address).content.decode()
    assert "May start" not in page
    assert ">d20<" not in page


def test_director_without_a_team_can_view_every_managers_page(director_of, league):
    client = director_of(league.tournament)
    address = f"/t/{league.tournament.slug}/me/"
    page = client.get(address).content.decode()
    assert "have a team in this tournament" in page
    assert f"?team={league.bears.team.pk}" in page
    shown = client.get(address, {"team": league.bears.team.pk}).content.decode()
    assert "This is the manager's page for Bears." in shown


def test_manager_cannot_view_another_teams_page(manager_of, league):
    client = manager_of(league.sharks.team)
    address = f"/t/{league.tournament.slug}/me/"
    assert client.get(address, {"team": league.bears.team.pk}).status_code == 403
    elsewhere = TeamFactory()
    assert client.get(address, {"team": elsewhere.pk}).status_code == 403


def test_director_gets_404_for_a_team_in_another_tournament(director_of, league):
    elsewhere = TeamFactory()
    address = f"/t/{league.tournament.slug}/me/"
    assert director_of(league.tournament).get(address, {"team": elsewhere.pk}).status_code == 404


def test_signature_query_count_does_not_grow(manager_of, django_assert_max_num_queries):
    league = League(rounds=4, stage="round_robin")
    client = manager_of(league.bears.team)

    def queries():
        with django_assert_max_num_queries(40) as queries:
            page = client.get(f"/t/{league.tournament.slug}/me/").content.decode()
        return page.count("To sign"), len(queries)

    queries()  # data loaded for a device's first page is cached for the next
    league.save(complete_games(league, league.series[0]), league.series[0])
    waiting, first = queries()
    for number in (1, 2):
        league.save(complete_games(league, league.series[number], first=3 * number + 1), league.series[number])
    assert waiting == 1
    assert queries() == (3, first)


def test_tied_manager_sees_the_next_tiebreaker_step(read):
    division = DivisionFactory(tournament__stage="playoffs", tournament__advance_per_division=1)
    home, away = (TeamFactory(division=division, slot=slot) for slot in (1, 2))
    level = {"status": Series.Status.COMPLETE, "outcomes": "HA", "home_wins": 1, "away_wins": 1}
    SeriesFactory(division=division, home=home, away=away, games_planned=2, **level)
    for team in (home, away):
        page = read(team)
        assert 'data-idle="tied"' in page
        assert "You are tied." in page
        assert "You have no open series." not in page
        assert "You have no games left" not in page


def test_eliminated_team_sees_its_record_and_rank(read):
    division = DivisionFactory(tournament__stage="playoffs")
    home, away = TeamFactory(division=division, slot=1, seed=1), TeamFactory(division=division, slot=2)
    done = {"status": Series.Status.COMPLETE, "outcomes": "HHH", "home_wins": 3}
    SeriesFactory(division=division, home=home, away=away, **done)
    page = as_single_line(read(away))
    assert '<p class="big">Eliminated</p>' in page
    assert "You finished 0-3, rank 2." in page


def test_my_team_tabs_share_a_name(read, league):
    page = read(league.sharks.team)
    tabs = page.split('class="tabset"')[1]
    assert page.count('<details name="more"') == tabs.count('<details name="more"') >= 3
    assert tabs.count(" open>") == 1


def test_manager_with_finished_series_sees_that_others_are_open(read):
    division = DivisionFactory(tournament__stage="round_robin")
    first_team, two, three = (TeamFactory(division=division, slot=slot) for slot in (1, 2, 3))
    SeriesFactory(division=division, round=1, home=two, away=three)
    done = {"status": Series.Status.COMPLETE, "outcomes": "HHH", "home_wins": 3}
    SeriesFactory(division=division, round=2, home=first_team, away=two, **done)
    assert "You have played all your series." in read(first_team)


def test_manager_signs_all_opponents_sheets_at_once(read, league, manager_of, settings):
    settings.PAGE_CACHE_SECONDS = 0
    for number in (0, 1):
        league.save(complete_games(league, league.series[number], first=1 + 3 * number), league.series[number])
    team = league.bears.team
    page = read(team)
    assert "Sign all 2 sheets" in page
    parts = re.findall(r'name="part" value="([^"]+)"', page)
    address = reverse("sign_all", args=[league.tournament.slug])
    assert manager_of(team).post(address, {"part": parts}).status_code == 302
    assert SignOff.objects.filter(signed_by=team, broken_at=None).count() == 2
    assert not SignOff.objects.filter(sheet_of=team).exists()
    assert "Sign all" not in read(team)


def test_sign_all_cannot_sign_for_another_team(league, manager_of):
    league.save(complete_games(league, league.series[0]))
    part = f"{league.series[0].pk}:{league.sharks.team.pk}"
    address = reverse("sign_all", args=[league.tournament.slug])
    manager_of(league.sharks.team).post(address, {"part": [part]})
    assert not SignOff.objects.exists()
