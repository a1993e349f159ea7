"""Effects of fielding and groundball chart results on batter and runners, restated without the engine.

A play has four letters, for the batter and the runners from first, second and third: the final base, H for home, X for
out, - for nobody. Based on the tables in 3.1, 5.1, 15.0, 16.42 and T15.0.
"""

import re

STATES = ("", "1", "2", "3", "12", "13", "23", "123")
RIGHT_SIDE, MIDDLE, CORNERS, BATTERY = ("1b", "2b"), ("2b", "ss"), ("1b", "3b"), ("p", "c")

# T15.0: result -> occupied bases -> play
GROUNDBALLS = {
    "Batter": {"": "X---", "1": "X2--", "2": "X-2-", "3": "X--3", "12": "X23-", "13": "X2-3", "23": "X-23"}
    | {"123": "X23H"},
    "Runadv": {"1": "X2--", "2": "X-3-", "3": "X--H", "12": "X23-", "13": "X2-H", "23": "X-3H", "123": "X23H"},
    "Force": {"1": "1X--", "12": "1X3-", "13": "1X-H", "123": "1X3H"},
    "Leadr": {"3": "1--X", "12": "12X-", "13": "12-X", "23": "1-3X", "123": "123X"},
    "DP43": {"1": "XX--", "12": "XX3-", "13": "XX-H", "123": "XX3H"},
    "DP23": {"123": "X23X"},
}
HELD = {"2": "X-2-", "3": "X--3", "23": "X-23"}
SAFE_LEAD = {"2": "1-3-", "3": "1--H", "23": "1-3H"}
LEAD_OUT = {"2": "1-X-", "3": "1--X", "23": "1-3X"}

HITS = {
    "single*": (1, 1),
    "single**": (1, 2),
    "single 1": (1, 1),
    "single 2": (1, 2),
    "double**": (2, 2),
    "double 2": (2, 2),
    "double 3": (2, 3),
    "triple": (3, 3),
    "homerun": (4, 4),
}


def written(to: tuple[int, ...]) -> str:
    """Return a play's destinations as four letters."""
    return "".join({-2: "-", -1: "X", 4: "H"}.get(base, str(base)) for base in to)


def moved(state: str, batter: str | int, runners: int) -> str:
    def base(number: int) -> str:
        return "H" if number >= 4 else str(number)

    on = (base(start + runners) if str(start) in state else "-" for start in (1, 2, 3))
    return (batter if isinstance(batter, str) else base(batter)) + "".join(on)


def groundball(code: str, state: str, fielder: str) -> str | None:
    """Return the play for a T15.0 result, or None if managers decide (Decide)."""
    if code == "Deep":
        return GROUNDBALLS["Runadv"][state] if fielder in MIDDLE else HELD[state]
    if code == "RightC" or (code == "RightX" and fielder in (*RIGHT_SIDE, "3b")):
        return GROUNDBALLS["Runadv"][state] if fielder in RIGHT_SIDE else HELD[state]
    if code == "DP54":
        return "1XX-" if fielder in ("c", "3b") else GROUNDBALLS["DP43"][state]
    if code in ("Decide", "RightX"):
        return HELD[state] if fielder == "c" and "3" in state else None
    return GROUNDBALLS[code][state]


def fly(letter: str, state: str) -> str:
    """3.1 and 16.7 if only the runner on third tries: A advances everyone, B and F2 score him, C holds everyone."""
    if letter.upper() == "A":
        return moved(state, "X", 1)
    after = moved(state, "X", 0)
    return after[:3] + "H" if letter.upper() in "B2" and "3" in state else after


def result(text: str, state: str) -> str:
    """Return the play for a chart cell with nobody out, except groundballs."""
    hit, _, error = text.lower().partition(" + error ")
    if hit in HITS:
        batter, runners = HITS[hit]
        return moved(state, batter + int(error or 0), runners + int(error or 0))
    if match := re.fullmatch(r"(\d) base error-(\d)", hit):
        return moved(state, int(match[1]), int(match[2]))
    if match := re.fullmatch(r"(?:e\(|error )(\d)\)?", hit):
        return moved(state, int(match[1]), int(match[1]))
    if match := re.fullmatch(r"fly ?([abc2])", hit):
        return fly(match[1], state)
    return _rare(hit, state)


def _rare(word: str, state: str) -> str:
    lead = max(state, default="")
    batter_out = moved(state, "X", 0)
    if word == "fielders choice":
        return without(moved(state, 1, 1), lead) if state else "X---"
    if word in ("hidden ball", "fly double play"):
        return without(batter_out, lead)
    if word == "runner hit":
        return without(moved(state, 1, 0), "1") if "1" in state else moved(state, 1, 1)
    if word == "infield fly":
        return batter_out if state in ("12", "123") else moved(state, 1, 1)
    if word == "interference":
        forced = {"1": "12--", "12": "123-", "13": "12-3", "123": "123H"}
        return forced.get(state, moved(state, 1, 0))
    assert word in ("popout", "foulout", "popout or passed ball", "foulout or passed ball"), word
    return batter_out


def without(play: str, start: str) -> str:
    """Return the same play with this runner out."""
    place = int(start or 0)
    return play[:place] + "X" + play[place + 1 :] if start else play


def is_drawn_in(edition: str, infield: str, fielder: str, state: str, *, card: bool) -> bool:
    """20.5, 20.51, 20.72, T20.5: return whether the ball goes to a fielder who is playing in."""
    if infield == "in":
        return True
    if fielder not in BATTERY:
        return infield == "corners_in" and fielder in CORNERS
    if edition == "star":
        return "3" in state and state != "13"
    if edition == "som_super_advanced":
        return "3" in state if card and fielder == "p" else infield == "corners_in" and state in ("3", "23")
    return False
