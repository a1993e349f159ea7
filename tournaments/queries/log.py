"""The action log for its page: entries with what they changed, in words."""

from typing import Any

from django.db.models import QuerySet

from tournaments.models import Action, Division, Team, Tournament

_LABELS = {
    "division_id": "division",
    "home_id": "home",
    "away_id": "away",
    "covered_by_id": "played for the dropped team by",
    "slot": "draft position",
    "is_absent": "absent",
    "program_drafts": "drafted by the program",
    "home_decided": "home decided",
    "home_rolls": "rolls for home",
    "dropped_after_round": "dropped after round",
    "taken_over_by": "taken over by",
    "is_passed_over": "out, the next best advances",
    "profile_key": "edition of the rules",
}


def log_of(tournament: Tournament) -> QuerySet[Action]:
    """Newest first, with what each undoes and what has undone it."""
    return (
        Action.objects.filter(tournament=tournament)
        .select_related("undoes__undoes")
        .prefetch_related("undone_by__undone_by__undone_by")
        .order_by("-pk")
    )


class Names:
    """Names of teams and divisions, read once, for numbers in the log."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._teams: dict[int, str] | None = None
        self._divisions: dict[int, str] | None = None

    def team(self, pk: Any) -> str:
        if self._teams is None:
            self._teams = dict(Team.objects.filter(tournament=self._tournament).values_list("pk", "name"))
        return self._teams.get(pk, f"team {pk}")

    def division(self, pk: Any) -> str:
        if self._divisions is None:
            self._divisions = dict(Division.objects.filter(tournament=self._tournament).values_list("pk", "name"))
        return self._divisions.get(pk, f"division {pk}")


def changes_in_words(
    tournament: Tournament, before: dict[str, Any], after: dict[str, Any], names: Names | None = None
) -> list[str]:
    """One sentence for each value that differs, such as "Kelly: slot 3, was none."."""
    names = names or Names(tournament)
    sentences: list[str] = []
    for key in {**before, **after}:
        old, new = before.get(key), after.get(key)
        if isinstance(old, dict) or isinstance(new, dict):
            sentences += _row_in_words(names, key, old, new)
        elif old != new:
            sentences.append(f"{key.replace('_', ' ')}: {_shown(names, key, new)}, was {_shown(names, key, old)}.")
    return sentences


def _row_in_words(names: Names, key: str, old: dict[str, Any] | None, new: dict[str, Any] | None) -> list[str]:
    what = _named(names, key, new or old or {})
    if new is None:
        return [f"{what}: removed."]
    if old is None:
        return [f"{what}: new."]
    return [
        f"{what}: {_LABELS.get(name, name.replace('_', ' '))} {_shown(names, name, new.get(name))}, "
        f"was {_shown(names, name, old.get(name))}."
        for name in new
        if old.get(name) != new[name]
    ]


def _named(names: Names, key: str, values: dict[str, Any]) -> str:
    if values.get("name"):
        return str(values["name"])
    kind, _, number = key.partition(":")
    if kind == "team" and number.isdecimal():
        return names.team(int(number))
    if kind == "division" and number.isdecimal():
        return names.division(int(number))
    if values.get("home_id") and values.get("away_id"):
        return f"{names.team(values['away_id'])} at {names.team(values['home_id'])}"
    return {"tournament": "Settings"}.get(kind, key.replace(":", " "))


def _shown(names: Names, name: str, value: Any) -> str:
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "division_id":
        return names.division(value)
    if name in ("home_id", "away_id", "covered_by_id"):
        return names.team(value)
    if isinstance(value, list):
        return (
            ", ".join(
                " ".join(str(p) for p in part if p != "") if isinstance(part, list) else str(part) for part in value
            )
            or "none"
        )
    return str(value)
