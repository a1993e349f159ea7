"""A tournament's write-up: its page, its file, and the director's page to edit and publish it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Tournament
from tournaments.views.answers import add_message, attempt
from tournaments.views.visitors import cached_file_for_visitors, cached_for_visitors
from weekend.models import WriteUp
from weekend.queries.write_up import draft_write_up, published_write_up, saved_write_up
from weekend.services.write_ups import publish_write_up, save_write_up

_NOT_PUBLISHED = "The director hasn't published a write-up."


@require_safe
@tournament_view()
@cached_for_visitors
def write_up(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the published write-up. Directors can see it before publication."""
    shown = _readable(tournament, viewer)
    return render(request, "weekend/write_up.html", {"write_up": shown, "newest": newest_number(tournament.pk)})


@require_safe
@tournament_view()
@cached_file_for_visitors
def write_up_file(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Return the write-up as a Markdown file."""
    name = f'attachment; filename="{tournament.slug}-write-up.md"'
    content_type = "text/markdown; charset=utf-8"
    text = f"{_readable(tournament, viewer).text}\n"
    return HttpResponse(text, content_type=content_type, headers={"Content-Disposition": name})


def _readable(tournament: Tournament, viewer: Viewer) -> WriteUp:
    readable = saved_write_up(tournament) if viewer.is_director else published_write_up(tournament)
    if readable is None:
        raise Http404(_NOT_PUBLISHED)
    return readable


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="director")
def edit_write_up(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the text to edit: the saved one, or a draft if none is saved or `?draft=1` is set. POST saves it."""
    if request.method == "POST":
        return _save(request, tournament, viewer)
    saved = saved_write_up(tournament)
    is_draft = saved is None or request.GET.get("draft") == "1"
    text = draft_write_up(tournament) if saved is None or is_draft else saved.text
    return _edit_page(request, tournament, saved, text, is_draft=is_draft)


def _save(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    text, version = request.POST.get("text", ""), typed_number(request.POST.get("version"))
    try:
        save_write_up(tournament=tournament, text=text, version=version, actor=actor_of(viewer))
    except Refused as refused:
        saved = saved_write_up(tournament)
        return _edit_page(request, tournament, saved, text, refused=refused, status=409)
    add_message(request, "The write-up has been saved.")
    return redirect("edit_write_up", tournament.slug)


def _edit_page(
    request: HttpRequest, tournament: Tournament, saved: WriteUp | None, text: str, status: int = 200, **facts: Any
) -> HttpResponse:
    context = {
        "saved": saved,
        "text": text,
        "version": saved.version if saved else 0,
        "most": WriteUp.MAX_LENGTH,
        "newest": newest_number(tournament.pk),
        **facts,
    }
    return render(request, "weekend/write_up_edit.html", context, status=status)


@require_POST
@tournament_view(roles="director")
def publish(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Publish or withdraw the write-up."""
    is_published = request.POST.get("published") == "1"
    attempt(
        request,
        lambda: publish_write_up(tournament=tournament, is_published=is_published, actor=actor_of(viewer)),
        "The write-up has been published." if is_published else "The write-up has been withdrawn.",
    )
    return redirect("edit_write_up", tournament.slug)
