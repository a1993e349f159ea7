from django.db import migrations, models


def name_the_game(apps, schema_editor):
    """Set the game of card sets from files. Season totals work with every game."""
    apps.get_model("drafts", "CardSet").objects.filter(source="file").update(system="strat_o_matic")


class Migration(migrations.Migration):
    dependencies = [("drafts", "0004_long_files_of_cards")]

    operations = [
        migrations.AddField("cardset", "system", models.CharField(blank=True, default="", max_length=20), preserve_default=False),
        migrations.AddField("cardupload", "system", models.CharField(default="strat_o_matic", max_length=20)),
        migrations.RunPython(name_the_game, migrations.RunPython.noop),
    ]
