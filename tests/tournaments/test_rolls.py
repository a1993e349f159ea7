"""Test d20 rolls for draft positions, ties, choices in order, and imputed and absent teams (T0.02)."""

import re
import threading

import pytest
from django.db import connections

from core.errors import Refused
from rules_engine.draft.slots import SlotFinding
from tests.factories import DivisionFactory, ManagerFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tests.refusing import refuses
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Division, SlotRoll, Team, Tournament
from tournaments.queries.divisions import placements
from tournaments.queries.rolls import rolls_board
from tournaments.refusals import DivisionRefusal, LogUndoRefusal, SlotRefusal
from tournaments.services.divisions import assign_division, keep_apart, set_divisions
from tournaments.services.entrants import add_imputed_team, remove_team
from tournaments.services.rolls import (
    choose_in_order,
    choose_slot,
    draw_imputed_slots,
    place_absent,
    place_team,
    record_rolls,
    throw_rolls,
)
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ROLLS = [20, 18, 16, 14, 12, 10, 8, 6]


def eight_teams(divisions: int = 1, teams: int = 8) -> tuple[Tournament, list[Team]]:
    tournament = TournamentFactory()
    for position in range(1, divisions + 1):
        DivisionFactory(
            tournament=tournament, position=position, name=f"Division {position}", first_table=position * 10
        )
    made = [TeamFactory(tournament=tournament, division=None, name=f"Team {number}") for number in range(1, teams + 1)]
    for team in made:
        ManagerFactory(team=team)
    return tournament, made


def rolled(tournament: Tournament, teams: list[Team], values: list[int]) -> None:
    typed = {team.pk: value for team, value in zip(teams, values, strict=True)}
    record_rolls(tournament=tournament, actor=PROGRAM, rolls=typed)


def choose(team: Team, position: int, division: Division | None = None) -> None:
    division = division or team.tournament.divisions.first()
    choose_slot(team=team, actor=PROGRAM, division_id=division.pk, position=position)


def test_order_is_hidden_until_rolls_are_decided(client):
    tournament, teams = eight_teams()
    Team.objects.filter(pk=teams[7].pk).update(is_absent=True)

    def page():
        return client.get(f"/t/{tournament.slug}/rolls/").content.decode()

    def order():
        return re.findall(r'<th scope="row">.*?(Team \d)', page(), flags=re.DOTALL)

    def ties():
        return re.findall(r'data-tie="(\w+)"', page())

    assert ">Place<" not in page()
    rolled(tournament, teams[:7], [6, 8, 10, 12, 14, 16, 16])
    assert "Order of choosing" not in page()
    assert order() == [f"Team {number}" for number in (6, 7, 5, 4, 3, 2, 1, 8)], "by roll, the absent last"
    assert ties() == ["first", "last"]
    rolled(tournament, teams[5:7], [2, 9])
    assert ">Order of choosing</caption>" in as_single_line(page())
    assert order() == ["Team 7", "Team 6", "Team 5", "Team 4", "Team 3", "Team 2", "Team 1", "Team 8"]


def test_program_rolls_until_no_teams_are_tied():
    tournament, _ = eight_teams()
    for _ in range(50):
        if not throw_rolls(tournament=tournament, actor=PROGRAM):
            break
    board = rolls_board(tournament)
    assert board.order.decided
    assert all(1 <= roll.value <= 20 for roll in SlotRoll.objects.all())
    assert set(SlotRoll.objects.values_list("thrown_by", flat=True)) == {"program"}


def test_only_tied_teams_roll_again():
    tournament, teams = eight_teams()
    rolled(tournament, teams, [20, 15, 15, 14, 12, 10, 8, 6])
    assert rolls_board(tournament).must_roll == [teams[1], teams[2]]
    with refuses(SlotRefusal.ROLLS_CHANGED):
        record_rolls(tournament=tournament, actor=PROGRAM, rolls={teams[0].pk: 3})
    rolled(tournament, [teams[1], teams[2]], [1, 2])
    assert rolls_board(tournament).order.order[:4] == ("Team 1", "Team 3", "Team 2", "Team 4")


def test_tied_team_that_rerolled_waits_for_the_others():
    tournament, teams = eight_teams()
    rolled(tournament, teams, [20, 15, 15, 14, 12, 10, 8, 6])
    rolled(tournament, [teams[1]], [3])
    assert rolls_board(tournament).must_roll == [teams[2]]
    with refuses(SlotRefusal.NOT_ROLLING):
        throw_rolls(tournament=tournament, actor=PROGRAM, only=teams[1])


def test_rolls_stay_readable_after_a_tied_team_is_removed():
    tournament, teams = eight_teams()
    rolled(tournament, teams, [20, 15, 15, 14, 12, 10, 8, 6])
    rolled(tournament, teams[1:3], [3, 9])
    remove_team(team=teams[2], actor=PROGRAM)
    board = rolls_board(tournament)
    assert (board.must_roll, board.order.order[:3]) == ([], ("Team 1", "Team 2", "Team 4"))
    undo_action(action=Action.objects.latest("pk"), actor=PROGRAM)
    assert rolls_board(tournament).order.order[1] == "Team 3"


@pytest.mark.parametrize("value", [0, 21, -1])
def test_impossible_roll_rejects_all_rolls(value):
    tournament, teams = eight_teams()
    with refuses(SlotRefusal.NOT_ON_THE_DICE) as refused:
        rolled(tournament, teams, [10, value, *ROLLS[2:]])
    assert refused.value.field == f"roll_{teams[1].pk}"
    assert refused.value.ruling.facts["roll"] == value
    assert not SlotRoll.objects.exists()


def test_api_returns_a_code_for_an_impossible_roll(director_of):
    tournament, teams = eight_teams()
    answer = director_of(tournament).post(
        f"/api/v1/tournaments/{tournament.slug}/rolls/typed/",
        {"rolls": [{"team": teams[0].pk, "roll": 21}]},
        content_type="application/json",
    )
    assert answer.status_code == 400
    body = answer.json()
    assert body["finding"] == SlotRefusal.NOT_ON_THE_DICE.name
    assert body["facts"]["roll"] == 21
    assert body["field"] == f"roll_{teams[0].pk}"
    assert "21" in body["detail"]
    assert not SlotRoll.objects.exists()


def test_high_roller_chooses_first_from_any_position():
    tournament, teams = eight_teams()
    rolled(tournament, teams, ROLLS)
    with pytest.raises(Refused, match="it is Team 1's turn"):
        choose(teams[1], 1)
    choose(teams[0], 7)
    with pytest.raises(Refused, match="Team 1 already has position 7 of Division 1"):
        choose(teams[1], 7)
    with pytest.raises(Refused, match="no position 9"):
        choose(teams[1], 9)
    choose(teams[1], 1)
    assert rolls_board(tournament).on_turn == teams[2]


def test_choosing_requires_decided_rolls_and_legal_divisions():
    tournament, teams = eight_teams()
    rolled(tournament, teams[:7], ROLLS[:7])
    with refuses(SlotRefusal.ROLLS_MISSING):
        choose(teams[0], 1)
    few, five = eight_teams(teams=5)
    rolled(few, five, ROLLS[:5])
    with pytest.raises(Refused, match=r"T0\.12: 5 participants"):
        choose(five[0], 1)


def test_double_click_chooses_once():
    tournament, teams = eight_teams()
    rolled(tournament, teams, ROLLS)
    choose(teams[0], 7)
    choose(teams[0], 7)
    assert tournament.actions.filter(verb="choose_slot").count() == 1


def test_r_02b_imputed_teams_are_placed_before_managers_choose():
    tournament, teams = eight_teams()
    robot = add_imputed_team(tournament=tournament, actor=PROGRAM, name="Robot")
    rolled(tournament, teams, ROLLS)
    with pytest.raises(Refused, match="imputed teams first"):
        choose(teams[0], 1)
    draw_imputed_slots(tournament=tournament, actor=PROGRAM)
    robot.refresh_from_db()
    assert robot.slot in range(1, 10)
    with pytest.raises(Refused, match="Robot already has position"):
        choose(teams[0], robot.slot)


def test_absent_teams_get_the_highest_open_positions():
    tournament, teams = eight_teams()
    Team.objects.filter(pk__in=[teams[0].pk, teams[1].pk]).update(is_absent=True)
    record_rolls(tournament=tournament, actor=PROGRAM, rolls={teams[0].pk: 20})  # the director rolls for one of them
    rolled(tournament, teams[2:], ROLLS[2:])
    with pytest.raises(Refused, match="present choose first"):
        place_absent(tournament=tournament, actor=PROGRAM)
    for team, position in zip(teams[2:], [8, 1, 2, 3, 4, 5], strict=True):
        choose(team, position)
    placed = place_absent(tournament=tournament, actor=PROGRAM)
    assert [(team.name, team.slot) for team in placed] == [("Team 1", 7), ("Team 2", 6)]


def test_present_teams_get_the_first_open_positions_in_choosing_order(director_of):
    tournament, teams = eight_teams()
    Team.objects.filter(pk=teams[0].pk).update(is_absent=True)
    rolled(tournament, teams[1:], ROLLS[1:])
    order = rolls_board(tournament).choosing_order
    browser, address = director_of(tournament), f"/t/{tournament.slug}/rolls/"
    assert "Give everyone the earliest open position" in browser.get(address).content.decode()
    browser.post(f"{address}settle/", {"what": "in_order"})
    slots = dict(Team.objects.exclude(slot=None).values_list("slot", "name"))
    assert [slots[position] for position in range(1, 8)] == [name for name in order if name != "Team 1"]
    assert len(slots) == 7
    with pytest.raises(Refused, match="No team needs to choose"):
        choose_in_order(tournament=tournament, actor=PROGRAM)
    browser.post(f"{address}settle/", {"what": "absent"})
    assert "Go to the draft" in browser.get(address).content.decode()


def test_proxy_chooses_in_the_absent_managers_turn():
    tournament, teams = eight_teams()
    Team.objects.filter(pk=teams[0].pk).update(is_absent=True, proxy="Zoe")
    rolled(tournament, teams, ROLLS)
    assert rolls_board(tournament).on_turn == teams[0]


def test_unplaced_team_also_chooses_its_division():
    tournament, teams = eight_teams(divisions=2, teams=16)
    first, second = tournament.divisions.all()
    Team.objects.filter(pk=teams[1].pk).update(division=second)
    # distinct rolls for sixteen teams
    rolled(tournament, teams, [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
    choose(teams[0], 3, second)
    with pytest.raises(Refused, match="Team 2 plays in Division 2"):
        choose(teams[1], 3, first)
    choose(teams[1], 1, second)
    teams[0].refresh_from_db()
    assert teams[0].division == second


def test_positions_are_reserved_for_teams_already_in_a_division():
    tournament, teams = eight_teams(divisions=2, teams=16)
    second = tournament.divisions.last()
    Team.objects.filter(pk__in=[team.pk for team in teams[8:]]).update(division=second)
    rolled(tournament, teams, [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
    with pytest.raises(Refused, match="for the teams already placed there"):
        choose(teams[0], 1, second)


def test_director_places_a_late_team_at_an_open_position():
    tournament, teams = eight_teams()
    rolled(tournament, teams, ROLLS)
    choose(teams[0], 1)
    division = tournament.divisions.get()
    with pytest.raises(Refused, match="Team 1 already has position"):
        place_team(team=teams[7], actor=PROGRAM, division_id=division.pk, position=1)
    place_team(team=teams[7], actor=PROGRAM, division_id=division.pk, position=8)
    teams[7].refresh_from_db()
    assert teams[7].slot == 8


def test_placed_team_does_not_roll():
    tournament, teams = eight_teams()
    rolled(tournament, teams, ROLLS)
    choose(teams[0], 1)
    late = TeamFactory(tournament=tournament, division=None, name="Late")
    assert rolls_board(tournament).must_roll == [late]
    place_team(team=late, actor=PROGRAM, division_id=tournament.divisions.get().pk, position=9)
    assert rolls_board(tournament).on_turn == teams[1]


def test_absent_teams_do_not_roll_after_choosing_begins():
    tournament, teams = eight_teams()
    Team.objects.filter(pk=teams[7].pk).update(is_absent=True)
    rolled(tournament, teams[:7], ROLLS[:7])
    choose(teams[0], 1)
    with refuses(SlotRefusal.ROLLS_CHANGED):
        record_rolls(tournament=tournament, actor=PROGRAM, rolls={teams[7].pk: 20})


def test_undoing_a_choice_restores_the_turn():
    tournament, teams = eight_teams()
    rolled(tournament, teams, ROLLS)
    choose(teams[0], 7)
    action = tournament.actions.first()
    assert set(preview_undo(action=action).changes) == {
        "Team 1: division none, was Division 1.",
        "Team 1: draft position none, was 7.",
    }
    undo_action(action=action, actor=PROGRAM)
    assert rolls_board(tournament).on_turn == teams[0]


def test_tiebreaker_rolls_are_undone_in_reverse_order():
    tournament, teams = eight_teams()
    rolled(tournament, teams, [20, 15, 15, 14, 12, 10, 8, 6])
    first = tournament.actions.first()
    record_rolls(tournament=tournament, actor=PROGRAM, rolls={teams[1].pk: 3})
    with pytest.raises(Refused, match="changed later|rolled again"):
        undo_action(action=first, actor=PROGRAM)
    assert SlotRoll.objects.count() == 9


@pytest.mark.django_db(transaction=True)
def test_concurrent_choices_assign_a_position_once():
    tournament, teams = eight_teams()
    rolled(tournament, teams, ROLLS)
    division = tournament.divisions.get()
    outcomes: list[str] = []
    ready = threading.Barrier(2)

    def take(team: Team) -> None:
        ready.wait()
        try:
            choose_slot(team=team, actor=PROGRAM, division_id=division.pk, position=5)
            outcomes.append("got it")
        except Refused as refused:
            outcomes.append(str(refused))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=take, args=[team]) for team in teams[:2]]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert outcomes.count("got it") == 1
    assert Team.objects.get(slot=5) == teams[0]


# pages


def test_manager_rolls_and_chooses_on_a_phone(manager_of):
    tournament, teams = eight_teams()
    phone = manager_of(teams[0])
    address = f"/t/{tournament.slug}/rolls/"
    assert "Roll my d20" in phone.get(address).content.decode()
    assert phone.post(f"{address}roll/", {"team": teams[1].pk}).status_code == 403
    assert not SlotRoll.objects.exists()
    phone.post(f"{address}roll/")
    assert [roll.team for roll in SlotRoll.objects.all()] == [teams[0]]
    SlotRoll.objects.all().delete()
    rolled(tournament, teams, ROLLS)
    page = as_single_line(phone.get(address).content.decode())
    division = tournament.divisions.get()
    assert f'<button name="slot" value="{division.pk}:7">7</button>' in page
    phone.post(f"{address}choose/", {"team": teams[0].pk, "slot": f"{division.pk}:7"})
    teams[0].refresh_from_db()
    assert teams[0].slot == 7
    assert '<button name="slot"' not in as_single_line(phone.get(address).content.decode())
    assert phone.post(f"{address}choose/", {"team": teams[1].pk, "slot": f"{division.pk}:1"}).status_code == 403


def test_director_enters_rolls_and_sees_errors(director_of):
    tournament, teams = eight_teams()
    browser = director_of(tournament)
    typed = {f"roll_{team.pk}": str(value) for team, value in zip(teams, ROLLS, strict=True)}
    answer = browser.post(f"/t/{tournament.slug}/rolls/typed/", {**typed, f"roll_{teams[0].pk}": "25"}, follow=True)
    assert "25 is not on a 20-sided die." in answer.content.decode()
    answer = browser.post(f"/t/{tournament.slug}/rolls/typed/", typed, follow=True)
    assert "Team 1 chooses" in answer.content.decode()
    assert SlotRoll.objects.filter(thrown_by="table").count() == 8


def test_visitors_see_the_rolls_without_buttons(client):
    tournament, teams = eight_teams()
    rolled(tournament, teams, ROLLS)
    page = client.get(f"/t/{tournament.slug}/rolls/").content.decode()
    assert "Team 1 chooses" in page
    assert "<button" not in page.split("<main")[1]


@pytest.mark.parametrize(
    ("divisions", "choice"), [(1, "Choice: draft position."), (2, "Choice: draft position and division.")]
)
def test_t0_02_page_shows_what_the_high_roll_chooses(client, divisions, choice):
    tournament, teams = eight_teams(divisions, teams=8 * divisions)
    rolled(tournament, teams, list(range(20, 20 - len(teams), -1)))
    assert choice in client.get(f"/t/{tournament.slug}/rolls/").content.decode()


def test_relatives_are_kept_in_different_divisions_on_request(director_of, client):
    tournament, teams = eight_teams(divisions=2, teams=16)
    first, second = tournament.divisions.all()
    browser, entry = director_of(tournament), f"/t/{tournament.slug}/people/{teams[1].pk}/"
    form = {"team": "Team 2", "manager": teams[1].managers.get().name, "division": "", "apart": str(teams[0].pk)}
    saved = browser.post(entry, {**form, "made_from": fingerprint(teams[1])}, follow=True)
    assert "not with Team 1" in saved.text
    assert Action.objects.latest("pk").sentence == "Team 2 asked not to share a division with Team 1."
    rolled(tournament, teams, list(range(20, 4, -1)))
    choose(teams[0], 1, first)
    board = rolls_board(Tournament.objects.get(pk=tournament.pk))
    assert {slot.division for slot in board.open_to(board.on_turn)} == {second.name}
    with refuses(SlotFinding.ASKED_FOR_SEPARATE_DIVISIONS):
        choose(teams[1], 2, first)
    with refuses(DivisionRefusal.KEPT_APART):
        assign_division(team=teams[1], actor=PROGRAM, division=first)
    choose(teams[1], 1, second)
    undo_action(action=Action.objects.get(verb="keep_apart"), actor=PROGRAM)
    teams[1].refresh_from_db()
    assert teams[1].apart_from is None
    with pytest.raises(Refused, match="Choose another team"):
        keep_apart(team=teams[1], actor=PROGRAM, other_team=teams[1])


def test_director_assigns_divisions_in_a_form(director_of):
    tournament, (akron, boston, cleveland, *_) = eight_teams(divisions=2, teams=16)
    first, second = tournament.divisions.all()
    assign_division(team=akron, actor=PROGRAM, division=first)
    assign_division(team=boston, actor=PROGRAM, division=second)
    keep_apart(team=akron, actor=PROGRAM, other_team=boston)
    browser, page = director_of(tournament), f"/t/{tournament.slug}/people/"
    shown = placements(tournament.teams.all())
    swap = {f"division_{akron.pk}": second.pk, f"division_{boston.pk}": first.pk, f"division_{cleveland.pk}": first.pk}
    saved = browser.post(f"{page}team-divisions/", {"made_from": shown, **swap}, follow=True)
    assert "Divisions saved." in saved.text
    chosen = dict(Team.objects.filter(pk__in=[akron.pk, boston.pk, cleveland.pk]).values_list("pk", "division"))
    assert chosen == {akron.pk: second.pk, boston.pk: first.pk, cleveland.pk: first.pk}
    newest = Action.objects.latest("pk")
    assert newest.sentence.count(" is in ") == 3
    stale = browser.post(f"{page}team-divisions/", {"made_from": shown, f"division_{akron.pk}": ""}, follow=True)
    assert "Someone else changed the divisions." in stale.text
    together = {"made_from": placements(tournament.teams.all()), f"division_{akron.pk}": first.pk}
    assert "asked not to share a division" in browser.post(f"{page}team-divisions/", together, follow=True).text
    assert Team.objects.get(pk=akron.pk).division == second
    undo_action(action=newest, actor=PROGRAM)
    assert Team.objects.get(pk=akron.pk).division == first


def test_added_division_cannot_be_undone_after_teams_join():
    tournament, teams = eight_teams()
    set_divisions(tournament=tournament, actor=PROGRAM, count=2)
    added = Action.objects.latest("pk")
    assign_division(team=teams[0], actor=PROGRAM, division=tournament.divisions.last())
    with refuses(LogUndoRefusal.CHANGED_LATER) as refused:
        undo_action(action=added, actor=PROGRAM)
    assert refused.value.ruling.facts["row"] == "Team 1"
    teams[0].refresh_from_db()
    assert teams[0].division == tournament.divisions.last()


def test_removed_team_cannot_be_restored_under_a_reused_name():
    tournament, teams = eight_teams()
    remove_team(team=teams[0], actor=PROGRAM)
    removed = Action.objects.latest("pk")
    ManagerFactory(team=TeamFactory(tournament=tournament, division=None, name="team 1"))
    assert "Change that first" in preview_undo(action=removed).refusal
    with refuses(LogUndoRefusal.PLACE_TAKEN):
        undo_action(action=removed, actor=PROGRAM)


def test_only_staff_see_roll_fields_in_the_table(client, director_of):
    tournament, teams = eight_teams()
    rolled(tournament, teams[:6], [20, 9, 9, 9, 4, 3])
    address = f"/t/{tournament.slug}/rolls/"
    page = director_of(tournament).get(address).content.decode()
    assert re.findall(r'name="roll_(\d+)"', page) == [str(team.pk) for team in (*teams[1:4], *teams[6:])]
    assert re.findall(r'data-tie="(\w+)"', page) == ["first", "inner", "last"]
    assert 'name="roll_' not in client.get(address).content.decode()
