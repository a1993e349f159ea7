"""Find the plugins of installed packages by their entry points. A plugin that can't be used is named, never raised."""

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
    """A plugin can't be used or raised an error. The message names the plugin, its package and the error."""


class UnusableObject(Exception):
    """The object of a plugin isn't what its group asks for. The message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin of an installed package.

    Attributes:
        package: Name and version of its package, such as "akron-rules 1.0".
        value: Its object, or None if it can't be used.
        facts: The texts and lists of its object.
        fault: Why it can't be used, or "".
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
        """Return why it can't be used, or why its last call failed, as a sentence. "" if neither is so."""
        if self.fault:
            return f"The {self} can't be used: {self.fault}."
        return _last_failures.get((self.group.name, self.name), "")

    def call(self, function: str, *arguments: object) -> Any:
        """Call a function of the plugin.

        Raises:
            PluginFailed: It can't be used, or the function raised an error.
        """
        if self.fault:
            raise PluginFailed(self.problem)
        try:
            return getattr(self.value, function)(*arguments)
        except Exception as error:
            raise self.failed(describe_error(error)) from error

    def failed(self, fault: str) -> PluginFailed:
        """Log a failure, keep it until the plugin succeeds again, and return the error to raise."""
        sentence = f"The {self} failed: {fault}."
        _last_failures[self.group.name, self.name] = sentence
        logger.error(sentence, exc_info=True)
        return PluginFailed(sentence)

    def succeeded(self) -> None:
        """Forget an earlier failure."""
        _last_failures.pop((self.group.name, self.name), None)


_checks: dict[str, list[Callable[[Mapping[str, Any], object], None]]] = {}
_last_failures: dict[tuple[str, str], str] = {}


def register_plugin_check(group: PluginGroup, check: Callable[[Mapping[str, Any], object], None]) -> None:
    """Let an app check the texts and lists of each plugin of a group, and its object. It raises UnusableObject."""
    _checks.setdefault(group.name, []).append(check)


def describe_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:200].rstrip(" .")


def plugins_of(group: PluginGroup) -> Sequence[Plugin]:
    """Return the installed plugins of a group by name. Those that can't be used have a fault."""
    return tuple(_plugins_by_name(group).values())


def usable_plugins(group: PluginGroup) -> list[Plugin]:
    return [plugin for plugin in plugins_of(group) if not plugin.fault]


def plugin_named(group: PluginGroup, name: str) -> Plugin:
    """Return a plugin. One that isn't installed any more has a fault."""
    missing = Plugin(group, name, "", fault="its package is not installed")
    return _plugins_by_name(group).get(name, missing)


@cache
def _plugins_by_name(group: PluginGroup) -> dict[str, Plugin]:
    """Load each plugin of a group once in a process."""
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
        # pages work, whatever a stranger's package does when it is imported
        logger.exception("The %s “%s” of %s can't be loaded.", group.called, point.name, package)
        return Plugin(group, point.name, package, fault=describe_error(error))


def _facts_of(group: PluginGroup, value: object) -> dict[str, Any]:
    """Read the texts and lists of a plugin's object. Raise UnusableObject if it lacks something."""
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
    """Name the plugins that can't be used among Django's system checks."""
    plugins = [plugin for group in PLUGIN_GROUPS for plugin in plugins_of(group)]
    hint = "Update or uninstall its package. Everything else still works."
    return [Warning(plugin.problem, hint=hint, id="pennant.W001") for plugin in plugins if plugin.fault]
