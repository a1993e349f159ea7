"""The edition of the rules in words: every number and switch with its printed rule, and what differs from its base."""

from dataclasses import dataclass

from rules_engine.help_texts import HELP_TEXTS
from rules_engine.innings import format_innings
from rules_engine.profile import Profile, lines_of, load_profile
from rules_engine.profile_lines import Line

TITLES = {
    "draft": "The draft",
    "division": "Divisions",
    "cards": "Cards",
    "pitching": "Pitching",
    "game": "Games",
    "standings": "Standings",
}
PEOPLE = "What people see to"


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line of the edition in words. `base` is the base edition's sentence where it differs."""

    rule: str
    sentence: str
    base: str = ""


def rules_in_words(profile: Profile) -> list[tuple[str, list[RuleLine]]]:
    """Each section's title with its lines, in the order of the profile; then what no number settles."""
    base = base_of(profile)
    sections = [(title, _lines(profile, base, name)) for name, title in TITLES.items()]
    return [*sections, (PEOPLE, [RuleLine(text.rule, text.sentence) for text in HELP_TEXTS])]


def base_of(profile: Profile) -> Profile | None:
    """The edition that this one extends; None for an edition that stands by itself."""
    return load_profile(profile.extends) if profile.extends else None


def _lines(profile: Profile, base: Profile | None, name: str) -> list[RuleLine]:
    section, was = getattr(profile, name), getattr(base, name, None)
    lines = []
    for key, line in lines_of(name).items():
        if line.needs and not getattr(section, line.needs):
            continue
        value = getattr(section, key)
        old = getattr(was, key, value)
        lines.append(RuleLine(line.rule, _in_words(line, value), _in_words(line, old) if old != value else ""))
    return lines


def _in_words(line: Line, value: object) -> str:
    if isinstance(value, bool):
        return line.sentences[0] if value else line.sentences[-1]
    return line.sentences[0].format(_plainly(value), innings=_innings(value))


def _innings(value: object) -> str:
    return format_innings(value) if isinstance(value, int) else ""


def _plainly(value: object) -> str:
    if isinstance(value, tuple):
        return ", then ".join(_plainly(step) for step in value)
    return str(value).replace("_over_500", " over .500").replace("_", " ")
