"""Scorecards of whole games match their box scores in every system."""

import pytest

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import FieldersMoved, OrderSwapped, Substituted
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.scorecard import result_of, scorecards
from rules_engine.odds.luck import luck_of
from tests.rules_engine.baseball.games import new_game, play, three_up
from tests.rules_engine.systems.long_run import played

SYSTEMS = [("strat_o_matic", "star"), ("pine_tar", "full"), ("inside_pitch", "off")]


@pytest.mark.parametrize(("system", "edition"), SYSTEMS)
def test_scorecards_match_box_scores(system: str, edition: str) -> None:
    for game in (played(system, edition, seed) for seed in range(12)):
        history = list(game.log.in_force())
        boxes = box_score(history).teams
        for team, card in enumerate(scorecards(game.log.start, history, game.state)):
            batting = boxes[team].batting.values()
            finished = [entry for entry in card.appearances if not entry.result.startswith("on ")]
            assert len(finished) == sum(line.plate_appearances for line in batting)
            assert sum(entry.has_scored for entry in card.appearances) == game.state.score[team]
            assert sum(entry.result in ("1B", "2B", "3B", "HR") for entry in finished) == boxes[team].total("hits")
            assert sum(entry.result == "K" for entry in finished) == boxes[team].total("strikeouts")
            assert sum(entry.out > 0 for entry in card.appearances) == sum(
                line.outs for line in boxes[1 - team].pitching.values()
            )
            assert list(card.runs.values()) == list(game.state.halves[team::2])
            assert {entry.player for place in card.places for entry in place} >= {entry.player for entry in finished}
            assert len({(entry.place, entry.inning, entry.turn) for entry in card.appearances}) == len(card.appearances)


def test_positions_follow_a_player_through_the_game() -> None:
    log = new_game()
    three_up(log)
    log.append(Substituted(1, "H1", "Hss"))  # bats for the shortstop
    log.append(Substituted(1, "H2", "H1"))
    three_up(log)
    log.append(FieldersMoved(1, (("2b", "H2"), ("ss", "H2b"))))
    log.append(Substituted(1, "H3", "Hp"))  # a double switch: the pitcher bats sixth
    log.append(Substituted(1, "H4", "Hlf"))
    log.append(OrderSwapped(1, "H3", "H4"))
    play(log, "walk", 1)
    log.append(Substituted(0, "A1", log.state.bases[0].player))
    play(log, "groundout", OUT, 2)
    _, home = scorecards(log.start, log.in_force(), log.state)
    positions = {entry.player: "-".join(entry.positions) for place in home.places for entry in place}
    assert [entry.player for entry in home.places[4]] == ["Hss", "H1", "H2"]
    assert positions["Hss"] == "ss"
    assert (positions["H1"], positions["H2"]) == ("ph", "ph-2b")
    assert positions["H2b"] == "2b-ss"
    assert [[entry.player for entry in home.places[place]] for place in (5, 8)] == [["Hlf", "H3"], ["Hp", "H4"]]
    assert (positions["H3"], positions["H4"]) == ("p", "lf")
    away, _ = scorecards(log.start, log.in_force(), log.state)
    assert [entry.positions for place in away.places for entry in place if entry.player == "A1"] == [["pr"]]


@pytest.mark.parametrize(
    ("play", "result"),
    [
        (Play("groundout", (-1, -2, -2, -2), fielder="ss"), "6-3"),
        (Play("groundout", (-1, -2, -2, -2), fielder="1b"), "3U"),
        (Play("groundout", (-1, -1, -2, -2), fielder="ss"), "6-4-3 DP"),
        (Play("flyout", (-1, -2, -2, 4), fielder="cf"), "SF8"),
        (Play("popout", (-1, -2, -2, -2), fielder="2b"), "P4"),
        (Play("fielders_choice", (1, -1, -2, -2), fielder="3b"), "FC 5-4"),
        (Play("error", (1, -2, -2, -2), fielder="ss"), "E6"),
        (Play("walk", (1, -2, -2, -2), code="intentional"), "IBB"),
        (Play("sacrifice", (-1, 2, -2, -2), code="SH 1-3"), "SH 1-3"),
    ],
)
def test_results_use_scorers_notation(play: Play, result: str) -> None:
    assert result_of(play) == result


@pytest.mark.parametrize(("system", "edition"), SYSTEMS)
def test_expected_counts_come_from_swing_rolls(system: str, edition: str) -> None:
    game = played(system, edition, 1)
    run_values = [0.5] * 24
    for team in luck_of(game, run_values):
        assert team.appearances > 20
        assert 0 < team.expected["homeruns"] < team.expected["hits"] < team.expected["bases"]
        assert team.rolled["hits"] <= team.appearances
