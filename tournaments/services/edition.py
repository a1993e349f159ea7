"""Setting single lines of the edition before the draft: what it leaves open, and what the director wants otherwise."""

from collections.abc import Mapping
from typing import Any

from core.errors import Refused, Stale
from rules_engine.baseball.system import SystemFileError
from rules_engine.profile import Profile, ProfileError, asked_since, text_of, with_lines
from rules_engine.rulings import Finding, refuse
from rules_engine.systems import NoSuchSystemError, load
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from tournaments.queries.rules_in_force import asked_once

LEFT_OPEN = "the edition leaves it to the director"


def set_edition_lines(
    *, tournament: Tournament, actor: Actor, version: int, values: Mapping[str, Any], reason: str = ""
) -> Tournament:
    """T0.09: set lines, by "section.line", from the form made of `version`; what stays as it is, is passed over.

    A line that the edition leaves open needs no reason, any other does. Once the draft has begun, only lines that a
    later version of the edition asks for can be set, each once. Raises Stale after another change, Refused without a
    reason and if the lines contradict one another.
    """
    with writing(tournament.pk) as now:
        if now.version != version:
            raise Stale("Somebody else changed the settings while you were typing. Look at the rules once more.")
        profile = now.profile
        changed = {name: value for name, value in values.items() if _says_something(profile, name, value)}
        if now.stage != Tournament.Stage.SIGN_UP and not changed.keys() <= {*asked_once(now)}:
            raise Refused("The draft is held under this edition; it cannot change any more.")
        if changed:
            before = snapshot([now])
            now.profile_text = text_of(_with_lines(profile, changed, reason.strip()))
            now.version += 1
            now.save(update_fields=["profile_text", "version"])
            _record(now, actor, before, len(changed), reason.strip())
    return now


def _says_something(profile: Profile, name: str, value: Any) -> bool:
    return name in _left_open(profile) or value != profile.value_of(name)


def _left_open(profile: Profile) -> set[str]:
    return {*profile.still_asked, *asked_since(profile)}


class EditionRefusal(Finding):
    """Why an edition is not changed so."""

    WRITE_THE_REASON = "Write the reason for what you change; it is printed with the rules ({rule})."


def _with_lines(profile: Profile, changed: Mapping[str, Any], reason: str) -> Profile:
    if not reason and any(name not in (*profile.asked, *asked_since(profile)) for name in changed):
        raise Refused(refuse(EditionRefusal.WRITE_THE_REASON, "T0.09"), field="reason")
    try:
        edited = with_lines(profile, changed, reason or LEFT_OPEN)
        if edited.game.system != profile.game.system or edited.game.edition != profile.game.edition:
            load(edited.game.system).edition(edited.game.edition)
        if edited.game.system != profile.game.system:
            edited = _without_what_is_not_held(edited)
    except (ProfileError, NoSuchSystemError, SystemFileError) as fault:
        raise Refused(f"These rules do not go together. {str(fault).rstrip('.')}.") from None
    return edited


def _without_what_is_not_held(profile: Profile) -> Profile:
    """Another game was chosen: what its cards and rosters do not hold is not asked any more."""
    for name, reason in load(profile.game.system).set_aside.items():
        if value := profile.value_of(name):
            fewer = {"draft.rounds": profile.draft.players} if name == "draft.ballparks" else {}
            profile = with_lines(profile, {name: type(value)(), **fewer}, reason)
    return profile


def _record(tournament: Tournament, actor: Actor, before: dict[str, Any], count: int, reason: str) -> None:
    was, becomes = only_changes(before, snapshot([tournament]))
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SET_EDITION_LINES,
        subject=f"tournament:{tournament.pk}",
        sentence=f"Set by the director: {'one rule' if count == 1 else f'{count} rules'} of the edition.",
        reason=reason,
        before=was,
        after=becomes,
    )
