"""This computer's standby data, needed for every page and action."""

from pathlib import Path

from django.conf import settings

from core.standby_files import StandbyFiles, StandbyRecord


def standby_files() -> StandbyFiles:
    return StandbyFiles(Path(settings.DATA_DIR))


def standby_address() -> str:
    """Return the URL where pages find the standby if this computer goes down, such as "http://192.168.1.6:8000"."""
    return str(standby_files().read(StandbyRecord.PAIRED).get("address", ""))


def new_leader_address() -> str:
    """Return the URL of the computer that accepts results now, or "" while this computer does."""
    return str(standby_files().read(StandbyRecord.HANDED_OVER).get("address", ""))


def network_name_file() -> Path:
    return Path(settings.DATA_DIR) / "network_name"


def network_name_address() -> str:
    """Return this computer's URL based on its name in the local network, or "" if it doesn't announce a name."""
    try:
        return network_name_file().read_text(encoding="utf-8")
    except OSError:
        return ""
