"""A page with all page components, for developers."""

from dataclasses import replace
from typing import Final

from django import forms
from django.contrib.messages import ERROR, SUCCESS, WARNING
from django.contrib.messages.storage.base import Message
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from core.crests import PALETTE, team_crest
from core.icons import ICONS
from core.score_bugs import BugSide, ScoreBug
from drafts.queries.position_html import position_badge
from drafts.views.card_sets import staff_viewer
from rules_engine.eligibility.roster import all_positions_backed_up
from weekend.templatetags.page_navigation import NavigationLink, render_navigation

TONES: Final = ("", "good", "warn", "bad")
SIZES: Final = ("banner", "title", "large", "plain", "figures", "fine", "label")
# color role -> its use
COLORS: Final = {
    "paper": "ground of pages",
    "panel": "surface of rails, notes and toasts",
    "field": "raised ground of fields",
    "mark": "highlighted row",
    "ink": "text",
    "quiet": "muted text",
    "line": "line between rows",
    "firm": "border",
    "accent": "primary action and current page",
    "on-accent": "text on the accent",
    "good": "success",
    "warn": "warning",
    "on-warn": "text on a warning",
    "bad": "danger and errors",
    "focus": "focus ring",
}
SPACES: Final = ("hair", "near", "apart", "wide", "broad", "far", "deep", "vast")


class SpecimenForm(forms.Form):
    """A form with one field of each kind. It is never submitted."""

    name = forms.CharField(max_length=60, help_text="The name on printouts.")
    length = forms.ChoiceField(choices=[("3", "3 games"), ("5", "5 games")])
    words = forms.CharField(widget=forms.Textarea({"rows": 2}), required=False)
    practice = forms.BooleanField(label="A practice weekend", required=False)


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    viewer = staff_viewer(request)
    if viewer is None:
        raise PermissionDenied("Only the organizer, a director or an assistant can open this page.")
    # submitted without a name, so that a field error is shown
    form = SpecimenForm({"length": "3"})
    ruling = all_positions_backed_up([])
    crests = [team_crest(color_name, chosen_palette=key) for key, color_name in PALETTE.items()]
    page = {
        "viewer": viewer,
        "form": form,
        "tones": TONES,
        "colors": COLORS,
        "sizes": SIZES,
        "spaces": SPACES,
        "ruling": ruling,
        "crests": crests,
        "positions": [position_badge(label) for label in ("C", "SS 2B", "CF", "SP", "RP")],
        "icons": ICONS,
        "toasts": (
            Message(SUCCESS, "Settings saved.", extra_tags="stays"),
            Message(WARNING, "A later game is affected."),
            Message(ERROR, "The announcement is too long."),
        ),
        "bugs": _score_bugs(),
        "stats": (("12-6", "record"), ("3.21", "ERA"), (".284", "average")),
        "navigation": _navigation(),
    }
    return render(request, "weekend/style.html", page)


def _score_bugs() -> list[ScoreBug]:
    """Return a finished game with a line score, and a game in progress without one."""
    toledo, el_paso = "Toledo Stokers", "El Paso Mudcats"
    line = list("000020000"), list("10000020x")
    final = [
        BugSide(team_crest(toledo), toledo, 2, line[0]),
        BugSide(team_crest(el_paso), el_paso, 3, line[1], is_winner=True),
    ]
    open_game = [BugSide(team_crest(el_paso), el_paso, 4), BugSide(team_crest(toledo), toledo, None)]
    return [ScoreBug("Game 1", final, "final", "good"), ScoreBug("Game 2", open_game, "in progress", "warn")]


def _navigation() -> SafeString:
    """Render the specimen's chapters like a tournament's navigation."""
    groups = {
        "Tokens": [_chapter(name) for name in ("colors", "type", "space", "icons")],
        "Components": [
            _chapter(name) for name in ("buttons", "forms", "tables", "cards", "dialogs", "badges", "notes", "lists")
        ],
    }
    icons = ("tiles", "pennant", "bars", "ball")
    tabs = [replace(chapter, icon=icon) for chapter, icon in zip(groups["Tokens"], icons, strict=True)]
    return render_navigation(groups, tabs)


def _chapter(name: str) -> NavigationLink:
    return NavigationLink(name.capitalize(), f"#{name}", mark="page" if name == "colors" else "")
