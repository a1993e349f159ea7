"""Autopick for teams without a manager: fast, sensible and always legal."""

import random
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules_engine.draft.autodraft import DraftSituation, Suggestion, suggest_picks
from rules_engine.draft.order import turn_at
from rules_engine.draft.scouting import PoolPlayer, scout
from rules_engine.draft.values import BattingLine, PitchingLine, batting_rates, pitching_rates
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import PositionPlayer, all_positions_backed_up, enough_starters
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")


class AutoPick(NamedTuple):
    overall: int
    team: int
    choice: Suggestion


def draft_division(book, parks, profile):
    """Draft a whole division by autopick, pick by pick, with ballparks in order of preference."""
    rosters = [[] for _ in range(book.teams)]
    picks, undrafted, kinds = [], dict.fromkeys(book.players), Counter(book.kinds.values())
    for overall in range(1, profile.draft.rounds * book.teams + 1):
        turn = turn_at(book.teams, overall)
        team = turn.position - 1
        rival_rosters = [roster for place, roster in enumerate(rosters) if place != team]
        drafted = [pick.choice.key for pick in picks if pick.choice.park]
        due = profile.draft.ballparks - sum(pick.choice.park for pick in picks if pick.team == turn.position)
        left = profile.draft.rounds - turn.round + 1
        free = [park for park in parks if park not in drafted]
        (best,) = suggest_picks(
            DraftSituation(book, rosters[team], rival_rosters, undrafted, left, due, free, profile, kinds)
        )
        picks.append(AutoPick(overall, turn.position, best))
        if not best.park:
            rosters[team].append(best.key)
            del undrafted[best.key]
            kinds[book.kinds[best.key]] -= 1
    return picks


VERSATILE = [
    ("LF", "RF"),
    ("LF", "CF", "RF"),
    ("2B", "SS"),
    ("2B", "3B", "SS"),
    ("1B", "LF"),
    ("1B", "3B"),
    ("C", "1B"),
]


def batter(key, positions, luck, injurable=True):
    at_bats = luck.randint(280, 600)
    hits = int(at_bats * luck.uniform(0.21, 0.34))
    homeruns = luck.randint(0, 40)
    line = BattingLine(
        at_bats, hits + homeruns, luck.randint(5, 40), luck.randint(0, 9), homeruns, luck.randint(20, 100)
    )
    return PoolPlayer(key, f"hitter {key}", positions, can_be_injured=injurable, batting=line)


def pitcher(key, luck, *, starts, relieves):
    outs = luck.randint(375, 750) if starts else luck.randint(120, 300)
    hits = int(outs / 3 * luck.uniform(0.7, 1.2))
    line = PitchingLine(outs, hits, luck.randint(0, hits // 8), luck.randint(10, 100), luck.randint(0, 9))
    return PoolPlayer(key, f"pitcher {key}", pitcher=True, can_start=starts, can_relieve=relieves, pitching=line)


def season(teams, luck, *, per_position, versatile, starters, relievers):
    """Return a pool whose size fits the division, like a season's."""
    positions = [(place,) for place in POSITIONS for _ in range(int(teams * per_position))]
    positions += [luck.choice(VERSATILE) for _ in range(int(teams * versatile))]
    pool = [batter(n, place, luck, luck.random() < 0.95) for n, place in enumerate(positions)]
    arms = [(True, luck.random() < 0.3) for _ in range(int(teams * starters))]
    arms += [(False, True)] * max(int(teams * relievers), 26 * teams - len(pool) - len(arms))
    return pool + [
        pitcher(len(pool) + n, luck, starts=starts, relieves=relieves) for n, (starts, relieves) in enumerate(arms)
    ]


def rosters_of(picks, book, teams):
    rosters = {position: [] for position in range(1, teams + 1)}
    for pick in picks:
        if not pick.choice.park:
            rosters[pick.team].append(book.players[pick.choice.key])
    return rosters


def legal(roster):
    fielders = [PositionPlayer(p.name, p.positions, p.can_be_injured) for p in roster if not p.pitcher]
    return all_positions_backed_up(fielders) and enough_starters(sum(p.can_start for p in roster), PURESTRAT)


@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(
    teams=st.integers(8, 14),
    seed=st.integers(0, 10**6),
    per_position=st.floats(2.1, 5),
    versatile=st.floats(0, 4),
    starters=st.floats(4, 7),
    relievers=st.floats(3, 9),
)
def test_every_autodrafted_team_is_legal(teams, seed, per_position, versatile, starters, relievers):
    pool = season(
        teams,
        random.Random(seed),
        per_position=per_position,
        versatile=versatile,
        starters=starters,
        relievers=relievers,
    )
    book = scout(pool, teams)
    picks = draft_division(book, range(1000, 1000 + teams), PURESTRAT)
    assert [pick.overall for pick in picks] == list(range(1, 26 * teams + 1))
    drafted = Counter(pick.choice.key for pick in picks)
    assert max(drafted.values()) == 1
    for roster in rosters_of(picks, book, teams).values():
        assert len(roster) == 25
        assert legal(roster), [(p.name, p.positions) for p in roster]


@pytest.fixture(scope="module")
def division():
    pool = season(14, random.Random(1998), per_position=5, versatile=12, starters=11, relievers=14)
    book = scout(pool, 14)
    return book, draft_division(book, range(9000, 9030), PURESTRAT)


def test_autodraft_fills_fourteen_teams_and_26_rounds(division):
    book, picks = division
    assert len(book.players) > 1000
    assert len(picks) == 364


def test_parks_are_picked_last_and_never_shared(division):
    _, picks = division
    parks = [pick for pick in picks if pick.choice.park]
    assert len({pick.choice.key for pick in parks}) == 14
    assert all(pick.overall > 25 * 14 for pick in parks)


def test_every_team_has_two_players_per_position_and_both_pitching_roles(division):
    book, picks = division
    for roster in rosters_of(picks, book, 14).values():
        position_counts = Counter(place for player in roster for place in player.positions)
        assert min(position_counts[place] for place in POSITIONS) >= 2
        assert sum(p.can_start for p in roster) in range(4, 8)
        assert sum(p.can_relieve for p in roster) >= 4
        assert sum(not p.pitcher for p in roster) in range(10, 17)


def test_early_picks_beat_late_ones_and_no_team_falls_behind(division):
    book, picks = division
    worth = {key: 430 * rate if book.kinds[key].mask else 725 * rate for key, rate in book.rate.items()}
    first = [worth[pick.choice.key] for pick in picks[:28]]
    late = [worth[pick.choice.key] for pick in picks if not pick.choice.park][-28:]
    assert min(first) > max(sum(late) / 28, 0)
    totals = [sum(worth[p.key] for p in roster) for roster in rosters_of(picks, book, 14).values()]
    assert max(totals) < 2 * min(totals)


def test_same_pool_drafts_the_same_way(division):
    book, picks = division
    assert draft_division(book, range(9000, 9030), PURESTRAT) == picks


def situation(book, roster, *, left, parks_due=1, rival_rosters=(), undrafted=None):
    drafted_keys = {*roster, *(key for rival_roster in rival_rosters for key in rival_roster)}
    open_keys = [key for key in book.players if key not in drafted_keys] if undrafted is None else undrafted
    return DraftSituation(book, roster, rival_rosters, set(open_keys), left, parks_due, [77, 78], PURESTRAT)


def keys(book, count, *positions):
    return [key for key, player in book.players.items() if player.positions == positions][:count]


def arms(book, count, *, starts):
    return [key for key, p in book.players.items() if p.pitcher and p.can_start == starts][:count]


def test_suggestions_are_ranked_with_reasons(division):
    book, _ = division
    best = suggest_picks(situation(book, [], left=26), count=10)
    assert len(best) == len({choice.key for choice in best}) == 10
    assert [choice.worth for choice in best] == sorted((choice.worth for choice in best), reverse=True)
    assert all("runs" in choice.reason for choice in best)


def test_last_pick_is_the_park(division):
    book, _ = division
    assert [(choice.key, choice.park) for choice in suggest_picks(situation(book, [], left=1), count=5)] == [
        (77, True),
        (78, True),
    ]


def test_missing_starters_are_secured_in_time(division):
    book, _ = division
    hitters = [key for place in POSITIONS for key in keys(book, 2, place)]
    best = suggest_picks(situation(book, [*hitters, *arms(book, 7, starts=False)], left=3, parks_due=1), count=20)
    assert best  # four starters are missing with two picks left; autopick still drafts, although it's too late
    roster = [*hitters, *arms(book, 2, starts=True), *arms(book, 5, starts=False)]
    in_time = suggest_picks(situation(book, roster, left=3, parks_due=1), count=20)
    assert all(book.players[choice.key].can_start for choice in in_time)


def test_scarce_catchers_are_left_for_teams_that_need_them(division):
    book, _ = division
    catchers = keys(book, 6, "C")
    best_catcher = max(catchers, key=book.rate.__getitem__)
    open_keys = catchers + keys(book, 30, "LF") + arms(book, 30, starts=True)
    with_two = situation(book, catchers[:2], left=20, rival_rosters=[[], []], undrafted=open_keys[2:])
    assert all(book.players[choice.key].positions != ("C",) for choice in suggest_picks(with_two, count=10))
    # this team and one rival each want two of the four catchers left: no spares, so pick one now
    without = situation(book, [], left=20, rival_rosters=[[]], undrafted=open_keys[2:])
    assert book.players[suggest_picks(without)[0].key].positions == ("C",)
    assert best_catcher in catchers


def test_better_hitters_and_pitchers_rate_higher():
    good, poor = BattingLine(500, 170, 30, 5, 30, 80), BattingLine(500, 120, 20, 1, 5, 30)
    assert batting_rates([good, poor, None])[0] > 0 > batting_rates([good, poor, None])[1]
    ace, mop_up = PitchingLine(700, 180, 12, 40), PitchingLine(300, 140, 22, 60)
    assert pitching_rates([ace, mop_up])[0] > pitching_rates([ace, mop_up])[1]


def test_pool_averages_zero_against_itself():
    lines = [BattingLine(400 + n, 100 + n, 20, 2, n, 40) for n in range(30)]
    rates = batting_rates(lines)
    total = sum(rate * (line.plate_appearances + 100) for rate, line in zip(rates, lines, strict=True))
    assert total == pytest.approx(0, abs=1e-6)
