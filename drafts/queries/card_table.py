"""Table columns of cards and ballparks for a card set's page, file and API."""

from decimal import Decimal
from operator import attrgetter
from typing import Any

from django.utils.safestring import SafeString

from core.tables import Align, Column, Place, TableDefinition, escape_html
from core.templatetags.parts import state
from drafts.models import Ballpark, PlayerCard
from drafts.queries.pool_cards import PoolCard, positions_in_order
from drafts.queries.ratings_html import ratings_html
from drafts.queries.statistics import format_positions, statistic
from rules_engine.innings import format_innings
from rules_engine.systems import load

_PAGE, _FILE, _API = Place.PAGE, Place.FILE, Place.API
_LEFT = Align.LEFT


def _fact(name: str, title: str, places: Place = _FILE | _API, **options: Any) -> Column[Any]:
    """Return a column for a card attribute."""
    return Column(name, title, attrgetter(name), places, _LEFT, **{"tone": "nowrap", "kind": str, **options})


def _stat(
    title: str, name: str, meaning: str, places: Place = _PAGE | _FILE | _API, help: str = "", **options: Any
) -> Column[Any]:
    return statistic(
        name,
        title,
        places,
        card_of=lambda card: card,
        sort=name,
        meaning=meaning,
        help=help or meaning,
        **options,
    )


def _rating(title: str, name: str, help: str) -> Column[PlayerCard]:
    return Column(f"ratings.{name}", title, lambda card: card.ratings.get(name), _FILE, help=help)


def _permission(name: str) -> Column[PoolCard]:
    return _fact(name, name, _API, kind=bool)


def has_ratings(system: str) -> bool:
    """Return whether card files of this game contain ratings, in the game's notation."""
    return bool(system and load(system).printed_ratings)


def _roles(card: PlayerCard) -> str:
    roles = (("S", card.is_starter), ("R", card.is_reliever), ("H", card.also_hits))
    return " ".join(role for role, has_role in roles if has_role)


def _eligible(card: PoolCard) -> SafeString:
    return state("yes", "good") if card.eligible else state("no", "bad")


def _name(card: PoolCard) -> SafeString:
    return SafeString(f"{escape_html(card.name)}{ratings_html(card)}")


_IDENTITY: tuple[Column[Any], ...] = (
    _fact("id", "Number", _API, kind=int),
    _fact("code", "Code", help="Your own short code, different for each card"),
    _fact(
        "name",
        "Name",
        _PAGE | _FILE | _API,
        cell=_name,
        tone="",
        names_row=True,
        sort="name",
        rises=True,
        meaning="Name",
        help="The name to show",
    ),
    _fact("eligible", "Eligible", _PAGE, cell=_eligible, tone=""),
    _fact("clubs", "Clubs", _PAGE | _FILE | _API, meaning="Clubs", help="Such as SEA or SEA-HOU"),
    _fact("bats", "Bats", _PAGE | _FILE | _API, head="B", meaning="Bats", help="L, R or S (both sides)"),
    _fact("throws", "Throws", _PAGE | _FILE | _API, head="T", meaning="Throws", help="L, R or S"),
    _fact("birth_year", "Born", kind=int, is_nullable=True, help="Year of birth"),
    _fact("label", "Label", _API),
)

_BATTING: tuple[Column[Any], ...] = (
    Column(
        "positions_with_games",
        "Positions",
        lambda card: format_positions(card.games_at),
        _PAGE,
        _LEFT,
        sort="position",
        rises=True,
        tone="nowrap",
        meaning="Positions on the card, with games",
    ),
    _stat("G", "games", "Games"),
    _stat("AB", "at_bats", "At bats", help="At-bats; with walks (W), they determine whether a hitter is eligible"),
    _stat("R", "runs", "Runs"),
    _stat("H", "hits", "Hits"),
    _stat("2B", "doubles", "Doubles"),
    _stat("3B", "triples", "Triples"),
    _stat("HR", "homeruns", "Home runs"),
    _stat("RBI", "runs_batted_in", "Runs batted in"),
    _stat("W", "walks", "Walks"),
    _stat("SO", "strikeouts", "Strikeouts"),
    _stat("HBP", "hit_by_pitch", "Hit by pitch", _FILE | _API),
    _stat("SH", "sacrifice_hits", "Sacrifice hits", _FILE | _API),
    _stat("SF", "sacrifice_flies", "Sacrifice flies", _FILE | _API),
    _stat("GDP", "double_plays", "Grounded into double plays", _FILE | _API),
    _stat("SB", "stolen_bases", "Stolen bases"),
    _stat("CS", "caught_stealing", "Caught stealing", _FILE | _API),
    _stat("AVG", "average", "Batting average", _PAGE | _API, kind=float, is_nullable=True),
    _stat("OBP", "on_base", "On-base average", _PAGE | _API, kind=float, is_nullable=True),
    _stat("SLG", "slugging", "Slugging average", _PAGE | _API, kind=float, is_nullable=True),
)

_FIELD: tuple[Column[Any], ...] = (
    Column(
        "positions",
        "Positions",
        lambda card: format_positions(positions_in_order(card.positions)),
        _FILE,
        help="Positions on the card, with games if you like: SS 140, 2B. Outfielders: LF, CF, RF, not OF",
    ),
    Column("positions", "Positions", lambda card: card.games_at, _API, kind=dict[str, int], help="games at each"),
    Column(
        "can_be_injured",
        "Injury",
        lambda card: "yes" if card.can_be_injured else "no",
        _FILE,
        help="no if the card has no injury; empty means yes",
    ),
    _fact("can_be_injured", "Injury", _API, kind=bool),
    _fact("has_catcher_rating", "Catcher", _API, kind=bool),
    _fact("is_hitter", "Hitter", _API, kind=bool, help="by the card and the edition; a two-way player is both"),
    _fact("is_pitcher", "Pitcher", _API, kind=bool, help="by the card and the edition"),
    _fact("is_starter", "Starter", _API, kind=bool),
    _fact("is_reliever", "Reliever", _API, kind=bool),
    Column(
        "roles",
        "Roles",
        _roles,
        _FILE,
        help="Pitchers: S for a starter, R for relief, S R for both, and H if he also hits; empty for other players",
    ),
)

_PITCHING: tuple[Column[Any], ...] = (
    Column(
        "role",
        "Roles",
        lambda card: card.label.split(" ")[0],
        _PAGE,
        _LEFT,
        sort="position",
        rises=True,
        tone="nowrap",
        meaning="Roles on the card",
    ),
    _stat("P G", "pitching_games", "Games pitched", head="G"),
    _stat("GS", "games_started", "Games started", help="Games started as pitcher"),
    Column(
        "outs_pitched",
        "IP",
        lambda card: Decimal(format_innings(card.outs_pitched)),
        _FILE,
        help="Innings pitched as 118.2; they determine a pitcher's roles",
    ),
    _stat("IP", "outs_pitched", "Innings pitched", _PAGE),
    Column(
        "innings_pitched", "IP", lambda card: format_innings(card.outs_pitched), _API, kind=str, help="such as 118.2"
    ),
    _stat("Wins", "wins", "Wins", head="W"),
    _stat("Losses", "losses", "Losses", head="L"),
    _stat("Saves", "saves", "Saves", head="SV"),
    _stat("BF", "batters_faced", "Batters faced", _FILE | _API),
    _stat("P H", "hits_allowed", "Hits allowed", head="H"),
    _stat("P HR", "homeruns_allowed", "Home runs allowed", head="HR"),
    _stat("P W", "walks_allowed", "Walks allowed", head="BB"),
    _stat("P SO", "strikeouts_made", "Strikeouts made", head="SO"),
    _stat("P HBP", "hit_batters", "Batters hit", _FILE | _API),
    _stat("P R", "runs_allowed", "Runs allowed", _FILE | _API),
    _stat("ER", "earned_runs", "Earned runs", _FILE | _API),
    _stat("ERA", "earned_run_average", "Earned run average", _PAGE | _API, kind=float, is_nullable=True),
)

_SPLITS = (
    ("hits", "H", "Hits"),
    ("ob", "OB", "Times on base"),
    ("tb", "TB", "Total bases"),
    ("hr", "HR", "Home runs"),
)
_RATINGS: tuple[Column[Any], ...] = (
    _rating("Fielding", "fielding", "As printed: ss-2e20, 2b-3e14"),
    _rating("Throw", "throw", "Catchers: T 1-9"),
    _rating("PB", "passed_ball", "Catchers: passed balls, 0 to 20"),
    _rating("Stealing", "stealing", "Letter grade: AAA to E"),
    _rating("Steal lead", "steal", "As printed: *8-10/11,12 (19-14)"),
    _rating("Running", "running", "As printed: 1-15"),
    _rating("Hold", "hold", "Pitchers: -6 to +9"),
    _rating("Endurance", "endurance", "Pitchers: starter(7) relief(2)/3"),
    _rating("Hitting card", "hitting", "Pitchers: #1WR"),
    _rating("BK", "balk", "Pitchers: balks, 0 to 20"),
    _rating("WP", "wild_pitch", "Pitchers: wild pitches, 0 to 20"),
    _rating("Pitcher's e", "pitcher_error", "Pitchers whose range is unknown: e12"),
    _rating("Starter *", "starter_star", "* if he can start on short rest"),
    _rating("Bunting", "bunting", "A to D"),
    _rating("Hit and run", "hit_and_run", "A to D"),
    *(
        _rating(f"{title} vs {side[0].upper()}", f"{name}_{side}", f"{meaning} against {side}-handers, in 108")
        for name, title, meaning in _SPLITS
        for side in ("left", "right")
    ),
    _rating("Ballpark L", "park_left", "Ballpark effect against left-handers: a number, or w for no power"),
    _rating("Ballpark R", "park_right", "Ballpark effect against right-handers"),
    _rating("Clutch", "clutch", "Such as +4 or -3"),
    _fact("ratings", "Ratings", _API, kind=dict),
    _fact(
        "made_ratings", "Made ratings", _API, kind=dict, help="computed from statistics, if a sheet doesn't have them"
    ),
    _fact("sort_name", "Sort name", help="Griffey, Ken; empty: made from the last word"),
)

_RULINGS: tuple[Column[Any], ...] = (
    *map(_permission, ("may_hit", "may_start", "may_relieve", "eligible")),
    _fact("rule", "Rule", _API),
    _fact("reason", "Reason", _PAGE | _API, tone="nowrap small"),
)

_LEAGUE: Column[Any] = Column(
    "league",
    "League",
    lambda card: card.card_set.only_league,
    _FILE,
    help="AL, NL or AL-NL; needed only for a one-league pool",
)

CARDS: TableDefinition[Any] = TableDefinition(
    "cards", (*_IDENTITY, *_BATTING, *_FIELD, *_PITCHING, *_RATINGS, _LEAGUE, *_RULINGS)
)
HITTERS = CARDS.without(*(column.name for column in _PITCHING))
PITCHERS = CARDS.without("bats", *(column.name for column in _BATTING))


def _chance(title: str, name: str, head: str, help: str, *, unknown: str = "") -> Column[Ballpark]:
    """Return a column for a ballpark's chance in 20. `unknown` is displayed if the card set lacks the value."""
    return Column(
        *(name, title, attrgetter(name), _PAGE | _FILE | _API),
        head=head,
        text=lambda park: f"1-{getattr(park, name)}" if getattr(park, name) else unknown,
        is_nullable=True,
        help=help,
    )


PARKS: TableDefinition[Ballpark] = TableDefinition(
    "parks",
    (
        Column("id", "Number", lambda park: park.pk, _API),
        _fact("code", "Code", help="Your own short code, different for each park"),
        _fact(
            "name",
            "Name",
            _PAGE | _FILE | _API,
            head="Ballpark",
            names_row=True,
            tone="",
            help="The name to show",
        ),
        _fact("club", "Club", _PAGE | _FILE | _API, tone="", help="The club that plays there"),
        _chance(
            "Singles L",
            "singles_left",
            "Singles, left",
            help="Ballpark singles for left-handed batters: 1-n, n from 1 to 20",
            unknown="numbers not given",
        ),
        _chance("Singles R", "singles_right", "Singles, right", "The same for right-handed batters"),
        _chance("HR L", "homeruns_left", "Home runs, left", "Ballpark home runs for left-handed batters"),
        _chance("HR R", "homeruns_right", "Home runs, right", "The same for right-handed batters"),
    ),
)
