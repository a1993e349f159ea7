"""Cards from a real season: what they give, by exact count, against what was played."""

import pytest

from rules_engine.systems.strat_o_matic.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.making.make import by_hands, make_batter
from rules_engine.systems.strat_o_matic.making.packing import CHANCES, WEIGHTS, chances, pack
from rules_engine.systems.strat_o_matic.making.proof import compare_league
from rules_engine.systems.strat_o_matic.making.ratings import bunt_rating
from rules_engine.systems.strat_o_matic.making.seasons import BattingSeason, Rates, batter_rates
from rules_engine.systems.strat_o_matic.making.sides import X_CHANCES, side_rates, x_rates
from rules_engine.systems.strat_o_matic.notation import parse_reading
from rules_engine.systems.strat_o_matic.reading import Kind, Mark
from rules_engine.systems.strat_o_matic.shared_cards import hitting_card
from tests.rules_engine.systems.strat_o_matic.real_league import real_league

KINDS = {
    "single": Kind.SINGLE,
    "double": Kind.DOUBLE,
    "triple": Kind.TRIPLE,
    "homerun": Kind.HOMERUN,
    "walk": Kind.WALK,
    "hit_by_pitch": Kind.HIT_BY_PITCH,
    "strikeout": Kind.STRIKEOUT,
}

OUTS_IN_PLAY = (Kind.FLYBALL, Kind.GROUNDBALL, Kind.LINEOUT, Kind.POPOUT, Kind.FOULOUT)


def test_a_side_is_33_lines_and_108_chances() -> None:
    assert sum(WEIGHTS.values()) * 3 == CHANCES
    for card in real_league().cards.values():
        for columns in card.columns.values():
            assert [len(column) for column in columns] == [11, 11, 11]
            assert sum(chances(columns).values()) == pytest.approx(CHANCES)


def test_packing_gives_every_chance_to_a_twentieth_of_a_light_line() -> None:
    single, out = parse_reading("SINGLE"), parse_reading("gb(ss)A")
    for wanted in (0.3, 1.0, 7.7, 25.25, 60.9):
        assert chances(pack((), [(single, wanted)], [(out, 1.0)]))[single] == pytest.approx(wanted, abs=0.1)


def test_a_mans_half_and_the_leagues_half_come_to_his_own_rates() -> None:
    """For a man whose card had to leave nothing off: half his card, half the league's pitching."""
    real = real_league()
    for season in real.statistics.batting.values():
        if season.plate_appearances < 500 or season.bats == "S":
            continue
        card = make_batter(season, (), real.league)
        league = by_hands(real.league.rates, card.bats, "R")
        if card.power["right"] == "W":
            league = league._replace(homerun=0.0, single=league.single + league.homerun)
        wanted = by_hands(batter_rates(season, real.league.rates), card.bats, "R")
        for kind, rate, own, other in zip(KINDS, wanted, side_rates(card.columns["right"]), league, strict=True):
            if own > 0:
                assert (own + other) / 2 == pytest.approx(rate, abs=0.0012), (season.name, kind)


def test_the_pitchers_of_a_season_together_give_the_leagues_rates() -> None:
    real = real_league()
    total, weight = Rates(), 0
    for player, card in real.cards.items():
        if isinstance(card, PitcherCard):
            faced = real.statistics.pitching[player].batters
            both = side_rates(card.columns["left"]).times(0.28).plus(side_rates(card.columns["right"]), 0.72)
            side = both.plus(x_rates(), 1 / CHANCES)
            total, weight = total.plus(side, faced), weight + faced
    given = total.times(1 / weight)
    with_cards = [
        real.statistics.pitching[player] for player, card in real.cards.items() if isinstance(card, PitcherCard)
    ]
    counts = [sum(each) for each in zip(*(season.counts(real.league.rates) for season in with_cards), strict=True)]
    wanted = Rates(
        *(count / sum(season.batters - season.intentional_walks for season in with_cards) for count in counts)
    )
    half = wanted.times(2).plus(real.league.rates, -1)
    # where a man's half would be below nothing it is nothing, which lifts the rare homerun a little
    for kind, near in (("single", 0.01), ("double", 0.01), ("walk", 0.015), ("strikeout", 0.01), ("homerun", 0.05)):
        assert getattr(given, kind) == pytest.approx(getattr(half, kind), rel=near), kind


def test_the_cards_of_a_season_together_give_its_totals_within_half_of_one_per_cent() -> None:
    real = real_league()
    cards, batting = real.cards.items(), real.statistics.batting
    staff = [(card, real.statistics.pitching[player]) for player, card in cards if isinstance(card, PitcherCard)]
    batters = [(card, batting[player]) for player, card in cards if isinstance(card, BatterCard)]
    at_bat = [
        (hitting_card(card.hitting, card.name), batting[player])
        for player, card in cards
        if isinstance(card, PitcherCard) and player in batting
    ]
    report = compare_league([*batters, *at_bat], staff)
    assert [line.name for line in report] == ["AB", "H", "2B", "3B", "HR", "BB", "HBP", "SO"]
    assert {line.name: line.off for line in report if abs(line.off) > 0.005} == {}


def test_every_pitchers_side_holds_its_x_chances_and_dots() -> None:
    for card in real_league().cards.values():
        if isinstance(card, PitcherCard):
            for side, columns in card.columns.items():
                held = {reading.fielder or "c": n for reading, n in chances(columns).items() if reading.is_x}
                assert held == X_CHANCES
                lines = [line for column in columns for line in column]
                whole_outs = [line for line in lines if not line.is_split and line.only.kind in OUTS_IN_PLAY]
                outs = [line for line in whole_outs if not line.only.is_x]
                assert side == "basic" or not outs or any(line.marks & Mark.FATIGUE_DOT for line in outs)


def test_like_hands_and_unlike_hands_keep_the_season_as_it_was() -> None:
    rates = real_league().league.rates
    for bats, same in (("L", 0.28), ("R", 0.72)):
        other = "R" if bats == "L" else "L"
        mixed = by_hands(rates, bats, bats).times(same).plus(by_hands(rates, bats, other), 1 - same)
        assert mixed == pytest.approx(rates)


def test_ratings_put_well_known_men_where_they_belong() -> None:
    cards = {card.name: card for card in real_league().cards.values()}
    henderson, mcgwire = cards["Rickey Henderson"], cards["Mark McGwire"]
    assert henderson.steal.asterisk
    assert henderson.running > mcgwire.running
    assert mcgwire.power == {"left": "N", "right": "N"}
    assert cards["Andruw Jones"].fielding_at("cf").range <= 2
    assert cards["Greg Maddux"].endurance.starter >= 7
    assert cards["Trevor Hoffman"].endurance.closer == 6


@pytest.mark.parametrize(("sacrifices", "rating"), [(12, "A"), (6, "B"), (1, "C"), (0, "D")])
def test_18_0_a_man_who_sacrificed_more_often_bunts_better(sacrifices, rating):
    season = BattingSeason("Bunter", "L", 500, 130, 20, 3, 2, 40, 60, sacrifices=sacrifices)
    assert bunt_rating(season) == rating
