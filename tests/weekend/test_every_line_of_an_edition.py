"""Profiles cannot lie: whoever changes one line of a stored edition reads another answer at the tournament."""

import pytest

from rules_engine.profile import SECTIONS, lines_of
from tests.edition_scenes import drafting, results, tables
from tests.edition_scenes.scene import edition

pytestmark = pytest.mark.django_db

LINES = [f"{section}.{name}" for section in SECTIONS for name in lines_of(section)]
SCENES = {**drafting.SCENES, **results.SCENES, **tables.SCENES}


@pytest.mark.parametrize("line", LINES)
def test_a_changed_line_gives_another_answer(line: str) -> None:
    assert line in SCENES, f"nothing shows that {line} is honoured: give it a scene in tests/edition_scenes"
    scene = SCENES[line]
    shipped = scene.play(edition(scene.base))
    changed = scene.play(edition({**scene.base, line: scene.value}))
    assert scene.before in shipped
    assert scene.after in changed
    assert not scene.before or scene.before not in changed
    assert not scene.after or scene.after not in shipped
    assert scene.before or scene.after


def test_there_is_no_scene_of_a_line_that_editions_do_not_have() -> None:
    assert set(SCENES) == set(LINES)
