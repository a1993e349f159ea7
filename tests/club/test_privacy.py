"""Test that only people who agreed are named publicly, and that personal links manage their own data."""

import json

import pytest
from django.test import Client

from club.models import ClubChange, ManagerLink, Person
from club.queries.own_link import person_token
from club.services.finishes import follow_tournaments
from club.services.people import link_managers, merge_people
from rules_engine.competition.points import Finish
from tests.club.building import add_finish, make_final, make_team
from tests.conftest import signed_in
from tests.factories import AccessFactory, SeriesFactory, TournamentFactory
from tournaments.action_log.writing import Actor
from tournaments.models import Series, Team, Tournament

pytestmark = pytest.mark.django_db
SECRET = "Xavier Quill"
PUBLIC_ADDRESSES = (
    *("/people/", "/champions/", "/records/", "/api/v1/records/", "/seasons/", "/seasons/2026/"),
    *("/api/v1/people/", "/api/v1/champions/", "/api/v1/seasons/2026/"),
)


@pytest.fixture
def finished() -> Tournament:
    """Finish a tournament in which the listed Ann lost the final to unlisted Xavier and his listed partner Bob."""
    tournament = TournamentFactory(starts_on="2026-03-01", stage=Tournament.Stage.FINISHED, best_of="7")
    winner = make_team(tournament, SECRET, "Bob Ray", name="Quill's Aces", is_listed=False)
    loser = make_team(tournament, "Ann Poe", name="Poets")
    make_final(winner, loser)
    follow_tournaments()
    Person.objects.filter(name="Bob Ray").update(is_listed=True)
    return tournament


def person(name: str) -> Person:
    return Person.objects.get(name=name)


def public_pages() -> dict[str, str]:
    """Return the club's public pages and API responses, including those of every listed person."""
    listed = [f"{start}/people/{row.pk}/" for row in Person.objects.listed() for start in ("", "/api/v1")]
    return {address: Client().get(address, follow=True).content.decode() for address in (*PUBLIC_ADDRESSES, *listed)}


def test_public_pages_hide_unlisted_names(finished: Tournament) -> None:
    pages = public_pages()
    assert len(pages) == len(PUBLIC_ADDRESSES) + 4
    for address, text in pages.items():
        assert "Xavier" not in text, address
        assert "Quill" not in text, address
    assert "Ann Poe" in pages["/people/"]
    assert "Bob Ray" in pages["/champions/"]


def test_pages_show_a_persons_name_after_consent(finished: Tournament) -> None:
    Person.objects.filter(name=SECRET).update(is_listed=True)
    pages = public_pages()
    assert all(SECRET in pages[address] for address in ("/people/", "/champions/", "/seasons/2026/"))
    assert "Quill" in pages[f"/people/{person('Ann Poe').pk}/"]


def test_unlisted_champion_is_shown_by_team(finished: Tournament) -> None:
    """The organizer sees the name and a link to the action that lists the person."""
    Person.objects.update(is_listed=False)
    Team.objects.filter(name="Quill's Aces").update(name="Aces")
    for address in ("/champions/", "/api/v1/champions/", "/feeds/champions.json"):
        text = Client().get(address).content.decode()
        assert "Unlisted manager" not in text
        assert "Aces" in text
    page = signed_in(AccessFactory(tournament=None, role="organiser")).get("/champions/").content.decode()
    address = person(SECRET).get_absolute_url()
    assert f'{SECRET} <a class="small" href="{address}#listing">Not listed: hasn&#x27;t agreed yet</a>' in page


def test_signed_in_devices_see_the_champions_name(finished: Tournament, director_of) -> None:
    address = f"/t/{finished.slug}/standings/"
    assert SECRET in director_of(finished).get(address).content.decode()
    assert SECRET not in Client().get(address).content.decode()


def test_only_organizers_see_an_unlisted_persons_page(finished: Tournament) -> None:
    address = f"people/{person(SECRET).pk}/"
    assert Client().get(f"/{address}").status_code == 404
    assert Client().get(f"/api/v1/{address}").status_code == 404
    organizer = signed_in(AccessFactory(tournament=None, role="organiser"))
    assert SECRET in organizer.get(f"/{address}").content.decode()


def test_public_pages_hide_email_addresses(finished: Tournament) -> None:
    Person.objects.update(email="private@example.org", is_listed=True)
    assert not any("private@example.org" in text for text in public_pages().values())


def test_own_link_shows_and_exports_data_and_changes_the_listing(finished: Tournament) -> None:
    own = f"/my-data/{person_token(person(SECRET))}/"
    browser = Client()
    page = browser.get(own)
    assert page["Cache-Control"] == "no-store"
    assert 'data-listed="0"' in page.content.decode()
    exported = json.loads(browser.get(f"{own}data.json").content)
    assert exported["person"]["name"] == SECRET
    assert exported["tournaments"][0]["place"] == 1
    browser.post(own, {"listed": "1"})
    assert person(SECRET).is_public
    browser.post(own, {"listed": "0"})
    assert not person(SECRET).is_public


def test_export_hides_unlisted_names(finished: Tournament) -> None:
    exported = Client().get(f"/my-data/{person_token(person('Ann Poe'))}/data.json").content.decode()
    assert "Xavier" not in exported
    assert "Bob Ray" in exported


def test_invalid_own_links_return_404(finished: Tournament) -> None:
    token = person_token(person("Ann Poe"))
    for wrong in ("x", token[:-1], token.replace(str(person("Ann Poe").pk), str(person(SECRET).pk), 1)):
        assert Client().get(f"/my-data/{wrong}/").status_code == 404


def test_removal_erases_personal_data_but_not_results(finished: Tournament) -> None:
    ann, own = person("Ann Poe"), f"/my-data/{person_token(person('Ann Poe'))}/"
    Person.objects.filter(pk=ann.pk).update(email="ann@example.org", region="OH")
    Client().post(own, {"remove": "1"})
    assert person("Ann Poe")
    Client().post(own, {"remove": "1", "confirm": "1"})
    erased = Person.objects.get(pk=ann.pk)
    assert (erased.name, erased.email, erased.region, erased.key) == ("", "", "", "")
    assert Client().get(own).status_code == 404
    assert Client().get(f"/people/{ann.pk}/").status_code == 404
    season = Client().get("/api/v1/seasons/2026/").json()
    assert season["count"] == 2
    assert not any("Ann Poe" in text for text in public_pages().values())
    assert "Ann Poe" not in json.dumps(list(ClubChange.objects.values("actor", "before", "after")))
    follow_tournaments()
    assert not Person.objects.filter(name="Ann Poe").exists()


def test_removal_erases_merged_duplicates(finished: Tournament) -> None:
    duplicate = Person.objects.create(name="Annie Poe", email="annie@example.org")
    merge_people(person=person("Ann Poe"), duplicate=duplicate, actor=Actor("Olive"))
    own = f"/my-data/{person_token(person('Ann Poe'))}/"
    Client().post(own, {"remove": "1", "confirm": "1"})
    assert not Person.objects.filter(name__contains="Poe").exists()
    assert not Person.objects.exclude(email="").exists()


def test_games_against_unlisted_people_are_summed() -> None:
    tournament = TournamentFactory()
    own = make_team(tournament, "Ann Poe")
    rivals = [make_team(tournament, name, is_listed=False) for name in ("Cy Lee", "Dee Fox")]
    listed_rival = make_team(tournament, "Bob Ray")
    for rival in (*rivals, listed_rival):
        SeriesFactory(
            tournament=tournament, division=own.division, home=rival, away=own, home_wins=1, away_wins=2, ties=0,
            status=Series.Status.COMPLETE, outcomes="HAA",
        )  # fmt: skip
    link_managers()
    answer = Client().get(f"/api/v1/people/{person('Ann Poe').pk}/").json()
    assert answer["head_to_head"] == [
        {"person": person("Bob Ray").pk, "name": "Bob Ray", "wins": 2, "losses": 1, "ties": 0},
        {"person": None, "name": "Unlisted manager", "wins": 4, "losses": 2, "ties": 0},
    ]


def test_person_page_query_count_is_limited(django_assert_max_num_queries) -> None:
    ann = Person.objects.create(name="Ann Poe", is_listed=True)
    for _ in range(3):
        tournament = TournamentFactory(starts_on="2026-05-01", stage=Tournament.Stage.FINISHED)
        add_finish(ann, tournament, Finish(10, 4, 14, 0, 7, 0, 8))
    assert ManagerLink.objects.filter(person=ann).count() == 3
    with django_assert_max_num_queries(22):  # six are for the page cache
        assert Client().get(f"/people/{ann.pk}/").status_code == 200
