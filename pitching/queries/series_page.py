"""One series as everybody may read it: scores, line scores, outings, footnotes, signatures, rulings; and the list."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import count

from django.db.models import Count

from games.models import Game, Outing, RulingRequest, Suspension
from games.queries.game_tables import Man, names_on_sheets
from games.queries.official import overtaken_series
from games.scoresheet.report import concession_in_words
from games.scoresheet.rows import stored_games
from pitching.models import SignOff
from rules_engine.eligibility.pitching import allow_extra_thirds
from rules_engine.eligibility.position_players import NO_PITCHER_REASON_TEXT, NoPitcherReason
from rules_engine.eligibility.reported_game import REGULATION_INNINGS
from rules_engine.innings import format_innings
from tournaments.models import Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.order_of_play import scheduled_place


@dataclass(frozen=True, slots=True)
class OutingLine:
    name: str
    innings: str
    starts: bool
    runs: str  # given up; empty where nobody entered them
    note: str
    mark: int  # of its footnote; 0 without


@dataclass(frozen=True, slots=True)
class SideOfGame:
    team: Team
    runs: int | None
    line: list[str]
    outings: list[OutingLine]


@dataclass(frozen=True, slots=True)
class GameOnPage:
    """One game, visitors first. `ending` is "" for one played out; `doubt`: why it should not have been conceded."""

    game: Game
    sides: list[SideOfGame]
    innings: range
    ending: str
    doubt: str = ""

    @property
    def notes(self) -> list[OutingLine]:
        return [outing for side in self.sides for outing in side.outings if outing.note]


@dataclass(frozen=True, slots=True)
class PartToSign:
    """One team's part of the sheet: who signs it, the standing signature, those that were broken."""

    sheet_of: Team
    signer: Team
    signed: SignOff | None
    broken: list[SignOff]
    earlier: SignOff | None  # T33.0: of the games that were final while others were suspended
    director_signs: bool
    by: Team  # whose manager signs: the signer's own, or who played for it after it dropped out (T0.08)

    @property
    def missing(self) -> str:
        return f"not signed by {self.by}" + (f" for {self.signer}" if self.by != self.signer else "")


@dataclass(frozen=True, slots=True)
class SeriesPage:
    series: Series
    games: list[GameOnPage]
    parts: list[PartToSign]
    rulings: list[RulingRequest]
    state: str

    @property
    def is_signed_now(self) -> bool:
        """Whether signatures are asked for: at its end, or once only suspended games are open (T33.0)."""
        series = self.series
        return series.status == Series.Status.COMPLETE or (
            series.status == Series.Status.SUSPENDED and bool(series.outcomes)
        )

    @property
    def innings(self) -> range:
        """Those of the longest game; nine where line scores were entered at all."""
        longest = max((len(game.innings) for game in self.games), default=0)
        return range(1, max(longest, REGULATION_INNINGS) + 1 if longest else 1)

    @property
    def lines(self) -> list[tuple[GameOnPage, list[tuple[SideOfGame, list[str]]]]]:
        """Every game with its sides, their line scores filled up to the longest."""
        wide = len(self.innings)
        return [
            (game, [(side, [*side.line, *[""] * (wide - len(side.line))]) for side in game.sides])
            for game in self.games
        ]

    @property
    def has_boxes(self) -> bool:
        """Whether a game of it was played at the table, with its batters."""
        return any(game.game.box for game in self.games)

    @property
    def footnotes(self) -> list[OutingLine]:
        return [note for game in self.games for note in game.notes]


def page_of_series(series: Series) -> SeriesPage:
    """Everything the page shows, in a constant number of queries."""
    stored = stored_games(series)
    names = names_on_sheets({(outing.team_id, outing.card_id) for sheet in stored for outing in sheet.outings})
    teams = {series.home_id: series.home, series.away_id: series.away}
    marks = count(1)
    games = [
        GameOnPage(
            sheet.game,
            [
                _side(sheet.game, teams[team], sheet.of_team(team), names, marks)
                for team in (sheet.game.away_id, sheet.game.home_id)
            ],
            range(1, max(len(sheet.game.away_line), len(sheet.game.home_line)) + 1),
            _ending(sheet.game, teams),
            concession_in_words(sheet, series.tournament.profile),
        )
        for sheet in stored
    ]
    parts = _parts(series)
    overtaken = overtaken_series(series.tournament, [series])
    signed = {part.sheet_of.pk for part in parts if part.signed}
    return SeriesPage(
        series, games, parts, list(series.rulings.all()), state_of(series, len(games), signed, series.pk in overtaken)
    )


def _side(game: Game, team: Team, outings: Iterable[Outing], names: dict[Man, str], marks: Iterator[int]) -> SideOfGame:
    at_home = team.pk == game.home_id
    line = [str(runs) for runs in (game.home_line if at_home else game.away_line)]
    if line and at_home and len(line) < len(game.away_line):
        line.append("x")
    runs = game.home_runs if at_home else game.away_runs
    return SideOfGame(team, runs, line, [_outing_line(outing, names, marks) for outing in outings])


def _outing_line(outing: Outing, names: dict[Man, str], marks: Iterator[int]) -> OutingLine:
    notes = []
    if outing.extra_outs:
        notes.append(str(allow_extra_thirds(outing.extra_outs)))
    if outing.injured:
        notes.append("T25.2: left injured")
    if outing.for_want_of:
        notes.append(f"T25.3: the pitchers left were {NO_PITCHER_REASON_TEXT[NoPitcherReason(outing.for_want_of)]}")
    if outing.accepted_by:
        notes.append(f"{outing.accepted_rule}, accepted by {outing.accepted_by}: {outing.footnote}")
    elif outing.footnote:
        notes.append(f"not accepted: {outing.footnote}")
    starts = outing.part == Outing.Part.START
    name = names[outing.team_id, outing.card_id]
    runs = "" if outing.runs is None else str(outing.runs)
    return OutingLine(name, format_innings(outing.outs), starts, runs, "; ".join(notes), next(marks) if notes else 0)


def _ending(game: Game, teams: dict[int, Team]) -> str:
    if game.status == Game.Status.SUSPENDED:
        return "suspended (T33.0)"
    said = {
        Game.Ending.MERCY.value: "mercy (T0.04)",
        Game.Ending.CONCEDED.value: f"conceded by {teams.get(game.conceded_by_id or 0, '')} (T0.05)",
        Game.Ending.NOT_FINISHED.value: "not finished: a tie (T33.0)",
        Game.Ending.FORFEITED.value: f"forfeited by {teams.get(game.conceded_by_id or 0, '')}: {game.footnote}",
    }.get(game.ending, "")
    return "; ".join(part for part in (_resumed(game, teams), said) if part)


def _resumed(game: Game, teams: dict[int, Team]) -> str:
    """T33.0: that it was stopped, and whom the director had named to finish it for a manager who was not there."""
    if game.home_resumed_after is None:
        return ""
    stopped = Suspension.objects.filter(game=game).first()
    named = [] if stopped is None else [(stopped.away_stand_in, game.away_id), (stopped.home_stand_in, game.home_id)]
    by = " and ".join(f"by {name} for {teams[team]}" for name, team in named if name)
    return f"suspended and finished later{' ' if by else ''}{by} (T33.0)"


def _parts(series: Series) -> list[PartToSign]:
    by_sheet: dict[int, list[SignOff]] = defaultdict(list)
    for one in SignOff.objects.filter(series=series).order_by("pk"):
        by_sheet[one.sheet_of_id].append(one)
    pairs = ((series.away, series.home), (series.home, series.away))
    return [
        PartToSign(
            sheet_of,
            signer,
            _standing(by_sheet[sheet_of.pk], series.status == Series.Status.SUSPENDED),
            [one for one in by_sheet[sheet_of.pk] if one.broken_at is not None],
            _standing(by_sheet[sheet_of.pk], True) if series.status == Series.Status.COMPLETE else None,
            not signer.has_manager_here,
            series.manager_of(signer),
        )
        for sheet_of, signer in pairs
    ]


def _standing(signatures: Iterable[SignOff], of_part: bool) -> SignOff | None:
    return next((one for one in signatures if one.broken_at is None and bool(one.games) == of_part), None)


def state_of(series: Series, games: int, signed: Set[int], overtaken: bool, late: bool = False) -> str:
    """The state of a series in a word or two (T0.06); `signed`: the teams whose sheet has been signed."""
    if series.status == Series.Status.VOID:
        return "void"
    if series.status == Series.Status.COMPLETE:
        return "signed" if len(signed) == 2 else f"{'official' if overtaken else 'final'}, {_signing(series, signed)}"
    if series.status == Series.Status.SUSPENDED:
        return f"{series.suspended_games} suspended"  # nobody is waited for at the table, so it is never late
    if series.is_started_by_hand and not games:
        return "being played"
    if not games:
        return "late" if late else "not begun"
    return "half entered, late" if late else "half entered" if not series.outcomes else "being played"


def _signing(series: Series, signed: Set[int]) -> str:
    """Who has signed the other's sheet, where it is one alone."""
    if not signed:
        return "unsigned"
    pair = (series.away, series.home) if series.home_id in signed else (series.home, series.away)
    return "signed by {}, not by {}".format(*map(series.manager_of, pair))


@dataclass(frozen=True, slots=True)
class ListedSeries:
    series: Series
    state: str
    tone: str  # good, warn, now or nothing, for the mark beside the word


@dataclass(frozen=True, slots=True)
class SeriesRound:
    title: str
    series: list[ListedSeries]


_BEGUN = (Series.Status.PLAYING, Series.Status.COMPLETE)


def rounds_of(tournament: Tournament) -> list[SeriesRound]:
    """Every series with its state, by round, those begun first and the newest of them on top; four queries."""
    found = (
        Series.objects.filter(tournament=tournament)
        .select_related("home", "away", "division", "covered_by")
        .annotate(begun=Count("games"))
    )
    series = sorted(found, key=lambda one: (*scheduled_place(one)[:2], one.division_id or 0, one.table or 0, one.pk))
    signed: dict[int, set[int]] = defaultdict(set)
    standing = SignOff.objects.filter(series__tournament=tournament, broken_at=None, games="")
    for series_id, sheet_of in standing.values_list("series_id", "sheet_of_id"):
        signed[series_id].add(sheet_of)
    overtaken = overtaken_series(tournament, series)
    rounds: dict[tuple[str, int], SeriesRound] = {}
    for one in series:
        title = round_title(tournament, one.stage, one.round)
        listed = rounds.setdefault((one.stage, one.round), SeriesRound(title, []))
        state = state_of(one, one.begun, signed[one.pk], one.pk in overtaken, one.pk in overtaken)
        if one.suspended and one.status == Series.Status.PLAYING:
            state += f", {one.suspended_games} suspended"
        listed.series.append(ListedSeries(one, state, _tone(state)))
    begun = [one for one in rounds.values() if any(each.series.status in _BEGUN for each in one.series)]
    return [*reversed(begun), *(one for one in rounds.values() if one not in begun)]


def _tone(state: str) -> str:
    if state.endswith(("late", "suspended")):
        return "bad"
    if state.startswith(("final", "official", "half entered")):
        return "warn"
    return "good" if state == "signed" else ""
