"""A team's ongoing requirements, and how long they apply: T0.08, T31.2, T33.0.

The team's page, pitching sheet, printout and planner show their sentences.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.eligibility.board import NO_USAGE_WINDOWS, StaffMember, games_until_rested, member_ruling
from rules_engine.eligibility.cards import PitchingRoles, may_relieve_by_card, may_start_by_card
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.dropout_slot import DropoutSlot
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow

Games = tuple[int, int]  # the first and the last column of consecutive games

_ENOUGH_STARTERS = 5  # with five, swingmen can be saved for the last series (T0.08)


class RequirementFinding(Finding):
    """Findings on a team's obligations."""

    BYE = "Round {round} is a bye: {opponent} dropped out. Your pitching sheet doesn't change."
    ERASED = (
        "Your round {round} series against {opponent} is erased from your pitching sheet and counts as a bye: "
        "{opponent} dropped out."
    )
    LAST_SERIES = "Your last series, {final:games}, uses the rotation from {met:games}."
    LAST_SERIES_AND_SWINGMEN = (
        "Your last series, {final:games}, uses the rotation from {met:games}. Save your swingmen in {before:games}."
    )
    NEXT_ROUND = "Set your rotation for the playoffs from {before:games}, your second-to-last series."
    RESTS = "{name}'s accepted appearance in game {played} counts: he must rest in {rest:games}."
    DOES_NOT_START = "{name}'s accepted appearance in game {played} counts: he can't start in {rest:games}."
    DOES_NOT_RELIEVE = "{name}'s accepted appearance in game {played} counts: he can't relieve in {rest:games}."
    SUSPENDED = (
        "Game {game} against {opponent} is suspended. Relief in {ahead:games} counts against the rest of that game."
    )
    LET_IN = "{lacks} Allowed by the director: {reason}"


class Requirement(NamedTuple):
    """A ruling's requirement, and the columns of the team's sheet to which it applies, if any."""

    ruling: Ruling
    games: Games | None = None

    @property
    def code(self) -> str:
        return self.ruling.finding.name.lower()

    def applies_to(self, game: int) -> bool:
        return self.games is not None and self.games[0] <= game <= self.games[1]


class LastSeries(NamedTuple):
    """T0.08 item 3: A last series, the series whose rotation it follows, and the series before the last."""

    final: Games
    met: Games
    before: Games | None
    is_before_over: bool


def bye_after_dropout(round_number: int, opponent: str) -> Requirement:
    """T0.08 item 1: Make the series against a team that dropped out a bye."""
    return Requirement(allow(RequirementFinding.BYE, "T0.08", round=round_number, opponent=opponent))


def series_erased(round_number: int, opponent: str) -> Requirement:
    """T0.08 item 2: Erase the series of the team that met the dropped team last."""
    return Requirement(allow(RequirementFinding.ERASED, "T0.08", round=round_number, opponent=opponent))


def last_series_follows(last: LastSeries, staff: Sequence[PitchingRoles], profile: Profile) -> Requirement:
    """T0.08 item 3: Require the rotation of the last series, with a note on swingmen before it."""
    facts = {"final": last.final, "met": last.met, "before": last.before}
    if last.before is None or last.is_before_over or not _has_swingmen_to_spare(staff, profile):
        return Requirement(allow(RequirementFinding.LAST_SERIES, "T0.08", **facts), last.final)
    return Requirement(allow(RequirementFinding.LAST_SERIES_AND_SWINGMEN, "T0.08", **facts), last.final)


def next_round_follows(before: Games) -> Requirement:
    """T0.08: Base the playoff rotation on the second-to-last series if starting pitching carries over."""
    return Requirement(allow(RequirementFinding.NEXT_ROUND, "T0.08", before=before))


def rest_after_accepted(
    name: str,
    member: StaffMember,
    played: int,
    from_game: int,
    profile: Profile,
    slot: DropoutSlot | None = None,
    windows: Mapping[int, UsageWindow] = NO_USAGE_WINDOWS,
) -> list[Requirement]:
    """T31.2: Return the coming games in which an accepted appearance bars a pitcher from starting or relieving.

    Each coming game is ruled on with the appearance and without it.

    Args:
        member: His card and his whole sheet.
        windows: The same as in member_ruling.
    """
    blank = [None if number == played else cell for number, cell in enumerate(member.cells, start=1)]
    ahead = range(from_game, from_game + games_until_rested(profile))
    counted = [member_ruling(member, game, profile, windows, slot) for game in ahead]
    without = [member_ruling(StaffMember(member.card, blank), game, profile, windows, slot) for game in ahead]
    starts = _rest(
        ahead, [availability.start for availability in counted], [availability.start for availability in without]
    )
    relief = _rest(
        ahead, [availability.relief for availability in counted], [availability.relief for availability in without]
    )
    if starts == relief:
        return _rests(RequirementFinding.RESTS, name, played, starts)
    return [
        *_rests(RequirementFinding.DOES_NOT_START, name, played, starts),
        *_rests(RequirementFinding.DOES_NOT_RELIEVE, name, played, relief),
    ]


def suspended_game_counts(game: int, opponent: str, last: int) -> Requirement:
    """T33.0: Count relief in the games after a suspended one against its remainder."""
    ahead = (game + 1, last)
    return Requirement(allow(RequirementFinding.SUSPENDED, "T33.0", game=game, opponent=opponent, ahead=ahead), ahead)


def admitted_by_director(lacks: Ruling, reason: str) -> Requirement:
    """Return the requirements that a team doesn't meet, with the director's reason for admitting it (T0.09)."""
    return Requirement(allow(RequirementFinding.LET_IN, lacks.rule, lacks=lacks, reason=reason))


def _has_swingmen_to_spare(staff: Sequence[PitchingRoles], profile: Profile) -> bool:
    starters = [card for card in staff if may_start_by_card(card, profile)]
    return len(starters) >= _ENOUGH_STARTERS and any(may_relieve_by_card(card, profile) for card in starters)


def _rest(ahead: Sequence[int], counted: Sequence[Ruling], without: Sequence[Ruling]) -> Games | None:
    """Return the games up to the last one barred only because of the appearance, or None."""
    caused = [
        game
        for game, allowed_with, allowed_without in zip(ahead, counted, without, strict=True)
        if allowed_without and not allowed_with
    ]
    return (ahead[0], caused[-1]) if caused else None


def _rests(finding: RequirementFinding, name: str, played: int, rest: Games | None) -> list[Requirement]:
    if rest is None:
        return []
    return [Requirement(allow(finding, "T31.2", subject=name, name=name, played=played, rest=rest), rest)]
