"""Test a division's PDFs, by reading back the one-page draft board and the rosters."""

import pytest

from drafts.documents import draft_board_pdf, rosters_pdf
from drafts.models import Draft, Pick, PlayerCard
from tests.paper_league import PaperLeague
from tests.pdf_reading import only_page, pages_of, paper_of, words_of

pytestmark = pytest.mark.django_db


def load_board(league):
    return draft_board_pdf(Draft.objects.select_related("division__tournament", "card_set").get(pk=league.draft.pk))


def test_board_fits_fourteen_teams_and_26_rounds_on_a_wide_page():
    league = PaperLeague(14)
    pdf = load_board(league)
    assert only_page(pdf)
    assert paper_of(pdf) == (792, 612)
    words = words_of(pdf)
    # player names in such a pool differ only by a suffix, but overall numbers are unique
    numbers = {word.text: word for word in words if word.text.isdigit() and word.y < 540}
    picks = Pick.objects.filter(draft=league.draft).select_related("team", "card", "park")
    assert len(picks) == 14 * 26
    width = (792 - 60 - 17) / 14
    for pick in picks:
        number = numbers[str(pick.overall)]
        left = 30 + 17 + (pick.team.slot - 1) * width
        assert left < number.middle < left + width, f"pick {pick.overall}"
        name = pick.card.name if pick.card else pick.park.name
        assert any(
            word.text.startswith(name) and left < word.middle < left + width and 0 < word.y - number.y < 14
            for word in words
        )


def test_board_prints_upcoming_overall_numbers_and_round_direction():
    league = PaperLeague(8)
    Pick.objects.filter(draft=league.draft, overall__gt=8).delete()
    Draft.objects.filter(pk=league.draft.pk).update(state="running", next_overall=9)
    pdf = load_board(league)
    text = only_page(pdf)
    assert "1→" in text
    assert "2←" in text
    first = next(word for word in words_of(pdf) if word.text == "16")
    last = next(word for word in words_of(pdf) if word.text == "9" and abs(word.y - first.y) < 1)
    assert first.middle < last.middle, "the second round runs back"
    assert "running" in text


def test_board_shows_a_designed_park_and_a_skipped_turn(pick_of_park):
    league, pick = pick_of_park
    Pick.objects.filter(pk=pick.pk).update(park=None, designed_park={"name": "My Yard", "singles": 10, "homeruns": 8})
    skipped = Pick.objects.filter(draft=league.draft).exclude(pk=pick.pk).first()
    Pick.objects.filter(pk=skipped.pk).update(card=None)
    text = only_page(load_board(league))
    assert "My Yard" in text
    assert "skipped" in text
    assert "park: My Yard" in " ".join(pages_of(rosters_pdf(league.tournament, league.division)))


@pytest.fixture
def pick_of_park():
    league = PaperLeague(8)
    return league, Pick.objects.filter(draft=league.draft, park__isnull=False).first()


def test_board_and_rosters_print_markup_and_long_names_as_text():
    league = PaperLeague(8, names=["Łukasz <b>" + "W" * 70, *"ABCDEFG"])
    card = Pick.objects.filter(draft=league.draft, card__isnull=False).first().card
    PlayerCard.objects.filter(pk=card.pk).update(name="Ł<i>" + "x" * 76)
    assert "Ł<i>xx" in only_page(load_board(league))
    text = " ".join(pages_of(rosters_pdf(league.tournament, league.division)))
    assert "Łukasz <b>WW" in text
    assert "Ł<i>xx" in text


def test_rosters_print_every_player_four_teams_to_a_page():
    league = PaperLeague(14)
    pages = pages_of(rosters_pdf(league.tournament, league.division))
    assert len(pages) == 4
    assert all(f"Rosters, Lake Division · page {number} of 4" in page for number, page in enumerate(pages, start=1))
    text = " ".join(pages)
    for team in league.teams:
        page = next(page for page in pages if team.name in page)
        for pick in Pick.objects.filter(team=team).select_related("card", "park"):
            assert (pick.card.name if pick.card else f"park: {pick.park.name}") in page
    assert ".380" in text
    assert "200.0" in text


def test_long_roster_shrinks_to_fit_the_page():
    league = PaperLeague(8, pitchers=120)
    pages = pages_of(rosters_pdf(league.tournament, league.division))
    assert any("Arm Number 00" in page and "Arm Number 119" in page for page in pages)


@pytest.mark.parametrize(("clubs", "printed"), [("SEA-HOU", "SEA-HOU"), ("TEX-LAN-PIT", "3 clubs")])
def test_clubs_that_do_not_fit_are_counted(clubs: str, printed: str):
    league = PaperLeague(8)
    PlayerCard.objects.update(clubs=clubs)
    assert printed in " ".join(pages_of(rosters_pdf(league.tournament, league.division)))


def test_rosters_before_the_draft_show_the_teams():
    league = PaperLeague(8)
    Pick.objects.all().delete()
    assert "Albany Aces" in only_page(rosters_pdf(league.tournament, league.division))
