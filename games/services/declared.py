"""Declare a team's starters for the games of a round or of the whole season (T0.09)."""

from collections.abc import Sequence

from core.errors import Refused
from games.models import DeclaredRotation
from games.queries.declared import declared_cards, rotation_of
from games.queries.declared_rounds import DeclaredRound, Rotation, Starters
from games.refusals import DeclarationRefusal
from rules_engine.eligibility.declared import DeclarationFinding, are_rotations_declared, may_declare
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament


def declare_rotation(*, team: Team, starters: Starters, actor: Actor) -> Rotation:
    """Declare a team's starters, as cards by game for each round. Omitted rounds don't change.

    Every start must be legal given the sheet and the earlier declared starts (T10.2, T27.52).

    Args:
        starters: Card IDs by round, in game order. None means no declared starter.

    Raises:
        Refused: A start is illegal (field start_<round>_<game>) or a round is closed (T0.09).
    """
    with writing(team.tournament_id) as tournament:
        locked_team = Team.objects.select_related("tournament").get(pk=team.pk, tournament=tournament)
        if not are_rotations_declared(tournament.profile):
            raise Refused(may_declare(tournament.profile, 0, series_started=False, season_started=False))
        before = declared_cards(locked_team)
        after = {**before, **{number: list(cards) for number, cards in starters.items()}}
        after = {number: cards for number, cards in sorted(after.items()) if any(card is not None for card in cards)}
        if after == before:
            return rotation_of(locked_team)
        planned = rotation_of(locked_team, after)
        _refuse_crooked(planned, before, after)
        _store(locked_team, after)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.DECLARE_ROTATION,
            subject=f"team:{locked_team.pk}",
            sentence=_sentence(locked_team, before, after),
            before={"team": locked_team.pk, "starters": _plain(before)},
            after={"team": locked_team.pk, "starters": _plain(after)},
        )
    return planned


def _refuse_crooked(planned: Rotation, before: Starters, after: Starters) -> None:
    rounds = {round_planned.number: round_planned for round_planned in planned.rounds}
    starters = {card for card, _ in planned.starters}
    for number in sorted({*before, *after}):
        if list(before.get(number, ())) == list(after.get(number, ())):
            continue
        if (planned_round := rounds.get(number)) is None:
            refused = DeclarationRefusal.NO_SUCH_ROUND
            raise Refused(refused, field=f"start_{number}_1", team=planned.team.name, round=number)
        if not planned_round.still_open:
            raise Refused(planned_round.still_open, field=f"start_{number}_1")
        _refuse_strangers(planned_round, after.get(number, ()), starters)
    _refuse_ineligible(planned)


def _refuse_ineligible(planned: Rotation) -> None:
    for declared, game in planned.refused:
        if game.ruling is not None:
            raise Refused(
                DeclarationRefusal.INELIGIBLE_STARTER,
                game.ruling.rule,
                field=f"start_{declared.number}_{game.number}",
                round=declared.number,
                game=game.number,
                pitcher=game.name,
                ruling=game.ruling,
            )


def _refuse_strangers(declared: DeclaredRound, cards: Sequence[int | None], starters: set[int]) -> None:
    if len(cards) > len(declared.games):
        raise Refused(
            DeclarationRefusal.TOO_MANY_GAMES,
            field=f"start_{declared.number}_1",
            round=declared.number,
            games=len(declared.games),
        )
    for game, card in enumerate(cards, start=1):
        if card is not None and card not in starters:
            raise Refused(DeclarationFinding.NO_STARTER, "T10.2", field=f"start_{declared.number}_{game}")


def _sentence(team: Team, before: Starters, after: Starters) -> str:
    # The sentence omits the starters because the log is public, and some rules editions hide rotations until final.
    changed = [str(n) for n in sorted({*before, *after}) if list(before.get(n, ())) != list(after.get(n, ()))]
    return f"{team} declares its starters for round{'' if len(changed) == 1 else 's'} {', '.join(changed)} (T0.09)."


def _store(team: Team, starters: Starters) -> None:
    DeclaredRotation.objects.update_or_create(team=team, defaults={"starters": _plain(starters)})


def _plain(starters: Starters) -> dict[str, list[int | None]]:
    return {str(number): list(cards) for number, cards in starters.items()}


def undo_rotation(tournament: Tournament, action: Action) -> list[str]:
    """Restore the previous rotation.

    Raise Refused if the team declared a later rotation or any affected round is closed.
    """
    team = Team.objects.select_related("tournament").get(tournament=tournament, pk=action.after["team"])
    now, was = declared_cards(team), {int(number): cards for number, cards in action.before["starters"].items()}
    if _plain(now) != action.after["starters"]:
        raise Refused(DeclarationRefusal.DECLARED_LATER, subject=team.pk, team=team.name)
    rounds = {round_declared.number: round_declared for round_declared in rotation_of(team).rounds}
    for number in sorted({*now, *was}):
        planned_round = rounds.get(number)
        if now.get(number) != was.get(number) and planned_round is not None and not planned_round.still_open:
            raise Refused(planned_round.still_open)
    _store(team, was)
    return [f"{team}'s earlier declared starters have been restored."]
