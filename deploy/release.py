"""Build a release from the current commit: `make release`, or `make release TAG=1` to tag it as well.

The build stops unless the change log, version, tags and working tree agree. It writes the wheel, source distribution,
    software bill of materials (CycloneDX) and SHA256SUMS to `dist/`.
"""

import argparse
import hashlib
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
PACKAGE: Final = "pennant-baseball"
VERSION_FILE: Final = "pennant_baseball/__init__.py"
_FINAL_VERSION: Final = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_ENTRY: Final = re.compile(r"(?P<version>\S+) – (?P<day>\d{4}-\d{2}-\d{2})")


class ReleaseError(Exception):
    """The commit can't be released. The message gives the reason and how to fix it."""


def main(arguments: Sequence[str] | None = None) -> None:
    options = _read_options(arguments)
    try:
        version = read_version()
        notes = check_changelog((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version, datetime.now(UTC).date())
        check_repository(version, may_be_tagged=options.tagged)
        if options.check:
            sys.stdout.write(f"{version} can be released.\n")
            return
        files = build(version)
        if options.notes:
            options.notes.write_text(notes, encoding="utf-8")
        if options.tag:
            _git("tag", "--annotate", "--cleanup=verbatim", f"--message=Pennant {version}\n\n{notes}", f"v{version}")
    except ReleaseError as error:
        sys.exit(f"Not released: {error}")
    lines = [f"Pennant {version}", *(f"  dist/{path.name}" for path in files)]
    if options.tag:
        lines.append(f"Tagged as v{version}. Publish it with: git push origin v{version}")
    sys.stdout.write("\n".join([*lines, ""]))


def _read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make release", description="Build the release files.")
    parser.add_argument("--check", action="store_true", help="check only, build nothing")
    parser.add_argument("--tag", action="store_true", help="also make the annotated tag")
    parser.add_argument("--tagged", action="store_true", help="build an already tagged commit, as the workflow does")
    parser.add_argument("--notes", type=Path, help="write the release notes to this file")
    return parser.parse_args(arguments)


def read_version() -> str:
    """Return the version from the only file that contains it.

    Raises:
        ReleaseError: It is a development version.
    """
    version: str = runpy.run_path(str(ROOT / VERSION_FILE))["VERSION"]
    if not _FINAL_VERSION.fullmatch(version):
        raise ReleaseError(f"{version} is a development version. Set VERSION in {VERSION_FILE}, such as 1.2.0.")
    return version


def check_changelog(text: str, version: str, today: date) -> str:
    """Check that the change log is ready for a version, and return the version's notes.

    Raises:
        ReleaseError: There are still unreleased lines, or the first entry isn't this version with a date.
    """
    parts = _HEADING.split(text)
    sections = list(zip(parts[1::2], parts[2::2], strict=True))
    unreleased = dict(sections).get("Unreleased", "")
    if unreleased.strip():
        raise ReleaseError(f"CHANGELOG.md has lines under “Unreleased”. Move them below “## {version} – {today}”.")
    entries = [(heading, body.strip()) for heading, body in sections if heading != "Unreleased"]
    heading, notes = entries[0] if entries else ("", "")
    entry = _ENTRY.fullmatch(heading)
    if entry is None or entry["version"] != version:
        raise ReleaseError(f"the newest entry of CHANGELOG.md must be “## {version} – {today}”, not “## {heading}”.")
    if not notes:
        raise ReleaseError(f"the {version} entry in CHANGELOG.md is empty. List what changed.")
    _check_day(entry["day"], today)
    return f"{notes}\n"


def _check_day(text: str, today: date) -> None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ReleaseError(f"CHANGELOG.md: {text} is not a date.") from None
    if day > today:
        raise ReleaseError(f"CHANGELOG.md: {day} is in the future. Today is {today}.")


def check_repository(version: str, *, may_be_tagged: bool) -> None:
    """Check that the tree is clean and the version is new, or that this commit has the version's tag.

    Raises:
        ReleaseError: The build would differ from the tagged commit.
    """
    if changes := _git("status", "--porcelain"):
        raise ReleaseError(f"the working tree has changes. Commit or remove them:\n{changes}")
    tag = f"v{version}"
    if not _git("tag", "--list", tag):
        if may_be_tagged:
            raise ReleaseError(f"there is no tag {tag}. VERSION in {VERSION_FILE} and the tag must agree.")
        return
    if not may_be_tagged:
        raise ReleaseError(f"{tag} already exists. Set a newer VERSION in {VERSION_FILE}.")
    if _git("rev-parse", f"{tag}^{{commit}}") != _git("rev-parse", "HEAD"):
        raise ReleaseError(f"{tag} is not the commit that is checked out.")


def build(version: str) -> list[Path]:
    """Build the release files in `dist/`, and return them with the checksums last."""
    for path in DIST.glob(f"pennant_baseball-{version}[-.]*"):
        path.unlink()
    # makes builds of the same commit byte-for-byte identical
    environment = {**os.environ, "SOURCE_DATE_EPOCH": _git("log", "-1", "--format=%ct")}
    uv = str(Path(sys.executable).with_name("uv"))
    words = [
        "build",
        "--quiet",
        "--offline",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "--out-dir",
        str(DIST),
    ]
    subprocess.run([uv, *words], cwd=ROOT, env=environment, check=True)
    _write_bill_of_materials(DIST / f"pennant_baseball-{version}.cdx.json", version, environment)
    files = sorted(DIST.glob(f"pennant_baseball-{version}[-.]*"))
    sums = DIST / "SHA256SUMS"
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    sums.write_text("".join(lines), encoding="utf-8", newline="\n")
    return [*files, sums]


def _write_bill_of_materials(path: Path, version: str, environment: dict[str, str]) -> None:
    """List the pinned packages with hashes and licenses, and the package's own contents."""
    words = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements", "--output-reproducible"]
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "listed.json"
        # the project is described below, because its version isn't in pyproject.toml
        subprocess.run([*words, "--output-file", listed, "requirements.lock"], cwd=ROOT, env=environment, check=True)
        bill = json.loads(listed.read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for component in bill["components"]:
        component.pop("description", None)  # the line from the lock file
        component["licenses"] = _licenses_of(component["name"])
    bill["metadata"]["component"] = {
        "type": "application",
        "bom-ref": PACKAGE,
        "name": PACKAGE,
        "version": version,
        "description": project["description"],
        "purl": f"pkg:pypi/{PACKAGE}@{version}",
        "licenses": [{"expression": project["license"]}],
    }
    bill["dependencies"] = _dependencies(bill["components"])
    path.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8", newline="\n")


def _licenses_of(package: str) -> list[dict[str, Any]]:
    """Return the license from an installed package's metadata: an SPDX expression, or the names in its own wording."""
    try:
        facts = metadata(package)
    except PackageNotFoundError:  # the package is for a different system
        return []
    if "License-Expression" in facts:
        return [{"expression": facts["License-Expression"]}]
    classifiers = [line for line in facts.get_all("Classifier") or [] if line.startswith("License :: ")]
    stated = facts["License"].splitlines()[:1] if "License" in facts else []
    names = [line.rpartition(" :: ")[2] for line in classifiers] or stated
    return [{"license": {"name": name}} for name in names]


def _dependencies(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """List every pinned package as a dependency of Pennant. The lock file doesn't record which package needs which."""
    references = sorted(component["bom-ref"] for component in components)
    return [{"ref": PACKAGE, "dependsOn": references}, *({"ref": reference} for reference in references)]


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.rstrip()


if __name__ == "__main__":
    main()
