"""Turn a follower's row into its news outbox. Addresses that already received mail count as confirmed."""

from django.db import migrations, models
from django.db.models import F


def confirm_addresses_in_use(apps, schema_editor):
    followers = apps.get_model("tournaments", "MailFollower").objects
    followers.filter(sent_at__isnull=False).update(confirmed_at=F("sent_at"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_order_of_play_from_the_log")]

    operations = [
        migrations.AddField("mailfollower", "confirmed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("mailfollower", "due_at", models.DateTimeField(blank=True, db_index=True, null=True)),
        migrations.AddField("mailfollower", "tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.AddField("webhook", "due_at", models.DateTimeField(blank=True, db_index=True, null=True)),
        migrations.AddField("webhook", "tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
        migrations.RunPython(confirm_addresses_in_use, migrations.RunPython.noop),
    ]
