"""Record a suspended game's situation, stand-ins and rolls (T33.0)."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.dice import roll_die
from core.errors import Refused
from drafts.models import PlayerCard
from games.models import Game, Suspension
from games.queries.suspended_games import CompletionOrder
from games.refusals import SuspensionRefusal
from rules_engine.competition.rolls import D20
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament

MAX_OUTS = 2
_LONGEST_NAME = 120


def describe_suspension(
    *,
    game: Game,
    actor: Actor,
    is_bottom: bool,
    outs: int,
    situation: str = "",
    home_line_up: str = "",
    away_line_up: str = "",
    left_game: Sequence[int] = (),
) -> None:
    """Record the point of suspension: half, outs, runners, lineups and players who left.

    Raise Refused if the description is invalid.
    """
    if not 0 <= outs <= MAX_OUTS:
        raise Refused(SuspensionRefusal.WRONG_OUTS, field="outs", outs=outs, most=MAX_OUTS)
    rostered = PlayerCard.objects.filter(pk__in=left_game, picks__team__in=(game.home_id, game.away_id))
    if strangers := set(left_game) - set(rostered.values_list("pk", flat=True)):
        raise Refused(SuspensionRefusal.NOT_ON_A_ROSTER, field="left", card=min(strangers))
    values = {
        "is_bottom": is_bottom,
        "outs": outs,
        "situation": situation.strip(),
        "home_line_up": home_line_up.strip(),
        "away_line_up": away_line_up.strip(),
        "left_game": sorted(set(left_game)),
    }
    for name, most in (("situation", 300), ("home_line_up", 600), ("away_line_up", 600)):
        if len(str(values[name])) > most:
            raise Refused(SuspensionRefusal.TEXT_TOO_LONG, field=name, longest=most, length=len(str(values[name])))
    sentence = f"The point of suspension for {game} is saved."
    _write({game: values}, actor, Verb.DESCRIBE_SUSPENSION, sentence)


def name_stand_in(*, game: Game, team: Team, name: str, actor: Actor, reason: str = "") -> None:
    """T33.0: name the person who finishes the game for this team. "" means its own manager."""
    name = name.strip()
    if len(name) > _LONGEST_NAME:
        raise Refused(SuspensionRefusal.NAME_TOO_LONG, field="name", longest=_LONGEST_NAME)
    side = "home_stand_in" if team.pk == game.home_id else "away_stand_in"
    says = f"{name} finishes {game} for {team} (T33.0)." if name else f"{team} finishes {game} itself."
    _write({game: {side: name}}, actor, Verb.NAME_STAND_IN, says, reason=reason)


def agree_to_finish(*, game: Game, team: Team, actor: Actor, agrees: bool = True) -> None:
    """T33.0: record whether this team agrees to finish an optional game."""
    side = "home_agrees" if team.pk == game.home_id else "away_agrees"
    says = (
        f"{team} agrees to finish {game} (T33.0)." if agrees else f"{team} no longer agrees to finish {game} (T33.0)."
    )
    _write({game: {side: agrees}}, actor, Verb.AGREE_TO_FINISH, says)


def roll_for_order(
    *, turn: CompletionOrder, games: Sequence[Game], actor: Actor, rolls: Mapping[int, int] | None = None
) -> Mapping[int, int]:
    """T33.0: record the tied opponents' d20 rolls. Without rolls, Pennant rolls.

    Raise Refused if a roll is missing or invalid.
    """
    level = [opponent for opponent in turn.opponents if opponent.name in turn.first.tied]
    if not level or turn.first.name is not None:
        raise Refused(SuspensionRefusal.ORDER_SETTLED)
    new_rolls = rolls or {opponent.pk: D20.roll(roll_die) for opponent in level}
    for opponent in level:
        if not D20.fewest <= new_rolls.get(opponent.pk, 0) <= D20.most:
            field = f"roll_{opponent.pk}"
            raise Refused(SuspensionRefusal.NO_ROLL, field=field, die=D20.description, team=opponent.name)
    rolled = ", ".join(f"{opponent} {new_rolls[opponent.pk]}" for opponent in level)
    written: dict[Game, dict[str, Any]] = {}
    for game in games:
        opponent = game.home if game.away_id == turn.team.pk else game.away
        if opponent in level:
            own = {str(turn.team.pk): {str(opponent.pk): new_rolls[opponent.pk]}}
            written[game] = {"rolls": {**_suspension_of(game).rolls, **own}}
    sentence = f"d20 rolls for the order of {turn.team}'s suspended games: {rolled}."
    _write(written, actor, Verb.ROLL_FOR_ORDER, sentence, subject=f"team:{turn.team.pk}")
    return new_rolls


def undo_suspension(tournament: Tournament, action: Action) -> list[str]:
    """Restore the previous details, unless they have changed since."""
    before, after = _by_game(action.before), _by_game(action.after)
    games = Game.objects.select_related("home", "away").in_bulk(before)
    for number, values in before.items():
        game, now = games[number], _suspension_of(games[number])
        if any(getattr(now, name) != value for name, value in after[number].items()):
            raise Refused(SuspensionRefusal.CHANGED_SINCE, game=str(game))
        for name, value in values.items():
            setattr(now, name, value)
        now.save()
    return [f"{game}: the earlier description has been restored." for game in games.values()]


def _by_game(logged: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """Return the logged details by game. Entries from earlier versions cover a single game."""
    if "game" in logged:
        return {logged["game"]: logged["suspension"]}
    return {int(game): values for game, values in logged["suspensions"].items()}


def _suspension_of(game: Game) -> Suspension:
    return Suspension.objects.filter(game=game).first() or Suspension(game=game)


def _write(
    written: Mapping[Game, dict[str, Any]],
    actor: Actor,
    verb: Verb,
    sentence: str,
    *,
    subject: str = "",
    reason: str = "",
) -> None:
    """Save each game's details in a single action. Do nothing if the details haven't changed."""
    first = next(iter(written))
    with writing(first.series.tournament_id) as tournament:
        before: dict[str, dict[str, Any]] = {}
        for game, values in written.items():
            if Game.objects.values_list("status", flat=True).get(pk=game.pk) != Game.Status.SUSPENDED:
                raise Refused(SuspensionRefusal.NOT_SUSPENDED, game=str(game))
            stopped = _suspension_of(game)
            stood = {name: getattr(stopped, name) for name in values}
            if stood != values or stopped.pk is None:
                before[str(game.pk)] = stood
                for name, value in values.items():
                    setattr(stopped, name, value)
                stopped.save()
        if before:
            record_action(
                tournament=tournament,
                actor=actor,
                verb=verb,
                subject=subject or f"series:{first.series_id}",
                sentence=sentence,
                reason=reason,
                before={"suspensions": before},
                after={"suspensions": {str(game.pk): v for game, v in written.items() if str(game.pk) in before}},
                public={"series": first.series_id},
            )
