"""Vocabulary for people and cards: who leaves or bats, descriptions of cards, and sources of replacements."""

import re
from typing import Literal, NamedTuple

from rules_engine.eligibility.cards import HitterCard, PitchingRoles
from rules_engine.eligibility.injuries import EmergencyFielder
from rules_engine.eligibility.violations import Help
from rules_engine.innings import parse_innings
from tests.conformance.words.reading import UnknownWords, counted, pick, plain, says

Role = Literal[
    "starting pitcher", "relief pitcher", "last pitcher", "pitcher", "started", "substitute", "position player"
]

PITCHER = r"pitch|reliev|starter|closer|\bs/r\b|\br/s\b|mound"
FIELDER = (
    r"shortstop|baseman|fielder|catcher|hitter|batter|runner|position player|player|infielder|\bdh\b"
    r"|\b(c|1b|2b|3b|ss|lf|cf|rf)\b"
)


FEWEST_OUTS = 120  # T10.2: a pitcher with fewer than 40 innings is ineligible, whatever his ratings


class Line(NamedTuple):
    """The part of a starting pitcher's line that the text contains."""

    outs: int | None
    runs: int | None
    injured: bool


def role(field: str, text: str) -> Role:
    """Return the role of the player who leaves, hits, is pinch-hit for or is run for."""
    table: tuple[tuple[str, Role], ...] = (
        (
            r"last (eligible|available|remaining|legal)? ?(relief )?pitcher|last (eligible|available) reliever",
            "last pitcher",
        ),
        (
            r"position player who is pitching|(pinch|substitut|came in|entered|replace|off the bench).*pitcher$",
            "pitcher",
        ),
        (r"pinch|substitut|\bsub\b|came in|entered|bench|replacement|did not start", "substitute"),
        (r"start\w* (pitcher|and reliever)|pitcher who started|^(the )?starter\b(?! at)", "starting pitcher"),
        (r"relie[fv]|closer", "relief pitcher"),
        (r"pitcher", "pitcher"),
        (r"start", "started"),
        (FIELDER, "position player"),
    )
    return pick(field, text, table)


def line_of_starter(text: str) -> Line:
    """Parse "starting pitcher who has pitched 4.2 innings and given up two runs"."""
    words = plain(text)
    runs = counted(words, "(earned |unearned )?(runs?|r)")
    written = re.search(r"(\d+\.[012])", words) or re.search(r"(\d+) (?:\d/3 )?innings?", words)
    outs = parse_innings(written[1]) if written else None
    if thirds := re.search(r"(\d+) ([12])/3 innings?", words):
        outs = int(thirds[1]) * 3 + int(thirds[2])
    elif outs is None and (innings := counted(words, "(full |complete )?innings?")) is not None:
        outs = innings * 3
    return Line(outs, runs, says(words, r"(?<!not )(?<!un)injured"))


def is_pitcher(field: str, text: str) -> bool:
    return pick(field, text, ((r"non.?pitch|position player|not a pitcher", False), (PITCHER, True), (FIELDER, False)))


def about_a_pitcher(text: str) -> bool:
    """Return whether a mistake involved a pitcher. A mistake that names no pitcher did not."""
    return pick("mistake", text, ((r"non.?pitch|position player|not a pitcher", False), (PITCHER, True), (r"", False)))


def injured_role(field: str, text: str) -> Literal["starter", "reliever", "hitter"]:
    table: tuple[tuple[str, Literal["starter", "reliever", "hitter"]], ...] = (
        (r"relie[fv]|closer", "reliever"),
        (r"start\w* pitcher|^(the )?starter\b|pitcher .*start", "starter"),
        (r"runner|batter|hitter", "hitter"),
        (FIELDER, "hitter"),
    )
    return pick(field, text, table)


def proposed_fielder(field: str, text: str) -> tuple[EmergencyFielder, bool]:
    """T25.2: return the kind of player proposed to field off his card, and whether he has left the game."""
    unavailable = (
        r"(removed|(left|leave) the game|and left|taken out|relieved|replaced|already played|lifted|injured|hurt)"
    )
    left = says(text, rf"{unavailable}|hit for|run for") and not says(
        text, rf"(not|never|un)( yet| been| has)* ?{unavailable}"
    )
    table: tuple[tuple[str, EmergencyFielder], ...] = (
        (r"stands|stand-in|yourself|\byou\b|the manager", "stand-in"),
        (r"non.?pitch|position player|not a pitcher", "non-pitcher"),
        (PITCHER, "pitcher"),
        (FIELDER, "non-pitcher"),
    )
    return pick(field, text, table), left


def bats(field: str, text: str) -> Literal["left", "right", "switch"]:
    table: tuple[tuple[str, Literal["left", "right", "switch"]], ...] = (
        (r"^[sb]|switch", "switch"),
        (r"^l|left", "left"),
        (r"^r|right", "right"),
    )
    return pick(field, text, table)


def replacement_from_same_division(field: str, text: str) -> bool:
    """T0.08: return whether a replacement comes from the dropped player's own division."""
    outside = (
        r"(outside|out of|not (in|from|of|a member of|part of)) (of )?(\S+ )*division|\bodd\b|two.player team$"
        r"|(another|other|different|second|neighbou?ring|adjacent)( even)? division|in a different|elsewhere"
        r"|from outside"
        r"|spectator|not (playing|entered|in the tourn\w*)"
    )
    inside = (
        r"(same|own|affected|his|her|their|the|this|that|\S+'s) division|dropped player's|division ?mate"
        r"|(scheduled|next) opponent"
    )
    table = ((r"in the (same|affected) division", True), (outside, False), (inside, True), (r"two.player team", False))
    return pick(field, text, table)


def help_kind(field: str, text: str) -> Help | None:
    """T0.14: return the kind of help. It counts unless it is about rules or dice. Return None for other talk."""
    table: tuple[tuple[str, Help | None], ...] = (
        (
            r"clarif|\brules?\b(?! of thumb)|rulebook|is (it|that|this|he) (legal|allowed)|\blegal\b",
            "rule_clarification",
        ),
        (r"dice|\bdie\b|20-side|split|roll|reading the (chart|card|result)|chart", "dice_interpretation"),
        (r"lineup|batting order", "lineup"),
        (r"substitut|pinch|bring in|take him out|replace", "substitution"),
        (r"small talk|weather|congratul|lunch|good luck|nice (game|hit|play|roll)|unrelated|score of another", None),
        (r".", "strategy"),  # "includes but is not limited to"
    )
    return pick(field, text, table)


def is_unavailable(text: str) -> bool:
    """T0.18: return whether the named player is already on a team in the division."""
    unavailable = r"(drafted|taken|selected|picked|owned|unavailable)"
    elsewhere = r"on (another|a|some\w*|the other|his own|her own) (\S+ )?(team|roster)"
    free = rf"un{unavailable}|(not|never|nobody|no one)( yet| been| has)* {unavailable}"
    return says(text, rf"{unavailable}|{elsewhere}") and not says(text, free)


def card_described(field: str, text: str) -> HitterCard | PitchingRoles | None:
    """Return the card in "a catcher with 250 at bats plus walks", or None if the text states only eligibility."""
    words = plain(text).replace("-", " ")
    if hitter := _hitter(words):
        return hitter
    match = re.search(r"(\d+(?:\.[012])?) (?:innings?|ip)\b", words)
    if match:
        starts = says(words, r"start") and not says(words, r"(no|not a|without a|lacks a) start\w*")
        relieves = says(words, r"relie") and not says(words, r"(no|not a|without a|lacks a) relie\w*")
        if not says(words, r"start|relie") and parse_innings(match[1]) >= FEWEST_OUTS:
            raise UnknownWords(field, text, "starter or reliever beside a pitcher's innings")
        return PitchingRoles(starts, relieves, parse_innings(match[1]))
    return None


def is_eligible(field: str, text: str) -> bool:
    somewhere = r"on (another|a|some\w*) (\S+ )?(team|roster)"
    table = (
        (r"ineligible|not eligible|unusable|not usable|does not qualify|too few", False),
        (rf"eligible|undrafted|drafted|taken|qualif|{somewhere}|selected|picked|free|available", True),
    )
    return pick(field, text, table)


def _hitter(words: str) -> HitterCard | None:
    both = re.search(r"(\d+) (?:plate appearances|pas?\b|at bats? ?(?:\+|plus|and) ?walks|ab ?\+ ?(?:bb|w))", words)
    bats_, walks = re.search(r"(\d+) (?:at bats?|ab)\b", words), re.search(r"(\d+) (?:walks|bb)\b", words)
    if not both and not bats_:
        return None
    catches = says(words, r"catcher") and not says(words, r"\b(no|without|lacks|not a)( a| any)? catcher")
    at_bats = int((both or bats_)[1])  # type: ignore[index]
    return HitterCard(at_bats, 0 if both or not walks else int(walks[1]), ("C",) if catches else ("LF",))


def selection(field: str, text: str) -> Literal["player", "design", "chart"]:
    """T0.02: return the kind of selection."""
    table: tuple[tuple[str, Literal["player", "design", "chart"]], ...] = (
        (r"design|custom|his own park|her own park|own ballpark|home.?made", "design"),
        (r"park|stadium|\bfield\b|chart", "chart"),
        (r"player|pitcher|hitter|catcher|fielder|shortstop|reliever|starter", "player"),
    )
    return pick(field, text, table)
