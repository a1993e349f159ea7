"""Version 1 of the API; each app registers its own resources here."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
