"""Retrosheet event text: single plays in scorers' notation, and whole games read by a second reader."""

import json

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import TeamBox, box_score
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Play
from rules_engine.baseball.retrosheet import GameInfo, event_file, event_text, team_codes
from rules_engine.game_rules import GameRules
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from tests.rules_engine.baseball.chadwick_run import KEPT
from tests.rules_engine.baseball.retrosheet_reader import read
from tests.rules_engine.systems.strat_o_matic.real_league import EDITIONS, new_game

NONE = ABSENT


@pytest.mark.parametrize(
    ("play", "text"),
    [
        (Play("single", (1, 2, NONE, HOME), fielder="lf"), "S7.3-H;1-2"),
        (Play("single", (2, 3, NONE, NONE), fielder="cf", errors=(Charge("cf"),)), "S8.1-3;B-2(E8)"),
        (Play("single", (1, OUT, NONE, NONE), fielder="cf"), "S8.1X3(85)"),
        (Play("single", (1, NONE, OUT, NONE), fielder="lf"), "S7.2XH(72)"),
        (Play("single", (OUT, NONE, HOME, NONE), fielder="rf"), "S9.2-H;BX2(94)"),
        (Play("double", (2, OUT, NONE, NONE), fielder="rf"), "D9.1XH(92)"),
        (Play("double", (OUT, HOME, NONE, NONE), fielder="lf"), "D7.1-H;BX3(75)"),
        (Play("homerun", (HOME, HOME, NONE, NONE)), "HR.1-H"),
        (Play("walk", (1, 2, NONE, NONE), code="intentional"), "IW.1-2"),
        (Play("strikeout", (OUT, NONE, NONE, NONE)), "K"),
        (Play("groundout", (OUT, OUT, 3, HOME), fielder="ss"), "64(1)3/GDP.3-H(NR);2-3"),
        (Play("groundout", (OUT, 2, OUT, NONE), fielder="3b"), "5(2)3/GDP.1-2"),
        (Play("groundout", (OUT, OUT, NONE, NONE), fielder="1b"), "34(1)3/GDP"),
        (Play("groundout", (OUT, OUT, NONE, NONE), code="double_play"), "14(1)3/BGDP"),
        (Play("fielders_choice", (1, OUT, OUT, NONE), fielder="3b"), "5(2)4(1)/GDP.B-1"),
        (Play("groundout", (OUT, NONE, NONE, NONE), fielder="1b"), "3/G"),
        (Play("fielders_choice", (1, 2, 3, OUT), fielder="3b"), "FC5.3XH(52);2-3;1-2"),
        (Play("flyout", (OUT, 1, NONE, HOME), fielder="cf"), "8/SF.3-H"),
        (Play("flyout", (OUT, NONE, NONE, OUT), fielder="lf"), "7/F/DP.3XH(72)"),
        (Play("flyout", (OUT, NONE, OUT, HOME), fielder="rf"), "9/SF/F/DP.3-H;2X3(95)"),
        (Play("popout", (OUT, OUT, NONE, NONE), fielder="c", code="popout_double_play"), "2/BPDP.1X2(24)"),
        (Play("foulout", (OUT, NONE, NONE, NONE), fielder="c"), "2/P/FL"),
        (Play("lineout", (OUT, OUT, NONE, NONE), fielder="2b"), "4(B)3(1)/LDP"),
        (Play("lineout", (OUT, OUT, NONE, NONE), fielder="1b"), "3(B)3(1)/LDP"),
        (Play("lineout", (OUT, OUT, OUT, NONE), fielder="ss"), "6(B)4(2)3(1)/LTP"),
        (Play("single", (1, 2, NONE, NONE), code="hit"), "S1/BG.1-2"),
        (Play("sacrifice", (OUT, 2, NONE, NONE)), "13/SH.1-2"),
        (Play("error", (2, 3, NONE, NONE), fielder="ss", errors=(Charge("ss", 2),)), "E6.1-3;B-2"),
        (Play("error", (1, NONE, NONE, HOME), fielder="ss", errors=(Charge("ss"),)), "E6.3-H(NR)"),
        (Play("interference", (1, 2, NONE, NONE), fielder="c", errors=(Charge("c"),)), "C/E2.1-2"),
        (Play("stolen_base", (NONE, 2, NONE, NONE)), "SB2.1-2"),
        (Play("stolen_base", (NONE, 3, NONE, NONE), errors=(Charge("c"),)), "SB2.1-3(E2)"),
        (Play("stolen_base", (NONE, 3, HOME, NONE), errors=(Charge("c"),)), "SB3;SB2.2-H(E2);1-3"),
        (Play("caught_stealing", (NONE, 2, OUT, NONE)), "CS3(25).1-2"),
        (Play("pickoff", (NONE, OUT, NONE, NONE)), "PO1(13)"),
        (Play("wild_pitch", (NONE, NONE, 3, NONE)), "WP.2-3"),
        (Play("no_play", (NONE, 1, NONE, NONE)), "NP"),
    ],
)
def test_plays_are_written_in_retrosheet_notation(play: Play, text: str) -> None:
    assert event_text(play) == text


def test_unearned_runs_are_marked() -> None:
    assert event_text(Play("double", (2, HOME, NONE, HOME), fielder="lf"), (1,)) == "D7.3-H;1-H(UR)"
    assert event_text(Play("homerun", (HOME, HOME, NONE, NONE)), (1, 0)) == "HR.1-H(UR);B-H(UR)"


def events_of(batting: TeamBox, against: TeamBox) -> dict[str, int]:
    """Return the counts of Retrosheet events, based on the box score lines."""
    pitching = against.pitching.values()
    intentional = batting.total("intentional_walks")
    return {
        "D": batting.total("doubles"),
        "T": batting.total("triples"),
        "HR": batting.total("homeruns"),
        "W": batting.total("walks") - intentional,
        "IW": intentional,
        "K": batting.total("strikeouts"),
        "HP": batting.total("hit_by_pitch"),
        "SB": batting.total("stolen_bases"),
        "CS": batting.total("caught_stealing"),
        "/SH": batting.total("sacrifices"),
        "WP": sum(line.wild_pitches for line in pitching),
        "BK": sum(line.balks for line in pitching),
    }


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(5))
def test_independent_reader_reconstructs_the_same_game(edition: str, seed: int) -> None:
    """Check runs, hits, errors, outs, putouts, assists, the batting order and the bases that runners leave from.

    Chadwick's own programs are written in C, and no package registry has a current build for the lock file. The only
    wrapper compiles itself and has not been updated since 2023. This reader is therefore our own. It is checked against
    Chadwick's results for recorded games (below), and `chadwick_run` compares with Chadwick by hand.
    """
    game = new_game(edition, "CLE", "TEX", starter=seed, rules=GameRules(runner_on_second_from=10))
    pilot = ComputerManager(game)
    game_input = RandomInput(seed, pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(game_input)
    read_back = read(event_file(game.log, GameInfo("CLE", "TEX", "1998/04/01"), {}))
    box = box_score(game.log.in_force())
    assert tuple(read_back.runs) == game.state.score
    for team in (0, 1):
        batting, against = box.teams[team], box.teams[1 - team]
        assert read_back.hits[team] == batting.total("hits")
        assert read_back.outs[team] == sum(line.outs for line in against.pitching.values())
        fielding = box.teams[team].fielding.values()
        assert read_back.errors[team] == sum(line.errors for line in fielding)
        assert read_back.putouts[team] == sum(line.putouts for line in fielding)
        assert read_back.assists[team] == sum(line.assists for line in fielding)
        assert read_back.ground_double_plays[team] == batting.total("double_plays")
        assert read_back.sacrifice_flies[team] == batting.total("sacrifice_flies")
        assert read_back.words[team] == {word: count for word, count in events_of(batting, against).items() if count}
        earned = {line.player: line.earned_runs for line in against.pitching.values()}
        assert earned.items() <= read_back.earned.items()
        assert read_back.runs[team] - read_back.unearned[team] == sum(earned.values())


@pytest.mark.parametrize("edition", sorted(path.stem for path in KEPT.glob("*.json")))
def test_independent_reader_matches_chadwick_on_stored_games(edition: str) -> None:
    chadwick = json.loads((KEPT / f"{edition}.json").read_text(encoding="utf-8"))
    text = (KEPT / f"{edition}.EVN").read_text(encoding="utf-8")
    game = read(text)
    for team, against in ((0, 1), (1, 0)):
        assert game.runs[team] == chadwick[f"{team} batting runs"] == chadwick[f"{team} plays runs"]
        assert game.hits[team] == chadwick[f"{team} batting hits"]
        assert game.outs[team] == chadwick[f"{team} plays outs"]
        assert game.putouts[team] == chadwick[f"{team} fielding putouts"]
        assert game.assists[team] == chadwick[f"{team} fielding assists"]
        assert game.errors[against] == chadwick.get(f"{team} plays errors against", 0)
        assert game.ground_double_plays[team] == chadwick.get(f"{team} batting double_plays", 0)
        assert game.sacrifice_flies[team] == chadwick.get(f"{team} batting sacrifice_flies", 0)
        assert game.runs[team] - game.unearned[team] == chadwick.get(f"{against} pitching earned_runs", 0)
    assert "play," in text


def test_event_file_header_lists_game_and_starters() -> None:
    text = event_file(new_game().log, GameInfo("NYA", "ATL", "1998/10/17", 1), {"jeterde01": "Derek Jeter"})
    lines = text.splitlines()
    assert lines[:2] == ["id,ATL199810171", "version,2"]
    assert "info,usedh,false" in lines
    assert any(line.startswith('start,jeterde01,"Derek Jeter",0,') and line.endswith(",6") for line in lines)
    assert sum(line.startswith("start,") for line in lines) == 18


def test_team_codes_are_three_distinct_letters() -> None:
    assert team_codes("NYA", "ATL") == ("NYA", "ATL")
    assert team_codes("Reno Sluggers", "El Paso") == ("REN", "ELP")
    assert team_codes("Toledo Stokers", "Toledo Millers") == ("TOA", "TOH")
    assert team_codes("76", "Ox") == ("XXX", "OXX")
