"""T10.2: Test that a pitcher's rest depends on the games his team has actually played, not on the schedule.

The Sharks postpone their series of round 1 against the Bears and play round 2 against the Comets first.
"""

import csv
import io
import random
from dataclasses import replace

import pytest
from django.urls import reverse

from games.models import Game
from games.queries.carry_over import carryover_rules, sheet_faults
from games.queries.official import game_stage, next_series_started
from games.queries.usage import usage_of_teams
from games.services.play_order import CorrectedOrder, correct_order
from pitching.sheet.printed import read_printed_sheet
from tests.games.building import DESK, League, won_by_home
from tournaments.models import Action, Notice, Series, Tournament
from tournaments.queries.team_schedule import team_rounds
from tournaments.services.order_of_play import start_series
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class Weekend(League):
    """A weekend in which the Sharks play the Bears in round 1, the Comets in round 2 and the Drakes in round 3."""

    def __init__(self, rounds=3):
        super().__init__(teams=5, rounds=rounds, stage=Tournament.Stage.ROUND_ROBIN)
        self.opponents = [self.bears, *self.sides[2:]]
        for series, opponent in zip(self.series, self.opponents, strict=False):
            Series.objects.filter(pk=series.pk).update(away=opponent.team)
            series.refresh_from_db()

    def games(self, number, starters=(1, 2, 3), relief=()):
        """Return three 3-2 home wins in this round. `relief` is (game, the Sharks' reliever, innings)."""
        played = []
        for game, starter in enumerate(starters, start=1):
            relieved = [appearance for appearance in relief if appearance[0] == game]
            sharks = self.sharks, starter, relieved
            opponent_game = self.opponents[number - 1], starter, []
            (home, n, pen), (away, m, other_pen) = (sharks, opponent_game) if game % 2 else (opponent_game, sharks)
            entry = won_by_home(game, staff(home, n, pen, 27), staff(away, m, other_pen, 24))
            played.append(entry)
        return played

    def play(self, number, starters=(1, 2, 3), relief=(), **more):
        return self.save(self.games(number, starters, relief), self.series[number - 1], **more)

    def sheet(self, side=None):
        return usage_of_teams((side or self.sharks).team.pk)[(side or self.sharks).team.pk]

    def order(self, side=None):
        """Return the rounds in the order of the sheet's columns."""
        return list(dict.fromkeys(column.round for column in self.sheet(side).columns))

    def breaches(self, side=None):
        return [
            fault
            for faults in sheet_faults(self.sheet(side), carryover_rules(self.tournament)).values()
            for fault in faults
        ]

    def page(self, name, *parts):
        return reverse(name, args=[self.tournament.slug, *parts])


def staff(side, starter, relieved, outs):
    innings = sum(3 * int(text.split(".")[0]) + int(text.split(".")[1]) for *_, text in relieved)
    own = outs - innings
    relief = [side.relief(n, text) for _, n, text in relieved]
    return [side.start(starter, f"{own // 3}.{own % 3}"), *relief]


@pytest.fixture
def weekend():
    return Weekend()


def posted(weekend, number, starters):
    """Return the grid's fields for a series with starters only."""
    series = Series.objects.get(pk=weekend.series[number - 1].pk)
    values = {"version": str(series.version), "save": "final"}
    for entry in weekend.games(number, starters):
        home, away = series.home_and_away(entry.number, weekend.tournament.home_pattern)
        values |= {f"runs-{entry.number}-{home}": "3", f"runs-{entry.number}-{away}": "2"}
        values |= {f"innings-{entry.number}": "9", f"ending-{entry.number}": "played_out"}
        for outing in entry.outings:
            place = f"{entry.number}-{outing.team_id}-{outing.card_id}"
            values |= {f"p-{place}": f"{outing.outs // 3}.{outing.outs % 3}", f"s-{place}": "1"}
    return values


def test_postponed_series_is_judged_after_earlier_played_games(weekend, manager_of):
    manager = manager_of(weekend.sharks.team)
    enter = [weekend.page("enter_series", series.pk) for series in weekend.series]
    assert manager.post(enter[1], posted(weekend, 2, (1, 2, 3))).status_code == 302
    page = manager.get(weekend.page("division_board", weekend.division.pk)).content.decode()
    assert "Sharks before game 4" in page

    too_soon = manager.post(enter[0], posted(weekend, 1, (1, 4, 5))).content.decode()
    assert "started game 1: must rest games 2-4" in too_soon, "the board says that he rests in game 4"
    assert manager.post(enter[0], posted(weekend, 1, (4, 5, 1))).status_code == 302
    assert weekend.order() == [2, 1]
    assert weekend.breaches() == []


def test_lists_show_a_postponed_series_in_order_of_play(weekend, director_of, client):
    director, team = director_of(weekend.tournament), weekend.sharks.team
    weekend.play(2)
    weekend.play(1, (4, 5, 1))
    sheet = director.get(weekend.page("sheet", team.pk)).content.decode()
    links = [sheet.index(weekend.page("series", series.pk)) for series in (weekend.series[1], weekend.series[0])]
    assert links == sorted(links)
    printed = read_printed_sheet(weekend.tournament, team.pk, "current")
    assert [block.short_heading for block in printed.blocks][:3] == ["R2", "R1", "R3"]
    assert [point.round for point in team_rounds(team)] == [2, 1, 3]
    answer = client.get(weekend.page("api_sheet", team.pk)).json()
    assert [block["round"] for block in answer["blocks"]] == [2, 1]
    export = director.get(weekend.page("export", "pitching", "csv")).content.decode("utf-8-sig")
    rows = [row for row in csv.DictReader(io.StringIO(export)) if row["Team"] == "Sharks"]
    assert list(dict.fromkeys(row["Round"] for row in rows)) == ["2", "1"]
    export = director.get(weekend.page("export", "games", "csv")).content.decode("utf-8-sig")
    assert [row["Round"] for row in csv.DictReader(io.StringIO(export))] == ["2"] * 3 + ["1"] * 3


def test_legal_appearances_stay_legal_after_a_postponed_series(weekend):
    weekend.play(2, (1, 2, 3), [(1, 1, "2.0"), (2, 1, "2.0")])
    weekend.play(3, (4, 5, 1), [(1, 2, "4.0")])
    saved = weekend.play(1, (2, 3, 4), [(1, 1, "4.0")])
    assert saved.later_breaches == []
    assert weekend.breaches() == []
    assert not Notice.objects.filter(kind="Illegal after a correction").exists()


def test_start_button_records_the_order_before_any_result(weekend, manager_of, director_of):
    manager = manager_of(weekend.sharks.team)
    start = weekend.page("start_series", weekend.series[1].pk)
    page = manager.get(weekend.page("series", weekend.series[1].pk)).content.decode()
    assert f'action="{start}"' in page
    assert manager.get(start).status_code == 405
    assert manager_of(weekend.sides[3].team).post(start).status_code == 403
    manager.post(start)
    weekend.play(1, (1, 2, 3))
    weekend.play(2, (4, 5, 1))
    assert weekend.order() == [2, 1], "round 2 had started first"


def test_api_starts_a_series_once(weekend, manager_of):
    address = f"/api/v1/tournaments/{weekend.tournament.slug}/series/{weekend.series[1].pk}/start/"
    assert manager_of(weekend.sides[3].team).post(address).status_code == 403
    manager = manager_of(weekend.sharks.team)
    response = manager.post(address)
    assert (response.status_code, response.json()["status"]) == (200, "playing")
    response = manager.post(address)
    assert (response.status_code, response.json()["finding"]) == (400, "ALREADY_STARTED")
    weekend.play(1, (1, 2, 3))
    weekend.play(2, (4, 5, 1))
    assert weekend.order() == [2, 1], "round 2 had started first"


def test_series_cannot_start_before_the_round_robin(weekend, manager_of):
    Tournament.objects.filter(pk=weekend.tournament.pk).update(stage=Tournament.Stage.DRAFT)
    address = f"/api/v1/tournaments/{weekend.tournament.slug}/series/{weekend.series[1].pk}/start/"
    response = manager_of(weekend.sharks.team).post(address)
    assert (response.status_code, response.json()["finding"]) == (400, "NOT_OPEN")
    assert weekend.order() == []


def test_start_can_be_undone_until_results_exist_and_redone(weekend):
    series = weekend.series[0]
    start_series(series=series, actor=DESK)
    series.refresh_from_db()
    assert (series.status, series.home_place, series.away_place) == ("playing", 1, 1)
    started = Action.objects.get(verb="start_series")
    undone = undo_action(action=started, actor=DESK)
    series.refresh_from_db()
    assert (series.status, series.home_place, series.started_at) == ("scheduled", None, None)
    weekend.play(2)
    undo_action(action=undone, actor=DESK)
    weekend.play(1, (4, 5, 1))
    assert weekend.order() == [2, 1], "another series has taken its place since"
    with pytest.raises(ValueError, match="has results"):
        undo_action(action=Action.objects.filter(verb="undo_action").latest("pk"), actor=DESK)


def test_roll_for_home_does_not_start_a_series(weekend, manager_of):
    Series.objects.filter(pk=weekend.series[0].pk).update(home_decided=False)
    rolls = {"what": "typed", "home": weekend.sharks.team.pk, "home_roll": "12", "away_roll": "4"}
    manager_of(weekend.sharks.team).post(weekend.page("home_roll", weekend.series[0].pk), rolls)
    assert Series.objects.get(pk=weekend.series[0].pk).home_decided
    weekend.play(2)
    weekend.play(1, (4, 5, 1), first_home=weekend.sharks.team.pk)
    assert weekend.order() == [2, 1]


def test_series_with_undone_results_counts_as_not_started(weekend):
    weekend.play(1)
    entered = Action.objects.get(verb="save_series_results")
    undone = undo_action(action=entered, actor=DESK)
    series = Series.objects.get(pk=weekend.series[0].pk)
    assert (series.home_place, series.started_at, series.status) == (None, None, "scheduled")
    undo_action(action=undone, actor=DESK)
    weekend.play(2, (4, 5, 1))
    assert weekend.order() == [1, 2]


def test_redone_results_return_to_their_place_in_the_order(weekend):
    weekend.play(1)
    weekend.play(2, (4, 5, 1))
    entered = Action.objects.filter(verb="save_series_results").earliest("pk")
    undone = undo_action(action=entered, actor=DESK)
    assert weekend.order() == [2]
    undo_action(action=undone, actor=DESK)
    assert weekend.order() == [1, 2]


def test_swapping_home_and_visitors_preserves_the_order_of_play(weekend):
    weekend.play(2)
    series = Series.objects.select_related("home", "away").get(pk=weekend.series[0].pk)
    Series.objects.filter(pk=series.pk).update(home_decided=False)
    start_series(series=series, actor=DESK)
    entries = [won_by_home(1, [weekend.bears.start(1, "9.0")], [weekend.sharks.start(4, "8.0")])]
    weekend.save(entries, series, first_home=weekend.bears.team.pk)
    series.refresh_from_db()
    assert (series.home, series.place_for(weekend.sharks.team.pk), series.place_for(weekend.bears.team.pk)) == (
        weekend.bears.team,
        2,
        1,
    )


def test_t0_06_series_is_official_after_the_next_series_played_starts(weekend):
    weekend.play(2)
    assert next_series_started(Series.objects.get(pk=weekend.series[1].pk)) is None
    weekend.play(1, (4, 5, 1))
    first, second = (Series.objects.get(pk=series.pk) for series in weekend.series[:2])
    assert next_series_started(second) == first
    assert (game_stage(second, 1), game_stage(first, 3)) == ("official", "game_over")


def test_director_corrects_the_order_after_a_preview_and_can_undo_it(weekend, director_of, manager_of):
    weekend.play(2, (1, 2, 3))
    weekend.play(1, (4, 5, 1), [(3, 1, "4.0")])
    director, sharks = director_of(weekend.tournament), weekend.sharks.team
    address = weekend.page("correct_order", weekend.series[0].pk)
    assert address in director.get(weekend.page("orders_of_play")).content.decode()
    assert manager_of(sharks).get(address).status_code == 403
    before = list(Series.objects.order_by("pk").values_list("home_place", "away_place"))

    page = director.post(address, {f"after-{sharks.pk}": "0"}).content.decode()
    assert 'data-breach="new"' in page
    assert "Sharks Starter 1, round 2, game 1: T10.2: started game 3: must rest games 4-6" in page
    assert 'data-pitcher="Sharks Reliever 1"' in page
    assert list(Series.objects.order_by("pk").values_list("home_place", "away_place")) == before

    series = Series.objects.get(pk=weekend.series[0].pk)
    values = {f"after-{sharks.pk}": "0", "version": series.version, "reason": "paper came late", "correct": "1"}
    assert director.post(address, values).status_code == 302
    assert weekend.order() == [1, 2]
    assert Notice.objects.get(kind="Illegal after a correction", answered_at=None).sentence.startswith("Sharks, game 4")
    correction = Action.objects.get(verb="correct_order_of_play")
    assert correction.reason == "paper came late"
    undone = undo_action(action=correction, actor=DESK)
    assert weekend.order() == [2, 1]
    assert weekend.breaches() == []
    undo_action(action=undone, actor=DESK)
    assert weekend.order() == [1, 2]


def test_order_correction_preserves_games_played_before_a_resumption(weekend):
    weekend.play(1, (1, 2, 3))
    suspended = weekend.games(2, (4, 5, 1))
    stopped = won_by_home(3, [weekend.sharks.start(1, "5.0")], [weekend.opponents[1].start(3, "5.0")])
    stopped = replace(stopped, innings=6, ending="suspended")
    weekend.save([*suspended[:2], stopped], weekend.series[1])
    weekend.play(3, (2, 3, 4))
    finished = won_by_home(
        3,
        [weekend.sharks.start(1, "5.0"), weekend.sharks.relief(1, "4.0")],
        [weekend.opponents[1].start(3, "5.0"), weekend.opponents[1].relief(1, "3.0")],
    )
    weekend.save([*suspended[:2], finished], weekend.series[1])
    game = Game.objects.get(series=weekend.series[1], number=3)
    assert game.home_resumed_after == 9
    order = CorrectedOrder(after={weekend.sharks.team.pk: str(weekend.series[2].pk)})
    correct_order(series=weekend.series[0], order=order, actor=DESK)
    assert weekend.order() == [2, 3, 1]
    game.refresh_from_db()
    assert game.home_resumed_after == 6, "round 1 was played after the game went on"
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    game.refresh_from_db()
    assert game.home_resumed_after == 9


def test_entry_page_shows_where_late_results_count(weekend, manager_of):
    weekend.play(2)
    page = manager_of(weekend.sharks.team).get(weekend.page("enter_series", weekend.series[0].pk)).content.decode()
    assert "Sharks has started" in page
    assert "so these games count after that series" in " ".join(page.split())


@pytest.mark.parametrize("seed", range(6))
def test_series_played_in_random_order_are_judged_in_that_order(seed):
    """Over random orders of four rounds, lines the board allows can be entered, and stay legal after later games."""
    dice, weekend = random.Random(seed), Weekend(rounds=4)
    order = dice.sample(range(1, 5), 4)
    for number in order:
        starters = []
        for _ in range(3):
            rested = [n for n in (1, 2, 3, 4, 5) if n not in (weekend_starters(weekend) + starters)[-3:]]
            starters.append(dice.choice(rested))
        weekend.play(number, tuple(starters))
        assert weekend.breaches() == []
    assert weekend.order() == order


def weekend_starters(weekend):
    """Return the Sharks' starters so far by number, in order of play."""
    usage = weekend.sheet()
    numbers = {card.pk: n for n, card in enumerate(weekend.sharks.starters, start=1)}
    started = {
        number: numbers[pitcher.card_id]
        for pitcher in usage.pitchers.values()
        if pitcher.card_id in numbers
        for number in pitcher.pitched_in
    }
    return [started[number] for number in sorted(started)]
