"""The Celery application: long work such as imports and print packs."""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A container or a small server may run the worker as root; tasks are JSON, so no message can carry code.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges", SecurityWarning)

app = Celery("pennant")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
