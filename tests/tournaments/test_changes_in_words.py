"""Test the descriptions of an action's changes, in baseball terms, for every row and value in a snapshot."""

import re
from typing import Any

import pytest

from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tournaments.action_log.changes import changes_in_words
from tournaments.action_log.snapshots import KINDS, key_of, restore, snapshot, values_of
from tournaments.models import Series, Shootout, TieBreakRoll, Tournament, Webhook

pytestmark = pytest.mark.django_db


class Weekend:
    def __init__(self) -> None:
        self.tournament = TournamentFactory(name="Winter")
        self.division = DivisionFactory(tournament=self.tournament, name="East")
        self.home, self.away = (TeamFactory(division=self.division, name=name) for name in ("Salem", "Tacoma"))
        self.series = SeriesFactory(division=self.division, home=self.home, away=self.away, round=3)
        rolls = {str(self.home.pk): 7, str(self.away.pk): 19}
        self.roll = TieBreakRoll.objects.create(tournament=self.tournament, division=self.division, rolls=rolls)
        between = {"home": self.home, "away": self.away}
        self.webhook = Webhook.objects.create(tournament=self.tournament, address="https://hooks.example/x")
        self.shootout = Shootout.objects.create(tournament=self.tournament, division=self.division, **between)

    @property
    def rows(self) -> dict[str, Any]:
        return {
            "tournament": self.tournament,
            "division": self.division,
            "team": self.home,
            "series": self.series,
            "tiebreakroll": self.roll,
            "shootout": self.shootout,
            "webhook": self.webhook,
        }

    def description(self, row: Any, **values: Any) -> list[str]:
        """Return the description for changing these values of a row."""
        was = snapshot([row])
        type(row).objects.filter(pk=row.pk).update(**values)
        row.refresh_from_db()
        return changes_in_words(self.tournament, was, snapshot([row]))


@pytest.fixture
def weekend() -> Weekend:
    return Weekend()


def another(value: Any, name: str, weekend: Weekend) -> Any:
    """Return a different value of the same kind."""
    expected_words = {
        "status": "void",
        "stage": "tie_break" if value == Series.Stage.ROUND_ROBIN else "round_robin",
        "time_zone": "UTC",
        "profile_key": "purestrat_internet@1",
        "covered_by_id": weekend.home.pk,
        "home_rolls": [[4, 15]],
        "starts_on": "2026-02-01",
        "dropped_after_round": 2,
        "managers": [["Ann", "Dayton", ""]],
        "rolls": [[1, 17, "table"]],
        "timetable": {"begins": "2026-11-21T09:00"},
    }
    if name in expected_words:
        return expected_words[name]
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else 3 if value is None else f"{value}x"


@pytest.mark.parametrize("kind", KINDS)
def test_changes_mention_no_row_ids_or_column_names(weekend: Weekend, kind: str) -> None:
    row = weekend.rows[kind]
    key, values = key_of(row), values_of(row)
    for name, value in values.items():
        if kind == "tiebreakroll" or name in ("home_id", "away_id", "profile_text"):  # described by other entries
            continue
        (sentence,) = changes_in_words(
            weekend.tournament, {key: {name: value}}, {key: {name: another(value, name, weekend)}}
        )
        # names that contain an underscore
        sentence = sentence.replace("America/New_York", "").replace("purestrat_internet", "")
        raw = (
            r"_|None|True|False|\[|\{" if kind == "tournament" else r"_|None|True|False|\[|\{|(series|team|division) \d"
        )
        assert not re.search(raw, sentence), (name, sentence)


@pytest.mark.parametrize("kind", KINDS)
def test_added_and_removed_rows_are_described(weekend: Weekend, kind: str) -> None:
    row = weekend.rows[kind]
    key, values = key_of(row), values_of(row)
    if kind == "series":
        restore(weekend.tournament, {key: None})
    removed, added = (
        changes_in_words(weekend.tournament, *pair) for pair in (({key: values}, {}), ({}, {key: values}))
    )
    names = {
        "tournament": ("Settings: removed.", "Settings: new."),
        "division": ("East: removed.", "East: new."),
        "team": ("Salem: removed.", "Salem: new."),
        "series": ("Tacoma at Salem (round 3) is off the schedule.", "Tacoma at Salem (round 3) is on the schedule."),
        "tiebreakroll": (
            "The d20 roll (Salem 7, Tacoma 19) has been undone.",
            "The d20 roll (Salem 7, Tacoma 19) breaks the tie.",
        ),
        "shootout": (
            "The shootout between Tacoma and Salem has been undone.",
            "The shootout between Tacoma and Salem is open.",
        ),
        "webhook": ("The webhook: removed.", "The webhook: new."),
    }
    assert (removed, added) == ([names[kind][0]], [names[kind][1]])


def test_series_against_a_dropped_team_is_described_as_void_then_open(weekend: Weekend) -> None:
    series = weekend.series
    void = "Tacoma at Salem (round 3) is void: none of its 3 games count (T0.08)."
    assert weekend.description(series, status=Series.Status.VOID) == [void]
    assert weekend.description(series, status=Series.Status.SCHEDULED) == [
        "Tacoma at Salem (round 3) is open again: 3 games."
    ]
    weekend.description(series, status=Series.Status.VOID, outcomes="H")
    assert weekend.description(series, status=Series.Status.PLAYING) == [
        "Tacoma at Salem (round 3) is open again: 3 games, 1 played."
    ]
    weekend.description(series, status=Series.Status.VOID, outcomes="HHA", home_wins=2, away_wins=1)
    assert weekend.description(series, status=Series.Status.COMPLETE) == [
        "Tacoma at Salem (round 3) counts again: Tacoma 1, Salem 2."
    ]


def test_schedule_changes_include_round_table_and_home_team(weekend: Weekend) -> None:
    series, home, away = weekend.series, weekend.home, weekend.away
    assert weekend.description(series, round=4, table=2) == [
        "Tacoma at Salem (round 4): round 4, was 3.",
        "Tacoma at Salem (round 4): table 2, was none.",
    ]
    assert weekend.description(series, home=away, away=home) == [
        "Salem at Tacoma (round 4): the home team is Tacoma, was Salem."
    ]
    assert weekend.description(series, covered_by=home) == [
        "Salem at Tacoma (round 4): covered for the dropped team by Salem, was no one."
    ]


def test_choices_are_described_by_their_labels(weekend: Weekend) -> None:
    assert weekend.description(weekend.tournament, stage=Tournament.Stage.ROUND_ROBIN) == [
        "Settings: stage Round robin, was Sign-up."
    ]
    assert weekend.description(weekend.home, kind="imputed")[0].startswith("Salem: kind Imputed")


def test_log_changes_count_games_and_name_teams(weekend: Weekend) -> None:
    numbers = [weekend.home.pk, weekend.away.pk]
    assert changes_in_words(
        weekend.tournament,
        {"games": [], "version": 1, "seeds": []},
        {"games": [{}, {}], "version": 2, "seeds": numbers},
    ) == ["games: 2, was none.", "seeds: Salem, Tacoma, was no one."]
