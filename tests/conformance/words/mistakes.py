"""Vocabulary for the mistakes in T31.0, the time they were noticed, and the remedies applied."""

from typing import Literal

from tests.conformance.words.reading import pick, says

Mistake = Literal[
    "misread",
    "pitcher unannounced",
    "defence unannounced",
    "reentered",
    "uncoverable",
    "illegal lineup",
    "ineligible pitcher",
]

UNSAID = r"(not|never|fail\w*|forg[eo]t\w*|without|no)\b.*\b(announc|nam|stat|declar|sa[iy])\w*"
DEFENCE = r"defenc|fielders|positions\b|who (plays|fields)"
NEW_PITCHER = r"(new |next |relief |replacement )?pitcher|reliever"
MISREAD = (
    r"misread|miscalculat|miscount|\bdots?\b|wrong (side|card|pitching card|column|chart|result|roll|advancement)"
    r"|(dice|die|roll|chart|advanc\w*)\b.*(wrong|mistake|error|incorrect)"
)
OFF_CARD_START = r"lineup|start\w* (((the|a) game )?with|shortstop|catcher|(\w+ )?(baseman|fielder))"
RETURNED = r"reenter|returned|came back|comes back|back into|entered again|put back|removed.* again"
OBLIGED = r"(required|need\w*|must|due|scheduled|has|have|slated|going|expected|will|planned)"
NO_COVER = (
    r"cannot be (legally )?covered|impossible (for \w+ \w+ )?to cover|uncover|locked player"
    r"|(nobody|no one|no)( left| legal)? (to play|who can|can|cover)|left without|leaving no|coverable"
    r"|without (a|legal) cover"
)


def mistake(field: str, text: str) -> Mistake | None:
    """Return the T31 mistake, or None if it doesn't concern a player's or pitcher's eligibility (T31.8)."""
    hit_for = says(text, r"pinch|lifted|hit for|removed for|batted for")
    if says(text, MISREAD):
        return "misread"
    if _unsaid(text, DEFENCE):
        return "defence unannounced"
    if _unsaid(text, NEW_PITCHER) and hit_for:
        return "pitcher unannounced"
    table: tuple[tuple[str, Mistake | None], ...] = (
        (RETURNED, "reentered"),
        (r"weak.*closer|closer.*weak", None),  # T31.7 is about fatigue and is not a mistake
        (OFF_CARD_START, "illegal lineup"),
        (NO_COVER, "uncoverable"),
        (r"pitch|relie|closer|starter", "ineligible pitcher"),
    )
    return next((kind for pattern, kind in table if says(text, pattern)), None)


def _unsaid(text: str, thing: str) -> bool:
    return says(text, rf"{UNSAID}.*({thing})|({thing}).*{UNSAID}|unannounced.*({thing})|({thing}).*unannounced")


def faced_a_batter(text: str) -> bool:
    """T31.2: return whether the pitcher has faced a batter."""
    no_player = (
        r"before (\w+ )*(fac|any batter|a batter|the first batter|thr[eo]w|pitch)|without fac|fac\w* (no|zero|nobody)\b"
        r"|not (yet |have |has )*(faced|pitched to)|(no batter|nobody|no one)( has| had| was| yet| been)* faced"
        r"|yet to face"
    )
    return not says(text, no_player)


def was_eligible(text: str) -> bool:
    """T31.2: return whether he was eligible when he entered and only later ran out of innings."""
    never = (
        r"never|not (been )?eligible (to|when|at)|(no|without a|lacks) (relief|starter|relie|start)|under (40|125)"
        r"|no innings left|0\.0 innings|started (yesterday|the|two|one|a)|straight game|previous three|consecutive"
        r"|in a row|(not|un|insufficiently |had not )rested|insufficient|lack of|short rest|without rest|tired"
        r"|games' rest|days' rest|on (\w+ )*rest"
    )
    return not says(text, never)


def accepts(field: str, text: str | None) -> bool | None:
    """Return the offended manager's choice, or None if it isn't mentioned."""
    if not text:
        return None
    refuses = (
        r"not accept|refus|remedy|reject|reset|replay|start over|starts? the game over|suspend|declin|does not|objects"
    )
    return pick(field, text, ((refuses, False), (r"accept|lets it stand|let it stand|waive", True)))


def recognised_in_time(field: str, text: str) -> bool:
    """T31.8: return whether it was noticed before the first batter of the next half-inning."""
    table = (
        (r"before (the |its |any |his )?(first |next |leadoff )*batter", True),
        (r"before the (next )?half inning|before the next (inning|pitch|roll|play)", True),
        (
            r"after (the |one |two |three )?(first |second |leadoff |next )*batters?\b.*next|next half inning,? after",
            False,
        ),
        (r"same half|between (half )?innings|immediately|at once|right a(way|fter)|on the spot|end of the half", True),
        (r"next (play|roll|pitch)|same (play|at.?bat|batter)", True),
        (
            r"(next|following|later) (half )?inning|innings? later|after the game|next game|subsequent|too late|day",
            False,
        ),
        (r"games? later|after the (first|second|leadoff) batter", False),
        (r"same inning|before", True),
    )
    return pick(field, text, table)


def pinch_hitter_may_pitch(field: str, text: str) -> bool:
    """T31.11: return whether the pinch hitter is an eligible reliever or swingman."""
    table = (
        (r"ineligible|not (an )?eligible|not rested|no innings left|cannot (pitch|relieve)|used up", False),
        (r"eligible|innings left|may (pitch|relieve)|can (pitch|relieve)|rested", True),
        (r"position player|non.?pitcher|fielder|catcher|shortstop|baseman|hitter", False),
        (r"starting pitcher|starter only|starter-only|^starter$", False),
        (r"relie|s/r|r/s|starter.*relie", True),
        (r"start", False),
    )
    return pick(field, text, table)


def needed_to_start(text: str) -> bool:
    """T31.11: return whether the pinch hitter must start in the next three games."""
    needed = rf"{OBLIGED}( to)? (start|pitch)|starts? (the )?next|need"
    denied = rf"(not|never|no longer)( be| needed)?( {OBLIGED})?( to)?( start)?\b"
    return says(text, needed) and not says(text, rf"{denied}.*(start|next|need)")


def outs_of(field: str, text: str) -> int:
    """T31.1: return the outs made on a result."""
    table = (
        (r"single out|one out", 1),
        (r"triple play", 3),
        (r"double play|\bdp\b|gidp", 2),
        (r"walk|single|double\b|triple\b|home ?run|homer|hit by|\bhit\b|error|balk|safe|no out", 0),
        (r"strike|fly|\bout\b|out\b|pop|ground|line|force|fielder|sacrifice|caught|fan|foul|bunt", 1),
    )
    return pick(field, text, table)
