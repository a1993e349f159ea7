"""Build message bodies for Discord and Slack webhooks."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

_DISCORD: Final = ("discord.com", "discordapp.com")
_SLACK: Final = ("hooks.slack.com", "hooks.slack-gov.com")
_MAX_DISCORD_LENGTH: Final = 1900  # Discord's limit is 2,000 characters
_MAX_SLACK_LENGTH: Final = 30_000


def chat_service(address: str) -> str:
    """Return "discord" or "slack", or "" for any other service."""
    host = urlsplit(address).hostname or ""
    if host in _DISCORD or host.endswith(tuple(f".{name}" for name in _DISCORD)):
        return "discord"
    return "slack" if host in _SLACK else ""


def chat_message(service: str, text: str, link: str = "") -> Mapping[str, Any]:
    """Return the request body that posts this text. Mentions and formatting in the text are disabled."""
    lines = f"{text}\n{link}" if link else text
    if service == "discord":
        return {"content": lines[:_MAX_DISCORD_LENGTH], "allowed_mentions": {"parse": []}}
    return {"text": _escape_for_slack(lines)[:_MAX_SLACK_LENGTH]}


def _escape_for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
