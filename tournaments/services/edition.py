"""Set individual rules of the edition before the draft."""

from collections.abc import Mapping
from typing import Any

from core.errors import Refused, Stale
from rules_engine.baseball.system_types import SystemFileError
from rules_engine.profile import Profile, ProfileError, newly_open_settings, text_of, with_lines
from rules_engine.systems import NoSuchSystemError, load
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from tournaments.queries.rules_in_force import lines_to_answer
from tournaments.refusals import EditionRefusal

LEFT_OPEN = "the edition leaves it to the director"


def set_edition_lines(
    *,
    tournament: Tournament,
    actor: Actor,
    version: int,
    values: Mapping[str, Any],
    reason: str = "",
) -> Tournament:
    """Set rules of the edition by their "section.line" names (T0.09).

    Rules that the edition leaves open need no reason, and all others do. After the draft starts, only rules that a
    later version of the edition requires can be set, once each.

    Raises:
        Stale: If the settings changed after the form was loaded.
        Refused: If a required reason is missing or the rules contradict each other.
    """
    with writing(tournament.pk) as tournament:
        if tournament.version != version:
            raise Stale(EditionRefusal.CHANGED_MEANWHILE)
        profile = tournament.profile
        changed = {name: value for name, value in values.items() if _is_change(profile, name, value)}
        if tournament.stage != Tournament.Stage.SIGN_UP and not changed.keys() <= {*lines_to_answer(tournament)}:
            raise Refused(EditionRefusal.DRAFT_IS_OPEN)
        if changed:
            before = snapshot([tournament])
            tournament.profile_text = text_of(_edit_profile(profile, changed, reason.strip()))
            tournament.version += 1
            tournament.save(update_fields=["profile_text", "version"])
            _record(tournament, actor, before, len(changed), reason.strip())
    return tournament


def _is_change(profile: Profile, name: str, value: Any) -> bool:
    return name in _open_lines(profile) or value != profile.value_of(name)


def _open_lines(profile: Profile) -> set[str]:
    return {*profile.open_settings, *newly_open_settings(profile)}


def _edit_profile(profile: Profile, changed: Mapping[str, Any], reason: str) -> Profile:
    if not reason and any(name not in (*profile.left_open, *newly_open_settings(profile)) for name in changed):
        raise Refused(EditionRefusal.WRITE_THE_REASON, "T0.09", field="reason")
    try:
        edited = with_lines(profile, changed, reason or LEFT_OPEN)
        if edited.game.system != profile.game.system or edited.game.edition != profile.game.edition:
            load(edited.game.system).edition(edited.game.edition)
        if edited.game.system != profile.game.system:
            edited = _without_unsupported_lines(edited)
    except (ProfileError, NoSuchSystemError, SystemFileError) as fault:
        raise Refused(EditionRefusal.CONTRADICTION, fault=str(fault).rstrip(".")) from None
    return edited


def _without_unsupported_lines(profile: Profile) -> Profile:
    """Turn off the rules that the newly chosen ruleset doesn't support."""
    for name, reason in load(profile.game.system).set_aside.items():
        if value := profile.value_of(name):
            fewer = {"draft.rounds": profile.draft.players} if name == "draft.ballparks" else {}
            profile = with_lines(profile, {name: type(value)(), **fewer}, reason)
    return profile


def _record(tournament: Tournament, actor: Actor, before: dict[str, Any], count: int, reason: str) -> None:
    old_values, new_values = only_changes(before, snapshot([tournament]))
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SET_EDITION_LINES,
        subject=f"tournament:{tournament.pk}",
        sentence=f"The director set {'one edition rule' if count == 1 else f'{count} edition rules'}.",
        reason=reason,
        before=old_values,
        after=new_values,
    )
