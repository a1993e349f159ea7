"""Test that the specimen page shows every component used on pages."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from core.templatetags import parts
from tests.factories import AccessFactory
from tournaments.access.links import link_token
from tournaments.models import Role
from weekend.views.specimen import COLORS, SIZES, SPACES

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SOURCE = (TEMPLATES / "weekend" / "style.html").read_text()
# the team switch, long URLs, and components that only change layout or opacity
NOT_SHOWN = {"teams", "link", "fresh", "landed", "broad", "inline"}


@pytest.fixture
def page(db, client):
    client.post(f"/join/{link_token(AccessFactory(role=Role.DIRECTOR))}/")
    return client.get("/style/").content.decode()


def test_specimen_shows_every_template_part(page) -> None:
    for name in {*parts.register.tags, *(path.stem for path in (TEMPLATES / "parts").iterdir())}:
        assert f"{{% {name} " in SOURCE, f"{name} does not stand on the specimen"
    for words in ("complete", "20 minutes behind", "both right fielders", "The name on printouts."):
        assert words in page


def test_specimen_uses_every_part_class(page) -> None:
    styled = set(re.findall(r"\.([a-z][\w-]*)", (Path(settings.BASE_DIR) / "static/css/parts.css").read_text()))
    worn = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()}
    assert styled - worn == NOT_SHOWN


def test_specimen_shows_every_size_space_and_color_token() -> None:
    tokens = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
    assert set(re.findall(r"--([a-z]+): [\d.]+rem", tokens)) == {*SIZES, *SPACES}
    assert set(re.findall(r"--([a-z-]+): #", tokens)) - {"ground", "letters"} == set(COLORS)


def test_part_escapes_its_input() -> None:
    assert parts.state("<b>", "good") == '<span class="state good">&lt;b&gt;</span>'
    assert parts.state("late") == '<span class="state">late</span>'
