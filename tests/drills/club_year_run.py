"""Simulate a club year: weekends, an internet month and a Worlds, with scripted managers on a running site.

Each fact is entered once. Separate code recalculates the season's points, a static page of the club frames the
standings, a plugin calculates points, and the whole year moves to a second server.
"""

import argparse
import re
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.drills.club_year.doors import Api
from tests.drills.club_year.plans import SMALL_YEAR, WHOLE_YEAR, TournamentPlan
from tests.drills.club_year.plugin import install_example
from tests.drills.club_year.site import empty_site, open_site
from tests.drills.club_year.year import ClubYear, YearReport
from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report

_ERROR: Final = re.compile(r"[\w.]+(Error|Exception|Refused): ")


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if anything was entered twice, miscounted, or lost in the move."""
    if not arguments.club_year:
        return 0
    url = f"{database.server_url.rsplit('/', 1)[0]}/postgres" if database.is_postgresql else "sqlite://"
    return run_module("club_year_run", database.name, environment=database.environment(url))


def play_year(plans: Sequence[TournamentPlan], folder: Path) -> YearReport:
    """Play the tournaments on a site in this directory, check them, and move the year to a second site."""
    packages = install_example(folder)
    with ExitStack() as stack:
        site = stack.enter_context(open_site(folder / "first", packages))
        link = site.organizer_link()
        token = link.rstrip("/").rsplit("/", 1)[1]
        year = ClubYear(Api(site.port, token), link, plans, lambda sentence: report(f"  {sentence}"))
        year.play()
        year.check_entries()
        year.check_points()
        year.check_embedded_standings(folder)
        year.check_plugin()
        second = stack.enter_context(empty_site(folder / "second", packages))
        year.check_move(second, token, folder)
        errors = [line for own in (site, second) for line in own.errors().splitlines() if _ERROR.match(line)]
        year.report.faults += [f"in a server's log: {error}" for error in errors]
    return year.report


def main() -> int:
    plans = SMALL_YEAR if "--small" in sys.argv else WHOLE_YEAR
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pennant-year-") as folder:
        year = play_year(plans, Path(folder))
    report(*year.lines, *[f"  fault: {fault}" for fault in year.faults])
    used = [resource.getrusage(processes) for processes in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(own.ru_utime + own.ru_stime for own in used)
    report(
        f"{sys.argv[1]}: a club year of {len(plans)} tournaments, {len(year.faults)} faults "
        f"({time.monotonic() - started:.0f} s, {processor:.0f} s of processor time)"
    )
    return int(bool(year.faults))


if __name__ == "__main__":
    sys.exit(main())
