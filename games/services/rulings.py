"""Questions put to the director and the rulings given (T0.09)."""

from django.utils import timezone

from core.errors import Refused
from games.models import RulingRequest
from rules_engine.system_index import every_number, key_of
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Tournament

QUESTION_LENGTH = 500
RULE_LENGTH = 12


def ask_ruling(*, series: Series, question: str, actor: Actor) -> RulingRequest:
    """Put a question about this series to the director. The same question still open is not asked twice."""
    question = question.strip()
    if not question:
        raise Refused("Write what happened and what you ask.", field="question")
    if len(question) > QUESTION_LENGTH:
        raise Refused(
            f"A question has at most {QUESTION_LENGTH} characters; yours has {len(question)}.", field="question"
        )
    with writing(series.tournament_id) as tournament:
        same = RulingRequest.objects.filter(
            series=series, question=question, asked_by=actor.name, ruled_at=None
        ).first()
        if same is not None:
            return same
        asked = RulingRequest.objects.create(series=series, asked_by=actor.name[:120], question=question)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ASK_RULING,
            subject=f"series:{series.pk}",
            sentence=f"{actor.name} asks the director about {series}: {question}",
            public={"series": series.pk, "ruling": asked.pk},
        )
    return asked


def give_ruling(*, request: RulingRequest, ruling: str, rule: str, actor: Actor) -> RulingRequest:
    """Answer a question. A ruling that was given before may be replaced; the log keeps both."""
    ruling, rule = ruling.strip(), rule.strip()
    if not ruling:
        raise Refused("Write the ruling.", field="ruling")
    if len(ruling) > QUESTION_LENGTH:
        raise Refused(f"A ruling has at most {QUESTION_LENGTH} characters; yours has {len(ruling)}.", field="ruling")
    if len(rule) > RULE_LENGTH:
        raise Refused("Write the rule's number alone, such as T31.2.", field="rule")
    if rule and key_of("", rule) not in every_number():
        raise Refused(f"No rulebook has a rule {rule}: write its number as it is printed.", field="rule")
    with writing(request.series.tournament_id) as tournament:
        asked = RulingRequest.objects.select_related("series__home", "series__away").get(pk=request.pk)
        if (asked.ruling, asked.rule) == (ruling, rule):
            return asked
        before = {"ruling": asked.ruling, "rule": asked.rule, "ruled_by": asked.ruled_by}
        asked.ruling, asked.rule, asked.ruled_by, asked.ruled_at = ruling, rule, actor.name[:120], timezone.now()
        asked.save()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.GIVE_RULING,
            subject=f"series:{asked.series_id}",
            sentence=f"Ruled for {asked.series}: {rule + ': ' if rule else ''}{ruling}",
            before=before,
            after={"ruling": ruling, "rule": rule, "ruled_by": asked.ruled_by},
            public={"series": asked.series_id, "ruling": asked.pk},
        )
    return asked


def undo_question(tournament: Tournament, action: Action) -> list[str]:
    """The question is taken back while nobody has ruled on it."""
    asked = RulingRequest.objects.filter(pk=action.public["ruling"], series__tournament=tournament).first()
    if asked is None or asked.ruled_at is not None:
        raise Refused("This question has been ruled on. Undo the ruling first.")
    asked.delete()
    return [f"No longer asked: {asked.question}"]


def undo_ruling(tournament: Tournament, action: Action) -> list[str]:
    """The question stands as before that ruling. Refused where another has been given since."""
    asked = RulingRequest.objects.filter(pk=action.public["ruling"], series__tournament=tournament).first()
    if asked is None or {name: getattr(asked, name) for name in action.after} != action.after:
        raise Refused("This question has been ruled on again since. Undo the later ruling first.")
    for name, value in action.before.items():
        setattr(asked, name, value)
    if not asked.ruling:
        asked.ruled_at = None
    asked.save()
    return [f"Ruled: {asked.ruling}" if asked.ruling else f"Open again: {asked.question}"]
