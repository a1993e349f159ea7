"""Credits for steals and for outs on bunts, in a scorer's notation."""

import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.credits import caught, fielding_credits, stole
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Play
from rules_engine.baseball.retrosheet import event_text
from tests.rules_engine.baseball.games import new_game, play

BY_CATCHER = (Charge("c"),)


def steal(
    kind: str,
    first: int = ABSENT,
    second: int = ABSENT,
    third: int = ABSENT,
    *,
    code: str = "",
    errors: tuple[Charge, ...] = (),
) -> Play:
    return Play(kind, (ABSENT, first, second, third), code=code, errors=errors)


@pytest.mark.parametrize(
    ("made", "credited", "text"),
    [
        (steal("stolen_base", 2), (1,), "SB2.1-2"),
        (steal("stolen_base", 2, 3), (2, 1), "SB3;SB2.2-3;1-2"),
        (steal("stolen_base", 3, errors=BY_CATCHER), (1,), "SB2.1-3(E2)"),
        # the runner on third scores on the error only; the runner on first stole second before it
        (steal("stolen_base", 3, ABSENT, HOME, errors=BY_CATCHER), (1,), "SB2.3-H(E2);1-3"),
        # he stole home himself: the code names the runners
        (steal("stolen_base", 3, ABSENT, HOME, code="from 13", errors=BY_CATCHER), (3, 1), "SBH;SB2.3-H;1-3(E2)"),
        (steal("stolen_base", 3, HOME, code="from 2", errors=BY_CATCHER), (2,), "SB3.2-H(E2);1-3"),
        # the play ends when the runner on third scores the winning run
        (steal("stolen_base", ABSENT, 3, HOME, errors=BY_CATCHER), (2,), "SB3.3-H(E2);2-3"),
    ],
)
def test_9_07_only_an_advancing_runner_is_credited_with_a_stolen_base(
    made: Play, credited: tuple[int, ...], text: str
) -> None:
    assert stole(made) == credited
    assert event_text(made) == text


@pytest.mark.parametrize(
    ("made", "charged", "text"),
    [
        (steal("caught_stealing", OUT), (1,), "CS2(24)"),
        (steal("caught_stealing", 2, OUT), (2,), "CS3(25).1-2"),
        # the catcher's throw kept him from being out
        (steal("caught_stealing", 2, code="from 1", errors=BY_CATCHER), (1,), "CS2(E2).1-2"),
        (steal("caught_stealing", 2, 3, code="from 12", errors=BY_CATCHER), (2,), "CS3(E2).2-3;1-2"),
    ],
)
def test_9_07_runner_safe_on_an_error_is_charged_with_caught_stealing(
    made: Play, charged: tuple[int, ...], text: str
) -> None:
    assert (stole(made), caught(made)) == ((), charged)
    assert event_text(made) == text


def test_box_score_credits_base_stealer_but_not_runner_scoring_on_error() -> None:
    log = new_game()
    play(log, "triple", 3)
    play(log, "walk", 1, third=3)
    play(log, "stolen_base", ABSENT, first=3, third=HOME, errors=BY_CATCHER)
    play(log, "caught_stealing", ABSENT, third=HOME, code="from 3", errors=BY_CATCHER)
    lines = box_score(log.in_force()).teams[0].batting
    assert {player: (line.stolen_bases, line.caught_stealing) for player, line in lines.items()} == {
        "Ac": (0, 0),
        "A1b": (1, 1),
    }


def test_9_16_errorless_inning_counts_caught_stealing_spoiled_by_an_error() -> None:
    log = new_game()
    play(log, "walk", 1)
    play(log, "caught_stealing", ABSENT, first=2, code="from 1", errors=BY_CATCHER)
    play(log, "single", 1, second=HOME)
    assert box_score(log.in_force()).teams[1].pitching["Hp"].earned_runs == 0
    play(log, "homerun", HOME, first=HOME)
    assert box_score(log.in_force()).teams[1].pitching["Hp"].earned_runs == 2


@pytest.mark.parametrize(
    ("kind", "to", "code", "assists", "putouts"),
    [
        ("sacrifice", (OUT, 2, ABSENT, ABSENT), "SH 5-4", ("3b",), ("2b",)),
        ("sacrifice", (OUT, 2, ABSENT, ABSENT), "SH 3-4", ("1b",), ("2b",)),
        ("fielders_choice", (1, OUT, ABSENT, ABSENT), "FC 2-6", ("c",), ("ss",)),
        ("fielders_choice", (1, ABSENT, ABSENT, OUT), "FC 5-2", ("3b",), ("c",)),
        ("popout", (OUT, OUT, ABSENT, ABSENT), "PODP 1-3", ("p",), ("p", "1b")),
        ("popout", (OUT, ABSENT, OUT, ABSENT), "PODP 1-6", ("p",), ("p", "ss")),
        ("sacrifice", (OUT, ABSENT, 3, ABSENT), "SH 3", (), ("1b",)),
        ("groundout", (OUT, OUT, ABSENT, ABSENT), "PO-3 RA", ("3b", "2b"), ("2b", "1b")),
    ],
)
def test_bunt_chart_fielders_get_the_assists_and_putouts(
    kind: str, to: tuple[int, int, int, int], code: str, assists: tuple[str, ...], putouts: tuple[str, ...]
) -> None:
    fielder = {"5": "3b", "3": "1b", "2": "c", "1": "p"}.get(code.partition(" ")[2][:1], "3b")
    assert fielding_credits(Play(kind, to, fielder=fielder, code=code)) == (assists, putouts)
