"""Fit a league's cards by replays: compare the replayed lines with the real ones, and adjust the aims.

Each line has its own aim. A round replays the league and adjusts each aim according to its line's error, within
bounds. The first rounds search. Later rounds are weighted by their games, which averages out chance. The games and
dice are the same every time a league is fitted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from rules_engine.baseball.seasons import Rates, outs_of_starts
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.card_making.targets import CardTargets
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits
from seasons.counts import OUTS, Counts, Estimate, Target
from seasons.lahman import SeasonError
from seasons.league_statistics import designated_hitter, league_totals, read_statistics
from seasons.strat_o_matic.league_cards import cards_with_targets, make_league, measure_season
from seasons.strat_o_matic.replay import OnProgress, replay_league
from seasons.strat_o_matic.season_cards import SeasonCards

SEARCH_ROUNDS: Final = 3
ROUND_SHARES: Final = (0.08, 0.08, 0.09, 0.25, 0.25, 0.25)  # shares of all games
GAMES: Final = 3000  # per league
MIN_ROUND_GAMES: Final = 60  # more than the number of luck terms
SEED: Final = 1901
# runs per event; these runs don't depend on how runners advance
RUN_VALUES: Final = {
    "1B": 0.47,
    "2B": 0.78,
    "3B": 1.05,
    "HR": 1.40,
    "BB": 0.32,
    "HBP": 0.34,
    "E": 0.45,
    "SB": 0.19,
    "CS": -0.42,
    "GIDP": -0.37,
    "doubled off": -0.37,
    "WP": 0.27,
    "PB": 0.27,
    "BK": 0.27,
    "SF": 0.30,
    "SH": -0.05,
}
EXTRA_BASE_RUNS: Final = {"1B": 0.15, "2B": 0.30}  # runs per hit on which runners take an extra base
STARTER_OUTS_RESPONSE: Final = 1.5  # change in starters_stay per missing starter out
STARTERS_STAY_BOUNDS: Final = (-12.0, 18.0)  # outs beyond his POW for which a starter stays in
MAX_ADVANCE: Final = 0.9  # share of hits
MAX_ADVANCE_STEP: Final = 0.3  # per round
CAUTION_RESPONSE: Final = 12.0  # change in caution per missing batter out in 27 outs
SAFE_RESPONSE: Final = 1.5  # twentieths per missing batter out, if caught stealing was not recorded
MAX_TWENTIETHS: Final = 8.0  # largest change to success numbers
# less than 0.05, because success numbers end at 19 and some leads are automatic outs
SUCCESS_RATE_PER_TWENTIETH: Final = 0.033


class FactorAim(NamedTuple):
    """A multiplicative aim, with the line it controls.

    Attributes:
        response: The exponent that relates the line's change to the aim's change.
    """

    line: str
    response: float
    lowest: float
    highest: float


FACTOR_AIMS: Final[Mapping[str, FactorAim]] = {
    "double_plays": FactorAim("GIDP", 0.9, 0.2, 2.5),
    "doubled_off": FactorAim("doubled off", 1.0, 0.2, 6.0),
    "deep_flies": FactorAim("SF", 0.8, 0.3, 2.2),
    "errors": FactorAim("E", 0.9, 0.3, 3.0),
    "steals": FactorAim("tries", 0.95, 0.2, 6.0),
    "wild_pitches": FactorAim("WP", 0.9, 0.2, 5.0),
    "passed_balls": FactorAim("PB", 0.7, 0.2, 5.0),
    "balks": FactorAim("BK", 0.7, 0.0, 5.0),
}
HABIT_AIMS: Final[Mapping[str, FactorAim]] = {
    "bunts": FactorAim("SH", 0.8, 0.001, 12.0),
    "walks": FactorAim("IBB", 0.9, 0.001, 12.0),
    "pinch_hits": FactorAim("PA of pitchers", -0.3, 0.02, 10.0),
}
RATE_LINES: Final = dict(zip(Rates._fields, ("1B", "2B", "3B", "HR", "BB", "HBP", "SO"), strict=True))
MAX_FACTOR_STEP: Final = 2.0  # an aim at most doubles or halves per round


def target_of(made: LeagueCards) -> Target:
    """Return the lines that this league's replay should produce."""
    statistics = made.statistics
    pitching = statistics.pitching.values()
    starter_outs = sum(outs_of_starts(season) for season in pitching)
    outs = sum(season.outs for season in pitching)
    usage = {"outs of starters": starter_outs * OUTS / outs}
    if not designated_hitter(made.name, made.year):
        appearances = 0
        for player, season in statistics.batting.items():
            card = made.cards.get(player)
            if isinstance(card, PitcherCard) and card.hitter is None:
                appearances += season.plate_appearances + season.intentional_walks + season.sacrifices
        usage["PA of pitchers"] = appearances * OUTS / outs
    return Target(league_totals(made.year, made.name), usage)


def fit_league(
    year: int,
    name: str,
    games: int = GAMES,
    *,
    workers: int = 1,
    on_progress: OnProgress | None = None,
) -> LeagueCards:
    """Make a league's cards and fit them by replays. Raise SeasonError for a year without statistics."""
    made = make_league(year, name)
    target = target_of(made)
    games_played = 0
    for number, share in enumerate(ROUND_SHARES):
        size = max(MIN_ROUND_GAMES, round(share * games))
        counts = replay_league(made, size, SEED, first=games_played, workers=workers)
        games_played += size
        gain = 1.0
        if number >= SEARCH_ROUNDS:
            gain = share / sum(ROUND_SHARES[SEARCH_ROUNDS : number + 1])
        made = cards_with_targets(year, name, adjust_aims(made.league.aims, target, counts, gain))
        if on_progress:
            on_progress(games_played)
    return made


def league_from_cards(year: int, name: str, season: SeasonCards) -> LeagueCards:
    """Return one league from a card file for a replay. Raise SeasonError if its cards are from another season."""
    statistics = read_statistics(year).of_league(name)
    teams = {team: season.teams[team] for team in statistics.teams if team in season.teams}
    players = [player for roster in teams.values() for player in roster]
    cards = {player: season.cards[player] for player in players if player in season.cards}
    if set(teams) != set(statistics.teams) or any(player not in cards for player in players):
        raise SeasonError(f"this file doesn't have all {name} players of {year}")
    habits = next((season.habits[team] for team in teams if team in season.habits), ManagerHabits())
    league = replace(measure_season(year, name), aims=CardTargets(habits=habits))
    return LeagueCards(statistics, league, cards, teams)


def adjust_aims(aims: CardTargets, target: Target, counts: Counts, gain: float) -> CardTargets:
    """Return the aims after a round, each adjusted according to its line's error."""
    estimates = target.as_scored(counts.per_27_outs())
    real = _without_intentional_walks(_with_singles(target.real_lines()))
    replayed = _without_intentional_walks(_with_singles(_estimated_values(estimates)))
    replayed = {name: value for name, value in replayed.items() if name in real}
    real = _with_doubled_off(_with_steal_attempts(real))
    replayed = _with_doubled_off(_with_steal_attempts(replayed))
    ratios = {}
    for name, value in real.items():
        if value > 0 and replayed.get(name, 0) > 0:
            ratios[name] = value / replayed[name]
    ratios.setdefault("GIDP", ratios[target.double_plays])
    factors = {}
    for name, aim in FACTOR_AIMS.items():
        factors[name] = _adjust_factor(getattr(aims, name), ratios, aim, gain)
    habits = {}
    for name, aim in HABIT_AIMS.items():
        habits[name] = _adjust_factor(getattr(aims.habits, name), ratios, aim, gain)
    rates = []
    for name, rate in zip(RATE_LINES, aims.rates, strict=True):
        rates.append(_adjust_factor(rate, ratios, _rate_aim(name), gain))
    return replace(
        aims,
        rates=Rates(*rates),
        **factors,
        safe=_adjust_safe(aims.safe, real, replayed, gain),
        advance=_adjust_advance(aims.advance, real, replayed, gain),
        habits=replace(
            aims.habits,
            bunts=habits["bunts"],
            walks=habits["walks"],
            pinch_hits=habits["pinch_hits"],
            starters_stay=_adjust_starters_stay(aims.habits.starters_stay, real, replayed, gain),
            caution=_adjust_caution(aims.habits.caution, real, replayed, gain),
        ),
    )


def lines_at_bounds(made: LeagueCards) -> list[str]:
    """Return the lines that can't come closer to the real ones, because their aims are at a bound."""
    aims = made.league.aims
    real = target_of(made).real_lines()
    values = [(aim, getattr(aims, name)) for name, aim in FACTOR_AIMS.items()]
    values += [(aim, getattr(aims.habits, name)) for name, aim in HABIT_AIMS.items()]
    values += [(_rate_aim(name), rate) for name, rate in zip(RATE_LINES, aims.rates, strict=True)]
    recorded = {*_with_singles(real), "tries"}
    lines = []
    for aim, value in values:
        if aim.line in recorded and not aim.lowest < value < aim.highest:
            lines.append("SB" if aim.line == "tries" else aim.line)
    lines += _additive_aims_at_bounds(aims, real)
    return list(dict.fromkeys(lines))


def _additive_aims_at_bounds(aims: CardTargets, real: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines whose additive aims are at a bound."""
    if abs(aims.safe) == MAX_TWENTIETHS:
        yield "CS" if "CS" in real else "AB"
    if abs(aims.advance) == MAX_ADVANCE:
        yield "R"
    if aims.habits.starters_stay in STARTERS_STAY_BOUNDS:
        yield "outs of starters"
    if abs(aims.habits.caution) == MAX_TWENTIETHS:
        yield "AB"


def _rate_aim(rate: str) -> FactorAim:
    return FactorAim(RATE_LINES[rate], 1.0, 0.3, 3.0)


def _adjust_factor(value: float, ratios: Mapping[str, float], aim: FactorAim, gain: float) -> float:
    """Multiply an aim by the ratio of its real to its replayed line. Lines that were not recorded don't change it."""
    if not value:
        return value
    factor: float = ratios.get(aim.line, 1.0) ** (gain / aim.response)
    factor = max(1 / MAX_FACTOR_STEP, min(MAX_FACTOR_STEP, factor))
    return max(aim.lowest, min(aim.highest, value * factor))


def _adjust_safe(value: float, real: Mapping[str, float], replayed: Mapping[str, float], gain: float) -> float:
    """Adjust the twentieths added to all success numbers, based on the real success rate.

    If caught stealing was not recorded, use the batters' outs, because runners made the remaining outs. Do so only with
    full gain, in the search rounds, so that stolen bases can settle afterwards.
    """
    if "CS" not in real:
        step = SAFE_RESPONSE * _missing_batter_outs(real, replayed) if gain == 1.0 else 0.0
        return _clamp(value + step, MAX_TWENTIETHS)
    if not replayed["SB"]:
        return value
    difference = _success_rate(real) - _success_rate(replayed)
    return _clamp(value + gain * difference / SUCCESS_RATE_PER_TWENTIETH, MAX_TWENTIETHS)


def _success_rate(lines: Mapping[str, float]) -> float:
    return lines["SB"] / (lines["SB"] + lines["CS"])


def _adjust_advance(value: float, real: Mapping[str, float], replayed: Mapping[str, float], gain: float) -> float:
    """Adjust the share of hits with an extra base, based on the runs that no other line explains."""
    explained = sum(runs * (real[line] - replayed[line]) for line, runs in RUN_VALUES.items() if line in real)
    missing = real["R"] - replayed["R"] - explained
    runs_by_hits = sum(runs * replayed[line] for line, runs in EXTRA_BASE_RUNS.items())
    step = _clamp(gain * missing / runs_by_hits, MAX_ADVANCE_STEP)
    return _clamp(value + step, MAX_ADVANCE)


def _adjust_starters_stay(value: float, real: Mapping[str, float], replayed: Mapping[str, float], gain: float) -> float:
    """Adjust the outs beyond his POW for which a starter stays in, based on the starters' real outs."""
    missing = real["outs of starters"] - replayed["outs of starters"]
    lowest, highest = STARTERS_STAY_BOUNDS
    return max(lowest, min(highest, value + gain * STARTER_OUTS_RESPONSE * missing))


def _adjust_caution(value: float, real: Mapping[str, float], replayed: Mapping[str, float], gain: float) -> float:
    """Adjust how safe runners must be to advance, based on the batters' outs. Runners made the remaining outs."""
    missing = _missing_batter_outs(real, replayed)
    return _clamp(value + gain * CAUTION_RESPONSE * missing, MAX_TWENTIETHS)


def _clamp(value: float, bound: float) -> float:
    return max(-bound, min(bound, value))


def _missing_batter_outs(real: Mapping[str, float], replayed: Mapping[str, float]) -> float:
    """Return how many more outs batters should make per 27 outs."""
    signs = {"AB": 1, "H": -1, "SH": 1, "SF": 1}
    return sum(sign * (real[line] - replayed[line]) for line, sign in signs.items() if line in real)


def _estimated_values(lines: Mapping[str, Estimate]) -> dict[str, float]:
    return {name: estimate.value for name, estimate in lines.items()}


def _with_singles(lines: Mapping[str, float]) -> dict[str, float]:
    return {**lines, "1B": lines["H"] - lines["2B"] - lines["3B"] - lines["HR"]}


def _without_intentional_walks(lines: Mapping[str, float]) -> dict[str, float]:
    """Subtract intentional walks, which are not on any card."""
    return {**lines, "BB": lines["BB"] - lines.get("IBB", 0.0)}


def _with_steal_attempts(lines: Mapping[str, float]) -> dict[str, float]:
    """Add steal attempts, which leads control. If CS was not recorded, they equal the stolen bases."""
    return {**lines, "tries": lines["SB"] + lines.get("CS", 0.0)}


def _with_doubled_off(lines: Mapping[str, float]) -> dict[str, float]:
    """Add double plays that are not groundballs, if both totals were recorded. Lomax lines produce these."""
    if not {"DP", "GIDP"} <= lines.keys():
        return dict(lines)
    return {**lines, "doubled off": lines["DP"] - lines["GIDP"]}
