"""Test manage.py box: box scores of saved games, and each player's line over a series."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def output_of(command: str, *words: object, **options: object) -> str:
    out = StringIO()
    call_command(command, *words, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


@pytest.mark.parametrize("system", ["strat_o_matic", "pine_tar"])
def test_box_adds_up_player_lines_over_a_series(system: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    games = [tmp_path / f"game-{number}.json" for number in (1, 2)]
    for seed, path in enumerate(games):
        output_of("play", system=system, auto=True, seed=seed, save=path)
    text = output_of("box", *map(str, games))
    assert text.count("(W)") == 2
    rows = [line.split() for line in text.splitlines()]
    hits = [int(row[4]) for row in rows if row[:2] == ["Derek", "Jeter"]]
    assert len(hits) == 3
    total = next(row for row in rows[::-1] if row[:2] == ["Derek", "Jeter"])
    assert total[2] == "2"
    assert int(total[6]) == hits[0] + hits[1]
    assert "All 2 games" in text
    assert "(W)" not in output_of("box", *map(str, games), lines=True)
    with pytest.raises(CommandError, match="listed twice"):
        output_of("box", str(games[0]), str(games[0]))
    with pytest.raises(CommandError, match=r"none\.json can't be read"):
        output_of("box", str(tmp_path / "none.json"))
