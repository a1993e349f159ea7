"""The tiebreaker process, step by step."""

from dataclasses import replace
from functools import partial

import pytest

from rules_engine.competition.standings import NOT_STARTED, STOPPED, GameScore, standings, tally_games
from rules_engine.competition.tie_proof import need_sentence
from rules_engine.competition.tie_steps import STEPS, Answers, TieBreakError, TieTable
from rules_engine.competition.tiebreaks import advancement, break_tie
from rules_engine.profile import available_profiles, load_profile
from rules_engine.tie_step_titles import TITLES

STAR = load_profile("purestrat@1").standings
A, B, C, D, E = 1, 2, 3, 4, 5
NAMES = {A: "Ann", B: "Bob", C: "Cy", D: "Dee", E: "Eve"}.__getitem__


def tally(home, away, *games):
    return tally_games(home, away, [game if isinstance(game, GameScore) else GameScore(*game) for game in games])


def series(home, away, won, lost):
    return tally(home, away, *[(1, 0)] * won, *[(0, 1)] * lost)


def advance(tallies, places, answers=None, rules=STAR, teams=(A, B, C, D, E)):
    rows = standings(teams, tallies, rank_by=rules.rank_by)
    return advancement(rows, tallies, places, rules, answers)


# three teams tied at 8-8; head-to-head, A is 6-2 and B and C are 3-5
THREE_TIED = [
    series(A, B, 3, 1),
    series(A, C, 3, 1),
    series(B, C, 2, 2),
    series(A, D, 0, 4),
    series(B, D, 2, 2),
    series(C, D, 2, 2),
    series(E, A, 2, 2),
    series(E, B, 1, 3),
    series(E, C, 1, 3),
]


def test_rulebook_example_advances_best_head_to_head_and_restarts_the_rest():
    outcome = break_tie(
        (A, B, C),
        2,
        TieTable.from_rows(standings((A, B, C, D, E), THREE_TIED), THREE_TIED),
        steps=STAR.tie_break_steps,
        seeding_steps=STAR.seeding_steps,
    )
    assert outcome.advanced == ((A,),)
    assert (outcome.tied, outcome.places) == ((B, C), 1)
    assert [(need.kind, need.teams) for need in outcome.needs] == [("playoff_game", (B, C))]
    assert [step.sentence(NAMES) for step in outcome.proof] == [
        "Head-to-head among Ann, Bob and Cy for 2 places: Ann 6-2, Bob 3-5, Cy 3-5. "
        "Ann advances; the process starts again with Bob and Cy for one place.",
        "Head-to-head between Bob and Cy for one place: Bob 2-2, Cy 2-2. All remain tied.",
        "One-game playoff between Bob and Cy for one place: must be played; all pitching carries over.",
    ]


def test_playoff_game_result_breaks_the_tie():
    outcome = break_tie(
        (A, B, C),
        2,
        TieTable.from_rows(standings((A, B, C, D, E), THREE_TIED), THREE_TIED),
        steps=STAR.tie_break_steps,
        seeding_steps=STAR.seeding_steps,
        answers=Answers(playoff_games={frozenset((B, C)): C}),
    )
    assert outcome.decided
    assert outcome.seeds == (A, C)
    assert outcome.eliminated == (B,)
    assert outcome.proof[-1].sentence(NAMES).endswith("Cy won, Bob lost. Cy advances; Bob falls short.")


def test_bottom_head_to_head_teams_are_eliminated_first():
    tallies = [series(A, B, 1, 1), series(A, C, 2, 0), series(B, C, 2, 0), series(C, D, 4, 0), series(D, E, 1, 1)]
    tallies += [series(A, E, 1, 2), series(B, E, 1, 2)]
    rows = standings((A, B, C, D, E), tallies)
    table = TieTable.from_rows(rows, tallies)
    outcome = break_tie((A, B, C), 1, table, steps=STAR.tie_break_steps, seeding_steps=STAR.seeding_steps)
    assert outcome.proof[0].eliminated == (C,)
    assert outcome.tied == (A, B)


def test_head_to_head_is_skipped_after_unequal_meetings():
    tallies = [series(A, B, 2, 0), series(B, C, 1, 0), series(C, A, 0, 0)]
    table = TieTable.from_rows(standings((A, B, C), tallies), tallies)
    outcome = break_tie((A, B, C), 1, table, steps=["head_to_head"], seeding_steps=[])
    assert outcome.proof[0].skipped == "they haven't met the same number of times (0 to 2 games a pair)"
    assert outcome.needs[0].kind == "director"


def test_playoff_game_breaks_two_way_ties_only():
    tallies = [series(A, B, 1, 1), series(B, C, 1, 1), series(C, A, 1, 1)]
    outcome = advance(tallies, 1, teams=(A, B, C))
    skipped = next(step for step in outcome.proof if step.step == "playoff_game")
    assert "3 teams are tied" in skipped.sentence(NAMES)
    assert [(need.kind, need.teams) for need in outcome.needs] == [("d20", (A, B, C))]


def test_strength_of_schedule_favors_higher_ranked_opponents():
    # A and B are tied and have not met; A met the leader, B the last-place team
    tallies = [series(A, C, 1, 1), series(B, D, 1, 1), series(C, D, 2, 0)]
    outcome = advance(tallies, 2, rules=replace(STAR, tie_break_steps=("strength_of_schedule",)), teams=(A, B, C, D))
    assert outcome.seeds == (C, A)
    assert outcome.proof[0].sentence(NAMES) == (
        "Strength of schedule between Ann and Bob for one place: "
        "Ann average place 1.00 (2 over 2 games), Bob average place 4.00 (8 over 2 games). "
        "Ann advances; Bob falls short."
    )


def test_strength_of_schedule_sums_opponents_games_over_500():
    """B's opponents have the better average rank, 2 against 3.5. A's opponents are +10 and -1."""
    x, y, u, v, z = 11, 12, 13, 14, 15
    even = [series(A, x, 1, 1), series(A, y, 1, 1), series(B, u, 1, 1), series(B, v, 1, 1)]
    tallies = [*even, series(x, z, 10, 0), series(z, y, 1, 0), series(u, z, 1, 0), series(v, z, 1, 0)]
    table = partial(TieTable.from_rows, standings((A, B, x, y, u, v, z), tallies), tallies)
    by_games = STEPS["strength_of_schedule"]((A, B), table(load_profile("purestrat@2").standings), Answers())
    by_places = STEPS["strength_of_schedule"]((A, B), table(load_profile("purestrat@1").standings), Answers())
    assert by_games.shown == {A: "opponents +9", B: "opponents +2"}
    assert by_games.values[A] > by_games.values[B]
    assert by_places.values[A] < by_places.values[B]


def test_full_round_robin_ties_strength_of_schedule():
    tallies = [series(A, B, 1, 1), series(B, C, 1, 1), series(C, A, 1, 1)]
    step = next(s for s in advance(tallies, 1, teams=(A, B, C)).proof if s.step == "strength_of_schedule")
    assert not step.decided


def test_only_seeding_is_rolled_for_if_all_tied_teams_advance():
    tallies = [series(A, B, 1, 1), series(A, C, 2, 0), series(B, C, 2, 0)]
    outcome = advance(tallies, 2, teams=(A, B, C))
    assert not outcome.tied
    assert outcome.advanced == ((A, B),)
    assert [(need.kind, need.teams) for need in outcome.needs] == [("d20", (A, B))]
    assert {step.purpose for step in outcome.proof} == {"seeding"}
    rolled = advance(tallies, 2, Answers(d20={frozenset((A, B)): [{A: 4, B: 17}]}), teams=(A, B, C))
    assert rolled.advanced == ((B,), (A,))
    assert rolled.proof[-1].sentence(NAMES) == "D20 between Ann and Bob: Bob 17, Ann 4. Order: Bob; Ann."


def test_no_proof_is_needed_if_records_decide():
    outcome = advance([series(A, B, 2, 0)], 1, teams=(A, B))
    assert (outcome.seeds, outcome.eliminated, outcome.proof, outcome.needs) == ((A,), (B,), (), ())


def test_tied_d20_is_rerolled_by_teams_still_tied():
    tallies = [series(A, B, 1, 1), series(B, C, 1, 1), series(C, A, 1, 1)]
    trio = frozenset((A, B, C))
    level = advance(tallies, 1, Answers(d20={trio: [{A: 9, B: 9, C: 9}]}), teams=(A, B, C))
    assert level.needs[0].is_reroll
    assert need_sentence(level.needs[0], NAMES) == "D20 among Ann, Bob and Cy: tied, so each team rolls again."
    partly = advance(tallies, 1, Answers(d20={trio: [{A: 9, B: 9, C: 9}, {A: 12, B: 3, C: 12}]}), teams=(A, B, C))
    assert partly.eliminated == (B,)
    # the process restarts with two teams left, so a playoff game comes before another roll
    assert [(need.kind, need.teams) for need in partly.needs] == [("playoff_game", (A, C))]


def test_rejects_impossible_rolls():
    tallies = [series(A, B, 1, 1)]
    rules = replace(STAR, tie_break_steps=("d20",))
    with pytest.raises(TieBreakError, match="21 is not on a 20-sided die"):
        advance(tallies, 1, Answers(d20={frozenset((A, B)): [{A: 21, B: 3}]}), rules, (A, B))
    with pytest.raises(TieBreakError, match="the rolls are for"):
        advance(tallies, 1, Answers(d20={frozenset((A, B)): [{A: 20}]}), rules, (A, B))
    with pytest.raises(TieBreakError, match="did not take part"):
        advance(
            tallies, 1, Answers(shootouts={frozenset((A, B)): C}), replace(STAR, tie_break_steps=("shootout",)), (A, B)
        )


def test_single_day_steps_use_runs_then_a_coin():
    rules = replace(
        STAR, tie_break_steps=("head_to_head", "fewest_runs_allowed", "run_difference", "runs_scored", "coin")
    )
    tallies = [tally(A, B, (3, 1), (1, 2)), tally(A, C, (5, 0)), tally(B, C, (7, 0))]
    outcome = advance(tallies, 1, rules=rules, teams=(A, B, C))
    assert outcome.seeds == (A,)  # 3 runs allowed against 4
    assert [step.step for step in outcome.proof] == ["head_to_head", "fewest_runs_allowed"]
    level = [tally(A, B, (3, 1), (1, 3))]
    assert advance(level, 1, rules=rules, teams=(A, B)).needs[0].kind == "coin"
    result = advance(level, 1, Answers(d20={frozenset((A, B)): [{A: 3, B: 14}]}), rules, (A, B))
    assert result.seeds == (B,)


def test_run_difference_can_be_capped_per_game():
    rules = replace(STAR, tie_break_steps=("run_difference",))
    tallies = [tally(A, C, (20, 0), (0, 1)), tally(B, C, (14, 0), (0, 1))]
    assert advance(tallies, 1, rules=rules, teams=(A, B, C)).seeds == (A,)
    capped = advance(tallies, 1, rules=replace(rules, run_difference_cap=12), teams=(A, B, C))
    assert capped.proof[0].values == ((A, "+11"), (B, "+11"), (C, "-22"))
    unknown = [tally_before._replace(margins=()) for tally_before in tallies]
    with pytest.raises(TieBreakError, match="no margins"):
        advance(unknown, 1, rules=replace(rules, run_difference_cap=12), teams=(A, B, C))


def test_capped_loss_costs_as_much_as_a_capped_win_gains():
    tallies = [tally(A, B, (20, 0), (0, 19))]
    rules = replace(STAR, tie_break_steps=("run_difference",), run_difference_cap=12)
    assert advance(tallies, 1, rules=rules, teams=(A, B)).proof[0].values == ((A, "+0"), (B, "+0"))


def test_t0_08_dropped_team_without_takeover_frees_a_spot_for_the_next_best():
    tallies = [series(A, B, 3, 1), series(B, C, 3, 1)]
    rows = standings((A, B, C), tallies)
    assert advancement(rows, tallies, 1, STAR).seeds == (A,)
    assert advancement(rows, tallies, 1, STAR, passed_over={A}).seeds == (B,)


def test_team_eliminated_later_ranks_ahead_of_earlier_ones():
    tallies = [tally(A, C, (10, 5)), tally(B, D, (10, 3))]
    table = TieTable.from_rows(standings((A, B, C, D), tallies), tallies)
    outcome = break_tie(
        (A, B, C, D),
        1,
        table,
        steps=("runs_scored", "d20"),
        seeding_steps=("d20",),
        answers=Answers(d20={frozenset((A, B)): [{A: 12, B: 7}]}),
    )
    assert (outcome.seeds, outcome.eliminated) == ((A,), (B, C, D))


def test_remaining_teams_restart_the_steps_after_a_team_is_seeded():
    tallies = [
        tally(A, B, (5, 0), (5, 0)),
        tally(B, C, (3, 1), (3, 1)),
        tally(C, A, (2, 1), (2, 1)),
    ]
    table = TieTable.from_rows(standings((A, B, C), tallies), tallies)
    steps = ("head_to_head", "runs_scored", "d20")
    outcome = break_tie((C, B, A), 3, table, steps=steps, seeding_steps=steps)
    assert (outcome.seeds, outcome.needs) == ((A, B, C), ())
    assert outcome.proof[1].sentence(NAMES).endswith("Order: Ann; Cy and Bob (tied).")


def test_head_to_head_reports_teams_that_never_met():
    outcome = advance([series(A, C, 2, 0), series(B, D, 2, 0)], 1, teams=(A, B, C, D))
    assert outcome.proof[0].skipped == "they have not met"


def test_head_to_head_can_be_limited_to_two_teams():
    rules = replace(STAR, tie_break_steps=("head_to_head_of_two", "d20"))
    tallies = [series(A, B, 2, 0), series(B, C, 1, 1), series(C, A, 2, 0), series(B, D, 2, 0), series(C, D, 0, 2)]
    outcome = advance(tallies, 1, rules=rules, teams=(A, B, C, D))
    assert "for two" in outcome.proof[0].skipped


def test_shootout_breaks_a_two_team_wild_card_tie():
    tallies = [series(A, B, 3, 1), series(C, D, 3, 1)]
    table = TieTable.from_rows(standings((A, B), tallies[:1]) + standings((C, D), tallies[1:]), tallies)
    steps = ("record", "shootout", "d20")
    assert break_tie((A, C), 1, table, steps=steps, seeding_steps=steps).needs[0].kind == "shootout"
    answers = Answers(shootouts={frozenset((A, C)): C})
    won = break_tie((A, C), 1, table, steps=steps, seeding_steps=steps, answers=answers)
    assert (won.seeds, won.eliminated) == ((C,), (A,))
    assert break_tie((A, D), 1, table, steps=steps, seeding_steps=steps).seeds == (A,)


def test_director_decides_after_all_steps_are_exhausted():
    outcome = advance([series(A, B, 1, 1)], 1, rules=replace(STAR, tie_break_steps=("head_to_head",)), teams=(A, B))
    assert need_sentence(outcome.needs[0], NAMES) == (
        "Director's decision between Ann and Bob: no steps are left, so the director decides."
    )


def test_unknown_step_error_lists_the_known_steps():
    with pytest.raises(TieBreakError, match="unknown tiebreaker step “magic”; use one of: coin, d20"):
        advance([series(A, B, 1, 1)], 1, rules=replace(STAR, tie_break_steps=("magic",)), teams=(A, B))


@pytest.mark.parametrize("key", available_profiles())
def test_every_profile_uses_known_steps(key):
    rules = load_profile(key).standings
    assert {*rules.tie_break_steps, *rules.seeding_steps} <= set(STEPS)


# the same results with runs: B beat D by five twice, C lost to D by three twice
THREE_TIED_WITH_RUNS = [
    *THREE_TIED[:4],
    tally(B, D, (5, 0), (5, 0), (0, 1), (0, 1)),
    tally(C, D, (1, 0), (1, 0), (0, 3), (0, 3)),
    *THREE_TIED[6:],
]
STAR_PROCESS = ["head_to_head: Ann", "head_to_head: ", "playoff_game: "]
PLAYED = {
    "apba_one_day": ["head_to_head: Ann", "head_to_head: ", "fewest_runs_allowed: Bob"],
    "diamond_mind": ["playoff_game: ", "run_difference: Bob, Ann"],
}


@pytest.mark.parametrize("key", available_profiles())
def test_each_edition_breaks_a_three_team_tie_by_its_own_steps(key):
    """field_facts: every tournament edition uses the STAR process, and the one-day tournaments use their own lists."""
    rules = load_profile(key).standings
    table = TieTable.from_rows(standings((A, B, C, D, E), THREE_TIED_WITH_RUNS), THREE_TIED_WITH_RUNS)
    result = break_tie((A, B, C), 2, table, steps=rules.tie_break_steps, seeding_steps=rules.seeding_steps)
    sentences = [
        f"{step.step}: {', '.join(NAMES(team) for group in step.advanced for team in group)}" for step in result.proof
    ]
    assert sentences == PLAYED.get(key.partition("@")[0], STAR_PROCESS)
    waits = [(need.kind, need.teams) for need in result.needs]
    assert waits == ([("playoff_game", (B, C))] if sentences == STAR_PROCESS else [])


@pytest.mark.parametrize("key", available_profiles())
def test_only_seeding_is_open_if_all_tied_teams_advance(key):
    """field_facts: head-to-head, then a d20. The one-day lists continue with their own figures and a coin toss."""
    rules = load_profile(key).standings
    tallies = [series(A, B, 2, 2), series(A, C, 2, 0), series(B, C, 2, 0)]
    result = advance(tallies, 2, rules=rules, teams=(A, B, C))
    last = {"apba_one_day": "coin", "diamond_mind": "coin"}.get(key.partition("@")[0], "d20")
    assert [(need.kind, need.teams) for need in result.needs] == [(last, (A, B))]
    assert not result.eliminated or result.eliminated == (C,)


def test_every_step_has_a_title():
    assert set(TITLES) == set(STEPS)


# D leads; A, B and C are tied. A swept B, and C's series against both never started
ONE_SERIES_NOT_STARTED = [
    series(A, B, 2, 0),
    tally(A, C, *[NOT_STARTED] * 2),
    tally(B, C, *[NOT_STARTED] * 2),
    series(A, D, 0, 2),
    series(B, E, 2, 0),
    series(C, D, 1, 1),
    series(C, E, 1, 1),
]


def test_unstarted_series_blocks_head_to_head():
    outcome = advance(ONE_SERIES_NOT_STARTED, 2)
    assert (outcome.proof[0].group, outcome.proof[0].skipped) == (
        (A, B, C),
        "they haven't met the same number of times (0 to 2 games a pair)",
    )


def test_stopped_games_count_as_meetings_and_ties():
    stopped = [tally(*pair, STOPPED, STOPPED) for pair in ((A, C), (B, C))]
    outcome = advance([ONE_SERIES_NOT_STARTED[0], *stopped, *ONE_SERIES_NOT_STARTED[3:]], 2)
    assert outcome.proof[0].values == ((A, "2-0-2"), (C, "0-0-4"), (B, "0-2-2"))
    assert outcome.seeds == (D, A)


def test_teams_with_only_an_unstarted_series_have_not_met():
    outcome = advance([tally(A, B, *[NOT_STARTED] * 3), series(A, C, 1, 1), series(B, C, 1, 1)], 1, teams=(A, B, C))
    assert outcome.proof[0].skipped == "they haven't met the same number of times (0 to 2 games a pair)"
    pair = advance([tally(A, B, *[NOT_STARTED] * 3)], 1, teams=(A, B))
    assert pair.proof[0].skipped == "they have not met"


def test_unstarted_game_in_a_started_series_is_not_a_meeting():
    short_schedule = [tally(A, B, (1, 0), (0, 1), NOT_STARTED), series(A, C, 1, 2), series(B, C, 1, 2)]
    outcome = advance(short_schedule, 2, teams=(A, B, C))
    assert outcome.proof[0].group == (A, B)
    assert outcome.proof[0].values == ((A, "1-1"), (B, "1-1"))
    three = [
        tally(A, B, (1, 0), (0, 1), NOT_STARTED),
        series(B, C, 1, 1),
        tally(C, A, (1, 0), STOPPED, STOPPED),
    ]
    uneven = break_tie(
        (A, B, C), 1, TieTable.from_rows(standings((A, B, C), three), three), steps=["head_to_head"], seeding_steps=[]
    )
    assert uneven.proof[0].skipped == "they haven't met the same number of times (2 to 3 games a pair)"


def test_strength_of_schedule_skips_opponents_never_met():
    tallies = [series(A, C, 1, 1), tally(A, D, *[NOT_STARTED] * 2), series(B, D, 1, 1), series(C, D, 2, 0)]
    rules = replace(STAR, tie_break_steps=("strength_of_schedule",))
    outcome = advance(tallies, 2, rules=rules, teams=(A, B, C, D))
    assert outcome.proof[0].values[0] == (A, "average place 1.00 (2 over 2 games)")


def test_unstarted_games_count_as_ties_in_the_record():
    row = standings((A, B), [tally(A, B, (1, 0), NOT_STARTED, NOT_STARTED)])[0]
    assert (row.wins, row.ties, row.played, row.streak) == (1, 2, 3, "T2")


def verdicts(outcome, teams):
    return "".join({"advances": "+", "open": "?", "out": "-"}[outcome.verdict(team)] for team in teams)


def test_open_tie_at_the_cut_has_no_cut_line():
    level = [series(A, B, 1, 1), series(B, C, 1, 1), series(C, A, 1, 1)]
    outcome = advance(level, 1, teams=(A, B, C))
    assert (verdicts(outcome, (A, B, C)), outcome.last_above_cut) == ("???", None)
    assert outcome.open_cut == "3 teams tied for the last spot"


def test_tie_across_the_cut_ranks_between_advancing_and_eliminated_teams():
    # A leads, E is last, and B, C and D are tied in every step for the second of two spots
    tallies = [series(B, C, 1, 1), series(C, D, 1, 1), series(D, B, 1, 1), series(A, E, 2, 0)]
    two, three = (advance(tallies, places) for places in (2, 3))
    assert (verdicts(two, (A, B, C, D, E)), two.last_above_cut) == ("+???-", None)
    assert (two.open_cut, three.open_cut) == ("3 teams tied for the last spot", "3 teams tied for the last 2 spots")
    assert verdicts(three, (A, B, C, D, E)) == "+???-"


def test_tie_away_from_the_cut_does_not_move_the_line():
    tallies = [series(A, B, 1, 1), series(D, E, 1, 1), series(A, D, 2, 0), series(B, E, 2, 0), series(C, A, 0, 0)]
    above, below = (advance(tallies, places) for places in (2, 3))
    assert (verdicts(above, (A, B, C, D, E)), above.open_cut) == ("++---", "")
    assert above.last_above_cut in (A, B), "their seeding may be open, their place is not"
    assert (verdicts(below, (A, B, C, D, E)), below.last_above_cut) == ("+++--", C)


def test_no_cut_line_if_every_team_advances():
    outcome = advance([series(A, B, 2, 0)], 2, teams=(A, B))
    assert (verdicts(outcome, (A, B)), outcome.last_above_cut) == ("++", None)


def test_team_advanced_by_a_step_is_settled_while_others_stay_open():
    outcome = advance(THREE_TIED, 2, teams=(A, B, C, D, E))
    assert verdicts(outcome, (A, B, C, D, E)).count("?") == len(outcome.tied)
    assert all(outcome.verdict(team) == "advances" for team in outcome.seeds)
