"""Test that picture comparison tolerates different font smoothing but not a changed word."""

import pytest
from PIL import Image, ImageDraw

from tests.access_table import ACCESS
from tests.browser import compare_pictures
from tests.browser.compare_pictures import PAGES, Picture, all_pictures, different_pixels, is_as_stored, store

SCREEN = {"width": 390, "height": 844}


def page(words: str, color: tuple[int, int, int] = (31, 29, 26)) -> Image.Image:
    image = Image.new("RGB", (390, 844), (251, 250, 245))
    ImageDraw.Draw(image).text((20, 20), words, fill=color, font_size=32)
    return image


@pytest.fixture
def picture(tmp_path, monkeypatch):
    monkeypatch.setattr(compare_pictures, "PICTURES", tmp_path / "stored")
    monkeypatch.setattr(compare_pictures, "DIFFERENCES", tmp_path / "differences")
    picture = Picture("visitor", "draft", "standings", SCREEN, "light")
    store(picture, page("Toledo Stokers 8-5"))
    return picture


def test_covers_24_pages_at_three_widths_in_light_and_dark() -> None:
    assert len(set(PAGES)) == 24
    assert len({picture.path for picture in all_pictures()}) == 24 * 3 * 2
    assert {name for _, _, name in PAGES} <= set(ACCESS)


def test_same_picture_and_paler_letters_pass(picture) -> None:
    assert is_as_stored(picture, page("Toledo Stokers 8-5"))
    assert is_as_stored(picture, page("Toledo Stokers 8-5", (60, 58, 55)))


def test_changed_word_fails_and_saves_the_difference(picture, tmp_path, capsys) -> None:
    assert not is_as_stored(picture, page("Toledo Millers 8-5"))
    assert "draft-standings-390-light.webp" in capsys.readouterr().out
    with Image.open(tmp_path / "differences" / "draft-standings-390-light.png") as shown:
        assert shown.width == 3 * 390


def test_missing_or_resized_picture_fails(picture) -> None:
    assert not is_as_stored(picture._replace(page="rules"), page("Rules"))
    assert different_pixels(page("Rules"), Image.new("RGB", (400, 844))).getextrema() == (255, 255)
