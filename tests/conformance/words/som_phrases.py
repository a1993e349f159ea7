"""Phrases in the Strat-O-Matic cases, classified by documented patterns or rejected by name."""

import re
from collections.abc import Mapping
from typing import Final

from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import plain

# the first kind with a matching pattern wins; words are joined by underscores (see som_facts.plain)
BUNT_RESULTS: Final = {
    "popout_double_play": r"pop.*(double|dp)|(double|dp).*pop",
    "popout": r"pop",
    "double_play": r"double_play|\bdp\b",
    "lead_out": r"(lead|runner)[^,;:]*_out|forced?_out|force_at",
    "hit": r"hit|beats_(it_)?out|single|safe_at_first",
    "sacrifice": r"sacrifice|success|advance|move[sd]?_(up|over|to)",
}
NEW_MEN: Final = {
    "new_batter": r"(new|next|different)_(batter|hitter)|pinch_?hit|(comes|steps)_(up_)?to_(the_)?(plate|bat)"
    r"|change_of_batters?",
    "new_pitcher": r"(new|relief|different)_pitcher|pitch(er|ing)_(is_)?(changed?|replaced|relieved)|reliever"
    r"|change_of_pitchers?",
    "new_catcher": r"(new|different|backup|substitute)_catcher|catch(er|ing)_(is_)?(changed?|replaced)"
    r"|change_of_catchers?",
    "same_men": r"same|next_(dice_)?(pitch|roll|throw)|stolen|steal|wild_pitch|passed_ball|balk|pick_?off|pinch_?run",
}
SINCE_THEN: Final = {"dice": r"dice|roll|d20|d6", "opponent": r"opponent|defen[cs]e|go_ahead"}
PLATE: Final = {"plate": r"home|plate|squeeze", "base": r"first|second|third|[123]b"}
ORIGINS: Final = {
    "outfield": r"outfield|(left|right|cent(er|re))_?field|_[lcr]f(_|$)|^[lcr]f_",
    "elsewhere": r"infield|steal|squeeze|pitcher|catcher|short|baseman|ground|wild_pitch|passed_ball|_(p|c|ss|[123]b)_",
}
DELAYED_DEFENCE: Final = {
    "hold_ball": r"hold",
    "cut": r"cut|home",
    "through": r"through",
    "throw": r"throw",
}


THEN: Final = {"tied": r"(^|_)ties?(_|$)|tied|even", "own_runs": r"own_team_scores?_\w+"}
OPTIONS: Final = {
    "weather": r"weather",
    "ballpark_only": r"park\w*_(only|alone|without)|(without|no)_clutch",
    "clutch_only": r"clutch\w*_(only|alone|without)|(without|no)_(ball)?park",
    "all_symbols": r"park|clutch|symbol",
}
SAID: Final = {"not_held": r"not|nt_|(^|_)no(_|$)|unheld|let", "held": r"h[eo]ld|yes"}
PARK_LINEOUTS: Final = {"lineout": r"(park|triangle).*(miss|lineout)|(miss|lineout).*(park|triangle)"}


def kind_of(field: str, text: str, patterns: Mapping[str, str]) -> str:
    """Return the first kind with a pattern that matches the text. Raise UnknownWords if there is none."""
    words = re.sub(r"(^|_)no_(new|change)_?\w*", "_same", plain(text).replace(",_", ",").replace(",", "_"))
    for kind, pattern in patterns.items():
        if re.search(pattern, words):
            return kind
    raise UnknownWords(field, text, ", ".join(patterns))
