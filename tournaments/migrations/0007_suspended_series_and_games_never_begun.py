"""Store each series' suspended games and its unplayed ties, and mark series with only suspended games open."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count, F
from django.db.models.functions import Length


def count_never_begun(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    games = apps.get_model("games", "Game").objects.filter(status="final", ending="not_finished", innings=None)
    found = games.filter(outings=None).values_list("series_id").annotate(number=Count("pk")).order_by()
    for series, number in found:
        apps.get_model("tournaments", "Series").objects.filter(pk=series).update(never_begun=number)


def mark_suspended(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    games = apps.get_model("games", "Game").objects.filter(status="suspended", number__lt=10)
    series = apps.get_model("tournaments", "Series").objects
    for one in series.filter(games__in=games).distinct():
        one.suspended = "".join(str(game.number) for game in games.filter(series=one.pk).order_by("number"))
        one.save(update_fields=["suspended"])
    begun = series.filter(status="playing").exclude(suspended="").annotate(begun=Length("outcomes") + Length("suspended"))
    series.filter(pk__in=[*begun.filter(begun=F("games_planned")).values_list("pk", flat=True)]).update(status="suspended")


def unmark_suspended(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "Series").objects.filter(status="suspended").update(status="playing")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_attendance_pins_and_failed_attempts"),
        ("games", "0003_runs_of_an_outing"),
    ]

    operations = [
        migrations.AddField("series", "never_begun", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("series", "suspended", models.CharField(blank=True, max_length=9)),
        migrations.AlterField(
            "series",
            "status",
            models.CharField(
                choices=[
                    ("scheduled", "Scheduled"),
                    ("playing", "Being played"),
                    ("suspended", "Suspended"),
                    ("complete", "Complete"),
                    ("void", "Void"),
                ],
                default="scheduled",
                max_length=10,
            ),
        ),
        migrations.RunPython(count_never_begun, migrations.RunPython.noop),
        migrations.RunPython(mark_suspended, unmark_suspended),
    ]
