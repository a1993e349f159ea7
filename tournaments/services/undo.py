"""Undo: appends the opposite of an act to the log, after showing what would change.

Each app says how its acts are undone with `add_undoer(verb, undoer)` when it starts. An undoer does the
opposite inside the transaction it is called in, and says in sentences what has changed; it raises Refused
where the rules or later acts stand against it. The preview is the same act, rolled back.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from tournaments.models import Action, Tournament
from tournaments.queries.log import changes_in_words
from tournaments.services.log import Actor, Refused, record_action, writing
from tournaments.services.rolls import refuse_crooked_rolls
from tournaments.services.setup import locked_settings
from tournaments.services.snapshots import current, restore
from tournaments.services.stages import Obstacle, obstacles_ahead, obstacles_behind, stage_after, stage_before

Undoer = Callable[[Tournament, Action], list[str]]
undoers: dict[str, Undoer] = {}


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What undoing would change, or why it cannot be done."""

    changes: list[str]
    refusal: str = ""


def add_undoer(verb: str, undoer: Undoer) -> None:
    undoers[verb] = undoer


def can_be_undone(action: Action) -> bool:
    """Whether there is a way to undo this act at all, before the rules have a look at it."""
    return _undoer_of(action) is not None and not is_undone(action)


def is_undone(action: Action) -> bool:
    """Undone, and that undo not undone in turn."""
    return any(not is_undone(later) for later in action.undone_by.all())


def preview_undo(*, action: Action) -> UndoPreview:
    """What `undo_action` would do now; nothing is written."""
    with transaction.atomic():
        try:
            with writing(action.tournament_id) as tournament:
                return UndoPreview(_undo(tournament, action))
        except Refused as refused:
            return UndoPreview([], str(refused))
        finally:
            transaction.set_rollback(True)


def undo_action(*, action: Action, actor: Actor, reason: str = "") -> Action:
    """Do the opposite of a logged act and log that. Raises Refused."""
    with writing(action.tournament_id) as tournament:
        changes = _undo(tournament, action)
        return record_action(
            tournament=tournament,
            actor=actor,
            verb="undo_action",
            subject=action.subject,
            sentence=f"Undone: {action.sentence}",
            reason=reason or " ".join(changes),
            before=action.after,
            after=action.before,
            undoes=action,
        )


def _undo(tournament: Tournament, action: Action) -> list[str]:
    undoer = _undoer_of(action)
    if undoer is None:
        raise Refused("There is no way to undo this act; make a correction instead.")
    if is_undone(action):
        raise Refused("This has been undone already.")
    return undoer(tournament, action)


def _undoer_of(action: Action) -> Undoer | None:
    """An undo can itself be undone where putting rows back is all there is to it."""
    if action.verb != "undo_action":
        return undoers.get(action.verb)
    first = action
    while first.undoes is not None:
        first = first.undoes
    undoer = undoers.get(first.verb)
    return undoer if undoer in _BY_ROWS else None


def put_rows_back(tournament: Tournament, action: Action) -> list[str]:
    """The undoer of every act whose before and after are snapshots: rows go back unless they changed since."""
    keys = {**action.before, **action.after}
    was = {key: action.before.get(key) for key in keys}  # a row that is in one of them only came or went
    becomes = {key: action.after.get(key) for key in keys}
    now = current(tournament, becomes)
    for key, values in becomes.items():
        if now[key] != values:
            raise Refused(f"{_named(action, key)} has been changed since. Undo the later act first.")
    restore(tournament, was)
    return changes_in_words(tournament, becomes, was)


def _named(action: Action, key: str) -> str:
    kept = action.after.get(key) or action.before.get(key) or {}
    return str(kept.get("name") or key.replace(":", " "))


def _in_sign_up(tournament: Tournament, action: Action) -> list[str]:
    if tournament.stage != Tournament.Stage.SIGN_UP:
        raise Refused("The draft has been opened since. Go back to sign-up first.")
    changes = put_rows_back(tournament, action)
    refuse_crooked_rolls(tournament)
    return changes


def _of_settings(tournament: Tournament, action: Action) -> list[str]:
    locked = locked_settings(tournament)
    for values in action.after.values():
        for name in values:
            if name in locked:
                raise Refused(locked[name])
    return put_rows_back(tournament, action)


def _of_stage(tournament: Tournament, action: Action) -> list[str]:
    (key,) = action.before
    target = action.before[key]["stage"]
    obstacles: list[Obstacle] = []
    if target == stage_before(tournament):
        obstacles = obstacles_behind(tournament)
    elif target == stage_after(tournament):
        obstacles = obstacles_ahead(tournament)
    if obstacles:
        raise Refused(" ".join(found.sentence for found in obstacles))
    return put_rows_back(tournament, action)


_BY_ROWS = (put_rows_back, _in_sign_up, _of_settings, _of_stage)
for _verb in (
    "add_entrants",
    "edit_team",
    "remove_team",
    "add_imputed_team",
    "set_divisions",
    "rename_divisions",
    "assign_division",
    "roll_for_slots",
    "draw_imputed_slots",
    "choose_slot",
    "place_team",
    "place_absent",
):
    add_undoer(_verb, _in_sign_up)
for _verb in (
    "publish_schedule",
    "remove_schedule",
    "swap_rounds",
    "move_series",
    "roll_for_home",
    "choose_away",
    "drop_team",
):
    add_undoer(_verb, put_rows_back)
add_undoer("change_settings", _of_settings)
add_undoer("move_stage", _of_stage)
