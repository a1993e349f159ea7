"""Compare plate appearance odds with repeated play: kinds of play, and final bases.

Run by hand: python -m tests.rules_engine.systems.odds_against_play 200000
"""

import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, Final, NamedTuple

from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.baseball.plays import Play
from tests.rules_engine.systems.long_run import new_long_game

EDITIONS: Final = (
    ("pine_tar", "standard"),
    ("pine_tar", "full"),
    ("inside_pitch", "off"),
    ("inside_pitch", "off+infield_fly+foul_popups"),
    ("strat_o_matic", "star"),
    ("strat_o_matic", "senior_seminar"),
)
MOST_ERRORS: Final = 4.0  # standard errors
ANNOUNCED: Final = ("play", "pitch", "infield", "hold", "outfield")  # swing away without holding runners
SELDOM: Final = 20  # outcomes expected less often are grouped
STATES: Final = ((0, 0), (0b001, 1), (0b011, 0), (0b101, 1), (0b111, 0), (0b110, 2))


class Compared(NamedTuple):
    """An outcome with its actual and expected counts, and the difference in standard errors."""

    outcome: str
    count: int
    expected: float
    errors: float


def moments(system: str, edition: str, seed: int) -> Iterator[Game[Any, Any]]:
    """Yield the game at the first moment with each base-out state in STATES."""
    remaining = set(STATES)
    for number in range(seed, seed + 40):
        game = new_long_game(system, edition, number)
        pilot = game.system.pilot(game)
        table = pilot.table(number)
        while not game.state.over and remaining:
            pilot.changes()
            state_now = game.state.occupied, game.state.outs
            if state_now in remaining and _is_fresh(game):
                remaining.discard(state_now)
                yield game
            game.play(table)


def _is_fresh(game: Game[Any, Any]) -> bool:
    """Check that there is no count, no pending removal, and no roll before the batter's own dice."""
    tracker = game.tracker
    return not any(getattr(tracker, name, 0) for name in ("balls", "going", "must_go", "one_and_two"))


def appearance(game: Game[Any, Any], game_input: RandomInput) -> Play:
    """Play a plate appearance without announcements. Roll again if the result is only a ball or a foul."""
    tracker = game.tracker
    while True:
        play = game.system.next_play(game_input, game.setup, game.state, tracker).play
        if play.kind != "no_play" or play.code not in ("ball 1", "ball 2", "foul"):
            return play
        if play.code == "ball 2":
            tracker = replace(tracker, balls=2)


def compared(game: Game[Any, Any], times: int, seed: int) -> list[Compared]:
    """Compare kinds of play, and kinds with final bases, with their odds."""
    pilot, state = game.system.pilot(game), game.state

    def choose(side: str, question: str, options: Sequence[Option]) -> str:
        return options[0].key if question in ANNOUNCED else pilot.choose(side, question, options)

    table, chance_counts = RandomInput(seed, choose), Counter[Play]()
    for _ in range(times):
        table.record.clear()
        chance_counts[appearance(game, table)] += 1
    odds = game.system.appearance_odds(game, state.batting.batter, state.occupied, state.outs)
    assert sum(odds.values()) == 1
    problems = []
    for group in (lambda play: play.kind, lambda play: (play.kind, play.to)):
        shares, counts = Counter[Hashable](), Counter[Hashable]()
        for play, chance in odds.items():
            shares[group(play)] += float(chance)  # type: ignore[assignment]
        for play, number in chance_counts.items():
            counts[group(play)] += number
        seldom = {key for key, share in shares.items() if share * times < SELDOM} | (counts.keys() - shares.keys())
        for keys in [*({key} for key in shares.keys() - seldom), *([seldom] if seldom else [])]:
            share, number = sum(shares[key] for key in keys), sum(counts[key] for key in keys)
            spread = sqrt(max(times * share * (1 - share), 1))
            problems.append(
                Compared(", ".join(sorted(map(str, keys))), number, times * share, abs(number - times * share) / spread)
            )
    return problems


def run(system: str, edition: str, times: int, seed: int = 7) -> float:
    """Return the greatest difference in standard errors. Print outcomes beyond MOST_ERRORS."""
    worst = 0.0
    for game in moments(system, edition, seed):
        for line in compared(game, times, seed):
            worst = max(worst, line.errors)
            if line.errors > MOST_ERRORS:
                place = f"{system}:{edition}, {game.state.occupied:03b}, {game.state.outs} out"
                sys.stdout.write(f"{place}: {line.outcome} came {line.count}, odds {line.expected:.1f}\n")
    return worst


def main(arguments: list[str]) -> None:
    times = int(arguments[0]) if arguments else 200_000
    for system, edition in EDITIONS:
        sys.stdout.write(f"{system}:{edition}: at most {run(system, edition, times):.2f} standard errors\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
