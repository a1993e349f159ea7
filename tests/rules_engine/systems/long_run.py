"""Play thousands of games in every system and ruleset with the computer manager, and check all invariants.

Run by hand: python -m tests.rules_engine.systems.long_run 10000 [pine_tar:full ...]
"""

import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.events import Event, PlayMade, from_document, to_document
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import RandomInput, ScriptedInput
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT
from rules_engine.baseball.retrosheet import GameInfo, event_file
from rules_engine.baseball.state import start_game
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.rules_engine.systems.inside_pitch.players import new_game as inside_pitch_game
from tests.rules_engine.systems.pine_tar.league import game as pine_tar_game
from tests.rules_engine.systems.strat_o_matic.real_league import EDITIONS as STRAT_O_MATIC
from tests.rules_engine.systems.strat_o_matic.real_league import real_league, side

EDITIONS: Final[Mapping[str, Sequence[str]]] = {
    "strat_o_matic": STRAT_O_MATIC,
    "pine_tar": ("standard", "full", "full+alternate_randomizer"),
    "inside_pitch": ("roll", "suggest", "off", "suggest+pull+exhausted+infield_fly+foul_popups"),
}
ALL: Final = tuple((system, edition) for system, editions in EDITIONS.items() for edition in editions)
PAIRS: Final = 100  # of invented teams
PARKS: Final = ("", "hitters", "pitchers")
YEAR: Final = 1998

line_up_of = cache(side)


@cache
def _setup(edition: str) -> GameSetup:
    return GameSetup(load_ruleset(edition), real_league(YEAR).season.cards)


@cache
def _made_up(system: str, edition: str, pair: int) -> Game[Any, Any]:
    if system == "pine_tar":
        return pine_tar_game(pair, edition)
    return inside_pitch_game(edition, pair, PARKS[pair % len(PARKS)])


def new_long_game(system: str, edition: str, seed: int) -> Game[Any, Any]:
    """Start a game between two teams that depend on the seed, from a real season or invented."""
    if system != "strat_o_matic":
        start = _made_up(system, edition, seed % PAIRS)
        return Game(start.setup, GameLog(start.log.start))
    away, home = random.Random(seed).sample(sorted(real_league(YEAR).season.teams), 2)
    return Game(_setup(edition), GameLog(start_game(line_up_of(away, seed % 5), line_up_of(home, seed % 5))))


def played(system: str, edition: str, seed: int) -> Game[Any, Any]:
    """Play a whole game, including the rolls after it."""
    game = new_long_game(system, edition, seed)
    pilot = game.system.pilot(game)
    table = pilot.table(seed)
    while not game.state.over:
        pilot.changes()
        game.play(table)
    game.finish(RandomInput(seed))
    return game


def faults_of(game: Game[Any, Any]) -> list[str]:
    """Return all broken invariants, and all differences after recounting or replaying the game."""
    log = game.log
    faults = broken_invariants(log) + batting_order_faults(log)
    faults += _faults_of_the_box(log, box_score(log.in_force()))
    if decide(log.in_force(), game.state.inning) is None:
        faults.append("Nobody won.")
    if [from_document(to_document(event)) for event in log.events] != log.events:
        faults.append("An event read back from its document is another.")
    event_file(log, GameInfo("AAA", "BBB", "1998/04/01"), {})
    for number in (0, log.number // 2):
        faults += played_on(game, number)
    return faults


def played_on(game: Game[Any, Any], number: int) -> list[str]:
    """Rewind to just after event `number`, replay the same dice and decisions, and return any difference."""
    events: list[Event] = list(game.log.events)
    replayed: Game[Any, Any] = Game(game.setup, GameLog(game.log.start, [*events]))
    if replayed.rewind(number) != game.log.states[number]:
        return [f"Rewound to event {number} the game is different."]
    offset = len(events) + 1 - number  # the rewind itself is an event
    while (place := replayed.log.number - offset) < len(events):
        event = events[place]
        if isinstance(event, PlayMade):
            replayed.play(ScriptedInput(event.record))
        else:
            replayed.append(event)
        now = replayed.log.number - offset
        if replayed.log.events[place + offset :] != events[place:now]:
            return [f"Played on from event {number}, event {place + 1} is another."]
    return [] if replayed.state == game.state else [f"Played on from event {number} it ends otherwise."]


Counted = Counter[tuple[int, str, str]]  # team, player, line
_FOR_BATTER: Final = {
    "single": ("hits",),
    "double": ("hits", "doubles"),
    "triple": ("hits", "triples"),
    "homerun": ("hits", "homeruns"),
    "walk": ("walks",),
    "strikeout": ("strikeouts",),
    "hit_by_pitch": ("hit_by_pitch",),
}
_FOR_PITCHER: Final = {
    "single": ("hits allowed",),
    "double": ("hits allowed",),
    "triple": ("hits allowed",),
    "homerun": ("hits allowed", "homeruns allowed"),
    "walk": ("walks allowed",),
    "strikeout": ("struck out",),
}
_PITCHERS: Final = {
    "hits allowed": "hits",
    "homeruns allowed": "homeruns",
    "walks allowed": "walks",
    "struck out": "strikeouts",
    "runs allowed": "runs",
    "batters": "batters",
    "outs": "outs",
}
_BATTERS: Final = (
    "plate_appearances",
    "runs",
    *dict.fromkeys(line for lines in _FOR_BATTER.values() for line in lines),
)


def _faults_of_the_box(log: GameLog, box: BoxScore) -> Iterator[str]:
    """Compare every player's box score lines with a recount of his events."""
    expected, shown = recounted(log), Counted()
    for team, lines in enumerate(box.teams):
        for player, batting in lines.batting.items():
            shown.update({(team, player, line): getattr(batting, line) for line in _BATTERS})
        for player, pitching in lines.pitching.items():
            shown.update({(team, player, line): getattr(pitching, name) for line, name in _PITCHERS.items()})
        if sum(line.earned_runs for line in lines.pitching.values()) > log.state.score[1 - team]:
            yield f"Team {team}: more earned runs than runs."
    for key in {*expected, *shown}:
        if expected[key] != shown[key]:
            yield f"{key}: the box score has {shown[key]}, the events {expected[key]}."


def recounted(log: GameLog) -> Counted:
    counted = Counted()
    for before, event in log.in_force():
        if not isinstance(event, PlayMade):
            continue
        play, team = event.play, int(before.bottom)
        runners = [event.batter, *(runner.player if runner else "" for runner in before.bases)]
        charged = [event.pitcher, *(runner.pitcher if runner else "" for runner in before.bases)]
        for start in play.scored:
            counted[team, runners[start], "runs"] += 1
            counted[1 - team, charged[start], "runs allowed"] += 1
        counted[1 - team, event.pitcher, "outs"] += play.to.count(OUT)
        if play.to[0] == ABSENT:
            continue
        counted[team, event.batter, "plate_appearances"] += 1
        counted[1 - team, event.pitcher, "batters"] += 1
        for line in _FOR_BATTER.get(play.kind, ()):
            counted[team, event.batter, line] += 1
        for line in _FOR_PITCHER.get(play.kind, ()):
            counted[1 - team, event.pitcher, line] += 1
    return counted


def run(system: str, edition: str, games: int, first_seed: int = 0) -> Counter[str]:
    """Play games and return totals, including the number of faults. Print each fault with its seed."""
    totals: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + games):
        try:
            game = played(system, edition, seed)
            faults = faults_of(game)
        except Exception:  # report a game that crashes as a fault, and continue with the other games
            traceback.print_exc()
            totals.update(games=1, faults=1)
            continue
        for fault in faults:
            sys.stdout.write(f"{system}:{edition}, seed {seed}: {fault}\n")
        totals.update(
            games=1,
            faults=len(faults),
            events=game.log.number,
            runs=sum(game.state.score),
            extra=game.state.inning > 9,
            walk_offs=game.state.ending == "walk_off",
        )
    return totals


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 10_000
    first = int(arguments[1]) if arguments[1:] and arguments[1].isdecimal() else 0
    selected = [tuple(name.split(":", 1)) for name in arguments[1:] if ":" in name] or list(ALL)
    for system, edition in selected:
        totals = run(system, edition, games, first)
        sys.stdout.write(f"{system}:{edition}: {dict(totals)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
