"""Mail to managers and draft followers: set an e-mail address, confirm it, send a test, and unsubscribe."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from drafts.services.deliveries import find_follower, find_unconfirmed, request_test
from drafts.services.followers import confirm_address, subscribe_to_mail, unsubscribe_from_mail
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import Actor, actor_of
from tournaments.models import MailFollower, Tournament
from tournaments.refusals import NoticeRefusal
from tournaments.views.answers import add_message, add_refusal_message, attempt
from weekend.views.notices import render_notices


@require_POST
@tournament_view(roles="manager")
def set_mail(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Set the viewer's e-mail address, or stop mail if it is empty."""
    address = request.POST.get("address", "")
    every_pick = bool(request.POST.get("every_pick")) or viewer.team_id is None  # without a team there are no notices
    own = tournament.mailfollowers.filter(access=viewer.access_id).first()
    if not address.strip() and own is not None:
        unsubscribe_from_mail(follower=own, actor=actor_of(viewer))
        add_message(request, "You'll no longer get email. Your address was deleted.")
        return redirect("notices", tournament.slug)
    try:
        subscribe_to_mail(tournament=tournament, address=address, every_pick=every_pick, actor=actor_of(viewer))
    except Refused as refused:
        return render_notices(request, tournament, viewer, mail_refused=refused, typed=address[:254])
    own = tournament.mailfollowers.get(access=viewer.access_id)
    is_confirmed = own.confirmed_at is not None
    add_message(
        request, "Your choice has been saved." if is_confirmed else f"Open the link we emailed to {own.address}."
    )
    return redirect("notices", tournament.slug)


@require_POST
@tournament_view(roles="manager")
def send_test(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    own = tournament.mailfollowers.filter(access=viewer.access_id).first()
    if own is None:
        add_refusal_message(request, Refused(NoticeRefusal.NOTHING_TO_TEST))
    else:
        attempt(request, partial(request_test, own), "A test is on its way.")
    return redirect("notices", tournament.slug)


@require_POST
@tournament_view(roles="director")
def forget(request: HttpRequest, tournament: Tournament, viewer: Viewer, follower_id: int) -> HttpResponse:
    follower = get_object_or_404(MailFollower, pk=follower_id, tournament=tournament)
    forget_address = partial(unsubscribe_from_mail, follower=follower, actor=actor_of(viewer))
    attempt(request, forget_address, f"{follower.access} no longer gets email.")
    return redirect("notices", tournament.slug)


@csrf_exempt  # mail programs unsubscribe with one request (RFC 8058); the token is the proof
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mail through the link in a message. POST is required, because some mail programs open every link."""
    follower = find_follower(token)
    if follower is not None and request.method == "POST":
        unsubscribe_from_mail(follower=follower, actor=Actor(str(follower.access), follower.access_id))
        follower = None
    return render(request, "weekend/stop_mail.html", {"follower": follower})


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an e-mail address with a button, because some mail programs open every link."""
    follower = find_unconfirmed(token)
    if follower is not None and request.method == "POST":
        confirm_address(follower=follower, actor=Actor(str(follower.access), follower.access_id))
        follower.refresh_from_db()
    return render(request, "weekend/confirm_mail.html", {"follower": follower})
