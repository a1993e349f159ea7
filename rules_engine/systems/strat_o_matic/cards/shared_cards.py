"""Cards that players share: the pitchers' hitting cards and the position players' pitching card (2.2, 25.3)."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, CardError, Columns, PitcherCard, parse_card
from rules_engine.systems.strat_o_matic.cards.positions import mound_ratings
from rules_engine.systems.strat_o_matic.cards.ratings import Hand, HittingCode, StealRating
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    ChartSource,
    ChartTable,
    cached_per_chart_set,
    read_chart,
)

HITTING_CARDS: Final = tuple(str(number) for number in range(1, 9))
RUNNING: Final = 10  # 2.2: 1-10, unless the roster lists a different rating for the pitcher
_ANY_HITTER: Final[Mapping[str, Any]] = {"kind": "batter", "bats": "R", "running": f"1-{RUNNING}"}
_ANY_PITCHER: Final[Mapping[str, Any]] = {
    "kind": "pitcher",
    "throws": "R",
    "fielding": "p-5e51",
    "hitting": "#1WR",
    "endurance": "relief(1)/N",
}


@cached_per_chart_set
def load_hitting_cards(chart: ChartSource = "pitchers_hitting_cards") -> Mapping[int, Columns]:
    """2.2: return the columns by card number 1..8, which are the same against either hand.

    Raise ChartError if the chart is invalid.
    """
    file = read_chart(chart)
    file.require_rows(*HITTING_CARDS)
    return {int(number): _columns(file, _ANY_HITTER, number, number) for number in HITTING_CARDS}


@cached_per_chart_set
def load_fielders_pitching_card(chart: ChartSource = "hitters_pitching_card") -> Mapping[str, Columns]:
    """25.3: return the columns by the batter's side, "left" or "right". Raise ChartError if the chart is invalid."""
    file = read_chart(chart)
    file.require_rows("left", "right")
    return {side: _columns(file, _ANY_PITCHER, side, side) for side in ("left", "right")}


def _columns(file: ChartTable, ratings: Mapping[str, Any], name: str, table: str) -> Columns:
    lines = file.table(table).rows
    try:
        card = parse_card({**ratings, "name": f"[{name}]", "left": lines, "right": lines})
    except CardError as error:
        raise file.table(table).invalid(error.line or "its lines", error.why) from None
    return card.columns["left"]


def hitting_card(
    code: HittingCode, name: str, *, bunt: str = "D", running: int = RUNNING, steal: StealRating | None = None
) -> BatterCard:
    """2.2, 11.1, 22.1: return a pitcher's hitting card, with steal grade E and his own bunt rating."""
    columns = load_hitting_cards()[code.card]
    return BatterCard(
        name=name,
        bats=code.bats,
        columns={"basic": columns, "left": columns, "right": columns},
        power={"left": code.power, "right": code.power},
        running=running,
        steal=steal,
        bunt=bunt,
    )


def fielders_pitching_card(name: str, bats: Literal["L", "R", "S"], hand: Hand | None = None) -> PitcherCard:
    """25.3, T25.3: return the card of a position player who pitches; all of them have the same ratings."""
    pitcher, sides = mound_ratings(bats, hand), load_fielders_pitching_card()
    return PitcherCard(
        name=name,
        throws=pitcher.throws,
        columns={"basic": sides["right"], "left": sides["left"], "right": sides["right"]},
        fielding=pitcher.fielding,
        hitting=HittingCode(1, "W", pitcher.throws),
        endurance=pitcher.endurance,
        hold=pitcher.hold,
        balk=pitcher.balk,
        wild_pitch=pitcher.wild_pitch,
    )
