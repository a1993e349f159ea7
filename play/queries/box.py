"""The box score of a table's game."""

from typing import Any

from play.models import TEAMS
from play.table import PlayTable
from rules_engine.baseball.box_notes import notes
from rules_engine.baseball.box_score import TeamBox, box_score
from rules_engine.baseball.decisions import Decisions, decide
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.innings import format_innings

BATTING_HEADS = ("AB", "R", "H", "2B", "3B", "HR", "RBI", "BB", "SO")
PITCHING_HEADS = ("IP", "H", "R", "ER", "BB", "SO", "HR", "BF")


def box_view(table: PlayTable) -> list[dict[str, Any]]:
    """Return batting and pitching lines of both teams, with W, L and S if the game is over."""
    talk = table.play
    history = list(talk.game.log.in_force())
    box = box_score(history)
    decided = decide(history, talk.game.state.inning) if talk.game.state.over else None
    return [_team_view(talk, box.teams[team], team, decided) for team in TEAMS]


def _team_view(talk: Dialogue, box: TeamBox, team: int, decided: Decisions | None) -> dict[str, Any]:
    batting = [
        {
            "name": talk.name(line.player),
            "counts": [
                *(line.at_bats, line.runs, line.hits, line.doubles, line.triples, line.homeruns),
                *(line.runs_batted_in, line.walks, line.strikeouts),
            ],
        }
        for line in box.batting.values()
    ]
    pitching = [
        {
            "name": talk.name(line.player),
            "decision": _decision(line.player, decided),
            "counts": [
                *(format_innings(line.outs), line.hits, line.runs, line.earned_runs),
                *(line.walks, line.strikeouts, line.homeruns, line.batters),
            ],
        }
        for line in box.pitching.values()
    ]
    return {
        "name": talk.teams[team],
        "batting_heads": BATTING_HEADS,
        "batting": batting,
        "pitching_heads": PITCHING_HEADS,
        "pitching": pitching,
        "notes": notes(box, talk.names).splitlines(),
    }


def _decision(player: str, decided: Decisions | None) -> str:
    if decided is None:
        return ""
    return {decided.save: "S", decided.loss: "L", decided.win: "W"}.get(player, "")
