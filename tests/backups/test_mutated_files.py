"""Test that tournament files with random changes affect nothing outside their own tournament.

`python -m tests.drills --hostile 100000` tries that many files.
"""

import os
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections

from backups.checked_copies import make_tables
from backups.table_rows import sqlite_file
from backups.transfer import write_tournament
from tests.backups.mutated_files import Mutator
from tests.backups.test_backups import log_action
from tests.factories import TournamentFactory
from tournaments.models import Action, Tournament
from weekend.practice.weekend import PracticeField, build_weekend

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("reads_here")]
_FEW = 500
FILES = int(os.environ.get("PENNANT_HOSTILE_FILES", _FEW))
SIGN_UP = PracticeField(managed=4, divisions=1, has_imputed_team=False)
DRAFT = PracticeField(managed=8, divisions=1, has_imputed_team=False)


@pytest.fixture
def _tables_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Create the tables of checked copies from one script, because creating them from the models is much slower."""
    path = tmp_path / "tables.sqlite3"
    with sqlite_file(path) as alias:
        make_tables(alias)
    with closing(sqlite3.connect(path)) as database:
        script = "".join(line for line in database.iterdump() if not line.startswith("INSERT"))

    def make_tables_of_script(alias: str) -> None:
        connections[alias].ensure_connection()
        connections[alias].connection.executescript(script)

    monkeypatch.setattr("backups.checked_copies.make_tables", make_tables_of_script)


@pytest.mark.usefixtures("_tables_once")
def test_mutated_files_change_nothing_outside_their_own_tournament(tmp_path: Path) -> None:
    if FILES <= _FEW:
        made = build_weekend(stage="signup", seed=3, field=SIGN_UP)
    else:
        made = build_weekend(stage="draft", seed=3, field=DRAFT)
    write_tournament(made, tmp_path / "weekend.pennant")
    made.delete()
    log_action(TournamentFactory(name="Another tournament"))
    seed = 1 if FILES <= _FEW else int(time.time())
    count = Mutator(tmp_path / "weekend.pennant", tmp_path, seed).run(FILES)
    sys.stdout.write(
        f"{count.imported:,} imported, {count.refused:,} refused, {len(count.raised)} raised, {len(count.changed)} "
        f"changed others; the slowest took {count.slowest:.2f} s of processor time (seed {seed})\n"
    )
    assert count.raised == []
    assert count.changed == []
    assert count.slowest < 10
    assert count.imported + count.refused == FILES
    assert count.refused > FILES / 4
    assert count.imported > FILES / 10
    assert Tournament.objects.get().name == "Another tournament"
    assert Action.objects.count() == 1
