"""Notify managers and the director about a mistake."""

from django.urls import reverse

from games.models import Game, Mistake
from games.queries.mistakes import teams_to_answer
from rules_engine.eligibility.mistakes import MISTAKE_DEFINITIONS, MistakeKind
from tournaments.models import Notice, Team, Tournament
from tournaments.services.notices import create_notice


def ask_teams(tournament: Tournament, mistake: Mistake) -> None:
    for team in teams_to_answer(mistake):
        chooses = (
            "Both managers must agree."
            if MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].both_at_fault
            else "You choose."
        )
        _put(
            tournament,
            mistake,
            team,
            f"{MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].title.lower()}. {chooses}",
            "Choose",
        )


def ask_director_to_carry_out(tournament: Tournament, mistake: Mistake) -> None:
    """Notify the director to roll the game back or to enter the replayed game."""
    if Game.objects.filter(series=mistake.series, number=mistake.game).exists():
        how = "suspended" if mistake.chosen == "suspend" else "replayed"
        _put(
            tournament,
            mistake,
            None,
            f"undo the game to the mistake, so that it can be {how} from there.",
            "Undo the game",
        )
    else:
        _ask_to_enter(tournament, mistake, "enter the game after it has been replayed from there.")


def ask_for_reconstruction(tournament: Tournament, mistake: Mistake) -> None:
    """T31.8: notify the director to correct an entered game, because the play could change its result."""
    if Game.objects.filter(series=mistake.series, number=mistake.game).exists():
        _ask_to_enter(tournament, mistake, "reconstruct the play from the dice. Correct the game results.")


def ask_for_the_end(tournament: Tournament, mistake: Mistake) -> None:
    """Notify the director to enter the rest of a game that was rolled back and resumes immediately."""
    if mistake.chosen == "replay":
        _ask_to_enter(
            tournament, mistake, f"the game is being replayed from the {mistake.taken_back}. Enter the rest of it."
        )


def _ask_to_enter(tournament: Tournament, mistake: Mistake, request: str) -> None:
    address = reverse("enter_series", args=[tournament.slug, mistake.series_id])
    create_notice(
        tournament=tournament,
        team=None,
        kind="Mistake",
        sentence=f"{mistake}: {request}",
        address=address,
        link_text="Enter it",
        about=mistake.about_playing_on,
    )


def _put(tournament: Tournament, mistake: Mistake, team: Team | None, request: str, link_text: str) -> Notice:
    return create_notice(
        tournament=tournament,
        team=team,
        kind="Mistake",
        sentence=f"{mistake}: {request}",
        address=reverse("mistake", args=[tournament.slug, mistake.pk]),
        link_text=link_text,
        about=mistake.about if team is not None else mistake.about_playing_on,
    )
