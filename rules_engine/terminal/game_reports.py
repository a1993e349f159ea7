"""Text about a game for the terminal: situation, events, lineups, play-by-play and box score."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.game import Game, before_event, resolve_recorded
from rules_engine.baseball.game_input import DiceMissing, GameInputError
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_by_play import (
    Names,
    Note,
    box_text,
    half_text,
    half_title,
    line_score,
    outs_text,
    runners_text,
    score_text,
    sentence,
)
from rules_engine.baseball.play_reading import play_reading
from rules_engine.baseball.settling import player_note
from rules_engine.baseball.state import Side, State
from rules_engine.eligibility.game_ending import counted_runs
from rules_engine.innings import ordinal
from rules_engine.profile import Profile

Teams = tuple[str, str]


def position_text(state: State, teams: Teams, names: Names) -> str:
    """Return the inning, score, outs and runners in one line."""
    if state.over:
        return f"the game is over, {score_text(state, teams)}"
    half = half_title(state).lower()
    return f"{half}, {score_text(state, teams)}, {outs_text(state.outs)}, {runners_text(state, names)}"


def events_text(log: GameLog, names: Names, note: Note, last: int = 0) -> str:
    """Return the events with their numbers and the situation after each: the `last` ones, or all for 0."""
    numbers = log.numbers_in_force()
    lines = [] if last and last < len(numbers) else ["   0  The game begins."]
    for number in numbers[-last:]:
        position = short_position(log.state_after(number))
        lines.append(f"{number:>4}  {event_sentence(log, number, names, note)}  [{position}]")
    return "\n".join(lines)


def undone_text(log: GameLog, numbers: Sequence[int], names: Names, note: Note) -> str:
    """Return the undone events, which can be redone."""
    return "\n".join(f"{number:>4}  undone: {event_sentence(log, number, names, note)}" for number in numbers)


def event_sentence(log: GameLog, number: int, names: Names, note: Note) -> str:
    return sentence(log.state_after(number - 1), log.events[number - 1], names, note)


def short_position(state: State) -> str:
    """Return a short situation, such as "B7, 1 out, 1st 3rd, 2-3"."""
    score = f"{state.score[0]}-{state.score[1]}"
    if state.over:
        return f"over, {score}"
    bases = [base for runner, base in zip(state.bases, ("1st", "2nd", "3rd"), strict=True) if runner is not None]
    half = f"{'B' if state.bottom else 'T'}{state.inning}"
    return f"{half}, {outs_text(state.outs)}, {' '.join(bases) or 'empty'}, {score}"


def explained_text(game: Game[Any, Any], number: int, names: Names) -> str:
    """Explain a play's dice and decisions, and whether the current rules produce the same play."""
    log, system = game.log, game.system
    event, before = log.events[number - 1], before_event(game, number)
    lines = [f"{number:>4}  {event_sentence(log, number, names, system.play_note)}"]
    if not isinstance(event, PlayMade):
        return lines[0]
    lines += [f"        {line}" for line in play_reading(before, event.record, names)]
    lines.append(f"      {replay_note(game, number, event, names)}")
    return "\n".join(lines)


def replay_note(game: Game[Any, Any], number: int, event: PlayMade, names: Names) -> str:
    try:
        play = resolve_recorded(game, number).play
    except (GameInputError, DiceMissing):
        return "The current rules would require other dice here."
    if play == event.play:
        return f"The current rules give the same play ({play.rule})."
    changed = sentence(game.log.state_after(number - 1), event._replace(play=play), names, game.system.play_note)
    return f"The current rules would give: {changed}"


def lineup_text(state: State, team: int, teams: Teams, names: Names) -> str:
    """Return the batting order with positions, the next batter marked, and a pitcher who doesn't bat."""
    side = state.sides[team]
    lines = [f"{teams[team]}:"]
    for index, player in enumerate(side.order):
        mark = ">" if index == side.up else " "
        lines.append(f"  {mark}{index + 1} {names.get(player, player):<24} {side.position_of(player) or 'dh'}")
    if side.pitcher not in side.order:
        lines.append(f"     {names.get(side.pitcher, side.pitcher):<24} p")
    return "\n".join(lines)


def bench_text(talk: Dialogue, team: int) -> str:
    """Return the bench with each player's ratings, then the players out of the game."""
    side, game = talk.game.state.sides[team], talk.game
    lines = [f"{talk.teams[team]}, on the bench:"]
    for player in side.bench:
        sheet = f" ({game.relief[player].ruling})" if player in game.relief else ""
        lines.append(f"  {talk.name(player):<24} {player_note(talk.game, player)}{sheet}")
    if side.removed:
        lines.append("  out of the game: " + ", ".join(talk.name(player) for player in side.removed))
    if not side.bench:
        lines.append("  no one")
    return "\n".join(lines)


def play_by_play_text(history: Sequence[tuple[State, Event]], teams: Teams, names: Names, note: Note) -> str:
    """Return every event with its rule number, under half-inning headings."""
    return "\n".join(_by_halves(history, teams, names, note))


def _by_halves(history: Sequence[tuple[State, Event]], teams: Teams, names: Names, note: Note) -> Iterator[str]:
    half = None
    for before, event in history:
        if (before.inning, before.bottom) != half:
            half = (before.inning, before.bottom)
            yield half_text(before, teams)
        yield f"  {sentence(before, event, names, note)}"


def box_report(game: Game[Any, Any], teams: Teams, names: Names) -> str:
    """Return the line score and box score, with W, L and S if the game is over."""
    history = list(game.log.in_force())
    box = box_score(history)
    decided = decide(history, game.state.inning) if game.state.over else None
    return line_score(game.state, box, teams) + "\n\n" + box_text(box, teams, names, decided)


def concession_text(state: State, teams: Teams, profile: Profile) -> str:
    """Return who conceded the game, and the score that counts (T0.05)."""
    loser = int(state.score[0] > state.score[1])
    runs = counted_runs(state.score, profile)
    return f"{teams[loser]} conceded: {teams[1 - loser]} {runs[1 - loser]}, {teams[loser]} {runs[loser]} (T0.05)"


def players_in(side: Side) -> list[str]:
    """Return all players in the game."""
    return list(dict.fromkeys((*side.order, *side.field)))


_ENDINGS = {
    "full": "after {innings} innings",
    "walk_off": "with the winning run in the bottom of the {inning}",
    "mercy": "by the mercy rule in the {inning}",
    "conceded": "conceded in the {inning}",
}


def ending_text(state: State, teams: Teams) -> str:
    """Return the winner, the score and the game's ending."""
    winner = int(state.score[1] > state.score[0])
    ending = _ENDINGS.get(state.ending, "").format(inning=ordinal(state.inning), innings=state.inning)
    if state.score[0] == state.score[1]:
        return f"{score_text(state, teams)}, {ending}."
    return f"{teams[winner]} win {state.score[winner]}-{state.score[1 - winner]}, {ending}."
