"""Vocabulary for times: of a mistake's discovery, a stopped game, outside help, or the stage of a tournament."""

import re

from rules_engine.eligibility.violations import Stage, stage_of_game
from tests.conformance.words.reading import UnknownWords, clauses, counted, happened, number, pick, plain, says

SIGNED = r"\bsign(ed|ing|s)?\b|signature"
NEXT_SERIES = r"\b(next|new|subsequent|another|following|later|different|second) series\b|\bnext round\b"
LATER_GAME = (
    r"\b(next|subsequent|later|following|second|third|fourth|fifth|another|new) game\b"
    r"|\bgame (two|three|four|five|[2-9])\b(?=.*(begun|began|start|under ?way|in progress|being played))"
)
GAME_OVER = (
    r"game (has |had |was |is )?(already |been )*(over|ended|ends|complete|finish|done|conclude)|completed game"
    r"|(?<=after )(the|that|this)( \w+)? (game|series)\b|end of the (game|series)|between (the )?games?\b"
    r"|after game \d|final out|(completion|conclusion) of (\w+ )*game|all (the )?games"
    r"|series (has |had |was |is )?(already |been )*(over|ended|complete|finish)"
)
IN_PROGRESS = (
    r"in progress|(during|in) (the|that|this|the same) game|same (half )?inning|(inning|batter|pitch|out|play)s? later"
    r"|being played|still playing|immediately|at once|mid-?(inning|game)|half inning|next batter|inning|still on\b"
    r"|\b(top|bottom) of|right away|straight away|as soon as|promptly"
)
ABOUT_MISTAKE = r"mistake|error|violation"


def stage_of(field: str, text: str) -> Stage:
    """T0.06: return the stage of the game or tournament when a mistake was discovered."""
    signed, next_series = happened(text, SIGNED), happened(text, NEXT_SERIES)
    later, over = _later_game(text), happened(text, GAME_OVER)
    if signed is next_series is later is over is None and not says(text, IN_PROGRESS):
        raise UnknownWords(field, text, "games and series started or over, sheets signed or not, play in progress")
    return stage_of_game(
        game_over=bool(over),
        later_game_started=bool(later),
        sheet_signed=bool(signed),
        next_series_started=bool(next_series),
    )


def _later_game(text: str) -> bool | None:
    """Return whether the game is later: "during the next game", "in game 3 ... the mistake was made in game 1"."""
    outcomes = [happened(clause, LATER_GAME) for clause in clauses(text) if not re.search(ABOUT_MISTAKE, clause)]
    made = [_game_named(clause) for clause in clauses(text) if re.search(ABOUT_MISTAKE, clause)]
    games = [_game_named(clause) for clause in clauses(text) if not re.search(ABOUT_MISTAKE, clause)]
    if any(made) and any(games):
        return max(filter(None, games)) > max(filter(None, made))
    if outcomes.count(None) == len(outcomes):
        return None
    return True in outcomes


def _game_named(clause: str) -> int:
    """Return the number in "game 3" or "the third game", or 0 if there is none or that game had not started."""
    named = re.search(r"game (\d+)", clause) or re.search(r"(\w+) game\b", clause)
    if named is None or re.search(r"\b(before|not|until)\b", clause):
        return 0
    return number("game", named[1], default=0)


def outs_when_stopped(field: str, text: str | dict[str, object]) -> int:
    """Return both sides' outs: "end of 5th", "middle of the 6th", "top of the 7th, 2 outs", "after 5 innings"."""
    if isinstance(text, dict):
        text = f"{text.get('half', 'end')} of {text['inning']}, {text.get('outs', 0)} outs"
    outs = counted(text, "outs?|away|down") or 0
    inning = number(field, re.sub(r"\b\w+ (outs?|away|down)\b", "", plain(text)))
    top_is_over = r"(after|end of|completed?|close of)( the)? top|top .*(over|complete)|middle|\bmid\b|between halves"
    all_over = r"(after|end of|completed?|close of)( the)? bottom|bottom .*(over|complete)"
    parts = (
        (top_is_over, 3),
        (all_over, 6),
        (r"bottom|\bbot\b|home half", 3 + outs),
        (r"\btop\b|visitor|start of|beginning of", outs),
        (r"\bend\b|after|complete|full|through|\binnings\b", 6),
        (r"inning|\d(st|nd|rd|th)", outs),
    )
    return (inning - 1) * 6 + pick(field, text, parts)


def at_beginning_of_half(field: str, text: str) -> bool:
    """T0.15: return whether a defensive move comes at the beginning of a half-inning, not in the middle."""
    begins = r"\bbegin|start|between (half )?innings|before the (first|half|next half|leadoff)|top of the order of"
    middle = r"middle|\bmid|out|batter|runner|during|after|in the half|pitch|count"
    return pick(field, text, ((r"after the (beginning|start|first)", False), (begins, True), (middle, False)))


def help_matters(field: str, text: str) -> bool:
    """T0.14: return whether a time is between the roll for home and the signature on the opponent's sheet."""
    if not text:
        return True
    if happened(text, SIGNED) or says(
        text, r"draft|between (the |two )?series|before the (series|tourn)|after the (tourn|award)"
    ):
        return False
    rolled = happened(text, r"\broll")
    if rolled is not None:
        return rolled
    inside = r"game|shootout|inning|series|batter|at.?bat|play|lineup|sign|pitch|anytime|any time"
    return pick(field, text, ((inside, True),))


def is_round_robin(field: str, text: str) -> bool:
    further_game = (
        r"\bnot\b|playoff|post-?season|final|championship|best.of|elimination|shootout|consolation|knock.?out|bracket"
        r"|advanc|wild"
    )
    return pick(field, text, ((further_game, False), (r"round.robin|\brr\b|division|pool|regular", True)))


def is_best_of(field: str, text: str) -> bool:
    day = r"round.robin|division|pool|\bday\b|first|second|third|regular|power"
    return pick(field, text, ((r"best.of|final|championship|playoff|elimination", True), (day, False)))


def is_nationals(text: str) -> bool:
    return says(text, r"national") and not says(text, r"\bnot\b|\bnon|other than|no national")


def is_internet(facts: dict[str, object]) -> bool | None:
    """Return whether a case's `setting` or `series` is played online, or None if it has neither."""
    location_facts = {key: facts[key] for key in ("setting", "series") if key in facts}
    table = (
        (r"face.to.face|in person|table|\bnot\b", False),
        (r"internet|online", True),
        (r"live|tournament|national|convention", False),
    )
    return next((pick(key, text, table) for key, text in location_facts.items()), None)
