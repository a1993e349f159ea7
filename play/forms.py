"""The form that starts a friendly game."""

from typing import Any

from django import forms

from play.models import AWAY, HOME, TableGame
from play.queries.rulesets import ruleset_titles
from play.services.starting import COMPUTER, OPPONENTS, StartOptions
from seasons.lahman import SeasonError, club_names, first_and_last_season

DEFAULT_SEASON, DEFAULT_AWAY, DEFAULT_HOME = 1998, "NYA", "ATL"


class StartForm(forms.Form):
    """Choose the ruleset, two clubs of a season, the opponent and the dice.

    The clubs to choose from are those of the season in the form. After another season is entered, the form shows its
    clubs.
    """

    ruleset = forms.ChoiceField(label="Ruleset")
    season = forms.IntegerField(label="Season")
    away = forms.ChoiceField(label="Visitors")
    home = forms.ChoiceField(label="Home team")
    own_team = forms.TypedChoiceField(
        label="You manage", coerce=int, choices=((AWAY, "the visitors"), (HOME, "the home team")), initial=AWAY
    )
    opponent = forms.ChoiceField(label="Opponent", choices=[*OPPONENTS.items()])
    dice = forms.ChoiceField(
        label="Dice",
        choices=[(dice.value, dice.label) for dice in TableGame.FRIENDLY_DICE],
        initial=TableGame.Dice.COMMITTED,
    )
    designated_hitter = forms.BooleanField(label="Designated hitter", required=False)

    def __init__(self, data: Any = None, *, season: int = DEFAULT_SEASON) -> None:
        initial = {"season": season, "away": DEFAULT_AWAY, "home": DEFAULT_HOME, "opponent": COMPUTER}
        super().__init__(data, initial=initial)
        first, last = first_and_last_season()
        self._choices("ruleset", ruleset_titles())
        clubs = clubs_of(self.data.get("season") if self.is_bound else season)
        self._choices("away", clubs)
        self._choices("home", clubs)
        self.fields["season"].help_text = f"{first} to {last}"
        self.fields["season"].widget.attrs |= {"min": first, "max": last, "inputmode": "numeric", "class": "n"}

    def _choices(self, name: str, titles: dict[str, str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*titles.items()]

    def options(self) -> StartOptions:
        """Return the checked choices."""
        chosen = self.cleaned_data
        return StartOptions(
            ruleset=chosen["ruleset"],
            season=chosen["season"],
            away=chosen["away"],
            home=chosen["home"],
            dice=chosen["dice"],
            own_team=chosen["own_team"],
            opponent=chosen["opponent"],
            has_designated_hitter=chosen["designated_hitter"],
        )


def clubs_of(season: Any) -> dict[str, str]:
    """Return the names of a season's clubs by code, sorted by name; none for a season without data."""
    try:
        names = club_names(int(season))
    except (SeasonError, TypeError, ValueError):
        return {}
    return dict(sorted(names.items(), key=lambda item: item[1]))
