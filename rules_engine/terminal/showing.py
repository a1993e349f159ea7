"""What a game looks like at the terminal: where it stands, its events, its line-ups, its box score."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.dice_line import spoken
from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.game import Game, before_event, resolve_recorded
from rules_engine.baseball.game_input import DiceMissing, GameInputError
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import (
    Names,
    Note,
    box_text,
    half_text,
    line_score,
    runners_text,
    score_text,
    sentence,
)
from rules_engine.baseball.settling import man_note
from rules_engine.baseball.state import Side, State
from rules_engine.eligibility.game_ending import conceded_score
from rules_engine.profile import Profile

Teams = tuple[str, str]


def standing_text(state: State, teams: Teams, names: Names) -> str:
    """A whole moment in a line: where going back has led to."""
    if state.over:
        return f"the game is over, {score_text(state, teams)}"
    half = f"{'bottom' if state.bottom else 'top'} of inning {state.inning}"
    return f"{half}, {score_text(state, teams)}, {state.outs} out, {runners_text(state, names)}"


def events_text(log: GameLog, names: Names, note: Note, last: int = 0) -> str:
    """The events in force with their numbers and how the game stood after each; `last` of them, or all for 0."""
    numbers = log.numbers_in_force()
    lines = [
        f"{number:>4}  {_said(log, number, names, note)}  [{_short(log.state_after(number))}]"
        for number in numbers[-last:]
    ]
    start = [] if last and last < len(numbers) else ["   0  The game begins."]
    return "\n".join(start + lines)


def undone_text(log: GameLog, numbers: Sequence[int], names: Names, note: Note) -> str:
    """Events that were taken back and may be had again."""
    return "\n".join(f"{number:>4}  undone: {_said(log, number, names, note)}" for number in numbers)


def _said(log: GameLog, number: int, names: Names, note: Note) -> str:
    return sentence(log.state_after(number - 1), log.events[number - 1], names, note)


def _short(state: State) -> str:
    """ "B7, 1 out, 1st 3rd, 2-3" """
    if state.over:
        return f"over, {state.score[0]}-{state.score[1]}"
    on_base = " ".join(
        name for runner, name in zip(state.bases, ("1st", "2nd", "3rd"), strict=True) if runner is not None
    )
    half = f"{'B' if state.bottom else 'T'}{state.inning}"
    return ", ".join((half, f"{state.outs} out", on_base or "empty", f"{state.score[0]}-{state.score[1]}"))


def explained_text(game: Game[Any, Any], number: int, names: Names) -> str:
    """A play with its dice and decisions, what they point to, and whether the rules in use make the same of them."""
    log, system = game.log, game.system
    event, before = log.events[number - 1], before_event(game, number)
    rows = [f"{number:>4}  {_said(log, number, names, system.play_note)}"]
    if not isinstance(event, PlayMade):
        return rows[0]
    for place, (name, value) in enumerate(event.record, start=1):
        rows.append(f"        {spoken(name)}: {value}")
        if isinstance(value, int) and (note := system.dice_note(before, event.record[:place], names)):
            rows.append(f"          {note}")
    return "\n".join([*rows, f"      {_worked_out(game, number, event, names)}"])


def _worked_out(game: Game[Any, Any], number: int, event: PlayMade, names: Names) -> str:
    try:
        play = resolve_recorded(game, number).play
    except (GameInputError, DiceMissing):
        return "The rules in use would ask for other dice here."
    if play == event.play:
        return f"The rules in use make this of them ({play.rule})."
    now = sentence(game.log.state_after(number - 1), event._replace(play=play), names, game.system.play_note)
    return f"The rules in use would make of them: {now}"


def line_up_text(state: State, team: int, teams: Teams, names: Names) -> str:
    """The batting order with positions, the next batter marked, and who pitches where he does not bat."""
    side = state.sides[team]
    rows = [f"{teams[team]}:"]
    for place, man in enumerate(side.order):
        mark = ">" if place == side.up else " "
        rows.append(f"  {mark}{place + 1} {names.get(man, man):<24} {side.position_of(man) or 'dh'}")
    if side.pitcher not in side.order:
        rows.append(f"     {names.get(side.pitcher, side.pitcher):<24} p")
    return "\n".join(rows)


def bench_text(talk: Dialogue, team: int) -> str:
    """Who may still come in, with what his card says of it; then who has left."""
    side, game = talk.game.state.sides[team], talk.game
    rows = [f"{talk.teams[team]}, on the bench:"]
    for man in side.bench:
        sheet = f" ({game.relief[man].ruling})" if man in game.relief else ""
        rows.append(f"  {talk.name(man):<24} {man_note(talk.game, man)}{sheet}")
    if side.gone:
        rows.append("  out of the game: " + ", ".join(talk.name(man) for man in side.gone))
    return "\n".join(rows if side.bench else [*rows, "  nobody"])


def play_by_play_text(history: Sequence[tuple[State, Event]], teams: Teams, names: Names, note: Note) -> str:
    """Every event in force under the head of its half-inning, with the number of its rule."""
    return "\n".join(_by_halves(history, teams, names, note))


def _by_halves(history: Sequence[tuple[State, Event]], teams: Teams, names: Names, note: Note) -> Iterator[str]:
    half = None
    for before, event in history:
        if (before.inning, before.bottom) != half:
            half = (before.inning, before.bottom)
            yield half_text(before, teams)
        yield f"  {sentence(before, event, names, note)}"


def box_report(game: Game[Any, Any], teams: Teams, names: Names) -> str:
    """Line score and box score; with W, L and S once the game is over."""
    history = list(game.log.in_force())
    box = box_score(history)
    decided = decide(history, game.state.inning) if game.state.over else None
    return line_score(game.state, box, teams) + "\n\n" + box_text(box, teams, names, decided)


def conceded_text(state: State, teams: Teams, profile: Profile) -> str:
    """T0.05: who has given the game up, and the score by which it counts."""
    loser = int(state.score[0] > state.score[1])
    counts = conceded_score(state.score[1 - loser], state.score[loser], profile)
    return f"{teams[loser]} conceded: {teams[1 - loser]} {counts.victor}, {teams[loser]} {counts.conceding} (T0.05)"


def players_in(side: Side) -> list[str]:
    """Everybody in the game, each once."""
    return list(dict.fromkeys((*side.order, *side.field)))


_WHY = {
    "full": "after {inning} innings",
    "walk_off": "with the winning run in the bottom of inning {inning}",
    "mercy": "by the lead that ends a game, in inning {inning}",
    "conceded": "conceded in inning {inning}",
}


def ending_text(state: State, teams: Teams) -> str:
    """Who has won, with the score, and why the game is over; a conceded game is lost by who was behind."""
    winner = int(state.score[1] > state.score[0])
    why = _WHY.get(state.ending, "").format(inning=state.inning)
    if state.score[0] == state.score[1]:
        return f"{score_text(state, teams)}, {why}."
    return f"{teams[winner]} win {state.score[winner]}-{state.score[1 - winner]}, {why}."
