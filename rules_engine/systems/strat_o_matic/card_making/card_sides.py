"""The two halves of a plate appearance: the results that each card must produce for the total to come out right.

Half the plate appearances use each card. Against an average opposing card, a card must produce twice the player's rate
minus the league's. X chances are on the pitcher's card, and their results with average fielders are known exactly.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from rules_engine.baseball.seasons import Rates
from rules_engine.systems.strat_o_matic.card_making.packing import CHANCES, chances, family, pack
from rules_engine.systems.strat_o_matic.card_making.power import Power
from rules_engine.systems.strat_o_matic.card_making.targets import CardTargets
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Line, Reading
from rules_engine.systems.strat_o_matic.charts.chart_files import cached_per_chart_set
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import FieldingChart, load_fielding_chart

X_CHANCES = {"p": 2, "c": 3, "1b": 2, "2b": 6, "3b": 3, "ss": 7, "lf": 2, "cf": 3, "rf": 2}
RANGE_SHARES = (14, 23, 26, 23, 14)  # per 100 regulars, by range 1 to 5, as ratings.py assigns them
AVERAGE_E = {"p": 20, "c": 5, "1b": 9, "2b": 15, "3b": 23, "ss": 20, "lf": 7, "cf": 5, "rf": 6}
PLAIN = CardTargets()
_TOTALS = [sum(dice) for dice in product(range(1, 7), repeat=3)]

SINGLES = (("SINGLE({of})", 0.40), ("SINGLE*", 0.32), ("SINGLE**", 0.28))
DOUBLES = (("DOUBLE({of})", 0.55), ("DOUBLE**", 0.45))


def _outs(*shares: tuple[str, float]) -> tuple[tuple[Reading, float], ...]:
    total = sum(share for _, share in shares)
    return tuple((parse_reading(text), share / total) for text, share in shares)


# Shares of the outs in play. Batters pull more of their grounders and hit more of their flies to the opposite field.
BATTER_OUTS = {
    "R": _outs(
        ("gb(ss)A", 11), ("gb(3b)A", 6), ("gb(2b)A", 5), ("gb(2b)B", 2), ("gb(ss)C", 7), ("gb(3b)B", 5),
        ("gb(1b)C+", 3), ("gb(p)B", 3), ("fly(cf)B", 12), ("fly(rf)B", 8), ("fly(lf)B?", 7), ("fly(cf)C", 1),
        ("fly(lf)C", 3), ("fly(cf)A", 3), ("lineout(ss)", 4), ("lomax", 2), ("popout(2b)", 7), ("foulout(c)", 5),
        ("popout(1b) plus injury", 0.5),
    ),
    "L": _outs(
        ("gb(2b)A", 12), ("gb(1b)A", 5), ("gb(ss)A", 5), ("gb(ss)B", 2), ("gb(2b)C", 7), ("gb(1b)B", 5),
        ("gb(3b)C+", 3), ("gb(p)B", 3), ("fly(cf)B", 12), ("fly(lf)B", 8), ("fly(rf)B?", 7), ("fly(cf)C", 1),
        ("fly(rf)C", 3), ("fly(cf)A", 3), ("lineout(2b)", 4), ("lomax", 2), ("popout(ss)", 7), ("foulout(3b)", 5),
        ("popout(3b) plus injury", 0.5),
    ),
}  # fmt: skip
PITCHER_OUTS = _outs(
    ("gb(ss)A", 8), ("gb(2b)A", 4), ("gb(2b)B", 4), ("gb(3b)A", 4), ("gb(1b)C", 5), ("gb(p)C", 4), ("fly(cf)B", 13),
    ("fly(lf)B", 3), ("fly(lf)C", 3), ("fly(rf)B", 10), ("fly(rf)C", 1), ("fly(lf)B?", 5), ("lineout(2b)", 4),
    ("lomax", 1), ("popout(ss)", 8), ("foulout(1b)", 6),
)  # fmt: skip


Ranges = Mapping[str, Sequence[float]]  # position -> shares of its chances by fielder's range, 1 to 5
COMMON_RANGES: Ranges = {position: [share / 100 for share in RANGE_SHARES] for position in X_CHANCES}


def x_rates(ranges: Ranges = COMMON_RANGES, chart: str = "fielding_super") -> Rates:
    """Return the exact results of a pitcher's X chances per 108, with these fielders and the bases empty."""
    total = Rates()
    for position, weight in X_CHANCES.items():
        for fielder_range, share in enumerate(ranges[position], start=1):
            total = total.plus(x_hits(position, fielder_range, chart), weight * share)
    return total


@cached_per_chart_set
def x_hits(position: str, fielder_range: int, chart: str = "fielding_super") -> Rates:
    """Return the rates of hits per X chance, for a fielder of this range with an average e rating."""
    hits = _x_hits(load_fielding_chart(chart), position, fielder_range)
    return Rates(*(float(hits.get(word, 0)) for word in ("single", "double", "triple", "homerun")))


def _x_hits(chart: FieldingChart, position: str, fielder_range: int) -> dict[str, Fraction]:
    """Return the hits per X chance by result, for a fielder of this range with an average e rating."""
    hits: dict[str, Fraction] = {}
    roll_probability = Fraction(1, 20 * len(_TOTALS))
    for roll in range(1, 21):
        symbol = chart.range_symbol(position, roll, fielder_range).rstrip("#")
        for total in _TOTALS:
            word = chart.outcome(position, symbol, chart.error_symbol(position, AVERAGE_E[position], total)).word
            word = "single" if word in ("infield fly", "runner hit") else word
            if word in ("single", "double", "triple", "homerun"):
                hits[word] = hits.get(word, Fraction(0)) + roll_probability
    return hits


COUNTED_KINDS = (
    Kind.SINGLE,
    Kind.DOUBLE,
    Kind.TRIPLE,
    Kind.HOMERUN,
    Kind.WALK,
    Kind.HIT_BY_PITCH,
    Kind.STRIKEOUT,
)


def side_rates(columns: tuple[tuple[Line, ...], ...]) -> Rates:
    """Return this side's rates per plate appearance, without X chances."""
    chance_by_reading = chances(columns)
    return Rates(
        *(
            sum(count for reading, count in chance_by_reading.items() if reading.kind is kind) / CHANCES
            for kind in COUNTED_KINDS
        )
    )


Outs = Sequence[tuple[Reading, float]]


@cache
def adjusted_outs(
    outs: tuple[tuple[Reading, float], ...], double_plays: float, deep_flies: float, doubled_off: float
) -> Outs:
    """Return the outs with gb()A, deep flies (A and B) and lomax made more or less frequent.

    Other groundballs make room for gb()A. Other outs in the air make room for deep flies and lomax.
    """
    with_double_plays = _weighted(outs, "double play", "grounder", double_plays)
    with_deep_flies = _weighted(with_double_plays, "deep fly", "caught", deep_flies)
    return _weighted(with_deep_flies, "doubled off", "caught", doubled_off)


def _weighted(outs: Outs, chosen: str, paying: str, weight: float) -> list[tuple[Reading, float]]:
    """Multiply the `chosen` family by `weight`, and shrink the `paying` family so that the sum stays the same.

    The `paying` family keeps at least a tenth of its share.
    """
    chosen_share = sum(share for reading, share in outs if family(reading) == chosen)
    paying_share = sum(share for reading, share in outs if family(reading) == paying)
    weight = min(weight, 1 + 0.9 * paying_share / chosen_share)
    factors = {chosen: weight, paying: 1 - chosen_share * (weight - 1) / paying_share}
    return [(reading, share * factors.get(family(reading), 1.0)) for reading, share in outs]


def batter_columns(
    rates: Rates, league: Rates, bats: str, power: str, times: float = 1.0, aims: CardTargets = PLAIN
) -> tuple[tuple[Line, ...], ...]:
    """Return one side of a batter's card, from his rates and the league's against these pitchers.

    Pitchers' cards give N batters `times` the league's home run rate. W batters get singles from these lines.
    """
    half = rates.times(2).plus(league, -1)
    off_pitchers = times * league.homerun if power == "N" else 0.0
    homerun = 2 * rates.homerun - off_pitchers
    half = half._replace(homerun=homerun, single=half.single + off_pitchers - league.homerun)
    outs = adjusted_outs(BATTER_OUTS[bats], aims.double_plays, aims.deep_flies, aims.doubled_off)
    return pack((), _target_shares(half.times(CHANCES), bats, "HOMERUN", aims.advance), outs)


def pitcher_columns(
    rates: Rates,
    league: Rates,
    bats: str,
    power: Power,
    aims: CardTargets = PLAIN,
    ranges: Ranges = COMMON_RANGES,
) -> tuple[tuple[Line, ...], ...]:
    """12.1: return one side of a pitcher's card, against batters from this side.

    Its home runs count only for batters with normal power.
    """
    half = rates.times(2).plus(league, -1)
    homerun = power.times * league.homerun + 2 * (rates.homerun - league.homerun) / power.normal
    half = half._replace(homerun=homerun, single=half.single + half.homerun - homerun)
    rest = half.times(CHANCES).plus(x_rates(ranges), -1)
    outs = adjusted_outs(PITCHER_OUTS, aims.double_plays, aims.deep_flies, aims.doubled_off)
    return pack(_X_READINGS, _target_shares(rest, bats, "N HOMERUN", aims.advance), outs, dots=9)


def basic_pitcher_columns(
    rates: Rates, league: Rates, aims: CardTargets = PLAIN, ranges: Ranges = COMMON_RANGES
) -> tuple[tuple[Line, ...], ...]:
    """Return the Basic side of a pitcher's card.

    It serves all batters and has no dots. Every home run on it counts.
    """
    rest = rates.times(2).plus(league, -1).times(CHANCES).plus(x_rates(ranges), -1)
    outs = adjusted_outs(PITCHER_OUTS, aims.double_plays, aims.deep_flies, aims.doubled_off)
    return pack(_X_READINGS, _target_shares(rest, "R", "HOMERUN", aims.advance), outs)


def _x_reading(position: str) -> Reading:
    if position == "c":
        return Reading(Kind.CATCHER_X)
    return Reading(Kind.FLYBALL if position in ("lf", "cf", "rf") else Kind.GROUNDBALL, position, "X")


_X_READINGS = tuple((_x_reading(position), weight) for position, weight in X_CHANCES.items())


def hit_shares(advance: float) -> tuple[Sequence[tuple[str, float]], Sequence[tuple[str, float]]]:
    """Return the shares of singles and doubles by how far runners advance.

    `advance` shifts shares to longer advances. A shift too large for the one-base singles also reduces the open
    singles.
    """
    (open_single, open_share), (single_base, single_base_share), (two_bases, two_base_share) = SINGLES
    extra_two_base_share = min(0.95 - two_base_share, max(advance, 0.02 - two_base_share))
    new_single_base_share = max(0.02, single_base_share - extra_two_base_share)
    singles = (
        (open_single, 1 - two_base_share - extra_two_base_share - new_single_base_share),
        (single_base, new_single_base_share),
        (two_bases, two_base_share + extra_two_base_share),
    )
    (open_double, open_double_share), (two_base_double, _) = DOUBLES
    open_double_share = max(0.02, min(0.98, open_double_share + advance))
    return singles, ((open_double, open_double_share), (two_base_double, 1 - open_double_share))


_RELATED_RATES = (("homerun", "single"), ("triple", "double"), ("double", "single"), ("hit_by_pitch", "walk"))


def without_negative_rates(half: Rates) -> Rates:
    """Raise negative rates to zero and subtract the difference from a related rate.

    This leaves the totals of hits and walks unchanged.
    """
    for rate_name, related in _RELATED_RATES:
        if (missing := getattr(half, rate_name)) < 0:
            half = half._replace(**{rate_name: 0.0, related: getattr(half, related) + missing})
    return Rates(*(max(0.0, rate) for rate in half))


def _target_shares(half: Rates, bats: str, homerun: str, advance: float) -> Sequence[tuple[Reading, float]]:
    """Return every reading with its chances out of 108, in the order in which they are placed."""
    rates = without_negative_rates(half)
    pull = "rf" if bats == "L" else "lf"
    singles, doubles = hit_shares(advance)
    chances = [(text.format(of="cf"), share * rates.single) for text, share in singles]
    chances += [(text.format(of=pull), share * rates.double) for text, share in doubles]
    chances += [
        (homerun, rates.homerun),
        ("TRIPLE", rates.triple),
        ("WALK", rates.walk),
        ("HBP", rates.hit_by_pitch),
        ("strikeout", rates.strikeout),
    ]
    return [(parse_reading(text), chance) for text, chance in chances]
