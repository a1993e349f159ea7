"""The activity log, its event stream, and undo with a preview."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from core.addresses import page_address
from core.errors import Refused
from core.event_streams import HEADERS, last_number_seen, start_of_stream
from core.live_stream import OpeningRequest
from core.read_snapshot import rehearses_changes
from core.tables import Entry, FilledTable
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.changes import Names, changes_in_words
from tournaments.action_log.events import newest_number, opening_of
from tournaments.action_log.reading import log_of, page_of_log
from tournaments.action_log.verbs import VERBS_BY_TOPIC
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Action, Tournament
from tournaments.queries.log_table import LOG, LogLine, undo_address
from tournaments.refusals import HomeRollRefusal
from tournaments.services.seeding_guard import SeedingWouldChange
from tournaments.services.undo import (
    can_be_undone,
    heading,
    is_undone,
    preview_undo,
    undo_action,
    way_back,
    why_not_undone,
)
from tournaments.views.answers import add_message, add_refusal_message
from tournaments.views.visitors import cached_for_visitors

PER_PAGE = 40
CHANGES_SHOWN = 6  # per action, because publishing a schedule makes a hundred changes


@require_GET
@tournament_view(roles="public")
@cached_for_visitors
def log(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show a page of the log.

    `?before=` and `?after=` page through it, `?about=` filters it, `?act=` shows one action.
    """
    newest, topic, action_id = (
        newest_number(tournament.pk),
        request.GET.get("about", ""),
        _number(request, "act"),
    )
    page = page_of_log(
        tournament,
        1 if action_id else PER_PAGE,
        before=action_id + 1 if action_id else _number(request, "before"),
        after=_number(request, "after"),
        verbs=VERBS_BY_TOPIC.get(topic, ()),
    )
    context = {
        "newest": newest,
        "page": page,
        "log": _log_table(tournament, page.actions, viewer, in_full=bool(action_id)),
        "kinds": [(name.capitalize(), name) for name in VERBS_BY_TOPIC],
        "about": topic if topic in VERBS_BY_TOPIC else "",
        "act": action_id,
        "leads_on": not action_id and (page.newer or page.older),
    }
    return render(request, "tournaments/log.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    number = typed_number(request.GET.get(name))
    return number if number > 0 else None


@rehearses_changes
@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def undo(request: HttpRequest, tournament: Tournament, viewer: Viewer, action_id: int) -> HttpResponse:
    """Show the changes an undo would make. POST makes them, after a confirmation if the seeding changes."""
    action = get_object_or_404(log_of(tournament), pk=action_id)
    reason = request.POST.get("reason", "").strip()
    seeding_refusal = None
    if request.method == "POST":
        try:
            confirmed = bool(request.POST.get("confirm_seeding"))
            undo_action(action=action, actor=actor_of(viewer), reason=reason, confirm_seeding=confirmed)
        except SeedingWouldChange as refused:
            seeding_refusal = refused
        except Refused as refused:
            add_refusal_message(request, refused)
            return redirect("undo", tournament.slug, action.pk)
        else:
            add_message(request, heading(action))
            return redirect("log", tournament.slug)
    preview = preview_undo(action=action)
    rests_on_roll = preview.code == HomeRollRefusal.GAMES_PLAYED.name
    context = {
        "action": action,
        "preview": preview,
        "way_back": way_back(action),
        "series_to_swap": action.subject.partition(":")[2] if rests_on_roll else "",
    }
    context |= {"reason": reason, "asked": seeding_refusal}
    return render(request, "tournaments/undo.html", context, status=400 if seeding_refusal else 200)


def _log_table(
    tournament: Tournament, actions: Iterable[Action], viewer: Viewer, *, in_full: bool
) -> FilledTable[LogLine]:
    names = Names(tournament)
    return FilledTable(
        LOG if viewer.is_director else LOG.without("undo"),
        [Entry(_log_line(tournament, action, viewer, names, in_full=in_full)) for action in actions],
        caption="All actions, newest first",
        label="The log",
    )


def _log_line(tournament: Tournament, action: Action, viewer: Viewer, names: Names, *, in_full: bool) -> LogLine:
    """Return a line of the log. Only staff can see changes and reasons."""
    may_undo = viewer.is_director and can_be_undone(action)
    changes = changes_in_words(tournament, action.before, action.after, names) if viewer.is_staff else []
    is_cut = len(changes) > CHANGES_SHOWN and not in_full
    return LogLine(
        action,
        is_undone(action),
        changes[:CHANGES_SHOWN] if is_cut else changes,
        action.reason if viewer.is_staff else "",
        undo_address(tournament.slug, action) if may_undo else "",
        why_not_undone(action) if viewer.is_director else "",
        tournament.time_zone,
        f"{page_address('log', tournament.slug)}?act={action.pk}" if is_cut else "",
        len(changes),
    )


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the events that a page missed, for servers without an event loop.

    This data is public. On an event loop, action_log/streams.py serves an open stream instead.
    """
    opening = opening_of(OpeningRequest(slug, last_number_seen(request), request.GET.get("epoch")))
    if opening is None:
        raise Http404
    return HttpResponse(start_of_stream() + opening.event.content, headers=HEADERS)
