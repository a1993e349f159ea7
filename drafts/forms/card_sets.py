"""Forms for the card pages: a season with its minimums, a file upload, and card filters."""

from typing import Any

from django import forms

from drafts.card_files.league_pools import LEAGUES as LEAGUES_OF_FILES
from drafts.models import CardSet
from rules_engine import systems
from seasons.lahman import NATIONAL_ASSOCIATION, first_and_last_season
from seasons.players_and_parks import ALL_LEAGUES, CardMinimums

LEAGUES = [
    (ALL_LEAGUES, "All leagues of the year, one card per player"),
    ("AL", "American League"),
    ("NL", "National League"),
    ("FL", "Federal League"),
    ("AA", "American Association"),
    ("UA", "Union Association"),
    ("PL", "Players' League"),
    (NATIONAL_ASSOCIATION, "National Association"),
]
NAME_LENGTH = CardSet._meta.get_field("name").max_length
REPLACE = "Replace the card set with this name if no draft uses it"


def game_choices() -> list[tuple[str, str]]:
    """Return the games that card files can contain."""
    return [(key, systems.load(key).title) for key in systems.system_keys()]


def _games(label: str, field: str) -> forms.IntegerField:
    default: int = getattr(CardMinimums(), field)
    return forms.IntegerField(label=label, min_value=0, max_value=200, initial=default, required=False)


class SeasonForm(forms.Form):
    """A real season. A blank minimum uses the default."""

    prefix = "season"

    year = forms.IntegerField(widget=forms.Select)
    league = forms.ChoiceField(choices=LEAGUES, initial=ALL_LEAGUES)
    name = forms.CharField(max_length=NAME_LENGTH, required=False, help_text="Blank: a name such as 1998 MLB")
    position_games = _games("Games needed for a position on the card", "position_games")
    starter_games = _games("Starts needed for a starter rating", "starter_games")
    relief_games = _games("Relief games needed for a reliever rating", "relief_games")
    missed_games = _games("Most games missed by a player who can't be injured", "missed_games")
    replace = forms.BooleanField(required=False, label=REPLACE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first, last = first_and_last_season()
        self.fields["year"].widget.choices = [(year, year) for year in range(last, first - 1, -1)]

    def minimums(self) -> CardMinimums:
        typed = {name: self.cleaned_data.get(name) for name in CardMinimums.__slots__}
        return CardMinimums(**{name: games for name, games in typed.items() if games is not None})


class UploadForm(forms.Form):
    """A completed template."""

    prefix = "upload"

    name = forms.CharField(max_length=NAME_LENGTH)
    system = forms.ChoiceField(label="Game", choices=game_choices, help_text="Ratings use this game's notation")
    league = forms.ChoiceField(
        choices=[("", "All cards in the file"), *LEAGUES_OF_FILES.items()],
        required=False,
        label="One league only",
        help_text="Leaves out cards from the other league (League column)",
    )
    file = forms.FileField(
        label="Excel or CSV file",
        help_text="The template, filled out (.xlsx, .xls or .ods), or its Players sheet as CSV",
    )
    is_private = forms.BooleanField(required=False, label="Private: only you and the organizer can use and download it")
    replace = forms.BooleanField(required=False, label=REPLACE)


class BrowseForm(forms.Form):
    """Card filters. Invalid values are ignored."""

    q = forms.CharField(label="Name", required=False, widget=forms.TextInput(attrs={"type": "search"}))
    position = forms.ChoiceField(required=False)
    hand = forms.ChoiceField(required=False)
    eligible = forms.BooleanField(label="Eligible only", required=False)

    def __init__(self, data: Any, *, positions: list[tuple[str, str]], hands: list[tuple[str, str]]) -> None:
        super().__init__(data, label_suffix="")
        for name, choices in (("position", positions), ("hand", hands)):
            self.fields[name] = forms.ChoiceField(choices=[("", "any"), *choices], required=False)

    def filters(self) -> dict[str, Any]:
        self.is_valid()
        data = self.cleaned_data
        return {
            "text": data.get("q", "")[:100],
            "position": data.get("position", ""),
            "hand": data.get("hand", ""),
            "eligible_only": data.get("eligible", False),
        }
