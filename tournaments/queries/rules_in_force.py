"""The edition of the rules in words: every number and switch with its printed rule, and what differs from its base."""

from dataclasses import dataclass

from rules_engine.competition.information import MOST_PAGES, computer_allowed, information_allowed
from rules_engine.draft.slots import late_for_draft
from rules_engine.eligibility.dropout import may_be_compensated
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
    """Each section's title with its lines, in the order of the profile; last what is the same in every edition."""
    base = base_of(profile)
    sections = [(title, _lines(profile, base, name)) for name, title in TITLES.items()]
    people = [RuleLine(text.rule, text.sentence) for text in HELP_TEXTS]
    return [*sections, (PEOPLE, people), ("At the table", at_the_table())]


def at_the_table() -> list[RuleLine]:
    """What holds in every edition and is enforced by people: what a manager may have beside him, and who decides."""
    rulings = (
        computer_allowed("draft"),
        computer_allowed("face-to-face"),
        information_allowed("face-to-face", MOST_PAGES),
        late_for_draft(),
        may_be_compensated(offered_by_director=True),
    )
    return [RuleLine(ruling.rule, f"{ruling.reason[0].upper()}{ruling.reason[1:].rstrip('.')}.") for ruling in rulings]


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
