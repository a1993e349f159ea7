"""Build a card set from a user's own season statistics: preview the contents, then store the set."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from drafts.card_files.own_seasons import OwnSeason, read_own_season
from drafts.card_files.statistics_columns import TARGETS
from drafts.forms.own_seasons import OwnSeasonForm
from drafts.queries.card_set_owners import STAFF_ONLY, CardSetUser
from drafts.refusals import CardSetRefusal
from drafts.services.card_sets import check_name, store_own_season
from drafts.views.card_sets import staff_viewer
from seasons.players_and_parks import CardMinimums, PlayerSeason
from tournaments.access.viewers import viewers_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import ColumnMapping
from tournaments.views.remembered_columns import columns_for, keep_columns

_SHOWN_PLAYERS = 12


@require_http_methods(["GET", "POST"])
def own_season(request: HttpRequest) -> HttpResponse:
    viewer = staff_viewer(request)
    if viewer is None:
        raise PermissionDenied(STAFF_ONLY)
    remembered = columns_for(request, ColumnMapping.Purpose.CARDS)
    form = OwnSeasonForm(request.POST or None, request.FILES or None, remembered=remembered)
    context: dict[str, Any] = {"viewer": viewer, "form": form}
    if request.method == "GET" or not form.is_valid():
        return _page(request, context)
    data = form.cleaned_data
    user = CardSetUser.from_viewers(viewers_of(request))
    minimums = CardMinimums()
    own = read_own_season(data["table"], data["year"], form.column_choices(), minimums)
    try:
        check_name(name=data["name"], replace=data["replace"], user=user)
        if "confirm" in request.POST:
            return _store(request, form, own, user)
    except Refused as refused:
        show_refusal(form, refused)
    if not own.season.players:
        form.add_error(None, str(Refused(CardSetRefusal.NO_STATISTICS)))
    return _page(request, context | _preview(own))


def _store(request: HttpRequest, form: OwnSeasonForm, own: OwnSeason, user: CardSetUser) -> HttpResponse:
    options = {name: form.cleaned_data[name] for name in ("name", "year", "replace", "is_private")}
    card_set = store_own_season(season=own.season, note=own.note(CardMinimums()), user=user, **options)
    keep_columns(request, ColumnMapping.Purpose.CARDS, own.sections)
    messages.success(request, f"“{card_set.name}” has been saved: {len(own.season.players)} players.")
    return redirect("card_set", card_set.pk)


def _preview(own: OwnSeason) -> dict[str, Any]:
    players = sorted(own.season.players, key=_playing_time, reverse=True)
    counts_games = own.read.keys() & {"appearances", "fielding"}
    return {
        "own": own,
        "sections": own.sections,
        "targets": TARGETS,
        "rows_read": sum(own.read.values()),
        "players": players[:_SHOWN_PLAYERS],
        "without_hands": sum(not (player.bats or player.throws) for player in players),
        "without_positions": 0 if counts_games else sum(not (p.positions or p.is_pitcher) for p in players),
    }


def _playing_time(player: PlayerSeason) -> int:
    return player.counts["at_bats"] + player.counts["outs_pitched"]


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    status = 422 if context["form"].errors else 200
    return render(request, "drafts/own_season.html", context, status=status)
