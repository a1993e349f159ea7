"""The API reference: a list of all operations, and a page for each group."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from core.api.reference import api_groups


@require_GET
def api_index(request: HttpRequest) -> HttpResponse:
    return render(request, "weekend/api_index.html", {"groups": api_groups().values()})


@require_GET
def api_group(request: HttpRequest, group: str) -> HttpResponse:
    """Show the parameters, bodies and responses of a group's operations. Raise Http404 for an unknown group."""
    try:
        context = {"group": api_groups()[group]}
    except KeyError:
        raise Http404 from None
    return render(request, "weekend/api_group.html", context)
