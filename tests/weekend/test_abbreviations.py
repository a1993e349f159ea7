"""Test that abbreviations in table headings have a tooltip with their meaning."""

import re
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from club.queries import people, tournament_report
from core.abbreviations import MEANINGS, abbreviation_html
from core.tables import Place, TableDefinition
from core.templatetags.tables import head_cells
from drafts.queries import card_table, list_tables, roster_tables
from games.queries import box_scores
from pitching.queries import board
from pitching.sheet import columns
from tournaments.queries import standings_table

MODULES = [
    *(board, box_scores, card_table, tournament_report, columns, list_tables, people, roster_tables),
    standings_table,
]
TEMPLATES = Path(settings.BASE_DIR) / "templates"
SHORT = re.compile(r"[A-Z0-9]{1,3}|[A-Z]-[A-Z]")


def tables_of(module: ModuleType) -> list[TableDefinition]:
    return [value for value in vars(module).values() if isinstance(value, TableDefinition)]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_abbreviated_heading_has_a_tooltip(module: ModuleType) -> None:
    tables = tables_of(module)
    assert tables
    shown = [column for table in tables for column in table.at(Place.PAGE)]
    assert [
        column.title for column in shown if SHORT.fullmatch(column.head or column.title) and not column.tooltip
    ] == []


def test_ambiguous_headings_get_the_tooltip_for_their_column() -> None:
    """Some abbreviations mean something else in a few tables."""
    tooltips = {
        (column.name, column.tooltip)
        for module in MODULES
        for table in tables_of(module)
        for column in table.at(Place.PAGE)
    }
    assert {("throws", "Throws"), ("walks", "Walks"), ("record", "Wins and losses")} <= tooltips
    assert not {("throws", "Ties"), ("walks", "Wins")} & tooltips


def test_abbr_element_renders_the_tooltip() -> None:
    heads = head_cells(box_scores.BATTING, "page")
    assert '<abbr title="Runs batted in">RBI</abbr>' in heads
    assert ">Team</th>" in heads
    assert abbreviation_html("W-L") == '<abbr title="Wins and losses">W-L</abbr>'
    assert abbreviation_html("Team") == "Team"


def test_templates_add_tooltips_to_hard_coded_headings() -> None:
    bare = re.compile(rf"<th[^>]*>\s*({'|'.join(map(re.escape, MEANINGS))})\s*</th>")
    files = sorted(TEMPLATES.rglob("*.*"))
    heads = [(path.name, match[1]) for path in files for match in bare.finditer(path.read_text(encoding="utf-8"))]
    assert heads == []


def test_line_score_has_tooltips() -> None:
    board_facts = {"innings": [1], "lines": []}
    html = render_to_string("play/table/scoreboard.jinja", {"board": board_facts, "parts": None}, using="jinja2")
    assert '<abbr title="Errors">E</abbr>' in html
