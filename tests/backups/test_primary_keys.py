"""Test that every row ID in the activity log is translated on import, with no log key forgotten."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backups.primary_keys import MODEL_BY_KEYED_WORD, MODEL_BY_WORD, ROUND_KEYED_WORDS, PrimaryKeyMap
from drafts.models import PlayerCard
from games.models import Game
from tournaments.models import Action, Team
from weekend.practice.weekend import PracticeField, build_weekend

ROOT = Path(__file__).parents[2]
APPS = ("tournaments", "drafts", "games", "pitching", "backups", "tabletop", "play", "club", "weekend")
# Log keys whose numbers are counts or measurements. Each key is either here or in MODEL_BY_WORD.
COUNTS = {
    *("advance_per_division", "first_table", "games_planned", "position", "power_rounds", "round", "round_robins"),
    *(
        "rounds_played",
        "wild_cards",
        "seconds_per_pick",
        "time_bank_seconds",
        "bank",
        "length",
        "series_length",
        "slot",
        "table",
        "version",
        "number",
        "order",
    ),
    *("away_line", "away_outs_batting", "away_runs", "extra_outs", "home_line", "home_outs_batting", "home_rolls"),
    *("home_runs", "innings", "outs", "overall", "runs", "again", "deadline"),
    *("places", "home_resumed_after", "away_resumed_after"),
}
# Log keys without row IDs: sentences, flags, codes and nested keys.
WITHOUT_NUMBERS = {
    *("against", "chosen", "games", "line_up", "picks", "picks_by_program", "rule", "ruled_by", "seal", "spots"),
    "resumed",
    *("stage", "state", "taken_back"),
}


@pytest.mark.django_db
def test_every_number_in_the_log_is_a_known_row_id_or_count() -> None:
    for stage in ("draft", "finished"):
        build_weekend(stage=stage, seed=4, field=PracticeField(managed=8, divisions=1, has_imputed_team=False))
    for action in Action.objects.iterator():
        for facts in (action.before, action.after, action.public):
            unknown = {
                word
                for word in numbered(facts)
                if word not in MODEL_BY_WORD and word not in COUNTS | MODEL_BY_KEYED_WORD.keys()
            }
            assert not unknown, f"{action.verb}: are these numbers of rows (MODEL_BY_WORD) or counts (COUNTS)?"


def test_every_key_that_services_log_is_known() -> None:
    known_words = MODEL_BY_WORD.keys() | MODEL_BY_KEYED_WORD.keys() | COUNTS | WITHOUT_NUMBERS
    unknown = {word: str(path) for path in sources() for word in words_written(path) if word not in known_words}
    assert not unknown, "say in MODEL_BY_WORD, COUNTS or WITHOUT_NUMBERS what they hold"


def test_no_log_key_is_both_a_row_id_and_a_count() -> None:
    assert not MODEL_BY_WORD.keys() & COUNTS
    assert not (MODEL_BY_WORD.keys() | MODEL_BY_KEYED_WORD.keys()) & WITHOUT_NUMBERS


def test_ids_nested_under_a_game_id_are_mapped_too() -> None:
    logged = {"suspensions": {"7": {"rolls": {"3": {"4": 15}}, "inning": 6}}}
    numbers = PrimaryKeyMap(last_here={Game: 100, Team: 10}, highest={Game: 99, Team: 9})
    assert numbers.in_facts(logged) == {"suspensions": {"101": {"rolls": {"11": {"12": 15}}, "inning": 6}}}


def test_starters_declared_by_round_are_mapped_as_cards() -> None:
    declared = {"team": 3, "starters": {"1": [5, None], "12": [6]}}
    numbers = PrimaryKeyMap(last_here={Team: 10, PlayerCard: 100}, highest={Team: 9, PlayerCard: 99})
    assert numbers.in_facts(declared) == {"team": 11, "starters": {"1": [101, None], "12": [102]}}


def numbered(facts: Any, word: str = "") -> Iterator[str]:
    """Return the keys that have a number as their value."""
    if isinstance(facts, dict):
        for name, inner in facts.items():
            yield from numbered(
                inner, word if word in {*MODEL_BY_KEYED_WORD, *ROUND_KEYED_WORDS} and name.isdecimal() else name
            )
    elif isinstance(facts, list):
        for inner in facts:
            yield from numbered(inner, word)
    elif isinstance(facts, int) and not isinstance(facts, bool):
        yield word


def sources() -> list[Path]:
    """Return the code that writes to a tournament's activity log, without the club's changes, which aren't exported."""
    return [path for app in APPS if app != "club" for path in sorted((ROOT / app).rglob("*.py"))]


def words_written(path: Path) -> Iterator[str]:
    """Return the keys passed to the activity log in this code."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        for handed in (keyword.value for keyword in call.keywords if keyword.arg in ("before", "after", "public")):
            for part in ast.walk(handed):
                if isinstance(part, ast.Dict):
                    keys = (key.value for key in part.keys if isinstance(key, ast.Constant))
                    yield from (key for key in keys if isinstance(key, str))


@pytest.mark.parametrize("number", [0, -3, 10, 10**30])
def test_id_missing_from_the_file_maps_to_no_row(number: int) -> None:
    numbers = PrimaryKeyMap(last_here={Team: 10}, highest={Team: 9}, looked_up={PlayerCard: {5: 105}})
    assert numbers.new_key(Team, number) <= 0
    assert numbers.new_key(PlayerCard, number) <= 0


def test_large_file_ids_use_up_no_local_ids() -> None:
    numbers = PrimaryKeyMap(last_here={Team: 10}, highest={Team: 10**15})
    assert [numbers.new_key(Team, number) for number in (10**15, 3, 10**15)] == [11, 12, 11]
    assert numbers.last_new_id(Team) == 12
