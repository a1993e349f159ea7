"""Test that managers are linked to people by name, and that merges and splits change only links and can be undone."""

import pytest
from django.test import Client

from club.models import ClubChange, ManagerLink, Person
from club.queries.linking import unlinked_managers
from club.services.finishes import follow_tournaments
from club.services.people import answer_link, edit_person, link_managers, merge_people, split_person, undo_change
from core.errors import Refused
from tests.club.building import make_team
from tests.factories import TeamFactory, TournamentFactory
from tournaments.action_log.snapshots import write_managers
from tournaments.action_log.writing import Actor
from tournaments.models import Manager, SignUp, Team

pytestmark = pytest.mark.django_db
ORGANIZER = Actor("Olive")


def person_of(team: Team) -> Person:
    return ManagerLink.objects.get(team=team).person


def rows_of_tournaments() -> list[object]:
    return [*Team.objects.order_by("pk").values(), *Manager.objects.order_by("pk").values()]


def test_same_name_links_to_the_same_person() -> None:
    first, second = (make_team(TournamentFactory(), name) for name in ("Ann O'Neill", "O'Neill, Ann"))
    assert link_managers() == 2
    assert person_of(first) == person_of(second)
    assert Person.objects.get().name == "Ann O'Neill"
    assert link_managers() == 0


def test_partners_are_both_linked_to_their_team() -> None:
    team = make_team(TournamentFactory(), "Ann Poe", "Bob Ray")
    link_managers()
    assert {link.person.name for link in team.person_links.all()} == {"Ann Poe", "Bob Ray"}


def test_editing_the_team_preserves_the_link() -> None:
    team = make_team(TournamentFactory(), "Ann Poe")
    link_managers()
    write_managers(team, [("Ann Poe", "Akron", "OH")])
    assert unlinked_managers() == []


def test_practice_weekends_create_no_people() -> None:
    make_team(TournamentFactory(is_practice=True), "Ann Poe")
    follow_tournaments()
    assert not Person.objects.exists()


def test_worker_links_managers_only_in_changed_tournaments() -> None:
    make_team(TournamentFactory(), "Ann Poe")
    assert follow_tournaments() == 1
    assert Person.objects.get().name == "Ann Poe"
    assert follow_tournaments() == 0


def test_name_matching_two_people_waits_for_the_organizer() -> None:
    people = [Person.objects.create(name="Jim Hall", region=region) for region in ("OH", "TX")]
    team = make_team(TournamentFactory(), "Jim Hall")
    link_managers()
    (question,) = unlinked_managers()
    assert question.is_question
    assert question.candidates == people
    answer_link(manager_id=question.manager.pk, name="Jim Hall", person_id=people[1].pk, actor=ORGANIZER)
    assert person_of(team) == people[1]


def test_different_region_is_a_question_and_can_become_a_new_person() -> None:
    akron = Person.objects.create(name="Jim Hall", region="OH")
    team = make_team(TournamentFactory(), "Jim Hall", region="TX")
    link_managers()
    (question,) = unlinked_managers()
    answer_link(manager_id=question.manager.pk, name="Jim Hall", person_id=None, actor=ORGANIZER)
    assert person_of(team) != akron
    assert person_of(team).region == "TX"


def test_link_is_answered_once_with_a_candidate() -> None:
    Person.objects.create(name="Jim Hall", region="OH")
    stranger = Person.objects.create(name="Ann Poe")
    make_team(TournamentFactory(), "Jim Hall", region="TX")
    manager = Manager.objects.get()
    facts = {"manager_id": manager.pk, "name": "Jim Hall", "actor": ORGANIZER}
    with pytest.raises(Refused) as refused:
        answer_link(person_id=stranger.pk, **facts)
    assert refused.value.code == "NOT_A_CANDIDATE"
    answer_link(person_id=None, **facts)
    with pytest.raises(Refused) as refused:
        answer_link(person_id=None, **facts)
    assert refused.value.code == "ALREADY_LINKED"
    with pytest.raises(Refused) as refused:
        answer_link(person_id=None, **{**facts, "manager_id": 0})
    assert refused.value.code == "NO_SUCH_MANAGER"


def test_newest_sign_up_sets_the_listing_until_a_person_chooses() -> None:
    make_team(TournamentFactory(), "Ann Poe", is_listed=True)
    link_managers()
    assert Person.objects.get().is_listed
    make_team(TournamentFactory(), "Ann Poe", is_listed=False)
    link_managers()
    person = Person.objects.get()
    assert not person.is_listed
    edit_person(person=person, actor=ORGANIZER, values={"name": "Ann Poe"}, is_listed=False)
    make_team(TournamentFactory(), "Ann Poe", is_listed=True)
    link_managers()
    assert not Person.objects.get().is_listed


def test_manager_without_a_sign_up_is_not_listed() -> None:
    make_team(TournamentFactory(), "Ann Poe", "Bob Ray")
    SignUp.objects.all().delete()
    link_managers()
    assert not Person.objects.listed().exists()


def test_merge_and_its_undo_move_links() -> None:
    team, other_team = (make_team(TournamentFactory(), name) for name in ("Ann Poe", "Annie P."))
    link_managers()
    person, duplicate = person_of(team), person_of(other_team)
    before = rows_of_tournaments()
    change = merge_people(person=person, duplicate=duplicate, actor=ORGANIZER)
    assert person_of(other_team) == person
    assert list(Person.objects.current()) == [person]
    undo_change(change=change, actor=ORGANIZER)
    assert person_of(other_team) == duplicate
    assert set(Person.objects.current()) == {person, duplicate}
    assert rows_of_tournaments() == before


def test_split_moves_teams_to_a_new_unlisted_person_and_can_be_undone() -> None:
    teams = [make_team(TournamentFactory(), "Jim Hall") for _ in range(2)]
    link_managers()
    person = person_of(teams[0])
    before = rows_of_tournaments()
    link = ManagerLink.objects.get(team=teams[1])
    new_person = split_person(person=person, link_ids=[link.pk], actor=ORGANIZER)
    assert person_of(teams[1]) == new_person
    assert not new_person.is_listed
    undo_change(change=ClubChange.objects.get(kind="split"), actor=ORGANIZER)
    assert person_of(teams[1]) == person
    assert list(Person.objects.current()) == [person]
    assert rows_of_tournaments() == before


def test_undo_is_refused_twice_and_after_later_changes() -> None:
    teams = [make_team(TournamentFactory(), name) for name in ("Ann Poe", "Annie P.", "A. Poe-Ray")]
    link_managers()
    first, second, third = (person_of(team) for team in teams)
    change = merge_people(person=first, duplicate=second, actor=ORGANIZER)
    later = merge_people(person=third, duplicate=first, actor=ORGANIZER)
    with pytest.raises(Refused) as refused:
        undo_change(change=change, actor=ORGANIZER)
    assert refused.value.code == "CHANGED_SINCE"
    undo_change(change=later, actor=ORGANIZER)
    undo_change(change=change, actor=ORGANIZER)
    with pytest.raises(Refused) as refused:
        undo_change(change=change, actor=ORGANIZER)
    assert refused.value.code == "ALREADY_UNDONE"
    with pytest.raises(Refused) as refused:
        undo_change(change=ClubChange.objects.filter(kind="undo").first(), actor=ORGANIZER)
    assert refused.value.code == "NOT_POSSIBLE"


def test_undo_that_would_link_to_a_merged_person_is_refused() -> None:
    teams = [make_team(TournamentFactory(), "Jim Hall") for _ in range(2)]
    link_managers()
    link = ManagerLink.objects.get(team=teams[1])
    new_person = split_person(person=link.person, link_ids=[link.pk], actor=ORGANIZER)
    later_team = make_team(TournamentFactory(), "Jim Hall")
    answer_link(manager_id=later_team.managers.get().pk, name="", person_id=new_person.pk, actor=ORGANIZER)
    with pytest.raises(Refused) as refused:
        undo_change(change=ClubChange.objects.get(kind="split"), actor=ORGANIZER)
    assert refused.value.code == "CHANGED_SINCE"
    assert person_of(teams[1]) == new_person


def test_invalid_merges_and_splits_are_refused() -> None:
    tournament = TournamentFactory()
    teams = [make_team(tournament, name) for name in ("Ann Poe", "Bob Ray")]
    link_managers()
    ann, bob = (person_of(team) for team in teams)
    link = ann.links.get()
    attempts = {
        "SAME_TOURNAMENT": lambda: merge_people(person=ann, duplicate=bob, actor=ORGANIZER),
        "SAME_PERSON": lambda: merge_people(person=ann, duplicate=ann, actor=ORGANIZER),
        "NOTHING_CHOSEN": lambda: split_person(person=ann, link_ids=[0], actor=ORGANIZER),
        "EVERYTHING_CHOSEN": lambda: split_person(person=ann, link_ids=[link.pk], actor=ORGANIZER),
        "NO_NAME": lambda: edit_person(person=ann, actor=ORGANIZER, values={"name": " "}, is_listed=True),
        "INVALID_FIELD": lambda: edit_person(
            person=ann, actor=ORGANIZER, values={"name": "Ann", "email": "x"}, is_listed=True
        ),
    }
    for code, attempt in attempts.items():
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == code
    assert not ClubChange.objects.exists()


def test_manager_stays_signed_in_on_club_pages(manager_of) -> None:
    manager = manager_of(TeamFactory())
    assert ">My device</a>" in manager.get("/people/").content.decode()
    assert ">Sign in</a>" in Client().get("/people/").content.decode()
