"""The correction loop: replays a league, compares it with what was played, and corrects what its cards aim at.

Each line has its own aim. A round replays the league with the aims of the round before and moves each aim by how far
its line was off, within bounds. The first rounds find the place; those after them count as much as they have games, so
that the chance of all of them together is what is left. Games and dice are the same whenever a league is fitted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from rules_engine.baseball.seasons import Rates, outs_of_starts
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.card_making.targets import Aims
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard
from rules_engine.systems.strat_o_matic.cards.habits import Habits
from seasons.counts import OUTS, Counts, Estimate, Target
from seasons.lahman import SeasonError
from seasons.league_statistics import designated_hitter, league_totals, read_statistics
from seasons.strat_o_matic.league_cards import make_league, measured, with_aims
from seasons.strat_o_matic.replay import OnProgress, replay_league
from seasons.strat_o_matic.season_cards import SeasonCards

SEARCHING: Final = 3  # rounds whose games only find the place
ROUNDS: Final = (0.08, 0.08, 0.09, 0.25, 0.25, 0.25)  # shares of the games
GAMES: Final = 3000  # of each league
FEWEST: Final = 60  # games in a round: more than there are terms of luck to take out
SEED: Final = 1901
# what a hit, a walk and the like are worth in runs: so much of the runs is none of the advances' doing
WORTH: Final = {
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
ADVANCE: Final = {"1B": 0.15, "2B": 0.30}  # runs for each hit on which the runners take one base more
OUTS_MOVED: Final = 1.5  # by which they stay longer for each more out that all together are to have
STAY: Final = (-12.0, 18.0)  # outs beyond his POW for which a starter is left in, at the least and at the most
FURTHEST: Final = 0.9  # share of hits
FURTHER: Final = 0.3  # by which that moves in a round at the most
CAREFUL: Final = 12.0  # by which runners must be safer for each at bat more in 27 outs
KINDER: Final = 1.5  # twentieths for each at bat more, where nobody kept who was caught
TWENTIETHS: Final = 8.0  # by which numbers to be safe, thieves' or runners', move at the most
SAFER: Final = 0.033  # of the thieves for each twentieth that is added; numbers are held to 19, and leads put men out


class Aimed(NamedTuple):
    """An aim that is a factor: its line, how much of a change of it the line follows, and its bounds."""

    line: str
    follows: float
    least: float
    most: float


FACTORS: Final[Mapping[str, Aimed]] = {
    "double_plays": Aimed("GIDP", 0.9, 0.2, 2.5),
    "doubled_off": Aimed("doubled off", 1.0, 0.2, 6.0),
    "deep_flies": Aimed("SF", 0.8, 0.3, 2.2),
    "errors": Aimed("E", 0.9, 0.3, 3.0),
    "steals": Aimed("tries", 0.95, 0.2, 6.0),
    "wild_pitches": Aimed("WP", 0.9, 0.2, 5.0),
    "passed_balls": Aimed("PB", 0.7, 0.2, 5.0),
    "balks": Aimed("BK", 0.7, 0.0, 5.0),
}
HABITS: Final[Mapping[str, Aimed]] = {
    "bunts": Aimed("SH", 0.8, 0.001, 12.0),
    "walks": Aimed("IBB", 0.9, 0.001, 12.0),
    "pinch_hits": Aimed("PA of pitchers", -0.3, 0.02, 10.0),
}
RATES: Final = dict(zip(Rates._fields, ("1B", "2B", "3B", "HR", "BB", "HBP", "SO"), strict=True))
BOLDEST: Final = 2.0  # no aim moves further in a round, nor less than half


def target_of(made: LeagueCards) -> Target:
    """What this league's lines should be."""
    totals, statistics = league_totals(made.year, made.name), made.statistics
    starts = sum(outs_of_starts(season) for season in statistics.pitching.values())
    at_bat = sum(
        season.plate_appearances + season.intentional_walks + season.sacrifices
        for man, season in statistics.batting.items()
        if isinstance(card := made.cards.get(man), PitcherCard) and card.hitter is None
    )
    outs = sum(season.outs for season in statistics.pitching.values())
    use = {"outs of starters": starts * OUTS / outs}
    if not designated_hitter(made.name, made.year):
        use["PA of pitchers"] = at_bat * OUTS / outs
    return Target(totals, use)


def fit_league(
    year: int, name: str, games: int = GAMES, *, workers: int = 1, on_progress: OnProgress | None = None
) -> LeagueCards:
    """The cards of a league, right by exact count and by replay. Raises SeasonError for a year without statistics."""
    made, counted = make_league(year, name), 0
    target = target_of(made)
    for number, share in enumerate(ROUNDS):
        size = max(FEWEST, round(share * games))
        counts = replay_league(made, size, SEED, first=counted, workers=workers)
        counted += size
        after = sum(ROUNDS[SEARCHING : number + 1])
        gain = 1.0 if number < SEARCHING else share / after
        made = with_aims(year, name, moved(made.league.aims, target, counts, gain))
        if on_progress:
            on_progress(counted)
    return made


def league_of_file(year: int, name: str, season: SeasonCards) -> LeagueCards:
    """One league of a file of cards, to be replayed. Raises SeasonError where they are not that season's."""
    statistics = read_statistics(year).of(name)
    teams = {team: season.teams[team] for team in statistics.teams if team in season.teams}
    cards = {man: season.cards[man] for men in teams.values() for man in men if man in season.cards}
    if set(teams) != set(statistics.teams) or any(man not in season.cards for men in teams.values() for man in men):
        raise SeasonError(f"these are no cards of {year}: they have not all men of the teams of the {name}")
    habits = next((season.habits[team] for team in teams if team in season.habits), Habits())
    return LeagueCards(statistics, replace(measured(year, name), aims=Aims(habits=habits)), cards, teams)


def moved(aims: Aims, target: Target, counts: Counts, gain: float) -> Aims:
    """The aims after a round, each moved by what its line was off."""
    real, given = _with_singles(target.real()), _with_singles(_values(target.as_written(counts.per_27_outs())))
    real, given = _by_pitchers(real), _by_pitchers(given)
    real, given = _with_tries(real), _with_tries({name: given[name] for name in given if name in real})
    real, given = _with_doubled_off(real), _with_doubled_off(given)
    off = {name: real[name] / given[name] for name in real if real[name] > 0 and given.get(name, 0) > 0}
    off.setdefault("GIDP", off[target.double_plays])
    factors = {name: _factor(getattr(aims, name), off, aimed, gain) for name, aimed in FACTORS.items()}
    habits = {name: _factor(getattr(aims.habits, name), off, aimed, gain) for name, aimed in HABITS.items()}
    rates = Rates(*(_factor(rate, off, _of_batters(kind), gain) for kind, rate in zip(RATES, aims.rates, strict=True)))
    return replace(
        aims,
        rates=rates,
        **factors,
        safe=_kinder(aims.safe, real, given, gain),
        advance=_further(aims.advance, real, given, gain),
        habits=replace(
            aims.habits,
            bunts=habits["bunts"],
            walks=habits["walks"],
            pinch_hits=habits["pinch_hits"],
            starters_stay=_stay(aims.habits.starters_stay, real, given, gain),
            caution=_caution(aims.habits.caution, real, given, gain),
        ),
    )


def at_their_bounds(made: LeagueCards) -> list[str]:
    """The lines whose aims can move no further, so that they stay as far off as a replay says."""
    aims, real = made.league.aims, target_of(made).real()
    found = [(aimed, getattr(aims, name)) for name, aimed in FACTORS.items()]
    found += [(aimed, getattr(aims.habits, name)) for name, aimed in HABITS.items()]
    found += [(_of_batters(kind), rate) for kind, rate in zip(RATES, aims.rates, strict=True)]
    kept = {*_with_singles(real), "tries"}
    factors = [
        "SB" if aimed.line == "tries" else aimed.line
        for aimed, value in found
        if aimed.line in kept and not aimed.least < value < aimed.most
    ]
    return list(dict.fromkeys((*factors, *_added_at_their_bounds(aims, real))))


def _added_at_their_bounds(aims: Aims, real: Mapping[str, float]) -> Iterator[str]:
    """The lines of those aims that are no factors but added to; a habit that was never fitted is no bound."""
    if abs(aims.safe) == TWENTIETHS:
        yield "CS" if "CS" in real else "AB"
    if abs(aims.advance) == FURTHEST:
        yield "R"
    if aims.habits.starters_stay in STAY:
        yield "outs of starters"
    if abs(aims.habits.caution) == TWENTIETHS:
        yield "AB"


def _of_batters(kind: str) -> Aimed:
    return Aimed(RATES[kind], 1.0, 0.3, 3.0)


def _factor(now: float, off: Mapping[str, float], aimed: Aimed, gain: float) -> float:
    """The aim times what its line is off, as much as the line follows it; as it was where nothing was recorded."""
    times = off.get(aimed.line, 1.0) ** (gain / aimed.follows)
    return max(aimed.least, min(aimed.most, now * max(1 / BOLDEST, min(BOLDEST, times)))) if now else now


def _kinder(now: float, real: Mapping[str, float], given: Mapping[str, float], gain: float) -> float:
    """Twentieths added to all thieves' numbers, by the share that was safe.

    Where CS were not kept, by the outs that batters made: what is over was made by men caught. That is settled by
    whole steps before the last rounds, or steals, which follow it, would not settle themselves.
    """
    if "CS" not in real:
        step = KINDER * _outs_of_batters(real, given) if gain == 1.0 else 0.0
        return _within(TWENTIETHS, now + step)
    if not given["SB"]:
        return now
    wanted, got = (lines["SB"] / (lines["SB"] + lines["CS"]) for lines in (real, given))
    return _within(TWENTIETHS, now + gain * (wanted - got) / SAFER)


def _further(now: float, real: Mapping[str, float], given: Mapping[str, float], gain: float) -> float:
    """Hits on which runners take a base more, by the runs that the other lines do not explain."""
    explained = sum(worth * (real[line] - given[line]) for line, worth in WORTH.items() if line in real)
    missing = real["R"] - given["R"] - explained
    by_hits = sum(worth * given[line] for line, worth in ADVANCE.items())
    return _within(FURTHEST, now + _within(FURTHER, gain * missing / by_hits))


def _stay(now: float, real: Mapping[str, float], given: Mapping[str, float], gain: float) -> float:
    """Outs beyond his POW for which a starter is left in, by the outs that starters really had."""
    missing = real["outs of starters"] - given["outs of starters"]
    least, most = STAY
    return max(least, min(most, now + gain * OUTS_MOVED * missing))


def _caution(now: float, real: Mapping[str, float], given: Mapping[str, float], gain: float) -> float:
    """How safe runners must be to be sent, by the outs that batters made: what is short of those, runners made."""
    return _within(TWENTIETHS, now + gain * CAREFUL * _outs_of_batters(real, given))


def _within(bound: float, value: float) -> float:
    return max(-bound, min(bound, value))


def _outs_of_batters(real: Mapping[str, float], given: Mapping[str, float]) -> float:
    """How many more of them there should be in 27 outs."""
    of_batters = {"AB": 1, "H": -1, "SH": 1, "SF": 1}
    return sum(sign * (real[line] - given[line]) for line, sign in of_batters.items() if line in real)


def _values(lines: Mapping[str, Estimate]) -> dict[str, float]:
    return {name: estimate.given for name, estimate in lines.items()}


def _with_singles(lines: Mapping[str, float]) -> dict[str, float]:
    return {**lines, "1B": lines["H"] - lines["2B"] - lines["3B"] - lines["HR"]}


def _by_pitchers(lines: Mapping[str, float]) -> dict[str, float]:
    """Walks less the intentional ones, which are no line of a card."""
    return {**lines, "BB": lines["BB"] - lines.get("IBB", 0.0)}


def _with_tries(lines: Mapping[str, float]) -> dict[str, float]:
    """How often men ran: what leads follow, while who was safe follows the numbers; steals where CS were not kept."""
    return {**lines, "tries": lines["SB"] + lines.get("CS", 0.0)}


def _with_doubled_off(lines: Mapping[str, float]) -> dict[str, float]:
    """Double plays that are no batter's grounder, where both were kept: all that lomax lines can stand for."""
    return {**lines, "doubled off": lines["DP"] - lines["GIDP"]} if {"DP", "GIDP"} <= lines.keys() else dict(lines)
