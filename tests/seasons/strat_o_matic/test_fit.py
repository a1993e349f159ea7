"""Test that correcting cards by replays stops, improves, is repeatable, and reports rejected results."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits
from seasons.counts import Counts, Estimate, Target
from seasons.lahman import SeasonError
from seasons.league_statistics import LEAGUES
from seasons.report import ReplayedLeague, report_lines
from seasons.strat_o_matic import fit, replay
from seasons.strat_o_matic.fit import adjust_aims, fit_league, league_from_cards, lines_at_bounds, target_of
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.replay import replay_league
from seasons.strat_o_matic.season_cards import combine_leagues, load_cards, save_cards


def relative_errors(made: LeagueCards, counts: Counts) -> dict[str, float]:
    return {
        line.name: abs(line.relative_error)
        for line in report_lines(ReplayedLeague(target_of(made), made.statistics, counts))
        if line.relative_error is not None
    }


def test_fitting_a_dead_ball_league_reduces_its_errors() -> None:
    plain = make_league(1908, "AL")
    rounds: list[int] = []
    fitted = fit_league(1908, "AL", 360, on_progress=rounds.append)
    assert rounds == sorted(rounds)
    assert len(rounds) == 6
    before, after = (relative_errors(made, replay_league(made, 150, seed=3)) for made in (plain, fitted))
    assert before["SB"] + before["SH"] > 0.2, "or there is nothing to bring nearer"
    for line, near in (("AB", 0.02), ("H", 0.03), ("BB", 0.05), ("R", 0.06), ("SB", 0.15), ("SH", 0.15), ("E", 0.1)):
        assert after[line] < near, line
    assert sum(after[line] for line in ("R", "SB", "SH", "E")) < sum(before[line] for line in ("R", "SB", "SH", "E"))


def test_replay_does_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "GAMES_PER_JOB", 3)
    made = make_league(1968, "NL")
    first, second = (replay_league(made, 6, seed=5, workers=workers) for workers in (1, 2))
    assert first.rows == second.rows
    assert first.batting == second.batting
    later = replay_league(made, 3, seed=5, first=3)
    assert later.rows == first.rows[3:]


def test_luck_adjustment_reduces_the_error_of_strikeouts() -> None:
    """The two halves of the same games agree far better after the luck adjustment than before."""
    counts = replay_league(make_league(1998, "AL"), 200, seed=2)
    estimates = counts.per_27_outs()
    plain = [row[1 + list(estimates).index("SO")] / row[0] for row in counts.rows]
    spread = (sum((share - sum(plain) / len(plain)) ** 2 for share in plain) / len(plain)) ** 0.5 * 27
    assert estimates["SO"].error < 0.6 * spread / len(plain) ** 0.5


def test_fitting_is_deterministic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "ROUND_SHARES", (0.5, 0.5))
    monkeypatch.setattr(fit, "MIN_ROUND_GAMES", 3)
    first, second = (fit_league(1927, "NL", 6) for _ in range(2))
    assert first.cards == second.cards
    assert first.league.aims == second.league.aims != make_league(1927, "NL").league.aims


class Replayed(Counts):
    """A replay that matches the real statistics except for these factors."""

    def __init__(self, target: Target, **factors: float) -> None:
        super().__init__()
        self.lines = {
            name: Estimate(value * factors.get(name, 1.0), 0.0) for name, value in target.real_lines().items()
        }

    def per_27_outs(self) -> dict[str, Estimate]:
        return {name: Estimate(0.0, 0.0) for name in ("SF", "IBB", "SB", "CS")} | self.lines


def test_perfect_round_changes_no_aims() -> None:
    made = make_league(1998, "AL")
    aims, target = made.league.aims, target_of(made)
    assert adjust_aims(aims, target, Replayed(target), 1.0) == aims


def test_steal_leads_follow_attempts_and_safe_numbers_follow_successes() -> None:
    made = make_league(1998, "AL")
    aims, target = made.league.aims, target_of(made)
    fewer = adjust_aims(aims, target, Replayed(target, SB=0.8, CS=0.8), 1.0)
    assert fewer.steals == pytest.approx(aims.steals * 1.25 ** (1 / 0.95))
    assert fewer.safe == pytest.approx(aims.safe)
    lines = target.real_lines()
    share = 1 - 0.1 * lines["SB"] / lines["CS"]
    slower = adjust_aims(aims, target, Replayed(target, SB=1.1, CS=share), 1.0)
    assert slower.steals == pytest.approx(aims.steals)
    assert slower.safe < aims.safe - 1


def test_runner_caution_compensates_for_missing_at_bats() -> None:
    made = make_league(1998, "AL")
    aims, target = made.league.aims, target_of(made)
    assert adjust_aims(aims, target, Replayed(target, AB=0.995), 1.0).habits.caution > aims.habits.caution + 1
    assert adjust_aims(aims, target, Replayed(target, AB=1.005), 0.5).habits.caution < aims.habits.caution - 0.5
    hits = target.real_lines()["H"]
    more = adjust_aims(aims, target, Replayed(target, H=1.01, AB=1 + 0.01 * hits / target.real_lines()["AB"]), 1.0)
    assert more.habits.caution == pytest.approx(aims.habits.caution), "hits are no outs"


def test_leads_follow_steals_without_caught_stealing_records() -> None:
    made = make_league(1908, "AL")
    aims, target = made.league.aims, target_of(made)
    more = adjust_aims(aims, target, Replayed(target, SB=0.5), 0.5)
    assert more.steals == pytest.approx(aims.steals * 2 ** (0.5 / 0.95))
    assert more.safe == pytest.approx(aims.safe)
    fewer_outs = adjust_aims(aims, target, Replayed(target, AB=1.01), 1.0)
    assert fewer_outs.safe < aims.safe - 0.3, "outs that batters did not make were made by players caught"


def test_reports_lines_with_aims_at_their_bounds() -> None:
    made = make_league(1998, "AL")
    assert lines_at_bounds(made) == []
    far = replace(made.league.aims, balks=5.0, habits=replace(made.league.aims.habits, bunts=0.001))
    assert lines_at_bounds(replace(made, league=replace(made.league, aims=far))) == ["BK", "SH"]
    habits = replace(made.league.aims.habits, starters_stay=18.0, caution=-8.0)
    far = replace(made.league.aims, safe=8.0, advance=-0.9, habits=habits)
    at_bounds = replace(made, league=replace(made.league, aims=far))
    assert lines_at_bounds(at_bounds) == ["CS", "R", "outs of starters", "AB"]


def test_line_with_several_aims_at_their_bounds_is_reported_once() -> None:
    made = make_league(1908, "NL")
    far = replace(made.league.aims, safe=-8.0, habits=replace(made.league.aims.habits, caution=8.0))
    assert lines_at_bounds(replace(made, league=replace(made.league, aims=far))) == ["AB"], "CS were not kept"


def test_uses_gidp_for_double_plays_if_recorded() -> None:
    assert target_of(make_league(1998, "AL")).double_plays == "GIDP"
    assert target_of(make_league(1927, "AL")).double_plays == "DP"


def test_intentional_walks_count_for_the_pitcher() -> None:
    counts = replay_league(make_league(1998, "NL"), 60, seed=2)
    intentional_walks = sum(line["IBB"] for line in counts.pitching.values())
    assert intentional_walks == sum(line["IBB"] for line in counts.batting.values()) > 0


def test_relievers_pitch_about_their_real_share() -> None:
    """At least half of the relievers are within a third of their real share, so the calling order starves none."""
    made = make_league(1998, "NL")
    counts = replay_league(made, 400, seed=2)
    season = made.statistics.pitching
    players = [player for player, line in season.items() if line.batters >= 200 and not line.starts]
    faced = {player: counts.pitching.get(player, Counter())["BF"] / season[player].batters for player in players}
    usual = sum(counts.pitching[player]["BF"] for player in faced) / sum(season[player].batters for player in faced)
    assert sum(share < usual / 4 for share in faced.values()) <= 2
    assert sum(abs(share / usual - 1) < 1 / 3 for share in faced.values()) > len(players) / 2


def test_card_file_round_trips_habits_and_replays_alike(tmp_path: Path) -> None:
    leagues = [make_league(1968, name) for name in LEAGUES]
    aims = replace(leagues[0].league.aims, habits=ManagerHabits(bunts=0.5, starters_stay=2.0))
    leagues[0] = replace(leagues[0], league=replace(leagues[0].league, aims=aims))
    path = tmp_path / "cards.json"
    save_cards(combine_leagues(leagues), path)
    read = load_cards(path)
    assert read.habits["DET"] == aims.habits
    second_league = league_from_cards(1968, "AL", read)
    assert replay_league(second_league, 2).rows == replay_league(leagues[0], 2).rows
    with pytest.raises(SeasonError, match="doesn't have all AL players of 1998"):
        league_from_cards(1998, "AL", read)


def test_invalid_habit_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text('{"teams": {}, "cards": {}, "habits": {"DET": {"bunts": "often"}}}')
    with pytest.raises(SeasonError, match="bunts"):
        load_cards(path)
