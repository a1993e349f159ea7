"""A Strat-O-Matic case with unknown words is rejected with the field's name and gets no result."""

from typing import Any

import pytest

from tests.conformance.adapters import gather
from tests.conformance.given import CaseFacts
from tests.conformance.words.reading import UnknownWords
from tests.conformance.words.som_facts import FIELDS

RUNNER = {"bases": {"first": "r1"}, "outs": 0}
ON_CORNERS = {"bases": {"first": "r1", "third": "r3"}, "outs": 0, "play": "sacrifice"}
BALL = {**RUNNER, "source": "player card", "reading": "gb(ss)A", "fielder": "ss", "infield": "back"}
PITCHER = {"role": "starter", "pow": 6, "from_inning": 6, "batters": ["single"]}
STEAL = {"steal_rating": "7/2 (16-9)", "runners_on": ["first", "third"]}


@pytest.mark.parametrize(
    ("system", "area", "facts", "field"),
    [
        ("som_1", "groundball", BALL | {"infield": "shallow"}, "infield"),
        ("som_1", "groundball", BALL | {"source": "somewhere"}, "source"),
        ("som_1", "groundball", BALL | {"bases": {"fourth": "r1"}}, "bases"),
        ("som_1", "cutoff", RUNNER | {"reading": "SINGLE", "lead_attempts": True, "defense": "yawn"}, "defense"),
        ("som_1", "catcher_block", {"play": "throw home", "safe_max": 9, "d20": 9}, "play"),
        ("som_1", "xchance", RUNNER | {"rare_play": "HB"}, "rare_play"),
        ("som_1", "sacrifice_first_and_third", ON_CORNERS | {"chart_result": "a fine play"}, "chart_result"),
        ("som_1", "basic_hold", {"event": "rain"}, "event"),
        ("som_1", "bunt_legality", RUNNER | {"play": "drag"}, "play"),
        ("som_2", "offensive_strategy", {"play": "protest", "runners_on": ["first"]}, "play"),
        ("som_2", "take_back", {"announced": "pinch_hitter", "since_then": ["a bird flies by"]}, "since_then"),
        ("som_2", "hold_change", {"event": "new_umpire"}, "event"),
        ("som_2", "presumed_hold", {"asterisk": True, "runner_on": "first", "defence_said": "maybe"}, "defence_said"),
        ("som_2", "delayed_steal", STEAL | {"defence": "shrugs"}, "defence"),
        ("som_2", "starter_fatigue", PITCHER | {"batters": ["single", "moonshot"]}, "batters"),
        ("som_2", "starter_fatigue", {"role": "starter", "from_inning": 6, "batters": ["single"]}, "pow"),
        ("som_2", "starter_fatigue", PITCHER | {"role": "mascot"}, "role"),
        ("som_2", "ballpark", {"option": "roof"}, "option"),
        ("som_2", "catcher_x_pp_pf", {"range_symbol": "G1", "runners_on": ["first"], "error": None}, "range_symbol"),
        ("som_2", "rest", {"relief_days": ["last_week"]}, "relief_days"),
        ("som_2", "injury", {"injured": "umpire", "innings_pitched": "3"}, "injured"),
    ],
)
def test_unknown_word_error_includes_the_field(system: str, area: str, facts: dict[str, Any], field: str) -> None:
    with pytest.raises(UnknownWords, match=f"“{field}”"):
        gather().adapters[system, area](CaseFacts(facts, FIELDS), "som_super_advanced")


def test_base_set_to_null_or_false_is_empty() -> None:
    facts = {"bases": {"first": None, "2B": "r2", "third": False}, "runners_on": "Third", "infield": "Infield In"}
    case_facts = CaseFacts(facts, FIELDS)
    assert [case_facts[key] for key in facts] == [{"second": "r2"}, ["third"], "in"]
