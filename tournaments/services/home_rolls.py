"""The d20 that decides who is home in game 1 of a series (T0.16)."""

from collections.abc import Sequence

from core.dice import roll_die
from core.errors import Refused
from rules_engine.competition.home import home_roll, may_choose_home
from rules_engine.competition.rolls import SIDES
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Tournament
from tournaments.queries.schedule import has_begun


class HomeRollRefusal(Finding):
    """Why nobody rolls, or chooses, any more."""

    ROLLS_MADE = "The rolls have been made: {home} is home in game 1 ({rule})."
    NO_CHOICE_NOW = "There is a choice after the roll and before the first game only."
    HAS_CHOSEN = "{team} won the roll and has chosen already."


def roll_for_home(*, series: Series, actor: Actor, rolls: tuple[int, int] | None = None) -> Ruling:
    """Both teams roll once: high roll is home in game 1, level rolls are thrown again (T0.16).

    `rolls` are those of (home, away) as the series stands, thrown on the table; the program throws without them.
    Home and away change places if the away team rolled higher. Raises Refused once a game has begun.
    """
    with writing(series.tournament_id) as tournament:
        there = Series.objects.select_related("home", "away").filter(pk=series.pk, tournament=tournament).first()
        if there is None:
            raise Refused("This series is no longer in the schedule.")
        _refuse_settled(there)
        pair = rolls or (roll_die(SIDES), roll_die(SIDES))
        _refuse_off_the_die(pair)
        before = snapshot([there])
        ruling = _decide(there, pair, winner_chooses=tournament.profile.game.roll_winner_chooses_home)
        there.version += 1
        there.save()
        was, becomes = only_changes(before, snapshot([there]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ROLL_FOR_HOME,
            subject=f"series:{there.pk}",
            sentence=f"{there.home} rolled {there.home_rolls[-1][0]}, {there.away} {there.home_rolls[-1][1]}. "
            f"{ruling.reason}",
            before=was,
            after=becomes,
            public={"home": there.home_id if there.home_decided else None},
        )
    return ruling


def _decide(series: Series, pair: Sequence[int], *, winner_chooses: bool) -> Ruling:
    series.home_rolls = [*series.home_rolls, list(pair)]
    thrown = list(zip(*series.home_rolls, strict=True))
    names = {series.home_id: series.home.name, series.away_id: series.away.name}
    ruling = home_roll({series.home_id: thrown[0], series.away_id: thrown[1]}, names, winner_chooses=winner_chooses)
    if ruling:
        series.home_decided = True
    if ruling and ruling.subject == series.away_id:
        series.swap_home_and_away()
    return ruling


def _refuse_settled(series: Series) -> None:
    if has_begun(series):
        raise Refused("The series has begun; who was home in its first game is settled.")
    if series.home_decided:
        raise Refused(refuse(HomeRollRefusal.ROLLS_MADE, "T0.16", subject=series.home_id, home=series.home.name))


def _refuse_off_the_die(pair: Sequence[int]) -> None:
    for value, field in zip(pair, ("home_roll", "away_roll"), strict=True):
        if not 1 <= value <= SIDES:
            raise Refused(f"{value} is not on a {SIDES}-sided die.", field=field)


def choose_away(*, series: Series, actor: Actor) -> None:
    """The winner of the roll takes the road in game 1, where the edition leaves him the choice (T0.16)."""
    with writing(series.tournament_id) as tournament:
        there = Series.objects.select_related("home", "away").get(pk=series.pk, tournament=tournament)
        ruling = may_choose_away(tournament, there)
        if not ruling:
            raise Refused(ruling)
        before = snapshot([there])
        there.swap_home_and_away()
        there.version += 1
        there.save()
        was, becomes = only_changes(before, snapshot([there]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CHOOSE_AWAY,
            subject=f"series:{there.pk}",
            sentence=f"{there.away} won the roll and chose to be away in game 1; {there.home} is home (T0.16).",
            before=was,
            after=becomes,
            public={"home": there.home_id},
        )


def may_choose_away(tournament: Tournament, series: Series) -> Ruling:
    """Whether the team at home may still choose to be away: the edition allows it, and it won the roll."""
    ruling = may_choose_home(tournament.profile.game.roll_winner_chooses_home)
    if not ruling:
        return ruling
    if not series.home_decided or not series.home_rolls or has_begun(series):
        return refuse(HomeRollRefusal.NO_CHOICE_NOW, ruling.rule)
    home, away = series.home_rolls[-1]
    if home < away:
        return refuse(HomeRollRefusal.HAS_CHOSEN, ruling.rule, subject=series.away_id, team=series.away.name)
    return ruling
