"""Build a game's box score."""

from typing import Any

from play.models import TEAMS
from play.table import PlayTable
from rules_engine.baseball.box_notes import notes
from rules_engine.baseball.box_score import Batting, TeamBox, box_score
from rules_engine.baseball.decisions import Decisions, decide
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.play_by_play import sentence
from rules_engine.baseball.scorecard import OrderEntry, TeamScorecard, scorecards
from rules_engine.innings import format_innings

BATTING_HEADS = ("AB", "R", "H", "2B", "3B", "HR", "RBI", "BB", "SO")
PITCHING_HEADS = ("IP", "H", "R", "ER", "BB", "SO", "HR", "BF")


def box_view(table: PlayTable) -> list[dict[str, Any]]:
    """Return both teams' batting and pitching lines, with W, L and S if the game is over."""
    talk = table.play
    history = list(talk.game.log.in_force())
    box = box_score(history)
    cards = scorecards(talk.game.log.start, history, talk.game.state)
    decided = decide(history, talk.game.state.inning) if talk.game.state.over else None
    return [_team_view(talk, box.teams[team], cards[team], team, decided) for team in TEAMS]


def _team_view(
    talk: Dialogue, box: TeamBox, card: TeamScorecard, team: int, decided: Decisions | None
) -> dict[str, Any]:
    entries = [entry for place in card.places for entry in place]
    batting = [_batting_view(talk, entry, box.batting.get(entry.player) or Batting(entry.player)) for entry in entries]
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


def _batting_view(talk: Dialogue, entry: OrderEntry, line: Batting) -> dict[str, Any]:
    return {
        "name": talk.name(line.player),
        "positions": "-".join(entry.positions),
        "counts": [
            *(line.at_bats, line.runs, line.hits, line.doubles, line.triples, line.homeruns),
            *(line.runs_batted_in, line.walks, line.strikeouts),
        ],
    }


def concession_sentence(table: PlayTable) -> str:
    """Return the sentence about who conceded the game, or "".

    Injuries can follow the concession in the log.
    """
    talk = table.play
    for before, event in talk.game.log.in_force():
        if isinstance(event, GameHalted) and event.ending == "conceded":
            return sentence(before, event, teams=talk.teams)
    return ""


def _decision(player: str, decided: Decisions | None) -> str:
    if decided is None:
        return ""
    return {decided.save: "S", decided.loss: "L", decided.win: "W"}.get(player, "")
