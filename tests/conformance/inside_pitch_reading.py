"""Adapters for Inside Pitch: dice, sides, cells on the three cards, range checks, fatigue and injuries."""

from typing import Any, Final

from rules_engine.baseball.bases import EMPTY
from rules_engine.baseball.plays import Play
from rules_engine.systems.inside_pitch.at_bat import read_batted_ball, resolve_cell, resolve_reading
from rules_engine.systems.inside_pitch.cards import Work
from rules_engine.systems.inside_pitch.cells import (
    Cell,
    batting_side,
    cell_key,
    parse_cell,
    split_batter_cell,
    split_pitcher_cell,
)
from rules_engine.systems.inside_pitch.errors import rolls_dropped_fly, rolls_error
from rules_engine.systems.inside_pitch.fatigue import is_exhausting, is_tired, should_be_pulled
from rules_engine.systems.inside_pitch.grounders import br_toward_home
from rules_engine.systems.inside_pitch.hits import stretch_target
from rules_engine.systems.inside_pitch.injuries import injury_cell
from rules_engine.systems.inside_pitch.pitcher_cells import (
    BALLPARK_CARD,
    PITCHER_CARD,
    Reading,
    line_entry,
    read_pitcher_cell,
)
from rules_engine.systems.inside_pitch.range_plays import effective_range, resolve_range_play
from rules_engine.systems.inside_pitch.rare_plays import chart_name
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.wild_pitches import PASSED_BALL, wild_pitch, wild_pitch_event
from tests.conformance.given import CaseFacts
from tests.conformance.inside_pitch_scene import (
    BOOK,
    CHARTS,
    UNTOLD,
    Answer,
    Dice,
    after,
    die,
    moment,
    number,
    pitcher_code,
    place_of,
    plus_of,
    second_cell,
    truth,
)
from tests.conformance.words.reading import UnknownWords

SYSTEM = "inside_pitch"
PARTIAL = {"runners_after"}
FIRST_D20: Final = {"HBP": "hbp", "HR": "hr", "HR?": "hr_range", "(??)": "split", "WLD": "wild"}
SPOKEN: Final = {"holds": "hold", "hold": "hold", "goes": "go", "go": "go"}


def dice(facts: CaseFacts, edition: Any) -> Answer:
    key = cell_key(number(facts, "red"), number(facts, "white"))
    return {"cell": key, "column": int(key[0]), "row": int(key[1])}


def side(facts: CaseFacts, edition: Any) -> Answer:
    answer: Answer = {}
    if "bats" in facts:
        answer["batting_side"] = batting_side(facts["bats"], facts["throws"])
    if "pitcher_cell" in facts:
        bats_from = answer.get("batting_side") or facts["batting_side"]
        answer["resolved_cell"] = split_pitcher_cell(str(facts["pitcher_cell"]))[bats_from == "R"]
    if "batter_cell" in facts:
        answer["resolved_cell"] = split_batter_cell(str(facts["batter_cell"]))[facts["throws"] == "R"].code
    return answer


def pitcher_cell(facts: CaseFacts, edition: Any) -> Answer:
    code = pitcher_code(facts)
    if code == "WLD":
        return wild(facts, edition)
    now = moment(facts)
    table = Dice(_dice(facts, code))
    if code in ("(S1)", "K(W)"):
        truth(facts, "tired")
    made: list[Reading] = []
    table.play(lambda: made.append(read_pitcher_cell(table, code, now.matchup, tired=now.tired)))
    answer: Answer = {"hr_check": table.has_roll("hr")}
    if code[0:1] in ("K", "W"):
        answer["target"] = (now.matchup.w if code[0] == "W" or (code == "K(W)" and now.tired) else now.matchup.k) + (
            plus_of(code)
        )
    return answer | (_read(table, now, made[0]) if made else {})


def _read(table: Dice, now: PlaySituation, reading: Reading) -> Answer:
    """Return the result of a reading. Play an automatic out if its d6 and bases are given."""
    if reading.next:
        return {"next": reading.next, "pending_check": reading.pending or None}
    if reading.result != "**":
        return {"result": reading.result}
    if not now.matchup.line:
        return {"result": "**"}
    play = table.play(lambda: _played(table, now, reading))
    return after(now, play) if play else {"result": "**"}


def _played(table: Dice, now: PlaySituation, reading: Reading) -> Play | None:
    resolved = resolve_reading(table, BOOK, now, reading)
    return resolved.play if resolved else None


def _dice(facts: CaseFacts, code: str) -> dict[str, int | None]:
    """Return the case's dice under the rules' names. The first d20 is for the cell's first check."""
    needed = _second(facts) | {"passed_ball": die(facts, "d6")}
    return needed | {name: face for name, face in _first_check(facts, code).items() if face is not None}


def _second(facts: CaseFacts) -> dict[str, int | None]:
    return {
        "line": die(facts, "d6", "out_d6", "line_d6"),
        "hit": 1 if "ballpark_h_result" in facts else die(facts, "d20"),
        "hr": die(facts, "hr_check_d20"),
        "special_k": die(facts, "special_k_d20"),
        "range": die(facts, "range_d6"),
        "failed_range": die(facts, "sub_d6"),
        "error": die(facts, "error_d20"),
        "stretch": die(facts, "stretch_d6"),
        "home": die(facts, "home_d6"),
        "gdp": die(facts, "gdp_d6", "dp_d6"),
        "br": die(facts, "br_d6"),
        "throw_1": die(facts, "first_die"),
        "throw_2": die(facts, "second_die"),
        "rundown": die(facts, "rundown_d6"),
        "sf": die(facts, "sf_d6"),
        "lineout": die(facts, "lineout_d6"),
    }


def wild(facts: CaseFacts, edition: Any) -> Answer:
    if facts["pitcher_cell"] != "WLD":
        raise UnknownWords("pitcher_cell", facts["pitcher_cell"], "WLD")
    now = moment(facts)
    table = Dice({"wild": die(facts, "d20"), "passed_ball": die(facts, "d6")})
    matchup, runners_on = now.matchup, now.occupied != EMPTY
    event = wild_pitch_event(table, matchup.wp, matchup.pb, now.glove(2).passed_ball, runners_on=runners_on)
    play = wild_pitch(table, BOOK, now)
    answer: Answer = {"event": event, "passed_ball": event == PASSED_BALL, "next": PITCHER_CARD}
    return answer | ({"runners_after": after(now, play)["runners_after"]} if play else {"runners_after": _stay(now)})


def _stay(now: PlaySituation) -> dict[str, str]:
    return {str(base): str(base) for base in (1, 2, 3) if now.occupied >> base - 1 & 1}


def second_card(facts: CaseFacts, edition: Any) -> Answer:
    """Return the result of a cell on the second card, after a pitcher's cell that is blank if not given."""
    now = moment(facts)
    code = pitcher_code(facts) if "pitcher_cell" in facts else ""
    table = Dice(_second(facts) | _first_check(facts, code), _answers(facts))
    answer: Answer = {}
    if "k_check_d20" in facts:
        answer["k_check_target"] = now.matchup.k + plus_of(code)
    if "hr_check_d20" in facts or now.matchup.hr is not UNTOLD:
        answer["target"] = now.matchup.hr
    reading = read_pitcher_cell(table, code, now.matchup, tired=now.tired)
    if "k_check_d20" in facts:
        answer["k_check_hit"] = reading.result == "strikeout"
    if reading.result:
        read = _read(table, now, reading)
        return (
            answer | read | {"special_k_check": table.has_roll("special_k"), "range_check": False, "error_check": False}
        )
    cell, card = second_cell(facts)
    if "pitcher_cell" not in facts and card == "ballpark_card":
        reading = Reading(next=card)
    if reading.next != card:
        raise UnknownWords("pitcher_cell", code, f"cells that lead to the {card}")
    return answer | _cell(facts, table, now, cell, reading)


def _first_check(facts: CaseFacts, code: str) -> dict[str, int | None]:
    if code[0:1] in ("K", "W"):
        name = "w" if code[0] == "W" or (code == "K(W)" and facts.get("tired")) else "k"
        return {name: die(facts, "k_check_d20", "w_check_d20", "d20")}
    if code in FIRST_D20:
        return {FIRST_D20[code]: die(facts, "d20")}
    return {}


def _answers(facts: CaseFacts) -> dict[str, str]:
    """Return the answers for a grounder with a runner on third: throw home if he goes, or else to first."""
    if "runner_third" not in facts:
        return {}
    word = str(facts["runner_third"])
    if word not in SPOKEN:
        raise UnknownWords("runner_third", word, ", ".join(SPOKEN))
    return {"third": SPOKEN[word], "infield_play": "home" if SPOKEN[word] == "go" else "first"}


def _cell(facts: CaseFacts, table: Dice, now: PlaySituation, cell: Cell, reading: Reading) -> Answer:
    answer: Answer = {"field": cell.fielder} if cell.kind == "[HR]" else {}
    if cell.kind == "**":
        answer["line_result"] = line_entry(now.matchup, cell.fielder).code
    answer |= _hit(table, now, cell, reading)
    made: list[Any] = []
    play = table.play(lambda: made.append(resolve_cell(table, BOOK, now, cell, reading)))
    if made and made[0] is not None:
        play = made[0].play
    elif made:
        answer |= {"next": PITCHER_CARD, "result": "foul"}
    answer |= _checks(table, now, cell, reading)
    if table.missing == "rare_red":
        answer |= {"next": "rare_play", "chart": chart_name(now.occupied)}
    return answer | (_range_answer(table, now, play) if play else {})


def _hit(table: Dice, now: PlaySituation, cell: Cell, reading: Reading) -> Answer:
    """Return the result of a ? cell's d20, and the flyout after a failed home run."""
    trial = Dice(table.rolls)
    at_park = reading.next == BALLPARK_CARD
    answer: Answer = {}
    if cell.kind == "?" and trial.rolls.get("hit") is not None:
        kind = (now.matchup.park_hits if at_park else now.matchup.hits)[trial.roll("hit", 20) - 1]
        answer["h_result"] = kind if kind in ("[HR]", "HR") else f"{kind}{cell.fielder}"
    ball = _ball(table, now, cell, reading)
    if ball.kind == "F" and cell.kind in ("?", "[HR]"):
        answer["flyout_before_special_k"] = ball.code
    return answer


def _ball(table: Dice, now: PlaySituation, cell: Cell, reading: Reading) -> Cell:
    """Return the batted ball before any fielding check, or the cell itself if its die is missing."""
    trial, balls = Dice(table.rolls), [cell]
    at_park = reading.next == BALLPARK_CARD
    trial.play(lambda: balls.append(read_batted_ball(trial, now.matchup, cell, at_park=at_park).cell))
    return balls[-1]


def _checks(table: Dice, now: PlaySituation, cell: Cell, reading: Reading) -> Answer:
    erring = {}
    if "error" in table.rolled:
        repeated = Dice(table.rolls)
        ball = _ball(table, now, cell, reading)
        erring = {
            "error": rolls_dropped_fly(repeated, now, ball.fielder)
            if ball.kind == "F"
            else rolls_error(repeated, now, ball.fielder)
        }
    return erring | {
        "special_k_check": table.has_roll("special_k"),
        "hr_rating_check": table.has_roll("hr"),
        "hr_check": table.has_roll("hr"),
        "range_check": table.has_roll("range"),
        "error_check": table.has_roll("error"),
    }


def _range_answer(table: Dice, now: PlaySituation, play: Play) -> Answer:
    answer = after(now, play) | {"error": bool(play.errors)}
    if play.code.startswith("S+"):
        stopped = {1: "S", 2: "D"}.get(play.to[0], "out_at_2nd")
        return answer | {"batter": stopped, "range_result": play.code}
    return answer


def ballpark_cell(facts: CaseFacts, edition: Any) -> Answer:
    cell, _ = second_cell(facts)
    if cell.kind == "[HR]" and "pitcher_cell" not in facts and "hr_check_d20" not in facts:
        return {"field": cell.fielder} | ({"target": moment(facts).matchup.hr} if "batter_hr" in facts else {})
    return second_card(facts, edition)


def s_plus(facts: CaseFacts, edition: Any) -> Answer:
    answer = second_card(facts, edition)
    return answer | {"target": stretch_target(number(facts, "batter_br"), number(facts, "of_arm"))}


def range_check(facts: CaseFacts, edition: Any) -> Answer:
    """Resolve a range check alone, or after the pitcher's cell."""
    now = moment(facts)
    if "pending" in facts:
        if facts["pending"] != "RANGE":
            raise UnknownWords("pending", facts["pending"], "RANGE")
        cell = parse_cell(str(facts["cell"]), "chart")
        if "position" in facts and place_of(facts["position"]) != cell.fielder:
            raise UnknownWords("position", facts["position"], f"the place of {cell.code}")
        return _ranged(facts, now, cell, Reading(next="batter_card", pending="RANGE"))
    cell, card = second_cell(facts)
    reading = read_pitcher_cell(Dice({}), pitcher_code(facts), now.matchup, tired=False)
    if reading.next != card or reading.pending != "RANGE":
        raise UnknownWords("pitcher_cell", facts["pitcher_cell"], "RP with the batter's card, RP@ with the ballpark's")
    return _ranged(facts, now, cell, reading)


def _ranged(facts: CaseFacts, now: PlaySituation, cell: Cell, reading: Reading) -> Answer:
    table = Dice(_second(facts), _answers(facts))
    answer: Answer = {}
    target = None
    if cell.kind in ("G", "P", "L", "F", "S", "S+", "D", "T"):
        target = answer["effective_range"] = effective_range(CHARTS, now, cell)
        answer["made"] = number(facts, "range_d6") <= target
    if cell.kind == "S+" and "batter_br" in facts:
        answer["target"] = stretch_target(now.batter.br, now.glove(cell.fielder).arm)
    if "home_d6" in facts:
        answer["runner_third_effective_br"] = br_toward_home(CHARTS, now.br(3), now.column(cell.fielder))
    answer |= _ball_left(facts, now, cell)
    return answer | _cell(facts, table, now, cell, reading)


def _ball_left(facts: CaseFacts, now: PlaySituation, cell: Cell) -> Answer:
    """Return the ball after the check, even if the case can't resolve the rest of the play."""
    table = Dice(_second(facts))
    balls: list[Cell] = []
    if cell.kind not in ("**", "?", "[HR]", "H", "W", "K", ""):
        table.play(lambda: balls.append(resolve_range_play(table, BOOK, now, cell)))
    if not balls:
        return {}
    return {"result": balls[0].code} | ({"range_result": balls[0].code} if balls[0].kind == "S+" else {})


def fatigue(facts: CaseFacts, edition: Any) -> Answer:
    answer: Answer = {}
    limit = die(facts, "start_limit", "relief_limit")
    if limit is not None:
        answer["tired"] = is_tired(Work(limit, 0), number(facts, "batters_faced_completed"))
    if "pull_rating" in facts:
        counted = (number(facts, key) for key in ("runs", "hits", "unintentional_walks"))
        answer["pull"] = should_be_pulled(Work(0, number(facts, "pull_rating")), *counted)
    if "pitcher_cell" in facts:
        answer["exhausted"] = is_exhausting(str(facts["pitcher_cell"]), tired=truth(facts, "tired"))
    return answer


def injury(facts: CaseFacts, edition: Any) -> Answer:
    rating = number(facts, "inj")
    cell = injury_cell(CHARTS, rating, number(facts, "d6"))
    if cell == "again":
        return {"reroll_column": rating + 1}
    if cell in ("15", "60"):
        return {"missed": f"{cell}_day"}
    if cell in ("", "game"):
        return {"missed": cell or "none"}
    return {"missed": "game_plus", "days": cell if cell[0] == "2" else f"1{cell}"}


ADAPTERS = {
    "dice": dice,
    "side": side,
    "pitcher_cell": pitcher_cell,
    "wild_pitch": wild,
    "special_k": second_card,
    "batter_cell": second_card,
    "ballpark_cell": ballpark_cell,
    "s_plus": s_plus,
    "range": range_check,
    "fatigue": fatigue,
    "injury": injury,
}
