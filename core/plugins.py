"""Find the plugins in installed packages by their entry points. Unusable plugins are reported, but never raise."""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from django.core.checks import CheckMessage, Warning

from pennant_baseball.plugins import PLUGIN_GROUPS, PluginGroup

logger = logging.getLogger(__name__)


class PluginFailed(Exception):
    """A plugin is unusable or raised an error. The message names the plugin, its package and the error."""


class UnusableObject(Exception):
    """A plugin's object doesn't meet its group's requirements. The message describes the problem."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin from an installed package.

    Attributes:
        package: Its package's name and version, such as "akron-rules 1.0".
        value: Its object, or None if it is unusable.
        facts: The object's texts and lists.
        fault: The reason why it is unusable, or "".
    """

    group: PluginGroup
    name: str
    package: str
    value: Any = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    fault: str = ""

    def __str__(self) -> str:
        source = f" of {self.package}" if self.package else ""
        return f"{self.group.called} “{self.name}”{source}"

    @property
    def title(self) -> str:
        return str(self.facts.get("title", self.name))

    @property
    def problem(self) -> str:
        """Return a sentence about why the plugin is unusable or why its last call failed, or "" if it works."""
        if self.fault:
            return f"The {self} can't be used: {self.fault}."
        return _last_failures.get((self.group.name, self.name), "")

    def call(self, function: str, *arguments: object) -> Any:
        """Call one of the plugin's functions.

        Raises:
            PluginFailed: The plugin is unusable, or the function raised an error.
        """
        if self.fault:
            raise PluginFailed(self.problem)
        try:
            return getattr(self.value, function)(*arguments)
        except Exception as error:
            raise self.failed(describe_error(error)) from error

    def failed(self, fault: str) -> PluginFailed:
        """Log a failure, remember it until the plugin works again, and return the error to raise."""
        sentence = f"The {self} failed: {fault}."
        _last_failures[self.group.name, self.name] = sentence
        logger.error(sentence, exc_info=True)
        return PluginFailed(sentence)

    def succeeded(self) -> None:
        """Clear an earlier failure."""
        _last_failures.pop((self.group.name, self.name), None)


_checks: dict[str, list[Callable[[Mapping[str, Any], object], None]]] = {}
_last_failures: dict[tuple[str, str], str] = {}


def register_plugin_check(group: PluginGroup, check: Callable[[Mapping[str, Any], object], None]) -> None:
    """Let an app check the object, texts and lists of each plugin in a group.

    `check` raises UnusableObject if it finds a problem.
    """
    _checks.setdefault(group.name, []).append(check)


def describe_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200].rstrip(" .")


def plugins_of(group: PluginGroup) -> Sequence[Plugin]:
    """Return a group's installed plugins by name. Unusable plugins have a fault."""
    return tuple(_plugins_by_name(group).values())


def usable_plugins(group: PluginGroup) -> list[Plugin]:
    return [plugin for plugin in plugins_of(group) if not plugin.fault]


def plugin_named(group: PluginGroup, name: str) -> Plugin:
    """Return a plugin by name. If it is no longer installed, it has a fault."""
    missing = Plugin(group, name, "", fault="its package is not installed")
    return _plugins_by_name(group).get(name, missing)


@cache
def _plugins_by_name(group: PluginGroup) -> dict[str, Plugin]:
    """Load each of a group's plugins once per process."""
    plugins: dict[str, Plugin] = {}
    points = sorted(entry_points(group=group.name), key=lambda point: (point.name, _package_of(point)))
    for point in points:
        if point.name in plugins:
            logger.error(
                "The %s of %s is ignored, because %s has one.", point.name, _package_of(point), plugins[point.name]
            )
            continue
        plugins[point.name] = _load(group, point)
    return plugins


def _load(group: PluginGroup, point: EntryPoint) -> Plugin:
    package = _package_of(point)
    try:
        if not re.fullmatch(group.names, point.name):
            raise UnusableObject(f"its name doesn't match {group.names}")
        value = point.load()
        value = value() if isinstance(value, type) else value
        return Plugin(group, point.name, package, value, _facts_of(group, value))
    except UnusableObject as error:
        return Plugin(group, point.name, package, fault=str(error))
    except (Exception, SystemExit) as error:
        # pages must work no matter what errors a third-party package raises on import
        logger.exception("The %s “%s” of %s can't be loaded.", group.called, point.name, package)
        return Plugin(group, point.name, package, fault=describe_error(error))


def _facts_of(group: PluginGroup, value: object) -> dict[str, Any]:
    """Read a plugin object's texts and lists. Raise UnusableObject if any are missing."""
    facts: dict[str, Any] = {}
    for name, pattern in group.texts:
        text = getattr(value, name, None)
        if not isinstance(text, str) or not re.fullmatch(pattern, text):
            raise UnusableObject(f"its {name} must be text that matches {pattern}")
        facts[name] = text
    for name in group.lists:
        facts[name] = tuple(str(entry) for entry in getattr(value, name, ()))
    for name in group.functions:
        if not callable(getattr(value, name, None)):
            raise UnusableObject(f"it has no function {name}")
    for check in _checks.get(group.name, ()):
        check(facts, value)
    return facts


def _package_of(point: EntryPoint) -> str:
    return "" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def check_plugins(**_: object) -> list[CheckMessage]:
    """Report unusable plugins as Django system checks."""
    plugins = [plugin for group in PLUGIN_GROUPS for plugin in plugins_of(group)]
    hint = "Update or uninstall its package. Everything else still works."
    return [Warning(plugin.problem, hint=hint, id="pennant.W001") for plugin in plugins if plugin.fault]
