"""Compare what-if standings with the actual standings after the same results are entered."""

import random
from typing import Any, Final

from django.db import transaction
from django.http import QueryDict

from games.scoresheet.entries import GameEntry, SubmittedBy
from games.scoresheet.save import save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet, read_entries
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of
from tournaments.queries.supposed_ties import GAME_KINDS
from tournaments.queries.what_if import TIE, WhatIf
from tournaments.services.dropouts import drop_team
from tournaments.services.tie_breaks import roll_tie_break, schedule_playoff_game
from weekend.practice.results import invent_series
from weekend.practice.weekend import PracticeField, build_weekend, play_series

KINDS: Final = ("results", "correction", "drop-out", "to the end")
MOST_FACES: Final = 4  # of the d20 rolled here, so that ties are frequent


def weekend(teams: int) -> Tournament:
    """Return a tournament in the middle of its round robin, without partly entered series."""
    field = PracticeField(managed=teams, divisions=1, has_imputed_team=False)
    tournament = build_weekend(stage="round_robin", seed=teams, field=field)
    for series in tournament.series.filter(status=Series.Status.PLAYING):
        _save(series, [])
    return tournament


def differences(tournament: Tournament, seed: int) -> list[str]:
    """Return differences between the what-if and actual standings. Roll back all entries."""
    dice, kind, form = random.Random(seed), KINDS[seed % len(KINDS)], QueryDict(mutable=True)
    with transaction.atomic():
        corrected = _played_and_corrected(dice, tournament) if kind == "correction" else None
        with transaction.atomic():
            real = _in_truth(dice, tournament, kind, form, corrected)
            transaction.set_rollback(True)
        page = WhatIf(Tournament.objects.get(pk=tournament.pk), tournament.divisions.get(), form)
        assert page.table is not None
        supposed = _compared(page.table)
        transaction.set_rollback(True)
    return [
        f"seed {seed}, {kind}, {name}: supposed {supposed[name]}, in truth {real[name]}"
        for name in real
        if supposed[name] != real[name]
    ]


def _compared(table: DivisionStandings) -> dict[str, Any]:
    records = {row.team: (row.wins, row.losses, row.ties, row.games_over_500, row.remaining) for row in table.rows}
    verdicts = {team: str(table.verdict(team)) for team in table.order}
    return {
        "records": records,
        "verdicts": verdicts,
        "order": table.order,
        "proof": table.proof,
        "needs": [sentence for _, sentence in table.needs],
        "what is left": table.prospect_sentences,
        "thrown out": [team.pk for team in table.removed],
    }


def _in_truth(
    dice: random.Random,
    tournament: Tournament,
    kind: str,
    form: QueryDict,
    corrected: tuple[int, list[GameEntry]] | None,
) -> dict[str, Any]:
    """Enter the events through the services, and add the same choices to the what-if page's form."""
    if corrected:
        _save(Series.objects.get(pk=corrected[0]), corrected[1], reason="misread")
        _note(form, corrected[0])
    if kind == "drop-out":
        page = WhatIf(tournament, tournament.divisions.get(), form)
        form["drops_out"] = str(dice.choice(page.may_drop_out)[0])
        drop = WhatIf(tournament, tournament.divisions.get(), form).drop_out
        assert drop is not None
        drop_team(team=drop.team, actor=PROGRAM, after_round=drop.after_round)
    _play(dice, tournament, form, is_complete=kind == "to the end")
    while kind == "to the end" and _break_a_tie(dice, tournament, form):
        pass
    [table] = standings_of(tournament)
    return _compared(table)


def _played_and_corrected(dice: random.Random, tournament: Tournament) -> tuple[int, list[GameEntry]]:
    """Play a series, and return it with different results as a correction."""
    series = _open(tournament)[0]
    Series.objects.filter(pk=series.pk).update(home_decided=True)
    series.refresh_from_db()
    first, second = (invent_series(dice, tournament, series) for _ in range(2))
    _save(series, first)
    return series.pk, second


def _save(series: Series, entries: list[GameEntry], **more: Any) -> None:
    sheet = Scoresheet(SubmittedBy(PROGRAM), read_entries(entries), SaveMode.FINAL)
    save_series_results(series=series, sheet=sheet, version=series.version, **more)


def _open(tournament: Tournament) -> list[Series]:
    rows = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN, status=Series.Status.SCHEDULED, outcomes="")
    return list(rows.select_related("home", "away").order_by("round", "pk"))


def _play(dice: random.Random, tournament: Tournament, form: QueryDict, *, is_complete: bool) -> None:
    """Play some or all of the remaining games."""
    left = _open(tournament)
    chosen = left if is_complete else left[: dice.randint(0, len(left) // 2)]
    for series in chosen:
        is_last = series is chosen[-1] and not is_complete
        play_series(dice, tournament, series, games=dice.randint(1, 3) if is_last else None, signed=False)
        _note(form, series.pk)


def _note(form: QueryDict, number: int) -> None:
    series = Series.objects.get(pk=number)
    winners = {"H": str(series.home_id), "A": str(series.away_id), "T": TIE}
    for game, letter in enumerate(series.outcomes, start=1):
        form[f"g{number}_{game}"] = winners[letter]


def _break_a_tie(dice: random.Random, tournament: Tournament, form: QueryDict) -> bool:
    """Play or roll the first tiebreaker that the standings require. Return False if none is required."""
    [table] = standings_of(tournament)
    if not table.is_complete or not table.all_needs:
        return False
    need, division = table.all_needs[0], tournament.divisions.get()
    teams = sorted(need.teams)
    fields = "_".join(map(str, teams))
    if need.kind in GAME_KINDS and len(teams) == 2:
        game = schedule_playoff_game(division=division, teams=frozenset(teams), actor=PROGRAM)
        play_series(dice, tournament, game, signed=False)
        game.refresh_from_db()
        form[f"game_{fields}"] = str(game.home_id if game.home_wins else game.away_id)
        return True
    rolls = {team: dice.randint(1, MOST_FACES) for team in teams}
    roll_tie_break(division=division, teams=frozenset(teams), actor=PROGRAM, rolls=rolls)
    for team, roll in rolls.items():
        form.appendlist(f"rolls_{fields}_{team}", str(roll))
    return True
