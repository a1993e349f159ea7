"""Set the order of play for every started series, based on its first logged result or else on the schedule."""

from collections import defaultdict

from django.db import migrations

STAGES = {"round_robin": 0, "tie_break": 1}


def record_order_of_play(apps, schema_editor):
    Series = apps.get_model("tournaments", "Series")
    by_team = defaultdict(list)
    for series in Series.objects.exclude(status="scheduled").iterator():
        if _has_started(series):
            by_team[series.home_id].append(series)
            by_team[series.away_id].append(series)
    first_results = _first_results(apps.get_model("tournaments", "Action")) if by_team else {}
    changed = {}
    for team, played in by_team.items():
        for place, series in enumerate(_in_order(played, first_results), start=1):
            series = changed.setdefault(series.pk, series)
            if team == series.home_id:
                series.home_place = place
            else:
                series.away_place = place
    Series.objects.bulk_update(changed.values(), ["home_place", "away_place"], batch_size=500)


def _has_started(series):
    if series.status == "void":
        return series.started_at is not None
    nobody_began = series.outcomes and series.never_begun == len(series.outcomes)
    return not (nobody_began and series.status == "complete")


def _first_results(Action):
    """Map each series to the time of its first recorded result, ignoring results that were removed."""
    recorded = {}
    rows = Action.objects.filter(subject__startswith="series:").order_by("pk")
    for subject, at, after in rows.values_list("subject", "at", "after").iterator():
        if "games" not in after:
            continue
        series = int(subject.partition(":")[2])
        if after["games"]:
            recorded.setdefault(series, at)
        else:
            recorded.pop(series, None)
    return recorded


def _in_order(played, first_results):
    """Sort the series by start time. A series without a recorded start follows the previously scheduled one."""
    scheduled = sorted(played, key=lambda one: (STAGES.get(one.stage, 2), one.round, one.pk))
    latest, times = None, {}
    for series in scheduled:
        recorded = first_results.get(series.pk) or series.started_at or latest
        times[series.pk] = recorded
        latest = max(filter(None, (latest, recorded)), default=None)
    earliest = min(filter(None, times.values()), default=None)
    return sorted(scheduled, key=lambda one: times[one.pk] or earliest or 0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_order_of_play")]

    operations = [migrations.RunPython(record_order_of_play, migrations.RunPython.noop)]
