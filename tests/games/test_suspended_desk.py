"""Test suspended games on the dashboard: the pitchers, and the games to finish, by whom and in what order."""

import pytest
from django.urls import reverse

from core.errors import Refused
from games.models import Game, Outing, Suspension
from games.queries.suspended_games import read_suspended_games
from games.refusals import SuspensionRefusal
from games.scoresheet.entries import GameEntry
from games.services.suspended import describe_suspension, name_stand_in
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games, won_by_home
from tests.games.test_enter_page import cell
from tests.markup import as_single_line
from tests.pdf_reading import pages_of
from tests.refusing import refuses
from tournaments.models import Action, Series
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


def stopped(league: League, *outings: object, number: int = 3) -> GameEntry:
    """Suspend game 3 after six innings, with the Sharks ahead 1-0."""
    return GameEntry(number, home_runs=1, away_runs=0, innings=6, ending="suspended", outings=outings)


@pytest.fixture
def league() -> League:
    """Create a series whose game 3 was suspended after the Sharks used a starter and then a reliever."""
    league = League(profile_text="", stage="round_robin", advance_per_division=1)
    sharks, bears = league.sharks, league.bears
    two = complete_games(league, league.series[0])[:2]
    league.save([*two, stopped(league, sharks.start(3, "5.0"), sharks.relief(1, "1.0"), bears.start(3, "5.0"))])
    return league


def the_game(league: League):
    (suspended,) = read_suspended_games(league.tournament).games
    return suspended


def test_t33_0_removed_players_stay_out_and_the_current_pitcher_continues(league):
    sharks = the_game(league).home
    rows = {pitcher.name: pitcher for pitcher in sharks.pitchers}
    assert not rows["Sharks Starter 3"].ruling
    assert "left game 3 before it was suspended" in rows["Sharks Starter 3"].ruling.reason
    assert rows["Sharks Reliever 1"].outs_left == 9
    assert rows["Sharks Reliever 2"].outs_left == 12
    assert not rows["Sharks Starter 1"].ruling


def test_t33_0_later_appearances_reduce_innings_for_the_resumption(league):
    second = complete_games(league, league.series[1])
    sharks, bears = league.sharks, league.bears
    ours = [sharks.start(4, "6.0"), sharks.relief(2, "3.0")]
    second[0] = won_by_home(1, ours, [bears.start(4, "8.0")])
    second[1] = won_by_home(2, [bears.start(5, "9.0")], [sharks.start(5, "8.0")])
    league.save(second[:2], league.series[1], complete=False)
    row = next(pitcher for pitcher in the_game(league).home.pitchers if pitcher.name == "Sharks Reliever 2")
    assert row.outs_left == 3
    assert row.later == ["game 4: relief of 3.0"]
    assert "4-7: 3.0" not in map(str, row.runs)
    assert "1-4: 3.0" in map(str, row.runs)


def test_point_of_suspension_is_shown_and_printed_and_can_be_undone(league, director_of, client):
    game, browser = the_game(league).game, director_of(league.tournament)
    address = f"/t/{league.tournament.slug}/suspended/{game.pk}/"
    assert the_game(league).point_label == "bottom of inning 6, nobody out", "as the innings pitched tell it"
    form = {"half": "bottom", "outs": "2", "situation": "Men on first and third", "home_line_up": "1 Adams ss"}
    page = words(browser.post(f"{address}describe/", form, follow=True))
    assert "Bears 0, Sharks 1; bottom of inning 6, two out" in page
    assert "Men on first and third" in words(client.get(address))
    (paper,) = pages_of(client.get(f"/t/{league.tournament.slug}/suspended/{game.pk}.pdf").content)
    assert "bottom of inning 6, two out" in paper
    assert "1 Adams ss" in paper
    assert "Sharks Reliever 2" in paper
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    assert Suspension.objects.get().situation == ""


def test_point_of_suspension_that_conflicts_with_innings_raises_a_warning(league, director_of):
    """The Sharks pitched 6.0 innings and the Bears 5.0, so the bottom of the sixth had no outs, not two."""
    game, browser = the_game(league).game, director_of(league.tournament)
    address = f"/t/{league.tournament.slug}/suspended/{game.pk}/"
    warning = "Correct the point of suspension, or the innings"
    assert warning not in words(browser.get(address))
    page = words(browser.post(f"{address}describe/", {"half": "bottom", "outs": "2"}, follow=True))
    bears = "The Bears pitchers have 5.0 innings in the results, but bottom of inning 6, two out requires 5.2."
    assert f"{bears} {warning}" in page
    assert "The Sharks pitchers" not in page
    page = words(browser.post(f"{address}describe/", {"half": "top", "outs": "1"}, follow=True))
    assert "The Sharks pitchers have 6.0 innings in the results, but top of inning 6, one out requires 5.1." in page
    page = words(
        browser.post(f"{address}describe/", {"half": "bottom", "outs": "0", "situation": "Nobody on"}, follow=True)
    )
    assert warning not in page


def test_point_of_suspension_without_innings_raises_no_warning(league, director_of):
    Game.objects.filter(status="suspended").update(home_outs_batting=0, away_outs_batting=0)
    Outing.objects.filter(game__status="suspended").delete()
    game = the_game(league).game
    describe_suspension(game=game, actor=DESK, is_bottom=True, outs=2)
    page = words(director_of(league.tournament).get(f"/t/{league.tournament.slug}/suspended/{game.pk}/"))
    assert "bottom of inning 6, two out" in page
    assert "Correct the point of suspension, or the innings" not in page


def test_game_stopped_between_innings_resumes_in_the_next_inning():
    """Six full innings were pitched. With no outs in the top half, the game resumes in the seventh."""
    league = League(profile_text="", stage="round_robin", advance_per_division=1)
    two = complete_games(league, league.series[0])[:2]
    league.save([*two, stopped(league, league.sharks.start(3, "6.0"), league.bears.start(3, "6.0"))])
    assert the_game(league).point_label == "top of inning 7, nobody out"
    describe_suspension(game=the_game(league).game, actor=DESK, is_bottom=False, outs=0, situation="Adams leads off")
    assert the_game(league).point_label == "top of inning 7, nobody out"


def test_reloading_a_refused_form_shows_the_page(league, director_of):
    browser, game = director_of(league.tournament), the_game(league).game
    address = f"/t/{league.tournament.slug}/suspended/{game.pk}/"
    refused = browser.post(f"{address}describe/", {"half": "top", "outs": "7"})
    assert (refused.status_code, refused.wsgi_request.path) == (400, f"{address}describe/")
    # a phone, then the page's own request for its parts
    for headers in ({"accept": "text/html"}, {"accept": "*/*", "x-live": "1"}):
        answer = browser.get(f"{address}describe/", headers=headers, follow=True)
        assert answer.redirect_chain == [(address, 302)]
        assert "bottom of inning 6, nobody out" in words(answer)
    assert browser.get(f"{address}describe/").status_code == 405, "a program is told that only a form is taken"


def test_lineups_with_a_player_per_line_fit_on_the_sheet(league, director_of, client):
    game = the_game(league).game
    nine = "\r\n".join(f"{number} Sharks Hitter {number}" for number in range(1, 10))
    visitors = "\n".join(f"{number} Bears Hitter {number}," for number in range(1, 10))
    removed = str(league.sharks.hitters[0].pk)
    form = {"half": "bottom", "outs": "2", "home_line_up": nine, "away_line_up": visitors, "left": [removed]}
    slug = league.tournament.slug
    page = words(director_of(league.tournament).post(f"/t/{slug}/suspended/{game.pk}/describe/", form, follow=True))
    assert "1 Sharks Hitter 1, 2 Sharks Hitter 2" in page
    (paper,) = pages_of(client.get(f"/t/{slug}/suspended/{game.pk}.pdf").content)
    for part in ("9 Sharks Hitter 9", "9 Bears Hitter 9", "Sharks, already used: ", "The director keeps this sheet"):
        assert part in paper


def test_old_log_row_for_a_single_game_can_be_undone(league):
    game = the_game(league).game
    describe_suspension(game=game, actor=DESK, is_bottom=True, outs=1)
    entry = Action.objects.latest("pk")
    for values in (entry.before, entry.after):
        ((number, point),) = values.pop("suspensions").items()
        values.update(game=int(number), suspension=point)
    entry.save()
    undo_action(action=entry, actor=DESK)
    assert (Suspension.objects.get().is_bottom, Suspension.objects.get().outs) == (False, 0)


def test_point_of_suspension_is_requested_right_after_entry(league, manager_of, client):
    game, sharks, bears = the_game(league).game, league.sharks, league.bears
    browser = manager_of(bears.team)
    slug = league.tournament.slug
    address = reverse("enter_series", args=[slug, game.series_id])
    name_stand_in(game=game, team=bears.team, name="Zoe", actor=DESK)  # without the game situation
    answer = browser.post(address, {"version": str(game.series.version), "save": "keep", **as_typed(browser, address)})
    suspended_address = f"/t/{slug}/suspended/{game.pk}/"
    assert answer.url == f"{suspended_address}#how"
    form = {"half": "top", "outs": "1", "left": [str(sharks.hitters[0].pk), str(bears.starters[1].pk)]}
    page = words(browser.post(f"{suspended_address}describe/", form, follow=True))
    assert "Already used: Sharks Hitter 1" in page
    (paper,) = pages_of(client.get(f"/t/{slug}/suspended/{game.pk}.pdf").content)
    assert "Bears, already used: Bears Starter 2" in paper
    assert "The director keeps this sheet until the game is finished" in " ".join(paper.split())
    answer = browser.post(address, {"version": str(game.series.version), "save": "keep", **as_typed(browser, address)})
    assert answer.url == reverse("series", args=[slug, game.series_id])


def as_typed(browser, address) -> dict[str, str]:
    return browser.get(address).context["values"]


def test_pages_and_pdfs_label_a_suspended_game_with_its_visitors_first(director_of):
    """The Bears are at home in the second game of Bears at Sharks (T0.16)."""
    league = League(rounds=2, profile_text="", stage="round_robin")
    sharks, bears = league.sharks, league.bears
    first, _, third = complete_games(league, league.series[0])
    league.save([first, stopped(league, bears.start(2, "6.0"), sharks.start(2, "6.0"), number=2), third])
    slug, game = league.tournament.slug, Game.objects.get(status="suspended")
    browser = director_of(league.tournament)
    addresses = [reverse(name, args=[slug]) for name in ("suspended", "dashboard", "schedule", "tournament")]
    for address in (*addresses, reverse("suspended_game", args=[slug, game.pk]), f"/t/{slug}/round/"):
        seen = words(browser.get(address))
        assert "Game 2, Sharks at Bears" in seen, address
        assert "Bears at Sharks, game 2" not in seen, address
    (paper,) = pages_of(browser.get(f"/t/{slug}/suspended/{game.pk}.pdf").content)
    assert "Game 2, Sharks at Bears" in paper


def test_rejects_a_departed_player_from_neither_team(league):
    with refuses(SuspensionRefusal.NOT_ON_A_ROSTER) as refused:
        describe_suspension(game=the_game(league).game, actor=DESK, is_bottom=False, outs=0, left_game=[987654])
    assert refused.value.field == "left"


def test_t33_0_resumption_innings_add_to_the_cell_and_cannot_reduce_it(league):
    rows = {pitcher.name: pitcher for pitcher in the_game(league).home.pitchers}
    assert (rows["Sharks Reliever 1"].max_cell_outs, rows["Sharks Reliever 2"].max_cell_outs) == (12, 12)
    assert rows["Sharks Starter 3"].max_cell_outs is None
    sharks, bears = league.sharks, league.bears
    two = complete_games(league, league.series[0])[:2]
    end = won_by_home(
        3, [sharks.start(3, "5.0"), sharks.relief(1, "0.2"), sharks.relief(2, "3.1")], [bears.start(3, "8.0")]
    )
    with pytest.raises(Refused, match="had 1.0 when the game stopped, so his total can't be 0.2"):
        league.save([*two, end])


def test_pitcher_entering_after_a_resumption_is_listed_last(director_of):
    """Reliever 1's row is above that of Reliever 2, who had already pitched when the game was suspended."""
    league = League(rounds=1, profile_text="", stage="round_robin")
    sharks, bears = league.sharks, league.bears
    two = complete_games(league, league.series[0])[:2]
    league.save([*two, stopped(league, sharks.start(3, "5.0"), sharks.relief(2, "1.0"), bears.start(3, "5.0"))])
    browser, slug = director_of(league.tournament), league.tournament.slug
    address = reverse("enter_series", args=[slug, league.series[0].pk])
    end = {
        **{f"runs-3-{sharks.team.pk}": "3", f"runs-3-{bears.team.pk}": "2", "innings-3": "9", "ending-3": "played_out"},
        **cell(sharks, sharks.relievers[0], "3.0", game=3),
        **cell(bears, bears.starters[2], "8.0", game=3, s="1"),
    }
    version = str(Series.objects.get().version)
    browser.post(address, {**as_typed(browser, address), **end, "version": version, "save": "final"})
    series = browser.get(reverse("series", args=[slug, league.series[0].pk]))
    assert "Sharks Starter 3 S 5.0 , Sharks Reliever 2 1.0 , Sharks Reliever 1 3.0" in words(series)
    grid = as_typed(browser, address)
    assert [grid[next(iter(cell(sharks, card, "", game=3)))] for card in sharks.relievers[:2]] == ["3.0 #3", "1.0 #2"]
    version = str(Series.objects.get().version)
    browser.post(address, {**grid, "version": version, "save": "final"})
    page = browser.get(reverse("series", args=[slug, league.series[0].pk]))
    assert "Sharks Reliever 2 1.0 , Sharks Reliever 1 3.0" in words(page), "also when it is saved once more"


def test_three_outs_are_refused_and_nothing_is_saved(league, director_of):
    game = the_game(league).game
    address = f"/t/{league.tournament.slug}/suspended/{game.pk}/describe/"
    answer = director_of(league.tournament).post(address, {"outs": "3", "situation": "Nobody on"})
    assert answer.status_code == 400
    assert "3 outs are not possible here. A half-inning in progress has 0 to 2." in words(answer)
    assert not Suspension.objects.exists()


def test_t33_0_volunteer_finishes_a_game_that_matters_for_an_absent_manager(league, client):
    suspended = the_game(league)
    assert suspended.completion.must
    assert not suspended.completion.finished_by
    suspended.game.away.is_absent = True
    suspended.game.away.save()
    assert the_game(league).completion.finished_by == "volunteer designated by the Tournament Director"
    name_stand_in(game=suspended.game, team=suspended.game.away, name="Zoe", actor=DESK)
    assert the_game(league).away.stand_in == "Zoe"
    Game.objects.update(status=Game.Status.FINAL, home_resumed_after=1)
    with refuses(SuspensionRefusal.NOT_SUSPENDED):
        describe_suspension(game=suspended.game, actor=DESK, is_bottom=False, outs=0)
    page = words(client.get(f"/t/{league.tournament.slug}/series/{suspended.game.series_id}/"))
    assert f"suspended and finished later by Zoe for {suspended.game.away} (T33.0)" in page


def with_two_to_finish() -> League:
    """Create suspended games of the Sharks against the Bears and the Comets, stopped at the same point."""
    league = League(teams=4, rounds=1, profile_text="", stage="round_robin")
    sharks, bears, comets, drakes = league.sides
    series = of_round(league, 2, sharks, comets)
    of_round(league, 2, bears, drakes)
    league.save([stopped(league, sharks.start(1, "6.0"), bears.start(1, "5.0"), number=1)])
    league.save([stopped(league, sharks.start(2, "6.0"), comets.start(1, "5.0"), number=1)], series)
    Series.objects.update(status=Series.Status.SUSPENDED)
    return league


def test_t33_0_completion_order_depends_on_progress_and_then_a_d20(director_of):
    league = with_two_to_finish()
    sharks, bears, comets, _ = league.sides
    (turn,) = read_suspended_games(league.tournament).completion_orders
    assert (turn.first.name, set(turn.first.tied)) == (None, {"Bears", "Comets"})
    address = f"/t/{league.tournament.slug}/suspended/order/{sharks.team.pk}/"
    typed = {f"roll_{bears.team.pk}": "4", f"roll_{comets.team.pk}": "17"}
    director = director_of(league.tournament)
    crooked = {**typed, f"roll_{bears.team.pk}": "4 or 5", f"roll_{comets.team.pk}": ""}
    assert "Enter a roll of" in words(director.post(address, crooked, follow=True)), "nothing is thrown in its place"
    page = words(director.post(address, typed, follow=True))
    assert "Sharks: which game to finish first T33.0 Comets : roll of the 20-sided die, Bears 4, Comets 17" in page
    rolled = Action.objects.get(verb="roll_for_order")
    assert rolled.sentence == "d20 rolls for the order of Sharks's suspended games: Bears 4, Comets 17."
    undone = undo_action(action=rolled, actor=DESK)
    assert [stopped.rolls for stopped in Suspension.objects.all()] == [{}, {}]
    undo_action(action=undone, actor=DESK)
    further = Game.objects.get(away=bears.team)
    Game.objects.filter(pk=further.pk).update(innings=7)
    (turn,) = read_suspended_games(league.tournament).completion_orders
    assert (turn.first.name, turn.first.decided_by) == ("Bears", "game furthest along when suspended")


def test_completion_order_roll_can_be_undone_from_the_page(director_of, assistant_of):
    league = with_two_to_finish()
    sharks, bears, comets, _ = league.sides
    address = f"/t/{league.tournament.slug}/suspended/"
    director = director_of(league.tournament)
    assert "Undo" not in words(director.get(address))
    for eleven, second_roll in (("11", "11"), ("4", "17")):
        typed = {f"roll_{bears.team.pk}": eleven, f"roll_{comets.team.pk}": second_roll}
        page = words(director.post(f"{address}order/{sharks.team.pk}/", typed, follow=True))
    assert page.count("Undo") == 1
    assert "d20 rolls for the order of Sharks's suspended games: Bears 4, Comets 17. Undo" in page
    assert "Undo" not in words(assistant_of(league.tournament).get(address)), "the director alone undoes"
    undoing = reverse("undo", args=[league.tournament.slug, Action.objects.latest("pk").pk])
    assert f'href="{undoing}"' in director.get(address).content.decode()
    assert "the earlier description has been restored" in words(director.get(undoing))
    director.post(undoing)
    page = words(director.get(address))
    assert "Roll a d20 again after Bears 11, Comets 11" in as_single_line(page)
    assert "games: Bears 11, Comets 11. Undo" in page, "the roll before it is the next to go"


def test_game_that_no_longer_matters_may_stay_a_tie(league):
    tournament = league.tournament
    tournament.advance_per_division = 2
    tournament.save()
    suspended = the_game(league)
    assert not suspended.completion.must
    assert "affect who advances: Sharks is through" in suspended.proof[0]
    assert "it may affect seeding" in suspended.proof[1]


def of_round(league: League, number: int, home: object, away: object) -> Series:
    return Series.objects.create(
        tournament=league.tournament,
        division=league.division,
        round=number,
        home=home.team,
        away=away.team,
        games_planned=3,
        home_decided=True,
    )


def test_t33_0_opponent_coming_off_a_bye_is_played_first():
    league = League(teams=5, rounds=0, profile_text="", stage="round_robin")
    sharks, bears, comets, drakes, eagles = league.sides
    for number, opponent in enumerate((bears, comets), start=1):
        entry = stopped(league, sharks.start(number, "6.0"), opponent.start(number, "5.0"), number=1)
        league.save([entry], of_round(league, number, sharks, opponent))
    Series.objects.update(status=Series.Status.SUSPENDED)
    third = [of_round(league, 3, sharks, bears), of_round(league, 3, drakes, eagles)]

    def first() -> tuple[str, str]:
        (turn,) = read_suspended_games(league.tournament).completion_orders
        return turn.first.name, turn.first.decided_by

    assert first() == ("Bears", "coming off a bye"), "of round 2: round 3 has not begun"
    numbers = [series.pk for series in third]
    for status in (Series.Status.PLAYING, Series.Status.COMPLETE):
        Series.objects.filter(pk__in=numbers).update(status=status)
        assert first() == ("Comets", "coming off a bye"), status
    of_round(league, 4, sharks, comets)
    assert first() == ("Comets", "coming off a bye"), "until the next round begins"


@pytest.mark.parametrize("teams", [2, 14])
def test_query_count_does_not_grow_with_teams(teams, django_assert_num_queries):
    league = League(teams=teams, rounds=0, profile_text="", stage="round_robin")
    sides = league.sides
    for number in (1, 2):
        for place in range(0, teams, 2):
            home, away = sides[place], sides[(place + 2 * number - 1) % teams]
            entry = stopped(league, home.start(number, "6.0"), away.start(number, "5.0"), number=1)
            league.save([entry], of_round(league, number, home, away))
    with django_assert_num_queries(8):
        suspended_games = read_suspended_games(league.tournament)
        assert len(suspended_games.games) == teams
        assert len(suspended_games.completion_orders) == teams


def test_teams_tied_on_the_d20_roll_again(director_of):
    league = with_two_to_finish()
    sharks, bears, comets, _ = league.sides
    address = f"/t/{league.tournament.slug}/suspended/order/{sharks.team.pk}/"
    typed = {f"roll_{bears.team.pk}": "9", f"roll_{comets.team.pk}": "9"}
    page = words(director_of(league.tournament).post(address, typed, follow=True))
    assert "Tied: Bears, Comets. Roll a d20 again after Bears 9, Comets 9." in as_single_line(page)


def test_finished_game_redirects_to_its_series(league, client):
    game = the_game(league).game
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINAL)
    page = client.get(f"/t/{league.tournament.slug}/suspended/{game.pk}/")
    assert page.url == f"/t/{league.tournament.slug}/series/{game.series_id}/"
    assert client.get(f"/t/{league.tournament.slug}/suspended/999999/").status_code == 404
