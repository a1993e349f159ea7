"""Test the consolation bracket for teams that didn't advance: seeded, played, shown, counted and undone."""

import html
from datetime import datetime

import pytest
from django.utils import timezone
from icalendar import Calendar

from core.errors import Refused
from games.queries.of_series import playoff_runs
from pitching.sheet.draw import sheet_pdf
from pitching.sheet.printed import read_printed_sheet
from tests.conftest import signed_in
from tests.factories import AccessFactory, DivisionFactory, TeamFactory, TournamentFactory
from tests.markup import as_single_line
from tests.pdf_reading import pages_of
from tests.refusing import refuses
from tests.tournaments.test_standings import play
from tournaments.action_log.writing import PROGRAM
from tournaments.documents import standings_pdf, team_schedule_pdf
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.closing import final_results
from tournaments.queries.playoffs import load_bracket
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.refusals import ConsolationRefusal
from tournaments.services.consolation import start_consolation
from tournaments.services.playoffs import remove_playoffs, start_playoffs, update_bracket
from tournaments.services.stages import consolation_decided
from tournaments.services.undo import undo_action
from weekend.queries.next_step import next_step
from weekend.queries.printing import print_page
from weekend.queries.rounds import hall_pace

pytestmark = [pytest.mark.django_db, pytest.mark.database]
STAGE = Series.Stage.CONSOLATION


@pytest.fixture
def tournament() -> Tournament:
    """Create five teams, A to E in the order of the standings. A and B play the playoff series."""
    made = TournamentFactory(stage="playoffs", best_of="3", consolation_best_of="1,3", consolation_counts=True)
    division = DivisionFactory(tournament=made, name="East")
    teams = [TeamFactory(division=division, slot=slot, name=f"Club {letter}") for slot, letter in enumerate("ABCDE", 1)]
    for number, team in enumerate(teams[:-1]):
        play(team, teams[-1], "H" * (9 - 2 * number) + "A" * number, round_number=number + 1)
    start_playoffs(tournament=made, actor=PROGRAM)
    return Tournament.objects.get(pk=made.pk)


def team(name: str) -> Team:
    return Team.objects.get(name=f"Club {name}")


def series_of(first: str, second: str) -> Series:
    return Series.objects.get(stage=STAGE, home=team(first), away=team(second))


def win(series: Series, home_wins: int, away_wins: int) -> None:
    Series.objects.filter(pk=series.pk).update(home_wins=home_wins, away_wins=away_wins, status="complete")
    update_bracket(Tournament.objects.get(pk=series.tournament_id), STAGE)


def seeded(tournament: Tournament, *names: str) -> None:
    start_consolation(tournament=tournament, teams={team(name).pk for name in names}, actor=PROGRAM)


def test_director_seeds_the_consolation_bracket(tournament) -> None:
    director = signed_in(AccessFactory(tournament=tournament))
    address = f"/t/{tournament.slug}/playoffs/"
    assert "Club C, East 3" in " ".join(html.unescape(director.get(address).content.decode()).split())
    assert "Undo seeding" in as_single_line(director.get(address).content.decode())
    director.post(f"{address}consolation/", {"team": [team(name).pk for name in "CDE"]})
    assert "Undo seeding" not in as_single_line(director.get(address).content.decode()), "it would be refused"
    board = load_bracket(tournament, STAGE)
    assert [str(seed) for seed in board.seeds] == ["Club C", "Club D", "Club E"]
    assert [str(bye) for bye in board.byes] == ["Club C"]
    opening = series_of("D", "E")
    assert (opening.games_planned, opening.is_best_of, opening.table) == (1, True, 2)
    assert opening.round_title == "Consolation, semifinals"
    win(opening, 1, 0)
    final = series_of("C", "D")
    assert (final.games_planned, final.round) == (3, 2)
    for shown in (address, f"{address}big-screen/"):
        assert "Consolation bracket" in director.get(shown).content.decode()
    assert "waiting for teams" not in director.get(address).content.decode().split("Consolation bracket")[1]
    data = director.get(f"/api/v1/tournaments/{tournament.slug}/consolation/").json()
    assert data["seeds"] == [team(name).pk for name in "CDE"]
    paper = " ".join(pages_of(standings_pdf(tournament, None, playoff_runs(tournament))))
    assert "Consolation bracket" in paper
    now = Tournament.objects.get(pk=tournament.pk)
    assert {round_shown.title for round_shown in hall_pace(TournamentSnapshot(now), now.created_at).rounds} == {
        "Final",
        "Consolation, final",
    }
    assert consolation_decided(now)[0].can_be_waived
    assert next_step(TournamentSnapshot(now)).sentence == "1 playoff series is open; 1 consolation series is open."
    win(final, 0, 2)
    assert "Club D won" in " ".join(director.get(address).content.decode().split())
    assert not consolation_decided(now)


def test_consolation_rounds_share_the_playoff_times(tournament) -> None:
    director, slug = signed_in(AccessFactory(tournament=tournament)), tournament.slug
    plan = {"begins": "2026-11-21T09:00", "minutes_per_game": 60, "between": 0, "closes": "23:00"}
    director.put(f"/api/v1/tournaments/{slug}/timetable/", plan, content_type="application/json")
    before = director.get(f"/api/v1/tournaments/{slug}/timetable/").json()
    brackets = ("Final", "Consolation, semifinals", "Consolation, final")
    assert [row["title"] for row in before if row["stage"] != "round_robin"] == list(brackets)
    seeded(tournament, "C", "D", "E")
    begins = {row["title"]: row["begins"] for row in director.get(f"/api/v1/tournaments/{slug}/timetable/").json()}
    assert begins["Final"] == begins["Consolation, semifinals"] < begins["Consolation, final"]
    event = Calendar.from_ical(director.get(f"/t/{slug}/schedule.ics").content).walk("VEVENT")
    (opening,) = [
        summary_of_semifinals
        for summary_of_semifinals in event
        if "consolation, semifinals" in summary_of_semifinals["summary"]
    ]
    assert opening.decoded("dtstart") == datetime.fromisoformat(begins["Final"])
    Series.objects.filter(stage=STAGE).update(status="playing", started_at=timezone.now())
    for shown in (f"/t/{slug}/dashboard/", f"/t/{slug}/round/", f"/t/{slug}/hall/"):
        assert "The consolation final starts about" in " ".join(director.get(shown).content.decode().split())


def test_pdfs_include_the_consolation_rounds(tournament) -> None:
    """E has a blank column for the final that it reaches with a win. A has no column after its only playoff series."""
    seeded(tournament, "C", "D", "E")
    (ahead,) = pages_of(sheet_pdf(tournament, team("E").pk, "current"))
    assert "C1" in ahead
    assert "Best of 3" in ahead
    win(series_of("D", "E"), 1, 0)
    assert [block.heading for block in read_printed_sheet(tournament, team("A").pk, "current").blocks][-1] == "Final"
    after = {letter: read_printed_sheet(tournament, team(letter).pk, "current").blocks for letter in "CDE"}
    assert [after[letter][-1].heading for letter in "CD"] == ["Consolation, final", "Consolation, final"]
    assert not after["E"], "it is out, so nothing is left to write on"
    way = " ".join(pages_of(team_schedule_pdf(tournament, team("D"))))
    assert "Consolation, semifinals" in way
    assert "Consolation, final" in way
    page = print_page(Tournament.objects.get(pk=tournament.pk))
    assert page.selected_round is not None
    assert page.selected_round.label == "Final"
    assert [round_row.label for round_row in page.current_rounds] == ["Final", "Consolation, final"]


def test_consolation_wins_count_if_the_format_says_so(tournament) -> None:
    seeded(tournament, "C", "D")
    win(series_of("C", "D"), 1, 2)
    counted = {line.team.name: line.finish.playoff_wins for line in final_results(tournament).lines}
    assert (counted["Club C"], counted["Club D"]) == (1, 2)
    tournament.consolation_counts = False
    assert {line.finish.playoff_wins for line in final_results(tournament).lines} == {0}


def test_only_eligible_teams_play_the_consolation(tournament) -> None:
    with refuses(ConsolationRefusal.NOT_CANDIDATES):
        seeded(tournament, "A", "C")
    Team.objects.filter(name="Club E").update(dropped_after_round=3)
    with refuses(ConsolationRefusal.NOT_CANDIDATES):
        seeded(tournament, "C", "E")
    remove_playoffs(tournament=tournament, actor=PROGRAM)
    with refuses(ConsolationRefusal.PLAYOFFS_FIRST):
        seeded(tournament, "C", "D")
    assert not Series.objects.filter(stage=STAGE).exists()


def test_seeding_can_be_undone_and_redone_until_a_series_starts(tournament) -> None:
    seeded(tournament, "C", "D", "E")
    with pytest.raises(Refused, match="Remove it first"):
        remove_playoffs(tournament=tournament, actor=PROGRAM)
    action = Action.objects.get(verb="start_consolation")
    undone = undo_action(action=action, actor=PROGRAM)
    assert not Series.objects.filter(stage=STAGE).exists()
    undo_action(action=undone, actor=PROGRAM)
    assert [str(seed) for seed in load_bracket(tournament, STAGE).seeds] == ["Club C", "Club D", "Club E"]
    Series.objects.filter(stage=STAGE).update(status="playing")
    with refuses(ConsolationRefusal.SERIES_STARTED):
        undo_action(action=action, actor=PROGRAM)


def test_rejects_consolation_seeding_without_series_lengths(tournament) -> None:
    Tournament.objects.update(consolation_best_of="")
    with pytest.raises(Refused, match="Set its series lengths in the settings"):
        seeded(tournament, "C", "D")
