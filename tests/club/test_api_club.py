"""Test the club's changes in the API, which run the pages' services, for organizers only, with the same rejections."""

import pytest
from django.test import Client

from club.models import ClubChange, ClubTournament, ManagerLink, PastResult, Person, PointsCorrection
from club.services.people import link_managers
from tests.club.building import make_team
from tests.factories import AccessFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import ApiKey, Manager
from tournaments.services.api_keys import make_api_key

pytestmark = pytest.mark.django_db
SHEET = "Name,Year,W,L\nAnn Poe,2011,9,5\nBob Ray,2011,5,9"


@pytest.fixture
def organizer():
    access = AccessFactory(tournament=None, role="organiser")
    return Client(headers={"Authorization": f"Bearer {link_token(access)}"})


def post(client, address, **body):
    return client.post(f"/api/v1/{address}", body, content_type="application/json")


def test_people_can_be_merged_and_split_and_both_undone(organizer):
    for name in ("Ann Poe", "Annie Poe"):
        make_team(TournamentFactory(), name)
    link_managers()
    ann, annie = Person.objects.order_by("pk")
    merged = post(organizer, f"people/{ann.pk}/merge/", duplicate=annie.pk)
    assert (merged.status_code, merged.json()["kind"]) == (201, "merge")
    links = organizer.get(f"/api/v1/people/{ann.pk}/links/").json()["results"]
    assert len(links) == 2
    split = post(organizer, f"people/{ann.pk}/split/", links=[links[1]["id"]])
    assert split.status_code == 201
    assert ManagerLink.objects.get(pk=links[1]["id"]).person_id == split.json()["id"]
    refused = post(organizer, f"club-changes/{merged.json()['id']}/undo/")
    assert (refused.status_code, refused.json()["finding"]) == (400, "CHANGED_SINCE")
    newest = organizer.get("/api/v1/club-changes/").json()["results"][0]
    assert post(organizer, f"club-changes/{newest['id']}/undo/").status_code == 201
    assert post(organizer, f"club-changes/{merged.json()['id']}/undo/").status_code == 201
    assert set(ManagerLink.objects.values_list("person_id", flat=True)) == {ann.pk, annie.pk}


def test_merge_reports_all_invalid_fields_and_rejects_the_same_person(organizer):
    ann = Person.objects.create(name="Ann Poe")
    faulty = post(organizer, f"people/{ann.pk}/merge/", other=1)
    assert faulty.headers["Content-Type"] == "application/problem+json"
    assert {fault["field"] for fault in faulty.json()["faults"]} == {"other", "duplicate"}
    assert post(organizer, f"people/{ann.pk}/merge/", duplicate=ann.pk).json()["finding"] == "SAME_PERSON"
    assert not ClubChange.objects.exists()


def test_manager_is_linked_to_a_candidate(organizer):
    ann = Person.objects.create(name="Ann Poe", region="OH")
    team = make_team(TournamentFactory(), "Ann Poe")
    Manager.objects.update(region="TX")
    question = organizer.get("/api/v1/people/to-link/").json()["results"][0]
    assert [person["id"] for person in question["candidates"]] == [ann.pk]
    assert post(organizer, "people/to-link/", manager=question["manager"], person=ann.pk).status_code == 201
    assert ManagerLink.objects.get(team=team).person == ann
    repeated = post(organizer, "people/to-link/", manager=question["manager"], person=ann.pk)
    assert repeated.json()["finding"] == "ALREADY_LINKED"


def test_points_are_corrected_with_a_reason_and_withdrawn(organizer):
    ann = Person.objects.create(name="Ann Poe")
    body = {"person": ann.pk, "points": "-1.5", "reason": "Late entry"}
    made = post(organizer, "seasons/2026/corrections/", **body)
    assert (made.status_code, made.json()["points"]) == (201, -1.5)
    assert post(organizer, "seasons/2026/corrections/", **{**body, "points": "0"}).json()["finding"] == "BAD_POINTS"
    withdrawn = organizer.delete(f"/api/v1/seasons/2026/corrections/{made.json()['id']}/")
    assert withdrawn.status_code == 204
    assert PointsCorrection.objects.get().withdrawn_at is not None
    assert organizer.get("/api/v1/seasons/1800/corrections/").status_code == 404


def test_formula_for_a_year_can_be_read_and_set(organizer):
    published = Client().get("/api/v1/seasons/2026/formula/").json()
    saved = organizer.put("/api/v1/seasons/2026/formula/", {**published, "win": "3/2"}, content_type="application/json")
    assert saved.json() == {**published, "win": "3/2"}
    refused = organizer.put("/api/v1/seasons/2026/formula/", {"win": "many"}, content_type="application/json")
    assert (refused.json()["finding"], refused.json()["field"]) == ("BAD_NUMBER", "win")
    assert Client().get("/api/v1/seasons/2026/formula/").json() == saved.json()


def test_patching_a_tournament_flag_preserves_the_other_flags(organizer):
    tournament = TournamentFactory()
    assert post(organizer, "recompute/").json() == {"tournaments": 1}
    address = f"/api/v1/tournaments/{tournament.slug}/club/"
    before = Client().get(address).json()
    answer = organizer.patch(address, {"is_regional": True}, content_type="application/json")
    assert answer.json() == {**before, "is_regional": True}
    assert ClubTournament.objects.get().is_chosen


def test_past_results_are_previewed_imported_and_undone(organizer):
    plan = post(organizer, "past-results/check/", text=SHEET).json()
    assert (plan["is_settled"], plan["new_people"], len(plan["results"])) == (True, 2, 2)
    assert not PastResult.objects.exists()
    change = post(organizer, "past-results/", text=SHEET)
    assert (change.status_code, change.json()["results"]) == (201, "2 results")
    assert post(organizer, f"club-changes/{change.json()['id']}/undo/").status_code == 201
    assert not PastResult.objects.exists()
    refused = post(organizer, "past-results/", text="Team,Runs\nBears,5")
    assert (refused.status_code, refused.json()["finding"]) == (400, "NO_HEADINGS")


def test_read_only_key_cannot_write():
    access = AccessFactory(tournament=None, role="organiser")
    key = make_api_key(access=access, actor=PROGRAM, name="Bot", scope=ApiKey.Scope.READ).secret
    reader = Client(headers={"Authorization": f"Bearer {key}"})
    assert reader.get("/api/v1/club-changes/").status_code == 200
    refused = post(reader, "past-results/", text=SHEET)
    assert (refused.status_code, refused.json()["finding"]) == (403, "READ_ONLY")
    assert not PastResult.objects.exists()
