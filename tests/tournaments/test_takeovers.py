"""Test who takes over a dropped team that would advance, and who advances if no one can (T0.08)."""

import pytest

from core.errors import Refused
from tests.factories import DivisionFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tests.refusing import refuses
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Tournament
from tournaments.queries.covers import pending_takeovers
from tournaments.queries.playoffs import open_seeding_points, qualifiers_of
from tournaments.queries.standings import standings_of
from tournaments.refusals import LogUndoRefusal
from tournaments.services.dropouts import drop_team
from tournaments.services.playoffs import start_playoffs
from tournaments.services.scheduling import publish_schedule
from tournaments.services.seeding_guard import SeedingWouldChange
from tournaments.services.takeovers import settle_takeover
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def division_of(tournament, name, size):
    division = DivisionFactory(tournament=tournament, name=name, first_table=1 if name == "East" else 11)
    for slot in range(1, size + 1):
        TeamFactory(division=division, slot=slot, name=f"{name} {slot}")
    publish_schedule(division=division, actor=PROGRAM)
    return division


def finish(tournament):
    """Play every series. The team with the lower draft position wins all three games."""
    for series in Series.objects.filter(tournament=tournament).select_related("home", "away"):
        home_wins = series.home.slot < series.away.slot
        series.outcomes, series.status = ("HHH" if home_wins else "AAA"), Series.Status.COMPLETE
        series.home_wins, series.away_wins = (3, 0) if home_wins else (0, 3)
        series.save()


class Weekend:
    """A weekend with two divisions. Two teams each advance. East 1, the best in the East, drops out after round 1."""

    def __init__(self, east=8, helpers=()):
        self.tournament = TournamentFactory(stage=Tournament.Stage.ROUND_ROBIN, advance_per_division=2)
        self.east, self.west = (
            division_of(self.tournament, name, size) for name, size in (("East", east), ("West", 8))
        )
        self.team = self.east.teams.get(slot=1)
        left = [
            series for series in self.east.series.order_by("round") if self.team.pk in (series.home_id, series.away_id)
        ]
        slots = [helpers[place % len(helpers)] for place in range(len(left))] if helpers else []
        covers = {series.pk: self.west.teams.get(slot=slot).pk for series, slot in zip(left, slots, strict=bool(slots))}
        drop_team(team=self.team, actor=PROGRAM, after_round=0, cover="outside", covers=covers)
        finish(self.tournament)

    def settle(self, **more):
        return settle_takeover(team=self.team, actor=PROGRAM, **more)

    @property
    def tables(self):
        return standings_of(self.tournament)

    @property
    def qualified(self):
        return [qualifier.team.name for qualifier in qualifiers_of(self.tables) if qualifier.division == "East"]


def test_t0_08_seeding_waits_until_the_takeover_is_settled():
    weekend = Weekend(helpers=[5])
    assert [*map(str, open_seeding_points(weekend.tables))] == [
        "East: East 1 dropped out. Settle the takeover (T0.08)."
    ]
    with pytest.raises(Refused, match="Settle the takeover"):
        start_playoffs(tournament=weekend.tournament, actor=PROGRAM)
    (due,) = pending_takeovers(weekend.tables)
    assert [(player.name, bool(ruling)) for player, ruling in due.players] == [("West 5", True)]


def test_t0_08_only_candidate_takes_over_without_a_roll(director_of, manager_of, client):
    weekend = Weekend(helpers=[5])
    assert weekend.settle().name == "West 5"
    weekend.team.refresh_from_db()
    assert weekend.team.taken_over_by == "West 5"
    assert weekend.qualified == ["East 1", "East 2"]
    assert start_playoffs(tournament=weekend.tournament, actor=PROGRAM)
    assert "only West 5 may take it over" in weekend.tournament.actions.get(verb="settle_takeover").sentence
    slug, series = weekend.tournament.slug, weekend.tournament.series.filter(stage=Series.Stage.PLAYOFF)
    best_of = next(series for series in series if weekend.team in series.teams())
    page = " ".join(client.get(f"/t/{slug}/series/{best_of.pk}/").text.split())
    assert "To be played for East 1 by West 5. It doesn't affect West 5's own record or sheet" in as_single_line(page)
    player = manager_of(best_of.covered_by)
    assert player.get(f"/t/{slug}/series/{best_of.pk}/enter/").status_code == 200, "on his own device"
    assert best_of.round_title in player.get(f"/t/{slug}/me/").text
    action = weekend.tournament.actions.get(verb="settle_takeover")
    undo_action(action=action, actor=PROGRAM, confirm_seeding=True, reason="The wrong man")
    best_of.refresh_from_db()
    assert best_of.covered_by is None
    weekend.settle()
    assert "no manager is covering for East 1" not in director_of(weekend.tournament).get(f"/t/{slug}/dashboard/").text


def test_t0_08_manager_of_an_advancing_team_cannot_take_over():
    weekend = Weekend(helpers=[1, 5])
    (due,) = pending_takeovers(weekend.tables)
    assert [(player.name, bool(ruling)) for player, ruling in due.players] == [("West 1", False), ("West 5", True)]
    assert weekend.settle().name == "West 5"


def test_t0_08_high_d20_decides_between_candidates():
    weekend = Weekend(helpers=[5, 6])
    assert weekend.settle(rolls={"West 5": [7], "West 6": [12]}).name == "West 6"
    assert "West 6 has the high roll, 12" in weekend.tournament.actions.get(verb="settle_takeover").sentence


def test_t0_08_tied_rolls_are_rolled_again():
    weekend = Weekend(helpers=[5, 6, 7])
    level = {"West 5": [12], "West 6": [12], "West 7": [3]}
    with pytest.raises(
        Refused, match="West 5 and West 6 are tied and roll again. Enter a d20 roll for West 5 and West 6"
    ):
        weekend.settle(rolls=level)
    with pytest.raises(Refused, match="West 7 has one roll too many"):
        weekend.settle(rolls={"West 5": [12, 2], "West 6": [12, 17], "West 7": [3, 20]})
    assert weekend.settle(rolls={**level, "West 5": [12, 2], "West 6": [12, 17]}).name == "West 6"
    entry = weekend.tournament.actions.get(verb="settle_takeover").sentence
    assert " d20: West 5 12, West 6 12, West 7 3. d20: West 5 2, West 6 17." in entry


def test_t0_08_program_rolls_only_if_no_roll_is_entered():
    weekend = Weekend(helpers=[5, 6])
    with pytest.raises(Refused, match="Enter a d20 roll for West 6. To have Pennant roll, leave all rolls empty"):
        weekend.settle(rolls={"West 5": [20]})
    with pytest.raises(Refused, match="West 8 did not cover for this team"):
        weekend.settle(rolls={"West 5": [20], "West 6": [1], "West 8": [2]})
    assert weekend.settle().name in ("West 5", "West 6")


def test_t0_08_director_can_choose_a_person_without_a_team():
    weekend = Weekend()
    assert weekend.settle(further_players=["Ann", " "]).name == "Ann"


def test_t0_08_branch_1_next_team_advances_when_all_covers_are_from_the_division():
    weekend = Weekend(east=9)
    before = next(table for table in weekend.tables if table.division.name == "East")
    assert [line.team.name for line in before.lines if line.advances] == ["East 1", "East 2"]
    assert weekend.settle().name is None
    assert weekend.qualified == ["East 2", "East 3"]
    table = next(table for table in weekend.tables if table.division.name == "East")
    assert [line.team.name for line in table.lines][:4] == ["East 1", "East 2", "East 3", "East 4"]
    assert [line.team.name for line in table.lines if line.is_cut] == ["East 3"]
    seeds = start_playoffs(tournament=weekend.tournament, actor=PROGRAM)
    assert weekend.team not in seeds
    assert len(seeds) == 4


def settled_then_seeded(**more):
    weekend = Weekend(**more)
    weekend.settle()
    return weekend, weekend.tournament.actions.get(verb="settle_takeover")


def seed(weekend):
    Tournament.objects.filter(pk=weekend.tournament.pk).update(stage=Tournament.Stage.PLAYOFFS)
    weekend.tournament.refresh_from_db()
    return [team.name for team in start_playoffs(tournament=weekend.tournament, actor=PROGRAM)]


def test_t0_08_takeover_can_be_undone_before_seeding_without_confirmation():
    weekend, settled = settled_then_seeded(east=9)
    undo_action(action=settled, actor=PROGRAM)
    assert weekend.qualified == ["East 1", "East 2"]


def test_t0_08_undoing_a_takeover_after_seeding_needs_confirmation():
    weekend, settled = settled_then_seeded(east=9)
    assert "East 1" not in seed(weekend)
    preview = preview_undo(action=settled)
    assert not preview.refusal
    assert preview.seeding[0] == "East 1 would qualify, East 3 would not."
    with pytest.raises(SeedingWouldChange, match="East 1 would qualify, East 3 would not"):
        undo_action(action=settled, actor=PROGRAM)
    undone = undo_action(action=settled, actor=PROGRAM, confirm_seeding=True, reason="Ann played for it in round 5")
    assert "After seeding: East 1 would qualify" in undone.sentence
    with pytest.raises(Refused, match="would change the seeding: East 3 would qualify"):
        weekend.settle()


def test_t0_08_another_manager_can_take_over_before_the_first_game(director_of):
    weekend, settled = settled_then_seeded(helpers=[5, 6])
    assert "East 1" in seed(weekend)
    undone = undo_action(action=settled, actor=PROGRAM, confirm_seeding=True, reason="the rolls were turned round")
    page = director_of(weekend.tournament).get(f"/t/{weekend.tournament.slug}/playoffs/").content.decode()
    assert "Takeover of East 1" in page
    assert weekend.settle(rolls={"West 5": [3], "West 6": [14]}).name == "West 6"
    with refuses(LogUndoRefusal.CHANGED_LATER):
        undo_action(action=undone, actor=PROGRAM)


def test_t0_08_takeover_cannot_be_undone_once_a_series_begins():
    weekend, settled = settled_then_seeded(helpers=[5])
    seed(weekend)
    played = Series.objects.get(stage=Series.Stage.PLAYOFF, home=weekend.team)
    Series.objects.filter(pk=played.pk).update(status=Series.Status.PLAYING)
    sentence = (
        f"West 5 has already played for East 1: {played.away} at East 1, best of {played.games_planned}. Undo those"
    )
    assert sentence in preview_undo(action=settled).refusal
    with pytest.raises(Refused, match=sentence) as refused:
        undo_action(action=settled, actor=PROGRAM, confirm_seeding=True, reason="wrong name")
    assert refused.value.ruling.rule == "T0.08"
    Series.objects.filter(pk=played.pk).update(status=Series.Status.SCHEDULED)
    undo_action(action=settled, actor=PROGRAM, confirm_seeding=True, reason="wrong name")


def test_t0_08_takeover_without_effect_on_seeding_can_be_undone():
    """A later correction put East 1 below the cut, so the takeover decision no longer matters."""
    weekend, settled = settled_then_seeded(helpers=[5])
    lost = {"home_wins": 0, "away_wins": 3, "outcomes": "AAA"}, {"home_wins": 3, "away_wins": 0, "outcomes": "HHH"}
    Series.objects.filter(home=weekend.team).update(**lost[0])
    Series.objects.filter(away=weekend.team).update(**lost[1])
    assert "East 1" not in seed(weekend)
    assert preview_undo(action=settled).seeding == []
    undone = undo_action(action=settled, actor=PROGRAM)
    undo_action(action=undone, actor=PROGRAM)
    weekend.team.refresh_from_db()
    assert weekend.team.taken_over_by == "West 5"


def test_t0_08_takeover_waits_until_division_play_is_over():
    weekend = Weekend(helpers=[5, 6])
    Series.objects.filter(pk=weekend.west.series.first().pk).update(
        status="scheduled", outcomes="", home_wins=0, away_wins=0
    )
    with pytest.raises(Refused, match="after division play"):
        weekend.settle()
    finish(weekend.tournament)
    weekend.settle()
    with pytest.raises(Refused, match="takeover has already been settled"):
        weekend.settle()


def test_t0_08_eliminated_team_is_not_taken_over():
    weekend = Weekend(helpers=[5])
    rival = weekend.east.teams.get(slot=8)
    with pytest.raises(Refused, match="not a dropped team that could advance"):
        settle_takeover(team=rival, actor=PROGRAM)


def test_t0_08_playoff_page_lists_candidates(director_of):
    weekend = Weekend(helpers=[1, 5])
    browser, address = director_of(weekend.tournament), f"/t/{weekend.tournament.slug}/playoffs/"
    page = browser.get(address).content.decode()
    assert "Takeover of East 1" in page
    assert "West 1 is advancing or in the shootout with his own team" in page
    answer = browser.post(f"{address}take-over/{weekend.team.pk}/", {"others": ""}, follow=True)
    assert "Only West 5 may take it over (T0.08)" in answer.content.decode()
    weekend.team.refresh_from_db()
    assert weekend.team.taken_over_by == "West 5"


def test_t0_08_rolls_at_the_table_are_entered(director_of):
    weekend = Weekend(helpers=[5, 6])
    browser, address = director_of(weekend.tournament), f"/t/{weekend.tournament.slug}/playoffs/"
    page = as_single_line(browser.get(address).content.decode())
    assert '<input type="hidden" name="player_1" value="West 5">' in page
    typed = {"player_1": "West 5", "roll_1": "9", "player_2": "West 6", "roll_2": "9", "others": "Ann = 4\n"}
    answer = browser.post(f"{address}take-over/{weekend.team.pk}/", typed, follow=True)
    assert "West 5 and West 6 are tied and roll again" in answer.content.decode()
    wrong = browser.post(f"{address}take-over/{weekend.team.pk}/", typed | {"roll_1": "nine"}, follow=True)
    assert "“nine” is not a d20 roll for West 5" in wrong.content.decode()
    second_rolls = typed | {"roll_1": "9, 3", "roll_2": "9, 18"}
    answer = browser.post(f"{address}take-over/{weekend.team.pk}/", second_rolls, follow=True)
    assert "West 6 has the high roll, 18 (T0.08)" in answer.content.decode()


def test_t0_08_api_settles_a_takeover(director_of):
    weekend = Weekend(helpers=[5, 6])
    address = f"/api/v1/tournaments/{weekend.tournament.slug}/teams/{weekend.team.pk}/take-over/"
    rolls = {"rolls": {"West 5": 3, "West 6": 12}}
    answer = director_of(weekend.tournament).post(address, rolls, content_type="application/json")
    assert (answer.status_code, answer.json()["taken_over_by"]) == (200, "West 6")
