"""Test the card pages: their content, permission to create card sets, and invalid files."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from drafts.card_files import card_file, read_card_file, template_file
from drafts.documents import draft_board_pdf
from drafts.models import Ballpark, CardSet
from rules_engine.systems import KEYS
from seasons.workbooks import read_workbook
from tests.drafts.pools import make_pool
from tests.factories import (
    CardSetFactory,
    DivisionFactory,
    DraftFactory,
    HitterFactory,
    PitcherFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.markup import as_single_line
from tests.pdf_reading import pages_of
from tournaments.models import Access

pytestmark = pytest.mark.django_db

SEASON = {"season-year": "1871", "season-league": "MLB"}


def upload(content: bytes, name: str = "Mine", **more: str) -> dict[str, Any]:
    return {
        "upload-name": name,
        "upload-system": KEYS[0],
        "upload-file": SimpleUploadedFile("my cards.xlsx", content),
        **more,
    }


@pytest.fixture
def signed_in(
    director_of: Callable[..., Client],
    assistant_of: Callable[..., Client],
    manager_of: Callable[..., Client],
    organizer: Client,
) -> dict[str, Client]:
    tournament = TournamentFactory()
    return {
        "organiser": organizer,
        "director": director_of(tournament),
        "assistant": assistant_of(tournament),
        "manager": manager_of(TeamFactory()),
        "public": Client(),
    }


@pytest.fixture
def director(director_of: Callable[..., Client]) -> Client:
    return director_of(TournamentFactory())


@pytest.mark.parametrize("role", ["organiser", "director", "assistant"])
def test_staff_of_any_tournament_can_load_a_season(signed_in: dict[str, Client], role: str) -> None:
    client = signed_in[role]
    assert "Load a real season" in client.get(reverse("card_sets")).text
    answer = client.post(reverse("load_season_cards"), SEASON, follow=True)
    assert "“1871 MLB” has been saved: 115 cards, 9 parks." in answer.text
    assert CardSet.objects.get().name == "1871 MLB"


@pytest.mark.parametrize("role", ["organiser", "director", "assistant"])
def test_staff_of_any_tournament_can_upload_a_file(signed_in: dict[str, Client], role: str) -> None:
    content = card_file(make_pool(teams=1))
    answer = signed_in[role].post(reverse("upload_cards"), upload(content), follow=True)
    assert "“Mine” has been saved: 30 cards, 2 parks." in answer.text
    assert CardSet.objects.get(name="Mine").note == "From the file my cards.xlsx."


def test_draft_pages_label_a_single_league_pool(director: Client) -> None:
    book = load_workbook(io.BytesIO(card_file(make_pool(teams=1))))
    players = book["Players"]
    place = next(cell.column for cell in players[1] if cell.value == "League")
    for row in range(2, players.max_row + 1):
        players.cell(row, place).value = "NL" if row == 3 else "AL"
    file = io.BytesIO()
    book.save(file)
    answer = director.post(reverse("upload_cards"), {**upload(file.getvalue()), "upload-league": "AL"}, follow=True)
    assert "Left out, because the pool has only AL cards: row 3 " in answer.text
    assert "One league only: AL. From the file my cards.xlsx. Left out, not in the AL: row 3 " in " ".join(
        answer.text.split()
    )
    made = CardSet.objects.get(name="Mine")
    assert (made.league, made.cards.count()) == ("AL", 29)
    assert card_file(made), "it can be downloaded"
    assert director.get(reverse("api_card_set", args=[made.pk])).json()["league"] == "AL"
    tournament = TournamentFactory(stage="draft")
    draft = DraftFactory(division=DivisionFactory(tournament=tournament, name="East"), card_set=made)
    assert "East: Mine, one league only: AL" in director.get(reverse("rules", args=[tournament.slug])).text
    assert "Mine, one league only: AL" in " ".join(pages_of(draft_board_pdf(draft)))


@pytest.mark.parametrize("role", ["manager", "public"])
def test_non_staff_can_view_and_download_but_not_create_sets(signed_in: dict[str, Client], role: str) -> None:
    client, card_set = signed_in[role], make_pool(teams=1)
    assert "Load a real season" not in client.get(reverse("card_sets")).text
    assert "Small pool" in client.get(reverse("card_set", args=[card_set.pk])).text
    assert client.get(reverse("card_set_file", args=[card_set.pk])).status_code == 200
    for address, data in (("load_season_cards", SEASON), ("upload_cards", upload(card_file(card_set)))):
        answer = client.post(reverse(address), data)
        assert answer.status_code == 403
        assert "Only the organizer, a director or an assistant can make card sets." in answer.text
    assert CardSet.objects.count() == 1


def test_director_with_a_revoked_link_cannot_create_sets(signed_in: dict[str, Client]) -> None:
    client = signed_in["director"]
    assert client.get(reverse("card_sets")).context["may_make"]
    Access.objects.update(revoked_at=timezone.now())
    assert client.post(reverse("load_season_cards"), SEASON).status_code == 403


def test_creating_a_set_requires_post(director: Client) -> None:
    assert director.get(reverse("load_season_cards")).status_code == 405
    assert director.get(reverse("upload_cards")).status_code == 405


def test_loading_the_same_season_twice_shows_an_error_on_the_name(director: Client) -> None:
    director.post(reverse("load_season_cards"), SEASON)
    response = director.post(reverse("load_season_cards"), {**SEASON, "season-position_games": "7"})
    assert response.context["season_form"].errors["name"] == [
        "There is already a card set named “1871 MLB”. Nothing was changed. Choose another name, or replace it."
    ]
    assert 'value="7"' in response.text
    assert director.post(reverse("load_season_cards"), {**SEASON, "season-replace": "on"}).status_code == 302
    assert CardSet.objects.get().version == 2


NOT_STORED = "This season can't be saved."


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        (
            {"season-year": "1870"},
            "year",
            f"{NOT_STORED} Pennant has no data for 1870. Choose a year from 1871 to 2024.",
        ),
        ({"season-year": "MCMXCVIII"}, "year", "Enter a whole number."),
        (
            {"season-league": "AL"},
            "league",
            f"{NOT_STORED} 1871 had no league “AL”. Choose NA, or MLB for all leagues.",
        ),
        ({"season-league": "XX"}, "league", "Select a valid choice. XX is not one of the available choices."),
        ({"season-starter_games": "-3"}, "starter_games", "Ensure this value is greater than or equal to 0."),
        ({"season-name": "x" * 300}, "name", "Ensure this value has at most 80 characters (it has 300)."),
    ],
)
def test_invalid_file_shows_an_error_on_its_field(
    director: Client, typed: dict[str, str], field: str, sentence: str
) -> None:
    answer = director.post(reverse("load_season_cards"), {**SEASON, **typed})
    assert answer.context["season_form"].errors[field] == [sentence]
    assert not CardSet.objects.exists()


def test_form_minimums_apply(director: Client) -> None:
    director.post(reverse("load_season_cards"), {**SEASON, "season-position_games": "25"})
    assert "needs 25 games, a starter 4 starts" in CardSet.objects.get().note


def _spoiled(content: bytes) -> bytes:
    book = load_workbook(io.BytesIO(content))
    book["Players"]["H14"], book["Players"]["D3"] = "4O5", "<b>X</b>"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_invalid_file_lists_every_error_and_saves_nothing(director: Client) -> None:
    content = _spoiled(card_file(make_pool(teams=1)))
    answer = director.post(reverse("upload_cards"), upload(content))
    assert "Nothing was saved." in answer.text
    assert "The file has 2 errors." in answer.text
    assert '<td>Players</td><td class="n">14</td>' in as_single_line(answer.text)
    assert "H (AB)</td><td>“4O5” is not a whole number" in as_single_line(answer.text)
    assert "“&lt;b&gt;X&lt;/b&gt;” is not a batting or throwing hand" in answer.text
    assert 'value="Mine"' in answer.text  # the typed values are still there
    assert CardSet.objects.count() == 1


def test_long_error_list_is_truncated(director: Client) -> None:
    book = load_workbook(io.BytesIO(template_file(KEYS[0])))
    for row in range(2, 1002):
        book["Players"].cell(row, 1, "same")
    file = io.BytesIO()
    book.save(file)
    answer = director.post(reverse("upload_cards"), upload(file.getvalue()))
    assert "The file has 1999 errors." in answer.text
    assert "1699 more not shown." in answer.text


@pytest.mark.parametrize("content", [b"PK and a letter", b"PK\x03\x04junk"])
def test_rejects_an_upload_that_is_not_a_workbook(director: Client, content: bytes) -> None:
    answer = director.post(reverse("upload_cards"), upload(content))
    assert "This is not an Excel workbook (.xlsx)." in answer.text
    assert not CardSet.objects.exists()


def test_requires_a_file_and_a_name(director: Client) -> None:
    answer = director.post(reverse("upload_cards"), upload(b"", name=""))
    assert set(answer.context["upload_form"].errors) == {"file", "name"}


def test_upload_cannot_replace_a_set_in_use(director: Client) -> None:
    card_set = make_pool(teams=1, name="Mine")
    DraftFactory(card_set=card_set)
    answer = director.post(reverse("upload_cards"), upload(card_file(card_set), **{"upload-replace": "on"}))
    assert "is used by the draft of" in answer.context["upload_form"].errors["name"][0]
    assert CardSet.objects.get().version == 1


def test_replaced_set_shows_its_new_cards(director: Client) -> None:
    card_set = make_pool(teams=1, name="Mine")
    page = reverse("card_set", args=[card_set.pk])
    assert director.get(page).context["page"].paginator.count == 18
    content = card_file(make_pool(teams=2, name="Other"))
    director.post(reverse("upload_cards"), upload(content, **{"upload-replace": "on"}))
    assert director.get(page).context["page"].paginator.count == 34


def files_in(workbook: bytes) -> dict[str, bytes]:
    """Return a workbook's files without their creation times."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as packed:
        return {name: packed.read(name) for name in packed.namelist() if name != "docProps/core.xml"}


def test_template_and_card_set_can_be_downloaded(client: Client) -> None:
    assert files_in(client.get(reverse("card_set_template")).content) == files_in(template_file(KEYS[0]))
    card_set = make_pool(teams=1, name="The ’98 pool")
    answer = client.get(reverse("card_set_file", args=[card_set.pk]))
    assert answer["Content-Disposition"] == 'attachment; filename="the-98-pool.xlsx"'
    assert len(read_card_file(read_workbook(answer.content), KEYS[0]).cards) == 30


def shown(client: Client, card_set: CardSet, **query: str) -> list[str]:
    answer = client.get(reverse("card_set", args=[card_set.pk]), query)
    return [entry.item.name for entry in answer.context["cards"].rows]


@pytest.fixture
def card_set() -> CardSet:
    card_set = CardSetFactory()
    for name, line in (
        ("Andrés Núñez", {"at_bats": 260, "walks": 39, "hits": 60, "bats": "S"}),
        ("Ken Griffey", {"homeruns": 56, "hits": 180, "bats": "L", "positions": {"CF": 158, "RF": 2}}),
        ("Mike <Piazza>", {"at_bats": 220, "walks": 30, "hits": 70, "positions": {"C": 80}}),
    ):
        HitterFactory(card_set=card_set, name=name, sort_name=name.split()[1], **line)
    PitcherFactory(card_set=card_set, name="Randy Johnson", outs_pitched=356, throws="L")
    return card_set


def test_hitter_list_shows_stats_positions_and_eligibility(client: Client, card_set: CardSet) -> None:
    page = client.get(reverse("card_set", args=[card_set.pk])).text
    assert "Mike &lt;Piazza&gt;" in page
    assert "CF 158, RF 2" in page
    assert ".360" in page
    assert "260 AB + 39 W = 299: not eligible, needs 300" in page
    assert "220 AB + 30 W = 250: eligible" in page
    assert "Randy Johnson" not in page


def test_pitchers_have_a_separate_list(client: Client, card_set: CardSet) -> None:
    page = client.get(reverse("card_set", args=[card_set.pk]), {"list": "pitchers"}).text
    assert "118.2 IP: may not start, needs 125.0" in page
    assert "Griffey" not in page


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"q": "nunez"}, ["Andrés Núñez"]),
        ({"position": "C"}, ["Mike <Piazza>"]),
        ({"hand": "L"}, ["Ken Griffey"]),
        ({"eligible": "on"}, ["Ken Griffey", "Mike <Piazza>"]),
        ({"sort": "homeruns"}, ["Ken Griffey", "Andrés Núñez", "Mike <Piazza>"]),
        ({"sort": "-average"}, ["Andrés Núñez", "Mike <Piazza>", "Ken Griffey"]),
        ({"sort": "pk; DROP", "page": "99", "hand": "Q", "edition": "none@7", "list": "x"}, None),
        ({"q": "nobody at all"}, []),
        ({"list": "pitchers", "position": "SP", "hand": "L"}, ["Randy Johnson"]),
        ({"list": "pitchers", "eligible": "on"}, []),
    ],
)
def test_list_can_be_searched_filtered_and_sorted(
    client: Client, card_set: CardSet, query: dict[str, str], expected: list[str] | None
) -> None:
    all_names = ["Ken Griffey", "Andrés Núñez", "Mike <Piazza>"]
    assert shown(client, card_set, **query) == (all_names if expected is None else expected)


def test_second_click_on_a_heading_reverses_the_order(client: Client, card_set: CardSet) -> None:
    page = client.get(reverse("card_set", args=[card_set.pk]), {"sort": "homeruns", "q": "e"}).text
    assert 'aria-sort="descending"><a href="?sort=-homeruns&amp;q=e"' in page
    assert '<a href="?sort=average&amp;q=e"' in page


def test_long_lists_are_paginated_and_preserve_the_query(client: Client) -> None:
    card_set = make_pool(teams=7)
    first = client.get(reverse("card_set", args=[card_set.pk]), {"sort": "homeruns"})
    assert len(first.context["cards"].rows) == 50
    assert "Page 1 of 3" in first.text
    assert 'href="?sort=homeruns&amp;page=2">Next' in as_single_line(first.text)


def test_lists_ballparks_with_their_numbers(client: Client, card_set: CardSet) -> None:
    address = reverse("card_set", args=[card_set.pk]) + "?list=parks"
    assert "This card set has no ballparks." in client.get(address).text
    numbers = {"singles_left": 3, "singles_right": 4, "homeruns_left": 5, "homeruns_right": 20}
    Ballpark.objects.create(card_set=card_set, code="a", name="Bay Field", **numbers)
    Ballpark.objects.create(card_set=card_set, code="b", name="Old Yard")
    page = client.get(address).text
    assert 'homeruns_right">1-20</td>' in page
    assert "numbers not given" in page


def test_empty_list_explains_how_to_load_a_season(client: Client, director: Client) -> None:
    assert "A director can load a real season" in client.get(reverse("card_sets")).text
    assert "Load a real season below" in director.get(reverse("card_sets")).text


def test_unknown_card_set_returns_404(client: Client) -> None:
    for address in ("card_set", "card_set_file"):
        assert client.get(reverse(address, args=[999])).status_code == 404


def test_card_set_list_query_count_is_constant(client: Client, django_assert_num_queries: Any) -> None:
    DraftFactory(card_set=make_pool(teams=1, name="One"))
    with django_assert_num_queries(1):
        page = client.get(reverse("card_sets")).text
    counts = zip(("card_count", "park_count", "draft_count"), (30, 2, 1), strict=True)
    assert "".join(f'<td class="n {name}">{number}</td>' for name, number in counts) in page
    for name in ("Two", "Three"):
        make_pool(teams=1, name=name)
    with django_assert_num_queries(1):
        client.get(reverse("card_sets"))


def test_browsing_a_cached_pool_needs_a_single_query(client: Client, django_assert_num_queries: Any) -> None:
    card_set = make_pool(teams=3)
    client.get(reverse("card_set", args=[card_set.pk]))
    with django_assert_num_queries(1):
        client.get(reverse("card_set", args=[card_set.pk]), {"q": "a", "sort": "average"})


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_imports_a_csv_file_like_the_players_sheet(director: Client, separator: str, encoding: str) -> None:
    lines = [["Code", "Name", "Clubs", "AB", "Positions"], ["p1", "Peña, José", "SEA", "450", "SS 140"]]
    text = f"sep={separator}\r\n" + "\r\n".join(separator.join(f'"{cell}"' for cell in line) for line in lines)
    director.post(reverse("upload_cards"), upload(text.encode(encoding)))
    card = CardSet.objects.get(name="Mine").cards.get()
    assert (card.name, card.at_bats, card.positions) == ("José Peña", 450, {"SS": 140})


def test_csv_error_includes_row_and_column(director: Client) -> None:
    answer = director.post(reverse("upload_cards"), upload(b"Code,Name,AB\np1,Al Baker,4O5\n"))
    assert answer.status_code == 422
    (fault,) = answer.context["faults"]
    assert (fault.sheet, fault.row, fault.letter, fault.heading) == ("Players", 2, "C", "AB")
    assert not CardSet.objects.exists()
