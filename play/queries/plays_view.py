"""Build the views of a game's plays: the last play, the newest plays and the full list."""

from typing import Any, Final

from play.queries.once import once_per_action, once_per_event
from play.queries.people import notes_by_play
from play.queries.player_views import cards_view
from play.queries.stoppages import ruling_line
from play.table import PlayTable, game_before
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.play_by_play import half_title, score_text, sentence
from rules_engine.baseball.play_reading import play_reading

RECENT_PLAYS: Final = 12


@once_per_action
def current_reading_view(table: PlayTable) -> list[str]:
    """Return the readings of the play in progress so far."""
    talk = table.play
    return play_reading(talk.game, talk.record, talk.names, talk.ordered_decisions())


@once_per_event
def headline_view(table: PlayTable) -> dict[str, Any] | None:
    """Return the newest event's number, the changes since the last play, newest first, and the last play."""
    talk, play = table.play, last_play_view(table)
    play_number = play["number"] if play is not None else 0
    numbers = talk.game.log.numbers_in_force()
    if not numbers:
        return None
    return {
        "number": numbers[-1],
        "changes": [play_sentence(talk, number) for number in reversed(numbers) if number > play_number],
        "play": play["sentence"] if play is not None else "",
    }


@once_per_event
def last_play_view(table: PlayTable) -> dict[str, Any] | None:
    """Return the last play with its readings and the card that the dice pointed to."""
    talk = table.play
    log = talk.game.log
    numbers = [number for number in log.numbers_in_force() if isinstance(log.events[number - 1], PlayMade)]
    if not numbers:
        return None
    event = log.events[numbers[-1] - 1]
    assert isinstance(event, PlayMade)
    before = game_before(table, numbers[-1])
    cards = before.system.matchup_cards(before, event.record)
    return {
        "number": numbers[-1],
        "sentence": play_sentence(talk, numbers[-1]),
        "reading": table.readings.get(str(numbers[-1]), []),
        "cards": cards_view(talk, [card for card in cards if card.read is not None]),
    }


@once_per_action
def recent_plays_view(table: PlayTable) -> list[dict[str, Any]]:
    return plays_view(table, RECENT_PLAYS)


def plays_view(table: PlayTable, count: int | None = None) -> list[dict[str, Any]]:
    """Return the play-by-play, newest first, limited to the last `count` events if given.

    `undo_to` is the event to return to in order to undo this event and everything after it. It is None if that is not
    possible, such as for a director's ruling.
    """
    log, first_undo = table.play.game.log, table.first_undo
    numbers = log.numbers_in_force()
    before = dict(zip(numbers, [0, *numbers], strict=False))
    shown = numbers[-count:] if count else numbers
    rulings = [*table.rulings]
    notes = notes_by_play(table)
    plays = []
    for number in reversed(shown):
        while rulings and rulings[-1].after >= number:
            plays.append(ruling_line(table, rulings.pop()))
        line = _play_line(table, number, before[number], first_undo)
        plays.append(line | {"notes": notes.get(number, [])})
    if len(shown) == len(numbers):
        plays += [ruling_line(table, ruling) for ruling in reversed(rulings)]
    return plays


def _play_line(table: PlayTable, number: int, before: int, first_undo: int) -> dict[str, Any]:
    talk, log = table.play, table.play.game.log
    state_before, state_after = log.state_after(before), log.state_after(number)
    has_new_score = state_after.score != state_before.score
    return {
        "number": number,
        "half": half_title(state_before),
        "sentence": play_sentence(talk, number),
        "score": score_text(state_after, talk.teams) if has_new_score else "",
        "reading": table.readings.get(str(number), []),
        "undo_to": before if before >= first_undo else None,
        "is_play": isinstance(log.events[number - 1], PlayMade),
    }


def play_sentence(talk: Dialogue, number: int) -> str:
    log = talk.game.log
    before, event = log.state_after(number - 1), log.events[number - 1]
    return sentence(before, event, talk.names, talk.game.system.play_note, talk.teams)
