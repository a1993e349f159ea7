"""Test photos of signed sheets: accepted files, who can see them, and who can delete them."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image
from PIL.ExifTags import Base

from backups.ownership import owned_models
from core.photos import reencode
from core.refusals import PhotoRefusal
from pitching.models import SheetPhoto
from pitching.refusals import SheetPhotoRefusal
from pitching.services.photos import MOST_PHOTOS, attach_photo
from pitching.services.sign_off import sign_sheet
from tests.factories import TeamFactory
from tests.games.building import DESK, League, complete_games
from tests.refusing import refuses
from tournaments.models import Action
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    league = League()
    league.save(complete_games(league, league.series[0]))
    return league


@pytest.fixture
def signed(league):
    return sign_sheet(series=league.series[0], sheet_of=league.sharks.team, actor=DESK)


def image_file(kind="JPEG", size=(60, 40), **options):
    content = BytesIO()
    Image.new("RGB", size, "white").save(content, kind, **options)
    return content.getvalue()


def upload(client, signed, content, name="sheet.jpg"):
    page = reverse("attach_photo", args=[signed.series.tournament.slug, signed.series_id, signed.pk])
    return client.post(page, {"photo": SimpleUploadedFile(name, content, "image/jpeg")})


def photo_page(photo, name="sheet_photo"):
    return reverse(name, args=[photo.sign_off.series.tournament.slug, photo.pk])


def test_only_both_teams_and_staff_see_a_photo(league, signed, manager_of, director_of, client):
    assert upload(manager_of(league.sharks.team), signed, image_file()).status_code == 302
    photo = SheetPhoto.objects.get()
    third = TeamFactory(division=league.division, name="Comets")
    answers = {
        "opponent": manager_of(league.bears.team),
        "director": director_of(league.tournament),
        "third": manager_of(third),
        "visitor": client,
    }
    seen = {name: reader.get(photo_page(photo)).status_code for name, reader in answers.items()}
    assert seen == {"opponent": 200, "director": 200, "third": 403, "visitor": 403}
    series_page = reverse("series", args=[league.tournament.slug, signed.series_id])
    lists = {
        name: f'data-photo="{photo.pk}"' in reader.get(series_page).content.decode() for name, reader in answers.items()
    }
    assert lists == {"opponent": True, "director": True, "third": False, "visitor": False}
    answer = answers["opponent"].get(photo_page(photo))
    assert (answer.headers["Content-Type"], answer.headers["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert answer.headers["Cache-Control"] == "no-store"
    assert Action.objects.get(verb="attach_photo").subject == f"series:{signed.series_id}"


def test_saved_photo_is_upright_resized_and_without_metadata():
    exif = Image.Exif()
    exif[Base.Orientation] = 6  # rotated by 90 degrees
    exif[Base.Make] = "Secret phone"
    stored = reencode(image_file(size=(4000, 3000), exif=exif), "sheet.jpg")
    image = Image.open(BytesIO(stored))
    assert (image.format, image.size, dict(image.getexif())) == ("JPEG", (1800, 2400), {})
    assert b"Secret phone" not in stored


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_transparent_images_become_jpegs_on_white(kind):
    content = BytesIO()
    Image.new("RGBA", (10, 10), (0, 0, 0, 0)).save(content, kind)
    image = Image.open(BytesIO(reencode(content.getvalue(), "sheet")))
    assert (image.format, image.getpixel((5, 5))) == ("JPEG", (255, 255, 255))


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (b"", PhotoRefusal.EMPTY),
        (b"<svg onload='alert(1)'></svg>", PhotoRefusal.NOT_A_PHOTO),
        (image_file("GIF"), PhotoRefusal.NOT_A_PHOTO),
        (image_file(size=(600, 400))[:900], PhotoRefusal.UNREADABLE),
        (b"\xff" * (5 * 1024 * 1024 + 1), PhotoRefusal.TOO_LARGE),
        (image_file("PNG", (8000, 6300)), PhotoRefusal.TOO_MANY_PIXELS),
    ],
)
def test_invalid_photo_is_refused_and_changes_nothing(signed, content, finding):
    with refuses(finding):
        attach_photo(signed=signed, content=content, file_name="sheet.jpg", actor=DESK)
    assert not SheetPhoto.objects.exists()
    assert not Action.objects.filter(verb="attach_photo").exists()


def test_page_explains_why_a_photo_is_refused(league, signed, manager_of):
    answer = upload(manager_of(league.sharks.team), signed, b"no photo", "notes.txt")
    assert answer.status_code == 400
    assert "notes.txt is not a photo" in answer.content.decode()


def test_photos_are_limited_and_require_a_valid_signature(signed, monkeypatch):
    monkeypatch.setattr("pitching.services.photos.read_photo", lambda content, name: content)
    for _ in range(MOST_PHOTOS):
        attach_photo(signed=signed, content=b"jpeg", file_name="sheet.jpg", actor=DESK)
    with refuses(SheetPhotoRefusal.TOO_MANY):
        attach_photo(signed=signed, content=b"jpeg", file_name="sheet.jpg", actor=DESK)
    SheetPhoto.objects.all().delete()
    undo_action(action=Action.objects.get(verb="sign_sheet"), actor=DESK)
    with refuses(SheetPhotoRefusal.SEAL_BROKEN):
        attach_photo(signed=signed, content=b"jpeg", file_name="sheet.jpg", actor=DESK)


def test_only_the_uploader_or_the_director_removes_a_photo(league, signed, manager_of, director_of, assistant_of):
    uploader, opponent = manager_of(league.sharks.team), manager_of(league.bears.team)
    for remover, status in ((opponent, 403), (assistant_of(league.tournament), 403), (uploader, 302)):
        if not SheetPhoto.objects.exists():
            upload(uploader, signed, image_file())
        photo = SheetPhoto.objects.get()
        assert remover.post(photo_page(photo, "remove_photo")).status_code == status
    assert not SheetPhoto.objects.exists()
    assert Action.objects.filter(verb="remove_photo").count() == 1
    upload(opponent, signed, image_file())
    director_of(league.tournament).post(photo_page(SheetPhoto.objects.get(), "remove_photo"))
    assert not SheetPhoto.objects.exists()


def test_photo_opens_only_in_its_own_tournament(league, signed, director_of):
    upload(director_of(league.tournament), signed, image_file())
    elsewhere = League().tournament
    page = reverse("sheet_photo", args=[elsewhere.slug, SheetPhoto.objects.get().pk])
    assert director_of(elsewhere).get(page).status_code == 404


def test_tournament_export_excludes_photos():
    assert SheetPhoto not in owned_models()
