"""Roll notes: the faces that lead to a roll's result, found by trying every face under the game's rules."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any, Final, NamedTuple

from rules_engine.baseball.dice_line import SIDE_TITLES, roll_title, spoken
from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import DiceMissing, GameInputError, ScriptedInput
from rules_engine.baseball.play_by_play import Names, play_in_words

_TENS, _ONES, _SWITCH = "red", "white", "green"  # PTAR1: with the green die, blue can be the tens
MAX_RANGES: Final = 4  # most ranges in a note; a result with more is shown without its numbers


class _NumberDie(NamedTuple):
    name: str
    sides: int
    lowest: int


def note_on_dice(game: Game[Any, Any], record: Record, names: Names) -> str:
    """Return what a play's last dice point to, from the system's own note or their results, or ""."""
    return game.system.dice_note(game, record, names) or roll_note(game, record, names)


def roll_note(game: Game[Any, Any], record: Record, names: Names) -> str:
    """Return the faces that lead to the result of the last dice: "on 13-20: Ash caught stealing; on 1-12: ...", or "".

    Dice that make no difference yet have no note.
    """
    if game.state.over or not isinstance(record[-1][1], int):
        return ""
    dice = _dice_of_last_number(game, record)
    if not dice:
        return ""
    before, rolled = record[: -len(dice)], tuple(int(value) for _, value in record[-len(dice) :])
    results: dict[int, str] = {}
    for faces in product(*(range(die.lowest, die.lowest + die.sides) for die in dice)):
        trial = (*before, *((die.name, face) for die, face in zip(dice, faces, strict=True)))
        result = _result(game, trial, names)
        if results.setdefault(_number(dice, faces), result) != result:
            return ""  # these dice aren't read as one number
    return _in_words(results, _number(dice, rolled))


def _dice_of_last_number(game: Game[Any, Any], record: Record) -> list[_NumberDie]:
    """Return the dice at the end of the record that are read together as one number."""
    names = [name for name, _ in record]
    last = names[-1]
    stem, _, number = last.rpartition("_")
    count = int(number) if number.isdigit() and names[-int(number) :] == _numbered(stem, int(number)) else 1
    if last.endswith(_ONES):
        prefix = last.removesuffix(_ONES)
        if f"{prefix}{_SWITCH}" in names[-4:]:
            return []
        count = 2 if names[-2:-1] == [f"{prefix}{_TENS}"] else 1
    dice = [_die_at(game, record, len(record) - count + place) for place in range(count)]
    return [die for die in dice if die is not None]


def _numbered(stem: str, count: int) -> list[str]:
    return [f"{stem}_{place}" for place in range(1, count + 1)]


def _die_at(game: Game[Any, Any], record: Record, place: int) -> _NumberDie | None:
    """Return the die that the play needs at this point in the record."""
    try:
        game.try_out(ScriptedInput(record[:place]))
    except DiceMissing as missing:
        return _NumberDie(missing.name, missing.sides, missing.lowest)
    except GameInputError:
        return None
    return None


def _result(game: Game[Any, Any], record: Record, names: Names) -> str:
    """Return what follows these dice: the play in words, or the next roll or decision."""
    try:
        play = game.try_out(ScriptedInput(record)).play
    except DiceMissing as missing:
        if missing.sides:
            title = roll_title(game.system.roll_titles, missing.name, missing.sides).partition(",")[0]
            return f"then the {title}"
        return f"then the {SIDE_TITLES[missing.side]} decides ({spoken(missing.name)})"
    except GameInputError:
        return ""
    state = game.state
    event = PlayMade(play, state.batting.batter, state.fielding.pitcher, record)
    return play_in_words(state, event, names, game.system.play_note)


def _number(dice: Sequence[_NumberDie], faces: Sequence[int]) -> int:
    """Return the number on these dice: tens and ones for the red and white dice, otherwise the sum."""
    return 10 * faces[0] + faces[1] if dice[-1].name.endswith(_ONES) and len(faces) > 1 else sum(faces)


def _in_words(results: dict[int, str], rolled: int) -> str:
    """Return a roll's result with its numbers, plus the opposite result if there are two."""
    result = results[rolled]
    alternatives = dict.fromkeys(text for text in results.values() if text != result)
    if not alternatives or not result:
        return ""
    numbers = numbers_text(results, result)
    if numbers.count(",") > MAX_RANGES:
        return result
    words = f"on {numbers}: {result}"
    if len(alternatives) == 1 and (opposite := next(iter(alternatives))):
        words += f"; on {numbers_text(results, opposite)}: {opposite}"
    return words


def numbers_text(results: Mapping[int, str], result: str) -> str:
    """Return a result's numbers as ranges, such as "1-12" or "2, 11-12"."""
    return ", ".join(_ranges(sorted(results), [number for number in sorted(results) if results[number] == result]))


def _ranges(numbers: Sequence[int], chosen: Sequence[int]) -> Iterator[str]:
    """Yield the runs of consecutive `chosen` numbers in `numbers`."""
    following = dict(pairwise(numbers))
    first = previous = chosen[0]
    for number in [*chosen[1:], None]:
        if number is None or following.get(previous) != number:
            yield str(first) if first == previous else f"{first}-{previous}"
            first = number if number is not None else first
        previous = number if number is not None else previous
