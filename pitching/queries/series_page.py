"""A series' public page: scores, appearances, footnotes, signatures and rulings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from core.score_bugs import BugSide, ScoreBug
from games.models import Game, Outing, RulingRequest, Suspension
from games.queries.game_tables import PlayerKey, sheet_names
from games.queries.official import overtaken_series
from games.scoresheet.report import concession_doubt_text, game_winner
from games.scoresheet.rows import GameSheet, plain, stored_games
from pitching.models import SignOff
from pitching.queries.footnotes import outing_footnotes
from pitching.queries.series_state import SeriesState, series_state
from pitching.queries.signed_content import compute_seal, content_of_games
from rules_engine.eligibility.reported_game import REGULATION_INNINGS
from rules_engine.innings import format_innings
from tournaments.models import Series, Team


@dataclass(frozen=True, slots=True)
class OutingLine:
    name: str
    innings: str
    starts: bool
    runs: str  # "" if the runs were not entered
    note: str
    mark: int  # footnote number, or 0 if there is none


@dataclass(frozen=True, slots=True)
class TeamInGame:
    team: Team
    runs: int | None
    line: list[str]
    outings: list[OutingLine]


@dataclass(frozen=True, slots=True)
class GameOnPage:
    """A game, visitors first.

    `ending` is "" for a game that was played to its last out. `doubt` is the reason why it should not have been
    conceded.
    """

    game: Game
    sides: list[TeamInGame]
    ending: str
    doubt: str = ""

    @property
    def bug(self) -> ScoreBug:
        state, tone = self._state()
        return ScoreBug(f"Game {self.game.number}", [self._bug_side(side) for side in self.sides], state, tone)

    def _state(self) -> tuple[str, str]:
        """Return the game's state, with its innings if they weren't nine, and the tone of its badge."""
        if self.game.status != Game.Status.FINAL:
            is_suspended = self.game.status == Game.Status.SUSPENDED
            return ("suspended", "bad") if is_suspended else ("in progress", "warn")
        if self.game.innings in (None, 0, REGULATION_INNINGS):
            return "final", "good"
        return f"final, {self.game.innings} innings", "good"

    def _bug_side(self, side: TeamInGame) -> BugSide:
        innings = max(len(team.line) for team in self.sides)
        if innings:
            innings = max(innings, REGULATION_INNINGS)
        is_winner = self.game.status == Game.Status.FINAL and side.team.pk == game_winner(self.game)
        line = side.line + [""] * (innings - len(side.line))
        return BugSide(side.team.badge, side.team.name, side.runs, line, is_winner)

    @property
    def notes(self) -> list[OutingLine]:
        return [outing for side in self.sides for outing in side.outings if outing.note]


@dataclass(frozen=True, slots=True)
class BrokenSeal:
    code: str
    signer: str
    reason: str


@dataclass(frozen=True, slots=True)
class SignaturePart:
    """A team's part of the sheet: its signer, the valid signature and the broken ones."""

    sheet_of: Team
    signer: Team
    signed: SignOff | None
    broken: list[BrokenSeal]
    earlier: SignOff | None  # T33.0: signature for the games that were final while others were suspended
    director_signs: bool
    by: Team  # the team whose manager signs, which can be another team that plays for the signer (T0.08)

    @property
    def missing_label(self) -> str:
        label = f"not signed by {self.by}"
        if self.by != self.signer:
            label += f" for {self.signer}"
        return label


@dataclass(frozen=True, slots=True)
class SeriesPage:
    series: Series
    games: list[GameOnPage]
    parts: list[SignaturePart]
    rulings: list[RulingRequest]
    state: SeriesState
    signatures: list[SignOff]  # including broken ones

    @property
    def is_ready_to_sign(self) -> bool:
        """Return whether all games are final, or only suspended games are open (T33.0)."""
        if self.series.status == Series.Status.COMPLETE:
            return True
        is_suspended = self.series.status == Series.Status.SUSPENDED
        return is_suspended and bool(self.series.outcomes)

    def may_be_signed_by(self, team_id: int | None) -> bool:
        """Return whether this team's manager still has to sign a sheet."""
        unsigned = [part for part in self.parts if not part.signed]
        return self.is_ready_to_sign and any(team_id in (part.signer.pk, part.by.pk) for part in unsigned)

    @property
    def shared_ending(self) -> str:
        """Return how every game ended if all ended the same way, such as in a forfeited series, otherwise ""."""
        endings = {game.ending for game in self.games}
        return endings.pop() if len(self.games) > 1 and len(endings) == 1 else ""

    @property
    def has_box_scores(self) -> bool:
        """Return whether a game was played with the engine, so that its batters are known."""
        return any(game.game.box for game in self.games)

    @property
    def footnotes(self) -> list[OutingLine]:
        return [note for game in self.games for note in game.notes]


def read_series_page(series: Series) -> SeriesPage:
    """Read all of the page's data in a constant number of queries."""
    stored = stored_games(series)
    games = _games_on_page(series, stored)
    signatures = list(SignOff.objects.filter(series=series).select_related("sheet_of").order_by("pk"))
    parts = _signature_parts(series, plain(stored), signatures)
    signed = {part.sheet_of.pk for part in parts if part.signed}
    is_official = series.pk in overtaken_series(series.tournament, [series])
    return SeriesPage(
        series=series,
        games=games,
        parts=parts,
        rulings=list(series.rulings.all()),
        state=series_state(series, len(games), signed, is_official),
        signatures=signatures,
    )


def next_series_of_round(series: Series) -> Series | None:
    """Return the round's next series without a final result, by table number after this one, then from the first."""
    open_series = Series.objects.filter(
        tournament=series.tournament_id,
        stage=series.stage,
        round=series.round,
    ).exclude(status__in=Series.NOTHING_TO_PLAY)
    rows = open_series.exclude(pk=series.pk).select_related("home", "away")
    in_order = sorted(rows, key=_place_in_round)
    later = (row for row in in_order if _place_in_round(row) > _place_in_round(series))
    return next(later, in_order[0] if in_order else None)


def _place_in_round(series: Series) -> tuple[int, int]:
    return series.table or 0, series.pk


def _games_on_page(series: Series, stored: list[GameSheet]) -> list[GameOnPage]:
    players = {(outing.team_id, outing.card_id) for game in stored for outing in game.outings}
    names = sheet_names(players)
    teams = {series.home_id: series.home, series.away_id: series.away}
    marks = count(1)
    return [_game_on_page(series, game, teams, names, marks) for game in stored]


def _game_on_page(
    series: Series,
    stored: GameSheet,
    teams: dict[int, Team],
    names: dict[PlayerKey, str],
    marks: Iterator[int],
) -> GameOnPage:
    game = stored.game
    sides = []
    for team_id in (game.away_id, game.home_id):
        outings = stored.of_team(team_id)
        sides.append(_team_in_game(game, teams[team_id], outings, names, marks))
    return GameOnPage(
        game=game,
        sides=sides,
        ending=_ending(game, teams),
        doubt=concession_doubt_text(stored, series.tournament.profile),
    )


def _team_in_game(
    game: Game,
    team: Team,
    outings: Iterable[Outing],
    names: dict[PlayerKey, str],
    marks: Iterator[int],
) -> TeamInGame:
    is_home = team.pk == game.home_id
    line = [str(runs) for runs in (game.home_line if is_home else game.away_line)]
    if line and is_home and len(line) < len(game.away_line):
        line.append("x")
    runs = game.home_runs if is_home else game.away_runs
    lines = [_outing_line(outing, names, marks) for outing in outings]
    return TeamInGame(team, runs, line, lines)


def _outing_line(outing: Outing, names: dict[PlayerKey, str], marks: Iterator[int]) -> OutingLine:
    notes = _outing_notes(outing)
    return OutingLine(
        name=names[outing.team_id, outing.card_id],
        innings=format_innings(outing.outs),
        starts=outing.part == Outing.Part.START,
        runs="" if outing.runs is None else str(outing.runs),
        note="; ".join(notes),
        mark=next(marks) if notes else 0,
    )


def _outing_notes(outing: Outing) -> list[str]:
    notes = outing_footnotes(outing)
    if outing.footnote and not outing.accepted_by:
        notes.append(f"not accepted: {outing.footnote}")
    return notes


def _ending(game: Game, teams: dict[int, Team]) -> str:
    if game.status == Game.Status.SUSPENDED:
        return "suspended (T33.0)"
    team = teams.get(game.conceded_by_id or 0, "")
    endings = {
        Game.Ending.MERCY.value: "mercy (T0.04)",
        Game.Ending.CONCEDED.value: f"conceded by {team} (T0.05)",
        Game.Ending.NOT_FINISHED.value: "not finished: a tie (T33.0)",
        Game.Ending.FORFEITED.value: f"forfeited by {team}: {game.footnote}",
    }
    parts = (_resumption(game, teams), endings.get(game.ending, ""))
    return "; ".join(part for part in parts if part)


def _resumption(game: Game, teams: dict[int, Team]) -> str:
    """Describe the suspension, and name any covering manager who finished the game for an absent one (T33.0)."""
    if game.home_resumed_after is None:
        return ""
    stand_ins = []
    suspension = Suspension.objects.filter(game=game).first()
    if suspension is not None and suspension.away_stand_in:
        stand_ins.append(f"by {suspension.away_stand_in} for {teams[game.away_id]}")
    if suspension is not None and suspension.home_stand_in:
        stand_ins.append(f"by {suspension.home_stand_in} for {teams[game.home_id]}")
    if not stand_ins:
        return "suspended and finished later (T33.0)"
    return f"suspended and finished later {' and '.join(stand_ins)} (T33.0)"


def _signature_parts(series: Series, games: list[dict[str, Any]], signatures: Iterable[SignOff]) -> list[SignaturePart]:
    standing: dict[int, list[SignOff]] = defaultdict(list)
    broken: dict[int, list[BrokenSeal]] = defaultdict(list)
    for signed in signatures:
        reason = signed.broken_reason
        if signed.broken_at is None:
            if signed.seal == compute_seal(content_of_games(signed, series, games)):
                standing[signed.sheet_of_id].append(signed)
                continue
            reason = "The sheet no longer matches what was signed."
        broken[signed.sheet_of_id].append(BrokenSeal(signed.code, signed.signer, reason))
    is_suspended = series.status == Series.Status.SUSPENDED
    is_complete = series.status == Series.Status.COMPLETE
    parts = []
    for sheet_of, signer in ((series.away, series.home), (series.home, series.away)):
        of_sheet = standing[sheet_of.pk]
        part = SignaturePart(
            sheet_of=sheet_of,
            signer=signer,
            signed=_valid_signature(of_sheet, is_partial=is_suspended),
            broken=broken[sheet_of.pk],
            earlier=_valid_signature(of_sheet, is_partial=True) if is_complete else None,
            director_signs=not signer.has_manager_here,
            by=series.manager_of(signer),
        )
        parts.append(part)
    return parts


def _valid_signature(signatures: Iterable[SignOff], *, is_partial: bool) -> SignOff | None:
    for signature in signatures:
        if bool(signature.games) == is_partial:
            return signature
    return None
