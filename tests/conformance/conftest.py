"""`pytest tests/conformance [--cases PATH ...]`: select the cases and summarize the areas without adapters."""

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.adapters import Registry, gather
from tests.conformance.case_files import SHIPPED, Case, CaseFileError, read_files

REGISTRY = pytest.StashKey[Registry]()
CASES = pytest.StashKey[list[Case]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        action="append",
        metavar="PATH",
        help="a case file (or a folder of them) to run in place of the shipped ones; may be given several times",
    )


def pytest_configure(config: pytest.Config) -> None:
    named = config.getoption("cases", None)  # unknown option if pytest finds this file late
    paths = [config.invocation_params.dir / path for path in named] if named else [SHIPPED]
    try:
        config.stash[CASES] = read_files(map(Path, paths))
    except CaseFileError as fault:
        raise pytest.UsageError(str(fault)) from None
    config.stash[REGISTRY] = gather()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        registry = metafunc.config.stash[REGISTRY]
        covered = [case for case in metafunc.config.stash[CASES] if registry.adapter(case)]
        metafunc.parametrize("case", [_with_marks(case, registry) for case in covered])


def _with_marks(case: Case, registry: Registry) -> Any:
    marks = [pytest.mark.django_db] if registry.needs_database(case) else []
    return pytest.param(case, id=case.id, marks=marks)


@pytest.fixture
def registry(pytestconfig: pytest.Config) -> Registry:
    return pytestconfig.stash[REGISTRY]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if CASES not in config.stash:
        return
    uncovered = config.stash[REGISTRY].uncovered(config.stash[CASES])
    total = len(config.stash[CASES])
    terminalreporter.section("conformance")
    terminalreporter.line(f"{total - uncovered.total()} of {total} cases are in areas covered")
    if uncovered:
        terminalreporter.line("areas not yet covered:")
    for area, cases in sorted(uncovered.items()):
        terminalreporter.line(f"  {area} ({cases} case{'s' if cases > 1 else ''})")
