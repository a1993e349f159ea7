"""Roll a game back to the point of a mistake, to resume or suspend it (T0.06, T31.2, T33.0)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.errors import Refused
from games.models import Game, Mistake, Outing, Suspension
from games.queries.official import game_stage
from games.refusals import TakingBackRefusal
from games.scoresheet.mistake_point import game_of_mistake, has_known_order, pitchers_in_order
from games.scoresheet.notices import violations_notice_key
from games.scoresheet.rows import GameSheet, plain, rebuild_games, stored_games
from games.scoresheet.write import ResultsChange, write_results
from games.services.mistake_notices import ask_director_to_carry_out, ask_for_the_end
from rules_engine.eligibility.game_reset import PointOfGame, is_possible_point, outs_pitched_at_point
from rules_engine.innings import format_innings
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament
from tournaments.services.notices import close_notices
from tournaments.services.order_of_play import Places, places_of
from tournaments.services.seeding_guard import agree_on_seeding, seeding_in_force

MAX_OUTS = 2


class StoodThen(NamedTuple):
    """A game's situation at the point of the mistake.

    Mounds are card IDs, or None if the innings show who was pitching.
    """

    point: PointOfGame
    away_runs: int
    home_runs: int
    away_mound: int | None = None
    home_mound: int | None = None


def take_game_back(
    *, mistake: Mistake, stood: StoodThen, actor: Actor, reason: str = "", confirm_seeding: bool = False
) -> Mistake:
    """T0.06: carry out the chosen remedy in a single step.

    Appearances after the point remain only in the log. A game to be replayed becomes a draft. If the remedy is
    to suspend the game because a later game has started, the game becomes suspended.

    Args:
        confirm_seeding: Whether the director accepts, with a reason, that different teams would have qualified.

    Raises:
        Refused: The remedy can't be carried out. The exception includes the field.
    """
    with writing(mistake.series.tournament_id) as tournament:
        now = Mistake.objects.select_related("series__home", "series__away", "card").get(pk=mistake.pk)
        if now.chosen not in ("replay", "suspend"):
            raise Refused(TakingBackRefusal.NOT_CHOSEN)
        if now.taken_back:
            raise Refused(TakingBackRefusal.ALREADY_TAKEN_BACK, point=now.taken_back)
        carry_out(tournament, now, stood, actor, reason=reason, confirm_seeding=confirm_seeding)
    return now


def carry_out(
    tournament: Tournament,
    mistake: Mistake,
    stood: StoodThen,
    actor: Actor,
    *,
    reason: str = "",
    confirm_seeding: bool = False,
) -> None:
    """Carry out the remedy of take_game_back within the caller's transaction."""
    if game_stage(mistake.series, mistake.game) == "official":
        raise Refused(TakingBackRefusal.OFFICIAL, "T0.06", subject=mistake.pk)
    if (sheet := game_of_mistake(mistake)) is None:
        raise Refused(TakingBackRefusal.NOTHING_ENTERED)
    _refuse_impossible(sheet, stood)
    series = Series.objects.select_related("home", "away", "division").get(pk=mistake.series_id)
    series.tournament = tournament
    stored = stored_games(series)
    games = rebuild_games(series, plain(stored))
    of_mistake = next(stored for stored in games if stored.game.number == mistake.game)
    is_suspended = mistake.chosen == "suspend"
    erased = _cut(of_mistake, stood, suspended=is_suspended)
    if stood.point.is_start and not is_suspended:
        games.remove(of_mistake)  # as if the game had never started
    at_stake = seeding_in_force(tournament) if not series.in_bracket else None
    change = ResultsChange(series, stored, games)
    before = _as_logged(mistake, change.before) | {"places": places_of(series)}
    write_results(change)
    if is_suspended:
        _write_suspension(sheet.game, {"is_bottom": stood.point.is_bottom, "outs": stood.point.outs})
    seeding = agree_on_seeding(tournament, at_stake, confirmed=confirm_seeding, reason=reason, acting_team=None)
    mistake.taken_back = str(stood.point)
    mistake.save(update_fields=["taken_back"])
    close_notices(
        mistake.about_playing_on, violations_notice_key(series)
    )  # the rollback may have erased the illegal appearances
    ask_for_the_end(tournament, mistake)
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.TAKE_GAME_BACK,
        subject=f"series:{series.pk}",
        sentence=" ".join((_sentence(mistake, erased), *(f"After seeding: {note}" for note in seeding))),
        reason=reason,
        before=before,
        after=_as_logged(mistake, change.after),
        public={"series": series.pk, "round": series.round, "version": series.version},
    )


def undo_taking_back(tournament: Tournament, action: Action) -> list[str]:
    """Restore the games with everything that was erased. Raise Refused if any of them has new entries."""
    mistake = Mistake.objects.select_related("series__home", "series__away").filter(pk=action.after["mistake"]).first()
    if mistake is None:
        raise Refused(TakingBackRefusal.REPORT_UNDONE)
    series = Series.objects.select_related("home", "away", "division").get(pk=mistake.series_id)
    series.tournament = tournament
    stored = stored_games(series)
    if _compared(_as_logged(mistake, plain(stored))) != _compared(action.after):
        raise Refused(TakingBackRefusal.CHANGED_SINCE)
    places = Places(*action.before.get("places", ()))
    write_results(ResultsChange(series, stored, rebuild_games(series, action.before["games"]), places=places))
    mistake.taken_back = action.before["taken_back"]
    mistake.save(update_fields=["taken_back"])
    game = Game.objects.filter(series=series, number=mistake.game)  # the game may have a new row by now
    for values in action.before["suspensions"].values():
        if values is None:
            Suspension.objects.filter(game__in=game).delete()
        else:
            _write_suspension(game.get(), values)
    close_notices(mistake.about_playing_on)
    if mistake.taken_back:
        ask_for_the_end(tournament, mistake)
        return [f"Game {mistake.game} is back at the {mistake.taken_back}."]
    ask_director_to_carry_out(tournament, mistake)
    return [f"Game {mistake.game} has been restored as it was played, with all innings pitched."]


def _refuse_impossible(sheet: GameSheet, stood: StoodThen) -> None:
    """Reject a point that contradicts the game's results."""
    game, point = sheet.game, stood.point
    if not 0 <= point.outs <= MAX_OUTS:
        raise Refused(TakingBackRefusal.WRONG_OUTS, field="outs", most=MAX_OUTS)
    if point.inning < 1 or (game.innings is not None and point.inning > game.innings):
        raise Refused(TakingBackRefusal.WRONG_INNING, field="point_inning", last=game.innings or 1)
    for at_home in (False, True):
        _refuse_impossible_mound(sheet, stood, at_home=at_home)
        _refuse_impossible_runs(game, stood, at_home=at_home)


def _refuse_impossible_mound(sheet: GameSheet, stood: StoodThen, *, at_home: bool) -> None:
    """Reject a pitcher who can't have been on the mound at the point."""
    game = sheet.game
    team = game.home if at_home else game.away
    mound = stood.home_mound if at_home else stood.away_mound
    field = "home_mound" if at_home else "away_mound"
    if not has_known_order(sheet, team.pk):
        raise Refused(TakingBackRefusal.STARTER_UNKNOWN, field=field, game=game.number, team=team.name)
    outs = stood.point.outs_in_the_field(at_home=at_home)
    ruling = is_possible_point(pitchers_in_order(sheet, team.pk), outs, mound)
    if not ruling:
        never = TakingBackRefusal.NEVER_STOOD_THERE
        raise Refused(never, ruling.rule, field=field, subject=team.pk, team=team.name, why=ruling)


def _refuse_impossible_runs(game: Game, stood: StoodThen, *, at_home: bool) -> None:
    """Reject runs that a team can't have scored by the point."""
    team = game.home if at_home else game.away
    runs = stood.home_runs if at_home else stood.away_runs
    fewest, most = _possible_runs(game, stood, at_home=at_home)
    if fewest <= runs <= most:
        return
    field = "home_runs" if at_home else "away_runs"
    if fewest == most:
        raise Refused(TakingBackRefusal.WRONG_RUNS, field=field, team=team.name, runs=most)
    raise Refused(TakingBackRefusal.RUNS_OUT_OF_RANGE, field=field, team=team.name, fewest=fewest, most=most)


def _possible_runs(game: Game, stood: StoodThen, *, at_home: bool) -> tuple[int, int]:
    """Return the fewest and the most runs that a team can have scored by the point."""
    point = stood.point
    line = game.home_line if at_home else game.away_line
    if line:
        complete = point.inning - 1 + (point.is_bottom and not at_home)
        is_batting = point.is_bottom is at_home
        return sum(line[:complete]), sum(line[: complete + is_batting])
    total = game.home_runs if at_home else game.away_runs
    typed = stood.home_runs if at_home else stood.away_runs
    return 0, typed if total is None else total


def _cut(sheet: GameSheet, stood: StoodThen, *, suspended: bool) -> list[Outing]:
    """Remove everything after the point from a game, and return the erased outs as appearances."""
    game, point = sheet.game, stood.point
    erased: list[Outing] = []
    runs = {game.home_id: stood.away_runs, game.away_id: stood.home_runs}  # runs allowed by each staff
    given_up = {game.home_id: game.away_runs, game.away_id: game.home_runs}
    for team, mound in ((game.home_id, stood.home_mound), (game.away_id, stood.away_mound)):
        at_home = team == game.home_id
        outs_by_card = {
            pitched.pitcher: pitched.outs
            for pitched in outs_pitched_at_point(
                pitchers_in_order(sheet, team), point.outs_in_the_field(at_home=at_home), mound
            )
        }
        lost = [outing for outing in sheet.of_team(team) if outs_by_card.get(outing.card_id) != outing.outs]
        erased += [
            Outing(team_id=team, card=outing.card, outs=outing.outs - outs_by_card.get(outing.card_id, 0))
            for outing in lost
        ]
        for outing in lost:
            if outing.card_id not in outs_by_card:
                sheet.outings.remove(outing)
            else:
                outing.outs, outing.extra_outs, outing.injured = outs_by_card[outing.card_id], 0, False
                outing.footnote = outing.accepted_rule = outing.accepted_by = ""
        if lost or runs[team] != given_up[team]:
            _forget_runs(sheet.of_team(team))
    _cut_score(game, stood)
    game.status = Game.Status.SUSPENDED if suspended else Game.Status.DRAFT
    game.home_outs_batting = sum(outing.outs for outing in sheet.of_team(game.away_id))
    game.away_outs_batting = sum(outing.outs for outing in sheet.of_team(game.home_id))
    return erased


def _forget_runs(outings: Sequence[Outing]) -> None:
    """Clear these pitchers' runs, because no sheet shows the runs at that point.

    The runs are entered when the game is finished.
    """
    for outing in outings:
        outing.runs = outing.outs_before_suspension = None


def _cut_score(game: Game, stood: StoodThen) -> None:
    """Truncate runs, innings and line scores at the point, and clear the ending and its notes."""
    point = stood.point
    if game.home_line or game.away_line:
        home_innings = point.inning if point.is_bottom else point.inning - 1
        game.away_line = _line_then(game.away_line, point.inning, stood.away_runs)
        game.home_line = _line_then(game.home_line, home_innings, stood.home_runs)
    game.away_runs, game.home_runs, game.innings = stood.away_runs, stood.home_runs, point.inning
    game.ending, game.conceded_by_id, game.carried, game.box = Game.Ending.PLAYED_OUT, None, {}, {}
    game.home_resumed_after = game.away_resumed_after = None
    game.accepted_rule = game.accepted_by = ""


def _line_then(line: Sequence[int], innings: int, runs: int) -> list[int]:
    """Return the line score up to this inning, including runs scored in that inning before the point."""
    over = list(line[: max(0, innings - 1)])
    return [*over, runs - sum(over)][:innings]


def _as_logged(mistake: Mistake, games: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the details that the log stores before and after, for comparison by an undo."""
    stopped = Game.objects.filter(series=mistake.series_id, number=mistake.game).first()
    described = Suspension.objects.filter(game=stopped).first() if stopped is not None else None
    fields = [field.attname for field in Suspension._meta.concrete_fields if field.attname not in ("id", "game_id")]
    values = {name: getattr(described, name) for name in fields} if described is not None else None
    return {
        "mistake": mistake.pk,
        "taken_back": mistake.taken_back,
        "games": games,
        "suspensions": {str(stopped.pk): values} if stopped is not None else {},
    }


def _compared(logged: Mapping[str, Any]) -> list[Any]:
    return [logged["games"], logged["taken_back"], list(logged["suspensions"].values()) or [None]]


def _write_suspension(game: Game, values: Mapping[str, Any]) -> None:
    Suspension.objects.update_or_create(game=game, defaults=dict(values))


def _sentence(mistake: Mistake, erased: Sequence[Outing]) -> str:
    how = "is suspended at the" if mistake.chosen == "suspend" else "is replayed from the"
    erased_text = ", ".join(f"{outing.card.name} {format_innings(outing.outs)}" for outing in erased)
    summary = f"Game {mistake.game} of {mistake.series} {how} {mistake.taken_back}"
    return f"{summary} ({mistake.rule}).{f' Erased: {erased_text}.' if erased_text else ''}"
