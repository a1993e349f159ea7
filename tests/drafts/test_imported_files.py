"""Test opening forty unchanged files of twelve kinds: rows loaded, rows to confirm, rows reported, and errors."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest

from core.imports.headings import ColumnChoices
from core.imports.several_files import NamedFile, read_files
from core.imports.tables import ImportTable, read_table_file
from drafts.card_files.own_seasons import read_own_season
from drafts.card_files.ratings_overlay import lay_over
from drafts.card_files.ratings_rows import read_ratings_sheet
from drafts.queries.draft_sheets import plan_draft
from drafts.queries.room import Room, draft_with_division, load_room
from drafts.services.card_sets import card_rows
from seasons.players_and_parks import CardMinimums
from tests.drafts.imported_files import SourceFile, draft_files, ratings_files, season, season_files, team_files
from tests.drafts.pools import make_pool
from tests.drafts.rooms import division_of, opened
from tournaments.forms.entrant_lists import read_list

logger = logging.getLogger(__name__)
TEAMS = 8


class Counts(NamedTuple):
    """The row counts of a file. `wrong` lists the incorrect results."""

    rows: int
    read: int
    ambiguous: int
    named: int
    wrong: list[Any]


def table_of(source: SourceFile) -> ImportTable:
    ((name, content),) = source.parts.items()
    return read_table_file(content, name)


def open_ratings(source: SourceFile) -> Counts:
    sheet = read_ratings_sheet(table_of(source))
    cards = card_rows(season())
    overlay = lay_over(cards, sheet.players, {})
    faulty = {fault.place for fault in sheet.faults}
    rows = {player.row: player for player in sheet.players}
    wrong = []
    read = 0
    for row, (code, ratings) in source.key.items():
        if row not in overlay.rated:
            continue
        is_named = rows[row].place in faulty
        if overlay.rated[row].code != code or rows[row].ratings != ratings or is_named != (row in source.named):
            wrong.append((row, code, rows[row]))
        read += not is_named
    return Counts(len(source.key), read, len(overlay.questions), len(overlay.left_out) + len(faulty), wrong)


def open_teams(source: SourceFile) -> Counts:
    entrants = {entrant.line: entrant for entrant in read_list(table_of(source)).entrants}
    results = {
        line: (entrant.team, [person.name for person in entrant.managers], entrant.managers[0].home_town)
        for line, entrant in entrants.items()
    }
    wrong = [(line, result) for line, result in results.items() if source.key.get(line) != result]
    return Counts(len(source.key), len(results), 0, 0, wrong)


def open_season(source: SourceFile) -> Counts:
    files = [NamedFile(name, content) for name, content in source.parts.items()]
    table = read_files(files, year=source.year)
    own = read_own_season(table, source.year, ColumnChoices(), CardMinimums())
    by_identity = {(player.name, tuple(player.counts.values())): player for player in own.season.players}
    by_name: dict[str, list[Any]] = {}
    for player in own.season.players:
        by_name.setdefault(player.name, []).append(player)
    wrong = []
    read = 0
    expected = {code: player for code, player in source.key.items() if any(player.counts.values())}
    for player in expected.values():
        result = by_identity.get((player.name, tuple(player.counts.values())))
        if result is None:
            if player.name in by_name:
                wrong.append((player.name, [namesake.counts for namesake in by_name[player.name]]))
            continue
        read += 1
        if not (set(result.bats) <= set(player.bats) and set(result.throws) <= set(player.throws)):
            wrong.append((player.name, result.bats, result.throws, player.bats, player.throws))
        if not set(result.positions) <= {*player.positions}:
            wrong.append((player.name, result.positions, player.positions))
    return Counts(len(expected), read, 0, len(own.unused), wrong)


def open_draft(room: Room, source: SourceFile) -> Counts:
    plan = plan_draft(room, table_of(source), ColumnChoices(), {})
    results = {}
    for overall, pick in plan.picks.items():
        name = "" if pick.unused == "passed" else pick.uncarded_name or pick.name
        results[overall] = (pick.team.name, name, pick.origin, str(pick.unused))
    wrong = [(overall, result) for overall, result in results.items() if source.key.get(overall) != result]
    return Counts(len(source.key), len(results), len(plan.questions), len(plan.faults), wrong)


def drafted_turns(room: Room) -> list[list[str]]:
    cards = [card for card in room.pool if card.eligible and "(" not in card.name]
    parks = list(room.draft.card_set.ballparks.all())
    turns = []
    for overall in range(1, room.total + 1):
        name = cards.pop(0).name if overall <= 25 * TEAMS else parks.pop(0).name
        turns.append([room.team_at(overall).name, str(room.turn(overall).round), str(overall), name])
    return turns


@pytest.mark.django_db
def test_imports_real_league_files() -> None:
    draft = opened(TEAMS, division=division_of(TEAMS), card_set=make_pool(teams=2 * TEAMS))
    room = load_room(draft_with_division(pk=draft.pk))
    openers: list[tuple[Iterator[SourceFile], Callable[[SourceFile], Counts]]] = [
        (ratings_files(), open_ratings),
        (team_files(), open_teams),
        (draft_files(drafted_turns(room)), partial(open_draft, room)),
        (season_files(), open_season),
    ]
    results = [(source, opener(source)) for sources, opener in openers for source in sources]
    for source, counts in results:
        numbers = (counts.rows, counts.read, counts.ambiguous, counts.named, len(counts.wrong))
        logger.info("%-26s %-22s rows %4d read %4d asked %3d named %3d wrong %d", source.kind, source.name, *numbers)
    assert len(results) >= 40
    assert len({source.kind for source, _ in results}) == 12
    assert {source.name: counts.wrong[:3] for source, counts in results if counts.wrong} == {}
    short = [
        (source.name, *counts[:4])
        for source, counts in results
        if counts.read < 0.9 * counts.rows or counts.read + counts.ambiguous + counts.named < counts.rows
    ]
    assert short == []
