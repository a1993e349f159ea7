"""T0.08 item 3: Test its effect on results, the board, the planner and the next round, with two-game series.

This is the rule's worked example, with eight teams and seven rounds of two games. The Sharks start A B, C D, A B, C D,
A B, C D. In round 2 (C D), they play the team that later drops out. That team plays a different opponent in round 3,
then drops out, and no one covers.
"""

import pytest
from django.urls import reverse

from drafts.models import PlayerCard
from games.queries.carry_over import carryover_rules
from games.queries.usage import usage_of_teams
from games.scoresheet.faults import Violations
from pitching.queries.board import division_boards, team_board
from pitching.queries.planner import build_plan, planned_outing
from pitching.sheet.printed import read_printed_sheet
from pitching.sheet.read import read_sheets
from tests.edition_scenes.scene import words
from tests.games.building import League, won_by_home
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Tournament
from tournaments.services.dropouts import drop_team
from tournaments.services.scheduling import publish_schedule
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class RoundRobin(League):
    """A published schedule. Every team uses its first four starters in turn until its last game."""

    def __init__(self, teams=8, **tournament):
        super().__init__(
            teams=teams,
            rounds=0,
            stage=Tournament.Stage.ROUND_ROBIN,
            series_length=2,
            pitching_carries_over=True,
            **tournament,
        )
        publish_schedule(division=self.division, actor=PROGRAM)
        self.side_of = {side.team.pk: side for side in self.sides}
        self.next_starter = dict.fromkeys(self.side_of, 0)

    def of_sharks(self, number):
        return self.series_of(self.sharks.team, number)

    def series_of(self, team, number):
        round_series = Series.objects.filter(division=self.division, round=number).select_related("home", "away")
        return next(series for series in round_series if team.pk in (series.home_id, series.away_id))

    def opponent(self, series, team):
        return self.side_of[series.away_id if series.home_id == team.pk else series.home_id]

    def play(self, series, acting_team=None, **starters):
        """Play the series. `starters` maps team names to starters (Sharks="CD"). Other teams use the next in turn."""
        series.refresh_from_db()
        turns = {team.pk: self.turn(team, starters.get(team.name)) for team in series.teams()}
        games = []
        for game in (1, 2):
            home, away = series.home_and_away(game, self.tournament.home_pattern)
            start = {
                team: self.side_of[team].start(turns[team][game - 1], innings)
                for team, innings in ((home, "9.0"), (away, "8.0"))
            }
            games.append(won_by_home(game, [start[home]], [start[away]]))
        return self.save(games, series, acting_team=acting_team, first_home=series.home_id)

    def turn(self, team, chosen):
        if chosen:
            return ["ABCDE".index(letter) + 1 for letter in chosen]
        first = self.next_starter[team.pk]
        self.next_starter[team.pk] += 2
        return [(first + place) % 4 + 1 for place in (0, 1)]

    def rested(self, final):
        """Return the opponent's starters for the final series, who didn't pitch in its only earlier series."""
        return {self.opponent(final, self.sharks.team).team.name: "CD"}

    def row(self, letter, side=None):
        card = (side or self.sharks).starters["ABCDE".index(letter)]
        return next(row for row in team_board((side or self.sharks).team).rows if row.card_id == card.pk)

    def may_start(self, side=None):
        return "".join(letter for letter in "ABCD" if self.row(letter, side).can_start)


@pytest.fixture
def weekend():
    return after_the_drop()


def after_the_drop(third=None):
    """Play the three rounds that involve the Sharks and the dropped team. `dropped` leaves, and no one covers.

    third: The Sharks' starters in round 3, or the next in turn.
    """
    league = RoundRobin()
    league.dropped = league.opponent(league.of_sharks(2), league.sharks.team).team
    league.last = league.opponent(league.series_of(league.dropped, 3), league.dropped)
    for number in (1, 2, 3):
        for series in {
            league.of_sharks(number).pk: league.of_sharks(number),
            league.series_of(league.dropped, number).pk: league.series_of(league.dropped, number),
        }.values():
            league.play(series, Sharks=third if number == 3 else None)
    drop_team(team=league.dropped, actor=PROGRAM, after_round=3, cover="nobody")
    return league


def play_on(league, first=4, last=6):
    for number in range(first, last + 1):
        league.play(league.of_sharks(number))


def test_t0_08_item_1_team_that_never_faced_the_dropped_team_gets_a_bye(weekend):
    faced = {weekend.opponent(weekend.series_of(weekend.dropped, n), weekend.dropped).team.pk for n in (1, 2, 3)}
    for side in weekend.sides:
        if side.team.pk not in faced and side.team != weekend.dropped:
            assert usage_of_teams(side.team.pk)[side.team.pk].slot is None


def test_t0_08_item_2_last_opponent_loses_the_columns_of_that_series(weekend):
    played = [n for n in (1, 2, 3) if weekend.series_of(weekend.last.team, n).games.exists()]
    usage = usage_of_teams(weekend.last.team.pk)[weekend.last.team.pk]
    assert [column.round for column in usage.columns] == [n for n in played if n != 3 for _ in (1, 2)]
    assert usage.slot is None


def test_t0_08_item_3_columns_remain_and_affect_only_the_final_series(weekend):
    usage = usage_of_teams(weekend.sharks.team.pk)[weekend.sharks.team.pk]
    assert [column.round for column in usage.columns] == [1, 1, 2, 2, 3, 3]
    assert usage.slot == (weekend.dropped.name, 3, 13, 14)
    assert weekend.may_start() == "C"  # normal rest: A and B started last, after C and D


def test_t0_08_item_3_starters_rested_during_the_slot_may_start_the_final_series(weekend):
    play_on(weekend)
    assert weekend.may_start() == "CD"
    dropped = weekend.dropped.name
    assert weekend.row("C").start_reason == (
        f"T0.08: he is rested in place of the series against {dropped}, which dropped out"
    )
    assert weekend.row("B").start_reason == (
        f"T0.08: he would have rested 0 games in place of the series against {dropped}, which dropped out, but needs 3"
    )


@pytest.mark.parametrize("starters", ["CD", "DC"])
def test_t0_08_item_3_rotations_c_d_and_d_c_are_legal_in_the_final_series(weekend, starters):
    play_on(weekend)
    final = weekend.of_sharks(7)
    weekend.play(final, Sharks=starters)
    final.refresh_from_db()
    assert final.status == Series.Status.COMPLETE
    notes = read_sheets(weekend.tournament, [weekend.sharks.team.pk])[weekend.sharks.team.pk].footnotes
    assert notes == []


def test_t0_08_item_3_rotation_a_b_is_refused_in_the_final_series(weekend):
    play_on(weekend)
    with pytest.raises(Violations) as refusal:
        weekend.play(weekend.of_sharks(7), Sharks="AB")
    faults = [fault for fault in refusal.value.faults if fault.team_id == weekend.sharks.team.pk]
    assert {fault.rule for fault in faults} == {"T0.08"}
    assert "in place of the series against" in faults[0].sentence


def test_t0_08_item_3_relief_innings_depend_on_games_actually_played(weekend):
    play_on(weekend)
    assert not weekend.row("D").can_relieve
    card = weekend.sharks.swingman
    series = weekend.of_sharks(6)
    games = [
        won_by_home(1, *sides(weekend, series, 1, "C")),
        won_by_home(2, *sides(weekend, series, 2, "D", card)),
    ]
    weekend.save(games, series)
    row = next(row for row in team_board(weekend.sharks.team).rows if row.card_id == card.pk)
    assert (row.can_start, row.start_reason) == (
        False,
        "T27.52: relieved in game 12: must rest games 13 and 14 before starting",
    )


def sides(league, series, game, letter, relief=None):
    """Return a game's appearances, home team first. The Sharks' `relief` pitches the last inning."""
    opponent = league.opponent(series, league.sharks.team)
    stored = {o.team_id: o for o in series.games.get(number=game).outings.all()}
    at_home = series.games.get(number=game).home_id == league.sharks.team.pk
    innings = 9 if at_home else 8
    n = "ABCDE".index(letter) + 1
    ours = [league.sharks.start(n, f"{innings}.0")]
    if relief is not None:
        ours = [league.sharks.start(n, f"{innings - 1}.0"), league.sharks.swing("1.0")]
    place = [card.pk for card in opponent.starters].index(stored[opponent.team.pk].card_id) + 1
    theirs = [opponent.start(place, "8.0" if at_home else "9.0")]
    return (ours, theirs) if at_home else (theirs, ours)


def test_t0_08_item_3_planner_includes_the_slot_before_the_final_series(weekend):
    play_on(weekend)
    usage = usage_of_teams(weekend.sharks.team.pk)[weekend.sharks.team.pk]
    fourth, second = weekend.sharks.starters[3].pk, weekend.sharks.starters[1].pk
    plan = build_plan(usage, carryover_rules(weekend.tournament), [{fourth: planned_outing(27, starts=True)}], {})
    rows = {row.card_id: row for row in plan.rows}
    assert rows[fourth].cells[0].ruling.allowed
    assert [bool(rows[second].cells[place].available.start) for place in range(4)] == [False, False, False, True]


def test_t0_08_item_3_next_rotation_follows_from_the_second_to_last_series(weekend):
    play_on(weekend)
    weekend.play(weekend.of_sharks(7), Sharks="CD")
    assert weekend.may_start() == "A"  # after S6 (C D); counting only the games actually played, B would also be rested
    assert weekend.row("B").start_reason.startswith("T0.08: he would have rested 2 games from the second-to-last")


def test_t0_08_undo_frees_the_final_series(weekend):
    play_on(weekend)
    undo_action(action=weekend.tournament.actions.filter(verb="drop_team").get(), actor=PROGRAM)
    assert usage_of_teams(weekend.sharks.team.pk)[weekend.sharks.team.pk].slot is None
    assert weekend.may_start() == "A"
    assert len(usage_of_teams(weekend.last.team.pk)[weekend.last.team.pk].columns) > 0


def test_t0_08_dropped_team_adds_a_single_query_to_the_division_board(weekend, django_assert_num_queries):
    with django_assert_num_queries(4):
        division_boards(weekend.division)


@pytest.mark.parametrize("kind", ["current", "blank"])
def test_t0_08_item_3_printed_sheet_has_columns_in_playing_order(weekend, kind):
    printed = read_printed_sheet(weekend.tournament, weekend.sharks.team.pk, kind)
    numbers = [column.number for column in printed.columns if column.number]
    assert numbers == list(range(1, 15))


def test_r_08c_namesake_from_the_same_club_is_a_different_starter(director_of):
    weekend = after_the_drop(third="EA")
    for n, hand in ((4, "R"), (5, "L")):
        starter = PlayerCard.objects.filter(pk=weekend.sharks.starters[n - 1].pk)
        starter.update(name="Bobby Jones", clubs="NYN", throws=hand)
    for number, starters in ((4, "BC"), (5, "DE"), (6, "AB")):
        weekend.play(weekend.of_sharks(number), Sharks=starters)
    final = weekend.of_sharks(7)
    page = reverse("series", args=[weekend.tournament.slug, final.pk])
    director = director_of(weekend.tournament)
    weekend.play(final, Sharks="CD")
    assert "R-08c" not in director.get(page).content.decode(), "E A of round 3 could have followed C D"
    weekend.play(final, Sharks="CE", **weekend.rested(final))
    assert (
        "made a starter in the next series ineligible: Bobby Jones (L) would have rested 0 games"
        in director.get(page).content.decode()
    )


def test_r_08c_conflict_after_the_slot_warns_the_director_without_a_violation(director_of, client):
    weekend = after_the_drop(third="EA")
    for number, starters in ((4, "BC"), (5, "DE"), (6, "AB")):
        weekend.play(weekend.of_sharks(number), Sharks=starters)
    final = weekend.of_sharks(7)
    weekend.play(final, Sharks="CD")
    page = reverse("series", args=[weekend.tournament.slug, final.pk])
    director = director_of(weekend.tournament)
    assert "R-08c" not in director.get(page).content.decode(), "E A of round 3 could have followed C D"

    weekend.play(final, Sharks="CE", **weekend.rested(final))
    sentence = (
        "made a starter in the next series ineligible: "
        "Sharks Starter 5 would have rested 0 games in series 3, but needs 3. "
        "No rule forbids this"
    )
    assert sentence in director.get(page).content.decode()
    assert sentence in director.get(reverse("enter_series", args=[weekend.tournament.slug, final.pk])).content.decode()
    assert "R-08c" not in client.get(page).content.decode(), "a warning for the director alone"
    assert weekend.of_sharks(7).status == Series.Status.COMPLETE


def test_t0_08_item_3_does_not_apply_if_the_last_series_was_in_the_drop_round(client):
    """Four teams meet twice. The Sharks played the dropped team in round 3, and round 6 would have been their last."""
    league = RoundRobin(teams=4, round_robins=2)
    league.dropped = league.opponent(league.of_sharks(3), league.sharks.team).team
    for number in range(1, 6):
        for series in Series.objects.filter(division=league.division, round=number).select_related("home", "away"):
            league.play(series)
    drop_team(team=league.dropped, actor=PROGRAM, after_round=5, cover="nobody")
    usage = usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk]
    assert [column.round for column in usage.columns] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert usage.slot is None
    page = words(client.get(reverse("sheet", args=[league.tournament.slug, league.sharks.team.pk])))
    assert "in place of the series against" not in page
    assert "neither corrected nor accepted" not in page
