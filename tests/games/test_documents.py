"""Test the series score card PDF: one page, blank for handwriting or filled in with the known results."""

import pytest

from games.documents import score_card_pdf
from games.models import Game, Outing
from rules_engine.innings import format_innings
from tests.paper_league import PaperLeague
from tests.pdf_reading import cells_of_grid, only_page, paper_of, words_of
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return PaperLeague(8, played=1)


def card_of(series):
    series_row = Series.objects.select_related("tournament", "division", "home", "away").get(pk=series.pk)
    return score_card_pdf(series_row)


def test_blank_card_has_lines_for_games_staffs_and_signatures(league):
    series = league.series[-1]
    pdf = card_of(series)
    text = only_page(pdf)
    assert paper_of(pdf) == (612, 792)
    for number in (1, 2, 3):
        assert f"Game {number} 1 2 3 4 5 6 7 8 9 10 11 12 R H E" in text
    for team, opponent in ((series.home, series.away), (series.away, series.home)):
        assert f"{team.name} signs for {opponent.name}'s innings (T10.2)" in text
        for pitcher in {pick.card.name for pick in team.picks.filter(card__is_pitcher=True).select_related("card")}:
            assert pitcher in text
    assert "by d20 (T0.16)" in text
    assert f"Round {series.round} · table {series.table}" in text


@pytest.mark.parametrize(
    ("edition", "begins"), [("purestrat@1", "Mercy (T0.04), "), ("stpc_2024@1", "Concession (T0.05)")]
)
def test_instructions_on_the_card_follow_the_rules_edition(league, edition, begins):
    Tournament.objects.update(profile_key=edition, profile_text="")
    text = only_page(card_of(league.series[-1]))
    assert begins in text
    assert ("Mercy" in text) == (edition == "purestrat@1")


def test_finished_series_prints_line_scores_and_innings(league):
    series = league.series[0]
    pdf = card_of(series)
    text = only_page(pdf)
    for game in Game.objects.filter(series=series).select_related("home", "away"):
        for team, line, runs in (
            (game.away, game.away_line, game.away_runs),
            (game.home, game.home_line, game.home_runs),
        ):
            assert f"{team.name} {' '.join(map(str, line))} {runs}" in text
    words = words_of(pdf)
    for side, team in enumerate((series.away, series.home)):
        half = [word for word in words if (word.middle > 306) == bool(side)]
        heads = {word.text[-1]: word.middle for word in half if word.text.startswith("Game ") and word.y < 480}
        rows = {
            outing.card.name + " " + outing.card.throws
            for outing in Outing.objects.filter(game__series=series, team=team)
        }
        shown = cells_of_grid(pdf, sorted(rows), heads, r"(S )?\d+\.\d")
        expected = {
            (f"{outing.card.name} {outing.card.throws}", str(outing.game.number)): ("S " if outing.part == "S" else "")
            + format_innings(outing.outs)
            for outing in Outing.objects.filter(game__series=series, team=team).select_related("card", "game")
        }
        assert shown == expected


def test_visitors_are_printed_above_the_home_team(league):
    series = league.series[0]
    words = words_of(card_of(series))
    names = [
        word.text
        for word in sorted(words, key=lambda word: -word.y)
        if word.text in (series.home.name, series.away.name)
    ]
    home, away = series.home.name, series.away.name
    assert names[:6] == [away, home, home, away, away, home]


def test_card_shows_how_a_game_ended(league):
    Game.objects.filter(series=league.series[0], number=1).update(ending="mercy")
    Game.objects.filter(series=league.series[0], number=2).update(status="suspended")
    text = only_page(card_of(league.series[0]))
    assert "Game 1, mercy rule" in text
    assert "Game 2, suspended" in text


@pytest.mark.parametrize("games", [1, 4, 5, 7])
def test_series_of_any_length_fits_on_a_single_page(league, games):
    series = league.series[-1]
    Series.objects.filter(pk=series.pk).update(
        games_planned=games, is_best_of=games > 4, stage="playoff", home_decided=True
    )
    text = only_page(card_of(series))
    assert all(f"Game {number}" in text for number in range(1, games + 1))
    assert ("best of" in text) == (games > 4)


def test_card_fits_thirty_pitchers_and_very_long_names():
    league = PaperLeague(8, pitchers=30, names=["Łukasz <b>" + "W" * 70, *"ABCDEFG"], paper="a4")
    series = next(series for series in league.series if league.teams[0].pk in (series.home_id, series.away_id))
    pdf = card_of(series)
    assert "Arm Number 29" in only_page(pdf)
    assert paper_of(pdf) == (595, 842)
    assert all(word.right < 595 - 20 and word.y > 10 for word in words_of(pdf))
