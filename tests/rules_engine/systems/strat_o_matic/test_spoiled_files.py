"""Cards and charts with random contents load correctly or are rejected with a message, and never crash the program."""

import copy
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.systems.strat_o_matic.cards.cards import CardError, parse_card, write_card
from rules_engine.systems.strat_o_matic.cards.notation import NotationError, parse_line, write_line
from rules_engine.systems.strat_o_matic.cards.shared_cards import load_fielders_pitching_card, load_hitting_cards
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.grounders import load_groundball_chart
from rules_engine.systems.strat_o_matic.fielding.simple_charts import load_advanced_chart, load_basic_chart
from rules_engine.systems.strat_o_matic.pitching.rest import load_rest_guide
from tests.rules_engine.systems.strat_o_matic.real_league import real_league
from tests.rules_engine.systems.strat_o_matic.test_chart_files import LOADERS

EVERY_LOADER = {
    **LOADERS,
    "fielding_super": load_fielding_chart,
    "fielding_advanced": load_advanced_chart,
    "fielding_basic": load_basic_chart,
    "groundballs_t15": load_groundball_chart,
    "groundballs_basic": load_groundball_chart,
    "pitchers_hitting_cards": load_hitting_cards,
    "hitters_pitching_card": load_fielders_pitching_card,
    "senior_rest": load_rest_guide,
}
PIECES = st.sampled_from(
    ["HOMERUN", "SINGLE", "**", "*", "1-10", "20", "/", " ", "gb(ss)A", "gb(", "fly(cf)B?", "X", "lomax", "plus injury"]
    + ["•", "◆", "Ω", "N", "++", "+", "(lf)", "0", "-", "21", "CATCH-X", "DOUBLE 11-20", "▲", "△", "walk", ""]
)
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-999, 999),
    st.floats(),
    st.text(max_size=12),
    st.lists(st.integers(), max_size=3),
)
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def cards() -> list:
    return sorted(real_league().cards.values(), key=lambda card: card.name)


def test_every_shipped_chart_is_corrupted_here() -> None:
    assert {path.stem for path in CHART_FOLDER.glob("*.toml")} == set(EVERY_LOADER)


@settings(QUICK, max_examples=400)
@given(st.lists(PIECES, max_size=9).map("".join) | st.text(max_size=25))
def test_any_text_is_a_line_that_round_trips_or_an_error(text: str) -> None:
    try:
        line = parse_line(text)
    except NotationError:
        return
    assert parse_line(write_line(line)) == line


@QUICK
@given(st.data())
def test_changed_card_is_valid_or_raises_a_card_error(data) -> None:
    document = write_card(data.draw(st.sampled_from(cards())))
    spoiled = copy.deepcopy(document)
    key = data.draw(st.sampled_from(sorted(spoiled)))
    if isinstance(spoiled[key], dict) and data.draw(st.booleans()):
        line = data.draw(st.sampled_from([*spoiled[key], "9-9"]))
        spoiled[key][line] = data.draw(ANYTHING | st.lists(PIECES, max_size=6).map("".join))
    elif data.draw(st.booleans()):
        spoiled[key] = data.draw(ANYTHING | st.dictionaries(st.text(max_size=4), ANYTHING, max_size=2))
    else:
        del spoiled[key]
    try:
        card = parse_card(spoiled)
    except CardError:
        return
    assert parse_card(write_card(card)) == card


@pytest.mark.parametrize("name", sorted(EVERY_LOADER))
@settings(QUICK, max_examples=40)
@given(data=st.data())
def test_chart_with_a_changed_row_is_valid_or_reports_the_file(name: str, data, tmp_path_factory) -> None:
    lines = (CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    key, equals, _ = lines[place].partition("=")
    value = st.sampled_from(
        ["-1", "true", '"x"', "[]", "[1, 2]", "{}", "99", '"1-20"', "nan", '["SINGLE"]', "1.5", '""']
    )
    spoiled = (
        f"{key}= {data.draw(value)}" if equals else data.draw(st.sampled_from(["", "[odd]", "odd = 1", "[[", "x"]))
    )
    path = tmp_path_factory.mktemp("charts", numbered=True) / f"my_{name}.toml"
    path.write_text("\n".join([*lines[:place], spoiled, *lines[place + 1 :]]), encoding="utf-8")
    try:
        EVERY_LOADER[name](path)
    except ChartError as fault:
        assert path.name in str(fault)  # noqa: PT017 - either outcome is right


@pytest.mark.parametrize("name", sorted(EVERY_LOADER))
def test_chart_with_a_missing_table_or_row_is_rejected_by_name(name: str, tmp_path: Path) -> None:
    document = tomllib.loads((CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    for table in document:
        path = tmp_path / f"my_{name}.toml"
        remaining = {key: value for key, value in document.items() if key != table}
        path.write_text("\n".join(_written(remaining)), encoding="utf-8")
        try:
            EVERY_LOADER[name](path)
        except ChartError as fault:
            assert path.name in str(fault)  # noqa: PT017 - a chart of open rows may do with one less


def _written(value: dict, name: str = "") -> list[str]:
    """Return plain TOML for nested tables of numbers, strings and lists."""
    tables = {key: entry for key, entry in value.items() if isinstance(entry, dict)}
    lines = [f"[{name}]"] if name else []
    lines += [f'"{key}" = {_plain(entry)}' for key, entry in value.items() if key not in tables]
    for key, entry in tables.items():
        lines += _written(entry, f'{name}."{key}"' if name else f'"{key}"')
    return lines


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(_plain(entry) for entry in value) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'
