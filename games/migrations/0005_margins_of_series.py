from django.db import migrations


def fill_margins(apps, schema_editor):
    """Fill in the margins, in order of play, for series played before the field existed."""
    margins = {}
    games = apps.get_model("games", "Game").objects.filter(status="final").order_by("series_id", "number")
    for series, home, at_home, home_runs, away_runs in games.values_list(
        "series_id", "series__home_id", "home_id", "home_runs", "away_runs"
    ):
        margin = (home_runs or 0) - (away_runs or 0)
        margins.setdefault(series, []).append(margin if at_home == home else -margin)
    for series in apps.get_model("tournaments", "Series").objects.filter(pk__in=margins):
        series.margins = margins[series.pk]
        series.save(update_fields=["margins"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0004_typed_grids"),
        ("tournaments", "0008_editions_and_margins"),
    ]

    operations = [migrations.RunPython(fill_margins, migrations.RunPython.noop)]
