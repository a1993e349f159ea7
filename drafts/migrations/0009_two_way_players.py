"""Add two-way players, and remove incorrect pitcher's cards from regulars who pitched a few innings."""

from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Coalesce, NullIf

MOP_UP_OUTS = 90


def correct_mop_ups(apps, schema_editor):
    faced = Coalesce(
        NullIf(F("batters_faced"), 0), F("outs_pitched") + F("hits_allowed") + F("walks_allowed")
    )
    cards = apps.get_model("drafts", "PlayerCard").objects.filter(card_set__source="season", is_pitcher=True)
    mop_ups = cards.annotate(plate=F("at_bats") + F("walks"), faced=faced).filter(
        plate__gt=F("faced"), outs_pitched__lt=MOP_UP_OUTS
    )
    mop_ups.update(is_pitcher=False, is_starter=False, is_reliever=False)


class Migration(migrations.Migration):

    dependencies = [
        ("drafts", "0008_the_programs_own_teams_in_the_background"),
    ]

    operations = [
        migrations.AddField(
            model_name="playercard",
            name="also_hits",
            field=models.BooleanField(
                "the file gives a hitter's card too", db_default=False, default=False
            ),
        ),
        migrations.AlterField(
            model_name="playercard",
            name="is_pitcher",
            field=models.BooleanField("has a pitcher's card", default=False),
        ),
        migrations.RunPython(correct_mop_ups, migrations.RunPython.noop),
    ]
