"""Move the whole year to another server with a backup, and compare both servers' responses."""

from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.browser.installation import Site
from tests.drills.club_year.doors import Api


def download_backup(organizer: Api, token: str, folder: Path) -> Path:
    """Make a full backup, and download it as an organizer."""
    backup = organizer.post("backups/")
    file = folder / backup["name"]
    request = Request(backup["file"], headers={"Authorization": f"Bearer {token}"})
    with urlopen(request, timeout=120) as answer:
        file.write_bytes(answer.read())
    return file


def restore_on(site: Site, backup: Path) -> None:
    """Restore the backup on another server, and start the server."""
    site.manage("restore", str(backup), "--yes")
    site.start_web()


def club_of(organizer: Api, year: int) -> dict[str, Any]:
    """Return the club data that must survive a move."""
    tournaments = sorted(row["slug"] for row in organizer.get_all("tournaments/"))
    return {
        "people": organizer.get_all("people/"),
        "points": organizer.get_all(f"seasons/{year}/"),
        "champions": organizer.get_all("champions/"),
        "ratings face to face": organizer.get_all("ratings/?kind=face_to_face"),
        "ratings online": organizer.get_all("ratings/?kind=online"),
        "records": organizer.get("records/"),
        "formula": organizer.get(f"seasons/{year}/formula/"),
        "player statistics": organizer.get_all("players/batting/") + organizer.get_all("players/pitching/"),
        **{f"standings of {slug}": organizer.get(f"tournaments/{slug}/standings/") for slug in tournaments},
        **{f"closing of {slug}": organizer.get(f"tournaments/{slug}/closing/") for slug in tournaments},
    }


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [f"{name} differs after the move" for name in before if before[name] != after.get(name)]
