"""A game in words and figures: each play as a sentence, the line score, the box score as printed columns."""

from collections.abc import Iterable, Mapping

from rules_engine.baseball.bases import BASE_NAMES, BATTER, HOME
from rules_engine.baseball.box_notes import notes
from rules_engine.baseball.box_score import BoxScore, TeamBox
from rules_engine.baseball.credits import base_of_out
from rules_engine.baseball.decisions import Decisions
from rules_engine.baseball.events import (
    Event,
    FieldersMoved,
    GameHalted,
    HitterEnded,
    OrderSwapped,
    PlayMade,
    Rewound,
    Substituted,
)
from rules_engine.baseball.plays import ABSENT, HIT_BASES, OUT, Play
from rules_engine.baseball.state import State, runner_from
from rules_engine.innings import format_innings

Names = Mapping[str, str]  # player -> how he is written; one not named is written as he is
_KINDS = {
    "single": "singles",
    "double": "doubles",
    "triple": "triples",
    "homerun": "hits a homerun",
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
    "interference": "reaches on the catcher's interference",
}
_WITHOUT_BATTER = {
    "stolen_base": "Stolen base",
    "caught_stealing": "Caught stealing",
    "pickoff": "Picked off",
    "wild_pitch": "Wild pitch",
    "passed_ball": "Passed ball",
    "balk": "Balk",
    "no_play": "Nobody moves",
}

_NO_PLAY = {
    "1AND2": "fouls the bunt off",
    "foul": "fouls the pitch off",
    "batter_misses_pitch": "misses the pitch",
}
_LEAD_FAILED = "23.3D"  # the rule of a play on which nobody moves because a runner did not get his lead
_STEALS_SAID = {"steal_1": 1, "steal_2": 2, "steal_3": 3}
_PITCH_MISSED = ("hit_and_run", "sacrifice", "squeeze")  # announced, and then runners steal: the batter has missed

KINDS = frozenset((*_KINDS, *_WITHOUT_BATTER))  # every kind of play that there is


def sentence(before: State, event: Event, names: Names | None = None) -> str:
    """One event in one sentence, with the number of the rule it rests on."""
    names = names or {}
    if isinstance(event, PlayMade):
        return _play_sentence(before, event, names)
    if isinstance(event, Substituted):
        return f"{_name(names, event.enters)} comes in for {_name(names, event.leaves)} ({event.why})."
    if isinstance(event, FieldersMoved):
        moves = ", ".join(f"{_name(names, man)} to {position}" for position, man in event.positions)
        return f"Changes in the field: {moves}."
    if isinstance(event, OrderSwapped):
        return f"{_name(names, event.one)} and {_name(names, event.other)} change places in the order."
    if isinstance(event, HitterEnded):
        return f"The designated hitter {f'plays {event.position}' if event.position else 'leaves'}; the pitcher bats."
    if isinstance(event, GameHalted):
        return f"The game is {event.ending.replace('_', ' ') or 'taken up again'} ({event.why})."
    return _rewound_sentence(event)


def _rewound_sentence(event: Rewound) -> str:
    return f"Back to event {event.to}{f': {event.why}' if event.why else ''}."


def _play_sentence(before: State, event: PlayMade, names: Names) -> str:
    play = event.play
    if play.to[BATTER] == ABSENT:
        opening = _without_batter(before, event, names)
    else:
        opening = f"{_name(names, before.batting.batter)} {_KINDS[play.kind]}"
    toward = "by" if play.kind == "error" else "to"
    where = f" {toward} {play.fielder}" if play.fielder and play.kind not in ("strikeout", "walk") else ""
    errors = "".join(f", error by {position}" for position, _ in play.errors if play.kind != "error")
    moves = "".join(f"; {move}" for move in _moves(before, play, names))
    return f"{opening}{where}{errors}{moves} ({play.rule})."


def _without_batter(before: State, event: PlayMade, names: Names) -> str:
    """What happened while the batter stays at bat; what was announced tells whose lead failed and who missed."""
    play, said = event.play, str(dict(event.record).get("play", ""))
    batter = _name(names, before.batting.batter)
    if play.kind == "no_play" and play.code in _NO_PLAY:
        return f"{batter} {_NO_PLAY[play.code]}"
    if play.kind == "no_play" and play.rule == _LEAD_FAILED and said in _STEALS_SAID:
        return f"{_name(names, runner_from(before, _STEALS_SAID[said]).player)} does not get his lead"
    if play.kind in ("stolen_base", "caught_stealing") and said in _PITCH_MISSED:
        return f"{batter} misses the pitch; {_WITHOUT_BATTER[play.kind].lower()}"
    return _WITHOUT_BATTER[play.kind]


def _moves(before: State, play: Play, names: Names) -> Iterable[str]:
    for start in (3, 2, 1):
        to = play.to[start]
        if to in (ABSENT, start):
            continue
        man = _name(names, runner_from(before, start).player)
        if to == OUT:
            yield f"{man} out"
        else:
            yield f"{man} scores" if to == HOME else f"{man} to {BASE_NAMES[to]}"
    if play.kind in HIT_BASES and play.to[BATTER] == OUT:
        yield f"{_name(names, before.batting.batter)} out at {BASE_NAMES[base_of_out(play, BATTER)]}"


def _name(names: Names, player: str) -> str:
    return names.get(player, player)


def line_score(state: State, box: BoxScore, teams: tuple[str, str]) -> str:
    """Runs by innings with runs, hits and errors; a half not played is blank, x when the home team had no need."""
    innings = max(len(state.halves[0::2]), state.rules.innings)
    width = max(len(team) for team in teams)
    header = " " * width + "".join(f"{inning:>3}" for inning in range(1, innings + 1)) + "    R  H  E"
    return "\n".join([header, *(_line(state, box, team, teams[team].ljust(width), innings) for team in (0, 1))])


def _line(state: State, box: BoxScore, team: int, name: str, innings: int) -> str:
    runs = [str(run) for run in state.halves[team::2]]
    runs += ["x" if state.over and team else ""] * (innings - len(runs))
    errors = sum(line.errors for line in box.teams[team].fielding.values())
    cells = "".join(f"{run:>3}" for run in runs)
    return f"{name}{cells}  {state.score[team]:>3}{box.teams[team].total('hits'):>3}{errors:>3}"


def box_text(
    box: BoxScore, teams: tuple[str, str], names: Names | None = None, decided: Decisions | None = None
) -> str:
    """Both teams' batting and pitching lines, each with the notes below."""
    parts = [_team_text(box.teams[team], teams[team], names or {}, decided) for team in (0, 1)]
    return "\n\n".join(parts)


def _team_text(box: TeamBox, team: str, names: Names, decided: Decisions | None) -> str:
    rows = [f"{team:<24} AB  R  H 2B 3B HR BI BB SO"]
    for line in box.batting.values():
        counts = [line.at_bats, line.runs, line.hits, line.doubles, line.triples, line.homeruns]
        counts += [line.runs_batted_in, line.walks, line.strikeouts]
        rows.append(f"{_name(names, line.player)[:23]:<24}" + "".join(f"{count:>3}" for count in counts))
    rows.append(f"{'':<24} IP     H  R ER BB SO")
    for pitcher in box.pitching.values():
        what = _decision(pitcher.player, decided)
        counts = [pitcher.hits, pitcher.runs, pitcher.earned_runs, pitcher.walks, pitcher.strikeouts]
        name = f"{_name(names, pitcher.player)[:19]}{what}"
        rows.append(f"{name:<24} {format_innings(pitcher.outs):<4}" + "".join(f"{count:>3}" for count in counts))
    return "\n".join([*rows, notes(box, names)])


def _decision(player: str, decided: Decisions | None) -> str:
    if decided is None:
        return ""
    found = {decided.save: " (S)", decided.loss: " (L)", decided.win: " (W)"}
    return found.get(player, "")
