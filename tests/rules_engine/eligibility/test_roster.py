from itertools import combinations, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import (
    PositionPlayer,
    all_positions_backed_up,
    can_field_lineup,
    position_mask,
    team_counts,
    uncovered_injuries,
    weak_spots,
)

ONE_EACH = [PositionPlayer(f"{position}-man", (position,)) for position in POSITIONS]
UTILITY = PositionPlayer("Utility", POSITIONS)


def fits(lineup):
    """Return whether eight players cover the eight positions, by trying every arrangement."""

    def place(position, free):
        return position == len(POSITIONS) or any(
            POSITIONS[position] in (player.positions or ("1B",)) and place(position + 1, free - {player})
            for player in free
        )

    return len(lineup) == len(POSITIONS) and place(0, frozenset(lineup))


def legal_by_the_text(roster):
    """Check T31.10 literally: in some lineup, the bench can replace each injurable starter."""
    lineups = [frozenset(eight) for eight in combinations(roster, len(POSITIONS)) if fits(eight)]
    remaining = set(lineups)
    return any(
        all(
            any((lineup - {starter}) | {sub} in remaining for sub in roster if sub not in lineup)
            for starter in lineup
            if starter.can_be_injured
        )
        for lineup in lineups
    )


rosters = st.lists(
    st.tuples(st.lists(st.sampled_from(POSITIONS), max_size=4, unique=True), st.booleans()), max_size=3
).map(
    lambda extra: [
        *ONE_EACH,
        *(PositionPlayer(f"x{n}", tuple(on), is_injurable) for n, (on, is_injurable) in enumerate(extra)),
    ]
)


@settings(max_examples=60, deadline=None)
@given(rosters, st.sets(st.integers(0, 7)), st.sets(st.tuples(st.integers(0, 7), st.sampled_from(POSITIONS))))
def test_t31_10_backup_theorem_matches_brute_force(roster, sound, second_positions):
    players = []
    for number, player in enumerate(roster):
        more = tuple(position for index, position in second_positions if index == number)
        positions = tuple(dict.fromkeys((*player.positions, *more)))
        players.append(PositionPlayer(player.name, positions, player.can_be_injured and number not in sound))
    assert (not uncovered_injuries(players)) is legal_by_the_text(players)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(st.sampled_from(POSITIONS), max_size=5, unique=True).map(tuple), min_size=6, max_size=9))
def test_can_field_lineup_matches_brute_force(positions):
    players = [PositionPlayer(str(number), on) for number, on in enumerate(positions)]
    assert can_field_lineup(map(position_mask, positions)) is any(fits(eight) for eight in combinations(players, 8))


def test_t31_10_utility_player_backs_up_all_positions():
    assert all_positions_backed_up([*ONE_EACH, UTILITY])


def test_t31_10_eight_injury_proof_players_need_no_bench():
    assert all_positions_backed_up([player._replace(can_be_injured=False) for player in ONE_EACH])


def test_t31_10_reason_shows_the_uncovered_injury():
    roster = [*ONE_EACH, UTILITY._replace(positions=POSITIONS[1:])]
    ruling = all_positions_backed_up(roster)
    assert ruling.reason == "an injury to C-man can't be covered: only C-man can play C"
    assert ruling.facts["uncovered"] == ("C-man",)


def test_t31_10_missing_lineup_shows_the_empty_position():
    ruling = all_positions_backed_up(ONE_EACH[:-1])
    assert ruling.reason == "no legal lineup: no one can play RF"


def test_t31_10_weak_spots_are_positions_with_the_fewest_players():
    [spot] = weak_spots([*ONE_EACH, PositionPlayer("MI", ("2B", "SS")), *map(backup, ("C", "1B", "3B", "LF", "CF"))])
    assert (spot.positions, spot.players, spot.spare) == (("RF",), ("RF-man",), 0)


def test_t31_10_injury_proof_players_position_is_not_a_weak_spot():
    iron = PositionPlayer("RF-man", ("RF",), can_be_injured=False)
    backups = [*ONE_EACH[:-1], *map(backup, POSITIONS[:-1])]
    assert weak_spots([iron, *backups]) == []
    assert [spot.positions for spot in weak_spots([ONE_EACH[-1], *backups])] == [("RF",)]


def backup(position):
    return PositionPlayer(f"{position}2", (position,))


def test_t0_02_finished_team_must_have_the_required_counts(purestrat):
    assert team_counts(25, 1, 4, purestrat)
    assert team_counts(24, 1, 4, purestrat).rule == "T0.02"
    assert team_counts(25, 0, 4, purestrat).rule == "T0.02"
    assert team_counts(25, 1, 3, purestrat).rule == "T10.2"


def test_position_mask_ignores_order():
    assert len({position_mask(order) for order in permutations(("1B", "C", "LF"))}) == 1
