import json

import pytest
from django.urls import reverse

from drafts.models import PlayerCard
from games.models import Game, Outing, RulingRequest
from games.scoresheet import report
from games.scoresheet.entries import GameEntry
from rules_engine.eligibility.game_report import check_game
from tests.edition_scenes.scene import words
from tests.games.building import League, complete_games, won_by_home
from tests.markup import as_single_line
from tournaments.models import Notice, Series

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return League(teams=3)


def address(league, name="enter_series", series=None):
    return reverse(name, args=[league.tournament.slug, (series or league.series[0]).pk])


def typed(league, **more):
    """Return the grid's fields for a game 1 that the Sharks win 3-2 at home."""
    sharks, bears = league.sharks, league.bears
    return {
        "version": "1",
        "save": "final",
        f"runs-1-{sharks.team.pk}": "3",
        f"runs-1-{bears.team.pk}": "2",
        "innings-1": "9",
        "ending-1": "played_out",
        **cell(sharks, sharks.starters[0], "s9.0"),
        **cell(bears, bears.starters[0], "8.0", s="1"),
        **more,
    }


def cell(side, card, innings, game=1, **flags):
    key = f"{game}-{side.team.pk}-{card.pk}"
    return {f"p-{key}": innings} | {f"{name}-{key}": value for name, value in flags.items()}


def test_manager_enters_a_game_and_is_redirected_to_the_series(league, manager_of):
    client = manager_of(league.sharks.team)
    page = client.get(address(league)).content.decode()
    assert "Sharks Starter 1" in page
    assert "Bears Reliever 5" in page

    answer = client.post(address(league), typed(league), follow=True)
    assert answer.redirect_chain == [(address(league, "series"), 302)]
    shown = answer.content.decode()
    assert "Saved. 1 of 3 games are final." in shown
    assert "Bears 0, Sharks 1" in shown
    assert Series.objects.get(pk=league.series[0].pk).outcomes == "H"


def test_invalid_innings_show_an_error_on_the_field_and_preserve_the_entry(league, manager_of):
    wrong = typed(league, **cell(league.sharks, league.sharks.starters[0], "1.3", s="1"))
    answer = manager_of(league.sharks.team).post(address(league), wrong)
    page = as_single_line(answer.content.decode())
    assert answer.status_code == 400
    assert "“1.3” ends in .3, but thirds of an inning are .0, .1 or .2" in page
    field = f'name="p-1-{league.sharks.team.pk}-{league.sharks.starters[0].pk}" value="1.3"'
    assert field in page
    assert 'aria-invalid="true" aria-describedby="fault-1"' in page[page.index(field) :][:300]
    assert not Game.objects.exists()


@pytest.mark.parametrize("innings", ["7,2", "7 2/3", "7⅔", "7.2"])
def test_f21_accepts_innings_in_every_common_notation(league, manager_of, innings):
    bears = league.bears
    short = cell(bears, bears.starters[0], innings, s="1") | cell(bears, bears.relievers[0], ",1")
    answer = manager_of(league.sharks.team).post(address(league), typed(league, **short))
    assert answer.status_code == 302, answer.content.decode()
    pitched = Outing.objects.filter(team=bears.team).order_by("order").values_list("outs", flat=True)
    assert list(pitched) == [23, 1]


def test_refused_save_runs_the_check_once(league, manager_of, monkeypatch):
    checked = []
    monkeypatch.setattr(report, "check_game", lambda *arguments: checked.append(arguments) or check_game(*arguments))
    tied = typed(league, **{f"runs-1-{league.sharks.team.pk}": "2"})
    answer = manager_of(league.sharks.team).post(address(league), tied)
    assert answer.status_code == 400
    assert "T33.0" in answer.content.decode()
    assert len(checked) == 1


@pytest.mark.parametrize("save", ["final", "keep"])
def test_late_save_runs_the_check_once(league, manager_of, monkeypatch, save):
    client = manager_of(league.sharks.team)
    client.post(address(league), typed(league))
    checked = []
    monkeypatch.setattr(report, "check_game", lambda *arguments: checked.append(arguments) or check_game(*arguments))
    changed = typed(league, save=save, **{f"runs-1-{league.sharks.team.pk}": "5"})
    answer = client.post(address(league), changed)
    assert answer.status_code == {"final": 409, "keep": 400}[save]
    assert len(checked) == 1


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("innings-1", "nine", "“nine” is not a valid number of innings played: enter 1 to 99"),
        ("innings-1", "0", "“0” is not a valid number of innings played"),
        ("innings-1", "9" * 300, "is not a valid number of innings played"),
        ("p", "-1", "“-1” is not a number of innings"),
        ("p", "1,3", "“1,3” ends in .3"),
        ("p", "<b>x</b>", "is not a number of innings"),
        ("p", "²", "is not a number of innings"),
    ],
)
def test_invalid_input_is_refused_with_a_message(league, director_of, name, value, sentence):
    wrong = typed(league)
    wrong[name if name != "p" else f"p-1-{league.sharks.team.pk}-{league.sharks.relievers[0].pk}"] = value
    answer = director_of(league.tournament).post(address(league), wrong)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Game.objects.exists()


def test_tired_reliever_is_refused_and_the_opponent_accepts(league, manager_of):
    games = complete_games(league, league.series[0])
    games[2] = won_by_home(
        3, [league.sharks.start(3, "5.0"), league.sharks.relief(1, "4.0")], [league.bears.start(3, "8.0")]
    )
    league.save(games)
    second = league.series[1]
    tired = typed(
        league,
        **cell(league.sharks, league.sharks.starters[0], ""),
        **cell(league.bears, league.bears.starters[0], ""),
        **cell(league.bears, league.bears.starters[3], "s8.0"),
    )
    tired |= cell(league.sharks, league.sharks.starters[3], "s8.0")
    tired |= cell(league.sharks, league.sharks.relievers[0], "1.0", note="we both forgot")
    tired = {name: value for name, value in tired.items() if value != ""}
    tired.pop(f"s-1-{league.bears.team.pk}-{league.bears.starters[0].pk}")
    tired["version"] = "1"

    offender = manager_of(league.sharks.team)
    answer = offender.post(address(league, series=second), tired)
    page = answer.content.decode()
    assert "4.0 in games 1-3 leaves none of 4.0" in page
    assert "The manager of Bears or the director can accept it." in page
    accept = f"accept-1-{league.sharks.team.pk}-{league.sharks.relievers[0].pk}"
    assert f'name="{accept}"' not in page

    offender.post(address(league, series=second), tired | {"save": "keep"})
    notices = {(notice.team, notice.sentence) for notice in Notice.objects.filter(answered_at=None)}
    assert {team for team, _ in notices} == {league.bears.team, league.sharks.team, None}
    [waiting] = [sentence for team, sentence in notices if team == league.sharks.team]
    assert waiting.endswith("Waiting for Bears or the director to accept it.")
    questions = [text for team, text in notices if team != league.sharks.team]
    assert all(text.endswith("leaves none of 4.0. Accept, with footnote?") for text in questions)
    opponent = manager_of(league.bears.team)
    mine = opponent.get(reverse("my_team", args=[league.tournament.slug])).content.decode()
    assert "Accept, with footnote?" in mine
    page = opponent.get(address(league, series=second)).content.decode()
    assert f'name="{accept}"' in page
    assert "we both forgot" in page
    opponent.post(address(league, series=second), tired | {accept: "1", "version": "2"})
    outing = Outing.objects.get(game__series=second, card=league.sharks.relievers[0])
    assert (outing.accepted_by, outing.footnote) == ("Bears", "we both forgot")
    assert not Notice.objects.filter(answered_at=None).exists()
    assert "accepted by Bears: we both forgot" in opponent.get(address(league, "series", second)).content.decode()


def test_live_check_reports_errors_and_totals_but_not_missing_entries(league, manager_of):
    part = typed(league, **cell(league.sharks, league.sharks.starters[0], "s5.0"))
    part |= cell(league.sharks, league.sharks.relievers[0], "4.1")
    client = manager_of(league.sharks.team)
    data = json.loads(client.post(address(league, "check_series"), part).content)
    field = f"p-1-{league.sharks.team.pk}-{league.sharks.relievers[0].pk}"
    assert data["fields"][field].startswith("T10.2: pitched 4.1, 0.1 too many: no relief in the games that count")
    assert data["totals"][f"total-1-{league.sharks.team.pk}"] == "9.1 of 9.0"
    assert 'name="dp-1-' in data["faults"]
    assert not Game.objects.exists()

    part |= cell(league.sharks, league.sharks.relievers[0], "2.0")
    data = json.loads(client.post(address(league, "check_series"), part).content)
    assert data["fields"] == {}
    assert data["totals"][f"total-1-{league.sharks.team.pk}"] == "7.0 of 9.0"


def test_double_play_box_in_the_error_list_makes_the_entry_legal(league, manager_of):
    extra = typed(league, **cell(league.sharks, league.sharks.starters[0], "s4.2", injured="1"))
    extra |= cell(league.sharks, league.sharks.relievers[0], "4.1", dp="1")
    client = manager_of(league.sharks.team)
    client.post(address(league), extra)
    assert Outing.objects.get(card=league.sharks.relievers[0]).extra_outs == 1
    page = client.get(address(league)).content.decode()
    assert f'name="dp-1-{league.sharks.team.pk}-{league.sharks.relievers[0].pk}" value="1" checked' in page
    assert f'name="injured-1-{league.sharks.team.pk}-{league.sharks.starters[0].pk}" value="1" checked' in page


def test_stale_form_shows_both_versions_and_saves_only_if_chosen(league, manager_of):
    manager_of(league.bears.team).post(address(league), typed(league))
    mine = typed(league, **{f"runs-1-{league.sharks.team.pk}": "4"})
    client = manager_of(league.sharks.team)
    answer = client.post(address(league), mine)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert '<th scope="row">Game 1: runs for Sharks</th><td>3</td><td>4</td>' in as_single_line(page)
    assert Game.objects.get().home_runs == 3
    assert '<input type="hidden" name="version" value="2">' in page

    client.post(address(league), mine | {"version": "2"})
    assert Game.objects.get().home_runs == 4


SCRIPT = {"accept": "application/json"}


def test_javascript_save_redirects_to_the_series_or_returns_the_page(league, manager_of):
    client = manager_of(league.sharks.team)
    part = {"version": "1", "save": "keep", f"runs-1-{league.sharks.team.pk}": "3"}
    answer = client.post(address(league), part, headers=SCRIPT)
    assert answer.json() == {"address": address(league, "series")}
    assert "Saved for later" in client.get(answer.json()["address"]).content.decode()
    stale = client.post(address(league), part | {"innings-1": "9"}, headers=SCRIPT)
    assert stale.status_code == 409
    assert "Saved version and your entry" in stale.content.decode()
    assert Game.objects.get().innings is None


def test_invalid_field_does_not_refresh_a_stale_form(league, manager_of):
    """The rejected page keeps the version it was typed on. Otherwise the next save would silently overwrite another."""
    manager_of(league.bears.team).post(address(league), typed(league))
    client = manager_of(league.sharks.team)
    mine = typed(league, **{f"runs-1-{league.sharks.team.pk}": "4", "innings-1": "nine"})
    page = client.post(address(league), mine).content.decode()
    assert '<input type="hidden" name="version" value="1">' in page
    assert client.post(address(league), mine | {"innings-1": "9"}).status_code == 409
    assert Game.objects.get().home_runs == 3


def test_spare_row_accepts_a_position_player(league, director_of):
    hitter, team = league.sharks.hitters[0], league.sharks.team.pk
    spare = typed(league, **cell(league.sharks, league.sharks.starters[0], "s8.0"))
    spare |= {f"spare-{team}": str(hitter.pk), f"p-1-{team}-spare": "1.0"}
    client = director_of(league.tournament)
    data = words(client.post(address(league), spare))
    assert "Sharks Reliever 5" in data
    assert "could still pitch, according to the sheet: used up, injured or hit for?" in data
    assert not Outing.objects.exists()
    client.post(address(league), spare | {f"want-1-{team}-{hitter.pk}": "hit_for"})
    assert (Outing.objects.get(card=hitter).outs, Outing.objects.get(card=hitter).for_want_of) == (3, "hit_for")
    assert "the remaining pitchers were hit for or run for (T25.3)" in words(client.get(address(league)))
    assert "T25.3: the remaining pitchers were hit for or run for" in words(client.get(address(league, "series")))
    grid = as_single_line(client.get(address(league)).content.decode())
    assert f'name="p-1-{team}-{hitter.pk}" value="1.0"' in grid


def test_spare_row_without_a_name_is_refused(league, director_of):
    answer = director_of(league.tournament).post(
        address(league), typed(league, **{f"p-1-{league.sharks.team.pk}-spare": "1.0"})
    )
    assert "enter the pitcher&#x27;s name in the spare row" in answer.content.decode()


def test_relief_order_round_trips_through_the_form(league, director_of):
    sharks = league.sharks
    order = typed(league, **cell(sharks, sharks.starters[0], "s6.0"))
    order |= cell(sharks, sharks.relievers[0], "1.0 #3") | cell(sharks, sharks.relievers[1], "2.0 #2")
    client = director_of(league.tournament)
    client.post(address(league), order)
    names = list(Outing.objects.filter(team=sharks.team).order_by("order").values_list("card__name", flat=True))
    assert names == ["Sharks Starter 1", "Sharks Reliever 2", "Sharks Reliever 1"]
    assert 'value="1.0 #3"' in client.get(address(league)).content.decode()


def test_home_team_must_be_chosen_without_a_recorded_roll(league, director_of):
    Series.objects.filter(pk=league.series[0].pk).update(home_decided=False)
    client = director_of(league.tournament)
    answer = client.post(address(league), typed(league))
    assert "Choose who is home in game 1 (T0.16)." in answer.content.decode()
    swapped = typed(league, first_home=str(league.bears.team.pk))
    swapped |= cell(league.sharks, league.sharks.starters[0], "s8.0") | cell(
        league.bears, league.bears.starters[0], "s9.0"
    )
    swapped |= {f"runs-1-{league.sharks.team.pk}": "2", f"runs-1-{league.bears.team.pk}": "3"}
    client.post(address(league), swapped)
    assert Series.objects.get(pk=league.series[0].pk).home == league.bears.team


def test_home_labels_follow_the_selected_home_team(league, director_of):
    Series.objects.filter(pk=league.series[0].pk).update(home_decided=False)
    client = director_of(league.tournament)
    data = client.post(address(league, "check_series"), typed(league)).json()
    assert set(data["homes"].values()) == {""}
    chosen = typed(league, first_home=str(league.bears.team.pk))
    chosen = client.post(address(league, "check_series"), chosen).json()
    assert [chosen["homes"][number] for number in "123"] == ["home Bears", "home Sharks", "home Bears"]
    assert 'data-home="1"></span>' in client.get(address(league)).content.decode()


def test_accepts_a_line_score_in_scorers_notation(league, director_of):
    line = typed(
        league,
        **{
            f"line-1-{league.bears.team.pk}": "001 000 100",
            f"line-1-{league.sharks.team.pk}": "020 001 00x",
            f"runs-1-{league.sharks.team.pk}": "",
            f"runs-1-{league.bears.team.pk}": "",
            "innings-1": "",
        },
    )
    client = director_of(league.tournament)
    client.post(address(league), line)
    game = Game.objects.get()
    assert (game.away_runs, game.home_runs, game.innings) == (2, 3, 9)
    shown = client.get(address(league, "series")).content.decode()
    assert as_single_line(shown).count('<td class="n">x</td>') == 1


@pytest.mark.parametrize("name", ["enter_series", "check_series"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_the_two_managers_and_the_director_can_open_the_grid(
    league, client, manager_of, director_of, assistant_of, name, method
):
    def status(client_used):
        return getattr(client_used, method)(
            address(league, name), typed(league) if method == "post" else {}
        ).status_code

    stranger = manager_of(league.sides[2].team)
    assert status(client) == status(stranger) == (403 if (name, method) != ("check_series", "get") else 405)
    allowed = {"get": 405 if name == "check_series" else 200, "post": 200 if name == "check_series" else 302}[method]
    insiders = [manager_of(league.sharks.team), manager_of(league.bears.team)]
    for client_used in [*insiders, assistant_of(league.tournament), director_of(league.tournament)]:
        assert status(client_used) == allowed


def test_manager_from_another_tournament_is_refused(league, manager_of):
    second_league = League(teams=2)
    assert manager_of(second_league.sharks.team).get(address(league)).status_code == 403
    crossed = reverse("enter_series", args=[second_league.tournament.slug, league.series[0].pk])
    assert manager_of(second_league.sharks.team).get(crossed).status_code == 404


def test_results_of_a_void_series_are_refused_on_the_page(league, director_of):
    Series.objects.filter(pk=league.series[0].pk).update(status="void")
    answer = director_of(league.tournament).post(address(league), typed(league))
    assert answer.status_code == 400
    assert "This series is void because a team dropped out" in answer.content.decode()


def test_manager_requests_a_ruling_and_the_directors_answer_is_public(
    league, manager_of, director_of, assistant_of, client
):
    ask = address(league, "ask_ruling")
    manager_of(league.sharks.team).post(ask, {"question": "Did his <b>last</b> out count?"})
    ruling = RulingRequest.objects.get()
    give = reverse("give_ruling", args=[league.tournament.slug, ruling.pk])
    for client_used in (client, manager_of(league.sharks.team), assistant_of(league.tournament)):
        assert client_used.post(give, {"ruling": "No.", "rule": "T31.1"}).status_code == 403
    refused = director_of(league.tournament).post(give, {"ruling": "No.", "rule": "T99.1"})
    assert refused.status_code == 400
    assert "No rulebook has rule T99.1" in words(refused)
    director_of(league.tournament).post(give, {"ruling": "No.", "rule": "T31.1"})
    shown = client.get(reverse("rulings", args=[league.tournament.slug]))
    assert "T31.1 No." in words(shown)
    page = as_single_line(shown.content.decode())
    assert "Did his &lt;b&gt;last&lt;/b&gt; out count?" in page
    assert '<span class="rule">T31.1</span><strong>No.</strong>' in page
    assert "No." in client.get(address(league, "series")).content.decode()


def test_only_the_two_managers_can_request_a_ruling(league, manager_of, client):
    ask = address(league, "ask_ruling")
    assert client.post(ask, {"question": "?"}).status_code == 403
    assert manager_of(league.sides[2].team).post(ask, {"question": "?"}).status_code == 403
    assert manager_of(league.bears.team).post(ask, {"question": " "}).status_code == 400
    assert manager_of(league.bears.team).get(ask).status_code == 405
    assert not RulingRequest.objects.exists()


def test_resubmitted_question_is_saved_once(league, manager_of):
    client = manager_of(league.bears.team)
    for _ in range(2):
        client.post(address(league, "ask_ruling"), {"question": "Who is home?"})
    assert RulingRequest.objects.count() == 1


def early_exit(league, **more):
    """Return a game in which the Sharks' starter leaves after 4.0 innings and the Bears score 5."""
    sharks, bears = league.sharks, league.bears
    return typed(league, **cell(sharks, sharks.starters[0], "s4.0")) | {
        f"runs-1-{sharks.team.pk}": "7",
        f"runs-1-{bears.team.pk}": "5",
        **cell(sharks, sharks.relievers[0], "3.0"),
        **cell(sharks, sharks.relievers[1], "2.0"),
        **more,
    }


def test_t10_2_early_exit_is_judged_by_own_runs_if_entered(league, director_of):
    client = director_of(league.tournament)
    data = client.post(address(league, "check_series"), early_exit(league)).json()
    assert "and his own runs are not entered: allowed if 4 of the game&#x27;s 5 runs were his" in data["faults"]
    assert data["fields"] == {}

    runs = f"r-1-{league.sharks.team.pk}-{league.sharks.starters[0].pk}"
    refused = client.post(address(league), early_exit(league, **{runs: "3"})).content.decode()
    refused = as_single_line(refused)
    assert "left after 4.0 and 3 runs: needs 5.0 or 4 runs, unless injured" in refused
    assert f'name="{runs}" value="3"' in refused

    page = client.post(address(league), early_exit(league, **{runs: "4"}), follow=True).content.decode()
    assert "Saved. 1 of 3 games are final." in page
    assert Outing.objects.get(card=league.sharks.starters[0]).runs == 4
    assert f'name="{runs}" value="4"' in as_single_line(client.get(address(league)).content.decode())


def test_free_lines_work_without_javascript_and_return_unclear_input(league, manager_of):
    for side, name in ((league.sharks, "Adams"), (league.bears, "Clark")):
        PlayerCard.objects.filter(pk=side.starters[0].pk).update(name=name, sort_name=name)
    client = manager_of(league.sharks.team)
    assert 'name="lines"' in client.get(address(league)).content.decode()
    lines = {"version": "1", "save": "final", "lines": "2 Clark 8 / 3 Adams 9\n1 Nobody 8 / 2 Adams 9"}
    refused = client.post(address(league), lines)
    page = refused.content.decode()
    assert refused.status_code == 400
    assert "Bears has no pitcher called “Nobody”" in page
    assert ">1 Nobody 8 / 2 Adams 9</textarea>" in page
    assert not Game.objects.exists()
    client.post(address(league), lines | {"lines": "2 Clark 8 / 3 Adams 9"})
    game = Game.objects.get()
    assert (game.status, game.away_runs, game.home_runs, game.innings) == ("final", 2, 3, 9)
    assert {outing.part for outing in Outing.objects.all()} == {Outing.Part.START}


def test_check_fills_fields_from_lines_only_on_request(league, manager_of):
    PlayerCard.objects.filter(pk=league.bears.starters[0].pk).update(name="Clark", sort_name="Clark")
    client, lines = manager_of(league.sharks.team), {"lines": "Clark, 8", "version": "1"}
    assert client.post(address(league, "check_series"), lines).json()["said"] == {}
    answer = client.post(address(league, "check_series"), lines | {"take": "1"}).json()
    bears, card = league.bears.team.pk, league.bears.starters[0].pk
    assert answer["said"] == {"lines": "", f"p-1-{bears}-{card}": "8"}
    assert answer["totals"][f"left-{bears}-{card}"] == "rests"
    assert answer["totals"][f"left-{bears}-{league.bears.starters[1].pk}"] == "may start"
    available = [answer["available"][f"p-{game}-{bears}-{card}"] for game in (1, 2, 3)]
    assert available == ["may start", "rests", "rests"], "before each game, not after it"


def test_score_entered_before_pitchers_does_not_rest_a_pitcher(league, manager_of):
    """The text next to a player's name applies to the game about to be pitched, not to the one after it."""
    league.save(complete_games(league, league.series[0]))
    second, sharks, bears = league.series[1], league.sharks.team, league.bears
    # he started the first game, so he rests in the fourth
    first_starter = f"left-{bears.team.pk}-{bears.starters[0].pk}"
    check = reverse("check_series", args=[league.tournament.slug, second.pk])
    score = {"version": "1", f"runs-1-{sharks.pk}": "3", f"runs-1-{bears.team.pk}": "2"}
    client = manager_of(sharks)
    assert client.post(check, {"version": "1"}).json()["totals"][first_starter] == "rests"
    assert client.post(check, score).json()["totals"][first_starter] == "rests"
    pitched = score | cell(bears, bears.starters[3], "8.0", s="1")
    assert client.post(check, pitched).json()["totals"][first_starter] == "may start"


def test_t33_0_player_row_shows_eligibility_for_a_resumed_game(league, manager_of):
    sharks, bears, series = league.sharks, league.bears, league.series[0]
    two = complete_games(league, series)[:2]
    halves = [sharks.start(3, "5.0"), sharks.relief(1, "1.0"), bears.start(3, "5.0")]
    league.save([*two, GameEntry(3, home_runs=1, away_runs=0, innings=6, ending="suspended", outings=halves)])
    series.refresh_from_db()
    assert series.status == Series.Status.SUSPENDED
    check = reverse("check_series", args=[league.tournament.slug, series.pk])
    left = manager_of(sharks.team).post(check, {"version": str(series.version)}).json()["totals"]

    def cell_of(pitcher) -> str:
        return left[f"left-{sharks.team.pk}-{pitcher.pk}"]

    assert cell_of(sharks.starters[2]) == "can't continue", "he has left the game"
    assert cell_of(sharks.relievers[0]) == "3.0 left", "he was on the mound"
    assert cell_of(sharks.relievers[1]) == "4.0 left"
    assert cell_of(sharks.starters[0]) == "can't continue"


@pytest.mark.parametrize(("innings", "offered"), [("4.1", True), ("4.2", False), ("5.0", False)])
def test_double_play_is_offered_only_for_a_possible_extra_out(league, manager_of, innings, offered):
    extra = typed(league, **cell(league.sharks, league.sharks.starters[0], "s4.0", injured="1"))
    extra |= cell(league.sharks, league.sharks.relievers[0], innings)
    page = manager_of(league.sharks.team).post(address(league), extra).content.decode()
    assert "too many" in page
    assert (f'name="dp-1-{league.sharks.team.pk}-{league.sharks.relievers[0].pk}"' in page) is offered


def test_void_series_redirects_to_the_series_page_with_the_reason(league, manager_of):
    Series.objects.filter(pk=league.series[0].pk).update(status=Series.Status.VOID)
    page = manager_of(league.sharks.team).get(address(league), follow=True)
    assert page.redirect_chain == [(address(league, "series"), 302)]
    assert (
        "This series is void because a team dropped out, so results can&#x27;t be entered (T0.08)."
        in page.content.decode()
    )


def test_wrong_innings_total_cites_no_rule(league, manager_of):
    short = typed(league, **cell(league.sharks, league.sharks.starters[0], "s8.0"))
    page = manager_of(league.sharks.team).post(address(league), short).content.decode()
    fault = page[page.index('id="fault-1"') :].partition("</li>")[0]
    assert "home pitchers have 8.0 innings, but need 9.0: 9 complete innings." in fault
    assert 'class="rule"' not in fault
    assert "T10.2" not in fault


def test_check_returns_the_required_outs_of_each_staff(league, manager_of):
    data = manager_of(league.sharks.team).post(address(league, "check_series"), typed(league)).json()
    sharks, bears = league.sharks.team.pk, league.bears.team.pk
    assert data["spans"] == {f"total-1-{sharks}": "27-27", f"total-1-{bears}": "24-26"}
