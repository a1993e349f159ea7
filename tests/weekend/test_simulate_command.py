"""Test manage.py simulate: equal results for any number of processes, player lines, standings and lineup files."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.weekend.test_line_ups import ATLANTA


def output_of(games: str, *words: str, **options: object) -> str:
    out = StringIO()
    call_command("simulate", games, *words, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def counted(text: str) -> str:
    """Return the output without its timing."""
    return text.partition("per game:")[2]


def test_results_are_the_same_with_any_number_of_workers() -> None:
    alone = output_of("44", players=True, seed=3)
    assert counted(output_of("44", players=True, seed=3, workers=2)) == counted(alone)
    rows = [line.split() for line in alone.splitlines()]
    records = {
        row[0]: [int(cell) for cell in row[1:4]] for row in rows if row[:1] in (["NYA"], ["ATL"]) and len(row) == 8
    }
    assert sum(record[0] for record in records.values()) == 44
    assert "batting average: " in alone
    assert "earned run average: " in alone
    jeter = next(row for row in rows if row[:2] == ["Derek", "Jeter"])
    assert jeter[2] == "44"
    assert [row[1] for row in rows if row[:1] == ["all"]] == ["44"] * 4


def test_several_teams_play_a_round_robin_with_standings() -> None:
    text = output_of("12", "--teams", "NYA", "ATL", "CLE", edition="som_advanced")
    rows = {line.split()[0]: line.split() for line in text.splitlines() if line[:3] in ("NYA", "ATL", "CLE")}
    assert all(int(row[1]) + int(row[2]) == 8 for row in rows.values())


def test_lineup_file_is_used_in_every_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(ATLANTA, encoding="utf-8")
    text = output_of("5", lineup=path, players=True)
    galarraga = next(line.split() for line in text.splitlines() if line.startswith("Keith Lockhart"))
    assert galarraga[2] == "5"
    path.write_text(ATLANTA.replace("weiss,ss", "weiss,2b").replace("lockhart,2b", "lockhart,ss"), encoding="utf-8")
    with pytest.raises(CommandError, match=r"mine\.csv: ATL: T10\.11: Walt Weiss does not have 2b on his card"):
        output_of("5", lineup=path)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--teams", "NYA", "NYA"), "two or more different teams"),
        (("--teams", "NYA", "ATL", "--rest"), "work with two teams only"),
        (("--rest", "--workers", "2"), "it uses one process"),
    ],
)
def test_rejects_conflicting_options(words: tuple[str, ...], fault: str) -> None:
    with pytest.raises(CommandError, match=fault):
        output_of("5", *words)


def test_aggressive_managers_steal_more_than_managers_by_the_numbers() -> None:
    def steals(style: str) -> float:
        rows = dict(line.rsplit(maxsplit=2)[:2] for line in counted(output_of("40", away_style=style)).splitlines()[2:])
        return float(rows["stolen bases"]) + float(rows["caught stealing"])

    assert steals("aggressive") > 1.3 * steals("by_the_numbers")
