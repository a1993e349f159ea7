"""Refuse a first day near an end of the calendar. The table doesn't change."""

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
