import re

import pytest
from django.urls import reverse

from drafts.services.program import let_program_pick
from games.scoresheet.entries import GameEntry
from pitching.models import SignOff
from pitching.refusals import SignatureRefusal
from pitching.services.sign_off import sign_sheet
from tests.factories import GameFactory, ManagerFactory, SeriesFactory, TeamFactory
from tests.games.building import DESK, League, complete_games
from tests.markup import as_single_line
from tests.refusing import refuses
from tournaments.models import Series, Team
from tournaments.services.pins import set_pin

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    league = League(teams=3)
    ManagerFactory(team=league.bears.team, name='Bob O\'Neil "Buck"')
    league.save(complete_games(league, league.series[0]))
    return league


def signing(league, sheet_of=None):
    team = (sheet_of or league.sharks).team
    return reverse("sign_sheet", args=[league.tournament.slug, league.series[0].pk, team.pk])


def test_results_show_every_series_with_its_state(league, client):
    league.save(complete_games(league, league.series[1], first=4)[:2], league.series[1], complete=False)
    page = client.get(reverse("results", args=[league.tournament.slug])).content.decode()
    # the current round comes first, then the previous round, and future rounds last
    assert page.index("partly entered</span>") < page.index("official, unsigned") < page.index("not started")


def test_state_after_the_first_signature_shows_the_signing_team(league, client):
    def states():
        pages = [client.get(reverse("results", args=[league.tournament.slug]))]
        pages.append(client.get(reverse("series", args=[league.tournament.slug, league.series[0].pk])))
        return [page.content.decode() for page in pages]

    sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK)
    assert all(">final, signed by Bears, not by Sharks<" in page for page in states())
    assert '<span class="state warn">final, signed by Bears' in states()[0]
    sign_sheet(series=league.series[0], sheet_of=league.bears.team, actor=DESK)
    assert all(">signed<" in page for page in states())


def test_final_series_links_the_director_to_the_next_series(director_of, client):
    league = League(teams=4)
    first = league.series[0]
    _, _, home, away = (side.team for side in league.sides)
    second = SeriesFactory(division=league.division, home=home, away=away, round=1, table=2)
    league.save(complete_games(league, first), first)
    page = director_of(league.tournament).get(first.get_absolute_url()).content.decode()
    assert reverse("enter_series", args=[league.tournament.slug, second.pk]) in page
    assert f"Next series: {second.away} at {second.home}" in page
    assert "Next series" not in client.get(first.get_absolute_url()).content.decode()
    assert "Next series" not in director_of(league.tournament).get(second.get_absolute_url()).content.decode()


def test_skipped_series_is_late(league, client):
    league.save(complete_games(league, league.series[2], first=4), league.series[2])
    page = client.get(reverse("results", args=[league.tournament.slug])).content.decode()
    assert '<span class="state bad">late</span>' in page


def test_t33_0_series_with_a_suspended_game_is_not_late(league, client):
    games = complete_games(league, league.series[1], first=4)
    pitched = (league.sharks.start(1, "6.0"), league.bears.start(1, "6.0"))
    games[2] = GameEntry(3, home_runs=1, away_runs=1, innings=6, ending="suspended", outings=pitched)
    league.save(games, league.series[1])
    league.save(complete_games(league, league.series[2], first=2)[:1], league.series[2])
    page = client.get(reverse("results", args=[league.tournament.slug])).content.decode()
    assert '<span class="state bad">game 3 suspended</span>' in page
    assert "late" not in page.split("Round 2</caption>")[1].split("</table>")[0]


def test_results_query_count_does_not_grow_with_rounds(client, django_assert_max_num_queries):
    counts = []
    for rounds in (1, 3):
        league = League(rounds=rounds)
        for n, series in enumerate(league.series):
            league.save(complete_games(league, series, first=1 + 3 * n), series)
        with django_assert_max_num_queries(8) as seen:
            client.get(reverse("results", args=[league.tournament.slug]))
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_opponent_signs_on_a_phone(league, manager_of):
    client = manager_of(league.bears.team)
    assert (
        "Sign Sharks sheet"
        in client.get(reverse("series", args=[league.tournament.slug, league.series[0].pk])).content.decode()
    )
    client.post(signing(league))
    signed = SignOff.objects.get()
    assert (signed.signer, signed.how, signed.sheet_of) == ('Bob O\'Neil "Buck"', "phone", league.sharks.team)
    page = client.get(reverse("check", args=[signed.code])).content.decode()
    assert "Bob O&#x27;Neil &quot;Buck&quot;" in page


def test_only_the_opponent_can_sign(league, client, manager_of):
    for viewer in (client, manager_of(league.sharks.team), manager_of(league.sides[2].team)):
        assert viewer.post(signing(league)).status_code == 403
    assert manager_of(league.bears.team).get(signing(league)).status_code == 405
    assert not SignOff.objects.exists()


def test_opponent_signs_with_a_pin_on_the_directors_device(league, assistant_of):
    set_pin(team=league.bears.team, actor=DESK, pin="4821")
    director = assistant_of(league.tournament)
    wrong = director.post(signing(league), {"pin": "1111"})
    assert wrong.status_code == 400
    assert "Wrong PIN for Bears." in wrong.content.decode()
    director.post(signing(league), {"pin": "4821"})
    assert SignOff.objects.get().how == "pin"


def test_pin_attempts_are_limited(league, director_of):
    set_pin(team=league.bears.team, actor=DESK, pin="4821")
    director = director_of(league.tournament)
    for n in range(10):
        director.post(signing(league), {"pin": f"{n:04}"})
    late = director.post(signing(league), {"pin": "4821"})
    assert "Too many wrong PINs" in late.content.decode()
    assert not SignOff.objects.exists()


def test_director_but_not_assistant_signs_for_an_absent_team(league, director_of, assistant_of):
    Team.objects.filter(pk=league.bears.team.pk).update(is_absent=True)
    assert assistant_of(league.tournament).post(signing(league)).status_code == 400
    director_of(league.tournament).post(signing(league))
    assert SignOff.objects.get().how == "director"


def test_unfinished_series_cannot_be_signed_on_the_page(league, manager_of):
    Series.objects.filter(pk=league.series[0].pk).update(status="playing")
    answer = manager_of(league.bears.team).post(signing(league))
    assert "Some games of this series aren&#x27;t final yet." in answer.content.decode()


def test_api_refuses_a_signature_with_its_finding_code(league, manager_of):
    Series.objects.filter(pk=league.series[0].pk).update(status="playing")
    address = reverse("api_sign", args=[league.tournament.slug, league.series[0].pk])
    sheet = {"sheet_of": league.sharks.team.pk}
    answer = manager_of(league.bears.team).post(address, sheet, content_type="application/json")
    assert (answer.status_code, answer.json()["finding"]) == (400, SignatureRefusal.GAMES_OPEN.name)


def test_director_corrects_a_signed_series_with_a_reason(league, director_of):
    sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK)
    director = director_of(league.tournament)
    address = reverse("enter_series", args=[league.tournament.slug, league.series[0].pk])
    page = director.get(address)
    values = {"version": "2", "save": "final"}
    for number, (home, away) in enumerate([(league.sharks, league.bears), (league.bears, league.sharks)] * 2, start=1):
        if number > 3:
            break
        values |= {f"runs-{number}-{home.team.pk}": "5", f"runs-{number}-{away.team.pk}": "2", f"innings-{number}": "9"}
        values[f"p-{number}-{home.team.pk}-{home.starters[number - 1].pk}"] = "s9.0"
        values[f"p-{number}-{away.team.pk}-{away.starters[number - 1].pk}"] = "s8.0"
    assert 'name="reason"' in page.content.decode()
    refused = director.post(address, values)
    assert "Enter a reason for the correction" in refused.content.decode()
    director.post(address, values | {"reason": "scores were of another table"})
    shown = director.get(reverse("series", args=[league.tournament.slug, league.series[0].pk])).content.decode()
    assert "seal broken" in shown
    assert "scores were of another table" in shown


def test_wrong_check_code_returns_404_and_is_rate_limited(client, settings):
    settings.SIGN_IN_ATTEMPTS = 3
    for _ in range(3):
        answer = client.get(reverse("check", args=["AAAA-2222"]))
        assert answer.status_code == 404
        assert "No signature has the code AAAA-2222" in answer.content.decode()
    assert client.get(reverse("check", args=["AAAA-2222"])).status_code == 429


def test_typed_code_opens_its_check_page(league, client):
    signed = sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK)
    answer = client.get(reverse("check_form"), {"code": signed.code.lower()}, follow=True)
    page = answer.content.decode()
    assert signed.seal in page
    assert '<span class="state good">Valid</span>' in page


def test_visitors_can_see_sheet_board_and_list(league, client):
    slug = league.tournament.slug
    page = client.get(reverse("sheet", args=[slug, league.sharks.team.pk])).content.decode()
    assert "started game 1: must rest games 2-4" in page
    assert "not signed" in page
    board = client.get(reverse("division_board", args=[slug, league.division.pk])).content.decode()
    assert "Bears before game 4" in board
    assert "Comets before game 1" in board
    assert "Sharks sheet, Bears sheet" in as_single_line(client.get(reverse("sheets", args=[slug])).content.decode())


def test_planner_answers_without_saving(league, client):
    address = reverse("sheet", args=[league.tournament.slug, league.sharks.team.pk])
    reliever = league.sharks.relievers[0].pk
    page = client.get(address, {f"plan-0-{reliever}": "3.2", f"plan-1-{reliever}": "1.3"}).content.decode()
    row = page[page.index(f'name="plan-0-{reliever}"') :]
    assert row.index(">4.0<") < row.index(">0.1<")
    assert "Sharks Reliever 1: “1.3” ends in .3" in page
    assert client.get(address, {"plan-9-1": "x", "plan--": "y", "plan-0-99999": "1.0"}).status_code == 200


def test_page_from_another_tournament_returns_404(league, client):
    second_league = League()
    for name, number in (("sheet", league.sharks.team.pk), ("series", league.series[0].pk)):
        assert client.get(reverse(name, args=[second_league.tournament.slug, number])).status_code == 404


def test_present_manager_signs_even_with_autopick_on(league, director_of):
    team = league.bears.team
    let_program_pick(draft_id=league.division.draft.pk, team_id=team.pk, on=True, actor=DESK)
    director = director_of(league.tournament)
    page = director.get(reverse("series", args=[league.tournament.slug, league.series[0].pk])).content.decode()
    assert "Bears PIN" in as_single_line(page)
    assert "Sign for Bears" not in page
    assert "has no PIN yet" in director.post(signing(league)).content.decode()
    with refuses(SignatureRefusal.MANAGER_IS_HERE):
        sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK, how="director")
    assert not SignOff.objects.exists()


def test_director_can_sign_for_an_absent_team_without_autopick(league, director_of):
    Team.objects.filter(pk=league.bears.team.pk).update(is_absent=True)
    let_program_pick(draft_id=league.division.draft.pk, team_id=league.bears.team.pk, on=False, actor=DESK)
    director = director_of(league.tournament)
    page = director.get(reverse("series", args=[league.tournament.slug, league.series[0].pk])).content.decode()
    assert "Sign for Bears (no manager here)" in page
    assert director.post(signing(league)).status_code == 302


def test_series_page_shows_a_score_bug_per_game_with_pitchers_and_signatures(league, client):
    series = league.series[0]
    sign_sheet(series=Series.objects.get(pk=series.pk), sheet_of=league.sharks.team, actor=DESK, how=SignOff.By.PHONE)
    page = client.get(reverse("series", args=[league.tournament.slug, series.pk])).content.decode()
    games = page.split("<section data-game=")[1:]
    assert len(games) == page.count("<table") == series.games_planned
    for game in games:
        assert 'data-state="final"' in game
        assert as_single_line(game).count('<tr class="won">') == 1
        assert game.count("small staff") == 2
        assert game.count('<abbr title="started">S</abbr>') == 2
    assert page.count('class="stamp good"') == 1
    assert page.count('class="stamp"') == 1


def test_score_bug_shows_the_state_of_its_game(league, client):
    series = league.series[1]
    for number, status, innings in ((1, "final", 11), (2, "draft", None), (3, "suspended", 6)):
        GameFactory(series=series, number=number, status=status, innings=innings, home_runs=3, away_runs=2)
    page = client.get(reverse("series", args=[league.tournament.slug, series.pk])).content.decode()
    assert re.findall(r'data-state="([^"]*)"', page) == ["final, 11 innings", "in progress", "suspended"]
    assert page.count('class="won"') == 1


def test_final_series_has_only_sign_and_next_series_as_primary_buttons(league, director_of, manager_of, client):
    def primary(viewer):
        page = as_single_line(viewer.get(league.series[0].get_absolute_url()).content.decode())
        return re.findall(r'<(?:a|button) class="(?:button )?main" (data-next)[^>]*>([^<]*)', page)

    assert primary(client) == []
    assert [text.strip() for _, text in primary(manager_of(league.bears.team))] == ["Sign Sharks sheet"]
    third, fourth = TeamFactory(division=league.division, slot=4), TeamFactory(division=league.division, slot=5)
    following = SeriesFactory(division=league.division, home=third, away=fourth, round=1, table=2)
    assert [text.strip() for _, text in primary(director_of(league.tournament))] == [
        f"Next series: {following.away} at {following.home}"
    ]


def test_t0_16_series_not_started_links_to_the_roll_for_home(league, client, manager_of):
    series = league.series[1]
    Series.objects.filter(pk=series.pk).update(home_decided=False, status=Series.Status.SCHEDULED)
    address = reverse("series", args=[league.tournament.slug, series.pk])
    roll = reverse("home_roll", args=[league.tournament.slug, series.pk])
    manager = manager_of(series.home)
    assert f'href="{roll}"' in manager.get(address).content.decode()
    assert "T0.16" in manager.get(roll).content.decode()
    assert f'href="{roll}"' not in client.get(address).content.decode()
    Series.objects.filter(pk=series.pk).update(home_decided=True)
    assert f'href="{roll}"' not in manager.get(address).content.decode()
