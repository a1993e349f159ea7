"""Rolls for draft positions, and the resulting choices."""

from collections.abc import Mapping
from typing import Final

from tests.drills.scenes.scene import DIRECTOR, Place, Scene
from tournaments.action_log.verbs import Verb
from tournaments.models import Tournament
from tournaments.queries.rolls import rolls_board
from tournaments.services.entrants import add_imputed_team, set_attendance
from tournaments.services.rolls import (
    choose_slot,
    draw_imputed_slots,
    place_absent,
    place_team,
    record_rolls,
    throw_rolls,
)
from tournaments.services.stages import move_stage
from weekend.practice.weekend import PracticeField, build_weekend


def before_the_rolls() -> Place:
    """Create eight teams with managers, the last of them absent, and an imputed team."""
    tournament = build_weekend(
        stage="signup", seed=9, field=PracticeField(managed=8, divisions=1, has_imputed_team=False)
    )
    add_imputed_team(tournament=tournament, actor=DIRECTOR, name="The Machine", division=tournament.divisions.all()[0])
    absent = tournament.teams.filter(kind="managed").latest("pk")
    return Place.from_attributes(tournament=tournament, division=tournament.divisions.all()[0], absent=absent)


def _roll_all(place: Place) -> None:
    tournament = place.tournament
    while waiting := rolls_board(tournament).must_roll:
        rolls = {team.pk: number for number, team in enumerate(waiting, start=1)}
        record_rolls(tournament=tournament, actor=DIRECTOR, rolls=rolls)


def _draw_imputed(place: Place) -> None:
    draw_imputed_slots(tournament=place.tournament, actor=DIRECTOR)


def _choose_next(place: Place) -> None:
    board = rolls_board(place.tournament)
    team = board.on_turn
    assert team is not None
    slot = board.open_to(team)[0]
    choose_slot(team=team, actor=DIRECTOR, division_id=place.division.pk, position=slot.position)


def _roll_and_draw(place: Place) -> None:
    _roll_all(place)
    _draw_imputed(place)


def _place_out_of_turn(place: Place) -> None:
    place_team(team=place.absent, actor=DIRECTOR, division_id=place.division.pk, position=7)


def _choose_but_absent(place: Place) -> None:
    """Let every present team choose, so that only the absent one has no position."""
    set_attendance(team=place.absent, actor=DIRECTOR, is_absent=True)
    _roll_and_draw(place)
    while rolls_board(place.tournament).on_turn not in (None, place.absent):
        _choose_next(place)


def _choose_all(place: Place) -> None:
    _roll_and_draw(place)
    while rolls_board(place.tournament).on_turn is not None:
        _choose_next(place)


def _open_the_draft(place: Place) -> None:
    move_stage(tournament=place.tournament, actor=DIRECTOR, to=Tournament.Stage.DRAFT)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.ROLL_FOR_SLOTS: Scene(
        before_the_rolls, lambda place: throw_rolls(tournament=place.tournament, actor=DIRECTOR)
    ),
    Verb.DRAW_IMPUTED_SLOTS: Scene(before_the_rolls, _draw_imputed, _roll_all),
    Verb.CHOOSE_SLOT: Scene(before_the_rolls, _choose_next, _roll_and_draw),
    Verb.PLACE_TEAM: Scene(before_the_rolls, _place_out_of_turn),
    Verb.PLACE_ABSENT: Scene(
        before_the_rolls, lambda place: place_absent(tournament=place.tournament, actor=DIRECTOR), _choose_but_absent
    ),
    Verb.MOVE_STAGE: Scene(before_the_rolls, _open_the_draft, _choose_all),
}
