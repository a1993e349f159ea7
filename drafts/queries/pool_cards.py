"""A card's data for the draft: statistics, positions and eligibility under a rules edition."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

from rules_engine.eligibility.cards import (
    POSITIONS,
    HitterCard,
    PitchingRoles,
    hitter_eligible,
    may_relieve_by_card,
    may_start_by_card,
    pitcher_usable,
)
from rules_engine.names import name_words
from rules_engine.namesakes import Named, distinct_names
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from seasons.card_facts import has_hitter_card


@dataclass(frozen=True, slots=True, eq=False)
class PoolCard:
    """A card and its eligibility. Innings are stored as outs. Averages are None if the divisor is zero."""

    id: int
    code: str
    name: str
    sort_name: str
    clubs: str
    bats: str
    throws: str
    birth_year: int | None
    games: int
    at_bats: int
    runs: int
    hits: int
    doubles: int
    triples: int
    homeruns: int
    runs_batted_in: int
    walks: int
    strikeouts: int
    hit_by_pitch: int
    sacrifice_hits: int
    sacrifice_flies: int
    double_plays: int
    stolen_bases: int
    caught_stealing: int
    games_at: Mapping[str, int]
    has_catcher_rating: bool
    can_be_injured: bool
    also_hits: bool  # has both a hitter's card and a pitcher's card
    is_starter: bool
    is_reliever: bool
    pitching_games: int
    games_started: int
    outs_pitched: int
    wins: int
    losses: int
    saves: int
    batters_faced: int
    hits_allowed: int
    homeruns_allowed: int
    walks_allowed: int
    strikeouts_made: int
    hit_batters: int
    runs_allowed: int
    earned_runs: int
    ratings: Mapping[str, Any]
    made_ratings: Mapping[str, Any]  # ratings from the generated card that a sheet lacks

    positions: tuple[str, ...]  # most games first, without P
    label: str  # roles and positions, such as "SS 2B", "SP", "SP/RP", "SP LF" or NO_POSITION
    is_hitter: bool  # role in the draft, based on cards and rules edition; a two-way player has both roles
    is_pitcher: bool
    may_hit: bool  # T10.11
    may_start: bool  # T10.2
    may_relieve: bool
    eligible: bool
    rule: str
    reason: str  # such as "268 AB + 41 W = 309: eligible"

    average: float | None
    on_base: float | None
    slugging: float | None
    earned_run_average: float | None
    words: str  # the name, normalized for searches

    @property
    def hands(self) -> str:
        """Return the player's hands by role, such as "bats L, throws R"."""
        hands = []
        if self.is_hitter:
            hands.append(f"bats {self.bats}")
        if self.is_pitcher:
            hands.append(f"throws {self.throws}")
        return ", ".join(hands)


NO_POSITION: Final = "1B (no position)"  # plays first base (T10.11)
_SCORING_ORDER: Final = {position: index for index, position in enumerate(POSITIONS)}
_DERIVED: Final = {
    "games_at",
    "label",
    "is_hitter",
    "may_hit",
    "may_start",
    "may_relieve",
    "eligible",
    "rule",
    "reason",
    "average",
    "on_base",
    "slugging",
    "earned_run_average",
    "words",
}
COLUMNS: Final = tuple(field.name for field in fields(PoolCard) if field.name not in _DERIVED)


def pool_card(row: dict[str, Any], profile: Profile) -> PoolCard:
    """Build a card from a row of COLUMNS."""
    games_at = positions_in_order(row["positions"])
    positions = tuple(games_at)
    line = {**row, "positions": positions, "games_at": games_at}
    rulings = _rulings(line, profile)
    return PoolCard(
        **{**line, **rulings},
        label=_label(line | rulings),
        average=_ratio(row["hits"], row["at_bats"]),
        on_base=_on_base(row),
        slugging=_ratio(row["hits"] + row["doubles"] + 2 * row["triples"] + 3 * row["homeruns"], row["at_bats"]),
        earned_run_average=_ratio(27 * row["earned_runs"], row["outs_pitched"]) if row["is_pitcher"] else None,
        words=name_words(row["sort_name"]),
    )


def positions_in_order(games_at: Mapping[str, int]) -> dict[str, int]:
    """Sort positions by games, because PostgreSQL doesn't preserve the order of JSON keys."""
    return dict(sorted(games_at.items(), key=lambda item: (-item[1], _SCORING_ORDER.get(item[0], 9))))


def _rulings(line: Mapping[str, Any], profile: Profile) -> dict[str, Any]:
    """Return the eligibility from a player's cards, the player's roles, and the reasons to display.

    A two-way player has the roles that the rules edition allows, or both roles if neither is allowed.
    """
    has_arm = line["is_pitcher"]
    has_bat = has_hitter_card(line)
    hit = hitter_eligible(HitterCard(line["at_bats"], line["walks"], line["positions"]), profile)
    card = PitchingRoles(line["is_starter"], line["is_reliever"], line["outs_pitched"])
    start, relieve = may_start_by_card(card, profile), may_relieve_by_card(card, profile)
    may_hit = has_bat and hit.allowed
    may_pitch = has_arm and (start.allowed or relieve.allowed)
    reasons = _pitching_rulings(card, start, relieve, profile) if has_arm else []
    reasons += [hit] if has_bat else []
    return {
        "is_hitter": has_bat and (may_hit or not may_pitch),
        "is_pitcher": has_arm and (may_pitch or not may_hit),
        "may_hit": may_hit,
        "may_start": has_arm and start.allowed,
        "may_relieve": has_arm and relieve.allowed,
        "eligible": may_hit or may_pitch,
        "rule": reasons[0].rule,
        "reason": "; ".join(ruling.reason for ruling in reasons),
    }


def _pitching_rulings(card: PitchingRoles, start: Ruling, relieve: Ruling, profile: Profile) -> list[Ruling]:
    """Return a ruling per role on the card, or a single ruling if both roles are allowed or neither is printed."""
    if start.allowed == relieve.allowed and card.starter == card.reliever:
        return [pitcher_usable(card, profile)]
    return [ruling for ruling, on_card in ((start, card.starter), (relieve, card.reliever)) if on_card]


def _label(line: Mapping[str, Any]) -> str:
    parts = []
    if line["is_pitcher"]:
        roles = (("SP", line["is_starter"]), ("RP", line["is_reliever"]))
        parts.append("/".join(role for role, on_card in roles if on_card) or "P")
    if line["positions"]:
        parts.append(" ".join(line["positions"]))
    elif line["is_hitter"]:
        parts.append(NO_POSITION)
    return " ".join(parts)


def _ratio(part: int, total: int) -> float | None:
    return part / total if total else None


def _on_base(row: Mapping[str, Any]) -> float | None:
    reached = row["hits"] + row["walks"] + row["hit_by_pitch"]
    return _ratio(reached, row["at_bats"] + row["walks"] + row["hit_by_pitch"] + row["sacrifice_flies"])


class CardName(NamedTuple):
    """A card's name, plus facts that can distinguish the player from a namesake."""

    number: int
    name: str
    clubs: str
    throws: str
    birth_year: int | None
    positions: Mapping[str, int]
    is_pitcher: bool
    code: str

    @property
    def marks(self) -> tuple[str, ...]:
        """Return distinguishing marks, simplest first. The last mark is unique."""
        born = f"born {self.birth_year}" if self.birth_year else ""
        position = " ".join(["P"] * self.is_pitcher + list(positions_in_order(self.positions))[:1])
        details = ", ".join(filter(None, (self.clubs, self.throws, born, position)))
        return self.clubs, self.throws, born, position, details, self.code


NAME_COLUMNS: Final = ("id", *CardName._fields[1:])


def names_of_cards(cards: Iterable[CardName]) -> dict[int, str]:
    """Return names by card ID. Namesakes get a distinguishing mark such as club, hand, birth year or position."""
    return distinct_names({card.number: Named(card.name, card.marks) for card in cards})
