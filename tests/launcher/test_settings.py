"""Test that all invalid settings are listed at once, each with its correct form, and that nothing starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config.environment import Environment, WrongSettings

ROOT = Path(__file__).parents[2]
WRONG = {
    "BEHIND_HTTPS": ("maybe", "Use true or false."),
    "BODY_SECONDS": ("soon", "Use a number of seconds above 0"),
    "DATABASE_URL": ("mysql://ann@host/pennant", "It must start with postgres:// or sqlite:///"),
    "EMAIL_PORT": ("smtp", "Use a whole number from 1 to 65535, such as 587."),
    "LOG_FORMAT": ("xml", "Use one of: plain, json."),
    "LOG_LEVEL": ("LOUD", "Use one of: DEBUG, INFO, WARNING, ERROR, CRITICAL."),
    "METRICS_TOKEN": ("short", "Use at least 20 random letters and digits."),
    "MOST_OPEN_PAGES": ("-1", "Use a whole number from 0"),
    "PRINT_PACK_SILENT_SECONDS": ("0", "Use a number of seconds above 0"),
    "PUBLIC_URL": ("pennant", "Use the full address without a path"),
    "REDIS_URL": ("localhost", "Use redis://host:6379/0."),
    "SENTRY_DSN": ("sentry.example/1", "Copy your project's DSN"),
    "SIGN_IN_ATTEMPTS": ("many", "Use a whole number"),
    "TIME_ZONE": ("Mars/Olympus", "Use a time zone name"),
    "WEB_THREADS": ("0", "Use a whole number from 1 to 1000"),
    "WEB_WORKERS": ("two", "Use a whole number from 1 to 64"),
}


def start(**variables: str) -> subprocess.CompletedProcess[str]:
    """Start the program the way the launcher does."""
    command = [sys.executable, "manage.py", "prepare"]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )


def test_all_invalid_settings_are_reported_at_once(tmp_path: Path) -> None:
    a_file = tmp_path / "file"
    a_file.write_text("")
    wrong = {name: value for name, (value, _) in WRONG.items()} | {"PENNANT_SECOND_FOLDER": str(a_file)}
    result = start(PENNANT_DATA=str(tmp_path), **wrong)
    assert result.returncode != 0
    heading, *lines = result.stderr.splitlines()
    assert heading == "Pennant can't start. Correct these settings:"
    advice = {name: sentence for name, (_, sentence) in WRONG.items()} | {"PENNANT_SECOND_FOLDER": "That is a file."}
    assert len(lines) == len(advice)
    for name, sentence in advice.items():
        (line,) = [line for line in lines if line.strip().startswith(name)]
        assert sentence in line
    assert not (tmp_path / "pennant.sqlite3").exists()


@pytest.mark.parametrize(
    ("address", "advice"),
    [
        ("nonsense", "It must start with"),
        ("postgres://ann:pa/ss@host/pennant", "write @ as %40, / as %2F"),
        ("postgres://ann:p@ss@host/pennant", "write @ as %40"),
        ("postgres://ann:p#ss@host/pennant", "write @ as %40"),
        ("postgres://ann@host:port/pennant", "write @ as %40"),
        ("postgres://ann@host", "The database name is missing"),
        ("sqlite://", "Include the file path"),
    ],
)
def test_database_address_error_hides_the_password(address: str, advice: str) -> None:
    environment = Environment({"DATABASE_URL": address})
    environment.database("DATABASE_URL", "sqlite:////tmp/pennant.sqlite3")
    with pytest.raises(WrongSettings) as refused:
        environment.check()
    assert advice in str(refused.value)
    assert "ss@" not in str(refused.value)


def test_url_encoded_password_is_decoded() -> None:
    environment = Environment({"DATABASE_URL": "postgres://ann:p%40s%2Fs@host:5433/pennant"})
    assert environment.database("DATABASE_URL", "")["PASSWORD"] == "p@s/s"
    environment.check()


def test_empty_setting_uses_its_default() -> None:
    environment = Environment(dict.fromkeys(("EMAIL_PORT", "DEBUG", "TIME_ZONE", "REDIS_URL"), ""))
    assert environment.integer("EMAIL_PORT", 587) == 587
    assert environment.flag("DEBUG", default=True) is True
    assert environment.time_zone("TIME_ZONE", "UTC") == "UTC"
    assert environment.redis_address("REDIS_URL") == ""
    environment.check()


def test_secret_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("a secret\n")
    environment = Environment({"SECRET_KEY_FILE": str(file), "EMAIL_HOST_PASSWORD_FILE": str(tmp_path / "missing")})
    assert environment.text("SECRET_KEY") == "a secret"
    environment.text("EMAIL_HOST_PASSWORD")
    with pytest.raises(WrongSettings, match="EMAIL_HOST_PASSWORD_FILE=.*The file can't be read: No such file"):
        environment.check()


def test_email_ssl_and_tls_are_mutually_exclusive(tmp_path: Path) -> None:
    result = start(PENNANT_DATA=str(tmp_path), EMAIL_USE_SSL="true", EMAIL_USE_TLS="true")
    assert "EMAIL_USE_SSL and EMAIL_USE_TLS can't both be on." in result.stderr


def test_data_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    a_file = tmp_path / "file"
    a_file.write_text("")
    result = start(PENNANT_DATA=str(a_file), DATABASE_URL="")
    assert str(a_file) in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("sqlite:///{folder}/missing/pennant.sqlite3", "The folder {folder}/missing doesn't exist."),
        ("sqlite:///{folder}", "{folder} is a folder, not a database."),
        ("sqlite:///{folder}/text.sqlite3", "The database {folder}/text.sqlite3 is damaged."),
        ("postgres://postgres@127.0.0.1:1/pennant", "No PostgreSQL server is responding at 127.0.0.1:1."),
    ],
)
def test_unusable_database_is_reported_on_a_single_line(tmp_path: Path, address: str, problem: str) -> None:
    (tmp_path / "text.sqlite3").write_text("This is a text and not a database at all.")
    result = start(PENNANT_DATA=str(tmp_path), DATABASE_URL=address.format(folder=tmp_path))
    (line,) = result.stderr.splitlines()
    assert problem.format(folder=tmp_path) in line


@pytest.mark.database
@pytest.mark.parametrize(
    ("user", "name", "problem"),
    [
        ("nobody-here", "postgres", "doesn't accept user “nobody-here”"),
        ("", "nothing-here", "The database “nothing-here” doesn't exist"),
    ],
)
def test_wrong_postgresql_user_or_database_is_reported(tmp_path: Path, user: str, name: str, problem: str) -> None:
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("postgresql"):
        pytest.skip("SQLite has no users")
    server = f"{database['HOST']}:{database['PORT'] or 5432}"
    address = f"postgres://{user or database['USER']}@{server}/{name}"
    result = start(PENNANT_DATA=str(tmp_path), DATABASE_URL=address)
    assert problem in result.stderr
    assert "Traceback" not in result.stderr


def test_metrics_behind_a_proxy_require_a_token(tmp_path: Path) -> None:
    place = {"PENNANT_DATA": str(tmp_path), "METRICS": "true", "TRUSTED_PROXIES": "1"}
    result = start(**place)
    assert result.returncode != 0
    assert "Behind a proxy, METRICS needs METRICS_TOKEN" in result.stderr
    assert start(**place, METRICS_TOKEN="x" * 20, DATABASE_URL=f"sqlite:///{tmp_path}/site.sqlite3").returncode == 0
