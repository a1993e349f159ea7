"""Questions for the director, and the director's rulings (T0.09)."""

from django.utils import timezone

from core.errors import Refused
from games.models import RulingRequest
from games.refusals import RulingRefusal
from rules_engine.system_index import every_number, key_of
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament

QUESTION_LENGTH = 500
RULE_LENGTH = 12


def ask_ruling(*, series: Series, question: str, actor: Actor) -> RulingRequest:
    """Submit a question about this series to the director. Repeating an open question has no effect."""
    question = question.strip()
    if not question:
        raise Refused(RulingRefusal.NO_QUESTION, field="question")
    if len(question) > QUESTION_LENGTH:
        raise Refused(RulingRefusal.QUESTION_TOO_LONG, field="question", longest=QUESTION_LENGTH, length=len(question))
    with writing(series.tournament_id) as tournament:
        same = RulingRequest.objects.filter(
            series=series, question=question, asked_by=actor.name, ruled_at=None
        ).first()
        if same is not None:
            return same
        ruling = RulingRequest.objects.create(series=series, asked_by=actor.name[:120], question=question)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ASK_RULING,
            subject=f"series:{series.pk}",
            sentence=f"{actor.name} asks the director about {series}: {question}",
            public={"series": series.pk, "ruling": ruling.pk},
        )
    return ruling


def give_ruling(*, request: RulingRequest, ruling: str, rule: str, actor: Actor) -> RulingRequest:
    """Enter a ruling on a question, or replace an earlier ruling. The log preserves both versions."""
    ruling, rule = ruling.strip(), rule.strip()
    if not ruling:
        raise Refused(RulingRefusal.NO_RULING, field="ruling")
    if len(ruling) > QUESTION_LENGTH:
        raise Refused(RulingRefusal.RULING_TOO_LONG, field="ruling", longest=QUESTION_LENGTH, length=len(ruling))
    if len(rule) > RULE_LENGTH:
        raise Refused(RulingRefusal.NUMBER_ONLY, field="rule")
    if rule and key_of("", rule) not in every_number():
        raise Refused(RulingRefusal.UNKNOWN_NUMBER, field="rule", number=rule)
    with writing(request.series.tournament_id) as tournament:
        request_to_answer = RulingRequest.objects.select_related("series__home", "series__away").get(pk=request.pk)
        if (request_to_answer.ruling, request_to_answer.rule) == (ruling, rule):
            return request_to_answer
        before = {
            "ruling": request_to_answer.ruling,
            "rule": request_to_answer.rule,
            "ruled_by": request_to_answer.ruled_by,
        }
        request_to_answer.ruling, request_to_answer.rule, request_to_answer.ruled_by, request_to_answer.ruled_at = (
            ruling,
            rule,
            actor.name[:120],
            timezone.now(),
        )
        request_to_answer.save()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.GIVE_RULING,
            subject=f"series:{request_to_answer.series_id}",
            sentence=f"Ruled for {request_to_answer.series}: {rule + ': ' if rule else ''}{ruling}",
            before=before,
            after={"ruling": ruling, "rule": rule, "ruled_by": request_to_answer.ruled_by},
            public={"series": request_to_answer.series_id, "ruling": request_to_answer.pk},
        )
    return request_to_answer


def undo_question(tournament: Tournament, action: Action) -> list[str]:
    """Withdraw a question. Raise Refused after a ruling."""
    ruling = RulingRequest.objects.filter(pk=action.public["ruling"], series__tournament=tournament).first()
    if ruling is None or ruling.ruled_at is not None:
        raise Refused(RulingRefusal.RULED)
    ruling.delete()
    return [f"Question withdrawn: {ruling.question}"]


def undo_ruling(tournament: Tournament, action: Action) -> list[str]:
    """Restore a question to its state before the ruling. Raise Refused after a later ruling."""
    ruling = RulingRequest.objects.filter(pk=action.public["ruling"], series__tournament=tournament).first()
    if ruling is None or {name: getattr(ruling, name) for name in action.after} != action.after:
        raise Refused(RulingRefusal.RULED_AGAIN)
    for name, value in action.before.items():
        setattr(ruling, name, value)
    if not ruling.ruling:
        ruling.ruled_at = None
    ruling.save()
    return [f"Ruled: {ruling.ruling}" if ruling.ruling else f"Question reopened: {ruling.question}"]
