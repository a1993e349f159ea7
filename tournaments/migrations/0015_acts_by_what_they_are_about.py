from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_epoch_of_the_live_line")]

    operations = [
        migrations.AddIndex(
            model_name="action",
            index=models.Index(fields=["tournament", "verb", "subject"], name="acts_by_what_they_are_about"),
        ),
    ]
