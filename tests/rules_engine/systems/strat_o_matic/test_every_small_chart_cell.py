"""The rules use every cell of the smaller charts with its result: bunts, steals, ballparks, rest and cards."""

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules_engine.baseball.bases import SECOND, THIRD, occupied
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.systems.strat_o_matic.baserunning import holding
from rules_engine.systems.strat_o_matic.baserunning.chances import safe_against_catcher
from rules_engine.systems.strat_o_matic.baserunning.holding import holders, load_hold_chart
from rules_engine.systems.strat_o_matic.baserunning.leads import StealAttempt, attempt_steal
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer, grade_chance, load_steal_chart
from rules_engine.systems.strat_o_matic.batting.bunting import bunt_rating, bunt_ruling, resolve_bunt
from rules_engine.systems.strat_o_matic.batting.hit_and_run import (
    hit_and_run_rating,
    hit_and_run_ruling,
    resolve_hit_and_run,
)
from rules_engine.systems.strat_o_matic.batting.parks import CONDITIONS, MONTHS, line_to_read, load_parks, load_weather
from rules_engine.systems.strat_o_matic.batting.parks import weather_park as throw_weather
from rules_engine.systems.strat_o_matic.cards import shared_cards
from rules_engine.systems.strat_o_matic.cards.cards import parse_card
from rules_engine.systems.strat_o_matic.cards.dice import card_line, read_split
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, write_line
from rules_engine.systems.strat_o_matic.cards.positions import fielding_assignment, load_outfield_chart
from rules_engine.systems.strat_o_matic.cards.ratings import PositionRating
from rules_engine.systems.strat_o_matic.cards.reading import Kind
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER
from rules_engine.systems.strat_o_matic.charts.strategy_charts import load_strategy_chart
from rules_engine.systems.strat_o_matic.fielding.flies import is_homerun_upheld
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.pitching import injuries, rest
from rules_engine.systems.strat_o_matic.pitching.closer import is_closer_situation
from rules_engine.systems.strat_o_matic.pitching.injuries import games_missed, load_injury_chart
from rules_engine.systems.strat_o_matic.pitching.rest import (
    RestGuide,
    load_rest_guide,
    load_starter_rest,
    must_rest,
    rest_after_start,
    slots_to_rest,
)
from rules_engine.systems.strat_o_matic.play.options import hold_options, infield_options
from rules_engine.systems.strat_o_matic.play.swinging import Matchup, card_line_at, read_line
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from rules_engine.systems.strat_o_matic.situation import Battery, Fielder, Situation
from tests.rules_engine.systems.strat_o_matic.sets_of_runners import legal_steals
from tests.rules_engine.systems.strat_o_matic.test_every_chart_cell import WAYS_OF_TWO_DICE, Dice
from tests.rules_engine.systems.strat_o_matic.watched_charts import Watched

EDITIONS = ("som_basic", "som_advanced", "som_super_advanced", "star")
STRATEGY = {"strategy_basic": EDITIONS[:1], "strategy_advanced": EDITIONS[1:2], "strategy_super": EDITIONS[2:]}
ELSEWHERE = {"groundballs_basic", "groundballs_t15", "fielding_basic", "fielding_advanced", "fielding_super"}
FACES = range(1, 21)


def raw(name: str) -> dict[str, Any]:
    return tomllib.loads((CHART_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def test_every_shipped_chart_has_a_cell_by_cell_test() -> None:
    own_text = Path(__file__).read_text(encoding="utf-8")
    sibling_text = Path(__file__).with_name("test_every_chart_cell.py").read_text(encoding="utf-8")
    for path in CHART_FOLDER.glob("*.toml"):
        text = sibling_text if path.stem in ELSEWHERE else own_text
        assert f'"{path.stem}"' in text, path.stem


def test_watched_chart_lists_its_unread_cells() -> None:
    watched = Watched({"one": (1, 2), "two": {"a": 3}})
    assert watched.chart["one"][1] == 2
    assert len(watched.chart["two"]) == 1
    assert watched.never_read == [("one", 0), ("two", "a")]


# --- bunts and the hit and run: batter and runners for each result ---------------------------------------------------


def bunted(result: str, bunt: str, on: set[int]) -> dict[int, int]:
    """Return each runner's final base by starting base (0 batter, -1 out, 4 home), based on 7.2, 18.2 and 18.4."""
    goes = on - {3} if bunt == "sacrifice" else on
    lead = max(goes)
    ends = {base: base for base in on}
    if result in ("hit", "sacrifice", "lead_out", "double_play"):
        ends |= {base: base + 1 for base in goes}
    if result in ("lead_out", "double_play", "popout_double_play"):
        ends[lead] = -1
    if result in ("hit", "lead_out"):
        ends[0] = 1
    if result in ("sacrifice", "double_play", "popout", "popout_double_play", "strikeout"):
        ends[0] = -1
    return ends


def ends_of(to: tuple[int, ...]) -> dict[int, int]:
    return {start: base for start, base in enumerate(to) if base != -2}


def bunts_that_can_be_read(edition: str) -> set[tuple[str, str, tuple[int, ...]]]:
    """Return (bunt, rating, bases) for every possible bunt with nobody out, by any batter against any infield."""
    rules, symbols = load_ruleset(edition).strategy, set()
    for bunt, state in product(("sacrifice", "squeeze"), range(1, 8)):
        if bunt_ruling(rules, bunt, state, 0):  # type: ignore[arg-type]
            on = tuple(base for base in (1, 2, 3) if state >> base - 1 & 1)
            for option, rating in product(infield_options(load_ruleset(edition), state, 0), "ABCD"):
                symbols.add((bunt, bunt_rating(rules, rating, option.key, state), on))  # type: ignore[arg-type]
    return symbols


def bunt_faces(result: str, squeezed: list[tuple[dict, str]]) -> list[tuple[dict, str]]:
    """Return the d20 faces to try, each with its result: running 10 minus 8, and fielder ranges 1 to 5."""
    if result == "speed":
        return [({"bunt_speed": 2}, "hit"), ({"bunt_speed": 3}, "sacrifice")]
    return squeezed or [({}, result)]


@pytest.mark.parametrize("name", ["strategy_basic", "strategy_advanced", "strategy_super"])
def test_7_2_18_every_bunt_chart_result_is_applied(name: str) -> None:
    rows, watched = raw(name), Watched(load_strategy_chart(name))
    for edition in STRATEGY[name]:
        for (bunt, rating, on), total in product(bunts_that_can_be_read(edition), range(2, 13)):
            words = rows[bunt].get("all") or rows[bunt][rating]
            result = words[total - 2]
            by_range = []
            if result.startswith("range("):
                safe_to = rows["fielding"]["lead_safe_by_range"]
                for fielder_range, top in enumerate(safe_to, 1):
                    by_range.append(({"bunt_range": top, "of": fielder_range}, "sacrifice"))
                    by_range.append(({"bunt_range": top + 1, "of": fielder_range}, "lead_out"))
            for dice, word in bunt_faces(result, by_range):
                fielders = {position: Fielder(dice.get("of", 3)) for position in ("p", "c", "1b", "3b")}
                moment = Situation(occupied(*on), fielders=fielders)
                play = resolve_bunt(Dice(**dice), watched.chart, moment, bunt, rating, total)  # type: ignore[arg-type]
                assert ends_of(play.to) == bunted(word, bunt, set(on)), (edition, bunt, rating, on, total, result)
    assert [path for path in watched.never_read if path[0] != "hit_and_run"] == []


HIT_AND_RUN = {
    "single": (1, 2),
    "double": (2, 3),
    "groundout": (-1, 1),
    "flyout": (-1, 0),
    "popout": (-1, 0),
    "strikeout": (-1, 0),
    "foul": (-2, 0),
    "batter_misses_pitch": (-2, 0),
    "pitchers_card": (-2, 0),
}


@pytest.mark.parametrize("name", ["strategy_basic", "strategy_advanced", "strategy_super"])
def test_7_3_19_every_hit_and_run_chart_result_is_applied(name: str) -> None:
    rows, watched = raw(name)["hit_and_run"], Watched(load_strategy_chart(name))
    for key in STRATEGY[name]:
        edition = load_ruleset(key)
        states = [state for state in range(1, 8) if hit_and_run_ruling(edition.strategy, state, 0)]
        for state, printed, hold, total in product(states, "BCD", (False, True), range(2, 13)):
            rating = hit_and_run_rating(edition.strategy, printed, "back", hold=hold)
            result = (rows.get("all") or rows[rating])[total - 2]
            on = {base for base in (1, 2, 3) if state >> base - 1 & 1}
            play = resolve_hit_and_run(
                Dice(lomax=8), edition, watched.chart, Situation(state, holds=state if hold else 0), rating, total
            )
            if result == "lomax":
                triple = len(on) > 1 and not edition.grounders.triple_play_by_die
                out = on if triple else {max(on)}
                assert ends_of(play.to) == {0: -1} | {base: -1 if base in out else base for base in on}
                continue
            batter, bases = HIT_AND_RUN[result]
            expected = {base: min(base + bases, 4) for base in on} | ({} if batter == -2 else {0: batter})
            assert ends_of(play.to) == expected, (key, state, rating, total, result)
    assert [path for path in watched.never_read if path[0] == "hit_and_run"] == []


def test_19_3_only_a_b_rating_with_a_hold_or_infield_in_uses_row_a() -> None:
    """No card is rated A, so the row would be unused if B batters never moved up a grade."""
    rules = load_ruleset("star").strategy
    assert [hit_and_run_rating(rules, rating, "back", hold=True) for rating in "BCD"] == ["A", "B", "C"]


# --- running ---------------------------------------------------------------------------------------------------------


def test_8_1_every_stealing_chart_cell_is_the_highest_safe_number() -> None:
    rows, watched, edition = raw("stealing"), Watched(load_steal_chart()), load_ruleset("som_basic")
    for state in range(1, 8):
        for stealing, grade in product(legal_steals(state), ("AAA", "AA", "A", "B", "C", "D", "E")):
            attempt = StealAttempt(state, 0, stealing, BaseStealer(grade), hold=False, battery=Battery())
            target = {SECOND: "second", THIRD: "third", 4: "home"}[attempt.target]
            top = rows[target]["AA" if grade == "AAA" else grade]
            kinds = [attempt_steal(Dice(steal=n), edition, watched.chart, attempt).play.kind for n in (top, top + 1)]
            assert kinds == ["stolen_base", "caught_stealing"], (grade, target)
    assert watched.never_read == []
    assert len(watched.seen) == 7 * 3


@pytest.mark.parametrize("edition", EDITIONS[:2])
def test_8_2_22_23_hold_penalty_follows_catcher_range_or_runner_grade(edition: str) -> None:
    """It depends on the catcher's range in Basic and the runner's grade in Advanced. AAA is unchanged in Basic."""
    rules = load_ruleset(edition).stealing
    for grade, catcher in product(("AAA", "AA", "A", "B", "C", "D", "E"), range(1, 6)):
        battery = Battery(catcher_range=catcher)
        less = 12 - grade_chance(rules, grade, 12, battery, hold=True).safe
        if edition == "som_basic":
            assert less == (0 if grade == "AAA" else {1: 4, 2: 3, 3: 2, 4: 1, 5: 1}[catcher])
        else:
            assert less == {"AAA": 1, "AA": 2, "A": 2, "B": 3, "C": 3, "D": 4, "E": 4}[grade]


def test_23_82_every_holding_chart_cell_selects_the_holding_fielders(monkeypatch) -> None:
    printed = {(1, "L"): "1b ss", (1, "R"): "1b 2b", (2, "L"): "ss", (2, "R"): "2b", (3, "L"): "3b", (3, "R"): "3b"}
    watched = Watched(load_hold_chart(), deepest=1)
    monkeypatch.setattr(holding, "load_hold_chart", lambda: watched.chart)
    holding._holders.cache_clear()
    edition = load_ruleset("star")
    spoken = {option.key for option in hold_options(edition, occupied(1, 2, 3), "back", is_question=True)} - {"none"}
    for key, side in product(spoken, "LR"):
        fielders = {fielder for base in key for fielder in printed[int(base), side].split()}
        holds = occupied(*map(int, key))
        assert holders(edition.stealing, holds, side) == fielders  # type: ignore[arg-type]
    assert watched.never_read == []
    assert len(watched.seen) == len(raw("holding")) * 2
    holding._holders.cache_clear()


def test_13_63_and_14_5_every_range_at_the_plate_and_at_the_wall_is_applied() -> None:
    for rating, roll in product(range(1, 6), FACES):
        assert safe_against_catcher(rating, roll) is (roll <= 4 * rating - 2)
        assert is_homerun_upheld(rating, roll) is (roll <= 4 * rating - 1)


def test_28_2_closer_rule_covers_every_lead_inning_and_base_state() -> None:
    """The tying run is on base or at bat: a one-run lead with nobody on, a four-run lead with the bases loaded."""
    for inning, lead, state in product(range(1, 13), range(-2, 7), range(8)):
        tying_run_is_up = 1 <= lead <= 1 + bin(state).count("1")
        assert is_closer_situation(inning, lead, state) is (inning >= 9 and tying_run_is_up)


# --- ballparks and weather ------------------------------------------------------------------------------------------


def test_30_3_30_4_every_park_number_is_its_highest_home_run_or_single() -> None:
    rows, rules, parks = raw("ballparks"), load_ruleset("star").parks, load_parks()
    assert set(parks) == set(rows)
    for key, side in product(rows, "LR"):
        for symbol, word, kind in (
            ("◆ HOMERUN", "homerun", Kind.HOMERUN),
            ("▲ SINGLE", "single", Kind.SINGLE),
        ):
            line = line_to_read(rules, parse_line(symbol), parks[key], side)  # type: ignore[arg-type]
            top = rows[key][word]["LR".index(side)]
            hits = [roll for roll in FACES if read_split(line, roll).kind is kind]
            assert hits == list(range(1, top + 1)), (key, side, word)


def test_14_5_every_park_wall_decides_the_fielders_chance() -> None:
    """On a home run's last number, roll for a catch by the pull-side corner outfielder, unless that wall is tall."""
    rows = raw("ballparks")
    card_by_hand = {bats: a_card("batter", "HOMERUN 1-10/fly(lf)B 11-20", bats=bats, running="1-10") for bats in "LR"}
    cards = {
        **card_by_hand,
        "pitcher": a_card("pitcher", throws="R", hitting="#1WR", fielding="p-3e10", endurance="starter(6)"),
    }
    for key, bats in product(rows, "LR"):
        setup = GameSetup(load_ruleset("som_super_advanced"), cards, park=load_parks()[key])
        tall = rows[key]["high_wall"]["LR".index(bats)]
        dice = Dice(split=10) if tall else Dice(split=10, rob=20)
        at_bat = setup.at_bat(bats, "pitcher")
        line = card_line_at(setup, at_bat, at_bat.pitcher_card, card_line(1, 7))
        play = read_line(dice, setup, Matchup(Situation(), at_bat, at_bat.pitcher_card), line, "batter").play
        assert play.kind == ("homerun" if tall else "flyout"), (key, bats)
        assert setup.park is not None
        assert setup.park.name == rows[key]["name"]


def test_30_5_every_weather_roll_selects_the_numbers_of_its_condition() -> None:
    rows, watched = raw("weather")["any"], Watched(load_weather()["any"], deepest=2)
    for month, night, roll in product(MONTHS, (False, True), FACES):
        good, average = rows["grid"][month]["night" if night else "day"]
        condition = CONDITIONS[(roll > good) + (roll > average)]
        game_input = ScriptedInput([("weather", roll)])
        park = throw_weather(game_input, {"any": watched.chart}, "whoever", month, night=night)
        assert [*park.homerun, *park.single] == [*rows[condition]["homerun"], *rows[condition]["single"]]
    assert watched.never_read == []
    assert len(watched.seen) == 2 * 7 + 3


# --- injuries, rest, positions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "edition"), [("injuries_basic", "som_basic"), ("injuries_super", EDITIONS[2])])
def test_6_4_25_1_every_injury_roll_costs_its_number_of_games(name: str, edition: str, monkeypatch) -> None:
    watched = Watched(load_injury_chart(name))
    monkeypatch.setattr(injuries, "load_injury_chart", lambda chart: {name: watched.chart}[chart])
    games = [games_missed(ScriptedInput([("injury", n)]), load_ruleset(edition).injuries) for n in FACES]
    assert games == raw(name)["games"]
    assert games == sorted(games)
    assert watched.never_read == []


def test_27_51_every_start_length_requires_its_rest(monkeypatch) -> None:
    rows, watched = raw("starter_rest"), Watched(load_starter_rest())
    monkeypatch.setattr(rest, "load_starter_rest", lambda chart: watched.chart)
    rules = load_ruleset("som_super_advanced").rest
    for outs, asterisk in product(range(1, 46), (True, False)):
        inning = min(12, (outs + 2) // 3)
        row = rows["asterisk" if asterisk else "no_asterisk"]
        assert rest_after_start(rules, asterisk=asterisk, outs=outs) == row[inning - 1]
    assert all(rows[name] == sorted(rows[name]) for name in rows)
    assert all(quick <= slow for quick, slow in zip(rows["asterisk"], rows["no_asterisk"], strict=True))
    assert watched.never_read == []


def test_26_2_every_row_of_the_resting_guide_rests_a_batter() -> None:
    rows, guide = raw("solitaire_rest"), load_rest_guide()
    for face in range(1, 7):
        assert list(slots_to_rest(ScriptedInput([("usage", face)]), guide)) == rows["slots"][str(face)]
    assert sorted({slot for slots in rows["slots"].values() for slot in slots}) == list(range(1, 10))
    assert_every_rest(rows, guide)


def test_every_row_of_the_senior_seminar_guide_rests_a_batter() -> None:
    rows, guide = raw("senior_rest"), load_rest_guide("senior_rest")
    for face in range(1, 7):
        assert list(slots_to_rest(ScriptedInput([("usage", face)]), guide)) == rows["positions"][str(face)]
    assert_every_rest(rows, guide)


def assert_every_rest(rows: dict[str, Any], guide: RestGuide) -> None:
    starts = sorted(map(int, rows["rests"]))
    for least, following in zip(starts, [*starts[1:], 1000], strict=True):
        for used, roll in product((least, following - 1), FACES):
            rests = must_rest(ScriptedInput([("rest", roll)]), guide, used)
            assert rests is (roll <= rows["rests"][str(least)]), (used, roll)


def test_25_21_every_outfield_adjustment_cell_moves_a_fielder() -> None:
    rows, watched = raw("outfield_adjustment"), Watched(load_outfield_chart())
    rules = load_ruleset("som_super_advanced").injuries
    for basis, position in product(rows, rows):
        for printed in range(1, 6) if basis != position else ():
            placed = fielding_assignment(rules, [PositionRating(basis, printed, 0, 5)], position, 25, watched.chart)
            assert (placed.fielding.range, placed.rule) == (rows[basis][position][printed - 1], "25.21")
            assert placed.fielding.range >= min(printed, 5) or basis == "cf"
    assert watched.never_read == []
    assert len(watched.seen) == 30


# --- shared cards ---------------------------------------------------------------------------------------------------


def a_card(kind: str, reads: str = "strikeout", **ratings: Any) -> Any:
    side = {
        f"{column}-{row}": reads for column in ((1, 2, 3) if kind == "batter" else (4, 5, 6)) for row in range(2, 13)
    }
    return parse_card({"kind": kind, "name": "A man", "left": side, "right": side, **ratings})


def check_line(line: Any, text: str) -> None:
    """Check the line as written. Some d20 reaches every range of a split."""
    assert write_line(line) == text
    reached = {read_split(line, roll) for roll in FACES}
    assert reached == {part.reading for part in line.parts}


def test_2_2_every_hitting_card_line_is_used_by_a_pitcher_with_that_code(monkeypatch) -> None:
    rows, watched = raw("pitchers_hitting_cards"), Watched(shared_cards.load_hitting_cards(), deepest=3)
    monkeypatch.setattr(shared_cards, "load_hitting_cards", lambda: watched.chart)
    ratings = {"throws": "R", "fielding": "p-3e10", "endurance": "starter(6)"}
    cards = {number: a_card("pitcher", hitting=f"#{number}WR", **ratings) for number in rows}
    for key in EDITIONS:
        setup = GameSetup(load_ruleset(key), {**cards, "him": cards["1"]})
        for number, white, total in product(rows, (1, 2, 3), WAYS_OF_TWO_DICE):
            at_bat = setup.at_bat(number, "him")
            line = card_line_at(setup, at_bat, at_bat.pitcher_card, card_line(white, total))
            check_line(line, rows[number][f"{white}-{total}"])
    assert watched.never_read == []
    assert len(watched.seen) == 8 * 33


def test_25_3_every_hitters_pitching_card_line_is_used_by_a_fielder_on_the_mound(monkeypatch) -> None:
    rows, watched = raw("hitters_pitching_card"), Watched(shared_cards.load_fielders_pitching_card(), deepest=3)
    monkeypatch.setattr(shared_cards, "load_fielders_pitching_card", lambda: watched.chart)
    cards = {bats: a_card("batter", bats=bats, running="1-10") for bats in ("L", "R")}
    setup = GameSetup(load_ruleset("star"), {**cards, "fielder": a_card("batter", bats="R", running="1-10")})
    for bats, white, total in product("LR", (4, 5, 6), WAYS_OF_TWO_DICE):
        at_bat = setup.at_bat(bats, "fielder")
        line = card_line_at(setup, at_bat, at_bat.pitcher_card, card_line(white, total))
        check_line(line, rows["left" if bats == "L" else "right"][f"{white}-{total}"])
    assert watched.never_read == []
    assert len(watched.seen) == 2 * 33
