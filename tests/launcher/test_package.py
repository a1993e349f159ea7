"""Test the wheel and the source distribution: complete, in one package, and usable outside the repository.

The dependencies come from this environment, because tests have no network.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from packaging.licenses import canonicalize_license_expression
from trove_classifiers import classifiers as all_classifiers

from pennant_baseball import VERSION

ROOT = Path(__file__).parents[2]
_MOST_BYTES = 15_200_000  # keeps a pip installation below 230 MB
SMOKE = """
import django
django.setup()
from django.test import Client
from tournaments.access.links import link_token
from tournaments.models import Tournament
from tournaments.services.invitations import create_organizer
tournament = Tournament.objects.get()
director = Client()
director.post(f"/join/{link_token(create_organizer())}/")
for name in ("", "dashboard/", "standings/", "print/"):
    page = director.get(f"/t/{tournament.slug}/{name}")
    assert page.status_code == 200, name
for name in ("", "how-to/run-the-draft/", "files/draft-board.webp", "files/check_dice.py", "?q=undo+pick"):
    assert director.get(f"/help/{name}").status_code == 200, name
assert director.get("/static/pennant.css").status_code == 200
assert director.get("/service-worker.js").status_code == 200
paper = director.get(f"/t/{tournament.slug}/standings.pdf")
print(b"".join(paper.streaming_content if paper.streaming else [paper.content])[:5].decode())
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build with the command of `make package`. The wheel is built from the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    uv = Path(sys.executable).with_name("uv")
    words = ["build", "--quiet", "--no-build-isolation", "--python", sys.executable, "--out-dir", str(folder)]
    subprocess.run([uv, *words], cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site-packages")
    with zipfile.ZipFile(built / f"pennant_baseball-{VERSION}-py3-none-any.whl") as wheel:
        wheel.extractall(folder)
    return folder


def pennant(installed: Path, data: Path, *words: str, code: str = "") -> str:
    """Run the installed command far from the repository."""
    place = {"PENNANT_DATA": str(data), "DATABASE_URL": f"sqlite:///{data}/pennant.sqlite3", "REDIS_URL": ""}
    path = f"{installed}{os.pathsep}{installed / 'pennant_baseball' / 'house'}" if code else str(installed)
    environment = {**os.environ, **place, "PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = ["-c", code] if code else ["-m", "pennant_baseball", *words]
    done = subprocess.run([sys.executable, *command], cwd=data, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wheel_installs_only_its_own_folder(installed: Path) -> None:
    assert sorted(path.name for path in installed.iterdir()) == [
        "pennant_baseball",
        f"pennant_baseball-{VERSION}.dist-info",
    ]
    named = {path.suffix for path in installed.rglob("*") if path.is_file()}
    assert not {".pyc", ".sqlite3", ".log"} & named
    assert not list(installed.rglob("tests"))


def test_source_distribution_contains_the_wheel_sources(built: Path) -> None:
    with tarfile.open(built / f"pennant_baseball-{VERSION}.tar.gz") as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    folders = {name.partition("/")[0] for name in names}
    assert {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "NOTICE", "manage.py"} <= folders
    assert {"pennant_baseball", "config", "rules_engine", "seasons", "templates", "static"} <= folders
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "how-to").glob("*.md")} <= names


def test_wheel_metadata_states_license_and_requirements(installed: Path) -> None:
    text = (installed / f"pennant_baseball-{VERSION}.dist-info" / "METADATA").read_text(encoding="utf-8")
    facts = message_from_string(text)
    assert (facts["Name"], facts["Version"], facts["Requires-Python"]) == ("pennant-baseball", VERSION, ">=3.11")
    licenses = canonicalize_license_expression(facts["License-Expression"])
    assert licenses == "MIT AND CC-BY-SA-3.0 AND Bitstream-Vera AND LicenseRef-Arev AND OFL-1.1"
    folder = installed / f"pennant_baseball-{VERSION}.dist-info" / "licenses"
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in facts.get_all("License-File")}
    assert "MIT License" in texts["LICENSE"]
    assert "CC BY-SA 3.0" in texts["NOTICE"]
    assert "Bitstream Vera" in texts["core/fonts/LICENSE"]
    assert "Arev" in texts["core/fonts/LICENSE"]
    assert "SIL OPEN FONT LICENSE" in texts["static/fonts/LICENSE"]
    classifiers = set(facts.get_all("Classifier"))
    assert classifiers <= all_classifiers
    assert {"Framework :: Django :: 5.2", "Typing :: Typed", "Programming Language :: Python :: 3.14"} <= classifiers
    assert (installed / "pennant_baseball" / "py.typed").exists()
    assert facts["Keywords"]
    assert facts["Description-Content-Type"] == "text/markdown"
    assert facts["Project-URL"] is None, "the address of the project is not known yet"


def test_wheel_contains_every_program_folder(installed: Path) -> None:
    house = installed / "pennant_baseball" / "house"
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench", "pennant_baseball"}
    assert packages | {"templates", "static", "fixtures"} <= {path.name for path in house.iterdir()}


def test_wheel_omits_unused_files(installed: Path) -> None:
    house = installed / "pennant_baseball" / "house"
    assert sorted(path.name for path in (house / "static").iterdir()) == ["built", "fonts", "icons", "pennant.svg"]
    assert not (house / "docs" / "reference" / "systems.md").exists()
    assert sum(path.stat().st_size for path in installed.rglob("*") if path.is_file()) < _MOST_BYTES


def test_help_pages_find_their_pictures(installed: Path) -> None:
    docs = installed / "pennant_baseball" / "house" / "docs"
    shown = {
        name
        for page in docs.glob("*/*.md")
        for name in re.findall(r"\(\.\./pictures/([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == {path.name for path in (docs / "pictures").iterdir()}


def test_pages_pdfs_and_a_game_work_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    output = pennant(installed, tmp_path, "demo", "--stage", "round_robin")
    assert "is ready at /t/" in output
    assert pennant(installed, tmp_path, code=SMOKE) == "%PDF-\n"
    assert "games" in pennant(installed, tmp_path, "simulate", "2")
    assert (tmp_path / "pennant.sqlite3").exists()
    assert not list((installed / "pennant_baseball" / "house").glob("var"))
    shutil.rmtree(tmp_path / "queue")
    run_readme_of_engine(installed, tmp_path)


def run_readme_of_engine(installed: Path, data: Path) -> None:
    """Run the examples in a process that can't import Django, with cards that `simulate` has made."""
    readme = installed / "pennant_baseball" / "engine" / "README.md"
    code = f"""
import doctest, sys
sys.modules["django"] = None
failed, tried = doctest.testfile({str(readme)!r}, module_relative=False)
assert (failed, tried > 20) == (0, True)
assert not {{"core", "config", "games"}} & sys.modules.keys()
"""
    environment = {**os.environ, "PENNANT_DATA": str(data), "PYTHONPATH": str(installed)}
    process = subprocess.run([sys.executable, "-c", code], cwd=data, env=environment, capture_output=True, text=True)
    assert process.returncode == 0, process.stdout + process.stderr


@pytest.fixture(scope="module")
def environment_of_its_own(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a virtual environment with the wheel, installed from an empty index, and its existing dependencies."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / Path(sys.executable).name
    where = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"))
    empty = tmp_path_factory.mktemp("index")
    [wheel] = built.glob("pennant_baseball-*.whl")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--isolated",
        "--python",
        python,
        "install",
        "--quiet",
        "--index-url",
        empty.as_uri(),
    ]
    subprocess.run([*pip, wheel], check=True)
    return scripts


@pytest.mark.parametrize("command", ["pennant", "pennant-baseball"])
def test_both_wheel_commands_start_the_same_program(environment_of_its_own: Path, tmp_path: Path, command: str) -> None:
    def output_of(*words: str) -> str:
        own = {**os.environ, "PENNANT_DATA": str(tmp_path)}
        called = [environment_of_its_own / command, *words]
        return subprocess.run(called, cwd=tmp_path, env=own, capture_output=True, text=True, check=True).stdout

    assert output_of("version") == f"Pennant {VERSION}\nData: {tmp_path}\n"
    assert f"  {command} run " in output_of()
    assert output_of("run", "--help").startswith(f"usage: {command} run ")
    assert output_of("simulate", "--help").startswith(f"usage: {command} simulate ")


def test_installation_uses_data_from_earlier_versions(environment_of_its_own: Path, tmp_path: Path) -> None:
    homes = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")}
    own = {name: value for name, value in os.environ.items() if name != "PENNANT_DATA"} | homes
    called = [environment_of_its_own / "pennant", "version"]
    completed = subprocess.run(called, cwd=tmp_path, env=own, capture_output=True, text=True, check=True).stdout
    assert Path(completed.split("Data: ")[1].strip()).name == "pennant"


def test_type_checker_finds_the_engine_types(environment_of_its_own: Path, tmp_path: Path) -> None:
    """mypy uses the installed wheel's types, and reports a wrong argument."""
    program = tmp_path / "program.py"
    program.write_text(
        "from pennant_baseball.engine import load_season\n"
        'reveal_type(load_season(1998).game("NYA", "ATL", seed=7).odds()[0].chance)\n'
        'load_season(1998).game("NYA", "ATL", seed="seven")\n'
    )
    python = environment_of_its_own / Path(sys.executable).name
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--python-executable", python, program]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert 'Revealed type is "fractions.Fraction"' in process.stdout, process.stdout + process.stderr
    assert "[arg-type]" in process.stdout
    assert "Found 1 error" in process.stdout
