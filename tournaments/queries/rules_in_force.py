"""The edition of the rules in words: every number and switch with its printed rule, and what differs from its base."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.competition.home import pattern_of_best_of
from rules_engine.competition.information import MOST_PAGES, computer_allowed, information_allowed
from rules_engine.draft.slots import late_for_draft
from rules_engine.eligibility.dropout import may_be_compensated
from rules_engine.help_texts import BATTERS_REST, HELP_TEXTS
from rules_engine.lines_in_words import line_in_words
from rules_engine.profile import NOT_PRINTED, Profile, asked_since, lines_of, load_profile, with_lines
from rules_engine.profile_lines import ProfileLine
from rules_engine.rulings import opening
from rules_engine.systems import load
from tournaments.models import Tournament

TITLES = {
    "draft": "The draft",
    "division": "Divisions",
    "cards": "Cards",
    "pitching": "Pitching",
    "game": "Games",
    "standings": "Standings",
    "format": "Format",
}
PEOPLE = "What people see to"


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line of the edition in words. `base` is the printed text's sentence where it differs.

    `since`: the earlier edition that brought the difference. `shipped`: the edition's own sentence where the director
    has set another, if it is not the printed text's. `reason`: why he set it so. `is_open`: the edition leaves it to
    him, and he has not set it yet. `set_aside`: why it is not asked in the game that is played.
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
        """What is to be said of it beside: in a word, how it strikes, and more."""
        said = (
            ("differs", "warn", self._difference),
            ("changed", "warn", f"Edition: {self.shipped}" if self.shipped else ""),
            ("set by the director", "", self.reason),
            ("set aside", "warn", self.set_aside),
        )
        left = [("left to the director", "bad", "")] if self.is_open else []
        return [*(remark for remark in said if remark[2]), *left]

    @property
    def _difference(self) -> str:
        since = f" Since {self.since}." if self.since else ""
        return f"Base: {self.base}{since}" if self.base else ""

    @property
    def in_full(self) -> str:
        """The line and its remarks as one text, for paper."""
        remarks = (f"{word}: {more}" if more else word for word, _, more in self.remarks)
        return " · ".join((self.sentence, *remarks))


@dataclass(frozen=True, slots=True)
class FormatLine:
    """A setting of the tournament and what it is."""

    what: str
    value: str
    rule: str = ""


def format_in_words(tournament: Tournament) -> list[FormatLine]:
    """What the tournament is, as its director set it up (T0.09)."""
    lengths = ", then ".join(f"best of {length}" for length in tournament.best_of_lengths)
    consolation = ", then ".join(f"best of {length}" for length in tournament.consolation_lengths)
    counts = "; its wins count for season points" if tournament.consolation_counts else ""
    return [
        FormatLine("Cards of the draft", _pools(tournament), "T31.9"),
        FormatLine("Games in a series", f"{tournament.series_length}{_named(tournament, 'series_length')}"),
        FormatLine("Everybody meets everybody", _round_robin(tournament)),
        FormatLine("Teams that advance from each division", str(tournament.advance_per_division)),
        FormatLine("Wild cards across the divisions", str(tournament.wild_cards or "none")),
        FormatLine("Best-ofs, first round to final", lengths),
        FormatLine("Consolation tourney", f"{consolation}{counts}" if consolation else "none"),
        FormatLine("Home games in a best-of", _home_games(tournament)),
        FormatLine("Pitching carries over into the best-ofs", _yes_or_no(tournament.pitching_carries_over)),
        FormatLine("Games may be suspended", _yes_or_no(tournament.suspended_games), "T33.0"),
    ]


def _pools(tournament: Tournament) -> str:
    """The pool of each division's draft, and where it holds one league only."""
    drafting = tournament.divisions.filter(draft__isnull=False).select_related("draft__card_set")
    return "; ".join(f"{division}: {division.draft.card_set.in_words}" for division in drafting) or "not chosen"


def _round_robin(tournament: Tournament) -> str:
    parts = ["once" if tournament.round_robins == 1 else "twice"]
    if tournament.rounds_played:
        parts.append(f"{tournament.rounds_played} rounds are played")
    if tournament.power_rounds:
        parts.append(f"then {tournament.power_rounds} power round{'s' if tournament.power_rounds > 1 else ''}")
    rounds, power = _named(tournament, "rounds_played"), _named(tournament, "power_rounds")
    return "; ".join(parts) + (f"; rounds{rounds}" if rounds else "") + (f"; power rounds{power}" if power else "")


def _named(tournament: Tournament, name: str) -> str:
    """What the edition names instead, where the director has set the format otherwise."""
    value = getattr(tournament.profile.format, name)
    return f" (the edition has {value})" if value and value != getattr(tournament, name) else ""


def _home_games(tournament: Tournament) -> str:
    """T0.16: what is played, length by length; a best-of of five has no 2-3-2."""
    lengths = sorted({*tournament.best_of_lengths, *tournament.consolation_lengths} - {1})
    played = [f"{pattern_of_best_of(tournament.home_pattern, length)} in a best of {length}" for length in lengths]
    return ", ".join(played) or "one game"


def _yes_or_no(value: bool) -> str:
    return "yes" if value else "no"


_BY_SETTINGS = "by the settings of the tournament"


def as_set_up(tournament: Tournament) -> Profile:
    """The edition in force with what the settings of the tournament switch off: suspending, and carrying over."""
    profile, off = tournament.profile, []
    if not tournament.suspended_games:
        off.append("game.suspended_games")
    if not tournament.pitching_carries_over:
        off += ["pitching.starts_carry_over", "pitching.relief_carries_over"]
    lines = {name: False for name in off if profile.value_of(name)}
    return with_lines(profile, lines, _BY_SETTINGS) if lines else profile


def rules_in_words(profile: Profile) -> list[tuple[str, list[RuleLine]]]:
    """Each section's title with its lines, in the order of the profile; last what is the same in every edition."""
    editions = _editions(profile)
    sections = [(title, _lines(profile, editions, name)) for name, title in TITLES.items()]
    people = [RuleLine(text.rule, text.sentence) for text in HELP_TEXTS if text is not BATTERS_REST]
    of_the_game = load(profile.game.system).for_people(profile.game.edition)
    people += [RuleLine(rule, sentence) for rule, sentence in of_the_game.items()]
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
    return [RuleLine(ruling.rule, f"{opening(ruling.reason.rstrip('.'))}.") for ruling in rulings]


def asked_once(tournament: Tournament) -> tuple[str, ...]:
    """Return the lines that a later version of the edition asks for, until the director has answered."""
    return asked_since(tournament.profile) if tournament.stage != Tournament.Stage.FINISHED else ()


def base_of(profile: Profile) -> Profile | None:
    """What differences are from (decision 0050): the printed text that the edition goes back to; None for itself."""
    base = _editions(profile)[-1]
    return base if base.key != profile.key or profile.set_by_director else None


def _editions(profile: Profile) -> list[Profile]:
    """The edition as it ships and each that it goes back to, down to the printed text."""
    editions = [load_profile(profile.key)]
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
    value, shipped, was = profile.value_of(name), editions[0].value_of(name), editions[-1].value_of(name)
    # what an edition leaves open it only proposes
    is_changed = value != shipped != was and name not in profile.asked
    return RuleLine(
        line.rule,
        line_in_words(name, value),
        line_in_words(name, was) if was != value and name not in NOT_PRINTED else "",
        profile.reasons.get(name, ""),
        name in (*profile.still_asked, *asked_since(profile)),
        "" if value else load(profile.game.system).set_aside.get(name, ""),
        _since(editions, name) if value == shipped != was else "",
        line_in_words(name, shipped) if is_changed else "",
    )


def _since(editions: Sequence[Profile], name: str) -> str:
    """The title of the edition that brought a value which this one shares; "" where it brought it itself."""
    value, bringer = editions[0].value_of(name), editions[0]
    for edition in editions:
        if edition.value_of(name) != value:
            break
        bringer = edition
    return bringer.title if bringer.name != editions[0].name else ""
