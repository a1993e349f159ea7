import re
from pathlib import Path

import pytest

from tournaments.action_log.verbs import Verb
from weekend.undo_handlers import UNDOING

APPS = ("tournaments", "drafts", "games", "pitching", "backups", "tabletop", "weekend")


def test_every_verb_has_an_undo_entry():
    assert set(UNDOING) == set(Verb)


@pytest.mark.parametrize("verb", Verb)
def test_every_verb_is_used_by_a_service(verb):
    root = Path(__file__).parents[2]
    sources = (
        path.read_text() for app in APPS for path in (root / app).rglob("*.py") if path.name != "undo_handlers.py"
    )
    assert any(re.search(rf"\bVerb\.{verb.name}\b", source) for source in sources)
