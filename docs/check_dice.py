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
        faults.append("The secret does not have the published hash.")
    for part, part_hash in zip(record["parts"], record["part_hashes"], strict=True):
        if hashlib.sha256(part.encode()).hexdigest() != part_hash:
            faults.append(f"The value {part!r} does not have its published hash.")
    for number, roll in enumerate(record["rolls"], start=1):
        face = face_of(record, number, roll["sides"], roll["lowest"])
        if (roll["number"], roll["face"]) != (number, face):
            faults.append(f"Roll {number}, {roll['name']}: {roll['face']} is recorded, {face} is right.")
    rolled = {(roll["name"], roll["face"]) for roll in record["rolls"]}
    for count, dice in enumerate(record["plays"], start=1):
        for name, face in dice:
            if (name, face) not in rolled:
                faults.append(f"Play {count}: {name} {face} was never rolled.")
    return faults


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        record = json.load(file)
    faults = faults_of(record)
    sys.stdout.write("\n".join(faults) + "\n" if faults else f"All {len(record['rolls'])} rolls check out.\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
