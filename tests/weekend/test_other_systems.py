"""Test --system in play, chart_templates and card_template: a different game, or an error that lists the systems."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

NEW = pytest.mark.parametrize(("key", "edition"), [("pine_tar", "full"), ("inside_pitch", "suggest+exhausted")])


def output_of(*words: str, **options: object) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


@NEW
def test_saved_game_resumes_with_the_same_dice(key: str, edition: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = output_of("play", system=key, edition=edition, auto=True, seed=7, save=path)
    assert first.count(" win ") == 1
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert (saved["system"], saved["edition"], saved["cards"]) == (key, edition, "1998")
    box = first[first.index("\nNYA ") :]
    assert box.partition("To enter it")[0].rstrip() in output_of("play", resume=path, auto=True)


@NEW
def test_plate_appearance_odds_are_shown(key: str, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter(["", "", "odds"])

    def read(prompt: str) -> str:
        for word in words:
            return word
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    text = output_of("play", system=key, edition=edition, seed=7)
    assert "swinging away" in text
    assert "strikeout" in text


@NEW
def test_writes_every_chart_to_a_file_and_plays_with_them(key: str, edition: str, tmp_path: Path) -> None:
    folder = tmp_path / "charts"
    text = output_of("chart_templates", str(folder), system=key)
    files = sorted(path.name for path in folder.iterdir())
    assert len(files) >= 10
    assert all(name in text for name in files)
    assert f"play --system {key} --charts" in text
    plain = output_of("play", system=key, edition=edition, auto=True, seed=7)
    assert output_of("play", system=key, edition=edition, auto=True, seed=7, charts=str(folder)) == plain
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / files[0]).write_text("nonsense = 1\n", encoding="utf-8")
    with pytest.raises(CommandError, match=rf"in the charts of (.|\n)*{files[0]}"):
        output_of("play", system=key, edition=edition, auto=True, charts=str(broken))


@NEW
def test_plays_with_a_users_workbook(key: str, edition: str, tmp_path: Path) -> None:
    cards, workbook, empty = tmp_path / "cards.json", tmp_path / "cards.xlsx", tmp_path / "empty.xlsx"
    text = output_of("make_cards", "1908", system=key, out=cards, xlsx=workbook)
    assert "Lines a card can't match" in text
    assert f"play --system {key} --cards {cards}" in text
    teams = {"away": "CHN", "home": "DET", "auto": True, "seed": 7}
    played = output_of("play", system=key, edition=edition, cards=cards, **teams)
    assert (
        output_of("play", system=key, edition=edition, cards=workbook, **teams).count(" win ")
        == played.count(" win ")
        == 1
    )
    assert "card_template" not in output_of("card_template", str(empty), system=key)
    with pytest.raises(CommandError, match="This file has no cards"):
        output_of("play", system=key, cards=empty, **teams)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["play", "--system", "gin_rummy"], "invalid choice: 'gin_rummy' .choose from .*pine_tar"),
        (["make_cards", "1998", "--system", "gin_rummy"], "invalid choice"),
        (["chart_templates", "x", "--system", "gin_rummy"], "invalid choice"),
        (["play", "--edition", "none"], "--ruleset for Strat-O-Matic: unknown ruleset “none”; choose from .*star"),
        (["play", "--system", "pine_tar", "--edition", "star"], "unknown edition 'star'; choose from standard, full"),
        (
            ["play", "--system", "pine_tar", "--edition", "full+none"],
            "unknown optional rule 'none'; choose from additional_mip",
        ),
        (["play", "--system", "inside_pitch", "--edition", "x"], "unknown edition 'x'; choose from roll, suggest, off"),
        (
            ["play", "--system", "pine_tar", "--weather", "april"],
            "--weather: Pine Tar Baseball doesn't have this option",
        ),
        (["play", "--system", "pine_tar", "--park", "fenway"], "Pine Tar Baseball has no ballparks"),
        (
            ["play", "--system", "inside_pitch", "--park", "fenway"],
            "unknown ballpark 'fenway'; choose from neutral",
        ),
        (["play", "--system", "pine_tar", "--home", "XXX"], "there is no team XXX; choose from ANA, ARI"),
        (["play", "--system", "pine_tar", "--season", "1850"], "there are no statistics for 1850"),
        (["make_cards", "1998", "--system", "pine_tar", "--games", "50"], "made by exact count, without replays"),
        (
            ["make_cards", "1998", "--system", "pine_tar", "--charts", "mine"],
            "Pine Tar Baseball are always made with the built-in charts",
        ),
        (["shootout", "--system", "pine_tar"], "shootouts of Strat-O-Matic only; play a Pine Tar"),
    ],
)
def test_rejects_unknown_choices_and_lists_valid_ones(words: list[str], fault: str) -> None:
    with pytest.raises(CommandError, match=fault):
        call_command(*words, stdout=StringIO())


@NEW
def test_simulate_adds_up_games_with_carryover(key: str, edition: str) -> None:
    text = output_of("simulate", "6", system=key, edition=edition, rest=True, players=True, seed=3)
    assert "6 games" in text
    assert "NYA: " in text
    assert "injured or unrested players missed" in text
    repeated = output_of("simulate", "6", system=key, edition=edition, seed=3)
    assert (
        repeated.split("per game:")[1]
        == output_of("simulate", "6", system=key, edition=edition, seed=3).split("per game:")[1]
    )


@NEW
def test_replay_season_runs_with_carryover(key: str, edition: str) -> None:
    text = output_of("replay_season", "1908", system=key, edition=edition, games=6)
    assert "1908 AL: 6 games" in text
    assert "1908, both leagues" in text
    assert text.count("Injured or unrested players missed") == 2
    assert text.splitlines()[-1] == "0 broken invariants."
    rows = [line.split() for line in text.split("both leagues")[1].splitlines() if "%" in line]
    assert {"AB", "R", "H", "HR", "SO"} <= {row[0] for row in rows}
