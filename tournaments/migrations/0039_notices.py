"""Add notices by channel and messages by recipient. Existing webhooks get a secret."""

import secrets

import django.db.models.deletion
from django.db import migrations, models


def give_secrets(apps, schema_editor):
    """Add a secret to existing webhooks, and post only future events."""
    newest = apps.get_model("tournaments", "Action").objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    for webhook in apps.get_model("tournaments", "Webhook").objects.filter(secret=""):
        webhook.secret = secrets.token_urlsafe(32)
        webhook.sent_through = newest
        webhook.due_at = None
        webhook.save(update_fields=["secret", "sent_through", "due_at"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0038_phones'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='secret',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.CreateModel(
            name='NewsItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('key', models.CharField(max_length=80)),
                ('began_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.team')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='news_items', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='NewsPosition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.BigIntegerField(default=0)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='news_position', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='NoticeSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channels', models.JSONField(default=dict)),
                ('chat_address', models.CharField(blank=True, max_length=500)),
                ('access', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notice_settings', to='tournaments.access')),
            ],
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000)),
                ('public_key', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('browser', models.CharField(blank=True, max_length=80)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('access', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to='tournaments.access')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('due_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('taken_until', models.DateTimeField(blank=True, null=True)),
                ('tries', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('fault', models.CharField(blank=True, max_length=300)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('channel', models.CharField(choices=[('page', 'On the page'), ('sound', 'Sound'), ('mail', 'E-mail'), ('push', 'Push'), ('chat', 'Discord or Slack'), ('webhook', 'Webhook')], max_length=10)),
                ('target', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=100)),
                ('event', models.CharField(max_length=20)),
                ('document', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('answer', models.CharField(blank=True, max_length=100)),
                ('dropped_at', models.DateTimeField(blank=True, null=True)),
                ('recipient', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.access')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.tournament')),
                ('webhook', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook')),
                ('item', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.newsitem')),
                ("browser", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.pushsubscription')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'ordering': ['-pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='newsitem',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('tournament', 'key'), name='news_item_once_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='pushsubscription',
            constraint=models.UniqueConstraint(fields=('access', 'endpoint'), name='one_subscription_of_a_browser'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('target', 'key'), name='message_once'),
        ),
        migrations.RunPython(give_secrets, migrations.RunPython.noop),
    ]
