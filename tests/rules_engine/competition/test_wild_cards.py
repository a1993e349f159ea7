"""Wild cards are decided for all open spots together, and the proof is complete."""

from dataclasses import replace
from itertools import combinations

from rules_engine.competition.standings import SeriesTally, standings
from rules_engine.competition.tiebreaks import Verdict, advancement
from rules_engine.competition.wild_cards import DivisionField, places_outright, wild_cards
from rules_engine.profile import load_profile

RULES = load_profile("purestrat@2").standings


def series(home, away, won, lost, runs=0):
    return SeriesTally(home, away, won, lost, 0, runs, 0, "H" * won + "A" * lost)


def share_out(divisions, count, rules=RULES, places=1):
    fields = []
    for tallies in divisions:
        teams = sorted({team for tally in tallies for team in tally[:2]})
        fields.append(DivisionField(standings(teams, tallies), tallies, places))
    outright = places_outright(fields, count, rules)
    outcomes = [
        advancement(field.rows, field.tallies, places, rules) for field, places in zip(fields, outright, strict=True)
    ]
    return wild_cards(fields, outcomes, count, rules)


def level_group(first, records, winner, loser):
    """Return a division whose teams, numbered from `first`, are tied, with these head-to-head results by pair."""
    teams = range(first, first + len(records[0]))
    tallies = [series(*pair, won, lost) for pair, (won, lost) in zip(combinations(teams, 2), records[1], strict=True)]
    for team, ahead in zip(teams, records[0], strict=True):
        opposite = loser if ahead < 0 else winner  # every team finishes at 0
        tallies.append(series(team, opposite, max(0, -ahead), max(0, ahead)))
    return [*tallies, series(winner, loser, 30, 0)]


# 6-3, 5-4, 4-5 and 3-6 head-to-head
FOUR = level_group(1, ((3, 1, -1, -3), ((2, 1), (2, 1), (2, 1), (2, 1), (2, 1), (2, 1))), 90, 91)
# 4-2, 3-3 and 2-4
THREE = level_group(1, ((2, 0, -2), ((1, 2), (3, 0), (1, 2))), 90, 91)


def test_records_among_four_tied_teams_match_the_report():
    among = [tally for tally in FOUR if max(tally[:2]) < 90]
    won = {
        team: sum((t.home_wins if t.home == team else t.away_wins) for t in among if team in t[:2])
        for team in range(1, 5)
    }
    assert won == {1: 6, 2: 5, 3: 4, 4: 3}


def test_tied_division_rivals_compete_for_all_open_wild_cards():
    shares = share_out([FOUR], 2)
    assert (shares.advanced, shares.tied, shares.left, shares.needs) == ((1, 2), (), 0, ())
    assert [step.step for step in shares.proof] == ["record", "head_to_head"]


def test_best_two_of_three_tied_teams_take_two_wild_cards():
    among = dict.fromkeys((1, 2, 3), 0)
    for tally in THREE:
        if max(tally[:2]) < 90:
            among[tally.home] += tally.home_wins
            among[tally.away] += tally.away_wins
    best_two = sorted(among, key=among.__getitem__, reverse=True)[:2]
    assert sorted(among.values()) == [2, 3, 4]
    assert sorted(share_out([THREE], 2).advanced) == sorted(best_two)


def test_proof_lists_every_advancing_team_and_the_open_spots():
    """With two divisions, two teams win wild cards by record, and two in the same division by head-to-head."""
    second_group = [series(11, 12, 10, 0), series(13, 14, 6, 0), series(15, 16, 5, 0)]
    shares = share_out([FOUR, second_group], 4)
    assert shares.left == 0
    sentences = [step.sentence() for step in shares.proof]
    assert "for 4 wild cards" in sentences[0]
    assert "13 and 15 advance" in sentences[0]
    assert "starts again with 1, 2, 3 and 4 for 2 wild cards" in sentences[0]
    assert "among 1, 2, 3 and 4 for 2 wild cards" in sentences[1]
    assert "1 and 2 advance; 3 and 4 fall short" in sentences[1]
    named = {team for step in shares.proof for block in step.advanced for team in block}
    assert named == set(shares.advanced) == {13, 15, 1, 2}


def test_wild_card_tie_never_passes_a_better_division_rival():
    """Team 1 is ahead of 2 and 3 by head-to-head. Team 21 is tied with them and has the best run difference of all."""
    west = [series(21, 29, 1, 1, runs=50), series(28, 29, 9, 0)]
    east = [series(1, 2, 2, 1), series(1, 3, 2, 1), series(2, 3, 2, 1), series(1, 9, 0, 2)]
    east += [series(9, 8, 9, 0), series(3, 8, 2, 0)]
    shares = share_out([east, west], 2, replace(RULES, wild_card_steps=("record", "run_difference", "d20")))
    assert shares.advanced[0] == 21
    assert shares.advanced[1] == 1
    purposes = [step.sentence() for step in shares.proof]
    assert any("the next of 2 wild cards" in sentence and "stays in the running" in sentence for sentence in purposes)
    assert shares.verdict(2) is shares.verdict(3) is Verdict.OUT
