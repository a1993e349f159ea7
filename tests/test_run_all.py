"""Test which tests `make test` reruns, and its final summary."""

from tests.run_all import ROOT, lengths, marked_for_the_database


def test_database_mark_is_limited_to_test_files_in_a_full_run():
    named = marked_for_the_database()
    assert {"tests/games/test_races.py", "tests/weekend/test_moving.py"} <= set(named)
    modules = [path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")]
    setting = [path.name for path in modules if "mark.database" in path.read_text(encoding="utf-8")]
    assert setting == ["run_all.py"]


def test_shows_each_part_and_the_total_in_minutes():
    assert lengths({"On SQLite": 531.6, "On PostgreSQL": 128}) == (
        "On SQLite: 8:52 min; On PostgreSQL: 2:08 min; together: 11:00 min"
    )
