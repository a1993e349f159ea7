"""Add the URL for phones, the first phone's arrival, and the URL on printed slips."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0037_own_days'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='phone_address',
            field=models.CharField(blank=True, db_default='', max_length=200),
        ),
        migrations.AddField(
            model_name='tournament',
            name='phone_reached_address',
            field=models.CharField(blank=True, db_default='', editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name='tournament',
            name='phone_reached_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='slips_address',
            field=models.CharField(blank=True, db_default='', editable=False, max_length=200),
        ),
        migrations.AddField(
            model_name='tournament',
            name='slips_printed_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
