"""Injuries: checked once the game is over, the pitchers first, then a man of each starting line-up."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rules_engine.baseball.events import Hurt, PlayMade
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.table import Recorder, Table
from rules_engine.systems.pine_tar.ball.dice import HURT, single_die, two_dice
from rules_engine.systems.pine_tar.cards.cards import Injury
from rules_engine.systems.pine_tar.scorebook.book import Book

MOST_OF_A_KIND: Final = 1  # PTIN2: a pitcher and a position player of each team


def is_hurt(rating: Injury | None, roll: int) -> bool:
    """PTIN1: hurt on a roll up to his number."""
    return rating is not None and roll <= rating.top


def games_missed(lengths: Mapping[str, Sequence[int]], rating: Injury, die: int) -> int:
    """PTIN1: the row of his letter and a single die; a letter the table does not have is its last row."""
    return lengths[rating.letter if rating.letter in lengths else max(lengths)][die]


def kind_is_checked(hurt_of_the_kind: int) -> bool:
    """PTIN2: while one of the kind is out, nobody else of it is checked."""
    return hurt_of_the_kind < MOST_OF_A_KIND


def slot_checked(die: int, pitchers: Collection[int]) -> int | None:
    """PTIN3: the place in the starting line-up, 1 to 9; none on a 0, nor where the pitcher batted."""
    return None if die == 0 or die in pitchers else die


def first_game_back(hurt_in: int, length: int) -> int:
    """PTIN3: the game in which he was hurt does not count."""
    return hurt_in + length + 1


def checks_after_game(table: Table, book: Book, log: GameLog) -> list[Hurt]:
    """PTIN2, PTIN3: of each team everybody who pitched, in order of appearance, then a man of its starting line-up."""
    hurt: list[Hurt] = []
    for team, injured in enumerate(book.injured):
        hurt += checked_pitchers(table, book, pitchers_in_order(log, team), injured.pitchers)
        if kind_is_checked(injured.position_players):
            hurt += _position_player(table, book, log, team)
    return hurt


def checked_pitchers(table: Table, book: Book, pitchers: Sequence[str], injured: int) -> list[Hurt]:
    """PTIN2, PTIN3: a check for each until one is hurt."""
    for man in pitchers:
        if not kind_is_checked(injured):
            break
        if event := check(table, book, man):
            return [event]
    return []


def pitchers_in_order(log: GameLog, team: int) -> list[str]:
    """PTIN3: who pitched for this team, the starter first."""
    plays = (event.pitcher for before, event in log.in_force() if isinstance(event, PlayMade) and before.bottom != team)
    return list(dict.fromkeys(plays))


def _position_player(table: Table, book: Book, log: GameLog, team: int) -> list[Hurt]:
    recorder = Recorder(table)
    order = log.start.sides[team].order
    pitchers = [place for place, man in enumerate(order, start=1) if book.is_pitcher(man)]
    slot = slot_checked(single_die(recorder, "hurt_slot"), pitchers)
    event = check(recorder, book, order[slot - 1]) if slot else None
    return [Hurt(event.man, event.length, event.unit, event.rule, tuple(recorder.record))] if event else []


def check(table: Table, book: Book, man: str) -> Hurt | None:
    """PTIN1: a roll against his rating, and a die for the length."""
    rating, recorder = book.cards[man].injury, Recorder(table)
    if rating is None or not is_hurt(rating, two_dice(recorder, book.edition.options, HURT)):
        return None
    length = games_missed(book.charts.injury_length, rating, single_die(recorder, "hurt_length"))
    return Hurt(man, length, "games", "PTIN1", tuple(recorder.record))
