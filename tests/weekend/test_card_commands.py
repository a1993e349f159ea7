"""Test make_cards, play and simulate: creating a season's cards, playing a game, and totaling many games."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from seasons.lahman import SeasonError
from seasons.strat_o_matic import fit
from seasons.strat_o_matic.lineups import club_lineup
from seasons.strat_o_matic.season_cards import load_cards, make_season


def run(*words: str, **options: object) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


def test_make_cards_writes_a_season_and_reports_accuracy(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    report = run("make_cards", "1998", out=path, games=0)
    assert "897 cards for 30 teams" in report
    misses = {line.split()[0]: float(line.split()[-1].rstrip("%")) for line in report.splitlines()[3:-1]}
    assert set(misses) == {"AB", "H", "2B", "3B", "HR", "BB", "HBP", "SO"}
    assert all(abs(share) <= 1 for share in misses.values())
    assert load_cards(path).cards == make_season(1998)[0].cards


def test_plays_a_game_to_its_box_score_from_a_card_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    run("make_cards", "1998", out=path, games=0)
    first = run("play", cards=path, auto=True, seed=7)
    assert "Bottom of the 8th" in first
    assert first.count("(W)") == 1
    assert run("play", auto=True, seed=7) == first


def test_simulate_plays_the_requested_number_of_games() -> None:
    report = run("simulate", "4", away="CLE", home="BOS", edition="som_advanced")
    won = next(line.split() for line in report.splitlines() if line.startswith("won"))
    assert float(won[1]) + float(won[2]) == pytest.approx(1)
    assert "4 games" in report


def test_replay_season_compares_simulated_and_real_totals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cards.json"
    monkeypatch.setattr(
        fit, "ROUND_SHARES", fit.ROUND_SHARES[:1]
    )  # six would improve the statistics, but take six times as long
    run("make_cards", "1968", out=path, games=60, workers=1)
    out, failed = StringIO(), ""
    try:
        call_command("replay_season", "1968", cards=path, games=60, workers=1, stdout=out)
    except CommandError as fault:
        failed = str(fault)
    report = out.getvalue()
    assert "1968 AL: 60 games" in report
    assert "1968, both leagues" in report
    rows = [line.split() for line in report.split("both leagues")[1].splitlines() if "%" in line]
    row_by_name = {row[0]: row for row in rows}
    assert {"AB", "R", "H", "SB", "CS", "GIDP", "E"} <= set(row_by_name)
    assert row_by_name["H"][5] == "1%"
    assert row_by_name["SB"][5] == "3%"
    assert abs(float(row_by_name["AB"][3].rstrip("%"))) < 3
    assert abs(float(row_by_name["H"][3].rstrip("%"))) < 8, "some 2 % is the chance of so few games"
    assert "correlation" in report
    last = report.splitlines()[-1]
    assert last.startswith("0 broken invariants.")
    assert ("Outside the limits" in last) == (failed == "the replay is not within its limits")


@pytest.mark.parametrize(
    ("words", "options", "fault"),
    [
        (("make_cards", "1492"), {}, "there are no statistics for 1492"),
        (("replay_season", "1492"), {}, "there are no statistics for 1492"),
        (("play",), {"home": "XXX", "auto": True}, "there is no team XXX; choose from ANA, ARI"),
        (("play",), {"cards": Path("none.json")}, "none.json is not a card file"),
    ],
)
def test_reports_missing_arguments(words: tuple, options: dict, fault: str) -> None:
    with pytest.raises(CommandError, match=fault):
        run(*words, **options)


def test_lineup_puts_rated_players_at_their_positions() -> None:
    season = make_season(1998)[0]
    side = club_lineup(season, "ATL", starter=6)
    for position in ("c", "ss", "cf"):
        assert season.cards[side.at(position)].fielding_at(position)
    with pytest.raises(SeasonError):
        club_lineup(season, "BRO")
