"""Test `make release` in a fresh clone, as a stranger would run it, and the workflows that publish the results."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
import yaml
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from pennant_baseball import VERSION

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ADDRESS = "https://code.example/club/pennant"
NOTES = "### Added\n\n- Extra innings."
TODAY = datetime.now(UTC).date()


class Clone:
    """A clone with this environment's packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(["git", "clone", "--quiet", "--no-tags", ROOT, folder], check=True)
        self._copy_uncommitted_files()
        environment = folder / ".venv"
        environment.mkdir()
        for path in Path(sys.prefix).iterdir():
            if path.name not in ("installed", "installed-dev"):
                (environment / path.name).symlink_to(path)
        for name in ("installed", "installed-dev"):
            (environment / name).touch()
        self.git("config", "user.name", "Stranger")
        self.git("config", "user.email", "stranger@club.example")
        self.start = self.commit("Start")

    def _copy_uncommitted_files(self) -> None:
        """Copy the working tree's files, so that a change can be tested before it is committed."""
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--modified", "--others", "--exclude-standard"],
            cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        for name in filter(None, listed.split("\0")):
            target = self.folder / name
            if (ROOT / name).exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)
            else:
                target.unlink()

    def git(self, *words: str) -> str:
        command = ["git", *words]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True).stdout.strip()

    def commit(self, subject: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def replace(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def make(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(["make", "--no-print-directory", *words], cwd=self.folder, capture_output=True, text=True)

    def prepare(self, version: str = "7.1.0", day: object = TODAY) -> None:
        """Set the version, and add its change log entry, with one more line than the unreleased changes."""
        self.replace("pennant_baseball/__init__.py", f'"{VERSION}"', f'"{version}"')
        self.replace("CHANGELOG.md", "## Unreleased", f"## Unreleased\n\n## {version} – {day}\n\n{NOTES}")


@pytest.fixture(scope="module")
def cloned(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    return Clone(tmp_path_factory.mktemp("stranger") / "pennant")


@pytest.fixture
def clone(cloned: Clone) -> Clone:
    cloned.git("reset", "--quiet", "--hard", cloned.start)
    cloned.git("clean", "--quiet", "--force", "-d")
    for tag in cloned.git("tag", "--list").split():
        cloned.git("tag", "--delete", tag)
    return cloned


def refusal(clone: Clone, *words: str) -> str:
    """Return the reason why no release was made, after checking that nothing was built or tagged."""
    done = clone.make("release", *words)
    assert done.returncode == 2, done.stdout
    assert not (clone.folder / "dist").exists()
    return done.stderr


def test_development_version_is_not_released(clone: Clone) -> None:
    clone.replace("pennant_baseball/__init__.py", f'"{VERSION}"', '"7.1.0.dev3"')
    assert "7.1.0.dev3 is a development version" in refusal(clone)


def test_unreleased_lines_block_a_release(clone: Clone) -> None:
    clone.prepare()
    clone.replace("CHANGELOG.md", "## Unreleased", "## Unreleased\n\n### Fixed\n\n- A tie is broken.")
    clone.commit("Prepare")
    assert "has lines under “Unreleased”" in refusal(clone)


@pytest.mark.parametrize(
    ("heading", "reason"),
    [
        ("7.0.9 – 2026-11-20", "must be “## 7.1.0 – "),
        ("7.1.0", "not “## 7.1.0”"),
        ("7.1.0 – 2026-13-20", "2026-13-20 is not a date"),
        (f"7.1.0 – {TODAY + timedelta(days=2)}", "is in the future"),
        ("7.1.0 – 2026-11-20\n\n## 7.0.9 – 2026-11-19", "is empty"),
    ],
)
def test_newest_changelog_entry_must_be_the_version_with_a_date(clone: Clone, heading: str, reason: str) -> None:
    clone.prepare()
    clone.replace("CHANGELOG.md", f"7.1.0 – {TODAY}", heading)
    clone.commit("Prepare")
    assert reason in refusal(clone)


def test_uncommitted_changes_and_existing_tags_block_a_release(clone: Clone) -> None:
    clone.prepare()
    clone.commit("Prepare")
    stray = clone.folder / "club" / "stray.py"
    stray.touch()
    assert "club/stray.py" in refusal(clone)
    stray.unlink()
    assert clone.make("release", "CHECK=1").stdout == "7.1.0 can be released.\n"
    clone.git("tag", "v7.1.0")
    assert "v7.1.0 already exists" in refusal(clone)
    clone.commit("Later")
    done = built_by_the_workflow(clone)
    assert "v7.1.0 is not the commit" in done.stderr


def built_by_the_workflow(clone: Clone) -> "subprocess.CompletedProcess[str]":
    """Run the release workflow's command."""
    release = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    (command,) = (step["run"] for step in release["jobs"]["build"]["steps"] if "release.py" in step.get("run", ""))
    return subprocess.run(command.split(), cwd=clone.folder, capture_output=True, text=True)


def test_release_is_built_tagged_and_reproducible(clone: Clone) -> None:
    clone.prepare()
    clone.replace("pyproject.toml", 'address = ""', f'address = "{ADDRESS}/"')
    clone.commit("Prepare")
    done = clone.make("release", "TAG=1")
    assert done.returncode == 0, done.stderr
    dist = clone.folder / "dist"
    wheel, bill, source = (
        dist / f"pennant_baseball-7.1.0{end}" for end in ("-py3-none-any.whl", ".cdx.json", ".tar.gz")
    )
    assert {wheel, bill, source, dist / "SHA256SUMS"} <= set(dist.iterdir())
    sums = (dist / "SHA256SUMS").read_text()
    assert sums.splitlines() == [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in (wheel, bill, source)
    ]
    assert clone.git("cat-file", "-t", "v7.1.0") == "tag"
    message = clone.git("for-each-ref", "--format=%(contents)", "refs/tags/v7.1.0")
    assert message.startswith(f"Pennant 7.1.0\n\n{NOTES}")
    check_bill(json.loads(bill.read_text()))
    check_addresses(read_metadata(wheel))
    shutil.rmtree(dist)
    assert built_by_the_workflow(clone).returncode == 0
    assert (dist / "SHA256SUMS").read_text() == sums
    assert (clone.folder / "dist-notes.md").read_text().startswith(NOTES)


def check_bill(bill: dict) -> None:
    """Check that the bill of materials is valid CycloneDX and lists every pinned package with its hashes."""
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill)) is None
    assert (bill["metadata"]["component"]["name"], bill["metadata"]["component"]["version"]) == (
        "pennant-baseball",
        "7.1.0",
    )
    pins = re.findall(r"^([a-z0-9-]+)==([^ ]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert sorted((part["name"], part["version"]) for part in bill["components"]) == sorted(pins)
    assert all(part["externalReferences"][0]["hashes"] for part in bill["components"])
    unlicensed = {part["name"] for part in bill["components"] if not part["licenses"]}
    assert unlicensed <= {"colorama", "psutil", "tzdata"}, "only packages for other systems, which aren't installed"


def read_metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(opened.read(name))


def check_addresses(facts: Message) -> None:
    """Check that every link in the package derives from the single line with the project's URL."""
    links = dict(line.split(", ") for line in facts.get_all("Project-URL"))
    assert {"Homepage", "Documentation", "Changelog", "Source", "Issues"} == set(links)
    assert all(link.startswith(ADDRESS) and "//" not in link.removeprefix("https://") for link in links.values())
    targets = re.findall(r"\]\(([^)]+)\)", str(facts.get_payload()))
    own = [target for target in targets if target.startswith(ADDRESS)]
    assert all(target.startswith("https://") for target in targets)
    assert f"{ADDRESS}/raw/v7.1.0/docs/pictures/desk.webp" in own
    assert f"{ADDRESS}/blob/v7.1.0/docs/tutorial/first-weekend.md" in own
    names = [target.removeprefix(ADDRESS).split("/", 3)[3] for target in own]
    assert all((ROOT / name).exists() for name in names)


def test_docs_site_builds_and_a_broken_link_fails_the_build(clone: Clone) -> None:
    done = clone.make("docs")
    assert done.returncode == 0, done.stdout + done.stderr
    site = clone.folder / "build" / "docs"
    assert [page for page in site.rglob("index.html") if lost_links(page)] == []
    assert 'id="correct-points"' in (site / "docs" / "how-to" / "count-season-points" / "index.html").read_text()
    clone.replace(
        "docs/how-to/undo-a-pick.md", "# Undo a pick", "[Lost](undo-an-action.md#no-such-heading)\n\n# Undo a pick"
    )
    done = clone.make("docs")
    assert done.returncode == 2
    assert "undo-a-pick.md" in done.stdout + done.stderr


def lost_links(page: Path) -> list[str]:
    """Return the links on a site page that lead to no file."""
    links = re.findall(r'(?:href|src)="(?!https?:|mailto:|data:|#)([^"#]+)', page.read_text(encoding="utf-8"))
    return [link for link in links if not (page.parent / link).exists()]


def test_site_navigation_lists_every_page() -> None:
    text = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    tomllib.loads(text)
    pages = [
        page.relative_to(ROOT).as_posix() for page in [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]
    ]
    assert [page for page in pages if not page.startswith("docs/decisions/0") and f'"{page}"' not in text] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_pins_actions_and_limits_permissions(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert [line for line in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+(\.\d+){2}", line)] == []
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())


def test_workflows_use_the_same_action_versions() -> None:
    used = {line for path in WORKFLOWS for line in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))}
    assert len({line.split("@")[0] for line in used}) == len(used)


def test_zizmor_finds_nothing_in_the_workflows() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    done = subprocess.run([zizmor, "--offline", "--quiet", ".github"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_image_is_built_for_both_platforms_with_the_package_license() -> None:
    steps = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]["image"]["steps"]
    (names,) = (step["with"] for step in steps if "metadata-action" in step.get("uses", ""))
    (image,) = (step["with"] for step in steps if "build-push-action" in step.get("uses", ""))
    assert set(image["platforms"].split(",")) == {"linux/amd64", "linux/arm64"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    labels = dict(line.split("=") for line in names["labels"].splitlines())
    assert labels["org.opencontainers.image.licenses"] == project["license"]
    assert labels["org.opencontainers.image.description"] == project["description"]
