"""Undo: appends the opposite of an act to the log, after showing what would change.

How each act is undone stands in the table of weekend/acts.py. An undoer does the opposite inside the transaction it is
called in, and says in sentences what has changed; it raises Refused where the rules or later acts stand against it. The
preview is the same act, rolled back. Whatever is undone, the guard of the seeding sees it as it sees a correction.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import transaction

from core.errors import Refused
from rules_engine.profile import asked_since, profile_of_text
from tournaments.action_log.changes import Names, changes_in_words
from tournaments.action_log.snapshots import current, restore
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Tournament
from tournaments.services.rolls import refuse_crooked_rolls
from tournaments.services.seeding_guard import agree_on_seeding, changes_of_seeding, seeding_in_force
from tournaments.services.setup import locked_settings
from tournaments.services.stages import Obstacle, obstacles_ahead, obstacles_behind, stage_after, stage_before

Undoer = Callable[[Tournament, Action], list[str]]
_UNKNOWN = "An earlier version of the program made it."
_BY_HAND = "It cannot be undone in turn; it would have to be done again by hand."


class Undoing(NamedTuple):
    """How an act is taken back, and done again; without `redo` a sentence says how to get back what was undone."""

    undo: Undoer
    redo: Undoer | None = None
    way_back: str = _BY_HAND


# verb -> how it is undone, or why it is not, in a sentence; handed down by weekend/acts.py when the program starts
undoing: dict[str, Undoing | str] = {}


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What undoing would change, or why it cannot be done. `seeding`: what it would change of a seeding in force."""

    changes: list[str]
    refusal: str = ""
    seeding: list[str] = field(default_factory=list)


def way_back(action: Action) -> str:
    """How to get back what undoing this act takes away; never empty where it can be undone."""
    first, _ = _first_of(action)
    known = undoing.get(first.verb)
    if isinstance(known, Undoing) and known.redo is not None:
        return "This can itself be undone: the log has an entry for it."
    return known.way_back if isinstance(known, Undoing) else _BY_HAND


def heading(action: Action) -> str:
    """What undoing this act does, in words."""
    first, times = _first_of(action)
    return f"{'Done again' if times % 2 else 'Undone'}: {first.sentence}"


def _first_of(action: Action) -> tuple[Action, int]:
    """The act at the bottom of a row of undos, and how many undos stand on it, this one included."""
    times = 0
    while action.undoes is not None and action.verb == Verb.UNDO_ACTION:
        action, times = action.undoes, times + 1
    return action, times


def can_be_undone(action: Action) -> bool:
    """Whether there is a way to undo this act at all, before the rules have a look at it."""
    return _undoer_of(action) is not None and not is_undone(action)


def why_not_undone(action: Action) -> str:
    """Why an act has no undo, or who has the opposite; "" where it has one, or has been undone."""
    if _undoer_of(action) is not None or is_undone(action):
        return ""
    first, _ = _first_of(action)
    known = undoing.get(first.verb, _UNKNOWN)
    return known.way_back if isinstance(known, Undoing) else known


def is_undone(action: Action) -> bool:
    """Undone, and that undo not undone in turn."""
    return any(not is_undone(later) for later in action.undone_by.all())


def preview_undo(*, action: Action) -> UndoPreview:
    """What `undo_action` would do now; nothing is written."""
    with transaction.atomic():
        try:
            with writing(action.tournament_id) as tournament:
                seeding = seeding_in_force(tournament)
                changes = _undo(tournament, action)
                return UndoPreview(changes, seeding=changes_of_seeding(tournament, seeding))
        except Refused as refused:
            return UndoPreview([], str(refused))
        finally:
            transaction.set_rollback(True)


def undo_action(*, action: Action, actor: Actor, reason: str = "", confirm_seeding: bool = False) -> Action:
    """Do the opposite of a logged act and log that.

    confirm_seeding: the director knows that others would have qualified or in another order, and gives a reason.
    Raises SeedingWouldChange without it, Refused for anything else.
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
            sentence=" ".join((heading(action), *(f"After the seeding: {sentence}" for sentence in seeding))),
            reason=reason or " ".join(changes),
            before=action.after,
            after=action.before,
            undoes=action,
        )


def _undo(tournament: Tournament, action: Action) -> list[str]:
    undoer = _undoer_of(action)
    if undoer is None:
        raise Refused(f"There is no way to undo this act. {why_not_undone(action)}".rstrip())
    if is_undone(action):
        raise Refused("This has been undone already.")
    return undoer(tournament, action)


def _undoer_of(action: Action) -> Undoer | None:
    first, times = _first_of(action)
    known = undoing.get(first.verb)
    if not isinstance(known, Undoing) or (times and known.redo is None):
        return None
    return known.redo if times % 2 else known.undo


def put_rows_back(tournament: Tournament, action: Action) -> list[str]:
    """The undoer of every act whose before and after are snapshots: rows go back unless they changed since."""
    keys = {**action.before, **action.after}
    was = {key: action.before.get(key) for key in keys}  # a row that is in one of them only came or went
    becomes = {key: action.after.get(key) for key in keys}
    now = current(tournament, becomes)
    for key, values in becomes.items():
        if now[key] != values:
            name = Names(tournament).row(key, values or was[key])
            raise Refused(f"{name} has been changed since. Undo the later act first.")
    restore(tournament, was)
    return changes_in_words(tournament, becomes, was)


def undo_in_sign_up(tournament: Tournament, action: Action) -> list[str]:
    if tournament.stage != Tournament.Stage.SIGN_UP:
        raise Refused("The draft has been opened since. Go back to sign-up first.")
    changes = put_rows_back(tournament, action)
    refuse_crooked_rolls(tournament)
    return changes


def undo_edition_lines(tournament: Tournament, action: Action) -> list[str]:
    """Before the draft; answers to what a later version of the edition asks for, until the tournament is over."""
    if tournament.stage != Tournament.Stage.FINISHED and _only_answers(tournament, action):
        return put_rows_back(tournament, action)
    return undo_in_sign_up(tournament, action)


def _only_answers(tournament: Tournament, action: Action) -> bool:
    key = f"tournament:{tournament.pk}"
    texts = [values.get(key, {}).get("profile_text", "") for values in (action.before, action.after)]
    if not all(texts):
        return False
    editions = [profile_of_text(text) for text in texts]
    names = {name for name, _ in {*editions[0].reasons.items()} ^ {*editions[1].reasons.items()}}
    asked = {name for edition in editions for name in asked_since(edition)}
    return bool(names) and names <= asked


def undo_settings(tournament: Tournament, action: Action) -> list[str]:
    locked = locked_settings(tournament)
    for values in action.after.values():
        for name in values:
            if name in locked:
                raise Refused(locked[name])
    return put_rows_back(tournament, action)


def undo_stage(tournament: Tournament, action: Action) -> list[str]:
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
