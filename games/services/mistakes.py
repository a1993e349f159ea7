"""Report a mistake, record the offended manager's choice, and carry it out (T0.06, T31.0)."""

from collections.abc import Mapping
from typing import cast

from django.utils import timezone

from core.errors import Refused
from drafts.models import PlayerCard
from games.models import Mistake
from games.queries.carry_over import carryover_rules, staff_members, usage_windows_ahead
from games.queries.mistake_facts import facts_on_sheet
from games.queries.of_series import suspension_ruling
from games.queries.official import game_stage
from games.queries.usage import usage_of_teams
from games.refusals import MistakeRefusal
from games.scoresheet.save import write_footnote
from games.services.mistake_notices import ask_director_to_carry_out, ask_for_reconstruction, ask_teams
from games.services.taking_back import StoodThen, carry_out
from rules_engine.eligibility.mistakes import (
    BOTH_AGREE,
    MISTAKE_DEFINITIONS,
    NEEDED_TO_START,
    MistakeKind,
    MistakeVerdict,
    mistake_verdict,
)
from rules_engine.eligibility.remedies import GAMES_TO_START, needed_to_start
from rules_engine.eligibility.violations import Stage
from rules_engine.rulings import Ruling
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Notice, Series, Team, Tournament
from tournaments.services.notices import close_notices

CHOICES = {
    "accept": "accept it",
    "replay": "replay from the mistake",
    "suspend": "suspend the game at the mistake",
    "from_dice": "reconstruct the game from the dice",
}


def report_mistake(
    *,
    series: Series,
    actor: Actor,
    kind: MistakeKind,
    game: int,
    inning: int,
    offended: Team,
    facts: Mapping[str, int],
    card: PlayerCard | None = None,
    note: str = "",
) -> Mistake:
    """Report a mistake. Request any choice from the offended manager (T31.0), or from both managers under T31.8.

    Args:
        facts: Answers to the questions for this kind of mistake. Facts on the pitcher's sheet can be omitted.
        card: The pitcher involved.

    Raises:
        Refused: The report is invalid. The exception includes the field.
    """
    _refuse_wrong_place(series, game, inning, offended)
    facts = _with_sheet(series, game, kind, offended, card, facts)
    _refuse_wrong_player(kind, facts, offended, card)
    if kind is MistakeKind.OTHER and not note.strip():
        raise Refused(MistakeRefusal.SAY_WHAT_HAPPENED, "T31.8", field="note")
    mistake = Mistake(
        series=series, game=game, inning=inning, kind=kind, offended=offended, card=card, note=note.strip()[:300]
    )
    with writing(series.tournament_id) as tournament:
        stage = game_stage(series, game)
        if kind is MistakeKind.PITCHER_NOT_ANNOUNCED:
            facts = {**facts, NEEDED_TO_START: int(_is_needed_to_start(series, card, stage))}
        verdict = _without_suspending(mistake_verdict(kind, facts, stage, tournament.profile), series, tournament)
        mistake.stage, mistake.facts = stage, dict(facts)
        _save_with_verdict(mistake, verdict)
        if verdict.options:
            ask_teams(tournament, mistake)
        _record_report(tournament, mistake, verdict.ruling, actor)
    return mistake


def _save_with_verdict(mistake: Mistake, verdict: MistakeVerdict) -> None:
    mistake.rule, mistake.reason = verdict.ruling.rule, verdict.ruling.reason
    mistake.follows, mistake.options = list(verdict.consequences), list(verdict.options)
    mistake.answered_at = None if verdict.options else timezone.now()
    mistake.save()


def _record_report(tournament: Tournament, mistake: Mistake, ruling: Ruling, actor: Actor) -> None:
    title = MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].title.lower()
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.REPORT_MISTAKE,
        subject=f"series:{mistake.series_id}",
        sentence=f"{mistake}: {title} ({ruling}).",
        reason=mistake.note,
        after={"mistake": mistake.pk},
        public={"series": mistake.series_id},
    )


def answer_mistake(
    *,
    mistake: Mistake,
    team: Team,
    choice: str,
    actor: Actor,
    footnote: str = "",
    may_break_seal: bool = False,
    stood: StoodThen | None = None,
    reason: str = "",
    confirm_seeding: bool = False,
) -> Mistake:
    """Record the offended manager's choice, made by the manager or by staff.

    Under T31.8, both managers must agree. If an illegal pitcher is accepted, the pitcher's line on the sheet gets a
    footnote. To replay or suspend a game, staff can enter the point of the mistake, and the game is rolled back
    immediately. Otherwise the director gets a notice to roll it back.

    Args:
        may_break_seal: Whether the footnote can be added to a signed sheet.
        stood: The situation at the mistake, entered by staff.
        reason: See take_game_back.
        confirm_seeding: See take_game_back.

    Raises:
        Refused: The choice isn't possible.
    """
    with writing(mistake.series.tournament_id) as tournament:
        now = Mistake.objects.select_related("series", "offended", "card").get(pk=mistake.pk)
        _refuse_answer(now, team, choice)
        both = MISTAKE_DEFINITIONS[MistakeKind(now.kind)].both_at_fault
        if both and choice != "none" and not _agree(tournament, now, team, choice):
            _record(tournament, now, actor, f"{team} agrees to {CHOICES[choice]} in {now}.", {"agreed": now.agreed})
            return now
        now.agreed = sorted({*now.agreed, team.pk})
        if both and choice != "none":
            _settle_agreement(now, tournament)
        now.chosen, now.chosen_by, now.answered_at = choice, actor.name[:120], timezone.now()
        now.save()
        close_notices(now.about)
        before = _accept(now, team, footnote.strip(), may_break_seal)
        done = "record no mistake, because the managers don't agree" if choice == "none" else CHOICES[choice]
        _record(tournament, now, actor, f"{now}: {team} chooses to {done} ({now.rule}).", {"outing": before})
        if now.chosen in ("replay", "suspend"):
            if stood is None:
                ask_director_to_carry_out(tournament, now)
            else:
                carry_out(tournament, now, stood, actor, reason=reason, confirm_seeding=confirm_seeding)
        elif now.chosen == "from_dice":
            ask_for_reconstruction(tournament, now)
    return now


def _agree(tournament: Tournament, mistake: Mistake, team: Team, choice: str) -> bool:
    """T31.8: record a team's agreement to this choice. Return whether both teams now agree.

    A different choice becomes a proposal to the other team.
    """
    proposed_otherwise = mistake.proposed not in ("", choice)
    mistake.agreed = [team.pk] if proposed_otherwise else sorted({*mistake.agreed, team.pk})
    mistake.proposed = choice
    mistake.save(update_fields=["agreed", "proposed"])
    close_notices(mistake.about, team=team)
    if proposed_otherwise:
        close_notices(mistake.about)
        ask_teams(tournament, mistake)
    return len(mistake.agreed) > 1


def _settle_agreement(mistake: Mistake, tournament: Tournament) -> None:
    """T31.8: record that the mistake occurred, because both managers agree."""
    mistake.facts = {**mistake.facts, BOTH_AGREE: 1}
    _renew_ruling(mistake, tournament)


def _renew_ruling(mistake: Mistake, tournament: Tournament) -> None:
    stage = cast(Stage, mistake.stage)
    ruling = mistake_verdict(MistakeKind(mistake.kind), mistake.facts, stage, tournament.profile).ruling
    mistake.rule, mistake.reason = ruling.rule, ruling.reason


def undo_mistake(tournament: Tournament, action: Action) -> list[str]:
    """Undo an unanswered report, or undo an answer along with its footnote."""
    mistake = Mistake.objects.select_related("series").filter(pk=action.after["mistake"]).first()
    if mistake is None:
        raise Refused(MistakeRefusal.ALREADY_UNDONE)
    if mistake.taken_back:
        raise Refused(MistakeRefusal.GAME_TAKEN_BACK)
    if action.verb == Verb.REPORT_MISTAKE:
        if mistake.chosen or mistake.agreed:
            raise Refused(MistakeRefusal.ANSWERED_LATER)
        Notice.objects.filter(about=mistake.about).delete()
        title = str(mistake)
        mistake.delete()
        return [f"{title}: the report has been undone."]
    for values in (action.before.get("outing") or {}).values():
        write_footnote(series=mistake.series, game=mistake.game, card_id=mistake.card_id or 0, note=values)
    Notice.objects.filter(about=mistake.about_playing_on).delete()
    mistake.chosen, mistake.chosen_by, mistake.answered_at = "", "", None
    mistake.agreed, mistake.proposed = [], ""
    if mistake.facts.pop(BOTH_AGREE, None) is not None:
        _renew_ruling(mistake, tournament)
    mistake.save()
    ask_teams(tournament, mistake)
    return [f"{mistake}: reopened."]


def _with_sheet(
    series: Series, game: int, kind: MistakeKind, offended: Team, card: PlayerCard | None, facts: Mapping[str, int]
) -> dict[str, int]:
    """Return the facts, completed from the offending team's sheet.

    Raise Refused if a fact is still missing.
    """
    offending = series.away_id if offended.pk == series.home_id else series.home_id
    known_facts = {
        **facts_on_sheet(series, game, kind, card.pk if card is not None else None, offending, facts),
        **facts,
    }
    for fact in MISTAKE_DEFINITIONS[kind].questions:
        if fact.name not in known_facts:
            question = fact.question.lower()
            raise Refused(MistakeRefusal.FACT_MISSING, field="facts", fact=fact.name, question=question)
    return known_facts


def _without_suspending(verdict: MistakeVerdict, series: Series, tournament: Tournament) -> MistakeVerdict:
    """T33.0: if the game can't be suspended, remove that choice and add the reason."""
    series.tournament = tournament
    if "suspend" not in verdict.options or (may := suspension_ruling(series)):
        return verdict
    options = tuple(option for option in verdict.options if option != "suspend")
    return verdict._replace(options=options, consequences=(*verdict.consequences, str(may)))


def _is_needed_to_start(series: Series, card: PlayerCard | None, stage: Stage) -> bool:
    """T31.11: return whether the pitcher's team has no other starters for its next three games."""
    if card is None:
        return False
    carryover = carryover_rules(series.tournament)
    for usage in usage_of_teams(series.home_id, series.away_id).values():
        if card.pk in usage.pitchers:
            before = usage.before_next_game_in(series.pk)
            next_game = before.next_game + (stage == "in_progress")  # the game in progress has no column yet
            windows = usage_windows_ahead(before, carryover, GAMES_TO_START + 1)
            staff = staff_members(before)
            return bool(
                needed_to_start(str(card.pk), staff, next_game, carryover.profile, windows=windows, slot=before.slot)
            )
    return False


def _refuse_wrong_place(series: Series, game: int, inning: int, offended: Team) -> None:
    if not 1 <= game <= series.games_planned:
        raise Refused(MistakeRefusal.NO_SUCH_GAME, field="game", games=series.games_planned, game=game)
    if not 1 <= inning <= 99:
        raise Refused(MistakeRefusal.NO_INNING, field="inning")
    if offended.pk not in (series.home_id, series.away_id):
        raise Refused(MistakeRefusal.NOT_IN_SERIES, field="offended")


def _refuse_wrong_player(kind: MistakeKind, facts: Mapping[str, int], offended: Team, card: PlayerCard | None) -> None:
    """Reject a pitcher on the offended team.

    T31.11 checks the sheet of a pinch hitter who is eligible to pitch, so the pinch hitter must be named.
    """
    if card is not None and card.picks.filter(team=offended).exists():
        raise Refused(MistakeRefusal.NOT_THE_OFFENDERS, field="card", player=card.name, team=offended.name)
    if kind is MistakeKind.PITCHER_NOT_ANNOUNCED and facts["pinch_hitter_may_pitch"] and card is None:
        raise Refused(MistakeRefusal.NAME_THE_PINCH_HITTER, "T31.11", field="card")


def _refuse_answer(mistake: Mistake, team: Team, choice: str) -> None:
    both = MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].both_at_fault
    if mistake.answered_at is not None:
        raise Refused(MistakeRefusal.ALREADY_ANSWERED)
    if choice not in mistake.options and not (both and choice == "none"):
        options = [CHOICES[option] for option in mistake.options]
        raise Refused(MistakeRefusal.NOT_AN_OPTION, field="choice", options=options)
    if team.pk != mistake.offended_id and not (both and team.pk in (mistake.series.home_id, mistake.series.away_id)):
        raise Refused(MistakeRefusal.NOT_OFFENDED, field="team", team=mistake.offended.name)


def _accept(mistake: Mistake, team: Team, footnote: str, may_break_seal: bool) -> dict[str, dict[str, str]]:
    """Write the footnote on the sheet, and return the pitcher's previous line by card ID."""
    if mistake.chosen != "accept" or mistake.card_id is None:
        return {}
    note = {
        "footnote": footnote[:300] or f"{mistake.reason} ({mistake.rule})"[:300],
        "accepted_rule": mistake.rule,
        "accepted_by": team.name[:120],
    }
    before = write_footnote(
        series=mistake.series, game=mistake.game, card_id=mistake.card_id, note=note, may_break_seal=may_break_seal
    )
    return {str(mistake.card_id): before} if before else {}


def _record(tournament: Tournament, mistake: Mistake, actor: Actor, sentence: str, before: dict[str, object]) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.ANSWER_MISTAKE,
        subject=f"series:{mistake.series_id}",
        sentence=sentence,
        before=before,
        after={"mistake": mistake.pk, "chosen": mistake.chosen},
        public={"series": mistake.series_id},
    )
