"""The Celery application: long work such as imports and print packs."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("pennant")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
