"""Create a tournament and change its settings. Each setting is locked after a certain stage."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from core.errors import Refused, Stale
from core.names import clean_name, folded
from rules_engine.profile import available_profiles, load_profile, profile_of_text, text_of
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.snapshots import SETTINGS, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament
from tournaments.refusals import SettingRefusal

_STAGES = [str(stage) for stage in Tournament.Stage.values]
_LAST_STAGE: dict[str, tuple[Tournament.Stage, SettingRefusal]] = {
    # The last stage in which a setting can change, and the reason it is locked later.
    "profile_key": (
        Tournament.Stage.SIGN_UP,
        SettingRefusal.EDITION_IN_USE,
    ),
    "series_length": (Tournament.Stage.DRAFT, SettingRefusal.LENGTH_IN_USE),
    "power_rounds": (Tournament.Stage.ROUND_ROBIN, SettingRefusal.ROUND_ROBIN_OVER),
    "suspended_games": (Tournament.Stage.ROUND_ROBIN, SettingRefusal.ROUND_ROBIN_OVER),
    "advance_per_division": (
        Tournament.Stage.ROUND_ROBIN,
        SettingRefusal.NUMBER_IN_USE,
    ),
    "wild_cards": (Tournament.Stage.ROUND_ROBIN, SettingRefusal.NUMBER_IN_USE),
    "best_of": (Tournament.Stage.ROUND_ROBIN, SettingRefusal.PLAYOFF_LENGTHS_IN_USE),
    "consolation_best_of": (Tournament.Stage.PLAYOFFS, SettingRefusal.TOURNAMENT_OVER),
    "consolation_counts": (Tournament.Stage.PLAYOFFS, SettingRefusal.TOURNAMENT_OVER),
    "home_pattern": (
        Tournament.Stage.ROUND_ROBIN,
        SettingRefusal.PATTERN_IN_USE,
    ),
    "pitching_carries_over": (Tournament.Stage.ROUND_ROBIN, SettingRefusal.PLAYOFFS_STARTED),
}


def locked_settings(tournament: Tournament) -> dict[str, Ruling]:
    """Return the settings that can no longer change, each with its reason (T0.09)."""
    stage_index = _STAGES.index(tournament.stage)
    locked = {name: reason for name, (last, reason) in _LAST_STAGE.items() if stage_index > _STAGES.index(last)}
    if Series.objects.filter(tournament=tournament).exists():
        for name in ("series_length", "round_robins", "rounds_played"):
            locked.setdefault(name, SettingRefusal.SCHEDULE_USES_IT)
    if tournament.consolation_size:
        locked.setdefault("consolation_best_of", SettingRefusal.CONSOLATION_USES_IT)
    return {name: refuse(reason, "") for name, reason in locked.items()}


def create_tournament(*, actor: Actor, **settings: Any) -> Tournament:
    """Create a tournament in the sign-up stage.

    `settings` has the fields in SETTINGS. Raise Refused for invalid settings.
    """
    tournament = Tournament(**_checked_names(settings))
    _store_edition(tournament)
    with transaction.atomic():
        _refuse_duplicate(tournament)
        tournament.slug = free_slug(tournament.name)
        _refuse_invalid(tournament)
        tournament.save()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CREATE_TOURNAMENT,
            subject=f"tournament:{tournament.pk}",
            sentence=f"{tournament.name} is open for sign-up.",
            after=snapshot([tournament]),
        )
    return tournament


def change_settings(*, tournament: Tournament, actor: Actor, version: int, **settings: Any) -> Tournament:
    """Change settings, based on the form's version. Raise Stale, or Refused if a setting is locked."""
    with writing(tournament.pk) as tournament:
        if tournament.version != version:
            raise Stale(SettingRefusal.CHANGED_MEANWHILE)
        before, edition = snapshot([tournament]), tournament.profile_key
        locked = locked_settings(tournament)
        for name, value in _checked_names(settings).items():
            if name in locked and getattr(tournament, name) != value:
                raise Refused(locked[name], field=name)
            setattr(tournament, name, value)
        if tournament.profile_key != edition:
            _store_edition(tournament)
        _refuse_invalid(tournament)
        old_values, new_values = only_changes(before, snapshot([tournament]))
        if old_values:
            tournament.version += 1
            tournament.save()
            _record_change(tournament, actor, old_values, new_values)
    return tournament


def _record_change(
    tournament: Tournament, actor: Actor, old_values: dict[str, Any], new_values: dict[str, Any]
) -> Action:
    names = new_values[f"tournament:{tournament.pk}"]
    changed = ", ".join(str(getattr(Tournament._meta.get_field(name), "verbose_name", name)) for name in names)
    return record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.CHANGE_SETTINGS,
        subject=f"tournament:{tournament.pk}",
        sentence=f"Settings changed: {changed}.",
        before=old_values,
        after=new_values,
    )


def _store_edition(tournament: Tournament) -> None:
    """Store the whole edition with the tournament. An unknown edition is rejected later."""
    if tournament.profile_key in available_profiles():
        tournament.profile_text = text_of(load_profile(tournament.profile_key))
        apply_edition_format(tournament)


def apply_edition_format(tournament: Tournament) -> None:
    """Apply the edition's format, unless the director has set one (T0.09)."""
    edition_format, defaults = tournament.profile.format, Tournament()
    values = {
        "series_length": edition_format.series_length,
        "rounds_played": edition_format.rounds_played,
        "power_rounds": edition_format.power_rounds,
    }
    if all(getattr(tournament, name) == getattr(defaults, name) for name in values):
        for name, value in values.items():
            setattr(tournament, name, value or getattr(tournament, name))


def _checked_names(settings: dict[str, Any]) -> dict[str, Any]:
    if unknown := set(settings) - set(SETTINGS):
        raise TypeError(f"no such settings: {', '.join(sorted(unknown))}")
    return {
        name: clean_name(value) if name in {"name", "place"} and isinstance(value, str) else value
        for name, value in settings.items()
    }


def _refuse_invalid(tournament: Tournament) -> None:
    # A stored edition stays valid even if its plugin is gone.
    text = tournament.profile_text
    has_edition = bool(text) and profile_of_text(text).key == tournament.profile_key
    try:
        tournament.clean_fields(exclude=["slug", "profile_key"] if has_edition else ["slug"])
    except ValidationError as invalid:
        field, sentences = next(iter(invalid.message_dict.items()))
        raise Refused(SettingRefusal.INVALID_VALUE, field=field, fault=sentences[0]) from None
    for field in ("best_of", "consolation_best_of"):
        ruling = rule_on_best_of(getattr(tournament, field) or tournament.best_of)
        if ruling is not None:
            raise Refused(ruling, field=field)


def rule_on_best_of(text: str) -> Ruling | None:
    """Reject text that isn't a list of series lengths, such as 5,7. Lengths must be odd numbers from 1 to 9."""
    lengths = [part.strip() for part in text.split(",")]
    if all(length in {"1", "3", "5", "7", "9"} for length in lengths):
        return None
    return refuse(SettingRefusal.NOT_SERIES_LENGTHS, "", text=text)


def check_best_of(text: str) -> None:
    """Validate series lengths in a form. Raise ValidationError if they are invalid."""
    ruling = rule_on_best_of(text)
    if ruling is not None:
        raise ValidationError(str(ruling))


def is_duplicate(tournament: Tournament) -> bool:
    """Return whether another tournament has the same name and date. Practice tournaments don't count."""
    same_day = Tournament.objects.filter(starts_on=tournament.starts_on, is_practice=False, deleted_at=None)
    names = {folded(other_tournament.name) for other_tournament in same_day}
    return not tournament.is_practice and folded(tournament.name) in names


def _refuse_duplicate(tournament: Tournament) -> None:
    if is_duplicate(tournament):
        raise Refused(SettingRefusal.DUPLICATE_NAME, field="name")


def free_slug(name: str) -> str:
    """Return an unused slug for a new tournament."""
    base = slugify(name)[:60].strip("-") or "tournament"
    taken_slugs = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in taken_slugs:
        slug, number = f"{base}-{number}", number + 1
    return slug
