"""Test the basis for a manager's choices: relievers, substitutes, plays to undo, and the names of dice to roll."""

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from play.models import TableGame
from play.opening import open_table
from play.queries.changes import changes_view
from play.queries.substitutes import reliever_view
from play.queries.view import table_view
from rules_engine import systems
from rules_engine.eligibility.pitching import ReliefLeft
from rules_engine.rulings import Finding, refuse
from rules_engine.systems.strat_o_matic import system as strat_o_matic
from tests.play.series import SeriesTable
from tests.play.tables import move, started_game, usual_move, view_of
from tests.play.test_real_dice import play_with_typed_dice

pytestmark = pytest.mark.django_db

STAR = "strat_o_matic/star"
STARTER_STAYS = 20  # usual moves after which this game's starters are still in it


class ReliefFinding(Finding):
    """A ruling for a test."""

    USED_UP = "used up"


def counted(monkeypatch: pytest.MonkeyPatch, function: Callable[[Any], Any]) -> list[Any]:
    """Count the cards that are drawn."""
    drawn: list[Any] = []

    def draw(card: Any) -> Any:
        drawn.append(card)
        return function(card)

    monkeypatch.setattr(strat_o_matic, "card_face", draw)
    return drawn


def play_moves(game: TableGame, browsers: tuple[Client, Client], count: int) -> None:
    for _ in range(count):
        views = [view_of(game, browser) for browser in browsers]
        browser, do = next(
            (browser, do) for browser, view in zip(browsers, views, strict=True) if (do := usual_move(view))
        )
        assert move(browser, game, views[0]["number"], do).status_code == 302


def test_ratings_are_computed_once_per_pitcher(monkeypatch: pytest.MonkeyPatch) -> None:
    game, away, home = started_game(ruleset=STAR)
    drawn = counted(monkeypatch, strat_o_matic.card_face)
    view = view_of(game, away)
    relievers = [pitcher for roster in view["game"]["rosters"] for pitcher in roster["bullpen"]]
    assert all(pitcher["ratings"][0].startswith(("relief(", "starter(")) for pitcher in relievers)
    assert len(drawn) <= len(relievers)
    drawn.clear()
    play_moves(game, (away, home), 3)
    assert drawn == []
    page = away.get(game.get_absolute_url()).content.decode()
    assert page.count("data-reliever=") == len(relievers)


def test_t10_2_bullpen_shows_relief_innings_and_ineligible_relievers() -> None:
    series = SeriesTable()
    series.start()
    table = open_table(TableGame.objects.get(pk=series.game.pk))
    bullpen = table_view(table, ())["game"]["rosters"][0]["bullpen"]
    relief = table.play.game.relief
    ready = next(pitcher for pitcher in bullpen if pitcher["can_relieve"])
    assert (ready["innings_left"], relief[ready["player"]].outs) == ("4.0", 12)
    assert {pitcher["player"] for pitcher in bullpen if not pitcher["can_relieve"]} == {
        pitcher["player"] for pitcher in bullpen if not relief[pitcher["player"]].ruling
    }
    # a resumed game has the innings that the sheets leave by then
    used_up = ReliefLeft(refuse(ReliefFinding.USED_UP, "T10.2"), 0)
    table.play.game.relief = {**relief, ready["player"]: used_up}
    renewed = reliever_view(table, ready["player"])
    assert (renewed["can_relieve"], renewed["innings_left"]) == (False, "0.0")
    assert renewed["ruling"].startswith("T10.2")


def test_pitcher_and_workload_are_shown_after_the_first_batter() -> None:
    game, away, home = started_game(ruleset=STAR)
    address = game.get_absolute_url()
    assert "data-mound" not in away.get(address).content.decode()
    play_moves(game, (away, home), STARTER_STAYS)
    mounds = [roster["mound"] for roster in view_of(game)["game"]["rosters"]]
    assert all(mound["work"] and not mound["is_tired"] for mound in mounds)
    assert away.get(address).content.decode().count("data-mound") == 2


@pytest.mark.parametrize("ruleset", ["pine_tar/full", "inside_pitch/off", "strat_o_matic/som_advanced"])
def test_substitutes_show_positions_hand_and_split_against_the_pitcher(ruleset: str) -> None:
    game, away, _ = started_game(ruleset=ruleset)
    table = open_table(TableGame.objects.get(pk=game.pk))
    hitting, _ = changes_view(table, 0)
    (place,) = hitting["places"]
    state, setup = table.play.game.state, table.play.game.setup
    assert place["leaves"] == state.batting.batter
    hitter = place["candidates"][0]
    hand = setup.hand(state.fielding.pitcher)
    on_base = f"{setup.bat(hitter['player'], hand).on_base:.3f}".removeprefix("0")
    against = "left" if hand == "L" else "right"
    assert hitter["note"].startswith(f"bats {setup.cards[hitter['player']].bats}, {on_base} on base")
    assert hitter["note"].endswith(f"against {against}-handers")
    assert hitter["positions"].split() == [*setup.positions(hitter["player"])]
    do = f"0 change pinch_hitter {hitter['player']} {place['leaves']}"
    assert f'value="{do}"' in away.get(f"{game.get_absolute_url()}changes/").content.decode()
    assert move(away, game, view_of(game)["number"], do).status_code == 302
    assert view_of(game)["game"]["rosters"][0]["next_batter"] == hitter["name"]


def test_ineligible_players_are_listed_once_below_their_count() -> None:
    game, away, home = started_game(ruleset=STAR)
    fielding = changes_view(open_table(TableGame.objects.get(pk=game.pk)), 1)
    page = home.get(f"{game.get_absolute_url()}changes/").content.decode()
    refused = [kind for kind in fielding if kind["refused"]]
    assert refused
    for kind in refused:
        names = [name for line in kind["refused"] for name in line["names"]]
        assert len(names) == len(set(names)) == kind["refused_count"]
        assert all(line["reason"].partition(":")[0][-1].isdigit() for line in kind["refused"]), "the rule's number"
        assert f'<details data-refused="{kind["refused_count"]}">' in page


def test_scoring_device_hides_ratings_of_substitutes() -> None:
    series = SeriesTable(dice="shared")
    series.start()
    page = series.sharks.get(f"{series.game.get_absolute_url()}changes/").content.decode()
    assert 'data-change="pinch_hitter"' in page
    assert "slugging" not in page


def test_play_list_offers_undo() -> None:
    game, away, home = started_game()
    address = game.get_absolute_url()
    assert 'id="undo"' not in away.get(address).content.decode()
    play_moves(game, (away, home), 6)
    view = view_of(game, away)
    newest = view["game"]["plays"][0]["undo_to"]
    choices = [browser.get(address).content.decode().partition('id="undo"')[2] for browser in (away, home, Client())]
    lists = [page.partition("</details>")[0] for page in choices]
    assert f'value="0 undo {newest}"' in lists[0]
    assert f'value="1 undo {newest}"' in lists[1]
    assert choices[2] == ""
    assert move(away, game, view["number"], f"0 undo {newest}").status_code == 302
    assert 'id="undo"' not in away.get(address).content.decode(), "one request at a time"


@pytest.mark.parametrize("ruleset", [STAR, "pine_tar/full", "inside_pitch/off"])
def test_dice_prompts_use_the_rulesets_roll_names(ruleset: str) -> None:
    game, away, home = started_game(ruleset=ruleset, dice="real")
    titles = systems.load(game.system).roll_titles
    shown: dict[str, str] = {}

    def has_three_plays(view: dict[str, Any]) -> bool:
        for prompt in view["game"]["prompts"]:
            if prompt["kind"] == "dice":
                shown[prompt["name"].replace(" ", "_")] = prompt["title"]
                assert f"Roll the {prompt['title']}" in unescape(away.get(game.get_absolute_url()).content.decode())
        return len(view["game"]["plays"]) >= 3

    play_with_typed_dice(game, (away, home), has_three_plays)
    assert shown
    assert shown == {name: titles[name] for name in shown}
    assert "pitch" not in " ".join(shown.values()).replace("wild pitch", "")


def test_t0_13_home_team_waits_for_the_visitors_starter() -> None:
    series = SeriesTable()
    series.open(series.bears)
    address = series.game.get_absolute_url()
    visitors, hosts = series.browsers
    waits = [browser.get(address).content.decode().count("data-visitors-first") for browser in (visitors, hosts)]
    assert waits == [0, 1]
    assert visitors.post(f"{address}ready/", {"team": 0, "part": "a"}).status_code == 302
    assert "data-visitors-first" not in hosts.get(address).content.decode()


def test_managers_open_the_next_game_from_the_series_or_the_table() -> None:
    series = SeriesTable()
    page, table = series.weekend.series.get_absolute_url(), f"/series/{series.weekend.series.pk}/table/"
    assert table in series.sharks.get(page).content.decode()
    assert table not in Client().get(page).content.decode()
    series.start()
    series.play()
    assert series.view()["next_game"] == ""
    series.sign_and_enter()
    assert series.view()["next_game"].endswith(table)
    address = series.game.get_absolute_url()
    assert f'formaction="{series.view()["next_game"]}"' in series.sharks.get(address).content.decode()
    assert "formaction" not in Client().get(address).content.decode()
    type(series.weekend.series).objects.update(status="complete")
    assert series.view()["next_game"] == ""
    assert table not in series.sharks.get(page).content.decode()
