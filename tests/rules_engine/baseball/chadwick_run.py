"""Compare exported games with Chadwick's own programs, line by line.

Run by hand with the directory that contains the built cwbox and cwevent (github.com/chadwickbureau/chadwick):

python -m tests.rules_engine.baseball.chadwick_run FOLDER [games per ruleset] [--keep]

In November 2026 there were no differences in 300 such games (39,000 figures) or in 160 games with random decisions.
"""

import csv
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from rules_engine.baseball.box_score import BoxScore, TeamBox, box_score
from rules_engine.baseball.retrosheet import NUMBERS, GameInfo, event_file
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.long_run import played
from tests.rules_engine.systems.strat_o_matic.real_league import EDITIONS

KEPT = Path(__file__).parent / "chadwick"
INFO = GameInfo("AAA", "BBB", "1998/04/01")
TEAMS = "AAA,N,Away,Aways\nBBB,N,Home,Homes\n"
Figures = dict[tuple[str, ...], int]  # (team, part, player, line) -> figure, without zeros

BATTING = {
    "ab": "at_bats",
    "r": "runs",
    "h": "hits",
    "d": "doubles",
    "t": "triples",
    "hr": "homeruns",
    "bi": "runs_batted_in",
    "bb": "walks",
    "ibb": "intentional_walks",
    "so": "strikeouts",
    "gdp": "double_plays",
    "hp": "hit_by_pitch",
    "sh": "sacrifices",
    "sf": "sacrifice_flies",
    "sb": "stolen_bases",
    "cs": "caught_stealing",
}
PITCHING = {
    "outs": "outs",
    "bf": "batters",
    "h": "hits",
    "r": "runs",
    "er": "earned_runs",
    "hr": "homeruns",
    "bb": "walks",
    "so": "strikeouts",
    "wp": "wild_pitches",
    "bk": "balks",
    "hb": "hit_batsmen",
}
FIELDING = {"po": "putouts", "a": "assists", "e": "errors", "dp": "double_plays"}


def counted(box: BoxScore) -> Figures:
    """Return the figures in our own box score."""
    return {key: value for team in (0, 1) for key, value in _of_team(str(team), box.teams[team]) if value}


def _of_team(team: str, box: TeamBox) -> Iterator[tuple[tuple[str, ...], int]]:
    yield (team, "team", "", "left_on_base"), box.left_on_base
    for part, lines, names in (("batting", box.batting, BATTING), ("pitching", box.pitching, PITCHING)):
        for player, line in lines.items():
            for name in names.values():
                yield (team, part, player, name), getattr(line, name)
    for (player, position), fielding in box.fielding.items():
        for name in FIELDING.values():
            yield (team, f"fielding {NUMBERS[position]}", player, name), getattr(fielding, name)


def read_by_cwbox(document: str) -> Figures:
    """Return the figures that `cwbox -X` prints for a game."""
    root = ET.fromstring(document)
    figures: Figures = {}
    for team, players in enumerate(root.findall("players")):
        figures[str(team), "team", "", "left_on_base"] = int(players.get("lob", "0"))
        for player in players.findall("player"):
            for line in player:
                # our lines count a triple play as a double play
                line.set("dp", str(int(line.get("dp", 0)) + int(line.get("tp", 0))))
                names = BATTING if line.tag == "batting" else FIELDING
                part = "batting" if line.tag == "batting" else f"fielding {line.get('pos')}"
                figures.update(_line(line.attrib, names, str(team), part, player.get("id", "")))
    for team, pitchers in enumerate(root.findall("pitching")):
        for pitcher in pitchers.findall("pitcher"):
            figures.update(_line(pitcher.attrib, PITCHING, str(team), "pitching", pitcher.get("id", "")))
    return {key: value for key, value in figures.items() if value}


def _line(attributes: Mapping[str, str], names: Mapping[str, str], *where: str) -> Figures:
    return {(*where, name): int(attributes[printed]) for printed, name in names.items() if printed in attributes}


def read_by_cwevent(rows: list[dict[str, str]]) -> Counter[tuple[str, str]]:
    """Return each batting team's runs, outs, plate appearances and errors from cwevent's play-by-play."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        team = row["BAT_HOME_ID"]
        counts[team, "outs"] += int(row["EVENT_OUTS_CT"])
        counts[team, "plate_appearances"] += row["BAT_EVENT_FL"] == "T"
        counts[team, "errors against"] += int(row["ERR_CT"])
        counts[team, "passed balls against"] += row["PB_FL"] == "T"
        counts[team, "runs batted in"] += int(row["RBI_CT"])
        bases = ("BAT_DEST_ID", "RUN1_DEST_ID", "RUN2_DEST_ID", "RUN3_DEST_ID")
        counts[team, "runs"] += sum(int(row[base]) >= 4 for base in bases)
    return +counts


def counted_by_play(box: BoxScore) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for team in (0, 1):
        against = box.teams[1 - team]
        counts[str(team), "outs"] = sum(line.outs for line in against.pitching.values())
        counts[str(team), "errors against"] = sum(line.errors for line in against.fielding.values())
        counts[str(team), "passed balls against"] = sum(line.passed_balls for line in against.fielding.values())
        counts[str(team), "plate_appearances"] = box.teams[team].total("plate_appearances")
        counts[str(team), "runs batted in"] = box.teams[team].total("runs_batted_in")
        counts[str(team), "runs"] = box.teams[team].total("runs")
    return +counts


def read_by_chadwick(text: str, tools: Path) -> tuple[Figures, Counter[tuple[str, str]], list[str]]:
    """Return the figures that cwbox and cwevent find in a game's event text, and their warnings."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "1998AAA.EVN").write_text(text, encoding="utf-8")
        (place / "TEAM1998").write_text(TEAMS, encoding="utf-8")
        for team in ("AAA", "BBB"):
            (place / f"{team}1998.ROS").write_text("", encoding="utf-8")
        boxed = _run_tool(tools / "cwbox", place, "-X")
        events = _run_tool(tools / "cwevent", place, "-n")
    messages = [line for line in (boxed.stderr + events.stderr).splitlines() if line.strip()]
    return read_by_cwbox(boxed.stdout), read_by_cwevent(list(csv.DictReader(events.stdout.splitlines()))), messages


def differences(game: StratGame, tools: Path) -> list[str]:
    """Return every line where Chadwick and our program disagree."""
    box = box_score(game.log.in_force())
    ours, by_play = counted(box), counted_by_play(box)
    theirs, their_plays, messages = read_by_chadwick(event_file(game.log, INFO, {}), tools)
    differing = [
        f"cwbox, {' '.join(key)}: {ours.get(key, 0)}, Chadwick {theirs.get(key, 0)}"
        for key in {*ours, *theirs}
        if ours.get(key, 0) != theirs.get(key, 0)
    ]
    differing += [
        f"cwevent, {' '.join(key)}: {by_play[key]}, Chadwick {their_plays[key]}"
        for key in {*by_play, *their_plays}
        if by_play[key] != their_plays[key]
    ]
    return sorted(differing) + [f"said: {line}" for line in messages]


def keep(edition: str, game: StratGame, tools: Path) -> None:
    """Save a game and Chadwick's team totals next to the tests, as a reference for the second reader."""
    text = event_file(game.log, INFO, {})
    theirs, their_plays, _ = read_by_chadwick(text, tools)
    totals: Counter[str] = Counter()
    for (team, part, _player, line), value in theirs.items():
        totals[f"{team} {part.split()[0]} {line}"] += value
    for (team, line), value in their_plays.items():
        totals[f"{team} plays {line}"] += value
    (KEPT / f"{edition}.EVN").write_text(text, encoding="utf-8")
    (KEPT / f"{edition}.json").write_text(json.dumps(dict(sorted(totals.items())), indent=1) + "\n", encoding="utf-8")


def _run_tool(tool: Path, place: Path, option: str) -> "subprocess.CompletedProcess[str]":
    command = [str(tool), "-Q", option, "-y", "1998", "1998AAA.EVN"]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=True)


def main(arguments: list[str]) -> None:
    tools, games = Path(arguments[0]).resolve(), int(arguments[1]) if len(arguments) > 1 else 50
    for edition in EDITIONS:
        totals: Counter[str] = Counter()
        for seed in range(700_000, 700_000 + games):
            game = played("strat_o_matic", edition, seed)
            differing = differences(game, tools)
            for line in differing:
                sys.stdout.write(f"{edition}, seed {seed}: {line}\n")
            figures = len(counted(box_score(game.log.in_force())))
            totals.update(games=1, plays=game.log.number, figures=figures, differences=len(differing))
            if "--keep" in arguments:
                keep(edition, game, tools)
        sys.stdout.write(f"{edition}: {dict(totals)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
