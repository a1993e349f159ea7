"""Vocabulary of the Strat-O-Matic cases: each allowed spelling and the adapters' word for it.

An adapter module sets its WORDS to FIELDS, and CaseFacts passes every value through them. Case, spaces, hyphens and
apostrophes are ignored. A word outside the vocabulary raises UnknownWords with the field and value. Nothing is guessed.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from rules_engine.baseball.bases import BASE_NUMBERS, occupied
from tests.conformance.words.reading import UnknownWords

Vocabulary = Mapping[str, tuple[str, ...]]


BASES: Final[Vocabulary] = {
    "first": ("1", "1b", "1st", "first_base"),
    "second": ("2", "2b", "2nd", "second_base"),
    "third": ("3", "3b", "3rd", "third_base"),
    "home": ("4", "home_plate", "plate"),
    "batter": ("at_bat",),
}
INFIELDS: Final[Vocabulary] = {
    "back": ("normal", "infield_back", "infield_normal"),
    "corners_in": ("corners", "corners_only"),
    "in": ("infield_in", "all_in", "all_the_way_in"),
}
OUTFIELDS: Final[Vocabulary] = {"in": ("outfield_in",), "back": ("normal", "outfield_back")}
POSITIONS: Final[Vocabulary] = {
    "p": ("pitcher",),
    "c": ("catcher",),
    "1b": ("first_baseman", "first_base"),
    "2b": ("second_baseman", "second_base"),
    "3b": ("third_baseman", "third_base"),
    "ss": ("shortstop",),
    "lf": ("left_field", "left_fielder", "leftfield", "leftfielder"),
    "cf": ("center_field", "center_fielder", "centerfield", "centerfielder", "centre"),
    "rf": ("right_field", "right_fielder", "rightfield", "rightfielder"),
}
HANDS: Final[Vocabulary] = {"L": ("left", "lefty", "left_handed"), "R": ("right", "righty", "right_handed")}
BATTING: Final[Vocabulary] = {**HANDS, "S": ("switch", "switch_hitter", "both")}
GRADES: Final[Vocabulary] = dict.fromkeys(("AAA", "AA", "A", "B", "C", "D", "E"), ())
POWERS: Final[Vocabulary] = {"N": ("normal",), "W": ("weak",)}
PLAYS: Final[Vocabulary] = {
    "sacrifice": ("sac", "sac_bunt", "sacrifice_bunt"),
    "squeeze": ("squeeze_play", "squeeze_bunt"),
    "hit_and_run": ("hit&run", "h&r"),
    "steal": ("stolen_base", "steal_attempt"),
    "double_steal": (),
    "triple_steal": (),
    "bunt": (),
    "swing_away": ("swing", "swinging_away"),
    "intentional_walk": ("ibb",),
    "pinch_hit": ("pinch_hitter",),
    "pinch_run": ("pinch_runner",),
    "pitching_change": ("new_pitcher", "change_pitcher"),
}
SYMBOLS: Final[Vocabulary] = {
    "black_diamond": ("diamond", "ballpark_homerun", "park_homerun"),
    "black_triangle": ("upside_down_black_triangle", "ballpark_single", "park_single"),
    "white_triangle": ("second_reading",),
    "horseshoe": ("omega", "clutch"),
}
CARD_SOURCES: Final[Vocabulary] = {
    "card": ("player_card", "players_card", "batter_card", "batters_card", "pitcher_card", "pitchers_card"),
    "chart": ("x_chart", "x", "fielding_chart", "advanced_fielding_chart", "super_advanced_fielding_chart"),
}
THROWS: Final[Vocabulary] = {
    "throw": (
        "throw_home",
        "throw_third",
        "throw_to_third",
        "throw_to_home",
        "throw_for_lead",
        "throw_for_lead_runner",
    ),
    "concede": ("cut_off", "cut", "cutoff", "concede_run", "concede_third", "concede_base"),
}
SECOND_THROWS: Final[Vocabulary] = {
    "through": ("throw_through", "let_through", "let_it_through", "throw_home", "throw_for_lead"),
    "cut_for_trail": ("cut_off", "cut", "cutoff", "cut_off_for_trail", "throw_for_trail"),
}
DECIDE_THROWS: Final[Vocabulary] = {
    "first": ("sure_out_at_first", "sure_out", "take_batter", "out_at_first"),
    "lead": ("throw_for_lead", "throw_for_lead_runner", "lead_runner"),
}
LEADS: Final[Vocabulary] = {"failed": ("fail", "no_lead"), "none": ("", "not_tried", "not_attempted")}
ROLES: Final[Vocabulary] = {
    "starter": ("start", "starting_pitcher"),
    "reliever": ("relief", "relief_pitcher", "closer"),
}
ERRORS: Final[Vocabulary] = {"E1": (), "E2": (), "E3": (), "RP": ("rare_play",), "": ("none", "no_error", "_")}


def plain(value: object) -> str:
    """Return lowercase words joined by single underscores, without apostrophes."""
    return re.sub(r"[\s_-]+", "_", str(value).replace("'", "").strip().lower())


def word_for(field: str, value: object, vocabulary: Vocabulary) -> Any:
    """Return the vocabulary word for this spelling. Raise UnknownWords if there is none."""
    word = plain("" if value is None else value)
    for known_word, synonyms in vocabulary.items():
        if word == plain(known_word) or word in synonyms:
            return known_word
    raise UnknownWords(field, value, ", ".join(vocabulary))


def base_list(field: str, value: Any) -> list[str]:
    """Return bases given as a list, a single name, a mapping or nothing."""
    if value is None or plain(value) in ("", "none", "empty"):
        return []
    if isinstance(value, Mapping):
        return list(base_names(field, value))
    return [word_for(field, base, BASES) for base in ([value] if isinstance(value, str | int) else value)]


def base_names(field: str, value: Any) -> dict[str, str]:
    """Return base -> runner's name. An empty base can be missing, null or false."""
    if not isinstance(value, Mapping):
        return {base: f"r{number}" for number, base in enumerate(BASES, 1) if base in base_list(field, value)}
    runner_by_base = {
        word_for(field, base, BASES): runner for base, runner in value.items() if runner not in (None, False, "")
    }
    return {
        base: f"r{number}" if runner_by_base[base] is True else runner_by_base[base]
        for number, base in enumerate(BASES, 1)
        if base in runner_by_base
    }


def on_bases(names: Iterable[str]) -> dict[str, str]:
    """Return runners on these bases with default names."""
    remaining = set(names)
    return {base: f"r{number}" for number, base in enumerate(BASES, 1) if base in remaining}


def _word(vocabulary: Vocabulary) -> Callable[[str, Any], Any]:
    return lambda field, value: None if plain(value) in ("none", "unknown") else word_for(field, value, vocabulary)


def _fielder(field: str, value: Any) -> Any:
    """Return a position, or a position with ratings such as 1b-4e15, which is parsed as printed."""
    return value if re.search(r"-\s*[1-5]", str(value)) else word_for(field, value, POSITIONS)


FIELDS: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    "bases": base_names,
    **dict.fromkeys(("runners_on", "runners_on_after", "bases_at_hit", "other_runners_on", "stealing"), base_list),
    **dict.fromkeys(
        ("runner_from", "throw_to", "lead_heading", "base", "runner_on", "lead_runner_on", "target"), _word(BASES)
    ),
    **dict.fromkeys(("outfielder", "position", "swap_with"), _word(POSITIONS)),
    "fielder": _fielder,
    "infield": _word(INFIELDS),
    "outfield": _word(OUTFIELDS),
    **dict.fromkeys(("batter_hits", "bats"), _word(BATTING)),
    **dict.fromkeys(("batter_bats", "batting_side", "pitcher_throws", "throws"), _word(HANDS)),
    **dict.fromkeys(("steal_grade", "r1_grade", "r2_grade", "r3_grade"), _word(GRADES)),
    **dict.fromkeys(("power", "batter_power", "batter_power_vs_lhp", "batter_power_vs_rhp"), _word(POWERS)),
    "symbol": _word(SYMBOLS),
}


RULE_WORDS: Final = frozenset(
    plain(word)
    for vocabulary in (
        *(BASES, INFIELDS, OUTFIELDS, POSITIONS, HANDS, BATTING, GRADES, PLAYS, SYMBOLS, CARD_SOURCES),
        *(THROWS, SECOND_THROWS, DECIDE_THROWS, LEADS, ROLES, ERRORS),
    )
    for known_word, synonyms in vocabulary.items()
    for word in (known_word, *synonyms)
)


def state_of(names: Iterable[str]) -> int:
    """Return the occupied-bases int for the names "first", "second" and "third"."""
    return occupied(*(BASE_NUMBERS[name] for name in names))
