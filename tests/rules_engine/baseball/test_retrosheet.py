"""Retrosheet event text: single plays as written by scorers, whole games read back by a second reader."""

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Play
from rules_engine.baseball.retrosheet import GameInfo, event_file, event_text
from rules_engine.baseball.state import GameRules
from rules_engine.baseball.table import RandomTable
from rules_engine.systems.strat_o_matic.autopilot import Autopilot
from tests.rules_engine.baseball.retrosheet_reader import read
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

NONE = ABSENT


@pytest.mark.parametrize(
    ("play", "text"),
    [
        (Play("single", (1, 2, NONE, HOME), fielder="lf"), "S7.3-H;1-2"),
        (Play("single", (2, 3, NONE, NONE), fielder="cf", errors=(Charge("cf"),)), "S8.1-3;B-2(E8)"),
        (Play("double", (2, OUT, NONE, NONE), fielder="rf"), "D9.1X2(94)"),
        (Play("homerun", (HOME, HOME, NONE, NONE)), "HR.1-H"),
        (Play("walk", (1, 2, NONE, NONE), code="intentional"), "IW.1-2"),
        (Play("strikeout", (OUT, NONE, NONE, NONE)), "K"),
        (Play("groundout", (OUT, OUT, 3, HOME), fielder="ss"), "43/G.3-H(NR);2-3;1X2(64)"),
        (Play("groundout", (OUT, NONE, NONE, NONE), fielder="1b"), "3/G"),
        (Play("fielders_choice", (1, 2, 3, OUT), fielder="3b"), "FC5.3XH(52);2-3;1-2"),
        (Play("flyout", (OUT, 1, NONE, HOME), fielder="cf"), "8/SF.3-H"),
        (Play("flyout", (OUT, NONE, NONE, OUT), fielder="lf"), "7/F.3XH(72)"),
        (Play("lineout", (OUT, OUT, NONE, NONE), fielder="2b"), "4/L.1X1(43)"),
        (Play("sacrifice", (OUT, 2, NONE, NONE)), "13/SH.1-2"),
        (Play("error", (2, 3, NONE, NONE), fielder="ss", errors=(Charge("ss", 2),)), "E6.1-3;B-2"),
        (Play("error", (1, NONE, NONE, HOME), fielder="ss", errors=(Charge("ss"),)), "E6.3-H(NR)"),
        (Play("interference", (1, 2, NONE, NONE), fielder="c", errors=(Charge("c"),)), "C/E2.1-2"),
        (Play("stolen_base", (NONE, 2, NONE, NONE)), "SB2.1-2"),
        (Play("stolen_base", (NONE, 3, NONE, NONE), errors=(Charge("c"),)), "SB2.1-3(E2)"),
        (Play("caught_stealing", (NONE, 2, OUT, NONE)), "CS3(25).1-2"),
        (Play("pickoff", (NONE, OUT, NONE, NONE)), "PO1(13)"),
        (Play("wild_pitch", (NONE, NONE, 3, NONE)), "WP.2-3"),
        (Play("no_play", (NONE, 1, NONE, NONE)), "NP"),
    ],
)
def test_a_play_in_retrosheets_notation(play: Play, text: str) -> None:
    assert event_text(play) == text


@pytest.mark.parametrize("seed", range(10))
def test_a_second_reader_finds_the_same_game(seed: int) -> None:
    """Runs, hits, errors, outs, putouts, assists, batting order, runners on the bases they are said to leave."""
    game = new_game("star", "CLE", "TEX", starter=seed, rules=GameRules(runner_on_second_from=10))
    pilot = Autopilot(game)
    table = RandomTable(seed, pilot.choose)
    while not game.state.over:
        pilot.changes()
        game.play(table)
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


def test_the_head_names_the_game_and_the_starters_with_slot_and_position() -> None:
    text = event_file(new_game().log, GameInfo("NYA", "ATL", "1998/10/17", 1), {"jeterde01": "Derek Jeter"})
    lines = text.splitlines()
    assert lines[:2] == ["id,ATL199810171", "version,2"]
    assert "info,usedh,false" in lines
    assert any(line.startswith('start,jeterde01,"Derek Jeter",0,') and line.endswith(",6") for line in lines)
    assert sum(line.startswith("start,") for line in lines) == 18
