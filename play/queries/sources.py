"""Find a friendly game's teams in a season, a visitor's own cards or a draft.

A source is a string: "NYA" is a club of the game's season, "season:1927:NYA" a club of another season, "team:12" a
drafted team, and "cards:Q2MV99Z2Q4:Sharks" a club in a card file.
"""

import zlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from core.errors import Refused
from drafts.models import Pick
from play.models import VisitorCardSet
from play.refusals import NewTableRefusal
from rules_engine import systems
from seasons.lahman import SeasonError, club_names, first_and_last_season
from seasons.matchups import Club
from seasons.season_play import SeasonPlay
from tabletop.season_plays import season_play_for
from tournaments.access.visibility import shown_to_public
from tournaments.models import Team, Tournament

SEASON, DRAFTED, CARDS = "season", "team", "cards"
_MAX_TOURNAMENTS: Final = 30


class Source(NamedTuple):
    """A validated source.

    Attributes:
        kind: SEASON, DRAFTED or CARDS.
        key: The club in a season or file, or a drafted team's name.
        name: The team's display name.
        season: The year of the team's cards, or None for a card file.
        number: The drafted team's or card file's ID, or 0 for a season.
    """

    kind: str
    key: str
    name: str
    season: int | None
    number: int = 0

    @property
    def dated_name(self) -> str:
        """The club's name with its season, such as "1927 New York Yankees"."""
        return f"{self.season} {self.name}" if self.kind == SEASON else self.name

    @property
    def text(self) -> str:
        """The source string stored with the game."""
        if self.kind == SEASON:
            return f"{SEASON}:{self.season}:{self.key}"
        return f"{self.kind}:{self.number}:{self.key}"


def find_source(text: str, season: int, system: str) -> Source:
    """Return a team's source. Raise Refused if it doesn't exist."""
    kind, _, rest = text.partition(":")
    place, _, key = rest.partition(":")
    if kind == DRAFTED and rest:
        return _drafted(place)
    if kind == CARDS and rest:
        return _from_file(place, key, system)
    if kind == SEASON and rest:
        return _club(_number(place), key)
    return _club(season, text)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _club(season: int, club: str) -> Source:
    first, last = first_and_last_season()
    if not first <= season <= last:
        raise Refused(NewTableRefusal.NO_SUCH_SEASON, season=season, first=first, last=last)
    names = club_names(season)
    if club not in names:
        raise Refused(NewTableRefusal.NO_SUCH_CLUB, season=season, text=club)
    return Source(SEASON, club, names[club], season)


def _drafted(number: str) -> Source:
    team = Team.objects.filter(pk=_number(number)).first()
    if team is None:
        raise Refused(NewTableRefusal.NO_SUCH_TEAM)
    picks = Pick.objects.filter(team=team, card__isnull=False)
    seasons = set(picks.values_list("draft__card_set__season", flat=True))
    if not seasons:
        raise Refused(NewTableRefusal.NOBODY_DRAFTED, team=team.name)
    if len(seasons) > 1 or None in seasons:
        raise Refused(NewTableRefusal.NO_REAL_SEASON, team=team.name)
    return Source(DRAFTED, team.name, team.name, seasons.pop(), team.pk)


def _from_file(public_id: str, club: str, system: str) -> Source:
    cards = VisitorCardSet.objects.filter(public_id=public_id).defer("cards").first()
    if cards is None:
        raise Refused(NewTableRefusal.NO_SUCH_CARDS)
    if cards.system != system:
        raise Refused(NewTableRefusal.OTHER_SYSTEM, name=cards.name, system=systems.load(cards.system).title)
    if club not in cards.teams:
        raise Refused(NewTableRefusal.NO_SUCH_TEAM)
    return Source(CARDS, club, club, None, cards.pk)


def load_club(play: SeasonPlay, ruleset: str, text: str) -> Club:
    """Return the cards for a stored source. Raise SeasonError if they can't be loaded."""
    kind, number, key = text.split(":", 2)
    if kind == SEASON:
        return Club(play.season(ruleset, number), key)
    if kind == DRAFTED:
        return _load_drafted(play, ruleset, int(number), key)
    cards = VisitorCardSet.objects.filter(pk=number).first()
    if cards is None:
        raise SeasonError("the card file was deleted. Upload it again, and start a new game.")
    return Club(play.read_club_cards(zlib.decompress(cards.cards).decode()), key)


def _load_drafted(play: SeasonPlay, ruleset: str, number: int, name: str) -> Club:
    rows = Pick.objects.filter(team=number, card__isnull=False).order_by("overall")
    drafted = dict(rows.values_list("card__code", "draft__card_set__season"))
    if not drafted:
        raise SeasonError(f"{name} no longer has drafted players.")
    season = play.season(ruleset, str(next(iter(drafted.values()))))
    codes = [code for code in drafted if code in season.cards]
    return Club(season, name, play.bench_order(season, codes, lambda code: True))


def are_cards_ready(system: str, ruleset: str, text: str) -> bool:
    """Return whether a stored source's cards can be loaded without making them first."""
    kind, number, _ = text.split(":", 2)
    if kind == CARDS:
        return True
    year = int(number) if kind == SEASON else _year_of_team(int(number))
    return year is not None and season_play_for(system).has_cards(ruleset, year)


def _year_of_team(number: int) -> int | None:
    years = Pick.objects.filter(team=number, card__isnull=False).values_list("draft__card_set__season", flat=True)
    return years.order_by("overall").first()


# Options on the start form.


def tournaments_with_teams() -> dict[str, str]:
    """Return the newest tournaments whose teams drafted a real season's cards, by slug."""
    picks = Pick.objects.filter(card__isnull=False, draft__card_set__season__isnull=False)
    drafted = Tournament.objects.filter(shown_to_public(), teams__in=picks.values("team")).distinct().order_by("-pk")
    return dict(drafted.values_list("slug", "name")[:_MAX_TOURNAMENTS])


def teams_of_tournament(slug: str) -> Mapping[str, str]:
    """Return a tournament's drafted teams by source."""
    picks = Pick.objects.filter(card__isnull=False, draft__card_set__season__isnull=False)
    public = Team.objects.filter(shown_to_public("tournament__"), tournament__slug=slug)
    teams = public.filter(pk__in=picks.values("team")).order_by("name")
    return {f"{DRAFTED}:{pk}": name for pk, name in teams.values_list("pk", "name")}


def clubs_of_file(public_id: str) -> Mapping[str, str]:
    """Return a card file's clubs by source."""
    cards = VisitorCardSet.objects.filter(public_id=public_id).defer("cards").first()
    return {f"{CARDS}:{public_id}:{team}": team for team in cards.teams} if cards is not None else {}


def clubs_of_season(season: int) -> Mapping[str, str]:
    """Return a season's clubs by source, sorted by name. Empty for a season without data."""
    try:
        names = club_names(season)
    except SeasonError:
        return {}
    clubs = sorted(names.items(), key=lambda item: item[1])
    return {f"{SEASON}:{season}:{club}": name for club, name in clubs}
