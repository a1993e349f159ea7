"""Saving the results of a series, in one transaction; taking a save back, and a footnote on what stands."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse

from core.errors import Refused, Stale
from drafts.models import STAND_IN_CODE, STAND_IN_NAME, Pick, PlayerCard
from games.models import Game, Mistake
from games.queries.official import next_series_started
from games.queries.usage import build_usages, read_usage_rows
from games.queries.usage_rows import NO_CARD_YET
from games.scoresheet.check import check_games, refuse_unconfirmed_suspensions
from games.scoresheet.faults import OPPONENT, GridFault, Violations
from games.scoresheet.rows import GameSheet, plain, rebuild_games, stored_games
from games.scoresheet.sheet import SaveMode, Scoresheet
from games.scoresheet.write import ResultsChange, score_sentence, write_results
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.services.notices import close_notices, create_notice
from tournaments.services.order_of_play import Places, free_places, places_of
from tournaments.services.seeding_guard import agree_on_seeding, seeding_in_force


class SaveResult(NamedTuple):
    """`changed` is False for the second of two equal submissions. `later`: breaches it makes in games after it."""

    series: Series
    changed: bool
    later: list[str]


def save_series_results(
    *,
    series: Series,
    sheet: Scoresheet,
    version: int,
    may_break_seal: bool = False,
    confirm_seeding: bool = False,
    confirm_suspended: Collection[int] = (),
    reason: str = "",
) -> SaveResult:
    """Put the games of the sheet in place of what the series holds (T10.2, T27.52, T0.04, T0.05, T0.06, T31.1, T31.2).

    Games not meant to be final are kept half entered, unchecked and uncounted. A game of the series that is not handed
    in is empty. version: the one that the sheet was made from. may_break_seal and reason: for the director, to change
    what has been signed. confirm_seeding: he knows that others would have qualified or in another order, and gives a
    reason. confirm_suspended: numbers of games that were suspended though they look finished. Raises Violations with
    every fault, Stale when somebody saved since `version`, LooksFinished where that is not confirmed, Refused for
    anything else; nothing is changed then. The same content twice is harmless.
    """
    acting_team = sheet.submitted_by.team_id
    with writing(series.tournament_id) as tournament:
        sheet.attach_to(_series_now(series.pk), tournament)
        series = sheet.series
        _refuse_closed(series, acting_team)
        _refuse_unreadable(sheet)
        _keep_final_games(sheet)
        _settle_acceptances(sheet)
        _give_stand_ins_their_card(sheet.games)
        change = ResultsChange(series, sheet.stored, sheet.games, acting_team, may_break_seal, reason)
        is_new = change.before != change.after
        if series.version != version:
            if is_new:
                raise Stale("Somebody saved this series meanwhile. Compare both versions and choose.")
            return SaveResult(series, False, [])
        _refuse_faults(sheet)
        refuse_unconfirmed_suspensions(sheet.games, sheet.stored, sheet.usages, tournament.profile, confirm_suspended)
        if not is_new:
            return SaveResult(series, False, sheet.checked.later)
        at_stake = seeding_in_force(tournament) if not series.in_bracket else None
        _refuse_without_reason(change)
        places = places_of(series)
        write_results(change)
        seeding = agree_on_seeding(
            tournament, at_stake, confirmed=confirm_seeding, reason=reason, acting_team=acting_team
        )
        _record(tournament, change, sheet.submitted_by.actor, seeding, places)
        _hand_over_violations(tournament, sheet)
        _put_breaches(tournament, series, sheet.checked.elsewhere)
        _close_what_was_played_on(change)
    return SaveResult(series, True, sheet.checked.later)


def _series_now(number: int) -> Series:
    """The series as it stands now."""
    return Series.objects.select_related("home", "away", "division").get(pk=number)


class SaveRefusal(Finding):
    """Why a series takes no results so."""

    SERIES_VOID = "this series is void because a team dropped out; it takes no results."
    WHO_IS_HOME = "Say who is home in game 1 ({rule})."
    OFFICIAL = "these results are official since round {round} has begun. Write the reason for the correction."


def _refuse_closed(series: Series, acting_team: int | None) -> None:
    """Refused where it takes no results from this team."""
    if acting_team is not None and acting_team not in (series.home_id, series.away_id):
        raise Refused("Only the managers of these two teams or the director may enter this series.")
    if (why := closed_reason(series)) is not None:
        raise Refused(why)


def closed_reason(series: Series) -> Ruling | None:
    """Why it takes no results from anybody; None where it does."""
    if series.status == Series.Status.VOID:
        return refuse(SaveRefusal.SERIES_VOID, "T0.08", subject=series.pk)
    return None


def _refuse_without_reason(change: ResultsChange) -> None:
    """T0.06: the desk may correct what is official, and says why."""
    final = [game for game in change.before if game["status"] == Game.Status.FINAL]
    if change.acting_team is not None or change.reason or all(game in change.after for game in final):
        return
    if (since := next_series_started(change.series)) is not None:
        raise Refused(refuse(SaveRefusal.OFFICIAL, "T0.06", round=since.round), field="reason")


def _refuse_unreadable(sheet: Scoresheet) -> None:
    """What cannot be read at all; and T0.16: the roll was thrown on the table, so somebody must say who is home."""
    if sheet.reading.faults:
        raise Violations([*sheet.reading.faults])
    if sheet.asks_home and not sheet.series.home_decided:
        if sheet.first_home is not None:
            raise Refused("Say which of the two teams is home in game 1.", field="first_home")
        if sheet.meant is SaveMode.FINAL:
            raise Refused(refuse(SaveRefusal.WHO_IS_HOME, "T0.16"), field="first_home")


def _keep_final_games(sheet: Scoresheet) -> None:
    """What was final stays final when the rest is kept half entered; to change it, it must be saved as final again."""
    if sheet.meant is SaveMode.FINAL:
        return
    final = {one.game.number: one for one in sheet.stored if one.game.status == Game.Status.FINAL}
    for handed_in in sheet.games:
        if (was := final.pop(handed_in.game.number, None)) is not None:
            handed_in.game.status = Game.Status.FINAL
            handed_in.game.accepted_rule = was.game.accepted_rule
            for outing in handed_in.outings:
                known = was.outing_of(outing.team_id, outing.card_id)
                outing.accepted_rule = known.accepted_rule if known else ""
            if plain([handed_in]) != plain([was]):
                raise Refused(f"Game {handed_in.game.number} is final. To change it, save the results as final.")
    if final:
        raise Refused(f"Game {min(final)} is final and cannot be emptied by keeping the rest for later.")


def _give_stand_ins_their_card(games: Iterable[GameSheet]) -> None:
    """T25.3: the stand-in of a card set gets his card when he first pitches."""
    for outing in (outing for sheet in games for outing in sheet.outings if outing.card_id == NO_CARD_YET):
        drafted = Pick.objects.filter(team=outing.team_id, card__isnull=False)
        card = {"code": STAND_IN_CODE, "name": STAND_IN_NAME, "sort_name": STAND_IN_NAME, "throws": "R", "bats": "R"}
        made, _ = PlayerCard.every.get_or_create(
            card_set_id=drafted.values_list("card__card_set_id", flat=True)[0], is_stand_in=True, defaults=card
        )
        outing.card_id = made.pk


def _settle_acceptances(sheet: Scoresheet) -> None:
    """An acceptance names the rule it lets be broken; one that is not needed any more lapses."""
    accepted = {(one.game, one.team_id, one.card_id): one.rule for one in sheet.checked.faults if one.is_accepted}
    for game, outings in sheet.games:
        whole_game = (game.number, None, None)
        game.accepted_rule = accepted.get(whole_game, "")
        game.accepted_by = game.accepted_by if whole_game in accepted else ""
        for outing in outings:
            rule = accepted.get((game.number, outing.team_id, outing.card_id), "")
            if outing.accepted_by and outing.accepted_rule and not rule:
                rule = _rule_of_mistake(sheet.series, game.number, outing.card_id)
            outing.accepted_rule, outing.accepted_by = rule, outing.accepted_by if rule else ""


def _rule_of_mistake(series: Series, game: int, card_id: int) -> str:
    """T31.2: the rule of a mistake of this pitcher that was accepted; "" where there was none."""
    accepted = Mistake.objects.filter(series=series, game=game, card=card_id, chosen="accept")
    return accepted.values_list("rule", flat=True).first() or ""


def _refuse_faults(sheet: Scoresheet) -> None:
    blocking = [one for one in sheet.checked.blocking if one.is_unfixable or sheet.meant is SaveMode.FINAL]
    if blocking:
        raise Violations(blocking)


def _record(
    tournament: Tournament, change: ResultsChange, actor: Actor, seeding: Sequence[str], places: Places
) -> None:
    series = change.series
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SAVE_SERIES_RESULTS,
        subject=f"series:{series.pk}",
        sentence=" ".join(
            (score_sentence(series), *_forfeits(change), *(f"After the seeding: {breach}" for breach in seeding))
        ),
        reason=change.reason,
        before={"games": change.before, "version": series.version - 1, "places": places},
        after={"games": change.after, "version": series.version, "places": places_of(series)},
        public={"series": series.pk, "round": series.round, "version": series.version},
    )


def _forfeits(change: ResultsChange) -> Iterator[str]:
    """ "Baker forfeits games 3, 4.", of those that this change makes forfeits."""
    for team in change.series.teams():
        given = [
            str(game["number"])
            for game in change.after
            if game["ending"] == Game.Ending.FORFEITED
            and game["conceded_by_id"] == team.pk
            and game not in change.before
        ]
        if given:
            yield f"{team} forfeits game{'s' if len(given) > 1 else ''} {', '.join(given)}."


def _close_what_was_played_on(change: ResultsChange) -> None:
    """T0.06: a game to be replayed or suspended from a mistake has been entered: the desk need not be asked."""
    entered = [
        game["number"]
        for game in change.after
        if game["status"] in (Game.Status.FINAL, Game.Status.SUSPENDED) and game not in change.before
    ]
    to_play = Mistake.objects.filter(
        series=change.series, game__in=entered, chosen__in=("replay", "suspend", "from_dice")
    )
    close_notices(*(mistake.about_playing_on for mistake in to_play))


def _hand_over_violations(tournament: Tournament, sheet: Scoresheet) -> None:
    """T0.06, T31.2: what a save kept although it breaks a rule is put to the opponent, who may accept it, and the desk.

    What an earlier save had put there is answered by this one.
    """
    series = sheet.series
    close_notices(violations_notice_key(series))
    open_to_answer = [one for one in sheet.checked.blocking if one.may_accept == OPPONENT]
    for team in series.teams():
        faults = [one for one in open_to_answer if one.team_id == team.pk]
        if not faults:
            continue
        opponent = series.away if team.pk == series.home_id else series.home
        for asked in (opponent, None):
            if asked is None or asked.pk != sheet.submitted_by.team_id:
                _put_violation(tournament, sheet, faults, asked)


def _put_violation(tournament: Tournament, sheet: Scoresheet, faults: Sequence[GridFault], asked: Team | None) -> None:
    first, series = faults[0], sheet.series
    usage = sheet.usages[first.team_id or 0]
    pitcher = usage.pitchers.get(first.card_id or 0)
    more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
    create_notice(
        tournament=tournament,
        team=asked,
        kind="Violation",
        sentence=f"{series.round_title}, game {first.game}, {usage.name}{f', {pitcher.name}' if pitcher else ''}: "
        f"{first}{more}. Accept, with footnote?",
        address=reverse("enter_series", args=[tournament.slug, series.pk]),
        act="Accept or not",
        about=violations_notice_key(series),
    )


def _put_breaches(tournament: Tournament, series: Series, elsewhere: Mapping[int, Sequence[str]]) -> None:
    for team in series.teams():
        post_breaches(tournament, team, elsewhere.get(team.pk, ()))


def post_breaches(tournament: Tournament, team: Team, breaches: Sequence[str]) -> None:
    """T10.2: list a team's breaches on the dashboard until they are legal or accepted where they were made."""
    close_notices(_about_breaches(team))
    if breaches:
        more = f" ({len(breaches) - 1} more)" if len(breaches) > 1 else ""
        create_notice(
            tournament=tournament,
            team=None,
            kind="Not legal any more",
            sentence=f"{breaches[0]}{more}",
            address=reverse("sheet", args=[tournament.slug, team.pk]),
            act="Look at the sheet",
            about=_about_breaches(team),
        )


def violations_notice_key(series: Series) -> str:
    """What notices of breaches that a save kept are about."""
    return f"series:{series.pk}:violations"


def _about_breaches(team: Team) -> str:
    return f"team:{team.pk}:breaches"


def undo_save_series_results(tournament: Tournament, action: Action) -> list[str]:
    """Put back what the series held before that save. Refused when it has changed since, or is signed."""
    series = _series_of(action)
    return _put_back(action, series, rebuild_games(series, action.before["games"]))


def redo_save_series_results(tournament: Tournament, action: Action) -> list[str]:
    """Save again what an undo took away. Refused as well where by now it breaks a rule that was not accepted."""
    series = _series_of(action)
    games = rebuild_games(series, action.before["games"])
    if any(game.status == Game.Status.FINAL for game, _ in games):
        series.tournament = tournament
        teams = (series.home_id, series.away_id)
        places = free_places(series, Places(*action.before.get("places", ())))
        standing = build_usages(read_usage_rows(*teams).with_games(series, games, places), teams)
        if faults := check_games(games, series, standing, complete=True, by_director=True).blocking:
            raise Refused(f"By now these results break a rule; enter them on their page. {Violations(faults)}")
    return _put_back(action, series, games)


def _series_of(action: Action) -> Series:
    series = _series_now(int(action.subject.partition(":")[2]))
    _refuse_closed(series, None)
    return series


def _put_back(action: Action, series: Series, games: Sequence[GameSheet]) -> list[str]:
    places = Places(*action.before.get("places", ()))
    change = ResultsChange(series, stored_games(series), games, places=places)
    if change.before != action.after["games"]:
        raise Refused("This series has been changed since. Undo the later act first.")
    before = score_sentence(series)
    write_results(change)
    close_notices(violations_notice_key(series))
    teams, tournament = (series.home_id, series.away_id), action.tournament
    series.tournament = tournament
    usages = build_usages(read_usage_rows(*teams), teams)
    checked = check_games(games, series, usages, complete=False, by_director=False)
    _put_breaches(tournament, series, checked.elsewhere)
    now = score_sentence(series) if games else f"{series.round_title}: {series.away} at {series.home} is not entered."
    return [f"{before} becomes: {now}"]


def write_footnote(
    *, series: Series, game: int, card_id: int, note: Mapping[str, str], may_break_seal: bool = False
) -> dict[str, str]:
    """Put a footnote and who accepted what by which rule (T31.2) on a pitcher's line, in the caller's transaction.

    note: footnote, accepted_rule and accepted_by. Gives what the line said before; empty where he has none.
    """
    series = _series_now(series.pk)
    stored = stored_games(series)
    games = rebuild_games(series, plain(stored))
    lines = (line for sheet in games if sheet.game.number == game for line in sheet.outings if line.card_id == card_id)
    if (line := next(lines, None)) is None:
        return {}
    before = {name: getattr(line, name) for name in note}
    for name, value in note.items():
        setattr(line, name, value)
    write_results(ResultsChange(series, stored, games, None, may_break_seal, note["footnote"]))
    return before
