"""Test swapping the home team and visitors after results, because the roll was entered the wrong way round (T0.16)."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from core.errors import Refused, Stale
from games.models import Game
from games.scoresheet.rows import plain, stored_games
from games.services.swapping import preview_swap, swap_home_and_visitors
from tests.games.building import DESK, League, complete_games, won_by_home
from tournaments.models import Action, Notice, Series
from tournaments.services.home_rolls import roll_for_home
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league() -> League:
    return League(stage="round_robin")


def _current(league: League) -> Series:
    return Series.objects.select_related("home", "away").get(pk=league.series[0].pk)


def _swap(league: League, reason: str = "Roll entered the wrong way round") -> None:
    series = _current(league)
    swap_home_and_visitors(series=series, actor=DESK, version=series.version, reason=reason)


def _runs_by_team(league: League) -> list[dict[int, int | None]]:
    games = Game.objects.filter(series=league.series[0]).order_by("number")
    return [{game.home_id: game.home_runs, game.away_id: game.away_runs} for game in games]


def test_results_stay_with_their_teams_and_home_teams_switch(league: League) -> None:
    league.save(complete_games(league, league.series[0]), league.series[0])
    before, wins = _runs_by_team(league), _current(league).home_wins
    pitchers = [plain(stored_games(_current(league)))[game]["outings"] for game in range(3)]
    _swap(league)
    series = _current(league)
    assert (series.home, series.away) == (league.bears.team, league.sharks.team)
    assert series.away_wins == wins
    assert _runs_by_team(league) == before
    assert [game.home for game in Game.objects.filter(series=series).order_by("number")] == [
        league.bears.team,
        league.sharks.team,
        league.bears.team,
    ]
    assert [plain(stored_games(series))[game]["outings"] for game in range(3)] == pitchers


def test_preview_lists_games_that_no_longer_add_up(league: League) -> None:
    """The Sharks won at home after eight innings at bat. As visitors, they bat nine times."""
    league.save([won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")])], complete=True)
    swap = preview_swap(_current(league))
    assert {fault.game for fault in swap.faults} == {1}
    assert _current(league).home == league.sharks.team
    _swap(league)
    notice = Notice.objects.get(kind="Swapped home", answered_at=None)
    assert notice.address.endswith("/enter/")
    _swap(league)
    assert not Notice.objects.filter(kind="Swapped home", answered_at=None).exists()


def test_series_page_lists_swap_errors_until_they_are_corrected(
    league: League, director_of: Callable[..., Client]
) -> None:
    league.save([won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")])], complete=True)
    address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/"
    director = director_of(league.tournament)

    def faults_on(page: str) -> list[str]:
        return re.findall(r'data-fault="(\w+)"', director.get(page).content.decode())

    assert faults_on(address) == []
    preview = faults_on(f"{address}swap/")
    assert preview
    _swap(league)
    assert faults_on(address) == preview
    assert "data-fault" not in Client().get(address).content.decode()
    outings = [league.bears.start(1, "9.0")], [league.sharks.start(1, "9.0")]
    league.save([won_by_home(1, *outings, home_runs=2, away_runs=3)], complete=True)
    assert faults_on(address) == []
    assert not Notice.objects.filter(kind="Swapped home", answered_at=None).exists()


def test_game_won_by_the_visitors_adds_up_after_a_swap(league: League) -> None:
    visitors_won = won_by_home(
        1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "9.0")], home_runs=2, away_runs=3
    )
    league.save([visitors_won], complete=True)
    swap = preview_swap(_current(league))
    assert [(sheet.game.home_runs, sheet.game.away_runs) for sheet in swap.games] == [(3, 2)]


def test_rolls_stay_with_the_team_that_rolled_them(league: League) -> None:
    Series.objects.filter(pk=league.series[0].pk).update(home_decided=False)
    roll_for_home(series=_current(league), actor=DESK, rolls=(18, 5))
    _swap(league, reason="")
    series = _current(league)
    assert series.home == league.bears.team
    assert series.home_rolls == [[18, 5]]


def test_swap_requires_a_reason_and_version_and_can_be_undone_and_redone(league: League) -> None:
    league.save(complete_games(league, league.series[0]), league.series[0])
    games = plain(stored_games(_current(league)))
    with pytest.raises(Refused) as refused:
        _swap(league, reason=" ")
    assert refused.value.code == "NO_REASON"
    with pytest.raises(Stale):
        swap_home_and_visitors(series=_current(league), actor=DESK, version=0, reason="Late")
    _swap(league)
    swapped = Action.objects.get(verb="swap_home_and_visitors")
    undone = undo_action(action=swapped, actor=DESK)
    assert plain(stored_games(_current(league))) == games
    undo_action(action=undone, actor=DESK)
    assert _current(league).home == league.bears.team


def test_later_results_block_the_undo_of_a_swap(league: League) -> None:
    league.save(complete_games(league, league.series[0])[:1], complete=True)
    _swap(league)
    Game.objects.filter(series=league.series[0]).update(footnote="Corrected")
    preview = preview_undo(action=Action.objects.get(verb="swap_home_and_visitors"))
    assert preview.code == "CHANGED_SINCE"


def test_undoing_a_roll_with_games_offers_a_swap(league: League, director_of: Callable[..., Client]) -> None:
    Series.objects.filter(pk=league.series[0].pk).update(home_decided=False)
    roll_for_home(series=_current(league), actor=DESK, rolls=(18, 5))
    league.save(complete_games(league, league.series[0]), league.series[0])
    roll = Action.objects.get(verb="roll_for_home")
    director = director_of(league.tournament)
    page = director.get(f"/t/{league.tournament.slug}/log/{roll.pk}/undo/").content.decode()
    address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/swap/"
    assert f'href="{address}"' in page
    version = _current(league).version
    director.post(address, {"version": version, "reason": "Wrong way round"})
    assert _current(league).home == league.bears.team


def test_game_played_with_pennant_cannot_be_swapped(league: League) -> None:
    league.save(complete_games(league, league.series[0])[:1], complete=True)
    Game.objects.filter(series=league.series[0]).update(box={"home": []})
    with pytest.raises(Refused) as refused:
        preview_swap(_current(league))
    assert refused.value.code == "PLAYED_WITH_PENNANT"
