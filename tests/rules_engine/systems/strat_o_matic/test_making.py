"""Cards from a real season: their exact frequencies match the actual statistics."""

from dataclasses import replace
from fractions import Fraction
from statistics import correlation, linear_regression

import pytest

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.seasons import (
    REGULAR,
    BattingSeason,
    FieldingSeason,
    PitchingSeason,
    Rates,
    batter_rates,
    league_rates,
)
from rules_engine.systems.strat_o_matic.card_making.card_maker import make_batter
from rules_engine.systems.strat_o_matic.card_making.card_sides import (
    BATTER_OUTS,
    X_CHANCES,
    hit_shares,
    side_rates,
    without_negative_rates,
    x_rates,
)
from rules_engine.systems.strat_o_matic.card_making.errors import Chances, e_rating, errors_per_chance
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.card_making.packing import CHANCES, WEIGHTS, chances, family, pack
from rules_engine.systems.strat_o_matic.card_making.platoon_splits import PlatoonShares
from rules_engine.systems.strat_o_matic.card_making.power import best_power
from rules_engine.systems.strat_o_matic.card_making.proof import pitching_half, season_rates
from rules_engine.systems.strat_o_matic.card_making.ratings import bunt_rating, steal_rating
from rules_engine.systems.strat_o_matic.card_making.targets import CardTargets
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.cards.notation import parse_reading
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Mark
from rules_engine.systems.strat_o_matic.fielding.fielding_chart import load_fielding_chart
from rules_engine.systems.strat_o_matic.fielding.x_chances import resolve_x_chance
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation
from seasons.strat_o_matic.league_cards import make_league
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

OUTS_IN_PLAY = (
    Kind.FLYBALL,
    Kind.GROUNDBALL,
    Kind.LINEOUT,
    Kind.LOMAX,
    Kind.POPOUT,
    Kind.FOULOUT,
)


def test_card_side_has_33_lines_and_108_chances() -> None:
    assert sum(WEIGHTS.values()) * 3 == CHANCES
    for card in real_league().cards.values():
        for columns in card.columns.values():
            assert [len(column) for column in columns] == [11, 11, 11]
            assert sum(chances(columns).values()) == pytest.approx(CHANCES)


def test_packing_is_accurate_to_a_twentieth_of_a_light_line() -> None:
    single, out = parse_reading("SINGLE"), parse_reading("gb(ss)A")
    for target in (0.3, 1.0, 7.7, 25.25, 60.9):
        assert chances(pack((), [(single, target)], [(out, 1.0)]))[single] == pytest.approx(target, abs=0.1)


def test_slightly_changed_targets_preserve_double_plays() -> None:
    """A different order of outs on a hundred cards changes double plays by half a percent."""
    single = parse_reading("SINGLE")

    def mean_share(times: float) -> float:
        sides = [chances(pack((), [(single, (15.1 + 0.13 * run) * times)], BATTER_OUTS["R"])) for run in range(100)]
        return sum(n for side in sides for reading, n in side.items() if family(reading) == "double play")

    for times in (0.998, 0.999, 1.001, 1.002):
        assert mean_share(times) == pytest.approx(mean_share(1.0), rel=0.0025)


def test_card_half_and_league_half_average_to_actual_rates() -> None:
    """For a batter whose card fits all his results, average his card and the league's pitching."""
    real = real_league()
    for season in real.statistics.batting.values():
        if season.plate_appearances < 500 or season.bats == "S":
            continue
        card = make_batter(season, (), real.league)
        league = real.league.hands.rates_against(real.league.rates, card.bats, "R")
        normal = real.league.power.times * league.homerun if card.power["right"] == "N" else 0.0
        league = league._replace(homerun=normal, single=league.single + league.homerun - normal)
        expected = real.league.hands.rates_against(batter_rates(season, real.league.rates), card.bats, "R")
        for kind, rate, own, league_rate in zip(
            KINDS, expected, side_rates(card.columns["right"]), league, strict=True
        ):
            if own > 0 and min(expected.times(2).plus(league, -1)) > 0:
                assert (own + league_rate) / 2 == pytest.approx(rate, abs=0.0012), (season.name, kind)


def test_pitchers_together_give_the_league_rates() -> None:
    real = real_league()
    left, normal = real.league.hands.left_batters, real.league.power
    total, weight = Rates(), 0
    for player, card in real.own.items():
        if isinstance(card, PitcherCard):
            faced = real.statistics.pitching[player].batters
            both = side_rates(card.columns["left"]).times(left).plus(side_rates(card.columns["right"]), 1 - left)
            side = both.plus(x_rates(), 1 / CHANCES)
            total, weight = total.plus(side, faced), weight + faced
    average = total.times(1 / weight)
    with_cards = [
        real.statistics.pitching[player] for player, card in real.own.items() if isinstance(card, PitcherCard)
    ]
    counts = [sum(column) for column in zip(*(season.counts(real.league.rates) for season in with_cards), strict=True)]
    expected = Rates(
        *(count / sum(season.batters - season.intentional_walks for season in with_cards) for count in counts)
    )
    half = expected.times(2).plus(real.league.rates, -1)
    homerun = normal.times * real.league.rates.homerun
    half = half._replace(homerun=homerun, single=half.single + half.homerun - homerun)
    for kind, near in (("single", 0.015), ("double", 0.01), ("walk", 0.015), ("strikeout", 0.01), ("homerun", 0.05)):
        assert getattr(average, kind) == pytest.approx(getattr(half, kind), rel=near), kind


def test_season_cards_match_totals_within_half_a_percent() -> None:
    report = make_league(1998, "NL").report
    assert [line.name for line in report] == ["AB", "H", "2B", "3B", "HR", "BB", "HBP", "SO"]
    assert {line.name: line.relative_error for line in report if abs(line.relative_error) > 0.005} == {}


def test_every_pitcher_side_has_its_x_chances_and_dots() -> None:
    for card in real_league().cards.values():
        if isinstance(card, PitcherCard):
            for side, columns in card.columns.items():
                x_chances = {reading.fielder or "c": n for reading, n in chances(columns).items() if reading.is_x}
                assert x_chances == X_CHANCES
                lines = [line for column in columns for line in column]
                whole_outs = [line for line in lines if not line.is_split and line.sole_reading.kind in OUTS_IN_PLAY]
                outs = [line for line in whole_outs if not line.sole_reading.is_x]
                assert side == "basic" or not outs or any(line.marks & Mark.FATIGUE_DOT for line in outs)


@pytest.mark.parametrize("hands", [PlatoonShares(), PlatoonShares(0.19, 0.41), PlatoonShares(0.3, 0.33)])
def test_rates_against_all_hands_average_to_the_season(hands: PlatoonShares) -> None:
    rates = real_league().league.rates
    pitchers, batters = hands.left_pitchers, hands.left_batters
    for hand in "LR":
        rates_against = (
            hands.rates_against(rates, hand, "L")
            .times(pitchers)
            .plus(hands.rates_against(rates, hand, "R"), 1 - pitchers)
        )
        assert rates_against == pytest.approx(rates), f"batters standing {hand}"
        rates_against = (
            hands.rates_against(rates, "L", hand)
            .times(batters)
            .plus(hands.rates_against(rates, "R", hand), 1 - batters)
        )
        assert rates_against == pytest.approx(rates), f"pitchers throwing {hand}"


def test_same_hand_matchups_walk_less_and_strike_out_more() -> None:
    rates, hands = real_league().league.rates, PlatoonShares()
    for hand, opposite in ("LR", "RL"):
        like, unlike = hands.rates_against(rates, hand, hand), hands.rates_against(rates, hand, opposite)
        assert like.walk < rates.walk < unlike.walk
        assert like.strikeout > rates.strikeout > unlike.strikeout


def test_platoon_shares_come_from_the_seasons_players() -> None:
    """Switch-hitters bat left against everyone except left-handers."""
    batting = [BattingSeason("Any", bats, 100, 25, 5, 1, 2, 0, 20) for bats in "LRRS"]
    pitching = [PitchingSeason("Any", throws, 100, 75, 5, 5, 25, 2, 8, 20) for throws in "LRRRR"]
    assert PlatoonShares.from_seasons(batting, pitching) == pytest.approx((0.2, 0.25 + 0.25 * 0.8))
    assert (
        PlatoonShares.from_seasons(batting, []) == PlatoonShares.from_seasons(batting[1:3], pitching) == PlatoonShares()
    ), "as usual where only one hand is known"


def test_part_time_player_regresses_to_the_league_more_than_a_regular() -> None:
    league = Rates(0.15, 0.05, 0.005, 0.03, 0.08, 0.01, 0.17)

    def drawn(times: int) -> float:
        """Return the share of his excess over the league's walk rate that remains on his card.

        He walks in a third of his plate appearances.
        """
        season = BattingSeason("Any", "R", 20 * times, 5 * times, times, 0, 0, 10 * times, 4 * times)
        return (batter_rates(season, league).walk - league.walk) / (1 / 3 - league.walk)

    assert drawn(1) < 0.4 < drawn(3) < 0.9
    assert drawn(10) == drawn(20) == pytest.approx(1)


def of_homeruns(counts):
    return [BattingSeason("Any", "R", 500, 130, 20, 3, homeruns, 0, 80) for homeruns in counts]


def staff_allowing(counts):
    return [PitchingSeason("Any", "R", 500, 380, 30, 15, 120, homeruns, 40, 80) for homeruns in counts]


def test_pitchers_cards_hold_more_home_runs_if_pitchers_vary_more() -> None:
    batting = of_homeruns([0, 2, 4, 6, 8, 10, 12, 16, 20, 22] * 2)
    league = league_rates(batting)
    alike, apart = (
        best_power(batting, staff_allowing(counts), league) for counts in ([9, 10, 11] * 5, [1, 2, 10, 18, 19] * 3)
    )
    assert alike.times * alike.normal < apart.times * apart.normal
    assert 2 * alike.least <= alike.times
    assert 2 * apart.least <= apart.times
    best = 1 - apart.times * apart.normal / 2
    assert best < 0.5, "half of the league's homeruns for who allows fewest"


def test_small_season_uses_the_plain_split() -> None:
    batting = of_homeruns([0, 4, 10, 20])
    power = best_power(batting, staff_allowing([5, 10]), league_rates(batting))
    assert (power.times, power.least) == (1.0, 0.5)
    assert power.normal == pytest.approx(0.5)


def test_negative_rates_are_taken_from_similar_rates() -> None:
    half = Rates(0.15, 0.02, -0.01, -0.03, 0.08, -0.01, 0.2)
    average = without_negative_rates(half)
    assert average == pytest.approx(Rates(0.12, 0.01, 0.0, 0.0, 0.07, 0.0, 0.2))
    assert sum(average[:6]) == pytest.approx(sum(half[:6])), "as many batters reach base"


@pytest.mark.parametrize("year", [1968, 1998])
def test_cards_of_regulars_track_their_actual_stats(year: int) -> None:
    """This holds without a replay: results come half from a player's card and half from the rest of his league."""
    made = make_league(year, "AL")
    pitchers, batters = _regular_pitchers(made), _regular_batters(made)
    lines = {
        "walks by pitchers": [(_share(s.walks - s.intentional_walks, s), average.walk / 2) for s, average in pitchers],
        "home runs off pitchers": [(_share(s.homeruns, s), average.homerun / 2) for s, average in pitchers],
        "hits by batters": [(s.hits / s.plate_appearances, sum(average[:4])) for s, average in batters],
        "on base by batters": [(sum(s.counts[:6]) / s.plate_appearances, sum(average[:6])) for s, average in batters],
    }
    for name, pairs in lines.items():
        assert correlation(*zip(*pairs, strict=True)) > 0.985, name
        assert linear_regression(*zip(*pairs, strict=True)).slope == pytest.approx(1, abs=0.1), name


def _share(count: int, season: PitchingSeason) -> float:
    return count / (season.batters - season.intentional_walks)


def _regular_pitchers(made: LeagueCards) -> list[tuple[PitchingSeason, Rates]]:
    """Return seasons with the rates on their cards. Only N batters hit home runs."""
    left, shares = made.league.hands.left_batters, []
    for player, card in made.cards.items():
        if isinstance(card, PitcherCard) and (season := made.statistics.pitching[player]).batters >= REGULAR:
            side = side_rates(card.columns["left"]).times(left).plus(side_rates(card.columns["right"]), 1 - left)
            shares.append((season, side._replace(homerun=side.homerun * made.league.power.normal)))
    return shares


def _regular_batters(made: LeagueCards) -> list[tuple[BattingSeason, Rates]]:
    """Return seasons with the expected rates against all of the league's pitchers."""
    staff = [(card, player) for player, card in made.cards.items() if isinstance(card, PitcherCard)]
    pitching = pitching_half((card, made.statistics.pitching[player].batters) for card, player in staff)
    return [
        (season, season_rates(card, pitching, made.league.hands))
        for player, card in made.cards.items()
        if isinstance(card, BatterCard) and (season := made.statistics.batting[player]).plate_appearances >= REGULAR
    ]


def test_ratings_rank_well_known_players_as_expected() -> None:
    cards = {card.name: card for card in real_league().cards.values()}
    henderson, mcgwire = cards["Rickey Henderson"], cards["Mark McGwire"]
    assert henderson.steal.asterisk
    assert henderson.running > mcgwire.running
    assert mcgwire.power == {"left": "N", "right": "N"}
    assert cards["Andruw Jones"].fielding_at("cf").range <= 2
    assert cards["Greg Maddux"].endurance.starter >= 7
    assert cards["Trevor Hoffman"].endurance.closer == 6


@pytest.mark.parametrize(("sacrifices", "rating"), [(12, "A"), (6, "B"), (1, "C"), (0, "D")])
def test_18_0_frequent_sacrificer_bunts_better(sacrifices, rating):
    season = BattingSeason("Bunter", "L", 500, 130, 20, 3, 2, 40, 60, sacrifices=sacrifices)
    assert bunt_rating(season) == rating


def enumerated_errors(position: str, e: int) -> Fraction:
    """Return errors per X chance by running the rule code for every roll."""
    situation = Situation(fielders={position: Fielder(3, e)})
    edition, chart = load_ruleset("star"), load_fielding_chart()

    def chance(table):
        return resolve_x_chance(table, edition, situation, chart, position, Battery())

    return sum((share for play, share in exact_chances(chance).items() if play.errors), Fraction(0))


@pytest.mark.parametrize(("position", "e"), [("ss", 20), ("c", 5), ("lf", 7), ("p", 0)])
def test_charted_error_chances_match_the_rule_code(position, e):
    assert errors_per_chance(position)[e] == enumerated_errors(position, e)


def test_e_rating_makes_as_many_errors_as_the_player():
    chances = Chances(batters_per_out=1.4)
    season = FieldingSeason("ss", outs=4000, games=150, putouts=240, assists=460, errors=25)
    error_rate = float(errors_per_chance("ss")[e_rating(season, chances)]) * chances.per_out("ss") * season.outs
    assert error_rate == pytest.approx(season.errors, abs=0.7)
    more = Chances(batters_per_out=1.4, factor=0.5)
    assert e_rating(season, more) < e_rating(season, chances)


@pytest.mark.parametrize(("aim", "name"), [("double_plays", "double play"), ("deep_flies", "deep fly")])
def test_out_mix_follows_its_target_and_preserves_the_sum(aim, name):
    (plain, plain_outs), (more, outs) = _fit_gap(name, CardTargets()), _fit_gap(name, CardTargets(**{aim: 1.1}))
    assert more / plain == pytest.approx(1.1, rel=0.02)
    assert outs == pytest.approx(plain_outs, rel=0.002)


def test_lomax_count_follows_its_target():
    (least, few_outs), (plain, _), (more, _), (most, outs) = (
        _fit_gap("doubled off", CardTargets(doubled_off=aim)) for aim in (0.5, 1.0, 2.0, 4.0)
    )
    assert least < plain < more < most
    assert most / plain == pytest.approx(4, rel=0.3)
    assert outs == pytest.approx(few_outs, rel=0.002)


def _fit_gap(name, aims):
    """Return the number of chances for a family of outs on all regulars' cards, and for all outs in play."""
    real = real_league()
    seasons = [season for season in real.statistics.batting.values() if season.plate_appearances > 300]
    league = replace(real.league, aims=aims)
    sides = [chances(make_batter(season, (), league).columns["right"]) for season in seasons]
    outs = [sum(n for reading, n in side.items() if reading.kind in OUTS_IN_PLAY) for side in sides]
    return sum(n for side in sides for reading, n in side.items() if family(reading) == name), sum(outs)


def test_runner_advance_shifts_hit_shares_without_going_negative():
    for advance in (-2.0, -0.2, 0.0, 0.3, 2.0):
        singles, doubles = hit_shares(advance)
        for shares in (singles, doubles):
            assert sum(share for _, share in shares) == pytest.approx(1)
            assert all(share >= 0 for _, share in shares)
    assert dict(hit_shares(0.2)[0])["SINGLE**"] == pytest.approx(dict(hit_shares(0)[0])["SINGLE**"] + 0.2)


def steals_of(stolen_bases: int, caught_stealing: int) -> StealRating:
    """Return the steal rating for a regular with this record."""
    record = {"stolen_bases": stolen_bases, "caught_stealing": caught_stealing}
    rating = steal_rating(BattingSeason("Regular", "R", 550, 150, 28, 2, 15, 55, 90, **record))
    assert rating is not None
    return rating


@pytest.mark.parametrize(("steals", "caught"), [(0, 1), (1, 0), (2, 0), (3, 1), (4, 0), (0, 4)])
def test_few_attempts_never_outrank_real_base_stealers(steals: int, caught: int) -> None:
    rating = steals_of(steals, caught)
    assert rating.automatic_out == ()
    assert rating.first <= 15
    assert not rating.asterisk
    for record in ((70, 12), (40, 10), (31, 7)):
        stealer = steals_of(*record)
        assert stealer.first > rating.first
        assert len(stealer.good_lead) > len(rating.good_lead)


def test_running_leagues_get_wider_leads_and_higher_numbers():
    stealer = BattingSeason("Thief", "L", 500, 130, 20, 3, 2, 40, 60, stolen_bases=20, caught_stealing=9)
    plain = steal_rating(stealer)
    assert len(steal_rating(stealer, frequency_factor=2.0).good_lead) > len(plain.good_lead)
    assert steal_rating(stealer, added_success=-2.0).first == plain.first - 2
