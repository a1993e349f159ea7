"""Tables in the API: start a game, read its view, get ready and make moves. A bot needs nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from django.shortcuts import get_object_or_404
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import conflict_response, describe_endpoint
from core.errors import Stale
from core.network import visitor_network
from play.api.access import SeatAccess, seat_of_api
from play.models import AWAY, HOME, LARGE_FIELDS, TEAMS, Seat, TableGame
from play.queries.lobby import SPOT_COUNT
from play.queries.presence import Presence
from play.queries.situations import MAX_RUNS, PLACES
from play.queries.view import table_view
from play.services import moves, undo
from play.services.clock import ask_about_clock
from play.services.director import ask_director
from play.services.endings import concede, decline_suspension, suspend
from play.services.lineups import set_lineup
from play.services.orders import set_orders
from play.services.resumption import resume_game
from play.services.scorekeeping import confirm_score
from play.services.seats import MAX_PART_LENGTH, get_ready, seat_token, sit_down
from play.services.series_games import sign_result
from play.services.starting import OPPONENTS, PERSON_BY_LINK, StartOptions, create_game, prepare_or_enqueue
from play.services.volunteers import get_up, invite_volunteer
from play.table import keep_table, open_table
from play.table_rows import current_game
from rules_engine.baseball.lineups import HITTER
from rules_engine.baseball.situations import LAST_INNING
from rules_engine.baseball.standing_orders import CHOICES, NO_ORDERS
from rules_engine.baseball.state import POSITIONS
from tournaments.access.viewers import address_of
from tournaments.api.base import ResourceView
from tournaments.models import TablePace

MAX_NUMBER: Final = 1_000_000

# The service of each move, and its arguments in the body.
MOVES: Final[dict[str, tuple[Callable[..., None], Mapping[str, str]]]] = {
    "answer": (moves.answer, {"choice": "choice"}),
    "answer_usual": (moves.answer_usual, {}),
    "roll": (moves.roll, {}),
    "announce": (moves.announce_choice, {"word": "word"}),
    "retract": (moves.retract, {}),
    "settle": (moves.settle, {"enters": "enters", "leaves": "leaves"}),
    "change": (moves.change_players, {"reason": "reason", "enters": "enters", "leaves": "leaves"}),
    "move_fielders": (moves.move_fielders, {"positions": "positions"}),
    "double_switch": (moves.make_double_switch, {"pitcher": "pitcher", "leaves": "leaves", "fielder": "fielder"}),
    "call_time": (moves.call_time, {}),
    "resume": (moves.resume, {}),
    "set_orders": (set_orders, {"orders": "orders"}),
    "sign": (sign_result, {}),
    "ask_about_clock": (ask_about_clock, {}),
    "invite_volunteer": (invite_volunteer, {}),
    "get_up": (get_up, {}),
    "dice": (moves.enter_dice, {"text": "dice"}),
    "confirm": (moves.confirm_dice, {}),
    "challenge": (moves.challenge_dice, {}),
    "request_undo": (undo.request_undo, {"to": "to"}),
    "agree": (undo.agree, {}),
    "decline": (undo.decline, {}),
    "report_misread": (undo.report_misread, {"to": "to"}),
    "confirm_score": (confirm_score, {}),
    "ask_director": (ask_director, {"question": "question"}),
    "concede": (concede, {}),
    "suspend": (suspend, {}),
    "decline_suspension": (decline_suspension, {}),
    "resume_game": (resume_game, {}),
}


class SeatSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(help_text="0 for the visitors, 1 for the home team")
    name = serializers.CharField()
    side = serializers.CharField()
    manager = serializers.ChoiceField(choices=Seat.Manager.choices)
    is_taken = serializers.BooleanField()
    is_ready = serializers.BooleanField()
    is_own = serializers.BooleanField()


class TimeBankSerializer(serializers.Serializer[Any]):
    """A seat's time bank. `claim_at` is when the opponent can ask the director, if the clock runs on."""

    seconds = serializers.IntegerField(help_text="what remains; negative after the time bank is used up")
    text = serializers.CharField(help_text="the same as m:ss")
    is_running = serializers.BooleanField()
    is_used_up = serializers.BooleanField()
    deadline = serializers.CharField(allow_null=True, help_text="when it is used up, if the clock runs on")
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
    volunteer = serializers.CharField(help_text="who sits in for the manager")
    phrase = serializers.CharField(help_text="a phrase of the last minute")
    clock = TimeBankSerializer(allow_null=True)


class PeopleSerializer(serializers.Serializer[Any]):
    """Who is connected, and the clocks. Nothing here changes the number of the table."""

    own_teams = serializers.ListField(child=serializers.IntegerField())
    pace = serializers.ChoiceField(choices=TablePace.choices)
    pace_label = serializers.CharField()
    seats = PresenceSerializer(many=True)
    claims = serializers.ListField(child=serializers.IntegerField(), help_text="own teams that can ask about a clock")
    clock_question_by = serializers.IntegerField(allow_null=True)


class TableSerializer(serializers.Serializer[Any]):
    """A table as one manager or a spectator sees it.

    `number` is the newest action; send it with a move. `game` has the scoreboard, the prompts of the own seat with
    their legal choices, the cards of the matchup and the last plays. It is null before the first pitch.
    """

    id = serializers.CharField()
    series = serializers.IntegerField(allow_null=True, help_text="the series of a tournament game")
    entered_as = serializers.IntegerField(allow_null=True, help_text="its number in the series after it was entered")
    entry_failure = serializers.CharField()
    signed = serializers.ListField(child=serializers.IntegerField(), help_text="the teams that signed the result")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=TableGame.State.choices)
    state_label = serializers.CharField()
    failure = serializers.CharField()
    season = serializers.IntegerField(allow_null=True, help_text="null if the teams are not of one season")
    situation = serializers.ListField(child=serializers.CharField(), help_text="where a game starts in the middle")
    ruleset = serializers.CharField()
    seats = SeatSerializer(many=True)
    own_teams = serializers.ListField(child=serializers.IntegerField())
    people = PeopleSerializer()
    scorekeeper = serializers.IntegerField(
        allow_null=True, help_text="the team whose device acts for both in a game that is scored on one device"
    )
    dice = serializers.DictField(help_text="the commitments to the dice, and their secrets after the last out")
    lobby = serializers.ListField(child=serializers.DictField(), help_text="the starters that the own seat may choose")
    game = serializers.DictField(allow_null=True)


class SituationSerializer(serializers.Serializer[Any]):
    """Where a game starts in the middle. Runners and batters are places in the batting order, 0 for an empty base."""

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
    """`ruleset` is the key of a system and one of its rulesets, such as pine_tar/full.

    `away` and `home` are clubs of the season, such as NYA. Other teams are season:1927:NYA, team:12 for a drafted team
    with this id, and cards:ID:CLUB for a club of an uploaded card file.
    """

    ruleset = serializers.CharField(max_length=90)
    season = serializers.IntegerField(min_value=1, max_value=9999)
    away = serializers.CharField(max_length=120)
    home = serializers.CharField(max_length=120)
    dice = serializers.ChoiceField(
        choices=[(dice.value, dice.label) for dice in TableGame.FRIENDLY_DICE], default=TableGame.Dice.COMMITTED
    )
    pace = serializers.ChoiceField(choices=TablePace.choices, default=TablePace.UNTIMED)
    own_team = serializers.IntegerField(min_value=0, max_value=1, default=AWAY)
    opponent = serializers.ChoiceField(choices=[*OPPONENTS.items()], default=PERSON_BY_LINK)
    has_designated_hitter = serializers.BooleanField(default=False)
    situation = SituationSerializer(required=False)


class SeatTokenSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    token = serializers.CharField()


class StartedTableSerializer(serializers.Serializer[Any]):
    """The new table with the tokens of its seats for people. Give the opponent's token to the opponent."""

    id = serializers.CharField()
    tokens = SeatTokenSerializer(many=True)


class TableSpotSerializer(serializers.Serializer[Any]):
    """A spot of the batting order. The pitcher's player is "", because the starter is chosen with `ready`."""

    player = serializers.CharField(max_length=40, allow_blank=True)
    position = serializers.ChoiceField(choices=[(position, position) for position in (*POSITIONS, HITTER)])


class TableLineupSerializer(serializers.Serializer[Any]):
    """Nine spots in batting order, or none."""

    spots = serializers.ListField(child=TableSpotSerializer(), max_length=SPOT_COUNT)


class ReadySerializer(serializers.Serializer[Any]):
    """Without `starter`, the next pitcher of the rotation starts. `part` is a random value for the dice.

    The scorekeeper of a game that is scored on one device sends the team that gets ready as `team`.
    """

    starter = serializers.CharField(max_length=40, allow_blank=True, default="")
    part = serializers.CharField(max_length=MAX_PART_LENGTH, allow_blank=True, default="")
    team = serializers.IntegerField(min_value=AWAY, max_value=HOME, required=False)


class OrdersSerializer(serializers.Serializer[Any]):
    """Standing orders. The server answers by them for the seat, and asks where they give no legal answer.

    Without an order of its own, a question is asked as long as `ask` and `from_inning` say so. Otherwise it gets its
    usual answer. "" means no order.
    """

    ask = serializers.ChoiceField(choices=[*CHOICES["ask"]], default=NO_ORDERS.ask)
    from_inning = serializers.IntegerField(min_value=1, max_value=LAST_INNING, default=NO_ORDERS.from_inning)
    infield = serializers.ChoiceField(choices=[*CHOICES["infield"]], default="")
    hold = serializers.ChoiceField(choices=[*CHOICES["hold"]], default="")
    play = serializers.ChoiceField(choices=[*CHOICES["play"]], default="")


class MoveSerializer(serializers.Serializer[Any]):
    """A move, and the arguments that it needs.

    `answer` needs `choice`; `announce` needs `word`; `settle` and `change` need `enters` and `leaves`, `change` also
    `reason`; `move_fielders` needs `positions`, with players by position; `double_switch` needs `pitcher`, `leaves` and
    `fielder`; `set_orders` needs `orders`, which replace all standing orders of the seat; `dice` needs `dice`, such as
    "4 2 6"; `request_undo` needs `to`, the number of the event to return to, or -2 for the last answer of the play in
    progress. `report_misread` needs `to`, the event before the play, and `ask_director` needs `question`. `concede`
    and `suspend` need nothing, and the opponent's `suspend` agrees to it. The scorekeeper of a game that is scored on
    one device sends the team that moves as `team`.
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


class TablesView(ResourceView):
    roles: ClassVar = {"POST": "public"}
    authentication_classes = (SeatAccess,)

    def find(self, request: Request) -> None:
        """A new table has no viewer."""

    def check_role(self, request: Request) -> None:
        """Anyone may start a friendly game."""

    @describe_endpoint(StartedTableSerializer, body=NewTableSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Start a friendly game. Its cards may take a minute to make."""
        options = StartOptions(**self.body(NewTableSerializer))
        game, teams = create_game(options=options, network=visitor_network(address_of(request._request)))
        key = ""
        for seat in game.seats.filter(team__in=teams).select_related("game"):
            key = sit_down(seat=seat, key=key)
        prepare_or_enqueue(game)
        people = game.seats.filter(manager=Seat.Manager.PERSON).order_by("team")
        tokens = [{"team": seat.team, "token": seat_token(seat)} for seat in people]
        return Response({"id": game.public_id, "tokens": tokens}, status=status.HTTP_201_CREATED)


class TableView(ResourceView):
    """Base for the resources of one table."""

    roles: ClassVar = {"GET": "public"}
    authentication_classes = (SeatAccess,)
    game: TableGame
    team: int | None  # of the token's seat; None for a spectator

    def find(self, request: Request) -> None:
        self.game = get_object_or_404(TableGame.objects.defer(*LARGE_FIELDS), public_id=self.kwargs["public_id"])
        seat = seat_of_api(request)
        self.team = seat.team if seat is not None and seat.game_id == self.game.pk else None

    def check_role(self, request: Request) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            self.own_team()

    def own_team(self) -> int:
        if self.team is None:
            raise exceptions.NotAuthenticated("Send “Authorization: Bearer <token>” with the token of a seat here.")
        return self.team

    def moving_team(self, team: int | None) -> int:
        """Return the team that a request moves for: the seat's, or either one for the scorekeeper."""
        own_team = self.own_team()
        if team in (None, own_team):
            return own_team
        if own_team != self.game.scorekeeper:
            raise exceptions.PermissionDenied("The token is for the other seat.")
        return int(not own_team)

    def view(self) -> dict[str, Any]:
        """Return the current view for the token's seat."""
        table = open_table(current_game(self.game))
        teams: tuple[int, ...] = () if self.team is None else (self.team,)
        if self.team is not None and self.team == table.game.scorekeeper:
            teams = TEAMS
        view = table_view(table, teams)
        keep_table(table)
        return view


class TableStateView(TableView):
    @describe_endpoint(TableSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the table as its seat or a spectator sees it."""
        return Response(self.view())


class TableReadyView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role asks for its token

    @describe_endpoint(TableSerializer, body=ReadySerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Choose the starter and get ready. The game starts when both managers are ready."""
        sent = self.body(ReadySerializer)
        get_ready(game=self.game, team=self.moving_team(sent.pop("team", None)), **sent)
        return Response(self.view())


class TableLineupView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role asks for its token

    @describe_endpoint(TableSerializer, body=TableLineupSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Set the lineup before getting ready. Without spots, the proposed one is used again."""
        sent = self.body(TableLineupSerializer)
        spots = [(spot["player"], spot["position"]) for spot in sent["spots"]]
        set_lineup(game=self.game, team=self.own_team(), spots=spots)
        return Response(self.view())


class TableMovesView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role asks for its token

    @describe_endpoint(TableSerializer, body=MoveSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Make a move and return the new view. A stale move is answered with 409 and the current view."""
        sent = self.body(MoveSerializer)
        make, names = MOVES[sent["move"]]
        if missing := [name for name in names.values() if name not in sent]:
            raise exceptions.ValidationError({missing[0]: [f"The move {sent['move']} needs this."]})
        arguments = {argument: sent[name] for argument, name in names.items()}
        if make is confirm_score:
            arguments["own_seats"] = (self.own_team(),)
        team = self.moving_team(sent.get("team"))
        try:
            make(game=self.game, team=team, number=sent["number"], **arguments)
        except Stale as stale:
            return conflict_response(stale, view=self.view())
        return Response(self.view())
