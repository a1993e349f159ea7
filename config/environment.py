"""Read settings from the environment and report all invalid settings at once."""

import os
from collections.abc import Collection, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ

from core.seal_key import is_seal_key

_YES = ("1", "true", "yes", "y", "on")
_NO = ("0", "false", "no", "n", "off")
_MAX_NUMBER = 10**9
_DATABASE_EXAMPLE = "postgres://user:password@host:5432/pennant"
_DATABASE_SCHEMES = ("postgres", "postgresql", "sqlite")
_PERCENT_HINT = "In the user name and password, write @ as %40, / as %2F, : as %3A, # as %23 and ? as %3F."


class WrongSettings(SystemExit):
    """Raised for invalid settings. The message has one line per setting."""


class Environment:
    """Typed settings from the environment.

    Empty settings count as missing. Invalid settings use their default until `check` reports them all.

    `NAME_FILE` contains the path to a file with the value of NAME, such as a mounted secret.
    """

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self._variables = variables
        self._problems: list[str] = []

    def check(self) -> None:
        """Raise WrongSettings if any setting is invalid."""
        if self._problems:
            heading = "Pennant can't start. Correct these settings:"
            raise WrongSettings("\n".join([heading, *(f"  {problem}" for problem in self._problems)]))

    def text(self, name: str, default: str = "") -> str:
        file = self._variables.get(f"{name}_FILE", "")
        if not file:
            return self._variables.get(name, "").strip() or default
        try:
            return Path(file).read_text(encoding="utf-8").strip() or default
        except (OSError, UnicodeDecodeError) as fault:
            reason = getattr(fault, "strerror", None) or "it isn't text"
            self._report(f"{name}_FILE", file, f"The file can't be read: {reason}.")
            return default

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.text(name, str(default)).lower()
        if value in _YES:
            return True
        if value not in _NO:
            self._report(name, value, "Use true or false.")
            return default
        return False

    def integer(self, name: str, default: int, *, least: int = 0, most: int = _MAX_NUMBER) -> int:
        value = self.text(name, str(default))
        if value.isascii() and value.isdecimal() and len(value) < 12 and least <= int(value) <= most:
            return int(value)
        limits = f"from {least} to {most}" if most < _MAX_NUMBER else f"from {least}"
        self._report(name, value, f"Use a whole number {limits}, such as {default}.")
        return default

    def seconds(self, name: str, default: float) -> float:
        value = self.text(name, str(default))
        try:
            seconds = float(value)
        except ValueError:
            seconds = 0.0
        if 0 < seconds < _MAX_NUMBER:
            return seconds
        self._report(name, value, f"Use a number of seconds above 0, such as {default:g}.")
        return default

    def choice(self, name: str, default: str, choices: Collection[str]) -> str:
        value = self.text(name, default)
        if value in choices:
            return value
        self._report(name, value, f"Use one of: {', '.join(choices)}.")
        return default

    def names(self, name: str, default: list[str]) -> list[str]:
        value = self.text(name)
        return [part.strip() for part in value.split(",") if part.strip()] or default

    def time_zone(self, name: str, default: str) -> str:
        value = self.text(name, default)
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            self._report(name, value, "Use a time zone name, such as America/Chicago or UTC.")
            return default
        return value

    def web_address(self, name: str) -> str:
        value = self.text(name).rstrip("/")
        parts = _split(value)
        if value and (parts is None or parts.scheme not in ("http", "https") or not parts.hostname or parts.path):
            self._report(name, value, "Use the full address without a path, such as https://pennant.example.")
            return ""
        return value

    def redis_address(self, name: str) -> str:
        value = self.text(name)
        parts = _split(value)
        if value and (parts is None or parts.scheme not in ("redis", "rediss", "unix")):
            self._report_secret(name, f"Use redis://host:6379/0. {_PERCENT_HINT}")
            return ""
        return value

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Return Django's settings for a database URL."""
        value = self.text(name, default)
        problem = _database_problem(value)
        if problem:
            self._report_secret(name, problem)
            value = default
        settings: dict[str, Any] = environ.Env.db_url_config(value)
        return settings

    def secret(self, name: str, *, min_length: int) -> str:
        """Return a secret of at least `min_length` characters, or "" if it isn't set."""
        value = self.text(name)
        if value and len(value) < min_length:
            self._report_secret(name, f"Use at least {min_length} random letters and digits.")
            return ""
        return value

    def seal_key(self, name: str) -> str:
        """Return an Ed25519 key, or "" if it isn't set."""
        value = self.text(name)
        if value and not is_seal_key(value):
            self._report_secret(name, "Use 32 random bytes in base64url, 43 characters without the = at the end.")
            return ""
        return value

    def crash_server(self, name: str) -> str:
        """Return the DSN (project URL) for Sentry or a compatible server, or "" if it isn't set."""
        value = self.text(name)
        if not value:
            return ""
        parts = _split(value)
        if parts is None or parts.scheme not in ("http", "https") or not (parts.username and parts.hostname):
            self._report_secret(name, "Copy your project's DSN, such as https://key@sentry.example/1.")
            return ""
        if find_spec("sentry_sdk") is None:
            self._report_secret(name, 'A package is missing. Install "pennant-baseball[sentry]".')
            return ""
        return value

    def folder(self, name: str, default: str = "") -> str:
        """Return the path to a directory that exists or can be created."""
        value = self.text(name, default)
        if value and Path(value).exists() and not Path(value).is_dir():
            self._report(name, value, "That is a file. Use the path to a folder.")
            return default
        return value

    def reject(self, problem: str) -> None:
        """Report a conflict between settings."""
        self._problems.append(problem)

    def _report(self, name: str, value: str, advice: str) -> None:
        shortened = value if len(value) <= 60 else f"{value[:60]}..."
        self._problems.append(f"{name}={shortened!r} can't be used. {advice}")

    def _report_secret(self, name: str, advice: str) -> None:
        """Report a setting that may contain a password, without showing its value."""
        self._problems.append(f"{name} can't be used. {advice}")


def _split(address: str) -> SplitResult | None:
    """Split a URL, or return None if its host or port is invalid."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _database_problem(address: str) -> str:
    parts = _split(address)
    if parts is None:
        return f"Use {_DATABASE_EXAMPLE}. {_PERCENT_HINT}"
    if parts.scheme not in _DATABASE_SCHEMES:
        return f"It must start with postgres:// or sqlite:///, such as {_DATABASE_EXAMPLE}."
    if parts.scheme == "sqlite":
        return "" if parts.path.strip("/") else "Include the file path, such as sqlite:////home/ann/pennant.sqlite3."
    if parts.fragment or "@" in parts.path or "@" in parts.query or parts.netloc.count("@") > 1:
        return f"Use {_DATABASE_EXAMPLE}. {_PERCENT_HINT}"
    if not parts.path.strip("/"):
        return f"The database name is missing at the end, such as {_DATABASE_EXAMPLE}."
    return ""
