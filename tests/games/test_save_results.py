import pytest

from core.errors import Refused, Stale
from games.models import Game, Outing
from games.queries.official import next_series_started, overtaken_series
from games.queries.usage import usage_of_teams
from games.refusals import SaveRefusal
from games.scoresheet.entries import GameEntry
from games.scoresheet.faults import Violations
from pitching.services.sign_off import sign_sheet
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games, won_by_home
from tests.refusing import refuses
from tournaments.action_log.writing import Actor
from tournaments.models import Action, Series, Tournament
from tournaments.services.order_of_play import start_series
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SHARKS_MANAGER, BEARS_MANAGER = Actor("Ann"), Actor("Bob")


@pytest.fixture
def league():
    return League(stage="round_robin")


def tally(series):
    now = Series.objects.get(pk=series.pk)
    return (now.status, now.outcomes, now.home_wins, now.away_wins, now.ties, now.home_runs, now.away_runs)


def sentences(refused):
    return [str(fault) for fault in refused.value.faults]


def test_final_results_count_for_the_series_teams_home_and_away(league):
    league.save(complete_games(league, league.series[0]))

    # the home team won each game: the Sharks hosted games 1 and 3, and the Bears game 2
    assert tally(league.series[0]) == ("complete", "HAH", 2, 1, 0, 8, 7)
    assert [game.home.name for game in Game.objects.all()] == ["Sharks", "Bears", "Sharks"]
    assert Series.objects.get(pk=league.series[0].pk).completed_at is not None


def test_save_writes_a_single_log_row_without_private_data(league):
    league.save(complete_games(league, league.series[0]))
    action = Action.objects.get()
    assert action.sentence == "Round 1: Bears 1, Sharks 2."
    assert action.public == {"series": league.series[0].pk, "round": 1, "version": 2}


def test_partial_games_are_saved_but_do_not_count(league):
    league.save([GameEntry(1, home_runs=3, outings=(league.sharks.start(1, "6.1"),))], complete=False)

    assert tally(league.series[0]) == ("playing", "", 0, 0, 0, 0, 0)
    stored = Game.objects.get()
    assert (stored.status, stored.home_runs, stored.away_runs, stored.innings) == ("draft", 3, None, None)
    assert Outing.objects.get().outs == 19


def test_final_games_count_before_the_series_is_complete(league):
    league.save(complete_games(league, league.series[0])[:2])
    assert tally(league.series[0]) == ("playing", "HA", 1, 1, 0, 5, 5)


def test_final_game_stays_final_after_a_partial_save(league):
    games = complete_games(league, league.series[0])
    league.save(games[:1])
    league.save([games[0], GameEntry(2, away_runs=4)], complete=False)

    assert tally(league.series[0]) == ("playing", "H", 1, 0, 0, 3, 2)
    assert [game.status for game in Game.objects.all()] == ["final", "draft"]


def test_partial_save_cannot_change_a_final_game(league):
    games = complete_games(league, league.series[0])
    league.save(games[:1])
    changed = won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")], home_runs=4)
    with refuses(SaveRefusal.CHANGES_FINAL_GAME):
        league.save([changed], complete=False)
    with refuses(SaveRefusal.EMPTIES_FINAL_GAME):
        league.save([], complete=False)


def test_clearing_a_game_removes_it_from_the_tally(league):
    league.save(complete_games(league, league.series[0])[:2])
    league.save(complete_games(league, league.series[0])[:1])
    assert tally(league.series[0]) == ("playing", "H", 1, 0, 0, 3, 2)
    assert Game.objects.count() == 1


def test_accepts_a_walk_off_with_a_single_out_in_the_ninth(league):
    league.save([won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.1")])])
    game = Game.objects.get()
    assert (game.home_outs_batting, game.away_outs_batting) == (25, 27)


def test_missing_outs_are_refused_with_the_arithmetic(league):
    home = [league.sharks.start(1, "7.0"), league.sharks.relief(1, "1.0")]
    with pytest.raises(Violations) as refused:
        league.save([won_by_home(1, home, [league.bears.start(1, "8.0")])])
    assert sentences(refused) == ["home pitchers have 7.0 + 1.0 = 8.0 innings, but need 9.0: 9 complete innings"]
    assert tally(league.series[0])[0] == "scheduled"


def test_two_starters_on_a_team_are_refused(league):
    home = [league.sharks.start(1, "5.0"), league.sharks.start(2, "4.0")]
    with pytest.raises(Violations) as refused:
        league.save([won_by_home(1, home, [league.bears.start(1, "8.0")])])
    assert "T10.2: home: 2 starting pitchers (Sharks Starter 1, Sharks Starter 2), but only one can start" in sentences(
        refused
    )


def test_rejects_a_pitcher_from_the_other_team_even_in_a_partial_game(league):
    stranger = GameEntry(1, outings=(league.sharks.start(1, "9.0"),))
    wrong = GameEntry(
        1, outings=(stranger.outings[0].__class__(league.bears.team.pk, league.sharks.starters[0].pk, 27),)
    )
    with pytest.raises(Violations) as refused:
        league.save([wrong], complete=False)
    assert sentences(refused) == ["T0.02: this pitcher is not on the roster of Bears"]


def test_pitcher_entered_twice_is_refused(league):
    twice = GameEntry(1, outings=(league.sharks.relief(1, "1.0"), league.sharks.relief(1, "0.2")))
    with pytest.raises(Violations) as refused:
        league.save([twice], complete=False)
    assert sentences(refused) == ["T10.2: he is listed twice in this game; a pitcher who has left can't return"]


def test_line_score_supplies_score_and_innings(league):
    entry = won_by_home(
        1,
        [league.sharks.start(1, "9.0")],
        [league.bears.start(1, "8.0")],
        home_runs=None,
        away_runs=None,
        innings=None,
        away_line=(0, 0, 1, 0, 0, 0, 1, 0, 0),
        home_line=(0, 2, 0, 0, 0, 1, 0, 0),
    )
    league.save([entry])
    game = Game.objects.get()
    assert (game.away_runs, game.home_runs, game.innings) == (2, 3, 9)


def test_score_that_does_not_match_the_line_score_is_refused(league):
    line = {"away_line": (0, 0, 1, 0, 0, 0, 1, 0, 0), "home_line": (0, 2, 0, 0, 0, 2, 0, 0)}
    entry = won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")], **line)
    with pytest.raises(Violations) as refused:
        league.save([entry])
    assert sentences(refused) == ["home line score adds up to 4, but the score is 3"]


def test_t0_04_accepts_mercy_after_the_top_of_the_fifth(league):
    entry = won_by_home(
        1,
        [league.sharks.start(1, "5.0")],
        [league.bears.start(1, "4.0")],
        home_runs=11,
        away_runs=1,
        innings=5,
        ending="mercy",
    )
    league.save([entry])
    assert tally(league.series[0])[1] == "H"


def test_t0_04_refuses_mercy_with_a_nine_run_lead(league):
    entry = won_by_home(
        1,
        [league.sharks.start(1, "7.0")],
        [league.bears.start(1, "7.0")],
        home_runs=9,
        away_runs=0,
        innings=7,
        ending="mercy",
    )
    with pytest.raises(Violations, match="T0.04: lead of 9: the mercy rule needs 10"):
        league.save([entry])


def test_t0_04_director_can_accept_a_game_played_past_mercy(league):
    line = {"away_line": (0,) * 9, "home_line": (5, 5, 0, 0, 0, 0, 1, 0)}
    entry = won_by_home(
        1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")], home_runs=11, away_runs=0, **line
    )
    with pytest.raises(Violations) as refused:
        league.save([entry])
    assert refused.value.faults[0].acceptor == "desk"

    changed_entry = entry.__class__(**{**_fields(entry), "accept": True, "footnote": "both forgot the mercy rule"})
    with pytest.raises(Violations):
        league.save([changed_entry], actor=SHARKS_MANAGER, acting_team=league.sharks.team.pk)
    league.save([changed_entry])
    game = Game.objects.get()
    assert (game.accepted_rule, game.accepted_by, game.footnote) == ("T0.04", "Director", "both forgot the mercy rule")


def _fields(entry):
    return {name: getattr(entry, name) for name in entry.__dataclass_fields__}


def test_t0_05_concession_must_be_recorded_with_a_ten_run_lead(league):
    pitched = ([league.sharks.start(1, "7.0")], [league.bears.start(1, "6.0")])
    conceded = {"innings": 7, "ending": "conceded", "conceded_by": league.bears.team.pk, "away_runs": 2}
    with pytest.raises(Violations, match="T0.05: a concession at 8-2 is recorded as 12-2"):
        league.save([won_by_home(1, *pitched, home_runs=8, **conceded)])
    league.save([won_by_home(1, *pitched, home_runs=12, **conceded)])
    assert tally(league.series[0])[1:] == ("H", 1, 0, 0, 12, 2)


def test_t0_05_concession_without_a_deficit_is_flagged_until_both_teams_sign(league, director_of):
    sharks, bears = league.sharks, league.bears
    lines = {"home_line": (1, 1, 1), "away_line": (0, 0, 0, 3), "home_runs": 13, "away_runs": 3, "innings": 4}
    pitched = ([sharks.start(1, "4.0", injured=True)], [bears.start(1, "3.0", injured=True)])
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(1, *pitched, ending="conceded", conceded_by=bears.team.pk, **lines)
    league.save(games)
    director, slug = director_of(league.tournament), league.tournament.slug
    message = "3-3: not behind, so the Tournament Director must agree"
    assert message in words(director.get(f"/t/{slug}/series/{league.series[0].pk}/"))
    assert f"conceded by Bears: {message}" in words(director.get(f"/t/{slug}/dashboard/"))
    for side in (sharks, bears):
        sign_sheet(series=league.series[0], sheet_of=side.team, actor=DESK)
    assert message not in words(director.get(f"/t/{slug}/dashboard/"))


def test_t0_05_team_ahead_cannot_concede(league):
    pitched = ([league.sharks.start(1, "7.0")], [league.bears.start(1, "6.0")])
    conceded = {"innings": 7, "ending": "conceded", "conceded_by": league.sharks.team.pk, "home_runs": 12}
    with pytest.raises(Violations, match="the team that conceded has more runs"):
        league.save([won_by_home(1, *pitched, away_runs=2, **conceded)])


def test_refuses_a_game_after_a_best_of_series_is_decided(league):
    series = league.series[0]
    Series.objects.filter(pk=series.pk).update(stage="playoff", is_best_of=True, games_planned=5)
    series.refresh_from_db()
    # in the 2-2-1 pattern, the Sharks host games 1 and 2
    sweep = [
        won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")]),
        won_by_home(2, [league.sharks.start(2, "9.0")], [league.bears.start(2, "8.0")]),
        won_by_home(3, [league.bears.start(3, "9.0")], [league.sharks.start(3, "9.0")], home_runs=2, away_runs=3),
    ]
    fourth = won_by_home(4, [league.bears.start(4, "9.0")], [league.sharks.start(4, "8.0")])
    with pytest.raises(Violations) as refused:
        league.save([*sweep, fourth])
    assert sentences(refused) == ["the series was decided 3-0 (best of 5), so there is no game 4"]
    league.save(sweep)
    assert tally(series)[:4] == ("complete", "HHH", 3, 0)


def test_refuses_a_gap_between_games(league):
    games = complete_games(league, league.series[0])
    with pytest.raises(Violations, match="game 2 is empty, but game 3 isn't"):
        league.save([games[0], games[2]])


def test_void_series_refuses_results_t0_08(league):
    Series.objects.filter(pk=league.series[0].pk).update(status="void")
    with refuses(SaveRefusal.SERIES_VOID):
        league.save(complete_games(league, league.series[0]))
    assert not Game.objects.exists()


def test_only_the_two_managers_or_the_director_enter_results():
    league = League(teams=3)
    with refuses(SaveRefusal.OTHER_TEAM):
        league.save(complete_games(league, league.series[0]), acting_team=league.sides[2].team.pk)


def test_second_tab_is_stale_and_overwrites_nothing(league):
    games = complete_games(league, league.series[0])
    league.save(games[:1], actor=SHARKS_MANAGER, acting_team=league.sharks.team.pk)
    with pytest.raises(Stale):
        league.save(games, version=1, actor=BEARS_MANAGER, acting_team=league.bears.team.pk)
    assert Game.objects.count() == 1


def test_double_click_saves_once(league):
    games = complete_games(league, league.series[0])
    first = league.save(games, version=1)
    second = league.save(games, version=1)
    assert (first.changed, second.changed) == (True, False)
    assert Series.objects.get(pk=league.series[0].pk).version == 2
    assert Action.objects.count() == 1


def test_t33_suspended_game_is_finished_in_its_original_column(league):
    first_series, two = league.series[:2]
    games = complete_games(league, first_series)
    stopped = GameEntry(
        3,
        home_runs=1,
        away_runs=1,
        innings=6,
        ending="suspended",
        outings=(league.sharks.start(3, "5.0"), league.sharks.relief(1, "1.0"), league.bears.start(3, "5.0")),
    )
    league.save([*games[:2], stopped])
    assert tally(first_series)[:2] == ("suspended", "HA")

    league.save(complete_games(league, two, first=4), two)
    finished = GameEntry(
        3,
        home_runs=2,
        away_runs=1,
        innings=9,
        outings=(
            league.sharks.start(3, "5.0"),
            league.sharks.relief(1, "2.0"),
            league.sharks.relief(2, "2.0"),
            league.bears.start(3, "8.0"),
        ),
    )
    league.save([*games[:2], finished], first_series)

    assert tally(first_series)[:2] == ("complete", "HAH")
    game = Game.objects.get(series=first_series, number=3)
    assert (game.home_resumed_after, game.away_resumed_after) == (6, 6)
    usage = usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk]
    assert len(usage.columns) == 6
    relieved = usage.pitchers[league.sharks.relievers[0].pk].cells[2]
    assert (relieved.outs, relieved.outs_after_resumption, relieved.entered_on_resumption) == (6, 3, False)
    assert usage.pitchers[league.sharks.relievers[1].pk].cells[2].entered_on_resumption


def test_t33_games_since_the_suspension_reduce_relief_innings(league):
    first_series, two = league.series[:2]
    games = complete_games(league, first_series)
    stopped = GameEntry(
        3,
        home_runs=1,
        away_runs=1,
        innings=6,
        ending="suspended",
        outings=(league.sharks.start(3, "5.0"), league.bears.start(3, "5.0")),
    )
    league.save([*games[:2], stopped])
    later = complete_games(league, two, first=4)
    later[0] = won_by_home(
        1, [league.sharks.start(4, "6.0"), league.sharks.relief(1, "3.0")], [league.bears.start(4, "8.0")]
    )
    league.save(later, two)

    finished = GameEntry(
        3,
        home_runs=2,
        away_runs=1,
        innings=9,
        outings=(league.sharks.start(3, "5.0"), league.sharks.relief(1, "4.0"), league.bears.start(3, "8.0")),
    )
    with pytest.raises(Violations) as refused:
        league.save([*games[:2], finished], first_series)
    assert sentences(refused) == ["T10.2: pitched 4.0, 3.0 too many: relieved 3.0 in games 1-4: 1.0 left"]


def test_t33_tournament_without_suspended_games_refuses_them():
    league = League(suspended_games=False)
    stopped = GameEntry(1, home_runs=1, away_runs=1, innings=6, ending="suspended")
    with pytest.raises(Violations, match="T33.0: this tournament has no suspended games"):
        league.save([stopped])


def test_t33_only_the_director_records_an_unplayed_game_as_a_tie(league):
    games = [*complete_games(league, league.series[0])[:2], GameEntry(3, ending="not_finished")]
    with pytest.raises(Violations, match="T33.0: only the director can record"):
        league.save(games, acting_team=league.sharks.team.pk)
    league.save(games)
    assert tally(league.series[0]) == ("complete", "HAT", 1, 1, 1, 5, 5)
    assert len(usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk].columns) == 2


def test_t0_16_results_set_the_home_team_without_a_recorded_roll(league):
    series = league.series[0]
    Series.objects.filter(pk=series.pk).update(home_decided=False)
    games = [won_by_home(1, [league.bears.start(1, "9.0")], [league.sharks.start(1, "8.0")])]
    league.save(games, first_home=league.bears.team.pk)
    now = Series.objects.get(pk=series.pk)
    assert (now.home.name, now.home_decided, now.outcomes) == ("Bears", True, "H")


def test_t0_06_only_the_director_changes_official_results(league):
    league.save(complete_games(league, league.series[0]))
    league.save(complete_games(league, league.series[1], first=4)[:1], league.series[1])
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")], home_runs=4)
    with refuses(SaveRefusal.OFFICIAL):
        league.save(games, acting_team=league.sharks.team.pk)
    with refuses(SaveRefusal.NO_REASON):
        league.save(games)
    league.save(games, reason="misread the line score")
    assert tally(league.series[0])[5] == 9


def test_t10_2_dashboard_shows_appearances_made_illegal_by_a_correction(league, director_of):
    first_series, two = league.series[:2]
    director = director_of(league.tournament)

    def waiting() -> str:
        return director.get(f"/t/{league.tournament.slug}/dashboard/").content.decode()

    start_series(series=first_series, actor=Actor("Director"))
    league.save(complete_games(league, two, first=1), two)
    assert "Illegal after a correction" not in waiting()
    league.save(complete_games(league, first_series, first=4), first_series)
    assert "Sharks, game 4, Sharks Starter 1: T10.2: started game 3: must rest games 4-6" in waiting()
    assert waiting().count("Illegal after a correction") == 2
    league.save(complete_games(league, first_series, first=3), first_series, reason="the wrong men")
    assert "Illegal after a correction" not in waiting()
    undo_action(action=Action.objects.order_by("pk").last(), actor=Actor("Director"))
    assert waiting().count("Illegal after a correction") == 2


def test_tiebreaker_game_cannot_end_in_a_tie(league):
    Series.objects.filter(pk=league.series[0].pk).update(stage=Series.Stage.TIE_BREAK, games_planned=1)
    with pytest.raises(Violations, match="a tiebreaker game can't end in a tie"):
        league.save([GameEntry(1, ending="not_finished")])


def test_t0_06_unplayed_game_does_not_start_its_series(league):
    first, second = league.series[:2]
    league.save(complete_games(league, first))
    never = GameEntry(2, ending="not_finished")
    league.save([GameEntry(1, ending="not_finished")], second)
    assert next_series_started(first) is None
    assert overtaken_series(league.tournament, [first]) == set()
    league.save([complete_games(league, second, first=4)[0], never], second)
    assert next_series_started(first) == second
    assert overtaken_series(league.tournament, [first]) == {first.pk}


def test_late_results_warn_of_violations_in_later_games(league):
    first_series, two = league.series[:2]
    start_series(series=first_series, actor=Actor("Director"))
    league.save(complete_games(league, two, first=1), two)
    saved = league.save(complete_games(league, first_series, first=4), first_series)
    assert saved.later_breaches == [
        "Sharks, game 4, Sharks Starter 1: T10.2: started game 3: must rest games 4-6",
        "Bears, game 4, Bears Starter 1: T10.2: started game 3: must rest games 4-6",
    ]


def test_undo_restores_the_previous_results(league):
    games = complete_games(league, league.series[0])
    league.save(games[:1])
    league.save(games)
    later, earlier = Action.objects.filter(verb="save_series_results")
    with refuses(SaveRefusal.CHANGED_SINCE):
        undo_action(action=earlier, actor=Actor("Director"))
    undone = undo_action(action=later, actor=Actor("Director"))
    assert tally(league.series[0]) == ("playing", "H", 1, 0, 0, 3, 2)
    assert undone.undoes == later
    undo_action(action=earlier, actor=Actor("Director"))
    assert not Game.objects.exists()


def test_cannot_undo_a_result_used_for_seeding(league):
    league.save(complete_games(league, league.series[0]))
    saved = tally(league.series[0])
    team = league.series[0].home
    team.seed = 1
    team.save()
    with pytest.raises(Refused, match="playoff seeding is based on"):
        undo_action(action=Action.objects.first(), actor=Actor("Director"))
    assert tally(league.series[0]) == saved


def test_playoff_series_follows_the_home_pattern(league):
    series = league.series[0]
    Series.objects.filter(pk=series.pk).update(stage="playoff", is_best_of=True, games_planned=7)
    Tournament.objects.update(home_pattern="2-3-2")
    games = [GameEntry(number, home_runs=1) for number in range(1, 7)]
    league.save(games, complete=False)
    assert [game.home.name[0] for game in Game.objects.all()] == list("SSBBBS")


def test_only_a_team_in_the_series_can_concede(league):
    league.save([GameEntry(1, home_runs=3, ending="conceded", conceded_by=987654)], complete=False)
    assert Game.objects.get().conceded_by_id is None
    with pytest.raises(Violations) as refused:
        league.save([GameEntry(1, home_runs=13, away_runs=3, innings=5, ending="conceded", conceded_by=987654)])
    assert any("choose the team that conceded" in sentence for sentence in sentences(refused))


def test_rejects_absurd_innings_even_in_a_partial_game(league):
    with pytest.raises(Violations) as refused:
        league.save([GameEntry(1, outings=(league.sharks.start(1, "12345.0"),))], complete=False)
    assert "12345.0 innings in one game: enter innings and thirds, such as 1.2" in sentences(refused)[0]
    assert not Game.objects.exists()


def test_undo_of_results_can_be_undone_repeatedly(league):
    league.save(complete_games(league, league.series[0]))
    saved = tally(league.series[0])

    def undo_newest():
        return undo_action(action=Action.objects.order_by("pk").last(), actor=Actor("Director"))

    undo_newest()
    assert tally(league.series[0])[:2] == ("scheduled", "")
    assert undo_newest().sentence == "Redone: Round 1: Bears 1, Sharks 2."
    assert tally(league.series[0]) == saved
    assert undo_newest().sentence == "Undone: Round 1: Bears 1, Sharks 2."
    assert tally(league.series[0])[:2] == ("scheduled", "")


def test_results_cannot_be_redone_after_a_later_save_or_a_new_violation(league):
    first_series, two = league.series[:2]
    league.save(complete_games(league, two, first=4)[:1], two)
    undone = undo_action(action=Action.objects.order_by("pk").last(), actor=Actor("Director"))
    league.save(complete_games(league, first_series, first=3), first_series)
    with pytest.raises(Refused, match="These results now break a rule. Enter them on the series page.*must rest"):
        undo_action(action=undone, actor=Actor("Director"))
    league.save(complete_games(league, two, first=1)[:1], two)
    league.save([], first_series, reason="entered for the wrong series")
    with refuses(SaveRefusal.CHANGED_SINCE):
        undo_action(action=undone, actor=Actor("Director"))
