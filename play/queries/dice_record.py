"""Record every committed roll of a finished game and its source values, so that anyone can verify it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from play.models import TableEvent, TableGame
from rules_engine.baseball.committed_dice import CommittedRoll, committed_number, part_hash, secret_hash
from rules_engine.baseball.events import Event, PlayMade, Rewound, from_document
from rules_engine.baseball.going_back import dice_of
from rules_engine.baseball.log import in_force_back_from

FORMAT: Final = "Pennant dice, 2"


def dice_record(game: TableGame) -> dict[str, Any]:
    """Return a finished game's record of committed dice as JSON values."""
    parts = [seat.part for seat in game.seats.order_by("team")]
    log = _DiceLog()
    actions = TableEvent.objects.filter(game=game).order_by("number")
    for kind, undo_request, rolls, events in actions.values_list("kind", "position__undo", "rolls", "log"):
        requested = kind == TableEvent.Kind.REQUEST_UNDO and undo_request is None
        log.add_action(rolls, events, undoes=requested or kind == TableEvent.Kind.AGREE)
    return {
        "format": FORMAT,
        "game": game.public_id,
        "teams": list(game.names),
        "secret": game.secret,
        "secret_hash": game.secret_hash,
        "parts": parts,
        "part_hashes": [part_hash(part) for part in parts],
        "rolls": [roll._asdict() for roll in log.rolls],
        "undos": log.undos,
        "plays": log.numbered_plays(),
    }


class _PlayDice(NamedTuple):
    """A play's dice by name and face, and the number of rolls made by the time of its action."""

    dice: tuple[tuple[str, int], ...]
    rolls_made: int


@dataclass
class _DiceLog:
    """A game's rolls, undos and events, collected action by action.

    Attributes:
        undos: The roll count at each undo.
        plays: The dice for each play, keyed by event number, including undone plays.
    """

    rolls: list[CommittedRoll] = field(default_factory=list)
    undos: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    plays: dict[int, _PlayDice] = field(default_factory=dict)

    def add_action(
        self, rolls: Sequence[Sequence[Any]], documents: Sequence[Mapping[str, Any]], *, undoes: bool
    ) -> None:
        events = [from_document(document) for document in documents]
        if undoes or any(isinstance(event, Rewound) for event in events):
            self.undos.append(len(self.rolls))
        self.rolls += [CommittedRoll(*roll) for roll in rolls]
        for event in events:
            self.events.append(event)
            if isinstance(event, PlayMade):
                dice = tuple((name, face) for (name, _), face in dice_of(event.record).items())
                self.plays[len(self.events)] = _PlayDice(dice, len(self.rolls))

    def numbered_plays(self) -> list[dict[str, Any]]:
        """Return each play with its roll numbers and whether it was undone."""
        in_force = {*in_force_back_from(self.events, len(self.events))}
        uses = _RollUses(self.rolls)
        plays = []
        for event, play in self.plays.items():
            is_in_force = event in in_force
            numbers = uses.numbers_of(play, is_in_force=is_in_force)
            dice = [[number, *die] for number, die in zip(numbers, play.dice, strict=True)]
            plays.append({"undone": not is_in_force, "dice": dice})
        return plays


class _RollUses:
    """Match each die of the plays to its roll, in the order of the plays."""

    def __init__(self, rolls: Sequence[CommittedRoll]) -> None:
        self._rolls = [(roll.name, roll.face) for roll in rolls]
        self._newest = 0
        self._used_in_force: set[int] = set()

    def numbers_of(self, play: _PlayDice, *, is_in_force: bool) -> list[int]:
        """Return the roll number for each die, or 0 for a die that was never rolled."""
        used = {*self._used_in_force}
        numbers: list[int] = []
        for die in play.dice:
            numbers.append(self._number_of(die, used, play.rolls_made))
            used.add(numbers[-1])
        if is_in_force:
            self._used_in_force = used
        return numbers

    def _number_of(self, die: tuple[str, int], used: Collection[int], rolls_made: int) -> int:
        following = self._newest + 1
        earlier = range(self._newest, 0, -1)
        skipped_to = range(following + 1, rolls_made + 1)
        fitting = (number for number in (following, *earlier, *skipped_to) if self._is(number, die))
        number = next((number for number in fitting if number not in used), 0)
        self._newest = max(self._newest, number)
        return number

    def _is(self, number: int, die: tuple[str, int]) -> bool:
        return number <= len(self._rolls) and self._rolls[number - 1] == die


def undone_count(record: Mapping[str, Any]) -> int:
    return sum(play["undone"] for play in record["plays"])


def rolls_after_last_play(record: Mapping[str, Any]) -> int:
    """Return the number of rolls after the last play.

    These rolls were made after the last out or for an unfinished play.
    """
    last = max((number for play in record["plays"] for number, _, _ in play["dice"]), default=0)
    return len(record["rolls"]) - last


def dice_faults(record: Mapping[str, Any]) -> list[str]:
    """Check a record's hashes, rolls and play dice, and return a list of errors."""
    return [*_hash_faults(record), *_roll_faults(record), *_play_faults(record)]


def _hash_faults(record: Mapping[str, Any]) -> Iterable[str]:
    if secret_hash(record["secret"]) != record["secret_hash"]:
        yield "The secret doesn't match its published hash."
    if [part_hash(part) for part in record["parts"]] != record["part_hashes"]:
        yield "A manager's value doesn't match its published hash."


def _roll_faults(record: Mapping[str, Any]) -> Iterable[str]:
    away, home = record["parts"]
    for number, roll in enumerate(record["rolls"], start=1):
        face = roll["lowest"] + committed_number(record["secret"], (away, home), number, roll["sides"])
        if (roll["number"], roll["face"]) != (number, face):
            yield f"Roll {number}, {roll['name']}: {roll['face']} is recorded, but {face} is correct."


def _play_faults(record: Mapping[str, Any]) -> Iterable[str]:
    """Check that plays use each roll once and in order. Only an undo can leave a roll unused or reuse it."""
    rolled = {roll["number"]: (roll["name"], roll["face"]) for roll in record["rolls"]}
    undos = {*record["undos"]}
    newest = 0
    used: set[int] = set()
    for count, play in enumerate(record["plays"], start=1):
        for number, name, face in play["dice"]:
            die = f"Play {count}: {name} {face}"
            if rolled.get(number) != (name, face):
                yield f"{die} is not roll {number}."
            elif number > newest + 1 and number - 1 not in undos:
                yield f"{die} is roll {number}, but roll {newest + 1} is next."
            elif number <= newest and number > max(undos, default=0):
                yield f"{die} is roll {number} again, but nothing was undone after it."
            elif number in used and not play["undone"]:
                yield f"{die} is roll {number}, which another play used."
            newest = max(newest, number)
        if not play["undone"]:
            used.update(number for number, _, _ in play["dice"])
