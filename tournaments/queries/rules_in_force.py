"""The rules edition in words: every setting with its rule, and any difference from its base edition."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.baseball.ruleset_words import optional_rules_of
from rules_engine.competition.home import pattern_of_best_of
from rules_engine.competition.information import (
    MOST_PAGES,
    computer_allowed,
    information_allowed,
)
from rules_engine.draft.slots import late_for_draft
from rules_engine.eligibility.dropout import may_be_compensated
from rules_engine.help_texts import BATTERS_REST, HELP_TEXTS
from rules_engine.lines_in_words import line_in_words
from rules_engine.profile import (
    NOT_PRINTED,
    Profile,
    lines_of,
    load_profile,
    newly_open_settings,
    printed_edition,
    with_lines,
)
from rules_engine.profile_lines import ProfileLine
from rules_engine.rulings import opening
from rules_engine.systems import load
from tournaments.models import Tournament

SECTION_TITLES = {
    "draft": "The draft",
    "division": "Divisions",
    "cards": "Cards",
    "pitching": "Pitching",
    "game": "Games",
    "standings": "Standings",
    "format": "Format",
}
OPTIONAL_TITLE = "Optional rules of the game"
PEOPLE_TITLE = "Rules applied by hand"


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A setting of the edition in words.

    Args:
        base: The sentence in the printed rules, if it differs.
        reason: The director's reason for setting it.
        is_open: Whether the edition leaves it to the director, who hasn't set it yet.
        set_aside: The reason it doesn't apply to the tournament's ruleset.
        since: The earlier edition that introduced the difference.
        shipped: The edition's own sentence, if the director changed it.
    """

    rule: str
    sentence: str
    base: str = ""
    reason: str = ""
    is_open: bool = False
    set_aside: str = ""
    since: str = ""
    shipped: str = ""

    @property
    def remarks(self) -> list[tuple[str, str, str]]:
        """The notes next to the rule: a word, its tone and the details."""
        candidates = (
            ("differs", "warn", self._difference),
            ("changed", "warn", f"Edition: {self.shipped}" if self.shipped else ""),
            ("set by the director", "", self.reason),
            ("set aside", "warn", self.set_aside),
        )
        open_remark = [("left to the director", "bad", "")] if self.is_open else []
        return [*(remark for remark in candidates if remark[2]), *open_remark]

    @property
    def _difference(self) -> str:
        since = f" Since {self.since}." if self.since else ""
        return f"Base: {self.base}{since}" if self.base else ""

    @property
    def in_full(self) -> str:
        """The rule and its notes as a single text, for the PDF."""
        remarks = (f"{word}: {more}" if more else word for word, _, more in self.remarks)
        return " · ".join((self.sentence, *remarks))


@dataclass(frozen=True, slots=True)
class FormatLine:
    """A tournament setting and its value."""

    title: str
    value: str
    rule: str = ""


def format_in_words(tournament: Tournament) -> list[FormatLine]:
    """Return a description of the tournament's format (T0.09)."""
    lengths = ", then ".join(f"best of {length}" for length in tournament.best_of_lengths)
    consolation = ", then ".join(f"best of {length}" for length in tournament.consolation_lengths)
    counts = "; its wins count for season points" if tournament.consolation_counts else ""
    return [
        FormatLine("Cards for the draft", _player_pools(tournament), "T31.9"),
        FormatLine(
            "Games in a series",
            f"{tournament.series_length}{_edition_value_note(tournament, 'series_length')}",
        ),
        FormatLine("Times each pair meets", _round_robin(tournament)),
        FormatLine("Teams that advance from each division", str(tournament.advance_per_division)),
        FormatLine("Wild cards across the divisions", str(tournament.wild_cards or "none")),
        FormatLine("Playoff series, first round to final", lengths),
        FormatLine("Consolation bracket", f"{consolation}{counts}" if consolation else "none"),
        FormatLine("Home games in a playoff series", _home_games(tournament)),
        FormatLine("Pitching carries over into the playoffs", _yes_no(tournament.pitching_carries_over)),
        FormatLine("Games can be suspended", _yes_no(tournament.suspended_games), "T33.0"),
        FormatLine("Time for games at the play table", tournament.get_table_pace_display().lower()),
    ]


def _player_pools(tournament: Tournament) -> str:
    """Return the player pool for each division's draft."""
    divisions = tournament.divisions.filter(draft__isnull=False).select_related("draft__card_set")
    return "; ".join(f"{division}: {division.draft.card_set.in_words}" for division in divisions) or "not chosen"


def _round_robin(tournament: Tournament) -> str:
    parts = ["once" if tournament.round_robins == 1 else "twice"]
    if tournament.rounds_played:
        parts.append(f"{tournament.rounds_played} rounds are played")
    if tournament.power_rounds:
        parts.append(f"then {tournament.power_rounds} power round{'s' if tournament.power_rounds > 1 else ''}")
    rounds, power = (
        _edition_value_note(tournament, "rounds_played"),
        _edition_value_note(tournament, "power_rounds"),
    )
    return "; ".join(parts) + (f"; rounds{rounds}" if rounds else "") + (f"; power rounds{power}" if power else "")


def _edition_value_note(tournament: Tournament, name: str) -> str:
    """Return a note with the edition's value, if the director has changed it."""
    value = getattr(tournament.profile.format, name)
    return f" (the edition says {value})" if value and value != getattr(tournament, name) else ""


def _home_games(tournament: Tournament) -> str:
    """Return the home pattern by series length (T0.16). A five-game series has no 2-3-2."""
    lengths = sorted({*tournament.best_of_lengths, *tournament.consolation_lengths} - {1})
    played = [f"{pattern_of_best_of(tournament.home_pattern, length)} in a best of {length}" for length in lengths]
    return ", ".join(played) or "one game"


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


_BY_SETTINGS = "by the tournament settings"


def effective_profile(tournament: Tournament) -> Profile:
    """Return the edition without the rules that the tournament's settings turn off."""
    profile, turned_off = tournament.profile, []
    if not tournament.suspended_games:
        turned_off.append("game.suspended_games")
    if not tournament.pitching_carries_over:
        turned_off += ["pitching.starts_carry_over", "pitching.relief_carries_over"]
    lines = {name: False for name in turned_off if profile.value_of(name)}
    return with_lines(profile, lines, _BY_SETTINGS) if lines else profile


def rules_in_words(profile: Profile) -> list[tuple[str, list[RuleLine]]]:
    """Return each section's title with its rules, and the rules that no setting changes."""
    editions = _editions(profile)
    sections = [(title, _lines(profile, editions, name)) for name, title in SECTION_TITLES.items()]
    people_rules = [RuleLine(text.rule, text.sentence) for text in HELP_TEXTS if text is not BATTERS_REST]
    ruleset_rules = load(profile.game.system).rules_summary(profile.game.edition)
    people_rules += [RuleLine(rule, sentence) for rule, sentence in ruleset_rules.items()]
    return [
        *sections,
        *optional_rules_in_words(profile),
        (PEOPLE_TITLE, people_rules),
        ("At the table", table_rules()),
    ]


def optional_rules_in_words(profile: Profile) -> list[tuple[str, list[RuleLine]]]:
    """Return the section with the ruleset's optional rules, which are on or off.

    Without optional rules, return no section.
    """
    rules = optional_rules_of(load(profile.game.system), profile.game.edition)
    lines = []
    for rule, is_on in ((rule, is_on) for rule, is_on in rules if not rule.option):
        usual = "" if is_on == rule.is_on else f"{_on_or_off(rule.is_on)}."
        lines.append(RuleLine(rule.rule, f"{_on_or_off(is_on)}: {rule.sentence}", usual))
    return [(OPTIONAL_TITLE, lines)] if lines else []


def _on_or_off(is_on: bool) -> str:
    return "On" if is_on else "Off"


def table_rules() -> list[RuleLine]:
    """Return the rules that people enforce at the table in every edition."""
    rulings = (
        computer_allowed("draft"),
        computer_allowed("face-to-face"),
        information_allowed("face-to-face", MOST_PAGES),
        late_for_draft(),
        may_be_compensated(offered_by_director=True),
    )
    return [RuleLine(ruling.rule, f"{opening(ruling.reason.rstrip('.'))}.") for ruling in rulings]


def lines_to_answer(tournament: Tournament) -> tuple[str, ...]:
    """Return the settings that a later version of the edition requires the director to set."""
    return newly_open_settings(tournament.profile) if tournament.stage != Tournament.Stage.FINISHED else ()


def base_profile(profile: Profile) -> Profile | None:
    """Return the printed rules that the edition is based on (decision 0050), or None if it is the printed rules."""
    base = _editions(profile)[-1]
    return base if base.key != profile.key or profile.set_by_director else None


def _editions(profile: Profile) -> list[Profile]:
    """Return the edition as shipped, followed by each edition it extends, down to the printed rules."""
    editions = [printed_edition(profile)]
    while editions[-1].extends:
        editions.append(load_profile(editions[-1].extends))
    return editions


def _lines(profile: Profile, editions: Sequence[Profile], section: str) -> list[RuleLine]:
    switches = getattr(profile, section)
    return [
        _rule_line(profile, editions, f"{section}.{name}", line)
        for name, line in lines_of(section).items()
        if not line.needs or getattr(switches, line.needs)
    ]


def _rule_line(profile: Profile, editions: Sequence[Profile], name: str, line: ProfileLine) -> RuleLine:
    value, shipped, printed = (
        profile.value_of(name),
        editions[0].value_of(name),
        editions[-1].value_of(name),
    )
    # If the edition leaves a setting open, its value is only a proposal.
    is_changed = value != shipped != printed and name not in profile.left_open
    return RuleLine(
        line.rule,
        line_in_words(name, value),
        line_in_words(name, printed) if printed != value and name not in NOT_PRINTED else "",
        profile.reasons.get(name, ""),
        name in (*profile.open_settings, *newly_open_settings(profile)),
        "" if value else load(profile.game.system).set_aside.get(name, ""),
        _introduced_in(editions, name) if value == shipped != printed else "",
        line_in_words(name, shipped) if is_changed else "",
    )


def _introduced_in(editions: Sequence[Profile], name: str) -> str:
    """Return the title of the edition that introduced a value, or "" if it was this edition."""
    value, introduced_by = editions[0].value_of(name), editions[0]
    for edition in editions:
        if edition.value_of(name) != value:
            break
        introduced_by = edition
    return introduced_by.title if introduced_by.name != editions[0].name else ""
