"""The list of people, each person's page, and the organizer's changes."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.forms import PersonForm
from club.models import ClubChange, Person
from club.queries.linking import unlinked_managers
from club.queries.own_link import person_token
from club.queries.people import MOST_SHOWN, PEOPLE, find_people, people_lines
from club.queries.person_page import career_of
from club.services.finishes import follow_tournaments
from club.services.people import answer_link, edit_person, merge_people, split_person, undo_change
from club.services.privacy import remove_person
from club.views.visitors import cached_for_club_visitors
from core.errors import Refused
from tournaments.access.guards import require
from tournaments.access.viewers import viewers_of
from tournaments.action_log.writing import Actor, actor_of
from tournaments.forms.refusals import show_refusal, typed_number
from tournaments.forms.settings import ZONES
from tournaments.views.answers import add_message, attempt

_CHANGES_SHOWN = 50


def is_organizer(request: HttpRequest) -> bool:
    return viewers_of(request).viewer_of(None).is_organizer


def require_organizer(request: HttpRequest) -> Actor:
    viewer = viewers_of(request).viewer_of(None)
    require(viewer, "organiser")
    return actor_of(viewer)


@require_safe
@cached_for_club_visitors
def people(request: HttpRequest) -> HttpResponse:
    """List the people who agreed to be listed. Organizers see everyone."""
    search = request.GET.get("q", "")[:80]
    may_see_all = is_organizer(request)
    ids = find_people(search, is_organizer=may_see_all)
    lines = people_lines(ids[:MOST_SHOWN])
    context = {
        "people": PEOPLE.filled(lines, caption="People", is_caption_hidden=True),
        "total": len(ids),
        "most": MOST_SHOWN,
        "search": search,
        "is_organizer": may_see_all,
    }
    return render(request, "club/people.html", context)


@require_safe
@cached_for_club_visitors
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show a person's career. Organizers can edit the person here."""
    return _person_page(request, visible_person(request, person_id))


def visible_person(request: HttpRequest, person_id: int) -> Person:
    """Return a listed person, or any current person for an organizer. Raise Http404 if there is none."""
    persons = Person.objects.current() if is_organizer(request) else Person.objects.listed()
    return get_object_or_404(persons, pk=person_id)


def _person_page(request: HttpRequest, shown: Person, form: PersonForm | None = None) -> HttpResponse:
    may_change = is_organizer(request)
    context = {"person": shown, "career": career_of(shown), "is_organizer": may_change}
    if may_change:
        # a form with errors has already changed its person, so the page loads a separate object
        context |= {
            "form": form or PersonForm(instance=Person.objects.get(pk=shown.pk)),
            "zones": ZONES,
            "duplicates": Person.objects.current().exclude(pk=shown.pk),
            "links": shown.links.select_related("team__tournament"),
            "own_address": request.build_absolute_uri(reverse("own_person", args=[person_token(shown)])),
            "changes": shown.changes.select_related("undone_by")[:_CHANGES_SHOWN],
        }
    return render(request, "club/person.html", context, status=400 if form is not None else 200)


@require_POST
def edit(request: HttpRequest, person_id: int) -> HttpResponse:
    """Save a person's data."""
    actor = require_organizer(request)
    shown = get_object_or_404(Person.objects.current(), pk=person_id)
    form = PersonForm(request.POST, instance=Person.objects.get(pk=person_id))
    if not form.is_valid():
        return _person_page(request, shown, form)
    try:
        edit_person(person=shown, actor=actor, values=form.values(), is_listed=form.cleaned_data["is_listed"])
    except Refused as refused:
        show_refusal(form, refused)
        return _person_page(request, shown, form)
    add_message(request, "Saved.")
    return redirect(shown)


@require_POST
def merge(request: HttpRequest, person_id: int) -> HttpResponse:
    """Merge another person into this one."""
    actor = require_organizer(request)
    target = get_object_or_404(Person, pk=person_id)
    duplicate = Person.objects.filter(pk=typed_number(request.POST.get("duplicate"))).first()
    sentence = "Merged. You can undo this below."
    return _attempt(request, target, lambda: merge_people(person=target, duplicate=duplicate, actor=actor), sentence)


@require_POST
def split(request: HttpRequest, person_id: int) -> HttpResponse:
    """Move some of a person's teams to a new person."""
    actor = require_organizer(request)
    source = get_object_or_404(Person, pk=person_id)
    links = [typed_number(number) for number in request.POST.getlist("links")]
    sentence = "The teams now belong to a new person. You can undo this below."
    return _attempt(request, source, lambda: split_person(person=source, link_ids=links, actor=actor), sentence)


@require_POST
def remove(request: HttpRequest, person_id: int) -> HttpResponse:
    """Erase a person's data."""
    actor = require_organizer(request)
    erased = get_object_or_404(Person, pk=person_id)
    is_confirmed = "confirm" in request.POST
    if attempt(
        request,
        lambda: remove_person(person=erased, actor=actor, is_confirmed=is_confirmed),
        "The person has been removed.",
    ):
        return redirect("club_people")
    return redirect(erased)


@require_POST
def undo(request: HttpRequest, change_id: int) -> HttpResponse:
    """Undo a merge, a split or an import of past results."""
    actor = require_organizer(request)
    change = get_object_or_404(ClubChange.objects.select_related("person"), pk=change_id)
    attempt(request, lambda: undo_change(change=change, actor=actor), "Undone.")
    if change.kind == ClubChange.Kind.IMPORT:
        return redirect("history_import")
    return redirect(change.person or "people_to_link")


def _attempt(request: HttpRequest, shown: Person, action: Callable[[], object], sentence: str) -> HttpResponse:
    attempt(request, action, sentence)
    return redirect(shown)


@require_http_methods(["GET", "POST"])
def people_to_link(request: HttpRequest) -> HttpResponse:
    """Show the managers who match more than one person. POST answers one question, or updates all tournaments."""
    actor = require_organizer(request)
    if request.method == "POST":
        return _link(request, actor)
    unlinked = unlinked_managers()
    context = {
        "questions": [row for row in unlinked if row.is_question],
        "waiting": sum(not row.is_question for row in unlinked),
        "changes": ClubChange.objects.select_related("person", "undone_by")[:_CHANGES_SHOWN],
    }
    return render(request, "club/people_to_link.html", context)


def _link(request: HttpRequest, actor: Actor) -> HttpResponse:
    if "update" in request.POST:
        attempt(request, follow_tournaments, "All tournaments are up to date.")
        return redirect("people_to_link")
    choice = request.POST.get("person", "")
    if not choice:
        raise Http404("Choose a person.")
    attempt(
        request,
        lambda: answer_link(
            manager_id=typed_number(request.POST.get("manager")),
            name=request.POST.get("name", "")[:80],
            person_id=None if choice == "new" else typed_number(choice),
            actor=actor,
        ),
        "Linked.",
    )
    return redirect("people_to_link")
