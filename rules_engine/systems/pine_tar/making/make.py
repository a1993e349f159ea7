"""Make the cards of a real season: columns that fit its totals, and ratings from statistics."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules_engine.baseball.seasons import (
    BattingSeason,
    FieldingSeason,
    LeagueSeason,
    Rates,
    batter_rates,
    drawn_rates,
    league_rates,
)
from rules_engine.baseball.system_types import Counted, MadeCards
from rules_engine.systems.pine_tar.cards.cards import GRADES, Card, Grade, Hand
from rules_engine.systems.pine_tar.cards.columns import Column
from rules_engine.systems.pine_tar.cards.outcomes import OUTCOMES
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.charts.reading import house_charts
from rules_engine.systems.pine_tar.editions.edition import Edition
from rules_engine.systems.pine_tar.making import ratings, staff
from rules_engine.systems.pine_tar.making.counting import COUNTED, GROUNDERS, OUT, Counter, League, Line, fitted, split

NAMES: Final = {
    "HR": "homeruns",
    "3B": "triples",
    "2B": "doubles",
    "1B": "singles",
    "BB": "walks and hit batsmen",
    "SO": "strikeouts",
}
OTHER_ERRORS: Final = 0.45  # share of errors that put no batter on base; on these cards, every error does (PTE1)
MIDDLE_ERRS: Final = 0.55  # share of the ROE cells on which an average fielder commits an error, in whole cells
FEWEST_GROUNDERS, MOST_GROUNDERS = 0.33, 0.66
TURNED: Final = {True: 0.31, False: 0.295}  # double plays per groundout with a runner on first, by base-stealing option
ON_THE_GROUND: Final = 0.93  # share of all double plays; few involve a fly ball or a runner caught stealing
LOWER_WITH_RUNNERS: Final = 0.15  # share of all batters who face a lower grade due to PTRI1
RANGED: Final = 0.25  # share of fielders rated Pos, and the same share rated Neg
FLOOR: Final = 0.5  # excess, in cells, above which an unavoidable minimum is reported
_FIELDERS: Final[Mapping[str, Sequence[str]]] = {
    OUT: ("GO-P", "GO-1B", "GO-2B", "GO-3B", "GO-SS"),
    "FO": ("FO-LF", "FO-CF", "FO-RF"),
    "LO": ("LO-1B", "LO-2B", "LO-3B", "LO-SS", "LO-CF"),
    "ROE": ("ROE/PO", "ROE/LO"),
}
_WHERE: Final[Mapping[str, Mapping[str, Sequence[float]]]] = {
    "R": {OUT: (0.08, 0.10, 0.20, 0.27, 0.35), "FO": (0.36, 0.36, 0.28), "LO": (1, 2, 3, 3, 1), "ROE": (1, 1)},
    "L": {OUT: (0.09, 0.24, 0.33, 0.11, 0.23), "FO": (0.28, 0.36, 0.36), "LO": (3, 3, 1, 2, 1), "ROE": (1, 1)},
    "S": {OUT: (0.08, 0.17, 0.27, 0.19, 0.29), "FO": (0.32, 0.36, 0.32), "LO": (2, 3, 2, 2, 1), "ROE": (1, 1)},
}


def make_cards(season: LeagueSeason, edition: Edition) -> MadeCards:
    """Make cards for every player, regulars first, so that later cards absorb rounding."""
    season = season.without_mop_ups()
    charts, usual = house_charts(), _with_all_walks(league_rates(season.batting.values()), season)
    grades = _grades(season, charts, usual)
    league = _league(season, edition, charts, usual, grades)
    standards, counters = ratings.standards(season), {slow: Counter(league, slow=slow) for slow in (False, True)}
    cards: dict[str, Card] = {}
    extra_turns = 1 / (1 - OTHER_ERRORS * _errors(season))  # additional batters come up after errors
    over, offset = dict.fromkeys(COUNTED, 0.0), dict.fromkeys(COUNTED, 0.0)
    allowed, short = dict.fromkeys(COUNTED, 0.0), dict[str, Sequence[Counted]]()
    for player in sorted({*season.batting, *season.pitching}, key=lambda player: (-_turns(season, player), player)):
        card = _ratings(season, player, grades, usual, league, standards)
        aim, turns = _aim(season, player, usual), extra_turns * _turns(season, player)
        counter = counters[card.speed == "S"]
        target = {kind: aim[kind] / extra_turns - _bounded(over[kind] / turns if turns else 0.0) for kind in COUNTED}
        counts = fitted(counter, target, {kind: round(100 * (target[kind] - offset[kind])) for kind in COUNTED})
        line = counter.line(counts)
        offset = {kind: line[kind] - counts[kind] / 100 for kind in COUNTED}
        real = _real(season.batting[player]) if player in season.batting else dict.fromkeys(COUNTED, 0.0)
        for kind in COUNTED:
            over[kind] += turns * line[kind] - real[kind]
            allowed[kind] += turns * line[kind]
        if floors := _floors(counts, line, real, turns):
            short[player] = floors
        column = _column(counts, card.bats)
        hands: tuple[Hand, Hand] = ("L", "R")
        cards[player] = replace(card, columns=dict.fromkeys(hands, column))
    return MadeCards(cards, _report(season, allowed), short)


def _turns(season: LeagueSeason, player: str) -> int:
    """Return plate appearances, including intentional walks."""
    line = season.batting.get(player)
    return line.plate_appearances + line.intentional_walks if line else 0


def _with_all_walks(rates: Rates, season: LeagueSeason) -> Rates:
    """Return the league's rates with intentional walks included."""
    turns = sum(line.plate_appearances for line in season.batting.values())
    more = sum(line.intentional_walks for line in season.batting.values())
    return rates._replace(walk=rates.walk + more / turns).times(turns / (turns + more))


def _real(line: BattingSeason) -> dict[str, float]:
    singles = line.hits - line.doubles - line.triples - line.homeruns
    walks = line.walks + line.hit_by_pitch
    return dict(zip(COUNTED, (line.homeruns, line.triples, line.doubles, singles, walks, line.strikeouts), strict=True))


def _aim(season: LeagueSeason, player: str, usual: Rates) -> Line:
    """Return the player's target line, regressed toward his group if he batted rarely."""
    line = season.batting.get(player)
    if line is None or not _turns(season, player):
        return staff.as_line(_pitchers_at_bat(season, usual) if season.bats_as_pitcher(player) else usual)
    full = replace(line, intentional_walks=0)
    if season.bats_as_pitcher(player):
        return staff.as_line(drawn_rates(full, _pitchers_at_bat(season, usual)))
    return staff.as_line(batter_rates(full, usual))


def _pitchers_at_bat(season: LeagueSeason, usual: Rates) -> Rates:
    """Return the batting rates of pitchers, or two-thirds of the usual rates."""
    lines = [
        line for pitcher, line in season.batting.items() if season.bats_as_pitcher(pitcher) and line.plate_appearances
    ]
    return league_rates(lines) if lines else usual.times(2 / 3)


def _bounded(share: float) -> float:
    """Limit a correction to one cell per card."""
    return max(-0.01, min(0.01, share))


def _grades(season: LeagueSeason, charts: Charts, usual: Rates) -> dict[str, Grade]:
    """Assign grades by the run value of the usual column against each grade."""
    below = {"ROE": 2, "BK/WP": 1}
    counts = {kind: round(100 * share) for kind, share in staff.as_line(usual).items()}
    counts |= below | {OUT: max(0, 100 - sum(counts.values()) - 3)}
    by_grade = {
        grade: staff.worth(Counter(League(charts, {grade: 1.0}, below, {}), slow=False).line(counts))
        for grade in GRADES
    }
    return staff.graded(season.pitching, usual, by_grade)


def _league(
    season: LeagueSeason, edition: Edition, charts: Charts, usual: Rates, grades: Mapping[str, Grade]
) -> League:
    options, shares = edition.options, staff.shares_of_grades(season.pitching, grades)
    if options.risp_penalty:
        shares = _lowered(shares)
    below = {"ROE": _error_cells(season), "BK/WP": staff.cells_for_wild_pitches(season.pitching.values())}
    league = League(
        charts=charts,
        grades=shares,
        below=below,
        corrected=_corrected(season, usual) if options.so_bb_rating else {},
        positive=RANGED if options.defensive_rolls else 0.0,
        negative=RANGED if options.defensive_rolls else 0.0,
    )
    return replace(league, grounders=_grounders(season, league, usual, steals=options.base_stealing))


def _lowered(shares: Mapping[Grade, float]) -> dict[Grade, float]:
    """PTRI1: Shift a share of each grade to the next lower grade."""
    lowered = dict(shares)
    for grade, lower in zip(GRADES, GRADES[1:], strict=False):
        moved = LOWER_WITH_RUNNERS * shares[grade]
        lowered[grade] -= moved
        lowered[lower] += moved
    return lowered


def _corrected(season: LeagueSeason, usual: Rates) -> dict[int, dict[str, float]]:
    """PTSB1: Return roll -> SO or BB -> share of batters."""
    faced = sum(line.batters for line in season.pitching.values()) or 1
    shares_by_roll: dict[int, dict[str, float]] = {}
    for line in season.pitching.values():
        rating = staff.corrected(line, usual)
        for roll in sorted(rating.rolls) if rating else ():
            shares = shares_by_roll.setdefault(roll, {})
            kind = rating.kind if rating else ""
            shares[kind] = shares.get(kind, 0.0) + line.batters / faced
    return shares_by_roll


def _errors(season: LeagueSeason) -> float:
    """Return errors per batter."""
    errors = sum(line.errors for lines in season.fielding.values() for line in lines)
    turns = sum(_turns(season, batter) for batter in season.batting) or 1
    return errors / (turns + OTHER_ERRORS * errors)


def _grounders(season: LeagueSeason, league: League, usual: Rates, *, steals: bool) -> float:
    """Return the groundout share that matches the season's double plays.

    Runners who left first base on a steal or bunt aren't counted.
    """
    lines = season.batting.values()
    turns = sum(_turns(season, batter) for batter in season.batting)
    turned = season.grounded_into(ON_THE_GROUND) / turns
    if not turned:
        return GROUNDERS
    left = sum(line.sacrifices + steals * (line.stolen_bases + line.caught_stealing) for line in lines) / turns
    first = usual.single + usual.walk + usual.hit_by_pitch + _errors(season) - left
    target, usual_line = turned / (TURNED[steals] * first), staff.as_line(usual)
    few, many = (
        _ground_outs(replace(league, grounders=share), usual_line) for share in (FEWEST_GROUNDERS, MOST_GROUNDERS)
    )
    place = (target - few) / (many - few)
    return FEWEST_GROUNDERS + max(0.0, min(1.0, place)) * (MOST_GROUNDERS - FEWEST_GROUNDERS)


def _ground_outs(league: League, usual: Line) -> float:
    """Return the groundout share of the usual column."""
    counter = Counter(league, slow=False)
    return counter.line(fitted(counter, usual, {kind: round(100 * usual[kind]) for kind in COUNTED}))[OUT]


def _error_cells(season: LeagueSeason) -> int:
    """Return the number of ROE cells on every card, set so that an average fielder commits errors on about half."""
    return max(2, min(12, round(100 * _errors(season) / MIDDLE_ERRS)))


def _ratings(
    season: LeagueSeason,
    player: str,
    grades: Mapping[str, Grade],
    usual: Rates,
    league: League,
    standards: ratings.Standards,
) -> Card:
    """Return the card without its column."""
    batting, pitched = season.batting.get(player), season.pitching.get(player)
    hits = not season.bats_as_pitcher(player)
    lines = sorted(season.fielding.get(player, ()), key=lambda line: -line.outs)
    fielders: list[FieldingSeason] = [line for line in lines if line.position != "p"]
    steal, opportunity = ratings.stealing(batting, standards)
    name = batting.name if batting else pitched.name if pitched else player
    bats = batting.bats if batting else {"L": "L", "B": "S", "S": "S"}.get(season.hands.get(player, "R"), "R")
    return Card(
        name=name,
        bats=bats,  # type: ignore[arg-type]
        throws=pitched.throws if pitched else "R",
        speed=ratings.speed(batting, standards),
        columns={},
        split=False,
        steal=steal,
        steal_opportunity=opportunity,
        bunt=ratings.bunting(batting, pitches=not hits),
        injury=ratings.injury(_turns(season, player)) if hits or not pitched else staff.injury(pitched),
        fielding_range=ratings.reach(lines, standards),
        error=ratings.error_chance(lines, standards, 100 * _errors(season) / league.below["ROE"]),
        positions=tuple(dict.fromkeys(line.position for line in fielders)) if hits else (),
        arm=ratings.arm(fielders, standards) if hits else "",
        throwing=ratings.throwing(fielders, standards) if hits else 0,
        pitching=staff.pitching(pitched, grades[player], usual, league.below["BK/WP"]) if pitched else None,
        also_hits=player in season.two_way,
    )


def _column(counts: Mapping[str, int], bats: str) -> Column:
    """Build a column in printed order, with outs distributed among fielders by batting side."""
    cells = [OUTCOMES[kind] for kind in COUNTED for _ in range(counts[kind])]
    for kind, fielders in _FIELDERS.items():
        parts = split(counts[kind], _WHERE[bats][kind])
        cells += [OUTCOMES[line] for line, count in zip(fielders, parts, strict=True) for _ in range(count)]
    return (*cells, *[OUTCOMES["BK/WP"]] * counts["BK/WP"])


def _floors(counts: Mapping[str, int], line: Line, real: Mapping[str, float], turns: float) -> list[Counted]:
    """Return outcomes without a cell that pitchers' grades still produce too often."""
    return [
        Counted(NAMES[kind], real[kind], round(turns * line[kind], 1))
        for kind in COUNTED
        if counts[kind] == 0 and turns * line[kind] - real[kind] > max(1.0, FLOOR * turns / 100)
    ]


def _report(season: LeagueSeason, allowed: Mapping[str, float]) -> list[Counted]:
    lines = [_real(line) for line in season.batting.values()]
    return [Counted(NAMES[kind], sum(line[kind] for line in lines), round(allowed[kind], 1)) for kind in COUNTED]
