"""Test a friendly game's optional rules: chosen in the form or through the API, shown, stored and played."""

import json
from typing import Any

import pytest
from django.test import Client

from play.models import TableGame
from play.opening import open_table
from rules_engine.baseball.saved_games import read_saved
from tests.play.series import SeriesTable
from tests.play.tables import OPTIONS, started_game, view_of

pytestmark = pytest.mark.django_db
API = "/api/v1/play/"
SUPER = "strat_o_matic/som_super_advanced"


def test_a_game_is_played_with_the_rules_checked_in_the_form() -> None:
    rules = [f"{SUPER}-closers", f"{SUPER}+batter_takes_second"]
    game, away, _ = started_game(ruleset=SUPER, rules=rules)
    assert game.ruleset == "som_super_advanced+batter_takes_second-closers"
    assert read_saved(game.start).edition == game.ruleset
    rules_of_game = open_table(game).play.game.setup.edition
    assert (rules_of_game.endurance.closer, rules_of_game.hits.batter_may_trail) == (False, False)
    assert "without closers, with batter takes second" in view_of(game, away)["ruleset"]


def test_the_table_of_a_series_plays_by_the_rules_of_its_tournament() -> None:
    table = SeriesTable({"edition": "star-closers+robbed_homers"})
    table.start()
    rules = open_table(table.game).play.game.setup.edition
    assert (rules.key, rules.flies.rob_homeruns, rules.endurance.closer) == (table.game.ruleset, True, False)
    assert "with robbed homers, without closers" in table.view()["ruleset"]


def test_the_form_offers_each_rule_of_each_ruleset_and_refuses_mixed_rulesets() -> None:
    page = Client().get("/play/").content.decode()
    for switch in (f"{SUPER}-robbed_homers", "strat_o_matic/star+robbed_homers", "pine_tar/full-injuries"):
        assert f'value="{switch}"' in page
    assert f"{SUPER}-weather" not in page  # --weather requires the month
    answer = Client().post("/play/", {**OPTIONS, "ruleset": SUPER, "rules": ["inside_pitch/roll+pull"]})
    assert answer.status_code == 400
    assert 'value="inside_pitch/roll+pull" checked' in " ".join(answer.content.decode().split())
    assert not TableGame.objects.exists()


@pytest.mark.parametrize(
    ("ruleset", "finding"),
    [
        ("pine_tar/full-snow", "NO_SUCH_RULES"),
        (f"{SUPER}-parks_and_clutch+weather", "NO_SUCH_RULES"),
        ("pine_tar/half-injuries", "NO_SUCH_RULESET"),
    ],
)
def test_the_api_refuses_rules_that_are_unknown_or_exclude_each_other(ruleset: str, finding: str) -> None:
    sent: dict[str, Any] = {**OPTIONS, "ruleset": ruleset}
    answer = Client().post(API, json.dumps(sent), content_type="application/json")
    assert (answer.status_code, answer.json()["finding"]) == (400, finding)
