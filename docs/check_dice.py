"""Check the dice of a Pennant game without Pennant: python check_dice.py dice.json

Download dice.json from the page of the game's dice after the last out. reference/dice-record.md has its format. Compare
`secret_hash` and `part_hashes` with those that you noted before the first pitch: the file can't prove its own age.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

WORDS = 2**32


def face_of(record: dict[str, Any], number: int, sides: int, lowest: int) -> int:
    """Return the face of roll `number`: the first 32-bit word of the HMACs that is not too large to be fair."""
    limit = WORDS - WORDS % sides
    attempt = 0
    while True:
        message = "|".join([*record["parts"], str(number), str(attempt)]).encode()
        digest = hmac.digest(bytes.fromhex(record["secret"]), message, "sha256")
        for start in range(0, 32, 4):
            word = int.from_bytes(digest[start : start + 4], "big")
            if word < limit:
                return lowest + word % sides
        attempt += 1


def faults_of(record: dict[str, Any]) -> list[str]:
    """Return what is wrong with a record, one line for each fault."""
    faults = []
    if hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest() != record["secret_hash"]:
        faults.append("The secret doesn't match its published hash.")
    for part, part_hash in zip(record["parts"], record["part_hashes"], strict=True):
        if hashlib.sha256(part.encode()).hexdigest() != part_hash:
            faults.append(f"The value {part!r} doesn't match its published hash.")
    for number, roll in enumerate(record["rolls"], start=1):
        face = face_of(record, number, roll["sides"], roll["lowest"])
        if (roll["number"], roll["face"]) != (number, face):
            faults.append(f"Roll {number}, {roll['name']}: {roll['face']} is recorded, but {face} is correct.")
    faults += play_faults(record)
    return faults


def play_faults(record: dict[str, Any]) -> list[str]:
    """Check that plays use the rolls in order, each once. Only an undo lets a roll wait, or count again."""
    faults = []
    rolled = {roll["number"]: (roll["name"], roll["face"]) for roll in record["rolls"]}
    newest, used = 0, set()
    for count, play in enumerate(record["plays"], start=1):
        for number, name, face in play["dice"]:
            waited = number > newest + 1 and number - 1 not in record["undos"]
            counts_again = number <= newest and number > max(record["undos"], default=0)
            shared = number in used and not play["undone"]
            if rolled.get(number) != (name, face) or waited or counts_again or shared:
                faults.append(f"Play {count}: {name} {face} can't be roll {number}.")
            newest = max(newest, number)
        used |= set() if play["undone"] else {number for number, _, _ in play["dice"]}
    return faults


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        record = json.load(file)
    faults = faults_of(record)
    undone = sum(play["undone"] for play in record["plays"])
    last = max((number for play in record["plays"] for number, _, _ in play["dice"]), default=0)
    sys.stdout.write("\n".join(faults or [f"All {len(record['rolls'])} rolls check out."]) + "\n")
    sys.stdout.write(f"Plays undone: {undone}. Rolls after the last play: {len(record['rolls']) - last}.\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
