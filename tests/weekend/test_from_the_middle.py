"""Test manage.py play --situation: cards from a workbook, lineups from a file, and printed examples typed in."""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Final

import openpyxl
import pytest
from django.core.management import CommandError, call_command

from core.errors import Refused
from rules_engine.baseball.state import POSITIONS
from tabletop.prepared_games import resume_game
from tabletop.services.played_games import enter_played_game
from tournaments.action_log.writing import Actor

PLACES: Final = POSITIONS[1:]
Play = Callable[..., str]
PINE_TAR_COLUMN: Final = {"1B": "0-24", "SO": "25-59", "GO-SS": "60-77", "FO-RF": "78-80", "BB": "81-99"}
INSIDE_PITCH_CELLS: Final = {"11": "G6", "12": "S8", "13": "F9"}
FIELDING: Final = "range 4 error 5"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Play a game at the keyboard. The input ends after the last answer."""

    def played(*answers: str, words: tuple[str, ...] = (), **options: Any) -> str:
        keys: Iterator[str] = iter(answers)
        out = StringIO()

        def read(prompt: str) -> str:
            out.write(prompt)
            answer = next(keys, None)
            if answer is None:
                raise EOFError
            return answer

        monkeypatch.setattr("builtins.input", read)
        call_command("play", *words, stdout=out, **options)
        return out.getvalue()

    return played


def workbook(path: Path, system: str, batter: dict[str, str], pitcher: dict[str, str]) -> Path:
    """Return a workbook with two teams of custom cards. Batters have the first columns, pitchers the second."""
    call_command("card_template", str(path), system=system, stdout=StringIO())
    setup = openpyxl.load_workbook(path)
    for title, rows in (("Batters", _batters(system, batter)), ("Pitchers", _pitchers(pitcher))):
        head = {cell.value: number for number, cell in enumerate(setup[title][1], start=1)}
        for number, row in enumerate(rows, start=2):
            for column, value in row.items():
                setup[title].cell(number, head[column], value)
    setup.save(path)
    return path


def _batters(system: str, facts: dict[str, str]) -> Iterator[dict[str, str]]:
    """Return the batters. The visitors' names include their positions, and the fielding rating is for that position."""
    for team in ("Chicago", "Cleveland"):
        for place in PLACES:
            glove = {"positions": place.upper()}
            if system == "strat_o_matic":
                arm = "(0)" if place in ("lf", "cf", "rf", "c") else ""
                glove = {"fielding": f"{place}-3{arm}e5"}
            elif system == "inside_pitch":
                glove = {"fielding": f"{place} {FIELDING}{' passed_ball 4' if place == 'c' else ''}"}
            elif place in ("lf", "cf", "rf", "c"):
                glove |= {"arm": "A"} if place != "c" else {"ar": "-9"}
            yield {"code": f"{team}-{place}", "team": team, "name": f"{team[:2]}{place}", **facts, **glove}


def _pitchers(facts: dict[str, str]) -> Iterator[dict[str, str]]:
    for team in ("Chicago", "Cleveland"):
        yield {"code": f"{team}-p", "team": team, "name": f"{team[:2]}starter", **facts}
        relief = {"role": "R", "mip": "2"} if "role" in facts else {}
        yield {"code": f"{team}-next", "team": team, "name": f"{team[:2]}next", **facts, **relief}
        if "endurance" in facts:  # a pitcher who can replace the reliever
            yield {"code": f"{team}-last", "team": team, "name": f"{team[:2]}last", **facts}


def line_ups(path: Path) -> Path:
    rows = [
        f"{team},{number},{team[:2]}{place},{place}"
        for team in ("Chicago", "Cleveland")
        for number, place in enumerate(PLACES, start=1)
    ]
    rows += [f"{team},9,,p" for team in ("Chicago", "Cleveland")]
    path.write_text("\n".join(("team,place,man,position", *rows)), encoding="utf-8")
    return path


@pytest.fixture
def pine_tar(tmp_path: Path) -> dict[str, Any]:
    base = {"bats": "R", "throws": "R", "br": "M", "ec": "4", "rg": "Neu", "inj": "--"}
    column = {f"vs_{hand} {outcome}": cells for hand in ("lhp", "rhp") for outcome, cells in PINE_TAR_COLUMN.items()}
    batter = base | {"sbc": "82", "sbo": "A", "shc": "89"} | column
    pitcher = base | {"sbo": "N", "shc": "N", "home": "C", "away": "C", "single SO": "0-99"}
    cards = workbook(
        tmp_path / "pine_tar.xlsx", "pine_tar", batter, pitcher | {"bk_wp": "--/99", "role": "S", "mip": "6"}
    )
    return _options("pine_tar", cards, tmp_path)


@pytest.fixture
def inside_pitch(tmp_path: Path) -> dict[str, Any]:
    numbers = {"k": "3", "w": "3", "hr": "2", "br": "3", "gdp": "1", "sf": "2", "att": "1", "sb": "-3", "bnt": "3"}
    cells = {f"cells {red}{white}": "G4" for red in range(1, 7) for white in range(1, 7)}
    batter = {"bats": "R"} | numbers | cells | {f"cells {key}": code for key, code in INSIDE_PITCH_CELLS.items()}
    bats = {f"batting {name}": value for name, value in ({"bats": "R"} | numbers | cells).items()}
    pitcher = {"throws": "R", "line": "G4 F8 P3 G6 F7 L5", "start": "24/14", "relief": "9/4", "cells 23": "(S1)"} | bats
    return _options("inside_pitch", workbook(tmp_path / "ip.xlsx", "inside_pitch", batter, pitcher), tmp_path)


def basic(column: int, line: str) -> dict[str, str]:
    """Return a basic column with this result on every line."""
    return {f"basic {column}-{dice}": line for dice in range(2, 13)}


def senior_seminar(folder: Path, **endurances: str) -> dict[str, Any]:
    """Return a card with a single on white 1, a walk on 2, a double on 3 and outs on 4-6. A bunts, B hits and runs."""
    batter = {"bats": "R", "power_left": "N", "power_right": "N", "running": "1-12", "grade": "C", "bunt": "A"}
    batter |= {"hit_and_run": "B"} | basic(1, "SINGLE*") | basic(2, "WALK") | basic(3, "DOUBLE**")
    pitcher = {"throws": "R", "fielding": "p-3e10", "hitting": "#1WR", "endurance": "starter(6) relief(2)"}
    pitcher |= basic(4, "strikeout") | basic(5, "strikeout") | basic(6, "strikeout")
    cards = workbook(folder / "senior_seminar.xlsx", "strat_o_matic", batter, pitcher | endurances)
    return _options("strat_o_matic", cards, folder) | {"edition": "senior_seminar"}


def _options(system: str, cards: Path, folder: Path) -> dict[str, Any]:
    teams = {"away": "Chicago", "home": "Cleveland", "typed_dice": True}
    return {"system": system, "cards": cards, "lineup": line_ups(folder / "line-ups.csv"), **teams}


def test_pt_f2_printed_49_to_right_scores_the_runner_on_third_and_holds_the_other(
    play: Play, pine_tar: dict[str, Any]
) -> None:
    text = play("7 8", "tag", "4 9", situation=["second=ch2b", "third=ch1b"], **pine_tar)
    assert "tag up: from third 0-62, from second 0-45" in text
    assert "Ch3b flies out to right field; Ch1b scores (PTF2)." in text
    assert "Chss against Clstarter, 1 out, Ch2b on second" in text


def test_pt_mi1_six_inning_starter_pitches_in_the_eighth_until_a_runner_reaches(
    play: Play, pine_tar: dict[str, Any]
) -> None:
    six = pine_tar | {"edition": "standard+additional_mip"}
    text = play("card clstarter", "bench", "3 4", "1 4", situation=["inning=8", "score=2-0"], **six)
    assert "Cleveland, on the bench:\n  Clnext" in text  # even a staff of two has a bullpen
    assert "in this game: 7.0 of 6.0 innings, runs 2" in text
    assert "PTMI1: Clstarter must leave the mound" in text
    done = play(situation=["inning=8", "score=2-0"], **pine_tar)
    assert "PTP2: Clstarter must leave the mound" in done


def test_ip_10_3_printed_6_1_scores_the_runner_on_third_and_the_other_is_out(
    play: Play, inside_pitch: dict[str, Any]
) -> None:
    text = play(
        "1 1", "1 3", "3", "6 1", situation=["outs=1", "second=ch2b", "third=ch1b"], edition="off", **inside_pitch
    )
    assert "Ch3b flies out to right field; Ch1b scores; Ch2b out (IP10.3-b)." in text


def test_ip_2_3_starter_tires_after_facing_the_rated_batters(play: Play, inside_pitch: dict[str, Any]) -> None:
    early, late = (play("2 3", **inside_pitch, situation=[f"inning={inning}"]) for inning in (2, 9))
    assert "Chc singles" not in early
    assert "Chc singles to the pitcher" in late


def test_steal_attempt_shows_the_runner_as_never_safe(play: Play, inside_pitch: dict[str, Any]) -> None:
    text = play("back", situation=["third=ch1b"], edition="off", **inside_pitch)
    assert "the runner on third steals home" in text
    assert "Ch1b: never safe" in text


SINGLE, WALK, DOUBLE, OUT = "1 3 4 1", "2 3 4 1", "3 3 4 1", "4 3 4 1"
ONE_TWO_THREE: Final = (OUT, OUT, OUT)
MUST_LEAVE: Final = "Clstarter must leave the mound"


@pytest.mark.parametrize(
    ("infield", "column", "result"),
    [("in", "Ch2b, A: column B", "Ch2b pops out"), ("back", "Ch2b, A\n", "Ch2b sacrifices; Ch1b to second")],
)
def test_ss_7_12_infield_in_against_an_a_bunter_uses_column_b(
    play: Play, tmp_path: Path, infield: str, column: str, result: str
) -> None:
    """Only column A has a sacrifice at a sum of 4."""
    hold = ("",) if infield == "back" else ()
    text = play(infield, *hold, "bunt", "2 2", situation=["first=ch1b"], **senior_seminar(tmp_path))
    assert column in text
    assert result in text


def test_ss_7_21_bases_loaded_with_the_corners_in_uses_column_c_for_an_a_bunter(play: Play, tmp_path: Path) -> None:
    """Of the first three columns, only column C has a pop-out at a sum of 9."""
    loaded = ["first=ch1b", "second=chc", "third=chrf"]
    text = play("corners_in", "", "bunt", "4 5", situation=loaded, **senior_seminar(tmp_path))
    assert "Ch2b, A: column C" in text
    assert "Ch2b pops out" in text


@pytest.mark.parametrize(
    ("defense", "column", "result"),
    [
        (("in",), ": column A", "Ch2b singles"),
        (("back", "hold 1"), ": column A", "Ch2b singles"),
        (("back", "none"), "", "Ch2b grounds out"),
    ],
    ids=["infield in", "runner held", "neither"],
)
def test_ss_7_32_infield_in_or_holding_a_runner_uses_column_a_for_a_b_hit_and_run(
    play: Play, tmp_path: Path, defense: tuple[str, ...], column: str, result: str
) -> None:
    """Only column A has a single at a sum of 6."""
    text = play(*defense, "hit and run", "3 3", situation=["first=ch1b"], **senior_seminar(tmp_path))
    assert f"Ch2b, B{column}\n" in text
    assert result in text


def test_ss_10_1_third_hit_or_walk_in_the_6th_ends_a_starter_6(play: Play, tmp_path: Path) -> None:
    cards = senior_seminar(tmp_path)
    assert MUST_LEAVE not in play(SINGLE, OUT, WALK, situation=["inning=6"], **cards)
    assert f"{MUST_LEAVE}: SS10.1A" in play(SINGLE, OUT, WALK, DOUBLE, situation=["inning=6"], **cards)


def test_ss_10_1_two_walks_in_the_7th_and_two_hits_in_the_8th_end_a_starter_6(play: Play, tmp_path: Path) -> None:
    """The first batter in the 8th is the visitors' pitcher, who has his own batting card."""
    seventh = (WALK, WALK, *ONE_TWO_THREE)
    typed = (*ONE_TWO_THREE, *ONE_TWO_THREE, *seventh, *ONE_TWO_THREE, OUT, SINGLE, SINGLE)
    cards = senior_seminar(tmp_path)
    assert MUST_LEAVE not in play(*typed[:-1], situation=["inning=6"], **cards)
    assert f"{MUST_LEAVE}: SS10.1B" in play(*typed, situation=["inning=6"], **cards)


def test_ss_10_1_starter_6_is_replaced_before_the_9th_after_three_good_innings(play: Play, tmp_path: Path) -> None:
    cards = senior_seminar(tmp_path)
    assert MUST_LEAVE not in play(*ONE_TWO_THREE * 5, situation=["inning=6"], **cards)
    text = play(*ONE_TWO_THREE * 6, situation=["inning=6"], **cards)
    assert f"{MUST_LEAVE}: SS10.1C" in text.partition("Top of the 9th")[2]


def test_ss_10_2_relief_2_from_the_6th_must_leave_after_a_leadoff_single_in_the_8th(play: Play, tmp_path: Path) -> None:
    sixth, seventh = (OUT, OUT), (OUT, OUT, WALK, WALK, OUT)
    typed = ("p clnext", *sixth, *ONE_TWO_THREE, *seventh, *ONE_TWO_THREE)
    middle, cards = ["inning=6", "outs=1"], senior_seminar(tmp_path)
    assert "must leave" not in play(*typed, situation=middle, **cards)
    assert "Clnext must leave the mound: SS10.2B" in play(*typed, SINGLE, situation=middle, **cards)


@pytest.mark.parametrize(
    ("edition", "side"),
    [("senior_seminar", "basic side"), ("star", "left and right sides")],
)
def test_rejects_cards_without_the_side_the_ruleset_uses(play: Play, tmp_path: Path, edition: str, side: str) -> None:
    cards = senior_seminar(tmp_path)
    if edition == "senior_seminar":
        setup = openpyxl.load_workbook(cards["cards"])
        for sheet in (setup["Batters"], setup["Pitchers"]):
            _move_to_sides(sheet)
        setup.save(cards["cards"])
    with pytest.raises(CommandError, match=rf"uses the {side} .*22 of these cards don't have it"):
        play(**cards | {"edition": edition})


def _move_to_sides(sheet: Any) -> None:
    """Use the basic columns as the columns against left-handers and right-handers."""
    head = {cell.value: number for number, cell in enumerate(sheet[1], start=1)}
    for title, number in head.items():
        if not title.startswith("basic"):
            continue
        for row in range(2, sheet.max_row + 1):
            line = sheet.cell(row, number).value
            for side in ("left", "right"):
                sheet.cell(row, head[title.replace("basic", side)], line)
            sheet.cell(row, number).value = None


def test_invalid_situation_starts_no_game_and_reports_every_error(play: Play, pine_tar: dict[str, Any]) -> None:
    with pytest.raises(CommandError) as refused:
        play(situation=["inning=0", "first=jones", "rain"], **pine_tar)
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    assert lines[0] == (
        "--situation: “rain”: use WORD=VALUE with one of "
        "the words inning, half, outs, score, first, second, third, bats, next"
    )
    assert lines[1] == "--situation: inning: “0” is not valid; enter 1 to 99"
    assert lines[2].startswith("--situation: first: “jones” is not on the list")
    with pytest.raises(CommandError, match="a tournament game starts with the first pitch"):
        call_command("play", series=1, situation=["outs=1"])
    with pytest.raises(CommandError, match="first pitch"):
        play(situation=["outs=1"], retrosheet=Path("game.EVN"), **pine_tar)


def test_situation_game_is_saved_and_resumed_but_not_entered_in_a_series(
    play: Play, pine_tar: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    text = play("1 4", "quit", save=path, situation=["inning=6", "outs=2", "score=3-4", "third=ch1b"], **pine_tar)
    assert "Ch2b singles to right field; Ch1b scores (PTH1)." in text
    assert json.loads(path.read_text(encoding="utf-8"))["begins"]["bases"] == ["", "", "Chicago-1b"]
    resumed = play("undo", resume=path)
    assert "Ch3b against Clstarter, 2 outs, Ch2b on first" in resumed
    assert "Ch2b against Clstarter, 2 outs, Ch1b on third" in resumed
    with pytest.raises(CommandError, match="the saved game continues where it stopped"):
        play(resume=path, situation=["outs=1"])
    with pytest.raises(Refused, match="starts with the first pitch"):
        enter_played_game(1, resume_game(path, None), Actor("The desk"))
    spoiled = path.read_text(encoding="utf-8").replace('"outs": 2', '"outs": 5')
    path.write_text(spoiled, encoding="utf-8")
    with pytest.raises(CommandError, match="field begins.outs: enter 0, 1 or 2"):
        play(resume=path)
