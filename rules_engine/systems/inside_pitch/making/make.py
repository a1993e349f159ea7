"""Make the cards of a league's season: fit pitchers and batters to each other's averages until both match."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules_engine.baseball.seasons import BattingSeason, LeagueSeason
from rules_engine.baseball.system_types import Counted, MadeCards
from rules_engine.systems.inside_pitch.cards import BatterCard, Card, Park, PitcherCard
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.counting import RESULTS
from rules_engine.systems.inside_pitch.making.averages import (
    Counter,
    Mound,
    Plate,
    batter_counts,
    mound_of,
    plate_of,
)
from rules_engine.systems.inside_pitch.making.batters import Opposition, batter_card, grid, hits_line
from rules_engine.systems.inside_pitch.making.pitchers import PitchersCarry, pitcher_card
from rules_engine.systems.inside_pitch.making.ratings import (
    LeagueAverages,
    gloves_of,
    pitchers_glove,
    running_ratings,
)
from rules_engine.systems.inside_pitch.making.targets import (
    NAMES,
    Targets,
    batter_weight,
    batters_targets,
    pitcher_weight,
    pitchers_targets,
)

ROUNDS: Final = 3
INITIAL_K, INITIAL_W = 0.45, 0.4  # on a d20: the average batter's first ratings
MIN_SHORTFALL: Final = 2.0  # events per season by which a limited card must miss its target to be reported
NO_LINE: Final = BattingSeason("", "R", 0, 0, 0, 0, 0, 0, 0)


@dataclass
class CardMaking:
    """A season's cards so far.

    `batter_factors` multiply the batters' targets to correct the previous round's totals. `pitcher_factors`
    multiply the pitchers' targets.
    """

    season: LeagueSeason
    counter: Counter
    batters: dict[str, BatterCard]
    pitchers: dict[str, PitcherCard]
    batter_factors: Targets
    pitcher_factors: Targets


def make_cards(season: LeagueSeason, charts: Charts, park: Park) -> MadeCards:
    """Make cards for all players who batted or pitched, with a report on how closely they match the season.

    Pitchers are made against the average batter, then batters against the average of those pitchers. The batters'
    targets are adjusted until the totals fit. The pitchers' totals are the same ones from the other side.
    """
    season = _with_all_walks(season.without_mop_ups())
    cards_so_far = CardMaking(
        season, Counter(charts, park), {}, {}, dict.fromkeys(RESULTS, 1.0), _initial_pitcher_factors(season)
    )
    plate = _initial_plate(season)
    for _ in range(ROUNDS):
        _make_pitchers(cards_so_far, plate)
        mound = mound_of(
            (card, pitcher_weight(season.pitching[player])) for player, card in cards_so_far.pitchers.items()
        )
        _make_batters(cards_so_far, mound)
        _adjust_batter_factors(cards_so_far, mound)
        plate = plate_of(
            cards_so_far.counter, ((card, _weight(season, player)) for player, card in cards_so_far.batters.items())
        )
    _make_batters(cards_so_far, mound)
    return _collect_cards(cards_so_far, mound)


def _with_all_walks(season: LeagueSeason) -> LeagueSeason:
    """Count intentional walks as walks, because no one orders them in a game that rolls for its managers."""
    return replace(
        season,
        batting={player: replace(line, intentional_walks=0) for player, line in season.batting.items()},
        pitching={player: replace(line, intentional_walks=0) for player, line in season.pitching.items()},
    )


def _initial_pitcher_factors(season: LeagueSeason) -> Targets:
    """Return the factors from pitchers' shares to batters'. They differ if players changed leagues."""
    batted, pitched = dict.fromkeys(RESULTS, 0.0), dict.fromkeys(RESULTS, 0.0)
    for weights, targets, total in (
        ({player: batter_weight(line) for player, line in season.batting.items()}, batters_targets(season), batted),
        ({player: pitcher_weight(line) for player, line in season.pitching.items()}, pitchers_targets(season), pitched),
    ):
        total_weight = sum(weights.values()) or 1.0
        for player, target in targets.items():
            for result in RESULTS:
                total[result] += weights[player] * target[result] / total_weight
    return {result: batted[result] / pitched[result] if pitched[result] else 1.0 for result in RESULTS}


def _weight(season: LeagueSeason, player: str) -> float:
    line = season.batting.get(player)
    return batter_weight(line) if line else 0.0


def _initial_plate(season: LeagueSeason) -> Plate:
    """Return average batters for the first round, before any cards are made."""
    targets, total = batters_targets(season), 0.0
    homeruns = sum(_weight(season, player) * target["HR"] for player, target in targets.items())
    total = sum(_weight(season, player) for player in targets) or 1.0
    hits = sum(
        _weight(season, player) * (target["S"] + target["D"] + target["T"]) for player, target in targets.items()
    )
    most = max((target["HR"] for player, target in targets.items() if _weight(season, player) > 200), default=0.01)
    average = {"S": hits / total / 0.7, "D": 0.0, "T": 0.0, "HR": 0.0}
    initial_hr = max(1.5, min(6.0, 18 * (homeruns / total) / most if most else 3.0)) / 20
    gives = {(place, check): dict(average) for place in ("batter", "park") for check in ("", "error", "range")}
    return Plate(INITIAL_K, INITIAL_K + 0.5, INITIAL_W, INITIAL_W + 0.5, initial_hr, {2: 1.0}, gives)


def _make_pitchers(cards_so_far: CardMaking, plate: Plate) -> None:
    carry, targets, averages = (
        PitchersCarry(),
        pitchers_targets(cards_so_far.season),
        LeagueAverages.from_season(cards_so_far.season),
    )
    for player in sorted(targets, key=lambda player: -pitcher_weight(cards_so_far.season.pitching[player])):
        line = cards_so_far.season.pitching[player]
        target = _scale(targets[player], cards_so_far.pitcher_factors)
        batting = cards_so_far.batters.get(player) or _weak_batter(
            line.name, cards_so_far.season.hands.get(player, "R")
        )
        card = pitcher_card(line, target, pitcher_weight(line), plate, carry, batting)
        cards_so_far.pitchers[player] = replace(
            card, fielding=pitchers_glove(cards_so_far.season.fielding.get(player, ()), averages)
        )


def _make_batters(cards_so_far: CardMaking, mound: Mound) -> None:
    opposition, targets, season = (
        Opposition(mound, cards_so_far.counter),
        batters_targets(cards_so_far.season),
        cards_so_far.season,
    )
    averages = LeagueAverages.from_season(season)
    gloves = gloves_of(season, averages)
    for player in sorted(targets, key=lambda player: -batter_weight(season.batting[player])):
        line, pitcher = season.batting[player], season.bats_as_pitcher(player)
        ratings = running_ratings(line, averages, pitcher=pitcher) | {
            "fielding": () if pitcher else gloves.get(player, ())
        }
        cards_so_far.batters[player] = batter_card(
            line.name,
            _side(season.hands.get(player, "R")) if pitcher else line.bats,
            _scale(targets[player], cards_so_far.batter_factors),
            batter_weight(line),
            opposition,
            ratings,
            _missing_hits(line),
        )


def _side(hand: str) -> str:
    return "S" if hand == "B" else hand if hand in ("L", "R") else "R"


def _missing_hits(line: BattingSeason) -> frozenset[str]:
    """Return the rare hits that a full-time player never had."""
    if line.plate_appearances < 150:
        return frozenset()
    return frozenset(result for result, count in (("HR", line.homeruns), ("T", line.triples)) if not count)


def _scale(targets: Targets, factors: Targets) -> Targets:
    return {result: rate * factors[result] for result, rate in targets.items()}


def _weak_batter(name: str, hand: str) -> BatterCard:
    """Return a batting card of strikeouts and outs for a pitcher who never batted."""
    cells, hits = grid({}), hits_line({})
    return BatterCard(name, _side(hand), (cells, cells), (12, 12), (3, 3), (0, 0), (hits, hits), bnt=2, inj=2)


def _adjust_batter_factors(cards_so_far: CardMaking, mound: Mound) -> None:
    """Adjust the batters' factors for the next round, based on this round's totals."""
    played, cards = _totals(cards_so_far, mound)
    for result in RESULTS:
        if cards[result] > 0 and played[result] > 0:
            cards_so_far.batter_factors[result] *= max(0.5, min(2.0, played[result] / cards[result]))


def _totals(cards_so_far: CardMaking, mound: Mound) -> tuple[Targets, Targets]:
    played, cards = dict.fromkeys(RESULTS, 0.0), dict.fromkeys(RESULTS, 0.0)
    for player, card in cards_so_far.batters.items():
        line = cards_so_far.season.batting[player]
        counted = batter_counts(cards_so_far.counter, card, mound)
        for result, count in zip(("S", "D", "T", "HR", "W", "HBP", "K"), line.counts, strict=True):
            played[result] += count
            cards[result] += batter_weight(line) * counted[result]
    return played, cards


def _collect_cards(cards_so_far: CardMaking, mound: Mound) -> MadeCards:
    for player, card in cards_so_far.pitchers.items():
        if player in cards_so_far.batters:
            two_way = player in cards_so_far.season.two_way
            cards_so_far.pitchers[player] = replace(card, batting=cards_so_far.batters[player], also_hits=two_way)
    cards: dict[str, Card] = {
        player: card for player, card in cards_so_far.batters.items() if player not in cards_so_far.pitchers
    }
    cards |= cards_so_far.pitchers
    played, allowed = _totals(cards_so_far, mound)
    report = [Counted(NAMES[result], played[result], allowed[result]) for result in RESULTS]
    return MadeCards(cards, report, _shortfalls(cards_so_far, mound))


def _shortfalls(cards_so_far: CardMaking, mound: Mound) -> Mapping[str, list[Counted]]:
    """Return, by player, results that his card can't reach because a rating is at its limit."""
    shortfalls: dict[str, list[Counted]] = {}
    for player, card in cards_so_far.batters.items():
        line = cards_so_far.season.batting[player]
        counted = batter_counts(cards_so_far.counter, card, mound)
        played: dict[str, Any] = dict(zip(("S", "D", "T", "HR", "W", "HBP", "K"), line.counts, strict=True))
        for result, at_end in (
            ("K", card.k[0] in (-10, 20)),
            ("W", card.w[0] in (-10, 20)),
            ("HR", card.hr[0] in (0, 20)),
        ):
            allowed = counted[result] * line.plate_appearances
            if at_end and abs(allowed - played[result]) > MIN_SHORTFALL:
                shortfalls.setdefault(player, []).append(Counted(NAMES[result], played[result], allowed))
    return shortfalls
