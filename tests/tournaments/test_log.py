"""Test the activity log page and undo: a preview of the changes, then the inverse as a new entry."""

import re

import pytest
from django.utils.html import escape

from core.errors import Refused
from tests.factories import TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tests.refusing import refuses
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Action, Team, Tournament
from tournaments.queries.entrants import Entrant, Person
from tournaments.refusals import LogUndoRefusal
from tournaments.services.divisions import assign_division, set_divisions
from tournaments.services.entrants import add_entrants, edit_team, remove_team
from tournaments.services.setup import change_settings, create_tournament
from tournaments.services.stages import move_stage
from tournaments.services.undo import can_be_undone, preview_undo, undo_action, undoing, way_back

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def newest(tournament: Tournament) -> Action:
    return Action.objects.filter(tournament=tournament).first()


def undo_newest(tournament: Tournament) -> Action:
    return undo_action(action=newest(tournament), actor=PROGRAM)


def reds(tournament: Tournament) -> Team:
    entrant = Entrant("Reds", (Person("Ann", "Dayton"), Person("Bob")))
    (team,) = add_entrants(tournament=tournament, actor=PROGRAM, entrants=[entrant])
    return team


def test_undo_restores_a_removed_team():
    tournament = TournamentFactory()
    team = reds(tournament)
    team.slot_rolls.create(value=17, thrown_by="table")
    remove_team(team=team, actor=PROGRAM)
    assert preview_undo(action=newest(tournament)).changes == ["Reds: new."]
    assert not tournament.teams.exists()  # a preview writes nothing
    undone = undo_newest(tournament)
    back = tournament.teams.get()
    assert back.pk == team.pk
    assert [(m.name, m.home_town) for m in back.managers.all()] == [("Ann", "Dayton"), ("Bob", "")]
    assert back.slot_rolls.get().value == 17
    assert undone.undoes.verb == "remove_team"
    assert undone.sentence == "Undone: Reds was removed from the tournament."


def test_undo_can_be_undone():
    tournament = TournamentFactory()
    reds(tournament)
    undo_newest(tournament)
    assert not tournament.teams.exists()
    undo_newest(tournament)
    assert tournament.teams.get().managers.count() == 2


def test_action_can_be_undone_only_once():
    tournament = TournamentFactory()
    reds(tournament)
    entered = newest(tournament)
    undo_action(action=entered, actor=PROGRAM)
    assert not can_be_undone(entered)
    with refuses(LogUndoRefusal.ALREADY_UNDONE):
        undo_action(action=entered, actor=PROGRAM)


def test_undo_does_not_overwrite_later_changes():
    tournament = TournamentFactory()
    team = reds(tournament)
    entered = newest(tournament)
    mark = fingerprint(Team.objects.get(pk=team.pk))
    edit_team(team=team, actor=PROGRAM, made_from=mark, entrant=Entrant("Blues", (Person("Ann"),)), is_absent=False)
    preview = preview_undo(action=entered)
    assert preview.refusal == "Reds was changed later. Undo that change first."
    with pytest.raises(Refused):
        undo_action(action=entered, actor=PROGRAM)
    assert tournament.teams.get().name == "Blues"


def test_undo_swaps_team_names_back():
    tournament = TournamentFactory()
    team = reds(tournament)
    second_team = TeamFactory(tournament=tournament, division=None, name="Cubs")
    # swaps names with three edits, then undoes them one by one
    for team_to_change, name in ((team, "Temporary"), (second_team, "Reds"), (team, "Cubs")):
        locked_team = Team.objects.get(pk=team_to_change.pk)
        people = tuple(Person(m.name, m.home_town) for m in locked_team.managers.all()) or (Person("Zoe"),)
        edit_team(
            team=locked_team,
            actor=PROGRAM,
            made_from=fingerprint(locked_team),
            entrant=Entrant(name, people),
            is_absent=False,
        )
    for action in list(Action.objects.filter(verb="edit_team")):
        undo_action(action=action, actor=PROGRAM)
    assert set(tournament.teams.values_list("pk", "name")) == {(team.pk, "Reds"), (second_team.pk, "Cubs")}


def test_undo_restores_settings_unless_locked():
    tournament = create_tournament(actor=PROGRAM, name="Winter")
    change_settings(tournament=tournament, actor=PROGRAM, version=1, place="Dayton")
    placed = newest(tournament)
    change_settings(tournament=tournament, actor=PROGRAM, version=2, profile_key="purestrat_internet@1")
    edition = newest(tournament)
    undo_action(action=placed, actor=PROGRAM)
    tournament.refresh_from_db()
    assert (tournament.place, tournament.profile_key, tournament.version) == ("", "purestrat_internet@1", 4)
    Tournament.objects.update(stage=Tournament.Stage.DRAFT)
    with pytest.raises(Refused, match="used this edition"):
        undo_action(action=edition, actor=PROGRAM)


def test_undo_restores_divisions_with_their_teams():
    tournament = TournamentFactory()
    team = reds(tournament)
    set_divisions(tournament=tournament, actor=PROGRAM, count=2)
    second = tournament.divisions.last()
    assign_division(team=team, actor=PROGRAM, division=second)
    set_divisions(tournament=tournament, actor=PROGRAM, count=1)
    undo_newest(tournament)
    team.refresh_from_db()
    assert (team.division_id, team.division.name) == (second.pk, "National")


def test_sign_up_actions_can_be_undone_only_during_sign_up():
    tournament = TournamentFactory()
    reds(tournament)
    Tournament.objects.update(stage=Tournament.Stage.DRAFT)
    with pytest.raises(Refused, match="draft is open"):
        undo_newest(tournament)


def test_stage_change_can_be_undone(only_own_checks):
    tournament = TournamentFactory(stage=Tournament.Stage.PLAYOFFS)
    move_stage(tournament=tournament, actor=PROGRAM, to="finished", reason="Enough.")
    undo_newest(tournament)
    tournament.refresh_from_db()
    assert tournament.stage == Tournament.Stage.PLAYOFFS


def test_action_without_undo_explains_why():
    tournament = TournamentFactory()
    action = record_action(tournament=tournament, actor=PROGRAM, verb="throw_a_party", sentence="A party.")
    assert preview_undo(action=action).refusal.startswith("This action can't be undone")


# pages


def test_only_staff_see_values_and_reasons_in_the_log(client, assistant_of, director_of):
    tournament = create_tournament(actor=PROGRAM, name="Winter")
    change_settings(tournament=tournament, actor=PROGRAM, version=1, place="Dayton <b>")
    record_action(tournament=tournament, actor=PROGRAM, verb="x", sentence="A ruling.", reason="He shouted.")
    address = "/t/winter/log/"
    public = client.get(address).content.decode().partition('<main id="main"')[2]
    assert "Settings changed: place." in public
    assert "Dayton" not in public
    assert "He shouted." not in public
    assistant = assistant_of(tournament).get(address).content.decode()
    assert "place Dayton &lt;b&gt;, was none." in assistant
    assert "Reason: He shouted." in assistant
    assert "Undo …" not in assistant
    assert "Undo …" in director_of(tournament).get(address).content.decode()


def test_log_is_paginated(client):
    tournament = TournamentFactory()
    for number in range(120):
        record_action(tournament=tournament, actor=PROGRAM, verb="x", sentence=f"Act {number}.")
    actions = list(Action.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True))

    def page(query: str = "") -> str:
        return client.get(f"/t/{tournament.slug}/log/{query}").content.decode()

    def numbers(shown: str) -> list[str]:
        return re.findall(r"Act (\d+)\.", shown)

    first = page()
    assert numbers(first) == [str(number) for number in range(119, 79, -1)]
    assert ">Newer<" not in first
    [older] = re.findall(r'href="(\?before=\d+)">Older', first)
    second = page(older)
    assert numbers(second) == [str(number) for number in range(79, 39, -1)]
    [newer] = re.findall(r'href="(\?after=\d+)">Newer', second)
    assert numbers(page(newer)) == numbers(first)
    last = page(f"?before={actions[40]}")
    assert numbers(last) == [str(number) for number in range(39, -1, -1)]
    assert ">Older<" not in last
    for nonsense in ("?before=x", "?after=-1", "?before=" + "9" * 400, "?about=nothing"):
        assert numbers(page(nonsense)) == numbers(first)


def test_log_filters_by_topic_and_expands_long_changes(client, director_of):
    tournament = create_tournament(actor=PROGRAM, name="Winter")
    names = [f"Team {number}" for number in range(20)]
    entrants = [Entrant(name, (Person(f"Ann of {name}"),)) for name in names]
    add_entrants(tournament=tournament, actor=PROGRAM, entrants=entrants)
    about = client.get("/t/winter/log/?about=people").content.decode()
    assert "20 teams" in about
    assert "is set up" not in about
    director = director_of(tournament)
    short = director.get("/t/winter/log/?about=people").content.decode()
    assert "Team 19: new." not in short
    [full_entry] = re.findall(r'href="([^"]+)">all 20<', short)
    page = director.get(full_entry).content.decode()
    assert all(f"{name}: new." in page for name in names)


def test_log_query_count_is_constant(director_of, django_assert_num_queries, django_assert_max_num_queries):
    tournament = TournamentFactory()
    browser = director_of(tournament)
    team = reds(tournament)
    with django_assert_max_num_queries(14) as counted:
        browser.get(f"/t/{tournament.slug}/log/")
    remove_team(team=team, actor=PROGRAM)
    undo_newest(tournament)
    with django_assert_max_num_queries(len(counted) + 3):  # an undone action loads its rows in one batch
        browser.get(f"/t/{tournament.slug}/log/")


def test_undo_shows_a_preview(director_of):
    tournament = TournamentFactory()
    reds(tournament)
    browser = director_of(tournament)
    address = f"/t/{tournament.slug}/log/{newest(tournament).pk}/undo/"
    assert "<li>Reds: removed.</li>" in as_single_line(browser.get(address).content.decode())
    answer = browser.post(address, {"reason": "Wrong weekend"}, follow=True)
    assert "Undone: Reds has entered." in answer.content.decode()
    assert newest(tournament).reason == "Wrong weekend"
    answer = browser.post(address, follow=True)  # the back button
    assert "This has already been undone." in answer.content.decode()


def test_cannot_undo_another_tournaments_action(director_of):
    mine, second_tournament = TournamentFactory(), TournamentFactory()
    reds(second_tournament)
    assert director_of(mine).post(f"/t/{mine.slug}/log/{newest(second_tournament).pk}/undo/").status_code == 404
    assert second_tournament.teams.exists()


def test_undo_page_explains_how_to_redo(director_of):
    tournament = TournamentFactory()
    reds(tournament)
    browser, entered = director_of(tournament), newest(tournament)
    page = browser.get(f"/t/{tournament.slug}/log/{entered.pk}/undo/").content.decode()
    assert "You can undo this undo in the log." in page
    pick = record_action(tournament=tournament, actor=PROGRAM, verb="make_pick", sentence="1.01: a pick.")
    assert way_back(pick) == "The team is on the clock again. To redo the pick, pick the same player."
    assert not can_be_undone(
        record_action(tournament=tournament, actor=PROGRAM, verb="undo_action", sentence="Undone.", undoes=pick)
    )
    for verb, verbs in undoing.items():
        assert verbs if isinstance(verbs, str) else way_back(Action(verb=verb)), verb


def test_only_directors_see_why_an_action_has_no_undo(director_of, client):
    tournament = TournamentFactory()
    record_action(tournament=tournament, actor=PROGRAM, verb="set_pin", sentence="Reds have a PIN.")
    browser, log = director_of(tournament), f"/t/{tournament.slug}/log/"
    why = "The previous PIN wasn't saved. Set a new PIN."
    assert escape(why) in browser.get(log).content.decode()
    assert browser.get(f"/api/v1/tournaments/{tournament.slug}/actions/").json()["results"][0]["no_undo"] == why
    assert escape(why) in browser.post(f"{log}{newest(tournament).pk}/undo/", follow=True).content.decode()
    assert escape(why) not in client.get(log).content.decode()
