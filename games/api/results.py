"""API for series results: fetch, save based on a version, or check without saving."""

from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, conflict_response, describe_endpoint
from core.api.errors import problem_response, refusal_body
from core.api.tables import row_serializer
from core.errors import Refused, Stale
from core.tables import Place
from games.queries.game_tables import GAMES, OUTINGS, GameRecord, NamedOuting, sheet_names
from games.refusals import SaveRefusal
from games.scoresheet.entries import ENDED_BY_A_TEAM, ENDINGS, NOTE_LENGTH, GameEntry, OutingEntry, SubmittedBy
from games.scoresheet.faults import Violations
from games.scoresheet.read import with_default_innings
from games.scoresheet.rows import stored_games
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from rules_engine.eligibility.pitching import LAST_THIRD, MAX_EXTRA_THIRDS
from rules_engine.eligibility.position_players import NO_PITCHER_REASON_TEXT
from rules_engine.innings import OUTS_PER_INNING, InningsError, format_innings, parse_innings
from tournaments.api.series import SeriesSerializer, SeriesView
from tournaments.models import Series

_MOST = 99  # maximum runs in an inning or a game, and maximum innings


class InningsField(serializers.CharField):
    """Innings in scoring notation, "1.2". Numbers are rejected because 1.10 and 1.1 would be the same."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            raise serializers.ValidationError("Enter innings as text, such as “1.2”.")
        try:
            outs = parse_innings(data[:20])
        except InningsError as fault:
            raise serializers.ValidationError(f"{fault}.") from None
        if outs > _MOST * OUTS_PER_INNING:
            raise serializers.ValidationError(f"A pitcher can have at most {_MOST} innings in a game.")
        return outs

    def to_representation(self, value: Any) -> str:
        return format_innings(value)


class OutingEntrySerializer(serializers.Serializer[Any]):
    may_be_sent_back = frozenset(column.name for column in OUTINGS.at(Place.API))
    team = RowField()
    card = RowField()
    innings = InningsField(help_text="such as 1.2; 0.0 for an appearance without an out")
    starts = serializers.BooleanField(default=False)
    extra_outs = serializers.IntegerField(
        min_value=0, max_value=MAX_EXTRA_THIRDS, default=0, help_text=f"on a double play ({LAST_THIRD})"
    )
    runs = serializers.IntegerField(
        min_value=0, max_value=_MOST, default=None, allow_null=True, help_text="runs allowed, earned or not (T10.2)"
    )
    injured = serializers.BooleanField(default=False)
    for_want_of = serializers.ChoiceField(
        choices=[("", ""), *((want.value, words) for want, words in NO_PITCHER_REASON_TEXT.items())],
        default="",
        help_text="why a position player pitched while pitchers were still eligible (T25.3)",
    )
    accept = serializers.BooleanField(default=False, help_text="accept the other team's violation (T31.2)")
    footnote = serializers.CharField(max_length=NOTE_LENGTH, default="", allow_blank=True)


class GameEntrySerializer(serializers.Serializer[Any]):
    """A game's results. Runs and line scores belong to this game's home team. `outings` are in order of appearance."""

    may_be_sent_back = frozenset(column.name for column in GAMES.at(Place.API))
    number = serializers.IntegerField(min_value=1, max_value=_MOST)
    home_runs = serializers.IntegerField(min_value=0, max_value=_MOST, default=None, allow_null=True)
    away_runs = serializers.IntegerField(min_value=0, max_value=_MOST, default=None, allow_null=True)
    innings = serializers.IntegerField(
        min_value=1,
        max_value=_MOST,
        default=None,
        allow_null=True,
        help_text="if left out: nine, or as many as the pitchers pitched",
    )
    ending = serializers.ChoiceField(choices=ENDINGS, default="played_out")
    conceded_by = RowField(default=None, allow_null=True)
    home_line = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=_MOST), default=list, max_length=_MOST
    )
    away_line = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=_MOST), default=list, max_length=_MOST
    )
    accept = serializers.BooleanField(default=False, help_text="for staff: accept a violation in the game (T0.04)")
    never_suspended = serializers.BooleanField(default=False, help_text="it was marked suspended by mistake (T33.0)")
    footnote = serializers.CharField(max_length=NOTE_LENGTH, default="", allow_blank=True)
    outings = serializers.ListField(child=OutingEntrySerializer(), default=list, max_length=60)


class ResultsEntrySerializer(serializers.Serializer[Any]):
    """All games of the series in the state to save. Omitted games are cleared."""

    games = serializers.ListField(child=GameEntrySerializer(), max_length=9)
    complete = serializers.BooleanField(
        default=False, help_text="true saves final results; false saves a draft, which doesn't count"
    )
    first_home = RowField(required=False, help_text="the home team in game 1, if no d20 roll is on record (T0.16)")


class SaveResultsSerializer(ResultsEntrySerializer):
    version = serializers.IntegerField(min_value=0, help_text="the series version you last read")
    reason = serializers.CharField(
        max_length=300, default="", allow_blank=True, help_text="for the director, to change signed results"
    )
    confirm_seeding = serializers.BooleanField(
        default=False, help_text="for the director, after the seeding: confirm a change in who would have qualified"
    )
    confirm_suspended = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=_MOST),
        default=list,
        max_length=9,
        help_text="numbers of games that were suspended (T33.0) even though their score looks final",
    )


OutingSerializer = row_serializer("OutingSerializer", OUTINGS)
GameSerializer = row_serializer("GameSerializer", GAMES, outings=OutingSerializer(many=True))


class ResultsSerializer(serializers.Serializer[Any]):
    """A series with all its games. Send `series.version` back with every change."""

    series: Any = SeriesSerializer()
    games: Any = GameSerializer(many=True)


class FaultInResultsSerializer(serializers.Serializer[Any]):
    """A violation: the rule, the location, the arithmetic as a sentence, and the person who can accept it."""

    rule = serializers.CharField()
    finding = serializers.CharField(help_text="what is wrong, such as FOUR_IN_A_ROW")
    detail = serializers.CharField(source="sentence")
    game = serializers.IntegerField()
    field = serializers.CharField(source="area", help_text="runs, innings, line, ending, pitching, outing or series")
    team = serializers.IntegerField(source="team_id", allow_null=True)
    card = serializers.IntegerField(source="card_id", allow_null=True)
    may_accept = serializers.CharField(
        source="acceptor",
        help_text="opponent, desk, or empty if it must be corrected",
    )
    remedy = serializers.CharField(help_text="double_play, injured or want (for_want_of), if that would make it legal")
    accepted_by = serializers.CharField()


class SavedSerializer(ResultsSerializer):
    changed = serializers.BooleanField(help_text="false if the same results were already saved")
    later = serializers.ListField(child=serializers.CharField(), help_text="violations that this causes in later games")


class CheckedSerializer(serializers.Serializer[Any]):
    violations = FaultInResultsSerializer(many=True)
    later = serializers.ListField(child=serializers.CharField())
    notes = FaultInResultsSerializer(
        many=True, help_text="not violations: checks that couldn't be made because a fact is missing"
    )


class _ResultsView(SeriesView):
    def document(self, series: Series) -> dict[str, Any]:
        sheets = stored_games(series)
        names = sheet_names({(outing.team_id, outing.card_id) for sheet in sheets for outing in sheet.outings})
        games = [
            GameRecord(game, [NamedOuting(outing, names[outing.team_id, outing.card_id]) for outing in outings])
            for game, outings in sheets
        ]
        return dict(ResultsSerializer({"series": series, "games": games}).data)

    def sheet(self, series: Series, fields: dict[str, Any], mode: SaveMode) -> Scoresheet:
        """Build the submitted scoresheet, entered by a manager of either team or by staff."""
        submitted_by = SubmittedBy(self.actor, self.viewer.side_in(series))
        return Scoresheet(submitted_by, read_entries(self.entries(fields, series)), mode, fields.get("first_home"))

    def entries(self, fields: dict[str, Any], series: Series) -> list[GameEntry]:
        """Return the submitted games.

        Raise ValidationError if two games have the same number. Raise Refused if a conceding team isn't in the series.
        """
        numbers = [game["number"] for game in fields["games"]]
        if len(set(numbers)) < len(numbers):
            raise serializers.ValidationError({"games": ["Two games have the same number."]})
        for place, game in enumerate(fields["games"]):
            if game["ending"] in ENDED_BY_A_TEAM and game["conceded_by"] not in (series.home_id, series.away_id):
                field = f"games.{place}.conceded_by"
                raise Refused(SaveRefusal.WHO_CONCEDED, "T0.05", field=field, subject=game["number"])
        return [_entry(game) for game in fields["games"]]


def _entry(fields: dict[str, Any]) -> GameEntry:
    lists = {
        "home_line": tuple(fields["home_line"]),
        "away_line": tuple(fields["away_line"]),
        "outings": tuple(_outing(outing) for outing in fields["outings"]),
    }
    entry = GameEntry(**{**fields, **lists})
    return entry if entry.innings is not None else with_default_innings(entry)


def _outing(fields: dict[str, Any]) -> OutingEntry:
    renamed = {"team_id": fields["team"], "card_id": fields["card"], "outs": fields["innings"]}
    same = {name: value for name, value in fields.items() if name not in ("team", "card", "innings")}
    return OutingEntry(**renamed, **same)


class ResultsView(_ResultsView):
    roles: ClassVar = {"GET": "public", "PUT": "manager"}

    @describe_endpoint(ResultsSerializer)
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Return every game with its line score and pitching lines."""
        return Response(self.document(self.series(series_id)))

    @describe_endpoint(SavedSerializer, body=SaveResultsSerializer)
    def put(self, request: Request, slug: str, series_id: int) -> Response:
        """Replace the results of the series with these games.

        Return 400 with every violation under `violations`. Return 409 with both versions if the series has changed
        since `version`.
        """
        series = self.series(series_id)
        self.require_team(*series.playing_team_ids)
        fields = self.body(SaveResultsSerializer)
        try:
            saved = save_series_results(
                series=series,
                sheet=self.sheet(series, fields, SaveMode.FINAL if fields["complete"] else SaveMode.DRAFT),
                version=fields["version"],
                may_break_seal=self.viewer.is_director,
                confirm_seeding=fields["confirm_seeding"] and self.viewer.is_director,
                confirm_suspended=fields["confirm_suspended"],
                reason=fields["reason"].strip(),
            )
        except Violations as refusal:
            return _violations(refusal)
        except Stale as stale:
            return conflict_response(stale, saved=self.document(self.series(series_id)), sent=request.data)
        document = self.document(self.series(series_id))
        return Response({**document, "changed": saved.changed, "later": saved.later_breaches})


def _violations(refusal: Violations) -> Response:
    shown = FaultInResultsSerializer(refusal.faults, many=True).data
    first = refusal.faults[0]
    body = {**refusal_body(refusal), "field": first.area, "violations": shown}
    return problem_response(body, status.HTTP_400_BAD_REQUEST)


class CheckResultsView(_ResultsView):
    writes_nothing = True
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(CheckedSerializer, body=ResultsEntrySerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Run the same checks as a save, without saving. Missing values are errors only in final games."""
        series = self.series(series_id)
        self.require_team(*series.playing_team_ids)
        fields = self.body(ResultsEntrySerializer)
        sheet = self.sheet(series, fields, SaveMode.FINAL if fields["complete"] else SaveMode.TYPING)
        sheet.attach_to(series, self.tournament)
        checked = sheet.checked
        shown = CheckedSerializer(
            {"violations": checked.faults, "later": checked.later_breaches, "notes": checked.notes}
        )
        return Response(shown.data)
