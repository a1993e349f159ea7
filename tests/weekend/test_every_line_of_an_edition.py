"""Test that changing any rule in a stored edition changes the tournament's behavior."""

import pytest

from rules_engine.profile import SECTIONS, lines_of
from tests.drafts.rooms import division_of, opened
from tests.edition_scenes import changes, drafting, results, tables
from tests.edition_scenes.scene import director, edition, words
from tests.games.building import League
from tests.markup import as_single_line

pytestmark = pytest.mark.django_db

LINES = [f"{section}.{name}" for section in SECTIONS for name in lines_of(section)]
SCENES = {**changes.SCENES, **drafting.SCENES, **results.SCENES, **tables.SCENES}


@pytest.mark.parametrize("line", LINES)
def test_changing_an_edition_setting_changes_the_behavior(line: str) -> None:
    assert line in SCENES, f"nothing shows that {line} is honoured: give it a scene in tests/edition_scenes"
    scene = SCENES[line]
    shipped = scene.play(edition(scene.base))
    changed = scene.play(edition({**scene.base, line: scene.value}))
    assert scene.before in shipped
    assert scene.after in changed
    assert not scene.before or scene.before not in changed
    assert not scene.after or scene.after not in shipped
    assert scene.before or scene.after


def test_edition_settings_and_scenes_match() -> None:
    assert set(SCENES) == set(LINES)


def test_form_help_uses_the_editions_numbers() -> None:
    text = edition({"pitching.starter_stays_outs": 18, "pitching.starter_stays_runs": 3, "division.smallest": 4})
    league = League(profile_text=text)
    address = f"/t/{league.tournament.slug}/series/{league.series[0].pk}/enter/"
    entering = words(director(league.tournament).get(address))
    assert "A starter who leaves before 6.0 innings must have allowed 3 runs (T10.2)" in as_single_line(entering)
    draft = opened(2, division=division_of(2, tournament__profile_text=text))
    assert "Reason for drafting with fewer than 4 or more than 14 teams" in as_single_line(
        drafting.page(draft, "dashboard/")
    )
