"""Verify tournaments' data: recompute derived values, and compare the rows with the activity log.

Nothing is changed. Each difference is reported as a sentence for the administrator of the installation.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import partial
from typing import Any, NamedTuple

from django.db import IntegrityError, connection

from drafts.models import Draft, Pick
from drafts.queries.room import draft_with_division, load_room
from drafts.services.turns import log_subject, pick_facts
from games.models import Game
from games.scoresheet.rows import GameSheet, plain, stored_games
from games.scoresheet.write import series_status, update_tally
from pitching.models import SignOff
from pitching.queries.seal_keys import SealOrigin, seal_key_of
from pitching.queries.signed_content import current_seal, is_intact
from rules_engine.draft.order import overall_with_late_team, overall_without_late_team
from tournaments.action_log.snapshots import KINDS, row_of, values_of
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Series, Tournament

_TALLY_FIELDS = (
    "home_wins",
    "away_wins",
    "ties",
    "home_runs",
    "away_runs",
    "outcomes",
    "never_begun",
    "margins",
    "suspended",
    "status",
)
# Saved results, starts, drop-outs and a team's change to the program change these without a snapshot in the log.
_FIELDS_NOT_LOGGED = {
    "tournament": {"is_practice"},
    "team": {"program_drafts"},
    "series": {"status", "home_place", "away_place", "home_decided", "is_started_by_hand", "home_id", "away_id"},
}
_PickFacts = dict[str, Any]


class DataFault(NamedTuple):
    """A mismatch in the data. `check` is a key from `CHECKS`, or "database"."""

    check: str
    sentence: str


def verify_database() -> list[DataFault]:
    """Check the database file and all references between rows."""
    faults = [DataFault("database", f"The database file is damaged: {fault}.") for fault in _file_faults()]
    try:
        connection.check_constraints()
    except IntegrityError as error:
        faults.append(DataFault("database", f"A row refers to a row that doesn't exist: {error}."))
    return faults


def _file_faults() -> list[str]:
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(10)")
        lines = [str(row[0]) for row in cursor.fetchall()]
    return [] if lines == ["ok"] else lines


class StoredSeries(NamedTuple):
    """A series and its games with their pitchers."""

    series: Series
    games: list[GameSheet]


class StoredTournament(NamedTuple):
    """The data that the checks share, loaded once."""

    tournament: Tournament
    series: list[StoredSeries]


def verify_tournament(tournament: Tournament) -> list[DataFault]:
    """Run every check on one tournament."""
    stored = StoredTournament(tournament, list(_stored_series(tournament)))
    return [DataFault(name, sentence) for name, check in CHECKS.items() for sentence in check(stored)]


def _stored_series(tournament: Tournament) -> Iterator[StoredSeries]:
    for series in tournament.series.select_related("home", "away", "division").order_by("pk"):
        series.tournament = tournament
        yield StoredSeries(series, stored_games(series))


def check_tallies(stored: StoredTournament) -> Iterator[str]:
    """Recompute each series' wins, runs and status from its games."""
    for series, games in stored.series:
        if series.status == Series.Status.VOID:
            continue
        recomputed = copy(series)
        update_tally(recomputed, games)
        recomputed.status = series_status(recomputed, games)
        wrong = [name for name in _TALLY_FIELDS if getattr(series, name) != getattr(recomputed, name)]
        if wrong:
            values = ", ".join(f"{name} {getattr(series, name)!r}, not {getattr(recomputed, name)!r}" for name in wrong)
            yield f"{series}: the tally doesn't match the games ({values})."


def check_outings(stored: StoredTournament) -> Iterator[str]:
    """Check that each final game's pitchers belong to its teams and are numbered in order."""
    for _, games in stored.series:
        for sheet in games:
            if sheet.game.status == Game.Status.FINAL:
                yield from _outing_faults(sheet)


def _outing_faults(sheet: GameSheet) -> Iterator[str]:
    for team in (sheet.game.away, sheet.game.home):
        outings = sheet.of_team(team.pk)
        orders = sorted(outing.order for outing in outings)
        if orders != list(range(1, len(orders) + 1)):
            yield f"{sheet.game}: {team}'s pitchers are not numbered from 1."
    strangers = {outing.team_id for outing in sheet.outings} - {sheet.game.home_id, sheet.game.away_id}
    if strangers:
        yield f"{sheet.game}: a pitcher is on neither team."


def check_results_in_log(stored: StoredTournament) -> Iterator[str]:
    """Compare each series' games with the newest action that recorded them."""
    newest = _newest_games(stored.tournament)
    for series, games in stored.series:
        if series.pk not in newest:
            if games:
                yield f"{series}: it has games that aren't in the activity log."
        elif not _are_games_equal(newest[series.pk], plain(games)):
            yield f"{series}: its games don't match the last ones in the activity log."


def _newest_games(tournament: Tournament) -> dict[int, list[Mapping[str, Any]]]:
    actions = Action.objects.filter(tournament=tournament, subject__startswith="series:", after__has_key="games")
    games = {}
    for subject, after in actions.order_by("pk").values_list("subject", "after"):
        games[int(subject.partition(":")[2])] = after["games"]
    return games


def _are_games_equal(logged: Iterable[Mapping[str, Any]], stored: Iterable[Mapping[str, Any]]) -> bool:
    """Compare the score and the appearances, which no action changes without recording the games."""
    return [_result(game) for game in logged] == [_result(game) for game in stored]


def _result(game: Mapping[str, Any]) -> tuple[Any, ...]:
    outings = [(outing["team_id"], outing["card_id"], outing["part"], outing["outs"]) for outing in game["outings"]]
    return game["number"], game["status"], game["home_runs"], game["away_runs"], sorted(outings)


def check_rows_in_log(stored: StoredTournament) -> Iterator[str]:
    """Compare teams, divisions, series and settings with the values that were last logged."""
    tournament = stored.tournament
    newest = _newest_values(tournament)
    for key, values in newest.items():
        row = row_of(tournament, key)
        if values is None:
            if row is not None:
                yield f"{key}: this row exists, but the log shows that it was removed."
        elif row is None:
            yield f"{key}: this row is in the log but doesn't exist."
        else:
            yield from _row_differences(key, values, values_of(row))


def _newest_values(tournament: Tournament) -> dict[str, dict[str, Any] | None]:
    """Return the last logged values for each row, or None for a removed row."""
    newest: dict[str, dict[str, Any] | None] = {}
    for before, after in tournament.actions.order_by("pk").values_list("before", "after"):
        for key in {**before, **after}:
            kind, _, number = key.partition(":")
            if kind in KINDS and number:
                values = after.get(key)
                newest[key] = None if values is None else {**(newest.get(key) or {}), **values}
    return newest


def _row_differences(key: str, logged: Mapping[str, Any], stored: Mapping[str, Any]) -> Iterator[str]:
    not_logged = _FIELDS_NOT_LOGGED.get(key.partition(":")[0], set())
    for name, value in logged.items():
        if name in stored and name not in not_logged and stored[name] != value:
            yield f"{key}: {name} is {stored[name]!r}, but the log recorded {value!r}."


def check_picks(stored: StoredTournament) -> Iterator[str]:
    """Replay each draft's picks from the log, and look for cards drafted twice."""
    tournament = stored.tournament
    for draft in Draft.objects.filter(division__tournament=tournament).select_related("division"):
        logged = _logged_picks(tournament, draft)
        picks = [pick for pick in Pick.objects.filter(draft=draft) if not pick.is_skipped]
        made = {pick.overall: pick_facts(pick) for pick in picks}
        for overall in sorted({*logged, *made}):
            if logged.get(overall) != made.get(overall):
                yield f"{draft.division}: overall pick {overall} doesn't match the log."
        cards = Counter(pick.card_id for pick in picks if pick.card_id is not None)
        for card_id, count in cards.items():
            if count > 1:
                yield f"{draft.division}: card {card_id} was drafted {count} times."


def _logged_picks(tournament: Tournament, draft: Draft) -> dict[int, _PickFacts]:
    """Return the picks by overall number. Picks are renumbered when a team joins late or leaves again."""
    picks: dict[int, _PickFacts] = {}
    teams = len(load_room(draft_with_division(pk=draft.pk)).teams) - draft.late_teams
    actions = Action.objects.filter(tournament=tournament, subject=log_subject(draft)).order_by("pk")
    for verb, undone, before, after in actions.values_list("verb", "undoes__verb", "before", "after"):
        if verb == Verb.ADD_LATE_TEAM:
            picks = _renumbered(picks, partial(overall_with_late_team, teams))
            teams += 1
        elif undone == Verb.ADD_LATE_TEAM:
            picks = _renumbered(picks, partial(overall_without_late_team, teams))
            teams -= 1
        for facts in _picks_in(before):
            picks.pop(facts["overall"], None)
        for facts in _picks_in(after):
            has_selection = any(facts[name] is not None for name in ("card", "park", "designed_park"))
            if has_selection:  # otherwise the pick is open again
                picks[facts["overall"]] = facts
    return picks


def _renumbered(picks: Mapping[int, _PickFacts], new_number: Callable[[int], int]) -> dict[int, _PickFacts]:
    return {new_number(overall): {**facts, "overall": new_number(overall)} for overall, facts in picks.items()}


def _picks_in(logged: Mapping[str, Any]) -> list[_PickFacts]:
    if "made_by" in logged:
        return [dict(logged)]
    return [dict(facts) for facts in logged.get("picks", []) if isinstance(facts, dict) and "made_by" in facts]


def check_order_of_play(stored: StoredTournament) -> Iterator[str]:
    """Check that each series has its own place in a team's order of play (T10.2)."""
    places: dict[tuple[int, int], list[Series]] = defaultdict(list)
    for series, _ in stored.series:
        for team in series.teams():
            place = series.place_for(team.pk)
            if place is not None:
                places[team.pk, place].append(series)
    for (_, place), sharing in places.items():
        if len(sharing) > 1:
            names = " and ".join(str(series) for series in sharing)
            yield f"Two series share place {place} in a team's play sequence: {names}."


def check_seals(stored: StoredTournament) -> Iterator[str]:
    """Recompute every valid signature's seal, and verify the signatures from all keys."""
    signatures = SignOff.objects.filter(series__tournament=stored.tournament)
    for signed in signatures.select_related("series__home", "series__away", "sheet_of", "signed_by"):
        signed.series.tournament = stored.tournament
        if signed.broken_at is None and signed.seal != current_seal(signed):
            yield f"{signed.series}: the seal of {signed.sheet_of}'s sheet doesn't match the results."
        if not is_intact(signed):
            yield f"{signed.series}: the content of seal {signed.code} doesn't match what was signed."
        if signed.public_key and seal_key_of(signed).origin is SealOrigin.NO_KEY:
            yield f"{signed.series}: the key's signature on seal {signed.code} is wrong."


CHECKS: Mapping[str, Callable[[StoredTournament], Iterator[str]]] = {
    "tallies": check_tallies,
    "pitchers": check_outings,
    "results": check_results_in_log,
    "rows": check_rows_in_log,
    "picks": check_picks,
    "order of play": check_order_of_play,
    "seals": check_seals,
}
