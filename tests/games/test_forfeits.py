"""Test forfeits by the director, which count in the standings without innings, columns or starts."""

import pytest
from django.urls import reverse

from games.models import Game
from games.queries.usage import usage_of_teams
from games.scoresheet.entries import GameEntry
from games.scoresheet.faults import Violations
from tests.games.building import DESK, League, complete_games
from tests.pdf_reading import pages_of
from tournaments.documents import standings_pdf
from tournaments.models import Action, Series
from tournaments.queries.standings import standings_of
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league() -> League:
    return League(stage="round_robin")


def forfeit(league: League, number: int, **more) -> GameEntry:
    by = league.bears.team.pk
    return GameEntry(number, **{"ending": "forfeited", "conceded_by": by, "footnote": "two hours late", **more})


def tally(series: Series) -> tuple[str, str, int, int, int, int]:
    now = Series.objects.get(pk=series.pk)
    return now.status, now.outcomes, now.home_wins, now.away_wins, now.home_runs, now.away_runs


def columns(league: League) -> int:
    return len(usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk].columns)


def test_forfeited_game_counts_as_a_win_without_runs_or_a_column(league):
    games = [forfeit(league, 1), *complete_games(league, league.series[0])[1:]]
    league.save(games)
    assert tally(league.series[0]) == ("complete", "HAH", 2, 1, 5, 5)
    assert columns(league) == 2
    rows = standings_of(league.tournament)[0].rows
    assert [(row.wins, row.losses, row.runs_for) for row in rows] == [(2, 1, 5), (1, 2, 5)]


def test_game_after_a_forfeit_is_the_second_and_starters_are_rested(league):
    league.save([forfeit(league, 1)])
    usage = usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk]
    assert usage.ahead.started == 1
    assert usage.columns == []
    repeated = complete_games(league, league.series[0])
    league.save([forfeit(league, 1), *repeated[1:]])
    assert tally(league.series[0])[0] == "complete"


def test_whole_series_and_best_of_can_be_forfeited(league):
    league.save([forfeit(league, number) for number in (1, 2, 3)])
    assert tally(league.series[0]) == ("complete", "HHH", 3, 0, 0, 0)
    Series.objects.filter(pk=league.series[1].pk).update(is_best_of=True, games_planned=5)
    league.save([forfeit(league, number) for number in (1, 2, 3)], league.series[1])
    assert tally(league.series[1])[:4] == ("complete", "HHH", 3, 0)
    with pytest.raises(Violations, match=r"decided 3-0 \(best of [0-9]\), so there is no game 4"):
        league.save([forfeit(league, number) for number in (1, 2, 3, 4)], league.series[1])


def test_page_shows_the_reason_for_a_forfeited_series_once(league, client):
    league.save([forfeit(league, number) for number in (1, 2, 3)])
    page = client.get(league.series[0].get_absolute_url()).content.decode()
    assert page.count("two hours late") == 1
    assert "Every game: forfeited by Bears" in page


def test_only_the_director_records_a_forfeit_with_a_reason_and_no_score(league):
    with pytest.raises(Violations, match="only the director can record a forfeit"):
        league.save([forfeit(league, 1)], acting_team=league.sharks.team.pk)
    with pytest.raises(Violations, match="enter it as the footnote"):
        league.save([forfeit(league, 1, footnote="")])
    with pytest.raises(Violations, match="choose the team that forfeits"):
        league.save([forfeit(league, 1, conceded_by=None)])
    with pytest.raises(Violations, match="no score, innings or pitchers"):
        league.save([forfeit(league, 1, home_runs=9, away_runs=0)])
    assert not Game.objects.exists()


def test_forfeit_can_be_undone_but_not_changed_by_a_manager(league):
    league.save([forfeit(league, 1)])
    with pytest.raises(Violations, match="only the director"):
        league.save(
            [forfeit(league, 1), *complete_games(league, league.series[0])[1:]], acting_team=league.bears.team.pk
        )
    undo_action(action=Action.objects.get(verb="save_series_results"), actor=DESK)
    assert not Game.objects.exists()
    assert tally(league.series[0])[1] == ""


def test_page_pdf_and_api_show_the_forfeiting_team_and_reason(league, director_of, client):
    director = director_of(league.tournament)
    entered = reverse("enter_series", args=[league.tournament.slug, league.series[0].pk])
    assert "Bears forfeits" in director.get(entered).content.decode()
    sent = {"save": "final", "version": "1", "ending-1": f"forfeited:{league.bears.team.pk}", "gnote-1": ""}
    refused = director.post(entered, sent).content.decode()
    assert "a forfeit needs the director&#x27;s reason" in refused
    assert "gnote-1" in refused, "there is a field for it"
    assert director.post(entered, {**sent, "gnote-1": "two hours late"}).status_code == 302
    api = f"/api/v1/tournaments/{league.tournament.slug}/series/{league.series[0].pk}/results/"
    game = client.get(api).json()["games"][0]
    assert (game["ending"], game["conceded_by"], game["home_runs"]) == ("forfeited", league.bears.team.pk, None)
    series = client.get(reverse("series", args=[league.tournament.slug, league.series[0].pk])).content.decode()
    assert "forfeited by Bears: two hours late" in series
    assert director.get(entered).status_code == 200
    assert "1-0" in "".join(pages_of(standings_pdf(league.tournament)))
    assert director.get(reverse("standings", args=[league.tournament.slug])).status_code == 200
    assert director.get(reverse("schedule", args=[league.tournament.slug])).status_code == 200
