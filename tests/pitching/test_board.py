import pytest
from django.urls import reverse

from games.queries.carry_over import carryover_rules
from games.queries.suspended_games import read_suspended_games
from games.queries.usage import usage_of_teams
from games.scoresheet.entries import GameEntry, OutingEntry
from pitching.queries.board import division_boards, team_board
from pitching.queries.planner import build_plan, planned_outing
from rules_engine.innings import format_innings, parse_innings
from rules_engine.profile import default_profile, load_profile, text_of, with_lines
from tests.edition_scenes.scene import words
from tests.games.building import League, complete_games, won_by_home
from tests.markup import as_single_line
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return League()


def row(side, card):
    return next(row for row in team_board(side.team).rows if row.card_id == card.pk)


def worked(league):
    """Create a team whose starters 1-3 started games 1-3. The reliever pitched 1.2, 1.1 and, without an out, 0.0."""
    sharks, bears = league.sharks, league.bears
    games = [
        won_by_home(1, [sharks.start(1, "7.1"), sharks.relief(1, "1.2")], [bears.start(1, "8.0")]),
        won_by_home(2, [bears.start(2, "9.0")], [sharks.start(2, "6.2"), sharks.relief(1, "1.1")]),
        won_by_home(3, [sharks.start(3, "9.0"), sharks.relief(1, "0.0")], [bears.start(3, "8.0")]),
    ]
    league.save(games)


def test_board_before_the_first_game_shows_roles_from_the_cards(league):
    board = team_board(league.sharks.team)
    assert board.game == 1
    assert [row.name for row in board.rows if row.can_start] == [
        "Sharks Starter 1",
        "Sharks Starter 2",
        "Sharks Starter 3",
        "Sharks Starter 4",
        "Sharks Starter 5",
        "Sharks Swingman",
    ]
    assert "Sharks Hitter 1" not in [row.name for row in board.rows]


def test_board_shows_the_ruling_and_the_next_eligible_game(league):
    worked(league)
    starter = row(league.sharks, league.sharks.starters[1])
    assert (starter.can_start, starter.earliest_start) == (False, 6)
    assert starter.start_reason == "T10.2: started game 2: must rest games 3-5"
    reliever = row(league.sharks, league.sharks.relievers[0])
    assert (reliever.can_relieve, reliever.relief_outs, reliever.earliest_relief) == (False, 0, 5)
    assert reliever.relief_reason == "T27.64: pitched in games 1-3: can't pitch 4 games in a row"


def test_partial_games_count_on_the_board(league):
    worked(league)
    league.save([won_by_home(1, [league.sharks.start(4, "6.0")], [], home_runs=None)], league.series[1], complete=False)
    assert team_board(league.sharks.team).game == 5
    assert not row(league.sharks, league.sharks.starters[3]).can_start


def test_playoffs_start_fresh_without_carryover(league):
    worked(league)
    Series.objects.filter(pk__in=[series.pk for series in league.series[1:]]).update(stage="playoff", is_best_of=True)
    assert not row(league.sharks, league.sharks.starters[2]).can_start
    Tournament.objects.update(pitching_carries_over=False)
    league.sharks.team.refresh_from_db()
    fresh = row(league.sharks, league.sharks.starters[2])
    assert (fresh.can_start, row(league.sharks, league.sharks.relievers[0]).relief_outs) == (True, 12)


def test_final_starts_fresh_if_the_rules_wipe_starts_between_playoff_series(league):
    worked(league)
    Series.objects.filter(pk__in=[series.pk for series in league.series]).update(stage="playoff", is_best_of=True)
    assert not row(league.sharks, league.sharks.starters[2]).can_start
    lines = {"pitching.starts_carry_between_best_ofs": False}
    text = text_of(with_lines(load_profile(default_profile()), lines, "as agreed"))
    Tournament.objects.update(profile_text=text)
    league.sharks.team.refresh_from_db()
    assert row(league.sharks, league.sharks.starters[2]).can_start, "he started in the semifinal"
    assert row(league.sharks, league.sharks.relievers[0]).relief_outs < 12, "relief counts on"


def test_playoffs_without_carryover_are_checked_separately(league):
    worked(league)
    Series.objects.filter(pk=league.series[1].pk).update(stage="playoff", is_best_of=True)
    Tournament.objects.update(pitching_carries_over=False)
    game = won_by_home(1, [league.sharks.start(3, "9.0")], [league.bears.start(3, "8.0")])
    league.save([game], league.series[1])
    assert not row(league.sharks, league.sharks.starters[2]).can_start


def test_series_against_a_dropped_team_is_erased_only_for_its_last_opponent():
    league = League(teams=3)
    comets = league.sides[2]
    first_series, two, three = league.series
    Series.objects.filter(pk=two.pk).update(home=comets.team, away=league.bears.team)
    Series.objects.filter(pk=three.pk).delete()
    league.save(complete_games(league, first_series))
    two.refresh_from_db()
    game = won_by_home(1, [comets.start(1, "9.0")], [league.bears.start(4, "8.0")])
    league.save([game], two)
    # the Bears drop out after round 2, when the Comets had just played them but the Sharks hadn't
    league.bears.team.dropped_after_round = 2
    league.bears.team.save()
    Series.objects.filter(pk__in=[first_series.pk, two.pk]).update(status="void")
    usages = usage_of_teams(league.sharks.team.pk, comets.team.pk)
    assert len(usages[league.sharks.team.pk].columns) == 3
    assert usages[comets.team.pk].columns == []


def test_planner_shows_the_games_after_the_planned_game(league):
    worked(league)
    usage = usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk]
    second = league.sharks.relievers[1].pk
    plan = build_plan(
        usage, carryover_rules(league.tournament), [{second: planned_outing(5, starts=False)}], {(0, second): "1.2"}
    )
    assert plan.games == [4, 5, 6, 7]
    cells = next(row.cells for row in plan.rows if row.card_id == second)
    assert [cell.available.relief_outs for cell in cells] == [12, 7, 7, 7]
    assert cells[0].ruling.allowed
    assert cells[0].planned == "1.2"


def test_planner_rules_on_an_illegal_plan(league):
    worked(league)
    usage = usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk]
    tired = league.sharks.relievers[0].pk
    plan = build_plan(usage, carryover_rules(league.tournament), [{tired: planned_outing(3, starts=False)}], {})
    cell = next(row.cells[0] for row in plan.rows if row.card_id == tired)
    assert str(cell.ruling) == "T27.64: pitched in games 1-3: can't pitch 4 games in a row"


def test_planner_starts_fresh_at_a_playoff_series_without_carryover(league):
    """Two round robin games are left, then a playoff series without pitching carryover."""
    league.save(complete_games(league, league.series[0])[:1], complete=False)
    Series.objects.filter(pk__in=[series.pk for series in league.series[1:]]).update(stage="playoff", is_best_of=True)
    starter = league.sharks.starters[2].pk

    def may_start():
        usage = usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk]
        plan = build_plan(usage, carryover_rules(league.tournament), [{starter: planned_outing(24, starts=True)}], {})
        cells = next(row.cells for row in plan.rows if row.card_id == starter)
        return plan.games, [bool(cell.available.start) for cell in cells]

    assert may_start() == ([2, 3, 4, 5], [True, False, False, False])
    Tournament.objects.update(pitching_carries_over=False)
    league.tournament.refresh_from_db()
    assert may_start() == ([2, 3, 4, 5], [True, False, True, True])


@pytest.mark.parametrize("teams", [2, 6])
def test_division_board_query_count_does_not_grow_with_teams(teams, django_assert_num_queries):
    league = League(teams=teams)
    worked(league)
    with django_assert_num_queries(3):
        boards = division_boards(league.division)
    assert [board.team for board in boards] == sorted(side.team.name for side in league.sides)
    assert all(len(board.rows) == 11 for board in boards)


def suspended_third(league):
    """Suspend game 3 with the Sharks' first reliever on the mound after an inning of work."""
    sharks, bears = league.sharks, league.bears
    outings = (sharks.start(3, "5.0"), sharks.relief(1, "1.0"), bears.start(3, "5.0"))
    stopped = GameEntry(3, home_runs=1, away_runs=0, innings=6, ending="suspended", outings=outings)
    league.save([*complete_games(league, league.series[0])[:2], stopped])


def test_t33_0_board_and_sheet_show_what_later_games_use_of_a_suspended_game(client):
    league = League(profile_text="", stage="round_robin")
    suspended_third(league)
    (halted,) = team_board(league.sharks.team).suspended
    assert (halted.game, halted.games) == (3, [4, 5, 6])
    rows = {row.name: (row.innings_left, row.uses) for row in halted.rows}
    assert rows["Sharks Reliever 1"] == ("3.0", ["1.0 in relief: 1.0"] * 3)
    assert rows["Sharks Reliever 2"] == ("4.0", ["1.0 in relief: 1.0"] * 3)
    # T27.52: a start in either of the next two games uses up all his relief, and one in the third uses 0.1
    assert rows["Sharks Swingman"] == (
        "4.0",
        [f"1.0 in relief: 1.0; a start: {limit}" for limit in ("all", "all", "0.1")],
    )
    assert not {"Sharks Starter 3", "Sharks Starter 4"} & rows.keys()
    slug = league.tournament.slug
    for address in (f"bullpens/{league.division.pk}", f"sheets/{league.sharks.team.pk}"):
        page = words(client.get(f"/t/{slug}/{address}/"))
        assert "Relief from suspended game 3 that the next games use up (T33.0)" in page
        assert "1.0 in relief: 1.0; a start: all" in page


def test_t33_0_after_three_games_nothing_more_counts_toward_a_suspended_game():
    league = League(profile_text="", stage="round_robin")
    suspended_third(league)
    league.save(complete_games(league, league.series[1], first=4), league.series[1])
    assert team_board(league.sharks.team).suspended == []


def test_t33_0_planner_shows_what_each_appearance_uses_of_a_suspended_game(client):
    league = League(profile_text="", stage="round_robin")
    suspended_third(league)
    tired, swings = league.sharks.relievers[0].pk, league.sharks.swingman.pk
    plan = {f"plan-0-{tired}": "1.2", f"plan-1-{tired}": "1.0", f"plan-0-{swings}": "s7.0", f"plan-3-{swings}": "1.0"}
    page = words(client.get(f"/t/{league.tournament.slug}/sheets/{league.sharks.team.pk}/", plan))
    assert "uses 1.2 from game 3, leaves 1.1" in page
    assert "uses 1.0 from game 3, leaves 0.1" in page
    assert "uses 4.0 from game 3, leaves nothing" in page
    assert page.count("from game 3, leaves") == 3  # the fourth game no longer counts


@pytest.mark.parametrize(
    ("card", "starts", "innings", "left"),
    [
        (lambda staff: staff.relievers[1], False, "3.0", "1.0"),
        (lambda staff: staff.relievers[0], False, "1.2", "1.1"),
        (lambda staff: staff.swingman, True, "7.0", "0.0"),
    ],
)
def test_t33_0_planner_matches_the_suspended_games_page(client, card, starts, innings, left):
    league = League(profile_text="", stage="round_robin")
    suspended_third(league)
    sharks, bears = league.sharks, league.bears
    number = card(sharks).pk
    api = f"/api/v1/tournaments/{league.tournament.slug}/teams/{sharks.team.pk}/"
    outing = {"game": 1, "card": number, "innings": innings, "starts": starts}
    plan = client.post(f"{api}plan/", {"outings": [outing]}, content_type="application/json").json()
    (sentence,) = next(row["cells"][0]["takes"] for row in plan["rows"] if row["card"] == number)
    assert sentence.endswith(f"leaves {'nothing' if left == '0.0' else left}")
    (halted,) = client.get(f"{api}board/").json()["suspended"]
    assert (halted["game"], halted["games"]) == (3, [4, 5, 6])
    assert number in [row["card"] for row in halted["rows"]]
    pitched = OutingEntry(sharks.team.pk, number, parse_innings(innings), starts=starts)
    rest = sharks.relief(3, "2.0") if starts else sharks.start(4, "6.0")
    begins, follows = (pitched, rest) if starts else (rest, pitched)
    fourth = won_by_home(1, [begins, follows], [bears.start(4, "8.0")])
    league.save([fourth], league.series[1], complete=False)
    row = next(row for row in read_suspended_games(league.tournament).games[0].home.pitchers if row.card_id == number)
    assert format_innings(row.outs_left) == left


def test_bullpens_page_during_the_draft_explains_when_it_starts(client, settings):
    settings.PAGE_CACHE_SECONDS = 0  # the stage changes without an action
    league = League(teams=2, stage="draft")
    address = reverse("bullpens", args=[league.tournament.slug])
    assert "It starts after the draft" in as_single_line(client.get(address).content.decode())
    Tournament.objects.update(stage="round_robin")
    assert "It starts after the draft" not in as_single_line(client.get(address).content.decode())
