"""Page where people create and revoke their own API keys."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from rules_engine.rulings import refuse
from tournaments.access.api_keys import valid_keys
from tournaments.access.viewers import Viewers, viewers_of
from tournaments.action_log.writing import actor_of
from tournaments.forms.api_keys import ApiKeyForm
from tournaments.forms.refusals import show_refusal
from tournaments.models import ApiKey
from tournaments.refusals import ApiKeyRefusal
from tournaments.services.api_keys import NewApiKey, make_api_key, revoke_api_key
from tournaments.views.answers import attempt


@require_http_methods(["GET", "HEAD", "POST"])
def api_keys(request: HttpRequest) -> HttpResponse:
    """Show the keys for every role that this device is signed in with. POST creates a key and shows it once."""
    accesses = viewers_of(request).all()
    if request.method != "POST":
        return _page(request, ApiKeyForm(accesses))
    form = ApiKeyForm(accesses, request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    actor = actor_of(viewers_of(request).viewer_of(form.holder.tournament))
    data = form.cleaned_data
    try:
        new_key = make_api_key(
            access=form.holder, actor=actor, name=data["name"], scope=data["scope"], ends_at=form.ends_at
        )
    except Refused as refused:
        show_refusal(form, refused)
        return _page(request, form, status=400)
    return _page(request, ApiKeyForm(accesses), new_key=new_key)


def _page(
    request: HttpRequest, form: ApiKeyForm, *, new_key: NewApiKey | None = None, status: int = 200
) -> HttpResponse:
    accesses = viewers_of(request).all()
    keys = ApiKey.objects.filter(valid_keys(), access__in=accesses).select_related("access__tournament", "access__team")
    context = {"form": form, "accesses": accesses, "keys": keys, "new_key": new_key}
    response = render(request, "tournaments/api_keys.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
def revoke_key(request: HttpRequest, key_id: int) -> HttpResponse:
    """Revoke a key for a role that this device is signed in with."""
    viewers: Viewers = viewers_of(request)
    keys = ApiKey.objects.select_related("access__tournament", "access__team")
    key = get_object_or_404(keys, pk=key_id)
    if key.access not in viewers.all():
        raise PermissionDenied(str(refuse(ApiKeyRefusal.NOT_YOURS, "")))
    actor = actor_of(viewers.viewer_of(key.access.tournament))
    attempt(request, lambda: revoke_api_key(key=key, actor=actor), f"The key {key} has been revoked.")
    return redirect("api_keys")
