"""Test submitted violations of T10.2 and T27.52: rejected with arithmetic, corrected or accepted (T31.2)."""

from dataclasses import replace

import pytest

from games.models import Outing
from games.scoresheet.entries import GameEntry
from games.scoresheet.faults import Violations
from tests.games.building import League, complete_games, won_by_home
from tournaments.action_log.writing import Actor

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ANN, BOB = Actor("Ann"), Actor("Bob")


@pytest.fixture
def league():
    """Create a league in which the Sharks' first reliever pitched 2.0 in game 1 and 1.1 in game 2."""
    league = League()
    games = complete_games(league, league.series[0])
    sharks, bears = league.sharks, league.bears
    games[0] = won_by_home(1, [sharks.start(1, "7.0"), sharks.relief(1, "2.0")], [bears.start(1, "8.0")])
    games[1] = won_by_home(2, [bears.start(2, "9.0")], [sharks.start(2, "6.2"), sharks.relief(1, "1.1")])
    league.save(games)
    return league


def tired(league, **more):
    """Return game 1 of round 2, the sheet's fourth column, in which that reliever pitches 1.1 with 0.2 left."""
    return won_by_home(
        1, [league.sharks.start(4, "7.2"), league.sharks.relief(1, "1.1", **more)], [league.bears.start(4, "8.0")]
    )


def saved_outing(league):
    return Outing.objects.get(game__series=league.series[1], card=league.sharks.relievers[0])


def test_t10_2_tired_reliever_is_refused_with_the_arithmetic(league):
    with pytest.raises(Violations) as refused:
        league.save([tired(league)], league.series[1])
    (fault,) = refused.value.faults
    assert str(fault) == "T10.2: pitched 1.1, 0.2 too many: 2.0 + 1.1 = 3.1 in games 1-3 leaves 0.2 of 4.0"
    assert (fault.game, fault.team_id, fault.card_id) == (1, league.sharks.team.pk, league.sharks.relievers[0].pk)
    assert not Outing.objects.filter(game__series=league.series[1]).exists()


def test_t10_2_starter_without_three_games_rest_is_refused(league):
    short = won_by_home(1, [league.sharks.start(2, "9.0")], [league.bears.start(4, "8.0")])
    with pytest.raises(Violations, match="T10.2: started game 2: must rest games 3-5"):
        league.save([short], league.series[1])


def test_t27_52_swingman_cannot_start_two_games_after_relief(league):
    sharks, bears = league.sharks, league.bears
    games = [
        won_by_home(1, [sharks.start(4, "7.0"), sharks.swing("2.0")], [bears.start(4, "8.0")]),
        won_by_home(2, [bears.start(5, "9.0")], [sharks.start(5, "8.0")]),
        won_by_home(3, [sharks.swing("9.0", starts=True)], [bears.start(1, "8.0")]),
    ]
    with pytest.raises(Violations, match="T27.52: relieved in game 4: must rest games 5 and 6 before starting"):
        league.save(games, league.series[1])


def test_t27_64_fourth_consecutive_game_is_refused_even_with_0_0(league):
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])
    for n in range(3):
        side, opponent_side = (sharks, bears) if n % 2 == 0 else (bears, sharks)
        home, away = [side.start(n + 1, "9.0")], [opponent_side.start(n + 1, "8.0")]
        (home if side is sharks else away).append(sharks.relief(2, "0.0"))
        games[n] = won_by_home(n + 1, home, away)
    league.save(games)
    fourth = won_by_home(1, [sharks.start(4, "9.0"), sharks.relief(2, "0.0")], [bears.start(4, "8.0")])
    with pytest.raises(Violations, match="T27.64: pitched in games 1-3: can't pitch 4 games in a row"):
        league.save([fourth], league.series[1])


def test_t31_2_opponents_acceptance_saves_the_footnote_and_name(league):
    accepted = tired(league, accept=True, footnote="nobody had looked at the sheet")
    league.save([accepted], league.series[1], actor=BOB, acting_team=league.bears.team.pk)
    outing = saved_outing(league)
    assert (outing.accepted_rule, outing.accepted_by) == ("T10.2", "Bob")
    assert outing.footnote == "nobody had looked at the sheet"


def test_t31_2_team_cannot_accept_its_own_violation(league):
    accepted = tired(league, accept=True, footnote="I forgot")
    with pytest.raises(Violations, match="0.2 too many"):
        league.save([accepted], league.series[1], actor=ANN, acting_team=league.sharks.team.pk)


def test_t31_2_acceptance_requires_a_footnote(league):
    with pytest.raises(Violations):
        league.save([tired(league, accept=True)], league.series[1], actor=BOB, acting_team=league.bears.team.pk)


def test_offender_saves_a_draft_and_the_opponent_accepts_it(league):
    mistake = tired(league, footnote="I forgot")
    league.save([mistake], league.series[1], actor=ANN, acting_team=league.sharks.team.pk, complete=False)
    assert saved_outing(league).accepted_by == ""
    accepted = tired(league, accept=True, footnote="I forgot")
    league.save([accepted], league.series[1], actor=BOB, acting_team=league.bears.team.pk)
    assert saved_outing(league).accepted_by == "Bob"


def test_acceptance_survives_a_later_save_by_the_offender(league):
    accepted = tired(league, accept=True, footnote="I forgot")
    league.save([accepted], league.series[1], actor=BOB, acting_team=league.bears.team.pk)
    second = won_by_home(2, [league.bears.start(5, "9.0")], [league.sharks.start(5, "8.0")])
    league.save(
        [tired(league, footnote="I forgot"), second], league.series[1], actor=ANN, acting_team=league.sharks.team.pk
    )
    assert saved_outing(league).accepted_by == "Bob"


def test_acceptance_does_not_cover_additional_innings(league):
    accepted = tired(league, accept=True, footnote="I forgot")
    league.save([accepted], league.series[1], actor=BOB, acting_team=league.bears.team.pk)
    longer = won_by_home(
        1,
        [league.sharks.start(4, "7.1"), league.sharks.relief(1, "1.2", accept=True, footnote="I forgot")],
        [league.bears.start(4, "8.0")],
    )
    with pytest.raises(Violations, match="pitched 1.2, 1.0 too many"):
        league.save([longer], league.series[1], actor=ANN, acting_team=league.sharks.team.pk)


def test_unneeded_acceptance_lapses(league):
    accepted = tired(league, accept=True, footnote="I forgot")
    league.save([accepted], league.series[1], actor=BOB, acting_team=league.bears.team.pk)
    legal = won_by_home(
        1,
        [league.sharks.start(4, "8.1"), league.sharks.relief(1, "0.2", accept=True, footnote="I forgot")],
        [league.bears.start(4, "8.0")],
    )
    league.save([legal], league.series[1])
    assert (saved_outing(league).accepted_by, saved_outing(league).accepted_rule) == ("", "")


def test_accepted_innings_count_in_later_sums(league):
    accepted = tired(league, accept=True, footnote="I forgot")
    league.save([accepted], league.series[1], actor=BOB, acting_team=league.bears.team.pk)
    second = won_by_home(
        2, [league.bears.start(5, "9.0")], [league.sharks.start(5, "6.0"), league.sharks.relief(1, "2.0")]
    )
    # games 2-4 have his 1.1 and the accepted 1.1
    with pytest.raises(Violations, match=r"1.1 \+ 1.1 = 2.2 in games 2-4 leaves 1.1 of 4.0"):
        league.save([accepted, second], league.series[1])


def test_t31_1_double_play_allows_an_extra_out(league):
    entry = won_by_home(
        1,
        [league.sharks.start(4, "8.0"), league.sharks.relief(1, "1.0", extra_outs=1)],
        [league.bears.start(4, "8.0")],
    )
    league.save([entry], league.series[1])
    assert (saved_outing(league).outs, saved_outing(league).extra_outs) == (3, 1)


def test_t10_2_starter_leaving_before_five_innings_must_be_injured_or_accepted(league):
    early = won_by_home(
        1,
        [league.sharks.start(4, "3.0"), league.sharks.relief(2, "4.0"), league.sharks.relief(3, "2.0")],
        [league.bears.start(4, "8.0")],
    )
    with pytest.raises(Violations) as refused:
        league.save([early], league.series[1])
    (fault,) = refused.value.faults
    assert fault.sentence.startswith("home: Sharks Starter 4 left after 3.0 and at most 2 runs")
    assert (fault.remedy, fault.acceptor) == ("injured", "opponent")

    starter, *further_outings = early.outings
    league.save([replace(early, outings=(replace(starter, injured=True), *further_outings))], league.series[1])
    league.save(
        [replace(early, outings=(replace(starter, accept=True, footnote="we agreed"), *further_outings))],
        league.series[1],
        actor=BOB,
        acting_team=league.bears.team.pk,
    )
    assert Outing.objects.get(card=league.sharks.starters[3]).accepted_by == "Bob"


def test_t25_3_position_player_pitching_requires_a_reason(league):
    entry = won_by_home(1, [league.sharks.start(4, "8.0")], [league.bears.start(4, "8.0")])
    hitter = replace(league.sharks.relief(1, "1.0"), card_id=league.sharks.hitters[0].pk)
    with pytest.raises(Violations, match="used up, injured or hit for"):
        league.save([replace(entry, outings=(*entry.outings, hitter))], league.series[1])
    hitter = replace(hitter, for_want_of="hurt")
    league.save([replace(entry, outings=(*entry.outings, hitter))], league.series[1])
    assert Outing.objects.get(card=league.sharks.hitters[0]).outs == 3


def test_t27_64_four_inning_limit_applies_to_position_players(league):
    entry = won_by_home(1, [league.sharks.start(4, "4.2", injured=True)], [league.bears.start(4, "8.0")])
    hitter = replace(league.sharks.relief(1, "4.1"), card_id=league.sharks.hitters[0].pk, for_want_of="used_up")
    with pytest.raises(Violations, match="pitched 4.1, 0.1 too many"):
        league.save([replace(entry, outings=(*entry.outings, hitter))], league.series[1])


def test_t33_players_removed_before_the_suspension_stay_out(league):
    sharks, bears = league.sharks, league.bears
    stopped = GameEntry(
        1,
        home_runs=4,
        away_runs=4,
        innings=8,
        ending="suspended",
        outings=(sharks.start(4, "5.0"), sharks.relief(2, "1.0"), sharks.relief(3, "2.0"), bears.start(4, "7.0")),
    )
    league.save([stopped], league.series[1])
    back = replace(
        stopped,
        ending="played_out",
        home_runs=5,
        innings=9,
        outings=(sharks.start(4, "5.0"), sharks.relief(2, "2.0"), sharks.relief(3, "2.0"), bears.start(4, "8.0")),
    )
    with pytest.raises(Violations) as refused:
        league.save([back], league.series[1])
    (fault,) = refused.value.faults
    assert str(fault) == "T33.0: left the game before it was suspended, so he can't return"
    assert fault.card_id == sharks.relievers[1].pk

    on_the_mound = (sharks.start(4, "5.0"), sharks.relief(2, "1.0"), sharks.relief(3, "3.0"), bears.start(4, "8.0"))
    league.save([replace(back, outings=on_the_mound)], league.series[1])
    assert Outing.objects.get(game__series=league.series[1], card=sharks.relievers[2]).outs_before_suspension == 6
