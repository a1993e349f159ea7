"""Test that each division rolls, drafts and plays on its own day, such as Tuesday or Thursday."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from core.errors import Refused
from drafts.models import Draft
from drafts.services.clock import ClockSettings, open_draft, start_draft
from drafts.services.program import finish_by_program
from tests.drafts.rooms import DIRECTOR, card_set_for
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tournaments.models import Division, Team, Tournament
from tournaments.queries.entrants import Entrant, Person
from tournaments.queries.rolls import rolls_board
from tournaments.services.divisions import assign_division, set_own_days
from tournaments.services.entrants import add_entrants, remove_team
from tournaments.services.rolls import choose_slot, throw_rolls
from tournaments.services.scheduling import publish_schedule
from tournaments.services.stages import move_stage, obstacles_ahead

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def tournament() -> Tournament:
    tournament = TournamentFactory(name="Two days")
    for name, first_table in (("Tuesday", 1), ("Thursday", 11)):
        division = DivisionFactory(tournament=tournament, name=name, first_table=first_table)
        for number in range(8):
            TeamFactory(division=division, name=f"{name} {number}").managers.create(name=f"Manager {name} {number}")
    set_own_days(tournament=tournament, actor=DIRECTOR, own_days=True)
    tournament.refresh_from_db()
    return tournament


def _division(tournament: Tournament, name: str) -> Division:
    return tournament.divisions.get(name=name)


def _roll_and_choose(tournament: Tournament, name: str) -> None:
    division = _division(tournament, name)
    while rolls_board(tournament, division).must_roll:
        throw_rolls(tournament=tournament, actor=DIRECTOR, division=division)
    while team := (board := rolls_board(tournament, division)).on_turn:
        slot = board.open_to(team)[0]
        choose_slot(team=team, actor=DIRECTOR, division_id=division.pk, position=slot.position)


def _start(tournament: Tournament, name: str) -> Draft:
    draft = open_draft(
        division=_division(tournament, name), card_set=card_set_for(8), settings=ClockSettings(), actor=DIRECTOR
    )
    start_draft(draft_id=draft.pk, actor=DIRECTOR)
    tournament.refresh_from_db()
    return draft


def _draft_and_schedule(tournament: Tournament, name: str) -> None:
    finish_by_program(draft_id=_start(tournament, name).pk, actor=DIRECTOR)
    publish_schedule(division=_division(tournament, name), actor=DIRECTOR)
    tournament.refresh_from_db()


def test_second_division_rolls_after_the_first_has_played(tournament: Tournament) -> None:
    _roll_and_choose(tournament, "Tuesday")
    assert not Team.objects.filter(division__name="Thursday", slot__isnull=False).exists()
    _draft_and_schedule(tournament, "Tuesday")
    move_stage(tournament=tournament, actor=DIRECTOR, to="round_robin", reason="Tuesday's division plays")
    tournament.refresh_from_db()
    assert tournament.stage == "round_robin"
    _roll_and_choose(tournament, "Thursday")
    _draft_and_schedule(tournament, "Thursday")
    assert tournament.stage == "round_robin"
    assert tournament.series.filter(division__name="Thursday").exists()


def test_dashboard_shows_the_next_step_for_each_division(
    tournament: Tournament, director_of: Callable[[Tournament], Client]
) -> None:
    def steps() -> list[str]:
        page = director_of(tournament).get(f"/t/{tournament.slug}/dashboard/").text
        return re.findall(r"<h2>Next step</h2>\s*<p>([^<]*)</p>", page)

    roll = "8 teams have no draft position yet: roll the d20."
    assert steps() == [f"Tuesday: {roll}", f"Thursday: {roll}"]
    _roll_and_choose(tournament, "Tuesday")
    assert steps() == ["Tuesday: choose the cards and the clock.", f"Thursday: {roll}"]
    _start(tournament, "Tuesday")
    assert steps()[0] == "Tuesday is drafting."
    finish_by_program(draft_id=Draft.objects.get().pk, actor=DIRECTOR)
    assert steps()[0] == "Tuesday has finished drafting. Make its schedule."
    publish_schedule(division=_division(tournament, "Tuesday"), actor=DIRECTOR)
    assert steps()[0] == "The schedule for Tuesday is published."
    move_stage(tournament=tournament, actor=DIRECTOR, to="round_robin", reason="Tuesday's division plays")
    assert steps() == ["Tuesday: 28 of 28 series are still to be played.", f"Thursday: {roll}"]


def test_division_can_play_while_another_drafts(tournament: Tournament) -> None:
    _roll_and_choose(tournament, "Tuesday")
    _roll_and_choose(tournament, "Thursday")
    _start(tournament, "Thursday")
    _draft_and_schedule(tournament, "Tuesday")
    assert [obstacle for obstacle in obstacles_ahead(tournament) if "Thursday" in obstacle.sentence] == []
    move_stage(tournament=tournament, actor=DIRECTOR, to="round_robin", reason="Tuesday's division plays")
    tournament.refresh_from_db()
    assert tournament.stage == "round_robin"


def test_rolls_and_teams_of_a_started_division_are_final(tournament: Tournament) -> None:
    _roll_and_choose(tournament, "Tuesday")
    _start(tournament, "Tuesday")
    tuesday, thursday = _division(tournament, "Tuesday"), _division(tournament, "Thursday")
    newcomer = Entrant("Late", (Person("Zoe Fox"),))
    (late_team,) = add_entrants(tournament=tournament, actor=DIRECTOR, entrants=[newcomer])
    with pytest.raises(Refused):
        assign_division(team=late_team, actor=DIRECTOR, division=tuesday)
    assign_division(team=late_team, actor=DIRECTOR, division=thursday)
    with pytest.raises(Refused):
        remove_team(team=tuesday.teams.all()[0], actor=DIRECTOR)
    with pytest.raises(Refused):
        throw_rolls(tournament=tournament, actor=DIRECTOR, division=tuesday)
    assert len(throw_rolls(tournament=tournament, actor=DIRECTOR, division=thursday)) == 9


def test_playoffs_wait_for_the_missing_division(tournament: Tournament) -> None:
    _roll_and_choose(tournament, "Tuesday")
    _draft_and_schedule(tournament, "Tuesday")
    move_stage(tournament=tournament, actor=DIRECTOR, to="round_robin", reason="Tuesday's division plays")
    tournament.refresh_from_db()
    missing = [obstacle for obstacle in obstacles_ahead(tournament) if not obstacle.can_be_waived]
    assert any("Thursday" in obstacle.sentence for obstacle in missing)


def test_draft_stage_needs_a_ready_division(tournament: Tournament) -> None:
    assert obstacles_ahead(tournament)
    _roll_and_choose(tournament, "Tuesday")
    assert not obstacles_ahead(tournament)


def test_rolls_have_a_tab_per_division(tournament: Tournament, director_of: Callable[..., Client]) -> None:
    _roll_and_choose(tournament, "Tuesday")
    _start(tournament, "Tuesday")
    director, address = director_of(tournament), f"/t/{tournament.slug}/rolls/"
    thursday = _division(tournament, "Thursday")
    page = director.get(f"{address}?division={thursday.pk}").content.decode()
    assert "Thursday 0" in page
    assert "Tuesday 0" not in page
    answer = director.post(f"{address}roll/", {"division": thursday.pk})
    assert answer["Location"].endswith(f"?division={thursday.pk}")
    assert all(team.slot_rolls.exists() for team in thursday.teams.all())


def test_own_days_can_only_be_set_during_sign_up(tournament: Tournament, director_of: Callable[..., Client]) -> None:
    director = director_of(tournament)
    director.post(f"/t/{tournament.slug}/people/own-days/", {"own_days": "0"})
    tournament.refresh_from_db()
    assert not tournament.divisions_on_own_days
    Tournament.objects.filter(pk=tournament.pk).update(stage="draft")
    with pytest.raises(Refused):
        set_own_days(tournament=tournament, actor=DIRECTOR, own_days=True)
