"""Draft room actions: the clock, picks, queues, corrections and autopicks."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.utils import timezone

from core.imports.tables import ImportTable
from drafts.models import Draft, Pick, Trade
from drafts.queries.room import draft_with_division, load_room
from drafts.services.card_sets import OPERATOR, share_card_set
from drafts.services.clock import (
    ClockSettings,
    extend_clock,
    open_draft,
    pause_draft,
    resume_draft,
    start_draft,
)
from drafts.services.corrections import correct_pick
from drafts.services.disqualifying import disqualify_manager
from drafts.services.drafting import keep_pick
from drafts.services.expiry import enforce_expiry
from drafts.services.finishing import ask_program_to_finish, stop_program
from drafts.services.imported_drafts import DraftSheet, import_draft
from drafts.services.late_teams import add_late_team
from drafts.services.program import let_program_pick
from drafts.services.queueing import add_to_queue, move_in_queue, queue_of_team, remove_from_queue
from drafts.services.rescinding import rescind_pick
from drafts.services.selections import Selection
from drafts.services.trading import accept_trade, close_trade, offer_trade
from drafts.services.undoing import undo_last_pick
from tests.drafts.rooms import card_set_for, division_of, free_cards, on_the_clock, pick, running
from tests.drills.scenes.scene import DIRECTOR, Place, Scene, SceneAction
from tournaments.action_log.verbs import Verb
from tournaments.models import Team
from tournaments.queries.entrants import Entrant, Person

_MINUTE: Final = 60


def before_a_draft() -> Place:
    """Create ten teams with draft positions, and a card set."""
    division = division_of(10)
    return Place.from_attributes(tournament=division.tournament, division=division, card_set=card_set_for(10))


def in_a_draft() -> Place:
    """Create a draft in which ten teams have picked once, and team 6 picked a second shortstop in round 2 (T0.18)."""
    draft = running(10, seconds_per_pick=_MINUTE)
    while True:
        team = on_the_clock(draft)
        is_sixth = team.slot == 6
        made = pick(draft, team, free_cards(draft, "SS" if is_sixth else "RP")[0])
        if is_sixth and made.pick.overall > 10:
            break
    division = draft.division
    return Place.from_attributes(
        tournament=division.tournament, division=division, draft=draft, team=team, card_set=draft.card_set
    )


def _open(place: Place) -> None:
    settings = ClockSettings(seconds_per_pick=_MINUTE)
    open_draft(division=place.division, card_set=place.card_set, settings=settings, actor=DIRECTOR)


def _start(place: Place) -> None:
    start_draft(draft_id=place.division.draft.pk, actor=DIRECTOR)


def _pause(place: Place) -> None:
    pause_draft(draft_id=place.draft.pk, actor=DIRECTOR)


def _resume(place: Place) -> None:
    resume_draft(draft_id=place.draft.pk, actor=DIRECTOR)


def _pick_next(place: Place) -> None:
    draft = place.draft
    pick(draft, on_the_clock(draft), free_cards(draft, "SP")[0])


def _skip(place: Place) -> None:
    enforce_expiry(draft_id=place.draft.pk)


def _let_time_run_out(place: Place) -> None:
    passed = timezone.now() - timedelta(seconds=1)
    Draft.objects.filter(pk=place.draft.pk).update(deadline=passed, on_expiry=Draft.OnExpiry.SKIP)


def _correct(place: Place) -> None:
    draft = place.draft
    selection = Selection(card_id=free_cards(draft, "SP")[0].pk)
    correct_pick(
        draft_id=draft.pk, overall=1, selection=selection, actor=DIRECTOR, reason="Misread", accept_warnings=True
    )


def _rescind(place: Place) -> None:
    rescind_pick(draft_id=place.draft.pk, team_id=place.team.pk, actor=DIRECTOR)


def _rescind_after_a_pick(place: Place) -> None:
    _pick_next(place)
    _rescind(place)


def _keep(place: Place) -> None:
    draft = place.draft
    overall = load_room(draft_with_division(pk=draft.pk)).on_the_clock
    team = Team.objects.get(picks__draft=draft, picks__overall=overall)
    keep_pick(draft_id=draft.pk, team_id=team.pk, actor=DIRECTOR, made_by=Pick.MadeBy.MANAGER)


def _queue(place: Place) -> None:
    draft = place.draft
    selection = Selection(card_id=free_cards(draft, "C")[-1].pk)
    add_to_queue(draft_id=draft.pk, team_id=place.team.pk, selection=selection, actor=DIRECTOR)


def _queue_two(place: Place) -> None:
    _queue(place)
    draft = place.draft
    selection = Selection(card_id=free_cards(draft, "LF")[-1].pk)
    add_to_queue(draft_id=draft.pk, team_id=place.team.pk, selection=selection, actor=DIRECTOR)


def _last_queued(place: Place) -> int:
    return queue_of_team(place.team.pk).order_by("-pk")[0].pk


def _move_up(place: Place) -> None:
    facts = {"draft_id": place.draft.pk, "team_id": place.team.pk, "queued_id": _last_queued(place)}
    move_in_queue(**facts, move="up", actor=DIRECTOR)


def _remove_queued(place: Place) -> None:
    facts = {"draft_id": place.draft.pk, "team_id": place.team.pk, "queued_id": _last_queued(place)}
    remove_from_queue(**facts, actor=DIRECTOR)


def _disqualify(place: Place) -> None:
    disqualify_manager(
        draft_id=place.draft.pk, team_id=place.team.pk, turns="skipped", reason="Not here at 7:50", actor=DIRECTOR
    )


def _let_program_pick(place: Place) -> None:
    let_program_pick(draft_id=place.draft.pk, team_id=place.team.pk, on=True, actor=DIRECTOR)


def _finish(place: Place) -> None:
    ask_program_to_finish(draft_id=place.draft.pk, actor=DIRECTOR)


def _make_private(place: Place) -> None:
    share_card_set(card_set=place.card_set, is_private=True, user=OPERATOR, actor=DIRECTOR)


def _import(place: Place) -> None:
    """Import a first pick for each team."""
    draft = Draft.objects.get(division=place.division)
    cards = place.card_set.cards.order_by("pk")
    teams = Team.objects.filter(division=place.division).order_by("slot")
    rows = [[team.name, card.name] for team, card in zip(teams, cards, strict=False)]
    sheet = DraftSheet(ImportTable([*enumerate([["Team", "Player"], *rows], 1)]))
    import_draft(draft_id=draft.pk, sheet=sheet, actor=DIRECTOR, reason="Drafted by phone")


def _first_turns(place: Place) -> tuple[int, int]:
    """Return one future pick of the team and one of a different team."""
    room = load_room(draft_with_division(pk=place.draft.pk))
    turns = range(room.draft.next_overall, room.total + 1)
    own = next(turn for turn in turns if room.team_at(turn).pk == place.team.pk)
    return own, next(turn for turn in turns if room.team_at(turn).pk == _partner(place).pk)


def _partner(place: Place) -> Team:
    return Team.objects.filter(division=place.draft.division).exclude(pk=place.team.pk).order_by("slot")[0]


def _offer(place: Place) -> None:
    Draft.objects.filter(pk=place.draft.pk).update(trades_allowed=True)
    own, requested = _first_turns(place)
    partner = _partner(place)
    offer_trade(team=place.team, partner_id=partner.pk, offered=[own], requested=[requested], actor=DIRECTOR)


def _accept(place: Place) -> None:
    accept_trade(team=_partner(place), trade_id=Trade.objects.get(team=place.team).pk, actor=DIRECTOR)


def _close(place: Place) -> None:
    close_trade(team=place.team, trade_id=Trade.objects.get(team=place.team).pk, actor=DIRECTOR)


def _drafting(action: SceneAction, prepare: SceneAction | None = None) -> Scene:
    return Scene(in_a_draft, action, prepare)


SCENES: Final[Mapping[Verb, Scene]] = {
    Verb.ADD_LATE_TEAM: _drafting(
        lambda place: add_late_team(
            draft_id=place.draft.pk, actor=DIRECTOR, entrant=Entrant("Late", (Person("Lou Late"),))
        )
    ),
    Verb.OPEN_DRAFT: Scene(before_a_draft, _open),
    Verb.START_DRAFT: Scene(before_a_draft, _start, _open),
    Verb.SHARE_CARD_SET: _drafting(_make_private),
    Verb.PAUSE_DRAFT: _drafting(_pause),
    Verb.RESUME_DRAFT: _drafting(_resume, _pause),
    Verb.EXTEND_CLOCK: _drafting(lambda place: extend_clock(draft_id=place.draft.pk, seconds=30, actor=DIRECTOR)),
    Verb.MAKE_PICK: _drafting(_pick_next),
    Verb.LET_PROGRAM_PICK: _drafting(_let_program_pick),
    Verb.DISQUALIFY_MANAGER: _drafting(_disqualify),
    Verb.ASK_PROGRAM_TO_FINISH: _drafting(_finish),
    Verb.STOP_PROGRAM: _drafting(lambda place: stop_program(draft_id=place.draft.pk, actor=DIRECTOR), _finish),
    Verb.KEEP_PICK: _drafting(_keep, _rescind_after_a_pick),
    Verb.SKIP_TURN: _drafting(_skip, _let_time_run_out),
    Verb.UNDO_LAST_PICK: _drafting(lambda place: undo_last_pick(draft_id=place.draft.pk, actor=DIRECTOR)),
    Verb.RESCIND_PICK: _drafting(_rescind),
    Verb.CORRECT_PICK: _drafting(_correct),
    Verb.IMPORT_DRAFT: Scene(before_a_draft, _import, _open),
    Verb.OFFER_TRADE: _drafting(_offer),
    Verb.ACCEPT_TRADE: _drafting(_accept, _offer),
    Verb.CLOSE_TRADE: _drafting(_close, _offer),
    Verb.ADD_TO_QUEUE: _drafting(_queue),
    Verb.MOVE_IN_QUEUE: _drafting(_move_up, _queue_two),
    Verb.REMOVE_FROM_QUEUE: _drafting(_remove_queued, _queue_two),
}
