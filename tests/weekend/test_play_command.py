"""Test manage.py play as used by people: saved, resumed, interrupted, in a ballpark, and as Retrosheet text."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

LINE_UP = "  lineup for"  # the start of its prompt


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch):
    """Play the game with these answers. After the last one, the input ends or is interrupted with Ctrl-C.

    The suggested lineups are unchanged.
    """

    def play(*answers: str | BaseException, words: tuple[str, ...] = (), **options: object) -> str:
        keys: Iterator[str | BaseException] = iter(answers)
        out = StringIO()

        def read(prompt: str) -> str:
            if prompt.startswith(LINE_UP):
                return ""
            answer = next(keys, EOFError())
            out.write(prompt + "\n")
            if isinstance(answer, BaseException):
                raise answer
            return answer

        monkeypatch.setattr("builtins.input", read)
        call_command("play", *words, stdout=out, **options)
        return out.getvalue()

    return play


def log_of(path: Path) -> list[dict[str, object]]:
    return json.loads(path.read_text(encoding="utf-8"))["events"]


def test_interrupted_and_resumed_game_matches_an_uninterrupted_game(typed, tmp_path: Path) -> None:
    full_path, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    text = typed(seed=7, save=full_path, auto=True)
    assert text.count("(W)") == 1
    assert "Play by play" in text
    typed(*[""] * 8, "quit", seed=7, save=parts)
    first = len(log_of(parts))
    assert 0 < first < 20
    text = typed(*[""] * 6, KeyboardInterrupt(), resume=parts)
    assert f"To resume it: --resume {parts}" in text
    assert len(log_of(parts)) > first
    typed(resume=parts, auto=True)
    assert log_of(parts)[first:] != []
    second_path = tmp_path / "again.json"
    typed(*[""] * 14, "auto", seed=7, save=second_path)
    assert log_of(second_path) == log_of(parts)


def test_resumed_game_still_uses_typed_dice(typed, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    typed("walk", "undo", "walk", seed=3, save=path, typed_dice=True)
    text = typed(*[""] * 5, resume=path)
    assert "pitch, die of 20" in text
    assert "Pennant rolls" not in text


def test_existing_file_is_not_overwritten(typed, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    typed("walk", seed=3, save=path)
    before = path.read_text(encoding="utf-8")
    with pytest.raises(CommandError, match=r"already exists. Resume it with --resume"):
        typed("walk", save=path)
    assert path.read_text(encoding="utf-8") == before


def test_quitting_without_a_file_warns_that_the_game_was_not_saved(typed) -> None:
    assert "was not saved. To save a game, start with --save FILE" in typed("walk", "save", seed=3)
    assert "This game has no file" in typed("save", "quit", seed=3)


def test_unwritable_file_is_reported_and_the_game_continues(typed, tmp_path: Path) -> None:
    text = typed("walk", "walk", seed=3, save=tmp_path / "nowhere" / "game.json")
    assert text.count("The game couldn't be saved to") >= 2
    assert "game.json couldn't be written." in text


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda text: text[:300], r"line \d+, column \d+"),
        (lambda text: text.replace('"kind": "walk"', '"kind": "stroll"'), r"line \d+, event 1: field kind: 'stroll'"),
        (lambda text: text.replace("jeterde01", "nobody99"), r"there is no card for 'nobody99'"),
        (lambda text: text.replace('"star"', '"moon"'), r"unknown ruleset “moon”"),
        (lambda text: text.replace('"park": ""', '"park": "moon"'), r"unknown park moon"),
    ],
)
def test_damaged_file_error_includes_name_line_and_field(typed, tmp_path: Path, spoil, fault: str) -> None:
    path = tmp_path / "game.json"
    typed("walk", seed=3, save=path)
    path.write_text(spoil(path.read_text(encoding="utf-8")), encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    with pytest.raises(CommandError, match=fault) as refused:
        typed(resume=path)
    assert str(refused.value).startswith(f"{path}: ")
    assert path.read_text(encoding="utf-8") == before
    with pytest.raises(CommandError, match="can't be read"):
        typed(resume=tmp_path / "none.json")


def test_t33_0_suspended_game_resumes_at_the_point_of_suspension(typed, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert "This game has no file" in typed("suspend", seed=3)
    text = typed("walk", "suspend", "walk", seed=3, save=path)
    assert "The game is suspended (T33.0)." in text
    assert [event["event"] for event in log_of(path)] == ["play", "halt"]
    output = typed("plays", resume=path)
    assert "Scott Brosius against Greg Maddux, no outs, Derek Jeter on first" in output
    assert "The game is resumed (T33.0)." in output
    elsewhere = typed("suspend", seed=3, edition="som_basic", save=tmp_path / "basic.json")
    assert "These rules don't allow suspended games" in elsewhere


def test_writes_a_game_as_retrosheet_event_text(typed, tmp_path: Path) -> None:
    path = tmp_path / "1998.EVN"
    typed(seed=7, auto=True, retrosheet=path, words=("--date", "1998/10/17"))
    text = path.read_text(encoding="utf-8")
    assert text.startswith("id,ATL199810170\n")
    assert text.count("\nplay,") > 50
    with pytest.raises(CommandError, match="Enter it as YYYY/MM/DD"):
        call_command("play", "--date", "17.10.1998")


def test_chadwicks_cwevent_accepts_a_written_game(typed, tmp_path: Path) -> None:
    path = tmp_path / "1998.EVN"
    typed(seed=7, auto=True, retrosheet=path, words=("--date", "1998/10/17"))
    event_text = path.read_text(encoding="utf-8")
    teams = re.findall(r"^info,(?:visteam|hometeam),(\w+)$", event_text, re.MULTILINE)
    (tmp_path / "TEAM1998").write_text("".join(f"{team},N,{team},Club\n" for team in teams), encoding="utf-8")
    for team in teams:
        (tmp_path / f"{team}1998.ROS").write_text("", encoding="utf-8")
    cwevent = Path(sys.executable).with_name("cwevent")
    command = [cwevent, "-y", "1998", "-D", tmp_path, "-f", "0-6", path]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    complaints = [
        line for line in result.stderr.splitlines() if re.search(r"error|warning|invalid", line, re.IGNORECASE)
    ]
    assert (result.returncode, complaints) == (0, [])
    batter_plays = [line for line in re.findall(r"^play,.*,(.*)$", event_text, re.MULTILINE) if line != "NP"]
    assert len(result.stdout.splitlines()) == len(batter_plays)


def test_person_manages_the_visitors_against_a_computer_manager(typed) -> None:
    text = typed("", "", "ph raines", "quit", seed=3, edition="som_advanced", home_manager="auto")
    assert "Press Enter to continue:" in text
    assert "defense, pitch" not in text
    assert "Tim Raines comes in for" in text


def test_30_3_park_is_chosen_by_key_or_name(typed, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    typed("walk", seed=3, park="Harbor Yard", save=path)
    assert json.loads(path.read_text(encoding="utf-8"))["park"] == "Harbor Yard"
    assert "Scott Brosius against" in typed(resume=path)
    for command in (("play",), ("simulate", "1")):
        with pytest.raises(CommandError, match="unknown park moon; choose from neutral, harbor_yard"):
            call_command(*command, park="moon", stdout=StringIO())


def test_30_4_cards_with_ballpark_symbols_need_a_park(typed, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    call_command("make_cards", "1998", out=path, games=0, stdout=StringIO())
    document = json.loads(path.read_text(encoding="utf-8"))
    document["cards"]["jeterde01"]["left"]["1-7"] = "◆ HOMERUN"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(CommandError, match="these cards have ballpark symbols; choose a park from neutral"):
        typed(cards=path)
    assert "against Greg Maddux, no outs" in typed(cards=path, park="neutral")
    assert "against Greg Maddux, no outs" in typed(cards=path, edition="som_advanced")


def test_30_5_weather_replaces_the_park(typed, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = typed(
        "moon", "21", "20", "walk",
        edition="som_super_advanced", weather="july", night=True, typed_dice=True, save=path,
    )  # fmt: skip
    assert text.count("weather, die of 20") == 3
    assert "Weather atl bad, by the d20 (30.5)." in text
    assert json.loads(path.read_text(encoding="utf-8"))["park"] == "weather ATL bad"
    assert "Scott Brosius against" in typed("quit", resume=path)
    with pytest.raises(CommandError, match=r"does not use the weather \(30.5\)"):
        typed(weather="july", seed=1)
    with pytest.raises(CommandError, match="not both"):
        typed(weather="july", park="neutral", edition="som_super_advanced")
    with pytest.raises(CommandError, match="no game was started"):
        typed(KeyboardInterrupt(), weather="july", edition="som_super_advanced", typed_dice=True)


def test_optional_rules_are_shown_at_the_start_listed_and_saved(typed, tmp_path: Path) -> None:
    path, key = tmp_path / "game.json", "som_super_advanced+batter_takes_second-closers"
    text = typed("rules", "quit", edition=key, seed=1, save=path, park="neutral")
    assert re.findall(r"Optional rule (\w+) (on|off) \(([\d.]+)\)", text) == [
        ("closers", "off", "28.0"),
        ("batter_takes_second", "on", "13.5"),
    ]
    assert re.search(r"^ +robbed_homers on \(14.5\): ", text, re.MULTILINE)
    assert json.loads(path.read_text(encoding="utf-8"))["edition"] == key
    assert "Optional rule closers off" in typed("quit", resume=path)
    for wrong, fault in (("star+snow", "unknown optional rule 'snow'"), ("som_basic+holds-holds", "both on and off")):
        with pytest.raises(CommandError, match=fault):
            typed(edition=wrong, seed=1)


def test_26_2_dice_decide_which_batters_rest_before_a_solitaire_game(typed, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    rolls = ("1", "20", "20", "20", "1", "20", "20", "20")
    text = typed(*rolls, "quit", edition="som_super_advanced", rest=True, typed_dice=True, save=path)
    assert (text.count("usage, die of 6"), text.count("rest, die of 20")) == (2, 6)
    assert re.findall(r"Resting for (\w+): (\w+) \(26.2\)", text) == [("NYA", "nobody"), ("ATL", "nobody")]
    rested = typed("quit", edition="som_super_advanced", rest=True, seed=3)
    assert rested == typed("quit", edition="som_super_advanced", rest=True, seed=3)
    for ruleset in ("star", "som_super_advanced-batters_rest"):
        with pytest.raises(CommandError, match=r"--rest: .*\(26\.2\)"):
            typed(edition=ruleset, rest=True, seed=1)


def test_impossible_games_and_files_are_refused_before_the_first_pitch(typed, tmp_path: Path) -> None:
    for command in (("play",), ("simulate", "1"), ("shootout",)):
        with pytest.raises(CommandError, match="ATL can't play itself"):
            call_command(*command, away="ATL", stdout=StringIO())
    with pytest.raises(CommandError, match=r"no designated hitter \(T0.01\)"):
        typed(dh=True)
    for file in ("save", "retrosheet"):
        with pytest.raises(CommandError, match="there is no such folder"):
            typed(words=(f"--{file}", str(tmp_path / "nowhere" / "game")))


def test_15_32_super_advanced_mentions_the_substitute_chart(typed) -> None:
    note = "The STAR chart (T15.0), or yours by --charts, stands in for it."
    assert note in typed(seed=3, edition="som_super_advanced", park="neutral")
    assert "stands in" not in typed(seed=3)
