"""Making a tournament and changing its settings; what is settled by the rules is locked once its stage has passed."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from core.errors import Refused, Stale
from core.names import clean_name, folded
from rules_engine.profile import available_profiles, load_profile, text_of
from tournaments.action_log.snapshots import SETTINGS, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament

_STAGES = [str(stage) for stage in Tournament.Stage.values]
_UNTIL: dict[str, tuple[Tournament.Stage, str]] = {
    # the last stage in which a setting may change, and why not later
    "profile_key": (Tournament.Stage.SIGN_UP, "The draft was held under this edition; it cannot change any more."),
    "series_length": (Tournament.Stage.DRAFT, "The schedule is being played with this length."),
    "power_rounds": (Tournament.Stage.ROUND_ROBIN, "The round robin is over."),
    "suspended_games": (Tournament.Stage.ROUND_ROBIN, "The round robin is over."),
    "advance_per_division": (Tournament.Stage.ROUND_ROBIN, "The best-ofs have been seeded with this number."),
    "wild_cards": (Tournament.Stage.ROUND_ROBIN, "The best-ofs have been seeded with this number."),
    "best_of": (Tournament.Stage.ROUND_ROBIN, "The best-ofs have begun with these lengths."),
    "consolation_best_of": (Tournament.Stage.PLAYOFFS, "The tournament is over."),
    "consolation_counts": (Tournament.Stage.PLAYOFFS, "The tournament is over."),
    "home_pattern": (Tournament.Stage.ROUND_ROBIN, "The best-ofs have begun with this pattern."),
    "pitching_carries_over": (Tournament.Stage.ROUND_ROBIN, "The best-ofs have begun."),
}


def locked_settings(tournament: Tournament) -> dict[str, str]:
    """Settings that can no longer change, each with the reason (T0.09: the format is settled beforehand)."""
    now = _STAGES.index(tournament.stage)
    locked = {name: why for name, (last, why) in _UNTIL.items() if now > _STAGES.index(last)}
    if Series.objects.filter(tournament=tournament).exists():
        for name in ("series_length", "round_robins", "rounds_played"):
            locked.setdefault(name, "The schedule has been made with this length; remove the schedule first.")
    if tournament.consoled:
        locked.setdefault(
            "consolation_best_of", "The consolation tourney is seeded with these lengths; take it back first."
        )
    return locked


def create_tournament(*, actor: Actor, **settings: Any) -> Tournament:
    """A new tournament in sign-up. `settings` are those of SETTINGS, `name` among them. Raises Refused."""
    tournament = Tournament(**_checked_names(settings))
    _keep_edition(tournament)
    with transaction.atomic():
        _refuse_twin(tournament)
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
    """Change settings from the form made of `version`. Raises Stale after somebody else's change, Refused if locked."""
    with writing(tournament.pk) as now:
        if now.version != version:
            raise Stale("Somebody else saved the settings while you were typing. Both versions are shown below.")
        before, edition = snapshot([now]), now.profile_key
        locked = locked_settings(now)
        for name, value in _checked_names(settings).items():
            if name in locked and getattr(now, name) != value:
                raise Refused(locked[name], field=name)
            setattr(now, name, value)
        if now.profile_key != edition:
            _keep_edition(now)
        _refuse_invalid(now)
        was, becomes = only_changes(before, snapshot([now]))
        if was:
            now.version += 1
            now.save()
            _record_change(now, actor, was, becomes)
    return now


def _record_change(tournament: Tournament, actor: Actor, was: dict[str, Any], becomes: dict[str, Any]) -> Action:
    names = becomes[f"tournament:{tournament.pk}"]
    changed = ", ".join(str(getattr(Tournament._meta.get_field(name), "verbose_name", name)) for name in names)
    return record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.CHANGE_SETTINGS,
        subject=f"tournament:{tournament.pk}",
        sentence=f"Settings changed: {changed}.",
        before=was,
        after=becomes,
    )


def _keep_edition(tournament: Tournament) -> None:
    """The whole edition is stored with the tournament; one that does not exist is refused with the other settings."""
    if tournament.profile_key in available_profiles():
        tournament.profile_text = text_of(load_profile(tournament.profile_key))
        take_format(tournament)


def take_format(tournament: Tournament) -> None:
    """T0.09: the format that the edition names, as long as the director has set none of his own."""
    named, usual = tournament.profile.format, Tournament()
    values = {
        "series_length": named.series_length,
        "rounds_played": named.rounds_played,
        "power_rounds": named.power_rounds,
    }
    if all(getattr(tournament, name) == getattr(usual, name) for name in values):
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
    try:
        tournament.clean_fields(exclude=["slug"])
        for field in ("best_of", "consolation_best_of"):
            check_best_of(getattr(tournament, field) or tournament.best_of)
    except ValidationError as fault:
        faults = fault.message_dict if hasattr(fault, "error_dict") else {field: fault.messages}
        field, sentences = next(iter(faults.items()))
        raise Refused(sentences[0], field=field) from None


def check_best_of(text: str) -> None:
    """Lengths from the first round to the final, such as 5,7: odd numbers from 1 to 9."""
    lengths = [part.strip() for part in text.split(",")]
    if not all(length in {"1", "3", "5", "7", "9"} for length in lengths):
        raise ValidationError(f"“{text}” is not a list of best-of lengths: write odd numbers such as 5,7.")


def _refuse_twin(tournament: Tournament) -> None:
    others = Tournament.objects.filter(starts_on=tournament.starts_on, is_practice=False)
    if not tournament.is_practice and any(folded(other.name) == folded(tournament.name) for other in others):
        raise Refused("There is already a tournament with this name and date.", field="name")


def free_slug(name: str) -> str:
    """For the addresses of a new tournament; no other has it."""
    wanted = slugify(name)[:60].strip("-") or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    number = 2
    slug = wanted
    while slug in taken:
        slug, number = f"{wanted}-{number}", number + 1
    return slug
