"""Test that `make quick` runs the tests affected by a change, nearest first, and reports the omitted ones."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.quick import ROOT, in_order
from tests.touched import House, changed_files, usual_base

FILES = {
    "rules/innings.py": "WHOLE = 3\n",
    "rules/standings.py": "from rules.innings import WHOLE\n",
    "rules/profiles/house@1.toml": "title = 'House'\n",
    "rules/profile.py": "FOLDER = 'profiles'\n",
    "app/models/__init__.py": "from app.models.teams import Team\nfrom app.models.series import Series\n",
    "app/models/teams.py": "class Team: ...\n",
    "app/models/series.py": "class Series: ...\n",
    "app/views/pages.py": "def standings(request): return 'app/standings.html'\n",
    "app/views/desk.py": "def desk(request): return 'app/desk.html'\n",
    "app/urls.py": (
        "from app.views import pages, desk\n"
        "urls = [path('t/<slug:slug>/standings/<int:division>/', pages.standings, name='standings'),"
        " path('t/<slug:slug>/desk/', desk.desk, name='desk')]\n"
    ),
    "app/management/commands/demo.py": "import rules.standings\n",
    "templates/base.html": "<script src=\"{% asset 'live.js' %}\"></script>",
    "templates/app/standings.html": '{% extends "base.html" %}{% include "app/_table.html" %}',
    "templates/app/_table.html": "<table></table>",
    "templates/app/desk.html": '{% extends "base.html" %}',
    "static/live.js": "",
    "docs/guide.md": "",
    "config/settings.py": "",
    "tests/conftest.py": "",
    "tests/app/conftest.py": "",
    "tests/rules/test_innings.py": "from rules.innings import WHOLE\n",
    "tests/rules/test_standings.py": "from rules.standings import WHOLE\n",
    "tests/app/test_series.py": "from app.models import Series\n",
    "tests/app/test_spelt.py": "def test_it(client, t): client.get(f'/t/{t.slug}/standings/{t.pk}/?wide=1')\n",
    "tests/app/test_named.py": "from django.urls import reverse\nPAGE = reverse('desk', args=['x'])\n",
    "tests/app/test_word.py": "WORD = 'desk'\n",
    "tests/app/test_command.py": "call_command('demo')\n",
    "tests/app/test_guide.py": "GUIDE = 'guide.md'\n",
    "tests/conformance/test_cases.py": "",
    "tests/conformance/cases/first.jsonl": "",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def touched(repository: Path) -> Callable[..., dict[str, int]]:
    """Return the affected test files by path within tests/."""
    house = House(repository, FILES)
    return lambda *changed: {name.removeprefix("tests/"): far for name, far in house.tests_for(changed).items()}


def test_follows_imports_and_counts_the_steps(touched):
    assert touched("rules/innings.py") == {
        "rules/test_innings.py": 1,
        "rules/test_standings.py": 2,
        "app/test_command.py": 3,
    }


def test_changed_test_comes_first(touched):
    assert touched("tests/rules/test_innings.py", "rules/standings.py") == {
        "rules/test_innings.py": 0,
        "rules/test_standings.py": 1,
        "app/test_command.py": 2,
    }


def test_package_import_reaches_only_the_imported_names(touched):
    assert touched("app/models/series.py")["app/test_series.py"] == 1
    assert touched("app/models/teams.py")["app/test_series.py"] == 2  # through the package that imports both


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("app/views/pages.py", {"app/test_spelt.py": 1}),
        ("app/views/desk.py", {"app/test_named.py": 1}),
        ("templates/app/_table.html", {"app/test_spelt.py": 3}),
        ("templates/app/desk.html", {"app/test_named.py": 2}),
        ("static/live.js", {"app/test_spelt.py": 4, "app/test_named.py": 4}),
    ],
)
def test_page_change_selects_tests_that_request_its_url(touched, changed, tests):
    assert touched(changed) == tests


def test_data_file_selects_tests_of_its_readers(touched, repository):
    assert touched("rules/profiles/house@1.toml") == {}
    (repository / "tests/rules/test_profile.py").write_text("from rules.profile import FOLDER\n")
    house = House(repository, [*FILES, "tests/rules/test_profile.py"])
    assert house.tests_for(["rules/profiles/house@1.toml"]) == {"tests/rules/test_profile.py": 2}
    assert touched("tests/conformance/cases/first.jsonl") == {"conformance/test_cases.py": 1}


def test_docs_fixtures_and_commands_select_their_tests(touched):
    assert touched("docs/guide.md") == {"app/test_guide.py": 1}
    assert touched("app/management/commands/demo.py") == {"app/test_command.py": 1}
    assert set(touched("tests/app/conftest.py")) == {
        name.removeprefix("tests/") for name in FILES if "app/test_" in name
    }
    assert touched("config/settings.py") == {}


def test_nearest_tests_run_first_then_own_app_and_browser_last():
    steps = {
        "tests/browser/test_a.py": 1,
        "tests/drafts/test_b.py": 2,
        "tests/games/test_c.py": 2,
        "tests/x/test_d.py": 1,
    }
    assert in_order(steps, ["games/views/enter.py"]) == [
        "tests/x/test_d.py",
        "tests/games/test_c.py",
        "tests/drafts/test_b.py",
        "tests/browser/test_a.py",
    ]
    assert in_order({"tests/browser/test_a.py": 0, "tests/x/test_d.py": 1}, ["tests/browser/test_a.py"])[0] == (
        "tests/browser/test_a.py"
    )


def test_changes_include_differences_from_main_and_untracked_files(repository):
    def git(*words: str) -> None:
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *words], cwd=repository, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    git("add", ".")
    git("commit", "-m", "The house")
    git("switch", "-c", "mine")
    (repository / "rules/innings.py").write_text("WHOLE = 4\n")
    git("commit", "-am", "Four outs")
    (repository / "rules/profile.py").write_text("")
    (repository / "rules/fresh.py").write_text("")
    assert changed_files(repository, usual_base(repository)) == [
        "rules/fresh.py",
        "rules/innings.py",
        "rules/profile.py",
    ]
    assert changed_files(repository, "HEAD") == ["rules/fresh.py", "rules/profile.py"]


def test_time_limit_stops_cleanly_and_lists_unfinished_tests(tmp_path):
    (tmp_path / "test_short.py").write_text("def test_it(): assert False\n")
    (tmp_path / "test_long.py").write_text(
        "import pathlib, time, pytest\n"
        "@pytest.fixture\n"
        "def room():\n    yield\n    pathlib.Path('closed').touch()\n"
        "def test_it(room): time.sleep(120)\n"
    )
    program = (
        "import pytest, sys; from tests.quick import Run, left_out; files = ['test_short.py', 'test_long.py']\n"
        "run = Run(2)\n"
        "pytest.main(['-q', '-p', 'no:django', '--rootdir=.', '-c', '/dev/null', *files], plugins=[run])\n"
        "print(left_out(files, run)); print(*run.failed)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "1 of the 2 test files that the change touches ran to their end" in answer.stdout
    assert "The next would have been test_long.py" in answer.stdout
    assert answer.stdout.splitlines()[-1] == "test_short.py::test_it"
    assert (tmp_path / "closed").exists()
