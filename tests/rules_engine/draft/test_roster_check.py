"""The roster check agrees with brute force, works for every card in a season, and names what is missing."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.draft.player_kinds import Prospect, count_kinds, kind_of
from rules_engine.draft.roster_check import outlook
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import PositionPlayer, all_positions_backed_up, enough_starters
from rules_engine.profile import load_profile

PURESTRAT = load_profile("purestrat@1")
PINE_TAR, INSIDE_PITCH = (load_profile(f"{system}_league@1") for system in ("pine_tar", "inside_pitch"))
TWO_STARTERS = replace(PURESTRAT, cards=replace(PURESTRAT.cards, starters_on_team=2))
STARTER = Prospect(pitcher=True, can_start=True)
RELIEVER = Prospect(pitcher=True)


def position_player(*positions, injurable=True):
    return Prospect(positions, can_be_injured=injurable)


NINE = [position_player(position) for position in POSITIONS] + [position_player(*POSITIONS)]
LEGAL_22 = [*NINE, *[STARTER] * 4, *[RELIEVER] * 9]


def legal(players, profile):
    hitters = [p for p in players if not p.pitcher or p.also_hits]
    fielders = [PositionPlayer(str(n), p.positions, p.can_be_injured) for n, p in enumerate(hitters)]
    return bool(all_positions_backed_up(fielders) and enough_starters(sum(p.can_start for p in players), profile))


def can_complete_by_brute_force(roster, pool, picks, profile):
    most = min(picks, len(pool))
    return any(legal([*roster, *more], profile) for more in combinations(pool, most))


fielders = st.builds(
    Prospect,
    positions=st.lists(st.sampled_from(POSITIONS), min_size=1, max_size=4, unique=True).map(tuple),
    can_be_injured=st.sampled_from([True, True, True, False]),
    pitcher=st.just(False),
    can_start=st.just(False),
)
two_way_players = st.builds(
    Prospect,
    positions=st.lists(st.sampled_from(POSITIONS), max_size=2, unique=True).map(tuple),
    can_be_injured=st.booleans(),
    pitcher=st.just(True),
    can_start=st.sampled_from([True, True, False]),
    also_hits=st.just(True),
)
any_player = st.one_of(fielders, two_way_players, st.sampled_from([STARTER, RELIEVER]), st.sampled_from(NINE))


@st.composite
def tight_spots(draw):
    """Return rosters a few players short of legal, with small pools, where the roster check may pass or fail."""
    full_roster = [*NINE, STARTER, STARTER]
    lost = draw(st.sets(st.integers(0, len(full_roster) - 1), max_size=4))
    roster = [player for n, player in enumerate(full_roster) if n not in lost] + draw(st.lists(any_player, max_size=2))
    return roster, draw(st.lists(any_player, max_size=6)), draw(st.integers(0, 4)), draw(st.integers(0, 1))


@settings(max_examples=400, deadline=None)
@given(tight_spots())
def test_roster_check_matches_brute_force(spot):
    roster, pool, picks, parks = spot
    prospects = outlook(roster, count_kinds(pool), selections_left=picks + parks, parks_due=parks, profile=TWO_STARTERS)
    assert prospects.can_complete == can_complete_by_brute_force(roster, pool, picks, TWO_STARTERS)


@settings(max_examples=200, deadline=None)
@given(tight_spots())
def test_candidate_verdicts_match_brute_force(spot):
    roster, pool, picks, parks = spot
    prospects = outlook(roster, count_kinds(pool), selections_left=picks + parks, parks_due=parks, profile=TWO_STARTERS)
    for place, candidate in enumerate(pool):
        rest = pool[:place] + pool[place + 1 :]
        right = picks > 0 and can_complete_by_brute_force([*roster, candidate], rest, picks - 1, TWO_STARTERS)
        assert bool(prospects.allows(candidate)) == right, candidate


def test_t10_2_t31_10_two_way_player_fills_two_needs_with_a_single_pick():
    ohtani = Prospect(pitcher=True, can_start=True, also_hits=True)
    twice = [position_player(position) for position in POSITIONS if position != "1B"] * 2
    roster = [*twice, position_player("1B"), *[STARTER] * 3]
    pool = [ohtani, STARTER, position_player("1B")]
    prospects = outlook(roster, count_kinds(pool), selections_left=1, parks_due=0, profile=PURESTRAT)
    assert prospects.can_complete
    assert [bool(prospects.allows(player)) for player in pool] == [True, False, False]
    assert not outlook(roster, count_kinds(pool[1:]), selections_left=1, parks_due=0, profile=PURESTRAT).can_complete


def position_players(written):
    """Return a player per position from "C! 2B/SS". An exclamation mark means that he can't be injured."""
    return [position_player(*word.rstrip("!").split("/"), injurable=not word.endswith("!")) for word in written.split()]


@pytest.mark.parametrize(
    ("roster", "pool", "fewest"),
    [  # the player with the most positions is not the first pick; an injury-proof player beats his equals
        ("C! 1B! 2B 3B SS! CF RF 1B/SS 1B/LF", "2B/SS/CF 3B/CF/RF C/2B/RF 3B/LF/CF!", 2),
        ("C 3B SS LF CF RF 1B/3B/SS C/3B/LF", "2B/LF! 2B/LF 2B/RF LF CF/RF 1B/LF/RF!", 3),
        ("C 1B! 2B 3B SS CF RF C/CF! 3B/RF", "LF! C/1B/CF SS C/2B 3B! 1B/3B/LF C", 3),
    ],
)
def test_t31_10_minimum_picks_are_exact_where_a_greedy_choice_needs_more(roster, pool, fewest):
    drafted, free = [*position_players(roster), STARTER, STARTER], position_players(pool)
    for picks, enough in ((fewest - 1, False), (fewest, True)):
        prospects = outlook(drafted, count_kinds(free), selections_left=picks, parks_due=0, profile=TWO_STARTERS)
        assert prospects.can_complete == can_complete_by_brute_force(drafted, free, picks, TWO_STARTERS) == enough


def test_t31_10_injury_proof_player_needs_no_backup():
    alone = [*position_players("C! 1B! 2B! 3B! SS! LF! CF! RF!"), STARTER, STARTER]
    prospects = outlook(alone, count_kinds([]), selections_left=0, parks_due=0, profile=TWO_STARTERS)
    assert prospects.can_complete
    injured_roster = [*position_players("C 1B! 2B! 3B! SS! LF! CF! RF!"), STARTER, STARTER]
    left = outlook(
        injured_roster, count_kinds(position_players("C")), selections_left=1, parks_due=0, profile=TWO_STARTERS
    )
    assert (left.fielders_needed, left.can_complete) == (1, True)


def test_early_picks_allow_every_player():
    prospects = outlook([], count_kinds(NINE * 20 + [STARTER] * 40), selections_left=26, parks_due=1, profile=PURESTRAT)
    assert not prospects.warning
    assert prospects.allows(RELIEVER)
    assert prospects.allows_park()


def test_t10_2_last_picks_must_be_starters_if_two_are_missing():
    roster = [*NINE, *[STARTER] * 2, *[RELIEVER] * 12]
    prospects = outlook(roster, count_kinds([*NINE, *[STARTER] * 5]), selections_left=3, parks_due=1, profile=PURESTRAT)
    assert prospects.warning
    assert prospects.allows(STARTER)
    assert not prospects.allows(RELIEVER)
    assert prospects.allows_park()
    assert prospects.verdict.reason == (
        "2 picks left for players besides the ballpark, and all are needed: 2 pitchers who can start. "
        "This pick must be one of them, or the ballpark."
    )


def test_t31_10_last_pick_must_back_up_the_only_catcher():
    roster = [*NINE[1:], position_player("C"), *[position_player("2B", "LF")] * 2, *[STARTER] * 4, *[RELIEVER] * 9]
    roster.remove(position_player(*POSITIONS))
    pool = [
        position_player("C"),
        position_player("SS", "C"),
        position_player("LF"),
        STARTER,
        *[position_player(position) for position in POSITIONS],
    ]
    prospects = outlook(roster, count_kinds(pool), selections_left=9, parks_due=0, profile=PURESTRAT)
    assert "C" in prospects.verdict.reason
    last = outlook(
        [
            *roster,
            *NINE[3:5],
            position_player("3B"),
            position_player("1B"),
            position_player("CF"),
            position_player("RF"),
        ],
        count_kinds(pool),
        selections_left=1,
        parks_due=0,
        profile=PURESTRAT,
    )
    assert [last.allows(p).allowed for p in pool[:4]] == [True, True, False, False]
    assert "1 position player for C" in last.allows(STARTER).reason


def test_unfixable_roster_reports_the_reason():
    roster = [*NINE, *[STARTER] * 1, *[RELIEVER] * 13]
    late = outlook(roster, count_kinds([STARTER] * 9), selections_left=3, parks_due=1, profile=PURESTRAT)
    assert not late.can_complete
    assert late.verdict.reason == (
        "The team can no longer become legal: it has 2 picks left for players besides the ballpark "
        "but needs 3 pitchers who can start."
    )
    exhausted = outlook(roster, count_kinds([STARTER] * 2), selections_left=9, parks_due=1, profile=PURESTRAT)
    assert "it still needs 3 pitchers who can start (2 undrafted)" in exhausted.verdict.reason
    empty = outlook(
        NINE[1:-1] + [STARTER] * 4,
        count_kinds([position_player("SS")] * 9),
        selections_left=9,
        parks_due=0,
        profile=PURESTRAT,
    )
    assert "no undrafted player can play C" in empty.verdict.reason


def test_t0_02_last_selection_must_be_the_park_and_a_second_is_rejected():
    prospects = outlook(LEGAL_22, count_kinds([STARTER]), selections_left=1, parks_due=1, profile=PURESTRAT)
    assert prospects.warning
    assert prospects.verdict.reason == "The last selection must be the ballpark."
    assert prospects.allows(STARTER).reason == "the last selection must be the ballpark"
    parked = outlook(LEGAL_22, count_kinds([STARTER]), selections_left=3, parks_due=0, profile=PURESTRAT)
    assert not parked.allows_park()


def big_pool():
    cards = [("C",), ("1B",), ("2B",), ("3B",), ("SS",), ("LF",), ("CF",), ("RF",), ("LF", "RF"), ("LF", "CF", "RF")]
    cards += [("2B", "SS"), ("2B", "3B", "SS"), ("1B", "LF"), ("1B", "3B"), ("CF", "RF"), ("C", "1B"), ("C", "3B")]
    cards += [("1B", "2B", "3B", "SS", "LF"), ("2B", "3B", "SS", "LF", "CF", "RF"), ("1B", "RF"), ("SS", "CF")]
    return [position_player(*cards[n % len(cards)]) for n in range(650)] + [STARTER] * 200 + [RELIEVER] * 450


@pytest.mark.parametrize(
    ("fielders", "left"), [(0, 21), (0, 13), (0, 12), (4, 10), (8, 3), (8, 2), (13, 0), (12, 1), (2, 7)]
)
def test_all_1300_candidates_get_a_verdict(fielders, left):
    pool = big_pool()
    roster = pool[: fielders * 7 : 7] + [STARTER] * 4
    undrafted = count_kinds(pool)
    prospects = outlook(roster, undrafted, selections_left=left + 1, parks_due=1, profile=PURESTRAT)
    judged = {kind_of(player): prospects.allows(player).allowed for player in pool}
    for kind, allowed in judged.items():
        player = next(candidate for candidate in pool if kind_of(candidate) == kind)
        rest = undrafted - Counter([kind])
        after = outlook([*roster, player], rest, selections_left=left, parks_due=1, profile=PURESTRAT)
        assert allowed == (prospects.can_complete and after.can_complete)


@pytest.mark.parametrize("left", range(7, 13))
def test_single_position_pool_gets_a_verdict(left):
    pool = [position_player(position) for position in POSITIONS] * 20
    prospects = outlook(
        [*[STARTER] * 4, *pool[:5]], count_kinds(pool), selections_left=left, parks_due=0, profile=PURESTRAT
    )
    assert prospects.can_complete == (left >= 11)


def test_kinds_separate_pitchers_and_treat_unpositioned_players_as_first_basemen():
    assert kind_of(Prospect()).mask == kind_of(position_player("1B")).mask
    assert kind_of(RELIEVER) != kind_of(STARTER)
    assert kind_of(STARTER).mask == 0


def test_unbound_positions_need_only_eight_hitters_and_a_pitcher():
    catchers = [position_player("C")] * 8
    prospects = outlook(
        [*catchers, RELIEVER],
        count_kinds([RELIEVER]),
        selections_left=1,
        parks_due=0,
        profile=PINE_TAR,
        positions_bind=False,
    )
    assert (prospects.can_complete, prospects.requirements.backups, prospects.slack) == (True, False, 1)
    assert prospects.allows(RELIEVER)
    bound = outlook(
        [*catchers, RELIEVER], count_kinds([RELIEVER]), selections_left=1, parks_due=0, profile=INSIDE_PITCH
    )
    assert not bound.can_complete


def test_all_pitchers_or_no_pitchers_cannot_field_a_team():
    pool = count_kinds([position_player("1B")] * 9 + [RELIEVER] * 9)
    pitchers = outlook([RELIEVER] * 17, pool, selections_left=8, parks_due=0, profile=PINE_TAR, positions_bind=False)
    assert str(pitchers.verdict) == (
        "T31.10: 8 picks left for players, and all are needed: 8 position players at any position. "
        "This pick must be one of them."
    )
    assert pitchers.allows(position_player("RF"))
    assert not pitchers.allows(RELIEVER)
    too_late = outlook(
        [RELIEVER] * 17,
        count_kinds([position_player("1B")] * 7),
        selections_left=8,
        parks_due=0,
        profile=PINE_TAR,
        positions_bind=False,
    )
    assert too_late.verdict.reason == (
        "The team can no longer become legal: it still needs 8 position players (7 undrafted)."
    )
    hitters = outlook(
        [position_player("SS")] * 24, pool, selections_left=1, parks_due=0, profile=PINE_TAR, positions_bind=False
    )
    assert hitters.allows(RELIEVER)
    assert not hitters.allows(position_player("C"))
    no_starters = replace(INSIDE_PITCH, cards=replace(INSIDE_PITCH.cards, starters_on_team=0))
    covered = outlook(NINE * 2, pool, selections_left=1, parks_due=0, profile=no_starters)
    assert covered.allows(RELIEVER)
    assert not covered.allows(position_player("C"))


def test_t10_2_starters_are_required_even_if_positions_do_not_bind():
    wants_starters = replace(PINE_TAR, cards=replace(PINE_TAR.cards, starters_on_team=2))
    pool = count_kinds([STARTER, STARTER, RELIEVER])
    prospects = outlook(
        [position_player("1B")] * 8 + [RELIEVER] * 15,
        pool,
        selections_left=2,
        parks_due=0,
        profile=wants_starters,
        positions_bind=False,
    )
    assert (prospects.slack, prospects.verdict.rule) == (0, "T10.2")
    assert prospects.allows(STARTER)
    assert not prospects.allows(RELIEVER)
