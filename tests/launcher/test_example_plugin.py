"""Test the plugin from the docs, installed by pip and used by separate processes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.installation import migrated_file

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "example-plugin"
WEEKEND = """
import django
django.setup()
from datetime import date
from django.test import Client
from tests.club.building import follow_finished, make_final, make_team
from tests.factories import TournamentFactory
from rules_engine.profile import load_profile, text_of
from tournaments.access.links import link_token
from tournaments.services.invitations import create_organizer

edition = text_of(load_profile("akron@1"))
tournament = TournamentFactory(name="Akron Open", slug="akron-open", profile_key="akron@1", profile_text=edition)
ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
make_final(ann, bob)
follow_finished(tournament, date(2026, 3, 7))
organizer = Client()
organizer.post(f"/join/{link_token(create_organizer())}/")
organizer.post("/seasons/2026/formula/", {"plugin": "akron"})
print([(row["name"], row["points"]) for row in Client().get("/api/v1/seasons/2026/").json()["results"]])
print("A division has at least 4 teams." in Client().get("/t/akron-open/rules/").content.decode())
print("Akron: three points a win." in Client().get("/seasons/2026/").content.decode())
print("Coin Flip, Fair coin" in Client().get("/play/").content.decode())
answer = Client().get("/t/akron-open/export/entrants.md")
print(answer.status_code, organizer.get("/t/akron-open/export/standings.md")["Content-Type"])
print(organizer.get("/t/akron-open/export/standings.md").content.decode())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the plugin into a directory, from a copy of its source so that the checkout stays clean."""
    source = shutil.copytree(EXAMPLE, tmp_path_factory.mktemp("source") / "plugin")
    folder = tmp_path_factory.mktemp("packages")
    words = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", folder, source]
    subprocess.run([sys.executable, "-m", "pip", "--isolated", *words], check=True)
    return folder


@pytest.fixture
def environment(installed: Path, tmp_path: Path) -> dict[str, str]:
    shutil.copyfile(migrated_file(), tmp_path / "pennant.sqlite3")
    return {
        **os.environ,
        "PENNANT_DATA": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/pennant.sqlite3",
        "REDIS_URL": "",
        "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def run(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)


def test_installed_plugin_scores_points_and_exports_files(environment: dict[str, str]) -> None:
    done = run(environment, "-c", WEEKEND)
    assert done.returncode == 0, done.stderr
    points, has_rules, is_named, has_ruleset, answers, *table = done.stdout.splitlines()
    assert points == "[('Ann Poe', 10.0), ('Bob Ray', 0.0)]"
    assert (has_rules, is_named, has_ruleset) == ("True", "True", "True")
    assert answers == "403 text/markdown; charset=utf-8"
    assert table[0] == "# Akron Open: Standings"
    assert {line.count("|") for line in table[2:] if line} == {table[2].count("|")}
    assert "Ann Poe's team" in "\n".join(table)


def test_plugin_game_can_be_played_and_simulated(environment: dict[str, str]) -> None:
    game = ("--system", "coin_flip", "--ruleset", "fair", "--season", "1998", "--seed", "7")
    done = run(environment, "manage.py", "play", "--auto", *game)
    assert done.returncode == 0, done.stderr
    assert "win" in done.stdout.splitlines()[-1]
    done = run(environment, "manage.py", "simulate", "4", "--workers", "2", *game)
    assert done.returncode == 0, done.stderr
    assert [line.split() for line in done.stdout.splitlines() if line.startswith("homeruns")] == [
        ["homeruns", "0.000", "0.000"]
    ], "workers find the system too"


def test_doctor_lists_plugins_and_reports_a_broken_module(
    environment: dict[str, str], installed: Path, tmp_path: Path
) -> None:
    done = run(environment, "manage.py", "doctor", "--only", "plugins")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "points formula “akron” of akron-rules 1.0, exporter “md” of akron-rules 1.0, package of rules " in done.stdout
    )
    broken = shutil.copytree(installed, tmp_path / "broken")
    (broken / "akron_rules" / "points.py").write_text("import a_module_that_is_gone\n")
    own = environment | {"PYTHONPATH": f"{broken}{os.pathsep}{ROOT}"}
    done = run(own, "manage.py", "check")
    assert done.returncode == 0, done.stderr
    assert "(pennant.W001) The points formula “akron” of akron-rules 1.0 can't be used" in done.stderr
    done = run(own, "manage.py", "doctor", "--only", "plugins")
    assert done.returncode == 1
    assert "exporter “md” of akron-rules 1.0" in done.stdout
