"""Test custom charts in commands: templates, a directory argument, errors, and saved games with their charts."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules_engine.systems.strat_o_matic.custom_charts import CHARTS, custom_chart_digests, use_charts_from


@pytest.fixture(autouse=True)
def _our_charts_afterwards() -> Iterator[None]:
    yield
    use_charts_from(None)


def output_of(*words: str, **options: Any) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create a directory with all templates, not filled in."""
    output_of("chart_templates", str(tmp_path / "charts"))
    return tmp_path / "charts"


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the 1998 cards from our own charts. Any other charts would require making them again."""
    path = tmp_path_factory.mktemp("cards") / "cards.json"
    output_of("make_cards", "1998", out=path, games=0)
    return path


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def score(text: str) -> str:
    """Return the simulation's counts, without its speed."""
    return text.partition("per game:")[2]


def test_templates_describe_each_chart_and_do_not_overwrite_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "charts"
    text = output_of("chart_templates", str(folder))
    assert {path.stem for path in folder.iterdir()} == set(CHARTS)
    assert "stealing.toml               steals by letter grade (8.1)\n" in text
    head = (folder / "stealing.toml").read_text(encoding="utf-8").splitlines()[:4]
    assert head[0] == "# stealing.toml: steals by letter grade (8.1)."
    assert "top safe number on the d20" in head[3]
    (folder / "stealing.toml").write_text("mine", encoding="utf-8")
    (folder / "weather.toml").unlink()
    output = output_of("chart_templates", str(folder))
    assert (folder / "stealing.toml").read_text(encoding="utf-8") == "mine"
    assert (folder / "weather.toml").exists()
    assert "(8.1); already exists, not overwritten" in output
    assert "(30.5); already exists" not in output


def test_templates_cannot_be_written_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "charts").write_text("", encoding="utf-8")
    with pytest.raises(CommandError, match="charts can't be written: File exists"):
        output_of("chart_templates", str(tmp_path / "charts"))


def test_changed_charts_change_simulation_results(folder: Path, cards: Path) -> None:
    ours = score(output_of("simulate", "6", cards=cards))
    assert score(output_of("simulate", "6", cards=cards, charts=str(folder))) == ours
    change(folder, "groundballs_t15", '"Force"', '"Runadv"')
    change(folder, "groundballs_t15", '"DP43"', '"Runadv"')
    assert score(output_of("simulate", "6", cards=cards, charts=str(folder))) != ours
    assert list(custom_chart_digests()) == ["groundballs_t15"]
    assert score(output_of("simulate", "6")) == ours


@pytest.mark.parametrize(
    "words", [("play",), ("simulate", "1"), ("shootout",), ("replay_season", "1998"), ("make_cards", "1998")]
)
def test_every_charts_command_reports_all_errors_and_starts_nothing(
    words: tuple[str, ...], folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    change(folder, "stealing", "C = 11", "C = 31")
    change(folder, "injuries_super", ", 15]", ", 999]")
    (folder / "stealing_2.toml").write_text("", encoding="utf-8")
    with pytest.raises(CommandError) as raised:
        output_of(*words, charts=str(folder))
    lines = str(raised.value).splitlines()
    assert lines[0] == f"The game can't start: 3 faults in the charts of {folder}."
    assert lines[1].startswith("injuries_super.toml: games: entry 20 must be a whole number from 0 to 162, not 999")
    assert lines[2].startswith("stealing.toml: [second] C: must be a whole number from 0 to 20, not 31")
    assert lines[3].startswith("stealing_2.toml: unknown chart; charts are ballparks.toml,")
    assert custom_chart_digests() == {}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["charts"]


def test_installation_charts_are_the_default(folder: Path, cards: Path, settings: Any) -> None:
    settings.PENNANT_CHARTS = str(folder)
    change(folder, "stealing", "C = 11", "C = 12")
    output_of("simulate", "1", cards=cards)
    assert list(custom_chart_digests()) == ["stealing"]
    output_of("simulate", "1", cards=cards, charts="")
    assert custom_chart_digests() == {}


def test_resuming_with_other_charts_warns(
    folder: Path, cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["walk", "quit", *["quit"] * 3])
    monkeypatch.setattr("builtins.input", lambda prompt: "" if prompt.startswith("  lineup") else next(answers))
    change(folder, "stealing", "C = 11", "C = 12")
    game = tmp_path / "game.json"
    output_of("play", save=game, seed=3, cards=cards, charts=str(folder))
    assert list(json.loads(game.read_text(encoding="utf-8"))["charts"]) == ["stealing"]
    assert "other charts" not in output_of("play", resume=game, charts=str(folder))
    assert "changed since the game started: stealing." in output_of("play", resume=game)
    change(folder, "holding", '["3b"]', '["ss"]')
    assert "changed since the game started: holding." in output_of("play", resume=game, charts=str(folder))


def test_game_saved_without_charts_uses_the_default_charts(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    game = tmp_path / "game.json"
    output_of("play", save=game, seed=3, auto=True)
    document = json.loads(game.read_text(encoding="utf-8"))
    assert document.pop("charts") == {}
    game.write_text(json.dumps(document), encoding="utf-8")
    assert "other charts" not in output_of("play", resume=game)
    game.write_text(json.dumps({**document, "charts": {"stealing": 7}}), encoding="utf-8")
    with pytest.raises(CommandError, match="field charts.stealing: 7 is not a text"):
        output_of("play", resume=game)
