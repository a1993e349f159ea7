"""Test the current round: its number, late and waiting teams, byes, and its big-screen page."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.crests import crest_and_name
from games.models import Game
from tests.factories import DivisionFactory, GameFactory, SeriesFactory, TeamFactory, TournamentFactory
from tournaments.models import Series, Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from weekend.queries.hall_map import hall_map
from weekend.queries.rounds import hall_pace

pytestmark = pytest.mark.django_db

COMPLETE = {"status": Series.Status.COMPLETE, "outcomes": "HHA", "home_wins": 2, "away_wins": 1}


class Division:
    """Teams A, B, C ... in one division, and the series between them, named by letters."""

    def __init__(self, teams="ABCD", tournament=None, name="East"):
        tournament = tournament or TournamentFactory(stage=Tournament.Stage.ROUND_ROBIN)
        self.division = DivisionFactory(tournament=tournament, name=name)
        self.tournament = tournament
        self.teams = {letter: TeamFactory(division=self.division, name=f"{name} {letter}") for letter in teams}

    def series(self, number, pair, **facts):
        away, home = (self.teams[letter] for letter in pair)
        return SeriesFactory(division=self.division, round=number, away=away, home=home, **facts)

    def played(self, number, *pairs):
        return [self.series(number, pair, **COMPLETE) for pair in pairs]


def now(tournament):
    return hall_pace(TournamentSnapshot(tournament), timezone.now()).rounds


def suspended(tournament):
    return hall_pace(TournamentSnapshot(tournament), timezone.now()).suspended


def pairs(series):
    return [f"{row.series.away.name[-1]}{row.series.home.name[-1]}" for row in series]


def test_no_round_without_a_schedule():
    assert now(Division().tournament) == []


def test_current_round_is_the_earliest_with_an_open_series():
    east = Division()
    east.played(1, "AB", "CD")
    east.played(2, "AC")
    east.series(2, "BD")
    east.series(3, "AD")
    (shown_round,) = now(east.tournament)
    assert (shown_round.title, shown_round.complete_count, pairs(shown_round.series)) == (
        "East: round 2 of 3",
        1,
        ["AC", "BD"],
    )


def test_late_series_is_listed_as_earlier_without_delaying_the_round():
    east = Division("ABCDEF")
    east.played(1, "AB", "CD")
    late = east.series(1, "EF", status=Series.Status.PLAYING)
    east.series(2, "AC", status=Series.Status.PLAYING)
    east.series(2, "BE")
    east.series(2, "DF", status=Series.Status.PLAYING)
    (shown_round,) = now(east.tournament)
    assert (shown_round.number, pairs(shown_round.earlier_series)) == (2, ["EF"])
    assert shown_round.all_series[0].series == late
    waiting = next(row for row in shown_round.series if row.waiting_for is not None)
    assert (waiting.state, waiting.minutes, waiting.is_late) == ("waiting for East E", None, False)


def test_teams_playing_ahead_do_not_advance_the_round():
    east = Division("ABCDEF")
    east.played(1, "AB", "CD")
    east.series(1, "EF")
    east.series(2, "AC", status=Series.Status.PLAYING)
    east.series(2, "BE")
    east.series(2, "DF")
    (shown_round,) = now(east.tournament)
    assert shown_round.number == 1


def test_last_round_stays_current_after_all_games():
    east = Division()
    east.played(1, "AB", "CD")
    east.played(2, "AC", "BD")
    (shown_round,) = now(east.tournament)
    assert (shown_round.number, shown_round.complete_count) == (2, 2)


def test_divisions_have_separate_rounds_and_byes():
    east = Division("ABC")
    west = Division("ABCD", tournament=east.tournament, name="West")
    east.played(1, "AB")
    east.series(2, "AC")
    west.series(1, "AB")
    west.series(1, "CD")
    first, second = now(east.tournament)
    assert (first.title, [team.name for team in first.byes]) == ("East: round 2 of 2", ["East B"])
    assert (second.title, second.byes) == ("West: round 1 of 1", [])


def test_t0_08_void_series_and_dropped_teams_are_excluded():
    east = Division("ABCD")
    dropped = east.teams["D"]
    dropped.dropped_after_round = 0
    dropped.save()
    east.series(1, "AB")
    east.series(1, "CD", status=Series.Status.VOID)
    (shown_round,) = now(east.tournament)
    assert (pairs(shown_round.series), [team.name for team in shown_round.byes]) == (["AB"], ["East C"])


def test_playoff_round_title_mentions_the_final():
    east = Division()
    Tournament.objects.update(stage=Tournament.Stage.PLAYOFFS)
    east.tournament.refresh_from_db()
    for seed, team in enumerate(east.teams.values(), start=1):
        team.seed = seed
        team.save()
    facts = {"division": None, "tournament": east.tournament, "stage": Series.Stage.PLAYOFF, "is_best_of": True}
    SeriesFactory(round=1, home=east.teams["A"], away=east.teams["D"], bracket_place="1", **facts)
    (shown_round,) = now(east.tournament)
    assert (shown_round.division, pairs(shown_round.series), shown_round.byes) == (None, ["DA"], [])
    assert "final" in shown_round.title.lower()


def test_tiebreaker_game_is_listed_separately_until_played():
    east = Division()
    east.played(1, "AB", "CD")
    game = east.series(1, "AC", stage=Series.Stage.TIE_BREAK, games_planned=1)
    assert [shown_round.title for shown_round in now(east.tournament)] == [
        "East: round 1 of 1",
        "East: tiebreaker game",
    ]
    Series.objects.filter(pk=game.pk).update(status=Series.Status.COMPLETE)
    assert [shown_round.title for shown_round in now(east.tournament)] == ["East: round 1 of 1"]


def test_round_query_count_does_not_grow_with_divisions(django_assert_num_queries):
    east = Division()
    east.series(1, "AB")
    with django_assert_num_queries(3):
        now(east.tournament)
    for name in ("West", "North"):
        second_division = Division(tournament=east.tournament, name=name)
        second_division.series(1, "AB")
        second_division.series(1, "CD")
    with django_assert_num_queries(3):
        assert len(now(east.tournament)) == 3


def test_big_screen_shows_tables_hosts_state_minutes_and_byes():
    east = Division("ABCDE")
    started = timezone.now() - timedelta(minutes=150)
    east.series(
        1, "AB", table=3, status=Series.Status.PLAYING, outcomes="A", away_wins=1, started_at=started, games_planned=4
    )
    east.series(1, "CD", table=4, games_planned=3)
    page = Client().get(f"/t/{east.tournament.slug}/round/").content.decode()
    assert "East: round 1 of 1" in page
    assert '<td class="n table">3</td>' in page
    assert "East A<br>" in page
    assert "game 2 of 4" in page
    assert "1-0 <span" in " ".join(page.split())
    assert "150 min" in page
    assert "late by 15 min" in page  # three games, in a round that started 150 minutes ago
    assert "East E" in page


def test_big_screen_joins_teams_with_at_before_and_after_the_roll():
    east = Division("AB")
    series = east.series(1, "AB")
    address = f"/t/{east.tournament.slug}/round/"
    east_b = crest_and_name(east.teams["B"].badge, "East B")
    assert f'<span class="quiet">at</span> {east_b}' in Client().get(address).content.decode()
    Series.objects.filter(pk=series.pk).update(home_decided=True)
    assert f'<span class="quiet">at</span> {east_b}' in Client().get(address).content.decode()


def test_big_screen_without_a_schedule_shows_an_empty_state():
    assert "when the schedule is published" in Client().get(f"/t/{TournamentFactory().slug}/round/").content.decode()


SUSPENDED = {"status": Series.Status.SUSPENDED, "outcomes": "HA", "home_wins": 1, "away_wins": 1, "suspended": "2"}


def suspended_in_round_1():
    """Create round 1 with only a suspended game left, while the venue waits for round 2."""
    east = Division()
    east.played(1, "AB")
    east.series(1, "CD", **SUSPENDED)
    east.series(2, "AC", table=1)
    east.series(2, "BD", table=2)
    return east


def test_t33_0_suspended_game_does_not_move_the_tournament_back_a_round():
    east = suspended_in_round_1()
    (shown_round,) = now(east.tournament)
    assert (shown_round.number, pairs(shown_round.series), pairs(shown_round.earlier_series)) == (2, ["AC", "BD"], [])
    assert [game.suspended_line for game in suspended(east.tournament)] == ["Game 2, East D at East C (round 1)"]
    assert [row.waiting_for for row in shown_round.series] == [None, None], "nobody waits for a suspended game"


def test_t33_0_series_with_an_unstarted_game_stays_open_despite_a_suspended_game():
    east = Division()
    east.played(1, "AB")
    east.series(1, "CD", status=Series.Status.PLAYING, outcomes="H", home_wins=1, suspended="2")
    east.series(2, "AC")
    east.series(2, "BD")
    (shown_round,) = now(east.tournament)
    assert (shown_round.number, shown_round.series[1].progress) == (1, "game 3 of 3, game 2 suspended")


def test_t33_0_suspended_series_is_never_late():
    east = Division()
    started = timezone.now() - timedelta(minutes=600)
    east.series(1, "AB", started_at=started, **SUSPENDED)
    east.series(1, "CD", status=Series.Status.PLAYING, started_at=started)
    (shown_round,) = now(east.tournament)
    assert [(row.state, row.is_late) for row in shown_round.series] == [
        ("game 2 suspended", False),
        ("late by 465 min", True),
    ]


def test_t33_0_last_round_stays_current_when_only_suspended_games_remain():
    east = Division()
    east.played(1, "AB")
    east.series(1, "CD", **SUSPENDED)
    east.played(2, "AC", "BD")
    (shown_round,) = now(east.tournament)
    assert (shown_round.number, [game.round for game in suspended(east.tournament)]) == (2, [1])


def test_t33_0_suspended_tiebreaker_game_stays_listed():
    east = Division()
    east.played(1, "AB", "CD")
    game = {"stage": Series.Stage.TIE_BREAK, "games_planned": 1, "suspended": "1"}
    east.series(1, "AC", status=Series.Status.SUSPENDED, **game)
    (_, tie) = now(east.tournament)
    assert (tie.title, tie.series[0].state) == ("East: tiebreaker game", "game 1 suspended")


@pytest.mark.parametrize("page", ["dashboard", "round", "schedule", ""])
def test_t33_0_pages_show_the_next_round_and_the_suspended_game_separately(director_of, page):
    east = suspended_in_round_1()
    address = f"/t/{east.tournament.slug}/{page}/" if page else f"/t/{east.tournament.slug}/"
    text = re.sub(r"<[^>]*>", "", director_of(east.tournament).get(address).content.decode())
    assert "Suspended: Game 2, East D at East C (round 1)" in text
    assert ("Round 2 now" if page == "schedule" else "East: round 2 of 2") in text
    assert "Round 1 now" not in text


def test_hall_map_shows_each_table_with_its_pace():
    east = Division("ABCDEF")
    east.series(1, "AB", table=2, status=Series.Status.COMPLETE, outcomes="HHA", home_wins=2, away_wins=1)
    started = timezone.now() - timedelta(minutes=150)
    east.series(1, "CD", table=1, status=Series.Status.PLAYING, started_at=started, games_planned=3)
    hall = hall_map(now(east.tournament))
    assert [(tile.tone, tile.pace) for tile in hall.tiles] == [("late", "15 min over"), ("done", "complete")]
    assert hall.late == 1
    wall = Client().get(f"/t/{east.tournament.slug}/hall/").content.decode()
    assert wall.count('class="tile ') == 2
    assert 'class="tile late"' in wall
    assert "Table 1: East C at East D, 15 min over." in " ".join(wall.split())


def test_single_table_has_no_hall_map():
    east = Division()
    east.series(1, "AB", table=1)
    assert hall_map(now(east.tournament)) is None


PLAN = {
    "begins": "2026-11-21T09:00",
    "minutes_per_game": 40,
    "between": 10,
    "opens": "09:00",
    "closes": "22:00",
    "breaks": [],
}


@pytest.fixture
def weekend():
    """Create five teams in two rounds with byes. Two of them play the final, so every page has a round to name."""
    made = TournamentFactory(
        stage=Tournament.Stage.ROUND_ROBIN,
        timetable=PLAN,
        advance_per_division=2,
        best_of="3",
        rounds_played=2,
    )
    east = Division("ABCDE", tournament=made)
    for number, pairs_of_round in enumerate((("AB", "CD"), ("AE", "BC")), start=1):
        for table, pair in enumerate(pairs_of_round, start=1):
            east.series(number, pair, table=table)
    return east


def before_round_1(east):
    return "round 1"


def half_of_round_2_with_a_suspended_game_of_round_1(east):
    Series.objects.filter(round=1).update(**COMPLETE)
    halted = Series.objects.filter(round=1, table=2)
    halted.update(**SUSPENDED)
    series = halted.get()
    GameFactory(series=series, number=2, home=series.home, away=series.away, status=Game.Status.SUSPENDED)
    Series.objects.filter(round=2, table=1).update(**COMPLETE)
    return "round 2"


def the_final_is_seeded_and_nothing_of_it_played(east):
    Series.objects.update(**COMPLETE)
    Tournament.objects.update(stage=Tournament.Stage.PLAYOFFS)
    finalists = [east.teams["A"], east.teams["B"]]
    for seed, team in enumerate(finalists, start=1):
        team.seed = seed
        team.save()
    facts = {"division": None, "tournament": east.tournament, "stage": Series.Stage.PLAYOFF, "is_best_of": True}
    SeriesFactory(round=1, home=finalists[0], away=finalists[1], bracket_place="1", **facts)
    return "final"


def all_is_over(east):
    the_final_is_seeded_and_nothing_of_it_played(east)
    Series.objects.update(**COMPLETE)
    Tournament.objects.update(stage=Tournament.Stage.FINISHED)
    return None


@pytest.mark.parametrize(
    "moment",
    [
        before_round_1,
        half_of_round_2_with_a_suspended_game_of_round_1,
        the_final_is_seeded_and_nothing_of_it_played,
        all_is_over,
    ],
)
def test_all_pages_and_the_api_show_the_same_round(weekend, director_of, manager_of, moment):
    expected = moment(weekend)
    director, mine = director_of(weekend.tournament), manager_of(weekend.teams["A"])
    pages = {
        "dashboard": director,
        "": Client(),
        "round": Client(),
        "me": mine,
    }
    slug = weekend.tournament.slug
    answers = {page: _titles(client.get(f"/t/{slug}/{page}/".replace("//", "/"))) for page, client in pages.items()}
    answers["schedule"] = _words(Client().get(f"/t/{slug}/schedule/"), r"(Round \d)[^R]{0,40} now")
    answers["timetable"] = _words(Client().get(f"/t/{slug}/timetable/"), r"(Round \d|Final) now")
    answers["print"] = _words(director.get(f"/t/{slug}/print/"), r"(Round \d|Final) \(in play\)")
    answers["suspended"] = _titles(Client().get(f"/t/{slug}/suspended/"))
    divisions = Client().get(reverse("api_schedule", args=[slug])).json()
    answers["API schedule"] = {
        f"round {round_row['round']}"
        for division_row in divisions
        for round_row in division_row["rounds"]
        if round_row["is_current"]
    }
    rows = Client().get(reverse("api_timetable", args=[slug])).json()
    answers["API timetable"] = {row["title"].lower() for row in rows if row["is_current"]}
    of_round_robin = {"schedule", "API schedule"}
    for page, named in answers.items():
        silent = expected is None or (expected == "final" and page in of_round_robin)
        silent = silent or (page == "suspended" and not Game.objects.exists())
        assert named == (set() if silent else {expected}), page
    if Game.objects.exists():
        assert "on bye: East D" in Client().get(f"/t/{slug}/suspended/").content.decode()
        assert "Bye: East D" in " ".join(director.get(f"/t/{slug}/dashboard/").content.decode().split())


def _words(answer, pattern):
    assert answer.status_code == 200
    text = " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())
    named = {match[match.lastindex].lower() for match in re.finditer(pattern, text)}
    return {"final" if round_name == "best-ofs, round 1" else round_name for round_name in named}


def _titles(answer):
    """Return East's titles: round 2 of 3, or the final with its progress, or the text before the team's record."""
    return _words(answer, r"East: (round \d) of|(Final),? (?:· |\d of 1)")
