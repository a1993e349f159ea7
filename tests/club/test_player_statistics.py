"""Test player statistics from finished tournaments' box scores and pitching lines, by player, season and year."""

from datetime import date

import pytest
from django.test import Client

from club.models import Ballplayer, Person, PlayerTotals, TournamentLine
from club.queries.player_statistics import LEAST_AT_BATS, STATISTICS, PlayerFilters, player_totals
from club.services.finishes import follow_tournaments
from club.services.player_statistics import renew_stale_totals
from tests.club.building import follow_finished, make_final, make_team
from tests.factories import (
    CardSetFactory,
    DraftFactory,
    GameFactory,
    HitterFactory,
    OutingFactory,
    PickFactory,
    PitcherFactory,
    TournamentFactory,
)

pytestmark = pytest.mark.django_db
BATTING, PITCHING = STATISTICS["batting"], STATISTICS["pitching"]


class Weekend:
    """A weekend in which Ann's team beats Bob's in the final. Ann drafted a hitter and a pitcher from 1998."""

    def __init__(self, *, cards=None, **facts):
        self.tournament = TournamentFactory(**facts)
        self.ann, self.bob = (make_team(self.tournament, name) for name in ("Ann Poe", "Bob Ray"))
        self.series = make_final(self.ann, self.bob)
        self.cards = cards or CardSetFactory(season=1998)
        self.draft = DraftFactory(division=self.ann.division, card_set=self.cards)

    def pick(self, card, team=None, overall=1):
        PickFactory(
            draft=self.draft, team=team or self.ann, card=card, overall=overall, made_by="manager",
            made_at="2026-01-01T12:00Z",
        )  # fmt: skip
        return card

    def game(self, number, *, batting=(), pitching=(), **facts):
        box = {"home": {"batting": list(batting), "pitching": list(pitching)}} if batting or pitching else {}
        return GameFactory(series=self.series, number=number, box=box, **{"status": "final", **facts})

    def outing(self, game, card, outs, **facts):
        return OutingFactory(game=game, team=self.ann, card=card, order=1, part="S", outs=outs, **facts)

    def finish(self, day=date(2026, 3, 7)):
        follow_finished(self.tournament, day)


def row_of(kind, **filters):
    (row,) = player_totals(kind, PlayerFilters(**filters))
    return row


def test_entered_pitching_lines_and_box_scores_add_up() -> None:
    weekend = Weekend()
    pedro = weekend.pick(PitcherFactory(card_set=weekend.cards, name="Pedro Martinez", code="martipe02"))
    played = weekend.game(1, pitching=[{"name": "Pedro Martinez", "outs": 20, "hits": 4, "runs": 3, "earned_runs": 2,
                                        "walks": 1, "strikeouts": 9, "homeruns": 1, "decision": "W"}])  # fmt: skip
    weekend.outing(played, pedro, 20, runs=3)
    weekend.outing(weekend.game(2), pedro, 14, runs=2)
    weekend.outing(weekend.game(3), pedro, 3)
    # neither one counts
    weekend.outing(weekend.game(4, status="suspended"), pedro, 9, runs=1)
    weekend.finish()
    row = row_of(PITCHING)
    assert (row.pitching_games, row.games_started, row.outs, row.runs_allowed) == (3, 3, 37, 5)
    assert (row.wins, row.losses, row.saves, row.hits_allowed, row.strikeouts_made) == (1, 0, 0, 4, 9)
    assert row.earned_run_average == pytest.approx(27 * 2 / 20), "only innings with a box score have earned runs"
    assert str(row.player) == "Pedro Martinez (1998)"
    (sent,) = Client().get("/api/v1/players/pitching/").json()["results"]
    assert (sent["innings"], sent["earned_run_average"], sent["season"]) == ("12.1", 2.7, 1998)
    assert (
        "Pedro Martinez,1998,1,3,3,1,0,0,12.1,4,5,2,1,9,1,2.7" in Client().get("/players/pitching.csv").content.decode()
    )


def test_unrecorded_pitching_statistics_are_empty() -> None:
    weekend = Weekend()
    pedro = weekend.pick(PitcherFactory(card_set=weekend.cards, name="Pedro Martinez"))
    brown = weekend.pick(PitcherFactory(card_set=weekend.cards, name="Kevin Brown"), overall=2)
    weekend.outing(weekend.game(1), pedro, 14, runs=0)
    weekend.outing(weekend.game(2), brown, 3)
    weekend.finish()
    first, second = Client().get("/api/v1/players/pitching/").json()["results"]
    unknown = ("wins", "losses", "saves", "hits_allowed", "earned_runs", "walks_allowed", "strikeouts_made")
    assert {first[name] for name in unknown} == {None}
    assert (first["runs_allowed"], second["runs_allowed"]) == (0, None)
    assert "Kevin Brown,1998,1,1,1,,,,1.0,,,,,,,\r\n" in Client().get("/players/pitching.csv").content.decode()
    by_hits = Client().get("/api/v1/players/pitching/?sort=hits_allowed").json()["results"]
    assert {row["hits_allowed"] for row in by_hits} == {None}
    assert Client().get(Ballplayer.objects.get(name="Kevin Brown").get_absolute_url()).status_code == 200


def test_player_totals_cover_tournaments_and_years() -> None:
    cards = CardSetFactory(season=1998)
    griffey = HitterFactory(card_set=cards, name="Ken Griffey", code="griffke02")
    for day in (date(2025, 5, 1), date(2026, 3, 7)):
        weekend = Weekend(cards=cards)
        weekend.pick(griffey)
        line = {"name": "Ken Griffey", "code": "griffke02", "plate_appearances": 5, "at_bats": 4, "hits": 2}
        weekend.game(1, batting=[{**line, "homeruns": 1, "walks": 1, "sacrifice_flies": 0}])
        weekend.finish(day)
    row = row_of(BATTING)
    assert (row.games, row.at_bats, row.hits, row.homeruns, row.teams) == (2, 8, 4, 2, 2)
    assert (row.average, row.on_base, row.slugging) == (0.5, 0.6, 1.25)
    assert row_of(BATTING, year=2025).at_bats == 4
    assert not player_totals(BATTING, PlayerFilters(season=1971))
    page = Client().get("/players/?year=2025&q=griff").content.decode()
    assert "Ken Griffey" in page
    assert '<option value="2025" selected>' in page


def test_names_in_old_box_scores_match_cards_after_a_trade() -> None:
    weekend = Weekend()
    for overall, code in enumerate(("jonesbo03", "jonesbo04"), start=1):
        weekend.pick(PitcherFactory(card_set=weekend.cards, name="Bobby Jones", code=code), overall=overall)
    weekend.pick(HitterFactory(card_set=weekend.cards, name="Al Traded", code="tradeal01"), weekend.bob, 3)
    lines = [{"name": name, "at_bats": 1} for name in ("Bobby Jones (jonesbo04)", "Al Traded", "Nobody Known")]
    weekend.game(1, batting=[*lines, {"name": "stand-in for LAD", "at_bats": 3}])
    weekend.finish()
    stored = TournamentLine.objects.order_by("player__name").values_list("player__name", "player__code", "team")
    ann = weekend.ann.pk
    assert list(stored) == [
        ("Al Traded", "tradeal01", ann), ("Bobby Jones", "jonesbo04", ann), ("Nobody Known", "", ann)
    ]  # fmt: skip


def test_practice_and_unfinished_tournaments_do_not_count() -> None:
    practice, running = Weekend(is_practice=True), Weekend()
    for weekend in (practice, running):
        weekend.pick(HitterFactory(card_set=weekend.cards, name="Ken Griffey"))
        weekend.game(1, batting=[{"name": "Ken Griffey", "at_bats": 4}])
    practice.finish()
    follow_tournaments()
    assert not TournamentLine.objects.exists()


def test_totals_follow_corrections_and_deletions() -> None:
    weekend = Weekend()
    weekend.pick(HitterFactory(card_set=weekend.cards, name="Ken Griffey"))
    game = weekend.game(1, batting=[{"name": "Ken Griffey", "at_bats": 4}])
    weekend.finish()
    game.box["home"]["batting"][0]["at_bats"] = 5
    game.save()
    weekend.finish(date(2025, 12, 31))
    assert list(PlayerTotals.objects.order_by("year").values_list("year", "at_bats")) == [(0, 5), (2025, 5)]
    assert not renew_stale_totals()
    weekend.tournament.player_lines.all().delete()
    assert renew_stale_totals()
    assert not Ballplayer.objects.exists()
    assert not PlayerTotals.objects.exists()


def test_only_changed_lines_and_totals_are_written_again() -> None:
    cards = CardSetFactory(season=1998)
    griffey = HitterFactory(card_set=cards, name="Ken Griffey")
    for day in (date(2025, 5, 1), date(2026, 3, 7)):
        weekend = Weekend(cards=cards)
        weekend.pick(griffey)
        game = weekend.game(1, batting=[{"name": "Ken Griffey", "at_bats": 4}])
        weekend.finish(day)
    lines, totals = set(TournamentLine.objects.values_list("pk", flat=True)), _totals_by_year()
    weekend.finish()
    assert set(TournamentLine.objects.values_list("pk", flat=True)) == lines
    assert _totals_by_year() == totals
    game.box["home"]["batting"][0]["at_bats"] = 5
    game.save()
    weekend.finish()
    at_bats = dict(PlayerTotals.objects.values_list("year", "at_bats"))
    assert at_bats == {0: 9, 2025: 4, 2026: 5}
    assert _totals_by_year()[2025] == totals[2025]


def _totals_by_year() -> dict[int, int]:
    return dict(PlayerTotals.objects.values_list("year", "pk"))


def test_percentage_leaders_need_enough_at_bats() -> None:
    weekend = Weekend()
    lines = []
    for overall, (name, at_bats, hits) in enumerate(
        [("Abe Regular", LEAST_AT_BATS, 30), ("Bo Bench", LEAST_AT_BATS - 1, 60)], start=1
    ):
        weekend.pick(HitterFactory(card_set=weekend.cards, name=name), overall=overall)
        lines.append({"name": name, "at_bats": at_bats, "hits": hits})
    weekend.game(1, batting=lines)
    weekend.finish()

    def names(address):
        return [row["name"] for row in Client().get(f"/api/v1/players/batting/{address}").json()["results"]]

    assert names("") == ["Bo Bench", "Abe Regular"]
    assert names("?sort=average") == ["Abe Regular"]
    assert names("?sort=-hits") == ["Abe Regular", "Bo Bench"]
    assert names("?sort=average&name=b") == ["Bo Bench", "Abe Regular"]
    assert Client().get("/api/v1/players/batting/?sort=shoe").status_code == 400
    page = Client().get("/players/").content.decode()
    assert "Batting average" in page
    assert 'href="?sort=-hits"' in page


def test_player_page_shows_only_listed_managers() -> None:
    weekend = Weekend()
    weekend.pick(HitterFactory(card_set=weekend.cards, name="Ken Griffey"))
    weekend.game(1, batting=[{"name": "Ken Griffey", "at_bats": 4}])
    weekend.finish()
    address = Ballplayer.objects.get().get_absolute_url()
    Person.objects.filter(name="Ann Poe").update(is_listed=False)
    page = Client().get(address).content.decode()
    assert "Unlisted manager" in page
    assert "Poe" not in page
    Person.objects.filter(name="Ann Poe").update(is_listed=True)
    sent = Client().get(f"/api/v1{address}").json()
    assert (sent["name"], sent["batting"]["lines"][0]["managers"]) == ("Ken Griffey", "Ann Poe")
    assert [row["year"] for row in sent["batting"]["years"]] == [2026, None]
    assert sent["pitching"] == {"years": [], "lines": []}
