"""Announcements: a sentence on every page until it is removed or replaced."""

from core.errors import Refused
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from tournaments.refusals import AnnouncementRefusal

MAX_LENGTH = 200  # characters, which is two lines on a phone


def announce(*, tournament: Tournament, sentence: str, actor: Actor) -> None:
    """Show an announcement on every page. An empty sentence removes it. Raise Refused if it is too long."""
    sentence = " ".join(sentence.split())
    if len(sentence) > MAX_LENGTH:
        raise Refused(AnnouncementRefusal.TOO_LONG, field="sentence", longest=MAX_LENGTH, length=len(sentence))
    with writing(tournament.pk) as tournament:
        if not sentence and not tournament.announcement:
            raise Refused(AnnouncementRefusal.NOTHING_TO_REMOVE, field="sentence")
        if sentence == tournament.announcement:
            return
        before, old_sentence = snapshot([tournament]), tournament.announcement
        tournament.announcement = sentence
        tournament.save(update_fields=["announcement"])
        old_values, new_values = only_changes(before, snapshot([tournament]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ANNOUNCE,
            subject=f"tournament:{tournament.pk}",
            sentence=f"Announced: {sentence}" if sentence else f"Removed: {old_sentence}",
            before=old_values,
            after=new_values,
        )
