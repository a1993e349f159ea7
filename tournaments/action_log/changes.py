"""Describe the changes that an action made."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Field, Model

from rules_engine.lines_in_words import line_in_words
from rules_engine.profile import profile_of_text
from tournaments.action_log.changed_games import games_in_words, stops_in_words
from tournaments.models import Division, Series, Team, Tournament
from tournaments.models.people import dropout_time

Values = Mapping[str, Any]
_MODELS: Mapping[str, type[Model]] = {
    "tournament": Tournament,
    "division": Division,
    "team": Team,
    "series": Series,
}
_FIELD_LABELS = {
    "apart_from_id": "keep apart from",
    "compensation": "compensation for the covering team",
    "covered_by_id": "covered for the dropped team by",
    "division_id": "division",
    "games_planned": "games",
    "is_in_use": "in use",
    "away_place": "place in the visiting team's play sequence",
    "home_place": "place in the home team's play sequence",
    "home_rolls": "rolls for home",
    "is_absent": "absent",
    "is_checked_in": "checked in",
    "disqualified": "disqualified manager's picks",
    "program_drafts": "drafted by autopick",
    "is_best_of": "best-of",
    "is_passed_over": "passed over for the next-best team",
    "is_practice": "practice",
    "is_started_by_hand": "started by hand",
    "profile_key": "rules edition",
    "rolls": "d20",
    "slot": "draft position",
    "starts_on": "first day",
    "taken_over_by": "taken over by",
}
# fields that contain a team ID or a list of team IDs
_TEAM_FIELDS = (
    "home_id",
    "away_id",
    "covered_by_id",
    "apart_from_id",
    "team",
    "teams",
    "seeds",
)
_HIDDEN_FIELDS = ("version", "profile_text", "places", "resumed", "late_games")


class SeriesName(NamedTuple):
    """A series with the data needed to describe it."""

    away: str
    home: str
    stage: str
    round: int
    games_planned: int
    outcomes: str
    away_wins: int
    home_wins: int

    def __str__(self) -> str:
        return f"{self.away} at {self.home} ({_place_text(self.stage, self.round)})"

    @property
    def games(self) -> str:
        return f"{self.games_planned} game{'' if self.games_planned == 1 else 's'}"


class Names:
    """Names of the teams, divisions and series in the log, loaded only when needed."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    @cached_property
    def _teams(self) -> dict[int, str]:
        return dict(self._tournament.teams.values_list("pk", "name"))

    @cached_property
    def _divisions(self) -> dict[int, str]:
        return dict(self._tournament.divisions.values_list("pk", "name"))

    @cached_property
    def _series(self) -> dict[int, SeriesName]:
        columns = ("away__name", "home__name", *SeriesName._fields[2:])
        return {pk: SeriesName(*values) for pk, *values in self._tournament.series.values_list("pk", *columns)}

    def team(self, pk: Any) -> str:
        return self._teams.get(pk, "a removed team")

    def division(self, pk: Any) -> str:
        return self._divisions.get(pk, "a removed division")

    def series(self, pk: int) -> SeriesName | None:
        return self._series.get(pk)

    def row(self, key: str, values: Values | None = None) -> str:
        """Return a row's name based on its snapshot key. `values` describes a deleted row."""
        values, (kind, _, number) = values or {}, key.partition(":")
        if kind == "series" and (series := self.series(int(number))) is not None:
            return str(series)
        if kind == "series" and "home_id" in values and "away_id" in values:
            place = f" ({_place_text(values['stage'], values['round'])})" if {"stage", "round"} <= set(values) else ""
            return f"{self.team(values['away_id'])} at {self.team(values['home_id'])}{place}"
        if kind == "shootout" and "home_id" in values:
            return f"The shootout between {self.team(values['away_id'])} and {self.team(values['home_id'])}"
        if kind == "tiebreakroll" and "rolls" in values:
            return f"d20 roll ({_rolls_text(self, values['rolls'])})"
        if values.get("name") and kind != "tournament":
            return str(values["name"])
        of_kind = {"team": self.team, "division": self.division}
        return of_kind[kind](int(number)) if kind in of_kind else _KIND_NAMES.get(kind, kind)


_KIND_NAMES = {
    "tournament": "Settings",
    "series": "A series",
    "tiebreakroll": "A tiebreaker d20 roll",
    "shootout": "A shootout",
    "webhook": "The webhook",
}


def changes_in_words(
    tournament: Tournament,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    names: Names | None = None,
) -> list[str]:
    """Return a sentence for each change to a row or other logged value."""
    names = names or Names(tournament)
    sentences: list[str] = []
    for key in {**before, **after}:
        old, new = before.get(key), after.get(key)
        if old == new or key in _HIDDEN_FIELDS:
            continue
        if key == "suspensions":
            sentences += stops_in_words(old, new)
        elif key == "games" and _have_scores(old, new):
            sentences += games_in_words(names.team, old, new)
        else:
            sentences += _row_changes(names, key, old, new) if ":" in key else [_fact_sentence(names, key, old, new)]
    return sentences


def _have_scores(*games: Any) -> bool:
    """Return whether the games have scores. Some actions log only the number of games."""
    return all("number" in game for game_list in games for game in game_list or ())


def _row_changes(names: Names, key: str, old: Values | None, new: Values | None) -> Iterator[str]:
    label = names.row(key, new or old)
    if old is None or new is None:
        yield _row_added_or_removed(key, label, is_new=old is None)
        return
    kind, _, number = key.partition(":")
    changed = {name: old.get(name) for name in new if old.get(name) != new[name] and name not in _HIDDEN_FIELDS}
    if kind == "series":
        yield from _series_changes(names, names.series(int(number)), label, changed, new)
    if kind == "shootout" and "halves" in changed:
        yield _halves_sentence(label, len(changed.pop("halves") or ()), len(new["halves"]))
    if kind == "team" and "dropped_after_round" in changed:
        yield _drop_out_sentence(label, changed.pop("dropped_after_round"), new["dropped_after_round"])
    if old.get("profile_text") != new.get("profile_text") and "profile_key" not in changed:
        yield from _rules_changed(old, new)
    for name, value in changed.items():
        new_text, old_text = (_value_text(names, kind, name, raw) for raw in (new[name], value))
        yield f"{label}: {_field_label(kind, name)} {new_text}, was {old_text}."


def _rules_changed(old: Values, new: Values) -> Iterator[str]:
    """Yield a sentence for each rule of the edition that was set or reset."""
    if not (old.get("profile_text") and new.get("profile_text")):
        return  # The entry is older than stored editions.
    old_profile, new_profile = (
        profile_of_text(old["profile_text"]),
        profile_of_text(new["profile_text"]),
    )
    for name in dict.fromkeys((*new_profile.reasons, *old_profile.reasons)):
        if (before := old_profile.value_of(name)) != (after := new_profile.value_of(name)):
            yield f"{line_in_words(name, after)} Before: {line_in_words(name, before)}"


def _series_changes(
    names: Names, series: SeriesName | None, label: str, changed: dict[str, Any], new: Values
) -> Iterator[str]:
    """Describe changes to the status and home team, and remove both from `changed`."""
    status, home, _ = (changed.pop(name, None) for name in ("status", "home_id", "away_id"))
    if status is not None and series is not None:
        yield _status_sentence(series, status, new["status"])
    if home is not None:
        yield f"{label}: the home team is {names.team(new['home_id'])}, was {names.team(home)}."


def _row_added_or_removed(key: str, label: str, *, is_new: bool) -> str:
    if key.startswith("series:"):
        return f"{label} is {'on' if is_new else 'off'} the schedule."
    if key.startswith("tiebreakroll:"):
        return f"The {label} {'breaks the tie' if is_new else 'has been undone'}."
    if key.startswith("shootout:"):
        return f"{label} {'is open' if is_new else 'has been undone'}."
    return f"{label}: {'new' if is_new else 'removed'}."


def _status_sentence(series: SeriesName, old: str, new: str) -> str:
    """Describe the effect of a series' new status."""
    if new == Series.Status.VOID:
        return f"{series} is void: none of its {series.games} count (T0.08)."
    since = " again" if old == Series.Status.VOID else ""
    if new == Series.Status.COMPLETE:
        return f"{series} counts{since}: {series.away} {series.away_wins}, {series.home} {series.home_wins}."
    if new == Series.Status.SUSPENDED:
        return f"{series} is waiting{since} for a suspended game."
    played = f", {len(series.outcomes)} played" if series.outcomes else ""
    return f"{series} is open{since}: {series.games}{played}."


def _drop_out_sentence(team: str, old: int | None, new: int | None) -> str:
    when = dropout_time(old if new is None else new)
    return f"{team}, which dropped out {when}, is back in." if new is None else f"{team} drops out {when}."


def _halves_sentence(label: str, old: int, new: int) -> str:
    return f"{label}: {new} half-inning{'' if new == 1 else 's'} entered, was {old}."


def _place_text(stage: str, number: int) -> str:
    names = {
        Series.Stage.TIE_BREAK: "tiebreaker game",
        Series.Stage.PLAYOFF: "playoffs",
        Series.Stage.CONSOLATION: "consolation",
    }
    return names.get(Series.Stage(stage), f"round {number}")


def _fact_sentence(names: Names, key: str, old: Any, new: Any) -> str:
    return f"{key.replace('_', ' ')}: {_value_text(names, '', key, new)}, was {_value_text(names, '', key, old)}."


def _value_text(names: Names, kind: str, name: str, value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "no one" if name in _TEAM_FIELDS else "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "division_id":
        return names.division(value)
    if name in _TEAM_FIELDS:
        return ", ".join(names.team(pk) for pk in value) if isinstance(value, list) else names.team(value)
    if name == "rolls":
        return _rolls_text(names, value)
    if name == "home_rolls":
        return ", ".join(f"{home}-{away}" for home, away in value)
    if isinstance(value, list):
        return _list_text(value)
    if isinstance(value, dict):  # The value is a timetable.
        return str(value.get("begins", "none")).replace("T", " ")
    return _choice_label(kind, name, value)


def _model_field(kind: str, name: str) -> "Field[Any, Any] | None":
    model = _MODELS.get(kind)
    return next((field for field in model._meta.fields if name in (field.name, field.attname)), None) if model else None


def _field_label(kind: str, name: str) -> str:
    field = _model_field(kind, name)
    return _FIELD_LABELS.get(name) or str(field.verbose_name if field is not None else name.replace("_", " "))


def _choice_label(kind: str, name: str, value: Any) -> str:
    """Return a choice's label, or the value itself if it has none."""
    field = _model_field(kind, name)
    return str(dict(field.flatchoices).get(value, value)) if field is not None else str(value)


def _rolls_text(names: Names, rolls: Any) -> str:
    """Return a tie's rolls by team, or a single team's rolls for its draft position."""
    if isinstance(rolls, dict):
        return ", ".join(f"{names.team(int(team))} {value}" for team, value in rolls.items())
    return ", ".join(str(value) for _, value, _ in rolls)


def _list_text(values: list[Any]) -> str:
    """Return a list's items as text. For games and picks, return only their number."""
    if any(isinstance(part, dict) for part in values):
        return str(len(values))
    return ", ".join(
        " ".join(str(value) for value in part if value != "") if isinstance(part, list) else str(part)
        for part in values
    )
