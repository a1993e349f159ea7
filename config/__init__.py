"""Settings, URLs and the two entry points: web server and worker."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
