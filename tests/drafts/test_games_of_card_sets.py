"""Test that a card set's file and page name its game, and that only drafts of that game can use the card set."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from drafts.card_files import CardFileFaults, card_file, read_card_file, template_file
from drafts.models import CardSet, Draft
from drafts.refusals import DraftRefusal
from drafts.services.clock import start_draft
from seasons.workbooks import read_workbook
from tests.drafts.rooms import DIRECTOR, division_of, opened
from tests.factories import CardSetFactory, HitterFactory
from tests.refusing import refuses
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]
RATED, OTHER = "strat_o_matic", "pine_tar"
RATINGS = ["Fielding", "Throw", "PB", "Stealing", "Steal lead", "Running", "Hold", "Endurance", "Hitting card"]


def headings(content: bytes) -> list[Any]:
    return [cell.value for cell in next(load_workbook(io.BytesIO(content))["Players"].iter_rows())]


def filled(content: bytes, **values: Any) -> bytes:
    book: Workbook = load_workbook(io.BytesIO(content))
    row = {"Code": "h1", "Name": "Long Hit", "Positions": "SS 140", **values}
    for place, heading in enumerate(headings(content), 1):
        book["Players"].cell(2, place).value = row.get(str(heading))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def playing(system: str) -> Tournament:
    tournament = division_of(2).tournament
    if system == OTHER:
        tournament.profile_key, tournament.profile_text = "pine_tar_league@1", ""
        tournament.save()
    return tournament


@pytest.mark.parametrize("system", [OTHER, "inside_pitch"])
def test_file_has_rating_columns_only_for_its_game(system: str) -> None:
    assert set(RATINGS) <= set(headings(template_file(RATED)))
    assert not set(RATINGS) & set(headings(template_file(system)))
    assert read_card_file(read_workbook(filled(template_file(system))), system).cards[0].positions == {"SS": 140}
    with pytest.raises(CardFileFaults, match=r"the template has no such column"):
        read_card_file(read_workbook(filled(template_file(RATED), Fielding="ss-2e20")), system)


def test_season_fits_any_game_and_can_start_a_rated_set() -> None:
    season = CardSetFactory(source=CardSet.Source.SEASON, system="")
    HitterFactory(card_set=season)
    assert not set(RATINGS) & set(headings(card_file(season)))
    assert set(RATINGS) <= set(headings(card_file(season, RATED)))
    page = Client().get(reverse("card_set", args=[season.pk])).text
    assert "Cards for any game." in page
    link = f"{reverse('card_set_file', args=[season.pk])}?game={RATED}"
    assert link in page
    assert set(RATINGS) <= set(headings(Client().get(link).content))


def test_upload_shows_its_game_on_page_list_and_api(director_of: Callable[..., Client]) -> None:
    director = director_of(playing(OTHER))
    lists = director.get(reverse("card_sets")).text
    assert f"?game={OTHER}" in lists
    template = director.get(f"{reverse('card_set_template')}?game={OTHER}")
    assert template["Content-Disposition"] == 'attachment; filename="card-set-template-pine_tar.xlsx"'
    file = SimpleUploadedFile("1889.xlsx", filled(template.content))
    form = {"upload-name": "1889", "upload-file": file}
    unnamed = director.post(reverse("upload_cards"), form)
    assert unnamed.context["upload_form"].errors["system"] == ["This field is required."]
    file.seek(0)
    stored = director.post(reverse("upload_cards"), {**form, "upload-system": OTHER}, follow=True)
    assert "Cards for Pine Tar Baseball." in stored.text
    assert "Pine Tar Baseball</td>" in director.get(reverse("card_sets")).text
    listed = director.get("/api/v1/card-sets/").json()["results"][0]
    assert (listed["system"], listed["game"]) == (OTHER, "Pine Tar Baseball")


def test_draft_accepts_only_cards_for_its_game(director_of: Callable[..., Client]) -> None:
    tournament = playing(OTHER)
    division = tournament.divisions.get()
    strat, own = CardSetFactory(name="Printed cards"), CardSetFactory(name="League sheets", system=OTHER)
    season = CardSetFactory(name="1998 MLB", source=CardSet.Source.SEASON, system="")
    director, address = director_of(tournament), reverse("draft_settings", args=[tournament.slug, division.pk])
    page = director.get(address).text
    assert "League sheets, Pine Tar Baseball" in page
    assert "1998 MLB, any game" in page
    assert "Printed cards" not in page
    settings = {"seconds_per_pick": 60, "on_expiry": Draft.OnExpiry.NOTHING}
    assert director.post(address, {**settings, "card_set": strat.pk}).status_code == 400
    refusal = director.put(
        f"/api/v1/tournaments/{tournament.slug}/drafts/{division.pk}/",
        {**settings, "card_set": strat.pk},
        content_type="application/json",
    )
    assert "“Printed cards” has cards for Strat-O-Matic" in refusal.text
    for version, card_set in (("", own), (1, season)):
        saved = director.post(address, {**settings, "card_set": card_set.pk, "version": version})
        assert saved.status_code == 302
        assert Draft.objects.get().card_set == card_set
    assert "1998 MLB, played as Pine Tar Baseball" in director.get(reverse("draft", args=[tournament.slug])).text


def test_draft_cannot_start_after_the_game_changes() -> None:
    tournament = playing(RATED)
    draft = opened(2, division=tournament.divisions.get(), card_set=CardSetFactory(name="Printed cards"))
    tournament.profile_key, tournament.profile_text = "pine_tar_league@1", ""
    tournament.save()
    with refuses(DraftRefusal.OTHER_GAME):
        start_draft(draft_id=draft.pk, actor=DIRECTOR)
