"""The help: a searchable index, the pages, and their pictures."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from weekend.queries.help_pages import group_of, help_file, help_groups, help_paths, load_help_page
from weekend.queries.help_search import search_help

_LONGEST_QUERY = 100
_PICTURE_SECONDS = 60 * 60
_FILE_TYPES = {".webp": "image/webp", ".py": "text/plain; charset=utf-8"}


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """Show all pages, or those that match a search."""
    query = request.GET.get("q", "")[:_LONGEST_QUERY].strip()
    results = search_help(query) if query else []
    context = {"groups": help_groups(), "query": query, "results": results}
    return render(request, "weekend/help_index.html", context)


@require_safe
def help_page(request: HttpRequest, section: str, name: str) -> HttpResponse:
    """Show a page. Raise Http404 if it doesn't exist."""
    path = f"{section}/{name}"
    if path not in help_paths():
        raise Http404
    page = load_help_page(path)
    context = {"page": page, "group": group_of(path), "groups": help_groups()}
    return render(request, "weekend/help_page.html", context)


@require_safe
def picture_or_script(request: HttpRequest, name: str) -> HttpResponse:
    """Return a picture, or a script to save. Raise Http404 if it doesn't exist."""
    file = help_file(name)
    if file is None:
        raise Http404
    response = HttpResponse(file.read_bytes(), content_type=_FILE_TYPES[file.suffix])
    response.headers["Cache-Control"] = f"max-age={_PICTURE_SECONDS}"
    if file.suffix == ".py":
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
