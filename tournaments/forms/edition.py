"""Form for an edition's rules."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, Literal, get_args, get_origin

from django import forms
from django.forms.renderers import BaseRenderer
from django.http import QueryDict
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from rules_engine.baseball.optional_rules import OptionalRule, OptionalRuleError, choices_in, key_of, ruleset_name
from rules_engine.competition.tie_steps import STEPS
from rules_engine.innings import InningsError, format_innings, parse_innings
from rules_engine.profile import ROUNDS_ON_FIRST_DAY, SECTIONS, Profile, lines_of
from rules_engine.profile_lines import ProfileLine, question_of
from rules_engine.systems import load
from tournaments.models import Tournament
from tournaments.queries.rules_in_force import lines_to_answer

MOST = 9999
RULESET: Final = "game.edition"


class InningsInput(forms.CharField):
    """Innings in scorers' notation, converted to outs."""

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


class RulesetField(forms.CharField):
    """A ruleset's key with its optional rules in alphabetical order."""

    def clean(self, value: Any) -> str:
        key = super().clean(value)
        try:
            return key_of(ruleset_name(key), choices_in(key))
        except OptionalRuleError as fault:
            raise forms.ValidationError(f"These rules can't be played: {fault}.") from None


class RulesetInput(forms.TextInput):
    """Widget for a ruleset's name, with a checkbox for each optional rule that overrides the ruleset's default."""

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self.game = profile.game

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        switched = choices_in(str(value))
        boxes = []
        for rule in self._rules():
            is_checked = switched.get(rule.key, rule.is_on) != rule.is_on
            sign, word = ("-", "Without") if rule.is_on else ("+", "With")
            title = f"{word} {rule.key.replace('_', ' ')}"
            mark = mark_safe("checked") if is_checked else ""
            boxes.append((_box_name(name), f"{sign}{rule.key}", mark, title, rule.rule, rule.sentence))
        text = super().render(name, ruleset_name(str(value)) if boxes else value, attrs, renderer)
        return text + format_html_join("\n", _BOX, boxes)

    def _rules(self) -> Sequence[OptionalRule]:
        system, name = load(self.game.system), ruleset_name(self.game.edition)
        if name not in system.editions:
            return ()
        return [rule for rule in system.optional_rules(name) if not rule.option]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """Return the ruleset's key with the rules whose boxes are checked."""
        text = super().value_from_datadict(data, files, name)
        boxes = data.getlist(_box_name(name)) if isinstance(data, QueryDict) else ()
        return text if text is None else "".join((text, *boxes))


_BOX: Final = (
    '<div class="field"><label><input type="checkbox" name="{}" value="{}" {}> {} <span class="rule">{}</span></label>'
    '<p class="help">{}</p></div>'
)


def _box_name(name: str) -> str:
    return f"{name}.rules"


class EditionForm(forms.Form):
    """A form with a field for every rule, named "section.line", and a reason."""

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
        """Create the fields.

        `once` contains rules that a later version requires the director to set. `only_once` hides all other rules.
        """
        super().__init__(*args, **kwargs)
        self.profile = profile
        self.open = (*profile.left_open, *once) if not only_once else tuple(once)
        self.named = [name for name, _, _ in _profile_lines() if not only_once or name in once]
        for name, line, kind in _profile_lines():
            if name in self.named:
                field = RulesetField(widget=RulesetInput(profile)) if name == RULESET else _field_for(line, kind)
                field.label = f"{line.rule or 'Set by the director:'} {question_of(line)}"
                field.initial = _proposed_value(profile, name)
                self.fields[name] = field

    def left_open(self) -> Iterator[forms.BoundField]:
        """Return the fields for rules that the edition leaves to the director."""
        return (self[name] for name in self.open)

    def further_fields(self) -> list[forms.BoundField]:
        """Return the fields for rules that the director can change only with a reason."""
        return [self[name] for name in self.named if name not in self.open]

    def keep_only(self, names: Container[str]) -> None:
        """Remove all other rules from the form, so that they don't change."""
        for name in self.named:
            if name not in names:
                del self.fields[name]
        self.named = [name for name in self.named if name in names]

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.named}


def edition_form(tournament: Tournament, data: Mapping[str, Any] | None = None) -> EditionForm:
    """Return the form for the rules that can be set now.

    Before the draft, these are all rules. Later, they are the rules that a newer version requires.
    """
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
    """Return the edition's proposed value. The director must enter the number of rounds on the first day."""
    value = profile.value_of(name)
    return (
        None if name == ROUNDS_ON_FIRST_DAY and name in profile.open_settings and not value else _initial_value(value)
    )


def _initial_value(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
