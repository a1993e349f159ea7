"""Store a small database of this version with `python -m tests.older_databases`. Run it for every tag.

The file name has the version and the newest migrations. Stored databases never change.
"""

import lzma
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from pennant_baseball import VERSION

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MOST = 100_000  # bytes, because many versions will follow
FILL = """
import sys, django
django.setup()
from django.core.management import call_command
from django.test import Client
from drafts.models import PlayerCard
from tournaments.models import Access
from weekend.practice.weekend import PracticeField, build_weekend
call_command("migrate", verbosity=0)
field = PracticeField(managed=8, divisions=1, has_imputed_team=False)
made = build_weekend(stage="round_robin", seed=1903, field=field)
Access.objects.create(tournament=made, role="director", label="Director", nonce="kept")
PlayerCard.objects.filter(picks=None).delete()
sys.stdout.buffer.write(Client().get(f"/t/{made.slug}/export/standings.csv").content.decode("utf-8-sig").encode())
"""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "pennant.sqlite3"
        place = {"PENNANT_DATA": folder, "DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": ""}
        environment = {**os.environ, **place, "DJANGO_SETTINGS_MODULE": "config.settings"}
        made = subprocess.run([sys.executable, "-c", FILL], cwd=ROOT, env=environment, check=True, capture_output=True)
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
            newest = connection.execute("SELECT name FROM django_migrations WHERE app = 'tournaments' ORDER BY name")
            name = f"{VERSION}-tournaments-{newest.fetchall()[-1][0][:4]}"
        content = lzma.compress(database.read_bytes(), preset=9)
    if len(content) > MOST:
        sys.exit(f"{len(content)} bytes are too many: at most {MOST}, for one comes with every tag.")
    snapshot = HERE / f"{name}.sqlite3.xz"
    if snapshot.exists():
        sys.exit(f"{snapshot.name} is kept already; a database that was kept is not changed.")
    snapshot.write_bytes(content)
    (HERE / f"{name}.standings.csv").write_bytes(made.stdout)
    sys.stdout.write(f"{snapshot.name}: {len(content)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
