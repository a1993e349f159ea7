"""Test that plugins are found through entry points, and that an unusable one is reported without harm."""

import io

import pytest
from django.core import checks
from django.core.management import call_command

from backups.queries.checkup import run_checkup
from core.plugins import PluginFailed, plugin_named, plugins_of, usable_plugins
from pennant_baseball.plugins import EXPORTERS, POINTS_FORMULAS
from tests.plugin_packages import install_package

GOOD = """
class Flat:
    title = "Flat"
    def points(self, finish): return finish.wins / 0 if finish == "bad" else 7
    def counted(self, results): return range(len(results))
"""


def formula(packages, name, code, **points):
    install_package(packages, name, code, {POINTS_FORMULAS.name: points or {name: f"{name}:Flat"}})


def test_plugin_list_can_be_empty(packages):
    assert [*plugins_of(POINTS_FORMULAS), *plugins_of(EXPORTERS)] == []
    assert run_checkup("plugins")[0].sentence == "No plugins are installed."


def test_entry_point_registers_a_plugin(packages):
    formula(packages, "good_points", GOOD, flat="good_points:Flat")
    (plugin,) = plugins_of(POINTS_FORMULAS)
    assert (plugin.name, plugin.title, plugin.package, plugin.problem) == ("flat", "Flat", "good_points 2.5", "")
    assert plugin.call("points", None) == 7
    (line,) = run_checkup("plugins")
    assert (line.tone, line.sentence) == ("good", "In use: points formula “flat” of good_points 2.5.")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def broken(:", "SyntaxError: "),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("class Steep: pass", "AttributeError: module 'bad_points' has no attribute 'Flat'"),
        (GOOD.replace('title = "Flat"', "title = 5"), "its title must be text that matches "),
        (GOOD.replace("def counted", "def counts"), "it has no function counted"),
        (GOOD + "    def __init__(self): raise ValueError('no settings')", "ValueError: no settings"),
    ],
)
def test_checks_and_doctor_report_a_broken_plugin(packages, code, fault):
    formula(packages, "bad_points", code)
    formula(packages, "good_points", GOOD)
    (warning,) = [message for message in checks.run_checks() if message.id == "pennant.W001"]
    assert warning.level == checks.WARNING, "an error would keep commands from running"
    assert warning.msg.startswith(f"The points formula “bad_points” of bad_points 2.5 can't be used: {fault}")
    assert [plugin.name for plugin in usable_plugins(POINTS_FORMULAS)] == ["good_points"]
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", only=["plugins"], stdout=out)
    assert ended.value.code == 1
    assert warning.msg in out.getvalue()
    assert "In use: points formula “good_points” of good_points 2.5." in out.getvalue()


@pytest.mark.parametrize("name", ["csv", "xlsx", "Mark Down", "a" * 13, "x/../y"])
def test_exporter_name_must_be_a_valid_file_extension(packages, name):
    code = "title = 'X'\ncontent_type = 'text/plain'\ndef write(table): return b''"
    install_package(packages, "exporter", code, {EXPORTERS.name: {name: "exporter"}})
    (plugin,) = plugins_of(EXPORTERS)
    assert plugin.fault.startswith("its name doesn't match")


def test_first_package_in_name_order_wins(packages, caplog):
    formula(packages, "zeta", GOOD.replace('"Flat"', '"Zeta"'), flat="zeta:Flat")
    formula(packages, "alpha", GOOD, flat="alpha:Flat")
    assert [plugin.package for plugin in plugins_of(POINTS_FORMULAS)] == ["alpha 2.5"]
    assert "of zeta 2.5 is ignored" in caplog.text


def test_failed_call_is_reported_until_the_next_success(packages):
    formula(packages, "good_points", GOOD)
    plugin = plugin_named(POINTS_FORMULAS, "good_points")
    with pytest.raises(PluginFailed, match="“good_points” of good_points 2.5 failed: AttributeError: "):
        plugin.call("points", "bad")
    assert run_checkup("plugins")[0].tone == "warn"
    plugin.succeeded()
    assert plugin.problem == ""


def test_uninstalled_plugin_has_a_problem(packages):
    plugin = plugin_named(POINTS_FORMULAS, "gone")
    assert plugin.problem == "The points formula “gone” can't be used: its package is not installed."
    with pytest.raises(PluginFailed):
        plugin.call("points", None)
