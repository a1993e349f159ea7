"""Every committed roll of a finished game and what it was made of, so that anyone can check it."""

from collections.abc import Mapping
from typing import Any, Final

from play.models import TableEvent, TableGame
from rules_engine.baseball.committed_dice import committed_number, part_hash, secret_hash

FORMAT: Final = "Pennant dice, 1"


def dice_record(game: TableGame) -> dict[str, Any]:
    """Return the record of a finished game with committed dice as JSON values."""
    parts = [seat.part for seat in game.seats.order_by("team")]
    rows = TableEvent.objects.filter(game=game).order_by("number").values_list("rolls", "log")
    rolls: list[dict[str, Any]] = []
    plays: list[list[list[Any]]] = []
    for row_rolls, log in rows:
        rolls += [dict(zip(("number", "name", "sides", "lowest", "face"), roll, strict=True)) for roll in row_rolls]
        plays += [_dice_of(event["record"]) for event in log if event.get("record")]
    return {
        "format": FORMAT,
        "game": game.public_id,
        "teams": list(game.names),
        "secret": game.secret,
        "secret_hash": game.secret_hash,
        "parts": parts,
        "part_hashes": [part_hash(part) for part in parts],
        "rolls": rolls,
        "plays": plays,
    }


def _dice_of(record: list[list[Any]]) -> list[list[Any]]:
    return [entry for entry in record if isinstance(entry[1], int)]


def dice_faults(record: Mapping[str, Any]) -> list[str]:
    """Check a record and return what is wrong with it: hashes, each roll, and each die of a play."""
    faults = []
    if secret_hash(record["secret"]) != record["secret_hash"]:
        faults.append("The secret does not have the published hash.")
    if [part_hash(part) for part in record["parts"]] != record["part_hashes"]:
        faults.append("A manager's value does not have its published hash.")
    away, home = record["parts"]
    for number, roll in enumerate(record["rolls"], start=1):
        face = roll["lowest"] + committed_number(record["secret"], (away, home), number, roll["sides"])
        if (roll["number"], roll["face"]) != (number, face):
            faults.append(f"Roll {number}, {roll['name']}: {roll['face']} is recorded, {face} is right.")
    rolled = {(roll["name"], roll["face"]) for roll in record["rolls"]}
    for count, dice in enumerate(record["plays"], start=1):
        faults += [
            f"Play {count}: {name} {face} was never rolled." for name, face in dice if (name, face) not in rolled
        ]
    return faults
