"""API addresses of the play table."""

from django.urls.resolvers import URLPattern

urlpatterns: list[URLPattern] = []
