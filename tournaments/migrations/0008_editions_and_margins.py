from django.db import migrations, models

from rules_engine.profile import available_profiles, load_profile, text_of


def store_editions(apps, schema_editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects.filter(profile_key__in=available_profiles())
    for tournament in tournaments:
        tournament.profile_text = text_of(load_profile(tournament.profile_key))
        tournament.save(update_fields=["profile_text"])



class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_suspended_series_and_games_never_begun'),
    ]

    operations = [
        migrations.AddField(
            model_name='series',
            name='margins',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='profile_text',
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.RunPython(store_editions, migrations.RunPython.noop),
    ]
