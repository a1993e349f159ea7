"""Save a series' results in a single transaction, and add footnotes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.errors import Refused, Stale
from drafts.models import STAND_IN_CODE, STAND_IN_NAME, Pick, PlayerCard
from games.models import Game, Mistake
from games.queries.official import next_series_started
from games.queries.usage_rows import NO_CARD_YET
from games.refusals import SaveRefusal
from games.scoresheet.check import refuse_unconfirmed_suspensions
from games.scoresheet.faults import Violations
from games.scoresheet.notices import (
    close_mistake_notices,
    post_all_breaches,
    post_violations,
    swap_notice_key,
)
from games.scoresheet.rows import GameSheet, plain, rebuild_games, stored_games
from games.scoresheet.sheet import SaveMode, Scoresheet
from games.scoresheet.write import ResultsChange, score_sentence, write_results
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Team, Tournament
from tournaments.services.notices import close_notices
from tournaments.services.order_of_play import Places, places_of
from tournaments.services.seeding_guard import agree_on_seeding, seeding_in_force


class SaveResult(NamedTuple):
    """The saved series. `changed` is false if the same results were already saved.

    `later_breaches` are violations that the results cause in later games.
    """

    series: Series
    changed: bool
    later_breaches: list[str]


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
    """Replace a series' games with the games on the sheet.

    Sources: T10.2, T27.52, T0.04, T0.05, T0.06, T31.1, T31.2. Drafts are saved unchecked and don't count. Omitted
    games become empty. Saving the same content twice is harmless.

    Args:
        version: The series version that the sheet is based on.
        may_break_seal: Whether the submitter can change signed results, with a reason.
        confirm_seeding: Whether the director accepts, with a reason, that the seeding changes.
        confirm_suspended: Numbers of games that were suspended even though they look finished.

    Raises:
        Violations: The results contain violations. The exception lists all of them.
        Stale: The series has changed since `version`.
        LooksFinished: A suspended game looks finished and is not confirmed.
        Refused: The results can't be saved for some other reason. Nothing is changed.
    """
    with writing(series.tournament_id) as tournament:
        sheet.attach_to(current_series(series.pk), tournament)
        change = _prepare_change(sheet, may_break_seal=may_break_seal, reason=reason)
        is_changed = change.before != change.after
        if change.series.version != version:
            if is_changed:
                raise Stale(SaveRefusal.SAVED_MEANWHILE)
            return SaveResult(change.series, False, [])
        _refuse_faults(sheet)
        refuse_unconfirmed_suspensions(
            sheet.games,
            sheet.stored,
            sheet.usages,
            tournament.profile,
            confirm_suspended,
        )
        if is_changed:
            _save_change(tournament, sheet, change, confirm_seeding=confirm_seeding)
    return SaveResult(change.series, is_changed, sheet.checked.later_breaches)


def _prepare_change(sheet: Scoresheet, *, may_break_seal: bool, reason: str) -> ResultsChange:
    """Return the sheet's games, ready to replace the series' games."""
    acting_team = sheet.submitted_by.team_id
    refuse_if_closed(sheet.series, acting_team)
    _refuse_unreadable(sheet)
    _keep_final_games(sheet)
    _settle_acceptances(sheet)
    _set_stand_in_cards(sheet.games)
    return ResultsChange(
        sheet.series,
        sheet.stored,
        sheet.games,
        acting_team,
        may_break_seal,
        reason,
    )


def _save_change(tournament: Tournament, sheet: Scoresheet, change: ResultsChange, *, confirm_seeding: bool) -> None:
    """Write the games, log the action, and update the series' notices."""
    series = change.series
    seeding_before = None if series.in_bracket else seeding_in_force(tournament)
    _refuse_without_reason(change)
    places_before = places_of(series)
    broken_seals = write_results(change)
    seeding_breaches = agree_on_seeding(
        tournament,
        seeding_before,
        confirmed=confirm_seeding,
        reason=change.reason,
        acting_team=change.acting_team,
    )
    _record_save(
        tournament,
        change,
        sheet.submitted_by.actor,
        broken_seals,
        seeding_breaches,
        places_before,
    )
    post_violations(tournament, sheet)
    post_all_breaches(tournament, series, sheet.checked.breaches_elsewhere)
    close_mistake_notices(change)
    if sheet.mode is SaveMode.FINAL:
        close_notices(swap_notice_key(series))


def current_series(number: int) -> Series:
    return Series.objects.select_related("home", "away", "division").get(pk=number)


def refuse_if_closed(series: Series, acting_team: int | None) -> None:
    """Reject results from a team that doesn't play in the series, or for a closed series."""
    if acting_team is not None and acting_team not in (series.home_id, series.away_id):
        raise Refused(SaveRefusal.OTHER_TEAM)
    reason = closed_reason(series)
    if reason is not None:
        raise Refused(reason)


def closed_reason(series: Series) -> Ruling | None:
    """Return the reason why the series doesn't accept results, or None if it does."""
    if series.status == Series.Status.VOID:
        return refuse(SaveRefusal.SERIES_VOID, "T0.08", subject=series.pk)
    return None


def _refuse_without_reason(change: ResultsChange) -> None:
    """Require a reason from staff who correct official results (T0.06)."""
    if change.acting_team is not None or change.reason:
        return
    final_games = [game for game in change.before if game["status"] == Game.Status.FINAL]
    if all(game in change.after for game in final_games):
        return
    next_series = next_series_started(change.series)
    if next_series is not None:
        raise Refused(SaveRefusal.NO_REASON, "T0.06", field="reason", round=next_series.round)


def _refuse_unreadable(sheet: Scoresheet) -> None:
    """Reject entries that can't be parsed, and results without a home team (T0.16)."""
    if sheet.reading.faults:
        raise Violations([*sheet.reading.faults])
    if sheet.asks_home and not sheet.series.home_decided:
        if sheet.first_home is not None:
            raise Refused(SaveRefusal.INVALID_HOME, field="first_home")
        if sheet.mode is SaveMode.FINAL:
            raise Refused(SaveRefusal.WHO_IS_HOME, "T0.16", field="first_home")


def _keep_final_games(sheet: Scoresheet) -> None:
    """Preserve final games in a draft. Only a final save can change them."""
    if sheet.mode is SaveMode.FINAL:
        return
    final_games = {stored.game.number: stored for stored in sheet.stored if stored.game.status == Game.Status.FINAL}
    for submitted in sheet.games:
        stored = final_games.pop(submitted.game.number, None)
        if stored is None:
            continue
        submitted.game.status = Game.Status.FINAL
        submitted.game.accepted_rule = stored.game.accepted_rule
        for outing in submitted.outings:
            stored_outing = stored.outing_of(outing.team_id, outing.card_id)
            outing.accepted_rule = stored_outing.accepted_rule if stored_outing else ""
        if plain([submitted]) != plain([stored]):
            raise Refused(SaveRefusal.CHANGES_FINAL_GAME, game=submitted.game.number)
    if final_games:
        raise Refused(SaveRefusal.EMPTIES_FINAL_GAME, game=min(final_games))


def _set_stand_in_cards(games: Iterable[GameSheet]) -> None:
    """Create the stand-in's card when a stand-in first pitches for a card set (T25.3)."""
    outings = [outing for sheet in games for outing in sheet.outings if outing.card_id == NO_CARD_YET]
    for outing in outings:
        picks = Pick.objects.filter(team=outing.team_id, card__isnull=False)
        card, _ = PlayerCard.including_hidden.get_or_create(
            card_set_id=picks.values_list("card__card_set_id", flat=True)[0],
            is_stand_in=True,
            defaults={
                "code": STAND_IN_CODE,
                "name": STAND_IN_NAME,
                "sort_name": STAND_IN_NAME,
                "throws": "R",
                "bats": "R",
            },
        )
        outing.card_id = card.pk


def _settle_acceptances(sheet: Scoresheet) -> None:
    """Record the broken rule for each acceptance, and remove acceptances that are no longer needed."""
    accepted_rules = {
        (fault.game, fault.team_id, fault.card_id): fault.rule for fault in sheet.checked.faults if fault.is_accepted
    }
    for game, outings in sheet.games:
        whole_game = (game.number, None, None)
        game.accepted_rule = accepted_rules.get(whole_game, "")
        if whole_game not in accepted_rules:
            game.accepted_by = ""
        for outing in outings:
            rule = accepted_rules.get((game.number, outing.team_id, outing.card_id), "")
            if outing.accepted_by and outing.accepted_rule and not rule:
                rule = _accepted_mistake_rule(sheet.series, game.number, outing.card_id)
            outing.accepted_rule = rule
            if not rule:
                outing.accepted_by = ""


def _accepted_mistake_rule(series: Series, game: int, card_id: int) -> str:
    """Return the rule of this pitcher's accepted mistake, or "" (T31.2)."""
    accepted = Mistake.objects.filter(series=series, game=game, card=card_id, chosen="accept")
    return accepted.values_list("rule", flat=True).first() or ""


def _refuse_faults(sheet: Scoresheet) -> None:
    blocking = [fault for fault in sheet.checked.blocking if fault.is_unfixable or sheet.mode is SaveMode.FINAL]
    if blocking:
        raise Violations(blocking)


def _record_save(
    tournament: Tournament,
    change: ResultsChange,
    actor: Actor,
    broken_seals: Sequence[str],
    seeding_breaches: Sequence[str],
    places_before: Places,
) -> None:
    series = change.series
    sentences = [
        score_sentence(series),
        *_forfeit_sentences(change),
        *broken_seals,
        *[f"After seeding: {breach}" for breach in seeding_breaches],
    ]
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SAVE_SERIES_RESULTS,
        subject=f"series:{series.pk}",
        sentence=" ".join(sentences),
        reason=change.reason,
        before={
            "games": change.before,
            "version": series.version - 1,
            "places": places_before,
        },
        after={
            "games": change.after,
            "version": series.version,
            "places": places_of(series),
        },
        public={
            "series": series.pk,
            "round": series.round,
            "version": series.version,
        },
    )


def _forfeit_sentences(change: ResultsChange) -> Iterator[str]:
    """Yield a sentence for each team with new forfeits, such as "Baker forfeits games 3, 4."."""
    for team in change.series.teams():
        numbers = [
            str(game["number"]) for game in change.after if _is_forfeit_by(game, team) and game not in change.before
        ]
        if numbers:
            noun = "game" if len(numbers) == 1 else "games"
            yield f"{team} forfeits {noun} {', '.join(numbers)}."


def _is_forfeit_by(game: Mapping[str, object], team: Team) -> bool:
    return game["ending"] == Game.Ending.FORFEITED and game["conceded_by_id"] == team.pk


def write_footnote(
    *,
    series: Series,
    game: int,
    card_id: int,
    note: Mapping[str, str],
    may_break_seal: bool = False,
) -> dict[str, str]:
    """Write a footnote to a pitcher's appearance within the caller's transaction (T31.2).

    Args:
        note: Values for footnote, accepted_rule and accepted_by.

    Returns:
        The previous values, or an empty dict if the pitcher has no appearance in the game.
    """
    series = current_series(series.pk)
    stored = stored_games(series)
    games = rebuild_games(series, plain(stored))
    outings = [
        outing for sheet in games if sheet.game.number == game for outing in sheet.outings if outing.card_id == card_id
    ]
    if not outings:
        return {}
    outing = outings[0]
    before = {name: getattr(outing, name) for name in note}
    for name, value in note.items():
        setattr(outing, name, value)
    change = ResultsChange(series, stored, games, None, may_break_seal, note["footnote"])
    write_results(change)
    return before
