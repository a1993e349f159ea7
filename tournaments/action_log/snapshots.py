"""Take snapshots of rows for the log, and restore rows from snapshots.

A snapshot maps a key such as "team:12" to the row's values, or to None if the row doesn't exist. The log page and undo
use snapshots. Forms use their fingerprints to detect outdated data.
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Model

from tournaments.models import (
    Division,
    Manager,
    Series,
    Shootout,
    SlotRoll,
    Team,
    TieBreakRoll,
    Tournament,
    Webhook,
)

Values = dict[str, Any]
Snapshot = dict[str, Values | None]

SETTINGS = (
    "name",
    "place",
    "starts_on",
    "time_zone",
    "profile_key",
    "series_length",
    "round_robins",
    "rounds_played",
    "power_rounds",
    "advance_per_division",
    "wild_cards",
    "best_of",
    "consolation_best_of",
    "consolation_counts",
    "home_pattern",
    "pitching_carries_over",
    "suspended_games",
    "table_pace",
    "shared_scoring",
    "paper",
    "is_practice",
)
KINDS: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "tournament": (
        Tournament,
        (
            *SETTINGS,
            "profile_text",
            "stage",
            "announcement",
            "odds_shown",
            "timetable",
            "divisions_on_own_days",
            "phone_address",
        ),
    ),
    "division": (Division, ("name", "position", "first_table")),
    "team": (
        Team,
        (
            "name",
            "kind",
            "division_id",
            "slot",
            "is_absent",
            "is_checked_in",
            "program_drafts",
            "disqualified",
            "proxy",
            "apart_from_id",
            "crest",
            "colours",
            "dropped_after_round",
            "compensation",
            "taken_over_by",
            "is_passed_over",
        ),
    ),
    "series": (
        Series,
        (
            "division_id",
            "stage",
            "round",
            "table",
            "home_id",
            "away_id",
            "home_rolls",
            "home_decided",
            "home_place",
            "away_place",
            "is_started_by_hand",
            "covered_by_id",
            "games_planned",
            "is_best_of",
            "status",
        ),
    ),
    "tiebreakroll": (TieBreakRoll, ("division_id", "rolls")),
    "shootout": (
        Shootout,
        (
            "division_id",
            "home_id",
            "away_id",
            "home_rolls",
            "home_starter",
            "away_starter",
            "reason",
            "halves",
        ),
    ),
    "webhook": (Webhook, ("is_in_use",)),  # A webhook's URL is secret.
}


def key_of(row: Model) -> str:
    return f"{row._meta.model_name}:{row.pk}"


def values_of(row: Model) -> Values:
    """Return a row's values as plain JSON. A team's values include its managers and rolls."""
    _, names = KINDS[str(row._meta.model_name)]
    values = {name: _to_plain(getattr(row, name)) for name in names}
    if isinstance(row, Team):
        values["managers"] = [[manager.name, manager.home_town, manager.region] for manager in row.managers.all()]
        values["rolls"] = [[roll.attempt, roll.value, roll.thrown_by] for roll in row.slot_rolls.all()]
    return values


def snapshot(rows: Iterable[Model]) -> Snapshot:
    return {key_of(row): values_of(row) for row in rows}


def fingerprint(rows: Iterable[Model] | Model) -> str:
    """Return a short hash of rows, which a form uses to detect that another user has saved changes."""
    values = snapshot([rows] if isinstance(rows, Model) else rows)
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def only_changes(before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Reduce both snapshots to their differences. Always include a series' status, because undo needs it."""
    old_values: Snapshot = {}
    new_values: Snapshot = {}
    for key in {**before, **after}:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if old is None or new is None:
            old_values[key], new_values[key] = old, new
            continue
        names = [name for name in new if old.get(name) != new[name] or (name == "status" and key.startswith("series:"))]
        old_values[key], new_values[key] = (
            {name: old[name] for name in names},
            {name: new[name] for name in names},
        )
    return old_values, new_values


def current(tournament: Tournament, like: Snapshot) -> Snapshot:
    """Return the current values for the keys and field names in `like`."""
    values_by_key: Snapshot = dict.fromkeys(like)
    for key, like_values in like.items():
        row = row_of(tournament, key)
        if row is not None:
            values = values_of(row)
            values_by_key[key] = values if like_values is None else {name: values.get(name) for name in like_values}
    return values_by_key


def row_of(tournament: Tournament, key: str) -> Model | None:
    kind, number = key.split(":")
    model, _ = KINDS[kind]
    if kind == "tournament":
        return tournament if tournament.pk == int(number) else None
    return model._default_manager.filter(pk=int(number), tournament=tournament).first()


def restore(tournament: Tournament, target: Snapshot) -> None:
    """Make rows match a snapshot. None deletes a row, and missing rows are created with their old IDs."""
    order = list(KINDS)
    keys = sorted(target, key=lambda key: order.index(key.split(":")[0]))
    for key in reversed(keys):
        if target[key] is None and (row := row_of(tournament, key)) is not None:
            row.delete()
    rows = {key: row_of(tournament, key) for key in keys if target[key] is not None}
    complete = {key: {**(values_of(row) if row else {}), **(target[key] or {})} for key, row in rows.items()}
    for row in rows.values():
        _clear_unique_values(row)
    for key, values in complete.items():
        _restore_row(tournament, key, rows[key], values)


def _clear_unique_values(row: Model | None) -> None:
    """Clear a row's unique values, so that rows can swap them."""
    if isinstance(row, Series):
        Series.objects.filter(pk=row.pk).update(table=None)
    elif isinstance(row, Team):
        Team.objects.filter(pk=row.pk).update(slot=None, name=f"~{row.pk}")
    elif isinstance(row, Division):
        Division.objects.filter(pk=row.pk).update(name=f"~{row.pk}", position=10_000 + row.position)


def _restore_row(tournament: Tournament, key: str, row: Model | None, values: Values) -> None:
    kind, number = key.split(":")
    model, names = KINDS[kind]
    if row is None:
        row = model(pk=int(number), tournament=tournament)
    for name in names:
        if name in values:  # A log entry may be older than a database column.
            setattr(row, name, _from_plain(name, values[name]))
    if isinstance(row, (Tournament, Series)):
        row.version += 1
    row.save()
    if isinstance(row, Team):
        write_managers(row, values["managers"])
        write_rolls(row, values["rolls"])


def write_managers(team: Team, people: Iterable[Iterable[str]]) -> None:
    """Replace the team's managers with these (name, home town, region), in this order."""
    team.managers.all().delete()
    Manager.objects.bulk_create(
        Manager(team=team, name=name, home_town=home_town, region=region, position=position)
        for position, (name, home_town, region) in enumerate(people, start=1)
    )


def write_rolls(team: Team, rolls: Iterable[tuple[int, int, str]]) -> None:
    team.slot_rolls.all().delete()
    SlotRoll.objects.bulk_create(
        SlotRoll(team=team, attempt=attempt, value=value, thrown_by=rolled_by) for attempt, value, rolled_by in rolls
    )


def _from_plain(name: str, value: Any) -> Any:
    return date.fromisoformat(value) if name == "starts_on" and value else value


def _to_plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
