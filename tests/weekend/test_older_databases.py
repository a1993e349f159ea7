"""Test that an earlier version's database can be migrated, with working pages and unchanged standings and seals.

`python -m tests.older_databases` stores a database of the current version, once per tag.
"""

import csv
import gzip
import io
import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

# columns that 0.2.0 estimated and that an exact search now fills
SEARCHED_EXACTLY_SINCE = {"Magic", "Advances"}
ROOT = Path(__file__).parents[2]
OLDER = sorted((ROOT / "tests" / "older_databases").glob("*.sqlite3.*z"))

# requested in a separate process, so that the pages come from the migrated database only
ASK = """
import json, django
HOLDS = "The sheet matches what was signed."
django.setup()
from django.test import Client
from pitching.models import SignOff
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Tournament
tournament = Tournament.objects.get()
director = Client()
director.post(f"/join/{link_token(Access.objects.filter(tournament=tournament, role=Role.DIRECTOR).first())}/")
names = ("", "dashboard/", "people/", "schedule/", "results/", "standings/", "rosters/", "log/", "rules/", "print/")
pages = [f"/t/{tournament.slug}/{name}" for name in names]
pages += [series.get_absolute_url() for series in tournament.series.all()]
codes = [f"/check/{signed.code}/" for signed in SignOff.objects.all()]
print(json.dumps({
    "faults": [page for page in pages if director.get(page, follow=True).status_code != 200],
    "pages": len(pages),
    "broken": [code for code in codes if HOLDS not in " ".join(director.get(code).content.decode().split())],
    "codes": len(codes),
    "standings": director.get(f"/t/{tournament.slug}/export/standings.csv").content.decode("utf-8-sig"),
    "edition": json.loads(tournament.profile_text)["name"],
}))
"""


@pytest.mark.parametrize("older", OLDER, ids=lambda path: path.name)
def test_older_database_opens_with_all_its_data(older: Path, tmp_path: Path) -> None:
    database = tmp_path / "pennant.sqlite3"
    unpack = gzip.decompress if older.suffix == ".gz" else lzma.decompress
    database.write_bytes(unpack(older.read_bytes()))
    place = {"PENNANT_DATA": str(tmp_path), "DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": ""}
    environment = {**os.environ, **place, "DJANGO_SETTINGS_MODULE": "config.settings", "ALLOWED_HOSTS": "*"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    completed = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    seen = json.loads(completed.stdout)
    assert (seen["faults"], seen["broken"], seen["edition"]) == ([], [], "purestrat")
    assert seen["pages"] > 35
    assert seen["codes"] > 20
    now = list(csv.DictReader(io.StringIO(seen["standings"])))
    expected_file = older.with_name(f"{older.name.partition('.sqlite3.')[0]}.standings.csv")
    expected_rows = list(csv.DictReader(io.StringIO(expected_file.read_text(encoding="utf-8"))))
    # later versions may add columns, but the old columns' values don't change
    columns = [name for name in expected_rows[0] if name not in SEARCHED_EXACTLY_SINCE]
    assert len(columns) > 10
    assert [{name: row[name] for name in columns} for row in now] == [
        {name: _corrected(row)[name] for name in columns} for row in expected_rows
    ]


def _corrected(row: dict[str, str]) -> dict[str, str]:
    """Return the row with games behind corrected, because files without decimals doubled the number."""
    is_doubled = row.get("Behind", "").isdecimal()
    return row | ({"Behind": str(int(row["Behind"]) / 2)} if is_doubled else {})
