"""Random sequences at play tables in one database, with both seats on different web processes that are killed."""

import argparse
import random
import sys
import time
from collections import Counter

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report

_STEPS = 40  # of a sequence
_REPORTED = 10  # sequences between two lines of the report
_PAUSE = 0.2  # seconds in which a form without an answer is stored
_DICE = ("committed", "committed", "real")


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a game didn't end in the engine's own state, or a seat could do what it must not."""
    if not arguments.tables:
        return 0
    with database.fresh() as environment:
        return run_module("table_run", database.name, str(arguments.tables), environment=environment)


def main() -> int:
    from play.models import TableGame  # noqa: PLC0415 - needs Django
    from play.services.seats import get_ready, seat_token, sit_down  # noqa: PLC0415
    from play.services.starting import StartOptions, create_game, prepare_game  # noqa: PLC0415
    from tabletop.season_plays import season_play_for  # noqa: PLC0415
    from tests.drills.table_devices import TableServers  # noqa: PLC0415
    from tests.play.engine_game import faults_of  # noqa: PLC0415
    from tests.play.sequences import Surroundings, TableSequence  # noqa: PLC0415

    name, number, started = sys.argv[1], int(sys.argv[2]), time.monotonic()
    season_play_for("pine_tar").season("full", "1998")
    servers, counts, faults = TableServers(random.Random(number)), Counter[str](), 0
    try:
        for sequence_number in range(1, number + 1):
            dice = _DICE[sequence_number % len(_DICE)]
            options = StartOptions(ruleset="pine_tar/full", season=1998, away="NYA", home="ATL", dice=dice)
            game, _ = create_game(options=options, network=f"sequence {sequence_number}")
            prepare_game(game.pk)
            for seat in game.seats.select_related("game"):
                sit_down(seat=seat)  # the first device makes a new link
                get_ready(game=game, team=seat.team, part=f"part {seat.team}")
            game = TableGame.objects.get(pk=game.pk)
            surroundings = Surroundings(servers.open_device, servers.kill_process)
            sequence = TableSequence(game, surroundings, random.Random(f"{name} {sequence_number}"))
            links = {seat.team: f"/play/seat/{seat_token(seat)}/" for seat in game.seats.all()}
            sequence_faults = sequence.run(links, _STEPS)
            time.sleep(_PAUSE)
            sequence_faults += faults_of(game.pk)
            counts += sequence.counts
            faults += len(sequence_faults)
            report(*[fault[:1000] for fault in sequence_faults])
            if sequence_number % _REPORTED == 0:
                report(f"  {_summary(sequence_number, counts, faults)}")
    finally:
        servers.stop()
    report(f"{name}: {_summary(number, counts, faults)} ({time.monotonic() - started:.0f} s)")
    return int(faults > 0)


def _summary(sequences: int, counts: Counter[str], faults: int) -> str:
    steps = ", ".join(f"{count} {step.replace('_', ' ')}" for step, count in sorted(counts.items()))
    return f"{sequences} sequences at play tables ({steps}): {faults} faults"


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
