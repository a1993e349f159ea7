"""Test schedule and standings PDFs by parsing their text."""

import re
from datetime import datetime

import pytest

from core.lettering import SMALLEST, fit_font_size, fit_text, text_width
from tests.factories import AccessFactory
from tests.paper_league import PaperLeague
from tests.pdf_reading import only_page, pages_of, paper_of, words_of
from tournaments.documents import schedule_pdf, standings_pdf, team_schedule_pdf
from tournaments.models import Role, Series
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("teams", [8, 9, 13, 14])
def test_schedule_pdf_fits_one_page_with_every_series_and_bye(teams, paper):
    league = PaperLeague(teams, paper=paper)
    pdf = schedule_pdf(league.tournament, league.division)
    text = only_page(pdf)
    for series in league.series:
        assert f"{series.table} {series.away.name} at {series.home.name}" in text
    rounds = {series.round for series in league.series}
    assert all(f"Round {number}" in text for number in rounds)
    assert text.count("Bye: ") == (len(rounds) if teams % 2 else 0)


def test_schedule_pdf_shows_results_and_pending_home_rolls():
    league = PaperLeague(8, played=1)
    text = only_page(schedule_pdf(league.tournament, league.division))
    for series in Series.objects.filter(round=1).select_related("home", "away"):
        assert f"{series.away.name} at {series.home.name} {series.away_wins}-{series.home_wins}" in text
    assert text.count(" roll") == len(league.series) - 4


def test_team_schedule_pdf_shows_tables_and_opponents():
    league = PaperLeague(9, played=2)
    team = league.teams[0]
    text = only_page(team_schedule_pdf(league.tournament, team))
    for series in league.series_of(team):
        opponent = series.away if series.home_id == team.pk else series.home
        assert f"{series.round} {series.table} {opponent.name}" in text
    assert "bye" in text
    assert f"{team.name}: schedule · page 1 of 1" in text


def test_standings_pdf_shows_table_and_tiebreaker_steps():
    league = PaperLeague(8, played=7)
    table = standings_of(league.tournament)[0]
    text = " ".join(pages_of(standings_pdf(league.tournament)))
    for line in table.lines:
        assert f"{line.rank} {line.team.name} {line.record}" in text
    for number, sentence in enumerate(table.proof, start=1):
        assert f"{number}. {sentence}" in text
    words = [word.text for word in words_of(standings_pdf(league.tournament))]
    assert words.count("advances") == len(table.qualified)


def test_markup_in_names_is_printed_literally():
    name = 'Łukasz <b> & "Sons" O\'Neill'
    league = PaperLeague(8, played=1, names=[name, *"ABCDEFG"])
    for pdf in (
        standings_pdf(league.tournament),
        schedule_pdf(league.tournament, league.division),
        team_schedule_pdf(league.tournament, league.teams[0]),
    ):
        assert name in only_page(pdf)


def test_empty_pdfs_show_nothing_to_print_yet():
    league = PaperLeague(8)
    Series.objects.all().delete()
    assert "Nothing to print yet." in only_page(schedule_pdf(league.tournament, league.division))
    assert "Nothing to print yet." in only_page(team_schedule_pdf(league.tournament, league.teams[0]))


def test_long_names_stay_on_the_page():
    league = PaperLeague(8, names=[f"{n}" + "W" * 79 for n in range(8)], name="M" * 120)
    pdf = schedule_pdf(league.tournament, league.division)
    assert paper_of(pdf) == (612, 792)
    assert all(word.right < 612 - 20 and word.middle > 20 for word in words_of(pdf))


def test_footer_uses_the_tournaments_time_zone():
    league = PaperLeague(8, time_zone="Pacific/Kiritimati")
    ahead = _print_day(schedule_pdf(league.tournament, league.division))
    league.tournament.time_zone = "Pacific/Pago_Pago"
    behind = _print_day(schedule_pdf(league.tournament, league.division))
    assert ahead > behind


def _print_day(pdf: bytes) -> datetime:
    day = re.search(r"printed (\w{3} \d{1,2}, \d{4})", only_page(pdf))
    return datetime.strptime(day[1], "%b %d, %Y")


def test_text_shrinks_before_it_is_truncated_with_an_ellipsis():
    assert fit_font_size("Albany", 500, 9) == 9
    assert SMALLEST <= fit_font_size("Albany Aces of New York", 60, 9) < 9
    assert fit_text("Albany", "Pennant", 8, 500) == "Albany"
    cut = fit_text("W" * 300, "Pennant", 8, 60)
    assert cut.endswith("…")
    assert text_width(cut) * 8 <= 60


def test_printouts_show_the_directors_name():
    league = PaperLeague(8)

    def foot() -> str:
        return only_page(schedule_pdf(league.tournament, league.division))

    organizer = AccessFactory(tournament=None, role=Role.ORGANISER, label="This laptop")
    AccessFactory(tournament=league.tournament)
    assert "Director:" not in foot()
    organizer.own_name = "Pat Kelly"
    organizer.save()
    assert "Director: Pat Kelly · Pennant" in foot()
    AccessFactory(tournament=league.tournament, label="Ann Poe")
    assert "Director: Ann Poe · Pennant" in foot()
