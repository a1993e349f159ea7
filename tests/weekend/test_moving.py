"""Test moving a weekend from a laptop to PostgreSQL, Redis and two web processes, and back, following the guide."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.installation import PostgresDatabase, Site
from tests.drills.visitor import Visitor
from tests.hosted import on_postgresql_alone

pytestmark = [pytest.mark.database, on_postgresql_alone]
BUILD = """
from tests.factories import AccessFactory
from tests.games.building import League, complete_games
from tests.backups.picture import digest
from tournaments.access.links import link_token
league = League(rounds=2)
league.save(complete_games(league, league.series[0]))
link = link_token(AccessFactory(tournament=league.tournament))
print(league.series[1].get_absolute_url(), link, digest(league.tournament))
"""
DIGEST = """
from tests.backups.picture import digest
from tournaments.models import Tournament
Tournament.objects.get()
from tournaments.models import Action
Action.objects.filter(verb="restore_copy").delete()
print(digest(Tournament.objects.get()))
"""
KEY = {"SECRET_KEY": "one for both installations " * 2}


class Laptop(Site):
    """A laptop on SQLite, whatever database the run uses."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        super().__init__(folder)
        self._postgres: PostgresDatabase | None = None
        self.environment |= KEY | {"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "REDIS_URL": ""}


class Host(Site):
    """A host on PostgreSQL and Redis, with two web processes."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        super().__init__(folder)
        self.environment |= KEY

    def start_web(self, command: list[str] | None = None, **environment: str) -> None:
        words = ["-m", "uvicorn", "config.asgi:application", "--port", str(self.port), "--workers", "2"]
        super().start_web([*words, "--lifespan", "off", "--log-level", "warning"], **environment)


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[tuple[Laptop, Host, Laptop]]:
    three = (Laptop(tmp_path / "laptop"), Host(tmp_path / "host"), Laptop(tmp_path / "another laptop"))
    try:
        yield three
    finally:
        for site in three:
            site.close()


def test_weekend_moves_to_a_host_and_back_with_all_links(sites: tuple[Laptop, Host, Laptop], tmp_path: Path) -> None:
    laptop, host, another = sites
    assert os.environ.get("REDIS_URL"), "the second run has a Redis"
    laptop.make_tables()
    series, link, before = laptop.shell(BUILD).split()
    laptop.manage("backup", str(tmp_path / "there.zip"))

    host.open()
    host.manage("restore", str(tmp_path / "there.zip"), "--yes")
    assert host.shell(DIGEST) == before
    with_a_link(host, series, link)
    host.manage("backup", str(tmp_path / "back.zip"))

    another.open()
    another.manage("restore", str(tmp_path / "back.zip"), "--yes")
    with_a_link(another, series, link)


def with_a_link(site: Site, series: str, link: str) -> None:
    """Check that the director's old link opens, and that either process saves a submitted form."""
    for number in range(4):
        director = Visitor(site.port)
        try:
            director.sign_in(link)
            assert director.get(series)[0] == 200, site.errors()[-3000:]
            assert director.send(f"{series}ask/", {"question": f"Question {number} at {site.port}"})[0] == 302
        finally:
            director.hang_up()
    counted = "from games.models import RulingRequest as R; print(R.objects.filter(question__endswith='{}').count())"
    assert site.shell(counted.format(f"at {site.port}")) == "4"
