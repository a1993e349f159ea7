"""Test outlooks while games remain: current meaning of the standings, and possible outcomes."""

from dataclasses import replace

import pytest
from django.test import Client

from rules_engine.competition.elimination import Fate, chance
from tests.edition_scenes.scene import words
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tournaments.models import Action, Division, Series, Team
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def play(home: Team, away: Team, outcomes: str, *, planned: int = 3, round_number: int = 1) -> Series:
    return SeriesFactory(
        division=home.division,
        home=home,
        away=away,
        round=round_number,
        games_planned=planned,
        status=Series.Status.COMPLETE if len(outcomes) == planned else Series.Status.PLAYING,
        outcomes=outcomes,
        home_wins=outcomes.count("H"),
        away_wins=outcomes.count("A"),
        ties=outcomes.count("T"),
    )


def four(advance: int = 1) -> tuple[Division, list[Team]]:
    division = DivisionFactory(tournament=TournamentFactory(advance_per_division=advance), name="East")
    return division, [TeamFactory(division=division, slot=n, name=f"Club {'ABCD'[n - 1]}") for n in range(1, 5)]


def test_shows_magic_numbers_and_teams_that_need_help(client: Client) -> None:
    division, (a, b, c, d) = four()
    play(a, c, "HHH")
    play(b, d, "HHA")
    last = play(a, b, "H", round_number=2)
    play(c, d, "HHH", round_number=2)
    lines = {line.team.name: line.magic for line in standings_of(division.tournament)[0].lines}
    assert lines == {"Club A": "1", "Club B": "2", "Club C": "out", "Club D": "out"}
    page = words(client.get(f"/t/{division.tournament.slug}/standings/"))
    assert "Club A advances if it wins 1 of the 2 remaining games, no matter what the others do." in page
    assert "Club B advances if it wins 2 of the 2 remaining games" in page, "it would win the tie head-to-head"
    assert "Club C is out: at most 0, and 1 other team will finish above that." in page
    Series.objects.filter(pk=last.pk).update(outcomes="HH", home_wins=2)
    lines = {line.team.name: line.magic for line in standings_of(division.tournament)[0].lines}
    assert (lines["Club A"], lines["Club B"]) == ("through", "out")


def test_head_to_head_elimination_is_shown_everywhere(client: Client) -> None:
    """Club B can only tie Club A, which won their series."""
    division, (a, b, c, d) = four()
    for home, away, outcomes in (
        (a, b, "HHA"),
        (b, c, "HHH"),
        (a, d, "HAA"),
        (c, d, "HHH"),
        (a, c, "HH"),
        (b, d, "AA"),
    ):
        play(home, away, outcomes)
    slug = division.tournament.slug
    page = words(client.get(f"/t/{slug}/standings/"))
    assert "Club B is out: at most +1, and it loses every head-to-head tie there." in page
    (table,) = client.get(f"/api/v1/tournaments/{slug}/standings/").json()
    assert {line["name"]: line["magic"] for line in table["lines"]}["Club B"] == "out"
    rows = client.get(f"/t/{slug}/export/standings.csv").content.decode("utf-8-sig").splitlines()
    assert [row for row in rows if "Club B" in row and ",out" in row]
    race = standings_of(division.tournament)[0].race
    assert chance(race, b.pk).fate is Fate.OUT
    assert chance(replace(race, meetings=()), b.pk).fate is Fate.OPEN, "by records alone it could still tie"


def test_no_prospects_before_half_the_games_are_played(client: Client) -> None:
    division, (a, b, c, d) = four()
    play(a, b, "HHH")
    play(c, d, "")
    play(a, c, "", round_number=2)
    assert standings_of(division.tournament)[0].prospect_sentences == []


def test_games_behind_include_half_games() -> None:
    division, (a, b, c, _) = four()
    play(a, b, "HHA")
    play(a, c, "HHT", round_number=2)
    assert [line.behind for line in standings_of(division.tournament)[0].lines] == ["", "1½", "2", "2½"]


def test_what_if_shows_hypothetical_standings(client: Client) -> None:
    division, (a, b, c, d) = four()
    play(a, c, "HHH")
    play(b, d, "HHH")
    open_series = play(a, b, "HA", round_number=2)
    before = Action.objects.count()
    address = f"/t/{division.tournament.slug}/standings/{division.pk}/what-if/"
    assert "Still open" in words(client.get(address))
    page = words(client.get(address, {f"g{open_series.pk}_3": b.pk}))
    assert "These are projected standings, not the real ones." in page
    assert "1 Club B 5-1 +4" in page
    corrected = words(client.get(address, {f"g{open_series.pk}_1": b.pk, f"g{open_series.pk}_3": "x"}))
    assert "1 Club B 5-0 +5" in corrected
    open_series.refresh_from_db()
    assert (open_series.outcomes, Action.objects.count()) == ("HA", before)


def test_what_if_resolves_ties(client: Client) -> None:
    division, (a, b, c, d) = four()
    for home, away in ((a, c), (b, d)):
        play(home, away, "HHH")
    last = play(a, b, "HA", round_number=2)
    play(c, d, "HHT", round_number=2)
    address = f"/t/{division.tournament.slug}/standings/{division.pk}/what-if/"
    level = {f"g{last.pk}_3": "tie"}
    field = f"game_{a.pk}_{b.pk}"
    assert f'name="{field}"' in client.get(address, level).content.decode()
    page = words(client.get(address, {**level, field: b.pk}))
    assert "1 Club B 4-1-1" in page
    assert "Still open" not in page
    assert "Still open" in words(client.get(address, {**level, field: c.pk})), "nobody else can win it"
    assert Series.objects.count() == 4


def test_what_if_simulates_a_dropout(client: Client) -> None:
    division, (a, b, c, d) = four()
    tournament = division.tournament
    tournament.stage = "round_robin"
    tournament.save()
    play(a, c, "HHH")
    play(b, d, "AAA")
    play(a, b, "", round_number=2)
    play(c, d, "", round_number=2)
    address = f"/t/{tournament.slug}/standings/{division.pk}/what-if/"
    page = words(client.get(address, {"drops_out": c.pk}))
    assert "Club C drops out: every game against it is thrown out, and its remaining series become byes. T0.08" in page
    assert "Club C dropped out after round 1; games thrown out (T0.08)" in page
    assert "1 Club D 3-0 +3" in page
    unknown_team = words(client.get(address, {"drops_out": "999999"}))
    assert "1 Club A 3-0 +3" in unknown_team
    assert "drops out:" not in unknown_team
    c.refresh_from_db()
    assert c.dropped_after_round is None
