"""Roll a d20 for home team in game 1 of a series (T0.16)."""

from collections.abc import Sequence

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.home import home_roll, may_choose_home
from rules_engine.competition.rolls import SIDES
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament
from tournaments.queries.schedule import has_started
from tournaments.refusals import HomeRollRefusal
from tournaments.services.undo import restore_rows


def roll_for_home(*, series: Series, actor: Actor, rolls: tuple[int, int] | None = None) -> Ruling:
    """Roll for both teams: the high roll is home in game 1, and ties reroll (T0.16).

    Swap home and away if the away team rolled higher.

    Args:
        rolls: The home and away teams' rolls with real dice. Without any, the program rolls.

    Raises:
        Refused: If a game has started.
    """
    with writing(series.tournament_id) as tournament:
        series = _current_series(tournament, series)
        _refuse_settled(series)
        rolled = rolls or (roll_die(SIDES), roll_die(SIDES))
        _refuse_invalid_rolls(rolled)
        before = snapshot([series])
        ruling = _apply_roll(series, rolled, winner_chooses=tournament.profile.game.roll_winner_chooses_home)
        series.version += 1
        series.save()
        old_values, new_values = only_changes(before, snapshot([series]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ROLL_FOR_HOME,
            subject=f"series:{series.pk}",
            sentence=f"{series.home} rolled {series.home_rolls[-1][0]}, {series.away} {series.home_rolls[-1][1]}. "
            f"{ruling.reason}",
            before=old_values,
            after=new_values,
            public={"home": series.home_id if series.home_decided else None},
        )
    return ruling


def _current_series(tournament: Tournament, series: Series) -> Series:
    current = Series.objects.select_related("home", "away").filter(pk=series.pk, tournament=tournament).first()
    if current is None:
        raise Refused(HomeRollRefusal.NOT_SCHEDULED, subject=series.pk)
    return current


def _apply_roll(series: Series, rolled: Sequence[int], *, winner_chooses: bool) -> Ruling:
    series.home_rolls = [*series.home_rolls, list(rolled)]
    rolls_by_side = list(zip(*series.home_rolls, strict=True))
    names = {series.home_id: series.home.name, series.away_id: series.away.name}
    ruling = home_roll(
        {series.home_id: rolls_by_side[0], series.away_id: rolls_by_side[1]},
        names,
        winner_chooses=winner_chooses,
    )
    if ruling:
        series.home_decided = True
    if ruling and ruling.subject == series.away_id:
        series.swap_home_and_away()
    return ruling


def _refuse_settled(series: Series) -> None:
    if has_started(series):
        raise Refused(HomeRollRefusal.SERIES_STARTED, subject=series.pk)
    if series.home_decided:
        raise Refused(HomeRollRefusal.ROLLS_MADE, "T0.16", subject=series.home_id, home=series.home.name)


def _refuse_invalid_rolls(rolled: Sequence[int]) -> None:
    for value, field in zip(rolled, ("home_roll", "away_roll"), strict=True):
        if not 1 <= value <= SIDES:
            raise Refused(HomeRollRefusal.NOT_ON_THE_DIE, field=field, roll=value, sides=SIDES)


def undo_home_roll(tournament: Tournament, action: Action) -> list[str]:
    """Undo a roll for home or a choice, unless games have already been played based on it."""
    series = Series.objects.get(pk=int(action.subject.partition(":")[2]))
    if games := len(series.outcomes):
        raise Refused(HomeRollRefusal.GAMES_PLAYED, "T0.16", subject=series.pk, games=games)
    return restore_rows(tournament, action)


def choose_away(*, series: Series, actor: Actor) -> None:
    """Let the winner of the roll be away in game 1, if the edition allows that choice (T0.16)."""
    with writing(series.tournament_id) as tournament:
        series = _current_series(tournament, series)
        ruling = may_choose_away(tournament, series)
        if not ruling:
            raise Refused(ruling)
        before = snapshot([series])
        series.swap_home_and_away()
        series.version += 1
        series.save()
        old_values, new_values = only_changes(before, snapshot([series]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CHOOSE_AWAY,
            subject=f"series:{series.pk}",
            sentence=f"{series.away} won the roll and chose to be the visitors in game 1 (T0.16).",
            before=old_values,
            after=new_values,
            public={"home": series.home_id},
        )


def may_choose_away(tournament: Tournament, series: Series) -> Ruling:
    """Return a ruling on whether the home team won the roll and can still choose to be away."""
    ruling = may_choose_home(tournament.profile.game.roll_winner_chooses_home)
    if not ruling:
        return ruling
    if not series.home_decided or not series.home_rolls or has_started(series):
        return refuse(HomeRollRefusal.NO_CHOICE_NOW, ruling.rule)
    home, away = series.home_rolls[-1]
    if home < away:
        return refuse(
            HomeRollRefusal.HAS_CHOSEN,
            ruling.rule,
            subject=series.away_id,
            team=series.away.name,
        )
    return ruling
