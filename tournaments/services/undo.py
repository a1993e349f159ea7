"""Undo an action by logging its reverse, after a preview.

weekend/undo_handlers.py lists how to undo each action. An undo handler reverses the action inside the caller's
transaction and returns the changes in sentences. It raises Refused if the rules or later actions prevent the undo. The
preview runs the same undo and rolls it back. The seeding guard checks an undo like any correction.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import IntegrityError, transaction

from core.errors import Refused
from rules_engine.profile import newly_open_settings, profile_of_text
from tournaments.action_log.changes import Names, changes_in_words
from tournaments.action_log.snapshots import Snapshot, current, key_of, restore
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament
from tournaments.queries.divisions import is_in_sign_up
from tournaments.refusals import LogUndoRefusal, SlotRefusal
from tournaments.services.invitations import revoke_team_links
from tournaments.services.rolls import teams_with_needless_rolls
from tournaments.services.seeding_guard import (
    agree_on_seeding,
    changes_of_seeding,
    seeding_in_force,
)
from tournaments.services.setup import locked_settings
from tournaments.services.stages import (
    Obstacle,
    combine_obstacles,
    obstacles_ahead,
    obstacles_behind,
    stage_after,
    stage_before,
)

Undoer = Callable[[Tournament, Action], list[str]]
_UNKNOWN_ACTION = "It was made by an earlier version of Pennant."
_REPEAT_BY_HAND = "This undo can't be undone. Repeat the action by hand."


class Undoing(NamedTuple):
    """Functions that undo and redo an action. Without `redo`, `way_back` explains how to restore the undone action."""

    undo: Undoer
    redo: Undoer | None = None
    way_back: str = _REPEAT_BY_HAND


# By verb, either the functions, or the reason why the action can't be undone. Registered by weekend/undo_handlers.py at
# startup.
undoing: dict[str, Undoing | str] = {}


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """The changes an undo would make, or the reason it is rejected. `seeding` is its effect on the seeding."""

    changes: list[str]
    refusal: str = ""
    code: str = ""  # error code
    seeding: list[str] = field(default_factory=list)


def way_back(action: Action) -> str:
    """Return instructions for restoring what this undo removes."""
    first, _ = _original_action(action)
    entry = undoing.get(first.verb)
    if isinstance(entry, Undoing) and entry.redo is not None:
        return "You can undo this undo in the log."
    return entry.way_back if isinstance(entry, Undoing) else _REPEAT_BY_HAND


def heading(action: Action) -> str:
    """Return a heading that describes the effect of undoing this action."""
    first, times = _original_action(action)
    return f"{'Redone' if times % 2 else 'Undone'}: {first.sentence}"


def _original_action(action: Action) -> tuple[Action, int]:
    """Return the action at the start of a chain of undos, and the number of undos."""
    times = 0
    while action.undoes is not None and action.verb == Verb.UNDO_ACTION:
        action, times = action.undoes, times + 1
    return action, times


def can_be_undone(action: Action) -> bool:
    """Return whether there is a way to undo this action. The rules are checked later."""
    return _undoer_of(action) is not None and not is_undone(action)


def why_not_undone(action: Action) -> str:
    """Return the reason why an action can't be undone, or where to reverse it. Return "" if it can be undone."""
    if _undoer_of(action) is not None or is_undone(action):
        return ""
    first, _ = _original_action(action)
    entry = undoing.get(first.verb, _UNKNOWN_ACTION)
    return entry.way_back if isinstance(entry, Undoing) else entry


def is_undone(action: Action) -> bool:
    """Return whether the action is undone, unless that undo has itself been undone."""
    return any(not is_undone(later) for later in action.undone_by.all())


def preview_undo(*, action: Action) -> UndoPreview:
    """Return the changes that `undo_action` would make now, without saving anything."""
    with transaction.atomic():
        try:
            with writing(action.tournament_id) as tournament:
                seeding = seeding_in_force(tournament)
                changes = _undo(tournament, action)
                return UndoPreview(changes, seeding=changes_of_seeding(tournament, seeding))
        except Refused as refused:
            return UndoPreview([], str(refused), refused.code)
        finally:
            transaction.set_rollback(True)


def undo_action(*, action: Action, actor: Actor, reason: str = "", confirm_seeding: bool = False) -> Action:
    """Reverse a logged action and log the undo.

    Args:
        confirm_seeding: Whether the director accepts the effect on the seeding. This also requires a reason.

    Raises:
        SeedingWouldChange: Without that confirmation.
        Refused: For any other reason.
    """
    with writing(action.tournament_id) as tournament:
        in_force = seeding_in_force(tournament)
        changes = _undo(tournament, action)
        seeding = agree_on_seeding(tournament, in_force, confirmed=confirm_seeding, reason=reason, acting_team=None)
        return record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.UNDO_ACTION,
            subject=action.subject,
            sentence=" ".join((heading(action), *(f"After seeding: {sentence}" for sentence in seeding))),
            reason=reason or " ".join(changes),
            before=action.after,
            after=action.before,
            undoes=action,
        )


def _undo(tournament: Tournament, action: Action) -> list[str]:
    undoer = _undoer_of(action)
    if undoer is None:
        if advice := why_not_undone(action):
            raise Refused(LogUndoRefusal.UNDONE_ELSEWHERE, subject=action.pk, advice=advice)
        raise Refused(LogUndoRefusal.CANT_BE_UNDONE, subject=action.pk)
    if is_undone(action):
        raise Refused(LogUndoRefusal.ALREADY_UNDONE, subject=action.pk)
    return undoer(tournament, action)


def _undoer_of(action: Action) -> Undoer | None:
    first, times = _original_action(action)
    entry = undoing.get(first.verb)
    if not isinstance(entry, Undoing) or (times and entry.redo is None):
        return None
    return entry.redo if times % 2 else entry.undo


def restore_rows(tournament: Tournament, action: Action) -> list[str]:
    """Restore the rows in an action's snapshots. Raise Refused if they have changed since."""
    keys = {**action.before, **action.after}
    old_values = {key: action.before.get(key) for key in keys}  # A row in only one snapshot was added or deleted.
    new_values = {key: action.after.get(key) for key in keys}
    current_values = current(tournament, new_values)
    for key, values in new_values.items():
        if current_values[key] != values:
            name = Names(tournament).row(key, values or old_values[key])
            raise Refused(LogUndoRefusal.CHANGED_LATER, subject=action.pk, row=name)
    _refuse_deleting_referenced_rows(tournament, action, old_values)
    try:
        with transaction.atomic():
            restore(tournament, old_values)
    except IntegrityError:
        raise Refused(LogUndoRefusal.PLACE_TAKEN, subject=action.pk) from None
    return changes_in_words(tournament, new_values, old_values)


def _refuse_deleting_referenced_rows(tournament: Tournament, action: Action, target: Snapshot) -> None:
    """Raise Refused if the undo would delete a division or team that another team now refers to."""
    deleted = {key for key, values in target.items() if values is None}
    for team in tournament.teams.all():
        restored = target.get(key_of(team)) or {}
        for name, kind in (("division_id", "division"), ("apart_from_id", "team")):
            if name not in restored and f"{kind}:{getattr(team, name)}" in deleted and key_of(team) not in deleted:
                raise Refused(LogUndoRefusal.CHANGED_LATER, subject=action.pk, row=team.name)


def undo_give_manager(tournament: Tournament, action: Action) -> list[str]:
    """Turn the team back into an imputed team. Its links stop working."""
    changes = restore_rows(tournament, action)
    team = tournament.teams.get(pk=int(action.subject.partition(":")[2]))
    if team.kind == Team.Kind.IMPUTED:
        revoke_team_links(team)
    return changes


def undo_in_sign_up(tournament: Tournament, action: Action) -> list[str]:
    if not is_in_sign_up(tournament) or _touches_started_division(tournament, action):
        raise Refused(LogUndoRefusal.DRAFT_IS_OPEN, subject=action.pk)
    needless_before = teams_with_needless_rolls(tournament)
    changes = restore_rows(tournament, action)
    if teams_with_needless_rolls(tournament) - needless_before:
        raise Refused(SlotRefusal.LATER_ROLLS)
    return changes


def _touches_started_division(tournament: Tournament, action: Action) -> bool:
    """Return whether an action affects the tournament, or a team whose division has started its own draft."""
    if tournament.stage == Tournament.Stage.SIGN_UP:
        return False
    keys = {**action.before, **action.after}
    if any(not key.startswith("team:") for key in keys):
        return True
    started = {key_of(team) for team in tournament.teams.filter(division__draft_started=True)}
    return not started.isdisjoint(keys)


def undo_edition_lines(tournament: Tournament, action: Action) -> list[str]:
    """Undo rule changes before the draft. Rules that a later version requires can be undone even after it."""
    if tournament.stage != Tournament.Stage.FINISHED and _only_answers(tournament, action):
        return restore_rows(tournament, action)
    return undo_in_sign_up(tournament, action)


def _only_answers(tournament: Tournament, action: Action) -> bool:
    key = f"tournament:{tournament.pk}"
    texts = [values.get(key, {}).get("profile_text", "") for values in (action.before, action.after)]
    if not all(texts):
        return False
    editions = [profile_of_text(text) for text in texts]
    names = {name for name, _ in {*editions[0].reasons.items()} ^ {*editions[1].reasons.items()}}
    answerable = {name for edition in editions for name in newly_open_settings(edition)}
    return bool(names) and names <= answerable


def undo_settings(tournament: Tournament, action: Action) -> list[str]:
    locked = locked_settings(tournament)
    for values in action.after.values():
        for name in values:
            if name in locked:
                raise Refused(locked[name])
    return restore_rows(tournament, action)


def undo_stage(tournament: Tournament, action: Action) -> list[str]:
    (key,) = action.before
    target = action.before[key]["stage"]
    obstacles: list[Obstacle] = []
    if target == stage_before(tournament):
        obstacles = obstacles_behind(tournament)
    elif target == stage_after(tournament):
        obstacles = obstacles_ahead(tournament)
    if obstacles:
        raise Refused(combine_obstacles(obstacles))
    return restore_rows(tournament, action)
