"""Run random sequences at play tables in one database, with the seats on two web processes that get killed.

The sequences play every ruleset in turn. Afterward, each game with the server's dice is played to its end, and
docs/check_dice.py checks its record.
"""

import argparse
import random
import sys
import time
from collections import Counter

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report

_STEPS = 30  # requests in a sequence
_REPORTED = 10  # sequences between two progress lines
_PAUSE = 0.2  # seconds until an unanswered form is stored


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a game's final state differs from the engine's, or a seat could do something forbidden."""
    if not arguments.tables:
        return 0
    with database.fresh() as environment:
        return run_module("table_run", database.name, str(arguments.tables), environment=environment)


def main() -> int:
    from play.services.seats import seat_token  # noqa: PLC0415 - needs Django
    from tests.drills.dice_script import check_dice_record  # noqa: PLC0415
    from tests.drills.table_devices import TableServers  # noqa: PLC0415
    from tests.drills.table_games import make_cards, rulesets, start_game  # noqa: PLC0415
    from tests.play.engine_game import faults_of  # noqa: PLC0415
    from tests.play.sequences import Surroundings, TableSequence  # noqa: PLC0415
    from tests.play.usual_moves import play_usual_moves  # noqa: PLC0415

    name, number, started = sys.argv[1], int(sys.argv[2]), time.monotonic()
    make_cards(rulesets()[:number])
    servers, counts, faults = TableServers(random.Random(number)), Counter[str](), 0
    try:
        for sequence_number in range(1, number + 1):
            chance = random.Random(f"{name} {sequence_number}")
            game = start_game(sequence_number, chance)
            surroundings = Surroundings(servers.open_device, servers.kill_process)
            sequence = TableSequence(game, surroundings, chance)
            links = {seat.team: f"/play/seat/{seat_token(seat)}/" for seat in game.seats.all()}
            sequence_faults = sequence.run(links, _STEPS)
            time.sleep(_PAUSE)
            sequence_faults += faults_of(game.pk)
            counts["action"] += game.events.count()
            counts["event of a game"] += sum(len(log) for log in game.events.values_list("log", flat=True))
            last_prompt = play_usual_moves(game)
            if not game.is_over:
                sequence_faults.append(f"{game} does not end: {last_prompt}")
            elif game.dice == game.Dice.COMMITTED:
                status, record = servers.open_device().get(f"{game.get_absolute_url()}dice.json")
                check = check_dice_record(record)
                counts["checked roll"] += check.rolls
                sequence_faults += [f"{game}: {status} {check.fault}"] if check.fault else []
            counts += sequence.counts
            faults += len(sequence_faults)
            report(*[f"{sequence_number} {game.ruleset}: {fault[:1000]}" for fault in sequence_faults])
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
