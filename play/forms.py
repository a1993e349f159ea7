"""Forms of the play table: start a friendly game, choose card files and set standing orders."""

from collections.abc import Mapping
from typing import Any

from django import forms

from play.models import AWAY, HOME, TableGame
from play.queries.rulesets import RuleSwitch, rule_switches, ruleset_titles, with_switches
from play.queries.situations import FIELDS, MAX_RUNS, PLACES
from play.queries.sources import clubs_of_file, clubs_of_season, teams_of_tournament, tournaments_with_teams
from play.services.starting import COMPUTER, OPPONENTS, StartOptions
from play.table import PlayTable
from rules_engine import systems
from rules_engine.baseball.manager_styles import DEFAULT, manager_styles
from rules_engine.baseball.situations import LAST_INNING
from rules_engine.baseball.standing_orders import CHOICES
from tournaments.models import TablePace

DEFAULT_SEASON, DEFAULT_AWAY, DEFAULT_HOME = 1998, "NYA", "ATL"


def _number_input(digits: int) -> forms.TextInput:
    return forms.TextInput(attrs={"class": "n", "inputmode": "numeric", "maxlength": digits})


POOLS = ("season", "home_season", "tournament", "cards")
_PLACES = [(0, "no one"), *((place, f"spot {place}") for place in range(1, PLACES + 1))]
_DUE = _PLACES[1:]


class PoolForm(forms.Form):
    """Choose the pools that the teams come from."""

    season = forms.IntegerField(label="Season", widget=_number_input(4))
    home_season = forms.IntegerField(label="Another season", required=False, widget=_number_input(4))
    tournament = forms.ChoiceField(label="Drafted teams from", required=False)
    cards = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="pool-%s")
        tournaments = self.fields["tournament"]
        assert isinstance(tournaments, forms.ChoiceField)
        tournaments.choices = [("", "no tournament"), *tournaments_with_teams().items()]

    @property
    def has_more(self) -> bool:
        """Return whether the teams can come from sources other than a single season."""
        return any(self.data.get(name) for name in ("home_season", "tournament", "cards"))


class StartForm(forms.Form):
    """Choose the ruleset, two teams, the opponent and the dice.

    The form offers the teams in its pools. When the pools change, it offers the new pools' teams.
    """

    ruleset = forms.ChoiceField(label="Ruleset")
    rules = forms.MultipleChoiceField(label="Optional rules", required=False)
    season = forms.IntegerField(label="Season")
    home_season = forms.IntegerField(required=False, widget=forms.HiddenInput)
    tournament = forms.CharField(required=False, widget=forms.HiddenInput)
    cards = forms.CharField(required=False, widget=forms.HiddenInput)
    away = forms.ChoiceField(label="Visitors")
    home = forms.ChoiceField(label="Home team")
    own_team = forms.TypedChoiceField(
        label="You manage", coerce=int, choices=((AWAY, "the visitors"), (HOME, "the home team")), initial=AWAY
    )
    opponent = forms.ChoiceField(label="Opponent", choices=[*OPPONENTS.items()])
    computer_style = forms.ChoiceField(
        label="Computer manager's style",
        choices=lambda: [(key, style.title) for key, style in manager_styles().items()],
        required=False,
    )
    dice = forms.ChoiceField(
        label="Dice",
        choices=[(dice.value, dice.label) for dice in TableGame.FRIENDLY_DICE],
        initial=TableGame.Dice.COMMITTED,
    )
    pace = forms.ChoiceField(label="Time", choices=TablePace.choices, required=False)
    designated_hitter = forms.BooleanField(label="Designated hitter", required=False)
    inning = forms.IntegerField(label="Inning", min_value=1, max_value=LAST_INNING, required=False)
    half = forms.TypedChoiceField(label="Half-inning", coerce=int, choices=((0, "Top"), (1, "Bottom")), required=False)
    outs = forms.TypedChoiceField(label="Outs", coerce=int, choices=((0, "0"), (1, "1"), (2, "2")), required=False)
    away_score = forms.IntegerField(label="Visitors' runs", min_value=0, max_value=MAX_RUNS, required=False)
    home_score = forms.IntegerField(label="Home team's runs", min_value=0, max_value=MAX_RUNS, required=False)
    first = forms.TypedChoiceField(label="On first", coerce=int, choices=_PLACES, required=False)
    second = forms.TypedChoiceField(label="On second", coerce=int, choices=_PLACES, required=False)
    third = forms.TypedChoiceField(label="On third", coerce=int, choices=_PLACES, required=False)
    away_due = forms.TypedChoiceField(label="Visitors' next batter", coerce=int, choices=_DUE, required=False)
    home_due = forms.TypedChoiceField(label="Home team's next batter", coerce=int, choices=_DUE, required=False)

    def __init__(self, data: Any = None, *, pools: Mapping[str, Any] | None = None) -> None:
        pools = {"season": DEFAULT_SEASON, **(pools or {})}
        initial = {**pools, "away": DEFAULT_AWAY, "home": DEFAULT_HOME, "opponent": COMPUTER}
        super().__init__(data, initial=initial)
        self._choices("ruleset", [*ruleset_titles().items()])
        self._switches = rule_switches()
        self._choices("rules", [(switch.key, switch.title) for group in self._switches.values() for switch in group])
        teams = _teams_of(self.data if self.is_bound else pools)
        self._choices("away", teams)
        self._choices("home", teams)

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def rule_groups(self) -> list[tuple[str, list[tuple[RuleSwitch, bool]]]]:
        """Return each ruleset's title with its switches and whether each switch is checked."""
        checked, titles = set(self["rules"].value() or ()), ruleset_titles()
        return [
            (titles[key], [(switch, switch.key in checked) for switch in group])
            for key, group in self._switches.items()
        ]

    @property
    def settings(self) -> list[forms.BoundField]:
        """Return the fields under More settings, except the situation."""
        return [self["computer_style"], self["pace"], self["designated_hitter"]]

    @property
    def situation(self) -> list[forms.BoundField]:
        """Return the situation fields for a game that starts in progress."""
        return [self[name] for name in FIELDS]

    @property
    def has_more(self) -> bool:
        """Return whether to expand More settings because a field there is set or invalid."""
        chosen = {name: self.data.get(name) for name in ("designated_hitter", "rules", *FIELDS)}
        unset = {"half": "0", "outs": "0", "first": "0", "second": "0", "third": "0", "away_due": "1", "home_due": "1"}
        return self.is_bound and any(value and value != unset.get(name) for name, value in chosen.items())

    def options(self) -> StartOptions:
        """Return the validated choices."""
        chosen = self.cleaned_data
        return StartOptions(
            ruleset=with_switches(chosen["ruleset"], chosen["rules"]),
            season=chosen["season"],
            away=chosen["away"],
            home=chosen["home"],
            dice=chosen["dice"],
            pace=chosen["pace"],
            own_team=chosen["own_team"],
            opponent=chosen["opponent"],
            computer_style=chosen["computer_style"] or DEFAULT,
            has_designated_hitter=chosen["designated_hitter"],
            situation={name: int(chosen[name]) for name in FIELDS if chosen[name] not in (None, "")},
        )


def _teams_of(pools: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the available teams, keyed by source, and grouped if there are several pools."""
    season = _year(pools.get("season"))
    groups: dict[str, list[tuple[str, str]]] = {f"Season {season}": clubs_of(season)}
    if second_season := _year(pools.get("home_season")):
        groups[f"Season {second_season}"] = [*clubs_of_season(second_season).items()]
    if slug := pools.get("tournament"):
        groups["Drafted teams"] = [*teams_of_tournament(str(slug)).items()]
    if cards := pools.get("cards"):
        groups["Your cards"] = [*clubs_of_file(str(cards)).items()]
    return [*groups.items()] if len(groups) > 1 else next(iter(groups.values()))


def clubs_of(season: int) -> list[tuple[str, str]]:
    """Return the season's clubs, sorted by name. Each source is only the club's code."""
    return [(source.rpartition(":")[2], name) for source, name in clubs_of_season(season).items()]


def _year(text: Any) -> int:
    return int(text) if str(text or "").isdecimal() and len(str(text)) < 5 else 0


class CardFileForm(forms.Form):
    """Upload a visitor's own card file."""

    system = forms.ChoiceField(
        label="Game", choices=lambda: [(key, systems.load(key).title) for key in systems.system_keys()]
    )
    file = forms.FileField(label="Card file", widget=forms.FileInput(attrs={"accept": ".json,.xlsx"}))


class OrdersForm(forms.Form):
    """A seat's standing orders. The move `orders` reads the form's fields."""

    ask = forms.ChoiceField(label="Ask me", choices=CHOICES["ask"])
    from_inning = forms.IntegerField(
        label="From inning",
        widget=forms.NumberInput(attrs={"class": "n", "min": 1, "max": LAST_INNING, "inputmode": "numeric"}),
        help_text="Before that inning, you won't be asked.",
    )
    infield = forms.ChoiceField(label="Infield", choices=CHOICES["infield"])
    hold = forms.ChoiceField(label="Runners", choices=CHOICES["hold"])
    play = forms.ChoiceField(label="At bat", choices=CHOICES["play"])


def orders_form(table: PlayTable, team: int) -> OrdersForm:
    """Return the form filled with a team's current orders."""
    return OrdersForm(initial=table.play.orders[team]._asdict(), auto_id=f"order-{team}-%s")
