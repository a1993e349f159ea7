"""Serializers for tables: seats, clocks, lineups, standing orders and moves."""

from typing import Any, Final

from rest_framework import serializers

from play.api.moves import MOVES
from play.models import AWAY, HOME, Seat, TableGame
from play.queries.lobby import SPOT_COUNT
from play.queries.presence import Presence
from play.queries.situations import MAX_RUNS, PLACES
from play.services import undo
from play.services.seats import MAX_PART_LENGTH
from play.services.starting import OPPONENTS, PERSON_BY_LINK
from rules_engine.baseball.lineups import HITTER
from rules_engine.baseball.manager_styles import DEFAULT, manager_styles
from rules_engine.baseball.situations import LAST_INNING
from rules_engine.baseball.standing_orders import CHOICES, NO_ORDERS
from rules_engine.baseball.state import POSITIONS
from tournaments.models import TablePace

MAX_NUMBER: Final = 1_000_000


class SeatSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(help_text="0 for the visitors, 1 for the home team")
    name = serializers.CharField()
    side = serializers.CharField()
    manager = serializers.ChoiceField(choices=Seat.Manager.choices)
    is_taken = serializers.BooleanField()
    is_ready = serializers.BooleanField()
    is_own = serializers.BooleanField()


class TimeBankSerializer(serializers.Serializer[Any]):
    """A seat's time bank. If the clock keeps running, the opponent can ask the director from `claim_at` on."""

    seconds = serializers.IntegerField(help_text="time left; negative once the time bank is used up")
    text = serializers.CharField(help_text="the same as m:ss")
    is_running = serializers.BooleanField()
    is_used_up = serializers.BooleanField()
    deadline = serializers.CharField(allow_null=True, help_text="when the time runs out if the clock keeps running")
    claim_text = serializers.CharField(
        help_text="the time until the opponent can ask the director; empty if they can't"
    )
    claim_at = serializers.CharField(allow_null=True)


class PresenceSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    name = serializers.CharField()
    side = serializers.CharField()
    readiness = serializers.CharField(help_text="ready or choosing, in the lobby")
    presence = serializers.ChoiceField(choices=[presence.value for presence in Presence])
    minutes_lost = serializers.IntegerField(allow_null=True)
    volunteer = serializers.CharField(help_text="who is sitting in for the manager")
    phrase = serializers.CharField(help_text="a phrase sent in the last minute")
    clock = TimeBankSerializer(allow_null=True)


class PeopleSerializer(serializers.Serializer[Any]):
    """The connected managers and the clocks. Changes here don't change the table's `number`."""

    own_teams = serializers.ListField(child=serializers.IntegerField())
    pace = serializers.ChoiceField(choices=TablePace.choices)
    pace_label = serializers.CharField()
    seats = PresenceSerializer(many=True)
    claims = serializers.ListField(child=serializers.IntegerField(), help_text="your teams that can ask about a clock")
    clock_question_by = serializers.IntegerField(allow_null=True)


class TableSerializer(serializers.Serializer[Any]):
    """A table as a single manager or a spectator sees it.

    `number` is the newest action. Send it with each move. `game` has the scoreboard, your seat's prompts with their
    legal choices, the matchup's cards and the last plays. It is null before the first pitch.
    """

    id = serializers.CharField()
    series = serializers.IntegerField(allow_null=True, help_text="a tournament game's series")
    entered_as = serializers.IntegerField(allow_null=True, help_text="its number in the series, once entered")
    entry_failure = serializers.CharField()
    signed = serializers.ListField(child=serializers.IntegerField(), help_text="the teams that signed the result")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=TableGame.State.choices)
    state_label = serializers.CharField()
    failure = serializers.CharField()
    season = serializers.IntegerField(allow_null=True, help_text="null if the teams are not from one season")
    situation = serializers.ListField(
        child=serializers.CharField(), help_text="the starting situation of a game that starts mid-game"
    )
    ruleset = serializers.CharField()
    seats = SeatSerializer(many=True)
    own_teams = serializers.ListField(child=serializers.IntegerField())
    people = PeopleSerializer()
    scorekeeper = serializers.IntegerField(
        allow_null=True, help_text="the team whose device enters plays for both teams, if one device scores the game"
    )
    dice = serializers.DictField(help_text="the dice commitments, with their secrets after the last out")
    lobby = serializers.ListField(child=serializers.DictField(), help_text="the starters that your seat may choose")
    game = serializers.DictField(allow_null=True)


class SituationSerializer(serializers.Serializer[Any]):
    """The starting situation of a game in progress. Runners and batters are batting order spots. 0 is an empty base."""

    inning = serializers.IntegerField(min_value=1, max_value=LAST_INNING, default=1)
    half = serializers.IntegerField(min_value=0, max_value=1, default=0, help_text="0 is the top, 1 the bottom")
    outs = serializers.IntegerField(min_value=0, max_value=2, default=0)
    away_score = serializers.IntegerField(min_value=0, max_value=MAX_RUNS, default=0)
    home_score = serializers.IntegerField(min_value=0, max_value=MAX_RUNS, default=0)
    first = serializers.IntegerField(min_value=0, max_value=PLACES, default=0)
    second = serializers.IntegerField(min_value=0, max_value=PLACES, default=0)
    third = serializers.IntegerField(min_value=0, max_value=PLACES, default=0)
    away_due = serializers.IntegerField(min_value=1, max_value=PLACES, default=1)
    home_due = serializers.IntegerField(min_value=1, max_value=PLACES, default=1)


class NewTableSerializer(serializers.Serializer[Any]):
    """The settings of a new friendly game.

    `ruleset` is a system and ruleset key, such as pine_tar/full. To turn an optional rule off or on, append it with a
    minus or plus sign, as in pine_tar/full-injuries or strat_o_matic/star+robbed_homers.

    `away` and `home` are clubs of the season, such as NYA. You can also send season:1927:NYA for a club of another
    season, team:12 for the drafted team with ID 12, or cards:ID:CLUB for a club in an uploaded card file.
    `computer_style` is the computer opponent's managing style.
    """

    ruleset = serializers.CharField(max_length=255)
    season = serializers.IntegerField(min_value=1, max_value=9999)
    away = serializers.CharField(max_length=120)
    home = serializers.CharField(max_length=120)
    dice = serializers.ChoiceField(
        choices=[(dice.value, dice.label) for dice in TableGame.FRIENDLY_DICE], default=TableGame.Dice.COMMITTED
    )
    pace = serializers.ChoiceField(choices=TablePace.choices, default=TablePace.UNTIMED)
    own_team = serializers.IntegerField(min_value=0, max_value=1, default=AWAY)
    opponent = serializers.ChoiceField(choices=[*OPPONENTS.items()], default=PERSON_BY_LINK)
    computer_style = serializers.ChoiceField(choices=[*manager_styles()], default=DEFAULT)
    has_designated_hitter = serializers.BooleanField(default=False)
    situation = SituationSerializer(required=False)


class SeatTokenSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    token = serializers.CharField()


class StartedTableSerializer(serializers.Serializer[Any]):
    """A new table with a token for each human seat. Pass the opponent's token on to your opponent."""

    id = serializers.CharField()
    tokens = SeatTokenSerializer(many=True)


class TableSpotSerializer(serializers.Serializer[Any]):
    """A batting order spot. The pitcher's `player` is "", because `ready` chooses the starter."""

    player = serializers.CharField(max_length=40, allow_blank=True)
    position = serializers.ChoiceField(choices=[(position, position) for position in (*POSITIONS, HITTER)])


class TableLineupSerializer(serializers.Serializer[Any]):
    """A lineup of nine spots in batting order, or an empty list."""

    spots = serializers.ListField(child=TableSpotSerializer(), max_length=SPOT_COUNT)


class ReadySerializer(serializers.Serializer[Any]):
    """The starter and a random value.

    Without `starter`, the next pitcher in the rotation starts. `part` is a random value for the dice. If a single
    device keeps score, send the team that gets ready as `team`.
    """

    starter = serializers.CharField(max_length=40, allow_blank=True, default="")
    part = serializers.CharField(max_length=MAX_PART_LENGTH, allow_blank=True, default="")
    team = serializers.IntegerField(min_value=AWAY, max_value=HOME, required=False)


class OrdersSerializer(serializers.Serializer[Any]):
    """Standing orders, which the server uses to answer for the seat.

    If an order leads to no legal answer, the server asks the manager. A question without a standing order is asked if
    `ask` and `from_inning` require it. Otherwise, the server uses the usual answer. "" means no order.
    """

    ask = serializers.ChoiceField(choices=[*CHOICES["ask"]], default=NO_ORDERS.ask)
    from_inning = serializers.IntegerField(min_value=1, max_value=LAST_INNING, default=NO_ORDERS.from_inning)
    infield = serializers.ChoiceField(choices=[*CHOICES["infield"]], default="")
    hold = serializers.ChoiceField(choices=[*CHOICES["hold"]], default="")
    play = serializers.ChoiceField(choices=[*CHOICES["play"]], default="")


class MoveSerializer(serializers.Serializer[Any]):
    """A move and its arguments.

    `answer` needs `choice`. `announce` needs `word`. `settle` and `change` need `enters` and `leaves`. `change` needs
    `reason` as well. `move_fielders` needs `positions`, with players by position. `double_switch` needs `pitcher`,
    `leaves` and `fielder`. `set_orders` needs `orders`, which replace all of the seat's standing orders. `dice` needs
    `dice`, such as "4 2 6".

    `request_undo` needs `to`, the number of the event to return to, or -2 for the last answer in the current play.
    `report_misread` needs `to`, the event before the play. `ask_director` needs `question`. `concede` and `suspend`
    need no arguments. If the opponent sends `suspend` too, the game is suspended. If a single device keeps score, send
    the team that moves as `team`.
    """

    number = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER)
    move = serializers.ChoiceField(choices=[*MOVES])
    choice = serializers.CharField(max_length=80, required=False)
    word = serializers.CharField(max_length=80, required=False)
    enters = serializers.CharField(max_length=80, allow_blank=True, default="")
    leaves = serializers.CharField(max_length=80, allow_blank=True, default="")
    reason = serializers.CharField(max_length=40, required=False)
    positions = serializers.DictField(child=serializers.CharField(max_length=80), required=False)
    pitcher = serializers.CharField(max_length=80, required=False)
    fielder = serializers.CharField(max_length=80, required=False)
    dice = serializers.CharField(max_length=200, required=False)
    orders = OrdersSerializer(required=False)
    to = serializers.IntegerField(min_value=undo.LAST_ANSWER, max_value=MAX_NUMBER, required=False)
    question = serializers.CharField(max_length=5000, required=False)
    team = serializers.IntegerField(min_value=AWAY, max_value=HOME, required=False)
