"""Cards of a league's season: pitchers and batters made against each other's averages until both come out."""

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
from rules_engine.systems.inside_pitch.making.batters import Facing, batter_card, grid, hits_line
from rules_engine.systems.inside_pitch.making.pitchers import PitchersCarry, pitcher_card
from rules_engine.systems.inside_pitch.making.ratings import (
    Usual,
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
USUAL_K, USUAL_W = 0.45, 0.4  # of a d20: what the average batter's ratings begin at
SHORT_BY: Final = 2.0  # events a season by which a card that ends at a floor is told
NO_LINE: Final = BattingSeason("", "R", 0, 0, 0, 0, 0, 0, 0)


@dataclass
class Workshop:
    """One season under way. `mended` multiplies what batters should give, by
    what the totals were off in the round before; `level` what pitchers should."""

    season: LeagueSeason
    counter: Counter
    batters: dict[str, BatterCard]
    pitchers: dict[str, PitcherCard]
    mended: Targets
    level: Targets


def make_cards(season: LeagueSeason, charts: Charts, park: Park) -> MadeCards:
    """Every man who batted or pitched, and how near all come to the season.

    Pitchers are made against the average batter, then batters against the average of those pitchers; the batters' part
    is mended until the totals come out, and the pitchers' are then the same totals seen from the mound.
    """
    season = _with_all_walks(season.without_mop_ups())
    shop = Workshop(season, Counter(charts, park), {}, {}, dict.fromkeys(RESULTS, 1.0), _level(season))
    plate = _usual_plate(season)
    for _ in range(ROUNDS):
        _make_pitchers(shop, plate)
        mound = mound_of((card, pitcher_weight(season.pitching[man])) for man, card in shop.pitchers.items())
        _make_batters(shop, mound)
        _mend(shop, mound)
        plate = plate_of(shop.counter, ((card, _weight(season, man)) for man, card in shop.batters.items()))
    _make_batters(shop, mound)
    return _made(shop, mound)


def _with_all_walks(season: LeagueSeason) -> LeagueSeason:
    """Intentional walks among the others: nobody orders them in a game that rolls for its managers."""
    return replace(
        season,
        batting={man: replace(line, intentional_walks=0) for man, line in season.batting.items()},
        pitching={man: replace(line, intentional_walks=0) for man, line in season.pitching.items()},
    )


def _level(season: LeagueSeason) -> Targets:
    """What brings the pitchers' shares to the batters': some men pitched in one league and are counted in another."""
    batted, pitched = dict.fromkeys(RESULTS, 0.0), dict.fromkeys(RESULTS, 0.0)
    for weights, targets, total in (
        ({man: batter_weight(line) for man, line in season.batting.items()}, batters_targets(season), batted),
        ({man: pitcher_weight(line) for man, line in season.pitching.items()}, pitchers_targets(season), pitched),
    ):
        everybody = sum(weights.values()) or 1.0
        for man, wanted in targets.items():
            for result in RESULTS:
                total[result] += weights[man] * wanted[result] / everybody
    return {result: batted[result] / pitched[result] if pitched[result] else 1.0 for result in RESULTS}


def _weight(season: LeagueSeason, man: str) -> float:
    line = season.batting.get(man)
    return batter_weight(line) if line else 0.0


def _usual_plate(season: LeagueSeason) -> Plate:
    """The batters before there are any: middling ratings, and nobody's hits."""
    targets, total = batters_targets(season), 0.0
    homeruns = sum(_weight(season, man) * wanted["HR"] for man, wanted in targets.items())
    total = sum(_weight(season, man) for man in targets) or 1.0
    hits = sum(_weight(season, man) * (wanted["S"] + wanted["D"] + wanted["T"]) for man, wanted in targets.items())
    most = max((wanted["HR"] for man, wanted in targets.items() if _weight(season, man) > 200), default=0.01)
    average = {"S": hits / total / 0.7, "D": 0.0, "T": 0.0, "HR": 0.0}
    usual_hr = max(1.5, min(6.0, 18 * (homeruns / total) / most if most else 3.0)) / 20
    gives = {(place, check): dict(average) for place in ("batter", "park") for check in ("", "error", "range")}
    return Plate(USUAL_K, USUAL_K + 0.5, USUAL_W, USUAL_W + 0.5, usual_hr, {2: 1.0}, gives)


def _make_pitchers(shop: Workshop, plate: Plate) -> None:
    carry, targets, usual = PitchersCarry(), pitchers_targets(shop.season), Usual.of(shop.season)
    for man in sorted(targets, key=lambda man: -pitcher_weight(shop.season.pitching[man])):
        line = shop.season.pitching[man]
        wanted = _times(targets[man], shop.level)
        batting = shop.batters.get(man) or _nobody(line.name, shop.season.hands.get(man, "R"))
        card = pitcher_card(line, wanted, pitcher_weight(line), plate, carry, batting)
        shop.pitchers[man] = replace(card, fielding=pitchers_glove(shop.season.fielding.get(man, ()), usual))


def _make_batters(shop: Workshop, mound: Mound) -> None:
    facing, targets, season = Facing(mound, shop.counter), batters_targets(shop.season), shop.season
    usual = Usual.of(season)
    gloves = gloves_of(season, usual)
    for man in sorted(targets, key=lambda man: -batter_weight(season.batting[man])):
        line, pitcher = season.batting[man], season.bats_as_pitcher(man)
        ratings = running_ratings(line, usual, pitcher=pitcher) | {"fielding": () if pitcher else gloves.get(man, ())}
        shop.batters[man] = batter_card(
            line.name,
            _side(season.hands.get(man, "R")) if pitcher else line.bats,
            _times(targets[man], shop.mended),
            batter_weight(line),
            facing,
            ratings,
            _nothing(line),
        )


def _side(hand: str) -> str:
    return "S" if hand == "B" else hand if hand in ("L", "R") else "R"


def _nothing(line: BattingSeason) -> frozenset[str]:
    """Rare hits that a man who played a whole season never had."""
    if line.plate_appearances < 150:
        return frozenset()
    return frozenset(result for result, count in (("HR", line.homeruns), ("T", line.triples)) if not count)


def _times(targets: Targets, factors: Targets) -> Targets:
    return {result: rate * factors[result] for result, rate in targets.items()}


def _nobody(name: str, hand: str) -> BatterCard:
    """At bat, of a pitcher who never batted: strikeouts and outs."""
    cells, hits = grid({}), hits_line({})
    return BatterCard(name, _side(hand), (cells, cells), (12, 12), (3, 3), (0, 0), (hits, hits), bnt=2, inj=2)


def _mend(shop: Workshop, mound: Mound) -> None:
    """The totals of this round against the season's, for the next one."""
    played, cards = _totals(shop, mound)
    for result in RESULTS:
        if cards[result] > 0 and played[result] > 0:
            shop.mended[result] *= max(0.5, min(2.0, played[result] / cards[result]))


def _totals(shop: Workshop, mound: Mound) -> tuple[Targets, Targets]:
    played, cards = dict.fromkeys(RESULTS, 0.0), dict.fromkeys(RESULTS, 0.0)
    for man, card in shop.batters.items():
        line = shop.season.batting[man]
        counted = batter_counts(shop.counter, card, mound)
        for result, count in zip(("S", "D", "T", "HR", "W", "HBP", "K"), line.counts, strict=True):
            played[result] += count
            cards[result] += batter_weight(line) * counted[result]
    return played, cards


def _made(shop: Workshop, mound: Mound) -> MadeCards:
    for man, card in shop.pitchers.items():
        if man in shop.batters:
            two_way = man in shop.season.two_way
            shop.pitchers[man] = replace(card, batting=shop.batters[man], also_hits=two_way)
    cards: dict[str, Card] = {man: card for man, card in shop.batters.items() if man not in shop.pitchers}
    cards |= shop.pitchers
    played, given = _totals(shop, mound)
    report = [Counted(NAMES[result], played[result], given[result]) for result in RESULTS]
    return MadeCards(cards, report, _short(shop, mound))


def _short(shop: Workshop, mound: Mound) -> Mapping[str, list[Counted]]:
    """What a card cannot give: a rating that ends at its floor or ceiling, by man."""
    short: dict[str, list[Counted]] = {}
    for man, card in shop.batters.items():
        line = shop.season.batting[man]
        counted = batter_counts(shop.counter, card, mound)
        played: dict[str, Any] = dict(zip(("S", "D", "T", "HR", "W", "HBP", "K"), line.counts, strict=True))
        for result, at_end in (
            ("K", card.k[0] in (-10, 20)),
            ("W", card.w[0] in (-10, 20)),
            ("HR", card.hr[0] in (0, 20)),
        ):
            given = counted[result] * line.plate_appearances
            if at_end and abs(given - played[result]) > SHORT_BY:
                short.setdefault(man, []).append(Counted(NAMES[result], played[result], given))
    return short
