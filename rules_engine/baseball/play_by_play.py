"""A game as text: sentences for plays, the line score and the box score in printed columns."""

from collections.abc import Callable, Collection, Iterable, Mapping

from rules_engine.baseball.bases import BASE_NAMES, BATTER, HOME
from rules_engine.baseball.box_notes import notes
from rules_engine.baseball.box_score import BoxScore, TeamBox
from rules_engine.baseball.credits import base_of_out, caught, stole
from rules_engine.baseball.decisions import Decisions
from rules_engine.baseball.events import (
    Event,
    FieldersMoved,
    GameHalted,
    HitterEnded,
    OrderSwapped,
    PlayerInjured,
    PlayMade,
    Rewound,
    Substituted,
)
from rules_engine.baseball.plays import ABSENT, HIT_BASES, OUT, Play
from rules_engine.baseball.situations import unknown_halves
from rules_engine.baseball.state import State, runner_from
from rules_engine.innings import format_innings, ordinal

Names = Mapping[str, str]  # player -> printed name; players not listed are printed as they are
Note = Callable[[State, PlayMade, Names], str]
_KINDS = {
    "single": "singles",
    "double": "doubles",
    "triple": "triples",
    "homerun": "hits a home run",
    "walk": "walks",
    "hit_by_pitch": "is hit by the pitch",
    "strikeout": "strikes out",
    "groundout": "grounds out",
    "flyout": "flies out",
    "lineout": "lines out",
    "popout": "pops out",
    "foulout": "fouls out",
    "fielders_choice": "reaches on a fielder's choice",
    "error": "reaches on an error",
    "sacrifice": "sacrifices",
    "interference": "reaches on catcher's interference",
}
_WITHOUT_BATTER = {
    "stolen_base": "Stolen base",
    "caught_stealing": "Caught stealing",
    "pickoff": "Pickoff throw",
    "wild_pitch": "Wild pitch",
    "passed_ball": "Passed ball",
    "balk": "Balk",
    "no_play": "No one moves",
}

_PLACES = {
    "p": "pitcher",
    "c": "catcher",
    "1b": "first base",
    "2b": "second base",
    "3b": "third base",
    "ss": "shortstop",
    "lf": "left field",
    "cf": "center field",
    "rf": "right field",
}
_FIELDERS = {
    "p": "pitcher",
    "c": "catcher",
    "1b": "first baseman",
    "2b": "second baseman",
    "3b": "third baseman",
    "ss": "shortstop",
    "lf": "left fielder",
    "cf": "center fielder",
    "rf": "right fielder",
}
_OUTFIELD = ("lf", "cf", "rf")

KINDS = frozenset((*_KINDS, *_WITHOUT_BATTER))  # every kind of play


def half_text(state: State, teams: tuple[str, str]) -> str:
    """Return the half-inning and score as a heading."""
    return f"{half_title(state)}, {score_text(state, teams)}"


def half_title(state: State) -> str:
    return f"{'Bottom' if state.bottom else 'Top'} of the {ordinal(state.inning)}"


def outs_text(outs: int) -> str:
    return "no outs" if outs == 0 else f"{outs} out{'s' if outs > 1 else ''}"


def score_text(state: State, teams: tuple[str, str]) -> str:
    return f"{teams[0]} {state.score[0]}, {teams[1]} {state.score[1]}"


def runners_text(state: State, names: Names) -> str:
    """Return the runners on base, or "bases empty"."""
    on_base = [
        f"{names.get(runner.player, runner.player)} on {BASE_NAMES[base]}"
        for base, runner in enumerate(state.bases, start=1)
        if runner
    ]
    return ", ".join(on_base) or "bases empty"


def situation_text(state: State, names: Names) -> str:
    """Return the batter, pitcher, outs and runners to announce before a play."""
    batter, pitcher = state.batting.batter, state.fielding.pitcher
    where = f", {runners_text(state, names)}" if state.occupied else ""
    return f"{names.get(batter, batter)} against {names.get(pitcher, pitcher)}, {outs_text(state.outs)}{where}"


def plain_sentence(before: State, event: PlayMade, names: Names) -> str:
    """Return the scorer's words for a play, without additions."""
    return ""


def sentence(
    before: State,
    event: Event,
    names: Names | None = None,
    note: Note = plain_sentence,
    teams: tuple[str, str] | None = None,
) -> str:
    """Return a sentence for an event, with its rule number.

    Args:
        note: The system's `play_note`.
        teams: Team names, needed for concessions.
    """
    names = names or {}
    if isinstance(event, PlayMade):
        return f"{play_in_words(before, event, names, note)} ({event.play.rule})."
    if isinstance(event, Substituted):
        return f"{_name(names, event.enters)} comes in for {_name(names, event.leaves)} ({event.why})."
    if isinstance(event, FieldersMoved):
        moves = ", ".join(f"{_name(names, player)} to {place_text(position)}" for position, player in event.positions)
        return f"Changes in the field: {moves}."
    if isinstance(event, OrderSwapped):
        return f"{_name(names, event.first)} and {_name(names, event.second)} switch spots in the batting order."
    if isinstance(event, HitterEnded):
        moved = f"moves to {place_text(event.position)}" if event.position else "leaves"
        return f"The designated hitter {moved}; the pitcher bats."
    if isinstance(event, GameHalted):
        return _halt_sentence(before, event, teams)
    if isinstance(event, PlayerInjured):
        return f"{_name(names, event.player)} is injured and out for {absence(event)} ({event.rule})."
    return _rewound_sentence(event)


def _halt_sentence(before: State, event: GameHalted, teams: tuple[str, str] | None) -> str:
    """Return how the game stopped or resumed.

    T0.05: the trailing team concedes; a friendly game's log names the team.
    """
    if event.ending == "conceded":
        away, home = before.score
        if event.why.startswith("by "):
            return f"{event.why.removeprefix('by ')} concedes the game."
        if teams is not None and away != home:
            return f"{teams[away > home]} concedes the game ({event.why})."
    return f"The game is {event.ending.replace('_', ' ') or 'resumed'} ({event.why})."


def absence(injury: PlayerInjured) -> str:
    """Return the length of an injury: "the rest of the game", "1 day", "5 games"."""
    if injury.unit == "game":
        return "the rest of the game"
    return f"{injury.length} {injury.unit.removesuffix('s') if injury.length == 1 else injury.unit}"


def _rewound_sentence(event: Rewound) -> str:
    return f"Back to event {event.to}{f': {event.why}' if event.why else ''}."


def play_in_words(before: State, event: PlayMade, names: Names, note: Note) -> str:
    """Return a play and its runners, without its rule: "Away 2 singles to center field; Away 1 to third"."""
    play = event.play
    running = _running(before, play, names)
    opening = "; ".join(part for part in (note(before, event, names), *running.values()) if part)
    if not opening:
        is_batter = play.to[BATTER] != ABSENT
        opening = (
            f"{_name(names, before.batting.batter)} {_KINDS[play.kind]}" if is_batter else _WITHOUT_BATTER[play.kind]
        )
    errors = "".join(f", error by the {_FIELDERS[position]}" for position, _ in play.errors if play.kind != "error")
    moves = "".join(f"; {move}" for move in _moves(before, play, names, running))
    return f"{opening}{_direction(play)}{errors}{moves}"


def _running(before: State, play: Play, names: Names) -> dict[int, str]:
    """Return a sentence part, by base, for each runner who stole, was caught or was picked off, lead runner first."""
    if play.kind == "stolen_base":
        return {start: _runner_text(before, start, names, f"steals {BASE_NAMES[start + 1]}") for start in stole(play)}
    if play.kind == "pickoff":
        return {start: _runner_text(before, start, names, f"picked off {BASE_NAMES[start]}") for start in play.outs}
    return {start: _runner_text(before, start, names, _caught_text(play, start)) for start in caught(play)}


def _runner_text(before: State, start: int, names: Names, words: str) -> str:
    return f"{_name(names, runner_from(before, start).player)} {words}"


def _caught_text(play: Play, start: int) -> str:
    """9.07: Return how a runner was caught stealing, or stole a base only because of an error."""
    base = start + 1
    if start not in play.outs:
        return f"safe stealing {BASE_NAMES[base]}"
    return "caught stealing home" if base == HOME else f"caught stealing, catcher to {BASE_NAMES[base]}"


def _direction(play: Play) -> str:
    """Return the direction of the ball or the fielder with the error: " to left field", " by the shortstop"."""
    if not play.fielder or play.kind in ("strikeout", "walk", *_WITHOUT_BATTER):
        return ""
    if play.kind == "error":
        return f" by the {_FIELDERS[play.fielder]}"
    return f" to {place_text(play.fielder)}" if play.fielder in _OUTFIELD else f" to the {_FIELDERS[play.fielder]}"


def place_text(position: str) -> str:
    """Return a position as a place on the field: "left field", "second base", "pitcher"."""
    return _PLACES[position]


def _moves(before: State, play: Play, names: Names, running: Collection[int] = ()) -> Iterable[str]:
    """Yield each runner's final base. The steals and outs of runners in `running` are already reported."""
    for start in (3, 2, 1):
        to = play.to[start]
        if to in (ABSENT, start) or (start in running and to in (OUT, start + 1)):
            continue
        player = _name(names, runner_from(before, start).player)
        if to == OUT:
            yield f"{player} out"
        else:
            yield f"{player} scores" if to == HOME else f"{player} to {BASE_NAMES[to]}"
    if play.kind in HIT_BASES and play.to[BATTER] == OUT:
        yield f"{_name(names, before.batting.batter)} out at {BASE_NAMES[base_of_out(play, BATTER)]}"


def _name(names: Names, player: str) -> str:
    return names.get(player, player)


def line_score(state: State, box: BoxScore, teams: tuple[str, str]) -> str:
    """Return runs by inning, with runs, hits and errors. Unplayed halves are blank, or x if the home team was ahead.

    Halves before the start of a game that begins midway are dashes.
    """
    innings = max(state.inning, state.rules.innings)
    width = max(len(team) for team in teams)
    header = " " * width + "".join(f"{inning:>3}" for inning in range(1, innings + 1)) + "    R  H  E"
    return "\n".join([header, *(_line(state, box, team, teams[team].ljust(width), innings) for team in (0, 1))])


def _line(state: State, box: BoxScore, team: int, name: str, innings: int) -> str:
    halves = ["-"] * unknown_halves(state) + [str(run) for run in state.halves]
    runs = halves[team::2]
    runs += ["x" if state.over and team else ""] * (innings - len(runs))
    errors = sum(line.errors for line in box.teams[team].fielding.values())
    cells = "".join(f"{run:>3}" for run in runs)
    return f"{name}{cells}  {state.score[team]:>3}{box.teams[team].total('hits'):>3}{errors:>3}"


def box_text(
    box: BoxScore, teams: tuple[str, str], names: Names | None = None, decided: Decisions | None = None
) -> str:
    """Return both teams' batting and pitching lines, each with its notes."""
    parts = [_team_text(box.teams[team], teams[team], names or {}, decided) for team in (0, 1)]
    return "\n\n".join(parts)


def _team_text(box: TeamBox, team: str, names: Names, decided: Decisions | None) -> str:
    rows = [f"{team:<24} AB  R  H 2B 3B HR BI BB SO"]
    for line in box.batting.values():
        counts = [line.at_bats, line.runs, line.hits, line.doubles, line.triples, line.homeruns]
        counts += [line.runs_batted_in, line.walks, line.strikeouts]
        rows.append(f"{_name(names, line.player)[:23]:<24}" + "".join(f"{count:>3}" for count in counts))
    rows.append(f"{'':<24} IP     H  R ER BB SO HR  BF HB WP")
    for pitcher in box.pitching.values():
        label = _decision(pitcher.player, decided)
        counts = [pitcher.hits, pitcher.runs, pitcher.earned_runs, pitcher.walks, pitcher.strikeouts, pitcher.homeruns]
        rest = f"{pitcher.batters:>4}{pitcher.hit_batsmen:>3}{pitcher.wild_pitches:>3}"
        name = f"{_name(names, pitcher.player)[:19]}{label}"
        work = f"{name:<24} {format_innings(pitcher.outs):<4}" + "".join(f"{count:>3}" for count in counts)
        rows.append(work + rest)
    return "\n".join([*rows, notes(box, names)])


def _decision(player: str, decided: Decisions | None) -> str:
    if decided is None:
        return ""
    labels = {decided.save: " (S)", decided.loss: " (L)", decided.win: " (W)"}
    return labels.get(player, "")
