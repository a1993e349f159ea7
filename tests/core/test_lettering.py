"""Test that Arabic and Hebrew letters in PDFs are joined, and appear in reading order."""

import unicodedata

import pytest

from core.lettering import text_width, unprintable_letters, visual_order
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.pdf_reading import pages_of
from tests.tournaments.test_standings import play
from tournaments.documents import standings_pdf

EAGLES = "نسور تاكوما"
BEARS = "הדובים של סיאטל"


def plain(text: str) -> str:
    """Return the plain letters behind their presentation forms, in reading order."""
    return unicodedata.normalize("NFKC", text)[::-1]


@pytest.mark.parametrize("name", [EAGLES, BEARS])
def test_right_to_left_name_is_reversed_without_changing_letters(name: str) -> None:
    drawn = visual_order(name)
    assert drawn != name
    assert plain(drawn) == name
    assert unprintable_letters(name) == ""
    assert text_width(name) > 4


def test_arabic_letters_are_joined_and_hebrew_letters_are_not() -> None:
    assert all("PRESENTATION FORMS-B" in block(letter) for letter in visual_order(EAGLES) if letter != " ")
    assert all(unicodedata.name(letter).startswith("HEBREW LETTER") for letter in visual_order(BEARS) if letter != " ")


def block(letter: str) -> str:
    return "ARABIC PRESENTATION FORMS-B" if "\ufe70" <= letter <= "\ufeff" else unicodedata.name(letter)


def test_english_text_around_a_hebrew_name_stays_left_to_right() -> None:
    drawn = visual_order(f"Round 1: {BEARS} at Salem, 3-1")
    assert drawn.startswith("Round 1: ")
    assert drawn.endswith(" at Salem, 3-1")
    assert plain(drawn.removeprefix("Round 1: ").removesuffix(" at Salem, 3-1")) == BEARS


def test_latin_names_are_unchanged_and_chinese_letters_are_unprintable() -> None:
    assert visual_order("Łódź Żubry (2)") == "Łódź Żubry (2)"
    assert unprintable_letters("二郎 Bears") == "二郎"
    assert unprintable_letters("الله") == "", "no letter is drawn as a sign that the font lacks"


@pytest.mark.django_db
def test_printed_standings_show_right_to_left_names() -> None:
    division = DivisionFactory(tournament=TournamentFactory(advance_per_division=1))
    first_team, two = (
        TeamFactory(division=division, name=name, slot=slot) for slot, name in enumerate((EAGLES, BEARS), 1)
    )
    play(first_team, two, "HA")
    text = "".join(pages_of(standings_pdf(division.tournament)))
    for name in (EAGLES, BEARS):
        assert text.count(name[::-1]) >= 2, "as it lies on the paper, from the left"
