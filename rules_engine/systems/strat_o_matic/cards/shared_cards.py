"""The cards that several men use: the pitchers' hitting cards and the pitching card of position players (2.2, 25.3)."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, CardError, Columns, PitcherCard, parse_card
from rules_engine.systems.strat_o_matic.cards.positions import fielder_on_the_mound
from rules_engine.systems.strat_o_matic.cards.ratings import Hand, HittingCode, StealRating
from rules_engine.systems.strat_o_matic.charts.chart_files import Chart, Rows, kept_until_other_charts, read_chart

HITTING_CARDS: Final = tuple(str(number) for number in range(1, 9))
RUNNING: Final = 10  # 2.2: 1-10, where the roster gives a pitcher nothing else
_ANY_HITTER: Final[Mapping[str, Any]] = {"kind": "batter", "bats": "R", "running": f"1-{RUNNING}"}
_ANY_PITCHER: Final[Mapping[str, Any]] = {
    "kind": "pitcher",
    "throws": "R",
    "fielding": "p-5e51",
    "hitting": "#1WR",
    "endurance": "relief(1)/N",
}


@kept_until_other_charts
def load_hitting_cards(chart: Chart = "pitchers_hitting_cards") -> Mapping[int, Columns]:
    """2.2: card number 1..8 -> its columns, the same against either hand. Raises ChartError."""
    file = read_chart(chart)
    file.only(*HITTING_CARDS)
    return {int(number): _columns(file, _ANY_HITTER, number, number) for number in HITTING_CARDS}


@kept_until_other_charts
def load_fielders_pitching_card(chart: Chart = "hitters_pitching_card") -> Mapping[str, Columns]:
    """25.3: "left" and "right", the batter's side -> the columns. Raises ChartError."""
    file = read_chart(chart)
    file.only("left", "right")
    return {side: _columns(file, _ANY_PITCHER, side, side) for side in ("left", "right")}


def _columns(file: Rows, ratings: Mapping[str, Any], name: str, table: str) -> Columns:
    lines = file.table(table).rows
    try:
        card = parse_card({**ratings, "name": f"[{name}]", "left": lines, "right": lines})
    except CardError as fault:
        raise file.table(table).fault(fault.line or "its lines", fault.why) from None
    return card.columns["left"]


def hitting_card(
    code: HittingCode, name: str, *, bunt: str = "D", running: int = RUNNING, steal: StealRating | None = None
) -> BatterCard:
    """2.2, 11.1, 22.1: a pitcher at bat: his code's card, power and side; grade E; his own bunting."""
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


def fielders_pitching_card(name: str, bats: Literal["L", "R", "S"], known: Hand | None = None) -> PitcherCard:
    """25.3, T25.3: a position player on the mound, with the ratings that every such man has."""
    man, sides = fielder_on_the_mound(bats, known), load_fielders_pitching_card()
    return PitcherCard(
        name=name,
        throws=man.throws,
        columns={"basic": sides["right"], "left": sides["left"], "right": sides["right"]},
        fielding=man.fielding,
        hitting=HittingCode(1, "W", man.throws),
        endurance=man.endurance,
        hold=man.hold,
        balk=man.balk,
        wild_pitch=man.wild_pitch,
    )
