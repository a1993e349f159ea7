"""Reject a first day near either end of the calendar. The database table doesn't change."""

from django.db import migrations, models

import core.dates


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_deliveries")]

    operations = [
        migrations.AlterField(
            "tournament",
            "starts_on",
            models.DateField(blank=True, null=True, validators=[core.dates.check_year]),
        ),
    ]
