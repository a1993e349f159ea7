"""Save, publish and withdraw a tournament's write-up."""

from core.errors import Refused, Stale
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from weekend.models import WriteUp
from weekend.refusals import WriteUpRefusal


def save_write_up(*, tournament: Tournament, text: str, version: int, actor: Actor) -> None:
    """Save the text. `version` is the loaded version, 0 if none was saved.

    The log is public, so it records that the text changed but not the text itself.

    Raises:
        Refused: The text is empty or too long.
        Stale: Someone else saved it in the meantime.
    """
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise Refused(WriteUpRefusal.EMPTY, field="text")
    if len(text) > WriteUp.MAX_LENGTH:
        raise Refused(WriteUpRefusal.TOO_LONG, field="text", most=WriteUp.MAX_LENGTH, length=len(text))
    with writing(tournament.pk) as tournament:
        write_up = WriteUp.objects.filter(tournament=tournament).first() or WriteUp(tournament=tournament, version=0)
        if write_up.version != version:
            raise Stale(WriteUpRefusal.CHANGED_MEANWHILE, field="text")
        if write_up.text == text:
            return
        write_up.text = text
        write_up.version += 1
        write_up.save()
        _record(tournament, actor, Verb.SAVE_WRITE_UP, "Saved the write-up.")


def publish_write_up(*, tournament: Tournament, is_published: bool, actor: Actor) -> None:
    """Show the write-up to everyone, or only to the director. Raise Refused if none was saved."""
    with writing(tournament.pk) as tournament:
        write_up = WriteUp.objects.filter(tournament=tournament).first()
        if write_up is None:
            raise Refused(WriteUpRefusal.NOT_SAVED)
        if write_up.is_published == is_published:
            return
        write_up.is_published = is_published
        write_up.save()
        if is_published:
            _record(tournament, actor, Verb.PUBLISH_WRITE_UP, "Published the write-up.")
        else:
            _record(tournament, actor, Verb.WITHDRAW_WRITE_UP, "Withdrew the write-up.")


def _record(tournament: Tournament, actor: Actor, verb: Verb, sentence: str) -> None:
    record_action(
        tournament=tournament, actor=actor, verb=verb, subject=f"tournament:{tournament.pk}", sentence=sentence
    )
