"""The rules of an edition as a form."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin

from django import forms

from rules_engine.competition.tie_steps import STEPS
from rules_engine.innings import InningsError, format_innings, parse_innings
from rules_engine.profile import ROUNDS_ON_FIRST_DAY, SECTIONS, Profile, lines_of
from rules_engine.profile_lines import ProfileLine, question_of
from tournaments.models import Tournament
from tournaments.queries.rules_in_force import lines_to_answer

MOST = 9999


class InningsInput(forms.CharField):
    """Innings as a scorer writes them, converted to outs."""

    def prepare_value(self, value: Any) -> Any:
        return format_innings(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        try:
            return parse_innings(super().clean(value))
        except InningsError as fault:
            raise forms.ValidationError(str(fault)) from None


class StepsField(forms.CharField):
    """Tiebreaker steps by name, in order."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, tuple) else value

    def clean(self, value: Any) -> Any:
        steps = tuple(step.strip().replace(" ", "_") for step in super().clean(value).split(","))
        if unknown := [step for step in steps if step not in STEPS]:
            raise forms.ValidationError(f"Unknown tiebreaker step “{unknown[0]}”. Choose from: {', '.join(STEPS)}.")
        return steps


class EditionForm(forms.Form):
    """A field for every rule, named "section.line", and a reason."""

    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=300,
        help_text="Printed with every rule you change.",
    )

    def __init__(
        self,
        profile: Profile,
        *args: Any,
        once: Sequence[str] = (),
        only_once: bool = False,
        **kwargs: Any,
    ):
        """Create the fields. `once` are rules that a later version asks for; `only_once` hides the others."""
        super().__init__(*args, **kwargs)
        self.profile = profile
        self.open = (*profile.left_open, *once) if not only_once else tuple(once)
        self.named = [name for name, _, _ in _profile_lines() if not only_once or name in once]
        for name, line, kind in _profile_lines():
            if name in self.named:
                field = _field_for(line, kind)
                field.label = f"{line.rule or 'Set by the director:'} {question_of(line)}"
                field.initial = _proposed_value(profile, name)
                self.fields[name] = field

    def left_open(self) -> Iterator[forms.BoundField]:
        """Return the fields that the edition leaves to the director."""
        return (self[name] for name in self.open)

    def further_fields(self) -> list[forms.BoundField]:
        """Return the fields that the director may change with a reason."""
        return [self[name] for name in self.named if name not in self.open]

    def keep_only(self, names: Container[str]) -> None:
        """Leave out the other rules, so that they stay as they are."""
        for name in self.named:
            if name not in names:
                del self.fields[name]
        self.named = [name for name in self.named if name in names]

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.named}


def edition_form(tournament: Tournament, data: Mapping[str, Any] | None = None) -> EditionForm:
    """Return the form of the rules that can be set now: all before the draft, later those a newer version asks for."""
    is_late = tournament.stage != Tournament.Stage.SIGN_UP
    return EditionForm(tournament.profile, data, once=lines_to_answer(tournament), only_once=is_late)


def _profile_lines() -> Iterator[tuple[str, ProfileLine, Any]]:
    for section, kind in SECTIONS.items():
        types = {field.name: field.type for field in fields(kind)}
        for name, line in lines_of(section).items():
            yield f"{section}.{name}", line, types[name]


def _field_for(line: ProfileLine, kind: Any) -> forms.Field:
    if kind is bool:
        choices = [("yes", line.sentences[0]), ("no", line.sentences[-1])]
        return forms.TypedChoiceField(choices=choices, coerce=lambda answer: answer == "yes")
    if get_origin(kind) is Literal:
        return forms.ChoiceField(choices=[(value, value.replace("_", " ")) for value in get_args(kind)])
    if get_origin(kind) is tuple:
        return StepsField(help_text="Steps in order, separated by commas.")
    if "{innings}" in line.sentences[0]:
        return InningsInput()
    return forms.IntegerField(min_value=0, max_value=MOST) if kind is int else forms.CharField()


def _proposed_value(profile: Profile, name: str) -> Any:
    """Return the value the edition proposes; it proposes no number of rounds for the first day."""
    value = profile.value_of(name)
    return (
        None if name == ROUNDS_ON_FIRST_DAY and name in profile.open_settings and not value else _initial_value(value)
    )


def _initial_value(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
