"""A person's own page, opened with their own link: consent, export and removal."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from club.models import Person
from club.queries.own_link import person_of_token
from club.queries.person_page import career_of, export_of
from club.services.privacy import OWN_LINK, choose_listing, remove_person
from tournaments.views.answers import attempt


def _own(token: str) -> Person:
    person = person_of_token(token)
    if person is None:
        raise Http404("This link is invalid, or the person was removed. Ask the organizer for a new link.")
    return person


@require_http_methods(["GET", "POST"])
def own_person(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club's data about a person. POST changes the consent, or removes the person."""
    person = _own(token)
    if request.method == "POST":
        return _change(request, person, token)
    response = render(request, "club/own_person.html", {"person": person, "career": career_of(person), "token": token})
    response["Cache-Control"] = "no-store"
    return response


def _change(request: HttpRequest, person: Person, token: str) -> HttpResponse:
    if "remove" in request.POST:
        is_confirmed = "confirm" in request.POST
        sentence = "Your data has been erased. Your results remain, without your name."
        if attempt(request, lambda: remove_person(person=person, actor=OWN_LINK, is_confirmed=is_confirmed), sentence):
            return redirect("club_people")
        return redirect("own_person", token)
    is_listed = request.POST.get("listed") == "1"
    sentence = "You are listed publicly." if is_listed else "You are no longer listed."
    attempt(request, lambda: choose_listing(person=person, is_listed=is_listed, actor=OWN_LINK), sentence)
    return redirect("own_person", token)


@require_safe
def own_data(request: HttpRequest, token: str) -> HttpResponse:
    """Return all of the club's data about a person as a file."""
    person = _own(token)
    response = JsonResponse(export_of(person, career_of(person)), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = 'attachment; filename="my-club-data.json"'
    response["Cache-Control"] = "no-store"
    return response
