"""Add managers' mock drafts, which are private to each team."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("drafts", "0014_traded_picks"), ("tournaments", "0036_copied_from")]

    operations = [
        migrations.CreateModel(
            name="MockDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("team_count", models.PositiveSmallIntegerField()),
                ("position", models.PositiveSmallIntegerField()),
                ("selections", models.JSONField(blank=True, db_default=[], default=list)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "card_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mock_drafts", to="drafts.cardset"
                    ),
                ),
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mock_draft", to="tournaments.team"
                    ),
                ),
            ],
        ),
    ]
